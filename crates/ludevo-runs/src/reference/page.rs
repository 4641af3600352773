//! The page of the reference: every key of every experiment that ships, and every option of players.

use std::collections::BTreeSet;
use std::fmt::Write;

use ludevo_game::game::{Game, GameError};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::registry;
use toml::{Table, Value};

use super::{Key, Unstated, keys, meaning, meanings};
use crate::load::{ExperimentError, load};

const OPENING: &str = "\
An experiment is a file of TOML. `ludevo experiments NAME` prints one that ships, `ludevo experiments NAME --full` with every key
explained as below: kept in a file and changed, that is an experiment of your own, which `ludevo evolve FILE` runs. A single value is
changed on the command line: `ludevo evolve reversi --set evolution.population=50`. Entries of a list are named by their numbers, from 0:
`--set fitness.0.games=20`.

An experiment may extend another one. What it states comes before what that one states, key by key: tables are merged, so
that keys beside a changed one are inherited. A list is replaced as a whole: a child's `[[fitness]]` rounds are all its
rounds. A table that says which variant it is (`by`, `operators`, `method`, `round`) is replaced as a whole if the variant is another one. A
key that a game does not know is refused with the nearest one, and a number out of its range with what is allowed. `game`
and `extends` cannot be set on the command line.

A default in brackets is written out when the experiment is resolved, as it is in a run's `experiment.toml`; `-` means that the key
then has no say.
";

/// A key as it is in some games.
struct Row {
    key: Key,
    games: BTreeSet<&'static str>,
}

/// The page, below its title.
pub fn page() -> Result<String, ExperimentError> {
    let rows = rows()?;
    let all: BTreeSet<&str> = rows.iter().flat_map(|row| row.games.iter().copied()).collect();
    let mut text = OPENING.to_owned();
    let sections = meanings().keys().filter(|path| !path.contains('.'));
    for section in sections {
        let inside: Vec<&str> = meanings()
            .keys()
            .map(String::as_str)
            .filter(|path| path.split('.').next() == Some(section))
            .filter(|path| rows.iter().any(|row| row.key.path == *path) || *path == "extends")
            .collect();
        let games: BTreeSet<&str> =
            rows.iter().filter(|row| row.key.path == *section).flat_map(|row| row.games.clone()).collect();
        if inside.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## `{section}`\n\n{}.", sentence(meaning(section).unwrap_or_default()));
        if !games.is_empty() && games.len() < all.len() {
            let _ = write!(text, " In {}.", games.into_iter().collect::<Vec<_>>().join(", "));
        }
        text.push('\n');
        if inside.len() > 1 {
            text.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
        }
        for path in inside.into_iter().filter(|path| path != section) {
            let of: Vec<&Row> = rows.iter().filter(|row| row.key.path == path).collect();
            let value = told(&of, |key| match &key.allowed {
                Some(allowed) => format!("{}, {allowed}", key.kind),
                None => key.kind.clone(),
            });
            let default = told(&of, |key| match &key.default {
                Unstated::Required => "must be stated".to_owned(),
                Unstated::Value(value) => format!("`{value}`"),
                Unstated::Nothing => "-".to_owned(),
                Unstated::Unknown => String::new(),
            });
            let meaning = meaning(path).unwrap_or_default();
            let _ = writeln!(text, "| `{path}` | {value} | {default} | {meaning} |");
        }
    }
    text.push_str(&options());
    Ok(text)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// What is said of a key, and of which games or variants where it is not the same for all.
fn told(rows: &[&Row], say: impl Fn(&Key) -> String) -> String {
    let mut said: Vec<(String, BTreeSet<&str>, BTreeSet<&str>)> = Vec::new();
    for row in rows {
        let text = say(&row.key);
        if text.is_empty() {
            continue;
        }
        let variant = row.key.variant.as_deref().unwrap_or_default();
        match said.iter_mut().find(|(known, ..)| without_digits(known) == without_digits(&text)) {
            Some((_, games, variants)) => {
                games.extend(&row.games);
                variants.insert(variant);
            }
            None => said.push((text, row.games.clone(), BTreeSet::from([variant]))),
        }
    }
    match &said[..] {
        [] => String::new(),
        [(text, ..)] => text.clone(),
        _ => {
            let by_game = said.iter().any(|(_, games, _)| *games != said[0].1);
            let of = |(text, games, variants): &(String, BTreeSet<&str>, BTreeSet<&str>)| {
                let whose = if by_game { games } else { variants };
                format!("{text} ({})", whose.iter().copied().collect::<Vec<_>>().join(", "))
            };
            said.iter().map(of).collect::<Vec<_>>().join("<br>")
        }
    }
}

/// A range that depends on another number is the same whatever that number is.
fn without_digits(text: &str) -> String {
    if !text.contains(" where ") && !text.contains(", the ") {
        return text.to_owned();
    }
    text.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// The keys of all experiments that ship.
fn rows() -> Result<Vec<Row>, ExperimentError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for (name, _) in registry::experiments() {
        let loaded = load(name, &[])?;
        let Some(game) = registry::find(&loaded.experiment.game) else { continue };
        let game = game.facts().name;
        // One that states nothing which others of its game do not has no other keys either.
        let document = Table::try_from(&loaded.experiment).expect("settings are tables of plain values");
        let mut stated = BTreeSet::new();
        places(&Value::Table(document), "", &mut stated);
        let news = stated.into_iter().filter(|place| seen.insert((game.to_owned(), place.clone()))).count();
        if news == 0 {
            continue;
        }
        for key in keys(&loaded.experiment) {
            let mut same =
                rows.iter_mut().filter(|row| row.key.path == key.path && row.key.variant == key.variant);
            let of_game = same.find(|row| row.games.contains(game) || is_same(&row.key, &key));
            match of_game {
                Some(row) => {
                    row.games.insert(game);
                    if row.key.default == Unstated::Unknown {
                        row.key.default = key.default;
                    }
                    row.key.allowed = row.key.allowed.take().or(key.allowed);
                }
                None => rows.push(Row { key, games: BTreeSet::from([game]) }),
            }
        }
    }
    Ok(rows)
}

fn is_same(one: &Key, other: &Key) -> bool {
    let kinds = one.kind == other.kind && one.allowed == other.allowed;
    kinds && (one.default == other.default || other.default == Unstated::Unknown)
}

/// Every key that a document states, with the variants of tables.
fn places(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Table(table) => {
            for (key, inner) in table {
                places(inner, &format!("{path}.{key}"), found);
                found.insert(format!("{path}.{key}"));
                if let Value::String(name) = inner {
                    found.insert(format!("{path}.{key}={name}"));
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| places(item, path, found)),
        _ => {}
    }
}

/// The options of all players, as they say when they are given one that they have not.
fn options() -> String {
    let mut text = "\n## Options of players\n\nAn option follows the player's name after an `@`: `champion@depth=5,branching=4`. \
                    Options of champions change what the champion's file says.\n\n| game | player | options |\n|---|---|---|\n"
        .to_owned();
    for game in registry::games() {
        let facts = game.facts();
        let mut players: Vec<(String, Vec<String>)> = Vec::new();
        let named = game.opponents().into_iter().filter(|(name, _)| !name.contains('@'));
        for name in named.map(|(name, _)| name.replace('N', "3")).chain(["champion".to_owned()]) {
            let options = options_of(*game, &name);
            if let Some((names, _)) = players.iter_mut().find(|(_, known)| *known == options) {
                *names += &format!(", `{name}`");
            } else {
                players.push((format!("`{name}`"), options));
            }
        }
        for (names, options) in players.into_iter().filter(|(_, options)| !options.is_empty()) {
            let _ = writeln!(text, "| {} | {names} | {} |", facts.name, options.join("; "));
        }
    }
    text
}

fn options_of(game: &dyn Game, player: &str) -> Vec<String> {
    let refusal = |options: &str| {
        let name: PlayerName = format!("{player}@{options}").parse().ok()?;
        match game.check_player(&name) {
            Err(GameError::Player(error)) => Some(error),
            _ => None,
        }
    };
    let Some(PlayerError::NoSuchOption { instead, .. }) = refusal("?=?") else { return Vec::new() };
    let Some((_, takes)) = instead.split_once("it takes ") else { return Vec::new() };
    let told = |option: &str| match refusal(&format!("{option}=?")) {
        Some(PlayerError::BadValue { allowed, .. }) => format!("`{option}`: {allowed}"),
        _ => format!("`{option}`"),
    };
    takes.split(", ").filter(|option| *option != "none").map(told).collect()
}
