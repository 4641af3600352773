//! Give-away checkers, which is lose checkers by another name, judged as Kusiak, Walędzik and Mańdziuk did in "Evolution
//! of heuristics for give-away checkers": by linear combinations of eleven features, in phases of the game.

pub mod factors;
pub mod heuristic;

#[cfg(test)]
mod tests;
