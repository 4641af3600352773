//! What an experiment states about a puzzle: what is bred, how solvers work, and what a solution is worth.

use ludevo_evolve::settings::{RangeError, check, check_rounds, positive, within};
use ludevo_evolve::{Round, RuleSettings, TreeSettings, WeightSettings};
use ludevo_search::puzzle::Limits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Parts, ProblemSet, Searched, Variation};
use crate::decode::decode;
use crate::experiment::{Experiment, SettingsError};
use crate::game::GameError;
use crate::knowledge::{Knowledge, OwnTerminal};

/// How solvers work, as the section `player` of an experiment states it.
pub trait PlayerKeys:
    Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Checks every value.
    fn check(&self) -> Result<(), RangeError>;

    /// Positions that a solver may expand for a problem of an experiment.
    fn nodes(&self) -> u64;
}

/// Nothing but how much a solver may do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NodeLimit {
    /// Positions that a solver may expand for a problem of an experiment.
    nodes: u64,
}

impl Default for NodeLimit {
    fn default() -> Self {
        NodeLimit { nodes: 1_000_000 }
    }
}

impl PlayerKeys for NodeLimit {
    fn check(&self) -> Result<(), RangeError> {
        within("player.nodes", self.nodes, 1..=1_000_000_000)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The sections of an experiment that a puzzle reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "G: Serialize, K: Serialize"))]
#[serde(bound(deserialize = "G: DeserializeOwned, K: DeserializeOwned + Default"))]
pub(super) struct PuzzleSettings<G, K> {
    pub(super) program: ProgramSettings<G>,
    #[serde(default)]
    pub(super) player: K,
    /// Sets of problems to train on, if not the puzzle's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) training: Vec<String>,
    /// What rivals are made of, where there are any.
    #[serde(default, skip_serializing_if = "is_known")]
    pub(super) rivals: RivalKind,
    pub(super) worth: Worth,
    #[serde(default)]
    pub(super) fitness: Vec<Round>,
}

/// What the rivals of solvers are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RivalKind {
    /// Problems to train on.
    #[default]
    Known,
    /// Problems of their own, which vary as they are bred.
    Bred,
}

// The hook of serde hands over a reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_known(kind: &RivalKind) -> bool {
    *kind == RivalKind::Known
}

/// What is bred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgramSettings<G> {
    pub(super) genome: G,
    #[serde(default)]
    weights: WeightSettings,
    /// How trees are made and varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trees: Option<TreeSettings>,
    /// How the rules of a policy are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RuleSettings>,
    /// Champions that join the first population, and programs by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) founders: Vec<String>,
    /// Terminals of its own that the experiment adds to the languages of all trees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    terminals: Vec<OwnTerminal>,
    /// Functions and terminals that trees do without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    /// The range of constants in the place of the languages' own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constants: Option<Vec<f64>>,
    /// Parts of trees that stay; evolution fills the place of `Evolved`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fixed: Vec<String>,
    /// A program by hand that champions are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) guide: Option<String>,
}

impl<G> ProgramSettings<G> {
    /// What it changes in the languages.
    pub(super) fn knowledge(&self) -> Knowledge {
        Knowledge {
            functions: None,
            constants: self.constants.clone(),
            terminals: self.terminals.clone(),
            struck: self.without.clone(),
        }
    }

    pub(super) fn variation(&self) -> Variation {
        Variation {
            weights: self.weights,
            trees: self.trees.unwrap_or_default(),
            rules: self.rules.unwrap_or_default(),
        }
    }
}

/// What a solution is worth, from 0 to 1. An unsolved problem is worth nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Worth {
    /// One minus the cost over `cap`; the cost is positions generated, six for each one expanded, and `length` for each
    /// move that counts.
    Cost {
        /// The cost that is worth nothing.
        cap: f64,
        /// What a move costs.
        length: f64,
    },
    /// One minus the moves that count over `cap`.
    Length {
        /// The length that is worth nothing.
        cap: f64,
    },
    /// The share of positions expanded that is saved against another solver; a thousandth of what is left of it if
    /// nothing is saved (section 11.2.3 of Evolved to Win). A problem that the other does not solve counts as if it took
    /// `penalty` positions. Problems that are not for training are only solved or not.
    Reduction {
        /// Positions expanded for a problem that is not solved.
        penalty: f64,
        /// Positions that the other solver may expand.
        baseline: u64,
        /// The other solver, if not the puzzle's own baseline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<String>,
    },
    /// How many orders of magnitude fewer positions are expanded than another solver expands, as a share of all: 0 for as
    /// many, 1 for a single one. `length` is taken off for a solution twice as long as the other's, and less or more
    /// in proportion; what is no longer by more than `free` costs nothing.
    Orders {
        /// The other solver.
        against: String,
        /// Positions that it may expand.
        baseline: u64,
        /// What a solution of twice the length loses.
        length: f64,
        /// By what share a solution may be longer at no loss.
        #[serde(default)]
        free: f64,
    },
    /// The sum that was published for searches for mates, to which wrong answers that are nearly right add something.
    /// Problems that are not for training are only solved or not.
    Parts(Parts),
}

impl Worth {
    /// What it is in words.
    fn words(&self, baseline: &str) -> String {
        match self {
            Worth::Cost { cap, length } => format!(
                "1 - cost / {cap}: positions generated, six for each expanded, {length} for each move that counts"
            ),
            Worth::Length { cap } => format!("1 - moves / {cap}, those that count"),
            Worth::Reduction { penalty, baseline: nodes, against } => format!(
                "positions saved against {}, {penalty} for a problem that it does not solve within {nodes}; 1 for a \
                 problem that is not for training",
                against.as_deref().unwrap_or(baseline)
            ),
            Worth::Orders { against, length, free, .. } => format!(
                "orders of magnitude of positions saved against {against}, {length} less for a solution of twice its \
                 length, up to {free} longer free"
            ),
            Worth::Parts(parts) => parts.words(),
        }
    }

    fn check(&self) -> Result<(), RangeError> {
        match self {
            Worth::Cost { cap, length } => {
                within("worth.length", *length, 0.0..=1e9)?;
                positive("worth.cap", *cap, 1e12)
            }
            Worth::Length { cap } => positive("worth.cap", *cap, 1e12),
            Worth::Reduction { penalty, baseline, .. } => {
                within("worth.baseline", *baseline, 1..=1_000_000_000)?;
                positive("worth.penalty", *penalty, 1e12)
            }
            Worth::Orders { baseline, length, free, .. } => {
                within("worth.baseline", *baseline, 1..=1_000_000_000)?;
                within("worth.length", *length, 0.0..=1e6)?;
                within("worth.free", *free, 0.0..=1e6)
            }
            Worth::Parts(parts) => parts.check(),
        }
    }
}

impl<G, K: PlayerKeys> PuzzleSettings<G, K>
where
    G: DeserializeOwned + Copy + PartialEq,
{
    pub(super) fn read(experiment: &Experiment) -> Result<Self, SettingsError> {
        let settings: Self = decode(&experiment.own)?;
        settings.check()?;
        check_rounds(&settings.fitness, &experiment.evolution)?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), RangeError> {
        let compares = matches!(self.worth, Worth::Reduction { .. } | Worth::Orders { .. });
        let allowed = "known where worth.by is cost, length or parts: only another solver tells which of the bred can be solved";
        check(compares || is_known(&self.rivals), "rivals", "bred", allowed)?;
        let Variation { weights, trees, rules } = self.program.variation();
        weights.check("program.weights")?;
        trees.check()?;
        rules.check("program.rules")?;
        self.player.check()?;
        self.program.knowledge().check()?;
        self.worth.check()
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { expanded: self.player.nodes(), ..Limits::default() }
    }

    /// The problems to train on, in the order of the sets.
    pub(super) fn training(&self, sets: &'static [ProblemSet]) -> Result<Vec<u32>, GameError> {
        let trained = || sets.iter().filter(|set| set.is_for_training);
        if self.training.is_empty() {
            return Ok(trained().next().map_or_else(Vec::new, |set| set.numbers.clone()));
        }
        let mut numbers = Vec::new();
        for name in &self.training {
            let set = trained().find(|set| set.name == *name);
            let set =
                set.ok_or_else(|| GameError::unknown("training", name, trained().map(|set| set.name)))?;
            numbers.extend(&set.numbers);
        }
        Ok(numbers)
    }

    /// The settings in words, as (what, how).
    pub(super) fn words<P: Searched<Genome = G, Player = K>>(
        &self,
        puzzle: &P,
    ) -> Vec<(&'static str, String)> {
        let kinds = puzzle.genomes();
        let kind = kinds.iter().find(|kind| kind.genome == self.program.genome);
        let genome = kind.map_or_else(String::new, |kind| format!("{}: {}", kind.name, kind.meaning));
        let problem = if self.training.is_empty() {
            puzzle.sets().first().map_or_else(String::new, |set| set.name.to_owned())
        } else {
            self.training.join(", ")
        };
        let mut words = vec![
            ("genome", genome),
            ("limit", format!("{} positions a problem", self.player.nodes())),
            ("trained on", problem),
            ("a solution is worth", self.worth.words(puzzle.baseline())),
            ("fitness", crate::words::rounds(&self.fitness)),
        ];
        words.extend(self.program.knowledge().words());
        let fixed = &self.program.fixed;
        words.extend((!fixed.is_empty()).then(|| ("fixed", fixed.join(", "))));
        words
    }
}
