//! American checkers, and the two games made from it by a larger board and by turning round who wins.

pub mod bits;
pub mod features;
pub mod fen;
pub mod giveaway;
pub mod language;
pub mod moves;
pub mod opponents;
pub mod pdn;
pub mod rules;
mod setup;
pub mod view;

#[cfg(test)]
mod tests;

pub use rules::{Checkers, Checkers8, Checkers10, LoseCheckers, Move, Position, random_playout};
