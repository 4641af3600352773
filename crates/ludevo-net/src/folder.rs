//! A queue in a folder that all machines see, such as one of NFS: files that are written beside their place and renamed.
//!
//! A unit is a file that is renamed by whoever takes it, which only one can. Nothing depends on the clocks of several machines:
//! a worker is thought lost when whoever serves has not seen its file change for a while by its own clock.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::message::{MOST_BYTES, is_plain};
use crate::queue::{Delivered, Presence, Queue, QueueError, RunStatus, SILENCE, Status, Taken, Ticket};

const RUNS: &str = "runs";
const WORKERS: &str = "workers";
const ANNOUNCEMENT: &str = "announcement";
const UNITS: &str = "units";
const TAKEN: &str = "taken";
const DONE: &str = "done";
/// Where files are written before they are renamed.
const NEW: &str = "new";
/// How many units were given out again, as a count of empty files.
const AGAIN: &str = "again";

/// What stands between a unit and a worker in the name of a file.
const BY: char = '@';

/// How often a folder is looked at while nothing happens there, at first and in the end.
const LOOK: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(250));

/// A queue in a folder.
pub struct FolderQueue {
    path: PathBuf,
    /// After so long without a word a worker is thought lost.
    silence: Duration,
    number: AtomicU64,
    memory: Mutex<Memory>,
    /// The error of the next file that is read.
    #[cfg(test)]
    pub(crate) ails: Mutex<Option<ErrorKind>>,
}

/// What this process has seen.
#[derive(Default)]
struct Memory {
    /// Results that were given out: run, unit, worker.
    given: BTreeSet<(String, String, String)>,
    /// The last beat of each worker, and when it was new.
    beats: BTreeMap<String, (u64, Instant)>,
    /// When each taken unit was last known to be worked on.
    held: BTreeMap<(String, String), Instant>,
}

impl FolderQueue {
    /// The queue in a folder, which is made if somebody serves over it.
    pub fn open(path: &Path, serves: Option<Duration>) -> Result<Self, QueueError> {
        let queue = FolderQueue {
            path: path.to_owned(),
            silence: serves.unwrap_or(SILENCE),
            number: AtomicU64::new(0),
            memory: Mutex::new(Memory::default()),
            #[cfg(test)]
            ails: Mutex::new(None),
        };
        if serves.is_some() {
            for folder in [RUNS, WORKERS, NEW] {
                queue.tried("make", fs::create_dir_all(path.join(folder)))?;
            }
        } else if !path.join(RUNS).is_dir() {
            return Err(QueueError::Place(format!(
                "{} is no folder that runs are served over: `ludevo island serve EXPERIMENT --over {0}` makes it one",
                path.display()
            )));
        }
        Ok(queue)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tried<T>(&self, action: &str, result: io::Result<T>) -> Result<T, QueueError> {
        result.map_err(|error| QueueError::Unreachable {
            place: self.path.display().to_string(),
            problem: format!("cannot {action} there: {error}"),
        })
    }

    fn folder(&self, run: &str, kind: &str) -> PathBuf {
        self.path.join(RUNS).join(run).join(kind)
    }

    /// The names in a folder in alphabetical order; none if it is not there. Others add and remove files meanwhile.
    fn names(&self, folder: &Path) -> Result<Vec<String>, QueueError> {
        let entries = match fs::read_dir(folder) {
            Err(error) if is_gone(&error) => return Ok(Vec::new()),
            entries => self.tried("read", entries)?,
        };
        let mut names: Vec<String> =
            entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Names of files that stand for a unit and a worker.
    fn pairs(&self, run: &str, kind: &str) -> Result<Vec<(String, String)>, QueueError> {
        let names = self.names(&self.folder(run, kind))?;
        let pair = |name: &String| {
            let (unit, worker) = name.split_once(BY)?;
            (is_plain(unit) && is_plain(worker)).then(|| (unit.to_owned(), worker.to_owned()))
        };
        Ok(names.iter().filter_map(pair).collect())
    }

    /// Writes a file that is there as a whole or not at all; false if its folder is gone.
    fn write(&self, path: &Path, content: &[u8]) -> Result<bool, QueueError> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{}-{number}", host(), std::process::id());
        let beside = self.path.join(NEW).join(name);
        let write = || {
            let mut file = fs::File::create(&beside)?;
            io::Write::write_all(&mut file, content)?;
            file.sync_all()?;
            drop(file);
            fs::rename(&beside, path)
        };
        match write() {
            Ok(()) => Ok(true),
            Err(error) => {
                let _ = fs::remove_file(&beside);
                if is_gone(&error) && self.path.join(NEW).is_dir() {
                    return Ok(false);
                }
                self.tried("write", Err(error))
            }
        }
    }

    /// Removes whatever is there: somebody may have put a folder in the place of a file.
    fn remove(&self, path: &Path) -> Result<(), QueueError> {
        let removed = match fs::symlink_metadata(path) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(path),
            _ => fs::remove_file(path),
        };
        match removed {
            Err(error) if is_gone(&error) => Ok(()),
            removed => self.tried("remove", removed),
        }
    }

    /// The content of a file of bounded size; nothing if it is gone. What is no file is not opened: a pipe would never end,
    /// and a link may lead anywhere.
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, QueueError> {
        self.tried("read", self.content(path))
    }

    fn content(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        #[cfg(test)]
        if let Some(kind) = self.ails.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(kind.into());
        }
        let read = || {
            if !fs::symlink_metadata(path)?.is_file() {
                return Err(io::Error::new(ErrorKind::InvalidData, "it is no file"));
            }
            let most = 2 * MOST_BYTES as u64;
            let mut content = Vec::new();
            fs::File::open(path)?.take(most + 1).read_to_end(&mut content)?;
            if content.len() as u64 > most {
                return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than any message"));
            }
            Ok(content)
        };
        match read() {
            Err(error) if is_gone(&error) => Ok(None),
            content => content.map(Some),
        }
    }

    fn waiting(&self, run: &str, unit: &str) -> PathBuf {
        self.folder(run, UNITS).join(unit)
    }

    fn held(&self, kind: &str, run: &str, unit: &str, worker: &str) -> PathBuf {
        self.folder(run, kind).join(format!("{unit}{BY}{worker}"))
    }

    fn runs(&self) -> Result<Vec<String>, QueueError> {
        let names = self.names(&self.path.join(RUNS))?;
        Ok(names.into_iter().filter(|name| is_plain(name)).collect())
    }

    /// Tries to take one of the units that wait.
    fn take_one(&self, worker: &str, not_of: &BTreeSet<String>) -> Result<Option<Taken>, QueueError> {
        let mut waiting = Vec::new();
        for run in self.runs()?.into_iter().filter(|run| !not_of.contains(run)) {
            waiting
                .extend(self.names(&self.folder(&run, UNITS))?.into_iter().map(|name| (name, run.clone())));
        }
        waiting.sort_unstable();
        for (name, run) in waiting {
            let (unit, not_by) = name.split_once(BY).map_or((&*name, None), |(unit, by)| (unit, Some(by)));
            if !is_plain(unit) || not_by == Some(worker) {
                continue;
            }
            let mine = self.held(TAKEN, &run, unit, worker);
            match fs::rename(self.waiting(&run, &name), &mine) {
                // Over NFS an answer may be lost: what is there counts.
                Err(error) if is_gone(&error) && !mine.is_file() => continue,
                Err(error) if !is_gone(&error) => return self.tried("take a unit", Err(error)),
                _ => {}
            }
            let body = match self.content(&mine) {
                Ok(Some(body)) => body,
                Ok(None) => continue,
                // What is no unit is done by nobody.
                Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::FileTooLarge) => {
                    self.remove(&mine)?;
                    continue;
                }
                Err(error) => {
                    // What cannot be read now may be read soon, here or elsewhere.
                    match fs::rename(&mine, self.waiting(&run, &name)) {
                        Err(error) if is_gone(&error) => {}
                        renamed => self.tried("give a unit back", renamed)?,
                    }
                    return self.tried("read a unit", Err(error));
                }
            };
            let not_by = not_by.map(str::to_owned);
            let ticket = Ticket { run: run.clone(), unit: unit.to_owned(), not_by };
            return Ok(Some(Taken { ticket, body, token: name.clone() }));
        }
        Ok(None)
    }
}

/// Whether a file or its folder is not there.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::StaleNetworkFileHandle)
}

/// A name of this machine, for files that two machines must not share.
pub(crate) fn host() -> String {
    let known = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let known =
        known.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    crate::message::plain(known.as_deref().unwrap_or("host").trim())
}

/// Looks again and again, less often as time goes by, until there is something or the time is up.
fn look<T>(
    wait: Duration,
    mut at: impl FnMut() -> Result<Option<T>, QueueError>,
) -> Result<Option<T>, QueueError> {
    let started = Instant::now();
    let mut pause = LOOK.0;
    loop {
        if let Some(found) = at()? {
            return Ok(Some(found));
        }
        let left = wait.saturating_sub(started.elapsed());
        if left.is_zero() {
            return Ok(None);
        }
        std::thread::sleep(pause.min(left));
        pause = (pause * 3 / 2).min(LOOK.1);
    }
}

impl Queue for FolderQueue {
    fn announce(&self, run: &str, text: &[u8]) -> Result<(), QueueError> {
        for kind in [UNITS, TAKEN, DONE, AGAIN] {
            self.tried("make", fs::create_dir_all(self.folder(run, kind)))?;
        }
        self.write(&self.folder(run, ANNOUNCEMENT), text).map(drop)
    }

    fn announcement(&self, run: &str) -> Result<Option<Vec<u8>>, QueueError> {
        self.read(&self.folder(run, ANNOUNCEMENT))
    }

    fn publish(&self, ticket: &Ticket, body: &[u8]) -> Result<(), QueueError> {
        let Ticket { run, unit, not_by } = ticket;
        let name = not_by.as_ref().map_or(unit.clone(), |worker| format!("{unit}{BY}{worker}"));
        // A unit goes from one of these to the next, so that whoever looks in this order does not miss it.
        let is_there = self.waiting(run, &name).exists()
            || self.pairs(run, TAKEN)?.iter().any(|(taken, _)| taken == unit)
            || self.pairs(run, DONE)?.iter().any(|(done, _)| done == unit);
        if !is_there {
            self.write(&self.waiting(run, &name), body)?;
        }
        Ok(())
    }

    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivered>, QueueError> {
        let found = look(wait, || {
            let mut found = Vec::new();
            for (unit, worker) in self.pairs(run, DONE)? {
                let key = (run.to_owned(), unit.clone(), worker.clone());
                if self.memory().given.contains(&key) {
                    continue;
                }
                let body = match self.read(&self.held(DONE, run, &unit, &worker)) {
                    Ok(None) => continue,
                    Ok(Some(body)) => Ok(body),
                    Err(error) => Err(error.to_string()),
                };
                self.memory().given.insert(key);
                found.push(Delivered { unit, worker, body });
            }
            Ok((!found.is_empty()).then_some(found))
        })?;
        Ok(found.unwrap_or_default())
    }

    fn reread(&self, run: &str, unit: &str) -> Result<(), QueueError> {
        self.memory().given.retain(|(known, of, _)| known != run || of != unit);
        Ok(())
    }

    fn reject(&self, run: &str, unit: &str, worker: &str) -> Result<(), QueueError> {
        self.memory().given.remove(&(run.to_owned(), unit.to_owned(), worker.to_owned()));
        self.remove(&self.held(DONE, run, unit, worker))
    }

    fn withdraw(&self, run: &str, unit: &str) -> Result<(), QueueError> {
        for name in self.names(&self.folder(run, UNITS))? {
            if name.split(BY).next() == Some(unit) {
                self.remove(&self.waiting(run, &name))?;
            }
        }
        for kind in [TAKEN, DONE] {
            for (known, worker) in self.pairs(run, kind)? {
                if known == unit {
                    self.remove(&self.held(kind, run, unit, &worker))?;
                }
            }
        }
        self.memory().given.retain(|(known, of, _)| known != run || of != unit);
        Ok(())
    }

    fn end(&self, run: &str) -> Result<(), QueueError> {
        // Somebody may still write there; what is left is removed by whoever ends the run next.
        match fs::remove_dir_all(self.path.join(RUNS).join(run)) {
            Err(error) if is_gone(&error) || error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => self.tried("remove", removed),
        }
    }

    fn tend(&self, run: &str) -> Result<Vec<(String, String)>, QueueError> {
        let workers = self.workers()?;
        let mut again = Vec::new();
        for (unit, worker) in self.pairs(run, TAKEN)? {
            let key = (run.to_owned(), unit.clone());
            let is_doing = |(presence, silent): &(Presence, f64)| {
                presence.worker == worker
                    && presence.unit.as_deref() == Some(&unit)
                    && *silent < self.silence.as_secs_f64()
            };
            let since = {
                let mut memory = self.memory();
                let since = memory.held.entry(key.clone()).or_insert_with(Instant::now);
                if workers.iter().any(is_doing) {
                    *since = Instant::now();
                }
                *since
            };
            if since.elapsed() < self.silence {
                continue;
            }
            self.memory().held.remove(&key);
            match fs::rename(self.held(TAKEN, run, &unit, &worker), self.waiting(run, &unit)) {
                Err(error) if is_gone(&error) => continue,
                renamed => self.tried("give a unit out again", renamed)?,
            }
            self.write(&self.folder(run, AGAIN).join(format!("{}-{unit}", again_number())), b"")?;
            again.push((unit, worker));
        }
        let taken = self.pairs(run, TAKEN)?;
        self.memory().held.retain(|(of, unit), _| of != run || taken.iter().any(|(known, _)| known == unit));
        Ok(again)
    }

    fn take(
        &self,
        worker: &str,
        not_of: &BTreeSet<String>,
        wait: Duration,
    ) -> Result<Option<Taken>, QueueError> {
        look(wait, || self.take_one(worker, not_of))
    }

    fn keep(&self, _taken: &Taken) -> Result<(), QueueError> {
        // Whoever serves looks at what the worker says of itself.
        Ok(())
    }

    fn done(&self, taken: &Taken, worker: &str, result: &[u8]) -> Result<(), QueueError> {
        let Ticket { run, unit, .. } = &taken.ticket;
        self.write(&self.held(DONE, run, unit, worker), result)?;
        self.remove(&self.held(TAKEN, run, unit, worker))
    }

    fn give_back(&self, taken: &Taken) -> Result<(), QueueError> {
        let Ticket { run, unit, .. } = &taken.ticket;
        for (known, worker) in self.pairs(run, TAKEN)? {
            if known == *unit {
                match fs::rename(self.held(TAKEN, run, unit, &worker), self.waiting(run, &taken.token)) {
                    Err(error) if is_gone(&error) => {}
                    renamed => self.tried("give a unit back", renamed)?,
                }
            }
        }
        Ok(())
    }

    fn present(&self, presence: &Presence) -> Result<(), QueueError> {
        let text = serde_json::to_vec(presence).unwrap_or_default();
        self.write(&self.path.join(WORKERS).join(&presence.worker), &text).map(drop)
    }

    fn leave(&self, worker: &str) -> Result<(), QueueError> {
        self.remove(&self.path.join(WORKERS).join(worker))
    }

    fn workers(&self) -> Result<Vec<(Presence, f64)>, QueueError> {
        let mut workers = Vec::new();
        for name in self.names(&self.path.join(WORKERS))? {
            let path = self.path.join(WORKERS).join(&name);
            let Some(text) = self.read(&path)? else { continue };
            let Ok(presence) = serde_json::from_slice::<Presence>(&text) else { continue };
            if presence.worker != name || !is_plain(&name) {
                continue;
            }
            let written = fs::metadata(&path).and_then(|file| file.modified()).ok();
            let old =
                written.and_then(|time| SystemTime::now().duration_since(time).ok()).unwrap_or_default();
            let mut memory = self.memory();
            let silent = match memory.beats.get(&name) {
                Some((beat, since)) if *beat == presence.beat => since.elapsed(),
                // What is seen for the first time may be old; the clock of another machine may be wrong.
                None if old > self.silence => {
                    let since = Instant::now().checked_sub(old).unwrap_or_else(Instant::now);
                    memory.beats.insert(name, (presence.beat, since));
                    old
                }
                _ => {
                    memory.beats.insert(name, (presence.beat, Instant::now()));
                    Duration::ZERO
                }
            };
            workers.push((presence, silent.as_secs_f64()));
        }
        Ok(workers)
    }

    fn status(&self) -> Result<Status, QueueError> {
        let mut status = Status { workers: self.workers()?, ..Status::default() };
        for run in self.runs()? {
            let age = |unit: &str, worker: &str| {
                let file = fs::metadata(self.held(TAKEN, &run, unit, worker));
                let taken = file.and_then(|file| file.modified()).ok();
                taken.and_then(|time| SystemTime::now().duration_since(time).ok()).unwrap_or_default()
            };
            let of_worker = |unit: &str, worker: &str| {
                let doing = status.workers.iter().find(|(presence, _)| {
                    presence.worker == worker && presence.unit.as_deref() == Some(unit)
                });
                doing.map_or_else(
                    || age(unit, worker).as_secs_f64(),
                    |(presence, silent)| presence.seconds + silent,
                )
            };
            let taken = self.pairs(&run, TAKEN)?.into_iter().map(|(unit, worker)| {
                let seconds = of_worker(&unit, &worker);
                (unit, worker, seconds)
            });
            let taken = taken.collect();
            status.redelivered += self.names(&self.folder(&run, AGAIN))?.len() as u64;
            status.runs.push(RunStatus {
                waiting: self.names(&self.folder(&run, UNITS))?.len() as u64,
                taken,
                results: self.names(&self.folder(&run, DONE))?.len() as u64,
                run,
            });
        }
        Ok(status)
    }
}

/// Tells one time that a unit was given out again from another.
fn again_number() -> u128 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos()
}
