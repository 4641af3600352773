//! Champion files: an evolved program as readable text, with where it comes from and how it plays.
//!
//! A first line names the format, then come lines `KEY = VALUE`, an empty line, and the trees.

use std::fmt::Write;

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
        let error =
            |line: usize, column: usize, problem: String| Err(ChampionError { line, column, problem });
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, first)) if first.trim_end() == FORMAT => {}
            Some((_, first)) => {
                let found: String = first.chars().take(40).collect();
                return error(
                    1,
                    1,
                    format!("expected `{FORMAT}`, found `{found}`: this is not a champion file"),
                );
            }
            None => return error(1, 1, "the file is empty".to_owned()),
        }
        let mut values: [Option<(usize, &str)>; KEYS.len()] = [None; KEYS.len()];
        let mut program_line = None;
        for (index, line) in lines {
            let number = index + 1;
            if line.trim().is_empty() {
                program_line = Some(number + 1);
                break;
            }
            let Some((key, value)) = line.split_once('=') else {
                return error(number, 1, format!("expected `KEY = VALUE` or an empty line, found `{line}`"));
            };
            let key = key.trim();
            let Some(place) = KEYS.iter().position(|known| *known == key) else {
                let nearest = nearest(key, KEYS).unwrap_or_default();
                return error(
                    number,
                    1,
                    format!("`{key}` is not a key of a champion file; the nearest is `{nearest}`"),
                );
            };
            if values[place].is_some() {
                return error(number, 1, format!("`{key}` is given twice"));
            }
            values[place] = Some((number, value.trim()));
        }
        let end = text.lines().count() + 1;
        let Some(program_line) = program_line else {
            return error(end, 1, "the file ends before its program: was it cut short?".to_owned());
        };
        let get = |key: &str| KEYS.iter().position(|known| *known == key).and_then(|place| values[place]);
        let need = |key: &str| {
            let missing = || ChampionError {
                line: program_line - 1,
                column: 1,
                problem: format!("`{key}` is missing from the lines above"),
            };
            get(key).ok_or_else(missing)
        };
        fn number<T: std::str::FromStr>(
            (line, value): (usize, &str),
            key: &str,
            what: &str,
        ) -> Result<T, ChampionError> {
            let column = key.len() + 4;
            value.parse().map_err(|_| ChampionError {
                line,
                column,
                problem: format!("`{key}` is `{value}`, expected {what}"),
            })
        }
        let (hash_line, hash) = need("hash")?;
        let Ok(hash) = u64::from_str_radix(hash, 16) else {
            return error(hash_line, 8, format!("`hash` is `{hash}`, expected 16 hexadecimal digits"));
        };
        let (trees_line, trees) = need("trees")?;
        let selector = match trees {
            "evaluate" => false,
            "evaluate, select" => true,
            _ => {
                return error(
                    trees_line,
                    9,
                    format!("`trees` is `{trees}`, expected `evaluate` or `evaluate, select`"),
                );
            }
        };
        let depth_at = need("depth")?;
        let player = PlayerSettings {
            depth: number(depth_at, "depth", "a whole number")?,
            branching: get("branching").map(|at| number(at, "branching", "a whole number")).transpose()?,
            ratio: get("ratio").map(|at| number(at, "ratio", "a number")).transpose()?,
            full_depth: get("full-depth").map_or(Ok(0), |at| number(at, "full-depth", "a whole number"))?,
        };
        if let Err(range) = player.check() {
            return error(depth_at.0, 1, range.to_string());
        }
        let skipped: usize = text.split_inclusive('\n').take(program_line - 1).map(str::len).sum();
        Ok(ChampionFile {
            game: need("game")?.1.to_owned(),
            language: need("language")?.1.to_owned(),
            hash,
            selector,
            player,
            experiment: need("experiment")?.1.to_owned(),
            seed: number(need("seed")?, "seed", "a whole number")?,
            generation: number(need("generation")?, "generation", "a whole number")?,
            version: need("version")?.1.to_owned(),
            score: need("score")?.1.to_owned(),
            program: text[skipped..].to_owned(),
            program_line,
        })
    }
}
