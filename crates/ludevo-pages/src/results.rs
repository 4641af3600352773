//! The page of results: the rows that `ludevo reproduce NAME --keep docs/results/NAME.json` kept, as tables.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;

use anyhow::Context;
use ludevo_figures::{Standing, Table, counted, restated, standings_by, tables, written};
use ludevo_peers::root;

/// The tables, each with the text of its kept rows, in which they are called as the table calls them now.
pub(crate) struct Kept(Vec<(Table, Option<String>)>);

impl Kept {
    /// What is kept in `docs/results`.
    pub(crate) fn read() -> anyhow::Result<Self> {
        let text_of = |table: &Table| -> anyhow::Result<Option<String>> {
            let path = place(table);
            match fs::read_to_string(root().join(&path)) {
                Ok(text) => Ok(Some(restated(table, &text)?)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error).context(path),
            }
        };
        let read = |table: Table| -> anyhow::Result<_> {
            let text = text_of(&table)?;
            Ok((table, text))
        };
        Ok(Kept(tables()?.into_iter().map(read).collect::<Result<_, _>>()?))
    }

    /// The files: path from the root of the repository, and text.
    pub(crate) fn files(self) -> impl Iterator<Item = (String, String)> {
        self.0.into_iter().filter_map(|(table, text)| Some((place(&table), text?)))
    }

    fn standings(&self) -> impl Iterator<Item = anyhow::Result<(&Table, Vec<Standing<'_>>)>> {
        self.0.iter().map(|(table, text)| Ok((table, standings_by(table, text.as_deref().unwrap_or("[]"))?)))
    }

    /// The page.
    pub(crate) fn page(&self, note: &str) -> anyhow::Result<String> {
        let mut text = format!("# Results\n\n{note}\n");
        text.push_str(
            "Published figures, and what `ludevo reproduce NAME` measured beside them, with 95 % intervals. A figure to be passed is \
             `reached` if the whole interval is at it or beyond, `level` if the interval contains it, and else `short`. A figure to be \
             matched is `matched` or `off`, by the tolerance that stands beside it. A finding without a number of its own `holds`, \
             `fails` or, if the interval leaves it open, is `undecided`. A bar that is ours and not published is called so. A row \
             that is `compared` is held to nothing. A figure without an interval is a count, a place, or what one run states: nothing is known of how far it \
         scatters. What is `lost` cannot be measured, since what it was measured on is not to be had. \
             `stale` rows were measured before the rules, a guide, a champion or an experiment of theirs changed. Below a table \
             stands what was tried where a figure is missed.\n",
        );
        let _ = write!(text, "\n{}\n", self.summary()?);
        for known in self.standings() {
            let (table, rows) = known?;
            print(&mut text, table, &rows);
        }
        Ok(text)
    }

    /// How the rows of all tables came out, in a sentence.
    pub(crate) fn summary(&self) -> anyhow::Result<String> {
        let known: Vec<(&Table, Vec<Standing<'_>>)> = self.standings().collect::<Result<_, _>>()?;
        let all = known.iter().flat_map(|(_, rows)| rows);
        let counts = counted(all.clone());
        let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        Ok(format!("Of {} rows in {} tables: {}.", all.count(), known.len(), words.join(", ")))
    }
}

/// Where the kept rows of a table lie, from the root of the repository.
fn place(table: &Table) -> String {
    format!("docs/results/{}.json", table.name)
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
