//! What an experiment of backgammon states: the programs, their stages, the games of fitness and the teacher.

use ludevo_evolve::settings::{RangeError, check, check_rounds};
use ludevo_evolve::{IslandSettings, Round, TreeSettings};
use serde::{Deserialize, Serialize};

use super::evolved::Stages;
use super::teacher::Training;
use crate::decode::decode;
use crate::experiment::{Experiment, SettingsError};
use crate::words;

/// The sections of an experiment that backgammon reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackgammonSettings {
    /// What the programs are made of.
    pub program: ProgramSettings,
    /// What fitness is made of.
    #[serde(default)]
    pub fitness: Vec<Round>,
    /// Who marks problems, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<TeacherSettings>,
    /// Islands instead of one population, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub islands: Option<IslandSettings>,
}

/// What the programs are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// `published` (Tables 7.1 to 7.3) or `rich`.
    pub language: String,
    /// How many levels a tree may have.
    pub depth: usize,
    /// 0: a tree for contact and one for races. Otherwise so many stage trees and a tree that selects among them.
    #[serde(default)]
    pub stages: usize,
    /// Whether the board before the move decides the stage of a whole turn, rather than each next board its own.
    #[serde(default)]
    pub stage_by_turn: bool,
    /// How trees are made and varied.
    #[serde(default)]
    pub trees: TreeSettings,
    /// Champions that join the first population: names of those that ship, or files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<String>,
}

/// A teacher that is made before evolution starts, and the decisions that it values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeacherSettings {
    /// Hidden units of its net.
    pub hidden: usize,
    /// Games it learns from.
    pub games: u64,
    /// Decisions it values.
    pub decisions: usize,
    /// How many terms it suggests to one tree of each child before the child's lessons, as far as some would help. Weak
    /// terms make room for them where `program.trees.nodes` says so.
    #[serde(default)]
    pub suggestions: usize,
    /// Its own seed, so that runs with different seeds can share a teacher.
    #[serde(default = "first")]
    pub seed: u64,
}

fn first() -> u64 {
    1
}

impl TeacherSettings {
    /// How it is made.
    pub fn training(&self) -> Training {
        Training { hidden: self.hidden, games: self.games, seed: self.seed }
    }
}

impl BackgammonSettings {
    /// Reads and checks what an experiment states.
    pub fn read(experiment: &Experiment) -> Result<Self, SettingsError> {
        let settings: Self = decode(&experiment.own)?;
        settings.check()?;
        check_rounds(&settings.fitness, &experiment.evolution)?;
        if let Some(islands) = &settings.islands {
            islands.check(&experiment.evolution)?;
            let stops = experiment.stop.target.is_some() || experiment.stop.plateau.is_some();
            check(!stops, "stop", "given", "nothing where there are islands: all do every generation")?;
        }
        Ok(settings)
    }

    /// How programs are divided.
    pub fn stages(&self) -> Stages {
        Stages { evolved: self.program.stages, by_turn: self.program.stage_by_turn }
    }

    /// The settings as (what, how).
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let program = &self.program;
        let trees = match program.stages {
            0 => "a tree for contact and one for races".to_owned(),
            stages => format!("a tree that selects one of {stages} stage trees"),
        };
        let text = format!(
            "{trees}, in the language “{}”, at most {} levels deep; the first ones {}",
            program.language,
            program.depth,
            words::birth(program.trees.birth)
        );
        let mut all = vec![("programs", text), ("fitness", words::rounds(&self.fitness))];
        if let Some(teacher) = &self.teacher {
            let text = format!(
                "a net of {} hidden units that learned from {} games; it valued {} decisions",
                teacher.hidden, teacher.games, teacher.decisions
            );
            all.push(("teacher", text));
            if teacher.suggestions > 0 {
                all.push(("suggestions", format!("{} terms for a tree of each child", teacher.suggestions)));
            }
        }
        if let Some(islands) = &self.islands {
            all.push(("islands", islands.words()));
        }
        if !program.founders.is_empty() {
            all.push(("founders", program.founders.join(", ")));
        }
        all
    }

    fn check(&self) -> Result<(), RangeError> {
        let program = &self.program;
        check((1..=200).contains(&program.depth), "program.depth", program.depth, "1 to 200")?;
        let stages = program.stages;
        check(stages == 0 || (2..=16).contains(&stages), "program.stages", stages, "0, or 2 to 16")?;
        program.trees.check()?;
        if let Some(teacher) = &self.teacher {
            check((1..=256).contains(&teacher.hidden), "teacher.hidden", teacher.hidden, "1 to 256")?;
            check(
                (1..=10_000_000).contains(&teacher.games),
                "teacher.games",
                teacher.games,
                "1 to 10000000",
            )?;
            let decisions = teacher.decisions;
            check(
                (1000..=1_000_000).contains(&decisions),
                "teacher.decisions",
                decisions,
                "1000 to 1000000",
            )?;
            let suggestions = teacher.suggestions;
            check(suggestions <= 20, "teacher.suggestions", suggestions, "0 to 20")?;
            let fits = stages == 0 && program.stage_by_turn;
            let allowed = "only with program.stages 0 and program.stage_by_turn true";
            check(fits, "teacher", "given", allowed)?;
        }
        Ok(())
    }
}
