//! Rush Hour: vehicles on a square, each in a line of its own, and one that wants out.

pub mod board;
pub mod component;
pub mod heuristics;
pub mod rules;

#[cfg(test)]
mod tests;

pub use board::{Board, BoardError, Vehicle};
pub use component::{Analyst, Component};
pub use heuristics::Blockers;
pub use rules::{Lot, Metric, RushHour, Slide};
