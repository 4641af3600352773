//! How long a table takes here, from a few games of its rows.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ludevo_game::game::Game;
use ludevo_game::study::Entry;
use ludevo_runs::load;

use crate::error::FigureError;
use crate::kept::Kept;
use crate::measure::{Measure, Problems, Series, SolverFigure};
use crate::measurer::{Measurer, MeasurerSettings, Work, game_of};
use crate::table::Table;

/// About how much work a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Seconds of its games and problems on one thread.
    pub seconds: f64,
    /// Runs of evolution beside these, whose time is not known. Runs that were made here before count too, though they
    /// are not made again.
    pub runs: u64,
    /// Rows that cannot be measured as things are, such as for a champion that does not ship.
    pub missing: usize,
}

/// Games and problems of which a row is tried.
const GAMES: u64 = 2;
const MORE_GAMES: u64 = 20;
const PROBLEMS: u32 = 3;

/// Games that take less are tried again with more of them.
const QUICK_SECONDS: f64 = 0.05;

/// Tries the rows of a table, those far from each other first, until `patience` is over; what was not tried is taken to last as
/// long a game as what was.
pub fn estimate(table: &Table, patience: Duration) -> Result<Estimate, FigureError> {
    let clock = Instant::now();
    let game = game_of(table)?;
    let settings = MeasurerSettings { threads: Some(1), ..MeasurerSettings::default() };
    let measurer = Measurer::new(settings, Kept::default(), &());
    let mut result = Estimate::default();
    let mut parts: BTreeMap<String, (Measure, u64)> = BTreeMap::new();
    let mut runs: BTreeMap<(String, Vec<String>), u64> = BTreeMap::new();
    for row in &table.rows {
        for (Series { experiment, set }, count) in row.measure.series() {
            let known = runs.entry((experiment, set)).or_insert(0);
            *known = count.max(*known);
        }
        let players = row.measure.players();
        let can_be_had = |name: &&str| name.parse().is_ok_and(|name| game.check_player(&name).is_ok());
        if !players.iter().all(can_be_had) || !has_courses(game, &row.measure) {
            result.missing += 1;
            continue;
        }
        for (sample, count) in samples(&row.measure) {
            let what = serde_json::to_string(&sample).expect("a measure is plain values");
            let known = parts.entry(what).or_insert((sample, 0));
            known.1 = known.1.max(count);
        }
    }
    result.runs = runs.values().sum();
    // Steps of the golden section spread over the rows however many are tried.
    let step = |place: usize| (place as f64 * 0.618_033_988_749).fract();
    let mut order: Vec<(usize, &(Measure, u64))> = parts.values().enumerate().collect();
    order.sort_by(|one, two| step(one.0).total_cmp(&step(two.0)));
    let (mut tried, mut seconds, mut games) = (0, 0.0, 0);
    for (_, (sample, count)) in &order {
        games += count;
        if tried > 0 && clock.elapsed() > patience {
            continue;
        }
        seconds += pace(&Work { of: &measurer, game, number: 0 }, sample)? * *count as f64;
        tried += count;
    }
    result.seconds = if tried > 0 { seconds * games as f64 / tried as f64 } else { 0.0 };
    Ok(result)
}

/// Whether the courses of races are there.
fn has_courses(game: &dyn Game, measure: &Measure) -> bool {
    let (driver, courses): (_, Vec<&String>) = match measure {
        Measure::Races { driver, course, .. } => (driver.clone(), vec![course]),
        Measure::Season { driver, season, .. } => (driver.clone(), season.keys().collect()),
        // Whoever comes of a run can drive where its yardstick can.
        Measure::RunsRaced { experiment, set, course, .. } => match load(experiment, set) {
            Ok(loaded) => (loaded.experiment.yardstick.player, vec![course]),
            Err(_) => return false,
        },
        _ => return true,
    };
    let (Some(facet), Ok(driver)) = (game.races(), driver.parse()) else { return false };
    courses.iter().all(|course| facet.enter(&Entry { driver: &driver, behind: &[], course, laps: 1 }).is_ok())
}

/// Seconds a game or problem. What is done once, such as filling a table or compiling a program, is no part of a game's.
fn pace(work: &Work<'_>, sample: &Measure) -> Result<f64, FigureError> {
    let timed = |sample: &Measure| -> Result<(f64, f64), FigureError> {
        let start = Instant::now();
        let games = work.measure(sample)?.games.max(1);
        Ok((start.elapsed().as_secs_f64(), games as f64))
    };
    let (mut short, few) = timed(sample)?;
    let mut longer = sample.clone();
    let Measure::Score { games, .. } = &mut longer else { return Ok(short / few) };
    *games = MORE_GAMES;
    short = short.min(timed(sample)?.0);
    if short > QUICK_SECONDS {
        return Ok(short / few);
    }
    let (long, many) = timed(&longer)?;
    Ok(if long > short { (long - short) / (many - few) } else { long / many })
}

/// Small measurements of the kind that a row needs, and how many games or problems of each kind it is.
fn samples(measure: &Measure) -> Vec<(Measure, u64)> {
    let game = |first: &str, second: &str, count: u64| {
        let (first, second) = (first.to_owned(), second.to_owned());
        (
            Measure::Score {
                first,
                second,
                games: GAMES,
                openings: None,
                positions: Vec::new(),
                rules: None,
            },
            count,
        )
    };
    match measure {
        Measure::Score { first, second, games, .. }
        | Measure::Merit { first, second, games, .. }
        | Measure::Share { first, second, games, .. }
        | Measure::Points { first, second, games } => vec![game(first, second, *games)],
        // As many plain games are played beside those of less variance.
        Measure::Variance { first, second, games, .. } => vec![game(first, second, 2 * games)],
        Measure::Effort { player, than, against, games } => {
            let players = [Some(player), than.as_ref()].into_iter().flatten();
            players.map(|player| game(player, against, *games)).collect()
        }
        Measure::Compared { better, worse, against, games } => {
            better.iter().chain(worse).map(|player| game(player, against, *games)).collect()
        }
        Measure::Pace { player, games } => vec![game(player, player, *games)],
        Measure::Pruning { player, against, games, .. } => vec![game(player, against, *games)],
        Measure::Solve { solver, than, over, problems, less, .. } => {
            let solvers = [Some(solver), than.as_ref(), over.as_ref()].into_iter().flatten();
            let one = |solver: &String, problems: &Problems| {
                let count = u64::from(problems.count);
                let problems = Problems { count: PROBLEMS, ..problems.clone() };
                let (solver, figure) = (solver.clone(), SolverFigure::Solved);
                (Measure::Solve { solver, than: None, over: None, problems, less: None, figure }, count)
            };
            let sets = || [Some(problems), less.as_ref()].into_iter().flatten();
            solvers.flat_map(|solver| sets().map(move |problems| one(solver, problems))).collect()
        }
        // Two laps make a game of a match, on courses that are always there.
        Measure::Races { driver, races, laps, behind, .. } => {
            let cars = 1 + behind.len() as u64;
            vec![game(driver, driver, (races * u64::from(*laps) * cars).div_ceil(2))]
        }
        Measure::Season { driver, races, season, .. } => {
            vec![game(driver, driver, (races * season.len() as u64).div_ceil(2))]
        }
        Measure::League { guest, leagues, rounds, figure } => {
            let (guest, count) = (guest.clone(), leagues * u64::from(*rounds));
            vec![(Measure::League { guest, leagues: 1, rounds: 1, figure: *figure }, count)]
        }
        Measure::Stated { .. }
        | Measure::Runs { .. }
        | Measure::RunsRaced { .. }
        | Measure::RunsCompared { .. } => Vec::new(),
    }
}
