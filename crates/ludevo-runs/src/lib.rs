//! Experiment files, run folders and what is in them, the index of runs, and reports.

pub mod champions;
pub mod compare;
mod error;
pub mod folder;
pub mod index;
pub mod load;
pub mod reference;
pub mod report;
pub mod runner;
mod split;

pub use folder::{Folder, FolderError, RunResult, Timing, runs_folder, write_whole};
pub use index::{Filter, Index, IndexError, RunEntry};
pub use load::{Document, ExperimentError, Loaded, Place, load};
pub use runner::{Destination, Observer, RunError, RunLimits, RunOutcome, Runner, Why};
pub use split::Split;

/// The version of Ludevo, as it is written into files.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
