//! Senet, the game of the ancient Egyptians: throw four sticks, bring seven pieces along thirty houses and off the board,
//! trade places with pieces that stand alone, and mind the water.

pub mod board;
pub mod features;
pub mod hand;
pub mod language;
pub mod notation;
pub mod player;
pub mod rules;
mod setup;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;

pub use board::Board;
pub use rules::{Action, Position, Senet, Step, Throws, random_playout};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &ludevo_game::board::BoardGame(Senet { backward: rules::Backward::Turn });
