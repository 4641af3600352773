//! What every game offers to commands and the studio, and the machinery that makes a game whole from its rules, its
//! language and its opponents.

mod ablation;
mod because;
pub mod board;
pub mod bred;
pub mod champion;
pub mod champions;
pub mod chances;
pub mod conformance;
pub mod decode;
pub mod document;
pub mod experiment;
pub mod fitting;
mod fixed;
pub mod game;
pub mod knowledge;
pub mod player_name;
pub mod portable;
pub mod provenance;
pub mod puzzle;
pub mod registry;
pub mod saved;
pub mod scene;
pub mod shown;
pub mod study;
pub mod why;
pub mod words;
