//! The middle of the road as a row of points: for pictures, for plans, and to see whether a track crosses itself.

use super::geometry::Track;

/// A point of the middle of the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// The segment that it lies in.
    pub segment: usize,
    /// Feet from the start of the first segment.
    pub along: f64,
    /// Place, in feet.
    pub x: f64,
    /// Place, in feet.
    pub y: f64,
    /// Direction of the road.
    pub heading: f64,
}

impl Station {
    /// The point so many feet to the left of the middle.
    pub fn aside(&self, left: f64) -> (f64, f64) {
        let (sine, cosine) = libm::sincos(self.heading);
        (self.x - left * sine, self.y + left * cosine)
    }
}

impl Track {
    /// The point of the middle of a segment that lies so many feet after its start.
    pub fn station(&self, segment: usize, feet: f64) -> Station {
        let here = &self.segments[segment];
        let along = here.end + self.line - here.feet + feet;
        let half = self.width / 2.0;
        if here.is_straight() {
            let (x, y) = (
                here.start.0 + feet * here.cosine - half * here.sine,
                here.start.1 + feet * here.sine + half * here.cosine,
            );
            return Station { segment, along, x, y, heading: here.start_angle };
        }
        let radius = here.right_radius - half;
        let heading = here.start_angle + feet / radius;
        let (sine, cosine) = libm::sincos(heading);
        let (x, y) = (here.right_centre.0 + radius * sine, here.right_centre.1 - radius * cosine);
        Station { segment, along, x, y, heading }
    }

    /// Points of the middle, in every segment its start and others so that none is farther than `spacing` from the next.
    pub fn stations(&self, spacing: f64) -> Vec<Station> {
        let of_segment = |number: usize| {
            let feet = self.segments[number].feet;
            let count = (feet / spacing).ceil().max(1.0);
            (0..count as usize).map(move |step| self.station(number, feet * step as f64 / count))
        };
        (0..self.segments.len()).flat_map(of_segment).collect()
    }

    /// What is odd about it, a sentence each: it is driven as it is.
    pub fn oddities(&self) -> Vec<String> {
        let mut odd = Vec::new();
        let gap = self.gap();
        if gap > 0.1 {
            odd.push(format!("the last segment ends {gap:.1} ft from the first; driven as it is"));
        }
        match self.crossings() {
            0 => {}
            1 => odd.push("the track crosses itself once; driven as it is".to_owned()),
            more => odd.push(format!("the track crosses itself {more} times; driven as it is")),
        }
        odd
    }

    /// How far the end of the last segment is from the start of the first, in feet.
    pub fn gap(&self) -> f64 {
        let start = self.segments[0].start;
        let (dx, dy) = (self.end.0 - start.0, self.end.1 - start.1);
        (dx * dx + dy * dy).sqrt()
    }

    /// How often the middle of the road crosses itself.
    fn crossings(&self) -> usize {
        let points = self.stations(20.0);
        let count = points.len();
        let mut crossings = 0;
        for one in 0..count {
            let (a, b) = (&points[one], &points[(one + 1) % count]);
            for two in one + 2..count {
                let (c, d) = (&points[two], &points[(two + 1) % count]);
                let parts = |one: f64, other: f64| one * other < -ALMOST;
                // The pieces beside the seam touch each other.
                let meets = (two + 1) % count != one
                    && parts(sides(a, b, c), sides(a, b, d))
                    && parts(sides(c, d, a), sides(c, d, b));
                crossings += usize::from(meets);
            }
        }
        crossings
    }
}

/// Points of one straight are not exactly on one line.
const ALMOST: f64 = 1e-9;

/// On which side of the line from `a` to `b` a point lies.
fn sides(a: &Station, b: &Station, point: &Station) -> f64 {
    (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
}
