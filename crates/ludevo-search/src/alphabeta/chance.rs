//! Expectations where it is chance's turn, cut short as in Star1 (Ballard 1983) where values are bounded.
//!
//! An expectation is the sum of likelihoods times values, in the order in which the game lists what chance can do. Where
//! some values are not known yet, the same sum with the bound in their place is a bound of the expectation, and an exact
//! one: sums, and products with a likelihood, never fall when a number in them rises, however they are rounded. So a cut
//! never changes what a search finds, not even its last bit.
//!
//! Where chance moves several times in a row all of that belongs to one ply, so a game must not let it go on for ever.

use super::{Descent, Evaluator};
use crate::rules::{Side, TurnBased};

impl<G: TurnBased, E: Evaluator<G>> Descent<'_, G, E> {
    /// As [`value`](Self::value), of a state whose turn is chance's.
    pub(super) fn expectation(
        &mut self,
        state: &G::State,
        side: Side,
        left: u32,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let first = self.likelihoods.len();
        let likelihoods = self.game.moves(state).map(|outcome| self.game.likelihood(state, outcome));
        self.likelihoods.extend(likelihoods);
        let above = std::mem::replace(&mut self.below_chance, true);
        let value = self.sum(state, side, left, alpha, beta, first);
        self.below_chance = above;
        self.likelihoods.truncate(first);
        self.effort.interior += 1;
        value
    }

    /// As [`expectation`](Self::expectation), whose likelihoods are those from `first` on.
    fn sum(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64, first: usize) -> f64 {
        let bound = self.bound;
        let mut sum = 0.0;
        for (index, outcome) in (first..).zip(self.game.moves(state)) {
            let low = harmless(sum, &self.likelihoods[index..], bound, alpha);
            let high = -harmless(-sum, &self.likelihoods[index..], bound, -beta);
            if low >= bound {
                return completed(sum, &self.likelihoods[index..], bound);
            }
            if high <= -bound {
                return completed(sum, &self.likelihoods[index..], -bound);
            }
            let value = self.value(&self.game.apply(state, outcome), side, left, low, high);
            sum += self.likelihoods[index] * value;
            if value <= low {
                return completed(sum, &self.likelihoods[index + 1..], bound);
            }
            if value >= high {
                return completed(sum, &self.likelihoods[index + 1..], -bound);
            }
        }
        sum
    }
}

/// The expectation whose first terms are `sum` if all further outcomes, which have these likelihoods, are worth `value`.
fn completed(sum: f64, likelihoods: &[f64], value: f64) -> f64 {
    likelihoods.iter().fold(sum, |sum, likelihood| sum + likelihood * value)
}

/// What the next outcome, the first of `likelihoods`, may be worth without the expectation passing `alpha`, even if all
/// later ones are worth `bound`; minus infinity if no such number is found.
fn harmless(sum: f64, likelihoods: &[f64], bound: f64, alpha: f64) -> f64 {
    let (likelihood, later) = (likelihoods[0], &likelihoods[1..]);
    let spare = alpha - completed(sum, later, bound);
    // Whichever way the numbers were rounded, a little less is safe nearly always; the sum itself tells.
    let value = (spare - SLACK * (alpha.abs() + spare.abs())) / likelihood;
    if completed(sum + likelihood * value, later, bound) <= alpha { value } else { f64::NEG_INFINITY }
}

/// More than sums of some dozens of terms lose to rounding, relatively.
const SLACK: f64 = 1e-13;
