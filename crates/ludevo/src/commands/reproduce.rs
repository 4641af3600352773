//! `ludevo reproduce`: published figures with ours beside them.

use std::collections::BTreeSet;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;
use ludevo_figures::{
    Estimate, FigureError, Kept, KeptRow, Measured, Measurer, MeasurerSettings, Observer, Published, Row,
    Series, Standing, Table, Waiting, breed, counted, estimate, needed, standings, tables, written,
};
use ludevo_program::Nearest;
use ludevo_runs::runs_folder;
use serde::Serialize;

use crate::args::{Output, Reproduce};
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// How long the list may take to try what it lists.
const PATIENCE: Duration = Duration::from_secs(8);

/// Lists the tables, or measures and prints some.
pub(crate) fn run(args: &Reproduce) -> Done {
    let tables = tables()?;
    let own: Table;
    let chosen = match &args.name {
        Some(name) if is_file(name) => {
            own = Table::of_file(Path::new(name)).map_err(Failure::request)?;
            std::slice::from_ref(&own)
        }
        Some(name) => std::slice::from_ref(find(&tables, name)?),
        None if args.all || args.list || args.evolve => &tables[..],
        None if args.row.is_some() => return Err(unnamed(&tables, args.row.as_deref().unwrap_or_default())),
        None => return list(&tables, args),
    };
    let wanted = |row: &Row| args.row.as_ref().is_none_or(|text| has(row, text));
    if let Some(text) = &args.row
        && !chosen.iter().flat_map(|table| &table.rows).any(wanted)
    {
        return Err(Failure::request(anyhow!(
            "no row has `{text}` in it; `ludevo reproduce --list` has all"
        )));
    }
    if args.list {
        return list_rows(chosen, wanted, args.output);
    }
    let settings = MeasurerSettings {
        quick: args.quick,
        evolve: args.evolve,
        seed: args.seed,
        threads: args.threads,
        runs: None,
        stop: Arc::clone(stop::on_ctrl_c()),
    };
    if args.evolve && !bred(chosen, &wanted, &settings, args.minutes)? {
        return Ok(());
    }
    if args.name.is_none() && !args.all && args.row.is_none() {
        return Ok(output::line(
            "every run is there: `ludevo reproduce NAME --evolve` measures a table with them",
        )?);
    }
    let kept = args.keep.as_deref().map(Kept::open).transpose().map_err(failure)?.unwrap_or_default();
    let bar = Bar::default();
    let mut measurer = Measurer::new(settings, kept, &bar);
    for table in chosen.iter().filter(|table| table.rows.iter().any(wanted)) {
        let rows = || table.rows.iter().filter(|row| wanted(row));
        let widths = [
            rows().map(|row| row.table.chars().count()).max(),
            rows().map(|row| row.row.chars().count()).max(),
        ]
        .map(|width| width.unwrap_or(0).max("table".len()));
        if !args.output.is_data() {
            let [of_table, of_row] = widths;
            output::line(format!("{}: {}\nsource: {}\n", table.name, table.summary, table.source))?;
            output::line(format!(
                "{:<of_table$}  {:<of_row$} {:>17} {:>10}  {:<21} {:>6}  verdict",
                "table", "row", "published", "measured", "95 % interval", "games"
            ))?;
        }
        let mut series: Vec<(Series, u64)> = rows().flat_map(|row| row.measure.series()).collect();
        series.sort();
        series.dedup();
        let runs: u64 = series.iter().map(|(_, runs)| runs).sum();
        if runs > 0 && !args.evolve {
            output::remark(format!(
                "up to {runs} runs of evolution are bred first where they are not in {} yet; `--evolve` does that with a core \
                 each, and says what is left",
                runs_folder().display()
            ));
        }
        let mut needs = BTreeSet::new();
        for (number, row) in table.rows.iter().enumerate().filter(|(_, row)| wanted(row)) {
            let (kept, missing) = measurer.measure(table, number).map_err(failure)?;
            if !args.output.is_data() {
                print(table, row, widths, &kept, missing.as_ref())?;
            }
            needs.extend(missing.map(|error| error.to_string()));
        }
        if !args.output.is_data() {
            output::line("")?;
        }
        // One says how to get what is missing; the next time says what is missing then.
        if let Some(first) = needs.first() {
            output::remark(format!("what could not be measured here needs something first: {first}"));
        }
    }
    if args.output.is_data() {
        output::data(args.output, &measurer.rows())?;
    }
    Ok(())
}

/// Whether a text stands in the name of a row or of its table in the source.
fn has(row: &Row, text: &str) -> bool {
    row.row.contains(text) || row.table.contains(text)
}

/// Rows of all tables may take hours: whoever means them says so.
fn unnamed(tables: &[Table], text: &str) -> Failure {
    let with = tables.iter().filter(|table| table.rows.iter().any(|row| has(row, text)));
    let names: Vec<&str> = with.map(|table| table.name.as_str()).collect();
    Failure::request(match names[..] {
        [] => anyhow!("no row has `{text}` in it; `ludevo reproduce --list` has all"),
        _ => anyhow!("rows with `{text}` are in {}: name a table, or say --all", names.join(", ")),
    })
}

/// Whether a name is that of a file of figures, rather than of a table that ships.
fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn find<'a>(tables: &'a [Table], name: &str) -> Result<&'a Table, Failure> {
    tables.iter().find(|table| table.name == name).ok_or_else(|| {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let nearest = Nearest::to(name, names.iter().copied());
        Failure::request(anyhow!("there is no table `{name}`{nearest}. Tables: {}", names.join(", ")))
    })
}

/// Makes the runs that wanted rows of tables need; false if some are left, which is said.
fn bred(
    tables: &[Table],
    wanted: &dyn Fn(&Row) -> bool,
    settings: &MeasurerSettings,
    minutes: Option<f64>,
) -> Result<bool, Failure> {
    let runs = needed(tables, wanted, settings).map_err(failure)?;
    let bar = watch::bar(runs.len() as u64, "runs");
    let said = |title: &str| {
        bar.inc(1);
        bar.suspend(|| output::remark(format!("done: {title}")));
    };
    let left = breed(&runs, settings, minutes, &said).map_err(failure)?;
    bar.finish_and_clear();
    if left.is_empty() {
        return Ok(true);
    }
    output::line(format!("{} of {} runs are left; the same command goes on:", left.len(), runs.len()))?;
    for Waiting { title, done, planned, seconds } in &left {
        let time = seconds.map_or(String::new(), |seconds| format!(", about {} of a core", time(seconds)));
        output::line(format!("  {title}: {done} of {planned} generations{time}"))?;
    }
    if settings.stop.load(Ordering::Relaxed) { Err(Failure::Stopped) } else { Ok(false) }
}

/// A table as it is listed.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    game: &'a str,
    summary: &'a str,
    source: &'a str,
    rows: usize,
    /// Rows that cannot be measured as things are.
    missing: usize,
    /// About how long its games and problems take here.
    seconds: f64,
    /// Runs of evolution beside these.
    runs: u64,
}

fn list(tables: &[Table], args: &Reproduce) -> Done {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or(cores, usize::from);
    let end = Instant::now() + PATIENCE;
    let mut listed = Vec::new();
    for (done, table) in tables.iter().enumerate() {
        let left = end.saturating_duration_since(Instant::now());
        let share = left / u32::try_from(tables.len() - done).unwrap_or(u32::MAX);
        let Estimate { seconds, runs, missing } = estimate(table, share).map_err(failure)?;
        let Table { name, game, summary, source, rows } = table;
        let (rows, seconds) = (rows.len(), seconds / threads as f64);
        let entry = Listed { name, game, summary, source, rows, missing, seconds, runs };
        if !args.output.is_data() {
            output::line(format!("{name:<22} {rows:>3} rows  {:<38} {summary}", duration(&entry)))?;
        }
        listed.push(entry);
    }
    if args.output.is_data() {
        return Ok(output::data(args.output, &listed)?);
    }
    output::line(
        "\nTimes are estimates from a few games on this machine. `ludevo reproduce NAME` measures a table, `--quick` \
         with a tenth of the games, `--all` measures everything.",
    )?;
    Ok(())
}

/// A row with its verdict, as it is listed.
#[derive(Serialize)]
struct ListedRow {
    name: String,
    table: String,
    row: String,
    published: Option<Published>,
    /// How the source says it, where it is not that figure.
    says: Option<String>,
    #[serde(flatten)]
    measured: Option<Measured>,
    verdict: &'static str,
    /// What the row has changed of since: the rules, guides, a champion or an experiment.
    changed: Vec<String>,
    /// What was tried where the figure is missed.
    tried: Option<String>,
}

/// Lists rows with their verdicts, and how many came out how.
fn list_rows(tables: &[Table], wanted: impl Fn(&Row) -> bool, output: Output) -> Done {
    let mut all: Vec<(&Table, Standing<'_>)> = Vec::new();
    for table in tables {
        let rows = standings(table).map_err(failure)?.into_iter();
        all.extend(rows.filter(|standing| wanted(standing.row)).map(|standing| (table, standing)));
    }
    if output.is_data() {
        let listed = |(table, standing): &(&Table, Standing<'_>)| ListedRow {
            name: table.name.clone(),
            table: standing.row.table.clone(),
            row: standing.row.row.clone(),
            published: standing.row.published,
            says: standing.row.says.clone(),
            measured: standing.measured,
            verdict: standing.word(),
            changed: standing.changed.clone(),
            tried: standing.row.tried.clone(),
        };
        return Ok(output::data(output, &all.iter().map(listed).collect::<Vec<_>>())?);
    }
    // Names of rows are as long as their sources like: tables are aligned one by one.
    for some in all.chunk_by(|(one, _), (other, _)| one.name == other.name) {
        output::line(listing(some))?;
    }
    let counts = counted(all.iter().map(|(_, standing)| standing));
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    Ok(output::line(format!("{} rows: {}", all.len(), words.join(", ")))?)
}

/// The rows of a table, aligned; remarks have no width.
fn listing(standings: &[(&Table, Standing<'_>)]) -> String {
    let mut rows =
        vec![["name", "table", "row", "published", "measured", "verdict"].map(str::to_owned).to_vec()];
    for (table, standing) in standings {
        let row = standing.row;
        let remarks: Vec<String> = table.remarks(row).into_iter().chain(standing.stale()).collect();
        let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
        rows.push(vec![
            table.name.clone(),
            row.table.clone(),
            row.row.clone(),
            row.quoted().unwrap_or_else(|| "-".to_owned()),
            standing.measured.map_or("-".to_owned(), |measured| written(measured.value)),
            format!("{}{remarks}", standing.word()),
        ]);
    }
    output::columns(&rows, |column| !NUMBERS.contains(&column))
}

/// The columns of published and measured figures.
const NUMBERS: std::ops::Range<usize> = 3..5;

/// Seconds in words.
fn time(seconds: f64) -> String {
    match seconds.ceil() {
        seconds if seconds < 90.0 => format!("{seconds} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// About how long a table takes, in words.
fn duration(entry: &Listed<'_>) -> String {
    let games = time(entry.seconds);
    let time = match (entry.seconds > 0.0, entry.runs) {
        (true, 0) => format!("about {games}"),
        (true, runs) => format!("about {games} and {runs} runs of evolution"),
        (false, 0) => "at once".to_owned(),
        (false, runs) => format!("{runs} runs of evolution"),
    };
    match entry.missing {
        0 => time,
        missing if missing == entry.rows => "not to be measured here".to_owned(),
        missing => format!("{time}, {missing} rows not here"),
    }
}

fn print(
    table: &Table,
    row: &Row,
    [of_table, of_row]: [usize; 2],
    kept: &KeptRow,
    missing: Option<&FigureError>,
) -> io::Result<()> {
    let place = format!("{:<of_table$}  {:<of_row$}", row.table, row.row);
    let published = row.quoted().unwrap_or_else(|| "-".to_owned());
    let Some(measured) = kept.measured else {
        // Which players there are instead helps nobody here.
        let problem = missing.map(|error| error.to_string().split(';').next().unwrap_or_default().to_owned());
        let why = problem.map(|problem| format!(": {problem}")).unwrap_or_default();
        return output::line(format!("{place} {published:>17} {}{why}", kept.verdict));
    };
    let interval = measured.interval().unwrap_or_else(|| "-".to_owned());
    let deviation = measured.deviation.map(|deviation| format!("deviation {deviation:.1} a turn"));
    let remarks: Vec<String> = table.remarks(row).into_iter().chain(deviation).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    output::line(format!(
        "{place} {published:>17} {:>10}  {interval:<21} {:>6}  {}{remarks}",
        written(measured.value),
        measured.games,
        kept.verdict
    ))?;
    let is_missed = row.verdict(&measured).is_a_miss();
    let tried = row.tried.as_ref().filter(|_| is_missed);
    tried.map_or(Ok(()), |tried| output::line(format!("{:<of_table$}    tried: {tried}", "")))
}

/// Errors that come from the file that was asked for are requests.
fn failure(error: FigureError) -> Failure {
    match error {
        FigureError::NotKept { .. } => Failure::request(error),
        FigureError::Stopped => Failure::Stopped,
        error => Failure::Work(error.into()),
    }
}

/// A bar for what is being played, solved or evolved.
#[derive(Default)]
struct Bar(Mutex<Option<ProgressBar>>);

impl Bar {
    fn with(&self, show: impl FnOnce(&mut Option<ProgressBar>)) {
        show(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Observer for Bar {
    fn begins(&self, what: &str, parts: u64) {
        self.with(|bar| *bar = Some(watch::bar(parts, what)));
    }

    fn advances(&self, done: u64, score: Option<f64>) {
        self.with(|bar| {
            let Some(bar) = bar else { return };
            bar.set_position(done);
            if let Some(score) = score {
                bar.set_message(format!("{score:.3}"));
            }
        });
    }

    fn ends(&self) {
        self.with(|bar| bar.take().iter().for_each(ProgressBar::finish_and_clear));
    }
}
