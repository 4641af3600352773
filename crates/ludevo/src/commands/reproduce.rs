//! `ludevo reproduce`: published figures with ours beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::anyhow;
use ludevo_arena::stats::Moments;
use ludevo_arena::{EffortPerTurn, Match, MatchResult, Watch};
use ludevo_games::game::Game;
use ludevo_games::measurement::{Measure, Measurement, Row, Verdict};
use ludevo_games::provenance::Provenance;
use ludevo_games::registry;
use ludevo_program::nearest;
use ludevo_random::Purpose;
use serde_json::json;

use super::{find_player, on_threads};
use crate::args::Reproduce;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// How many games `--quick` leaves of each row's.
const QUICK: u64 = 10;

/// What came out of a row.
struct Measured {
    value: f64,
    low: f64,
    high: f64,
    games: u64,
    /// The standard deviation a turn, for counts of states.
    deviation: Option<f64>,
}

/// Measures and prints.
pub(crate) fn run(args: &Reproduce) -> Done {
    let mut printed = Vec::new();
    for (game, measurement) in chosen(args)? {
        let made =
            if args.evolve { make_champions(game, measurement, args.threads)? } else { BTreeMap::new() };
        if !args.json {
            output::line(format!("{}: {}\n", measurement.name, measurement.summary))?;
            output::line(format!(
                "{:<9} {:<58} {:>10} {:>10}  {:<21} {:>6}  verdict",
                "table", "row", "published", "measured", "95 % interval", "games"
            ))?;
        }
        for (number, row) in (0..).zip(measurement.rows) {
            let value = match measure(game, row, number, args, &made) {
                Ok(measured) => {
                    let verdict = row.verdict(measured.value);
                    if !args.json {
                        print(row, &measured, verdict)?;
                    }
                    json!({"table": row.table, "row": row.row, "published": row.published, "measured": measured.value,
                        "low": measured.low, "high": measured.high, "games": measured.games, "verdict": verdict.word()})
                }
                Err(Failure::Request(error)) => {
                    // A champion that does not ship yet: said, and the other rows go on.
                    if !args.json {
                        output::line(format!("{:<9} {:<58} not measured: {error:#}", row.table, row.row))?;
                    }
                    json!({"table": row.table, "row": row.row, "published": row.published, "measured": null,
                        "low": null, "high": null, "games": 0, "verdict": "not measured"})
                }
                Err(failure) => return Err(failure),
            };
            printed.push(value);
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

fn chosen(args: &Reproduce) -> Result<Vec<(&'static dyn Game, &'static Measurement)>, Failure> {
    let all: Vec<(&dyn Game, &Measurement)> =
        registry::GAMES.iter().flat_map(|game| game.measurements().iter().map(|m| (*game, m))).collect();
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

/// Evolves every champion that a measurement names, each by the experiment and seed that its shipped file states.
fn make_champions(game: &dyn Game, measurement: &Measurement, threads: Option<u16>) -> Result<Made, Failure> {
    let names = measurement.rows.iter().flat_map(|row| match row.measure {
        Measure::Score { first, second, .. } => [first, second, ""],
        Measure::Effort { player, against, .. } => [player, against, ""],
        Measure::EffortRatio { player, than, against, .. } => [player, than, against],
    });
    let mut made = Made::new();
    for name in names.filter_map(shipped) {
        if made.contains_key(name) {
            continue;
        }
        let full = format!("{}/{name}", game.facts().name);
        let provenance = match super::show::read(&full) {
            Ok(file) => file.provenance,
            Err(_) => Provenance { experiment: full, seed: 1, ..Provenance::default() },
        };
        made.insert(name.to_owned(), super::evolve::make_champion(&provenance, threads)?);
    }
    Ok(made)
}

/// The short name of a shipped champion in a player's name.
fn shipped(player: &str) -> Option<&str> {
    let name = player.split('@').next().unwrap_or(player);
    if name == "champion" { Some(name) } else { name.strip_prefix("champion:") }
}

/// The player with its champion replaced by the one evolved anew.
fn renamed(player: &str, made: &Made) -> String {
    match shipped(player).and_then(|name| made.get(name)) {
        Some(path) => {
            let options = player.split_once('@').map_or(String::new(), |(_, options)| format!("@{options}"));
            format!("{}{options}", path.display())
        }
        None => player.to_owned(),
    }
}

fn measure(
    game: &dyn Game,
    row: &Row,
    number: u64,
    args: &Reproduce,
    made: &Made,
) -> Result<Measured, Failure> {
    let fewer = |games: u64| if args.quick { (games / QUICK).max(20) } else { games };
    let play =
        |first: &str, second: &str, games: u64, openings: Option<u32>| -> Result<MatchResult, Failure> {
            let (one, two) =
                (find_player(game, &renamed(first, made))?, find_player(game, &renamed(second, made))?);
            // The stream of this purpose is used by nothing that was chosen by its games.
            let plan =
                Match { purpose: Purpose::Final, generation: number, openings, ..Match::new(games, 1) };
            let bar = watch::bar(games, &format!("{first} - {second}"));
            let mut progress = |tally: &ludevo_arena::stats::Tally| {
                bar.set_position(tally.games());
                bar.set_message(format!("{:.3}", tally.score()));
            };
            let looking_on = Watch { progress: Some(&mut progress), stop: Some(stop::on_ctrl_c()) };
            let result = on_threads(args.threads, || game.play_match(&one, &two, &plan, looking_on))?;
            bar.finish_and_clear();
            let result = result.map_err(super::asked)?;
            if result.stopped {
                return Err(Failure::Work(anyhow!("stopped; the rows above are complete")));
            }
            Ok(result)
        };
    match row.measure {
        Measure::Score { first, second, games, openings } => {
            let result = play(first, second, fewer(games), openings)?;
            let MatchResult { score, low, high, games, .. } = result;
            Ok(Measured { value: score, low, high, games, deviation: None })
        }
        Measure::Effort { player, against, games } => {
            let result = play(player, against, fewer(games), None)?;
            Ok(states(&result.effort_first, result.games))
        }
        Measure::EffortRatio { player, than, against, games } => {
            let one = states(&play(player, against, fewer(games), None)?.effort_first, games);
            let two = states(&play(than, against, fewer(games), None)?.effort_first, games);
            let (value, low, high) = (one.value / two.value, one.low / two.high, one.high / two.low);
            Ok(Measured { value, low, high, games: fewer(games), deviation: None })
        }
    }
}

fn states(effort: &EffortPerTurn, games: u64) -> Measured {
    let total: &Moments = &effort.total;
    let reach = 1.96 * total.standard_deviation() / (total.count() as f64).sqrt();
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
    let interval = format!("{:.digits$} to {:.digits$}", measured.low, measured.high);
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
