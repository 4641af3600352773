//! Runs of experiments, for figures that are about runs, and for champions that are evolved anew.

use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::matches::{CONFIDENCE, Match};
use ludevo_arena::stats::{Interval, Moments, of_mean, of_median};
use ludevo_evolve::GenerationReport;
use ludevo_random::Purpose;
use ludevo_runs::folder::CHAMPION;
use ludevo_runs::{Folder, RunError, RunLimits, RunOutcome, RunResult, load};

use crate::error::FigureError;
use crate::measure::{RunFigure, Series};
use crate::measurer::{Work, score};
use crate::queue::NeededRun;
use crate::verdict::Measured;

/// A run that is over.
pub(crate) struct Finished {
    /// Its champion's file.
    pub(crate) champion: PathBuf,
    log: Vec<GenerationReport>,
    result: RunResult,
}

impl Work<'_> {
    /// The runs of an experiment, a seed each. They are kept among the other runs, so that none is run twice
    /// and one that was stopped goes on.
    pub(crate) fn series(&self, series: &Series, runs: u64) -> Result<Vec<Finished>, FigureError> {
        self.of.settings.seeds(runs).map(|seed| self.run(series, seed)).collect()
    }

    fn run(&self, series: &Series, seed: u64) -> Result<Finished, FigureError> {
        let outcome = self.run_to_its_end(&NeededRun::of_series(series, seed))?;
        let log = Folder::open(&outcome.folder).and_then(|folder| folder.log()).map_err(RunError::Folder)?;
        let result = outcome.result.ok_or(FigureError::Stopped)?;
        Ok(Finished { champion: outcome.folder.join(CHAMPION), log, result })
    }

    /// The champion with the highest score of all runs, against the same opponent in as many games of its own.
    pub(crate) fn best_measured_again(
        &self,
        series: &Series,
        runs: &[Finished],
    ) -> Result<Measured, FigureError> {
        let best = runs.iter().max_by(|one, two| one.result.score.total_cmp(&two.result.score));
        let best = best.ok_or_else(|| self.cannot("say who is best of no runs"))?;
        let yardstick = load(&series.experiment, &series.set)?.experiment.yardstick;
        let champion = best.champion.display().to_string();
        let plan = Match { purpose: Purpose::Again, ..self.plan(best.result.fresh_games as u64) };
        Ok(score(&self.play([&champion, &yardstick.player], plan)?))
    }

    /// The file of a shipped champion evolved anew, or of one by the experiment of this name where none ships.
    pub(crate) fn evolved_anew(&self, short: &str) -> Result<PathBuf, FigureError> {
        let run = NeededRun::of_champion(self.game, short)?;
        Ok(self.run_to_its_end(&run)?.folder.join(CHAMPION))
    }

    fn run_to_its_end(&self, run: &NeededRun) -> Result<RunOutcome, FigureError> {
        let settings = &self.of.settings;
        let limits =
            RunLimits { stop: Some(Arc::clone(&settings.stop)), only_whole: true, ..RunLimits::default() };
        let outcome =
            self.on_threads(settings.threads, || run.to_its_end(&settings.runs(), self.of.observer, &limits));
        self.of.observer.ends();
        outcome?
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
            RunFigure::Champion | RunFigure::BestMeasuredAgain | RunFigure::Median => self.result.score,
        }
    }
}

/// A figure over runs; its interval is what they tell about further runs, that of one champion is its own.
pub(crate) fn figure_of_runs(runs: &[Finished], figure: RunFigure) -> Measured {
    if let ([run], RunFigure::Champion | RunFigure::Median) = (runs, figure) {
        let RunResult { score, low, high, fresh_games, .. } = run.result;
        return Measured { value: score, low, high, games: fresh_games as u64, deviation: None };
    }
    let values: Vec<f64> = runs.iter().map(|run| run.figure(figure)).collect();
    let (value, Interval { low, high }) = if figure == RunFigure::Median {
        of_median(&values, CONFIDENCE)
    } else {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        (moments.mean(), of_mean(&moments, CONFIDENCE))
    };
    Measured { value, low, high, games: runs.len() as u64, deviation: None }
}
