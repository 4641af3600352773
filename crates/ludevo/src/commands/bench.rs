//! `ludevo bench`: speed, every rate beside its baseline in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ludevo_arena::{Match, MatchResult, Watch};
use ludevo_games::game::Problem;
use ludevo_games::reversi::random_playout;
use ludevo_program::{nearest, node_rate};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::Limits;
use magpie::othello::{Board, Stone};
use rand::RngExt;
use serde::Serialize;

use super::{asked, find_player, find_puzzle, find_turn_based, on_threads};
use crate::args::Bench;
use crate::failure::{Done, Failure};
use crate::{output, watch};

/// A measured rate.
#[derive(Debug, Serialize)]
pub(crate) struct Rate {
    name: &'static str,
    value: f64,
    unit: &'static str,
    baseline: &'static str,
    baseline_value: f64,
    ratio: f64,
}

impl Rate {
    /// A rate beside its baseline.
    pub(crate) fn new(
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

const GROUPS: [Group; 5] = [
    ("programs", programs),
    ("reversi-playouts", playouts),
    ("reversi-search", search),
    ("freecell", freecell),
    ("robocode", super::bench_robocode::rates),
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

/// Deals solved by the champion beside fc-solve with its two fastest presets, one thread each, in turns so that all meet
/// the same machine. Nothing where fc-solve is not installed.
fn freecell() -> Result<Vec<Rate>, Failure> {
    const DEALS: u32 = 4_000;
    const PEER: &str = "freecell-solver-range-parallel-solve";
    let (game, puzzle) = find_puzzle("freecell")?;
    let solver = find_player(game, "champion")?;
    let mut solver = puzzle.solver(&solver, Limits::default()).map_err(asked)?;
    let mut fastest = [Duration::MAX; 3];
    for _ in 0..3 {
        let start = Instant::now();
        for number in 1..=DEALS {
            let solved = solver.solve(&Problem::Number(number), false);
            black_box(solved.map_err(|error| anyhow!(error))?);
        }
        fastest[0] = fastest[0].min(start.elapsed());
        for (time, preset) in fastest[1..].iter_mut().zip(["lg", "as"]) {
            let last = DEALS.to_string();
            let mut peer = std::process::Command::new(PEER);
            peer.args(["1", &last, &last, "-l", preset]).stdout(std::process::Stdio::null());
            let start = Instant::now();
            match peer.status() {
                Ok(status) if status.success() => *time = (*time).min(start.elapsed()),
                _ => {
                    output::remark(format!(
                        "freecell is left out: {PEER} of the Debian package freecell-solver-bin is not installed"
                    ));
                    return Ok(Vec::new());
                }
            }
        }
    }
    let [ours, lg, as_] = fastest.map(|time| f64::from(DEALS) / time.as_secs_f64());
    let name = "freecell, deals 1-4000, one thread";
    Ok(vec![
        Rate::new(name, ours, "deals/s", "fc-solve lg", lg),
        Rate::new(name, ours, "deals/s", "fc-solve as", as_),
    ])
}

fn states(result: &MatchResult) -> f64 {
    [&result.effort_first, &result.effort_second]
        .map(|effort| effort.total.mean() * effort.total.count() as f64)
        .iter()
        .sum()
}
