//! The studio as a whole: what it holds, what it keeps on disk, and which page is where.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use ludevo_arena::Record;
use ludevo_game::game::{Shown, Table};
use ludevo_game::registry;
use ludevo_game::scene::Frame;
use ludevo_runs::{Filter, Folder, FolderError, Index, IndexError, RunEntry};
use thiserror::Error;

use crate::cache::RecentCache;
use crate::guard::{Gate, guard};
use crate::jobs::{Jobs, JobsError};
use crate::live::Live;
use crate::lock::lock;
use crate::matches::Matches;
use crate::pages::{champion, compare, gallery, home, ladder, layout, new_run, play, replay, run};
use crate::refusal::Refusal;
use crate::sessions::Sessions;
use crate::workers::Workers;
use crate::{assets, pages};

/// Folders are not looked at again within so short a time.
const FRESH: Duration = Duration::from_millis(250);

/// The runs of the folder.
#[derive(Debug)]
pub(crate) struct Listing {
    /// Those of the newest change first.
    pub(crate) runs: Vec<RunEntry>,
    /// What is wrong with folders that cannot be read.
    pub(crate) problems: Vec<String>,
}

/// The studio's own folder, inside the folder of runs.
const OWN: &str = ".studio";

/// Why the studio cannot open.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudioError {
    /// Another one is open.
    #[error("another studio works in {0}: use that one, or choose another folder by LUDEVO_RUNS")]
    InUse(PathBuf),
    /// The operating system refused.
    #[error("cannot use {path}: {source}")]
    Io {
        /// With which file.
        path: PathBuf,
        /// What came of it.
        source: io::Error,
    },
    /// The list of evolutions cannot be read.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The index of runs cannot be used.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// What every page works with.
pub struct Studio {
    runs: PathBuf,
    index: Mutex<Index>,
    /// The runs as they were listed last, and when that was.
    listed: Mutex<Option<(Instant, Arc<Listing>)>>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) live: Live,
    pub(crate) sessions: Sessions,
    pub(crate) matches: Matches,
    /// Champions that were shown, by their text: simplifying one takes long.
    pub(crate) champions: RecentCache<Shown>,
    /// Replays that were watched, by their record.
    pub(crate) replays: RecentCache<Vec<Frame>>,
    /// Solutions that were watched, by game, number and solver.
    pub(crate) solutions: RecentCache<Record>,
    /// Tables with recorded games that somebody reviews, by record and judge.
    pub(crate) judged: RecentCache<Mutex<Box<dyn Table>>>,
    /// For reading files and drawing.
    pub(crate) readers: Workers,
    /// For players that think and programs that are simplified.
    pub(crate) thinkers: Workers,
    /// Held until the studio ends, in whatever way.
    _lock: File,
}

impl Studio {
    /// A studio for a folder of runs; evolution is run by `program`, which is called as `ludevo` is.
    pub fn open(runs: &Path, program: &Path) -> Result<Arc<Studio>, StudioError> {
        let at = |path: &Path, source| StudioError::Io { path: path.to_owned(), source };
        let own = runs.join(OWN);
        fs::create_dir_all(&own).map_err(|source| at(&own, source))?;
        let lock = own.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(|source| at(&lock, source))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StudioError::InUse(runs.to_owned())),
            Err(TryLockError::Error(source)) => return Err(at(&lock, source)),
        }
        // Runs that were carried here keep games that nobody else has brought.
        registry::look_in(runs);
        // Folders that nobody listed before are read before anybody waits for a page.
        let mut index = Index::open(runs)?;
        index.refresh()?;
        // What is wrong with games is said where the runs are listed.
        know_games(&index.list(&Filter::default()));
        Ok(Arc::new(Studio {
            index: Mutex::new(index),
            listed: Mutex::default(),
            jobs: Jobs::open(runs, &own.join("jobs.json"), program)?,
            live: Live::default(),
            sessions: Sessions::open(&own.join("games")).map_err(|source| at(&own, source))?,
            matches: Matches::open(&own).map_err(|source| at(&own, source))?,
            champions: RecentCache::new(48),
            replays: RecentCache::new(16),
            solutions: RecentCache::new(16),
            judged: RecentCache::new(8),
            readers: Workers::new(4),
            thinkers: Workers::new(2),
            runs: runs.to_owned(),
            _lock: file,
        }))
    }

    /// Starts what was running or waiting when the studio last ended. Must be called inside a tokio runtime.
    pub fn go_on(&self) {
        self.jobs.start();
        std::thread::spawn(home::make_samples);
    }

    /// Everything that the studio answers, for requests to this port of this machine.
    pub fn router(self: &Arc<Self>, port: u16) -> Router {
        Router::new()
            .route("/", get(home::page))
            .route("/assets/{file}", get(assets::serve))
            .route("/events", get(crate::live::events))
            .route("/samples/{game}", get(home::sample_of))
            .route("/new", get(new_run::page))
            .route("/runs", get(run::list).post(new_run::start))
            .route("/runs/{name}", get(run::page))
            .route("/runs/{name}/live", get(run::live))
            .route("/runs/{name}/{order}", post(run::order))
            .route("/runs/{name}/champion", get(champion::of_run))
            .route("/runs/{name}/champion/text", get(champion::text_of_run))
            .route("/runs/{name}/champion/tree/{tree}", get(champion::tree_of_run))
            .route("/runs/{name}/champion/formula", get(champion::formula_of_run))
            .route("/champions", get(gallery::page))
            .route("/champions/{game}/{name}/formula", get(champion::formula_of_shipped))
            .route("/champions/{game}/{name}", get(champion::shipped))
            .route("/champions/{game}/{name}/text", get(champion::text_of_shipped))
            .route("/champions/{game}/{name}/tree/{tree}", get(champion::tree_of_shipped))
            .route("/play", get(play::choose).post(play::start))
            .route("/play/{id}", get(play::page))
            .route("/play/{id}/state", get(play::state))
            .route("/play/{id}/document", get(play::document))
            .route("/play/{id}/half", get(play::half))
            .route("/play/{id}/values", get(play::values))
            .route("/play/{id}/why", get(play::why))
            .route("/play/{id}/explain", get(play::explain))
            .route("/play/{id}/hint", get(play::hint))
            .route("/play/{id}/{action}", post(play::act))
            .route("/replay", get(replay::list))
            .route("/watch", get(replay::watch))
            .route("/replay/battles/{game}/{first}/{second}/{seed}", get(replay::of_battle))
            .route(
                "/replay/battles/{game}/{first}/{second}/{seed}/frames/{chunk}",
                get(replay::frames_of_battle),
            )
            .route("/replay/battles/{game}/{first}/{second}/{seed}/why/{moment}", get(replay::why_in_battle))
            .route("/replay/games/{id}", get(replay::of_game))
            .route("/replay/games/{id}/record", get(replay::record_of_game))
            .route("/replay/games/{id}/judged/{ply}/{judge}", get(replay::appraised_in_game))
            .route("/replay/games/{id}/compared/{ply}/{judge}", get(replay::compared_in_game))
            .route("/replay/matches/{id}/{number}/record", get(replay::record_of_match))
            .route("/replay/matches/{id}/{number}/judged/{ply}/{judge}", get(replay::appraised_in_match))
            .route("/replay/matches/{id}/{number}/compared/{ply}/{judge}", get(replay::compared_in_match))
            .route("/replay/games/{id}/frames/{chunk}", get(replay::frames_of_game))
            .route("/replay/matches/{id}/{number}", get(replay::of_match))
            .route("/replay/matches/{id}/{number}/frames/{chunk}", get(replay::frames_of_match))
            .route("/replay/solutions/{game}/{number}/{solver}", get(replay::of_solution))
            .route(
                "/replay/solutions/{game}/{number}/{solver}/frames/{chunk}",
                get(replay::frames_of_solution),
            )
            .route("/replay/solutions/{game}/{number}/{solver}/why/{moment}", get(replay::why_in_solution_of))
            .route("/ladder", get(ladder::choose))
            .route("/ladder/{game}", get(ladder::page).post(ladder::start))
            .route("/ladder/{game}/progress", get(ladder::progress))
            .route("/matches", post(ladder::start_match))
            .route("/matches/stop", post(ladder::stop))
            .route("/matches/{id}", get(ladder::match_page))
            .route("/matches/{id}/progress", get(ladder::match_progress))
            .route("/compare", get(compare::page))
            .fallback(layout::nothing_here)
            .method_not_allowed_fallback(layout::not_so)
            .with_state(Arc::clone(self))
            .layer(from_fn_with_state(Arc::new(Gate::new(port)), guard))
    }

    /// The folder of a run. A name that is no plain name of a folder directly inside the folder of runs is refused
    /// before any file is looked at.
    pub(crate) fn folder(&self, name: &str) -> Result<Folder, Refusal> {
        let path = self.runs.join(checked(name)?);
        let missing = || Refusal::missing(format!("There is no run `{name}`."));
        // A link could lead anywhere.
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir());
        if !is_folder {
            return Err(missing());
        }
        Folder::open(&path).map_err(|error| match error {
            FolderError::NotARun { .. } => missing(),
            error => Refusal::failed(error),
        })
    }

    /// All runs, as they were a moment ago.
    pub(crate) fn list_runs(&self) -> Result<Arc<Listing>, Refusal> {
        let fresh = |listed: &Option<(Instant, Arc<Listing>)>| {
            let (when, listing) = listed.as_ref()?;
            (when.elapsed() < FRESH).then(|| Arc::clone(listing))
        };
        if let Some(listing) = fresh(&lock(&self.listed)) {
            return Ok(listing);
        }
        // Whoever waited for somebody else's look at the folders takes what that one saw.
        let mut index = self.index();
        if let Some(listing) = fresh(&lock(&self.listed)) {
            return Ok(listing);
        }
        let listing = Arc::new(self.look(&mut index)?);
        *lock(&self.listed) = Some((Instant::now(), Arc::clone(&listing)));
        Ok(listing)
    }

    fn look(&self, index: &mut Index) -> Result<Listing, Refusal> {
        let problems = index.refresh().map_err(Refusal::failed)?;
        let mut runs = index.list(&Filter::default());
        let problems = problems.iter().map(FolderError::to_string).chain(know_games(&runs)).collect();
        let changed = |run: &RunEntry| {
            let file = self.runs.join(&run.name).join(ludevo_runs::folder::CHECKPOINT);
            fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
        };
        runs.sort_by_cached_key(|run| std::cmp::Reverse(changed(run)));
        Ok(Listing { runs, problems })
    }

    /// Deletes the folder of a run that nobody works on.
    pub(crate) fn delete_run(&self, name: &str) -> Result<(), Refusal> {
        self.folder(name)?;
        let mut index = self.index();
        index.refresh().map_err(Refusal::failed)?;
        *lock(&self.listed) = None;
        index.delete(name).map_err(Refusal::conflict)
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        lock(&self.index)
    }
}

/// Lets the games of runs be listed beside all others; says which cannot be, since runs keep builds of them that differ.
fn know_games(runs: &[RunEntry]) -> Vec<String> {
    let mut names: Vec<&str> = runs.iter().map(|run| &run.game[..]).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().filter_map(|name| Some(registry::look_up(name).err()?.to_string())).collect()
}

/// A name that can only be that of a folder directly inside another: no separators, no dots in front.
pub(crate) fn checked(name: &str) -> Result<&str, Refusal> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    if name.is_empty() || name.len() > 128 || name.starts_with('.') || !name.chars().all(plain) {
        return Err(Refusal::bad("A run's name has letters, digits, `-`, `_` and `.`, and nothing else."));
    }
    Ok(name)
}

pub(crate) use pages::App;
