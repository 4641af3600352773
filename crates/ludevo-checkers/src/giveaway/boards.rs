//! Test positions and what they are worth: what the heuristic generator of the paper is judged by (section 3.1).

use ludevo_random::{Purpose, stream};
use ludevo_search::alphabeta::{AlphaBeta, SearchSettings};
use ludevo_search::rules::TurnBased;
use rand::RngExt;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::heuristic::{Form, Heuristic};
use crate::rules::{LoseCheckers, Position};

/// What it is worth to have won.
const WIN: f64 = 10.0;

/// How much less a win is worth for each ply that it takes, so that a near end counts for more than a far one.
const PLY: f64 = 0.5;

/// Positions as the weights of a form see them, each with its value for the player to move.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    /// What the weights multiply, position after position.
    features: Vec<f64>,
    values: Vec<f64>,
}

/// Where positions come from.
pub(super) struct Source<'a> {
    /// The rules.
    pub(super) game: &'a LoseCheckers,
    /// The form whose weights are learned.
    pub(super) form: &'a Form,
    /// Who judges where the search sees no end; with weights of 0 that is a draw.
    pub(super) judge: &'a Heuristic,
    /// Plies of the search that values positions.
    pub(super) depth: u32,
    /// The least and the greatest number of random plies that led to a position.
    pub(super) plies: (u32, u32),
    /// The seed of the run, and what tells this source from others.
    pub(super) stream: (u64, u64),
}

impl Source<'_> {
    /// So many positions. They do not depend on the number of threads.
    pub(super) fn boards(&self, count: usize) -> Boards {
        let searches = || -> Vec<AlphaBeta<LoseCheckers>> {
            (1..=self.depth).map(|depth| AlphaBeta::new(SearchSettings::full(depth))).collect()
        };
        let known: Vec<(Vec<f64>, f64)> = (0..count as u64)
            .into_par_iter()
            .map_init(
                || (searches(), self.judge.clone()),
                |(searches, judge), slot| {
                    let position = self.position(slot);
                    (self.form.features(&position), value(self.game, &position, searches, judge))
                },
            )
            .collect();
        let mut boards = Boards::default();
        for (features, value) in known {
            boards.features.extend(features);
            boards.values.push(value);
        }
        boards
    }

    /// The position number `slot`: the first game of random moves that lasts long enough leads to it.
    fn position(&self, slot: u64) -> Position<4> {
        let (seed, number) = self.stream;
        let mut rng = stream(seed, Purpose::Teaching, number, slot);
        loop {
            let plies = rng.random_range(self.plies.0..=self.plies.1);
            let mut position = self.game.initial();
            let mut played = 0;
            while let Some(action) = self.game.moves(&position).choose(&mut rng) {
                if played == plies {
                    return position;
                }
                position = self.game.apply(&position, action);
                played += 1;
            }
        }
    }
}

/// The value of a position by searches of rising depth: an end by how near it is, otherwise what the judge says, which
/// never counts for more than the furthest end.
fn value(
    game: &LoseCheckers,
    position: &Position<4>,
    searches: &mut [AlphaBeta<LoseCheckers>],
    judge: &mut Heuristic,
) -> f64 {
    let furthest = WIN - PLY * searches.len() as f64;
    let mut value = 0.0;
    for (plies, search) in (1..).zip(searches) {
        value = search.best_moves(game, position, judge).0;
        if value.is_infinite() {
            return value.signum() * (WIN - PLY * f64::from(plies));
        }
    }
    value.clamp(-furthest, furthest)
}

impl Boards {
    /// Adds positions.
    pub(super) fn extend(&mut self, more: Boards) {
        self.features.extend(more.features);
        self.values.extend(more.values);
    }

    /// The fitness of weights: the number of positions over the summed squares of errors.
    pub(super) fn fitness(&self, weights: &[f64]) -> f64 {
        let judged = self.features.chunks_exact(weights.len());
        let error = |(features, value): (&[f64], &f64)| {
            let judged: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
            (judged - value) * (judged - value)
        };
        let errors: f64 = judged.zip(&self.values).map(error).sum();
        self.values.len() as f64 / errors.max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::parse_fen;
    use crate::giveaway::heuristic::published;

    #[test]
    fn near_ends_count_for_more_and_judgements_for_less_than_any_end() {
        let game = LoseCheckers::STANDARD;
        let mut searches: Vec<_> = (1..=4).map(|depth| AlphaBeta::new(SearchSettings::full(depth))).collect();
        let weigh = |weight: f64| Heuristic::new(published::eight(), vec![weight; 8]).expect("eight weights");
        let mut judged = |fen: &str, weight| {
            value(&game, &parse_fen(fen).expect("a position"), &mut searches, &mut weigh(weight))
        };
        assert_eq!(judged("B:W21-32:B1-12", 0.0), 0.0);
        // Black offers its last man, white must take it, and who has nothing left has won.
        assert_eq!(judged("B:W20:B11", 0.0), WIN - 2.0 * PLY);
        assert_eq!(judged("B:W20,24,28:B1,2,3,4", 1e6).abs(), WIN - 4.0 * PLY);
    }

    #[test]
    fn fitness_is_the_number_of_positions_over_the_squared_errors() {
        let boards = Boards { features: vec![1.0, 2.0, 3.0, 4.0], values: vec![3.0, 6.0] };
        // Errors 0 and 1.
        assert_eq!(boards.fitness(&[1.0, 1.0]), 2.0);
    }
}
