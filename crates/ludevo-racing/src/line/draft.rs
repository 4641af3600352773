//! A first line through a road: curvatures made alike from coarse to fine.

use super::road::{Road, curvature};

/// A line that is being planned: places across the road of consecutive points.
pub(super) struct Draft<'a> {
    pub(super) road: &'a Road,
    /// The number of the first point.
    pub(super) first: usize,
    pub(super) left: Vec<f64>,
    /// Whether the last point is followed by the first one.
    pub(super) is_closed: bool,
    /// So many points at the beginning stay where they are.
    pub(super) fixed: usize,
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
    pub(super) fn smooth(&mut self) {
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
}
