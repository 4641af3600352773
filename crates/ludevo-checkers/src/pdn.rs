//! Whole games in portable draughts notation: tags, then numbered moves, then the result.

use std::fmt::Write;

use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use thiserror::Error;

use super::fen::{self, FenError};
use super::moves::{MoveError, move_text, parse_move};
use super::rules::{Checkers, Move, Position};
use ludevo_game::words::colour;

/// A game as a file states it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<const ROW: u32> {
    /// The tags in their order, as (name, value).
    pub tags: Vec<(String, String)>,
    /// The position it starts from.
    pub start: Position<ROW>,
    /// The moves.
    pub moves: Vec<Move>,
    /// How it ended, if the file says so. Players may agree on a result, so this is not always what the board shows.
    pub outcome: Option<Outcome>,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PdnProblem,
}

/// What can be wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdnProblem {
    /// A tag that is not written as one.
    #[error("`{0}` is not a tag; write [Name \"value\"]")]
    Tag(String),
    /// The FEN tag is no position.
    #[error("the FEN tag: {0}")]
    Position(FenError),
    /// A comment without an end.
    #[error("a comment begins here and has no closing brace")]
    Comment,
    /// A move that is not legal.
    #[error("move {number} ({mover}): {reason}")]
    Move {
        /// The number of the move, from 1; each side has one of that number.
        number: usize,
        /// Whose move it is.
        mover: &'static str,
        /// What is wrong with it.
        reason: MoveError,
    },
    /// Something after the result.
    #[error("`{0}` stands after the result of the game")]
    Surplus(String),
}

/// The text of an outcome; `1-0` says that white won.
fn result_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::First)) => "0-1",
        Some(Outcome::Win(Side::Second)) => "1-0",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Numbered moves and the result, in lines of at most 80 characters.
pub fn movetext<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    start: &Position<ROW>,
    moves: &[Move],
    outcome: Option<Outcome>,
) -> String {
    let mut position = *start;
    // A game that white begins has its first move numbered as black's was left out.
    let skipped = usize::from(start.mover == Side::Second);
    let mut words = Vec::with_capacity(moves.len() * 3 / 2 + 1);
    for (ply, action) in (skipped..).zip(moves) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if ply == skipped {
            words.push("1...".to_owned());
        }
        words.push(move_text(&position, *action));
        position = game.apply(&position, *action);
    }
    words.push(result_text(outcome).to_owned());
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text
}

/// A game in portable draughts notation, its result being what the board shows or the one that was recorded.
pub fn write<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    recorded: &Recorded<ROW>,
) -> String {
    let end = recorded.moves.iter().fold(recorded.start, |position, action| game.apply(&position, *action));
    let outcome = match game.turn(&end) {
        Turn::End(outcome) => Some(outcome),
        Turn::Player(_) | Turn::Chance => recorded.outcome,
    };
    let mut tags = recorded.tags.clone();
    tags.retain(|(name, _)| !["Result", "SetUp", "FEN"].contains(&name.as_str()));
    tags.push(("Result".to_owned(), result_text(outcome).to_owned()));
    if recorded.start != Position::START {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        let quiet = recorded.start.quiet;
        let fen = if quiet == 0 { fen::fen(&recorded.start) } else { fen::state_text(&recorded.start) };
        tags.push(("FEN".to_owned(), fen));
    }
    let mut text = String::new();
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").expect("a string takes anything");
    }
    text + "\n" + &movetext(game, &recorded.start, &recorded.moves, outcome) + "\n"
}

/// Reads one game. Comments in braces, annotations such as `!` and `$1`, and move numbers are passed over.
pub fn read<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    text: &str,
) -> Result<Recorded<ROW>, PdnError> {
    let mut recorded =
        Recorded { tags: Vec::new(), start: Position::START, moves: Vec::new(), outcome: None };
    let mut lines = (1..).zip(text.lines().map(str::trim)).peekable();
    while let Some((line, content)) = lines.next_if(|(_, line)| line.is_empty() || line.starts_with('[')) {
        if content.is_empty() {
            continue;
        }
        let at = |problem| PdnError { line, problem };
        let (name, value) = tag(content).ok_or_else(|| at(PdnProblem::Tag(content.to_owned())))?;
        if name == "FEN" {
            recorded.start = fen::parse_fen(value).map_err(|error| at(PdnProblem::Position(error)))?;
        }
        recorded.tags.push((name.to_owned(), value.to_owned()));
    }
    let mut position = recorded.start;
    let mut ended = false;
    let mut comment_since = None;
    for (line, content) in lines {
        let at = |problem| PdnError { line, problem };
        for word in words(content, line, &mut comment_since) {
            if ended {
                return Err(at(PdnProblem::Surplus(word)));
            }
            if let Some(outcome) = result(&word) {
                recorded.outcome = outcome;
                ended = true;
                continue;
            }
            let ply = recorded.moves.len() + usize::from(recorded.start.mover == Side::Second);
            let wrong =
                |reason| at(PdnProblem::Move { number: ply / 2 + 1, mover: colour(position.mover), reason });
            if let Turn::End(_) = game.turn(&position) {
                return Err(wrong(MoveError::Over));
            }
            let action = parse_move(&position, &word).map_err(wrong)?;
            position = game.apply(&position, action);
            recorded.moves.push(action);
        }
    }
    match comment_since {
        Some(line) => Err(PdnError { line, problem: PdnProblem::Comment }),
        None => Ok(recorded),
    }
}

/// The name and value of a line `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

fn result(word: &str) -> Option<Option<Outcome>> {
    let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw].map(Some);
    outcomes.into_iter().chain([None]).find(|outcome| result_text(*outcome) == word)
}

/// The moves and results of a line. `comment_since` is the line where a comment began that is still open.
fn words(line: &str, number: usize, comment_since: &mut Option<usize>) -> Vec<String> {
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        match (c, &comment_since) {
            ('}', Some(_)) => {
                *comment_since = None;
                text.push(' ');
            }
            (_, Some(_)) => {}
            ('{', None) => *comment_since = Some(number),
            // A number may stand right before its move, as in `12.9-14`.
            ('.', None) => text.push_str(". "),
            _ => text.push(c),
        }
    }
    let words = text.split_whitespace().map(|word| word.trim_end_matches(['!', '?']));
    let is_move = |word: &&str| {
        let number = word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        !word.is_empty() && !word.starts_with('$') && !number
    };
    words.filter(is_move).map(str::to_owned).collect()
}
