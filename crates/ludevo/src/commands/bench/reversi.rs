//! The rates of Reversi.

use std::hint::black_box;
use std::time::Instant;

use ludevo_arena::{Match, MatchResult, Watch};
use ludevo_random::{Purpose, stream};
use ludevo_reversi::random_playout;

use super::{Rate, beside, others};
use crate::commands::{asked, find_in_matches, find_player, on_threads};
use crate::failure::Failure;

/// Random games of Reversi beside those of the crate magpie.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    let ours = |round: u64, games: u64| {
        let mut rng = stream(1, Purpose::Sampling, 1, round);
        for _ in 0..games {
            black_box(random_playout(&mut rng));
        }
    };
    Ok(vec![beside("reversi, random games, one core", 2_000, ours, &others::MAGPIE)])
}

/// States expanded in games between evolved players at depth 4, on one and on two threads.
pub(super) fn search() -> Result<Vec<Rate>, Failure> {
    let (game, facet) = find_in_matches("reversi")?;
    let players = [find_player(game, "champion@depth=4")?, find_player(game, "champion:small@depth=4")?];
    let mut fastest = [0.0f64; 2];
    for _ in 0..3 {
        for (rate, threads) in fastest.iter_mut().zip([1, 2]) {
            let plan = Match { openings: Some(6), ..Match::new(400, 1) };
            let start = Instant::now();
            let result = on_threads(Some(threads), || {
                facet.play_match(&players[0], &players[1], &plan, Watch::default())
            })?;
            let seconds = start.elapsed().as_secs_f64();
            *rate = rate.max(states(&result.map_err(asked)?) / seconds);
        }
    }
    let [one, two] = fastest;
    Ok(vec![
        Rate::new("reversi, states at depth 4, one thread", one, "states/s", "itself", one),
        Rate::new("reversi, states at depth 4, two threads", two, "states/s", "one thread", one),
    ])
}

fn states(result: &MatchResult) -> f64 {
    [&result.effort_first, &result.effort_second]
        .map(|effort| effort.total.mean() * effort.total.count() as f64)
        .iter()
        .sum()
}
