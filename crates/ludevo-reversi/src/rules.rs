//! The rules of Reversi: positions, moves and how a game ends. What a search does at every node is always inlined, so that
//! it is compiled for the processor that the search is compiled for.

use std::fmt;

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use ludevo_search::tuned;
use rand::RngExt;

use super::bits::{can_move, flips, legal_moves};
use super::notation;

/// Reversi on 8x8 from the crossed start, black to move first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reversi;

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of the player to move.
    pub own: u64,
    /// The squares of the other player.
    pub opp: u64,
    /// Who is to move. [`Side::First`] plays black.
    pub mover: Side,
}

/// A move: a piece placed on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place(u8);

impl Place {
    /// What a player does who cannot place a piece while the opponent can.
    pub const PASS: Place = Place(64);

    /// A piece on the square with this index: a1 is 0, b1 is 1, h8 is 63. `None` outside the board.
    pub fn at(square: u8) -> Option<Place> {
        (square < 64).then_some(Place(square))
    }

    /// The index of the square; `None` for a pass.
    #[inline]
    pub fn square(self) -> Option<u8> {
        (self.0 < 64).then_some(self.0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => write!(f, "{}{}", char::from(b'a' + square % 8), square / 8 + 1),
            None => f.write_str("--"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Board {
    /// d4 and e5 white, d5 and e4 black, black to move.
    pub const START: Board =
        Board { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000, mover: Side::First };

    /// The squares where the player to move may place a piece.
    #[inline]
    pub fn placements(&self) -> u64 {
        legal_moves(self.own, self.opp)
    }

    /// Whether neither player can place a piece.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        !can_move(self.own, self.opp) && !can_move(self.opp, self.own)
    }

    /// The squares of one player.
    #[inline]
    pub fn pieces(&self, side: Side) -> u64 {
        if side == self.mover { self.own } else { self.opp }
    }

    /// Who has more pieces.
    pub fn majority(&self) -> Outcome {
        match self.own.count_ones().cmp(&self.opp.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(self.mover),
            std::cmp::Ordering::Less => Outcome::Win(self.mover.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The position after a piece on `square`, which must be legal.
    #[inline(always)]
    pub fn placed(&self, square: u8) -> Board {
        let turned = flips(self.own, self.opp, square);
        Board { own: self.opp ^ turned, opp: self.own | turned | 1 << square, mover: self.mover.other() }
    }

    /// The same position with the other player to move.
    #[inline]
    pub fn passed(&self) -> Board {
        Board { own: self.opp, opp: self.own, mover: self.mover.other() }
    }
}

/// The legal moves of a position: placements from a1 to h8, or one pass.
#[derive(Clone, Debug)]
pub struct Moves {
    placements: u64,
    pass: bool,
}

impl Iterator for Moves {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.placements != 0 {
            let square = self.placements.trailing_zeros() as u8;
            self.placements &= self.placements - 1;
            Some(Place(square))
        } else if self.pass {
            self.pass = false;
            Some(Place::PASS)
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.placements.count_ones() as usize + usize::from(self.pass);
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl ExactSizeIterator for Moves {}

impl TurnBased for Reversi {
    type State = Board;
    type Move = Place;
    type Moves = Moves;

    fn initial(&self) -> Board {
        Board::START
    }

    #[inline(always)]
    fn moves(&self, state: &Board) -> Moves {
        let placements = state.placements();
        Moves { placements, pass: placements == 0 && can_move(state.opp, state.own) }
    }

    #[inline(always)]
    fn apply(&self, state: &Board, action: Place) -> Board {
        match action.square() {
            Some(square) => state.placed(square),
            None => state.passed(),
        }
    }

    #[inline]
    fn mover(&self, state: &Board) -> Side {
        state.mover
    }

    #[inline(always)]
    fn turn(&self, state: &Board) -> Turn {
        if state.is_over() { Turn::End(state.majority()) } else { Turn::Player(state.mover) }
    }

    fn move_text(&self, _state: &Board, action: Place) -> String {
        action.to_string()
    }

    fn parse_move(&self, state: &Board, text: &str) -> Result<Place, String> {
        notation::parse_move(state, text).map_err(|error| error.to_string())
    }

    fn state_text(&self, state: &Board) -> String {
        notation::board_text(state)
    }

    fn parse_state(&self, text: &str) -> Result<Board, String> {
        notation::parse_board(text).map_err(|error| error.to_string())
    }
}

tuned! {
    /// The end of a game from the initial position in which both sides choose uniformly among their placements.
    pub fn random_playout(stream: &mut Stream) -> Board {
        let mut board = Board::START;
        loop {
            let mut placements = board.placements();
            if placements == 0 {
                board = board.passed();
                placements = board.placements();
                if placements == 0 {
                    return board;
                }
            }
            for _ in 0..stream.random_range(0..placements.count_ones()) {
                placements &= placements - 1;
            }
            board = board.placed(placements.trailing_zeros() as u8);
        }
    }
}
