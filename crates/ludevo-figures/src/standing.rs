//! How things stand: every row of a table beside what was measured last, as it ships with the program.

use ludevo_game::registry;

use crate::error::FigureError;
use crate::kept::{KeptRow, What};
use crate::measurer::{MeasurerSettings, game_of};
use crate::table::{Row, Table};
use crate::verdict::{Goal, Measured, Verdict};

/// What is said of a row that nobody measured.
pub const NOT_MEASURED: &str = "not measured";

/// A row and what is known of it.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The row.
    pub row: &'a Row,
    /// What was measured, if it was.
    pub measured: Option<Measured>,
    /// What has changed since, by name: the rules, a guide, or a champion or an experiment of the row.
    pub changed: Vec<String>,
}

impl Standing<'_> {
    /// The word for how it came out, by what the row is held to now.
    pub fn word(&self) -> &'static str {
        word(self.row, self.measured.as_ref())
    }

    /// That what was measured is of the past, and why.
    pub fn stale(&self) -> Option<String> {
        (!self.changed.is_empty()).then(|| format!("stale: another {}", self.changed.join(", ")))
    }
}

/// The word for how a row came out.
pub(crate) fn word(row: &Row, measured: Option<&Measured>) -> &'static str {
    match measured {
        Some(measured) => row.verdict(measured).word(),
        None if row.goal == Goal::Lost => Verdict::Lost.word(),
        None => NOT_MEASURED,
    }
}

/// The rows of a table with what was kept of them; none is measured in a table that was never measured in full.
pub fn standings(table: &Table) -> Result<Vec<Standing<'_>>, FigureError> {
    standings_by(table, registry::text(registry::results(), &table.name).unwrap_or("[]"))
}

/// The rows of a table with what a file kept of them.
pub fn standings_by<'a>(table: &'a Table, kept: &str) -> Result<Vec<Standing<'a>>, FigureError> {
    let game = game_of(table)?;
    let kept: Vec<KeptRow> = serde_json::from_str(kept)
        .map_err(|error| FigureError::Refused(format!("the kept rows of {}: {error}", table.name)))?;
    let standing = |row| {
        let known = kept.iter().find(|known| known.is_of(row));
        let measured = known.and_then(|known| known.measured);
        let now = || What::of(game, &row.measure, &MeasurerSettings::default());
        let changed = known.filter(|known| known.measured.is_some()).map(|known| known.what.changed(&now()));
        Standing { row, measured, changed: changed.unwrap_or_default() }
    };
    Ok(table.rows.iter().map(standing).collect())
}

/// How many rows came out how, in the order of [`Verdict::ALL`], and how many were not measured; words that no row has are
/// left out.
pub fn counted<'a>(standings: impl Iterator<Item = &'a Standing<'a>>) -> Vec<(&'static str, usize)> {
    let words: Vec<&str> = standings.map(Standing::word).collect();
    let all = Verdict::ALL.iter().map(|verdict| verdict.word()).chain([NOT_MEASURED]);
    let count = |word| (word, words.iter().filter(|known| **known == word).count());
    all.map(count).filter(|(_, count)| *count > 0).collect()
}
