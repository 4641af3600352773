//! How fast a car can go along a line: what its tyres hold, what the air costs and what the engine gives.

use std::sync::LazyLock;

use crate::car::GRAVITY;
use crate::tyre::{DRAG, GRIP, mass, most_forward};

/// How much of the grip a line asks for.
const USED: f64 = 0.97;
/// The acceleration that it comes to, in feet a second squared.
const MOST: f64 = USED * GRIP * GRAVITY;
/// No car is so fast, in feet a second.
const FASTEST: f64 = 400.0;
/// The fuel of a car early in a race, in pounds.
const FUEL: f64 = 145.0;

/// The accelerations that the engine allows, by speed and by how much of the grip a bend takes.
static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::new);

const SPEEDS: usize = 81;
const SPEED_STEP: f64 = 5.0;
const BENDS: usize = 33;

struct Engine(Vec<[f64; BENDS]>);

impl Engine {
    fn new() -> Self {
        let row = |speed: usize| {
            let speed = SPEED_STEP * speed as f64;
            std::array::from_fn(|bend| {
                let across = MOST * bend as f64 / (BENDS - 1) as f64;
                let left = (MOST * MOST - across * across).max(0.0).sqrt();
                most_forward(speed, mass(FUEL), left, across)
            })
        };
        Engine((0..SPEEDS).map(row).collect())
    }

    fn at(&self, speed: f64, across: f64) -> f64 {
        let row = (speed / SPEED_STEP).min((SPEEDS - 2) as f64);
        let column = (across / MOST * (BENDS - 1) as f64).min((BENDS - 2) as f64);
        let (i, j) = (row as usize, column as usize);
        let (u, w) = (row - i as f64, (column - j as f64).min(1.0));
        let (low, high) = (&self.0[i], &self.0[i + 1]);
        let mix = |row: &[f64; BENDS]| row[j] + w * (row[j + 1] - row[j]);
        mix(low) + u * (mix(high) - mix(low))
    }
}

fn drag(squared: f64) -> f64 {
    DRAG * squared / mass(FUEL)
}

/// The laws by which speeds along a line follow from each other.
#[derive(Clone, Copy)]
pub(super) struct Pace(&'static Engine);

impl Pace {
    pub(super) fn new() -> Self {
        Pace(&ENGINE)
    }

    /// The highest speed in a bend.
    pub(super) fn bend(self, curvature: f64) -> f64 {
        (MOST / curvature.abs().max(1e-6)).sqrt().min(FASTEST)
    }

    /// The highest speed so many feet before a place with this speed and curvature, by braking.
    pub(super) fn before(self, speed: f64, curvature: f64, feet: f64) -> f64 {
        let squared = speed * speed;
        let turning = squared * curvature;
        let left = (MOST * MOST - turning * turning).max(0.0).sqrt();
        (squared + 2.0 * feet * (left + drag(squared))).sqrt()
    }

    /// The highest speed so many feet after a place with this speed and curvature, by accelerating.
    pub(super) fn after(self, speed: f64, curvature: f64, feet: f64) -> f64 {
        let squared = speed * speed;
        let across = (squared * curvature).abs();
        (squared + 2.0 * feet * (self.0.at(speed, across) - drag(squared))).max(1.0).sqrt()
    }
}
