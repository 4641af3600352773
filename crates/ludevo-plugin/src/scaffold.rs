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
    /// AssemblyScript.
    AssemblyScript,
    /// Zig.
    Zig,
}

impl Tongue {
    /// All of them, in the order of the texts of [`BEGINNINGS`], with the endings of their sources.
    const ALL: [(Tongue, &'static str); 4] =
        [(Tongue::Rust, "rs"), (Tongue::C, "c"), (Tongue::AssemblyScript, "ts"), (Tongue::Zig, "zig")];
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

/// The sources of an example in all languages, and its manifest.
macro_rules! texts {
    ($name:literal) => {
        (
            $name,
            [
                include_str!(concat!("../../../examples/", $name, "/", $name, ".rs")),
                include_str!(concat!("../../../examples/", $name, "/", $name, ".c")),
                include_str!(concat!("../../../examples/", $name, "/", $name, ".ts")),
                include_str!(concat!("../../../examples/", $name, "/", $name, ".zig")),
            ],
            include_str!(concat!("../../../examples/", $name, "/", $name, ".toml")),
        )
    };
}

/// An example: its name, its sources and its manifest.
type Example = (&'static str, [&'static str; 4], &'static str);

/// The examples that are begun from.
const BEGINNINGS: [(Kind, Example); 3] =
    [(Kind::Board, texts!("tictactoe")), (Kind::Dice, texts!("race")), (Kind::Puzzle, texts!("sliding"))];

/// A manifest with the name of the game, as people write it, for a title.
fn titled(manifest: &str, name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let title: String = first.chain(letters).map(|c| if c == '-' { ' ' } else { c }).collect();
    let line = |line: &str| match line.starts_with("title = ") {
        true => format!("title = \"{title}\"\n"),
        false => format!("{line}\n"),
    };
    manifest.lines().map(line).collect()
}

/// Writes a game into a new folder of its name in `parent`.
pub fn begin(parent: &Path, name: &str, kind: Kind, tongue: Tongue) -> Result<Begun, ScaffoldError> {
    let beginning = BEGINNINGS.into_iter().find(|(of, _)| *of == kind).unwrap_or(BEGINNINGS[0]);
    let (_, (example, texts, manifest)) = beginning;
    let manifest = manifest.replacen(&format!("name = \"{example}\""), &format!("name = \"{name}\""), 1);
    let manifest = titled(&manifest, name);
    let parsed = Manifest::parse(&manifest).map_err(|error| ScaffoldError::Name(error.problem))?;
    let place = Tongue::ALL.iter().position(|(known, _)| *known == tongue).unwrap_or(0);
    let (text, ending) = (texts[place], Tongue::ALL[place].1);
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
