//! What is asked of workers and what they say: units that are open, who is there, and whose word is believed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludevo_evolve::Failed;
use ludevo_game::game::GameError;
use ludevo_runs::write_whole;
use serde::{Deserialize, Serialize};

use crate::message::{Answer, Report, Task, decode, encode};
use crate::queue::{Delivered, Presence, Queue, QueueError, Ticket};
use crate::work::PATIENCE;
use crate::{BUILD, VERSION};

/// The file of a run's folder that says who works on it. It is no part of the run, and is not the same twice.
pub const WORKERS: &str = "workers.json";

/// How long it waits for a result before it looks around.
const LISTEN: Duration = Duration::from_millis(300);
/// How long the word of a worker waits for another's where there is no other.
const ALONE: Duration = Duration::from_secs(2);
/// A unit of a single population is made to take about so long.
const UNIT: (f64, f64) = (5.0, 20.0);
/// How many units of a single population may be generations, at most.
const MOST_STRIDE: u64 = 1024;

/// How a run is served.
pub struct Serving {
    /// Over what.
    pub queue: Arc<dyn Queue>,
    /// The share of units that two workers do, so that what they say is compared.
    pub check: f64,
    /// After so long without a word a worker is thought lost.
    pub silence: Duration,
    /// Is told what happens.
    pub hear: Box<dyn Fn(&str) + Send>,
}

/// What [`WORKERS`] says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct News {
    /// The run's name in the queue.
    pub run: String,
    /// Units that nobody has done yet.
    pub open: usize,
    /// Units done since the run was served last.
    pub done: u64,
    /// Units done by two workers who agreed.
    pub checked: u64,
    /// Units given out again since their worker was not heard of.
    pub again: u64,
    /// Workers that were heard of lately.
    pub workers: Vec<Presence>,
    /// Workers who are left out, and why.
    pub left_out: BTreeMap<String, String>,
    /// The first generation that a worker's result was taken for without another's word.
    pub unchecked: BTreeMap<String, u64>,
}

/// A unit that somebody is to do.
pub(crate) struct Open {
    pub(crate) task: Task,
    pub(crate) body: Vec<u8>,
    /// When it was offered last.
    pub(crate) offered: Instant,
    /// What one worker said, while another one is asked.
    pub(crate) first: Option<(String, Answer, Instant)>,
}

/// What is open, and who is there.
pub(crate) struct Desk {
    pub(crate) serving: Serving,
    pub(crate) run: String,
    pub(crate) file: PathBuf,
    pub(crate) open: BTreeMap<String, Open>,
    /// Units whose outcome is taken; they are forgotten when the checkpoint that holds them is written.
    pub(crate) taken: BTreeSet<String>,
    /// Workers who were right once.
    pub(crate) proven: BTreeSet<String>,
    pub(crate) news: News,
    pub(crate) tended: Option<Instant>,
    pub(crate) reached: Instant,
    pub(crate) is_cut_off: bool,
    pub(crate) stride: u64,
    /// Since when nobody is here who can work on the run.
    pub(crate) alone: Option<Instant>,
}

pub(crate) fn failed(words: impl ToString) -> GameError {
    Failed(words.to_string()).into()
}

impl Desk {
    pub(crate) fn say(&self, words: impl AsRef<str>) {
        (self.serving.hear)(words.as_ref());
    }

    /// Asks the queue, again and again while it is out of reach.
    pub(crate) fn insist<T>(
        &mut self,
        ask: impl Fn(&dyn Queue, &str) -> Result<T, QueueError>,
    ) -> Result<T, GameError> {
        loop {
            match ask(&*self.serving.queue, &self.run) {
                Ok(answer) => {
                    if std::mem::take(&mut self.is_cut_off) {
                        self.say("the queue is within reach again");
                    }
                    self.reached = Instant::now();
                    return Ok(answer);
                }
                Err(error @ QueueError::Place(_)) => return Err(failed(error)),
                Err(error) if self.reached.elapsed() > PATIENCE => return Err(failed(error)),
                Err(error) => {
                    if !self.is_cut_off {
                        self.say(format!("{error}; trying again"));
                    }
                    self.is_cut_off = true;
                    std::thread::sleep(LISTEN);
                }
            }
        }
    }

    pub(crate) fn listen(&mut self) -> Result<Vec<Delivered>, GameError> {
        self.insist(|queue, run| queue.results(run, LISTEN))
    }

    /// Offers a task; its name.
    pub(crate) fn offer(&mut self, generation: u64, island: usize, task: Task) -> Result<String, GameError> {
        let body = encode(&task).map_err(failed)?;
        let hash = blake3::hash(&body).to_hex();
        let unit = format!("{generation:08}-{island:04}-{}", &hash[..16]);
        let ticket = Ticket { run: self.run.clone(), unit: unit.clone(), not_by: None };
        self.insist(|queue, _| queue.publish(&ticket, &body))?;
        self.open.insert(unit.clone(), Open { task, body, offered: Instant::now(), first: None });
        Ok(unit)
    }

    /// The name of the copy of a unit that checks what was said of it.
    pub(crate) fn copy(unit: &str) -> String {
        format!("{unit}-check")
    }

    /// A result that can be read, of a unit that is open; what is not is named and thrown away.
    pub(crate) fn read(
        &mut self,
        delivered: Delivered,
    ) -> Result<Option<(String, String, Answer, f64)>, GameError> {
        let Delivered { unit, worker, body } = delivered;
        let original = unit.strip_suffix("-check").unwrap_or(&unit).to_owned();
        let read = body.and_then(|body| decode::<Report>(&body).map_err(|error| error.to_string()));
        let is_left_out = self.news.left_out.contains_key(&worker);
        let throw_away = |desk: &mut Desk| desk.insist(|queue, run| queue.reject(run, &unit, &worker));
        match read {
            _ if is_left_out => throw_away(self)?,
            Err(problem) => {
                self.say(format!(
                    "junk from {worker} as the result of unit {unit}: {problem}; the run goes on"
                ));
                throw_away(self)?;
            }
            // A late answer to what is known already.
            Ok(_) if !self.open.contains_key(&original) => {
                if !self.taken.contains(&original) {
                    throw_away(self)?;
                }
                return Ok(None);
            }
            Ok(Report { answer, seconds }) => return Ok(Some((original, worker, answer, seconds))),
        }
        // Whoever lets go of a unit without a result leaves it to be done by somebody else.
        if let Some(open) = self.open.get(&original) {
            let not_by = open.first.as_ref().map(|(one, _, _)| one.clone()).filter(|_| original != unit);
            let ticket = Ticket { run: self.run.clone(), unit, not_by };
            let body = open.body.clone();
            self.insist(|queue, _| queue.publish(&ticket, &body))?;
        }
        Ok(None)
    }

    /// Whether another one is asked too: always the first time that a worker says something.
    pub(crate) fn is_to_be_checked(&self, unit: &str, worker: &str) -> bool {
        let drawn = blake3::hash(unit.as_bytes()).as_bytes()[..4]
            .iter()
            .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        let is_drawn = (drawn as f64) < self.serving.check * f64::from(u32::MAX);
        let is_new = self.serving.check > 0.0 && !self.proven.contains(worker);
        // Whoever comes first waits a moment for somebody to be compared with.
        let has_another = self.has_another(worker) || !self.news.unchecked.contains_key(worker);
        (is_drawn || is_new) && has_another
    }

    /// Workers who are here for this run: others may be here for other runs.
    fn able(&self) -> impl Iterator<Item = &Presence> {
        self.news.workers.iter().filter(|presence| {
            !self.news.left_out.contains_key(&presence.worker)
                && !presence.refused.contains(&self.run)
                && presence.version == VERSION
                && presence.build == BUILD
        })
    }

    /// Whether somebody else could do a unit.
    pub(crate) fn has_another(&self, worker: &str) -> bool {
        self.able().any(|other| other.worker != worker)
    }

    /// Whether nobody who can do it has been here for as long as a worker may be silent.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone.is_some_and(|since| since.elapsed() >= self.serving.silence)
    }

    pub(crate) fn ask_another(
        &mut self,
        unit: &str,
        worker: String,
        answer: Answer,
    ) -> Result<(), GameError> {
        let Some(open) = self.open.get_mut(unit) else { return Ok(()) };
        open.first = Some((worker.clone(), answer, Instant::now()));
        let body = open.body.clone();
        let ticket = Ticket { run: self.run.clone(), unit: Desk::copy(unit), not_by: Some(worker) };
        self.insist(|queue, _| queue.publish(&ticket, &body))
    }

    pub(crate) fn ask_once_more(&mut self, unit: &str, worker: &str) -> Result<(), GameError> {
        let Some(open) = self.open.get(unit) else { return Ok(()) };
        let (body, copy) = (open.body.clone(), Desk::copy(unit));
        let ticket = Ticket { run: self.run.clone(), unit: copy, not_by: Some(worker.to_owned()) };
        self.insist(|queue, run| {
            queue.reject(run, &ticket.unit, worker)?;
            queue.publish(&ticket, &body)
        })
    }

    pub(crate) fn prove<'a>(&mut self, workers: impl IntoIterator<Item = &'a String>) {
        self.proven.extend(workers.into_iter().cloned());
    }

    /// Notes that what a worker said is taken without another's word.
    pub(crate) fn trust(&mut self, unit: &str, worker: &str) {
        let generation = unit.split('-').next().and_then(|text| text.parse().ok()).unwrap_or(0);
        self.news.unchecked.entry(worker.to_owned()).or_insert(generation);
    }

    /// Leaves a worker out while the champion is measured, where nothing else hangs on what it said.
    pub(crate) fn expel(&mut self, worker: &str, unit: &str, problem: &str) -> Result<(), GameError> {
        self.say(format!("{worker} is left out, since what it said of unit {unit} is wrong: {problem}"));
        self.news.left_out.insert(worker.to_owned(), format!("unit {unit}: {problem}"));
        self.write_news();
        let Some(open) = self.open.get_mut(unit) else { return Ok(()) };
        open.first = None;
        let body = open.body.clone();
        let ticket = Ticket { run: self.run.clone(), unit: unit.to_owned(), not_by: None };
        self.insist(|queue, run| {
            queue.reject(run, unit, worker)?;
            queue.publish(&ticket, &body)
        })
    }

    /// Makes units of a single population neither too short for the journey nor too long for a loss.
    pub(crate) fn adapt(&mut self, seconds: f64, answer: &Answer) {
        let Answer::Outcome(outcome) = answer else { return };
        let done = outcome.reports.len() as u64;
        if done >= self.stride && seconds < UNIT.0 {
            self.stride = (self.stride * 2).min(MOST_STRIDE);
        } else if seconds > UNIT.1 {
            self.stride = (self.stride / 2).max(1);
        }
    }

    /// Once a second: gives out again what is lost, looks who is there, and says so. The answer is what nobody is left to
    /// check.
    pub(crate) fn tend(&mut self) -> Result<Vec<(String, String, Answer)>, GameError> {
        if self.tended.is_some_and(|tended| tended.elapsed() < Duration::from_secs(1)) {
            return Ok(Vec::new());
        }
        self.tended = Some(Instant::now());
        let (again, workers) = self.insist(|queue, run| Ok((queue.tend(run)?, queue.workers()?)))?;
        for (unit, worker) in again {
            self.news.again += 1;
            self.say(format!("{worker} is silent: unit {unit} is given out again"));
        }
        let known: Vec<String> = self.news.workers.iter().map(|worker| worker.worker.clone()).collect();
        let live = workers.into_iter().filter(|(_, silent)| *silent < self.serving.silence.as_secs_f64());
        self.news.workers = live.map(|(presence, _)| presence).collect();
        let is_alone = self.able().next().is_none();
        if is_alone && self.alone.is_none() && !known.is_empty() {
            self.say("nobody is here to work on this run any more: it waits for `ludevo island join`");
        }
        self.alone = is_alone.then(|| self.alone.unwrap_or_else(Instant::now));
        for presence in &self.news.workers {
            if !known.contains(&presence.worker) {
                self.say(format!("{} is here", presence.worker));
            }
        }
        for name in known {
            if !self.news.workers.iter().any(|presence| presence.worker == name) {
                self.say(format!("{name} is gone"));
            }
        }
        self.news.open = self.open.len();
        self.write_news();
        self.renew()?;
        let mut unchecked = Vec::new();
        let mut left = Vec::new();
        for (unit, open) in &self.open {
            if let Some((worker, answer, since)) = &open.first
                && since.elapsed() > ALONE
                && !self.has_another(worker)
            {
                left.push(unit.clone());
                unchecked.push((unit.clone(), worker.clone(), answer.clone()));
            }
        }
        for unit in left {
            let copy = Desk::copy(&unit);
            self.insist(|queue, run| queue.withdraw(run, &copy))?;
        }
        Ok(unchecked)
    }

    /// Offers units once more that nobody does while somebody has nothing to do.
    fn renew(&mut self) -> Result<(), GameError> {
        if !self.able().any(|worker| worker.unit.is_none()) {
            return Ok(());
        }
        let mut tickets = Vec::new();
        for (unit, open) in &mut self.open {
            let (name, not_by) = match &open.first {
                None => (unit.clone(), None),
                Some((worker, _, _)) => (Desk::copy(unit), Some(worker.clone())),
            };
            let is_done = self.news.workers.iter().any(|worker| worker.unit.as_deref() == Some(&name));
            if is_done || open.offered.elapsed() < self.serving.silence + ALONE {
                continue;
            }
            open.offered = Instant::now();
            tickets.push((Ticket { run: self.run.clone(), unit: name, not_by }, open.body.clone()));
        }
        for (ticket, body) in tickets {
            self.insist(|queue, _| queue.renew(&ticket, &body))?;
        }
        Ok(())
    }

    pub(crate) fn write_news(&self) {
        let text = serde_json::to_vec(&self.news).unwrap_or_default();
        // Nothing of the run hangs on it.
        let _ = write_whole(&self.file, &text);
    }

    /// Forgets what is in a checkpoint by now.
    pub(crate) fn forget(&mut self, before: u64) -> Result<(), GameError> {
        let is_joined = |unit: &String| {
            unit.split('-')
                .next()
                .and_then(|text| text.parse::<u64>().ok())
                .is_some_and(|first| first < before)
        };
        let old: Vec<String> = self.taken.iter().filter(|unit| is_joined(unit)).cloned().collect();
        for unit in old {
            self.insist(|queue, run| {
                queue.withdraw(run, &Desk::copy(&unit))?;
                queue.withdraw(run, &unit)
            })?;
            self.taken.remove(&unit);
        }
        Ok(())
    }
}
