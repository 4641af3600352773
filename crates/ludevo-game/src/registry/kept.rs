//! Modules as they lie on disk: which of them were no games, and which games runs keep.
//!
//! To try a module takes long, and runs are many. What was found out is remembered for as long as the files are the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::{Brought, MODULE, NoGame, REGISTRY, Registry, accepts_other_builds};

/// What tells whether a file is still the one that was looked at: when it changed, and its size. Nothing if there is none.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// The manifest beside a module.
fn manifest(module: &Path) -> PathBuf {
    module.with_extension("toml")
}

/// The stamps of a module and its manifest.
fn stamps(module: &Path) -> [Stamp; 2] {
    [stamp(module), stamp(&manifest(module))]
}

/// The modules that were no games, as they were tried last, and why.
static REFUSED: Mutex<BTreeMap<PathBuf, ([Stamp; 2], String)>> = Mutex::new(BTreeMap::new());

/// Loads the game of a module, unless just this one was refused before.
pub(super) fn load(registry: &Registry, path: &Path) -> Result<Brought, String> {
    let stamps = stamps(path);
    if let Some((_, problem)) = lock(&REFUSED).get(path).filter(|(known, _)| *known == stamps) {
        return Err(problem.clone());
    }
    (registry.bring)(path).inspect_err(|problem| {
        // What is not there has nothing that could be told from what comes later.
        if stamps[0].is_some() {
            lock(&REFUSED).insert(path.to_owned(), (stamps, problem.clone()));
        }
    })
}

/// A module in a run's folder.
#[derive(PartialEq, Eq)]
struct Module {
    stamps: [Stamp; 2],
    /// The name of the game, as its manifest states it.
    name: Option<String>,
}

/// The games that runs keep, as they were looked at last.
struct Kept {
    /// Folders of runs.
    folders: Vec<PathBuf>,
    /// When an entry was last added to each or taken away, as of this time.
    looked: Option<(Vec<Stamp>, Instant)>,
    modules: BTreeMap<PathBuf, Module>,
    /// What was found out about names: why none of their modules is a game, or that builds differ.
    answers: BTreeMap<String, Option<NoGame>>,
}

static KEPT: Mutex<Kept> = Mutex::new(Kept {
    folders: Vec::new(),
    looked: None,
    modules: BTreeMap::new(),
    answers: BTreeMap::new(),
});

/// Runs that were there already are not looked at again within so short a time.
const FRESH: Duration = Duration::from_secs(1);

impl Kept {
    /// Looks at the runs again if that was not done just now.
    fn refresh(&mut self) {
        let changes: Vec<Stamp> = self.folders.iter().map(|folder| stamp(folder)).collect();
        if self.looked.as_ref().is_some_and(|(known, when)| *known == changes && when.elapsed() < FRESH) {
            return;
        }
        let runs =
            self.folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        let mut modules = BTreeMap::new();
        for path in runs.map(|run| run.path().join(MODULE)) {
            let stamps = stamps(&path);
            if stamps[0].is_none() {
                continue;
            }
            let name = match self.modules.get(&path).filter(|known| known.stamps == stamps) {
                Some(known) => known.name.clone(),
                None => stated_name(&path),
            };
            modules.insert(path, Module { stamps, name });
        }
        if self.modules != modules {
            self.modules = modules;
            self.answers.clear();
        }
        self.looked = Some((changes, Instant::now()));
    }

    /// The one module that is the game of this name.
    fn find(&mut self, registry: &Registry, name: &str) -> Result<Option<PathBuf>, NoGame> {
        let is_named = |module: &Module| module.name.as_deref() == Some(name);
        let stated: Vec<&Path> = self
            .modules
            .iter()
            .filter(|(_, module)| is_named(module))
            .map(|(path, _)| path.as_path())
            .collect();
        if stated.is_empty() {
            return Ok(None);
        }
        if let Some(answer) = self.answers.get(name) {
            return answer.clone().map_or(Ok(None), Err);
        }
        let mut builds: Vec<(&Path, [Vec<u8>; 2])> = Vec::new();
        let mut refused = None;
        for path in stated {
            let (Ok(module), Ok(manifest)) = (fs::read(path), fs::read(manifest(path))) else { continue };
            let files = [module, manifest];
            if builds.iter().any(|(_, known)| *known == files) {
                continue;
            }
            match load(registry, path) {
                Ok(_) => builds.push((path, files)),
                Err(problem) => {
                    refused.get_or_insert(NoGame::Module { path: path.display().to_string(), problem });
                }
            }
        }
        let answer = match &builds[..] {
            [] => refused,
            [_, _, ..] if !accepts_other_builds() => {
                let paths: Vec<String> = builds.iter().map(|(path, _)| path.display().to_string()).collect();
                Some(NoGame::SeveralBuilds { name: name.to_owned(), paths: paths.join(", ") })
            }
            [(first, _), ..] => return Ok(Some((*first).to_owned())),
        };
        self.answers.insert(name.to_owned(), answer.clone());
        answer.map_or(Ok(None), Err)
    }
}

/// From now on games that nobody brought are looked for in the runs of this folder too.
pub fn look_in(runs: &Path) {
    let mut kept = lock(&KEPT);
    if !kept.folders.iter().any(|folder| folder == runs) {
        kept.folders.push(runs.to_owned());
        kept.looked = None;
    }
}

/// The module of the game of this name that runs keep. Where they keep builds that differ nobody chooses one.
pub(super) fn module_of(name: &str) -> Result<Option<PathBuf>, NoGame> {
    let Some(registry) = REGISTRY.get() else { return Ok(None) };
    let mut kept = lock(&KEPT);
    kept.refresh();
    kept.find(registry, name)
}

fn stated_name(module: &Path) -> Option<String> {
    let manifest = fs::read_to_string(manifest(module)).ok()?;
    manifest.parse::<toml::Table>().ok()?.get("name")?.as_str().map(str::to_owned)
}

/// A panic of somebody else leaves nothing here half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
