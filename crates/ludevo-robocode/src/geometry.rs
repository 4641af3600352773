//! The boxes of robots, and what lines and radar sweeps touch, with the comparisons that Java's geometry makes.

use std::f64::consts::PI;

use super::angle::{absolute, java_degrees, radians};
use super::strict;

/// Side of a robot's box.
pub const ROBOT_SIZE: f64 = 36.0;

/// How far the radar sees.
pub const RADAR_RADIUS: f64 = 1200.0;

/// An axis-aligned box; its corner has the precision of 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Box2 {
    x: f64,
    y: f64,
    side: f64,
}

const LEFT: u8 = 1;
const TOP: u8 = 2;
const RIGHT: u8 = 4;
const BOTTOM: u8 = 8;

impl Box2 {
    /// The box of a robot whose centre is (x, y).
    pub fn around(x: f64, y: f64) -> Self {
        let corner = |centre: f64| f64::from((centre - ROBOT_SIZE / 2.0) as f32);
        Box2 { x: corner(x), y: corner(y), side: ROBOT_SIZE }
    }

    /// Whether the insides overlap. A box that was never placed overlaps nothing.
    pub fn overlaps(&self, other: &Box2) -> bool {
        self.side > 0.0
            && other.side > 0.0
            && other.x + other.side > self.x
            && other.y + other.side > self.y
            && other.x < self.x + self.side
            && other.y < self.y + self.side
    }

    /// Whether the point is inside, on the upper and left edge included.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && y >= self.y && x < self.x + self.side && y < self.y + self.side
    }

    /// On which outer sides of the box the point lies.
    fn outside(&self, x: f64, y: f64) -> u8 {
        let horizontal = if x < self.x {
            LEFT
        } else if x > self.x + self.side {
            RIGHT
        } else {
            0
        };
        let vertical = if y < self.y {
            TOP
        } else if y > self.y + self.side {
            BOTTOM
        } else {
            0
        };
        horizontal | vertical
    }

    /// Whether a segment touches the box, edges included: its start is moved to one edge after the other.
    pub fn touches_line(&self, mut x1: f64, mut y1: f64, x2: f64, y2: f64) -> bool {
        let end = self.outside(x2, y2);
        if end == 0 {
            return true;
        }
        loop {
            let start = self.outside(x1, y1);
            if start == 0 {
                return true;
            }
            if start & end != 0 {
                return false;
            }
            if start & (LEFT | RIGHT) != 0 {
                let x = if start & RIGHT != 0 { self.x + self.side } else { self.x };
                y1 += (x - x1) * (y2 - y1) / (x2 - x1);
                x1 = x;
            } else {
                let y = if start & BOTTOM != 0 { self.y + self.side } else { self.y };
                x1 += (y - y1) * (x2 - x1) / (y2 - y1);
                y1 = y;
            }
        }
    }
}

/// What the radar swept in a turn: a pie slice around the robot.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    x: f64,
    y: f64,
    /// Radar headings before and after.
    from: f64,
    to: f64,
}

impl Sweep {
    /// The sweep of a radar at (x, y) between two headings, the shorter way round.
    pub fn new(x: f64, y: f64, from: f64, to: f64) -> Self {
        Sweep { x, y, from, to }
    }

    fn extent(&self) -> f64 {
        let extent = self.to - self.from;
        if extent < -PI {
            2.0 * PI + extent
        } else if extent > PI {
            extent - 2.0 * PI
        } else {
            extent
        }
    }

    /// Whether the radar sees a robot with this box and centre.
    pub fn sees(&self, target: &Box2, x: f64, y: f64) -> bool {
        self.clearly_sees(x, y).unwrap_or_else(|| self.exactly_sees(target))
    }

    /// The answer where the centre is far enough from the edges of the slice that no rounding could change it.
    fn clearly_sees(&self, x: f64, y: f64) -> Option<bool> {
        /// More than the distance from a box's centre to its corner, stale boxes included.
        const REACH: f64 = 36.0;
        /// More than the error of [`rough_angle`], in radians.
        const SLACK: f64 = 1e-4;
        let (dx, dy) = (x - self.x, y - self.y);
        let distance = (dx * dx + dy * dy).sqrt();
        if !(2.0 * REACH..RADAR_RADIUS - REACH).contains(&distance) {
            return None;
        }
        // The arc sine of a number up to a half is less than 1.05 times the number.
        let width = 1.05 * REACH / distance + SLACK;
        let extent = self.extent();
        let (start, span) = if extent < 0.0 { (self.to, -extent) } else { (self.from, extent) };
        let offset = absolute(rough_angle(dx, dy) - start);
        if offset > width && offset < span - width {
            Some(true)
        } else if offset > span + width && offset < 2.0 * PI - width {
            Some(false)
        } else {
            None
        }
    }

    /// Java's test of a pie slice against a rectangle.
    fn exactly_sees(&self, target: &Box2) -> bool {
        // Java's angles are in degrees, anticlockwise where its y axis points down.
        let start = degrees_of(absolute(self.from - PI / 2.0));
        let extent = degrees_of(self.extent());
        let (left, top, size) = (self.x - RADAR_RADIUS, self.y - RADAR_RADIUS, 2.0 * RADAR_RADIUS);
        let (centre_x, centre_y) = (left + size / 2.0, top + size / 2.0);
        let point = |angle: f64| {
            let (sine, cosine) = strict::sin_cos(radians(angle));
            (left + (cosine * 0.5 + 0.5) * size, top + (sine * 0.5 + 0.5) * size)
        };
        let (start_x, start_y) = point(-start);
        if target.touches_line(centre_x, centre_y, start_x, start_y) {
            return true;
        }
        let (right, bottom) = (left + size, top + size);
        let (box_right, box_bottom) = (target.x + target.side, target.y + target.side);
        if extent == 0.0 || target.x >= right || target.y >= bottom || box_right <= left || box_bottom <= top
        {
            return false;
        }
        let (end_x, end_y) = point(-start - extent);
        let within = |angle: f64| contains_angle(start, extent, angle);
        // Boxes that reach over the rim at one of its four outermost points.
        if centre_y >= target.y
            && centre_y <= box_bottom
            && ((start_x < box_right
                && end_x < box_right
                && centre_x < box_right
                && right > target.x
                && within(0.0))
                || (start_x > target.x
                    && end_x > target.x
                    && centre_x > target.x
                    && left < box_right
                    && within(180.0)))
        {
            return true;
        }
        if centre_x >= target.x
            && centre_x <= box_right
            && ((start_y > target.y
                && end_y > target.y
                && centre_y > target.y
                && top < box_bottom
                && within(90.0))
                || (start_y < box_bottom
                    && end_y < box_bottom
                    && centre_y < box_bottom
                    && bottom > target.y
                    && within(270.0)))
        {
            return true;
        }
        if target.touches_line(centre_x, centre_y, end_x, end_y) {
            return true;
        }
        let corner = |x: f64, y: f64| {
            let (across, down) = ((x - left) / size - 0.5, (y - top) / size - 0.5);
            across * across + down * down < 0.25 && within(-java_degrees(strict::atan2(down, across)))
        };
        corner(target.x, target.y)
            || corner(box_right, target.y)
            || corner(target.x, box_bottom)
            || corner(box_right, box_bottom)
    }
}

fn degrees_of(angle: f64) -> f64 {
    180.0 * angle / PI
}

/// An angle of less than 540 degrees either way in (-180, 180].
fn normal_degrees(angle: f64) -> f64 {
    if angle > 180.0 {
        angle - 360.0
    } else if angle <= -180.0 {
        angle + 360.0
    } else {
        angle
    }
}

fn contains_angle(start: f64, extent: f64, angle: f64) -> bool {
    let offset = normal_degrees(angle) - normal_degrees(start);
    let offset = if extent < 0.0 { -offset } else { offset };
    let offset = if offset < 0.0 { offset + 360.0 } else { offset };
    offset >= 0.0 && offset < extent.abs()
}

/// The heading of (dx, dy), less than 2e-5 radians off.
fn rough_angle(dx: f64, dy: f64) -> f64 {
    let (across, along) = (dx.abs(), dy.abs());
    let (small, large) = if across < along { (across, along) } else { (along, across) };
    let slope = small / large;
    let square = slope * slope;
    // Abramowitz and Stegun 4.4.49.
    let eighth = slope
        * (0.999_866
            + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))));
    let quarter = if across < along { eighth } else { PI / 2.0 - eighth };
    let half = if dy < 0.0 { PI - quarter } else { quarter };
    if dx < 0.0 { -half } else { half }
}

/// Whether two segments cross, ends included.
pub fn segments_cross(first: [f64; 4], second: [f64; 4]) -> bool {
    let [x1, y1, x2, y2] = first;
    let [x3, y3, x4, y4] = second;
    let (dx13, dx21, dx43) = (x1 - x3, x2 - x1, x4 - x3);
    let (dy13, dy21, dy43) = (y1 - y3, y2 - y1, y4 - y3);
    let scale = dy43 * dx21 - dx43 * dy21;
    let along_first = (dx43 * dy13 - dy43 * dx13) / scale;
    let along_second = (dx21 * dy13 - dy21 * dx13) / scale;
    (0.0..=1.0).contains(&along_first) && (0.0..=1.0).contains(&along_second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java_random::JavaRandom;

    #[test]
    fn quick_answers_of_the_radar_are_the_exact_ones() {
        let mut random = JavaRandom::new(5);
        let mut unit = || random.unit();
        for _ in 0..200_000 {
            let (x, y) = (18.0 + unit() * 764.0, 18.0 + unit() * 564.0);
            let (target_x, target_y) = (18.0 + unit() * 764.0, 18.0 + unit() * 564.0);
            let from = unit() * 2.0 * PI;
            let to = absolute(from + (unit() - 0.5) * 1.3);
            let sweep = Sweep::new(x, y, from, to);
            if let Some(answer) = sweep.clearly_sees(target_x, target_y) {
                assert_eq!(answer, sweep.exactly_sees(&Box2::around(target_x, target_y)), "{sweep:?}");
            }
        }
    }
}
