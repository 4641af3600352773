//! The one way in for champions: those that ship by their names, others from files and run folders.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ludevo_program::Nearest;

use crate::champion::{ChampionError, ChampionFile};
use crate::game::Facts;
use crate::player_name::{PlayerError, PlayerName};
use crate::registry;

/// The champion in a run folder.
const IN_A_RUN: &str = "champion";

/// The champions of a game that ship: their short names and texts.
pub fn shipped(game: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    registry::champions()
        .iter()
        .filter_map(move |(name, text)| Some((name.strip_prefix(game)?.strip_prefix('/')?, *text)))
}

/// Champions that have no file, by the names that they are called by.
static LENT: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Lets a champion that has no file of its own, such as a program typed by hand, be found under a name as long as the
/// process lives.
pub fn lend(name: &str, champion: &ChampionFile) {
    let mut lent = LENT.lock().unwrap_or_else(PoisonError::into_inner);
    lent.insert(name.to_owned(), champion.print());
}

/// A champion that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where, for people.
    pub place: String,
    /// Its file.
    pub file: ChampionFile,
}

impl Found {
    /// What a game reads from the file, or the refusal with its place.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&ChampionFile) -> Result<T, ChampionError>,
    ) -> Result<T, PlayerError> {
        read(&self.file)
            .map_err(|error| PlayerError::File { path: self.place.clone(), problem: error.to_string() })
    }
}

/// The champion of this name: `champion`, `champion:NAME`, `GAME/NAME` or `NAME` of one that ships, a file, or the folder
/// of a run. `others` are the game's players that are no champions, for whoever mistypes one.
pub fn find(facts: &Facts, name: &PlayerName, others: &[&str]) -> Result<Found, PlayerError> {
    let (place, text) = text_of(facts, name, others)?;
    match ChampionFile::parse(&text) {
        Ok(file) => Ok(Found { place, file }),
        Err(error) => Err(PlayerError::File { path: place, problem: error.to_string() }),
    }
}

/// Where the champion of this name, or another file, is, and what it says.
pub fn text_of(facts: &Facts, name: &PlayerName, others: &[&str]) -> Result<(String, String), PlayerError> {
    let game = facts.name;
    if let Some(text) = LENT.lock().unwrap_or_else(PoisonError::into_inner).get(&name.name) {
        return Ok((name.name.clone(), text.clone()));
    }
    if let Some((short, text)) = shipped_as(game, name) {
        return Ok((format!("champion {game}/{short}"), text.to_owned()));
    }
    let path = Path::new(&name.name);
    if !(name.is_path() || path.exists()) || name.shipped().is_some() {
        return Err(unknown(facts, name, others));
    }
    let problem = |problem: String| PlayerError::File { path: name.name.clone(), problem };
    let file = if path.is_dir() { path.join(IN_A_RUN) } else { path.to_owned() };
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok((file.display().to_string(), text)),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && registry::text(registry::champions(), &name.name).is_some() =>
        {
            Err(problem(format!("this is a champion of another game than {game}")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_dir() => {
            Err(problem("this folder has no champion: it is no run, or one that is not over".to_owned()))
        }
        Err(error) => Err(problem(error.to_string())),
    }
}

/// The champion that ships and that a name stands for: its short name and its file.
pub fn shipped_as(game: &str, name: &PlayerName) -> Option<(&'static str, &'static str)> {
    let full = name.name.strip_prefix(game).and_then(|rest| rest.strip_prefix('/'));
    let short = name.shipped().or(full).unwrap_or(&name.name);
    shipped(game).find(|(known, _)| *known == short)
}

/// Whether a champion of this game ships under that name alone.
pub fn ships_one(game: &str) -> bool {
    shipped(game).any(|(name, _)| name == "champion")
}

fn unknown(facts: &Facts, name: &PlayerName, others: &[&str]) -> PlayerError {
    let champions: Vec<String> =
        shipped(facts.name).map(|(short, _)| PlayerName::of_shipped(short)).collect();
    let known: Vec<&str> = others.iter().copied().chain(champions.iter().map(String::as_str)).collect();
    PlayerError::Unknown {
        name: name.name.clone(),
        game: facts.name.to_owned(),
        nearest: Nearest::to(&name.name, known.iter().copied()),
        known: format!("{}, or a champion file", known.join(", ")),
    }
}
