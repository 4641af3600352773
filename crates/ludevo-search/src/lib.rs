//! The rules a game must state, and search over them.

pub mod alphabeta;
pub mod perft;
pub mod processor;
pub mod puzzle;
pub mod rules;
