//! Backgammon without the doubling cube: roll two dice, move fifteen men around the board and off it, hit single men of
//! the other player on the way. Gammons count two points, backgammons three.

pub mod board;
pub mod notation;
pub mod plays;
pub mod pubeval;
mod pubeval_weights;
pub mod rules;

#[cfg(test)]
mod tests;

pub use board::Board;
pub use plays::{Dice, Play, Plays};
pub use rules::{Action, Backgammon, Position, random_playout};
