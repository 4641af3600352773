//! FreeCell: bring all cards home, suit by suit from the ace up, by way of cascades and cells.

pub mod cards;
pub mod deal;
pub mod features;
pub mod heuristics;
pub mod moves;
pub mod replay;
pub mod rules;
pub mod solution;

#[cfg(test)]
mod tests;

pub use cards::Card;
pub use deal::{Deal, DealError, Layout};
pub use moves::{FreeCell, Unit};
pub use rules::{Move, Place, Position};
pub use solution::Solution;
