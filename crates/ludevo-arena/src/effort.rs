//! How many states a player expands, in all and per turn.

use serde::Serialize;

use crate::stats::Moments;

/// States expanded by a player that searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// States whose moves were generated.
    pub interior: u64,
    /// States that were only evaluated.
    pub leaves: u64,
}

impl Effort {
    /// Interior states and leaves together.
    pub fn total(self) -> u64 {
        self.interior + self.leaves
    }

    /// What was added since `earlier`, an earlier count of the same player.
    pub fn since(self, earlier: Effort) -> Effort {
        Effort { interior: self.interior - earlier.interior, leaves: self.leaves - earlier.leaves }
    }
}

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
