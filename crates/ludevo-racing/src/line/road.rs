//! The middle of a road as points of equal distance, on which lines are planned.

use crate::track::Track;

/// From one point of a line to the next, in feet along the middle of the road, about.
const SPACING: f64 = 12.0;
/// How far from the walls a line stays, in feet. Only the centre of a car counts as on the road.
const MARGIN: f64 = 2.5;

/// The middle of the road, closed.
pub(super) struct Road {
    /// Places.
    middle: Vec<(f64, f64)>,
    /// Directions to the left.
    pub(super) normal: Vec<(f64, f64)>,
    /// From one point to the next.
    pub(super) spacing: f64,
    /// How far to each side a line may go.
    pub(super) reach: f64,
}

impl Road {
    pub(super) fn new(track: &Track) -> Self {
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

    pub(super) fn count(&self) -> usize {
        self.middle.len()
    }

    /// The place of a point so far to the left of the middle; numbers go round the track.
    pub(super) fn place(&self, number: usize, left: f64) -> (f64, f64) {
        let number = if number < self.count() { number } else { number % self.count() };
        let ((x, y), (nx, ny)) = (self.middle[number], self.normal[number]);
        (x + left * nx, y + left * ny)
    }

    /// The numbers of the points from before the start of a segment to after the end of another, which may be beyond the
    /// last.
    pub(super) fn numbers(&self, track: &Track, from: usize, to: usize) -> (usize, usize) {
        let segments = track.segments.len();
        let start = track.start_of(from);
        let feet: f64 = (from..=to).map(|number| track.segments[number % segments].feet).sum();
        let first = (start / self.spacing).floor().max(0.0) as usize;
        (first, ((start + feet) / self.spacing).ceil() as usize)
    }
}

pub(super) fn length((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}

/// The curvature of the circle through three points, to the left.
pub(super) fn curvature(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    let (ab, bc, ac) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1), (c.0 - a.0, c.1 - a.1));
    let cross = ab.0 * bc.1 - ab.1 * bc.0;
    2.0 * cross / (length(ab) * length(bc) * length(ac)).max(1e-9)
}
