//! Collisions: rectangles that overlap are thrown back and pushed apart.

use super::Race;
use crate::car::{Car, GRAVITY, LENGTH, Standing, WIDTH};
use crate::maths::Maths;

/// Two cars collided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The faster one.
    pub car: usize,
    /// The other.
    pub other: usize,
    /// How far they were in each other, in feet.
    pub overlap: f64,
    /// What damage is made from, if it is positive.
    pub force: f64,
}

/// Corners of a car around its centre, in the order in which they follow each other.
const CORNERS: [(f64, f64); 4] = [
    (LENGTH / 2.0, -WIDTH / 2.0),
    (LENGTH / 2.0, WIDTH / 2.0),
    (-LENGTH / 2.0, WIDTH / 2.0),
    (-LENGTH / 2.0, -WIDTH / 2.0),
];

impl<M: Maths> Race<'_, M> {
    pub(super) fn collide(&mut self) {
        for index in 0..self.cars.len() {
            self.collide_car(index);
        }
    }

    fn collide_car(&mut self, index: usize) {
        let own = self.cars[index];
        let mut speed = (own.vx * own.vx + own.vy * own.vy).sqrt();
        let (sine, cosine) = M::sin_cos(own.alpha);
        let pointing = (own.vx * cosine - own.vy * sine, own.vy * cosine + own.vx * sine);
        let segments = self.track.segments.len();
        let mut dead_ahead = false;
        for other in 0..self.cars.len() {
            let (one, two) = (&self.cars[index], &self.cars[other]);
            let here = one.seen.segment;
            let follows = two.seen.segment == here || two.seen.segment == (here + 1) % segments;
            if other == index || two.standing != Standing::Running || !follows {
                continue;
            }
            let (dx, dy) = (two.x - one.x, two.y - one.y);
            let squared = dx * dx + dy * dy;
            let apart = squared.sqrt();
            let drift = two.seen.drift;
            let braking = (speed - drift - 20.0) * (speed + drift - 20.0) / (1.05 * GRAVITY * 2.0);
            if apart <= braking && pointing.0 * dx + pointing.1 * dy > 0.94 * (apart * speed) {
                dead_ahead = true;
            }
            let squares = [one, two].map(|car| car.vx * car.vx + car.vy * car.vy);
            if squared > LENGTH * LENGTH + WIDTH * WIDTH || squares[0] < squares[1] {
                continue;
            }
            let line = (dx / apart, dy / apart);
            let overlap = overlap::<M>(one, two, line, apart);
            if overlap > 0.0 {
                self.throw_back(index, other, line, overlap);
                let one = &self.cars[index];
                speed = (one.vx * one.vx + one.vy * one.vy).sqrt();
            }
        }
        self.cars[index].dead_ahead = dead_ahead;
    }

    fn throw_back(&mut self, index: usize, other: usize, (c, q): (f64, f64), overlap: f64) {
        let (one, two) = (self.cars[index], self.cars[other]);
        let along = |car: &Car| car.vx * c + car.vy * q;
        let across = |car: &Car| -car.vx * q + car.vy * c;
        let (u1, u2) = (along(&one), along(&two));
        let (w1, w2) = (0.99 * across(&one), across(&two));
        let impact = (u2 - u1).abs();
        let bounce = M::exp(-impact / 200.0);
        let after = [0.5 * (u1 + u2 - bounce * (u1 - u2)), 0.5 * (u1 + u2 + bounce * (u1 - u2))];
        let crushed = impact * (1.0 - bounce);
        let force = crushed * crushed * 100.0 - 10.0;
        for (number, along, across, sign) in [(index, after[0], w1, -1.0), (other, after[1], w2, 1.0)] {
            let car = &mut self.cars[number];
            car.vx = along * c - across * q;
            car.vy = across * c + along * q;
            car.x += sign * (c * overlap / 2.0);
            car.y += sign * (q * overlap / 2.0);
        }
        if force > 0.0 && !one.pit.is_under_way() {
            self.cars[index].damage += (0.5 * force) as i64;
            self.cars[other].damage += (0.25 * force) as i64;
        }
        self.contacts.push(Contact { car: index, other, overlap, force });
    }
}

/// How far two cars are in each other along the line of their centres; 0 where they do not touch.
fn overlap<M: Maths>(one: &Car, two: &Car, line: (f64, f64), apart: f64) -> f64 {
    let first = corners::<M>(one, line, 0.0);
    let second = corners::<M>(two, line, apart);
    deepest(&first, &second, 1.0).max(deepest(&second, &first, -1.0)).max(0.0)
}

/// A car's corners, seen along the line of centres and moved along it.
fn corners<M: Maths>(car: &Car, (c, q): (f64, f64), moved: f64) -> [(f64, f64); 4] {
    let (sine, cosine) = M::sin_cos(car.heading + car.alpha);
    let (turned_cosine, turned_sine) = (cosine * c - sine * -q, cosine * -q + sine * c);
    CORNERS.map(|(x, y)| (x * turned_cosine - y * turned_sine + moved, x * turned_sine + y * turned_cosine))
}

/// The farthest that a corner lies beyond an edge, along the line.
fn deepest(corners: &[(f64, f64); 4], edges: &[(f64, f64); 4], sign: f64) -> f64 {
    let mut most = 0.0;
    for &(x, y) in corners {
        for (number, &(from_x, from_y)) in edges.iter().enumerate() {
            let (to_x, to_y) = edges[(number + 1) % 4];
            if (from_y - y) * (to_y - y) >= 0.0 {
                continue;
            }
            let edge = from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y);
            let inside = sign * (x - edge);
            if inside > most {
                most = inside;
            }
        }
    }
    most
}
