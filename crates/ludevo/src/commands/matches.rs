//! `ludevo match`: two players, many games, an honest interval.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Sprt, SprtVerdict, Tally, elo_interval, share_of_points};
use ludevo_arena::{Advantages, Match as Plan, MatchResult, Names, Watch};
use ludevo_game::game::MatchGame;
use serde_json::json;

use super::{asked, find_in_matches, find_player, on_threads};
use crate::args::Match;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// The most games of a match that is recorded.
const MOST_RECORDS: u64 = 100_000;

/// Plays and prints.
pub(crate) fn run(args: &Match) -> Done {
    let (game, facet) = find_in_matches(&args.game)?;
    let changed = args.rules.as_deref().map(|rules| facet.under(rules)).transpose();
    let changed = changed.map_err(|problem| Failure::request(anyhow!(problem)))?;
    let facet = changed.as_deref().unwrap_or(facet);
    let (first, second) = (find_player(game, &args.first)?, find_player(game, &args.second)?);
    let mut plan = Plan::new(args.games, args.chance.seed);
    plan.openings = args.openings;
    plan.positions.clone_from(&args.positions);
    plan.sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    let keeps_records = args.records.is_some() || args.truth;
    if keeps_records && args.games > MOST_RECORDS {
        let games = args.games;
        return Err(Failure::request(anyhow!(
            "--games is {games}, allowed is 1 to {MOST_RECORDS} with --records or --truth: they are in memory until the end"
        )));
    }
    let mut records = args.records.as_deref().map(create).transpose()?;
    if keeps_records {
        let (game, first, second) = (args.game.clone(), args.first.clone(), args.second.clone());
        plan.records = Some(Names { game, first, second });
    }
    let bar = watch::bar(args.games, &format!("{} - {}", args.first, args.second));
    let mut progress = |tally: &Tally| {
        bar.set_position(tally.games());
        bar.set_message(format!("{:.3}", tally.score()));
    };
    let start = Instant::now();
    let looking_on = Watch { progress: Some(&mut progress), stop: Some(stop::on_ctrl_c()) };
    let result = on_threads(args.cores.threads, || facet.play_match(&first, &second, &plan, looking_on))?
        .map_err(asked)?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    if let Some(file) = &mut records {
        for record in &result.records {
            writeln!(file, "{}", serde_json::to_string(record)?).context("the records cannot be written")?;
        }
        file.flush().context("the records cannot be written")?;
    }
    let thrown = if args.truth { Some(thrown_away(facet, &result)?) } else { None };
    if args.output.json {
        let value = json!({"game": args.game, "first": args.first, "second": args.second, "games": result.games,
            "wins": result.wins, "draws": result.draws, "losses": result.losses, "score": result.score,
            "low": result.low, "high": result.high, "points": result.points, "advantages": result.advantages,
            "thrown_first": thrown.map(|[first, _]| first), "thrown_second": thrown.map(|[_, second]| second), "seconds": seconds, "stopped": result.stopped,
            "sprt": result.sprt, "states_first": result.effort_first.total.mean(),
            "states_second": result.effort_second.total.mean()});
        return Ok(output::json(&value)?);
    }
    if let Some([first, second]) = thrown {
        output::line(format!(
            "half points thrown away a game: {first:.4} by {}, {second:.4} by {}",
            args.first, args.second
        ))?;
    }
    Ok(print(args, &result, seconds)?)
}

fn print(args: &Match, result: &MatchResult, seconds: f64) -> std::io::Result<()> {
    let MatchResult { games, wins, draws, losses, score, low, high, .. } = result;
    if result.stopped {
        output::line(format!("stopped after {games} of {} games", args.games))?;
    }
    output::line(format!(
        "{} against {}: {wins} won, {draws} drawn, {losses} lost of {games}",
        args.first, args.second
    ))?;
    output::line(format!("score {score:.4} (95 % interval {low:.4} to {high:.4})"))?;
    if let Some(Advantages { first, second }) = result.advantages {
        let [quarter, nothing] =
            [0.25, 0.0].map(|other| result.score_with_advantages(other).unwrap_or(*score));
        output::line(format!(
            "of the draws {first} with an advantage in the end and {second} with a disadvantage: score {quarter:.4} if an \
             advantage counts 3/4 and a disadvantage 1/4, {nothing:.4} if a disadvantage counts nothing"
        ))?;
    }
    if let Some(points) = &result.points {
        let Interval { low, high } = share_of_points(points, CONFIDENCE);
        output::line(format!(
            "points {} to {}: {:.4} of all (95 % interval {low:.4} to {high:.4})",
            points.won,
            points.lost,
            points.share()
        ))?;
    }
    let elo = elo_interval(Interval { low: *low, high: *high });
    output::line(format!("Elo difference between {:+.0} and {:+.0}", elo.low, elo.high))?;
    for (name, effort) in [(&args.first, &result.effort_first), (&args.second, &result.effort_second)] {
        if effort.total.mean() > 0.0 {
            output::line(format!(
                "{name} expanded {:.0} ± {:.0} states a turn ({:.0} interior, {:.0} leaves)",
                effort.total.mean(),
                effort.total.standard_deviation(),
                effort.interior.mean(),
                effort.leaves.mean()
            ))?;
        }
    }
    if let Some(sprt) = &result.sprt {
        let verdict = match sprt.verdict {
            SprtVerdict::Elo0 => "the lower difference is accepted",
            SprtVerdict::Elo1 => "the upper difference is accepted",
            SprtVerdict::Undecided => "undecided",
        };
        output::line(format!(
            "sequential test: {verdict} (log-likelihood ratio {:.2} between {:.2} and {:.2})",
            sprt.llr, sprt.lower, sprt.upper
        ))?;
    }
    output::line(format!("{seconds:.1} s"))
}

/// How many half points a game FIRST and SECOND threw away.
fn thrown_away(facet: &dyn MatchGame, result: &MatchResult) -> Result<[f64; 2], Failure> {
    let mut sum = [0.0; 2];
    for (index, record) in result.records.iter().enumerate() {
        let thrown = facet.thrown_away(record).map_err(|error| Failure::Work(anyhow!(error)))?;
        let [first, second] = thrown.ok_or_else(|| {
            Failure::request(anyhow!("--truth: of this game nothing is known with best play"))
        })?;
        // Sides alternate.
        let [first, second] = if index % 2 == 0 { [first, second] } else { [second, first] };
        sum = [sum[0] + first, sum[1] + second];
    }
    Ok(sum.map(|thrown| thrown / result.games.max(1) as f64))
}

/// A new file for records, before the first game: what was recorded earlier is not overwritten.
fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    let file = File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::request(anyhow!("{} is already there", path.display())),
        _ => Failure::Work(anyhow!("{} cannot be written: {error}", path.display())),
    })?;
    Ok(BufWriter::new(file))
}

fn parse_sprt(text: &str) -> Result<Sprt, Failure> {
    let bounds: Option<(f64, f64)> = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match bounds {
        Some((elo0, elo1)) if -1e4 <= elo0 && elo0 < elo1 && elo1 <= 1e4 => {
            Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
        }
        _ => Err(Failure::request(anyhow!(
            "--sprt is `{text}`, expected two Elo differences from -10000 to 10000 such as `0,30`, the lower one first"
        ))),
    }
}
