//! The runs that rows need, as a queue: on all cores, within a time, stopped and gone on with at will.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludevo_evolve::GenerationReport;
use ludevo_game::champions;
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_runs::{Destination, Folder, RunError, RunLimits, RunOutcome, Runner, Timing, Why, load};

use crate::error::FigureError;
use crate::measure::Series;
use crate::measurer::{MeasurerSettings, Observer, game_of};
use crate::table::Table;

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

    /// Its folder. Runs of another version, or of an experiment that was changed, are other runs.
    fn folder(&self, runs: &Path) -> Result<PathBuf, FigureError> {
        let Provenance { experiment, sets, founders, seed, .. } = &self.0;
        let mut identity = format!("{}\n{}", env!("CARGO_PKG_VERSION"), load(experiment, sets)?.resolved);
        founders.iter().for_each(|founder| identity += &format!("\n{founder}"));
        let (name, hash) = (experiment.replace('/', "-"), blake3::hash(identity.as_bytes()).to_hex());
        Ok(runs.join(format!("series-{name}-{}-s{seed}", &hash[..8])))
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
        let waiting = |done| Some(Waiting { title: self.title(), done, planned });
        let Ok(folder) = Folder::open(&self.folder(runs)?) else { return Ok(waiting(0)) };
        let is_over = folder.result().map_err(RunError::Folder)?.is_some_and(|result| result.end.is_some());
        let done = folder.log().map_err(RunError::Folder)?.len() as u64;
        Ok(if is_over { None } else { waiting(done) })
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

/// All runs that the rows of tables need, each once: series, and champions to be evolved anew.
pub fn needed(tables: &[Table], settings: &MeasurerSettings) -> Result<Vec<NeededRun>, FigureError> {
    let mut all: Vec<NeededRun> = Vec::new();
    let mut add = |run: NeededRun| {
        if !all.contains(&run) {
            all.push(run);
        }
    };
    for table in tables {
        let game = game_of(table)?;
        for row in &table.rows {
            for (series, runs) in row.measure.series() {
                settings.seeds(runs).for_each(|seed| add(NeededRun::of_series(&series, seed)));
            }
            for player in row.measure.players() {
                let name: PlayerName = player.parse()?;
                if let Some(short) = name.shipped() {
                    add(NeededRun::of_champion(game, short)?);
                }
            }
        }
    }
    Ok(all)
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
    let mut open: Vec<(u64, &NeededRun)> = Vec::new();
    for run in runs {
        if let Some(Waiting { done, planned, .. }) = run.waiting(&folder)? {
            open.push((planned.saturating_sub(done), run));
        }
    }
    open.sort_by_key(|(missing, _)| *missing);
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
    let waiting = runs.iter().map(|run| run.waiting(&folder)).collect::<Result<Vec<_>, _>>()?;
    Ok(waiting.into_iter().flatten().collect())
}
