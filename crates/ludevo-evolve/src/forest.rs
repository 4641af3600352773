//! Individuals of trees as a species.

use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{
    Architecture, Birth, Individual, IntronCounts, Measure, Method, ParseError, Picking, count_introns,
    simplify, vary,
};
use ludevo_random::Stream;

use crate::settings::{RangeError, within};
use crate::species::Species;

/// How trees are made and varied, as experiments state it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TreeSettings {
    /// How the first trees are made.
    pub birth: BirthSettings,
    /// The probability that a function rather than a terminal is picked for variation; all nodes alike if absent.
    pub internal: Option<f64>,
    /// Crossover goes down from the root of the tree that receives, and with this probability stops at a function; every
    /// node of the tree that gives is picked alike. Instead of `internal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descent: Option<f64>,
    /// How many levels a mutation may grow.
    pub growth: usize,
    /// Of the mutations that meet a number, the share that only changes its factor.
    pub local: f64,
    /// The largest change of a factor.
    pub local_step: f64,
    /// The share of mutations that change a constant or parameter instead.
    pub constant: f64,
    /// The share of mutations that put a new function above a subtree instead, which keeps what is below.
    pub insert: f64,
    /// The share of mutations that replace a function by one of its arguments instead.
    pub shrink: f64,
    /// The share of mutations that add another number of the game with factor 0 instead, for lessons to weigh.
    #[serde(skip_serializing_if = "is_none")]
    pub add: f64,
    /// The share of mutations that divide a subtree into two cases instead, which are alike at first.
    #[serde(skip_serializing_if = "is_none")]
    pub split: f64,
    /// How many nodes an individual may have: a child with more is left out, and its parent takes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
}

fn one() -> usize {
    1
}

fn is_none(share: &f64) -> bool {
    *share == 0.0
}

impl Default for TreeSettings {
    fn default() -> Self {
        let birth = BirthSettings::Ramped { from: 2, to: 6 };
        TreeSettings {
            birth,
            internal: Some(0.9),
            descent: None,
            growth: 5,
            local: 0.0,
            local_step: 0.25,
            constant: 0.0,
            insert: 0.0,
            shrink: 0.0,
            add: 0.0,
            split: 0.0,
            nodes: None,
        }
    }
}

/// The most levels of trees that are made at random: a full one grows by a factor a level.
const DEEPEST_BIRTH: usize = 12;

impl TreeSettings {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        for (key, share) in [
            ("program.trees.internal", self.internal.unwrap_or(0.0)),
            ("program.trees.descent", self.descent.unwrap_or(0.0)),
            ("program.trees.local", self.local),
            ("program.trees.constant", self.constant),
            ("program.trees.insert", self.insert),
            ("program.trees.shrink", self.shrink),
            ("program.trees.add", self.add),
            ("program.trees.split", self.split),
            (
                "program.trees.constant + insert + shrink + add + split",
                self.constant + self.insert + self.shrink + self.add + self.split,
            ),
        ] {
            within(key, share, 0.0..=1.0)?;
        }
        within("program.trees.growth", self.growth, 1..=DEEPEST_BIRTH)?;
        within("program.trees.local_step", self.local_step, 0.0..=100.0)?;
        within("program.trees.nodes", self.nodes.unwrap_or(10), 10..=100_000)?;
        match self.birth {
            BirthSettings::Ramped { from, to } => {
                within("program.trees.birth.to", to, 1..=DEEPEST_BIRTH)?;
                within("program.trees.birth.from", from, 1..=to)
            }
            BirthSettings::Full { depth }
            | BirthSettings::Grow { depth }
            | BirthSettings::Branching { depth } => {
                within("program.trees.birth.depth", depth, 1..=DEEPEST_BIRTH)
            }
            BirthSettings::Sums { terms, cases } => {
                within("program.trees.birth.cases", cases, 1..=20)?;
                within("program.trees.birth.terms", terms, 1..=1000)
            }
        }
    }
}

/// How the first trees are made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case", deny_unknown_fields)]
pub enum BirthSettings {
    /// Half full and half grown, depths rising from `from` to `to`.
    Ramped {
        /// The shallowest.
        from: usize,
        /// The deepest.
        to: usize,
    },
    /// Every branch as deep as `depth`.
    Full {
        /// Levels.
        depth: usize,
    },
    /// Functions and terminals drawn alike, at most `depth` deep.
    Grow {
        /// Levels.
        depth: usize,
    },
    /// A root of at least two arguments, below it functions and terminals alike (Ferrer and Martin).
    Branching {
        /// Levels.
        depth: usize,
    },
    /// Choices between sums of numbers that are read from the game.
    Sums {
        /// How many numbers a sum has.
        terms: usize,
        /// How many sums.
        #[serde(default = "one")]
        cases: usize,
    },
}

impl From<BirthSettings> for Birth {
    fn from(settings: BirthSettings) -> Birth {
        match settings {
            BirthSettings::Ramped { from, to } => Birth::Ramped(from, to),
            BirthSettings::Full { depth } => Birth::All(Method::Full, depth),
            BirthSettings::Grow { depth } => Birth::All(Method::Grow, depth),
            BirthSettings::Branching { depth } => Birth::All(Method::Branching, depth),
            BirthSettings::Sums { terms, cases } => Birth::Sums(terms, cases),
        }
    }
}

/// Individuals of one architecture.
#[derive(Clone, Debug)]
pub struct Forest {
    /// Which trees an individual has.
    pub architecture: Arc<Architecture>,
    /// How they are made and varied.
    pub settings: TreeSettings,
}

impl Forest {
    fn picking(&self) -> Picking {
        match self.settings {
            TreeSettings { descent: Some(stop), .. } => Picking::Descent { stop },
            TreeSettings { internal: Some(internal), .. } => Picking::ByKind { internal },
            _ => Picking::Uniform,
        }
    }

    /// The child, or its parent if the child is too large.
    fn bounded(&self, child: Individual, parent: &Individual) -> Individual {
        let nodes: usize = child.trees.iter().map(|tree| tree.len()).sum();
        if self.settings.nodes.is_some_and(|most| nodes > most) { parent.clone() } else { child }
    }
}

impl Species for Forest {
    type Genome = Individual;

    fn random(&self, rng: &mut Stream, index: usize) -> Individual {
        self.architecture.random(rng, self.settings.birth.into(), index)
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Individual, receiver: &Individual) -> Individual {
        self.bounded(self.architecture.cross_one_way(rng, self.picking(), donor, receiver), receiver)
    }

    fn cross_two_way(
        &self,
        rng: &mut Stream,
        one: &Individual,
        two: &Individual,
    ) -> (Individual, Individual) {
        let (first, second) = self.architecture.cross_two_way(rng, self.picking(), one, two);
        (self.bounded(first, one), self.bounded(second, two))
    }

    fn mutate(&self, rng: &mut Stream, individual: &Individual) -> Individual {
        let settings = self.settings;
        let TreeSettings { growth, local, local_step, constant, insert, shrink, add, split, .. } = settings;
        let kind: f64 = rng.random();
        let mutant = self.architecture.mutate(rng, individual, |rng, limits, tree| {
            if kind < constant {
                vary::mutate_constant(rng, limits.language, tree)
            } else if kind < constant + insert {
                vary::mutate_insert(rng, limits, self.picking(), growth, tree)
            } else if kind < constant + insert + shrink {
                vary::mutate_shrink(rng, limits, tree)
            } else if kind < constant + insert + shrink + add {
                vary::mutate_add(rng, limits, tree)
            } else if kind < constant + insert + shrink + add + split {
                vary::mutate_split(rng, limits, tree)
            } else {
                vary::mutate_node(rng, limits, self.picking(), growth, local, local_step, tree)
            }
        });
        self.bounded(mutant, individual)
    }

    fn simplify(&self, individual: &Individual) -> Individual {
        let trees = self.architecture.parts.iter().zip(&individual.trees);
        Individual { trees: trees.map(|(part, tree)| simplify(tree, &part.language, part.root)).collect() }
    }

    fn constants(&self, individual: &Individual) -> Vec<f64> {
        self.architecture.constants(individual)
    }

    fn with_constants(&self, individual: &Individual, constants: &[f64]) -> Individual {
        self.architecture.with_constants(individual, constants)
    }

    fn print(&self, individual: &Individual) -> String {
        self.architecture.print(individual, 100)
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Individual, ParseError> {
        // Candidates for champion are kept simplified.
        self.architecture.parse_simplified(text, first_line)
    }

    fn measure(&self, individual: &Individual) -> Measure {
        self.architecture.measure(individual)
    }

    fn introns(&self, individual: &Individual) -> IntronCounts {
        let trees = self.architecture.parts.iter().zip(&individual.trees);
        let mut counts = IntronCounts::default();
        trees.for_each(|(part, tree)| counts += count_introns(tree, &part.language, part.root));
        counts
    }
}
