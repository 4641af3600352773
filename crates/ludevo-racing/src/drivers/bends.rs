//! `bends`: the middle of the road, as fast as the bends that it sees allow.

use super::{Driver, accelerating};
use crate::car::{Command, GRAVITY};
use crate::sight::{AHEAD, PortableRace, Sight};
use crate::tyre::GRIP;

/// How much of the tyres' grip it uses across, and for braking.
const ACROSS: f64 = 0.8;
const BRAKING: f64 = 0.75;

/// The driver.
pub(super) struct Bends;

/// The speed at which a bend whose path has this radius can be driven, with this share of the grip.
pub(super) fn bend_speed(radius: f64, share: f64) -> f64 {
    (share * GRIP * GRAVITY * radius).sqrt()
}

/// The radius of the middle of the road where its inner wall has this one.
pub(super) fn middle(radius: f64, width: f64) -> f64 {
    radius.abs() + width / 2.0
}

/// The highest speed at which a driver can still brake for each bend that it sees; `of` gives the speed of a bend with an
/// inner radius.
pub(super) fn speed_ahead(sight: &Sight<'_>, of: impl Fn(f64) -> f64, braking: f64) -> f64 {
    let mut fastest = f64::INFINITY;
    let mut away = 0.0;
    for number in 0..=AHEAD {
        let road = sight.road(number);
        if road.radius != 0.0 {
            let bend = of(road.radius);
            fastest = fastest.min((bend * bend + 2.0 * braking * GRAVITY * away).sqrt());
        }
        away += if number == 0 { sight.to_end() } else { road.feet };
    }
    // Behind what it sees there may be a bend of any kind.
    fastest.min((60.0 * 60.0 + 2.0 * braking * GRAVITY * away).sqrt())
}

/// The acceleration to the left that keeps a car on a path so many feet to the left of it, which bends by `curvature`.
pub(super) fn keeping(sight: &Sight<'_>, left: f64, curvature: f64) -> f64 {
    let seen = sight.seen();
    seen.speed * seen.speed * curvature + 0.5 * left - 1.6 * seen.drift
}

impl Driver for Bends {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let (seen, width) = (sight.seen(), sight.width());
        let road = sight.road(0);
        let curvature =
            if road.radius == 0.0 { 0.0 } else { (1.0 / middle(road.radius, width)).copysign(road.radius) };
        let across = keeping(&sight, (seen.to_left - seen.to_right) / 2.0, curvature);
        let fastest = speed_ahead(&sight, |radius| bend_speed(middle(radius, width), ACROSS), BRAKING);
        accelerating(race, car, 3.0 * (fastest - seen.speed), across)
    }
}
