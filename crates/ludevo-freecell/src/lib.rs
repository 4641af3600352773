//! FreeCell: bring all cards home, suit by suit from the ace up, by way of cascades and cells.

mod appraisal;
pub mod cards;
pub mod deal;
pub mod features;
pub mod genome;
pub mod heuristics;
pub mod moves;
pub mod policy;
pub mod replay;
pub mod rules;
mod sets;
mod setup;
pub mod solution;
pub mod solver;
mod table;
mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;
use ludevo_game::puzzle::SearchedPuzzle;

pub use cards::Card;
pub use deal::{Deal, DealError, Layout};
pub use moves::{FreeCell, Unit};
pub use rules::{Move, Place, Position};
pub use solution::Solution;
pub use solver::{Method, Solver};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &SearchedPuzzle(setup::Entry);
