//! What an experiment states about robots: their programs, the battles of fitness, and the adversaries.

use ludevo_evolve::settings::{RangeError, check};
use ludevo_evolve::{Round, TreeSettings};
use serde::{Deserialize, Serialize};

use super::evolved::Layout;
use ludevo_game::experiment::{Experiment, OwnSections};
use ludevo_game::words;

/// The sections of an experiment that Robocode reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotSettings {
    /// What the programs are made of.
    pub program: ProgramSettings,
    /// The battles that count as one game.
    #[serde(default)]
    pub battle: BattleSettings,
    /// What fitness is made of; a game is a battle, and its points are the modified fractional score.
    #[serde(default)]
    pub fitness: Vec<Round>,
}

/// What the programs are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// A language of the game.
    pub language: String,
    /// How many levels a tree may have.
    pub depth: usize,
    /// How the three statements follow each other.
    #[serde(default)]
    pub layout: Layout,
    /// How trees are made and varied.
    #[serde(default)]
    pub trees: TreeSettings,
    /// Champions that join the first population: names of those that ship, or files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<String>,
}

/// The battles that count as one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BattleSettings {
    /// Rounds of a battle.
    pub rounds: u32,
    /// What is added to an evolved robot's score so that avoiding the adversary counts before it gets any points.
    pub epsilon: f64,
    /// Adversaries of which rounds of problems draw some: in one generation everybody meets the same ones from the same
    /// starts.
    pub pool: String,
}

impl Default for BattleSettings {
    fn default() -> Self {
        BattleSettings { rounds: 3, epsilon: 1.0, pool: String::new() }
    }
}

impl OwnSections for RobotSettings {
    fn fitness(&self) -> Option<&[Round]> {
        Some(&self.fitness)
    }

    fn check(&self, _experiment: &Experiment) -> Result<(), RangeError> {
        let BattleSettings { rounds, epsilon, .. } = self.battle;
        check((1..=1000).contains(&rounds), "battle.rounds", rounds, "1 to 1000")?;
        check(epsilon > 0.0 && epsilon <= 1000.0, "battle.epsilon", epsilon, "more than 0, at most 1000")?;
        check((1..=100).contains(&self.program.depth), "program.depth", self.program.depth, "1 to 100")?;
        self.program.trees.check()
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let ProgramSettings { language, depth, layout, trees, .. } = &self.program;
        let trees = words::trees(language, *depth, trees.birth);
        let functions = if language == "functions" { " and two functions that they may call" } else { "" };
        vec![
            ("programs", format!("three trees (drive, turn, gun){functions} {trees}")),
            ("statements", layout.words().to_owned()),
            ("games", self.battle.words()),
            ("fitness", words::rounds(&self.fitness)),
        ]
    }
}

impl BattleSettings {
    fn words(&self) -> String {
        let BattleSettings { rounds, epsilon, pool } = self;
        let problems = match &pool[..] {
            "" => String::new(),
            pool => format!("; problems are battles with {}", pool.replace('+', ", ")),
        };
        format!("battles of {rounds} rounds; epsilon is {epsilon}{problems}")
    }
}

impl Layout {
    /// How the statements follow each other, in words.
    pub fn words(self) -> &'static str {
        match self {
            Layout::OneByOne => "one after the other, each waits until it is done",
            Layout::AtOnce => "all at once, decided anew whenever the enemy is seen",
        }
    }
}
