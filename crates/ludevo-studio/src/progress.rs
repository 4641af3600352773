//! How a run goes, as the part of its page that changes.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludevo_arena::stats::{Tally, wilson};
use ludevo_evolve::GenerationReport;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{Game, Shown};
use ludevo_game::registry;
use ludevo_game::words::{count, percent};
use ludevo_runs::folder::LOG;
use ludevo_runs::report::{curves, duration};
use ludevo_runs::{Folder, RunResult, Timing};
use maud::{Markup, html};

use crate::jobs::{Job, JobState};
use crate::pages::champion::drawn_tree;
use crate::refusal::Refusal;
use crate::studio::App;

/// What was read of a run so far: its log only grows, so only its end is read again.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    experiment: Option<Experiment>,
    log: Vec<GenerationReport>,
    read: u64,
    best: Option<Best>,
    simplified: Duration,
}

/// The best program of a generation, simplified.
#[derive(Debug)]
struct Best {
    generation: u64,
    shown: Arc<Shown>,
    /// When it was ready, and how long that took.
    ready: Instant,
    took: Duration,
}

/// Simplifying takes longer than drawing: a newer best program waits until the last one took less than one over this of
/// the time since.
const SHARE: u32 = 100;

/// How fast recent generations went is taken from so many.
const RECENT: usize = 10;

impl Progress {
    /// The fragment of the page.
    pub(crate) fn draw(&mut self, app: &App, folder: &Folder) -> Result<String, Refusal> {
        if self.experiment.is_none() {
            let (_, loaded) = folder.experiment().map_err(Refusal::failed)?;
            self.experiment = Some(loaded.experiment);
        }
        self.read_log(folder)?;
        let Some(experiment) = &self.experiment else { return Ok(String::new()) };
        let game = registry::find(&experiment.game).ok_or_else(|| Refusal::failed("an unknown game"))?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let timing = folder.timing().map_err(Refusal::failed)?;
        let result = folder.result().map_err(Refusal::failed)?;
        let job = app.jobs.of(&name);
        let state =
            State { experiment, log: &self.log, timing: &timing, result: result.as_ref(), job: job.as_ref() };
        let over = result.as_ref().is_some_and(|result| result.end.is_some());
        if let Some(report) = self.log.last()
            && is_due(self.best.as_ref(), report, over)
            && let Some(best) = best_of(game, experiment, report)
        {
            self.simplified = best.took;
            self.best = Some(best);
        } else {
            self.simplified = Duration::ZERO;
        }
        let fragment = html! {
            (state.head(&name))
            @if !self.log.is_empty() {
                div.figures {
                    @for figure in curves(&self.log, &experiment.yardstick.player) {
                        figure { (figure.svg) figcaption { (figure.caption) } }
                    }
                }
            }
            @if let Some(Best { generation, shown, .. }) = &self.best {
                section {
                    h2 { "The best of generation " (generation) }
                    p.soft { "Simplified without changing any value." @if !over { " It changes until the run is over." } }
                    // Parameters without a program have nothing to draw.
                    @for tree in shown.trees.iter().filter(|tree| !tree.outline.is_empty()) {
                        h3 { "Tree “" (tree.name) "”" }
                        p.soft { "Decides " (tree.decides) "." }
                        div.tree.wide tabindex="0" { (drawn_tree(tree, &[])) }
                        pre { code { (tree.reading) } }
                    }
                }
            }
        };
        Ok(fragment.into_string())
    }

    /// How long the last drawing spent on simplifying.
    pub(crate) fn simplifying(&self) -> Duration {
        self.simplified
    }

    /// Reads the lines that are new. A log that became shorter is that of a run which went on from a checkpoint.
    fn read_log(&mut self, folder: &Folder) -> Result<(), Refusal> {
        let Ok(mut file) = File::open(folder.file(LOG)) else { return Ok(()) };
        let length = file.metadata().map_err(Refusal::failed)?.len();
        if length < self.read {
            self.log.clear();
            self.read = 0;
        }
        let mut text = String::new();
        file.seek(SeekFrom::Start(self.read)).map_err(Refusal::failed)?;
        file.read_to_string(&mut text).map_err(Refusal::failed)?;
        // The last line may still be on its way.
        for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let report: GenerationReport = serde_json::from_str(line).map_err(Refusal::failed)?;
            if self.log.last().is_some_and(|last| last.generation >= report.generation) {
                self.log.retain(|known| known.generation < report.generation);
            }
            self.log.push(report);
            self.read += line.len() as u64;
        }
        Ok(())
    }
}

/// Whether the best program of a generation is to be simplified now.
fn is_due(best: Option<&Best>, report: &GenerationReport, over: bool) -> bool {
    best.is_none_or(|best| {
        best.generation != report.generation && (over || best.ready.elapsed() >= best.took * SHARE)
    })
}

fn best_of(game: &'static dyn Game, experiment: &Experiment, report: &GenerationReport) -> Option<Best> {
    let start = Instant::now();
    let file = game.candidate(experiment, &report.best_program)?;
    let shown = Arc::new(game.show(&file).ok()?);
    Some(Best { generation: report.generation, shown, ready: Instant::now(), took: start.elapsed() })
}

/// What there is to say about how far a run is.
struct State<'a> {
    experiment: &'a Experiment,
    log: &'a [GenerationReport],
    timing: &'a [Timing],
    result: Option<&'a RunResult>,
    job: Option<&'a Job>,
}

impl State<'_> {
    fn head(&self, name: &str) -> Markup {
        let planned = self.experiment.evolution.generations;
        let done = self.log.last().map_or(0, |report| report.generation + 1);
        let games = self.log.last().map_or(0, |report| report.games_total);
        let seconds = self.timing.iter().fold(0.0, |sum, timing| sum + timing.seconds);
        let rate = if seconds > 0.0 { games as f64 / seconds } else { 0.0 };
        let current = self.result.filter(|result| result.generations == done);
        let running = self.job.is_some_and(|job| job.state == JobState::Running);
        let over = current.is_some_and(|result| result.end.is_some());
        let measured = self.log.iter().rev().find_map(|report| report.yardstick.as_ref());
        html! {
            div #run-state data-state=(self.word(over)) data-generations=(done) {
                (self.orders(name, over))
                @if let Some(JobState::Failed(problem)) = self.job.map(|job| &job.state) {
                    div.problem role="alert" {
                        p { strong { "Evolution failed." } " What was done is kept; it can go on." }
                        pre { (problem) }
                    }
                }
                div.meter {
                    progress max=(planned) value=(done) aria-label="generations done" {}
                    p { strong { (done) } " of " (planned) " generations, " (self.sentence(over)) }
                }
                dl.figures-row {
                    (fact("games played", &format!("{games}")))
                    (fact("time", &duration(seconds)))
                    @if games > 0 { (fact("speed", &format!("{rate:.0} games/s"))) }
                    @if running && done > 0 && done < planned {
                        (fact("remaining", &format!("about {}", duration(self.remaining(done, planned)))))
                    }
                    @if let Some(last) = self.log.last() {
                        (fact("best fitness", &format!("{:.2}", last.best)))
                        (fact("mean fitness", &format!("{:.2} ± {:.2}", last.mean, last.deviation)))
                        (fact("size of the best", &count(last.best_nodes as u32, "node", "nodes")))
                        (fact("different programs", &last.distinct.to_string()))
                    }
                    @if let Some(measured) = measured {
                        (fact(&format!("last score against {}", measured.player), &score(measured.score, measured.games)))
                    }
                }
                @if let Some(result) = current {
                    p.score {
                        "The champion scores " strong { (percent(result.score)) }
                        " (95 %: " (percent(result.low)) " to " (percent(result.high)) ") against " (result.yardstick)
                        " in " (result.fresh_games) " fresh games. "
                        a.button href=(format!("/runs/{name}/champion")) { "Open the champion" }
                    }
                }
            }
        }
    }

    fn word(&self, over: bool) -> &'static str {
        match self.job.map(|job| &job.state) {
            Some(JobState::Queued) => "queued",
            Some(JobState::Running) => "running",
            Some(JobState::Paused) => "paused",
            Some(JobState::Failed(_)) => "failed",
            _ if over => "over",
            _ => "stopped",
        }
    }

    fn sentence(&self, over: bool) -> String {
        let planned = self.experiment.evolution.generations;
        let all_done = self.log.last().is_some_and(|report| report.generation + 1 >= planned);
        match self.word(over) {
            "queued" => "waiting for its turn".to_owned(),
            "running" if all_done => "choosing the champion among the finalists".to_owned(),
            "running" if self.is_stopping() => {
                "stopping after this generation, and then a champion is chosen".to_owned()
            }
            "running" if self.log.is_empty() => "the first one is being played".to_owned(),
            "running" => "running".to_owned(),
            "paused" => "paused".to_owned(),
            "failed" => "failed".to_owned(),
            "over" => "over".to_owned(),
            _ => "stopped; it can go on".to_owned(),
        }
    }

    fn orders(&self, name: &str, over: bool) -> Markup {
        let button = |order: &str, label: &str| {
            html! {
                form method="post" action=(format!("/runs/{name}/{order}")) {
                    button disabled[self.is_stopping()] { (label) }
                }
            }
        };
        html! {
            div.orders {
                @match self.word(over) {
                    "queued" | "running" => { (button("pause", "Pause")) (button("stop", "Stop and choose a champion")) }
                    "over" => {}
                    _ => (button("resume", "Go on")),
                }
            }
        }
    }

    /// Whether it was told to stop, and is on its way to that.
    fn is_stopping(&self) -> bool {
        self.job.is_some_and(|job| job.state == JobState::Running && job.stopping)
    }

    fn remaining(&self, done: u64, planned: u64) -> f64 {
        let recent = &self.timing[self.timing.len().saturating_sub(RECENT)..];
        let mean = recent.iter().map(|timing| timing.seconds).sum::<f64>() / recent.len().max(1) as f64;
        mean * planned.saturating_sub(done) as f64
    }
}

fn fact(what: &str, value: &str) -> Markup {
    html! { div { dt { (what) } dd { (value) } } }
}

/// A score with its interval.
pub(crate) fn score(score: f64, games: usize) -> String {
    let halves = (score * games as f64 * 2.0).round() as u64;
    let tally = Tally {
        wins: halves / 2,
        draws: halves % 2,
        losses: (games as u64).saturating_sub(halves.div_ceil(2)),
    };
    let interval = wilson(&tally, 0.95);
    format!("{} (95 %: {} to {})", percent(score), percent(interval.low), percent(interval.high))
}
