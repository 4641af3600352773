//! Entries for races whose figures are times and places.

use ludevo_game::game::GameError;
use ludevo_game::study::{Entry, Raced, Races};

use crate::field::{Field, Placing};
use crate::lap::{self, Limits};
use crate::maths::Portable;
use crate::players::{self, Contestant};
use crate::setup::Racing;
use crate::track::{Track, find};

impl Races for Racing {
    fn enter(&self, entry: &Entry<'_>) -> Result<Box<dyn Fn(u32) -> Raced + Send + Sync>, GameError> {
        let layout = find(entry.course, None).map_err(|error| GameError::Program(error.to_string()))?;
        let track = Track::new::<Portable>(&layout);
        let laps = i64::from(entry.laps);
        let driver = players::find(entry.driver)?;
        if entry.behind.is_empty() {
            return Ok(Box::new(move |seed| alone(&track, &driver, laps, seed)));
        }
        let mut field = entry.behind.iter().map(players::find).collect::<Result<Vec<_>, _>>()?;
        field.push(driver);
        Ok(Box::new(move |seed| last_of(&track, &field, laps, seed)))
    }
}

fn alone(track: &Track, driver: &Contestant, laps: i64, seed: u32) -> Raced {
    let limits = Limits::laps(laps, track);
    let outcome = lap::drive(track, &mut *driver.on(track), limits, true, seed, |_, _| {});
    Raced {
        seconds: outcome.time,
        laps: outcome.laps.max(0) as u32,
        damage: outcome.damage as f64,
        is_won: outcome.time.is_some(),
    }
}

fn last_of(track: &Track, field: &[Contestant], laps: i64, seed: u32) -> Raced {
    let (placings, _) = from_the_back(track, field, laps, seed);
    let own = field.len() - 1;
    let placing = placings.iter().find(|placing| placing.car == own).expect("every car has a place");
    Raced {
        seconds: placing.time,
        laps: placing.laps.max(0) as u32,
        damage: placing.damage as f64,
        is_won: placings[0].car == own && placing.time.is_some(),
    }
}

/// A race that the last of the field starts from the last place of the grid: who came in where, and how many feet that one
/// came.
pub(crate) fn from_the_back(
    track: &Track,
    field: &[Contestant],
    laps: i64,
    seed: u32,
) -> (Vec<Placing>, f64) {
    let own = field.len() - 1;
    let grid: Vec<usize> = (0..field.len()).collect();
    let mut race = Field::new(track, field, &grid, laps, seed);
    // The others need not come home.
    let is_home = |race: &Field<'_>| race.race.cars[own].is_done || !race.race.asks(own);
    while race.goes_on() && !is_home(&race) {
        race.step();
    }
    let car = &race.race.cars[own];
    let feet = (car.laps.max(0) as f64 * track.length + car.seen.distance).max(0.0);
    (race.placings(), if car.laps < 0 { 0.0 } else { feet })
}
