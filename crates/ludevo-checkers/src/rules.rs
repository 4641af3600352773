//! The rules of American checkers: positions, moves and how a game ends, on 8x8 and 10x10, to win or to lose.

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use rand::RngExt;
use smallvec::SmallVec;

use super::bits::{DIRECTIONS, Grid};
use super::{fen, moves};

/// American checkers. Men step and capture forward, kings one square any way; capturing is compulsory, with free choice
/// among captures, and goes on as long as it can; a man that reaches the last row becomes a king and its move ends.
/// Black moves first. Who cannot move loses, or wins if `LOSE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers<const ROW: u32, const LOSE: bool> {
    /// The game is drawn after so many plies in a row without a capture or a move by a man. A position can only come
    /// back within such plies, so this also ends every repetition.
    pub draw_after: u16,
}

/// The draw rule unless another is asked for: 40 moves of each side.
pub const DRAW_AFTER: u16 = 80;

/// The longest that a draw rule may wait: positions are written with four digits of quiet plies.
pub const QUIET_AT_MOST: u16 = 9999;

/// Checkers on 8x8.
pub type Checkers8 = Checkers<4, false>;
/// Checkers on 8x8 in which losing all pieces, or being unable to move, wins.
pub type LoseCheckers = Checkers<4, true>;
/// Checkers on 10x10 with three rows of men a side.
pub type Checkers10 = Checkers<5, false>;

impl<const ROW: u32, const LOSE: bool> Checkers<ROW, LOSE> {
    /// The game with the usual draw rule.
    pub const STANDARD: Self = Checkers { draw_after: DRAW_AFTER };
}

/// A position, its pieces named by whether they belong to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const ROW: u32> {
    /// The pieces of the player to move.
    pub own: u64,
    /// The pieces of the other player.
    pub opp: u64,
    /// The kings of both.
    pub kings: u64,
    /// Who is to move. [`Side::First`] plays black.
    pub mover: Side,
    /// How many plies in a row were neither a capture nor a move by a man.
    pub quiet: u16,
}

/// A move: a step, or all jumps of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The bit of the square it starts from.
    pub from: u8,
    /// The bit of the square it ends on, perhaps the same one.
    pub to: u8,
    /// The pieces that it takes.
    pub captured: u64,
}

impl<const ROW: u32> Position<ROW> {
    /// How many pieces a player starts with, and the most a player can have.
    pub const PIECES: u32 = 3 * ROW;

    /// Three rows of men a side, black to move.
    pub const START: Self = Position {
        own: Grid::<ROW>::first_rows(3),
        opp: Grid::<ROW>::turned(Grid::<ROW>::first_rows(3)),
        kings: 0,
        mover: Side::First,
        quiet: 0,
    };

    /// The pieces of one player.
    #[inline]
    pub fn pieces(&self, side: Side) -> u64 {
        if side == self.mover { self.own } else { self.opp }
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> u64 {
        Grid::<ROW>::ALL & !(self.own | self.opp)
    }

    /// The same position with the other player to move.
    #[inline]
    pub fn passed(&self) -> Self {
        Position { own: self.opp, opp: self.own, mover: self.mover.other(), ..*self }
    }

    /// The pieces of the player to move that may go down, and those that may go up.
    #[inline]
    pub fn ways(&self) -> (u64, u64) {
        let kings = self.own & self.kings;
        match self.mover {
            Side::First => (self.own, kings),
            Side::Second => (kings, self.own),
        }
    }

    /// The pieces of the player to move that can step, by direction, whether or not there is something to capture.
    #[inline]
    pub fn steps(&self) -> [u64; DIRECTIONS] {
        let (down, up) = self.ways();
        Grid::<ROW>::steps(down, up, self.empty())
    }

    /// The pieces of the player to move that can capture, by direction.
    #[inline]
    pub fn jumps(&self) -> [u64; DIRECTIONS] {
        let (down, up) = self.ways();
        Grid::<ROW>::jumps(down, up, self.opp, self.empty())
    }

    /// Whether the player to move has a move.
    #[inline]
    pub fn can_move(&self) -> bool {
        any(self.steps()) || any(self.jumps())
    }

    /// The legal moves, if the game is not drawn.
    #[inline(always)]
    pub fn moves(&self) -> Moves<ROW> {
        let jumps = self.jumps();
        if any(jumps) {
            Moves { steps: [0; DIRECTIONS], captures: self.captures(jumps), next: 0 }
        } else {
            Moves { steps: self.steps(), captures: SmallVec::new(), next: 0 }
        }
    }

    fn captures(&self, jumps: [u64; DIRECTIONS]) -> Captures {
        let mut found = Captures::new();
        let mut pieces = jumps.into_iter().fold(0, |all, set| all | set);
        while pieces != 0 {
            let piece = pieces & pieces.wrapping_neg();
            pieces &= pieces - 1;
            let king = self.kings & piece != 0;
            let (down, up) = match self.mover {
                Side::First => (true, king),
                Side::Second => (king, true),
            };
            let chain = Chain::<ROW> {
                from: piece.trailing_zeros() as u8,
                down: if down { !0 } else { 0 },
                up: if up { !0 } else { 0 },
                empty: self.empty() | piece,
            };
            chain.follow(piece, 0, self.opp, &mut found);
        }
        found
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, action: Move) -> Self {
        let (from, to) = (1 << action.from, 1 << action.to);
        let far_row = match self.mover {
            Side::First => Grid::<ROW>::BOTTOM,
            Side::Second => Grid::<ROW>::TOP,
        };
        let was_king = self.kings & from != 0;
        let is_king = was_king || to & far_row != 0;
        let progress = action.captured != 0 || !was_king;
        Position {
            own: self.opp & !action.captured,
            opp: self.own & !from | to,
            kings: self.kings & !(from | action.captured) | if is_king { to } else { 0 },
            mover: self.mover.other(),
            quiet: if progress { 0 } else { self.quiet + 1 },
        }
    }
}

#[inline]
fn any(sets: [u64; DIRECTIONS]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// Few positions have more captures than this; those that have pay for the memory.
type Captures = SmallVec<[Move; 8]>;

/// The capturing moves of one piece.
struct Chain<const ROW: u32> {
    from: u8,
    /// All squares if the piece may go down, otherwise none.
    down: u64,
    /// The same for up.
    up: u64,
    /// The squares it may land on: the one it came from has become empty.
    empty: u64,
}

impl<const ROW: u32> Chain<ROW> {
    /// Follows every way on from the square `at`, the pieces `captured` being jumped already and `left` not.
    fn follow(&self, at: u64, captured: u64, left: u64, found: &mut Captures) {
        let jumps = Grid::<ROW>::jumps(at & self.down, at & self.up, left, self.empty);
        for (direction, jump) in jumps.into_iter().enumerate() {
            if jump != 0 {
                let over = Grid::<ROW>::shifted(at, direction);
                self.follow(Grid::<ROW>::shifted(over, direction), captured | over, left & !over, found);
            }
        }
        if !any(jumps) {
            let action = Move { from: self.from, to: at.trailing_zeros() as u8, captured };
            // Only round trips take the same pieces in another order, and those take at least four.
            if captured.count_ones() < 4 || !found.contains(&action) {
                found.push(action);
            }
        }
    }
}

/// The legal moves of a position: captures where there are any, otherwise steps by direction.
#[derive(Clone, Debug)]
pub struct Moves<const ROW: u32> {
    steps: [u64; DIRECTIONS],
    captures: Captures,
    next: usize,
}

impl<const ROW: u32> Moves<ROW> {
    fn none() -> Self {
        Moves { steps: [0; DIRECTIONS], captures: Captures::new(), next: 0 }
    }
}

impl<const ROW: u32> Iterator for Moves<ROW> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        for (direction, steps) in self.steps.iter_mut().enumerate() {
            if *steps != 0 {
                let from = *steps & steps.wrapping_neg();
                *steps &= *steps - 1;
                let to = Grid::<ROW>::shifted(from, direction);
                return Some(Move {
                    from: from.trailing_zeros() as u8,
                    to: to.trailing_zeros() as u8,
                    captured: 0,
                });
            }
        }
        let capture = self.captures.get(self.next).copied();
        self.next += 1;
        capture
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let steps: u32 = self.steps.iter().map(|steps| steps.count_ones()).sum();
        let left = steps as usize + self.captures.len().saturating_sub(self.next);
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl<const ROW: u32> ExactSizeIterator for Moves<ROW> {}

impl<const ROW: u32, const LOSE: bool> TurnBased for Checkers<ROW, LOSE> {
    type State = Position<ROW>;
    type Move = Move;
    type Moves = Moves<ROW>;

    fn initial(&self) -> Position<ROW> {
        Position::START
    }

    #[inline]
    fn moves(&self, state: &Position<ROW>) -> Moves<ROW> {
        if state.quiet >= self.draw_after { Moves::none() } else { state.moves() }
    }

    #[inline]
    fn apply(&self, state: &Position<ROW>, action: Move) -> Position<ROW> {
        state.after(action)
    }

    #[inline]
    fn mover(&self, state: &Position<ROW>) -> Side {
        state.mover
    }

    #[inline]
    fn turn(&self, state: &Position<ROW>) -> Turn {
        if !state.can_move() {
            let winner = if LOSE { state.mover } else { state.mover.other() };
            Turn::End(Outcome::Win(winner))
        } else if state.quiet >= self.draw_after {
            Turn::End(Outcome::Draw)
        } else {
            Turn::Player(state.mover)
        }
    }

    /// Whoever must capture is forced, and whoever has a single move.
    #[inline]
    fn is_forced(&self, state: &Position<ROW>) -> bool {
        let count = |sets: [u64; DIRECTIONS]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
        state.quiet < self.draw_after && (any(state.jumps()) || count(state.steps()) == 1)
    }

    fn move_text(&self, state: &Position<ROW>, action: Move) -> String {
        moves::move_text(state, action)
    }

    fn parse_move(&self, state: &Position<ROW>, text: &str) -> Result<Move, String> {
        if let Turn::End(_) = self.turn(state) {
            return Err(moves::MoveError::Over.to_string());
        }
        moves::parse_move(state, text).map_err(|error| error.to_string())
    }

    fn state_text(&self, state: &Position<ROW>) -> String {
        fen::state_text(state)
    }

    fn parse_state(&self, text: &str) -> Result<Position<ROW>, String> {
        fen::parse_state(text).map_err(|error| error.to_string())
    }
}

/// The end of a game from the initial position in which both sides choose uniformly among their moves.
pub fn random_playout<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    stream: &mut Stream,
) -> Position<ROW> {
    let mut position = Position::START;
    loop {
        let mut moves = game.moves(&position);
        if moves.len() == 0 {
            return position;
        }
        let chosen = stream.random_range(0..moves.len() as u32) as usize;
        position = position.after(moves.nth(chosen).expect("fewer than the number of moves"));
    }
}
