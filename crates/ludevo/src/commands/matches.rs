//! `ludevo match`: two players, many games, an honest interval.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Sprt, SprtVerdict, Tally, elo_interval, elo_of_score, share_of_points};
use ludevo_arena::{Advantages, Match as Plan, MatchResult, Names, Record, Watch};
use ludevo_game::game::MatchGame;
use serde_json::json;

use super::{asked, bring_game_of, find_in_matches, find_player, on_threads};
use crate::args::Match;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// Plays and prints.
pub(crate) fn run(args: &Match) -> Done {
    bring_game_of(&args.game, [&args.first[..], &args.second])?;
    let (game, facet) = find_in_matches(&args.game)?;
    let changed = args.rules.as_deref().map(|rules| facet.under(rules)).transpose();
    let changed = changed.map_err(|problem| Failure::request(anyhow!(problem)))?;
    let facet = changed.as_deref().unwrap_or(facet);
    let (first, second) = (find_player(game, &args.first)?, find_player(game, &args.second)?);
    let mut plan = Plan::new(args.games, args.chance.seed);
    plan.openings = args.openings;
    plan.positions.clone_from(&args.positions);
    plan.sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    let mut records = args.records.as_deref().map(create).transpose()?;
    if records.is_some() || args.truth {
        let (game, first, second) = (args.game.clone(), args.first.clone(), args.second.clone());
        plan.records = Some(Names { game, first, second });
    }
    let mut truth = Truth::default();
    let (mut unwritten, mut has_records) = (None, false);
    let mut keep = |record: Record| {
        has_records = true;
        if args.truth {
            truth.add(facet, &record);
        }
        if let (Some(file), None) = (&mut records, &unwritten) {
            // A file that cannot be written ends the match: what is played on would be lost.
            let text = serde_json::to_string(&record).map_err(std::io::Error::from);
            unwritten = text.and_then(|text| writeln!(file, "{text}")).err();
            if unwritten.is_some() {
                stop::on_ctrl_c().store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
    };
    let bar = watch::bar(args.games, &format!("{} - {}", args.first, args.second));
    let mut progress = |tally: &Tally| {
        bar.set_position(tally.games());
        bar.set_message(format!("{:.3}", tally.score()));
    };
    let start = Instant::now();
    let looking_on =
        Watch { progress: Some(&mut progress), records: Some(&mut keep), stop: Some(stop::on_ctrl_c()) };
    let result = on_threads(args.cores.threads, || facet.play_match(&first, &second, &plan, looking_on))?;
    let result = result.map_err(|error| {
        // A file without a record would only be in the way of the next try.
        if let Some(path) = args.records.as_deref().filter(|_| !has_records) {
            let _ = std::fs::remove_file(path);
        }
        asked(error)
    })?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let flushed = records.as_mut().map_or(Ok(()), Write::flush);
    unwritten.map_or(flushed, Err).context("the records cannot be written")?;
    let thrown = if args.truth { Some(truth.shares()?) } else { None };
    if result.games == 0 {
        output::remark(format!("stopped before the first of {} games was over", args.games));
        return Err(Failure::Stopped);
    }
    if args.output.is_data() {
        let value = json!({"game": args.game, "first": args.first, "second": args.second, "games": result.games,
            "wins": result.wins, "draws": result.draws, "losses": result.losses, "score": result.score,
            "low": result.low, "high": result.high, "interval": if result.pairs.is_some() { "Agresti-Coull over pairs, 95 %" } else { "Wilson, 95 %" },
            "elo": elo_of_score(result.score), "openings": args.openings, "positions": args.positions, "rules": args.rules, "points": result.points, "advantages": result.advantages,
            "thrown_first": thrown.map(|[first, _]| first), "thrown_second": thrown.map(|[_, second]| second), "seconds": seconds, "stopped": result.stopped,
            "sprt": result.sprt, "states_first": result.effort_first.total.mean(),
            "states_second": result.effort_second.total.mean(),
            "states_first_sd": result.effort_first.total.standard_deviation(),
            "states_second_sd": result.effort_second.total.standard_deviation()});
        output::data(args.output, &value)?;
        return if result.stopped { Err(Failure::Stopped) } else { Ok(()) };
    }
    if let Some([first, second]) = thrown {
        output::line(format!(
            "half points thrown away a game: {first:.4} by {}, {second:.4} by {}",
            args.first, args.second
        ))?;
    }
    print(args, &result, seconds)?;
    if result.stopped { Err(Failure::Stopped) } else { Ok(()) }
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
    let by = if result.pairs.is_some() { "over pairs of games" } else { "Wilson's" };
    output::line(format!("score {score:.4} (95 % interval {low:.4} to {high:.4}, {by})"))?;
    if let Some(Advantages { first, second }) = result.advantages {
        let [quarter, nothing] =
            [0.25, 0.0].map(|other| result.score_with_advantages(other).unwrap_or(*score));
        output::line(format!(
            "of the draws {first} with an advantage in the end and {second} with a disadvantage: score {quarter:.4} if an \
             advantage counts 3/4 and a disadvantage 1/4, {nothing:.4} if a disadvantage counts nothing"
        ))?;
    }
    if let Some(points) = &result.points {
        let Interval { low, high } = share_of_points(points, *games, CONFIDENCE);
        output::line(format!(
            "points {} to {}: {:.4} of all (95 % interval {low:.4} to {high:.4})",
            points.won,
            points.lost,
            points.share()
        ))?;
    }
    let elo = elo_interval(Interval { low: *low, high: *high });
    let point = elo_of_score(*score);
    output::line(format!("Elo difference {point:+.0} (95 % interval {:+.0} to {:+.0})", elo.low, elo.high))?;
    for (name, effort) in [(&args.first, &result.effort_first), (&args.second, &result.effort_second)] {
        if effort.total.mean() > 0.0 {
            output::line(format!(
                "{name} expanded {:.0} states a turn (standard deviation {:.0}; {:.0} interior, {:.0} leaves)",
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

/// Half points that FIRST and SECOND threw away, in the games about which something is known.
#[derive(Default)]
struct Truth {
    thrown: [f64; 2],
    /// All games.
    games: u64,
    /// Those about which something is known.
    known: u64,
    problem: Option<Failure>,
}

impl Truth {
    fn add(&mut self, facet: &dyn MatchGame, record: &Record) {
        match facet.thrown_away(record) {
            Ok(Some([first, second])) => {
                // Sides alternate.
                let [first, second] =
                    if self.games.is_multiple_of(2) { [first, second] } else { [second, first] };
                self.thrown = [self.thrown[0] + first, self.thrown[1] + second];
                self.known += 1;
            }
            Ok(None) => {}
            Err(error) => {
                self.problem.get_or_insert(Failure::Work(anyhow!(error)));
            }
        }
        self.games += 1;
    }

    /// How many a game.
    fn shares(self) -> Result<[f64; 2], Failure> {
        match self.problem {
            Some(problem) => Err(problem),
            None if self.known == 0 => Err(Failure::request(anyhow!(
                "--truth: what best play comes to is known in none of these games; in chess it is with four men at most, as in \
                 --positions KRKR"
            ))),
            None => Ok(self.thrown.map(|thrown| thrown / self.known as f64)),
        }
    }
}

/// A new file for records, before the first game: what was recorded earlier is not overwritten.
fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    let file = File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::request(anyhow!("{} is already there: name a new file", path.display()))
        }
        ErrorKind::NotFound => {
            Failure::request(anyhow!("{} cannot be written: there is no such folder", path.display()))
        }
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
