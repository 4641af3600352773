//! The games: for each one its rules, its language and its opponents.

pub mod backgammon;
pub mod board;
pub mod champion;
pub mod checkers;
#[cfg(test)]
mod conformance;
pub mod decode;
pub mod experiment;
mod forest_run;
pub mod freecell;
pub mod game;
pub mod library;
pub mod measurement;
pub mod player_name;
pub mod provenance;
pub mod registry;
pub mod reversi;
pub mod robocode;
pub mod scene;
mod shown;
pub mod words;
