//! Tracks made by seed: a polygon whose corners are rounded off, so that the road closes by itself.

use std::f64::consts::{PI, TAU};

use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

use super::geometry::Track;
use super::layout::{Layout, Piece, Pits};
use crate::maths::Portable;

/// The smallest radius of the middle of the road, in feet: a car that does not hurry gets round.
const TIGHTEST: f64 = 70.0;
/// The shortest straight between two bends.
const SHORTEST: f64 = 20.0;
/// Room for a grid before the line, in feet.
const GRID: f64 = 340.0;
/// Between two roads there must be so much room beside their width, in feet.
const BETWEEN: f64 = 20.0;

/// How many tracks ship in each half.
const HALF: u64 = 12;
/// The first seed of the half that is for tests.
const TESTS_FROM: u64 = 101;

/// The names of the tracks that ship: those to train on, then those to test on.
pub fn shipped_names() -> Vec<String> {
    ["train", "test"]
        .iter()
        .flat_map(|half| (1..=HALF).map(move |number| format!("{half}{number}")))
        .collect()
}

/// The track of this name, if it ships or is `seedN`.
pub fn shipped(name: &str) -> Option<Layout> {
    let number = |prefix: &str| {
        let digits = name.strip_prefix(prefix)?;
        let number = digits.parse::<u64>().ok()?;
        (number.to_string() == digits).then_some(number)
    };
    let in_half = |number: &u64| (1..=HALF).contains(number);
    let seed = number("train")
        .filter(in_half)
        .or_else(|| number("test").filter(in_half).map(|number| TESTS_FROM + number - 1))
        .or_else(|| number("seed"))?;
    Some(Layout { name: name.to_owned(), ..generated(seed) })
}

/// The track of a seed: closed, and it does not overlap.
pub fn generated(seed: u64) -> Layout {
    // Most polygons make a track; the others are drawn anew.
    (0..)
        .find_map(|attempt| drawn(seed, &mut stream(seed, Purpose::Tracks, 0, attempt)))
        .expect("some attempt succeeds")
}

/// A corner of the polygon on its way to be a bend.
#[derive(Clone, Copy)]
struct Corner {
    /// How far the road turns, to the left.
    turn: f64,
    /// The bend: one arc, or two of different radii, as (radius of the middle, angle).
    arcs: [(f64, f64); 2],
    /// How far before and after the corner the bend begins and ends.
    reach: (f64, f64),
}

fn drawn(seed: u64, rng: &mut Stream) -> Option<Layout> {
    let width = f64::from(rng.random_range(9..=16) * 5);
    let corners = polygon(rng);
    let count = corners.len();
    let edge = |number: usize| {
        let (from, to) = (corners[number % count], corners[(number + 1) % count]);
        (to.0 - from.0, to.1 - from.1)
    };
    let edges: Vec<(f64, f64)> = (0..count).map(edge).collect();
    let lengths: Vec<f64> = edges.iter().map(|(x, y)| (x * x + y * y).sqrt()).collect();
    let mut bends = Vec::with_capacity(count);
    for number in 0..count {
        let (before, after) = (edges[(number + count - 1) % count], edges[number]);
        let turn =
            libm::atan2(before.0 * after.1 - before.1 * after.0, before.0 * after.0 + before.1 * after.1);
        let room = lengths[(number + count - 1) % count].min(lengths[number]) / 2.0 - SHORTEST / 2.0;
        bends.push(bend(rng, turn, room)?);
    }
    let straights: Vec<f64> = (0..count)
        .map(|number| lengths[number] - bends[number].reach.1 - bends[(number + 1) % count].reach.0)
        .collect();
    // The longest straight has the line.
    let first = (0..count).max_by(|one, two| straights[*one].total_cmp(&straights[*two]))?;
    if straights[first] < GRID + 100.0 {
        return None;
    }
    let layout = assembled(seed, width, first, &straights, &bends, rng);
    let track = Track::new::<Portable>(&layout);
    (track.gap() < 0.05 && !overlaps(&track)).then_some(layout)
}

/// The corners of a polygon around a centre, in either direction.
fn polygon(rng: &mut Stream) -> Vec<(f64, f64)> {
    let count = rng.random_range(6..=16);
    let size = rng.random_range(700.0..2600.0);
    // How far corners may lie inside: wilder polygons have more bends to both sides.
    let wildness = rng.random_range(0.2..0.75);
    let stretch = rng.random_range(0.5..1.0);
    let mut corners: Vec<(f64, f64)> = (0..count)
        .map(|number| {
            let angle = TAU * (f64::from(number) + rng.random_range(-0.35..0.35)) / f64::from(count);
            let away = size * (1.0 - wildness * rng.random_range(0.0..1.0));
            let (sine, cosine) = libm::sincos(angle);
            (away * cosine, stretch * away * sine)
        })
        .collect();
    if rng.random() {
        corners.reverse();
    }
    corners
}

/// A bend that turns by so much and reaches no farther than `room` from its corner; nothing if it would be too tight.
fn bend(rng: &mut Stream, turn: f64, room: f64) -> Option<Corner> {
    let sharpness = turn.abs();
    // A first bend of less than five degrees would be read as one of radians.
    if !(0.1..0.9 * PI).contains(&sharpness) {
        return None;
    }
    let half = libm::tan(sharpness / 2.0);
    let widest = (room / half).min(900.0);
    if widest < TIGHTEST {
        return None;
    }
    // Tight bends are as common as wide ones on a scale of ratios.
    let share = rng.random_range(0.0..1.0);
    let radius = TIGHTEST * libm::pow(widest / TIGHTEST, share);
    let plain =
        Corner { turn, arcs: [(radius, sharpness), (0.0, 0.0)], reach: (radius * half, radius * half) };
    if sharpness < 0.8 || rng.random_range(0..3) > 0 {
        return Some(plain);
    }
    // A bend of two arcs that closes or opens.
    let part = rng.random_range(0.35..0.65);
    let other = TIGHTEST * libm::pow(widest / TIGHTEST, rng.random_range(0.0..1.0));
    let arcs = [(radius, part * sharpness), (other, (1.0 - part) * sharpness)];
    let tangents = arcs.map(|(radius, angle)| radius * libm::tan(angle / 2.0));
    let share = |of: usize| {
        tangents[of] + (tangents[0] + tangents[1]) * libm::sin(arcs[1 - of].1) / libm::sin(sharpness)
    };
    let reach = (share(0), share(1));
    Some(if reach.0.max(reach.1) <= room { Corner { turn, arcs, reach } } else { plain })
}

/// The file of a track whose first segment is the straight after corner `first`.
fn assembled(
    seed: u64,
    width: f64,
    first: usize,
    straights: &[f64],
    bends: &[Corner],
    rng: &mut Stream,
) -> Layout {
    let count = straights.len();
    let decimals = |number: f64| (number * 1e4).round() / 1e4;
    let mut pieces = Vec::new();
    for number in 0..count {
        let straight = straights[(first + number) % count];
        pieces.push(Piece { radius: 0.0, length: decimals(straight) });
        let corner = &bends[(first + number + 1) % count];
        for (radius, angle) in corner.arcs.into_iter().filter(|(_, angle)| *angle > 0.0) {
            let right = if corner.turn > 0.0 { radius + width / 2.0 } else { width / 2.0 - radius };
            pieces.push(Piece { radius: decimals(right), length: decimals(angle.to_degrees()) });
        }
    }
    let straight = pieces[0].length;
    let finish = decimals((GRID / straight).max(rng.random_range(0.4..0.6)));
    let (before, after) = (straight * finish, straight * (1.0 - finish));
    let around: f64 = pieces.iter().map(|piece| feet(piece, width)).sum();
    let lane_start = (around - 0.6 * before).round();
    let pits = Pits {
        side: if rng.random() { 1.0 } else { -1.0 },
        entry: lane_start - 400.0,
        lane_start,
        lane_end: (0.3 * after).round(),
        exit: (0.3 * after).round() + 150.0,
        speed: 60.0,
    };
    Layout {
        name: format!("seed{seed}"),
        extent: (0.0, 0.0),
        width,
        start: (0.0, 0.0, 0.0),
        finish,
        rows: rng.random_range(2..=3),
        pits,
        pieces,
        in_degrees: true,
    }
}

/// Length of a piece along the middle, in feet.
fn feet(piece: &Piece, width: f64) -> f64 {
    if piece.radius == 0.0 {
        piece.length
    } else {
        piece.length.to_radians() * (piece.radius - width / 2.0).abs()
    }
}

/// Whether two parts of the road that do not follow each other come too near.
fn overlaps(track: &Track) -> bool {
    const SPACING: f64 = 25.0;
    let points = track.stations(SPACING);
    // Points that are nearer along the road than half a tight bend are neighbours by right.
    let neighbours = PI * (TIGHTEST + track.width);
    let least = track.width + BETWEEN + SPACING;
    points.iter().enumerate().any(|(number, one)| {
        points[number + 1..].iter().any(|two| {
            let along = two.along - one.along;
            let (dx, dy) = (two.x - one.x, two.y - one.y);
            along.min(track.length - along) > neighbours && dx * dx + dy * dy < least * least
        })
    })
}
