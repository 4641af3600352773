//! Robots written in Java, made ready for the simulator: a small part of the language, the calls of Robocode, no more.
//!
//! The real engine runs the very same source, so a robot has one description.

mod compile;
mod expression;
mod library;
mod token;

use thiserror::Error;

pub use compile::compile;

/// Why a robot's source cannot be run in the simulator.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {problem}")]
pub struct JavaError {
    /// The line of the source.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// How many semicolons a source has beside those of its package and its imports: a HaikuBot has at most four.
pub fn semicolons(source: &str) -> usize {
    let counted = |line: &&str| {
        let line = line.trim_start();
        !(line.starts_with("import ") || line.starts_with("package "))
    };
    source.lines().filter(counted).map(|line| line.matches(';').count()).sum()
}
