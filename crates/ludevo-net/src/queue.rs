//! The one interface behind which a shared folder and a server of messages are the same.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a queue could not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The place is none, or not allowed: the request was wrong.
    #[error("{0}")]
    Place(String),
    /// It is out of reach, or refuses.
    #[error("{place}: {problem}")]
    Unreachable {
        /// The place.
        place: String,
        /// What came of it.
        problem: String,
    },
}

/// What is known of a unit without reading it. Units of the same text have the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// The run.
    pub run: String,
    /// The unit. Names of earlier generations come first.
    pub unit: String,
    /// A worker who may not do it, since it is what checks that worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_by: Option<String>,
}

/// A unit that this process does now.
#[derive(Clone, Debug)]
pub struct Taken {
    /// What is known of it.
    pub ticket: Ticket,
    /// Its text.
    pub body: Vec<u8>,
    /// How the queue knows it again.
    pub(crate) token: String,
}

/// A result that somebody stored.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// The unit.
    pub unit: String,
    /// By whom.
    pub worker: String,
    /// What it says, or why it cannot be read.
    pub body: Result<Vec<u8>, String>,
}

/// What a worker says of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Presence {
    /// Its name.
    pub worker: String,
    /// The version of Ludevo.
    pub version: String,
    /// The build of Ludevo.
    pub build: String,
    /// The run it works on.
    pub run: Option<String>,
    /// The unit it does.
    pub unit: Option<String>,
    /// For how many seconds.
    pub seconds: f64,
    /// Units done.
    pub units: u64,
    /// Generations done.
    pub generations: u64,
    /// Seconds of work on these.
    pub busy: f64,
    /// Counts up while it lives.
    pub beat: u64,
    /// Runs that it cannot work on.
    pub refused: BTreeSet<String>,
}

/// What is known of one run in a queue.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunStatus {
    /// Its name.
    pub run: String,
    /// Units that nobody has taken.
    pub waiting: u64,
    /// Units that somebody does: the unit, the worker where it is known, and for how many seconds.
    pub taken: Vec<(String, String, f64)>,
    /// Results that are not joined yet.
    pub results: u64,
}

/// What is known of a queue.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Status {
    /// The runs that are served, or whose server is away.
    pub runs: Vec<RunStatus>,
    /// Workers, each with the seconds since it was heard of.
    pub workers: Vec<(Presence, f64)>,
    /// Units given out again since their worker was not heard of, as far as that is counted.
    pub redelivered: u64,
}

/// Units on their way from whoever serves runs to whoever does them, and back. Everything may be called again after a
/// failure: nothing is done twice by it that must not be.
pub trait Queue: Send + Sync {
    /// Tells everybody of a run, in the place of what was told before.
    fn announce(&self, run: &str, text: &[u8]) -> Result<(), QueueError>;

    /// What everybody was told of a run; nothing if it is not there.
    fn announcement(&self, run: &str) -> Result<Option<Vec<u8>>, QueueError>;

    /// Offers a unit. One that is offered already, that somebody does or has done stays as it is.
    fn publish(&self, ticket: &Ticket, body: &[u8]) -> Result<(), QueueError>;

    /// Offers a unit once more that nobody does though somebody could: whatever kept it from being taken is undone.
    fn renew(&self, ticket: &Ticket, body: &[u8]) -> Result<(), QueueError> {
        self.publish(ticket, body)
    }

    /// Results of a run that this process was not given yet, after waiting for one so long.
    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivered>, QueueError>;

    /// Gives results of a unit out once more to this process.
    fn reread(&self, run: &str, unit: &str) -> Result<(), QueueError>;

    /// Forgets a result, so that its unit can be offered again.
    fn reject(&self, run: &str, unit: &str, worker: &str) -> Result<(), QueueError>;

    /// Forgets a unit with all of its results.
    fn withdraw(&self, run: &str, unit: &str) -> Result<(), QueueError>;

    /// Forgets a run.
    fn end(&self, run: &str) -> Result<(), QueueError>;

    /// Gives out again what was taken by workers who are not heard of, and says which. Called now and then by whoever
    /// serves.
    fn tend(&self, run: &str) -> Result<Vec<(String, String)>, QueueError>;

    /// Takes a unit that this worker may do, of any run but these, after waiting for one so long.
    fn take(
        &self,
        worker: &str,
        not_of: &BTreeSet<String>,
        wait: Duration,
    ) -> Result<Option<Taken>, QueueError>;

    /// Says that a unit is still being done. Called at least once a second.
    fn keep(&self, taken: &Taken) -> Result<(), QueueError>;

    /// Stores a result, and only then lets go of its unit.
    fn done(&self, taken: &Taken, worker: &str, result: &[u8]) -> Result<(), QueueError>;

    /// Lets go of a unit that was not done.
    fn give_back(&self, taken: &Taken) -> Result<(), QueueError>;

    /// Tells everybody of a worker.
    fn present(&self, presence: &Presence) -> Result<(), QueueError>;

    /// Takes leave.
    fn leave(&self, worker: &str) -> Result<(), QueueError>;

    /// The workers that were heard of within so many seconds, each with the seconds since.
    fn workers(&self) -> Result<Vec<(Presence, f64)>, QueueError>;

    /// What there is.
    fn status(&self) -> Result<Status, QueueError>;
}

/// After so long without a word a worker is thought lost, unless whoever serves says otherwise. Heard of twice a second, a
/// worker that lives is seldom taken for a dead one, and nothing but time is lost where it is.
pub const SILENCE: Duration = Duration::from_secs(10);
