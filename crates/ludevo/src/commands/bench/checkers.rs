//! The rates of checkers.

use std::hint::black_box;

use ludevo_checkers::giveaway::heuristic::{Heuristic, published};
use ludevo_checkers::{Checkers8, LoseCheckers};
use ludevo_random::{Purpose, stream};
use ludevo_search::alphabeta::{AlphaBeta, SearchSettings};
use ludevo_search::perft;
use ludevo_search::rules::TurnBased;
use rand::seq::IteratorRandom;

use super::{Rate, fastest};
use crate::failure::Failure;

/// Sequences of ten moves from the start of checkers, beside the same count with every move listed and made.
pub(super) fn perft() -> Result<Vec<Rate>, Failure> {
    const DEPTH: u32 = 10;
    let game = Checkers8::STANDARD;
    let counting = fastest(3, || perft::perft(&game, &game.initial(), DEPTH));
    let making = fastest(3, || leaves(&game, &game.initial(), DEPTH));
    let unit = "million moves/s";
    let [counting, making] = [counting, making].map(|(nodes, time)| nodes as f64 / time.as_secs_f64() / 1e6);
    Ok(vec![Rate::new("checkers, perft 10, one core", counting, unit, "making every move", making)])
}

/// As [`perft::perft`], without the short cut of counting the last moves in place of making them.
fn leaves<G: TurnBased>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    game.moves(state).map(|action| leaves(game, &game.apply(state, action), depth - 1)).sum()
}

/// Random games of checkers beside what OpenSpiel is reported to play from Python.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    const GAMES: u64 = 2_000;
    /// 8x8 games a second with OpenSpiel's Python interface, on another machine: an order of magnitude.
    const OPEN_SPIEL: f64 = 4_406.0;
    let game = Checkers8::STANDARD;
    let (_, time) = fastest(10, || {
        let mut rng = stream(1, Purpose::Sampling, 3, 0);
        for _ in 0..GAMES {
            black_box(ludevo_checkers::random_playout(&game, &mut rng));
        }
    });
    let rate = GAMES as f64 / time.as_secs_f64();
    Ok(vec![Rate::new(
        "checkers, random games, one core",
        rate,
        "games/s",
        "OpenSpiel, reported",
        OPEN_SPIEL,
    )])
}

/// States that a search of depth 6 expands with the linear heuristic of eight factors ("Evolution of heuristics for
/// give-away checkers"), in positions of random games.
pub(super) fn search() -> Result<Vec<Rate>, Failure> {
    /// The middle of 75,000 to 85,000, as the paper reports for linear heuristics.
    const PUBLISHED: f64 = 80_000.0;
    let game = LoseCheckers::STANDARD;
    let weights = vec![-1.0, 0.5, 0.2, -0.3, 0.6, 0.4, 0.1, -0.2];
    let heuristic = Heuristic::new(published::eight(), weights).map_err(Failure::request)?;
    let mut positions = Vec::new();
    for slot in 0..20 {
        let mut rng = stream(1, Purpose::Sampling, 4, slot);
        let mut position = game.initial();
        while let Some(action) = game.moves(&position).choose(&mut rng) {
            positions.push(position);
            position = game.apply(&position, action);
        }
    }
    let (states, time) = fastest(5, || {
        let mut search = AlphaBeta::new(SearchSettings::full(6));
        let mut evaluator = heuristic.clone();
        for position in &positions {
            black_box(search.best_moves(&game, position, &mut evaluator));
        }
        search.effort().total()
    });
    let rate = states as f64 / time.as_secs_f64();
    Ok(vec![Rate::new(
        "lose-checkers, states at depth 6, 8F",
        rate,
        "states/s",
        "published for 8F, 2005",
        PUBLISHED,
    )])
}
