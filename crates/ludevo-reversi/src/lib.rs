//! Reversi on 8x8, also called Othello: place a piece so that it encloses opposing pieces, and turn them over. Whoever
//! has more pieces when nobody can move wins.

pub mod bits;
pub mod features;
pub mod language;
pub mod notation;
pub mod opponents;
pub mod rules;
mod rust_reversi;
mod setup;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::board;
use ludevo_game::game::Game;

pub use rules::{Board, Place, Reversi, random_playout};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &board::BoardGame(Reversi);
