//! The rates of backgammon.

use std::hint::black_box;
use std::time::Instant;

use ludevo_arena::{Match, Watch};
use ludevo_backgammon::{Plays, random_playout};
use ludevo_random::{Purpose, stream};

use super::{Rate, beside, others};
use crate::commands::{asked, find_in_matches, find_player, on_threads};
use crate::failure::Failure;

/// Plays random games; `round` tells them from others.
pub(super) fn play_random_games(round: u64, games: u64) {
    let mut plays = Plays::default();
    let mut rng = stream(1, Purpose::Sampling, 1, round);
    for _ in 0..games {
        black_box(random_playout(&mut rng, &mut plays));
    }
}

/// Random games beside those of the crate bkgm.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    Ok(vec![beside("backgammon, random games, one core", 300, play_random_games, &others::BKGM)])
}

/// Games a second, Pubeval against itself and the champion against Pubeval, on one and on two threads.
pub(super) fn games() -> Result<Vec<Rate>, Failure> {
    let (game, facet) = find_in_matches("backgammon")?;
    let pubeval = find_player(game, "pubeval")?;
    let mut rates = Vec::new();
    let mut measure = |name: &str, names: [&'static str; 2]| -> Result<(), Failure> {
        let player = find_player(game, name)?;
        let mut fastest = [0.0f64; 2];
        for _ in 0..3 {
            for (rate, threads) in fastest.iter_mut().zip([1, 2]) {
                let plan = Match::new(1000, 1);
                let start = Instant::now();
                on_threads(Some(threads), || facet.play_match(&player, &pubeval, &plan, Watch::default()))?
                    .map_err(asked)?;
                *rate = rate.max(1000.0 / start.elapsed().as_secs_f64());
            }
        }
        rates.push(Rate::new(names[0], fastest[0], "games/s", "one core", fastest[0]));
        rates.push(Rate::new(names[1], fastest[1], "games/s", "one core", fastest[0]));
        Ok(())
    };
    measure("pubeval", ["pubeval - pubeval, one core", "pubeval - pubeval, two cores"])?;
    if find_player(game, "champion").is_ok() {
        measure("champion", ["champion - pubeval, one core", "champion - pubeval, two cores"])?;
    }
    Ok(rates)
}
