//! Writing to standard output, where a closed pipe is an error that ends the command quietly.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

/// Writes one line.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Writes a value as JSON on a line of its own.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(value)?;
    line(text)
}

/// Writes a remark to standard error, where progress goes.
pub(crate) fn remark(text: impl Display) {
    // A remark that nobody can read is not worth failing for.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Columns aligned to their widest cell: the first to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
