//! How many states a player expands, in all and per turn.

use serde::Serialize;

use crate::stats::Moments;

pub use ludevo_search::alphabeta::Effort;

/// Mean and spread of the states expanded per turn. Every turn counts, also one with a single legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EffortPerTurn {
    /// Interior states per turn.
    pub interior: Moments,
    /// Leaves per turn.
    pub leaves: Moments,
    /// Both together, per turn.
    pub total: Moments,
}

impl EffortPerTurn {
    /// Adds one turn.
    pub fn push(&mut self, turn: Effort) {
        self.interior.push(turn.interior as f64);
        self.leaves.push(turn.leaves as f64);
        self.total.push(turn.total() as f64);
    }

    /// Adds the turns of another count. The order of merging changes the last bits, so merge in a fixed order.
    pub fn merge(&mut self, other: &EffortPerTurn) {
        self.interior.merge(&other.interior);
        self.leaves.merge(&other.leaves);
        self.total.merge(&other.total);
    }
}
