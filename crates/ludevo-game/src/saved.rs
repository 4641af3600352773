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

/// The games of a document in which one follows the other, each with its tags, as PGN and PDN have them; one without tags is one
/// game.
pub fn games_of(text: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let (mut at, mut has_moves) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_tag = line.starts_with('[');
        if is_tag && has_moves {
            starts.push(at);
        }
        has_moves = !is_tag && (has_moves || !line.trim().is_empty());
        at += line.len();
    }
    starts.push(text.len());
    if !text.trim_start().starts_with('[') {
        return vec![text];
    }
    starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

/// How a document says that its game ended, where it says so: `1-0`, `0-1` or `1/2-1/2`.
pub fn result_of(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("[Result \"")?.strip_suffix("\"]"));
    line.filter(|result| ["1-0", "0-1", "1/2-1/2"].contains(result))
}

/// The same as the first line of notes says it, whether there is such a game here or not.
pub fn said_of(text: &str) -> Option<Names> {
    let (game, players) = text.lines().find_map(|line| line.strip_prefix("# "))?.split_once(": ")?;
    let (first, second) = players.split_once(AGAINST)?;
    Some(Names { game: game.to_owned(), first: first.to_owned(), second: second.to_owned() })
}

/// What a document says of its game and players; nothing where it does not say. `game` is the one it is known to be of.
pub fn names_of(text: &str, game: Option<&str>) -> Option<Names> {
    if let Some(said) = said_of(text).filter(|said| registry::ask(&said.game).is_ok()) {
        return Some(said);
    }
    let tag = |name: &str| {
        let prefix = format!("[{name} \"");
        let line = text.lines().find_map(|line| line.trim().strip_prefix(&prefix)?.strip_suffix("\"]"));
        line.map(str::to_owned)
    };
    let by_event = || {
        let event = tag("Event")?;
        registry::games().iter().map(|game| game.facts()).find(|facts| facts.title == event)
    };
    let of_game = game.and_then(registry::find).map(|game| game.facts());
    let game = of_game.or_else(by_event)?;
    let (white, black) = (tag("White"), tag("Black"));
    // In checkers black moves first; the tags stand in the order of the moves.
    let is_black_first = text.find("[Black ") < text.find("[White ");
    let [first, second] = if is_black_first { [black, white] } else { [white, black] };
    let or = |name: Option<String>, place: &str| name.unwrap_or_else(|| place.to_owned());
    Some(Names { game: game.name.to_owned(), first: or(first, "first"), second: or(second, "second") })
}
