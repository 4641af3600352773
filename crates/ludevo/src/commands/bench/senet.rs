//! The rates of Senet.

use std::hint::black_box;

use ludevo_random::{Purpose, stream};
use ludevo_senet::{Senet, random_playout};

use super::others::Other;
use super::{Rate, backgammon, beside};
use crate::failure::Failure;

/// Random games beside those of backgammon, the other game with a chance in every turn.
pub(super) fn playouts() -> Result<Vec<Rate>, Failure> {
    let ours = |round: u64, games: u64| {
        let mut rng = stream(1, Purpose::Sampling, 1, round);
        for _ in 0..games {
            black_box(random_playout(&Senet::default(), &mut rng));
        }
    };
    let backgammon = Other { name: "backgammon's", play: Some(backgammon::play_random_games) };
    Ok(vec![beside("senet, random games, one core", 600, ours, &backgammon)])
}
