//! Runs of experiments, for figures that are about runs, and for champions that are evolved anew.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, of_mean, quantile};
use ludevo_evolve::GenerationReport;
use ludevo_game::champions;
use ludevo_game::experiment::Experiment;
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_runs::{
    Destination, Folder, RunError, RunLimits, RunOutcome, RunResult, Runner, Timing, Why, load, runs_folder,
};

use crate::error::FigureError;
use crate::measure::{RunFigure, Series};
use crate::measurer::{Observer, Work};
use crate::verdict::Measured;

/// A run that is over.
pub(crate) struct Finished {
    log: Vec<GenerationReport>,
    result: RunResult,
}

impl Work<'_> {
    /// The runs of an experiment with the seeds from 1 on. They are kept among the other runs, so that none is run twice
    /// and one that was stopped goes on.
    pub(crate) fn series(&self, series: &Series, runs: u64) -> Result<Vec<Finished>, FigureError> {
        (1..=runs).map(|seed| self.run(series, seed)).collect()
    }

    fn run(&self, Series { experiment, set }: &Series, seed: u64) -> Result<Finished, FigureError> {
        let loaded = load(experiment, set)?;
        // Runs of another version, or of an experiment that was changed, are other runs.
        let identity = format!("{}\n{}", env!("CARGO_PKG_VERSION"), loaded.resolved);
        let (name, hash) = (experiment.replace('/', "-"), blake3::hash(identity.as_bytes()).to_hex());
        let path = runs_folder().join(format!("series-{name}-{}-s{seed}", &hash[..8]));
        let runner = match Folder::open(&path) {
            Ok(_) => Runner::resume(&path, None),
            Err(_) => {
                // What a run left behind that was killed before it was one.
                let _ = std::fs::remove_dir_all(&path);
                Runner::start(loaded, seed, &[], &Destination::At(path))
            }
        };
        let outcome = self.run_to_its_end(&format!("{experiment}, seed {seed}"), runner)?;
        let log = Folder::open(&outcome.folder).and_then(|folder| folder.log()).map_err(RunError::Folder)?;
        let result = outcome.result.ok_or(FigureError::Stopped)?;
        Ok(Finished { log, result })
    }

    /// The file of a shipped champion evolved anew, or of one by the experiment of this name where none ships.
    pub(crate) fn evolved_anew(&self, short: &str) -> Result<PathBuf, FigureError> {
        let full = format!("{}/{short}", self.game.facts().name);
        if let Some(path) = self.of.made.borrow().get(&full) {
            return Ok(path.clone());
        }
        let name: PlayerName = PlayerName::of_shipped(short).parse()?;
        let made = match champions::find(self.game.facts(), &name, &[]) {
            Ok(found) => found.file.provenance,
            Err(_) => Provenance { experiment: full.clone(), seed: 1, ..Provenance::default() },
        };
        let founders: Vec<PathBuf> = made.founders.iter().map(PathBuf::from).collect();
        let loaded = load(&made.experiment, &made.sets)?;
        let runner = Runner::start(loaded, made.seed, &founders, &Destination::In(runs_folder()));
        let path = self.run_to_its_end(&made.title(), runner)?.folder.join("champion");
        self.of.made.borrow_mut().insert(full, path.clone());
        Ok(path)
    }

    fn run_to_its_end(
        &self,
        title: &str,
        runner: Result<Runner, RunError>,
    ) -> Result<RunOutcome, FigureError> {
        let limits = RunLimits { minutes: None, stop: Some(Arc::clone(&self.of.settings.stop)) };
        let mut shown = Shown { observer: self.of.observer, title };
        let runner = runner?;
        let outcome = self.on_threads(self.of.settings.threads, || runner.run(&mut shown, &limits));
        self.of.observer.ends();
        let outcome = outcome??;
        if matches!(outcome.why, Why::Stopped | Why::TimeUp) {
            return Err(FigureError::Stopped);
        }
        let lost: Vec<String> =
            outcome.result.iter().flat_map(|result| &result.lost).map(ToString::to_string).collect();
        match &lost[..] {
            [] => Ok(outcome),
            lost => Err(FigureError::LostIslands { folder: outcome.folder, lost: lost.join("; ") }),
        }
    }
}

/// Passes the generations of a run on.
struct Shown<'a> {
    observer: &'a dyn Observer,
    title: &'a str,
}

impl ludevo_runs::Observer for Shown<'_> {
    fn started(&mut self, _folder: &Folder, experiment: &Experiment, done: u64) {
        self.observer.begins(self.title, experiment.evolution.generations);
        self.observer.advances(done, None);
    }

    fn generation(&mut self, report: &GenerationReport, _timing: &Timing, _left: Duration) {
        self.observer.advances(report.generation + 1, None);
    }
}

impl Finished {
    /// What a figure says about this run.
    fn figure(&self, figure: RunFigure) -> f64 {
        // A run that ended early stays as it was.
        let at = |generation: u64| {
            let until = self.log.iter().take_while(|report| report.generation <= generation);
            until.last().or(self.log.first())
        };
        match figure {
            RunFigure::Mean(generation) => at(generation).map_or(f64::NAN, |report| report.mean),
            RunFigure::Best(generation) => at(generation).map_or(f64::NAN, |report| report.best),
            RunFigure::Champion | RunFigure::BestChampion | RunFigure::MedianChampion => self.result.score,
        }
    }
}

/// A figure over runs; the interval of a mean is what they tell about further runs, that of one champion is its own. The
/// best and the median come without: the interval is then the figure alone.
pub(crate) fn figure_of_runs(runs: &[Finished], figure: RunFigure) -> Measured {
    if let ([run], RunFigure::Champion | RunFigure::BestChampion | RunFigure::MedianChampion) = (runs, figure)
    {
        let RunResult { score, low, high, fresh_games, .. } = run.result;
        return Measured { value: score, low, high, games: fresh_games as u64, deviation: None };
    }
    let values: Vec<f64> = runs.iter().map(|run| run.figure(figure)).collect();
    let quantile =
        |share: f64| Measured::exact(quantile(&values, share).unwrap_or_default(), runs.len() as u64);
    match figure {
        RunFigure::BestChampion => quantile(1.0),
        RunFigure::MedianChampion => quantile(0.5),
        RunFigure::Mean(_) | RunFigure::Best(_) | RunFigure::Champion => {
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.push(*value));
            let Interval { low, high } = of_mean(&moments, CONFIDENCE);
            Measured { value: moments.mean(), low, high, games: moments.count(), deviation: None }
        }
    }
}
