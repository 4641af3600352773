//! Positions whose outcome is known, and how well a judgement of them agrees with it.

use ludevo_arena::{Player, RandomPlayer};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, Turn};
use rand::RngExt;
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::evolved::Brain;
use super::settings::PlayerSettings;
use super::{BoardGame, Maker, or_end};

/// Random plies at the start of every game.
const OPENING: usize = 6;

/// How likely a later move is random, so that positions which good play avoids are judged too.
const WANDERING: f64 = 0.05;

/// Groups of positions, in each of which judgements are compared.
pub(crate) struct Foresight {
    groups: Vec<Vec<Known>>,
}

/// The view of a position and the points of the player to move in the end.
type Known = (Vec<u64>, f64);

/// Who plays the games of foresight.
pub(crate) struct Wanderers<G: BoardGame> {
    /// The one whose games they are.
    pub(crate) player: Maker<G>,
    /// The other, if that is not the same again.
    pub(crate) against: Option<Maker<G>>,
}

impl Foresight {
    /// Plays the games of foresight round `number` and keeps up to `positions` of each, of those only that a player
    /// with these settings would judge. The result does not depend on the number of threads.
    pub(crate) fn new<G: BoardGame>(
        game: &G,
        wanderers: &Wanderers<G>,
        settings: PlayerSettings,
        (games, positions): (usize, usize),
        cells: usize,
        (seed, number): (u64, usize),
    ) -> Self {
        let Wanderers { player, against } = wanderers;
        let known: Vec<(Side, Known)> = (0..games as u64)
            .into_par_iter()
            .flat_map_iter(|slot| {
                let mut rng = stream(seed, Purpose::Foresight, number as u64, slot);
                let other = against.as_ref().unwrap_or(player);
                let (sides, own) = match slot % 2 {
                    0 => ([player, other], Side::First),
                    _ => ([other, player], Side::Second),
                };
                let (states, outcome) = wander(game, sides, &mut rng);
                let is_judged = |state: &G::State| settings.forced == 0 || !game.is_forced(state);
                let kept = states.into_iter().skip(OPENING).filter(is_judged).sample(&mut rng, positions);
                kept.into_iter().map(move |state| {
                    let mut view = vec![0; cells];
                    game.fill(&state, &mut view);
                    let mover = game.mover(&state);
                    let points = if mover == Side::First { outcome } else { 1.0 - outcome };
                    (if mover == own { Side::First } else { Side::Second }, (view, points))
                })
            })
            .collect();
        let (one, other): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(mover, _)| against.is_none() || *mover == Side::First);
        let views = |group: Vec<(Side, Known)>| group.into_iter().map(|(_, known)| known).collect();
        let groups: Vec<Vec<Known>> = [one, other].map(views).into();
        Foresight { groups: groups.into_iter().filter(|group| !group.is_empty()).collect() }
    }

    /// The correlation between the rank of a brain's judgement and the points, from -1 to 1, the mean of the groups; 0
    /// for a brain that judges all positions alike.
    pub(crate) fn agreement(&self, brain: &Brain) -> f64 {
        let mut view = Vec::new();
        let mut sum = 0.0;
        for group in &self.groups {
            let mut judged: Vec<(f64, f64)> = group
                .iter()
                .map(|(known, points)| {
                    view.clone_from(known);
                    (brain.judge(&mut view), *points)
                })
                .collect();
            judged.sort_by(|one, two| one.0.total_cmp(&two.0));
            sum += rank_correlation(&judged);
        }
        sum / self.groups.len().max(1) as f64
    }
}

/// The states of a game between two who now and then move at random, and the points of the first side.
fn wander<G: BoardGame>(game: &G, sides: [&Maker<G>; 2], rng: &mut Stream) -> (Vec<G::State>, f64) {
    let mut sides: [Box<dyn Player<G>>; 2] = sides.map(|maker| maker.make());
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
            of_points += (points - mean).powi(2);
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
