//! Runs of one experiment with one seed after another, for figures that are about runs and not about champions.

use std::sync::Arc;

use anyhow::anyhow;
use indicatif::ProgressBar;
use ludevo_evolve::GenerationReport;
use ludevo_game::experiment::Experiment;
use ludevo_game::measurement::RunFigure;
use ludevo_runs::{
    Destination, Folder, Limits, Loaded, Observer, RunResult, Runner, Timing, Why, load, runs_folder,
};

use super::evolve::asked;
use super::on_threads;
use crate::failure::Failure;
use crate::{stop, watch};

/// A run that is over.
pub(crate) struct Finished {
    log: Vec<GenerationReport>,
    result: RunResult,
}

/// The runs of an experiment with the seeds from 1 on. They are kept among the other runs, so that none is run twice and
/// one that was stopped goes on.
pub(crate) fn series(
    experiment: &str,
    sets: &[&str],
    runs: u64,
    threads: Option<u16>,
) -> Result<Vec<Finished>, Failure> {
    (1..=runs).map(|seed| run(experiment, sets, seed, threads)).collect()
}

/// An experiment with some of it set otherwise.
pub(crate) fn resolved(experiment: &str, sets: &[&str]) -> Result<Loaded, Failure> {
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    load(experiment, &sets).map_err(Failure::request)
}

fn run(experiment: &str, sets: &[&str], seed: u64, threads: Option<u16>) -> Result<Finished, Failure> {
    let loaded = resolved(experiment, sets)?;
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
    let limits = Limits { minutes: None, stop: Some(Arc::clone(stop::on_ctrl_c())) };
    let mut shown = Shown(watch::bar(1, &format!("{experiment}, seed {seed}")));
    let outcome = on_threads(threads, || runner.map_err(asked)?.run(&mut shown, &limits).map_err(asked))??;
    shown.0.finish_and_clear();
    let folder = Folder::open(&outcome.folder).map_err(anyhow::Error::from)?;
    match (outcome.why, outcome.result) {
        (Why::Ended(_) | Why::NothingToDo, Some(result)) => {
            Ok(Finished { log: folder.log().map_err(anyhow::Error::from)?, result })
        }
        _ => Err(Failure::Work(anyhow!("stopped; the same command goes on"))),
    }
}

/// Generations done, as a bar.
struct Shown(ProgressBar);

impl Observer for Shown {
    fn started(&mut self, _folder: &Folder, experiment: &Experiment, done: u64) {
        self.0.set_length(experiment.evolution.generations);
        self.0.set_position(done);
    }

    fn generation(&mut self, report: &GenerationReport, _timing: &Timing, _left: std::time::Duration) {
        self.0.set_position(report.generation + 1);
    }
}

impl Finished {
    /// What a figure says about this run.
    pub(crate) fn figure(&self, figure: RunFigure) -> f64 {
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

    /// What the run knows about its champion.
    pub(crate) fn result(&self) -> &RunResult {
        &self.result
    }
}
