//! The games that a program knows, and the experiments, champions and published figures that ship with them.
//!
//! Whoever starts a program opens the registry (`ludevo_games::open`). What stands between games and commands asks here,
//! so that a change of one game is a change of that game alone. Games of the user's own join it when they are asked for,
//! by the path of their module or by their name, where a folder of games is named by [`FOLDER`] or a run keeps them in a folder
//! of runs that somebody [looks in](look_in).

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, RwLock};

use ludevo_program::Nearest;
use thiserror::Error;

use crate::game::Game;

mod kept;

pub use kept::look_in;

/// Texts by their names, `GAME/NAME`, in alphabetical order.
pub type Texts = &'static [(&'static str, &'static str)];

/// The variable that names a folder of games of the user's own.
pub const FOLDER: &str = "LUDEVO_GAMES";

/// The name under which a run's folder keeps the module of its game.
pub const MODULE: &str = "game.wasm";

/// The name under which it keeps the experiment beside the module, which is no part of the game itself.
pub const MODULE_EXPERIMENT: &str = "game.experiment.toml";

/// The name under which it keeps the guide that was fitted to random games for its opponents, if there was one.
pub const FITTED: &str = "game.guide";

/// How the names of all files begin that make up a game in a run's folder.
pub const KEPT: &str = "game.";

/// What a program is given.
pub struct Registry {
    /// The games, in the order in which they are listed.
    pub games: Vec<&'static dyn Game>,
    /// Experiments that ship.
    pub experiments: Texts,
    /// Champions that ship.
    pub champions: Texts,
    /// What values of champions mean as chances, by the names of the champions.
    pub chances: Texts,
    /// Tables of published figures.
    pub figures: Texts,
    /// What was measured of them, by the names of tables.
    pub results: Texts,
    /// What loads a game of the user's own from the file of its module; the error is in words.
    pub bring: fn(&Path) -> Result<Brought, String>,
}

/// A game of the user's own.
pub struct Brought {
    /// The game.
    pub game: &'static dyn Game,
    /// Its experiments, by their names.
    pub experiments: Vec<(String, String)>,
    /// All that it is made of, by the names under which [`Registry::bring`] finds it again in another folder.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// Why there is no such game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoGame {
    /// Nothing is known under this name.
    #[error("there is no game `{name}`{nearest}. Games: {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        nearest: Nearest,
        /// All names, what else may be said, and what is wrong in the folder of the user's games.
        known: String,
    },
    /// A module of a game of which another build is in use.
    #[error(
        "{path}: another build of `{name}` is in use: one at a time, or --other-build for that one alone"
    )]
    OtherBuild {
        /// The module.
        path: String,
        /// The game.
        name: String,
    },
    /// Runs keep builds of a game that differ.
    #[error(
        "runs keep builds of `{name}` that differ: {paths}. Name one by its path, or --other-build for the first"
    )]
    SeveralBuilds {
        /// The game.
        name: String,
        /// A module of each.
        paths: String,
    },
    /// A module that is no game.
    #[error("{path}: {problem}")]
    Module {
        /// The module.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// What joined since the registry was opened, with what was there before.
static JOINED: RwLock<Option<Joined>> = RwLock::new(None);

/// Lists that grow by being replaced: games are few, and whoever holds the old list keeps it.
#[derive(Clone, Copy)]
struct Joined {
    games: &'static [&'static dyn Game],
    experiments: Texts,
    brought: &'static [&'static Brought],
}

/// Opens the registry. What was opened first stays.
pub fn open(registry: impl FnOnce() -> Registry) {
    REGISTRY.get_or_init(registry);
}

fn joined() -> Joined {
    let joined = *JOINED.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    joined.unwrap_or_else(|| Joined {
        games: REGISTRY.get().map_or(&[], |registry| &registry.games),
        experiments: REGISTRY.get().map_or(&[], |registry| registry.experiments),
        brought: &[],
    })
}

static OTHER_BUILDS: AtomicBool = AtomicBool::new(false);

/// From now on champions of another build of a game of the user's own are read as if they were of this one, and of two builds
/// the one that came first is meant.
pub fn accept_other_builds() {
    OTHER_BUILDS.store(true, Ordering::Relaxed);
}

/// Whether champions of other builds are read.
pub fn accepts_other_builds() -> bool {
    OTHER_BUILDS.load(Ordering::Relaxed)
}

/// What is wrong in the folder of the user's games, looked at once.
fn looked_at() -> &'static [String] {
    static LOOKED: OnceLock<Vec<String>> = OnceLock::new();
    LOOKED.get_or_init(|| match modules_of_folder() {
        Ok(paths) => paths.iter().filter_map(|path| Some(bring(path).err()?.to_string())).collect(),
        Err(problem) => vec![problem],
    })
}

/// All games, those of the user's folder included; none before the registry is open.
pub fn games() -> &'static [&'static dyn Game] {
    looked_at();
    joined().games
}

/// What is in the folder of the user's games and is no game, or none that can be listed beside the others, and why.
pub fn problems() -> &'static [String] {
    looked_at()
}

/// The game of this name, as far as it is known, and otherwise as runs keep it that can be looked at.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    look_up(name).ok().flatten()
}

/// The same; an error where runs keep builds of it that differ.
pub fn look_up(name: &str) -> Result<Option<&'static dyn Game>, NoGame> {
    let known = |games: &[&'static dyn Game]| games.iter().copied().find(|game| game.facts().name == name);
    match known(joined().games).or_else(|| known(games())) {
        Some(game) => Ok(Some(game)),
        None => kept::module_of(name)?.map(|module| bring(&module)).transpose(),
    }
}

/// Whether a game of this name is known without looking at what runs keep.
pub fn is_listed(name: &str) -> bool {
    games().iter().any(|game| game.facts().name == name)
}

/// The game of this name or of this module, as a person asks for it.
pub fn ask(name: &str) -> Result<&'static dyn Game, NoGame> {
    if is_module(name) {
        return bring(Path::new(name));
    }
    look_up(name)?.ok_or_else(|| {
        let names: Vec<&str> = games().iter().map(|game| game.facts().name).collect();
        let nearest = Nearest::to(name, names.iter().copied());
        let mut known = format!("{}, or the path of a module (.wasm)", names.join(", "));
        if !problems().is_empty() {
            known += &format!("; {FOLDER}: {}", problems().join("; "));
        }
        NoGame::Unknown { name: name.to_owned(), nearest, known }
    })
}

/// Whether a name is the path of a module rather than the name of a game.
pub fn is_module(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wasm"))
}

/// The game of a module, which joins the registry unless it is there already. A name stands for one game only.
pub fn bring(path: &Path) -> Result<&'static dyn Game, NoGame> {
    let refuse = |problem: String| NoGame::Module { path: path.display().to_string(), problem };
    let Some(registry) = REGISTRY.get() else { return Err(refuse("no games are known yet".to_owned())) };
    let brought = kept::load(registry, path).map_err(refuse)?;
    let name = brought.game.facts().name;
    let mut state = JOINED.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    let known =
        state.unwrap_or(Joined { games: &registry.games, experiments: registry.experiments, brought: &[] });
    if let Some(game) = known.games.iter().copied().find(|game| game.facts().name == name) {
        let same = known.brought.iter().find(|known| known.game.facts().name == name);
        return match same {
            Some(same) if std::ptr::addr_eq(same.game, brought.game) => Ok(game),
            Some(_) if accepts_other_builds() => Ok(game),
            Some(_) => Err(NoGame::OtherBuild { path: path.display().to_string(), name: name.to_owned() }),
            None => Err(refuse(format!("its name `{name}` is that of a game of Ludevo: choose another"))),
        };
    }
    let leak = |text: &String| -> &'static str { String::leak(text.clone()) };
    let mut experiments = known.experiments.to_vec();
    experiments.extend(brought.experiments.iter().map(|(name, text)| (leak(name), leak(text))));
    experiments.sort_unstable();
    let game = brought.game;
    *state = Some(Joined {
        games: [known.games, &[game]].concat().leak(),
        experiments: experiments.leak(),
        brought: [known.brought, &[Box::leak(Box::new(brought))]].concat().leak(),
    });
    Ok(game)
}

/// The game that a run's folder keeps joins the registry, if it keeps one and no other build of it is in use. What an
/// experiment says does not depend on the build; programs do, and say so by their hash.
pub fn bring_kept(folder: &Path) -> Result<(), NoGame> {
    let module = folder.join(MODULE);
    match if module.is_file() { bring(&module).map(drop) } else { Ok(()) } {
        Err(NoGame::OtherBuild { .. }) => Ok(()),
        brought => brought,
    }
}

/// Whether a game is the very build that a run's folder keeps; games that ship always are.
pub fn is_kept(folder: &Path, game: &str) -> bool {
    let is_same = |(name, bytes): &(&str, Vec<u8>)| {
        *name == MODULE_EXPERIMENT || std::fs::read(folder.join(name)).is_ok_and(|kept| kept == *bytes)
    };
    files(game).iter().all(is_same)
}

/// All that a game of the user's own is made of, by name; nothing of a game that ships.
pub fn files(game: &str) -> &'static [(&'static str, Vec<u8>)] {
    let brought = joined().brought.iter().find(|brought| brought.game.facts().name == game);
    brought.map_or(&[], |brought| &brought.files)
}

/// The modules in the folder of the user's games, and in the folders in it; the error is in words.
fn modules_of_folder() -> Result<Vec<PathBuf>, String> {
    let Some(folder) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()) else {
        return Ok(Vec::new());
    };
    if let Err(error) = std::fs::read_dir(&folder) {
        return Err(format!("{} cannot be read: {error}", Path::new(&folder).display()));
    }
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let listed = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let mut paths = entries(Path::new(&folder));
    let inner: Vec<PathBuf> =
        paths.iter().filter(|path| path.is_dir()).flat_map(|path| entries(path)).collect();
    paths.extend(inner);
    paths.retain(|path| path.is_file() && path.to_str().is_some_and(is_module));
    Ok(paths)
}

/// The experiments of all games.
pub fn experiments() -> Texts {
    joined().experiments
}

/// What values of the champions that ship mean as chances, by the names of the champions.
pub fn chances() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.chances)
}

/// The champions that ship.
pub fn champions() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.champions)
}

/// What was measured of the tables of published figures.
pub fn results() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.results)
}

/// The tables of published figures that ship.
pub fn figures() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.figures)
}

/// The text of this name.
pub fn text(texts: Texts, name: &str) -> Option<&'static str> {
    texts.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
