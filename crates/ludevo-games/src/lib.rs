//! The games: for each one its rules, its language and its opponents.

#[cfg(test)]
mod conformance;
pub mod reversi;
