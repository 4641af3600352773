//! A small game that works, to begin one's own from.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::experiment;
use crate::manifest::Manifest;

/// What kind of game is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A board game for two.
    Board,
    /// A game for two with dice.
    Dice,
    /// A puzzle for one.
    Puzzle,
}

/// In which language a game is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// Rust.
    Rust,
    /// C.
    C,
}

/// Why a game was not begun.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ScaffoldError {
    /// A name that no game can have.
    #[error("{0}")]
    Name(String),
    /// There is something already.
    #[error("{0} exists already: choose another name")]
    Exists(PathBuf),
    /// The operating system refused.
    #[error("cannot write {path}: {source}")]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// What came of it.
        source: std::io::Error,
    },
}

/// A game that was begun.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Its files.
    pub files: Vec<PathBuf>,
    /// The line that builds it, from inside its folder.
    pub build: String,
    /// The module that this makes.
    pub module: PathBuf,
}

/// The examples that are begun from: the kind, the name, and the texts of both languages and of the manifest.
const BEGINNINGS: [(Kind, &str, [&str; 2], &str); 3] = [
    (
        Kind::Board,
        "tictactoe",
        [
            include_str!("../../../examples/tictactoe/tictactoe.rs"),
            include_str!("../../../examples/tictactoe/tictactoe.c"),
        ],
        include_str!("../../../examples/tictactoe/tictactoe.toml"),
    ),
    (
        Kind::Dice,
        "race",
        [include_str!("../../../examples/race/race.rs"), include_str!("../../../examples/race/race.c")],
        include_str!("../../../examples/race/race.toml"),
    ),
    (
        Kind::Puzzle,
        "sliding",
        [
            include_str!("../../../examples/sliding/sliding.rs"),
            include_str!("../../../examples/sliding/sliding.c"),
        ],
        include_str!("../../../examples/sliding/sliding.toml"),
    ),
];

/// Writes a game into a new folder of its name in `parent`.
pub fn begin(parent: &Path, name: &str, kind: Kind, tongue: Tongue) -> Result<Begun, ScaffoldError> {
    let (_, example, texts, manifest) =
        BEGINNINGS.into_iter().find(|beginning| beginning.0 == kind).unwrap_or(BEGINNINGS[0]);
    let manifest = manifest.replacen(&format!("name = \"{example}\""), &format!("name = \"{name}\""), 1);
    let parsed = Manifest::parse(&manifest).map_err(|error| ScaffoldError::Name(error.problem))?;
    let (text, ending) = match tongue {
        Tongue::Rust => (texts[0], "rs"),
        Tongue::C => (texts[1], "c"),
    };
    let source = text.replace(&format!("{example}."), &format!("{name}."));
    let build =
        source.lines().find_map(|line| line.split_once("Build: ")).map_or("", |(_, line)| line).to_owned();
    let folder = parent.join(name);
    if folder.exists() {
        return Err(ScaffoldError::Exists(folder));
    }
    let write = |path: PathBuf, text: &str| {
        std::fs::write(&path, text).map_err(|source| ScaffoldError::Write { path: path.clone(), source })?;
        Ok(path)
    };
    std::fs::create_dir(&folder).map_err(|source| ScaffoldError::Write { path: folder.clone(), source })?;
    let files = vec![
        write(folder.join(format!("{name}.{ending}")), &source)?,
        write(folder.join(format!("{name}.toml")), &manifest)?,
        write(folder.join(format!("{name}.experiment.toml")), &experiment::default_for(&parsed))?,
    ];
    Ok(Begun { files, build, module: folder.join(format!("{name}.wasm")) })
}
