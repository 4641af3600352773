//! Evolutions that the studio was asked for: a queue on disk, and a child process for each that runs.
//!
//! A child is kept on a leash: it ends when its standard input closes, so that it never outlives the studio, however
//! that ends. What runs and what waits is in a file that is written anew, synced and renamed at every change; a studio
//! that opens goes on with it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ludevo_runs::folder::DELETED;
use ludevo_runs::{Folder, FolderError, write_whole};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::mpsc;

use crate::lock::lock;
use crate::refusal::Refusal;

/// How many run at once; the others wait.
const AT_ONCE: usize = 2;
/// How many that are over stay in the list.
const KEPT: usize = 200;
/// How many may wait.
const WAITING: usize = 100;
/// How often the studio looks whether a child still has its folder.
const LOOK: Duration = Duration::from_millis(100);
/// How much of what a child says before it fails is kept, in bytes.
const LAST_WORDS: usize = 4000;

/// Why the list of evolutions cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobsError {
    /// It cannot be read.
    #[error(
        "{path}: {problem}. Without this file the studio forgets what was running; the runs themselves stay"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// An evolution that was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The name of the run's folder.
    pub(crate) run: String,
    /// The experiment that ships.
    pub(crate) experiment: String,
    /// Settings on top of it.
    pub(crate) sets: Vec<String>,
    pub(crate) seed: u64,
    /// Evolution pauses after so many minutes.
    pub(crate) minutes: Option<f64>,
    pub(crate) state: JobState,
    /// Whether it was told to end with a champion and has not got there.
    #[serde(skip)]
    pub(crate) stopping: bool,
}

impl Job {
    /// Whether its folder was deleted while it ran.
    pub(crate) fn lost_its_folder(&self) -> bool {
        matches!(&self.state, JobState::Failed(problem) if problem.starts_with(DELETED))
    }
}

/// How far an evolution is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is", content = "problem")]
pub(crate) enum JobState {
    /// It waits for its turn.
    Queued,
    /// A child works on it.
    Running,
    /// Somebody paused it.
    Paused,
    /// It came to its end, or was stopped with what it had.
    Ended,
    /// The child failed; this is what it said.
    Failed(String),
}

/// What a child is told.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// To end at once; at most the generation in progress is lost.
    End,
    /// To choose a champion of what there is and end.
    Finish,
}

/// The evolutions of a studio.
#[derive(Debug)]
pub(crate) struct Jobs {
    runs: PathBuf,
    file: PathBuf,
    program: PathBuf,
    list: Mutex<Vec<Job>>,
    children: Mutex<BTreeMap<String, mpsc::Sender<Order>>>,
    changes: AtomicU64,
}

impl Jobs {
    pub(crate) fn open(runs: &Path, file: &Path, program: &Path) -> Result<Arc<Jobs>, JobsError> {
        let damaged = |problem: String| JobsError::Damaged { path: file.to_owned(), problem };
        let mut list: Vec<Job> = match fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(damaged(error.to_string())),
        };
        for job in &mut list {
            // Its child ended with the studio that started it.
            if job.state == JobState::Running {
                job.state = JobState::Queued;
            }
        }
        Ok(Arc::new(Jobs {
            runs: runs.to_owned(),
            file: file.to_owned(),
            program: program.to_owned(),
            list: Mutex::new(list),
            children: Mutex::default(),
            changes: AtomicU64::new(0),
        }))
    }

    fn list(&self) -> MutexGuard<'_, Vec<Job>> {
        lock(&self.list)
    }

    fn children(&self) -> MutexGuard<'_, BTreeMap<String, mpsc::Sender<Order>>> {
        lock(&self.children)
    }

    /// All of them, the oldest first.
    pub(crate) fn all(&self) -> Vec<Job> {
        self.list().clone()
    }

    /// The one of a run, if the studio was asked for it.
    pub(crate) fn of(&self, run: &str) -> Option<Job> {
        self.list().iter().find(|job| job.run == run).cloned()
    }

    /// Grows with every change of the list.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Changes the list and its file, or neither.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Job>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut list = self.list();
        let mut changed = list.clone();
        let value = change(&mut changed)?;
        drop_surplus(&mut changed);
        self.write(&changed)?;
        *list = changed;
        self.changes.fetch_add(1, Ordering::Relaxed);
        Ok(value)
    }

    /// Changes what a run is, as it happened. A disk that is full now may not be later: until the next change is written
    /// the list in memory is what counts.
    fn set_state(&self, run: &str, state: &JobState) {
        let mut list = self.list();
        list.iter_mut().filter(|job| job.run == run).for_each(|job| job.state = state.clone());
        drop_surplus(&mut list);
        let _ = self.write(&list);
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    fn write(&self, list: &[Job]) -> Result<(), Refusal> {
        let text = serde_json::to_string_pretty(list).map_err(Refusal::failed)?;
        write_whole(&self.file, text.as_bytes()).map_err(Refusal::failed)
    }

    /// Asks for a new evolution; the name of its run.
    pub(crate) fn add(
        self: &Arc<Self>,
        experiment: &str,
        sets: Vec<String>,
        seed: u64,
        minutes: Option<f64>,
    ) -> Result<String, Refusal> {
        let stem = format!("{}-s{seed}", experiment.replace('/', "-"));
        let run = self.change(|list| {
            if list.iter().filter(|job| job.state == JobState::Queued).count() >= WAITING {
                return Err(Refusal::conflict(format!("{WAITING} runs are waiting already.")));
            }
            let numbered = |number: u64| if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
            let is_free =
                |name: &String| !self.runs.join(name).exists() && list.iter().all(|job| job.run != *name);
            let run = (1..).map(numbered).find(is_free).ok_or_else(|| Refusal::failed("no name is free"))?;
            let (experiment, state) = (experiment.to_owned(), JobState::Queued);
            let stopping = false;
            list.push(Job { run: run.clone(), experiment, sets, seed, minutes, state, stopping });
            Ok(run)
        })?;
        self.start();
        Ok(run)
    }

    /// Ends the child of a run for now.
    pub(crate) fn pause(&self, run: &str) -> Result<(), Refusal> {
        self.change(|list| match list.iter_mut().find(|job| job.run == run) {
            Some(job) if matches!(job.state, JobState::Queued | JobState::Running) => {
                job.state = JobState::Paused;
                Ok(())
            }
            _ => Err(Refusal::conflict(format!("{run} is not running here."))),
        })?;
        self.tell(run, Order::End);
        Ok(())
    }

    /// Lets a run end with the champion of what there is.
    pub(crate) fn stop(&self, run: &str) -> Result<(), Refusal> {
        let waiting = self.change(|list| match list.iter_mut().find(|job| job.run == run) {
            Some(job) if job.state == JobState::Queued => {
                job.state = JobState::Ended;
                Ok(true)
            }
            Some(job) if job.state == JobState::Running => {
                job.stopping = true;
                Ok(false)
            }
            _ => Err(Refusal::conflict(format!("{run} is not running here."))),
        })?;
        if !waiting {
            self.tell(run, Order::Finish);
        }
        Ok(())
    }

    /// Goes on with a run that is not over, whoever started it.
    pub(crate) fn resume(self: &Arc<Self>, run: &str) -> Result<(), Refusal> {
        self.change(|list| {
            if let Some(job) = list.iter_mut().find(|job| job.run == run) {
                if matches!(job.state, JobState::Queued | JobState::Running) {
                    return Err(Refusal::conflict(format!("{run} is running already.")));
                }
                if job.state == JobState::Ended {
                    // Its minutes were up, or it was stopped: this time it goes to its end.
                    job.minutes = None;
                }
                job.state = JobState::Queued;
                return Ok(());
            }
            let (provenance, _) = Folder::open(&self.runs.join(run))
                .and_then(|folder| folder.experiment())
                .map_err(Refusal::conflict)?;
            list.push(Job {
                run: run.to_owned(),
                experiment: provenance.experiment,
                sets: provenance.sets,
                seed: provenance.seed,
                minutes: None,
                state: JobState::Queued,
                stopping: false,
            });
            Ok(())
        })?;
        self.start();
        Ok(())
    }

    /// Takes an evolution off the list that nobody works on; its run, if there is one, stays.
    pub(crate) fn forget(&self, run: &str) -> Result<(), Refusal> {
        self.change(|list| {
            let place = list.iter().position(|job| job.run == run);
            let place =
                place.ok_or_else(|| Refusal::missing(format!("There is no run `{run}` to forget.")))?;
            if matches!(list[place].state, JobState::Queued | JobState::Running) {
                return Err(Refusal::conflict(format!("{run} is running: pause or stop it first.")));
            }
            list.remove(place);
            Ok(())
        })
    }

    fn tell(&self, run: &str, order: Order) {
        if let Some(orders) = self.children().get(run) {
            // A full queue means that it was told often enough.
            let _ = orders.try_send(order);
        }
    }

    /// Starts those whose turn it is.
    pub(crate) fn start(self: &Arc<Self>) {
        loop {
            let (orders, told) = mpsc::channel(4);
            let next = self.change(|list| {
                let running = list.iter().filter(|job| job.state == JobState::Running).count();
                let waiting = list.iter_mut().find(|job| job.state == JobState::Queued);
                // A paused child may still be on its way out of the folder.
                match waiting.filter(|job| running < AT_ONCE && !self.children().contains_key(&job.run)) {
                    Some(job) => {
                        job.state = JobState::Running;
                        job.stopping = false;
                        // Whoever sees it running can tell it something.
                        self.children().insert(job.run.clone(), orders);
                        Ok(job.clone())
                    }
                    None => Err(Refusal::conflict("nothing to start")),
                }
            });
            let Ok(job) = next else { return };
            let jobs = Arc::clone(self);
            tokio::spawn(async move {
                let ended = jobs.run(&job, told).await;
                jobs.children().remove(&job.run);
                // A paused run stays paused whatever its child says on its way out.
                if jobs.of(&job.run).is_some_and(|job| job.state == JobState::Running) {
                    let state = match ended {
                        Ok(()) => JobState::Ended,
                        Err(problem) => JobState::Failed(problem),
                    };
                    jobs.set_state(&job.run, &state);
                }
                jobs.start();
            });
        }
    }

    /// Runs a child to its end; what it said if it failed.
    async fn run(&self, job: &Job, mut told: mpsc::Receiver<Order>) -> Result<(), String> {
        let path = self.runs.join(&job.run);
        let goes_on = self.prepare(&path).await?;
        let mut command = Command::new(&self.program);
        command.arg("evolve");
        if goes_on {
            command.arg("--resume").arg(&path);
        } else {
            command.arg(&job.experiment).args(job.sets.iter().flat_map(|set| ["--set", set]));
            command.args(["--seed", &job.seed.to_string()]).arg("--out").arg(&path);
        }
        if let Some(minutes) = job.minutes {
            // What was used before a pause or a restart counts.
            let used = Folder::open(&path).and_then(|folder| folder.timing()).unwrap_or_default();
            let used = used.iter().map(|timing| timing.seconds).sum::<f64>() / 60.0;
            command.args(["--minutes", &(minutes - used).max(0.001).to_string()]);
        }
        command.args(["--json", "--leashed"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let program = self.program.display();
        let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
        let mut leash = child.stdin.take();
        let mut stderr = child.stderr.take();
        let words = tokio::spawn(async move {
            let mut last = Vec::new();
            let mut buffer = [0; 1024];
            if let Some(stderr) = &mut stderr {
                while let Ok(length @ 1..) = stderr.read(&mut buffer).await {
                    last.extend_from_slice(&buffer[..length]);
                    last.drain(..last.len().saturating_sub(LAST_WORDS));
                }
            }
            String::from_utf8_lossy(&last).trim().to_owned()
        });
        let mut finishing = false;
        // A child whose folder is deleted would go on until it writes there again.
        let mut look = tokio::time::interval(LOOK);
        let mut has_folder = false;
        let status = loop {
            tokio::select! {
                status = child.wait() => break status,
                _ = look.tick() => match path.is_dir() {
                    false if has_folder => {
                        let _ = child.start_kill();
                        let _ = child.wait().await;
                        return Err(DELETED.to_owned());
                    }
                    is_there => has_folder = is_there,
                },
                Some(order) = told.recv() => match (order, &mut leash) {
                    // To ask a second time is to go without a champion: the page never means that.
                    (Order::Finish, Some(_)) if finishing => {}
                    (Order::Finish, Some(leash)) => {
                        finishing = true;
                        // If it is gone already, its end comes next.
                        let _ = leash.write_all(b"finish\n").await;
                        let _ = leash.flush().await;
                    }
                    _ => {
                        leash = None;
                        let _ = child.start_kill();
                    }
                },
            }
        };
        let words = words.await.unwrap_or_default();
        match status {
            Ok(status) if status.success() => Ok(()),
            // It may have been quicker to find that out.
            Ok(_) if has_folder && !path.is_dir() || words.contains(DELETED) => {
                Err(format!("{DELETED} ({words})"))
            }
            Ok(status) if words.is_empty() => Err(format!("evolution ended with {status}")),
            Ok(status) => Err(format!("{words} ({status})")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether there is a run to go on with. Waits for a child of an earlier studio to let go of it, and removes what
    /// a child left behind that ended before there was a run.
    async fn prepare(&self, path: &Path) -> Result<bool, String> {
        for _ in 0..100 {
            match Folder::open(path).map(Folder::lock) {
                Err(FolderError::NotARun { .. }) => {
                    if path.is_dir() {
                        // The child that made it ends as soon as it sees its leash cut.
                        tokio::time::sleep(Duration::from_millis(500)).await;
                        fs::remove_dir_all(path).map_err(|error| error.to_string())?;
                    }
                    return Ok(false);
                }
                Ok(Ok(_)) => return Ok(true),
                Ok(Err(FolderError::InUse { .. })) => tokio::time::sleep(Duration::from_millis(100)).await,
                Err(error) | Ok(Err(error)) => return Err(error.to_string()),
            }
        }
        Err(format!("{} is in use: another process runs it", path.display()))
    }
}

/// Drops the oldest of those that are over, if there are too many.
fn drop_surplus(list: &mut Vec<Job>) {
    let over = |job: &Job| matches!(job.state, JobState::Ended | JobState::Failed(_));
    let mut surplus = list.iter().filter(|job| over(job)).count().saturating_sub(KEPT);
    list.retain(|job| {
        let drop = surplus > 0 && over(job);
        surplus -= usize::from(drop);
        !drop
    });
}
