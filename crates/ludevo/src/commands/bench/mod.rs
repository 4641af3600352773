//! `ludevo bench`: speed, every rate beside its baseline in the same run.

mod backgammon;
mod checkers;
mod chess;
mod freecell;
mod others;
#[cfg(feature = "own-games")]
mod plugin;
mod programs;
mod racing;
mod reversi;
mod robocode;
mod rush_hour;
mod senet;

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ludevo_program::Nearest;
use serde::Serialize;

use crate::args::Bench;
use crate::failure::{Done, Failure};
use crate::{output, watch};
use others::Other;

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
    pub(super) fn new(
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

const GROUPS: &[Group] = &[
    ("programs", programs::rates),
    ("reversi-playouts", reversi::playouts),
    ("reversi-search", reversi::search),
    ("checkers-perft", checkers::perft),
    ("checkers-playouts", checkers::playouts),
    ("lose-checkers-search", checkers::search),
    ("chess-perft", chess::perft),
    ("chess-games", chess::games),
    ("backgammon-playouts", backgammon::playouts),
    ("backgammon-games", backgammon::games),
    ("senet-playouts", senet::playouts),
    ("freecell", freecell::rates),
    ("rush-hour", rush_hour::rates),
    ("robocode", robocode::rates),
    ("racing", racing::rates),
    #[cfg(feature = "own-games")]
    ("plugin", plugin::rates),
];

/// Measures and prints.
pub(crate) fn run(args: &Bench) -> Done {
    let chosen: Vec<&Group> = GROUPS
        .iter()
        .filter(|(name, _)| args.name.as_ref().is_none_or(|part| name.contains(part.as_str())))
        .collect();
    if let (Some(name), true) = (&args.name, chosen.is_empty()) {
        let nearest = Nearest::to(name, GROUPS.iter().map(|(name, _)| *name));
        return Err(Failure::request(anyhow!("there is no rate `{name}`{nearest}")));
    }
    let mut rates = Vec::new();
    for (name, measure) in chosen {
        let spinner = watch::spinner(name);
        let measured = measure()?;
        spinner.finish_and_clear();
        for rate in measured {
            if !args.output.is_data() {
                output::line(format!(
                    "{:<38} {:>14.1} {:<18} {:>6.2} of {} ({:.1})",
                    rate.name, rate.value, rate.unit, rate.ratio, rate.baseline, rate.baseline_value
                ))?;
            }
            rates.push(rate);
        }
    }
    if args.output.is_data() {
        output::data(args.output, &rates)?;
    }
    Ok(())
}

/// Games of ours beside those of another library, in turns so that both meet the same machine. Each hears the number of
/// the round and how many games it has.
fn beside(name: &'static str, games: u64, mut ours: impl FnMut(u64, u64), other: &Other) -> Rate {
    const ROUNDS: u64 = 20;
    let mut fastest = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let start = Instant::now();
        ours(round, games);
        fastest[0] = fastest[0].min(start.elapsed());
        let start = Instant::now();
        if let Some(play) = other.play {
            play(round, games);
            fastest[1] = fastest[1].min(start.elapsed());
        }
    }
    let [rate, baseline] = fastest.map(|time| games as f64 / time.as_secs_f64());
    if other.play.is_some() {
        return Rate::new(name, rate, "games/s", other.name, baseline);
    }
    output::remark(format!(
        "{name}: its baseline {} is not part of this build; `cargo run --release --features baselines -- bench` has it",
        other.name
    ));
    Rate::new(name, rate, "games/s", "itself", rate)
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
