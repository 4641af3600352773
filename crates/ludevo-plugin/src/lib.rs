//! Games of the user's own: a WebAssembly module with the rules, and a manifest that says what programs may ask, how
//! positions look and how it is called.
//!
//! [`bring`] loads both, plays a few random games to see whether the rules hold, and gives a game that can do whatever
//! built-in games can. A module has no imports: it cannot read a clock, draw at random or reach anything. What a call may
//! take is bounded in steps, memory and stack, and numbers are the same on every machine.

mod check;
mod drawn;
mod experiment;
mod guest;
mod loaded;
mod looks;
mod manifest;
mod puzzle;
mod rules;
mod scaffold;
mod setup;
mod solved;
mod state;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludevo_game::board::BoardGame;
use ludevo_game::game::Game;
use ludevo_game::puzzle::SearchedPuzzle;
use ludevo_game::registry::{Brought, MODULE, MODULE_EXPERIMENT};

pub use check::{Finding, Survey, survey, survey_from};
pub use guest::FUEL;
pub use loaded::code_hash;
pub use manifest::{Manifest, ManifestError};
pub use scaffold::{Begun, Kind, ScaffoldError, Tongue, begin};

use loaded::{LoadError, Loaded};
use puzzle::PluginPuzzle;
use rules::Plugin;

/// The name of a manifest in a run's folder.
const MANIFEST: &str = "game.toml";
/// The section of a module that may hold its manifest.
const SECTION: &str = "ludevo";
/// The most bytes of a module.
const MOST_BYTES: u64 = 8 << 20;
/// Random games before a game is accepted.
const TRIED: u64 = 3;

/// The texts that a game is made of.
struct Source {
    bytes: Vec<u8>,
    manifest: String,
    /// Where the manifest stands.
    place: String,
    experiment: Option<String>,
}

/// The file beside a module that has its name and this ending.
fn beside(module: &Path, ending: &str) -> PathBuf {
    module.with_extension(ending)
}

impl Source {
    fn read(path: &Path) -> Result<Self, String> {
        let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
        if size > MOST_BYTES {
            return Err(format!("it has {size} bytes; a game has at most {MOST_BYTES}"));
        }
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        let file = beside(path, "toml");
        let (manifest, place) = match std::fs::read_to_string(&file) {
            Ok(text) => (text, file.display().to_string()),
            Err(error) => {
                let inside = loaded::custom_section(&bytes, SECTION);
                let text = inside.and_then(|text| String::from_utf8(text.to_vec()).ok());
                let text =
                    text.ok_or_else(|| format!("its manifest {} cannot be read: {error}", file.display()))?;
                (text, format!("section `{SECTION}`"))
            }
        };
        let experiment = std::fs::read_to_string(beside(path, "experiment.toml")).ok();
        Ok(Source { bytes, manifest, place, experiment })
    }

    fn load(&self) -> Result<Loaded, String> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        // What is no module is said before what is no manifest.
        guest::compile(&self.bytes)?;
        let manifest = Manifest::parse(&self.manifest).map_err(|error| format!("{}, {error}", self.place))?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Loaded::new(number, &self.bytes, manifest).map_err(|error| match error {
            LoadError::Module(problem) => problem,
            LoadError::Manifest(error) => format!("{}, {error}", self.place),
        })
    }
}

/// A game that was accepted: what it is made of, and what came of that.
struct Accepted {
    hash: blake3::Hash,
    loaded: &'static Loaded,
    game: &'static dyn Game,
}

/// The games that were accepted so far: what is brought again is the same game.
static ACCEPTED: Mutex<Vec<Accepted>> = Mutex::new(Vec::new());

/// Loads a game and tries it, unless it is known.
fn accept(source: &Source) -> Result<(&'static Loaded, &'static dyn Game), String> {
    let hash = blake3::hash(&[&source.bytes, source.manifest.as_bytes()].concat());
    let mut accepted = ACCEPTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = accepted.iter().find(|known| known.hash == hash) {
        return Ok((known.loaded, known.game));
    }
    let loaded = source.load()?;
    check::try_out(&loaded, TRIED).map_err(|finding| finding.to_string())?;
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    let game: &'static dyn Game = match (&loaded.manifest.puzzle, loaded.manifest.chance) {
        (Some(_), _) => Box::leak(Box::new(SearchedPuzzle(PluginPuzzle(loaded)))),
        (None, true) => Box::leak(Box::new(BoardGame(Plugin::<true>(loaded)))),
        (None, false) => Box::leak(Box::new(BoardGame(Plugin::<false>(loaded)))),
    };
    accepted.push(Accepted { hash, loaded, game });
    Ok((loaded, game))
}

/// Loads the game of a module and tries it; the error says what is wrong with it.
pub fn bring(path: &Path) -> Result<Brought, String> {
    brought(Source::read(path)?)
}

/// The same from the bytes of a module and the text of its manifest.
pub fn bring_from(bytes: Vec<u8>, manifest: String) -> Result<Brought, String> {
    brought(Source { bytes, manifest, place: "manifest".to_owned(), experiment: None })
}

fn brought(source: Source) -> Result<Brought, String> {
    let (loaded, game) = accept(&source)?;
    let name = format!("{}/default", loaded.manifest.name);
    let text = source.experiment.clone().unwrap_or_else(|| experiment::default_for(&loaded.manifest));
    let mut files = vec![(MODULE, source.bytes), (MANIFEST, source.manifest.into_bytes())];
    files.extend(source.experiment.map(|text| (MODULE_EXPERIMENT, text.into_bytes())));
    Ok(Brought { game, experiments: vec![(name, text)], files })
}
