//! The rules of chess, on the move generator of cozy-chess.

use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use cozy_chess::{Board, Color, Move, PieceMoves};
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use super::position::{Drawn, Position};
use super::{fen, language, notation};

/// Chess, drawn after so many plies without a capture or a move of a pawn and when a position has come so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    /// Quiet plies that draw a game, from 1 to 100.
    pub quiet: u8,
    /// How often a position comes before the game is drawn, from 2 on.
    pub times: usize,
    /// Whether games end at once while [`INTERRUPTED`] says so.
    pub(crate) is_interruptible: bool,
}

/// Whether searches of interruptible games are to end: every move then leads to a draw, so that nothing is left to search.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The rules of the federation, with draws that need nobody to claim them.
pub const STANDARD: Chess = Chess { quiet: 100, times: 3, is_interruptible: false };

/// No more pieces move in a position, each of which may be listed with its captures in passing apart.
const MOST_GROUPS: usize = 18;

/// The legal moves of a position.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    groups: ArrayVec<PieceMoves, MOST_GROUPS>,
    /// Which group is next.
    next: usize,
    /// Which of the pieces that a pawn may become is next.
    promotion: usize,
}

/// What a pawn becomes, in the order of the moves.
pub(crate) const PROMOTIONS: [cozy_chess::Piece; 4] =
    [cozy_chess::Piece::Queen, cozy_chess::Piece::Rook, cozy_chess::Piece::Bishop, cozy_chess::Piece::Knight];

impl Moves {
    /// All legal moves on a board.
    #[inline]
    pub fn of(board: &Board) -> Moves {
        let mut groups = ArrayVec::new();
        board.generate_moves(|moves| {
            groups.push(moves);
            false
        });
        Moves { groups, next: 0, promotion: 0 }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            let group = self.groups.get_mut(self.next)?;
            let Some(to) = group.to.next_square() else {
                self.next += 1;
                continue;
            };
            let from = group.from;
            let is_promotion = group.piece == cozy_chess::Piece::Pawn
                && matches!(to.rank(), cozy_chess::Rank::First | cozy_chess::Rank::Eighth);
            if !is_promotion {
                group.to ^= to.bitboard();
                return Some(Move { from, to, promotion: None });
            }
            let promotion = Some(PROMOTIONS[self.promotion]);
            self.promotion = (self.promotion + 1) % PROMOTIONS.len();
            if self.promotion == 0 {
                group.to ^= to.bitboard();
            }
            return Some(Move { from, to, promotion });
        }
    }

    #[inline]
    fn count(self) -> usize {
        self.groups.iter().map(PieceMoves::len).sum::<usize>() - self.promotion
    }
}

impl TurnBased for Chess {
    type State = Position;
    type Move = Move;
    type Moves = Moves;

    fn initial(&self) -> Position {
        Position::start()
    }

    #[inline]
    fn moves(&self, position: &Position) -> Moves {
        if position.drawn.is_some() { Moves::default() } else { Moves::of(&position.board) }
    }

    #[inline]
    fn apply(&self, position: &Position, action: Move) -> Position {
        let mut next = position.after(action, self.quiet, self.times);
        if self.is_interruptible && INTERRUPTED.load(Ordering::Relaxed) {
            next.drawn = Some(Drawn::Quiet);
        }
        next
    }

    #[inline]
    fn mover(&self, position: &Position) -> Side {
        side(position.board.side_to_move())
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        let mover = self.mover(position);
        if position.drawn.is_some() {
            Turn::End(Outcome::Draw)
        } else if position.has_move() {
            Turn::Player(mover)
        } else if position.board.checkers().is_empty() {
            Turn::End(Outcome::Draw)
        } else {
            Turn::End(Outcome::Win(mover.other()))
        }
    }

    /// A single move, or check.
    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        if position.drawn.is_some() {
            return false;
        }
        let moves = Moves::of(&position.board).count();
        moves == 1 || moves > 0 && !position.board.checkers().is_empty()
    }

    /// A capture, a promotion to a queen or a check.
    #[inline]
    fn is_loud(&self, position: &Position, action: Move) -> bool {
        let board = &position.board;
        if board.colors(!board.side_to_move()).has(action.to) || action.promotion == Some(PROMOTIONS[0]) {
            return true;
        }
        let mut next = board.clone();
        next.play_unchecked(action);
        !next.checkers().is_empty()
    }

    /// Who has more material.
    fn advantage(&self, drawn: &Position) -> Option<Side> {
        match language::lead(&drawn.board, Color::White) {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    fn move_text(&self, position: &Position, action: Move) -> String {
        notation::san(&position.board, action)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        match self.turn(position) {
            Turn::End(_) => Err("the game is over".to_owned()),
            _ => notation::parse(&position.board, text.trim()).map_err(|error| error.to_string()),
        }
    }

    fn state_text(&self, position: &Position) -> String {
        fen::state_text(position)
    }

    fn parse_state(&self, text: &str) -> Result<Position, String> {
        fen::parse_state(self, text).map_err(|error| error.to_string())
    }
}

impl Chess {
    /// A position of which nothing is known but what the board shows.
    pub fn set_up(&self, board: Board) -> Position {
        let mut position = Position::new(board);
        position.drawn = position.look_for_draw(self.quiet, self.times);
        position
    }

    /// Why a finished game is drawn, in words; nothing if it is not.
    pub fn why_drawn(&self, position: &Position) -> Option<String> {
        let moves = self.quiet.div_ceil(2);
        match (position.drawn, self.turn(position)) {
            (Some(Drawn::Quiet), _) => {
                Some(format!("{moves} moves of each side without a capture or a move of a pawn"))
            }
            (Some(Drawn::Repeated), _) => Some(format!("the same position {} times", self.times)),
            (Some(Drawn::DeadMaterial), _) => Some("nobody has the pieces for a mate".to_owned()),
            (None, Turn::End(Outcome::Draw)) => Some("stalemate".to_owned()),
            (None, _) => None,
        }
    }
}

/// How many sequences of so many legal moves there are, which is what published tables of chess count: games that end
/// before do not count, and nothing is drawn but by stalemate.
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => return 1,
        1 => {
            board.generate_moves(|moves| {
                count += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for action in moves {
                    let mut next = board.clone();
                    next.play_unchecked(action);
                    count += perft(&next, depth - 1);
                }
                false
            });
        }
    }
    count
}

/// White moves first in the initial position.
#[inline]
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// The colour as people say it.
pub(crate) fn colour(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
