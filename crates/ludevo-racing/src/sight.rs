//! What a reactive driver may know: its car, the road within sight, and the cars nearby.

use crate::car::{Car, Observation};
use crate::line::{Known, Opening, Point};
use crate::maths::Portable;
use crate::race::{Nearby, Race, SEEN};
use crate::track::Segment;

/// How many segments after its own a driver sees.
pub const AHEAD: usize = 3;

/// A race as everything that is bred or shown drives it.
pub type PortableRace<'a> = Race<'a, Portable>;

/// A race with the eyes of one of its drivers.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    race: &'a PortableRace<'a>,
    index: usize,
}

/// A segment as a driver sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Road {
    /// Radius of the inner wall in feet: 0 for a straight, negative for a bend to the right.
    pub radius: f64,
    /// Length along the middle, in feet.
    pub feet: f64,
}

/// How far a car can go straight on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Feet until it leaves the road.
    pub free: f64,
    /// The direction of the wall that it meets there, relative to its own, to the left.
    pub angle: f64,
}

impl<'a> Sight<'a> {
    /// The eyes of a car's driver.
    pub fn new(race: &'a PortableRace<'a>, index: usize) -> Self {
        Sight { race, index }
    }

    /// The own car.
    pub fn car(&self) -> &'a Car {
        &self.race.cars[self.index]
    }

    /// Where it is on the road.
    pub fn seen(&self) -> &'a Observation {
        &self.race.cars[self.index].seen
    }

    /// Width of the road.
    pub fn width(&self) -> f64 {
        self.race.track.width
    }

    /// Seconds since the start.
    pub fn time(&self) -> f64 {
        self.race.time
    }

    /// The own segment for 0, the next one for 1, and so on; at most [`AHEAD`].
    pub fn road(&self, number: usize) -> Road {
        debug_assert!(number <= AHEAD, "a driver sees so many segments");
        let segments = &self.race.track.segments;
        let segment = &segments[(self.seen().segment + number) % segments.len()];
        Road { radius: segment.inner_radius(), feet: segment.feet }
    }

    /// Feet along the middle to the end of the own segment.
    pub fn to_end(&self) -> f64 {
        let seen = self.seen();
        let segment = &self.race.track.segments[seen.segment];
        if segment.is_straight() {
            seen.to_end
        } else {
            (seen.to_end * (segment.left_radius + segment.right_radius) / 2.0).abs()
        }
    }

    /// The line so many feet ahead along the middle of the road, for a driver that knows so much.
    pub fn line(&self, known: Known, ahead: f64) -> Point {
        let track = self.race.track;
        let segment = self.seen().segment;
        let feet = track.segments[segment].feet - self.to_end() + ahead;
        track.lines(known).at(segment, Opening::of(self.car(), track), track.start_of(segment), feet)
    }

    /// The other cars that are near, the nearest first, and how many they are.
    pub fn nearby(&self) -> ([Nearby; SEEN], usize) {
        self.race.nearby(self.index, false)
    }

    /// How far it is to the edge of the road in a direction, relative to that of the velocity, to the left. Nothing beside
    /// the road, or where the car stands.
    pub fn view(&self, turned: f64) -> Option<View> {
        let car = self.car();
        let speed = car.seen.speed;
        if car.seen.is_off() || speed < 1e-3 {
            return None;
        }
        let (mut ux, mut uy) = (car.vx / speed, car.vy / speed);
        if turned != 0.0 {
            let (sine, cosine) = libm::sincos(turned);
            (ux, uy) = (ux * cosine - uy * sine, uy * cosine + ux * sine);
        }
        Some(self.cast((car.x, car.y), (ux, uy)))
    }

    /// Follows a straight line from segment to segment until it meets a wall. Segments are walked one after the other: a
    /// track may cross itself, and need not close.
    fn cast(&self, (mut x, mut y): (f64, f64), (mut ux, mut uy): (f64, f64)) -> View {
        let track = self.race.track;
        let mut number = self.seen().segment;
        let mut gone = 0.0;
        // No line of sight passes more segments than there are.
        for _ in 0..=track.segments.len() {
            let segment = &track.segments[number];
            let (to_wall, tangent) = wall(segment, track.width, (x, y), (ux, uy));
            let to_end = end(segment, (x, y), (ux, uy));
            if to_wall <= to_end {
                let across = ux * tangent.1 - uy * tangent.0;
                let along = ux * tangent.0 + uy * tangent.1;
                return View { free: gone + to_wall, angle: libm::atan2(across, along) };
            }
            gone += to_end;
            (x, y) = (x + to_end * ux, y + to_end * uy);
            number += 1;
            if number == track.segments.len() {
                number = 0;
                // The seam need not close: what is kept is the place across the road and the direction along it.
                let first = &track.segments[0];
                let (end_sine, end_cosine) = (segment.end_sine, segment.end_cosine);
                let from_right = (y - track.end.1) * end_cosine - (x - track.end.0) * end_sine;
                let along = ux * end_cosine + uy * end_sine;
                let across = uy * end_cosine - ux * end_sine;
                (x, y) = (first.start.0 - from_right * first.sine, first.start.1 + from_right * first.cosine);
                (ux, uy) =
                    (along * first.cosine - across * first.sine, along * first.sine + across * first.cosine);
            }
        }
        View { free: gone, angle: 0.0 }
    }
}

/// How far a line goes until it leaves the road of a segment sideways, and the direction of the wall there.
fn wall(segment: &Segment, width: f64, (x, y): (f64, f64), (ux, uy): (f64, f64)) -> (f64, (f64, f64)) {
    if segment.is_straight() {
        let (dx, dy) = (x - segment.start.0, y - segment.start.1);
        let from_right = dy * segment.cosine - dx * segment.sine;
        let across = uy * segment.cosine - ux * segment.sine;
        let room = if across > 0.0 { width - from_right } else { -from_right };
        let far = if across == 0.0 { f64::INFINITY } else { (room / across).max(0.0) };
        return (far, (segment.cosine, segment.sine));
    }
    let (qx, qy) = (x - segment.right_centre.0, y - segment.right_centre.1);
    let (inner, outer) = (segment.inner_radius().abs(), segment.inner_radius().abs() + width);
    let towards = qx * ux + qy * uy;
    let squared = qx * qx + qy * qy;
    let reach = towards * towards - squared;
    let to_inner = reach + inner * inner;
    let far = if towards < 0.0 && to_inner >= 0.0 && squared > inner * inner {
        -towards - to_inner.sqrt()
    } else {
        -towards + (reach + outer * outer).max(0.0).sqrt()
    };
    let (hit_x, hit_y) = (qx + far * ux, qy + far * uy);
    let turn = if segment.left_radius >= 0.0 { 1.0 } else { -1.0 };
    (far.max(0.0), (-turn * hit_y, turn * hit_x))
}

/// How far a line goes until it passes the end of a segment.
fn end(segment: &Segment, (x, y): (f64, f64), (ux, uy): (f64, f64)) -> f64 {
    let (cosine, sine) = (segment.end_cosine, segment.end_sine);
    let along = ux * cosine + uy * sine;
    if along <= 0.0 {
        return f64::INFINITY;
    }
    if segment.is_straight() {
        let gone = (x - segment.start.0) * cosine + (y - segment.start.1) * sine;
        return ((segment.length - gone) / along).max(0.0);
    }
    let (qx, qy) = (x - segment.right_centre.0, y - segment.right_centre.1);
    let far = -(qx * cosine + qy * sine) / along;
    // A long bend has its end also on the far side of its centre, which is not its end.
    let turn = if segment.left_radius >= 0.0 { 1.0 } else { -1.0 };
    let side = turn * ((qx + far * ux) * sine - (qy + far * uy) * cosine);
    if far < 0.0 || side <= 0.0 { f64::INFINITY } else { far }
}
