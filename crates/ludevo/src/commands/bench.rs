//! `ludevo bench`: speed, every rate beside its baseline in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ludevo_arena::{Match, MatchResult, Watch};
use ludevo_games::checkers::giveaway::heuristic::{Heuristic, published};
use ludevo_games::checkers::{self, Checkers8, LoseCheckers};
use ludevo_games::reversi::random_playout;
use ludevo_program::{nearest, node_rate};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::{AlphaBeta, Settings};
use ludevo_search::rules::{TurnBased, perft};
use magpie::othello::{Board, Stone};
use rand::RngExt;
use rand::seq::IteratorRandom;
use serde::Serialize;

use super::{asked, find_player, find_turn_based, on_threads};
use crate::args::Bench;
use crate::failure::{Done, Failure};
use crate::{output, watch};

/// A measured rate.
#[derive(Debug, Serialize)]
struct Rate {
    name: &'static str,
    value: f64,
    unit: &'static str,
    baseline: &'static str,
    baseline_value: f64,
    ratio: f64,
}

impl Rate {
    fn new(
        name: &'static str,
        value: f64,
        unit: &'static str,
        baseline: &'static str,
        baseline_value: f64,
    ) -> Self {
        Rate { name, value, unit, baseline, baseline_value, ratio: value / baseline_value }
    }
}

/// One thing to measure, and the rates that it gives.
type Group = (&'static str, fn() -> Result<Vec<Rate>, Failure>);

const GROUPS: [Group; 6] = [
    ("programs", programs),
    ("reversi-playouts", playouts),
    ("reversi-search", search),
    ("checkers-perft", checkers_perft),
    ("checkers-playouts", checkers_playouts),
    ("lose-checkers-search", lose_checkers_search),
];

/// Measures and prints.
pub(crate) fn run(args: &Bench) -> Done {
    let chosen: Vec<&Group> = GROUPS
        .iter()
        .filter(|(name, _)| args.name.as_ref().is_none_or(|part| name.contains(part.as_str())))
        .collect();
    if let (Some(name), true) = (&args.name, chosen.is_empty()) {
        let nearest = nearest(name, GROUPS.iter().map(|(name, _)| *name)).unwrap_or_default();
        return Err(Failure::request(anyhow!("there is no rate `{name}`; the nearest is `{nearest}`")));
    }
    let mut rates = Vec::new();
    for (name, measure) in chosen {
        let spinner = watch::spinner(name);
        let measured = measure()?;
        spinner.finish_and_clear();
        for rate in measured {
            if !args.json {
                output::line(format!(
                    "{:<38} {:>14.1} {:<18} {:>6.2} of {} ({:.1})",
                    rate.name, rate.value, rate.unit, rate.ratio, rate.baseline, rate.baseline_value
                ))?;
            }
            rates.push(rate);
        }
    }
    if args.json {
        output::json(&rates)?;
    }
    Ok(())
}

/// Typed programs of about 50 nodes, one state a call.
fn programs() -> Result<Vec<Rate>, Failure> {
    let rates = node_rate::measure(300)?;
    let baseline = "the same programs as Rust functions";
    let unit = "million nodes/s";
    Ok(vec![
        Rate::new("programs, compiled", rates.compiled, unit, baseline, rates.rust),
        Rate::new("programs, interpreted", rates.interpreted, unit, baseline, rates.rust),
    ])
}

/// Random games of Reversi beside those of the crate magpie, in turns so that both meet the same machine.
fn playouts() -> Result<Vec<Rate>, Failure> {
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
fn search() -> Result<Vec<Rate>, Failure> {
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

/// Sequences of ten moves from the start of checkers, beside the same count with every move listed and made.
fn checkers_perft() -> Result<Vec<Rate>, Failure> {
    const DEPTH: u32 = 10;
    let game = Checkers8::STANDARD;
    let counting = fastest(3, || perft(&game, &game.initial(), DEPTH));
    let making = fastest(3, || leaves(&game, &game.initial(), DEPTH));
    let unit = "million moves/s";
    let [counting, making] = [counting, making].map(|(nodes, time)| nodes as f64 / time.as_secs_f64() / 1e6);
    Ok(vec![Rate::new("checkers, perft 10, one core", counting, unit, "making every move", making)])
}

/// As [`perft`], without the short cut of counting the last moves in place of making them.
fn leaves<G: TurnBased>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    game.moves(state).map(|action| leaves(game, &game.apply(state, action), depth - 1)).sum()
}

/// What `run` gives, and the shortest time that it took.
fn fastest<T>(times: u32, run: impl Fn() -> T) -> (T, Duration) {
    let once = || {
        let start = Instant::now();
        (black_box(run()), start.elapsed())
    };
    (1..times).fold(once(), |best, _| {
        let next = once();
        if next.1 < best.1 { next } else { best }
    })
}

/// Random games of checkers beside what OpenSpiel is reported to play from Python.
fn checkers_playouts() -> Result<Vec<Rate>, Failure> {
    const GAMES: u64 = 2_000;
    /// 8x8 games a second with OpenSpiel's Python interface, on another machine: an order of magnitude.
    const OPEN_SPIEL: f64 = 4_406.0;
    let game = Checkers8::STANDARD;
    let (_, time) = fastest(10, || {
        let mut rng = stream(1, Purpose::Sampling, 3, 0);
        for _ in 0..GAMES {
            black_box(checkers::random_playout(&game, &mut rng));
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
fn lose_checkers_search() -> Result<Vec<Rate>, Failure> {
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
        let mut search = AlphaBeta::new(Settings::full(6));
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

fn states(result: &MatchResult) -> f64 {
    [&result.effort_first, &result.effort_second]
        .map(|effort| effort.total.mean() * effort.total.count() as f64)
        .iter()
        .sum()
}
