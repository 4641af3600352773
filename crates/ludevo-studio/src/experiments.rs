//! The experiments that can be started, and the few of their settings that the page lets one change.

use ludevo_game::registry;
use ludevo_runs::{Loaded, load};

use crate::refusal::Refusal;

/// A setting that the page offers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The key in the experiment.
    pub(crate) key: &'static str,
    /// What it is, for people.
    pub(crate) label: &'static str,
    /// What it does.
    pub(crate) hint: &'static str,
}

/// The settings that the page offers, where an experiment has them.
pub(crate) const CHOICES: [Choice; 3] = [
    Choice { key: "evolution.population", label: "Population", hint: "individuals in every generation" },
    Choice { key: "evolution.generations", label: "Generations", hint: "at most" },
    Choice { key: "player.depth", label: "Search depth", hint: "plies that programs look ahead" },
];

/// The name of an experiment that ships. Requests never name files.
pub(crate) fn shipped(name: &str) -> Result<&'static str, Refusal> {
    let names = registry::experiments().iter().map(|(known, _)| *known);
    names
        .into_iter()
        .find(|known| *known == name)
        .ok_or_else(|| Refusal::missing("There is no such experiment."))
}

/// An experiment that ships, with settings changed.
pub(crate) fn read(name: &str, sets: &[String]) -> Result<Loaded, Refusal> {
    load(shipped(name)?, sets).map_err(Refusal::bad)
}

/// What an experiment says for a key; nothing if it does not have it.
pub(crate) fn value(loaded: &Loaded, key: &str) -> Option<i64> {
    let document: toml::Table = loaded.resolved.parse().ok()?;
    let (path, last) = key.rsplit_once('.')?;
    let table = path.split('.').try_fold(&document, |table, key| table.get(key)?.as_table())?;
    table.get(last)?.as_integer()
}
