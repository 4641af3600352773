//! What an experiment states about a turn-based game: the programs, how they play, and the games of fitness.

use ludevo_evolve::settings::{RangeError, check, check_rounds, within};
use ludevo_evolve::{EvolutionSettings, Round, TreeSettings};
use serde::{Deserialize, Serialize};

use super::layout::{JudgeNames, Layout, STAGES};
use crate::decode::decode;
use crate::experiment::SettingsError;
use crate::knowledge::{FunctionSet, Knowledge, OwnTerminal};
use crate::words;

/// The sections of an experiment that a turn-based game reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSettings {
    /// What the programs are made of.
    pub program: ProgramSettings,
    /// How a program plays.
    #[serde(default)]
    pub player: PlayerSettings,
    /// What fitness is made of.
    #[serde(default)]
    pub fitness: Vec<Round>,
}

/// What the programs are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// A language of the game.
    pub language: String,
    /// Terminals of its own that the experiment adds to the language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<OwnTerminal>,
    /// Functions and terminals of the language that programs do without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// A named set of functions in the place of the language's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions: Option<FunctionSet>,
    /// The range of constants in the place of the language's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constants: Option<Vec<f64>>,
    /// Parts of trees that stay as they are, each an expression in which `Evolved` stands for what is bred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<String>,
    /// A program by hand that the champion is compared with, if not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
    /// How many levels a tree may have.
    pub depth: usize,
    /// Which trees judge positions together.
    #[serde(default)]
    pub judges: Judges,
    /// So many trees judge, and a further one says which of them; 0 leaves that to the game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stages: usize,
    /// Whether the position before the move decides which tree judges in a whole turn, rather than each position its
    /// own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stage_by_turn: bool,
    /// Whether another tree chooses the moves that forward pruning keeps.
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
    /// Where all games start, if not from the initial position: classes of the game, or files. A game is then a pair of
    /// games from the same position with sides swapped, and its points are their mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// What a drawn game of fitness is worth to whoever is better off in the end, in games that say so; the other has the
    /// rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advantage: Option<f64>,
    /// Champions that join the first population: names of those that ship, or files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<String>,
}

/// Which trees judge positions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judges {
    /// The game's own judges, usually one.
    #[default]
    One,
    /// One tree for all positions, in a game that has several judges.
    Single,
    /// Ten trees under a fixed top of three conditions ("Evolved to Win", section 3.2.7).
    Ten,
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
    /// By how many plies at most the search goes on where the player to move is forced, as by a compulsory capture.
    #[serde(skip_serializing_if = "is_zero")]
    pub forced: u32,
    /// By how many plies at most the search goes on with loud moves, such as captures and checks.
    #[serde(skip_serializing_if = "is_zero")]
    pub loud: u32,
    /// Whether a win is preferred the sooner it comes, and a loss the later.
    #[serde(skip_serializing_if = "is_false")]
    pub sooner: bool,
    /// What is judged in games whose turns have several moves.
    #[serde(skip_serializing_if = "is_zero")]
    pub turn: Span,
}

/// What a program judges where turns have several moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// The position after each move.
    #[default]
    Move,
    /// The position at the end of the turn, whatever the order of the moves that lead there.
    Whole,
}

impl Span {
    /// The names, as they stand in experiments, champion files and names of players.
    pub const NAMES: [(&'static str, Span); 2] = [("move", Span::Move), ("whole", Span::Whole)];

    /// The span of this name.
    pub fn named(name: &str) -> Option<Span> {
        Span::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, span)| span)
    }
}

/// How far programs can look ahead in a game.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// At most so many plies.
    pub deepest: u32,
    /// Whether turns have several moves, so that whole turns can be judged.
    pub whole_turns: bool,
}

impl Reach {
    /// A game whose turns are single moves, and where chance comes to an end.
    pub const PLIES: Reach = Reach { deepest: 20, whole_turns: false };
}

fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Default for PlayerSettings {
    fn default() -> Self {
        PlayerSettings {
            depth: 1,
            branching: None,
            ratio: None,
            full_depth: 0,
            forced: 0,
            loud: 0,
            sooner: false,
            turn: Span::Move,
        }
    }
}

impl BoardSettings {
    /// Reads and checks what an experiment of a game with these judges and this reach states; `own` are the sections for the game.
    pub fn read(
        own: &toml::Table,
        evolution: &EvolutionSettings,
        judges: JudgeNames,
        reach: Reach,
    ) -> Result<Self, SettingsError> {
        let settings: Self = decode(own)?;
        settings.check(judges, reach)?;
        check_rounds(&settings.fitness, evolution)?;
        Ok(settings)
    }

    /// The settings of a game with these judges, as (what, how).
    pub fn words(&self, judges: JudgeNames) -> Vec<(&'static str, String)> {
        let mut words = vec![
            ("programs", self.program.words(judges)),
            ("play", self.player.words()),
            ("fitness", words::rounds(&self.fitness)),
        ];
        if let Some(depth) = self.program.bred_at {
            words.push((
                "games of fitness",
                format!("with a search of {}", words::count(depth, "ply", "plies")),
            ));
        }
        if self.program.openings > 0 {
            let plies = words::count(self.program.openings, "random ply", "random plies");
            words.push(("games of fitness", format!("start with {plies}")));
        }
        if !self.program.positions.is_empty() {
            let names = self.program.positions.join(", ");
            words.push(("games", format!("start from {names}, each position twice with sides swapped")));
        }
        if let Some(worth) = self.program.advantage {
            words.push(("draws", format!("worth {worth} to whoever is better off in the end")));
        }
        words.extend(self.program.knowledge().words());
        for fixed in &self.program.fixed {
            words.push(("fixed", format!("{fixed}, where `Evolved` is what is bred")));
        }
        if let Some(guide) = &self.program.guide {
            words.push(("compared with", guide.clone()));
        }
        if !self.program.founders.is_empty() {
            words.push(("founders", self.program.founders.join(", ")));
        }
        words
    }

    fn check(&self, judges: JudgeNames, reach: Reach) -> Result<(), RangeError> {
        self.player.check(reach)?;
        let program = &self.program;
        check((1..=200).contains(&program.depth), "program.depth", program.depth, "1 to 200")?;
        let stages = program.stages;
        check(stages == 0 || STAGES.contains(&stages), "program.stages", stages, "0, or 2 to 16")?;
        if program.judges == Judges::Ten {
            let allowed = "only in games with one judge, and without program.stages";
            check(judges.len() == 1 && stages == 0, "program.judges", "ten", allowed)?;
        }
        if program.judges == Judges::Single {
            let allowed =
                "only in games with several judges, and without program.stages and program.stage_by_turn";
            let is_allowed = judges.len() > 1 && stages == 0 && !program.stage_by_turn;
            check(is_allowed, "program.judges", "single", allowed)?;
        }
        if program.stage_by_turn {
            let allowed = "only in games with several judges, and without program.stages";
            check(judges.len() > 1 && stages == 0, "program.stage_by_turn", "true", allowed)?;
        }
        if let Some(depth) = program.bred_at {
            within("program.bred_at", depth, 1..=reach.deepest)?;
        }
        check(program.openings <= 40, "program.openings", program.openings, "0 to 40")?;
        if let Some(worth) = program.advantage {
            within("program.advantage", worth, 0.5..=1.0)?;
        }
        let is_one = program.openings == 0 || program.positions.is_empty();
        check(is_one, "program.openings", program.openings, "0 with program.positions")?;
        program.trees.check()?;
        program.knowledge().check()?;
        let prunes = self.player.branching.is_some() || self.player.ratio.is_some();
        check(
            prunes || !program.selector,
            "program.selector",
            "true",
            "true only with player.branching or player.ratio",
        )?;
        Ok(())
    }
}

impl ProgramSettings {
    /// What it changes in the language.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            functions: self.functions,
            constants: self.constants.clone(),
            terminals: self.terminals.clone(),
            struck: self.without.clone(),
        }
    }

    /// Which trees an individual has.
    pub fn layout(&self) -> Layout {
        Layout {
            judges: self.judges,
            stages: self.stages,
            by_turn: self.stage_by_turn,
            selector: self.selector,
        }
    }

    fn words(&self, judges: JudgeNames) -> String {
        let judging = match (self.stages, self.judges, judges) {
            (0, Judges::One, [_]) | (0, Judges::Single, _) => "one tree that judges positions".to_owned(),
            (0, Judges::One, judges) => {
                let names: Vec<&str> = judges.iter().map(|(name, _)| *name).collect();
                format!("trees that judge positions ({})", names.join(", "))
            }
            (0, Judges::Ten, _) => "ten trees that judge positions under a fixed top".to_owned(),
            (stages, ..) => format!("a tree that selects one of {stages} trees, which judge positions"),
        };
        let selecting = if self.selector { ", and one to choose the moves to search" } else { "" };
        format!("{judging}{selecting}, {}", words::trees(&self.language, self.depth, self.trees.birth))
    }
}

impl PlayerSettings {
    /// Checks every value for a game of this reach.
    pub fn check(&self, reach: Reach) -> Result<(), RangeError> {
        within("player.depth", self.depth, 1..=reach.deepest)?;
        let has_span = reach.whole_turns || self.turn == Span::Move;
        check(has_span, "player.turn", "whole", "only in games whose turns have several moves")?;
        if let Some(branching) = self.branching {
            within("player.branching", branching, 1..=1_000_000)?;
        }
        if let Some(ratio) = self.ratio {
            check(ratio > 0.0 && ratio <= 1.0, "player.ratio", ratio, "more than 0, at most 1")?;
        }
        within("player.full_depth", self.full_depth, 0..=1000)?;
        within("player.forced", self.forced, 0..=40)?;
        within("player.loud", self.loud, 0..=40)
    }

    /// How the program plays, in words.
    pub fn words(&self) -> String {
        let mut text = match self.depth {
            _ if self.turn == Span::Whole => {
                "the program judges the end of the turn, for every order of its moves".to_owned()
            }
            1 => "every move is judged by the program, without further search".to_owned(),
            depth => format!("alpha-beta search of depth {depth}, the program judges its leaves"),
        };
        if let Some(branching) = self.branching {
            text += &format!("; at most {branching} moves of a position are searched");
        }
        if let Some(ratio) = self.ratio {
            text += &format!("; {} of a position's moves are searched", words::percent(ratio));
        }
        if self.full_depth > 0 {
            text += &format!("; all of them down to ply {}", self.full_depth);
        }
        if self.forced > 0 {
            let plies = words::count(self.forced, "ply", "plies");
            text += &format!("; where the player to move is forced, the search goes on, by at most {plies}");
        }
        if self.loud > 0 {
            let plies = words::count(self.loud, "ply", "plies");
            text += &format!("; after that captures, checks and the like are searched, by at most {plies}");
        }
        if self.sooner {
            text += "; a win is preferred the sooner it comes, and a loss the later";
        }
        text
    }
}
