//! Why a row could not be measured, or kept.

use std::path::PathBuf;

use ludevo_arena::ReplayError;
use ludevo_game::game::GameError;
use ludevo_game::player_name::PlayerError;
use ludevo_runs::{ExperimentError, FolderError, RunError};
use thiserror::Error;

use crate::table::TableError;

/// Why a row could not be measured, or kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FigureError {
    /// A player that cannot be had, such as a champion that does not ship yet.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A game that cannot do what the row asks for.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The same, in its words.
    #[error("{0}")]
    Refused(String),
    /// An experiment that cannot be loaded.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A run that failed or cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A champion that says nothing about the line that the row is of.
    #[error("{champion} does not state `{key}`")]
    NotStated {
        /// The champion.
        champion: String,
        /// The line.
        key: String,
    },
    /// A run whose champion is not that of all its islands.
    #[error("the champion of {folder} is that of the other islands: {lost}")]
    LostIslands {
        /// The run.
        folder: PathBuf,
        /// What befell which.
        lost: String,
    },
    /// A recorded game that contradicts the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A table that cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Somebody asked to stop.
    #[error("stopped; the rows before are complete, and the same command goes on with runs")]
    Stopped,
    /// No threads to work on.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A file of kept rows that cannot be read or written.
    #[error(transparent)]
    File(#[from] FolderError),
    /// A file that is none of kept rows.
    #[error("{path} holds no kept rows: {source}")]
    NotKept {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

impl FigureError {
    /// Whether the row cannot be measured as things are, for example because its champion does not ship yet. The work has
    /// not failed then, and other rows can be measured.
    pub fn is_of_the_row(&self) -> bool {
        match self {
            FigureError::Run(RunError::Folder(FolderError::Io { .. })) => false,
            FigureError::Run(RunError::Game { source, .. }) => !matches!(**source, GameError::Failed(_)),
            FigureError::Player(_)
            | FigureError::Game(_)
            | FigureError::Refused(_)
            | FigureError::Experiment(_)
            | FigureError::Run(_)
            | FigureError::NotStated { .. } => true,
            _ => false,
        }
    }
}
