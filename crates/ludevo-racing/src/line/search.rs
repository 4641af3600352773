//! A line made faster: smooth bumps are kept where the time that it takes gets shorter.

use std::ops::Range;

use ludevo_random::Stream;
use rand::RngExt;

use super::Point;
use super::pace::Pace;
use super::road::{Road, curvature, length};

/// A bump reaches so many points to each side, at least and at most.
const NARROWEST: f64 = 2.0;
const WIDEST: f64 = 60.0;
/// The highest bump at the beginning of a search and at its end, in feet; the lowest is a hundredth of it.
const HIGHEST: (f64, f64) = (8.0, 0.3);
/// A gain of less than this, in seconds, is none.
const GAIN: f64 = 1e-7;
/// Speeds that differ by less are the same.
const SAME: f64 = 1e-4;

/// A point of a line and the speeds there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// Feet to the left of the middle.
    pub(super) left: f64,
    place: (f64, f64),
    /// Its curvature, to the left.
    pub(super) curvature: f64,
    /// The highest speed that the tyres hold in that.
    held: f64,
    /// Feet to the next one.
    feet: f64,
    /// The highest speed at which what follows can be driven.
    pub(super) limit: f64,
    /// The speed that the engine comes to.
    pub(super) speed: f64,
}

/// How a line begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ends {
    /// The last point is followed by the first.
    Closed,
    /// It begins with this speed, so many points stay where they are, and it ends with that speed at most.
    Open {
        /// Points at the beginning that stay.
        fixed: usize,
        /// Points at the end that stay.
        kept: usize,
        /// The speed at the beginning.
        first: f64,
        /// The speed at the end.
        last: f64,
    },
}

/// A line with its speeds, which is made faster.
pub(super) struct Search<'a> {
    road: &'a Road,
    /// The number of the first point.
    start: usize,
    ends: Ends,
    pace: Pace,
    pub(super) nodes: Vec<Node>,
    /// What the nodes were before a bump.
    saved: Vec<(usize, Node)>,
}

impl<'a> Search<'a> {
    /// The line through these places across the road.
    pub(super) fn new(road: &'a Road, start: usize, ends: Ends, left: &[f64]) -> Self {
        let nodes = left.iter().map(|left| Node { left: *left, ..Node::default() }).collect();
        let mut search = Search { road, start, ends, pace: Pace::new(), nodes, saved: Vec::new() };
        let count = search.nodes.len();
        for index in 0..count {
            search.put(index);
        }
        for index in 0..count {
            search.bend(index);
        }
        let (first, last) = match ends {
            Ends::Closed => (f64::INFINITY, f64::INFINITY),
            Ends::Open { first, last, .. } => (first, last),
        };
        // Where the line is closed the second time round starts with the speeds that the first one found.
        let rounds = if search.is_closed() { 2 } else { 1 };
        search.nodes[count - 1].limit = search.nodes[count - 1].held.min(last);
        for index in (0..rounds * count - 1).rev() {
            let limit = search.limit(index % count);
            search.nodes[index % count].limit = limit;
        }
        search.nodes[0].speed = search.nodes[0].limit.min(first);
        for index in 1..rounds * count {
            let speed = search.speed(index % count);
            search.nodes[index % count].speed = speed;
        }
        search
    }

    /// The points of the line, with their directions.
    pub(super) fn points(&self) -> Vec<Point> {
        let point = |index: usize| {
            let node = &self.nodes[index];
            let place = |by: isize| self.nodes[self.index(index, by).unwrap_or(index)].place;
            let (from, to) = (place(-1), place(1));
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let normal = self.road.normal[(self.start + index) % self.road.count()];
            let sine = (dx * normal.0 + dy * normal.1) / length((dx, dy)).max(1e-9);
            Point { left: node.left, sine, curvature: node.curvature, speed: node.limit }
        };
        (0..self.nodes.len()).map(point).collect()
    }

    fn is_closed(&self) -> bool {
        matches!(self.ends, Ends::Closed)
    }

    /// The index so many points away, if there is one.
    pub(super) fn index(&self, index: usize, by: isize) -> Option<usize> {
        let count = self.nodes.len() as isize;
        let other = index as isize + by;
        if (0..count).contains(&other) {
            return Some(other as usize);
        }
        self.is_closed().then(|| other.rem_euclid(count) as usize)
    }

    fn put(&mut self, index: usize) {
        let node = &mut self.nodes[index];
        node.place = self.road.place(self.start + index, node.left);
    }

    /// Works out the curvature of a point and the way to the next.
    fn bend(&mut self, index: usize) {
        let here = self.nodes[index].place;
        let place = |search: &Self, by: isize| search.index(index, by).map(|other| search.nodes[other].place);
        let (before, after) = (place(self, -1), place(self, 1));
        let node = &mut self.nodes[index];
        if let Some(after) = after {
            node.feet = length((after.0 - here.0, after.1 - here.1));
            // Beyond the ends of what is known the road is taken to be straight.
            node.curvature = before.map_or(0.0, |before| curvature(before, here, after));
        }
        node.held = self.pace.bend(node.curvature);
    }

    /// The highest speed at a point, given that at the next.
    fn limit(&self, index: usize) -> f64 {
        let node = &self.nodes[index];
        let own = node.held;
        match self.index(index, 1) {
            Some(next) => {
                let next = &self.nodes[next];
                own.min(self.pace.before(next.limit, next.curvature, node.feet))
            }
            None => match self.ends {
                Ends::Open { last, .. } => own.min(last),
                Ends::Closed => own,
            },
        }
    }

    /// The speed that a car has at a point, given that at the one before.
    fn speed(&self, index: usize) -> f64 {
        let limit = self.nodes[index].limit;
        match self.index(index, -1) {
            Some(before) => {
                let before = &self.nodes[before];
                limit.min(self.pace.after(before.speed, before.curvature, before.feet))
            }
            None => match self.ends {
                Ends::Open { first, .. } => limit.min(first),
                Ends::Closed => limit,
            },
        }
    }

    /// Seconds from points to their next ones, from one to another.
    fn seconds(&self, from: usize, count: usize) -> f64 {
        (0..count)
            .filter_map(|step| {
                let index = self.index(from, step as isize)?;
                let next = self.index(index, 1)?;
                Some(2.0 * self.nodes[index].feet / (self.nodes[index].speed + self.nodes[next].speed))
            })
            .sum()
    }

    fn save(&mut self, index: usize) {
        self.saved.push((index, self.nodes[index]));
    }

    /// Tries so many bumps.
    pub(super) fn improve(&mut self, bumps: usize, rng: &mut Stream) {
        let count = self.nodes.len();
        let free = match self.ends {
            Ends::Closed => 0..count,
            Ends::Open { fixed, kept, .. } => fixed..count.saturating_sub(kept),
        };
        let widest = WIDEST.min((count / 3) as f64);
        if free.is_empty() || widest < NARROWEST {
            return;
        }
        let powers = (widest / NARROWEST).sqrt().sqrt();
        for bump in 0..bumps {
            let done = bump as f64 / bumps as f64;
            // Widths and heights are spread over their scales by a power of a uniform draw, with nothing but products.
            let at: usize = rng.random_range(free.clone());
            let quarter: f64 = 1.0 + rng.random::<f64>() * (powers - 1.0);
            let wide = NARROWEST * quarter * quarter * quarter * quarter;
            let small: f64 = rng.random();
            let most = HIGHEST.0 * (1.0 - done) + HIGHEST.1 * done;
            let high = most * (0.01 + 0.99 * small * small * small);
            let high = if rng.random() { high } else { -high };
            self.bump(at, wide, high, &free);
        }
    }

    /// Tries one bump; whether it was kept.
    fn bump(&mut self, at: usize, wide: f64, high: f64, free: &Range<usize>) -> bool {
        self.saved.clear();
        let reach = wide as isize;
        let limit = self.road.reach;
        let mut is_moved = false;
        for by in -reach..=reach {
            let Some(index) = self.index(at, by) else { continue };
            self.save(index);
            if !free.contains(&index) {
                continue;
            }
            let part = by as f64 / (wide + 1.0);
            let shape = (1.0 - part * part) * (1.0 - part * part);
            let left = (self.nodes[index].left + high * shape).clamp(-limit, limit);
            is_moved |= left != self.nodes[index].left;
            self.nodes[index].left = left;
            self.put(index);
        }
        if !is_moved {
            self.restore();
            return false;
        }
        // The points beside the bump are bent too.
        for by in [-reach - 1, reach + 1] {
            if let Some(index) = self.index(at, by) {
                self.save(index);
            }
        }
        for by in -reach - 1..=reach + 1 {
            if let Some(index) = self.index(at, by) {
                self.bend(index);
            }
        }
        let count = self.nodes.len() as isize;
        let mut from = reach + 1;
        // Backwards until the highest speeds are what they were.
        loop {
            let Some(index) = self.index(at, from) else {
                if from < 0 {
                    break;
                }
                from -= 1;
                continue;
            };
            let new = self.limit(index);
            let is_same = (new - self.nodes[index].limit).abs() < SAME;
            if from < -reach - 1 {
                if is_same || from <= reach + 2 - count {
                    break;
                }
                self.save(index);
            }
            self.nodes[index].limit = new;
            from -= 1;
        }
        // Forwards from there until the speeds are.
        let mut to = from + 1;
        let first = to;
        loop {
            let Some(index) = self.index(at, to) else {
                if to > 0 {
                    break;
                }
                to += 1;
                continue;
            };
            let new = self.speed(index);
            let is_same = (new - self.nodes[index].speed).abs() < SAME;
            if to > reach + 1 {
                if is_same || to - first >= count - 1 {
                    break;
                }
                self.save(index);
            }
            self.nodes[index].speed = new;
            to += 1;
        }
        let Some(begin) = (first - 1..).find_map(|by| self.index(at, by).map(|index| (by, index))) else {
            self.restore();
            return false;
        };
        let span = (to - begin.0).max(0) as usize;
        let new = self.seconds(begin.1, span);
        self.swap();
        let old = self.seconds(begin.1, span);
        if new < old - GAIN {
            self.swap();
            return true;
        }
        false
    }

    /// Exchanges the nodes with what was saved of them; twice is as it was.
    fn swap(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        for (index, node) in &mut saved {
            std::mem::swap(&mut self.nodes[*index], node);
        }
        self.saved = saved;
    }

    fn restore(&mut self) {
        while let Some((index, node)) = self.saved.pop() {
            self.nodes[index] = node;
        }
    }
}
