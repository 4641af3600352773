//! The page of results: what `ludevo reproduce NAME --json` printed, kept in docs/results/NAME.json, as tables.

use std::fmt::Write;
use std::fs;

use anyhow::Context;
use ludevo_game::measurement::Measurement;
use ludevo_games::registry;
use ludevo_peers::root;
use serde::Deserialize;

/// A row as `ludevo reproduce --json` prints it.
#[derive(Deserialize)]
struct Row {
    table: String,
    row: String,
    published: Option<f64>,
    measured: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: Option<u64>,
    verdict: String,
}

/// The page. A measurement whose file is not there has not been run in full yet.
pub(crate) fn page(note: &str) -> anyhow::Result<String> {
    let mut text = format!("# Results\n\n{note}\n");
    text.push_str(
        "Published figures, and what `ludevo reproduce NAME` measured beside them, with 95 % intervals. A row is \
         `reached` or `short` of the figure that it is held to; a finding without a number of its own `holds`, \
         `fails` or, if the interval leaves it open, is `undecided`; a row without verdict is there for comparison.\n",
    );
    for game in registry::games() {
        for measurement in game.measurements() {
            let path = format!("docs/results/{}.json", measurement.name);
            let Ok(json) = fs::read_to_string(root().join(&path)) else { continue };
            let rows: Vec<Row> = serde_json::from_str(&json).with_context(|| path.clone())?;
            table(&mut text, measurement, &rows);
        }
    }
    Ok(text)
}

fn table(text: &mut String, measurement: &Measurement, rows: &[Row]) {
    let _ = write!(
        text,
        "\n## {}\n\n{}: `ludevo reproduce {}`\n\n| table | row | published | measured | interval | games | verdict |\n\
         |---|---|---|---|---|---|---|\n",
        measurement.name,
        sentence(measurement.summary),
        measurement.name
    );
    for row in rows {
        let figure = |value: Option<f64>| value.map_or(String::new(), written);
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) if low < high => format!("{} to {}", written(low), written(high)),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {interval} | {} | {} |",
            row.table,
            row.row,
            figure(row.published),
            figure(row.measured),
            row.games.map_or(String::new(), |games| games.to_string()),
            row.verdict
        );
    }
}

/// Shares with four digits, counts with one.
fn written(value: f64) -> String {
    if value > 10.0 { format!("{value:.1}") } else { format!("{value:.4}") }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
