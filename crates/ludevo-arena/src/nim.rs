//! A toy game for the tests of this crate: take one to three from a pile, the last to take wins; a truce after a
//! fixed number of plies is a draw.

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use crate::effort::Effort;
use crate::player::{Player, PlayerFailed, RandomPlayer};

pub(crate) struct Nim {
    pile: u8,
    truce: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pile {
    left: u8,
    ply: u8,
    mover: Side,
}

impl Nim {
    pub(crate) fn new(pile: u8) -> Nim {
        Nim { pile, truce: u8::MAX }
    }

    pub(crate) fn with_truce(pile: u8, truce: u8) -> Nim {
        Nim { pile, truce }
    }
}

impl TurnBased for Nim {
    type State = Pile;
    type Move = u8;
    type Moves = std::ops::Range<u8>;

    fn initial(&self) -> Pile {
        Pile { left: self.pile, ply: 0, mover: Side::First }
    }

    fn moves(&self, state: &Pile) -> Self::Moves {
        match self.turn(state) {
            Turn::Player(_) => 1..state.left.min(3) + 1,
            Turn::Chance | Turn::End(_) => 0..0,
        }
    }

    fn apply(&self, state: &Pile, action: u8) -> Pile {
        Pile { left: state.left - action, ply: state.ply + 1, mover: state.mover.other() }
    }

    fn mover(&self, state: &Pile) -> Side {
        state.mover
    }

    fn turn(&self, state: &Pile) -> Turn {
        if state.left == 0 {
            Turn::End(Outcome::Win(state.mover.other()))
        } else if state.ply >= self.truce {
            Turn::End(Outcome::Draw)
        } else {
            Turn::Player(state.mover)
        }
    }

    fn move_text(&self, _state: &Pile, action: u8) -> String {
        format!("take {action}")
    }

    fn state_text(&self, state: &Pile) -> String {
        format!("{} {:?} {}", state.left, state.mover, state.ply)
    }

    fn parse_state(&self, text: &str) -> Result<Pile, String> {
        let wrong = || format!("`{text}` is not a pile, a side and a ply");
        let mut words = text.split(' ');
        let left = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
        let mover = match words.next() {
            Some("First") => Side::First,
            Some("Second") => Side::Second,
            _ => return Err(wrong()),
        };
        let ply = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
        Ok(Pile { left, ply, mover })
    }
}

/// Leaves a multiple of four wherever it can, else plays at random. It claims one interior state a turn and a leaf
/// for each left in the pile.
#[derive(Default)]
pub(crate) struct Perfect {
    effort: Effort,
}

impl Player<Nim> for Perfect {
    fn choose(&mut self, game: &Nim, state: &Pile, rng: &mut Stream) -> Result<u8, PlayerFailed> {
        self.effort.interior += 1;
        self.effort.leaves += u64::from(state.left);
        match state.left % 4 {
            0 => RandomPlayer.choose(game, state, rng),
            taken => Ok(taken),
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
