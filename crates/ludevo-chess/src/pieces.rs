//! The pieces as shapes, drawn for this board: no letters of any font.

use cozy_chess::{Color, Piece};
use ludevo_game::scene::{Look, Shape};

/// A part of a piece on a square of size 1, whose upper left corner is the origin.
enum Part {
    /// By its corners, in the order of a clock.
    Polygon(&'static [(f64, f64)]),
    /// By its centre and radius.
    Disc(f64, f64, f64),
}

use Part::{Disc, Polygon};

/// How far a piece is outlined in the other colour, so that it stands out on every square.
const OUTLINE: f64 = 0.022;

const FOOT: Part = Polygon(&[(0.26, 0.76), (0.74, 0.76), (0.8, 0.88), (0.2, 0.88)]);

const PAWN: &[Part] =
    &[FOOT, Polygon(&[(0.43, 0.44), (0.57, 0.44), (0.66, 0.78), (0.34, 0.78)]), Disc(0.5, 0.36, 0.13)];

const ROOK: &[Part] = &[
    FOOT,
    Polygon(&[
        (0.27, 0.18),
        (0.37, 0.18),
        (0.37, 0.26),
        (0.45, 0.26),
        (0.45, 0.18),
        (0.55, 0.18),
        (0.55, 0.26),
        (0.63, 0.26),
        (0.63, 0.18),
        (0.73, 0.18),
        (0.73, 0.36),
        (0.65, 0.42),
        (0.68, 0.78),
        (0.32, 0.78),
        (0.35, 0.42),
        (0.27, 0.36),
    ]),
];

const KNIGHT: &[Part] = &[
    FOOT,
    Polygon(&[
        (0.44, 0.14),
        (0.5, 0.22),
        (0.62, 0.28),
        (0.71, 0.46),
        (0.71, 0.78),
        (0.34, 0.78),
        (0.4, 0.62),
        (0.52, 0.5),
        (0.4, 0.52),
        (0.3, 0.6),
        (0.22, 0.52),
        (0.3, 0.36),
        (0.4, 0.26),
    ]),
];

const BISHOP: &[Part] = &[
    FOOT,
    Disc(0.5, 0.17, 0.055),
    Polygon(&[
        (0.5, 0.2),
        (0.62, 0.34),
        (0.65, 0.46),
        (0.59, 0.58),
        (0.64, 0.78),
        (0.36, 0.78),
        (0.41, 0.58),
        (0.35, 0.46),
        (0.38, 0.34),
    ]),
];

const QUEEN: &[Part] = &[
    FOOT,
    Polygon(&[
        (0.17, 0.3),
        (0.34, 0.5),
        (0.36, 0.22),
        (0.5, 0.46),
        (0.64, 0.22),
        (0.66, 0.5),
        (0.83, 0.3),
        (0.7, 0.78),
        (0.3, 0.78),
    ]),
    Disc(0.17, 0.28, 0.05),
    Disc(0.36, 0.2, 0.05),
    Disc(0.64, 0.2, 0.05),
    Disc(0.83, 0.28, 0.05),
];

const KING: &[Part] = &[
    FOOT,
    Polygon(&[(0.47, 0.08), (0.53, 0.08), (0.53, 0.32), (0.47, 0.32)]),
    Polygon(&[(0.41, 0.13), (0.59, 0.13), (0.59, 0.19), (0.41, 0.19)]),
    Polygon(&[
        (0.5, 0.32),
        (0.62, 0.28),
        (0.76, 0.36),
        (0.78, 0.48),
        (0.67, 0.64),
        (0.67, 0.78),
        (0.33, 0.78),
        (0.33, 0.64),
        (0.22, 0.48),
        (0.24, 0.36),
        (0.38, 0.28),
    ]),
];

/// What is drawn on a piece in the other colour.
fn marks(piece: Piece) -> &'static [Part] {
    match piece {
        Piece::Knight => &[Disc(0.43, 0.34, 0.025)],
        Piece::Bishop => &[
            Polygon(&[(0.485, 0.33), (0.515, 0.33), (0.515, 0.51), (0.485, 0.51)]),
            Polygon(&[(0.43, 0.405), (0.57, 0.405), (0.57, 0.435), (0.43, 0.435)]),
        ],
        Piece::Queen => &[Polygon(&[(0.34, 0.66), (0.66, 0.66), (0.655, 0.69), (0.345, 0.69)])],
        Piece::King => &[Polygon(&[(0.35, 0.67), (0.65, 0.67), (0.65, 0.7), (0.35, 0.7)])],
        Piece::Rook => &[Polygon(&[(0.35, 0.46), (0.65, 0.46), (0.65, 0.485), (0.35, 0.485)])],
        Piece::Pawn => &[],
    }
}

/// The shapes of a piece on the square whose upper left corner is given.
pub(crate) fn shapes(piece: Piece, color: Color, (x, y): (f64, f64)) -> Vec<Shape> {
    let (body, mark) = match color {
        Color::White => (Look::Second, Look::MarkOnSecond),
        Color::Black => (Look::First, Look::MarkOnFirst),
    };
    let parts = match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => KNIGHT,
        Piece::Bishop => BISHOP,
        Piece::Rook => ROOK,
        Piece::Queen => QUEEN,
        Piece::King => KING,
    };
    let outline = parts.iter().map(|part| drawn(part, (x, y), OUTLINE, mark));
    let inside = parts.iter().map(|part| drawn(part, (x, y), 0.0, body));
    let marks = marks(piece).iter().map(|part| drawn(part, (x, y), 0.0, mark));
    outline.chain(inside).chain(marks).collect()
}

/// A part, grown on all sides.
fn drawn(part: &Part, (x, y): (f64, f64), grown: f64, look: Look) -> Shape {
    match part {
        Disc(at, down, radius) => Shape::Disc { x: x + at, y: y + down, radius: radius + grown, look },
        Polygon(corners) => {
            let corner = |index: usize| {
                let count = corners.len();
                let [before, here, after] =
                    [count + index - 1, index, index + 1].map(|index| corners[index % count]);
                let (one, two) = (outwards(before, here), outwards(here, after));
                // Both sides move outwards by as much; at sharp corners no further than two times that.
                let along = (1.0 + one.0 * two.0 + one.1 * two.1).max(0.5);
                let shift = |one: f64, two: f64| grown * (one + two) / along;
                round((x + here.0 + shift(one.0, two.0), y + here.1 + shift(one.1, two.1)))
            };
            Shape::Polygon { points: (0..corners.len()).map(corner).collect(), look }
        }
    }
}

/// The unit vector that points out of a polygon, whose corners go round as a clock does, at one of its sides.
fn outwards(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    let length = (along * along + down * down).sqrt();
    (down / length, -along / length)
}

/// A thousandth of a square is as exact as anybody sees.
fn round((x, y): (f64, f64)) -> (f64, f64) {
    ((x * 1000.0).round() / 1000.0, (y * 1000.0).round() / 1000.0)
}
