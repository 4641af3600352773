//! A temporal-difference learner, TD-leaf(lambda): the opponent that stands where the paper had TD-GAC.
//!
//! A learner plays against itself and moves its judgement of a position, squeezed by a hyperbolic tangent to lie between
//! a loss and a win, towards its judgement of the next. What is judged is the position at the end of the line that the
//! search expects.

use ludevo_random::{Purpose, stream};
use ludevo_search::alphabeta::{AlphaBeta, SearchSettings};
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::heuristic::{Form, Heuristic};
use super::settings::TemporalDifference;
use crate::rules::{LoseCheckers, Position};

/// Games that are played with the same weights before these are changed, on as many threads as there are.
const BATCH: u64 = 8;

/// A learner's lessons of one generation.
pub(super) struct Lessons<'a> {
    /// The rules.
    pub(super) game: &'a LoseCheckers,
    /// The form whose weights are learned.
    pub(super) form: &'a Form,
    /// How it learns.
    pub(super) settings: TemporalDifference,
    /// The seed of the run.
    pub(super) seed: u64,
    /// The generation.
    pub(super) generation: u64,
}

/// A judgement on the way through a game, as black sees it.
struct Judgement {
    /// Between -1, a loss, and 1.
    value: f64,
    /// How it changes with each weight, as steps are measured.
    gradient: Vec<f64>,
}

impl Lessons<'_> {
    /// The weights of learner number `learner` after its games.
    pub(super) fn learn(&self, learner: u64, weights: &[f64]) -> Vec<f64> {
        let mut weights = weights.to_vec();
        let rate = self.settings.rate / (1.0 + self.generation as f64 / self.settings.half);
        let batches = self.settings.games.div_ceil(BATCH);
        for batch in 0..batches {
            let lesson = |number: u64| {
                let slot = (learner << 32) + batch * BATCH + number;
                self.lesson(&weights, slot)
            };
            let lessons: Vec<Vec<f64>> = (0..BATCH).into_par_iter().map(lesson).collect();
            for change in lessons {
                weights.iter_mut().zip(change).for_each(|(weight, change)| *weight += rate * change);
            }
        }
        weights
    }

    /// The changes that one game asks for.
    fn lesson(&self, weights: &[f64], slot: u64) -> Vec<f64> {
        let mut rng = stream(self.seed, Purpose::Learning, self.generation, slot);
        let heuristic = Heuristic::new(self.form.clone(), weights.to_vec());
        let mut heuristic = heuristic.expect("the form was checked, and learners have its weights");
        let mut search = AlphaBeta::new(SearchSettings::full(self.settings.depth));
        let mut judgements: Vec<Judgement> = Vec::new();
        let mut position = self.game.initial();
        let outcome = loop {
            if let Turn::End(outcome) = self.game.turn(&position) {
                break 2.0 * outcome.points(Side::First) - 1.0;
            }
            let action = if rng.random_bool(self.settings.wandering) {
                self.game.moves(&position).choose(&mut rng).expect("the game goes on")
            } else {
                let (_, best) = search.best_moves(self.game, &position, &mut heuristic);
                let chosen = best.into_iter().choose(&mut rng).expect("the game goes on");
                let line = search.line(self.game, &position, chosen, &mut heuristic);
                let leaf = line.iter().fold(position, |state, action| self.game.apply(&state, *action));
                judgements.push(self.judge(&heuristic, &leaf));
                chosen
            };
            position = self.game.apply(&position, action);
        };
        changes(&judgements, outcome, self.settings.lambda, weights.len())
    }

    fn judge(&self, heuristic: &Heuristic, leaf: &Position<4>) -> Judgement {
        if let Turn::End(outcome) = self.game.turn(leaf) {
            return Judgement { value: 2.0 * outcome.points(Side::First) - 1.0, gradient: Vec::new() };
        }
        let side = if leaf.mover == Side::First { 1.0 } else { -1.0 };
        let value = side * libm::tanh(heuristic.judge(leaf));
        let features = self.form.features(leaf);
        // Measured against the size of the features, a step means the same in every position.
        let size: f64 = 1.0 + features.iter().map(|feature| feature * feature).sum::<f64>();
        let slope = side * (1.0 - value * value) / size;
        let gradient = features.iter().map(|feature| slope * feature).collect();
        Judgement { value, gradient }
    }
}

/// The sum over all judgements of the gradient times the later differences, each difference counting lambda times less
/// than the one before.
fn changes(judgements: &[Judgement], outcome: f64, lambda: f64, weights: usize) -> Vec<f64> {
    let mut changes = vec![0.0; weights];
    let (mut next, mut ahead) = (outcome, 0.0);
    for judgement in judgements.iter().rev() {
        ahead = (next - judgement.value) + lambda * ahead;
        next = judgement.value;
        for (change, slope) in changes.iter_mut().zip(&judgement.gradient) {
            *change += slope * ahead;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_learn_from_all_that_follow() {
        let judged = |value: f64, slope: f64| Judgement { value, gradient: vec![slope] };
        // Differences: 0.5 - 0.2, then 1 - 0.5.
        let judgements = [judged(0.2, 1.0), judged(0.5, 10.0)];
        let change = changes(&judgements, 1.0, 0.5, 1)[0];
        assert!((change - ((0.3 + 0.5 * 0.5) + 10.0 * 0.5)).abs() < 1e-12, "{change}");
    }
}
