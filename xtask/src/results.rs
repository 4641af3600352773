//! The page of results: the rows that `ludevo reproduce NAME --keep docs/results/NAME.json` kept, as tables.

use std::fmt::Write;

use ludevo_figures::{Kept, KeptRow, Row, Table, tables, written};
use ludevo_peers::root;

/// The page. A table whose file is not there has not been measured in full yet.
pub(crate) fn page(note: &str) -> anyhow::Result<String> {
    let mut text = format!("# Results\n\n{note}\n");
    text.push_str(
        "Published figures, and what `ludevo reproduce NAME` measured beside them, with 95 % intervals. A figure to be passed is \
         `reached` if the whole interval is at it or beyond, `level` if the interval contains it, and else `short`. A figure to be \
         matched is `matched` or `off`, by the tolerance that stands beside it. A finding without a number of its own `holds`, \
         `fails` or, if the interval leaves it open, is `undecided`. A bar that is ours and not published is called so. A row \
         without verdict is there for comparison.\n",
    );
    for table in tables()? {
        let path = root().join(format!("docs/results/{}.json", table.name));
        if path.exists() {
            print(&mut text, &table, Kept::open(&path)?.before());
        }
    }
    Ok(text)
}

fn print(text: &mut String, table: &Table, kept: &[KeptRow]) {
    let Table { name, summary, source, rows, .. } = table;
    let _ = write!(
        text,
        "\n## {name}\n\n{}: `ludevo reproduce {name}`\n\nSource: {source}.\n\n\
         | table | row | published | measured | interval | games | verdict |\n|---|---|---|---|---|---|---|\n",
        sentence(summary),
    );
    for row in rows {
        let _ = writeln!(text, "| {} | {} | {} |", row.table, row.row, figures(row, kept));
    }
}

/// The columns of figures. The verdict is by what the row is held to now.
fn figures(row: &Row, kept: &[KeptRow]) -> String {
    let published = row.published.map_or(String::new(), |published| published.to_string());
    let place = |known: &&KeptRow| (&known.table, &known.row) == (&row.table, &row.row);
    let Some(measured) = kept.iter().find(place).and_then(|known| known.measured) else {
        return format!("{published} |  |  |  | not measured");
    };
    let remark = row.goal.remark().map_or(String::new(), |remark| format!(" ({remark})"));
    let (value, interval) = (written(measured.value), measured.interval().unwrap_or_default());
    let verdict = row.verdict(&measured).word();
    format!("{published} | {value} | {interval} | {} | {verdict}{remark}", measured.games)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
