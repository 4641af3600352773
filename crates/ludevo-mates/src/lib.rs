//! Mate problems of chess: whoever is to move mates in so many moves.

pub mod guide;
pub mod language;
pub mod meter;
pub mod paper;
pub mod plain;
pub mod problem;
pub mod programs;
pub mod proof_numbers;
pub mod scored;
pub mod sets;
mod setup;
pub mod solver;
pub mod survey;
pub mod table;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;
use ludevo_game::puzzle::SearchedPuzzle;

pub use problem::{Problem, ProblemError};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &SearchedPuzzle(setup::Entry);
