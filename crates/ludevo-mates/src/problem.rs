//! A mate problem: a position, and in how many moves whoever is to move mates.

use std::fmt;
use std::str::FromStr;

use cozy_chess::Board;
use ludevo_chess::fen::{FenError, fen, parse_fen};
use thiserror::Error;

use super::proof_numbers::LONGEST;

/// A problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The position; whoever is to move is the attacker.
    pub board: Board,
    /// The attacker's moves; nothing if the shortest mate is wanted.
    pub moves: Option<u8>,
}

/// Why a text is no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The position is none.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The number of moves is none.
    #[error(
        "`{0}` is not in how many moves the attacker mates; allowed is a whole number from 1 to {LONGEST}"
    )]
    Moves(String),
    /// Nobody can move.
    #[error("the game is over: there is no legal move")]
    Over,
}

impl FromStr for Problem {
    type Err = ProblemError;

    /// A FEN, and after a `;` the number of moves; what follows another `;` is for people.
    fn from_str(text: &str) -> Result<Self, ProblemError> {
        let mut fields = text.split(';').map(str::trim);
        let board = parse_fen(fields.next().unwrap_or_default())?;
        let number = |text: &str| {
            let number = text.parse().ok().filter(|moves| (1..=LONGEST).contains(moves));
            number.ok_or_else(|| ProblemError::Moves(text.to_owned()))
        };
        let moves = fields.next().filter(|field| !field.is_empty()).map(number).transpose()?;
        if !board.generate_moves(|_| true) {
            return Err(ProblemError::Over);
        }
        Ok(Problem { board, moves })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen(&self.board))?;
        self.moves.map_or(Ok(()), |moves| write!(f, " ; {moves}"))
    }
}
