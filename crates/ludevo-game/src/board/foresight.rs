//! Positions whose outcome is known, and how well a judgement of them agrees with it.

use std::sync::OnceLock;

use ludevo_arena::{Player, RandomPlayer};
use ludevo_evolve::{Exam, Failed, Mark};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, Turn};
use rand::RngExt;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::contest::{Entrant, failed};
use super::evolved::Brain;
use super::starts::Starts;
use super::{Judged, Maker};

/// Random plies at the start of every game.
const OPENING: usize = 6;

/// How likely a later move is random, so that positions which good play avoids are judged too.
const WANDERING: f64 = 0.05;

/// A round of foresight: who plays the games, and how many.
pub(crate) struct Foresight<G: Judged> {
    /// Who plays them against itself.
    pub(crate) player: Maker<G>,
    /// How many games.
    pub(crate) games: usize,
    /// How many positions of each.
    pub(crate) positions: usize,
    /// What came of them, once they are played.
    known: OnceLock<Vec<Known>>,
}

/// The view of a position, which of the game's judges judges it, and the points in the end of the player whose view it is.
type Known = (Vec<u64>, usize, f64);

impl<G: Judged> Foresight<G> {
    /// A round whose games are not played yet.
    pub(crate) fn new(player: Maker<G>, games: usize, positions: usize) -> Self {
        Foresight { player, games, positions, known: OnceLock::new() }
    }

    /// Plays the games, as those of round `number` of a run. The result does not depend on the number of threads.
    pub(crate) fn set_up(
        &self,
        game: &G,
        starts: Option<&Starts<G::State>>,
        cells: usize,
        seed: u64,
        number: usize,
    ) -> Result<(), Failed> {
        if self.known.get().is_some() {
            return Ok(());
        }
        let one = |slot: u64| {
            let mut rng = stream(seed, Purpose::Foresight, number as u64, slot);
            let (states, outcome) = self.wander(game, starts, &mut rng)?;
            let kept = states.into_iter().skip(OPENING).sample(&mut rng, self.positions);
            let known = |state: G::State| {
                let mut view = vec![0; cells];
                game.fill(&state, &mut view);
                let points = if game.seen_by(&state) == Side::First { outcome } else { 1.0 - outcome };
                (view, game.judge(&state), points)
            };
            Ok(kept.into_iter().map(known).collect())
        };
        let games: Vec<Vec<Known>> =
            (0..self.games as u64).into_par_iter().map(one).collect::<Result<_, Failed>>()?;
        self.known.get_or_init(|| games.concat());
        Ok(())
    }

    /// The states in which the player meets itself now and then moving at random, and the points of the first side.
    fn wander(
        &self,
        game: &G,
        starts: Option<&Starts<G::State>>,
        rng: &mut Stream,
    ) -> Result<(Vec<G::State>, f64), Failed> {
        let mut sides: [Box<dyn Player<G>>; 2] = [self.player.make(), self.player.make()];
        for (side, player) in [Side::First, Side::Second].into_iter().zip(&mut sides) {
            player.new_game(game, side, rng);
        }
        let mut states = Vec::new();
        let mut state = starts.map_or_else(|| game.initial(), |starts| starts.draw(rng));
        loop {
            if let Some(outcome) = game.adjudicate(&state, 2 * states.len()) {
                return Ok((states, outcome.points(Side::First)));
            }
            match game.turn(&state) {
                Turn::End(outcome) => return Ok((states, outcome.points(Side::First))),
                Turn::Chance => state = game.apply(&state, game.draw(&state, rng)),
                Turn::Player(side) => {
                    let action = if states.len() < OPENING || rng.random_bool(WANDERING) {
                        RandomPlayer.choose(game, &state, rng)
                    } else {
                        sides[side as usize].choose(game, &state, rng)
                    };
                    let next = game.apply(&state, action.map_err(failed)?);
                    states.push(std::mem::replace(&mut state, next));
                }
            }
        }
    }

    /// The correlation between the rank of a brain's judgement and the points, from -1 to 1; 0 for a brain that
    /// judges all positions alike.
    fn agreement(&self, brain: &Brain) -> f64 {
        let known = self.known.get().expect("a run is set up before anybody is examined");
        let mut view = Vec::new();
        let judged = |(known, own, points): &(Vec<u64>, usize, f64)| {
            view.clone_from(known);
            let judge = brain.judge(|| *own, &mut view);
            (brain.value(judge, &mut view), *points)
        };
        let mut judged: Vec<(f64, f64)> = known.iter().map(judged).collect();
        judged.sort_by(|one, two| one.0.total_cmp(&two.0));
        rank_correlation(&judged)
    }
}

impl<G: Judged> Exam<Entrant<G>> for Foresight<G> {
    fn questions(&self) -> usize {
        1
    }

    fn ask(&self, entrant: &Entrant<G>, _question: usize, _rng: &mut Stream) -> Mark {
        let worth = match entrant {
            Entrant::Evolved(_, brain) => self.agreement(brain),
            Entrant::Named(_) => 0.0,
        };
        Mark { worth, hardness: 0.0 }
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
