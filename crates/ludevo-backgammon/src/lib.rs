//! Backgammon without the doubling cube: roll two dice, move fifteen men around the board and off it, hit single men of
//! the other player on the way. Gammons count two points, backgammons three.

pub mod board;
pub mod evolved;
pub mod features;
pub mod gnubg;
pub mod language;
pub mod notation;
pub mod plays;
pub mod pubeval;
mod pubeval_weights;
pub mod race;
pub mod rules;
pub mod school;
pub mod settings;
mod setup;
pub mod teacher;
mod variance;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;

pub use board::Board;
pub use plays::{Dice, Play, Plays};
pub use rules::{Action, Backgammon, Position, random_playout};
pub use setup::player;

/// The game as the registry takes it.
pub static GAME: &dyn Game = &ludevo_game::board::BoardGame(Backgammon);
