//! American checkers, and the two games made from it by a larger board and by turning round who wins.

pub mod bits;
pub mod features;
pub mod fen;
pub mod giveaway;
pub mod language;
pub mod moves;
pub mod opponents;
pub mod pdn;
pub mod rules;
mod setup;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::board::BoardGame;
use ludevo_game::game::Game;

pub use rules::{Checkers, Checkers8, Checkers10, LoseCheckers, Move, Position, random_playout};

/// American checkers as the registry takes it.
pub static CHECKERS: &dyn Game = &BoardGame(Checkers8::STANDARD);
/// Checkers in which who loses all men wins.
pub static LOSE_CHECKERS: &dyn Game = &BoardGame(LoseCheckers::STANDARD);
/// Checkers on ten by ten squares.
pub static CHECKERS10: &dyn Game = &BoardGame(Checkers10::STANDARD);
