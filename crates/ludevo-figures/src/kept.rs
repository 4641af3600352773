//! Rows with what was measured, kept in a file as soon as there is something to keep.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ludevo_game::game::Game;
use ludevo_runs::{FolderError, write_whole};
use serde::{Deserialize, Serialize};

use crate::error::FigureError;
use crate::measure::Measure;
use crate::measurer::{MeasurerSettings, game_of};
use crate::standing::word;
use crate::table::{Row, Table};
use crate::verdict::{Goal, Measured, Published};
use crate::versions::versions_of;

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
    /// What was measured, with which champions and how many games, and with which versions of the rest.
    #[serde(flatten)]
    pub what: What,
}

/// What a figure is of: equal only if nothing of it changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct What {
    /// What was measured, on which champions and how many games.
    #[serde(rename = "what")]
    pub identity: String,
    /// The versions of the rules and of everybody who took part and is no champion.
    #[serde(default)]
    pub with: BTreeMap<String, String>,
}

impl What {
    /// What a measurement with these settings is of now.
    pub fn of(game: &dyn Game, measure: &Measure, settings: &MeasurerSettings) -> Self {
        What { identity: measure.identity(game, settings), with: versions_of(game.facts().name, measure) }
    }

    /// What changed from this to another, by name.
    pub(crate) fn changed(&self, now: &What) -> Vec<String> {
        let names = self
            .with
            .keys()
            .chain(now.with.keys())
            .filter(|name| self.with.get(*name) != now.with.get(*name));
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        let measure = (self.identity != now.identity).then_some(CHAMPION_OR_EXPERIMENT);
        measure.into_iter().chain(names).map(str::to_owned).collect()
    }
}

/// What is called changed where the identity of a measurement is another.
const CHAMPION_OR_EXPERIMENT: &str = "champion or experiment";

impl KeptRow {
    /// A row with what was measured, and the identity of that.
    pub fn new(row: &Row, measured: Option<Measured>, what: What) -> Self {
        let (tolerance, bar) = match row.goal {
            Goal::Match { tolerance } => (Some(tolerance), None),
            Goal::Reach { bar } | Goal::AtMost { bar } => (None, bar),
            Goal::Finding { .. } | Goal::Compare | Goal::Lost => (None, None),
        };
        let verdict = word(row, measured.as_ref());
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

    /// What was measured of the same.
    pub fn find(&self, what: &What) -> Option<Measured> {
        let same = |row: &&KeptRow| row.what == *what && row.measured.is_some();
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
        Ok(write_whole(path, lines(rows).as_bytes())?)
    }
}

/// Rows as they stand in a file, a line each.
fn lines<'a>(rows: impl Iterator<Item = &'a KeptRow>) -> String {
    let lines: Vec<String> =
        rows.map(|row| serde_json::to_string(row).expect("a row is plain values")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The text of a file of kept rows as it has to be with a table as it is now: what rows are called, what the source
/// reports, what they are held to and how they came out may have changed since they were measured. A measurement that
/// belongs to no row any more is not thrown away unasked.
pub fn restated(table: &Table, text: &str) -> Result<String, FigureError> {
    let game = game_of(table)?;
    let mut kept: Vec<KeptRow> = serde_json::from_str(text)
        .map_err(|error| FigureError::Refused(format!("the kept rows of {}: {error}", table.name)))?;
    let is_there = |known: &KeptRow| table.rows.iter().any(|row| known.is_of(row));
    for row in &table.rows {
        if let Some(known) = kept.iter_mut().find(|known| known.is_of(row)) {
            *known = KeptRow::new(row, known.measured, known.what.clone());
            continue;
        }
        // A row that is called otherwise now, or that holds what another measures to another figure.
        let identity = What::of(game, &row.measure, &MeasurerSettings::default()).identity;
        let is_same = |known: &&mut KeptRow| known.what.identity == identity && known.measured.is_some();
        let Some(same) = kept.iter_mut().find(is_same) else { continue };
        let restated = KeptRow::new(row, same.measured, same.what.clone());
        if is_there(same) {
            kept.push(restated);
        } else {
            *same = restated;
        }
    }
    let lost = kept.iter().filter(|known| !is_there(known) && known.measured.is_some());
    let lost: Vec<String> = lost.map(|known| format!("`{}, {}`", known.table, known.row)).collect();
    if !lost.is_empty() {
        return Err(FigureError::Refused(format!(
            "{} has no row any more for what was measured of {}: give the kept row the name of the one that measures this \
             now, or delete it, in docs/results/{}.json",
            table.name,
            lost.join(" and "),
            table.name
        )));
    }
    Ok(lines(kept.iter().filter(|known| is_there(known))))
}
