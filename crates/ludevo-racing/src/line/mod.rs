//! Lines through a track: where to drive and how fast, planned for the whole of it or for what is in sight.

mod draft;
mod kept;
mod pace;
mod road;
mod search;

use ludevo_random::{Purpose, stream};

use self::draft::Draft;
pub(crate) use self::kept::Planned;
use self::road::Road;
use self::search::{Ends, Search};
use crate::car::{Car, LENGTH, START_SPEED};
use crate::race::GAP;
use crate::sight::AHEAD;
use crate::track::Track;

/// The speed, in feet a second, at which what comes into sight can be met.
const UNSEEN: f64 = 70.0;
/// How far a plan reaches beyond the segment that it is for, where all is known.
const BEYOND: f64 = 1500.0;
/// How many segments after the start a car drives lines of its own, and within how many feet it is to join the others.
const OPENING: usize = 5;
const JOINING: f64 = 500.0;
/// How many bumps are tried for each point of a line through the whole track, and through what is in sight.
const BUMPS: usize = 150;
const BUMPS_IN_SIGHT: usize = 20;

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

/// The line for a car in a segment: the number of its first point, and the points from there on.
type Plan = (usize, Vec<Point>);

/// The lines of a track: one for each segment that a car may be in.
#[derive(Clone, Debug)]
pub struct Lines {
    /// From point to point along the middle.
    spacing: f64,
    /// For each segment.
    plans: Vec<Plan>,
    /// How many points the whole track has.
    round: usize,
    /// For each column of the grid: those of the first segments after the start.
    openings: Vec<Vec<Plan>>,
}

/// Where a car comes from: a column of the grid, so many segments ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    column: usize,
    passed: usize,
}

impl Opening {
    /// The opening that a car is in, if it has just started.
    pub(crate) fn of(car: &Car, track: &Track) -> Option<Self> {
        let is_first_half = car.laps < 0 || (car.laps == 0 && car.seen.distance < track.length / 2.0);
        let segments = track.segments.len();
        let passed = (car.seen.segment + segments - grid_segment(track)) % segments;
        (is_first_half && passed < OPENING)
            .then_some(Opening { column: car.slot % track.rows as usize, passed })
    }
}

/// The segment that the front of the grid is in.
fn grid_segment(track: &Track) -> usize {
    if track.line > LENGTH / 2.0 { 0 } else { track.segments.len() - 1 }
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
        let mut search = Search::new(road, 0, Ends::Closed, &draft.left);
        // The same line for the same track, whoever asks.
        search.improve(BUMPS * count, &mut stream(0, Purpose::Tracks, 1, 0));
        let beyond = (BEYOND / road.spacing) as usize;
        let points = search.points();
        let plan = |segment: usize| {
            let (first, last) = road.numbers(track, segment, segment);
            (first, (first..=last + beyond).map(|number| points[number % count]).collect())
        };
        let opening = |column: usize| {
            let (start, aside) = on_grid(track, road, column);
            let segment = grid_segment(track);
            let (_, end) = road.numbers(track, segment, segment + OPENING - 1);
            let reach = (end + beyond - start).min(count - 1);
            // From its place on the grid the car joins the line of all laps.
            let joining = (JOINING / road.spacing) as usize;
            let left = (0..=reach).map(|step| {
                let share = (step.saturating_sub(2) as f64 / joining as f64).min(1.0);
                aside
                    + share
                        * share
                        * (3.0 - 2.0 * share)
                        * (search.nodes[(start + step) % count].left - aside)
            });
            let last = search.nodes[(start + reach) % count].limit;
            let ends = Ends::Open { fixed: 2, kept: beyond.min(reach / 2), first: START_SPEED, last };
            let mut opening = Search::new(road, start, ends, &left.collect::<Vec<_>>());
            let bumps = BUMPS * opening.nodes.len();
            opening.improve(bumps, &mut stream(0, Purpose::Tracks, 3, column as u64));
            vec![(start, opening.points()); OPENING.min(track.segments.len())]
        };
        Lines {
            spacing: road.spacing,
            round: count,
            plans: (0..track.segments.len()).map(plan).collect(),
            openings: (0..track.rows as usize).map(opening).collect(),
        }
    }

    fn in_sight(track: &Track, road: &Road) -> Self {
        let segments = track.segments.len();
        // The plan for a segment, which goes on where the one before it went.
        let next = |before: Option<(usize, Search<'_>)>, segment: usize, slot: u64| {
            let (first, last) = road.numbers(track, segment, segment + AHEAD.min(segments - 1));
            let mut left = vec![0.0; last - first + 1];
            let (mut fixed, mut speed) = (0, f64::INFINITY);
            if let Some((earlier, search)) = &before {
                let offset = (first + road.count() - earlier) % road.count();
                for (left, node) in left.iter_mut().zip(search.nodes.iter().skip(offset)) {
                    *left = node.left;
                }
                fixed = 2.min(search.nodes.len().saturating_sub(offset)).min(left.len());
                speed = search.nodes.get(offset).map_or(speed, |node| node.speed);
            }
            planned_in_sight(road, (first, left), (fixed, speed), slot)
        };
        let mut plans: Vec<Plan> = vec![(0, Vec::new()); segments];
        let mut before = None;
        // The second time round the first segments have something before them; soon it is what it was.
        for (number, segment) in (0..segments).chain(0..segments.min(OPENING)).enumerate() {
            let (first, search) = next(before, segment, number as u64);
            plans[segment] = (first, search.points());
            before = Some((first, search));
        }
        let opening = |column: usize| {
            let (start, aside) = on_grid(track, road, column);
            let segment = grid_segment(track);
            let (_, last) = road.numbers(track, segment, segment + AHEAD.min(segments - 1));
            let left = vec![aside; last.max(start + 2) - start + 1];
            let mut plan = planned_in_sight(road, (start, left), (2, START_SPEED), column as u64);
            let mut opening = Vec::with_capacity(OPENING);
            for passed in 1..=OPENING.min(segments) {
                opening.push((plan.0, plan.1.points()));
                let slot = (column * OPENING + passed) as u64;
                plan = next(Some(plan), (segment + passed) % segments, slot);
            }
            opening
        };
        let openings = (0..track.rows as usize).map(opening).collect();
        Lines { spacing: road.spacing, round: road.count(), plans, openings }
    }

    /// The line so many feet after the start of a segment, as planned for a car in that segment.
    pub(crate) fn at(&self, segment: usize, opening: Option<Opening>, start: f64, feet: f64) -> Point {
        let opening = opening.and_then(|Opening { column, passed }| self.openings.get(column)?.get(passed));
        let (first, points) = opening.unwrap_or(&self.plans[segment]);
        let mut place = (start + feet) / self.spacing - *first as f64;
        // An opening may begin before the first segment.
        if opening.is_some() && place < -(self.round as f64) / 2.0 {
            place += self.round as f64;
        }
        let place = place.clamp(0.0, (points.len() - 1) as f64);
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

/// The line from these places across the road on, of which so many are fixed; the car begins it with this speed.
fn planned_in_sight<'a>(
    road: &'a Road,
    (first, left): (usize, Vec<f64>),
    (fixed, speed): (usize, f64),
    slot: u64,
) -> (usize, Search<'a>) {
    let mut draft = Draft { road, first, left, is_closed: false, fixed };
    draft.smooth();
    let ends = Ends::Open { fixed, kept: 0, first: speed, last: UNSEEN };
    let mut search = Search::new(road, first, ends, &draft.left);
    let bumps = BUMPS_IN_SIGHT * search.nodes.len();
    search.improve(bumps, &mut stream(0, Purpose::Tracks, 2, slot));
    (first % road.count(), search)
}

/// The number of the point where the front car of a column stands on the grid, and how far to the left of the middle.
fn on_grid(track: &Track, road: &Road, column: usize) -> (usize, f64) {
    let along = (track.line - LENGTH / 2.0 - GAP * column as f64).rem_euclid(track.length);
    ((along / road.spacing) as usize, track.grid_from_right(column) - track.width / 2.0)
}
