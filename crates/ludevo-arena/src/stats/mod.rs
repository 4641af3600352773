//! Statistics of games and samples, as pure functions.

mod elo;
mod interval;
mod rank;
mod rating;
mod sprt;
mod summary;
mod tally;

pub use elo::{elo_interval, elo_of_score, score_of_elo};
pub use interval::{
    Interval, bootstrap, difference_of_means, lead, normal_quantile_of, of_mean, of_median, of_scores,
    paired, share_of_points, wilson, wilson_of_score,
};
pub use rank::{MannWhitney, cliff, mann_whitney, vargha_delaney};
pub use rating::{PayoffTable, Rating, Ratings, bradley_terry};
pub use sprt::{Sprt, SprtState, SprtVerdict};
pub use summary::{Moments, mean, median, quantile, quantile_of_sorted};
pub use tally::{PairTally, PointTally, Tally};
