//! What an experiment states, once inheritance and settings from the command line are resolved.

use std::collections::BTreeMap;

use ludevo_evolve::settings::{RangeError, check};
use ludevo_evolve::{BirthSettings, EvolutionSettings, Round, Stop, TreeSettings, Yardstick};
use serde::{Deserialize, Serialize};

/// A whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The game.
    pub game: String,
    /// What it is for, in a line.
    pub summary: String,
    /// What the programs are made of.
    pub program: ProgramSettings,
    /// How a program plays.
    #[serde(default)]
    pub player: PlayerSettings,
    /// How the population evolves.
    pub evolution: EvolutionSettings,
    /// What fitness is made of.
    #[serde(default)]
    pub fitness: Vec<Round>,
    /// How progress is measured.
    pub yardstick: Yardstick,
    /// When it ends early.
    #[serde(default)]
    pub stop: Stop,
    /// What the source document reports for this setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// What the programs are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// A language of the game.
    pub language: String,
    /// How many levels a tree may have.
    pub depth: usize,
    /// Whether a second tree chooses the moves that forward pruning keeps.
    #[serde(default)]
    pub selector: bool,
    /// How trees are made and varied.
    #[serde(default)]
    pub trees: TreeSettings,
    /// Plies of search in the games of fitness and tuning, if they differ from the player's: less search is more games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bred_at: Option<u32>,
    /// Random plies before each game of fitness and tuning.
    #[serde(default)]
    pub openings: u32,
}

/// How a program plays: by alpha-beta search with the program as judge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSettings {
    /// Plies of search (SearchDepth); 1 scores every move without further search.
    pub depth: u32,
    /// At most so many siblings are searched (MaxBranchingFactor).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<usize>,
    /// This share of siblings is searched, rounded up (SelectiveSearchRatio).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Down to this ply all siblings are searched (FullSearchDepth).
    pub full_depth: u32,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        PlayerSettings { depth: 1, branching: None, ratio: None, full_depth: 0 }
    }
}

/// What the source document reports for a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Where, such as a table.
    pub source: String,
    /// The score by opponent, as a share of the points.
    pub scores: BTreeMap<String, f64>,
}

impl PlayerSettings {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        check((1..=20).contains(&self.depth), "player.depth", self.depth, "1 to 20")?;
        if let Some(branching) = self.branching {
            check(branching >= 1, "player.branching", branching, "at least 1")?;
        }
        if let Some(ratio) = self.ratio {
            check(ratio > 0.0 && ratio <= 1.0, "player.ratio", ratio, "more than 0, at most 1")?;
        }
        Ok(())
    }
}

impl Experiment {
    /// Checks what does not depend on the game; the rest is checked when a run starts.
    pub fn check(&self) -> Result<(), RangeError> {
        self.player.check()?;
        let program = &self.program;
        check((1..=100).contains(&program.depth), "program.depth", program.depth, "1 to 100")?;
        if let Some(depth) = program.bred_at {
            check((1..=20).contains(&depth), "program.bred_at", depth, "1 to 20")?;
        }
        check(program.openings <= 40, "program.openings", program.openings, "0 to 40")?;
        for (key, share) in [
            ("program.trees.internal", program.trees.internal.unwrap_or(0.0)),
            ("program.trees.local", program.trees.local),
            ("program.trees.constant", program.trees.constant),
        ] {
            check((0.0..=1.0).contains(&share), key, share, "0 to 1")?;
        }
        check(program.trees.growth >= 1, "program.trees.growth", program.trees.growth, "at least 1")?;
        let step = program.trees.local_step;
        check(step.is_finite() && step >= 0.0, "program.trees.local_step", step, "0 or more")?;
        match program.trees.birth {
            BirthSettings::Ramped { from, to } => {
                let range = format!("{from} to {to}");
                check(
                    1 <= from && from <= to,
                    "program.trees.birth",
                    range,
                    "`from` at least 1, at most `to`",
                )?;
            }
            BirthSettings::Full { depth }
            | BirthSettings::Grow { depth }
            | BirthSettings::Branching { depth } => {
                check(depth >= 1, "program.trees.birth.depth", depth, "at least 1")?;
            }
        }
        let birth_depth = match program.trees.birth {
            BirthSettings::Ramped { to, .. } => to,
            BirthSettings::Full { depth }
            | BirthSettings::Grow { depth }
            | BirthSettings::Branching { depth } => depth,
        };
        check((1..=12).contains(&birth_depth), "program.trees.birth", birth_depth, "1 to 12 levels")?;
        if let BirthSettings::Ramped { from, to } = program.trees.birth {
            check((1..=to).contains(&from), "program.trees.birth.from", from, "from 1 to the deepest")?;
        }
        let prunes = self.player.branching.is_some() || self.player.ratio.is_some();
        check(
            prunes || !program.selector,
            "program.selector",
            "true",
            "true only with player.branching or player.ratio",
        )?;
        self.evolution.check()?;
        self.yardstick.check()?;
        self.stop.check(self.yardstick.every)
    }
}
