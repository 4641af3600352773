//! What a driver sees of the other cars.

use super::Race;
use crate::car::{GRAVITY, Standing};
use crate::maths::Maths;

/// How many others a driver sees at most.
pub const SEEN: usize = 5;

/// Another car as a driver sees it: in the frame of the own velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nearby {
    /// The car.
    pub car: usize,
    /// Feet to the right.
    pub right: f64,
    /// Feet ahead.
    pub ahead: f64,
    /// Speed to the right, relative to the own one.
    pub right_speed: f64,
    /// Speed ahead, relative to the own one.
    pub ahead_speed: f64,
    /// The angle of its wheels.
    pub alpha: f64,
    /// Its distance from the left wall.
    pub to_left: f64,
    /// Its distance from the right wall.
    pub to_right: f64,
    /// Its speed.
    pub speed: f64,
    /// Its speed across the road, to the left.
    pub drift: f64,
    /// Feet to it.
    pub distance: f64,
    /// Whether it brakes hard.
    pub is_braking: bool,
    /// Whether it is not a lap behind.
    pub for_position: bool,
    /// Whether it is coming back from the pits.
    pub from_pits: bool,
}

impl<M: Maths> Race<'_, M> {
    /// The cars that a driver sees, the nearest first, and how many they are. With `side_vision` also those beside it.
    pub fn nearby(&self, index: usize, side_vision: bool) -> ([Nearby; SEEN], usize) {
        let mut found = [Nearby::default(); SEEN];
        let mut count = 0;
        let own = &self.cars[index];
        let last = self.track.segments.len() - 1;
        let speed = own.seen.speed;
        let (sine, cosine) = if speed > 1e-7 { (-own.vx / speed, own.vy / speed) } else { (-1.0, 0.0) };
        let farthest = 0.5 * speed * speed / GRAVITY + 100.0;
        for (number, car) in self.cars.iter().enumerate() {
            let is_hidden = car.pit.on_lane && !own.pit.is_merging;
            if number == index || car.standing != Standing::Running || is_hidden {
                continue;
            }
            let mut gap = car.seen.distance - own.seen.distance;
            if own.seen.segment == 0 && car.seen.segment == last {
                gap -= self.track.length;
            }
            if gap < -20.0 {
                gap += self.track.length;
            }
            if gap > farthest || gap < -20.0 {
                continue;
            }
            let (dx, dy) = (car.x - own.x, car.y - own.y);
            let ahead = cosine * dy - sine * dx;
            if ahead < 0.0 && !(side_vision && ahead >= -20.0) {
                continue;
            }
            let distance = (dx * dx + dy * dy).sqrt();
            let at = found[..count].iter().position(|other| other.distance > distance).unwrap_or(count);
            if distance >= 1e5 || at == SEEN {
                continue;
            }
            let (dvx, dvy) = (car.vx - own.vx, car.vy - own.vy);
            count = (count + 1).min(SEEN);
            found[at..count].rotate_right(1);
            found[at] = Nearby {
                car: number,
                right: cosine * dx + sine * dy,
                ahead,
                right_speed: cosine * dvx + sine * dvy,
                ahead_speed: cosine * dvy - sine * dvx,
                alpha: car.alpha,
                to_left: car.seen.to_left,
                to_right: car.seen.to_right,
                speed: car.seen.speed,
                drift: car.seen.drift,
                distance,
                is_braking: car.tangential < -5.0,
                for_position: own.laps <= car.laps,
                from_pits: car.pit.is_merging,
            };
        }
        (found, count)
    }
}
