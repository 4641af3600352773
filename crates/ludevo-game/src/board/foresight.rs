//! Positions whose outcome is known, and how well a judgement of them agrees with it.

use ludevo_arena::{Player, RandomPlayer};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, Turn};
use rand::RngExt;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::evolved::Brain;
use super::{BoardGame, Maker, or_end};

/// Random plies at the start of every game.
const OPENING: usize = 6;

/// How likely a later move is random, so that positions which good play avoids are judged too.
const WANDERING: f64 = 0.05;

/// Views of positions and the points of the player to move in the end.
pub(crate) struct Foresight {
    views: Vec<Vec<u64>>,
    points: Vec<f64>,
}

impl Foresight {
    /// Plays the games of foresight round `number` and keeps up to `positions` of each. The result does not depend on
    /// the number of threads.
    pub(crate) fn new<G: BoardGame>(
        game: &G,
        player: &Maker<G>,
        (games, positions): (usize, usize),
        cells: usize,
        (seed, number): (u64, usize),
    ) -> Self {
        let known: Vec<(Vec<u64>, f64)> = (0..games as u64)
            .into_par_iter()
            .flat_map_iter(|slot| {
                let mut rng = stream(seed, Purpose::Foresight, number as u64, slot);
                let (states, outcome) = wander(game, player, &mut rng);
                let kept = states.into_iter().skip(OPENING).sample(&mut rng, positions);
                kept.into_iter().map(move |state| {
                    let mut view = vec![0; cells];
                    game.fill(&state, &mut view);
                    (view, if game.mover(&state) == Side::First { outcome } else { 1.0 - outcome })
                })
            })
            .collect();
        let (views, points) = known.into_iter().unzip();
        Foresight { views, points }
    }

    /// The correlation between the rank of a brain's judgement and the points, from -1 to 1; 0 for a brain that
    /// judges all positions alike.
    pub(crate) fn agreement(&self, brain: &Brain) -> f64 {
        let mut view = Vec::new();
        let mut judged: Vec<(f64, f64)> = self
            .views
            .iter()
            .zip(&self.points)
            .map(|(known, points)| {
                view.clone_from(known);
                (brain.judge(&mut view), *points)
            })
            .collect();
        judged.sort_by(|one, two| one.0.total_cmp(&two.0));
        rank_correlation(&judged)
    }
}

/// The states in which a player meets itself now and then moving at random, and the points of the first side.
fn wander<G: BoardGame>(game: &G, player: &Maker<G>, rng: &mut Stream) -> (Vec<G::State>, f64) {
    let mut sides: [Box<dyn Player<G>>; 2] = [player.make(), player.make()];
    for (side, player) in [Side::First, Side::Second].into_iter().zip(&mut sides) {
        player.new_game(game, side, rng);
    }
    let mut states = Vec::new();
    let mut state = game.initial();
    loop {
        match game.turn(&state) {
            Turn::End(outcome) => return (states, outcome.points(Side::First)),
            Turn::Chance => state = game.apply(&state, game.draw(&state, rng)),
            Turn::Player(side) => {
                let action = if states.len() < OPENING || rng.random_bool(WANDERING) {
                    RandomPlayer.choose(game, &state, rng)
                } else {
                    sides[side as usize].choose(game, &state, rng)
                };
                let next = game.apply(&state, or_end(action));
                states.push(std::mem::replace(&mut state, next));
            }
        }
    }
}

/// The correlation between the ranks of the first numbers, which must be in order, and the second numbers. Equal first
/// numbers share the mean of their ranks.
fn rank_correlation(sorted: &[(f64, f64)]) -> f64 {
    let count = sorted.len() as f64;
    let mean_rank = (count - 1.0) / 2.0;
    let mean = sorted.iter().map(|(_, points)| points).sum::<f64>() / count;
    let (mut shared, mut of_ranks, mut of_points) = (0.0, 0.0, 0.0);
    let mut start = 0;
    while start < sorted.len() {
        let equal = sorted[start..].iter().take_while(|(value, _)| *value == sorted[start].0).count();
        let rank = start as f64 + (equal as f64 - 1.0) / 2.0 - mean_rank;
        for (_, points) in &sorted[start..start + equal] {
            shared += rank * (points - mean);
            of_ranks += rank * rank;
            of_points += (points - mean) * (points - mean);
        }
        start += equal;
    }
    let scale = (of_ranks * of_points).sqrt();
    if scale > 0.0 { shared / scale } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::rank_correlation;

    #[test]
    fn agreement_is_one_for_the_same_order_and_shares_ranks_of_equals() {
        assert!((rank_correlation(&[(1.0, 0.0), (1.0, 0.0), (5.0, 1.0), (5.0, 1.0)]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[(1.0, 1.0), (9.0, 0.0)]) + 1.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(3.0, 1.0), (3.0, 0.0)]), 0.0);
        assert_eq!(rank_correlation(&[]), 0.0);
    }
}
