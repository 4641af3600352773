//! `planner`: a line that is planned for the whole track before the race, and its speeds.

use super::{Driver, accelerating};
use crate::car::Command;
use crate::line::Known;
use crate::sight::{PortableRace, Sight};

/// The driver.
pub(super) struct Planner;

impl Driver for Planner {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let seen = sight.seen();
        // What is asked for now shows in the next step but one.
        let here = sight.line(Known::Everything, 0.0);
        let soon = sight.line(Known::Everything, 0.08 * seen.speed);
        let limit = sight.line(Known::Everything, 0.11 * seen.speed).speed;
        let aside = (seen.to_right - seen.to_left) / 2.0 - here.left;
        let drift = seen.drift - here.sine * seen.speed;
        // Far beside its line it comes back slowly, and does not trust the speeds of the line.
        let back = (-aside).clamp(-12.0, 12.0) - 2.0 * drift;
        let across = seen.speed * seen.speed * soon.curvature + back;
        let trust = (1.0 - 0.005 * aside.abs()).max(0.5);
        let fastest = if seen.is_off() { 50.0_f64.min(limit) } else { trust * limit };
        accelerating(race, car, 9.0 * (fastest - seen.speed), across)
    }
}
