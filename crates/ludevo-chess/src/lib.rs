//! Chess, and the endgames of chess that programs are bred to play.

mod features;
pub mod fen;
mod hand;
pub mod language;
pub mod material;
pub mod notation;
pub mod pgn;
mod pieces;
pub mod position;
pub mod rules;
mod setup;
mod stages;
pub mod tables;
pub mod uci;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;

pub use position::{Drawn, Position};
pub use rules::{Chess, Moves, STANDARD, perft};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &ludevo_game::board::BoardGame(STANDARD);
