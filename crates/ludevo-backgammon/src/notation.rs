//! Backgammon in text: plays as people write them, positions as GNU Backgammon IDs, XGIDs and FIBS boards, and whole games.

mod fibs;
mod gnu_id;
pub mod mat;
mod play;
mod xgid;

use ludevo_search::rules::Side;
use thiserror::Error;

pub use fibs::{FIBS_FIELDS, FibsBoard, parse_fibs};
pub use gnu_id::{gnu_id, parse_gnu_id};
pub use play::{parse_dice, parse_play, play_text};
pub use xgid::{parse_xgid, xgid};

use super::board::{BAR, Board, MEN, Men};
use super::rules::Position;

/// A position in every notation, a line each.
pub fn all(position: &Position) -> String {
    format!("{}\nGNU Backgammon ID {}, of the player to move", xgid(position), gnu_id(position.board))
}

/// A position in any of the notations. A GNU Backgammon ID has the first player to move, about to roll; so has a FIBS
/// board, with the dice that it says.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    if text.starts_with("board:") {
        let FibsBoard { board, dice, .. } = parse_fibs(text)?;
        Ok(Position { board, mover: Side::First, dice })
    } else if text.starts_with("XGID=") || text.matches(':').count() > 1 {
        parse_xgid(text)
    } else {
        // A match ID may follow, which says nothing of the board.
        let id = text.split(':').next().unwrap_or_default();
        Ok(Position { board: parse_gnu_id(id)?, mover: Side::First, dice: None })
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is not of the expected form.
    #[error("`{found}` is not {expected}")]
    Form {
        /// What was found, shortened.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A board that cannot be.
    #[error("this board cannot be: {0}")]
    Board(#[from] BoardError),
    /// A play that the roll does not allow.
    #[error("`{text}` cannot be played with {dice}: {reason}")]
    Play {
        /// What was written.
        text: String,
        /// The roll.
        dice: String,
        /// Why not.
        reason: String,
    },
}

/// Why men cannot stand as they are said to.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// More men than there are.
    #[error("one player has {0} men, there are {MEN}")]
    TooMany(u32),
    /// Both players hold a point.
    #[error("both players have men on point {0}")]
    Shared(u32),
    /// Nobody has a man left to play with.
    #[error("both players have borne off all men")]
    NobodyLeft,
    /// The men borne off do not agree with those on the board.
    #[error("{on} men on the board and {off} borne off, together there are {MEN}")]
    Off {
        /// Men on the board.
        on: u32,
        /// Men said to be off.
        off: u32,
    },
}

impl NotationError {
    fn form(found: &str, expected: &'static str) -> Self {
        let mut short: String = found.chars().take(60).collect();
        if short.len() < found.len() {
            short.push('…');
        }
        NotationError::Form { found: short, expected }
    }
}

/// The board with these men on the points 1 to 24 and, at index 25, on the bar, each player's by that player's points;
/// all others are borne off. Index 0 is not read.
pub fn board_of(own: &[u32; 26], opp: &[u32; 26]) -> Result<Board, BoardError> {
    let men = |counts: &[u32; 26]| -> Result<Men, BoardError> {
        // As 64 bits, because a text may claim any numbers.
        let on: u64 = counts[1..].iter().map(|count| u64::from(*count)).sum();
        if on > u64::from(MEN) {
            return Err(BoardError::TooMany(u32::try_from(on).unwrap_or(u32::MAX)));
        }
        let placed =
            (1..=BAR).zip(&counts[1..]).fold(Men::default(), |men, (place, count)| men.with(place, *count));
        Ok(placed.with(0, MEN - on as u32))
    };
    let board = Board { own: men(own)?, opp: men(opp)? };
    if let Some(point) = (1..BAR).find(|point| board.own.on(*point) > 0 && board.opp_on(*point) > 0) {
        return Err(BoardError::Shared(point));
    }
    if board.is_won() && board.flipped().is_won() {
        return Err(BoardError::NobodyLeft);
    }
    Ok(board)
}

/// The board as `side` sees it, given as the player whose turn it is sees it.
fn seen_by(board: Board, mover: Side, side: Side) -> Board {
    if mover == side { board } else { board.flipped() }
}
