//! Races of several drivers, from the grid to the flag.

use ludevo_game::why::Decision;

use crate::car::Standing;
use crate::dice::Dice;
use crate::drivers::Driver;
use crate::players::Contestant;
use crate::race::{Race, Rules};
use crate::sight::PortableRace;
use crate::track::Track;

/// Drivers in their cars.
pub struct Field<'a> {
    /// The race.
    pub race: PortableRace<'a>,
    drivers: Vec<Box<dyn Driver>>,
}

/// Where a car came in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// The car, in the order in which drivers were entered.
    pub car: usize,
    /// Laps done.
    pub laps: i64,
    /// Seconds from the start to where it finished, if it did.
    pub time: Option<f64>,
    /// Damage.
    pub damage: i64,
    /// Whether it retired.
    pub is_out: bool,
    /// Laps at whose end it led.
    pub laps_led: u32,
}

impl<'a> Field<'a> {
    /// A race on its grid: `grid` has the driver of each slot, the front one first.
    pub fn new(track: &'a Track, drivers: &[Contestant], grid: &[usize], laps: i64, seed: u32) -> Self {
        let race = Race::new(track, Rules::over(laps), grid, Dice::seeded(seed));
        Field { race, drivers: drivers.iter().map(|driver| driver.on(track)).collect() }
    }

    /// A step of the race.
    pub fn step(&mut self) {
        let drivers = &mut self.drivers;
        self.race.step(|race, car| drivers[car].drive(race, car));
    }

    /// What the program of a car's driver comes to now.
    pub fn why(&mut self, car: usize) -> Vec<Decision> {
        self.drivers[car].why(&self.race, car)
    }

    /// Whether the race goes on: not once all are home or out, or when nobody got home in a time that is long for the
    /// distance.
    pub fn goes_on(&self) -> bool {
        let laps = self.race.rules.laps.max(1) as f64;
        !self.race.is_over() && self.race.time < 120.0 + laps * self.race.track.length / 20.0
    }

    /// Drives the race to its end; who came in where, the first first.
    pub fn run(mut self) -> Vec<Placing> {
        while self.goes_on() {
            self.step();
        }
        self.placings()
    }

    /// Who is where.
    pub fn placings(&self) -> Vec<Placing> {
        let placing = |car: &usize| {
            let one = &self.race.cars[*car];
            // A car that is home drives on, and may cross the line once more.
            let last =
                self.race.crossings.iter().rfind(|crossing| crossing.car == *car && !crossing.was_done);
            Placing {
                car: *car,
                laps: last.map_or(one.laps, |crossing| crossing.laps),
                time: last.filter(|_| one.is_done).map(|crossing| crossing.time),
                damage: one.damage,
                is_out: one.standing == Standing::Retired,
                laps_led: one.laps_led,
            }
        };
        self.race.places.iter().map(placing).collect()
    }
}
