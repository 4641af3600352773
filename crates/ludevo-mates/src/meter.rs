//! What a search for a mate takes: every move made on a board, whatever for, is a node.

use std::time::Instant;

use cozy_chess::{Board, Move};
use ludevo_search::puzzle::{Effort, Limit, Limits};

/// The limit at which a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped(pub Limit);

/// Counts nodes and watches limits.
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    started: Option<Instant>,
    /// Moves made.
    made: u64,
    /// Moves looked at without being made.
    looked: u64,
}

/// The clock is read once in so many checks.
const CLOCK_EVERY: u64 = 256;

impl Meter {
    /// A meter that starts now.
    pub fn new(limits: Limits) -> Self {
        Meter { limits, started: limits.time.map(|_| Instant::now()), made: 0, looked: 0 }
    }

    /// Makes a legal move, which is a node.
    #[inline]
    pub fn make(&mut self, board: &mut Board, action: Move) {
        self.made += 1;
        board.play_unchecked(action);
    }

    /// So many moves were looked at without being made.
    #[inline]
    pub fn look(&mut self, moves: usize) {
        self.looked += moves as u64;
    }

    /// Moves that were made elsewhere, as by programs.
    pub fn add(&mut self, made: u64) {
        self.made += made;
    }

    /// Moves that may still be made.
    pub fn left(&self) -> u64 {
        self.limits.expanded.saturating_sub(self.made)
    }

    /// Refuses to go on past a limit; `memory` is what the search uses, in bytes.
    #[inline]
    pub fn check(&self, memory: usize) -> Result<(), Stopped> {
        if self.made >= self.limits.expanded {
            return Err(Stopped(Limit::Expanded));
        }
        if memory > self.limits.memory {
            return Err(Stopped(Limit::Memory));
        }
        match self.limits.time.zip(self.started) {
            Some((time, started)) if self.made.is_multiple_of(CLOCK_EVERY) && started.elapsed() >= time => {
                Err(Stopped(Limit::Time))
            }
            _ => Ok(()),
        }
    }

    /// Moves made, and moves looked at.
    pub fn effort(&self) -> Effort {
        Effort { expanded: self.made, generated: self.looked }
    }
}
