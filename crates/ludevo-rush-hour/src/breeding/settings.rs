//! What an experiment states about the boards that it breeds.

use ludevo_evolve::settings::{RangeError, check, within};
use serde::{Deserialize, Serialize};

use crate::board::SIZES;

/// The section `board` of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardSettings {
    /// Cells in a row.
    pub size: usize,
    /// The most cells that may be walls.
    pub walls: usize,
    /// The most vehicles, the target included.
    pub vehicles: usize,
    /// The share of trucks among vehicles that are made.
    pub trucks: f64,
    /// The most positions that may be reached from a board; with more it is worth nothing.
    pub component: usize,
    /// What makes a board hard.
    pub worth: WorthBy,
    /// The first boards.
    pub start: Start,
    /// How boards are mutated.
    pub mutation: MutationSettings,
    /// How boards climb in lessons.
    pub climb: ClimbSettings,
    /// How many boards the run hands over as a set.
    pub set: usize,
    /// In how many vehicles at least any two boards of the set differ.
    pub unlike: usize,
}

impl Default for BoardSettings {
    fn default() -> Self {
        BoardSettings {
            size: 8,
            walls: 0,
            vehicles: 25,
            trucks: 0.3,
            component: 60_000,
            worth: WorthBy::Optimum,
            start: Start::Random,
            mutation: MutationSettings::default(),
            climb: ClimbSettings::default(),
            set: 15,
            unlike: 6,
        }
    }
}

/// What makes a board hard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WorthBy {
    /// The slides of the shortest solution from the farthest position.
    Optimum,
    /// The positions that a solver looks at; a board that it does not solve is worth nothing.
    Nodes {
        /// The solver's name.
        solver: String,
        /// The most positions it may look at.
        most: u64,
    },
}

/// The first boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Vehicles wherever there is room.
    Random,
    /// Solvable boards of 6x6 in the middle of one that is larger by two rows and columns (section 10.2.5 of Evolved to Win).
    SixInTheMiddle,
}

/// How boards are mutated: in proportion to these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MutationSettings {
    /// A vehicle, or wall, more.
    pub add: f64,
    /// One less.
    pub delete: f64,
    /// A vehicle goes elsewhere: along its line, to a line beside it, or anywhere.
    pub relocate: f64,
    /// A car becomes a truck or the other way round.
    pub resize: f64,
    /// Two vehicles change places.
    pub swap: f64,
    /// The chance of one more mutation after each.
    pub more: f64,
    /// Up to so many random slides come first, so that boards vary from all the positions that can be reached on them.
    pub drift: usize,
    /// The chance that a child is a new board instead, which has nothing of its parent. Lessons do not start anew.
    pub anew: f64,
}

/// How boards climb in lessons.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClimbSettings {
    /// A board that is less hard by so many points than the one it comes from is gone on from with a chance of 1 in e, and
    /// so on; with 0 it never is.
    pub warmth: f64,
    /// A board from which more than so many times as many positions can be reached as from the one it comes from is not
    /// gone on from; most mutations that come to nothing open up the board, and this ends their analysis early.
    pub growth: f64,
}

impl Default for ClimbSettings {
    fn default() -> Self {
        ClimbSettings { warmth: 0.5, growth: 1.5 }
    }
}

impl Default for MutationSettings {
    fn default() -> Self {
        MutationSettings {
            add: 3.0,
            delete: 0.3,
            relocate: 3.0,
            resize: 0.3,
            swap: 1.0,
            more: 0.3,
            drift: 0,
            anew: 0.0,
        }
    }
}

impl BoardSettings {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        within("board.size", self.size, SIZES)?;
        within("board.walls", self.walls, 0..=16)?;
        within("board.vehicles", self.vehicles, 2..=32)?;
        within("board.trucks", self.trucks, 0.0..=1.0)?;
        within("board.component", self.component, 1000..=10_000_000)?;
        within("board.set", self.set, 1..=1000)?;
        within("board.unlike", self.unlike, 1..=20)?;
        if let WorthBy::Nodes { most, .. } = &self.worth {
            within("board.worth.most", *most, 1000..=1_000_000_000)?;
        }
        let fits = self.start == Start::Random || self.size == 8;
        check(fits, "board.start", "six-in-the-middle", "random where board.size is not 8")?;
        let MutationSettings { add, delete, relocate, resize, swap, more, drift, anew } = self.mutation;
        let shares = [add, delete, relocate, resize, swap];
        for (name, share) in ["add", "delete", "relocate", "resize", "swap"].iter().zip(shares) {
            within(&format!("board.mutation.{name}"), share, 0.0..=1000.0)?;
        }
        check(shares.iter().sum::<f64>() > 0.0, "board.mutation", "nothing", "something above 0")?;
        within("board.mutation.more", more, 0.0..=0.9)?;
        within("board.mutation.anew", anew, 0.0..=1.0)?;
        within("board.mutation.drift", drift, 0..=1000)?;
        within("board.climb.warmth", self.climb.warmth, 0.0..=1e6)?;
        within("board.climb.growth", self.climb.growth, 1.0..=1e6)
    }
}
