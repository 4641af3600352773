//! Rows with what was measured, kept in a file as soon as there is something to keep.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ludevo_runs::{FolderError, write_whole};
use serde::{Deserialize, Serialize};

use crate::error::FigureError;
use crate::standing::NOT_MEASURED;
use crate::table::Row;
use crate::verdict::{Goal, Measured, Published};

/// A row with its figures, as it is printed and kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRow {
    /// The table of the source, or what the row belongs to.
    pub table: String,
    /// The row within it.
    pub row: String,
    /// What the source reports, if it does.
    pub published: Option<Published>,
    /// What was measured, if it was.
    #[serde(flatten)]
    pub measured: Option<Measured>,
    /// How far off a figure to be matched may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// The bar that the row is held to, where it is ours and not published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bar: Option<f64>,
    /// The word for how it came out.
    pub verdict: String,
    /// What was measured, on which champions and how many games: equal only if nothing of it changed.
    pub what: String,
}

impl KeptRow {
    /// A row with what was measured, and the identity of that.
    pub fn new(row: &Row, measured: Option<Measured>, what: String) -> Self {
        let (tolerance, bar) = match row.goal {
            Goal::Match { tolerance } => (Some(tolerance), None),
            Goal::Reach { bar } | Goal::AtMost { bar } => (None, bar),
            Goal::Finding { .. } | Goal::Compare => (None, None),
        };
        let verdict = measured.map_or(NOT_MEASURED, |measured| row.verdict(&measured).word());
        KeptRow {
            table: row.table.clone(),
            row: row.row.clone(),
            published: row.published,
            measured,
            tolerance,
            bar,
            verdict: verdict.to_owned(),
            what,
        }
    }

    /// Whether it is of this row.
    pub(crate) fn is_of(&self, row: &Row) -> bool {
        (&self.table, &self.row) == (&row.table, &row.row)
    }

    fn is_place_of(&self, other: &KeptRow) -> bool {
        (&self.table, &self.row) == (&other.table, &other.row)
    }
}

/// The rows that were measured, now and before, and the file that holds them.
#[derive(Debug, Default)]
pub struct Kept {
    path: Option<PathBuf>,
    before: Vec<KeptRow>,
    rows: Vec<KeptRow>,
}

impl Kept {
    /// Those of a file, which is made if there is none.
    pub fn open(path: &Path) -> Result<Self, FigureError> {
        let mut kept = Kept { path: Some(path.to_owned()), ..Kept::default() };
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let rows = serde_json::from_str(&text);
                kept.before =
                    rows.map_err(|source| FigureError::NotKept { path: path.to_owned(), source })?;
            }
            // Whether it can be written is said now, not after the first row.
            Err(error) if error.kind() == ErrorKind::NotFound => kept.write()?,
            Err(source) => {
                return Err(FolderError::Io { action: "read", path: path.to_owned(), source }.into());
            }
        }
        Ok(kept)
    }

    /// The rows of this time.
    pub fn rows(&self) -> &[KeptRow] {
        &self.rows
    }

    /// Those of times before.
    pub fn before(&self) -> &[KeptRow] {
        &self.before
    }

    /// What was measured of this identity.
    pub fn find(&self, what: &str) -> Option<Measured> {
        let same = |row: &&KeptRow| row.what == what && row.measured.is_some();
        self.rows.iter().chain(&self.before).find(same).and_then(|row| row.measured)
    }

    /// Keeps a row. Rows that nobody measured this time stay as they were.
    pub fn push(&mut self, row: KeptRow) -> Result<(), FigureError> {
        self.rows.push(row);
        self.write()
    }

    /// Writes all rows, a line each, whole or not at all.
    fn write(&self) -> Result<(), FigureError> {
        let Some(path) = &self.path else { return Ok(()) };
        let untouched = self.before.iter().filter(|old| !self.rows.iter().any(|row| row.is_place_of(old)));
        let rows = self.rows.iter().chain(untouched);
        let lines: Vec<String> =
            rows.map(|row| serde_json::to_string(row).expect("a row is plain values")).collect();
        Ok(write_whole(path, format!("[\n{}\n]\n", lines.join(",\n")).as_bytes())?)
    }
}
