//! Boards that are bred to be hard.

mod contest;
mod genome;
mod settings;
mod species;

pub(crate) use genome::BoardGenome;

pub use contest::{BoardContest, Entrant, Hardness, Judge, Nodes, Proved};
pub use settings::{BoardSettings, ClimbSettings, MutationSettings, Start, WorthBy};
pub use species::Boards;

#[cfg(test)]
mod tests;
