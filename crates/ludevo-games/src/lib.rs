//! The games: for each one its rules, its language and its opponents.

pub mod board;
pub mod champion;
pub mod checkers;
#[cfg(test)]
mod conformance;
pub mod experiment;
pub mod game;
pub mod library;
pub mod measurement;
pub mod player_name;
pub mod registry;
pub mod reversi;
