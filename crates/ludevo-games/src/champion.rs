//! Champion files: an evolved program as readable text, with where it comes from and how it plays.
//!
//! A first line names the format, then come lines `KEY = VALUE`, first the game, its language and the language's hash,
//! then an empty line and the trees.

use std::fmt::Write;
use std::str::FromStr;

use ludevo_program::nearest;
use thiserror::Error;

use crate::experiment::PlayerSettings;

/// The first line of every champion file.
const FORMAT: &str = "ludevo champion 1";

/// A champion file that was read but whose program is not parsed yet: that takes the game's language.
#[derive(Clone, Debug, PartialEq)]
pub struct ChampionFile {
    /// The game.
    pub game: String,
    /// The language of the program.
    pub language: String,
    /// The language's hash when the program was written.
    pub hash: u64,
    /// Whether there is a tree that chooses the moves forward pruning keeps.
    pub selector: bool,
    /// How the program plays.
    pub player: PlayerSettings,
    /// The experiment that made it.
    pub experiment: String,
    /// The seed of that run.
    pub seed: u64,
    /// The generation in which it was found.
    pub generation: u64,
    /// The version of Ludevo that made it.
    pub version: String,
    /// What it scored, in words.
    pub score: String,
    /// The trees.
    pub program: String,
    /// The line of the file on which the trees start.
    pub program_line: usize,
}

/// What is wrong with a champion file, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {problem}")]
pub struct ChampionError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what is allowed.
    pub problem: String,
}

/// What the lines before the program may say. The first three come first, in this order.
const KEYS: [&str; 13] = [
    "game",
    "language",
    "hash",
    "trees",
    "depth",
    "branching",
    "ratio",
    "full-depth",
    "experiment",
    "seed",
    "generation",
    "version",
    "score",
];

impl ChampionFile {
    /// The text of the file.
    pub fn print(&self) -> String {
        let mut text = format!("{FORMAT}\n");
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("game", self.game.clone());
        line("language", self.language.clone());
        line("hash", format!("{:016x}", self.hash));
        line("trees", if self.selector { "evaluate, select" } else { "evaluate" }.to_owned());
        line("depth", self.player.depth.to_string());
        if let Some(branching) = self.player.branching {
            line("branching", branching.to_string());
        }
        if let Some(ratio) = self.player.ratio {
            line("ratio", ratio.to_string());
        }
        if self.player.full_depth > 0 {
            line("full-depth", self.player.full_depth.to_string());
        }
        line("experiment", self.experiment.clone());
        line("seed", self.seed.to_string());
        line("generation", self.generation.to_string());
        line("version", self.version.clone());
        line("score", self.score.clone());
        text.push('\n');
        text.push_str(&self.program);
        text
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, ChampionError> {
        let Header { values, program_line } = Header::parse(text)?;
        let get = |key: &str| KEYS.iter().position(|known| *known == key).and_then(|place| values[place]);
        let need = |key: &str| {
            let problem = || format!("`{key}` is missing from the lines above");
            get(key).ok_or_else(|| error(program_line - 1, 1, problem()))
        };
        let hash = need("hash")?;
        let Ok(bits) = u64::from_str_radix(hash.text, 16) else {
            return Err(hash.refused("hash", "16 hexadecimal digits"));
        };
        let trees = need("trees")?;
        let selector = match trees.text {
            "evaluate" => false,
            "evaluate, select" => true,
            _ => return Err(trees.refused("trees", "`evaluate` or `evaluate, select`")),
        };
        let whole = "a whole number";
        let optional = |key: &str| get(key).map(|value| value.number(key, whole)).transpose();
        let player = PlayerSettings {
            depth: need("depth")?.number("depth", whole)?,
            branching: optional("branching")?,
            ratio: get("ratio").map(|value| value.number("ratio", "a number")).transpose()?,
            full_depth: get("full-depth").map_or(Ok(0), |value| value.number("full-depth", whole))?,
        };
        if let Err(range) = player.check() {
            let key = range.key.trim_start_matches("player.");
            let Value { line, column, .. } = need(key)?;
            return Err(error(
                line,
                column,
                format!("`{key}` is {}, allowed is {}", range.value, range.allowed),
            ));
        }
        // Cut inside its last line, a program may still read as a shorter one: `1.5*Plus(` as `1.5`.
        if !text.ends_with(['\n', ')']) {
            let last = text.lines().last().unwrap_or_default();
            let problem = "the last line does not end: was the file cut short?".to_owned();
            return Err(error(text.lines().count(), last.chars().count() + 1, problem));
        }
        let words = |key: &str| need(key).map(|value| value.text.to_owned());
        let skipped: usize = text.split_inclusive('\n').take(program_line - 1).map(str::len).sum();
        Ok(ChampionFile {
            game: words("game")?,
            language: words("language")?,
            hash: bits,
            selector,
            player,
            experiment: words("experiment")?,
            seed: need("seed")?.number("seed", whole)?,
            generation: need("generation")?.number("generation", whole)?,
            version: words("version")?,
            score: words("score")?,
            program: text[skipped..].to_owned(),
            program_line,
        })
    }
}

fn error(line: usize, column: usize, problem: String) -> ChampionError {
    ChampionError { line, column, problem }
}

/// What follows a key, and where.
#[derive(Clone, Copy)]
struct Value<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl Value<'_> {
    fn refused(&self, key: &str, allowed: &str) -> ChampionError {
        error(self.line, self.column, format!("`{key}` is `{}`, expected {allowed}", self.text))
    }

    fn number<T: FromStr>(&self, key: &str, allowed: &str) -> Result<T, ChampionError> {
        self.text.parse().map_err(|_| self.refused(key, allowed))
    }
}

/// The lines before the program.
struct Header<'a> {
    /// In the order of [`KEYS`].
    values: [Option<Value<'a>>; KEYS.len()],
    program_line: usize,
}

impl<'a> Header<'a> {
    fn parse(text: &'a str) -> Result<Self, ChampionError> {
        let mut lines = (1..).zip(text.lines());
        match lines.next() {
            Some((_, first)) if first.trim_end() == FORMAT => {}
            Some((_, first)) => {
                let found: String = first.chars().take(40).collect();
                let problem = format!("expected `{FORMAT}`, found `{found}`: this is not a champion file");
                return Err(error(1, 1, problem));
            }
            None => return Err(error(1, 1, "the file is empty".to_owned())),
        }
        let mut values = [None; KEYS.len()];
        for (number, line) in lines {
            if line.trim().is_empty() {
                return Ok(Header { values, program_line: number + 1 });
            }
            let Some((key, value)) = line.split_once('=') else {
                let problem = format!("expected `KEY = VALUE` or an empty line, found `{line}`");
                return Err(error(number, 1, problem));
            };
            let column = line.chars().count() - value.trim_start().chars().count() + 1;
            let key = key.trim();
            let Some(place) = KEYS.iter().position(|known| *known == key) else {
                let nearest = nearest(key, KEYS).unwrap_or_default();
                let problem = format!("`{key}` is not a key of a champion file; the nearest is `{nearest}`");
                return Err(error(number, 1, problem));
            };
            // Errors about the game and its language rely on where these keys are.
            if let Some(expected) = KEYS[..3].get(number - 2).filter(|expected| **expected != key) {
                return Err(error(number, 1, format!("expected `{expected}`, found `{key}`")));
            }
            if values[place].is_some() {
                return Err(error(number, 1, format!("`{key}` is given twice")));
            }
            values[place] = Some(Value { line: number, column, text: value.trim() });
        }
        let end = text.lines().count() + 1;
        Err(error(end, 1, "the file ends before its program: was it cut short?".to_owned()))
    }
}
