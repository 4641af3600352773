//! The geometry of a track: where its walls are, and how far along it everything is.

use super::layout::{Layout, PI, Pits};
use crate::line::{Known, Lines, Planned};
use crate::maths::Maths;

/// A point, or the sine and cosine of an angle.
type Point = (f64, f64);

/// A track with its walls worked out.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Width of the road, in feet.
    pub width: f64,
    /// Length along the middle, in feet.
    pub length: f64,
    /// Where the line is, in feet from the start of the first segment.
    pub line: f64,
    /// How many cars stand side by side on the grid.
    pub rows: u32,
    /// The pits.
    pub pits: Pits,
    /// The segments.
    pub segments: Vec<Segment>,
    /// Where the right wall of the last segment ends: not always where that of the first begins.
    pub end: Point,
    /// The lines through it, which all tracks of the same layout share.
    lines: Planned,
}

/// A straight or a bend in its place.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Radius of the right wall: 0 for a straight, positive for a left bend, negative for a right one.
    pub right_radius: f64,
    /// Radius of the left wall, likewise.
    pub left_radius: f64,
    /// Length of a straight in feet, or angle of a bend in radians.
    pub length: f64,
    /// Length along the middle, in feet.
    pub feet: f64,
    /// Where the right wall begins.
    pub start: Point,
    /// Where the left wall begins.
    pub left_start: Point,
    /// The direction at its start.
    pub start_angle: f64,
    /// Sine of that.
    pub sine: f64,
    /// Cosine of that.
    pub cosine: f64,
    /// The direction at its end.
    pub end_angle: f64,
    /// Sine of that.
    pub end_sine: f64,
    /// Cosine of that.
    pub end_cosine: f64,
    /// The centre of the right wall of a bend.
    pub right_centre: Point,
    /// The centre of the left wall of a bend. It may differ from the other in the last bits.
    pub left_centre: Point,
    /// Distance of its end from the line.
    pub end: f64,
}

impl Segment {
    /// Whether it is a straight.
    pub fn is_straight(&self) -> bool {
        self.right_radius == 0.0
    }

    /// The radius of the inner wall as drivers see it: 0 for a straight, negative for a right bend.
    pub fn inner_radius(&self) -> f64 {
        if self.left_radius >= 0.0 { self.left_radius } else { self.right_radius }
    }
}

/// Where a wall ends that goes straight on from a point.
fn straight(from: Point, length: f64, (sine, cosine): Point) -> Point {
    (from.0 + length * cosine, from.1 + length * sine)
}

/// The centre of a wall that bends from a point on, and where it ends.
fn bend(from: Point, radius: f64, (sine, cosine): Point, (end_sine, end_cosine): Point) -> (Point, Point) {
    let centre = (from.0 - radius * sine, from.1 + radius * cosine);
    (centre, (centre.0 + radius * end_sine, centre.1 - radius * end_cosine))
}

impl Track {
    /// Works out the walls.
    pub fn new<M: Maths>(layout: &Layout) -> Self {
        let width = layout.width;
        let (x, y, mut angle) = layout.start;
        let (mut sine, mut cosine) = M::sin_cos(angle);
        let (mut right, mut left) = ((x, y), (x - width * sine, y + width * cosine));
        let line = layout.finish * layout.pieces[0].length;
        let (mut length, mut end) = (0.0, -line);
        let mut segments = Vec::with_capacity(layout.pieces.len());
        for piece in &layout.pieces {
            let (start, left_start, start_angle, at_start) = (right, left, angle, (sine, cosine));
            let is_straight = piece.radius == 0.0;
            let extent = layout.length_of(piece);
            let left_radius = if is_straight { 0.0 } else { piece.radius - width };
            let (mut right_centre, mut left_centre) = ((0.0, 0.0), (0.0, 0.0));
            let feet = if is_straight {
                right = straight(right, extent, at_start);
                left = straight(left, extent, at_start);
                extent
            } else {
                angle += if piece.radius > 0.0 { extent } else { -extent };
                if angle > 2.0 * PI {
                    angle -= 2.0 * PI;
                } else if angle < -2.0 * PI {
                    angle += 2.0 * PI;
                }
                (sine, cosine) = M::sin_cos(angle);
                (right_centre, right) = bend(right, piece.radius, at_start, (sine, cosine));
                (left_centre, left) = bend(left, left_radius, at_start, (sine, cosine));
                (extent * (left_radius + piece.radius) / 2.0).abs()
            };
            length += feet;
            end += feet;
            segments.push(Segment {
                right_radius: piece.radius,
                left_radius,
                length: extent,
                feet,
                start,
                left_start,
                start_angle,
                sine: at_start.0,
                cosine: at_start.1,
                end_angle: angle,
                end_sine: sine,
                end_cosine: cosine,
                right_centre,
                left_centre,
                end,
            });
        }
        Track {
            name: layout.name.clone(),
            width,
            length,
            line,
            rows: layout.rows,
            pits: layout.pits,
            segments,
            end: right,
            lines: Planned::of(std::any::type_name::<M>(), layout),
        }
    }

    /// How far a column of the grid is from the right wall.
    pub(crate) fn grid_from_right(&self, column: usize) -> f64 {
        let aside = self.width * (column as f64 + 1.0) / (f64::from(self.rows) + 1.0);
        let turns_right = self.segments[1 % self.segments.len()].left_radius < 0.0;
        if turns_right { aside } else { self.width - aside }
    }

    /// The lines through it for somebody who knows so much, planned when they are first asked for.
    pub fn lines(&self, known: Known) -> &Lines {
        self.lines.lines(self, known)
    }

    /// Feet from the start of the first segment to that of another.
    pub fn start_of(&self, segment: usize) -> f64 {
        let here = &self.segments[segment];
        here.end + self.line - here.feet
    }
}
