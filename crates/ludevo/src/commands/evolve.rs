//! `ludevo evolve`: from random programs to a champion.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::wilson_of_score;
use ludevo_evolve::GenerationReport;
use ludevo_game::bred::games_against;
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::GameError;
use ludevo_game::provenance::quoted;
use ludevo_game::registry;
use ludevo_runs::folder::DELETED;
use ludevo_runs::{
    Destination, Folder, FolderError, Observer, RunError, RunLimits, RunOutcome, Runner, Timing, Why, load,
    runs_folder,
};

use serde_json::json;

use super::compare::{self, Bred};
use super::show::rounding;
use super::{find_game, on_threads, series};
use crate::args::{Evolve, Output};
use crate::failure::{Done, Failure};
use crate::{output, stop};

/// Who does the generations of runs.
pub(super) struct By<'a> {
    /// Hands a run over to whoever does it.
    pub(super) hand_over: &'a (dyn Fn(Runner) -> Result<Runner, Failure> + Sync),
    /// How many runs of a series go on side by side.
    pub(super) at_once: usize,
}

/// What stands for the experiment that was evolved last.
const LAST: &str = "last";

/// Evolves and prints the champion.
pub(crate) fn run(args: &Evolve) -> Done {
    run_by(args, &By { hand_over: &Ok, at_once: 1 })
}

/// The same, where somebody else may do the generations.
pub(super) fn run_by(args: &Evolve, by: &By<'_>) -> Done {
    if args.leashed {
        stop::with_standard_input();
    }
    if let Some(folder) = &args.resume {
        let of_name = runs_folder().join(folder);
        let folder = if !folder.exists() && of_name.is_dir() { &of_name } else { folder };
        let runner = Runner::resume(folder, args.generations).map_err(asked)?;
        let outcome = evolve(args, runner, by)?;
        return ended(args, &outcome);
    }
    let name = args.experiment.as_deref().unwrap_or_default();
    let mut sets = args.sets.clone();
    if let Some(generations) = args.generations {
        const KEY: &str = "evolution.generations=";
        // What is overridden is wrong all the same.
        if sets.iter().any(|set| set.starts_with(KEY)) {
            load(name, &sets).map_err(Failure::request)?;
        }
        sets.push(format!("{KEY}{generations}"));
    }
    let seeds = series::seeds(args)?;
    if args.compare.as_deref() == Some(LAST) {
        return compare::with_last(args, name, sets, seeds, by);
    }
    if let Some(other) = &args.compare {
        // What cannot be loaded is said before the first run.
        let [one, two] = [name, other].map(|name| load(name, &sets).map_err(Failure::request));
        let [one, two] = [one?.experiment, two?.experiment];
        if one.game != two.game {
            return Err(Failure::request(anyhow!(
                "{name} is of {} and {other} of {}: only champions of one game can be compared",
                one.game,
                two.game
            )));
        }
        // As much effort as the other, unless something else is asked for.
        let mut evened = sets.clone();
        let generations = two.evolution.generations;
        if args.minutes.is_none() && one.evolution.generations != generations {
            evened.push(format!("{}{generations}", compare::GENERATIONS));
            output::remark(format!("{name} is bred for {generations} generations, as {other} is"));
        }
        let seeds = seeds.unwrap_or_else(|| vec![args.chance.seed]);
        let bred = |name: &str, sets: &[String]| -> Result<Bred, Failure> {
            Ok(Bred { name: name.to_owned(), runs: series::run(args, name, sets, &seeds, by)? })
        };
        return compare::print(args, &bred(name, &evened)?, &bred(other, &sets)?);
    }
    if let Some(seeds) = seeds {
        return series::run(args, name, &sets, &seeds, by).map(drop);
    }
    let destination = args.out.clone().map_or_else(|| Destination::In(runs_folder()), Destination::At);
    let outcome = evolve(args, start(args, name, &sets, args.chance.seed, &destination)?, by)?;
    ended(args, &outcome)
}

/// A new run, with what there is to say beforehand.
pub(super) fn start(
    args: &Evolve,
    name: &str,
    sets: &[String],
    seed: u64,
    destination: &Destination,
) -> Result<Runner, Failure> {
    let loaded = load(name, sets).map_err(Failure::request)?;
    let experiment = &loaded.experiment;
    let game = find_game(&experiment.game)?;
    game.warnings(experiment).iter().for_each(|warning| output::remark(format!("warning: {warning}")));
    game.preparation(experiment).iter().for_each(output::remark);
    Runner::start(loaded, seed, &args.from, destination).map_err(asked)
}

/// A run that a person stopped says so by its exit code; one that the program holding its leash stopped is done.
pub(super) fn ended(args: &Evolve, outcome: &RunOutcome) -> Done {
    if outcome.why == Why::Stopped && !args.leashed { Err(Failure::Stopped) } else { Ok(()) }
}

/// What is wrong with the request exits with 2; what is wrong with the disk with 1.
pub(crate) fn asked(error: RunError) -> Failure {
    match &error {
        // A folder that cannot be made was asked for where something else is.
        RunError::Folder(FolderError::Io { action: "make", .. }) => Failure::request(error),
        RunError::Folder(FolderError::Io { .. } | FolderError::Damaged { .. }) => Failure::Work(error.into()),
        RunError::Game { source, .. } if matches!(**source, GameError::Failed(_)) => {
            Failure::Work(error.into())
        }
        _ => Failure::request(error),
    }
}

pub(super) fn evolve(args: &Evolve, runner: Runner, by: &By<'_>) -> Result<RunOutcome, Failure> {
    let runner = (by.hand_over)(runner)?;
    let stop = Some(Arc::clone(stop::on_ctrl_c()));
    let limits = RunLimits { minutes: args.minutes, stop, only_whole: false };
    let folder = runner.folder().path().to_owned();
    let mut display = Display::new(args.json);
    let started = Instant::now();
    let outcome = on_threads(args.cores.threads, || runner.run(&mut display, &limits))?;
    display.bar.finish_and_clear();
    if let Some(error) = display.broken {
        let resume = resume_command(&folder);
        return Err(Failure::Work(anyhow!(
            "standard output cannot be written ({error}); to go on: {resume}"
        )));
    }
    let outcome = match outcome {
        Ok(outcome) => outcome,
        // What is damaged stays so, however often somebody goes on.
        Err(error @ RunError::Folder(FolderError::Damaged { .. })) => {
            return Err(Failure::Work(error.into()));
        }
        Err(error) => {
            let kept = match folder.is_dir() {
                true => format!("what was done is kept: {}", resume_command(&folder)),
                false => DELETED.to_owned(),
            };
            return Err(Failure::Work(anyhow::Error::from(error).context(kept)));
        }
    };
    if args.json {
        if let Some(result) = &outcome.result {
            let output = Output { json: true, csv: false };
            output::data(output, &json!({"folder": outcome.folder, "result": result}))?;
        }
    } else {
        print(&outcome)?;
    }
    if let (Why::TimeUp, Some(minutes)) = (outcome.why, args.minutes) {
        let over = started.elapsed().as_secs_f64() - 60.0 * minutes;
        if over > 1.0 {
            let over = short(Duration::from_secs_f64(over));
            output::remark(format!(
                "it took {over} more than was asked for: the first generation is always ended, and the champion is chosen"
            ));
        }
    }
    if matches!(outcome.why, Why::Stopped | Why::TimeUp) {
        output::remark(format!("to go on: {}", resume_command(&folder)));
    }
    if outcome.result.is_none() && outcome.why != Why::Stopped {
        return Err(Failure::Work(anyhow!("the run ended before there was a champion")));
    }
    no_island_is_lost(&outcome)?;
    Ok(outcome)
}

/// A run that lost islands has a champion, but is not the run that was asked for.
fn no_island_is_lost(outcome: &RunOutcome) -> Done {
    let lost = outcome.result.iter().flat_map(|result| &result.lost);
    let lost: Vec<String> = lost.map(ToString::to_string).collect();
    if lost.is_empty() {
        return Ok(());
    }
    Err(Failure::Work(anyhow!("the champion is that of the other islands: {}", lost.join("; "))))
}

fn resume_command(folder: &Path) -> String {
    format!("{} evolve --resume '{}'", program(), folder.display())
}

/// The champion in readable form, its score, the report, and how to play it.
fn print(outcome: &RunOutcome) -> Done {
    let Some(result) = &outcome.result else {
        return Ok(output::line("stopped before there was a champion")?);
    };
    let path = outcome.folder.join("champion");
    let text = std::fs::read_to_string(&path).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let champion = ChampionFile::parse(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let game = find_game(&champion.game)?;
    let shown = game.show(&champion)?;
    output::line(format!("\nThe champion, found in generation {}:", result.champion_generation))?;
    for tree in &shown.trees {
        if shown.trees.len() > 1 {
            output::line(format!("\n{}, {}:", tree.name, tree.decides))?;
        }
        output::line(format!("\n{}\n", indent(&tree.reading)))?;
        output::line(format!("  {}", rounding(tree)))?;
        output::names(tree.terminals.iter().copied())?;
    }
    let (score, games, low, high) = (result.score, result.fresh_games, result.low, result.high);
    let of_games = format!("{score:.4} {}", games_against(&result.yardstick, games));
    // Of a single game there is no interval: it is something that is known, and its words say what.
    output::line(if games == 1 {
        format!("\nscore {}", champion.score)
    } else if champion.score == of_games {
        format!(
            "\nscore {score:.3} against {} in {games} fresh games (95 % interval {low:.3} to {high:.3}, Wilson's)",
            result.yardstick
        )
    } else {
        // What gives parts of a point varies less than what is won or lost.
        format!(
            "\nscore {}, none of which chose it (95 % interval {low:.3} to {high:.3} at most, Wilson's)",
            champion.score
        )
    })?;
    result.added().iter().try_for_each(output::line)?;
    for (name, holds) in &result.files {
        output::line(format!("{holds}: {}", outcome.folder.join(name).display()))?;
    }
    output::line(format!("report  {}", outcome.folder.join("report.html").display()))?;
    // The run's own copy of a game can be named wherever the run is.
    let kept = outcome.folder.join(registry::MODULE);
    let name = if kept.is_file() { quoted(&kept.display().to_string()) } else { champion.game.clone() };
    let path = quoted(&path.display().to_string());
    let use_it = if game.at_table().is_some() {
        format!("play    {} play {name} --against {path}", program())
    } else if let Some((file, _)) = result.files.first().filter(|_| game.as_puzzle().is_some()) {
        {
            let file = quoted(&outcome.folder.join(file).display().to_string());
            format!("solve   {} solve {name} {file}", program())
        }
    } else if game.as_puzzle().is_some() {
        format!("solve   {} solve {name} 1-100 --solver {path}", program())
    } else if game.exports_of(&champion.language).is_empty() {
        format!("show    {} show {path}", program())
    } else {
        let formats = game.exports_of(&champion.language).join("|");
        format!("export  {} export {path} --to {formats}", program())
    };
    Ok(output::line(use_it)?)
}

/// How this program was called: through cargo in a checkout, by its name elsewhere.
pub(super) fn program() -> String {
    if std::env::var_os("CARGO").is_some() {
        "cargo run --release --".to_owned()
    } else {
        "ludevo".to_owned()
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Shows a run as it goes: a line a generation and a bar, or JSON lines.
struct Display {
    json: bool,
    bar: ProgressBar,
    experiment: Option<Experiment>,
    /// The best fitness so far.
    best: f64,
    /// Whether the champion is being chosen.
    is_finishing: bool,
    /// Why standard output could not be written.
    broken: Option<std::io::Error>,
}

impl Display {
    fn new(json: bool) -> Self {
        let target = if json || !std::io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(10)
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Display { json, bar, experiment: None, best: f64::NEG_INFINITY, is_finishing: false, broken: None }
    }

    /// Shows a best individual that is better than all before, if it is something to look at.
    fn show_improvement(&mut self, report: &GenerationReport) {
        if report.best <= self.best {
            return;
        }
        self.best = report.best;
        let picture = self.experiment.as_ref().and_then(|experiment| {
            registry::find(&experiment.game)?.picture_of(experiment, &report.best_program)
        });
        if let Some(picture) = picture {
            let written = self.bar.suspend(|| output::line(format!("\n{}\n", indent(&picture))));
            self.write(written);
        }
    }

    fn write(&mut self, written: std::io::Result<()>) {
        if let Err(error) = written {
            self.broken.get_or_insert(error);
            stop::on_ctrl_c().store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
}

impl Observer for Display {
    fn started(&mut self, folder: &Folder, experiment: &Experiment, done: u64) {
        self.bar.set_length(experiment.evolution.generations);
        self.bar.set_position(done);
        if self.json {
            return;
        }
        self.experiment = Some(experiment.clone());
        let game = registry::find(&experiment.game).map_or("", |game| game.facts().title);
        let written =
            output::line(format!("{game}: {}\nrun folder {}\n", experiment.summary, folder.path().display()));
        self.write(written);
        let yardstick = format!("score against {}", experiment.yardstick.player);
        let header = format!(
            "{:>10} {:>8} {:>8}  {:<34} {:>6} {:>10}",
            "generation", "best", "mean", yardstick, "nodes", "remaining"
        );
        let written = output::line(header);
        self.write(written);
    }

    fn generation(&mut self, report: &GenerationReport, _timing: &Timing, remaining: Duration) {
        if self.json {
            let written = output::json(report);
            return self.write(written);
        }
        self.bar.set_position(report.generation + 1);
        self.bar.set_message(format!("{} left", short(remaining)));
        let score = report.yardstick.as_ref().map_or(String::new(), |measured| {
            if measured.games == 1 {
                return format!("{:.3}", measured.score);
            }
            let interval = wilson_of_score(measured.score, measured.games as u64, CONFIDENCE);
            let filled = (measured.score * 10.0).round() as usize;
            let gauge = format!("{}{}", "#".repeat(filled), ".".repeat(10 - filled.min(10)));
            format!("{gauge} {:.3} ({:.2} to {:.2})", measured.score, interval.low, interval.high)
        });
        let line = format!(
            "{:>10} {:>8.1} {:>8.1}  {score:<34} {:>6} {:>10}",
            report.generation,
            report.best,
            report.mean,
            report.best_nodes,
            short(remaining)
        );
        let written = self.bar.suspend(|| output::line(line));
        self.write(written);
        self.show_improvement(report);
        for lost in report.lost.iter().filter(|lost| lost.generation == report.generation) {
            self.bar.suspend(|| output::remark(lost.to_string()));
        }
    }

    fn finishing(&mut self, done: usize, of: usize, remaining: Duration) {
        let begins = !std::mem::replace(&mut self.is_finishing, true);
        if begins && !self.json && self.broken.is_none() {
            let written =
                self.bar.suspend(|| output::line(format!("choosing the champion on {of} more games")));
            self.write(written);
        }
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(format!("games, {} left", short(remaining)));
    }
}

/// A duration in a few characters.
fn short(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}
