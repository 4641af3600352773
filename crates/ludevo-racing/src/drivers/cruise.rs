//! `cruise`: the middle of the road at one speed.

use super::{Driver, go};
use crate::car::Command;
use crate::sight::{PortableRace, Sight};

const SPEED: f64 = 40.0;

/// The driver.
pub(super) struct Cruise;

impl Driver for Cruise {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let seen = sight.seen();
        let aside = (seen.to_left - seen.to_right) / sight.width();
        go(0.5 * aside - seen.drift / seen.speed.max(1.0), SPEED)
    }
}
