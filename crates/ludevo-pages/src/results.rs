//! The page of results: the rows that `ludevo reproduce NAME --keep docs/results/NAME.json` kept, as tables.

use std::fmt::Write;

use std::fs;

use anyhow::Context;
use ludevo_figures::{Standing, Table, counted, restated, standings, tables, written};
use ludevo_game::registry;
use ludevo_peers::root;

/// The page.
pub(crate) fn page(note: &str) -> anyhow::Result<String> {
    let mut text = format!("# Results\n\n{note}\n");
    text.push_str(
        "Published figures, and what `ludevo reproduce NAME` measured beside them, with 95 % intervals. A figure to be passed is \
         `reached` if the whole interval is at it or beyond, `level` if the interval contains it, and else `short`. A figure to be \
         matched is `matched` or `off`, by the tolerance that stands beside it. A finding without a number of its own `holds`, \
         `fails` or, if the interval leaves it open, is `undecided`. A bar that is ours and not published is called so. A row \
         that is `compared` is held to nothing. What is `lost` cannot be measured, since what it was measured on is not to be had. \
         `stale` rows were measured before the rules, a guide, a champion or an experiment of theirs changed. Below a table \
         stands what was tried where a figure is missed.\n",
    );
    let _ = write!(text, "\n{}\n", summary()?);
    for table in tables()? {
        print(&mut text, &table, &standings(&table)?);
    }
    Ok(text)
}

/// The files of kept rows, with what tables say of their rows now: path from the root of the repository, and text.
pub(crate) fn kept() -> anyhow::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for table in tables()? {
        let path = format!("docs/results/{}.json", table.name);
        if registry::text(registry::results(), &table.name).is_some() {
            let text = fs::read_to_string(root().join(&path)).with_context(|| path.clone())?;
            files.push((path, restated(&table, &text)?));
        }
    }
    Ok(files)
}

/// How the rows of all tables came out, in a sentence.
pub(crate) fn summary() -> anyhow::Result<String> {
    let tables = tables()?;
    let mut all = Vec::new();
    for table in &tables {
        all.extend(standings(table)?);
    }
    let counts = counted(all.iter());
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    Ok(format!("Of {} rows in {} tables: {}.", all.len(), tables.len(), words.join(", ")))
}

fn print(text: &mut String, table: &Table, rows: &[Standing<'_>]) {
    let Table { name, summary, source, .. } = table;
    let _ = write!(
        text,
        "\n## {name}\n\n{}: `ludevo reproduce {name}`\n\nSource: {source}.\n\n\
         | table | row | published | measured | interval | games | verdict |\n|---|---|---|---|---|---|---|\n",
        sentence(summary),
    );
    for standing in rows {
        let Standing { row, .. } = standing;
        let _ = writeln!(text, "| {} | {} | {} |", row.table, row.row, figures(table, standing));
    }
    let mut tried: Vec<(&str, Vec<&str>)> = Vec::new();
    for Standing { row, .. } in rows.iter().filter(|standing| is_missed(standing)) {
        let Some(text) = row.tried.as_deref() else { continue };
        match tried.iter_mut().find(|(known, _)| *known == text) {
            Some((_, rows)) => rows.push(&row.row),
            None => tried.push((text, vec![&row.row])),
        }
    }
    for (what, rows) in tried {
        let _ = write!(text, "\nTried ({}): {what}\n", rows.join("; "));
    }
}

/// Whether its figure is missed.
fn is_missed(standing: &Standing<'_>) -> bool {
    standing.measured.is_some_and(|measured| standing.row.verdict(&measured).is_a_miss())
}

/// The columns of figures.
fn figures(table: &Table, standing: &Standing<'_>) -> String {
    let (row, verdict) = (standing.row, standing.word());
    let published = row.quoted().unwrap_or_default();
    let Some(measured) = standing.measured else { return format!("{published} |  |  |  | {verdict}") };
    let remarks: Vec<String> = table.remarks(row).into_iter().chain(standing.stale()).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    let (value, interval) = (written(measured.value), measured.interval().unwrap_or_default());
    format!("{published} | {value} | {interval} | {} | {verdict}{remarks}", measured.games)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
