//! `apex`: through every bend on the widest arc that fits, from the outside to the inside and out again.

use super::bends::bend_speed;
use super::{Driver, accelerating};
use crate::car::{Command, GRAVITY};
use crate::sight::{AHEAD, PortableRace, Road, Sight};

/// How far from a wall it stays, in feet.
const MARGIN: f64 = 8.0;
/// How much of the grip it uses across, and for braking.
const ACROSS: f64 = 0.9;
const BRAKING: f64 = 0.8;
/// How much of a straight an arc may take of each of its ends.
const TAKEN: f64 = 0.45;

/// The driver.
#[derive(Default)]
pub(super) struct Apex {
    /// The segment that it was in when it was last asked.
    segment: usize,
    /// The bend that it is in, or comes out of.
    bend: Option<Arc>,
}

/// An arc through a bend that begins and ends on the straights beside it.
#[derive(Clone, Copy)]
struct Arc {
    /// Its radius.
    radius: f64,
    /// How far its centre lies outside that of the bend.
    outside: f64,
    /// From the centre of the bend to the path along its outer wall.
    outer: f64,
    /// Half of the bend's angle.
    half: f64,
    /// How far before the bend it begins.
    reach: f64,
    /// Length of the bend, along the middle.
    feet: f64,
    /// Whether it goes to the left.
    is_left: bool,
}

impl Arc {
    /// The widest arc through a bend, given the straights before and after it.
    fn through(bend: Road, width: f64, before: f64, after: f64) -> Self {
        let inner = bend.radius.abs() + MARGIN;
        let outer = bend.radius.abs() + width - MARGIN;
        let half = bend.feet / (bend.radius.abs() + width / 2.0) / 2.0;
        let (sine, cosine) = libm::sincos(half);
        let most = (outer - inner) / (1.0 - cosine).max(1e-6);
        let outside = most.min(TAKEN * before.min(after) / sine.max(1e-6)).max(0.0);
        let is_left = bend.radius > 0.0;
        Arc {
            radius: outer + outside * cosine,
            outside,
            outer,
            half,
            reach: outside * sine,
            feet: bend.feet,
            is_left,
        }
    }

    /// How far inside of the path along the outer wall it is, so many feet after the start of the bend.
    fn inward(&self, along: f64) -> f64 {
        let before = if along > self.feet / 2.0 { self.feet - along } else { along };
        if before < 0.0 {
            let gone = (self.reach + before).max(0.0);
            return self.radius - (self.radius * self.radius - gone * gone).max(0.0).sqrt();
        }
        let (sine, cosine) = libm::sincos(self.half * (1.0 - 2.0 * before / self.feet));
        let aside = self.outside * sine;
        self.outer + self.outside * cosine - (self.radius * self.radius - aside * aside).max(0.0).sqrt()
    }

    fn speed(&self) -> f64 {
        bend_speed(self.radius, ACROSS)
    }
}

impl Driver for Apex {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let (seen, width, to_end) = (sight.seen(), sight.width(), sight.to_end());
        let (here, next, after) = (sight.road(0), sight.road(1), sight.road(2));
        let straight = |road: Road| if road.radius == 0.0 { road.feet } else { 0.0 };
        let coming = (next.radius != 0.0).then(|| Arc::through(next, width, straight(here), straight(after)));
        if here.radius != 0.0 && (seen.segment != self.segment || self.bend.is_none()) {
            // What was before is seen no more, but it was when the arc was begun.
            let before = if self.bend.is_some_and(|bend| bend.reach > 0.0) { f64::INFINITY } else { 0.0 };
            self.bend = Some(Arc::through(here, width, before, straight(next)));
        }
        self.segment = seen.segment;
        let in_bend = here.radius != 0.0;
        let from_bend = here.feet - to_end;
        let leaving = self.bend.filter(|bend| !in_bend && from_bend < bend.reach);
        // The arc that it is on, and where on it.
        let on = match (in_bend, leaving) {
            (true, _) => self.bend.map(|bend| (bend, from_bend)),
            (false, Some(bend)) => Some((bend, bend.feet + from_bend)),
            (false, None) => coming.map(|arc| (arc, -to_end)),
        };
        if !in_bend && leaving.is_none() {
            self.bend = coming;
        }
        let (mut across, mut fastest) = (-1.2 * seen.drift, f64::INFINITY);
        if let Some((arc, along)) = on {
            let is_on = along > -arc.reach && along < arc.feet + arc.reach;
            let inward = arc.inward(along);
            let rising = (arc.inward(along + 1.0) - arc.inward(along - 1.0)) / 2.0;
            let side = if arc.is_left { 1.0 } else { -1.0 };
            let place = if arc.is_left { seen.to_right } else { seen.to_left } - MARGIN;
            let drift = seen.speed * rising - side * seen.drift;
            let turning = if is_on { seen.speed * seen.speed / arc.radius } else { 0.0 };
            // On the way to a bend there is time.
            let gain = if is_on { 0.9 } else { 0.25 };
            across = side * (turning + gain * (inward - place).clamp(-25.0, 25.0) + 1.8 * drift);
            let away = (-along - arc.reach).max(0.0);
            fastest = (arc.speed() * arc.speed() + 2.0 * BRAKING * GRAVITY * away).sqrt();
        }
        let mut away = to_end;
        for number in 1..=AHEAD {
            let road = sight.road(number);
            if road.radius != 0.0 {
                let reach = if number == 1 { coming.map_or(0.0, |arc| arc.reach) } else { 0.0 };
                let arc = if number == 1 { coming } else { None };
                let bend = arc.map_or_else(
                    || bend_speed(road.radius.abs() + width - MARGIN, ACROSS),
                    |arc| arc.speed(),
                );
                let room = (away - reach).max(0.0);
                fastest = fastest.min((bend * bend + 2.0 * BRAKING * GRAVITY * room).sqrt());
            }
            away += road.feet;
        }
        fastest = fastest.min((60.0 * 60.0 + 2.0 * BRAKING * GRAVITY * away).sqrt());
        accelerating(race, car, 3.0 * (fastest - seen.speed), across)
    }
}
