//! Experiment files, run folders and what is in them, the index of runs, and reports.

pub mod compare;
mod error;
pub mod folder;
pub mod index;
pub mod load;
pub mod report;
pub mod runner;

use ludevo_arena::stats::Tally;

pub use folder::{Folder, FolderError, RunResult, Timing, runs_folder, write_whole};
pub use index::{Filter, Index, IndexError, RunEntry};
pub use load::{Document, ExperimentError, Loaded, Place, load};
pub use runner::{Destination, Observer, RunError, RunLimits, RunOutcome, Runner, Why};

/// The version of Ludevo, as it is written into files.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Games that give this score. Intervals depend on nothing else.
pub(crate) fn tally_of(score: f64, games: usize) -> Tally {
    let halves = (score * games as f64 * 2.0).round() as u64;
    let (wins, draws) = (halves / 2, halves % 2);
    Tally { wins, draws, losses: (games as u64).saturating_sub(wins + draws) }
}
