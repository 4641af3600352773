//! What evolved drivers read: the view that their trees are evaluated on, with the open points of the chapter as options.

use serde::{Deserialize, Serialize};

use crate::drivers::Driver;
use crate::lap::{self, Limits};
use crate::line::Known;
use crate::passing;
use crate::sight::{Sight, View};
use crate::track::Track;

/// The cells of the view.
pub(crate) const CELLS: usize = 22;

pub(crate) const CR: usize = 0;
pub(crate) const NR: usize = 1;
pub(crate) const TE: usize = 2;
pub(crate) const NL: usize = 3;
pub(crate) const V: usize = 4;
pub(crate) const NV: usize = 5;
pub(crate) const TL: usize = 6;
pub(crate) const TR: usize = 7;
pub(crate) const TW: usize = 8;
pub(crate) const AH: usize = 9;
pub(crate) const AA: usize = 10;
pub(crate) const NR2: usize = 11;
pub(crate) const NL2: usize = 12;
pub(crate) const NR3: usize = 13;
pub(crate) const NL3: usize = 14;
pub(crate) const LINE_ASIDE: usize = 15;
pub(crate) const LINE_DRIFT: usize = 16;
pub(crate) const LINE_BEND: usize = 17;
pub(crate) const LINE_BEND_NEXT: usize = 18;
pub(crate) const LINE_SPEED: usize = 19;
pub(crate) const LINE_SPEED_NEXT: usize = 20;
pub(crate) const CAR_TIME: usize = 21;

/// What a terminal of feet or of speed is at most.
pub(crate) const FAR: f64 = 100.0;
pub(crate) const FAST: f64 = 10.0;

/// Feet and feet a second that the terminals of the chapter count in.
const FEET: f64 = 400.0;
const SPEED: f64 = 100.0;

/// Seconds ahead at which a line is looked at: for its bend, for its speed, as what is asked for now shows in the next step
/// but one, and farther on.
const SOON: f64 = 0.08;
const BRAKED: f64 = 0.11;
const NEXT: f64 = 0.5;

/// What chapter 9 of Evolved to Win leaves open about what its drivers read and what their outputs do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sensors {
    /// What the angle AA is multiplied by. The chapter says radians (1); its printed driver needs 0.08.
    pub angle: f64,
    /// What AH is beside the road, in 400 ft.
    pub beside: f64,
    /// What the first tree is multiplied by to be the angle of the wheels.
    pub steer: f64,
    /// Whether a car that drives backwards is turned round for the driver, as the routine of the original does that its
    /// drivers may call.
    pub rescue: bool,
}

impl Default for Sensors {
    fn default() -> Self {
        Sensors { angle: 1.0, beside: 0.0, steer: 1.0, rescue: false }
    }
}

/// What of the view the trees of a driver read: the rest need not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// AH or AA.
    pub(crate) view: bool,
    /// The segments after the next one.
    pub(crate) farther: bool,
    /// The line, planned by somebody who knows so much.
    pub(crate) line: Option<Known>,
    /// The cars ahead, which the line goes round.
    pub(crate) cars: bool,
}

impl Needs {
    /// Everything, with a line through what is in sight.
    const ALL: Needs = Needs { view: true, farther: true, line: Some(Known::InSight), cars: true };
}

/// What a driver could have read in a race alone, step by step.
pub(crate) fn views_of_lap(track: &Track, driver: &mut dyn Driver, seconds: f64) -> Vec<Vec<u64>> {
    let mut views = Vec::new();
    let limits = Limits { laps: Some(1), seconds };
    lap::drive(track, driver, limits, true, 1, |race, _| {
        let mut cells = [0; CELLS];
        Sensors::default().fill(&mut cells, &Sight::new(race, 0), Needs::ALL);
        views.push(cells.to_vec());
    });
    views
}

/// The view of a driver.
pub(crate) type Cells = [u64; CELLS];

impl Sensors {
    /// Fills the view.
    pub(crate) fn fill(&self, cells: &mut Cells, sight: &Sight<'_>, needs: Needs) {
        let seen = sight.seen();
        let feet = |feet: f64| (feet / FEET).clamp(-FAR, FAR);
        let speed = |speed: f64| (speed / SPEED).clamp(-FAST, FAST);
        let (here, next) = (sight.road(0), sight.road(1));
        let mut set = |cell: usize, number: f64| cells[cell] = number.to_bits();
        set(CR, feet(here.radius));
        set(NR, feet(next.radius));
        set(TE, feet(sight.to_end()).max(0.0));
        set(NL, feet(next.feet));
        set(V, speed(seen.speed));
        set(NV, speed(seen.drift));
        set(TL, feet(seen.to_left));
        set(TR, feet(seen.to_right));
        set(TW, feet(sight.width()));
        if needs.view {
            let beside = View { free: self.beside * FEET, angle: 0.0 };
            let view = sight.view(0.0).unwrap_or(beside);
            set(AH, feet(view.free));
            set(AA, self.angle * view.angle);
        }
        if needs.farther {
            let (second, third) = (sight.road(2), sight.road(3));
            set(NR2, feet(second.radius));
            set(NL2, feet(second.feet));
            set(NR3, feet(third.radius));
            set(NL3, feet(third.feet));
        }
        if let Some(known) = needs.line {
            let here = sight.line(known, 0.0);
            let soon = sight.line(known, SOON * seen.speed);
            let braked = sight.line(known, BRAKED * seen.speed);
            let next = sight.line(known, NEXT * seen.speed);
            let (past, seconds) = if needs.cars { passing::past(sight, known) } else { (0.0, passing::LATE) };
            let aside = (seen.to_right - seen.to_left) / 2.0 - here.left - past;
            set(CAR_TIME, seconds);
            set(LINE_ASIDE, (aside / 100.0).clamp(-FAR, FAR));
            set(LINE_DRIFT, 2.0 * speed((seen.drift - here.sine * seen.speed) / 2.0));
            set(LINE_BEND, (100.0 * soon.curvature).clamp(-FAR, FAR));
            set(LINE_BEND_NEXT, (100.0 * next.curvature).clamp(-FAR, FAR));
            set(LINE_SPEED, speed(braked.speed));
            set(LINE_SPEED_NEXT, speed(next.speed));
        }
    }
}
