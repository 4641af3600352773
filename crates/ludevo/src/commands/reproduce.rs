//! `ludevo reproduce`: published figures with ours beside them.

use std::io;
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;
use ludevo_figures::{
    Estimate, FigureError, Kept, KeptRow, Measured, Measurer, MeasurerSettings, Observer, Published, Row,
    Standing, Table, Waiting, breed, counted, estimate, needed, standings, tables, written,
};
use ludevo_program::Nearest;
use serde::Serialize;

use crate::args::{Output, Reproduce};
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// How long the list may take to try what it lists.
const PATIENCE: Duration = Duration::from_secs(8);

/// Lists the tables, or measures and prints some.
pub(crate) fn run(args: &Reproduce) -> Done {
    let tables = tables()?;
    let chosen = match &args.name {
        Some(name) => std::slice::from_ref(find(&tables, name)?),
        None if args.all || args.list || args.evolve || args.row.is_some() => &tables[..],
        None => return list(&tables, args),
    };
    let wanted = |row: &Row| {
        let is_in = |text: &String| row.row.contains(text) || row.table.contains(text);
        args.row.as_ref().is_none_or(is_in)
    };
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
    if args.evolve && !bred(chosen, &settings, args.minutes)? {
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
    for table in chosen {
        if !args.output.is_data() {
            output::line(format!("{}: {}\nsource: {}\n", table.name, table.summary, table.source))?;
            output::line(format!(
                "{:<9} {:<58} {:>17} {:>10}  {:<21} {:>6}  verdict",
                "table", "row", "published", "measured", "95 % interval", "games"
            ))?;
        }
        for (number, row) in table.rows.iter().enumerate().filter(|(_, row)| wanted(row)) {
            let (kept, missing) = measurer.measure(table, number).map_err(failure)?;
            if !args.output.is_data() {
                print(row, &kept, missing.as_ref())?;
            }
        }
        if !args.output.is_data() {
            output::line("")?;
        }
    }
    if args.output.is_data() {
        output::data(args.output, &measurer.rows())?;
    }
    Ok(())
}

fn find<'a>(tables: &'a [Table], name: &str) -> Result<&'a Table, Failure> {
    tables.iter().find(|table| table.name == name).ok_or_else(|| {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let nearest = Nearest::to(name, names.iter().copied());
        Failure::request(anyhow!("there is no table `{name}`{nearest}. Tables: {}", names.join(", ")))
    })
}

/// Makes the runs that tables need; false if some are left, which is said.
fn bred(tables: &[Table], settings: &MeasurerSettings, minutes: Option<f64>) -> Result<bool, Failure> {
    let runs = needed(tables, settings).map_err(failure)?;
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
    for Waiting { title, done, planned } in &left {
        output::line(format!("  {title}: {done} of {planned} generations"))?;
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
    #[serde(flatten)]
    measured: Option<Measured>,
    verdict: &'static str,
    /// Whether a champion or an experiment of the row has changed since.
    stale: bool,
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
            measured: standing.measured,
            verdict: standing.word(),
            stale: standing.is_stale,
        };
        return Ok(output::data(output, &all.iter().map(listed).collect::<Vec<_>>())?);
    }
    let mut rows =
        vec![["name", "table", "row", "published", "measured", "verdict"].map(str::to_owned).to_vec()];
    for (table, standing) in &all {
        let row = standing.row;
        let stale = standing.is_stale.then(|| "stale".to_owned());
        let remarks: Vec<String> = row.goal.remark().into_iter().chain(stale).collect();
        let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
        rows.push(vec![
            table.name.clone(),
            row.table.clone(),
            row.row.clone(),
            row.published.map_or("-".to_owned(), |published| published.to_string()),
            standing.measured.map_or("-".to_owned(), |measured| written(measured.value)),
            format!("{}{remarks}", standing.word()),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    let counts = counted(all.iter().map(|(_, standing)| *standing));
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    Ok(output::line(format!("\n{} rows: {}", all.len(), words.join(", ")))?)
}

/// About how long a table takes, in words.
fn duration(entry: &Listed<'_>) -> String {
    let games = match entry.seconds.ceil() {
        seconds if seconds < 90.0 => format!("{seconds} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    };
    match (entry.seconds > 0.0, entry.runs) {
        (true, 0) => format!("about {games}"),
        (true, runs) => format!("about {games} and {runs} runs of evolution"),
        (false, 0) => "at once".to_owned(),
        (false, runs) => format!("{runs} runs of evolution"),
    }
}

fn print(row: &Row, kept: &KeptRow, missing: Option<&FigureError>) -> io::Result<()> {
    let place = format!("{:<9} {:<58}", row.table, row.row);
    let Some(measured) = kept.measured else {
        let problem = missing.map(ToString::to_string).unwrap_or_default();
        // Which players there are instead helps nobody here.
        return output::line(format!(
            "{place} not measured: {}",
            problem.split(';').next().unwrap_or_default()
        ));
    };
    let published = row.published.map_or("-".to_owned(), |published| published.to_string());
    let interval = measured.interval().unwrap_or_else(|| "-".to_owned());
    let deviation = measured.deviation.map(|deviation| format!("deviation {deviation:.1} a turn"));
    let remarks: Vec<String> = row.goal.remark().into_iter().chain(deviation).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    output::line(format!(
        "{place} {published:>17} {:>10}  {interval:<21} {:>6}  {}{remarks}",
        written(measured.value),
        measured.games,
        kept.verdict
    ))
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
