//! Reversi as text: boards, moves and transcripts of whole games.

use ludevo_search::rules::{Side, TurnBased};
use thiserror::Error;

use super::bits::flips;
use super::rules::{Board, Place, Reversi};
use ludevo_game::words::colour;

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A row is missing.
    #[error("a board has 8 rows and then a line that says who is to move; row {0} is missing")]
    MissingRow(usize),
    /// A row is too short or too long.
    #[error("row {row} has {found} squares, not 8")]
    RowLength {
        /// The row, from 1 at the top.
        row: usize,
        /// How many squares were given.
        found: usize,
    },
    /// A character that is no square.
    #[error("row {row}, column {column}: `{found}` is not a square; use X (black), O (white) or . (empty)")]
    Square {
        /// The row, from 1 at the top.
        row: usize,
        /// The column's letter.
        column: char,
        /// What was found there.
        found: char,
    },
    /// The line after the board does not name a player.
    #[error("line 9 must say `black to move` or `white to move`, not `{0}`")]
    Mover(String),
    /// Something follows the board.
    #[error("line {line}: nothing may follow the line that says who is to move, but `{found}` does")]
    Surplus {
        /// The line, from 1.
        line: usize,
        /// What was found there.
        found: String,
    },
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not the name of a square or of a pass.
    #[error("`{0}` is not a move; write a square from a1 to h8, or -- to pass")]
    NotAMove(String),
    /// There is a piece already.
    #[error("{0} is occupied")]
    Occupied(Place),
    /// The piece would turn nothing over.
    #[error("{0} turns over none of {1}'s pieces")]
    TurnsNothing(Place, &'static str),
    /// A pass where a piece can be placed.
    #[error("{0} cannot pass: {1} is a legal move")]
    MustPlace(&'static str, Place),
    /// The game has ended.
    #[error("the game is over: neither side can move")]
    Over,
}

/// Why a transcript is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {position} of the transcript, move {number}: {reason}")]
pub struct TranscriptError {
    /// Where the move begins, in characters from 1.
    pub position: usize,
    /// Which move it is, from 1; passes that the text leaves out do not count.
    pub number: usize,
    /// What is wrong with it.
    pub reason: MoveError,
}

/// Eight rows from row 1, X for black, O for white and . for empty, then who is to move.
pub fn board_text(board: &Board) -> String {
    let black = board.pieces(Side::First);
    let white = board.pieces(Side::Second);
    let mut text = String::with_capacity(90);
    for square in 0..64 {
        text.push(match (black >> square & 1, white >> square & 1) {
            (0, 0) => '.',
            (1, _) => 'X',
            _ => 'O',
        });
        if square % 8 == 7 {
            text.push('\n');
        }
    }
    text.push_str(colour(board.mover));
    text.push_str(" to move\n");
    text
}

/// Reads what [`board_text`] writes. Letters may be of either case, and spaces around or inside a row are ignored.
pub fn parse_board(text: &str) -> Result<Board, BoardError> {
    let mut lines = text.trim_end().lines();
    let (mut black, mut white) = (0_u64, 0_u64);
    for row in 0..8 {
        let line = lines.next().ok_or(BoardError::MissingRow(row + 1))?;
        let mut found = 0;
        for square in line.chars().filter(|c| !c.is_whitespace()) {
            if found < 8 {
                let bit = 1 << (row * 8 + found);
                match square {
                    'X' | 'x' => black |= bit,
                    'O' | 'o' => white |= bit,
                    '.' => {}
                    _ => {
                        let column = char::from(b'a' + found as u8);
                        return Err(BoardError::Square { row: row + 1, column, found: square });
                    }
                }
            }
            found += 1;
        }
        if found != 8 {
            return Err(BoardError::RowLength { row: row + 1, found });
        }
    }
    let last = lines.next().unwrap_or_default().trim();
    let mover = match last.to_ascii_lowercase().as_str() {
        "black to move" => Side::First,
        "white to move" => Side::Second,
        _ => return Err(BoardError::Mover(last.to_owned())),
    };
    if let Some((line, found)) = (10..).zip(lines).find(|(_, line)| !line.trim().is_empty()) {
        return Err(BoardError::Surplus { line, found: found.trim().to_owned() });
    }
    Ok(match mover {
        Side::First => Board { own: black, opp: white, mover },
        Side::Second => Board { own: white, opp: black, mover },
    })
}

/// A legal move: a square such as `f5`, or `--`, `pa` or `pass`.
pub fn parse_move(board: &Board, text: &str) -> Result<Place, MoveError> {
    let text = text.trim();
    match read_move(text) {
        Some((action, "")) => check(board, action),
        _ => Err(MoveError::NotAMove(text.to_owned())),
    }
}

/// A game from the initial position as squares without spaces. Passes are left out: the squares imply them.
pub fn transcript(moves: &[Place]) -> String {
    moves.iter().filter(|action| action.square().is_some()).map(Place::to_string).collect()
}

/// The moves of a game from the initial position, with every pass. The text may leave passes out or name them, and may
/// separate moves by spaces.
pub fn parse_transcript(text: &str) -> Result<Vec<Place>, TranscriptError> {
    let mut board = Board::START;
    let mut moves = Vec::with_capacity(64);
    let mut number = 0;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        number += 1;
        let position = text[..text.len() - rest.len()].chars().count() + 1;
        let wrong = |reason| TranscriptError { position, number, reason };
        let Some((action, after)) = read_move(rest) else {
            return Err(wrong(MoveError::NotAMove(rest.chars().take(2).collect())));
        };
        if action != Place::PASS && board.placements() == 0 && !board.is_over() {
            moves.push(Place::PASS);
            board = board.passed();
        }
        moves.push(check(&board, action).map_err(wrong)?);
        board = Reversi.apply(&board, action);
        rest = after.trim_start();
    }
    Ok(moves)
}

/// The move that `text` begins with, and what follows it.
fn read_move(text: &str) -> Option<(Place, &str)> {
    for pass in ["--", "pass", "pa"] {
        if let Some((start, rest)) = text.split_at_checked(pass.len())
            && start.eq_ignore_ascii_case(pass)
        {
            return Some((Place::PASS, rest));
        }
    }
    let (start, rest) = text.split_at_checked(2)?;
    let [column, row] = start.as_bytes() else { return None };
    let column = column.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < 8)?;
    let row = row.checked_sub(b'1').filter(|row| *row < 8)?;
    Some((Place::at(row * 8 + column)?, rest))
}

fn check(board: &Board, action: Place) -> Result<Place, MoveError> {
    if board.is_over() {
        return Err(MoveError::Over);
    }
    match action.square() {
        Some(square) if (board.own | board.opp) >> square & 1 == 1 => Err(MoveError::Occupied(action)),
        Some(square) if flips(board.own, board.opp, square) == 0 => {
            Err(MoveError::TurnsNothing(action, colour(board.mover.other())))
        }
        Some(_) => Ok(action),
        None => match Place::at(board.placements().trailing_zeros() as u8) {
            Some(legal) => Err(MoveError::MustPlace(colour(board.mover), legal)),
            None => Ok(action),
        },
    }
}
