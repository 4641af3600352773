//! The fifteen puzzle: tiles on sixteen cells, to be put in order in as few moves as possible.

pub mod bounds;
pub mod language;
mod setup;
pub mod solver;
pub mod tiles;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;
use ludevo_game::puzzle::SearchedPuzzle;

pub use solver::{Method, Solver};
pub use tiles::{Fifteen, Slide, Tiles, TilesError};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &SearchedPuzzle(setup::Entry);
