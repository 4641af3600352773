//! The runs that rows need, as a queue: on all cores, within a time, stopped and gone on with at will.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludevo_arena::stats::Moments;
use ludevo_evolve::GenerationReport;
use ludevo_game::champions;
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_runs::{Destination, Folder, RunError, RunLimits, RunOutcome, Runner, Timing, Why, load};

use crate::error::FigureError;
use crate::measure::Series;
use crate::measurer::{MeasurerSettings, Observer, game_of};
use crate::table::{Row, Table};
use crate::verdict::Goal;

/// A run that a row needs. It is kept among the other runs, so that none is run twice and one that was stopped goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededRun(Provenance);

/// A run that is not over.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The experiment with its settings and seed.
    pub title: String,
    /// Generations done.
    pub done: u64,
    /// Generations planned.
    pub planned: u64,
    /// About how many seconds of a core are left, where a generation of the experiment was timed.
    pub seconds: Option<f64>,
}

impl NeededRun {
    pub(crate) fn of_series(Series { experiment, set }: &Series, seed: u64) -> Self {
        NeededRun(Provenance {
            experiment: experiment.clone(),
            sets: set.clone(),
            seed,
            ..Provenance::default()
        })
    }

    /// The run that made a shipped champion, or that of the experiment of this name where none ships.
    pub(crate) fn of_champion(game: &dyn Game, short: &str) -> Result<Self, FigureError> {
        let name: PlayerName = PlayerName::of_shipped(short).parse()?;
        Ok(NeededRun(match champions::find(game.facts(), &name, &[]) {
            Ok(found) => found.file.provenance,
            Err(_) => Provenance {
                experiment: format!("{}/{short}", game.facts().name),
                seed: 1,
                ..Provenance::default()
            },
        }))
    }

    /// What it is called.
    pub fn title(&self) -> String {
        format!("{}, seed {}", self.0.title(), self.0.seed)
    }

    /// What makes it the run that it is: this version, what the experiment does, its founders and its seed.
    pub(crate) fn identity(&self) -> Result<String, FigureError> {
        let Provenance { experiment, sets, founders, seed, .. } = &self.0;
        let mut identity = format!("{}\n{}", env!("CARGO_PKG_VERSION"), load(experiment, sets)?.essence());
        founders.iter().for_each(|founder| identity += &format!("\n{founder}"));
        Ok(format!("{identity}\nseed {seed}"))
    }

    /// The name of its folder. Runs of another version, or of an experiment that does something else, are other runs.
    pub fn folder_name(&self) -> Result<String, FigureError> {
        let hash = blake3::hash(self.identity()?.as_bytes()).to_hex();
        let name = self.0.experiment.replace('/', "-");
        Ok(format!("series-{name}-{}-s{}", &hash[..8], self.0.seed))
    }

    fn folder(&self, runs: &Path) -> Result<PathBuf, FigureError> {
        Ok(runs.join(self.folder_name()?))
    }

    fn runner(&self, runs: &Path) -> Result<Runner, FigureError> {
        let path = self.folder(runs)?;
        if Folder::open(&path).is_ok() {
            return Ok(Runner::resume(&path, None)?);
        }
        // What a run left behind that was killed before it was one.
        let _ = std::fs::remove_dir_all(&path);
        let Provenance { experiment, sets, founders, seed, .. } = &self.0;
        let founders: Vec<PathBuf> = founders.iter().map(PathBuf::from).collect();
        Ok(Runner::start(load(experiment, sets)?, *seed, &founders, &Destination::At(path))?)
    }

    /// How far it is; nothing if it is over.
    fn waiting(&self, runs: &Path) -> Result<Option<Waiting>, FigureError> {
        let planned = load(&self.0.experiment, &self.0.sets)?.experiment.evolution.generations;
        let waiting = |done| Some(Waiting { title: self.title(), done, planned, seconds: None });
        let Ok(folder) = Folder::open(&self.folder(runs)?) else { return Ok(waiting(0)) };
        let is_over = folder.result().map_err(RunError::Folder)?.is_some_and(|result| result.end.is_some());
        let done = folder.log().map_err(RunError::Folder)?.len() as u64;
        Ok(if is_over { None } else { waiting(done) })
    }

    /// Seconds that its generations took here so far.
    fn timed(&self, runs: &Path) -> Vec<f64> {
        let timing = self.folder(runs).ok().and_then(|path| Folder::open(&path).ok()?.timing().ok());
        timing.unwrap_or_default().iter().map(|generation| generation.seconds).collect()
    }

    /// Runs it to its end on the threads at hand. One that is stopped on the way keeps what it has done.
    pub(crate) fn to_its_end(
        &self,
        runs: &Path,
        observer: &dyn Observer,
        limits: &RunLimits,
    ) -> Result<RunOutcome, FigureError> {
        let title = self.title();
        let outcome = self.runner(runs)?.run(&mut Shown { observer, title: &title }, limits)?;
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
    fn started(&mut self, _folder: &Folder, experiment: &ludevo_game::experiment::Experiment, done: u64) {
        self.observer.begins(self.title, experiment.evolution.generations);
        self.observer.advances(done, None);
    }

    fn generation(&mut self, report: &GenerationReport, _timing: &Timing, _left: Duration) {
        self.observer.advances(report.generation + 1, None);
    }
}

/// All runs that wanted rows of tables need, each once: series, and champions to be evolved anew.
pub fn needed(
    tables: &[Table],
    wanted: &dyn Fn(&Row) -> bool,
    settings: &MeasurerSettings,
) -> Result<Vec<NeededRun>, FigureError> {
    let mut all: Vec<NeededRun> = Vec::new();
    let mut folders = BTreeSet::new();
    let mut add = |run: NeededRun| {
        // Two names of one run would be two at work in one folder.
        if folders.insert(run.folder_name()?) {
            all.push(run);
        }
        Ok::<(), FigureError>(())
    };
    for table in tables {
        let game = game_of(table)?;
        for row in table.rows.iter().filter(|row| row.goal != Goal::Lost && wanted(row)) {
            for (series, runs) in row.measure.series_with(settings) {
                settings.seeds(runs).try_for_each(|seed| add(NeededRun::of_series(&series, seed)))?;
            }
            for player in row.measure.players() {
                let name: PlayerName = player.parse()?;
                if let Some(short) = name.shipped() {
                    add(NeededRun::of_champion(game, short)?)?;
                }
            }
        }
    }
    Ok(all)
}

/// The runs that are not over, with how long they last where that is known: from generations of the same run, or else of
/// others of the same experiment.
fn open<'a>(runs: &'a [NeededRun], folder: &Path) -> Result<Vec<(Waiting, &'a NeededRun)>, FigureError> {
    let mut of_experiment: BTreeMap<String, Moments> = BTreeMap::new();
    for run in runs {
        let moments = of_experiment.entry(run.0.title()).or_default();
        run.timed(folder).into_iter().for_each(|seconds| moments.push(seconds));
    }
    let mut open = Vec::new();
    for run in runs {
        if let Some(mut waiting) = run.waiting(folder)? {
            let mut own = Moments::default();
            run.timed(folder).into_iter().for_each(|seconds| own.push(seconds));
            let known = [Some(&own), of_experiment.get(&run.0.title())].into_iter().flatten();
            let pace = known.filter(|moments| moments.count() > 0).map(Moments::mean).next();
            waiting.seconds = pace.map(|pace| pace * waiting.planned.saturating_sub(waiting.done) as f64);
            open.push((waiting, run));
        }
    }
    Ok(open)
}

/// The order in which runs are made: most missing first. A generation that nobody timed is taken to last as long as others
/// do on average.
fn most_missing_first<T>(open: &mut [(Waiting, T)]) {
    let missing = |waiting: &Waiting| waiting.planned.saturating_sub(waiting.done) as f64;
    let mut usual = Moments::default();
    for (waiting, _) in open.iter() {
        waiting.seconds.iter().for_each(|seconds| usual.push(seconds / missing(waiting).max(1.0)));
    }
    let usual = if usual.count() > 0 { usual.mean() } else { 1.0 };
    let seconds = |waiting: &Waiting| waiting.seconds.unwrap_or_else(|| usual * missing(waiting));
    open.sort_by(|(one, _), (two, _)| seconds(two).total_cmp(&seconds(one)));
}

/// Runs what is not over, most missing first, a core each, until the time is up, and says what is left. `said` hears of each
/// run that is over.
pub fn breed(
    runs: &[NeededRun],
    settings: &MeasurerSettings,
    minutes: Option<f64>,
    said: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Waiting>, FigureError> {
    let folder = settings.runs();
    let mut open = open(runs, &folder)?;
    most_missing_first(&mut open);
    open.reverse();
    let queue = Mutex::new(open);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop().map(|(_, run)| run);
    let end = minutes.and_then(|minutes| Instant::now().checked_add(Duration::from_secs_f64(60.0 * minutes)));
    let left = || end.map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64() / 60.0);
    let broken = AtomicBool::new(false);
    let work = || -> Result<(), FigureError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        while let Some(run) = next() {
            let is_time_up = left().is_some_and(|minutes| minutes <= 0.0);
            if is_time_up || settings.stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed) {
                return Ok(());
            }
            let limits =
                RunLimits { minutes: left(), stop: Some(Arc::clone(&settings.stop)), only_whole: true };
            match pool.install(|| run.to_its_end(&folder, &(), &limits)) {
                Ok(_) => said(&run.title()),
                Err(FigureError::Stopped) => {}
                Err(error) => {
                    broken.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let workers = settings.threads.map_or(cores, usize::from);
    let done: Vec<Result<(), FigureError>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a run does not panic")).collect()
    });
    done.into_iter().collect::<Result<(), _>>()?;
    let mut left = self::open(runs, &folder)?;
    most_missing_first(&mut left);
    Ok(left.into_iter().map(|(waiting, _)| waiting).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_comes_first_and_generations_that_nobody_timed_last_as_long_as_others() {
        let waiting = |title: &str, planned, seconds| {
            (Waiting { title: title.to_owned(), done: 0, planned, seconds }, ())
        };
        let order = |mut open: Vec<(Waiting, ())>| -> String {
            most_missing_first(&mut open);
            open.into_iter().map(|(waiting, ())| waiting.title).collect()
        };
        let timed = |a, b| vec![waiting("a", 10, a), waiting("b", 100, b), waiting("c", 50, None)];
        assert_eq!(order(timed(Some(5000.0), Some(100.0))), "cab", "others take 250 s a generation");
        assert_eq!(order(timed(Some(50.0), Some(100.0))), "cba");
        assert_eq!(order(timed(None, None)), "bca", "by generations where nothing was timed");
    }
}
