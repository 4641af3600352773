//! Rush Hour: vehicles on a square, each in a line of its own, and one that wants out.

pub mod board;
pub mod breeding;
pub mod component;
pub mod guide;
pub mod heuristics;
pub mod language;
pub mod paper;
mod places;
pub mod rules;
pub mod sets;
mod setup;
pub mod solver;
pub mod survey;
pub mod view;

#[cfg(test)]
mod tests;

use ludevo_game::game::Game;
use ludevo_game::puzzle::SearchedPuzzle;

pub use board::{Board, BoardError, Vehicle};
pub use component::{Analyst, Component};
pub use heuristics::Blockers;
pub use rules::{Lot, Metric, RushHour, Slide};

/// The game as the registry takes it.
pub static GAME: &dyn Game = &SearchedPuzzle(setup::Entry);
