//! An experiment that ships, made so small that a run of it takes no time.

use std::fs;
use std::path::PathBuf;

use ludevo_game::game::{Evolution, Game};
use ludevo_game::registry;
use ludevo_runs::{ExperimentError, Loaded, load};
use tempfile::TempDir;
use toml::Value;

/// The seed of every run here.
pub(crate) const SEED: u64 = 7;

/// No whole number of a tiny experiment is larger, if that is allowed: most of them say how much is done.
const MOST: i64 = 6;

/// The keys, or ends of them, whose numbers do not say that: bounds of something, and how large a genome may be.
const KEPT: [&str; 9] = [
    "least",
    "most",
    "from",
    "to",
    "baseline",
    "program.depth",
    "trees.nodes",
    "board.size",
    "board.vehicles",
];

/// Lists of which a few are enough: founders, of which the small population has no room for more, and what is played on.
const LISTS: [&str; 5] =
    ["program.founders", "program.positions", "race.tracks", "race.measured", "race.behind"];

/// What experiments of any game may say and needs other sizes, so that all of it happens soon.
const COMMON: [(&str, i64); 20] = [
    ("board.worth.most", 3000),
    ("player.depth", 1),
    ("player.loud", 1),
    ("player.nodes", 400),
    ("program.bred_at", 1),
    ("fitness.games", 2),
    ("evolution.generations", 4),
    ("evolution.hall_of_fame.every", 1),
    ("evolution.tuning.every", 2),
    ("evolution.tuning.iterations", 1),
    ("evolution.tuning.games", 1),
    ("yardstick.games", 2),
    ("yardstick.every", 2),
    ("yardstick.final_games", 2),
    ("yardstick.fresh_games", 2),
    ("islands.islands", 3),
    ("islands.from", 1),
    ("islands.every", 1),
    ("islands.migrants", 1),
    ("islands.ahead", 2),
];

/// Islands small enough for a tiny experiment, each sending somebody to the next.
const ISLANDS: &str = "islands = 3\nfrom = 1\nevery = 1\nmigrants = 1\nneighbours = [1]\nahead = 2";

/// A tiny experiment in a file of its own.
pub(crate) struct Tiny {
    pub(crate) game: &'static dyn Game,
    pub(crate) loaded: Loaded,
    /// Where its file is, and whatever belongs to it.
    pub(crate) folder: TempDir,
}

impl Tiny {
    /// A tiny version of the experiment with these settings, after `change`.
    pub(crate) fn of(
        name: &str,
        sets: &[String],
        change: impl FnOnce(&mut toml::Table),
    ) -> Result<Self, String> {
        let full = load(name, sets).map_err(|error| error.to_string())?;
        let mut document: toml::Table = toml::from_str(&full.resolved).map_err(|error| error.to_string())?;
        shrink_table("", &mut document);
        change(&mut document);
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let path = folder.path().join("tiny.toml");
        let loaded = loop {
            fs::write(&path, document.to_string()).map_err(|error| error.to_string())?;
            match load(&path.display().to_string(), &[]) {
                Ok(loaded) => break loaded,
                Err(error) => enlarge(&mut document, &error).ok_or(format!("made tiny: {error}"))?,
            }
        };
        let game = registry::find(&loaded.experiment.game).expect("a loaded experiment is of a known game");
        Ok(Tiny { game, loaded, folder })
    }

    /// The same on islands, which all do every generation.
    pub(crate) fn on_islands(name: &str) -> Result<Self, String> {
        Tiny::of(name, &[], |document| {
            document.remove("stop");
            let islands: toml::Table = toml::from_str(ISLANDS).expect("plain settings");
            document.insert("islands".to_owned(), islands.into());
        })
    }

    /// Plans a run of it.
    pub(crate) fn start(&self, founders: &[PathBuf]) -> Result<Box<dyn Evolution>, String> {
        let evolution = self.game.evolve(&self.loaded.experiment, SEED, founders);
        evolution.map_err(|error| error.to_string())
    }

    /// A file beside it.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.folder.path().join(name);
        fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path)
    }
}

fn shrink_table(path: &str, table: &mut toml::Table) {
    for (key, value) in table {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        shrink(&path, value);
    }
}

fn shrink(path: &str, value: &mut Value) {
    let is_kept = |kept: &&str| path == *kept || path.ends_with(&format!(".{kept}"));
    match value {
        Value::Integer(number) => match COMMON.iter().find(|(key, _)| *key == path) {
            Some((_, tiny)) => *number = *tiny,
            None if KEPT.iter().any(is_kept) => {}
            None => *number = MOST.min(*number),
        },
        Value::Table(table) => shrink_table(path, table),
        Value::Array(values) => {
            if LISTS.contains(&path) {
                values.truncate(2);
            }
            values.iter_mut().for_each(|value| shrink(path, value));
        }
        _ => {}
    }
}

/// Gives a number that was refused as too small the least that is allowed; nothing if that is not why the experiment was
/// refused.
fn enlarge(document: &mut toml::Table, refusal: &ExperimentError) -> Option<()> {
    let ExperimentError::Range { key, value, allowed, .. } = refusal else { return None };
    let (least, _) = allowed.split_once(" to ")?;
    let (least, found): (i64, i64) = (least.parse().ok()?, value.parse().ok()?);
    let (tables, last) = key.rsplit_once('.').map_or((None, &key[..]), |(tables, last)| (Some(tables), last));
    let mut tables = tables.into_iter().flat_map(|tables| tables.split('.'));
    let table = tables.try_fold(document, |table, key| table.get_mut(key)?.as_table_mut())?;
    let number = table.get_mut(last).filter(|_| found < least)?;
    *number = Value::Integer(least);
    Some(())
}
