//! What can be wrong with an experiment, said for the one who wrote it.

use std::sync::Arc;

use ludevo_game::registry::NoGame;
use ludevo_program::Nearest;
use thiserror::Error;

/// Where something was written: a file and line, or a setting of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, the built-in experiment, or the setting.
    pub source: Arc<str>,
    /// The line, counted from 1, where there is one.
    pub line: Option<u32>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}, line {line}", self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// Why an experiment could not be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// No such experiment.
    #[error(
        "{by}there is no experiment `{name}`{nearest}. \
         `ludevo experiments` lists all; a file works too"
    )]
    UnknownExperiment {
        /// What was asked for.
        name: String,
        /// The nearest that there is.
        nearest: Nearest,
        /// The place that asks for it, followed by a colon; empty for the command line.
        by: String,
    },
    /// A module that is no game.
    #[error("{by}{source}")]
    Game {
        /// The place that asks for it, followed by a colon; empty for the command line.
        by: String,
        /// What is wrong with it.
        source: NoGame,
    },
    /// A file that cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A text that is not TOML.
    #[error("{place}: {message}")]
    Syntax {
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// Experiments that inherit from each other.
    #[error("experiments inherit in a circle: {chain}")]
    Cycle {
        /// The chain, back to where it started.
        chain: String,
    },
    /// A key that says which experiment it is.
    #[error("--set {text}: `{key}` cannot be set; {instead}")]
    Fixed {
        /// What was asked for.
        text: String,
        /// The key.
        key: String,
        /// What to do instead.
        instead: &'static str,
    },
    /// An entry of a list that is not there.
    #[error("--set {text}: `{key}` is a list of {count}, whose entries are `{key}.0` and so on")]
    NoEntry {
        /// What was asked for.
        text: String,
        /// The list.
        key: String,
        /// How many entries it has.
        count: usize,
    },
    /// A section of the experiment in place of one of its keys.
    #[error("--set {text}: `{section}` is a section; set a key of it, such as `{section}.{key}`")]
    Section {
        /// What was asked for.
        text: String,
        /// The section.
        section: String,
        /// One of its keys.
        key: String,
    },
    /// A key that does not exist.
    #[error("{place}: `{key}` is not a setting{nearest}. Allowed: {allowed}")]
    UnknownKey {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// The nearest valid key.
        nearest: Nearest,
        /// All valid keys there.
        allowed: String,
    },
    /// A key that only another variant has.
    #[error("{place}: `{key}` has no meaning with `{with}`")]
    Pointless {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// The variant chosen.
        with: String,
    },
    /// A name that is not one of those allowed.
    #[error("{place}: `{key}` is `{value}`{nearest}. Allowed: {allowed}")]
    UnknownValue {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// What it says.
        value: String,
        /// The nearest valid name.
        nearest: Nearest,
        /// All valid names.
        allowed: String,
    },
    /// A value of the wrong type.
    #[error("{place}: `{key}` is {found}, expected {expected}")]
    Type {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A key that must be there.
    #[error("{place}: `{key}` is missing")]
    Missing {
        /// The table or file that lacks it.
        place: Place,
        /// The whole key.
        key: String,
    },
    /// A value out of its range.
    #[error("{place}: `{key}` is {value}, allowed is {allowed}")]
    Range {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// What it says.
        value: String,
        /// What it may say.
        allowed: String,
    },
    /// Anything else that is wrong with a value.
    #[error("{place}: `{key}`: {problem}")]
    Value {
        /// Where.
        place: Place,
        /// The whole key.
        key: String,
        /// What is wrong.
        problem: String,
    },
    /// A setting of the command line that is not KEY=VALUE.
    #[error("--set {text}: expected KEY=VALUE, such as evolution.population=200")]
    Setting {
        /// What was given.
        text: String,
    },
}
