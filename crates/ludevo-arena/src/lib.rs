//! Players, matches, records of games, and statistics.
//!
//! A [`Player`] chooses moves of any game that states its rules as [`ludevo_search::rules::TurnBased`]. A [`Match`]
//! plays two of them against each other on all threads, a [`RoundRobin`] any number; both give the same result on any
//! number of threads and, when stopped, an exact beginning of it. [`stats`] says what the results are worth:
//!
//! ```
//! use ludevo_arena::stats::{Tally, elo_of_score, wilson};
//!
//! let tally = Tally { wins: 60, draws: 10, losses: 30 };
//! let interval = wilson(&tally, 0.95);
//! assert_eq!(tally.score(), 0.65);
//! assert_eq!(format!("{:.3} to {:.3}", interval.low, interval.high), "0.553 to 0.736");
//! assert_eq!(format!("{:+.0} Elo", elo_of_score(tally.score())), "+108 Elo");
//! ```

pub mod effort;
pub mod game;
pub mod matches;
pub mod mcts;
pub mod opening;
pub mod player;
pub mod record;
pub mod stats;
pub mod tournament;

#[cfg(test)]
mod nim;

pub use effort::{Effort, EffortPerTurn};
pub use game::{Played, play};
pub use matches::{Advantages, Bout, Match, MatchError, MatchResult, Positions, Watch};
pub use mcts::MonteCarlo;
pub use opening::{Opening, random_opening};
pub use player::{MakePlayer, Player, PlayerFailed, RandomPlayer, SearchPlayer};
pub use record::{Ending, Names, Record, Replay, ReplayError};
pub use tournament::{RoundRobin, TournamentError, TournamentResult, TournamentWatch};
