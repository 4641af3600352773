//! A queue on a server of NATS with JetStream, from version 2.9 on.
//!
//! Four streams, all kept in files: what runs and units say (`ludevo.data.RUN.UNIT.PART`), which units wait
//! (`ludevo.unit.RUN.UNIT`, a work queue), results (`ludevo.done.RUN.UNIT.WORKER.PART`), and who works
//! (`ludevo.worker.WORKER`). What is larger than a message of the server is sent in parts, the first part last, so that
//! whoever finds it finds all. Messages have no identifiers by which the server would drop what it takes for a repetition:
//! a unit that is offered again must not be swallowed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, Context, message::StreamMessage};
use async_nats::{ConnectErrorKind, ConnectOptions, HeaderMap, Subscriber};
use futures_util::{StreamExt, TryStreamExt};
use tokio::runtime::Runtime;

use crate::message::{MOST_BYTES, is_plain};
use crate::place::{Credentials, secret};
use crate::queue::{Delivered, Presence, Queue, QueueError, RunStatus, SILENCE, Status, Taken, Ticket};

const DATA: &str = "LUDEVO_DATA";
const UNITS: &str = "LUDEVO_UNITS";
const DONE: &str = "LUDEVO_DONE";
const WORKERS: &str = "LUDEVO_WORKERS";
/// The consumer that all workers share.
const CONSUMER: &str = "workers";
/// What a run's announcement is called among its units.
const ANNOUNCEMENT: &str = "announcement";
/// The header of a first part that says how many parts there are.
const PARTS: &str = "Ludevo-Parts";
/// How long the server may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// How often results are asked for by name, in case the news of one was lost.
const SWEEP: Duration = Duration::from_secs(2);
/// What a message needs beside its content.
const ENVELOPE: usize = 4096;

/// A queue on a server of NATS.
pub(crate) struct NatsQueue {
    address: String,
    runtime: Runtime,
    client: async_nats::Client,
    context: Context,
    part: usize,
    memory: Mutex<Memory>,
}

/// What this process has seen.
#[derive(Default)]
struct Memory {
    /// Results that were given out, by subject.
    given: BTreeSet<String>,
    /// News of results, by run, and when they were last asked for by name.
    news: BTreeMap<String, (Subscriber, Option<Instant>)>,
    consumer: Option<PullConsumer>,
}

impl NatsQueue {
    /// The queue of a server. Whoever serves makes the streams that are missing.
    pub(crate) fn connect(
        address: &str,
        credentials: &Credentials,
        serves: Option<Duration>,
    ) -> Result<Self, QueueError> {
        let place = |problem: String| QueueError::Place(format!("{address}: {problem}"));
        let mut options = ConnectOptions::new().name("ludevo").connection_timeout(Duration::from_secs(3));
        options = options.request_timeout(Some(ANSWER)).ping_interval(Duration::from_secs(5));
        options =
            options.reconnect_delay_callback(|tries| Duration::from_millis(100 * (tries as u64).min(10)));
        if let Some(path) = &credentials.token {
            options = options.token(secret(path)?);
        }
        if let Some(path) = &credentials.nkey {
            options = options.nkey(secret(path)?);
        }
        if let Some(path) = &credentials.authorities {
            options = options.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &credentials.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let wants_tls = address.starts_with("tls://")
            || credentials.authorities.is_some()
            || credentials.certificate.is_some();
        options = options.require_tls(wants_tls);
        // One thread beside the work, so that a server that comes back is noticed while a unit is done.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| place(error.to_string()))?;
        let client = runtime.block_on(options.connect(address)).map_err(|error| match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => place(format!(
                "the server does not accept this token, key or certificate ({error}): name the right file by --token, --nkey \
                 or --certificate"
            )),
            ConnectErrorKind::ServerParse => place(error.to_string()),
            _ => QueueError::Unreachable { place: address.to_owned(), problem: error.to_string() },
        })?;
        let most = client.server_info().max_payload;
        let part = most.saturating_sub(ENVELOPE);
        if part < ENVELOPE {
            return Err(place(format!(
                "its max_payload is {most} bytes; set it to 65536 or more in the server's configuration"
            )));
        }
        let mut context = {
            // It starts a task of its own.
            let _inside = runtime.enter();
            jetstream::new(client.clone())
        };
        context.set_timeout(ANSWER);
        let queue = NatsQueue {
            address: address.to_owned(),
            runtime,
            client,
            context,
            part,
            memory: Mutex::new(Memory::default()),
        };
        if let Some(silence) = serves {
            queue.make_streams(silence)?;
        }
        Ok(queue)
    }

    fn make_streams(&self, silence: Duration) -> Result<(), QueueError> {
        let stream = |name: &str, subject: &str| Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            storage: StorageType::File,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            ..Config::default()
        };
        let streams = [
            stream(DATA, "ludevo.data.>"),
            stream(DONE, "ludevo.done.>"),
            Config { retention: RetentionPolicy::WorkQueue, ..stream(UNITS, "ludevo.unit.*.*") },
            Config { max_age: SILENCE, ..stream(WORKERS, "ludevo.worker.*") },
        ];
        let consumer = pull::Config {
            durable_name: Some(CONSUMER.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: silence,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        self.run(async {
            for config in streams {
                self.context.get_or_create_stream(config).await.map_err(|error| self.refused(&error))?;
            }
            let made = self.context.create_consumer_on_stream(consumer, UNITS).await;
            made.map(drop).map_err(|error| self.refused(&error))
        })
    }

    /// What the server refuses for good, as when it has no JetStream.
    fn refused(&self, error: &impl Display) -> QueueError {
        QueueError::Place(format!(
            "{}: the server keeps no streams for us ({error}): start it with JetStream (`nats-server -js`), and allow it to \
             whoever serves",
            self.address
        ))
    }

    fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unreachable(&self, error: impl Display) -> QueueError {
        QueueError::Unreachable { place: self.address.clone(), problem: error.to_string() }
    }

    async fn stream(&self, name: &str) -> Result<Stream<()>, QueueError> {
        self.context.get_stream_no_info(name).await.map_err(|error| self.unreachable(error))
    }

    /// Stores a message and waits until it is stored.
    async fn store(&self, subject: String, headers: HeaderMap, body: Vec<u8>) -> Result<(), QueueError> {
        let sent = self.context.publish_with_headers(subject, headers, body.into()).await;
        let stored = sent.map_err(|error| self.unreachable(error))?.await;
        let stored = stored.map_err(|error| self.unreachable(error))?;
        if stored.duplicate {
            return Err(self.unreachable("the server took a message for a repetition and dropped it"));
        }
        Ok(())
    }

    /// Stores what may be larger than a message. The first part comes last and says how many there are.
    async fn put(&self, key: &str, body: &[u8]) -> Result<(), QueueError> {
        let parts: Vec<&[u8]> = if body.is_empty() { vec![body] } else { body.chunks(self.part).collect() };
        for (number, part) in parts.iter().enumerate().rev() {
            let mut headers = HeaderMap::new();
            headers.insert(PARTS, parts.len().to_string().as_str());
            self.store(format!("{key}.{number}"), headers, part.to_vec()).await?;
        }
        Ok(())
    }

    /// The message that a stream keeps for a subject.
    async fn last(&self, stream: &str, subject: &str) -> Result<Option<StreamMessage>, QueueError> {
        match self.stream(stream).await?.get_last_raw_message_by_subject(subject).await {
            Ok(message) => Ok(Some(message)),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
            // The stream is not there.
            Err(error) if matches!(&error.kind(), LastRawMessageErrorKind::JetStream(inner) if inner.code() == 404) => {
                Ok(None)
            }
            Err(error) => Err(self.unreachable(error)),
        }
    }

    /// What was stored under a key, put together; the inner error is that of somebody who stored something else.
    async fn get(&self, stream: &str, key: &str) -> Result<Option<Result<Vec<u8>, String>>, QueueError> {
        let Some(first) = self.last(stream, &format!("{key}.0")).await? else { return Ok(None) };
        let count = first.headers.get(PARTS).and_then(|count| count.as_str().parse::<usize>().ok());
        let mut body = first.payload.to_vec();
        for number in 1..count.unwrap_or(1) {
            let Some(part) = self.last(stream, &format!("{key}.{number}")).await? else {
                return Ok(Some(Err(format!("part {number} is missing"))));
            };
            body.extend_from_slice(&part.payload);
            if body.len() > MOST_BYTES {
                return Ok(Some(Err("it is larger than any message".to_owned())));
            }
        }
        Ok(Some(Ok(body)))
    }

    /// The subjects of a stream that fit.
    async fn subjects(&self, stream: &str, filter: &str) -> Result<Vec<String>, QueueError> {
        let info = match self.stream(stream).await?.info_with_subjects(filter).await {
            Ok(info) => info,
            Err(error) if error.to_string().contains("not found") => return Ok(Vec::new()),
            Err(error) => return Err(self.unreachable(error)),
        };
        let found: Vec<(String, usize)> =
            info.try_collect().await.map_err(|error| self.unreachable(error))?;
        Ok(found.into_iter().map(|(subject, _)| subject).collect())
    }

    async fn purge(&self, stream: &str, filter: &str) -> Result<(), QueueError> {
        let purged = self.stream(stream).await?.purge().filter(filter).await;
        purged.map(drop).map_err(|error| self.unreachable(error))
    }

    /// What a subject of results says, and its content.
    async fn delivered(&self, run: &str, subject: &str) -> Result<Option<Delivered>, QueueError> {
        let words: Vec<&str> = subject.split('.').collect();
        match words[..] {
            ["ludevo", "done", of, unit, worker, "0"] if of == run && is_plain(unit) && is_plain(worker) => {
                let body = self.get(DONE, &format!("ludevo.done.{run}.{unit}.{worker}")).await?;
                let (unit, worker) = (unit.to_owned(), worker.to_owned());
                Ok(body.map(|body| Delivered { unit, worker, body }))
            }
            // Further parts of something.
            [_, _, _, _, _, part] if part.parse::<u32>().is_ok() => Ok(None),
            _ => {
                self.purge(DONE, subject).await?;
                let body = Err(format!("`{subject}` is no subject of results"));
                Ok(Some(Delivered { unit: "none".to_owned(), worker: "somebody".to_owned(), body }))
            }
        }
    }

    async fn consumer(&self) -> Result<Option<PullConsumer>, QueueError> {
        if let Some(consumer) = &self.memory().consumer {
            return Ok(Some(consumer.clone()));
        }
        match self.context.get_consumer_from_stream::<pull::Config, _, _>(CONSUMER, UNITS).await {
            Ok(consumer) => {
                self.memory().consumer = Some(consumer.clone());
                Ok(Some(consumer))
            }
            // Nobody has served here yet.
            Err(error) if error.to_string().contains("not found") => Ok(None),
            Err(error) => Err(self.unreachable(error)),
        }
    }
}

impl Queue for NatsQueue {
    fn announce(&self, run: &str, text: &[u8]) -> Result<(), QueueError> {
        self.run(self.put(&format!("ludevo.data.{run}.{ANNOUNCEMENT}"), text))
    }

    fn announcement(&self, run: &str) -> Result<Option<Vec<u8>>, QueueError> {
        let found = self.run(self.get(DATA, &format!("ludevo.data.{run}.{ANNOUNCEMENT}")))?;
        Ok(found.and_then(Result::ok))
    }

    fn publish(&self, ticket: &Ticket, body: &[u8]) -> Result<(), QueueError> {
        let Ticket { run, unit, .. } = ticket;
        let text = serde_json::to_vec(ticket).map_err(|error| self.unreachable(error))?;
        self.run(async {
            let waiting = format!("ludevo.unit.{run}.{unit}");
            // A unit leaves the one only after its result is in the other.
            let is_there = self.last(UNITS, &waiting).await?.is_some()
                || !self.subjects(DONE, &format!("ludevo.done.{run}.{unit}.*.0")).await?.is_empty();
            if is_there {
                return Ok(());
            }
            self.put(&format!("ludevo.data.{run}.{unit}"), body).await?;
            self.store(waiting, HeaderMap::new(), text).await
        })
    }

    fn renew(&self, ticket: &Ticket, body: &[u8]) -> Result<(), QueueError> {
        // A server that was killed may know a message as delivered that nobody has.
        self.run(self.purge(UNITS, &format!("ludevo.unit.{}.{}", ticket.run, ticket.unit)))?;
        self.publish(ticket, body)
    }

    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivered>, QueueError> {
        self.run(async {
            let known = self.memory().news.remove(run);
            let (mut news, swept) = match known {
                Some(known) => known,
                None => {
                    let news = self.client.subscribe(format!("ludevo.done.{run}.>")).await;
                    (news.map_err(|error| self.unreachable(error))?, None)
                }
            };
            let mut subjects = BTreeSet::new();
            let is_time = swept.is_none_or(|swept: Instant| swept.elapsed() > SWEEP);
            let asked = if is_time {
                self.subjects(DONE, &format!("ludevo.done.{run}.>")).await
            } else {
                Ok(Vec::new())
            };
            if let Ok(asked) = &asked {
                subjects
                    .extend(asked.iter().filter(|subject| !self.memory().given.contains(*subject)).cloned());
            }
            if subjects.is_empty() {
                let first = tokio::time::timeout(wait, news.next()).await;
                subjects.extend(first.ok().flatten().map(|message| message.subject.to_string()));
            }
            while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(1), news.next()).await {
                subjects.insert(message.subject.to_string());
            }
            let swept = if is_time && asked.is_ok() { Some(Instant::now()) } else { swept };
            self.memory().news.insert(run.to_owned(), (news, swept));
            asked?;
            let mut found = Vec::new();
            for subject in subjects {
                if self.memory().given.contains(&subject) {
                    continue;
                }
                let delivered = match self.delivered(run, &subject).await {
                    Ok(delivered) => delivered,
                    // What was given out so far must not be lost; the rest is asked for by name soon.
                    Err(_) if !found.is_empty() => break,
                    Err(error) => return Err(error),
                };
                self.memory().given.insert(subject);
                found.extend(delivered);
            }
            Ok(found)
        })
    }

    fn reread(&self, run: &str, unit: &str) -> Result<(), QueueError> {
        let prefix = format!("ludevo.done.{run}.{unit}.");
        let mut memory = self.memory();
        memory.given.retain(|subject| !subject.starts_with(&prefix));
        // They are asked for by name at once.
        memory.news.values_mut().for_each(|(_, swept)| *swept = None);
        Ok(())
    }

    fn reject(&self, run: &str, unit: &str, worker: &str) -> Result<(), QueueError> {
        let prefix = format!("ludevo.done.{run}.{unit}.{worker}");
        self.run(self.purge(DONE, &format!("{prefix}.>")))?;
        self.memory().given.retain(|subject| !subject.starts_with(&format!("{prefix}.")));
        Ok(())
    }

    fn withdraw(&self, run: &str, unit: &str) -> Result<(), QueueError> {
        self.run(async {
            self.purge(UNITS, &format!("ludevo.unit.{run}.{unit}")).await?;
            self.purge(DATA, &format!("ludevo.data.{run}.{unit}.>")).await?;
            self.purge(DONE, &format!("ludevo.done.{run}.{unit}.>")).await
        })?;
        let prefix = format!("ludevo.done.{run}.{unit}.");
        self.memory().given.retain(|subject| !subject.starts_with(&prefix));
        Ok(())
    }

    fn end(&self, run: &str) -> Result<(), QueueError> {
        self.run(async {
            self.purge(UNITS, &format!("ludevo.unit.{run}.*")).await?;
            self.purge(DATA, &format!("ludevo.data.{run}.>")).await?;
            self.purge(DONE, &format!("ludevo.done.{run}.>")).await
        })?;
        self.memory().news.remove(run);
        Ok(())
    }

    fn tend(&self, _run: &str) -> Result<Vec<(String, String)>, QueueError> {
        // The server itself gives out again what is not acknowledged in time.
        Ok(Vec::new())
    }

    fn take(
        &self,
        worker: &str,
        not_of: &BTreeSet<String>,
        wait: Duration,
    ) -> Result<Option<Taken>, QueueError> {
        self.run(async {
            let Some(consumer) = self.consumer().await? else {
                tokio::time::sleep(wait).await;
                return Ok(None);
            };
            let batch = consumer.batch().max_messages(1).expires(wait).messages().await;
            let mut batch = batch.map_err(|error| self.unreachable(error))?;
            let Ok(next) = tokio::time::timeout(wait + ANSWER, batch.next()).await else { return Ok(None) };
            let Some(message) = next else { return Ok(None) };
            let message = message.map_err(|error| self.unreachable(error))?;
            let Some(reply) = message.reply.clone() else { return Ok(None) };
            let answer = |words: &'static str| self.client.publish(reply.clone(), words.into());
            let Ok(ticket) = serde_json::from_slice::<Ticket>(&message.payload) else {
                // Nobody can do what is no unit.
                answer("+TERM").await.map_err(|error| self.unreachable(error))?;
                return Ok(None);
            };
            let is_named = is_plain(&ticket.run) && is_plain(&ticket.unit);
            if !is_named || ticket.not_by.as_deref() == Some(worker) || not_of.contains(&ticket.run) {
                let words = if is_named { "-NAK {\"delay\":500000000}" } else { "+TERM" };
                answer(words).await.map_err(|error| self.unreachable(error))?;
                return Ok(None);
            }
            let key = format!("ludevo.data.{}.{}", ticket.run, ticket.unit);
            let Some(Ok(body)) = self.get(DATA, &key).await? else {
                // It was withdrawn meanwhile.
                answer("+TERM").await.map_err(|error| self.unreachable(error))?;
                return Ok(None);
            };
            Ok(Some(Taken { ticket, body, token: reply.to_string() }))
        })
    }

    fn keep(&self, taken: &Taken) -> Result<(), QueueError> {
        let said = self.run(self.client.publish(taken.token.clone(), "+WPI".into()));
        said.map_err(|error| self.unreachable(error))
    }

    fn done(&self, taken: &Taken, worker: &str, result: &[u8]) -> Result<(), QueueError> {
        let Ticket { run, unit, .. } = &taken.ticket;
        self.run(async {
            self.put(&format!("ludevo.done.{run}.{unit}.{worker}"), result).await?;
            // An acknowledgement that comes too late is refused in silence, and the unit is found done by whoever takes it.
            let acknowledged = self.client.request(taken.token.clone(), "+ACK".into());
            let _ = tokio::time::timeout(Duration::from_secs(1), acknowledged).await;
            Ok(())
        })
    }

    fn give_back(&self, taken: &Taken) -> Result<(), QueueError> {
        let said = self.run(async {
            self.client
                .publish(taken.token.clone(), "-NAK".into())
                .await
                .map_err(|error| self.unreachable(error))?;
            self.client.flush().await.map_err(|error| self.unreachable(error))
        });
        said.map(drop)
    }

    fn present(&self, presence: &Presence) -> Result<(), QueueError> {
        let text = serde_json::to_vec(presence).map_err(|error| self.unreachable(error))?;
        let said = self.run(self.client.publish(format!("ludevo.worker.{}", presence.worker), text.into()));
        said.map_err(|error| self.unreachable(error))
    }

    fn leave(&self, worker: &str) -> Result<(), QueueError> {
        self.run(async {
            let said = self.client.publish(format!("ludevo.worker.{worker}"), "".into()).await;
            said.map_err(|error| self.unreachable(error))?;
            self.client.flush().await.map_err(|error| self.unreachable(error))
        })
    }

    fn workers(&self) -> Result<Vec<(Presence, f64)>, QueueError> {
        self.run(async {
            let mut workers = Vec::new();
            for subject in self.subjects(WORKERS, "ludevo.worker.*").await? {
                let Some(message) = self.last(WORKERS, &subject).await? else { continue };
                // Whoever is not heard of for long is not kept.
                if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload)
                    && subject.strip_prefix("ludevo.worker.") == Some(&presence.worker)
                {
                    workers.push((presence, 0.0));
                }
            }
            Ok(workers)
        })
    }

    fn status(&self) -> Result<Status, QueueError> {
        let workers = self.workers()?;
        self.run(async {
            let mut status = Status { workers, ..Status::default() };
            for subject in self.subjects(DATA, &format!("ludevo.data.*.{ANNOUNCEMENT}.0")).await? {
                let Some(run) = subject.split('.').nth(2) else { continue };
                let open = self.subjects(UNITS, &format!("ludevo.unit.{run}.*")).await?;
                let taken: Vec<(String, String, f64)> = status
                    .workers
                    .iter()
                    .filter(|(presence, _)| presence.run.as_deref() == Some(run))
                    .filter_map(|(presence, _)| {
                        Some((presence.unit.clone()?, presence.worker.clone(), presence.seconds))
                    })
                    .collect();
                let results = self.subjects(DONE, &format!("ludevo.done.{run}.*.*.0")).await?.len() as u64;
                let waiting = (open.len().saturating_sub(taken.len())) as u64;
                status.runs.push(RunStatus { run: run.to_owned(), waiting, taken, results });
            }
            if let Some(mut consumer) = self.consumer().await? {
                let info = consumer.info().await.map_err(|error| self.unreachable(error))?;
                status.redelivered = info.num_redelivered as u64;
            }
            Ok(status)
        })
    }
}
