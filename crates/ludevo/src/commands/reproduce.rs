//! `ludevo reproduce`: published figures with ours beside them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use anyhow::anyhow;
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, Tally, of_mean, quantile, share_of_points, wilson};
use ludevo_arena::{EffortPerTurn, Match, MatchResult, Names, Watch};
use ludevo_game::champion::unsealed;
use ludevo_game::game::{self, Game, Problem, ProblemSolver, Solved};
use ludevo_game::measurement::{Figure, Measure, Measurement, Problems, Row, RunFigure, Series, Verdict};
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_games::{library, registry};
use ludevo_program::nearest;
use ludevo_random::Purpose;
use ludevo_runs::RunResult;
use ludevo_search::puzzle::Limits;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::series::{Finished, resolved, series};
use super::{find_in_matches, find_player, find_puzzle, on_threads};
use crate::args::Reproduce;
use crate::failure::{Done, Failure, told_once};
use crate::{output, stop, watch};

/// How many games `--quick` leaves of each row's.
const QUICK: u64 = 10;

/// What came out of a row.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Measured {
    #[serde(rename = "measured")]
    value: f64,
    low: f64,
    high: f64,
    games: u64,
    /// The standard deviation a turn, for counts of states.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<f64>,
}

/// A row with its figures, as it is printed and kept.
#[derive(Serialize, Deserialize)]
struct Printed {
    table: String,
    row: String,
    published: Option<f64>,
    #[serde(flatten)]
    measured: Option<Measured>,
    verdict: String,
    /// What was measured, on which champions and how many games: equal only if nothing of it changed.
    what: String,
}

/// Measures and prints.
pub(crate) fn run(args: &Reproduce) -> Done {
    let kept = args.keep.as_deref().map(read_kept).transpose()?.unwrap_or_default();
    let mut printed: Vec<Printed> = Vec::new();
    for (game, measurement) in chosen(args)? {
        let made =
            if args.evolve { make_champions(game, measurement, args.threads)? } else { BTreeMap::new() };
        let solved = Memory::default();
        if !args.json {
            output::line(format!("{}: {}\n", measurement.name, measurement.summary))?;
            output::line(format!(
                "{:<9} {:<58} {:>10} {:>10}  {:<21} {:>6}  verdict",
                "table", "row", "published", "measured", "95 % interval", "games"
            ))?;
        }
        for (number, row) in (0..).zip(measurement.rows) {
            // A row that measures what an earlier one did has its figures.
            let known = |measure: &Measure| {
                let what = what(game, measure, args);
                let same = |known: &&Printed| known.what == what && known.measured.is_some();
                printed.iter().chain(&kept).find(same).and_then(|known| known.measured)
            };
            let measured = match known(&row.measure) {
                Some(measured) => Some(measured),
                None => match measure(game, row, number, args, &made, &solved, &known) {
                    Ok(measured) => Some(measured),
                    Err(Failure::Request(error)) => {
                        // A champion that does not ship yet: said, and the other rows go on.
                        if !args.json {
                            let problem = told_once(&error);
                            // Which players there are instead helps nobody here.
                            let problem = problem.split(';').next().unwrap_or_default();
                            output::line(format!(
                                "{:<9} {:<58} not measured: {problem}",
                                row.table, row.row
                            ))?;
                        }
                        None
                    }
                    Err(failure) => return Err(failure),
                },
            };
            let what = what(game, &row.measure, args);
            let verdict = measured.map(|Measured { value, low, high, .. }| row.verdict(value, low, high));
            if let (Some(measured), Some(verdict), false) = (&measured, verdict, args.json) {
                print(row, measured, verdict)?;
            }
            printed.push(Printed {
                table: row.table.to_owned(),
                row: row.row.to_owned(),
                published: row.published,
                measured,
                verdict: verdict.map_or("not measured", Verdict::word).to_owned(),
                what,
            });
            if let Some(path) = &args.keep {
                // Rows that this command has not come to, or is not about, stay as they were.
                let is_new = |known: &&Printed| {
                    printed.iter().all(|row| (&row.table, &row.row) != (&known.table, &known.row))
                };
                keep(path, printed.iter().chain(kept.iter().filter(is_new)))?;
            }
        }
        if !args.json {
            output::line("")?;
        }
    }
    if args.json {
        output::json(&printed)?;
    }
    Ok(())
}

/// The identity of a measurement.
fn what(game: &dyn Game, measure: &Measure, args: &Reproduce) -> String {
    let mut text = format!("{measure:?} {}", if args.quick { "quick" } else { "full" });
    for player in measure.players() {
        let name = player.parse::<PlayerName>().ok();
        let champion = name.as_ref().and_then(PlayerName::shipped);
        let file = champion.map(|short| format!("{}/{short}", game.facts().name));
        let champion = file.and_then(|file| library::find(library::champions(), &file));
        text += &champion.map(unsealed).unwrap_or_default();
    }
    for Series { experiment, sets } in measure.series() {
        text += &resolved(experiment, sets).map(|loaded| loaded.resolved).unwrap_or_default();
    }
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

fn read_kept(path: &Path) -> Result<Vec<Printed>, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text)
            .map_err(|error| Failure::request(anyhow!("{} holds no kept rows: {error}", path.display()))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Said now, not after the first row.
            keep(path, std::iter::empty())?;
            Ok(Vec::new())
        }
        Err(error) => Err(Failure::Work(anyhow!("{}: {error}", path.display()))),
    }
}

/// Writes the rows so far, a line each, whole or not at all.
fn keep<'a>(path: &Path, rows: impl Iterator<Item = &'a Printed>) -> Result<(), Failure> {
    let lines = rows.map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
    let text = format!("[\n{}\n]\n", lines.map_err(anyhow::Error::from)?.join(",\n"));
    ludevo_runs::write_whole(path, text.as_bytes()).map_err(|error| Failure::Work(error.into()))
}

fn chosen(args: &Reproduce) -> Result<Vec<(&'static dyn Game, &'static Measurement)>, Failure> {
    let all: Vec<(&dyn Game, &Measurement)> =
        registry::games().iter().flat_map(|game| game.measurements().iter().map(|m| (*game, m))).collect();
    let Some(name) = &args.name else { return Ok(all) };
    let found: Vec<_> = all.iter().copied().filter(|(_, measurement)| measurement.name == name).collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().map(|(_, measurement)| measurement.name).collect();
        let nearest = nearest(name, names.iter().copied()).unwrap_or_default();
        let known = names.join(", ");
        return Err(Failure::request(anyhow!(
            "there is no measurement `{name}`; the nearest is `{nearest}`. Measurements: {known}"
        )));
    }
    Ok(found)
}

/// Champions by the name that ships, and the files of those evolved anew.
type Made = BTreeMap<String, PathBuf>;

/// What solvers made of problems, by both, as several rows tell different figures of the same solutions.
type Memory = RefCell<BTreeMap<String, Rc<Vec<Solved>>>>;

/// Evolves every champion that a measurement names, each by the experiment and seed that its shipped file states.
fn make_champions(game: &dyn Game, measurement: &Measurement, threads: Option<u16>) -> Result<Made, Failure> {
    let mut made = Made::new();
    for player in measurement.rows.iter().flat_map(|row| row.measure.players()) {
        let player: PlayerName = player.parse().map_err(Failure::request)?;
        let Some(name) = player.shipped().filter(|name| !made.contains_key(*name)) else { continue };
        let full = format!("{}/{name}", game.facts().name);
        let provenance = match super::show::read(&full) {
            Ok(file) => file.provenance,
            Err(_) => Provenance { experiment: full, seed: 1, ..Provenance::default() },
        };
        made.insert(name.to_owned(), super::evolve::make_champion(&provenance, threads)?);
    }
    Ok(made)
}

/// The player with its champion replaced by the one evolved anew.
fn renamed(game: &dyn Game, player: &str, made: &Made) -> Result<PlayerName, Failure> {
    let mut name = find_player(game, player)?;
    if let Some(path) = name.shipped().and_then(|short| made.get(short)) {
        name.name = path.display().to_string();
    }
    Ok(name)
}

fn measure(
    game: &dyn Game,
    row: &Row,
    number: u64,
    args: &Reproduce,
    made: &Made,
    solved: &Memory,
    known: &dyn Fn(&Measure) -> Option<Measured>,
) -> Result<Measured, Failure> {
    let fewer = |games: u64| if args.quick { (games / QUICK).max(20) } else { games };
    let play_under = |rules: Option<&str>,
                      [first, second]: [&str; 2],
                      plan: Match,
                      threads: Option<u16>|
     -> Result<MatchResult, Failure> {
        let (_, facet) = find_in_matches(game.facts().name)?;
        let changed = rules.map(|rules| facet.under(rules)).transpose();
        let changed = changed.map_err(|problem| Failure::request(anyhow!(problem)))?;
        let facet = changed.as_deref().unwrap_or(facet);
        let (one, two) = (renamed(game, first, made)?, renamed(game, second, made)?);
        let bar = watch::bar(plan.games, &format!("{first} - {second}"));
        let mut progress = |tally: &Tally| {
            bar.set_position(tally.games());
            bar.set_message(format!("{:.3}", tally.score()));
        };
        let looking_on = Watch { progress: Some(&mut progress), stop: Some(stop::on_ctrl_c()) };
        let result = on_threads(threads, || facet.play_match(&one, &two, &plan, looking_on))?;
        bar.finish_and_clear();
        let result = result.map_err(super::asked)?;
        if result.stopped {
            return Err(Failure::Work(anyhow!("stopped; the rows above are complete")));
        }
        Ok(result)
    };
    let play = |first: &str, second: &str, plan: Match, threads: Option<u16>| {
        play_under(None, [first, second], plan, threads)
    };
    // The stream of this purpose is used by nothing that was chosen by its games.
    let plan = |games: u64, openings: Option<u32>| Match {
        purpose: Purpose::Final,
        generation: number,
        openings,
        ..Match::new(fewer(games), 1)
    };
    let effort = |player: &str, against: &str, games: u64| -> Result<Measured, Failure> {
        let result = play(player, against, plan(games, None), args.threads)?;
        Ok(states(&result.effort_first, result.games))
    };
    match row.measure {
        Measure::Score { first, second, games, openings } => {
            Ok(score(&play(first, second, plan(games, openings), args.threads)?))
        }
        Measure::ScoreUnder { rules, first, second, games } => {
            Ok(score(&play_under(Some(rules), [first, second], plan(games, None), args.threads)?))
        }
        Measure::Points { first, second, games } => {
            let result = play(first, second, plan(games, None), args.threads)?;
            let points = result.points.unwrap_or_default();
            let Interval { low, high } = share_of_points(&points, CONFIDENCE);
            Ok(Measured { value: points.share(), low, high, games: result.games, deviation: None })
        }
        Measure::Worth { first, second, games, steadied } => {
            let (_, facet) = find_in_matches(game.facts().name)?;
            let (one, two) = (renamed(game, first, made)?, renamed(game, second, made)?);
            let games = fewer(games);
            let blocks = on_threads(args.threads, || facet.worth(&one, &two, games, steadied))?;
            let mut worth = Moments::default();
            blocks.map_err(super::asked)?.into_iter().for_each(|block| worth.push(block));
            let Interval { low, high } = of_mean(&worth, CONFIDENCE);
            Ok(Measured { value: worth.mean(), low, high, games, deviation: None })
        }
        Measure::Effort { player, against, games } => effort(player, against, games),
        Measure::EffortRatio { player, than, against, games } => {
            let (one, two) = (effort(player, against, games)?, effort(than, against, games)?);
            let (value, low, high) = (one.value / two.value, one.low / two.high, one.high / two.low);
            Ok(Measured { value, low, high, games: fewer(games), deviation: None })
        }
        Measure::Compared { better, worse, against, games } => {
            let one = |first: &&'static str| -> Result<Measured, Failure> {
                let alone = Measure::Score { first, second: against, games, openings: None };
                match known(&alone) {
                    Some(measured) => Ok(measured),
                    None => Ok(score(&play(first, against, plan(games, None), args.threads)?)),
                }
            };
            let measured = |players: &[&'static str]| players.iter().map(one).collect::<Result<Vec<_>, _>>();
            Ok(difference(&measured(better)?, &measured(worse)?))
        }
        Measure::Pace { player, games } => {
            let clock = Instant::now();
            let result = play(player, player, plan(games, None), Some(1))?;
            let seconds = clock.elapsed().as_secs_f64();
            let states = [&result.effort_first, &result.effort_second]
                .map(|effort| effort.total.mean() * effort.total.count() as f64);
            let value = states.iter().sum::<f64>() / seconds;
            Ok(Measured { value, low: value, high: value, games: result.games, deviation: None })
        }
        Measure::Pruning { player, against, depth, games } => {
            let names = Names {
                game: game.facts().name.to_owned(),
                first: player.to_owned(),
                second: against.to_owned(),
            };
            let plan = Match { records: Some(names), ..plan(games, None) };
            let result = play(player, against, plan, args.threads)?;
            let (_, facet) = find_in_matches(game.facts().name)?;
            let branching = facet.branching(&result.records, depth).map_err(anyhow::Error::from)?;
            let levels = std::iter::successors(Some(1.0), |states| Some(states * branching));
            let size: f64 = levels.take(depth as usize + 1).sum();
            let Measured { value, low, high, .. } = states(&result.effort_first, result.games);
            let saved = |states: f64| 1.0 - states / size;
            let (value, low, high) = (saved(value), saved(high), saved(low));
            Ok(Measured { value, low, high, games: result.games, deviation: None })
        }
        Measure::Stated { champion, key } => {
            let name = renamed(game, champion, made)?;
            let full = match name.shipped() {
                Some(short) => format!("{}/{short}", game.facts().name),
                None => name.name.clone(),
            };
            let stated = super::show::read(&full)?.stated(key);
            let value = stated.ok_or_else(|| Failure::request(anyhow!("{full} does not state `{key}`")))?;
            Ok(Measured { value, low: value, high: value, games: 0, deviation: None })
        }
        Measure::Solve { solver, problems, figure } => {
            Ok(figure_of_solved(&solve(game, solver, problems, args, made, solved)?, figure))
        }
        Measure::SolveReduction { solver, than, problems, figure } => {
            let one = figure_of_solved(&solve(game, solver, problems, args, made, solved)?, figure);
            let two = figure_of_solved(&solve(game, than, problems, args, made, solved)?, figure);
            let (value, low, high) =
                (1.0 - one.value / two.value, 1.0 - one.high / two.low, 1.0 - one.low / two.high);
            Ok(Measured { value, low, high, games: one.games, deviation: None })
        }
        Measure::Runs { experiment, sets, runs, figure } => {
            let runs = series(experiment, sets, if args.quick { 1 } else { runs }, args.threads)?;
            Ok(figure_of_runs(&runs, figure))
        }
        Measure::RunsCompared { better, worse, runs } => {
            // One run tells nothing about how much runs differ.
            let runs = if args.quick { 2 } else { runs };
            let champions = |side: Series| -> Result<Measured, Failure> {
                let runs = series(side.experiment, side.sets, runs, args.threads)?;
                Ok(figure_of_runs(&runs, RunFigure::Champion))
            };
            Ok(difference(&[champions(better)?], &[champions(worse)?]))
        }
    }
}

/// A figure over runs; the interval of a mean is what they tell about further runs, that of one champion is its own. The
/// best and the median come without: the interval is then the figure alone.
fn figure_of_runs(runs: &[Finished], figure: RunFigure) -> Measured {
    if let ([run], RunFigure::Champion | RunFigure::BestChampion | RunFigure::MedianChampion) = (runs, figure)
    {
        let RunResult { score, low, high, fresh_games, .. } = *run.result();
        return Measured { value: score, low, high, games: fresh_games as u64, deviation: None };
    }
    let values: Vec<f64> = runs.iter().map(|run| run.figure(figure)).collect();
    let mut moments = Moments::default();
    values.iter().for_each(|value| moments.push(*value));
    let quantile = |share: f64| quantile(&values, share).unwrap_or_default();
    let (value, Interval { low, high }) = match figure {
        RunFigure::BestChampion => (quantile(1.0), Interval { low: quantile(1.0), high: quantile(1.0) }),
        RunFigure::MedianChampion => (quantile(0.5), Interval { low: quantile(0.5), high: quantile(0.5) }),
        RunFigure::Mean(_) | RunFigure::Best(_) | RunFigure::Champion => {
            (moments.mean(), of_mean(&moments, CONFIDENCE))
        }
    };
    Measured { value, low, high, games: moments.count(), deviation: None }
}

/// What a solver makes of problems, or has made of them before.
fn solve(
    game: &dyn Game,
    solver: &str,
    problems: Problems,
    args: &Reproduce,
    made: &Made,
    memory: &Memory,
) -> Result<Rc<Vec<Solved>>, Failure> {
    let key = format!("{solver} {problems:?}");
    if let Some(solved) = memory.borrow().get(&key) {
        return Ok(Rc::clone(solved));
    }
    let (_, puzzle) = find_puzzle(game.facts().name)?;
    let name = renamed(game, solver, made)?;
    let limits = Limits { expanded: problems.nodes, ..Limits::default() };
    puzzle.solver(&name, limits).map_err(super::asked)?;
    let mut numbers = problems.numbers(if args.quick { 1.0 / QUICK as f64 } else { 1.0 });
    numbers.retain(|number| !problems.unseen || !puzzle.is_for_training(*number));
    let bar = watch::bar(numbers.len() as u64, solver);
    let stopping = stop::on_ctrl_c();
    let one = |own: &mut Option<Box<dyn ProblemSolver>>, number: &u32| {
        if stopping.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let solved = own.as_mut()?.solve(&Problem::Number(*number), false).ok();
        bar.inc(1);
        solved
    };
    let solved: Vec<Solved> = on_threads(args.threads, || {
        numbers.par_iter().map_init(|| puzzle.solver(&name, limits).ok(), one).flatten().collect()
    })?;
    bar.finish_and_clear();
    if solved.len() < numbers.len() {
        return Err(Failure::Work(anyhow!("stopped; the rows above are complete")));
    }
    let solved = Rc::new(solved);
    memory.borrow_mut().insert(key, Rc::clone(&solved));
    Ok(solved)
}

/// A figure of a solver with its interval.
fn figure_of_solved(solved: &[Solved], figure: Figure) -> Measured {
    let games = solved.len() as u64;
    let mut tally = Tally::default();
    let mut moments = Moments::default();
    for Solved { verdict, expanded, time, .. } in solved {
        let length = match verdict {
            game::Verdict::Solution { moves, .. } => Some(*moves as f64),
            _ => None,
        };
        tally.push(f64::from(u8::from(length.is_some())));
        if let Some(length) = length {
            moments.push(match figure {
                Figure::Expanded => *expanded as f64,
                Figure::Milliseconds => time.as_secs_f64() * 1000.0,
                Figure::Moves | Figure::Solved => length,
            });
        }
    }
    let (value, Interval { low, high }) = match figure {
        Figure::Solved => (tally.score(), wilson(&tally, CONFIDENCE)),
        Figure::Expanded | Figure::Milliseconds | Figure::Moves => {
            (moments.mean(), of_mean(&moments, CONFIDENCE))
        }
    };
    Measured { value, low, high, games, deviation: None }
}

fn score(result: &MatchResult) -> Measured {
    let &MatchResult { score, low, high, games, .. } = result;
    Measured { value: score, low, high, games, deviation: None }
}

/// The mean of some scores less that of others. Matches are independent, so the squares of their errors add up; runs with
/// the same seeds may be alike, which makes this interval too wide rather than too narrow.
fn difference(better: &[Measured], worse: &[Measured]) -> Measured {
    let mean =
        |scores: &[Measured]| scores.iter().map(|score| score.value).sum::<f64>() / scores.len() as f64;
    let reach = |scores: &[Measured]| -> f64 {
        let square = |number: f64| number * number;
        let half = |score: &Measured| square((score.high - score.low) / 2.0 / scores.len() as f64);
        scores.iter().map(half).sum()
    };
    let (value, reach) = (mean(better) - mean(worse), (reach(better) + reach(worse)).sqrt());
    let games = better.iter().chain(worse).map(|score| score.games).sum();
    Measured { value, low: value - reach, high: value + reach, games, deviation: None }
}

fn states(effort: &EffortPerTurn, games: u64) -> Measured {
    let total: &Moments = &effort.total;
    let reach = 1.96 * effort.standard_error();
    let value = total.mean();
    Measured {
        value,
        low: value - reach,
        high: value + reach,
        games,
        deviation: Some(total.standard_deviation()),
    }
}

fn print(row: &Row, measured: &Measured, verdict: Verdict) -> std::io::Result<()> {
    let digits = if measured.value > 10.0 { 1 } else { 4 };
    let published = row.published.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let interval = if measured.low < measured.high {
        format!("{:.digits$} to {:.digits$}", measured.low, measured.high)
    } else {
        "-".to_owned()
    };
    let deviation =
        measured.deviation.map_or(String::new(), |deviation| format!("(deviation {deviation:.1} a turn)"));
    output::line(format!(
        "{:<9} {:<58} {:>10} {:>10}  {:<21} {:>6}  {}{deviation}",
        row.table,
        row.row,
        published,
        format!("{:.digits$}", measured.value),
        interval,
        measured.games,
        verdict.word()
    ))
}
