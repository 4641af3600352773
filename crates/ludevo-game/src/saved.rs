//! Saved games: which game a file is of, and who played.
//!
//! A file is a record (JSON), a document with tags as PGN and PDN have them, or a document whose first line says the same:
//! `# reversi: you against champion`.

use ludevo_arena::{Names, Record};

use crate::registry;

/// What stands between the players in the first line.
const AGAINST: &str = " against ";

/// A document that says which game it is of and who played; one with tags says so already.
pub(crate) fn headed(names: &Names, document: &str) -> String {
    if document.starts_with('[') {
        return document.to_owned();
    }
    let Names { game, first, second } = names;
    format!("# {game}: {first}{AGAINST}{second}\n{document}")
}

/// A document without its remarks; lines keep their numbers.
pub(crate) fn body(text: &str) -> String {
    let lines = text.lines().map(|line| if line.starts_with('#') { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// The record that a text is; nothing if it is none. Of several, a line each, the one of this number, from 1.
pub fn record_of(text: &str, number: usize) -> Option<Result<Record, String>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let found = number.checked_sub(1).and_then(|skipped| lines.nth(skipped));
    let Some((index, line)) = found else {
        let count = text.lines().filter(|line| !line.trim().is_empty()).count();
        return Some(Err(format!("there is no record {number}; there are {count}")));
    };
    let record = serde_json::from_str(line);
    Some(record.map_err(|error| format!("line {}: this is not the record of a game: {error}", index + 1)))
}

/// What a document says of its game and players; nothing where it does not say.
pub fn names_of(text: &str) -> Option<Names> {
    let head = text.lines().find_map(|line| line.strip_prefix("# ")).and_then(|line| line.split_once(": "));
    if let Some((game, players)) = head.filter(|(game, _)| registry::find(game).is_some()) {
        let (first, second) = players.split_once(AGAINST)?;
        return Some(Names { game: game.to_owned(), first: first.to_owned(), second: second.to_owned() });
    }
    let tag = |name: &str| {
        let prefix = format!("[{name} \"");
        let line = text.lines().find_map(|line| line.trim().strip_prefix(&prefix)?.strip_suffix("\"]"));
        line.map(str::to_owned)
    };
    let event = tag("Event")?;
    let game = registry::games().iter().map(|game| game.facts()).find(|facts| facts.title == event)?;
    let (white, black) = (tag("White").unwrap_or_default(), tag("Black").unwrap_or_default());
    // In checkers black moves first; the tags stand in the order of the moves.
    let is_black_first = text.find("[Black ") < text.find("[White ");
    let [first, second] = if is_black_first { [black, white] } else { [white, black] };
    Some(Names { game: game.name.to_owned(), first, second })
}
