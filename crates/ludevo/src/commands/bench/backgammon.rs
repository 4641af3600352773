//! The rates of backgammon.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bkgm::dice_gen::{DiceGen, FastrandDice};
use bkgm::position::{Position, State};
use bkgm::rules::{ClassicRules, legal_positions_with};
use ludevo_arena::{Match, Watch};
use ludevo_backgammon::{Plays, random_playout};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

use super::Rate;
use crate::commands::{asked, find_player, find_turn_based, on_threads};
use crate::failure::Failure;

/// Random games beside those of the crate bkgm, in turns so that both meet the same machine.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    const ROUNDS: u64 = 20;
    const GAMES: u64 = 300;
    let mut fastest = [Duration::MAX; 2];
    let mut plays = Plays::default();
    for round in 0..ROUNDS {
        let mut rng = stream(1, Purpose::Sampling, 1, round);
        let start = Instant::now();
        for _ in 0..GAMES {
            black_box(random_playout(&mut rng, &mut plays));
        }
        fastest[0] = fastest[0].min(start.elapsed());
        let mut rng = stream(1, Purpose::Sampling, 2, round);
        let mut dice = FastrandDice::with_seed(round);
        let start = Instant::now();
        for _ in 0..GAMES {
            black_box(bkgm_playout(&mut dice, &mut rng));
        }
        fastest[1] = fastest[1].min(start.elapsed());
    }
    let [ours, theirs] = fastest.map(|time| GAMES as f64 / time.as_secs_f64());
    Ok(vec![Rate::new("backgammon, random games, one core", ours, "games/s", "bkgm", theirs)])
}

/// A random game with bkgm's public interface.
fn bkgm_playout(dice: &mut FastrandDice, rng: &mut Stream) -> Position<15> {
    let mut position = bkgm::BACKGAMMON;
    let mut roll = dice.roll_mixed();
    loop {
        let next = legal_positions_with::<ClassicRules, 15>(position, &roll);
        position = next[rng.random_range(0..next.len())];
        if let bkgm::GameState::GameOver(_) = position.game_state() {
            return position;
        }
        roll = dice.roll();
    }
}

/// Games a second, Pubeval against itself and the champion against Pubeval, on one and on two threads.
pub(super) fn games() -> Result<Vec<Rate>, Failure> {
    let (game, facet) = find_turn_based("backgammon")?;
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
