//! A race: cars on a track, step by step.

mod collide;
mod drive;
mod grid;
mod nearby;
mod observe;
mod pits;

use std::marker::PhantomData;

pub use collide::Contact;
pub(crate) use grid::GAP;
pub use grid::drawn_grid;
pub use nearby::{Nearby, SEEN};

use crate::car::{Car, Command, STEP, Standing, TANK};
use crate::dice::Dice;
use crate::maths::Maths;
use crate::track::Track;
use crate::tyre::Surface;

/// How fast the wheels may be turned, in radians a step.
const STEERING: f64 = 3.2 * STEP;

/// What is agreed before a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How many laps.
    pub laps: i64,
    /// What the road is made of.
    pub surface: Surface,
    /// Whether friction has a random component.
    pub noise: bool,
}

impl Rules {
    /// A race over so many laps as all published ones were.
    pub fn over(laps: i64) -> Self {
        Rules { laps, surface: Surface::Hard, noise: true }
    }
}

/// A car crossed the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The step in which that was seen.
    pub step: u64,
    /// The car.
    pub car: usize,
    /// Its laps then.
    pub laps: i64,
    /// When that was, between two steps.
    pub time: f64,
    /// Whether it had finished before.
    pub was_done: bool,
    /// Its place then, from 0.
    pub place: usize,
}

/// A race on its way.
#[derive(Clone, Debug)]
pub struct Race<'a, M> {
    /// The track.
    pub track: &'a Track,
    /// What was agreed.
    pub rules: Rules,
    /// The cars, in the order in which they were entered.
    pub cars: Vec<Car>,
    /// Who is where, the leader first.
    pub places: Vec<usize>,
    /// Seconds since the start.
    pub time: f64,
    /// Steps since the start.
    pub step: u64,
    /// How often the line was crossed, and when.
    pub crossings: Vec<Crossing>,
    /// What collided in the last step.
    pub contacts: Vec<Contact>,
    dice: Dice,
    /// Cars that finished; a car may count twice.
    finished: usize,
    /// Cars that retired.
    retired: usize,
    /// Steps for which all have been home or out.
    steps_after: u32,
    over: bool,
    maths: PhantomData<M>,
}

impl<'a, M: Maths> Race<'a, M> {
    /// The start of a race: `grid` has the car of each slot, the front one first.
    pub fn new(track: &'a Track, rules: Rules, grid: &[usize], dice: Dice) -> Self {
        let mut cars = vec![Car::default(); grid.len()];
        for (slot, car) in grid.iter().enumerate() {
            cars[*car] = Self::on_grid(track, slot);
        }
        Race {
            track,
            rules,
            cars,
            places: grid.to_vec(),
            time: 0.0,
            step: 0,
            crossings: Vec::new(),
            contacts: Vec::new(),
            dice,
            finished: 0,
            retired: 0,
            steps_after: 0,
            over: false,
            maths: PhantomData,
        }
    }

    /// One car, alone.
    pub fn alone(track: &'a Track, rules: Rules, dice: Dice) -> Self {
        Race::new(track, rules, &[0], dice)
    }

    /// Whether nothing more happens that counts.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Observes all cars: the beginning of a step.
    pub fn observe(&mut self) {
        for index in 0..self.cars.len() {
            if self.cars[index].standing == Standing::Running {
                self.observe_car(index);
            }
        }
    }

    /// Whether a car's driver is asked in this step.
    pub fn asks(&self, index: usize) -> bool {
        self.cars[index].standing == Standing::Running
    }

    /// Gives a car its driver's command, within what the car can do. Cars are to be commanded in their order, since
    /// drivers see what those before them did. A car that is out, or whose driver asks for what is no number, gets the
    /// command to do nothing.
    pub fn command(&mut self, index: usize, command: Command) {
        let asks = self.asks(index);
        let car = &mut self.cars[index];
        let Command { alpha, speed: wanted, .. } = command;
        let command =
            if asks && alpha.is_finite() && wanted.is_finite() { command } else { Command::default() };
        if asks && !car.was_asked {
            car.was_asked = true;
            car.fuel = if (1.0..=TANK).contains(&command.fuel) { command.fuel } else { TANK };
        }
        let speed = car.seen.speed;
        car.wanted = if car.is_done && speed > 80.0 { 0.95 * speed } else { command.speed };
        let change = command.alpha - car.steering;
        let limited = if change > STEERING {
            car.steering + STEERING
        } else if change < -STEERING {
            car.steering - STEERING
        } else {
            command.alpha
        };
        car.steering = limited.clamp(-1.0, 1.0);
        car.alpha = car.steering;
        if asks && command.pit {
            self.request_pit(index, command);
        }
    }

    /// Moves all cars and lets them collide: the end of a step.
    pub fn advance(&mut self) {
        for index in 0..self.cars.len() {
            self.drive(index);
        }
        self.contacts.clear();
        if self.cars.len() > 1 {
            self.collide();
        }
        self.time += STEP;
        self.step += 1;
        self.sort_places();
        self.see_the_end();
    }

    /// A whole step: `driver` answers for each car that drives.
    pub fn step(&mut self, mut driver: impl FnMut(&Self, usize) -> Command) {
        self.observe();
        for index in 0..self.cars.len() {
            let command = if self.asks(index) { driver(self, index) } else { Command::default() };
            self.command(index, command);
        }
        self.advance();
    }

    /// The place of a car, from 0.
    pub fn place_of(&self, index: usize) -> usize {
        self.places.iter().position(|car| *car == index).expect("every car has a place")
    }

    fn sort_places(&mut self) {
        let is_farther = |one: &Car, other: &Car| {
            one.laps > other.laps || (one.laps == other.laps && one.seen.distance > other.seen.distance)
        };
        for place in 0..self.places.len().saturating_sub(1) {
            if self.cars[self.places[place]].was_done {
                continue;
            }
            let mut here = place;
            while is_farther(&self.cars[self.places[here + 1]], &self.cars[self.places[here]]) {
                self.places.swap(here, here + 1);
                here = here.saturating_sub(1);
            }
        }
    }

    fn see_the_end(&mut self) {
        if self.finished + self.retired >= self.cars.len() {
            self.steps_after += 1;
            self.over |= self.steps_after > 50;
        }
        self.over |= self.cars[self.places[0]].laps > self.rules.laps;
    }
}
