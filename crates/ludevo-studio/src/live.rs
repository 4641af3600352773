//! Runs that somebody looks at: each is watched once, drawn once a change, and shown to all who look.
//!
//! Drawing takes time that evolution could use. The next drawing of a run waits until the last one took less than a
//! fiftieth of the time since, so that looking costs at most two hundredths of a core, however many look, and one more
//! for simplifying the best program.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use ludevo_runs::Folder;
use ludevo_runs::folder::{CHAMPION, LOG, RESULT};
use tokio::sync::{Semaphore, broadcast};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use crate::lock::lock;
use crate::progress::Progress;
use crate::refusal::Refusal;
use crate::studio::App;

/// How often a watched run is looked at.
const LOOK: Duration = Duration::from_millis(400);
/// How long a run is watched after somebody last asked for it.
const WATCHED: Duration = Duration::from_secs(30 * 60);
/// The part of the time that may be spent on drawing is one over this.
const SHARE: u32 = 50;

/// Streams of events at once: they keep their connections, which requests need too.
const STREAMS: usize = 100;

/// All watched runs.
#[derive(Debug)]
pub(crate) struct Live {
    runs: Mutex<BTreeMap<String, Arc<Watched>>>,
    events: broadcast::Sender<String>,
    streams: Arc<Semaphore>,
}

impl Default for Live {
    fn default() -> Self {
        let streams = Arc::new(Semaphore::new(STREAMS));
        Live { runs: Mutex::default(), events: broadcast::channel(64).0, streams }
    }
}

/// A watched run.
#[derive(Debug)]
struct Watched {
    /// When somebody last asked for it.
    asked: Mutex<Instant>,
    drawing: tokio::sync::Mutex<Drawing>,
}

#[derive(Debug)]
struct Drawing {
    progress: Progress,
    seen: Option<Stamp>,
    fragment: Arc<str>,
    /// When the last drawing ended, and how long it took.
    drawn: Instant,
    took: Duration,
}

impl Drawing {
    /// Whether it was never drawn, or the list of evolutions changed since: whoever orders something sees at once that it was
    /// heard.
    fn misses_orders(&self, app: &App) -> bool {
        self.seen.is_none_or(|(changes, _)| changes != app.jobs.changes())
    }
}

/// Changes whenever there is something new to see.
type Stamp = (u64, [Option<(SystemTime, u64)>; 3]);

fn stamp(app: &App, folder: &Folder) -> Stamp {
    let of = |name| {
        let metadata = fs::metadata(folder.file(name)).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    (app.jobs.changes(), [LOG, RESULT, CHAMPION].map(of))
}

/// The part of a run's page that changes. It is drawn when it is first asked for and then watched.
pub(crate) async fn fragment(app: &App, name: &str) -> Result<Arc<str>, Refusal> {
    let folder = app.folder(name)?;
    let (watched, is_new) = {
        let mut runs = lock(&app.live.runs);
        match runs.get(name) {
            Some(watched) => (Arc::clone(watched), false),
            None => {
                let watched = Arc::new(Watched {
                    asked: Mutex::new(Instant::now()),
                    drawing: tokio::sync::Mutex::new(Drawing {
                        progress: Progress::default(),
                        seen: None,
                        fragment: Arc::from(""),
                        drawn: Instant::now(),
                        took: Duration::ZERO,
                    }),
                });
                runs.insert(name.to_owned(), Arc::clone(&watched));
                (watched, true)
            }
        }
    };
    *lock(&watched.asked) = Instant::now();
    let is_old = watched.drawing.lock().await.misses_orders(app);
    let drawn = if is_old { draw(app, &watched, &folder).await } else { Ok(()) };
    if is_new {
        tokio::spawn(watch(Arc::clone(app), name.to_owned(), folder, Arc::clone(&watched)));
    }
    drawn?;
    Ok(Arc::clone(&watched.drawing.lock().await.fragment))
}

async fn watch(app: App, name: String, folder: Folder, watched: Arc<Watched>) {
    while lock(&watched.asked).elapsed() < WATCHED {
        tokio::time::sleep(LOOK).await;
        if !folder.path().is_dir() {
            // Whoever looks is to see that it is gone.
            let _ = app.live.events.send(name.clone());
            break;
        }
        let due = {
            let drawing = watched.drawing.lock().await;
            let may_draw = drawing.drawn.elapsed() >= drawing.took * SHARE || drawing.misses_orders(&app);
            drawing.seen != Some(stamp(&app, &folder)) && may_draw
        };
        if due && draw(&app, &watched, &folder).await.is_ok() {
            // Nobody may be listening.
            let _ = app.live.events.send(name.clone());
        }
    }
    lock(&app.live.runs).remove(&name);
}

async fn draw(app: &App, watched: &Arc<Watched>, folder: &Folder) -> Result<(), Refusal> {
    let (studio, watched, folder) = (Arc::clone(app), Arc::clone(watched), folder.clone());
    app.readers
        .work(move || {
            let mut drawing = watched.drawing.blocking_lock();
            let seen = stamp(&studio, &folder);
            let start = Instant::now();
            let drawn = drawing.progress.draw(&studio, &folder);
            // Simplifying keeps a time of its own.
            drawing.took = start.elapsed().saturating_sub(drawing.progress.simplifying());
            drawing.drawn = Instant::now();
            drawing.seen = Some(seen);
            drawing.fragment = Arc::from(drawn?);
            Ok(())
        })
        .await
}

/// The names of runs as they change.
pub(crate) async fn events(State(app): State<App>) -> Result<Response, Refusal> {
    let Ok(seat) = Arc::clone(&app.live.streams).try_acquire_owned() else {
        let message = "Too many pages listen already: close some of them.".to_owned();
        return Err(Refusal { status: StatusCode::SERVICE_UNAVAILABLE, message });
    };
    let changes = BroadcastStream::new(app.live.events.subscribe());
    let event = move |change: Result<String, BroadcastStreamRecvError>| {
        // Held as long as somebody listens.
        let _ = &seat;
        Ok::<_, Infallible>(match change {
            Ok(run) => Event::default().event("run").data(run),
            // So much happened that some of it was missed: whatever is shown may be old.
            Err(BroadcastStreamRecvError::Lagged(_)) => Event::default().event("all").data(""),
        })
    };
    Ok(Sse::new(changes.map(event)).keep_alive(KeepAlive::default()).into_response())
}
