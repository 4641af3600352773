//! `sight`: towards where the view is longest, as fast as it can stop within it.

use super::{Driver, accelerating, go};
use crate::car::{Command, GRAVITY};
use crate::sight::{PortableRace, Sight};

/// How many directions it looks at, how far they are apart, and the one that is straight ahead.
const LOOKS: usize = 31;
const APART: f64 = 0.06;
const AHEAD: usize = LOOKS / 2;

/// The driver.
pub(super) struct Sighted;

impl Driver for Sighted {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let (seen, width) = (sight.seen(), sight.width());
        let mut free = [0.0; LOOKS];
        for (look, free) in free.iter_mut().enumerate() {
            let turned = APART * (look as f64 - AHEAD as f64);
            *free = sight.view(turned).map_or(0.0, |view| view.free);
        }
        if free[AHEAD] == 0.0 {
            // Back to the road first.
            let aside = (seen.to_left - seen.to_right) / width;
            return go(0.3 * aside - seen.drift / seen.speed.max(1.0), 45.0);
        }
        // A view that is long beside short ones grazes a wall.
        let clear = |look: usize| free[look - 1].min(free[look]).min(free[look + 1]);
        let far = |look: &usize| clear(*look);
        let best = (1..LOOKS - 1).max_by(|one, two| far(one).total_cmp(&far(two))).unwrap_or(AHEAD);
        let turned = APART * (best as f64 - AHEAD as f64);
        let near = clear(best).clamp(30.0, 0.7 * seen.speed.max(60.0));
        let across = 2.0 * seen.speed * seen.speed * libm::sin(turned) / near;
        let fastest = (35.0 * 35.0 + 2.0 * 0.45 * GRAVITY * (free[AHEAD] - 10.0).max(0.0)).sqrt();
        accelerating(race, car, 3.0 * (fastest - seen.speed), across)
    }
}
