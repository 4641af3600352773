//! Running an experiment in its folder: generation by generation, with a checkpoint after each, to a champion.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::wilson_of_score;
use ludevo_evolve::{End, GenerationReport, Interrupt, PlanError, State};
use ludevo_game::champions::lend;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{Evolution, Finish, Game, GameError};
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_game::registry;
use thiserror::Error;

use crate::champions::{of_experiment, typed};
use crate::error::ExperimentError;
use crate::folder::{
    CHAMPION, CHECKPOINT, Checkpoint, Folder, FolderError, LOG, LockedFolder, REPORT, RESULT, RunResult,
    TIMING, Timing,
};
use crate::load::Loaded;
use crate::report;

/// Why a run could not start, go on or be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The experiment is wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The game refuses the experiment or the saved programs.
    #[error("{source_name}: {source}")]
    Game {
        /// The experiment or file.
        source_name: String,
        /// Why.
        source: Box<GameError>,
    },
    /// Fewer generations than are done already.
    #[error("{path} has done {done} generations already, {asked} were asked for")]
    TooFew {
        /// The folder.
        path: PathBuf,
        /// Generations done.
        done: u64,
        /// Generations asked for.
        asked: u64,
    },
    /// A folder made by another version.
    #[error(
        "{path} was made by Ludevo {found}, this is {}: going on would not give the same run. \
         Use that version, or start anew",
        crate::VERSION
    )]
    Version {
        /// The folder.
        path: PathBuf,
        /// The version that made it.
        found: String,
    },
}

/// Where a new run's folder is made.
#[derive(Clone, Debug)]
pub enum Destination {
    /// In a folder of runs, under a name made from the run.
    In(PathBuf),
    /// Exactly here.
    At(PathBuf),
}

/// When a run pauses before it is over. What there is of it then is what a run without a pause has after some generation:
/// one in progress is given up, unless it is the first one since the run started or went on and its time is up, so that a
/// run that is given little time again and again gets on.
#[derive(Clone, Debug, Default)]
pub struct RunLimits {
    /// Minutes, with an estimate of the time that choosing the champion takes.
    pub minutes: Option<f64>,
    /// Set from elsewhere to stop. The generation in progress is given up.
    pub stop: Option<Arc<AtomicBool>>,
    /// A run that a limit stops is to go on later: it chooses no champion of what there is.
    pub only_whole: bool,
}

/// Hears how a run goes.
pub trait Observer {
    /// The run starts or goes on, with so many of all generations done.
    fn started(&mut self, folder: &Folder, experiment: &Experiment, done: u64) {
        let _ = (folder, experiment, done);
    }

    /// A generation is done and kept. `remaining` is an estimate of the time to the end of the run, champion included,
    /// if no target or plateau ends it early.
    fn generation(&mut self, report: &GenerationReport, timing: &Timing, remaining: Duration) {
        let _ = (report, timing, remaining);
    }

    /// So many games of the champion's choice are played.
    fn finishing(&mut self, done: usize, of: usize, remaining: Duration) {
        let _ = (done, of, remaining);
    }
}

impl Observer for () {}

/// Why [`Runner::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The run is over.
    Ended(End),
    /// Its time was up.
    TimeUp,
    /// It was told to stop.
    Stopped,
    /// It was over before.
    NothingToDo,
}

/// What [`Runner::run`] leaves behind.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The run's folder.
    pub folder: PathBuf,
    /// Why it returned.
    pub why: Why,
    /// The champion's figures; nothing if it stopped before its first generation.
    pub result: Option<RunResult>,
}

/// A run in its folder.
pub struct Runner {
    folder: LockedFolder,
    loaded: Loaded,
    provenance: Provenance,
    game: &'static dyn Game,
    evolution: Box<dyn Evolution>,
    state: State<String>,
}

impl Runner {
    /// A new run. Nothing is written unless the experiment can be run.
    pub fn start(
        loaded: Loaded,
        seed: u64,
        founders: &[PathBuf],
        destination: &Destination,
    ) -> Result<Self, RunError> {
        let (game, evolution) = evolution(&loaded, seed, founders, None)?;
        let provenance = Provenance {
            experiment: loaded.name.clone(),
            sets: loaded.sets.clone(),
            seed,
            version: crate::VERSION.to_owned(),
            founders: founders.iter().map(|path| path.display().to_string()).collect(),
            stopped: None,
        };
        let folder = match destination {
            Destination::In(runs) => Folder::create_in(runs, &loaded.experiment.game, &loaded.name, seed)?,
            Destination::At(path) => Folder::create_at(path)?,
        };
        let state = evolution.save();
        // A run stays whole where its game is not.
        for (name, bytes) in registry::files(&loaded.experiment.game) {
            crate::write_whole(&folder.file(name), bytes)?;
        }
        if let Some(guide) = evolution.fitted() {
            folder.write(registry::FITTED, guide)?;
        }
        // The experiment's file makes the folder a run: it comes when the rest is there.
        folder.write_checkpoint(&Checkpoint::new(&loaded.hash(), seed, state.clone()))?;
        folder.write_experiment(&provenance, &loaded)?;
        Ok(Runner { folder, loaded, provenance, game, evolution, state })
    }

    /// The run in a folder, from its last checkpoint; with another number of generations if asked for.
    pub fn resume(path: &Path, generations: Option<u64>) -> Result<Self, RunError> {
        let folder = Folder::open(path)?.lock()?;
        let (mut provenance, mut loaded) = folder.experiment()?;
        let checkpoint = folder.checkpoint()?;
        if checkpoint.version != crate::VERSION {
            return Err(RunError::Version { path: path.to_owned(), found: checkpoint.version });
        }
        if checkpoint.experiment_hash != loaded.hash() || checkpoint.seed != provenance.seed {
            let problem = "the experiment or its seed was changed since the run started; \
                           only evolution.generations may be, by --generations";
            return Err(FolderError::Damaged {
                path: folder.file(crate::folder::EXPERIMENT),
                line: None,
                problem: problem.to_owned(),
            }
            .into());
        }
        if let Some(asked) = generations.filter(|asked| *asked != loaded.experiment.evolution.generations) {
            let done = checkpoint.state.generation;
            if asked < done {
                return Err(RunError::TooFew { path: path.to_owned(), done, asked });
            }
            loaded = loaded.with_generations(asked);
            provenance.sets.clone_from(&loaded.sets);
        }
        if !registry::is_kept(path, &loaded.experiment.game) {
            return Err(FolderError::Damaged {
                path: folder.file(registry::MODULE),
                line: None,
                problem: "another build of this game is in use, on which the run cannot go on".to_owned(),
            }
            .into());
        }
        // A guide that was fitted when the run began stays its opponent.
        let guide = folder.fitted()?;
        // Founders are in the checkpoint's population.
        let (game, mut evolution) = evolution(&loaded, provenance.seed, &[], guide.as_deref())?;
        let source_name = folder.file(CHECKPOINT).display().to_string();
        evolution
            .restore(checkpoint.state)
            .map_err(|source| RunError::Game { source_name, source: source.into() })?;
        let state = evolution.save();
        // Only once all of it is accepted: what is written here is what the next attempt reads.
        if generations.is_some() {
            folder.write_experiment(&provenance, &loaded)?;
        }
        if let (None, Some(guide)) = (&guide, evolution.fitted()) {
            folder.write(registry::FITTED, guide)?;
        }
        Ok(Runner { folder, loaded, provenance, game, evolution, state })
    }

    /// The run's folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.loaded.experiment
    }

    /// Where the run comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The experiment with everything resolved.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The same run, whose generations and measurements somebody else does who is made of what would do them here. What is
    /// written does not change, as long as that somebody keeps to what [`Evolution`] promises.
    pub fn done_by(self, by: impl FnOnce(Box<dyn Evolution>) -> Box<dyn Evolution>) -> Self {
        Runner { evolution: by(self.evolution), ..self }
    }

    /// The guide fitted to random games by which players of the run judge, if any do.
    pub fn fitted(&self) -> Option<&str> {
        self.evolution.fitted()
    }

    /// Generations done.
    pub fn done(&self) -> u64 {
        self.state.generation
    }

    /// Runs until the end or a limit, chooses the champion of what there is, and writes the report.
    pub fn run(mut self, observer: &mut dyn Observer, limits: &RunLimits) -> Result<RunOutcome, RunError> {
        if let Some(result) = self.finished_result()? {
            if !self.folder.file(REPORT).is_file() {
                report::write(&self.folder)?;
            }
            return Ok(self.outcome(Why::NothingToDo, Some(result)));
        }
        observer.started(&self.folder, &self.loaded.experiment, self.state.generation);
        self.prepare()?;
        let mut why = self.evolve(observer, limits)?;
        if limits.only_whole && matches!(why, Why::Stopped | Why::TimeUp) {
            return Ok(self.outcome(why, None));
        }
        // Whoever stops evolution still gets the champion of what there is; to stop again is to go without.
        let stop = limits.stop.as_deref();
        stop.inspect(|stop| stop.store(false, Ordering::Relaxed));
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let result = self.finish(observer, &is_stopped)?;
        if is_stopped() {
            why = Why::Stopped;
        }
        Ok(self.outcome(why, result))
    }

    fn outcome(&self, why: Why, result: Option<RunResult>) -> RunOutcome {
        RunOutcome { folder: self.folder.path().to_owned(), why, result }
    }

    /// The result, if it is that of the state and nothing is left to evolve.
    fn finished_result(&self) -> Result<Option<RunResult>, FolderError> {
        if self.state.end.is_none() {
            return Ok(None);
        }
        let result = self.folder.result()?;
        Ok(result
            .filter(|result| result.generations == self.state.generation && result.end == self.state.end))
    }

    /// Works out what all generations need, and keeps what took long with the run.
    fn prepare(&mut self) -> Result<(), RunError> {
        if self.state.end.is_some() {
            return Ok(());
        }
        let kept = self.folder.prepared()?;
        let made = self.evolution.prepare(kept.as_deref()).map_err(|error| explain(&self.loaded, error))?;
        if let Some(text) = made {
            self.folder.write_prepared(&text)?;
        }
        Ok(())
    }

    fn evolve(&mut self, observer: &mut dyn Observer, limits: &RunLimits) -> Result<Why, RunError> {
        let mut log = self.folder.appender(LOG, self.state.generation)?;
        let mut timings = self.folder.appender(TIMING, self.state.generation)?;
        let hash = self.loaded.hash();
        let started = Instant::now();
        let time = limits.minutes.map(|minutes| time(minutes * 60.0));
        let mut pace = Pace::new(&self.loaded.experiment);
        let mut has_got_on = false;
        let is_stopped = || limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        loop {
            if let Some(end) = self.state.end {
                return Ok(Why::Ended(end));
            }
            if is_stopped() {
                return Ok(Why::Stopped);
            }
            let finishing = match limits.only_whole {
                true => Duration::ZERO,
                false => pace.finishing(&self.state, self.evolution.seconds_a_measured_game()),
            };
            let left = time.map(|time| time.saturating_sub(started.elapsed().saturating_add(finishing)));
            if left == Some(Duration::ZERO) {
                return Ok(Why::TimeUp);
            }
            let clock = Instant::now();
            // Whoever wants whole runs only loses nothing by a generation that takes longer.
            let may_give_up = has_got_on && !limits.only_whole;
            let deadline = left.filter(|_| may_give_up).and_then(|left| clock.checked_add(left));
            let Some(reports) = self.step(limits.stop.clone(), deadline)? else {
                return Ok(if is_stopped() { Why::Stopped } else { Why::TimeUp });
            };
            has_got_on = true;
            if reports.is_empty() {
                return Ok(Why::Ended(self.state.end.unwrap_or(End::Generations)));
            }
            // Islands may do more than one generation at a time.
            let seconds = clock.elapsed().as_secs_f64() / reports.len() as f64;
            let timing = |report: &GenerationReport| Timing {
                generation: report.generation,
                seconds,
                games_per_second: report.games as f64 / seconds.max(1e-9),
            };
            self.state = self.evolution.save();
            for report in &reports {
                log.push(report)?;
                timings.push(&timing(report))?;
                pace.push(seconds);
            }
            let checkpoint = Checkpoint::new(&hash, self.provenance.seed, self.state.clone());
            self.folder.write_checkpoint(&checkpoint)?;
            let mut remaining = pace.remaining(&self.state, self.evolution.seconds_a_measured_game());
            if let Some(time) = time {
                remaining = remaining.min(time.saturating_sub(started.elapsed()));
            }
            for report in &reports {
                observer.generation(report, &timing(report), remaining);
            }
        }
    }

    /// The next generation; nothing if it was given up because it was told to stop or its time was up.
    fn step(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        deadline: Option<Instant>,
    ) -> Result<Option<Vec<GenerationReport>>, RunError> {
        let interrupt = Interrupt::when(move || {
            stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        });
        self.evolution.interrupt_by(&interrupt);
        let stepped = self.evolution.step();
        self.evolution.interrupt_by(&Interrupt::default());
        let stepped = match stepped {
            Err(_) if interrupt.is_raised() => self.evolution.restore(self.state.clone()).map(|()| None),
            stepped => stepped.map(Some),
        };
        stepped.map_err(|error| explain(&self.loaded, error))
    }

    fn finish(
        &self,
        observer: &mut dyn Observer,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<RunResult>, RunError> {
        let clock = Instant::now();
        let finish = self.evolution.finish(&mut |done, of| {
            let ahead = of.saturating_sub(done) as f64 / done.max(1) as f64;
            observer.finishing(done, of, time(clock.elapsed().as_secs_f64() * ahead));
            !is_stopped()
        });
        let finish = finish.map_err(|error| explain(&self.loaded, error))?;
        let Some(Finish { mut champion, score, games, nodes, front, front_games, files, beyond }) = finish
        else {
            return Ok(None);
        };
        let planned = self.loaded.experiment.evolution.generations;
        let stopped = || format!("after {} of {planned} generations", self.state.generation);
        champion.provenance =
            Provenance { stopped: self.state.end.is_none().then(stopped), ..self.provenance.clone() };
        let interval = wilson_of_score(score, games as u64, CONFIDENCE);
        let result = RunResult {
            experiment: self.provenance.title(),
            game: self.game.facts().name.to_owned(),
            seed: self.provenance.seed,
            version: crate::VERSION.to_owned(),
            generations: self.state.generation,
            end: self.state.end,
            games_total: self.state.games,
            yardstick: self.loaded.experiment.yardstick.player.clone(),
            score,
            low: interval.low,
            high: interval.high,
            fresh_games: games,
            champion_generation: champion.generation,
            champion_nodes: nodes,
            front_games,
            front,
            files: files.iter().map(|file| (file.name.to_owned(), file.holds.clone())).collect(),
            lost: self.state.lost.clone(),
            beyond,
        };
        for file in &files {
            self.folder.write(file.name, &file.text)?;
        }
        self.folder.write(CHAMPION, &champion.print())?;
        self.folder.write_json(RESULT, &result)?;
        report::write(&self.folder)?;
        Ok(Some(result))
    }
}

fn evolution(
    loaded: &Loaded,
    seed: u64,
    founders: &[PathBuf],
    guide: Option<&str>,
) -> Result<(&'static dyn Game, Box<dyn Evolution>), RunError> {
    let game = registry::find(&loaded.experiment.game).expect("a loaded experiment is of a known game");
    check_players(game, loaded)?;
    for founder in founders {
        // Programs that somebody typed have no header: they are of the experiment's language.
        let name = founder.display().to_string();
        if let Some(text) = typed(&name)
            && let Some(read) = of_experiment(game, &loaded.experiment, &text)
        {
            lend(&name, &read.map_err(|error| explain(loaded, error))?);
        }
    }
    let evolution = game.evolve_by(guide, &loaded.experiment, seed, founders);
    let evolution = evolution.map_err(|error| explain(loaded, error))?;
    Ok((game, evolution))
}

/// Refuses players that the game does not have, where they are named.
fn check_players(game: &dyn Game, loaded: &Loaded) -> Result<(), ExperimentError> {
    let experiment = &loaded.experiment;
    let tuning = experiment.evolution.tuning.iter().flat_map(|tuning| &tuning.opponents);
    let tuning = tuning.map(|name| ("evolution.tuning.opponents", name.as_str()));
    let yardstick = [("yardstick.player", experiment.yardstick.player.as_str())];
    for (key, name) in tuning.chain(yardstick) {
        let known = name.parse::<PlayerName>().map_err(GameError::from);
        known.and_then(|player| game.check_player(&player)).map_err(|error| ExperimentError::Value {
            place: loaded.place(key, name),
            key: key.to_owned(),
            problem: error.to_string(),
        })?;
    }
    Ok(())
}

/// A refusal of the game with the place in the experiment's file that causes it, where the game names the key.
fn explain(loaded: &Loaded, error: GameError) -> RunError {
    match error {
        GameError::Unknown { key, value, nearest, known } => {
            let place = loaded.place(&key, &value);
            ExperimentError::UnknownValue { place, key, value, nearest, allowed: known }.into()
        }
        GameError::Plan(PlanError::Range(range)) => loaded.out_of_range(range).into(),
        GameError::Plan(PlanError::Guide { name, problem }) => {
            let place = loaded.place("fitness.player", &name);
            ExperimentError::Value { place, key: "fitness.player".to_owned(), problem }.into()
        }
        error => RunError::Game { source_name: loaded.name.clone(), source: error.into() },
    }
}

/// So many seconds; more than a clock can count is the longest time there is.
fn time(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// How fast recent generations went.
struct Pace {
    /// Seconds of each.
    recent: VecDeque<f64>,
    /// Long enough to hold every kind of generation: measured, tuned and plain.
    window: usize,
    generations: u64,
    final_games: usize,
    fresh_games: usize,
}

impl Pace {
    fn new(experiment: &Experiment) -> Self {
        let tuning = experiment.evolution.tuning.as_ref().map_or(1, |tuning| tuning.every);
        let period = experiment.yardstick.every.max(tuning).clamp(1, 1000);
        Pace {
            recent: VecDeque::new(),
            window: (period * (10_u64.div_ceil(period))) as usize,
            generations: experiment.evolution.generations,
            final_games: experiment.yardstick.final_games,
            fresh_games: experiment.yardstick.fresh_games,
        }
    }

    fn push(&mut self, seconds: f64) {
        self.recent.push_back(seconds);
        if self.recent.len() > self.window {
            self.recent.pop_front();
        }
    }

    /// The time that choosing the champion would take now; nothing is known before the first measurement.
    fn finishing(&self, state: &State<String>, seconds_a_game: Option<f64>) -> Duration {
        let measured = state.finalists.len() + state.unmeasured.len() + state.front.len();
        let games = measured * self.final_games + self.fresh_games;
        time(seconds_a_game.unwrap_or(0.0) * games as f64)
    }

    /// The time to the end of all generations, and the champion's choice.
    fn remaining(&self, state: &State<String>, seconds_a_game: Option<f64>) -> Duration {
        let seconds: f64 = self.recent.iter().sum();
        let left = self.generations.saturating_sub(state.generation);
        let left = if state.end.is_some() { 0 } else { left };
        let mean = seconds / self.recent.len().max(1) as f64;
        time(mean * left as f64).saturating_add(self.finishing(state, seconds_a_game))
    }
}
