//! Lines through a track: where to drive and how fast, planned for the whole of it or for what is in sight.

use crate::car::GRAVITY;
use crate::sight::AHEAD;
use crate::track::Track;
use crate::tyre::{DRAG, GRIP, mass};

/// From one point of a line to the next, in feet along the middle of the road, about.
const SPACING: f64 = 15.0;
/// How far from the walls a line stays, in feet. Only the centre of a car counts as on the road.
const MARGIN: f64 = 4.0;
/// How much of the grip a line asks for across, and for braking.
const USED: f64 = 0.91;
/// The speed, in feet a second, at which what comes into sight can be met.
const UNSEEN: f64 = 70.0;
/// The fuel of a car in the middle of a race, in pounds.
const FUEL: f64 = 145.0;
/// How far a plan reaches beyond the segment that it is for, where all is known.
const BEYOND: f64 = 1500.0;

/// A point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Feet to the left of the middle of the road.
    pub left: f64,
    /// Sine of the angle by which it goes to the left of the road's direction.
    pub sine: f64,
    /// Its curvature, to the left, in radians a foot.
    pub curvature: f64,
    /// The highest speed there at which what follows can be driven.
    pub speed: f64,
}

/// What is known when a line is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The whole track.
    Everything,
    /// The segment that the car is in and those that a driver sees from there: planned anew in each segment.
    InSight,
}

/// The lines of a track: one for each segment that a car may be in.
#[derive(Clone, Debug)]
pub struct Lines {
    /// From point to point along the middle.
    spacing: f64,
    /// For each segment: the number of its first point, and the points from there on.
    plans: Vec<(usize, Vec<Point>)>,
}

/// The middle of the road as points of equal distance, closed.
struct Road {
    /// Places.
    middle: Vec<(f64, f64)>,
    /// Directions to the left.
    normal: Vec<(f64, f64)>,
    spacing: f64,
    /// How far to each side a line may go.
    reach: f64,
}

impl Road {
    fn new(track: &Track) -> Self {
        let count = ((track.length / SPACING).round() as usize).max(16);
        let spacing = track.length / count as f64;
        let mut middle = Vec::with_capacity(count);
        let mut segment = 0;
        for number in 0..count {
            let along = number as f64 * spacing;
            let end = |segment: usize| track.segments[segment].end + track.line;
            while segment + 1 < track.segments.len() && end(segment) <= along {
                segment += 1;
            }
            let feet = along - (end(segment) - track.segments[segment].feet);
            let station = track.station(segment, feet);
            // A track that does not close is bent a little until it does.
            let share = along / track.length;
            let gap = (track.end.0 - track.segments[0].start.0, track.end.1 - track.segments[0].start.1);
            middle.push((station.x - share * gap.0, station.y - share * gap.1));
        }
        let normal = (0..count)
            .map(|number| {
                let (before, after) = (middle[(number + count - 1) % count], middle[(number + 1) % count]);
                let (dx, dy) = (after.0 - before.0, after.1 - before.1);
                let length = length((dx, dy));
                (-dy / length, dx / length)
            })
            .collect();
        Road { middle, normal, spacing, reach: (track.width / 2.0 - MARGIN).max(1.0) }
    }

    fn count(&self) -> usize {
        self.middle.len()
    }

    /// The place of a point so far to the left of the middle; numbers go round the track.
    fn place(&self, number: usize, left: f64) -> (f64, f64) {
        let number = number % self.count();
        let ((x, y), (nx, ny)) = (self.middle[number], self.normal[number]);
        (x + left * nx, y + left * ny)
    }
}

fn length((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}

/// The curvature of the circle through three points, to the left.
fn curvature(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    let (ab, bc, ac) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1), (c.0 - a.0, c.1 - a.1));
    let cross = ab.0 * bc.1 - ab.1 * bc.0;
    2.0 * cross / (length(ab) * length(bc) * length(ac)).max(1e-9)
}

/// A line that is being planned: places across the road of consecutive points.
struct Draft<'a> {
    road: &'a Road,
    /// The number of the first point.
    first: usize,
    left: Vec<f64>,
    /// Whether the last point is followed by the first one.
    is_closed: bool,
    /// So many points at the beginning stay where they are.
    fixed: usize,
}

impl Draft<'_> {
    fn place(&self, index: usize) -> (f64, f64) {
        self.road.place(self.first + index, self.left[index])
    }

    /// The index so many points away, if there is one.
    fn index(&self, index: usize, by: isize) -> Option<usize> {
        let count = self.left.len() as isize;
        let other = index as isize + by;
        if self.is_closed {
            Some(other.rem_euclid(count) as usize)
        } else {
            (0..count).contains(&other).then_some(other as usize)
        }
    }

    fn curvature_at(&self, index: usize, stride: isize) -> Option<f64> {
        let (before, after) = (self.index(index, -stride)?, self.index(index, stride)?);
        Some(curvature(self.place(before), self.place(index), self.place(after)))
    }

    /// Makes curvatures alike from coarse to fine, within the road.
    fn smooth(&mut self) {
        let count = self.left.len();
        let mut stride = 1;
        while stride * 8 < count && stride < 64 {
            stride *= 2;
        }
        while stride > 0 {
            let times = 40 + (60.0 * (stride as f64).sqrt()) as usize;
            for _ in 0..times {
                for index in (0..count).step_by(stride) {
                    self.relax(index, stride);
                }
            }
            self.fill(stride);
            stride /= 2;
        }
    }

    /// Moves one point so that its curvature is between those of its neighbours.
    fn relax(&mut self, index: usize, stride: usize) {
        let stride = stride as isize;
        if index < self.fixed {
            return;
        }
        let (Some(before), Some(after)) = (self.index(index, -stride), self.index(index, stride)) else {
            return;
        };
        // Beyond the ends of what is known the road is taken to be straight.
        let earlier = self.curvature_at(before, stride).unwrap_or(0.0);
        let later = self.curvature_at(after, stride).unwrap_or(0.0);
        let wanted = f64::midpoint(earlier, later);
        let (a, c) = (self.place(before), self.place(after));
        let number = self.first + index;
        // Where the straight between the neighbours crosses.
        let (m, n) = (self.road.place(number, 0.0), self.road.normal[number % self.road.count()]);
        let (dx, dy) = (c.0 - a.0, c.1 - a.1);
        let across = n.0 * dy - n.1 * dx;
        if across.abs() < 1e-9 {
            return;
        }
        let straight = ((a.0 - m.0) * dy - (a.1 - m.1) * dx) / across;
        let moved = curvature(a, self.road.place(number, straight + 0.1), c);
        if moved.abs() < 1e-12 {
            return;
        }
        let reach = self.road.reach;
        self.left[index] = (straight + 0.1 * wanted / moved).clamp(-reach, reach);
    }

    /// Puts the points between those of a stride on a smooth curve through them.
    fn fill(&mut self, stride: usize) {
        let count = self.left.len();
        for start in (0..count).step_by(stride) {
            let Some(end) = self.index(start, stride as isize) else { continue };
            let gap = if end > start { end - start } else { count - start };
            let (from, to) = (self.left[start], self.left[end]);
            for step in 1..gap.min(stride) {
                if start + step >= self.fixed && start + step < count {
                    let share = step as f64 / gap as f64;
                    self.left[start + step] = from + share * (to - from);
                }
            }
        }
    }

    /// The points with directions, curvatures and speeds; `last` is the speed at the end of what is known.
    fn points(&self, last: f64) -> Vec<Point> {
        let count = self.left.len();
        let mut points: Vec<Point> = (0..count)
            .map(|index| {
                let curvature = self.curvature_at(index, 1).unwrap_or(0.0);
                let (before, after) =
                    (self.index(index, -1).unwrap_or(index), self.index(index, 1).unwrap_or(index));
                let (from, to) = (self.place(before), self.place(after));
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let normal = self.road.normal[(self.first + index) % self.road.count()];
                let sine = (dx * normal.0 + dy * normal.1) / length((dx, dy)).max(1e-9);
                Point { left: self.left[index], sine, curvature, speed: 0.0 }
            })
            .collect();
        let most = USED * GRIP * GRAVITY;
        let bend = |curvature: f64| (most / curvature.abs().max(1e-6)).sqrt().min(400.0);
        let mut speed = if self.is_closed { bend(points[0].curvature) } else { last };
        // Where the line is closed the second time round starts with the speed that the first one found.
        for _ in 0..if self.is_closed { 2 } else { 1 } {
            for index in (0..count).rev() {
                let after = self.index(index, 1).unwrap_or(index);
                let (here, there) = (self.place(index), self.place(after));
                let apart = length((there.0 - here.0, there.1 - here.1));
                let turning = speed * speed * points[after].curvature;
                let left = (most * most - turning * turning).max(0.0).sqrt();
                let drag = DRAG * speed * speed / mass(FUEL);
                speed =
                    (speed * speed + 2.0 * apart * (left + drag)).sqrt().min(bend(points[index].curvature));
                points[index].speed = speed;
            }
        }
        points
    }
}

impl Lines {
    /// Plans the lines of a track.
    pub fn planned(track: &Track, known: Known) -> Self {
        let road = Road::new(track);
        match known {
            Known::Everything => Lines::whole(track, &road),
            Known::InSight => Lines::in_sight(track, &road),
        }
    }

    fn whole(track: &Track, road: &Road) -> Self {
        let count = road.count();
        let mut draft = Draft { road, first: 0, left: vec![0.0; count], is_closed: true, fixed: 0 };
        draft.smooth();
        let points = draft.points(0.0);
        let plan = |segment: usize| {
            let (first, last) = numbers(track, road, segment, segment);
            let beyond = (BEYOND / road.spacing) as usize;
            (first, (first..=last + beyond).map(|number| points[number % count]).collect())
        };
        Lines { spacing: road.spacing, plans: (0..track.segments.len()).map(plan).collect() }
    }

    fn in_sight(track: &Track, road: &Road) -> Self {
        let segments = track.segments.len();
        let mut plans: Vec<(usize, Vec<Point>)> = vec![(0, Vec::new()); segments];
        let mut before: Option<(usize, Vec<Point>)> = None;
        // The second time round the first segments have something before them.
        for segment in (0..segments).chain(0..segments) {
            let (first, last) = numbers(track, road, segment, segment + AHEAD.min(segments - 1));
            let mut left = vec![0.0; last - first + 1];
            let mut fixed = 0;
            if let Some((earlier, points)) = &before {
                // What was planned before is where this one begins.
                let offset = (first + road.count() - earlier) % road.count();
                for (left, point) in left.iter_mut().zip(points.iter().skip(offset)) {
                    *left = point.left;
                }
                fixed = 2.min(points.len().saturating_sub(offset)).min(left.len());
            }
            let mut draft = Draft { road, first, left, is_closed: false, fixed };
            draft.smooth();
            let points = draft.points(UNSEEN);
            before = Some((first % road.count(), points.clone()));
            plans[segment] = (first, points);
        }
        Lines { spacing: road.spacing, plans }
    }

    /// The line so many feet after the start of a segment, as planned for a car in that segment.
    pub fn at(&self, segment: usize, start: f64, feet: f64) -> Point {
        let (first, points) = &self.plans[segment];
        let place = ((start + feet) / self.spacing - *first as f64).clamp(0.0, (points.len() - 1) as f64);
        let number = (place as usize).min(points.len().saturating_sub(2));
        let share = place - number as f64;
        let (one, two) = (&points[number], &points[(number + 1).min(points.len() - 1)]);
        let mix = |one: f64, two: f64| one + share * (two - one);
        Point {
            left: mix(one.left, two.left),
            sine: mix(one.sine, two.sine),
            curvature: mix(one.curvature, two.curvature),
            speed: mix(one.speed, two.speed),
        }
    }
}

/// The numbers of the points from before the start of a segment to after the end of another, which may be beyond the last.
fn numbers(track: &Track, road: &Road, from: usize, to: usize) -> (usize, usize) {
    let segments = track.segments.len();
    let start = track.segments[from].end + track.line - track.segments[from].feet;
    let feet: f64 = (from..=to).map(|number| track.segments[number % segments].feet).sum();
    let first = (start / road.spacing).floor().max(0.0) as usize;
    (first, ((start + feet) / road.spacing).ceil() as usize)
}
