//! The page of results: the rows that `ludevo reproduce NAME --keep docs/results/NAME.json` kept, as tables.

use std::fmt::Write;

use ludevo_figures::{Standing, Table, counted, standings, tables, written};

/// The page.
pub(crate) fn page(note: &str) -> anyhow::Result<String> {
    let mut text = format!("# Results\n\n{note}\n");
    text.push_str(
        "Published figures, and what `ludevo reproduce NAME` measured beside them, with 95 % intervals. A figure to be passed is \
         `reached` if the whole interval is at it or beyond, `level` if the interval contains it, and else `short`. A figure to be \
         matched is `matched` or `off`, by the tolerance that stands beside it. A finding without a number of its own `holds`, \
         `fails` or, if the interval leaves it open, is `undecided`. A bar that is ours and not published is called so. A row \
         that is `compared` is held to nothing. `stale` rows were measured before a champion or an experiment of theirs changed.\n",
    );
    let _ = write!(text, "\n{}\n", summary()?);
    for table in tables()? {
        print(&mut text, &table, &standings(&table)?);
    }
    Ok(text)
}

/// How the rows of all tables came out, in a sentence.
pub(crate) fn summary() -> anyhow::Result<String> {
    let tables = tables()?;
    let mut all = Vec::new();
    for table in &tables {
        all.extend(standings(table)?);
    }
    let counts = counted(all.iter().copied());
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
        let _ = writeln!(text, "| {} | {} | {} |", standing.row.table, standing.row.row, figures(standing));
    }
}

/// The columns of figures.
fn figures(standing: &Standing<'_>) -> String {
    let (row, verdict) = (standing.row, standing.word());
    let published = row.published.map_or(String::new(), |published| published.to_string());
    let Some(measured) = standing.measured else { return format!("{published} |  |  |  | {verdict}") };
    let stale = standing.is_stale.then(|| "stale".to_owned());
    let remarks: Vec<String> = row.goal.remark().into_iter().chain(stale).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    let (value, interval) = (written(measured.value), measured.interval().unwrap_or_default());
    format!("{published} | {value} | {interval} | {} | {verdict}{remarks}", measured.games)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
