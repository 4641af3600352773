//! Estimates of how far a position is from the goal.

use ludevo_search::puzzle::{Heuristic, Step};

use super::rules::{Lot, RushHour, Slide};

/// One slide of the target, and one of each vehicle in its way: never more than what is left, in slides or in cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blockers;

impl Heuristic<RushHour> for Blockers {
    #[inline]
    fn value(&mut self, puzzle: &RushHour, lot: &Lot, _step: &Step<Slide>) -> f64 {
        puzzle.blockers(lot).map_or(0.0, |blockers| f64::from(1 + blockers))
    }
}
