//! How things stand: every row of a table beside what was measured last, as it ships with the program.

use ludevo_game::registry;

use crate::error::FigureError;
use crate::kept::KeptRow;
use crate::measurer::game_of;
use crate::table::{Row, Table};
use crate::verdict::{Measured, Verdict};

/// What is said of a row that nobody measured.
pub const NOT_MEASURED: &str = "not measured";

/// A row and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The row.
    pub row: &'a Row,
    /// What was measured, if it was.
    pub measured: Option<Measured>,
    /// Whether a champion or an experiment of the row has changed since.
    pub is_stale: bool,
}

impl Standing<'_> {
    /// The word for how it came out, by what the row is held to now.
    pub fn word(&self) -> &'static str {
        self.measured.map_or(NOT_MEASURED, |measured| self.row.verdict(&measured).word())
    }
}

/// The rows of a table with what was kept of them; none is measured in a table that was never measured in full.
pub fn standings(table: &Table) -> Result<Vec<Standing<'_>>, FigureError> {
    let game = game_of(table)?;
    let kept: Vec<KeptRow> = match registry::text(registry::results(), &table.name) {
        Some(text) => serde_json::from_str(text)
            .map_err(|error| FigureError::Refused(format!("the kept rows of {}: {error}", table.name)))?,
        None => Vec::new(),
    };
    let standing = |row| {
        let known = kept.iter().find(|known| known.is_of(row));
        let measured = known.and_then(|known| known.measured);
        let is_stale = known.is_some_and(|known| known.what != row.measure.identity(game, false, 1));
        Standing { row, measured, is_stale: is_stale && measured.is_some() }
    };
    Ok(table.rows.iter().map(standing).collect())
}

/// How many rows came out how, in the order of [`Verdict::ALL`], and how many were not measured; words that no row has are
/// left out.
pub fn counted<'a>(standings: impl Iterator<Item = Standing<'a>>) -> Vec<(&'static str, usize)> {
    let words: Vec<&str> = standings.map(|standing| standing.word()).collect();
    let all = Verdict::ALL.iter().map(|verdict| verdict.word()).chain([NOT_MEASURED]);
    let count = |word| (word, words.iter().filter(|known| **known == word).count());
    all.map(count).filter(|(_, count)| *count > 0).collect()
}
