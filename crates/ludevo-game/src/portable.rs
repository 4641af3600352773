//! Whole games in the portable notations of chess and draughts: tags, then numbered moves, then the result.

use std::fmt::Write;

use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use thiserror::Error;

/// A game whose players are white and black, and that is written down so.
pub trait Portable: TurnBased {
    /// Who is white, for whom results are written: `1-0` says that white won.
    const WHITE: Side;

    /// The position that a tag `FEN` states.
    fn start_of_tag(&self, text: &str) -> Result<Self::State, String>;

    /// A position as a tag `FEN` states it.
    fn tag_of_start(&self, start: &Self::State) -> String;

    /// The number of the first move from a position on.
    fn first_number(&self, _start: &Self::State) -> usize {
        1
    }
}

/// A game as a file states it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<S, M> {
    /// The tags in their order, as (name, value).
    pub tags: Vec<(String, String)>,
    /// The position it starts from.
    pub start: S,
    /// The moves.
    pub moves: Vec<M>,
    /// How it ended, if the file says so. Players may agree on a result, so this is not always what the board shows.
    pub outcome: Option<Outcome>,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PortableError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A tag that is not written as one.
    #[error("`{0}` is not a tag; write [Name \"value\"]")]
    Tag(String),
    /// The FEN tag is no position.
    #[error("the FEN tag: {0}")]
    Position(String),
    /// A comment without an end.
    #[error("a comment begins here and has no closing brace")]
    Comment,
    /// A variation without an end or without a beginning.
    #[error("a variation in round brackets begins or ends here, and its other bracket is missing")]
    Variation,
    /// A move that is not legal.
    #[error("move {number} ({mover}): {reason}")]
    Move {
        /// The number of the move; each side has one of that number.
        number: usize,
        /// Whose move it is.
        mover: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Something after the result.
    #[error("`{0}` stands after the result of the game")]
    Surplus(String),
}

/// The results, each with what it says of white.
const RESULTS: [(&str, Option<Ending>); 4] = [
    ("1-0", Some(Ending::White)),
    ("0-1", Some(Ending::Black)),
    ("1/2-1/2", Some(Ending::Draw)),
    ("*", None),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    White,
    Black,
    Draw,
}

fn result_text<G: Portable>(outcome: Option<Outcome>) -> &'static str {
    let ending = outcome.map(|outcome| match outcome {
        Outcome::Win(side) if side == G::WHITE => Ending::White,
        Outcome::Win(_) => Ending::Black,
        Outcome::Draw => Ending::Draw,
    });
    let (text, _) = RESULTS.iter().find(|(_, known)| *known == ending).expect("every ending has a text");
    text
}

fn result<G: Portable>(word: &str) -> Option<Option<Outcome>> {
    let (_, ending) = RESULTS.iter().find(|(text, _)| *text == word)?;
    Some(ending.map(|ending| match ending {
        Ending::White => Outcome::Win(G::WHITE),
        Ending::Black => Outcome::Win(G::WHITE.other()),
        Ending::Draw => Outcome::Draw,
    }))
}

/// Numbered moves and the result, in lines of at most 80 characters.
pub fn movetext<G: Portable>(
    game: &G,
    start: &G::State,
    moves: &[G::Move],
    outcome: Option<Outcome>,
) -> String {
    let mut state = start.clone();
    // A game that the second player begins has its first move numbered as if the first player's was left out.
    let skipped = usize::from(game.mover(start) == Side::Second);
    let number = game.first_number(start);
    let mut words = Vec::with_capacity(moves.len() * 3 / 2 + 1);
    for (ply, action) in (skipped..).zip(moves) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + number));
        } else if ply == skipped {
            words.push(format!("{number}..."));
        }
        words.push(game.move_text(&state, *action));
        state = game.apply(&state, *action);
    }
    words.push(result_text::<G>(outcome).to_owned());
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

/// A game in portable notation, its result being what the board shows or the one that was recorded.
pub fn write<G: Portable>(game: &G, recorded: &Recorded<G::State, G::Move>) -> String {
    let end = recorded.moves.iter().fold(recorded.start.clone(), |state, action| game.apply(&state, *action));
    let outcome = match game.turn(&end) {
        Turn::End(outcome) => Some(outcome),
        Turn::Player(_) | Turn::Chance => recorded.outcome,
    };
    let mut tags = recorded.tags.clone();
    tags.retain(|(name, _)| !["Result", "SetUp", "FEN"].contains(&name.as_str()));
    tags.push(("Result".to_owned(), result_text::<G>(outcome).to_owned()));
    if recorded.start != game.initial() {
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        tags.push(("FEN".to_owned(), game.tag_of_start(&recorded.start)));
    }
    let mut text = String::new();
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").expect("a string takes anything");
    }
    text + "\n" + &movetext(game, &recorded.start, &recorded.moves, outcome) + "\n"
}

/// Reads one game. Comments in braces and after semicolons, variations in round brackets, annotations such as `!` and
/// `$1`, and move numbers are passed over.
pub fn read<G: Portable>(game: &G, text: &str) -> Result<Recorded<G::State, G::Move>, PortableError> {
    let mut recorded = Recorded { tags: Vec::new(), start: game.initial(), moves: Vec::new(), outcome: None };
    let mut lines = (1..).zip(text.lines().map(str::trim)).peekable();
    while let Some((line, content)) = lines.next_if(|(_, line)| line.is_empty() || line.starts_with('[')) {
        if content.is_empty() {
            continue;
        }
        let at = |problem| PortableError { line, problem };
        let (name, value) = tag(content).ok_or_else(|| at(Problem::Tag(content.to_owned())))?;
        if name == "FEN" {
            recorded.start = game.start_of_tag(value).map_err(|problem| at(Problem::Position(problem)))?;
        }
        recorded.tags.push((name.to_owned(), value.to_owned()));
    }
    let mut state = recorded.start.clone();
    let mut ended = false;
    let mut reader = Words::default();
    let skipped = usize::from(game.mover(&state) == Side::Second);
    let first_number = game.first_number(&state);
    for (line, content) in lines {
        let at = |problem| PortableError { line, problem };
        for word in reader.of(content, line).map_err(at)? {
            if ended {
                return Err(at(Problem::Surplus(word)));
            }
            if let Some(outcome) = result::<G>(&word) {
                recorded.outcome = outcome;
                ended = true;
                continue;
            }
            let number = (recorded.moves.len() + skipped) / 2 + first_number;
            let mover = if game.mover(&state) == G::WHITE { "white" } else { "black" };
            let wrong = |reason| at(Problem::Move { number, mover, reason });
            if let Turn::End(_) = game.turn(&state) {
                return Err(wrong("the game is over".to_owned()));
            }
            let action = game.parse_move(&state, &word).map_err(wrong)?;
            state = game.apply(&state, action);
            recorded.moves.push(action);
        }
    }
    match reader.open() {
        Some((line, problem)) => Err(PortableError { line, problem }),
        None => Ok(recorded),
    }
}

/// The name and value of a line `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

/// Finds the moves and results in lines.
#[derive(Default)]
struct Words {
    /// The line where a comment began that is still open.
    comment_since: Option<usize>,
    /// The lines where variations began that are still open.
    variations: Vec<usize>,
}

impl Words {
    fn of(&mut self, line: &str, number: usize) -> Result<Vec<String>, Problem> {
        // Such lines are for programs.
        let line = if line.starts_with('%') { "" } else { line };
        let mut text = String::with_capacity(line.len());
        for c in line.chars() {
            match (c, &self.comment_since) {
                ('}', Some(_)) => {
                    self.comment_since = None;
                    text.push(' ');
                }
                (_, Some(_)) => {}
                ('{', None) => self.comment_since = Some(number),
                (';', None) => break,
                ('(', None) => self.variations.push(number),
                (')', None) => {
                    self.variations.pop().ok_or(Problem::Variation)?;
                    text.push(' ');
                }
                _ if !self.variations.is_empty() => {}
                // A number may stand right before its move, as in `12.9-14`.
                ('.', None) => text.push_str(". "),
                _ => text.push(c),
            }
        }
        let words = text.split_whitespace().map(|word| word.trim_end_matches(['!', '?']));
        let is_move = |word: &&str| {
            let number =
                word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
            !word.is_empty() && !word.starts_with('$') && !number
        };
        Ok(words.filter(is_move).map(str::to_owned).collect())
    }

    /// What is still open at the end, and since when.
    fn open(&self) -> Option<(usize, Problem)> {
        let comment = self.comment_since.map(|line| (line, Problem::Comment));
        comment.or_else(|| self.variations.first().map(|line| (*line, Problem::Variation)))
    }
}
