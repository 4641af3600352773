//! The rules of Senet as a turn-based game: throws of the sticks are moves of chance, and a turn has as many moves of
//! pieces as throws.

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use rand::RngExt;

use super::board::Board;
use super::notation;

/// After so many turns nobody has won.
pub const LONGEST: u16 = 500;

/// How many of the sixteen ways in which four sticks fall make a throw of 1 to 5.
pub const WAYS: [u8; 5] = [4, 6, 4, 1, 1];

/// When pieces go back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backward {
    /// Once no throw that is left can be used forward.
    #[default]
    Turn,
    /// By each throw that cannot be used forward.
    Throw,
}

/// Senet as Ferrer and Martin state it, after Kendall.
#[derive(Clone, Copy, Debug, Default)]
pub struct Senet {
    /// When pieces go back.
    pub backward: Backward,
}

/// Throws of a turn that are not used yet: how many there are of 1 to 5, a byte each from the lowest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Throws(u64);

impl Throws {
    /// Whether all are used.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are of one.
    #[inline(always)]
    pub fn count(self, throw: u32) -> u8 {
        (self.0 >> (8 * (throw - 1))) as u8
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        (1..=5).map(|throw| u32::from(self.count(throw))).sum()
    }

    /// The different ones.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = u32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = if left == 0 { None } else { Some(left.trailing_zeros() / 8) }?;
            left &= !(0xff << (8 * at));
            Some(at + 1)
        })
    }

    /// With one more; a turn of 255 equal throws does not happen, since three of eight throws end it, and has no room for
    /// another.
    #[inline(always)]
    pub fn with(self, throw: u32) -> Self {
        Throws(self.0 + (u64::from(self.count(throw) < u8::MAX) << (8 * (throw - 1))))
    }

    /// With one of those that there are less.
    #[inline(always)]
    fn without(self, throw: u32) -> Self {
        Throws(self.0 - (1 << (8 * (throw - 1))))
    }

    /// All of them as one number.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        self.0
    }
}

/// How a piece was moved, for who asks what a move was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// The house it left.
    pub from: u8,
    /// How far it went, negative if back.
    pub distance: i8,
    /// Among how many moves it was chosen.
    pub choices: u8,
}

/// A position. [`Side::First`] has the cones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board as the player sees it whose turn it is.
    pub board: Board,
    /// Whose turn it is.
    pub mover: Side,
    /// What was thrown and is not used yet.
    pub throws: Throws,
    /// Whether the sticks are thrown next.
    pub is_throwing: bool,
    /// Turns that are over.
    pub turn: u16,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The sticks show 1 to 5.
    Throw(u8),
    /// A piece moves.
    Move {
        /// From this house.
        from: u8,
        /// By this throw.
        throw: u8,
        /// Whether it goes back.
        back: bool,
    },
    /// No throw that is left can be used: the turn is over.
    Pass,
}

impl Position {
    /// Whether the player who moved last has borne off all pieces.
    #[inline(always)]
    pub fn is_won(&self) -> bool {
        self.board.opp == 0
    }

    /// The other player's turn.
    #[inline(always)]
    fn handed_over(self, board: Board) -> Position {
        Position {
            board: board.flipped(),
            mover: self.mover.other(),
            throws: Throws::default(),
            is_throwing: true,
            turn: self.turn + 1,
        }
    }

    /// After whatever happens.
    #[inline(always)]
    pub fn after(self, action: Action) -> Position {
        match action {
            Action::Throw(throw) => self.thrown(u32::from(throw)),
            Action::Move { from, throw, back } => self.moved(u32::from(from), u32::from(throw), back),
            Action::Pass => self.handed_over(self.board),
        }
    }

    /// After a move of the piece in house `from` by a throw.
    #[inline(always)]
    pub fn moved(self, from: u32, throw: u32, back: bool) -> Position {
        let distance = if back { -(throw as i32) } else { throw as i32 };
        let board = self.board.moved(from, distance);
        let throws = self.throws.without(throw);
        if throws.is_empty() || board.own == 0 {
            return self.handed_over(board);
        }
        Position { board, throws, ..self }
    }

    /// After the sticks showed `throw`.
    #[inline(always)]
    pub fn thrown(self, throw: u32) -> Position {
        if self.throws.is_empty() && self.board.is_drowned() {
            return self.handed_over(self.board.rescued(throw));
        }
        Position { throws: self.throws.with(throw), is_throwing: matches!(throw, 1 | 4 | 5), ..self }
    }
}

/// What can happen in a position, one after the other: by throw, and from the rear to the front.
#[derive(Clone, Debug)]
pub enum Moves {
    /// The sticks are thrown.
    Throws(std::ops::RangeInclusive<u8>),
    /// Houses of pieces that can move, a row a throw; the first throw that has some is next.
    Pieces {
        /// By throw.
        houses: [u32; 5],
        /// Whether they go back.
        back: [bool; 5],
        /// The throw less one.
        at: usize,
    },
    /// Nothing can move.
    Pass,
    /// The game is over, or all was said.
    Nothing,
}

impl Iterator for Moves {
    type Item = Action;

    #[inline(always)]
    fn next(&mut self) -> Option<Action> {
        match self {
            Moves::Throws(left) => left.next().map(Action::Throw),
            Moves::Pieces { houses, back, at } => {
                while houses[*at] == 0 {
                    *at += 1;
                    if *at == houses.len() {
                        *self = Moves::Nothing;
                        return None;
                    }
                }
                let from = houses[*at].trailing_zeros() as u8;
                houses[*at] &= houses[*at] - 1;
                Some(Action::Move { from, throw: *at as u8 + 1, back: back[*at] })
            }
            Moves::Pass => {
                *self = Moves::Nothing;
                Some(Action::Pass)
            }
            Moves::Nothing => None,
        }
    }

    /// Whole rows are passed over at once.
    #[inline(always)]
    fn nth(&mut self, mut count: usize) -> Option<Action> {
        if let Moves::Pieces { houses, at, .. } = self {
            while *at + 1 < houses.len() && count >= houses[*at].count_ones() as usize {
                count -= houses[*at].count_ones() as usize;
                *at += 1;
            }
            for _ in 0..count {
                houses[*at] &= houses[*at].wrapping_sub(1);
            }
            return self.next();
        }
        (0..count).try_for_each(|_| self.next().map(drop))?;
        self.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = match self {
            Moves::Throws(left) => left.len(),
            Moves::Pieces { houses, .. } => houses.iter().map(|row| row.count_ones() as usize).sum(),
            Moves::Pass => 1,
            Moves::Nothing => 0,
        };
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

impl Senet {
    /// The moves of pieces, after the sticks were thrown.
    #[inline(always)]
    pub fn moves_of_pieces(&self, position: &Position) -> Moves {
        let (mut houses, mut back) = ([0; 5], [false; 5]);
        let mut any = 0;
        for throw in position.throws.each() {
            let at = throw as usize - 1;
            houses[at] = position.board.forward(throw);
            any |= houses[at];
        }
        if any == 0 || self.backward == Backward::Throw {
            for throw in position.throws.each() {
                let at = throw as usize - 1;
                if houses[at] == 0 {
                    houses[at] = position.board.backward(throw);
                    back[at] = true;
                    any |= houses[at];
                }
            }
        }
        if any == 0 { Moves::Pass } else { Moves::Pieces { houses, back, at: 0 } }
    }
}

/// A throw of four sticks, each of which falls either way.
#[inline(always)]
pub fn throw(rng: &mut Stream) -> u32 {
    // Three marked sides count 1, two 2, one 3, none 4, all 5, as the studio shows them.
    const OF_STICKS: [u32; 16] = [4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 5];
    OF_STICKS[rng.random_range(0..16u32) as usize]
}

impl TurnBased for Senet {
    type State = Position;
    type Move = Action;
    type Moves = Moves;

    const HAS_CHANCE: bool = true;

    /// Who threw the first 1 has the cones, may use it and throws once more.
    fn initial(&self) -> Position {
        Position {
            board: Board::START,
            mover: Side::First,
            throws: Throws::default().with(1),
            is_throwing: true,
            turn: 0,
        }
    }

    fn moves(&self, position: &Position) -> Moves {
        if position.is_won() || position.turn >= LONGEST {
            Moves::Nothing
        } else if position.is_throwing {
            Moves::Throws(1..=5)
        } else {
            self.moves_of_pieces(position)
        }
    }

    fn apply(&self, position: &Position, action: Action) -> Position {
        position.after(action)
    }

    fn mover(&self, position: &Position) -> Side {
        position.mover
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.is_won() {
            Turn::End(Outcome::Win(position.mover.other()))
        } else if position.turn >= LONGEST {
            Turn::End(Outcome::Draw)
        } else if position.is_throwing {
            Turn::Chance
        } else {
            Turn::Player(position.mover)
        }
    }

    fn likelihood(&self, _position: &Position, outcome: Action) -> f64 {
        match outcome {
            Action::Throw(throw) => f64::from(WAYS[usize::from(throw) - 1]) / 16.0,
            Action::Move { .. } | Action::Pass => 0.0,
        }
    }

    fn draw(&self, _position: &Position, rng: &mut Stream) -> Action {
        Action::Throw(throw(rng) as u8)
    }

    fn move_text(&self, _position: &Position, action: Action) -> String {
        notation::action_text(action)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Action, String> {
        let action = notation::parse_action(text).map_err(|error| error.to_string())?;
        match self.moves(position).any(|legal| legal == action) {
            true => Ok(action),
            false => Err(format!("`{text}` is no legal move here")),
        }
    }

    fn state_text(&self, position: &Position) -> String {
        notation::position_text(position)
    }

    fn parse_state(&self, text: &str) -> Result<Position, String> {
        notation::parse_position(text).map_err(|error| error.to_string())
    }
}

ludevo_search::tuned! {
    /// Plays a game in which both sides choose among their moves with equal chances; how many turns it took.
    pub fn random_playout(game: &Senet, rng: &mut Stream) -> u32 {
        let mut position = game.initial();
        while !position.is_won() && position.turn < LONGEST {
            if position.is_throwing {
                position = position.thrown(throw(rng));
                continue;
            }
            let mut moves = game.moves_of_pieces(&position);
            let count = moves.len();
            let chosen = if count == 1 { 0 } else { rng.random_range(0..count) };
            position = position.after(moves.nth(chosen).expect("one of them"));
        }
        u32::from(position.turn)
    }
}
