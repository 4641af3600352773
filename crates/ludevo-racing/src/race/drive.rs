//! Moving one car for a step: engine, tyres, drag, and what happens to a car that is broken.

use super::Race;
use crate::car::{Car, GRAVITY, START_SPEED, STEP, Standing};
use crate::dice::Dice;
use crate::maths::Maths;
use crate::tyre::{self, DRAG, Wheels};

/// Pounds of fuel for a foot-pound.
const CONSUMPTION: f64 = 0.45e-6;

impl<M: Maths> Race<'_, M> {
    pub(super) fn drive(&mut self, index: usize) {
        let car = &mut self.cars[index];
        let speed = car.seen.speed;
        let mass = tyre::mass(car.fuel);
        // No reverse gear while the car is fast.
        if car.wanted < 0.0 && speed > START_SPEED {
            car.wanted = 0.0;
        }
        if car.standing != Standing::Retired && car.is_broken() {
            self.break_down(index);
        }
        let car = &self.cars[index];
        if car.standing == Standing::Retired {
            return;
        }
        if car.pit.is_under_way() {
            self.in_pits(index);
        }
        let car = &self.cars[index];
        if car.standing != Standing::Running {
            return;
        }
        let (sine, cosine) = M::sin_cos(car.alpha);
        let wheels = Wheels { speed, sine, cosine, mass, surface: self.rules.surface };
        let (_, grip) = wheels.limited::<M>(car.wanted);
        let drag = self.drag(index, mass);
        let car = &mut self.cars[index];
        let mut along = grip.along;
        let mut across = grip.across;
        if self.rules.noise && along != 0.0 {
            let scale = 1.5 + f64::from(self.dice.draw()) / Dice::MOST;
            let more = wheels.disturbance::<M>(&grip, scale);
            along *= more;
            across *= more;
        }
        car.centripetal = across / mass;
        car.tangential = (along - drag) / mass;
        if grip.power > 0.0 {
            car.fuel -= grip.power * CONSUMPTION * STEP;
        }
        if car.seen.is_off() && !car.pit.is_under_way() {
            let shaken = (car.tangential * car.tangential + car.centripetal * car.centripetal) / 50.0;
            car.damage += shaken as i64;
        }
        integrate::<M>(car, speed);
    }

    /// Drag of the air, and of what lies beside the road.
    fn drag(&self, index: usize, mass: f64) -> f64 {
        let car = &self.cars[index];
        let seen = &car.seen;
        let speed = seen.speed;
        let damage = (2 * car.damage + 30_000) as f64;
        let mut drag = ((DRAG * speed * speed * damage) / 30_000.0) * self.slipstream(index);
        if seen.is_off() && !car.pit.is_under_way() {
            drag += (0.6 + 0.008 * speed) * mass * GRAVITY;
            let width = self.track.width;
            if seen.to_left < -width || seen.to_right < -width {
                drag += 1.7 * mass * GRAVITY;
            }
        }
        drag
    }

    /// How much of the air is left by the cars ahead: less than 1 behind another car.
    fn slipstream(&self, index: usize) -> f64 {
        let seen = &self.cars[index].seen;
        let mut left = 1.0;
        for (other, car) in self.cars.iter().enumerate() {
            if other == index || car.standing != Standing::Running {
                continue;
            }
            let gap = car.seen.distance - seen.distance;
            let speed = car.seen.speed;
            let aside = (seen.to_right - car.seen.to_right).abs();
            if gap < 20.0 || gap > speed || aside > 10.0 {
                continue;
            }
            left *= 1.0 - (1.0 - gap / speed) * (1.0 - aside / 10.0);
        }
        left
    }

    /// A broken car is steered to the right edge of the road, and is gone once it has left it.
    fn break_down(&mut self, index: usize) {
        let width = self.track.width;
        let car = &mut self.cars[index];
        let seen = car.seen;
        if seen.is_off() {
            let far = if seen.speed > 0.001 { 16.0 / seen.speed } else { 1.0 };
            car.x += far * car.vx;
            car.y += far * car.vy;
            (car.vx, car.vy) = (0.0, 0.0);
            car.standing = Standing::Retired;
            self.retired += 1;
        } else if seen.speed > 36.0 {
            car.alpha = 0.2 * (10.0 - seen.to_right) / width - seen.drift / seen.speed;
            car.wanted = seen.speed - 2.0;
        } else {
            car.alpha = 0.8 * (-30.0 - seen.to_right) / width - seen.drift / seen.speed;
            car.wanted = 35.0;
        }
    }
}

/// Two steps of Adams and Bashforth: place by the velocity before it changes, then velocity by the acceleration.
fn integrate<M: Maths>(car: &mut Car, speed: f64) {
    // Not by the heading, which a collision leaves as it was.
    let (sine, cosine) = (car.vy / speed, car.vx / speed);
    let ax = car.tangential * cosine - car.centripetal * sine;
    let ay = car.centripetal * cosine + car.tangential * sine;
    car.x += (1.5 * car.vx - 0.5 * car.vx_before) * STEP;
    car.y += (1.5 * car.vy - 0.5 * car.vy_before) * STEP;
    (car.vx_before, car.vy_before) = (car.vx, car.vy);
    car.vx += (1.5 * ax - 0.5 * car.ax_before) * STEP;
    car.vy += (1.5 * ay - 0.5 * car.ay_before) * STEP;
    (car.ax_before, car.ay_before) = (ax, ay);
    if speed >= 0.0001 {
        car.heading = M::atan2(car.vy, car.vx);
    }
}
