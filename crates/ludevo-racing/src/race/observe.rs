//! Where a car is relative to the road, and when it crosses the line.

use super::{Crossing, Race};
use crate::car::{MOST_DAMAGE, Observation};
use crate::maths::Maths;
use crate::track::PI;

/// After so many steps in the wrong direction a car is as good as broken.
const STEPS_BACKWARD: u32 = 100;

impl<M: Maths> Race<'_, M> {
    pub(super) fn observe_car(&mut self, index: usize) {
        let track = self.track;
        let car = &mut self.cars[index];
        car.was_done = car.is_done;
        let speed = (car.vx * car.vx + car.vy * car.vy).sqrt();
        let mut number = car.seen.segment;
        // The segment only goes forward, by as many as a step passes. Where a track has a gap, a car may be beyond the end
        // of all of them: it then stays in the last one.
        for passed in 0.. {
            let segment = &track.segments[number];
            let car = &mut self.cars[index];
            if number != 0 {
                car.has_crossed = false;
            }
            let (to_right, to_end, drift, forward, distance);
            if segment.is_straight() {
                let (dx, dy) = (car.x - segment.start.0, car.y - segment.start.1);
                let (sine, cosine) = (segment.sine, segment.cosine);
                to_right = dy * cosine - dx * sine;
                let along = dx * cosine + dy * sine;
                drift = car.vy * cosine - car.vx * sine;
                forward = car.vx * cosine + car.vy * sine;
                to_end = segment.length - along;
                distance = segment.end - to_end;
                // A car may pass a short first segment within a step: its lap counts all the same.
                if number == 0 && along > track.line && !car.has_crossed {
                    car.has_crossed = true;
                    let crossed = self.time - (along - track.line) / forward;
                    self.cross(index, crossed);
                }
            } else {
                let (centre_x, centre_y) = segment.right_centre;
                let (dx, dy) = (car.x - centre_x, car.y - centre_y);
                let away = (dx * dx + dy * dy).sqrt();
                let is_left = segment.left_radius >= 0.0;
                let radial = (car.vx * dx + car.vy * dy) / away;
                let turning = (dx * car.vy - dy * car.vx) / away;
                let angle = M::atan2(dy, dx);
                let mut left;
                if is_left {
                    to_right = track.width - (away - segment.left_radius);
                    drift = -radial;
                    forward = turning;
                    left = segment.end_angle - angle - PI / 2.0;
                } else {
                    to_right = away + segment.right_radius;
                    drift = radial;
                    forward = -turning;
                    left = -segment.end_angle + angle - PI / 2.0;
                }
                while left <= -PI / 2.0 {
                    left += 2.0 * PI;
                }
                while left > 1.5 * PI {
                    left -= 2.0 * PI;
                }
                to_end = left;
                let middle = (segment.left_radius + segment.right_radius) / 2.0;
                distance = segment.end - (middle * to_end).abs();
            }
            if to_end <= 0.0 && passed < track.segments.len() {
                number = (number + 1) % track.segments.len();
                continue;
            }
            let car = &mut self.cars[index];
            car.seen = Observation {
                segment: number,
                to_left: track.width - to_right,
                to_right,
                to_end,
                speed,
                drift,
                distance: if distance < 0.0 { distance + track.length } else { distance },
            };
            car.backward = forward < 0.0;
            if car.backward {
                car.steps_backward += 1;
                if car.steps_backward == STEPS_BACKWARD {
                    car.damage = MOST_DAMAGE;
                }
            } else {
                car.steps_backward = 0;
            }
            return;
        }
    }

    /// Counts a lap.
    fn cross(&mut self, index: usize, time: f64) {
        let place = self.place_of(index);
        let car = &mut self.cars[index];
        car.laps += 1;
        let was_done = car.is_done;
        if car.laps == 0 {
            car.started = time;
        } else if !was_done {
            let speed = self.track.length / (time - car.crossed);
            car.best_lap_speed = car.best_lap_speed.max(speed);
            car.laps_led += u32::from(place == 0);
        }
        car.crossed = time;
        let laps = car.laps;
        if laps == self.rules.laps || (self.finished > 0 && !car.is_done) {
            car.is_done = true;
            self.finished += 1;
        }
        self.crossings.push(Crossing { step: self.step, car: index, laps, time, was_done, place });
    }
}
