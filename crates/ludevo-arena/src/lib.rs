//! Players, matches, records of games, and statistics.

pub mod effort;
pub mod game;
pub mod matches;
pub mod opening;
pub mod player;
pub mod record;
pub mod stats;

#[cfg(test)]
mod nim;

pub use effort::{Effort, EffortPerTurn};
pub use game::{Played, play};
pub use matches::{Match, MatchError, MatchResult, Watch};
pub use opening::{Opening, random_opening};
pub use player::{MakePlayer, Player, RandomPlayer};
pub use record::{Ending, Names, Record, Replay, ReplayError};
