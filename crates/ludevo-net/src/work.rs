//! A worker: takes units, does them and stores what came of them. It keeps nothing that anybody would miss.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use ludevo_game::game::{Evolution, GameError};
use ludevo_game::registry;
use ludevo_runs::Loaded;
use thiserror::Error;

use crate::folder::host;
use crate::message::{Announcement, Answer, MessageError, Report, Task, decode, encode, from_hex, plain};
use crate::queue::{Presence, Queue, QueueError, Taken};
use crate::{BUILD, VERSION};

/// How long a worker goes on trying while the queue is out of reach.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);
/// How often it says that it lives.
const BEAT: Duration = Duration::from_millis(500);
/// How many runs it keeps in mind.
const RUNS_IN_MIND: usize = 16;

/// Why a worker gave up.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The run is served by another version or build: the request was wrong.
    #[error(
        "run {run} is served by Ludevo {served_by}, this is {here}: what they make may differ. Use the same one everywhere"
    )]
    OtherBuild {
        /// The run.
        run: String,
        /// What serves it.
        served_by: String,
        /// What this is.
        here: String,
    },
    /// The game of the run cannot be had here: the request was wrong.
    #[error("run {run} is of the game `{game}`, build {served}: {problem}")]
    Game {
        /// The run.
        run: String,
        /// The game.
        game: String,
        /// What its module is known by.
        served: String,
        /// Why not.
        problem: String,
    },
    /// The experiment of the run cannot be run here.
    #[error("run {run} cannot be worked on here: {problem}")]
    Experiment {
        /// The run.
        run: String,
        /// Why not.
        problem: String,
    },
    /// What was announced cannot be read.
    #[error("what is said of run {run} cannot be read: {source}")]
    Announcement {
        /// The run.
        run: String,
        /// Why not.
        source: MessageError,
    },
    /// Another worker has this name: the request was wrong.
    #[error("a worker called `{name}` is at work there already: choose another --name")]
    Named {
        /// The name.
        name: String,
    },
    /// The queue is out of reach.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// Who works, and for how long.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its name, which no other worker has.
    pub name: String,
    /// It ends after so long without anything to do.
    pub idle: Option<Duration>,
    /// Set from elsewhere to end after the unit in progress.
    pub stop: Arc<AtomicBool>,
    /// What it says instead of the truth.
    #[cfg(test)]
    pub(crate) lies: Option<fn(&mut Answer)>,
}

impl Worker {
    /// A worker of this name, or of one made from the machine's; it works until it is stopped.
    pub fn new(name: Option<&str>, stop: Arc<AtomicBool>) -> Self {
        let made = || {
            let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}-{:03x}", host(), std::process::id(), time.subsec_nanos() & 0xfff)
        };
        Worker {
            name: name.map_or_else(made, plain),
            idle: None,
            stop,
            #[cfg(test)]
            lies: None,
        }
    }
}

/// What a worker did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Units done.
    pub units: u64,
    /// Whether it was told to stop.
    pub stopped: bool,
}

/// Works until there is nothing to do for long, or somebody says stop. `hear` is told what happens.
pub fn work(queue: &dyn Queue, worker: &Worker, hear: &mut dyn FnMut(&str)) -> Result<Ended, WorkError> {
    if is_at_work(queue, &worker.name)? {
        return Err(WorkError::Named { name: worker.name.clone() });
    }
    let mut shift = Shift::new(queue, worker);
    let ended = shift.work(hear);
    // Whoever serves need not wait for a worker that is gone.
    let _ = queue.leave(&worker.name);
    ended
}

/// Whether a worker of this name lives: one that ended in whatever way does not beat.
fn is_at_work(queue: &dyn Queue, name: &str) -> Result<bool, QueueError> {
    let beat = || -> Result<Option<u64>, QueueError> {
        let workers = queue.workers()?;
        Ok(workers.iter().find(|(presence, _)| presence.worker == name).map(|(presence, _)| presence.beat))
    };
    let Some(before) = beat()? else { return Ok(false) };
    std::thread::sleep(3 * BEAT);
    Ok(beat()?.is_some_and(|now| now != before))
}

struct Shift<'a> {
    queue: &'a dyn Queue,
    worker: &'a Worker,
    presence: Presence,
    /// The runs it knows, and when each was worked on last.
    runs: BTreeMap<String, (Box<dyn Evolution>, u64)>,
}

impl<'a> Shift<'a> {
    fn new(queue: &'a dyn Queue, worker: &'a Worker) -> Self {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let presence = Presence {
            worker: worker.name.clone(),
            version: VERSION.to_owned(),
            build: BUILD.to_owned(),
            // So that a worker that starts again under the same name is heard of.
            beat: time.as_millis() as u64,
            ..Presence::default()
        };
        Shift { queue, worker, presence, runs: BTreeMap::new() }
    }

    fn work(&mut self, hear: &mut dyn FnMut(&str)) -> Result<Ended, WorkError> {
        let mut idle = Instant::now();
        let mut reached = Instant::now();
        let mut is_cut_off = false;
        loop {
            let stopped = self.worker.stop.load(Ordering::Relaxed);
            if stopped || self.worker.idle.is_some_and(|most| idle.elapsed() >= most) {
                return Ok(Ended { units: self.presence.units, stopped });
            }
            let mut failed = None;
            let taken =
                self.beat().and_then(|()| self.queue.take(&self.worker.name, &self.presence.refused, BEAT));
            match taken {
                Ok(None) => {}
                Ok(Some(taken)) => match self.unit(&taken, hear) {
                    Ok(()) => idle = Instant::now(),
                    Err(WorkError::Queue(error)) => failed = Some(error),
                    Err(error) => return Err(error),
                },
                Err(error) => failed = Some(error),
            }
            match failed {
                None => {
                    is_cut_off = false;
                    reached = Instant::now();
                }
                Some(error @ QueueError::Place(_)) => return Err(error.into()),
                Some(error) if reached.elapsed() > PATIENCE => return Err(error.into()),
                Some(error) => {
                    if !is_cut_off {
                        hear(&format!("{error}; trying again"));
                    }
                    is_cut_off = true;
                    std::thread::sleep(BEAT);
                }
            }
        }
    }

    fn beat(&mut self) -> Result<(), QueueError> {
        self.presence.beat += 1;
        self.queue.present(&self.presence)
    }

    /// Does a unit and stores what came of it.
    fn unit(&mut self, taken: &Taken, hear: &mut dyn FnMut(&str)) -> Result<(), WorkError> {
        let run = &taken.ticket.run;
        if let Err(error) = self.know(run) {
            self.queue.give_back(taken)?;
            return match error {
                // That says nothing of the run.
                WorkError::Queue(_) => Err(error),
                _ => self.refuse(run, error, hear),
            };
        }
        let Some((mut evolution, _)) = self.runs.remove(run) else {
            // The run is over.
            return Ok(self.queue.give_back(taken)?);
        };
        self.presence.run = Some(run.clone());
        self.presence.unit = Some(taken.ticket.unit.clone());
        let clock = Instant::now();
        let answer = self.answer(taken, &mut *evolution);
        let seconds = clock.elapsed().as_secs_f64();
        #[cfg(test)]
        let answer = match self.worker.lies {
            Some(lies) => {
                let mut answer = answer;
                lies(&mut answer);
                answer
            }
            None => answer,
        };
        let generations = match &answer {
            Answer::Outcome(outcome) => outcome.reports.len() as u64,
            _ => 0,
        };
        if let Answer::Failed(problem) = &answer {
            hear(&format!("unit {} of {run} failed: {problem}", taken.ticket.unit));
        }
        let said = encode(&Report { answer, seconds })
            .or_else(|error| encode(&Report { answer: Answer::Failed(error.to_string()), seconds }));
        let said = said.map_err(|source| WorkError::Announcement { run: run.clone(), source })?;
        self.store(taken, &said)?;
        self.presence.units += 1;
        self.presence.generations += generations;
        self.presence.busy += seconds;
        (self.presence.run, self.presence.unit, self.presence.seconds) = (None, None, 0.0);
        let when = self.presence.units;
        self.runs.insert(run.clone(), (evolution, when));
        Ok(())
    }

    /// Stores a result, however long it takes to reach the queue.
    fn store(&mut self, taken: &Taken, said: &[u8]) -> Result<(), WorkError> {
        let started = Instant::now();
        loop {
            match self.queue.done(taken, &self.worker.name, said) {
                Ok(()) => return Ok(()),
                Err(error) if started.elapsed() > PATIENCE => return Err(error.into()),
                Err(_) => std::thread::sleep(BEAT),
            }
        }
    }

    /// Works while somebody keeps saying so.
    fn answer(&mut self, taken: &Taken, evolution: &mut dyn Evolution) -> Answer {
        let (say, hear) = mpsc::channel();
        let clock = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let done = catch_unwind(AssertUnwindSafe(|| compute(&taken.body, evolution)));
                let answer =
                    done.unwrap_or_else(|_| Answer::Failed("the program has a defect here".to_owned()));
                // Nobody listens once the process ends.
                let _ = say.send(answer);
            });
            loop {
                match hear.recv_timeout(BEAT) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Timeout) => {
                        self.presence.seconds = clock.elapsed().as_secs_f64();
                        // What cannot be said now is said again soon; at worst the unit is done twice.
                        let _ = self.beat().and_then(|()| self.queue.keep(taken));
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Answer::Failed("it ended early".to_owned());
                    }
                }
            }
        })
    }

    /// Passes over a run that cannot be worked on here, which may be one that nobody serves any more; gives up where there is
    /// no other.
    fn refuse(&mut self, run: &str, error: WorkError, hear: &mut dyn FnMut(&str)) -> Result<(), WorkError> {
        self.presence.refused.insert(run.to_owned());
        if self.queue.status()?.runs.iter().all(|status| self.presence.refused.contains(&status.run)) {
            return Err(error);
        }
        hear(&format!("{error}. It is passed over"));
        Ok(())
    }

    /// Makes a run ready, unless it is.
    fn know(&mut self, run: &str) -> Result<(), WorkError> {
        if self.runs.contains_key(run) {
            return Ok(());
        }
        let Some(text) = self.queue.announcement(run)? else { return Ok(()) };
        let announcement: Announcement =
            decode(&text).map_err(|source| WorkError::Announcement { run: run.to_owned(), source })?;
        let evolution = prepared(&announcement)?;
        if self.runs.len() >= RUNS_IN_MIND
            && let Some(oldest) =
                self.runs.iter().min_by_key(|(_, (_, when))| *when).map(|(run, _)| run.clone())
        {
            self.runs.remove(&oldest);
        }
        self.runs.insert(run.to_owned(), (evolution, self.presence.units));
        Ok(())
    }
}

/// What comes of a task.
pub(crate) fn compute(body: &[u8], evolution: &mut dyn Evolution) -> Answer {
    let done = match decode(body) {
        Err(error) => return Answer::Failed(error.to_string()),
        Ok(Task::Unit { island, until, state }) => {
            let count = evolution.islands().map_or(1, |settings| settings.islands);
            if island >= count {
                return Answer::Failed(format!("there is no island {island}, but {count} of them"));
            }
            evolution.unit(island, *state, until).map(|outcome| Answer::Outcome(Box::new(outcome)))
        }
        Ok(Task::Measure(asked)) => evolution.measurement(asked).map(Answer::Score),
    };
    done.unwrap_or_else(|error: GameError| Answer::Failed(error.to_string()))
}

/// A version and a build in words.
pub(crate) fn in_words(version: &str, build: &str) -> String {
    if build.is_empty() { version.to_owned() } else { format!("{version} (build {build})") }
}

/// A run made ready from what was announced of it.
fn prepared(announcement: &Announcement) -> Result<Box<dyn Evolution>, WorkError> {
    let Announcement { run, version, build, game, experiment, sets, resolved, seed, prepared, guide, .. } =
        announcement;
    if version != VERSION || build != BUILD {
        return Err(WorkError::OtherBuild {
            run: run.clone(),
            served_by: in_words(version, build),
            here: in_words(VERSION, BUILD),
        });
    }
    bring(announcement)?;
    let refuse = |problem: String| WorkError::Experiment { run: run.clone(), problem };
    let loaded = Loaded::read(experiment.clone(), sets.clone(), experiment, resolved);
    let loaded = loaded.map_err(|error| refuse(error.to_string()))?;
    let game = registry::find(game).ok_or_else(|| refuse(format!("there is no game `{game}`")))?;
    let evolution = game.evolve_by(guide.as_deref(), &loaded.experiment, *seed, &[]);
    let mut evolution = evolution.map_err(|error| refuse(error.to_string()))?;
    if let Some(text) = prepared {
        evolution.prepare(Some(text)).map_err(|error| refuse(error.to_string()))?;
    }
    Ok(evolution)
}

/// What the files of a game are known by.
fn known_by<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in files {
        hasher.update(name.as_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    }
    hasher.finalize().to_hex()[..12].to_owned()
}

/// Brings the game of a run along, where it is one of the user's own.
fn bring(announcement: &Announcement) -> Result<(), WorkError> {
    let Announcement { run, game, files, .. } = announcement;
    if files.is_empty() {
        return Ok(());
    }
    let read = |(name, text): &(String, String)| Some((name.clone(), from_hex(text)?));
    let bytes: Option<Vec<(String, Vec<u8>)>> = files.iter().map(read).collect();
    let bytes = bytes.unwrap_or_default();
    let served = known_by(bytes.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    let refuse = |problem: String| WorkError::Game {
        run: run.clone(),
        game: game.clone(),
        served: served.clone(),
        problem,
    };
    // A game of the user's folder is there once somebody has looked for it.
    let is_known = registry::find(game).is_some();
    let here = registry::files(game);
    if is_known && !here.is_empty() {
        let here = known_by(here.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
        let problem =
            || format!("here it is the build {here}; end this worker, and start it without that one");
        return if here == served { Ok(()) } else { Err(refuse(problem())) };
    }
    let is_kept = |name: &str| name.starts_with(registry::KEPT) && plain(name).replace('-', ".") == name;
    if let Some((name, _)) = bytes.iter().find(|(name, _)| !is_kept(name)) {
        return Err(refuse(format!("`{name}` is no file of a game")));
    }
    let folder: PathBuf = std::env::temp_dir().join(format!("ludevo-{}-{served}", std::process::id()));
    let write = || {
        std::fs::create_dir_all(&folder)?;
        bytes.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
    };
    let brought = write()
        .map_err(|error| error.to_string())
        .and_then(|()| registry::bring(&folder.join(registry::MODULE)).map_err(|error| error.to_string()));
    // It lives in memory now.
    let _ = std::fs::remove_dir_all(&folder);
    brought.map(drop).map_err(refuse)
}
