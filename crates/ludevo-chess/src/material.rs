//! Classes of start positions by the pieces of both players, such as KRKR: random, with nobody attacked, white to move.

use std::sync::LazyLock;

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};
use ludevo_random::Stream;
use rand::RngExt;
use rand::seq::IndexedRandom;
use thiserror::Error;

use super::features::Seen;
use super::fen::{check_placement, parse_fen};
use super::position::Position;
use super::rules::Chess;
use super::tables::{self, Truth};

/// Positions of the same pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// White's pieces and black's, kings included.
    pieces: [Vec<Piece>; 2],
    /// What must be true of the positions.
    standing: Option<Standing>,
}

/// What is true of a position with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// White, to move, wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// White, to move, wins by an engine's judgement, which is no proof.
    Judged,
}

/// The class of which such positions are known, and these: drawn by `examples/judge_positions.rs` and judged by Stockfish 15.1
/// after 200,000 nodes.
const JUDGED: (&str, &str) = ("KQRKQR", include_str!("../positions/KQRKQR-judged.txt"));

/// The positions of [`JUDGED`].
static JUDGED_BOARDS: LazyLock<Vec<Board>> =
    LazyLock::new(|| JUDGED.1.lines().map(|line| parse_fen(line).expect("a position that ships")).collect());

/// Why a text is no class of positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClassError {
    /// It is not the pieces of two players.
    #[error(
        "`{0}` are not the pieces of two players; each begins with a king, and these are letters of KQRBNP, as in KRKR or \
         KQPKR"
    )]
    Pieces(String),
    /// More pieces than fit.
    #[error("`{text}`: {colour} has {found} {what}; the most is {most}")]
    TooMany {
        /// What was written.
        text: String,
        /// Whose.
        colour: &'static str,
        /// How many.
        found: usize,
        /// Of what.
        what: &'static str,
        /// The most.
        most: usize,
    },
    /// What comes after the colon.
    #[error("`{0}` is none of `won`, `drawn` and `judged`, which may stand after the pieces and a colon")]
    Standing(String),
    /// No engine judged such positions.
    #[error("`{0}`: only positions of {class} were judged by an engine, as in {class}:judged", class = JUDGED.0)]
    Unjudged(String),
    /// Nobody knows the truth about so many pieces.
    #[error("`{0}`: what is won is known for at most four men, kings included")]
    Unknown(String),
    /// There is no such position.
    #[error("`{0}`: no position was found in which nobody is attacked and the game goes on")]
    Empty(String),
}

/// How many placements are tried before a class is taken to be empty.
const TRIES: usize = 1_000_000;

impl Class {
    /// The class of this name: pieces, and perhaps `:won` or `:drawn`. It has a position at least.
    pub fn parse(text: &str) -> Result<Class, ClassError> {
        let (name, standing) = match text.split_once(':') {
            None => (text, None),
            Some((name, "won")) => (name, Some(Standing::Won)),
            Some((name, "drawn")) => (name, Some(Standing::Drawn)),
            Some((name, "judged")) if name == JUDGED.0 => (name, Some(Standing::Judged)),
            Some((_, "judged")) => return Err(ClassError::Unjudged(text.to_owned())),
            Some((_, other)) => return Err(ClassError::Standing(other.to_owned())),
        };
        let wrong = || ClassError::Pieces(name.to_owned());
        let letters = |side: &str| -> Option<Vec<Piece>> {
            side.chars().map(|letter| Piece::try_from(letter.to_ascii_lowercase()).ok()).collect()
        };
        // Between the kings, whose letters are capitals as all are.
        let (white, black) =
            name.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or_else(wrong)?;
        let is_written_so = name.chars().all(|letter| letter.is_ascii_uppercase()) && !black.contains('K');
        let (Some(white), Some(black), true) = (letters(white), letters(black), is_written_so) else {
            return Err(wrong());
        };
        for (colour, side) in [("white", &white), ("black", &black)] {
            let pawns = side.iter().filter(|piece| **piece == Piece::Pawn).count();
            for (found, what, most) in [(pawns, "pawns", 8), (side.len() + 1, "pieces", 16)] {
                if found > most {
                    return Err(ClassError::TooMany { text: name.to_owned(), colour, found, what, most });
                }
            }
        }
        let is_proved = matches!(standing, Some(Standing::Won | Standing::Drawn));
        if is_proved && !tables::covers(white.len() + black.len()) {
            return Err(ClassError::Unknown(text.to_owned()));
        }
        let with_king = |side: Vec<Piece>| [vec![Piece::King], side].concat();
        let class = Class { pieces: [with_king(white), with_king(black)], standing };
        let mut rng = ludevo_random::stream(0, ludevo_random::Purpose::Sampling, 0, 0);
        if (0..TRIES).all(|_| class.place(&mut rng).is_none()) {
            return Err(ClassError::Empty(text.to_owned()));
        }
        Ok(class)
    }

    /// A position of the class, each as likely.
    pub fn draw(&self, game: &Chess, rng: &mut Stream) -> Position {
        loop {
            if let Some(board) = self.place(rng) {
                return game.set_up(board);
            }
        }
    }

    /// A random placement, if it is a position of the class.
    fn place(&self, rng: &mut Stream) -> Option<Board> {
        if self.standing == Some(Standing::Judged) {
            return JUDGED_BOARDS.choose(rng).cloned();
        }
        let mut builder = BoardBuilder::empty();
        for (color, side) in [Color::White, Color::Black].into_iter().zip(&self.pieces) {
            for piece in side {
                let square = builder.square_mut(Square::index(rng.random_range(0..64)));
                if square.replace((*piece, color)).is_some() {
                    return None;
                }
            }
        }
        check_placement(&builder).ok()?;
        let board = builder.build().ok()?;
        let is_quiet = board.checkers().is_empty() && Seen::of(&board, Color::White).is_quiet();
        let position = super::rules::STANDARD.set_up(board);
        if !is_quiet || position.drawn().is_some() || !position.has_move() {
            return None;
        }
        let fits = match self.standing {
            None | Some(Standing::Judged) => true,
            Some(Standing::Won) => matches!(tables::truth(&position.board), Some(Truth::Won(_))),
            Some(Standing::Drawn) => tables::truth(&position.board) == Some(Truth::Drawn),
        };
        fits.then_some(position.board)
    }
}
