//! Writing to standard output, where a closed pipe is an error that ends the command quietly.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Instant;

use ludevo_game::provenance::quoted;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Output;

/// What a command was asked for, and when.
struct Asked {
    options: String,
    seed: Option<u64>,
    start: Instant,
}

static ASKED: OnceLock<Asked> = OnceLock::new();

/// Remembers what this process was asked for: every result carries it.
pub(crate) fn begin(seed: Option<u64>) {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
    ASKED.get_or_init(|| Asked { options: words.join(" "), seed, start: Instant::now() });
}

/// By what a result was made.
fn about() -> Value {
    let asked = ASKED.get();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "options": asked.map(|asked| &asked.options),
        "seed": asked.and_then(|asked| asked.seed),
        "seconds": asked.map(|asked| asked.start.elapsed().as_secs_f64()),
    })
}

/// Writes a result for another program, as JSON or as CSV, with what it was made by.
pub(crate) fn data(output: Output, value: &impl Serialize) -> io::Result<()> {
    let mut value = serde_json::to_value(value)?;
    let about = about();
    let rows = match &mut value {
        Value::Array(rows) => &mut rows[..],
        one => std::slice::from_mut(one),
    };
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        row.insert("about".to_owned(), about.clone());
    }
    if output.csv { write!(io::stdout().lock(), "{}", csv(&value)) } else { json(&value) }
}

/// A list of objects as a table, or an object as a table of one row; what is inside of objects has names such as
/// `about.version`, and lists of objects are left out.
fn csv(value: &Value) -> String {
    let rows: Vec<Vec<(String, String)>> = match value {
        Value::Array(rows) => rows.iter().map(|row| cells("", row)).collect(),
        one => vec![cells("", one)],
    };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    // What is an object in some rows and nothing in others has no column of its own.
    let all = names.clone();
    let has_parts = |name: &str| {
        all.iter().any(|other| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    };
    names.retain(|name| !has_parts(name));
    // By what it was made comes last, whatever the order of the rest.
    names.sort_by_key(|name| name.starts_with("about."));
    let line = |cells: Vec<&str>| {
        let quote = |cell: &str| match cell.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_owned(),
        };
        cells.into_iter().map(quote).collect::<Vec<_>>().join(",") + "\n"
    };
    let cell = |row: &'_ [(String, String)], name: &str| {
        row.iter().find(|(known, _)| known == name).map_or(String::new(), |(_, cell)| cell.clone())
    };
    let body = rows.iter().map(|row| {
        let cells: Vec<String> = names.iter().map(|name| cell(row, name)).collect();
        line(cells.iter().map(String::as_str).collect())
    });
    let body: String = body.collect();
    line(names) + &body
}

fn cells(name: &str, value: &Value) -> Vec<(String, String)> {
    let inside = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(key, value)| cells(&inside(key), value)).collect(),
        Value::Array(items) if items.iter().any(Value::is_object) => Vec::new(),
        Value::Array(items) => {
            let words: Vec<String> = items.iter().map(plain).collect();
            vec![(name.to_owned(), words.join(" "))]
        }
        plain_value => vec![(name.to_owned(), plain(plain_value))],
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// So many of something in words: `1 move`, `2 moves`.
pub(crate) fn many(count: impl Display, one: &str, more: &str) -> String {
    let count = count.to_string();
    let what = if count == "1" { one } else { more };
    format!("{count} {what}")
}

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

/// Rows of a name and its meaning, the meanings below one another.
pub(crate) fn names<'a>(
    rows: impl IntoIterator<Item = (impl AsRef<str>, &'a str)> + Clone,
) -> io::Result<()> {
    let widths = rows.clone().into_iter().map(|(name, _)| name.as_ref().chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    rows.into_iter().try_for_each(|(name, meaning)| {
        let name = name.as_ref();
        // A long name has a line of its own, so that it does not push all meanings to the right.
        let gap = if name.chars().count() > WIDEST { format!("\n  {:width$}", "") } else { String::new() };
        line(format!("  {name:<width$}{gap}  {meaning}"))
    })
}

/// The widest name that others are aligned with.
const WIDEST: usize = 40;

/// Columns aligned to their widest cell: the first to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    columns(rows, |column| column == 0)
}

/// Columns aligned to their widest cell, on the left side where they hold words. The last one has no width then.
pub(crate) fn columns(rows: &[Vec<String>], is_of_words: impl Fn(usize) -> bool) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if is_of_words(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_of_the_last_column_leave_the_other_rows_alone() {
        let rows = [["name", "measured", "verdict"], ["one", "0.5", "reached"], ["two", "12", "short"]];
        let mut rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let text = columns(&rows, |column| column != 1);
        assert_eq!(text, "name  measured  verdict\none        0.5  reached\ntwo         12  short\n");
        rows[2][2] = "short ".repeat(50);
        let long = columns(&rows, |column| column != 1);
        assert_eq!(long.lines().take(2).collect::<Vec<_>>(), text.lines().take(2).collect::<Vec<_>>());
    }
}
