//! Pit stops: asked for by the driver, then driven by the pits.

use super::Race;
use crate::car::{Command, STEP, Standing, TANK};
use crate::maths::Maths;

/// For so many feet after the entry a request is heard.
const ENTRY: f64 = 100.0;
/// Seconds for a point of damage.
const REPAIR: f64 = 0.005;
/// Seconds for a pound of fuel.
const FUEL: f64 = 0.05;

impl<M: Maths> Race<'_, M> {
    /// Sends a car to the pits if it is where requests are heard.
    pub(super) fn request_pit(&mut self, index: usize, command: Command) {
        let entry = self.track.pits.entry;
        let car = &mut self.cars[index];
        let distance = car.seen.distance;
        if self.finished > 0 || car.pit.is_under_way() || distance <= entry || distance >= entry + ENTRY {
            return;
        }
        car.pit.repair = command.repair.clamp(0, car.damage);
        car.pit.fuel = command.fuel.max(0.0).min(TANK - car.fuel);
        car.pit.is_going = true;
        car.pit.stops += 1;
    }

    /// Drives a car that is on its way to its box or back, and serves it while it stands.
    pub(super) fn in_pits(&mut self, index: usize) {
        let track = self.track;
        let pits = track.pits;
        let half = track.length / 2.0;
        let cars = self.cars.len() as f64;
        let car = &mut self.cars[index];
        let seen = car.seen;
        // Places along the lane are counted from half a lap before the line, so that they do not jump at the line.
        let from_half = |distance: f64| if distance < 0.0 { distance + track.length } else { distance };
        let lane_start =
            if pits.lane_start < half { pits.lane_start + track.length } else { pits.lane_start };
        let lane = track.length + pits.lane_end - lane_start;
        let parked = from_half(lane_start + lane * car.slot as f64 / cars - half);
        let here = from_half(seen.distance - half);
        let aside = if pits.side > 0.0 { seen.to_right } else { track.width - seen.to_right };
        let aligned = seen.drift / seen.speed;
        if car.pit.is_going && here < parked {
            car.wanted = if seen.speed > pits.speed + 1.0 { 0.8 * seen.speed } else { pits.speed };
            if seen.speed > pits.speed {
                car.alpha = 0.004 * pits.side * (5.0 - aside) - aligned;
            } else {
                car.alpha = 0.008 * pits.side * (-30.0 - aside) - aligned;
                if aside < -10.0 {
                    car.pit.on_lane = true;
                }
            }
        } else if car.pit.is_going {
            car.wanted = 0.0;
            if car.standing == Standing::InPits {
                if car.pit.until < self.time {
                    car.pit.is_going = false;
                    car.pit.is_leaving = true;
                    car.standing = Standing::Running;
                    car.damage -= car.pit.repair;
                }
                if car.fuel < car.pit.load - 1.0 {
                    car.fuel += STEP / FUEL;
                }
            } else if seen.speed < 15.0 {
                car.standing = Standing::InPits;
                let service = (REPAIR * car.pit.repair as f64).max(FUEL * car.pit.fuel);
                car.pit.until = service + self.time;
                car.pit.load = car.fuel + car.pit.fuel;
            }
        }
        if car.pit.is_leaving {
            if here <= pits.exit + half {
                car.alpha = 0.005 * pits.side * (-30.0 - aside) - aligned;
                car.wanted = if seen.speed < pits.speed { seen.speed + 5.0 } else { pits.speed };
                if here > pits.exit - (pits.exit - pits.lane_end).min(200.0) + half {
                    car.pit.is_merging = true;
                }
            } else if here < pits.exit + 200.0 + half {
                car.pit.on_lane = false;
                car.alpha = 0.01 * pits.side * (6.0 - aside) - aligned;
                car.wanted = seen.speed + 0.2;
            } else {
                car.pit.is_leaving = false;
                car.pit.is_merging = false;
            }
        }
    }
}
