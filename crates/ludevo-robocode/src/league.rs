//! A league: every robot meets every other, in the simulator or in the real engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, lead, mean};
use ludevo_random::{Purpose, stream};
use rand::RngExt;
use rayon::prelude::*;

use super::contest::fight;
use super::engine::{Engine, EngineError, EngineRobot};
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

/// A robot's line over several leagues of the same robots, each with another seed.
#[derive(Clone, Debug)]
pub struct Overall {
    /// The robot.
    pub name: String,
    /// Its rating in each league, in their order.
    pub ratings: Vec<f64>,
    /// Its points in all of them together.
    pub score: Score,
}

impl Overall {
    /// The mean of its ratings.
    pub fn rating(&self) -> f64 {
        mean(&self.ratings).unwrap_or(0.0)
    }

    /// How far it is ahead of another on average, league by league, and the 95 % interval of that where there are several.
    pub fn lead(&self, other: &Overall) -> (f64, Option<Interval>) {
        lead(&self.ratings, &other.ratings, CONFIDENCE)
    }
}

/// Leagues of the same robots together; the strongest comes first.
pub fn together(leagues: &[Vec<Standing>]) -> Vec<Overall> {
    let names = leagues.first().into_iter().flatten().map(|standing| &standing.name);
    let overall = |name: &String| {
        let mut line = Overall { name: name.clone(), ratings: Vec::new(), score: Score::default() };
        for standing in leagues.iter().flatten().filter(|standing| standing.name == *name) {
            line.ratings.push(standing.rating);
            line.score.add(&standing.score);
        }
        line
    };
    let mut lines: Vec<Overall> = names.map(overall).collect();
    lines.sort_by(|one, two| two.rating().total_cmp(&one.rating()));
    lines
}

/// Where battles are fought.
#[derive(Clone, Copy)]
pub enum Arena<'a> {
    /// In the simulator.
    Simulator,
    /// In the real engine.
    Engine(&'a Engine),
}

/// How many battles the real engine fights at a time. It waits up to ten seconds in every round for robots that do not
/// end their first turn by themselves, so more than there are cores go well side by side.
const SIDE_BY_SIDE: usize = 12;

/// Plays the league unless `stop` is set before its end; the strongest comes first. `watch` hears of each battle that is done.
pub fn play(
    robots: &[Contestant],
    rounds: u32,
    seed: u64,
    arena: Arena<'_>,
    watch: &(dyn Fn(usize) + Sync),
    stop: &AtomicBool,
) -> Result<Vec<Standing>, EngineError> {
    let pairs: Vec<(usize, usize)> =
        (0..robots.len()).flat_map(|one| (one + 1..robots.len()).map(move |two| (one, two))).collect();
    let seed_of = |slot: usize| -> i64 { stream(seed, Purpose::Match, 0, slot as u64).random() };
    let both = |(one, two): (usize, usize)| [&robots[one], &robots[two]];
    let is_stopped = || stop.load(Ordering::Relaxed);
    let scores: Vec<Vec<Score>> = match arena {
        Arena::Simulator => {
            let battle = |(slot, pair): (usize, &(usize, usize))| {
                if is_stopped() {
                    return Err(EngineError::Stopped);
                }
                let programs = both(*pair).map(|robot| Arc::clone(&robot.program));
                let scores = fight(&programs, rounds, seed_of(slot));
                watch(slot);
                Ok(scores)
            };
            pairs.par_iter().enumerate().map(battle).collect::<Result<_, _>>()?
        }
        Arena::Engine(engine) => {
            // Dice of their own for robots that throw them, the same in every league with this seed.
            let dice = |robot: usize| stream(seed, Purpose::Match, 1, robot as u64).random();
            let entrants: Vec<EngineRobot> =
                robots.iter().enumerate().map(|(number, robot)| robot.entrant(Some(dice(number)))).collect();
            let battle = |engine: &Engine, slot: usize| {
                let (one, two) = pairs[slot];
                // The engine's own seeds are positive.
                let seed = seed_of(slot).wrapping_abs() >> 16;
                let outcome =
                    engine.battle(&[entrants[one].clone(), entrants[two].clone()], rounds, seed, false);
                watch(slot);
                // The engine hears Ctrl-C too, and ends in the middle of a battle.
                if is_stopped() { Err(EngineError::Stopped) } else { Ok(outcome?.scores) }
            };
            side_by_side(engine, &entrants, pairs.len(), &battle)?
        }
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

/// What `battle` says of each slot, several at a time, each in an engine of its own.
fn side_by_side(
    engine: &Engine,
    entrants: &[EngineRobot],
    slots: usize,
    battle: &(impl Fn(&Engine, usize) -> Result<Vec<Score>, EngineError> + Sync),
) -> Result<Vec<Vec<Score>>, EngineError> {
    for entrant in entrants {
        engine.enter(entrant)?;
    }
    let engines = (0..SIDE_BY_SIDE.min(slots)).map(|_| engine.copy()).collect::<Result<Vec<_>, _>>()?;
    let waiting = Mutex::new(0..slots);
    let waiting = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || waiting().next();
    let work = |engine: &Engine| {
        let mut scores = Vec::new();
        while let Some(slot) = next() {
            let of_both = battle(engine, slot).inspect_err(|_| {
                // Nobody needs the battles that are left.
                *waiting() = slots..slots;
            })?;
            scores.push((slot, of_both));
        }
        Ok::<_, EngineError>(scores)
    };
    let parts: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = engines.iter().map(|engine| scope.spawn(move || work(engine))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a battle does not panic")).collect()
    });
    let mut scores = parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    scores.sort_by_key(|(slot, _)| *slot);
    Ok(scores.into_iter().map(|(_, scores)| scores).collect())
}

/// The fractional score of the first; one half where nobody has points.
pub fn fraction(one: &Score, two: &Score) -> f64 {
    let sum = one.total() + two.total();
    if sum == 0.0 { 0.5 } else { one.total() / sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league(ratings: &[(&str, f64)]) -> Vec<Standing> {
        let standing = |(name, rating): &(&str, f64)| {
            let score = Score { survival: 50.0, ..Score::default() };
            Standing { name: (*name).to_owned(), rating: *rating, score }
        };
        ratings.iter().map(standing).collect()
    }

    /// `b` wins the first league by much and loses two by little: one league says nothing about who is ahead.
    #[test]
    fn several_leagues_rank_by_their_mean_and_say_by_how_much_league_by_league() {
        let leagues = [
            league(&[("b", 30.0), ("a", 10.0), ("c", -40.0)]),
            league(&[("a", 20.0), ("b", 19.0), ("c", -39.0)]),
            league(&[("a", 27.0), ("b", 26.0), ("c", -53.0)]),
        ];
        let lines = together(&leagues);
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["b", "a", "c"]);
        assert_eq!(lines[0].ratings, [30.0, 19.0, 26.0], "in the order of the leagues");
        assert_eq!((lines[0].rating(), lines[1].rating()), (25.0, 19.0));
        assert_eq!(lines[0].score.survival, 150.0);
        let (lead, interval) = lines[0].lead(&lines[1]);
        let interval = interval.expect("there are several leagues");
        assert_eq!(lead, 6.0);
        // Student's interval of 20, -1 and -1: the deviation is the root of 147, over the root of 3, times 4.303.
        assert!((interval.low - (6.0 - 30.12)).abs() < 0.01 && (interval.high - 36.12).abs() < 0.01);
        assert!(interval.low < 0.0, "nobody is ahead");
        let (back, _) = lines[1].lead(&lines[0]);
        assert_eq!(back, -6.0);
        assert_eq!(
            together(&leagues[..1])[0].lead(&together(&leagues[..1])[1]).1,
            None,
            "one league has none"
        );
    }
}
