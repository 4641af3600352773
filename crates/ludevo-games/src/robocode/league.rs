//! A league: every robot meets every other, in the simulator or in the real engine.

use std::sync::Arc;

use ludevo_random::{Purpose, stream};
use rand::RngExt;
use rayon::prelude::*;

use super::contest::fight;
use super::engine::{Engine, EngineError};
use super::players::Contestant;
use super::score::Score;

/// A robot's line in the table of a league.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The robot.
    pub name: String,
    /// 1000 times the mean of its fractional scores against each other robot, less one half.
    pub rating: f64,
    /// Its points against all of them together.
    pub score: Score,
}

/// Where battles are fought.
#[derive(Clone, Copy)]
pub enum Arena<'a> {
    /// In the simulator.
    Simulator,
    /// In the real engine.
    Engine(&'a Engine),
}

/// Plays the league; the strongest comes first. `watch` hears how many battles are done.
pub fn play(
    robots: &[Contestant],
    rounds: u32,
    seed: u64,
    arena: Arena<'_>,
    watch: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Standing>, EngineError> {
    let pairs: Vec<(usize, usize)> =
        (0..robots.len()).flat_map(|one| (one + 1..robots.len()).map(move |two| (one, two))).collect();
    let battle = |(slot, (one, two)): (usize, &(usize, usize))| {
        let seed: i64 = stream(seed, Purpose::Match, 0, slot as u64).random();
        let both = [&robots[*one], &robots[*two]];
        let scores = match arena {
            Arena::Simulator => Ok(fight(&both.map(|robot| Arc::clone(&robot.program)), rounds, seed)),
            // The engine's own seeds are positive.
            Arena::Engine(engine) => {
                let entrants = both.map(|robot| robot.entrant(None));
                engine
                    .battle(&entrants, rounds, seed.wrapping_abs() >> 16, false)
                    .map(|outcome| outcome.scores)
            }
        };
        watch(slot);
        scores
    };
    let scores: Vec<Vec<Score>> = match arena {
        Arena::Simulator => {
            pairs.par_iter().enumerate().map(|(slot, pair)| battle((slot, pair))).collect::<Result<_, _>>()?
        }
        Arena::Engine(_) => pairs.iter().enumerate().map(battle).collect::<Result<_, _>>()?,
    };
    let mut standings: Vec<Standing> = robots
        .iter()
        .map(|robot| Standing { name: robot.name.clone(), rating: 0.0, score: Score::default() })
        .collect();
    let others = robots.len().saturating_sub(1).max(1) as f64;
    for ((one, two), scores) in pairs.iter().zip(&scores) {
        let share = fraction(&scores[0], &scores[1]);
        for (robot, score, share) in [(*one, &scores[0], share), (*two, &scores[1], 1.0 - share)] {
            standings[robot].score.add(score);
            standings[robot].rating += 1000.0 * (share - 0.5) / others;
        }
    }
    standings.sort_by(|one, two| two.rating.total_cmp(&one.rating));
    Ok(standings)
}

/// The fractional score of the first; one half where nobody has points.
pub fn fraction(one: &Score, two: &Score) -> f64 {
    let sum = one.total() + two.total();
    if sum == 0.0 { 0.5 } else { one.total() / sum }
}
