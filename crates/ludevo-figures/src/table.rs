//! Tables of published figures: the files of `figures/`, as data.
//!
//! A file has a summary, its source, keys that are `common` to all rows, and groups of rows; a group's keys stand for each
//! of its rows, and a row's own come before both.

use std::ffi::OsStr;
use std::path::Path;

use ludevo_game::decode::{DecodeError, DecodeProblem, decode, kind_in_words};
use ludevo_game::game::{Game, PuzzleGame};
use ludevo_game::registry;
use ludevo_program::Nearest;
use ludevo_runs::{Document, FolderError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::error::FigureError;
use crate::measure::Measure;
use crate::verdict::{Goal, Measured, Published, Verdict};

/// A table, such as those of one source about one kind of player.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name on the command line.
    pub name: String,
    /// The game it is about.
    pub game: String,
    /// What it is about.
    pub summary: String,
    /// Where its figures are published.
    pub source: String,
    /// The rows in the order of the source.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The table of the source, or what the row belongs to.
    pub table: String,
    /// The row within it.
    pub row: String,
    /// What is measured.
    pub measure: Measure,
    /// What the source reports, if it does.
    pub published: Option<Published>,
    /// How the source says it, where it is not that figure: `over 1000`, or the figures that this one is derived from.
    pub says: Option<String>,
    /// What the row is held to.
    pub goal: Goal,
    /// What was tried where the figure is missed, with numbers.
    pub tried: Option<String>,
    /// What of the problems, robots or tracks that are measured on was seen before: bred on, or chosen on.
    pub seen: Option<String>,
}

impl Row {
    /// What the source reports, for people.
    pub fn quoted(&self) -> Option<String> {
        self.says.clone().or_else(|| self.published.map(|published| published.to_string()))
    }

    /// The verdict on what was measured.
    pub fn verdict(&self, measured: &Measured) -> Verdict {
        self.goal.verdict(self.published, measured)
    }
}

impl Table {
    /// What a reader of a row's verdict must know beside the published figure.
    pub fn remarks(&self, row: &Row) -> Vec<String> {
        let sets =
            registry::find(&self.game).and_then(Game::as_puzzle).map(PuzzleGame::levels).unwrap_or_default();
        let is_fixed = row.measure.is_of_all_problems(&sets);
        let fixed = is_fixed.then(|| "the same problems with every seed".to_owned());
        row.goal.remark().into_iter().chain(row.seen.clone()).chain(fixed).collect()
    }

    /// The table of a file of the user's own, whose folder is named for the game as those of `figures/` are.
    pub fn of_file(path: &Path) -> Result<Table, FigureError> {
        let refuse = |source| FolderError::Io { action: "read", path: path.to_owned(), source };
        let text = std::fs::read_to_string(path).map_err(refuse)?;
        let whole = path.canonicalize().map_err(refuse)?;
        let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (game, name) = (part(whole.parent().and_then(Path::file_name)), part(whole.file_stem()));
        if registry::find(&game).is_none() {
            let problem = format!("{}: its folder is `{game}`, which is no game", path.display());
            return Err(FigureError::Refused(problem));
        }
        Ok(read_at(&path.display().to_string(), &format!("{game}/{name}"), &text)?)
    }
}

/// What is wrong with a file of figures, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{path}, line {line}: {problem}")]
pub struct TableError {
    /// The file.
    pub path: String,
    /// Counted from 1.
    pub line: u32,
    /// What was found and what is allowed.
    pub problem: String,
}

/// All tables that ship, game by game in the order of the registry.
pub fn tables() -> Result<Vec<Table>, TableError> {
    let mut tables = Vec::new();
    for game in registry::games() {
        let of_game = |name: &&str| name.split_once('/').is_some_and(|(of, _)| of == game.facts().name);
        for (name, text) in registry::figures().iter().filter(|(name, _)| of_game(name)) {
            tables.push(read(name, text)?);
        }
    }
    Ok(tables)
}

/// Reads the text of a file of `figures/`; `name` is `GAME/NAME`.
pub fn read(name: &str, text: &str) -> Result<Table, TableError> {
    read_at(&format!("figures/{name}.toml"), name, text)
}

/// Reads the text of the file `path`.
pub(crate) fn read_at(path: &str, name: &str, text: &str) -> Result<Table, TableError> {
    let problem = |line: u32, problem: String| TableError { path: path.to_owned(), line, problem };
    let document = Document::parse(text).map_err(|(line, message)| problem(line, message))?;
    let File { summary, source, common, group: groups } = decode(&document.to_toml()).map_err(|error| {
        let holder = |_: &str| error.path.first().cloned();
        let (key, words) = in_words(error.problem, &[], holder);
        problem(document.line(&[&key]).unwrap_or(1), words)
    })?;
    let mut rows = Vec::new();
    for (number, mut group) in groups.into_iter().enumerate() {
        let number = number.to_string();
        let Some(toml::Value::Array(members)) = group.remove("rows") else {
            let line = document.line(&["group", &number]).unwrap_or(1);
            return Err(problem(line, "a group needs an array `rows`".to_owned()));
        };
        for (place, member) in members.into_iter().enumerate() {
            let place = place.to_string();
            let at = |key: &str| {
                let row = ["group", &number, "rows", &place];
                let places =
                    [&[&row[..], &[key]].concat()[..], &["group", &number, key], &["common", key], &row];
                places.into_iter().find_map(|path| document.line(path)).unwrap_or(1)
            };
            let toml::Value::Table(own) = member else {
                return Err(problem(at(""), format!("a row is a table, not {}", kind_in_words(&member))));
            };
            let merged: toml::Table = common.clone().into_iter().chain(group.clone()).chain(own).collect();
            rows.push(row(&merged).map_err(|(key, words)| problem(at(&key), words))?);
        }
    }
    let (game, short) = name.split_once('/').unwrap_or(("", name));
    Ok(Table { name: short.to_owned(), game: game.to_owned(), summary, source, rows })
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    summary: String,
    source: String,
    #[serde(default)]
    common: toml::Table,
    group: Vec<toml::Table>,
}

/// What every row has.
#[derive(Deserialize)]
struct Place {
    table: String,
    row: String,
    published: Option<Published>,
    says: Option<String>,
    tried: Option<String>,
    seen: Option<String>,
}

/// The keys of every row, and those that say what it is held to; all others belong to what is measured.
const PLACE: [&str; 6] = ["table", "row", "published", "says", "tried", "seen"];
const GOAL: [&str; 4] = ["goal", "bar", "tolerance", "above"];

/// A row with all its keys, or the key that is wrong and what is.
fn row(merged: &toml::Table) -> Result<Row, (String, String)> {
    let Place { table, row, published, says, tried, seen } = part(merged, |key| PLACE.contains(&key))?;
    let goal: Goal = part(merged, |key| GOAL.contains(&key))?;
    let measure: Measure = part(merged, |key| !PLACE.contains(&key) && !GOAL.contains(&key))?;
    if let Some((key, problem)) = measure.fault() {
        return Err((key.to_owned(), problem.to_owned()));
    }
    if !goal.has_figure(published) {
        return Err((
            "goal".to_owned(),
            "this goal needs a figure: `published`, or a `bar` of our own".to_owned(),
        ));
    }
    Ok(Row { table, row, measure, published, says, goal, tried, seen })
}

/// What some of a row's keys say.
fn part<T: DeserializeOwned>(
    merged: &toml::Table,
    wanted: impl Fn(&str) -> bool,
) -> Result<T, (String, String)> {
    let keys = merged.iter().filter(|(key, _)| wanted(key));
    let table: toml::Table = keys.map(|(key, value)| (key.clone(), value.clone())).collect();
    decode(&table).map_err(|DecodeError { path, problem }| {
        // Inside a table with variants serde has lost the key; the value tells which it was.
        let holder = |found: &str| {
            let says = |value: &toml::Value| value.as_str() == Some(found) || kind_in_words(value) == found;
            path.first().or_else(|| table.iter().find(|(_, value)| says(value)).map(|(key, _)| key)).cloned()
        };
        in_words(problem, &[&PLACE[..], &GOAL[..]].concat(), holder)
    })
}

/// A problem for the one who wrote the file: the key it is about, and what is wrong. `holder` finds the key of a value.
fn in_words(
    problem: DecodeProblem,
    more: &[&'static str],
    holder: impl Fn(&str) -> Option<String>,
) -> (String, String) {
    match problem {
        DecodeProblem::UnknownKey { key, allowed } => {
            let allowed: Vec<&str> = allowed.iter().chain(more).copied().collect();
            let nearest = Nearest::to(&key, allowed.iter().copied());
            let known = allowed.join(", ");
            let words = format!("`{key}` is not a key here{nearest}. Allowed: {known}");
            (key, words)
        }
        DecodeProblem::UnknownVariant { variant, allowed } => {
            let key = holder(&variant).unwrap_or_default();
            let nearest = Nearest::to(&variant, allowed.iter().copied());
            let known = allowed.join(", ");
            let words = format!("`{key}` is `{variant}`{nearest}. Allowed: {known}");
            (key, words)
        }
        DecodeProblem::Missing { key } => (String::new(), format!("`{key}` is missing")),
        DecodeProblem::Type { found, expected } => {
            let key = holder(&found).unwrap_or_default();
            let words = format!("`{key}` is {found}, expected {expected}");
            (key, words)
        }
        DecodeProblem::Other(words) => (holder("").unwrap_or_default(), words),
    }
}
