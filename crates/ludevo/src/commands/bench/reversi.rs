//! The rates of Reversi.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ludevo_arena::{Match, MatchResult, Watch};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_reversi::random_playout;
use magpie::othello::{Board, Stone};
use rand::RngExt;

use super::Rate;
use crate::commands::{asked, find_player, find_turn_based, on_threads};
use crate::failure::Failure;

/// Random games of Reversi beside those of the crate magpie, in turns so that both meet the same machine.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    const ROUNDS: u64 = 20;
    const GAMES: u64 = 2_000;
    let mut fastest = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let mut rng = stream(1, Purpose::Sampling, 1, round);
        let start = Instant::now();
        for _ in 0..GAMES {
            black_box(random_playout(&mut rng));
        }
        fastest[0] = fastest[0].min(start.elapsed());
        let mut rng = stream(1, Purpose::Sampling, 2, round);
        let start = Instant::now();
        for _ in 0..GAMES {
            black_box(magpie_playout(&mut rng));
        }
        fastest[1] = fastest[1].min(start.elapsed());
    }
    let [ours, theirs] = fastest.map(|time| GAMES as f64 / time.as_secs_f64());
    Ok(vec![Rate::new("reversi, random games, one core", ours, "games/s", "magpie", theirs)])
}

/// The fastest way found to play a random game with magpie's public interface.
fn magpie_playout(rng: &mut Stream) -> Board {
    let mut board = Board::standard();
    let mut stone = Stone::Black;
    loop {
        let mut moves = board.moves_for(stone);
        if moves.is_empty() {
            stone = stone.flip();
            moves = board.moves_for(stone);
            if moves.is_empty() {
                return board;
            }
        }
        let mut choices = moves.hot_bits();
        let chosen = rng.random_range(0..choices.len());
        board.play(stone, choices.nth(chosen).expect("fewer than the number of moves"));
        stone = stone.flip();
    }
}

/// States expanded in games between evolved players at depth 4, on one and on two threads.
pub(super) fn search() -> Result<Vec<Rate>, Failure> {
    let (game, facet) = find_turn_based("reversi")?;
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
