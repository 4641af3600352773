//! Races of one car: how a driver does alone on a track.

use ludevo_arena::stats::{Moments, of_mean};

use crate::car::{Command, STEP};
use crate::dice::Dice;
use crate::drivers::Driver;
use crate::race::{Race, Rules};
use crate::sight::PortableRace;
use crate::track::Track;

/// How a race of one car came out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Seconds from the start on the grid to the line after the last lap; nothing if the car did not get there.
    pub time: Option<f64>,
    /// Feet of progress along the track, from the start on the grid.
    pub feet: f64,
    /// Damage at the end.
    pub damage: i64,
    /// Seconds of the fastest lap.
    pub best_lap: Option<f64>,
    /// Laps done.
    pub laps: i64,
}

impl Outcome {
    /// The points of a duel against the clock: whoever finishes beats whoever does not, the faster one the slower; where
    /// nobody finishes, the farther one wins.
    pub fn against(&self, other: &Outcome) -> f64 {
        let better = |one: f64, two: f64| if one == two { 0.5 } else { f64::from(u8::from(one > two)) };
        match (self.time, other.time) {
            (Some(own), Some(theirs)) => better(-own, -theirs),
            (Some(_), None) => 1.0,
            (None, Some(_)) => 0.0,
            (None, None) => better(self.feet, other.feet),
        }
    }
}

/// When a race of one car ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Laps to be driven; a race without an end by laps goes on for [`Limits::seconds`].
    pub laps: Option<i64>,
    /// Seconds after which it ends in any case.
    pub seconds: f64,
}

impl Limits {
    /// So many laps, and time enough for a car that makes 30 feet a second.
    pub fn laps(laps: i64, track: &Track) -> Self {
        Limits { laps: Some(laps), seconds: 60.0 + laps as f64 * track.length / 30.0 }
    }
}

/// A car that stands is out after so many seconds without getting farther.
const PATIENCE: f64 = 8.0;
/// A car that moves, but in circles, is out after so many.
const LAST_PATIENCE: f64 = 30.0;

/// Progress of a car along the track, whichever way it drives: the sum of what it went, and the most that it came to.
///
/// The distance from the line is no measure: a car that turns round and crosses the line backwards has almost a whole
/// lap of it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    last: f64,
    sum: f64,
    /// Feet from where it started, at the farthest.
    pub most: f64,
}

impl Progress {
    /// A car that starts at this distance from the line.
    pub fn from(distance: f64) -> Self {
        Progress { last: distance, sum: 0.0, most: 0.0 }
    }

    /// The car is now at this distance from the line; whether that is farther than ever.
    pub fn at(&mut self, distance: f64, length: f64) -> bool {
        let mut step = distance - self.last;
        if step > length / 2.0 {
            step -= length;
        } else if step < -length / 2.0 {
            step += length;
        }
        self.last = distance;
        self.sum += step;
        let is_farther = self.sum > self.most;
        if is_farther {
            self.most = self.sum;
        }
        is_farther
    }
}

/// Lets a driver race alone, from the front of the grid. `watch` sees the race after each observation.
pub fn drive<D: Driver + ?Sized>(
    track: &Track,
    driver: &mut D,
    limits: Limits,
    noise: bool,
    seed: u32,
    mut watch: impl FnMut(&PortableRace<'_>, Command),
) -> Outcome {
    let dice = if noise { Dice::seeded(seed) } else { Dice::unseeded() };
    let rules = Rules { noise, ..Rules::over(limits.laps.unwrap_or(i64::MAX)) };
    let mut race: PortableRace<'_> = Race::alone(track, rules, dice);
    let mut progress: Option<Progress> = None;
    let mut since = 0.0;
    while race.time < limits.seconds {
        race.observe();
        let seen = race.cars[0].seen;
        let progress = progress.get_or_insert_with(|| Progress::from(seen.distance));
        since = if progress.at(seen.distance, track.length) { 0.0 } else { since + STEP };
        let is_stuck = since > LAST_PATIENCE || (since > PATIENCE && seen.speed < 1.0);
        let is_out = !race.asks(0) || race.cars[0].is_done || is_stuck;
        if is_out {
            break;
        }
        let command = driver.drive(&race, 0);
        watch(&race, command);
        race.command(0, command);
        race.advance();
    }
    let car = &race.cars[0];
    let crossing =
        |laps: i64| race.crossings.iter().find(|crossing| crossing.laps == laps).map(|one| one.time);
    let lap_times = (1..=car.laps).filter_map(|lap| Some(crossing(lap)? - crossing(lap - 1)?));
    Outcome {
        time: limits.laps.and_then(crossing),
        feet: progress.map_or(0.0, |progress| progress.most),
        damage: car.damage,
        best_lap: lap_times.min_by(f64::total_cmp),
        laps: car.laps,
    }
}

/// Several races of one driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many.
    pub races: usize,
    /// How many of them were not finished; the times are those of the others.
    pub unfinished: usize,
    /// Mean time.
    pub mean: Option<f64>,
    /// Standard deviation of the times.
    pub deviation: f64,
    /// Where the mean lies with 95 % confidence.
    pub interval: Option<(f64, f64)>,
    /// The best time.
    pub best: Option<f64>,
    /// Mean damage of all races.
    pub damage: f64,
    /// Mean progress of all races, in feet.
    pub feet: f64,
}

impl Summary {
    /// What races came to.
    pub fn of(outcomes: &[Outcome]) -> Self {
        let times: Vec<f64> = outcomes.iter().filter_map(|outcome| outcome.time).collect();
        let mut moments = Moments::default();
        times.iter().for_each(|time| moments.push(*time));
        let of_all =
            |part: fn(&Outcome) -> f64| outcomes.iter().map(part).sum::<f64>() / outcomes.len().max(1) as f64;
        let interval = (times.len() > 1).then(|| of_mean(&moments, 0.95));
        Summary {
            races: outcomes.len(),
            unfinished: outcomes.len() - times.len(),
            mean: (!times.is_empty()).then(|| moments.mean()),
            deviation: moments.standard_deviation(),
            interval: interval.map(|interval| (interval.low, interval.high)),
            best: times.iter().copied().min_by(f64::total_cmp),
            damage: of_all(|outcome| outcome.damage as f64),
            feet: of_all(|outcome| outcome.feet),
        }
    }
}
