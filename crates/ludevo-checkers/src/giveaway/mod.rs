//! Give-away checkers, which is lose checkers by another name, judged as Kusiak, Walędzik and Mańdziuk did in "Evolution
//! of heuristics for give-away checkers": by linear combinations of eleven features, in phases of the game.

mod boards;
mod duels;
pub mod factors;
mod generator;
mod genome;
pub mod heuristic;
mod run;
mod settings;
mod specimen;
mod temporal;

pub(super) use genome::Heuristics;

#[cfg(test)]
mod tests;
