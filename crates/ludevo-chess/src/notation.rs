//! Moves as people write them, in standard algebraic notation, and as chess engines do.

use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move};
use thiserror::Error;

use super::rules::{Moves, colour};

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Nothing was written.
    #[error("no move was written; the moves are {0}")]
    Empty(String),
    /// No legal move is written so.
    #[error("`{text}` is no move of {colour}'s here; the moves are {known}")]
    NotHere {
        /// What was written.
        text: String,
        /// Who is to move.
        colour: &'static str,
        /// All moves.
        known: String,
    },
    /// More than one legal move can be meant.
    #[error("`{text}` can be {meant}")]
    Unclear {
        /// What was written.
        text: String,
        /// The moves that can be meant.
        meant: String,
    },
}

/// A legal move in standard algebraic notation, such as `Nbd7` or `exd8=Q#`.
pub fn san(board: &Board, action: Move) -> String {
    display_san_move(board, action).to_string()
}

/// A legal move as engines write it, by its squares: `e2e4`, `e1g1` for castling, `e7e8q`.
pub fn uci(board: &Board, action: Move) -> String {
    display_uci_move(board, action).to_string()
}

/// The move that an engine wrote.
pub fn parse_uci(board: &Board, text: &str) -> Result<Move, MoveError> {
    let action = parse_uci_move(board, text).ok();
    // Castling is a step of the king by two files; that the rook is its aim is the generator's affair.
    let legal = action.filter(|action| board.is_legal(*action) && uci(board, *action) == text);
    legal.ok_or_else(|| refused(board, text))
}

/// The move that a person wrote: in standard algebraic notation, with or without the signs for capture, check and
/// promotion, or as engines do.
pub fn parse(board: &Board, text: &str) -> Result<Move, MoveError> {
    if let Ok(action) = parse_uci(board, text) {
        return Ok(action);
    }
    if let Ok(action) = parse_san_move(board, &text.replace('0', "O"))
        && plain(&san(board, action)) == plain(text)
    {
        return Ok(action);
    }
    let fitting: Vec<Move> =
        Moves::of(board).filter(|action| plain(&san(board, *action)) == plain(text)).collect();
    match fitting[..] {
        [action] if !plain(text).is_empty() => Ok(action),
        _ => longer(board, text),
    }
}

/// A move that says more or less of where the piece comes from than it must.
fn longer(board: &Board, text: &str) -> Result<Move, MoveError> {
    let asked = plain(text);
    let fits = |action: &Move| {
        let exact = san(board, *action);
        // Castling is written in its own way.
        if exact.starts_with('O') {
            return false;
        }
        let piece = exact.chars().next().filter(char::is_ascii_uppercase);
        let (from, to) = (action.from.to_string(), action.to.to_string());
        let promotion = action.promotion.map(|piece| char::from(piece).to_ascii_uppercase());
        let written = |from: &str| {
            let letters = piece.into_iter().collect::<String>() + from + &to;
            letters + &promotion.into_iter().collect::<String>()
        };
        ["", &from[..1], &from[1..], &from].iter().any(|from| written(from) == asked)
    };
    let fitting: Vec<Move> = Moves::of(board).filter(fits).collect();
    match fitting[..] {
        [action] => Ok(action),
        [] => Err(refused(board, text)),
        _ => {
            let meant = fitting.iter().map(|action| san(board, *action)).collect::<Vec<_>>().join(" or ");
            Err(MoveError::Unclear { text: text.to_owned(), meant })
        }
    }
}

/// A move without the signs that say nothing new: capture, check, mate, promotion, dashes.
fn plain(text: &str) -> String {
    let text = text.replace('0', "O");
    text.trim_end_matches(['+', '#']).replace(['x', '=', '-', ':'], "")
}

fn refused(board: &Board, text: &str) -> MoveError {
    let known = Moves::of(board).map(|action| san(board, action)).collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        return MoveError::Empty(known);
    }
    MoveError::NotHere { text: text.to_owned(), colour: colour(board.side_to_move()), known }
}
