//! The start: who stands where.

use super::Race;
use crate::car::{Car, LENGTH, Observation, START_SPEED, TANK};
use crate::dice::Dice;
use crate::maths::Maths;
use crate::track::Track;

/// From a slot of the grid to the next one, in feet; each row adds as much.
pub(crate) const GAP: f64 = 30.0;

/// A grid in random order: the car of each slot.
pub fn drawn_grid(cars: usize, dice: &mut Dice) -> Vec<usize> {
    let mut left: Vec<usize> = (0..cars).collect();
    let mut grid = vec![0; cars];
    for slot in (0..cars).rev() {
        let drawn = if slot > 0 { (dice.draw() / 128) as usize % (slot + 1) } else { 0 };
        grid[slot] = left.remove(drawn);
    }
    grid
}

impl<M: Maths> Race<'_, M> {
    /// A car on its slot.
    pub(super) fn on_grid(track: &Track, slot: usize) -> Car {
        let (row, column) = (slot / track.rows as usize, slot % track.rows as usize);
        let mut place = track.length - (row as f64 * GAP + slot as f64 * GAP) - LENGTH / 2.0;
        // A grid that is longer than the track goes round it.
        while place <= 0.0 {
            place += track.length;
        }
        let from_right = track.grid_from_right(column);
        let behind = track.segments.iter().rposition(|segment| place > segment.end);
        let segment = behind.map_or(0, |behind| (behind + 1) % track.segments.len());
        let here = &track.segments[segment];
        let end = here.end_angle;
        let (x, y, heading) = if here.is_straight() {
            let last = track.segments[behind.unwrap_or(track.segments.len() - 1)].end;
            let along = if behind.is_some() { place - last } else { place - here.end + here.feet };
            let x = here.start.0 + along * here.cosine - from_right * here.sine;
            let y = here.start.1 + along * here.sine + from_right * here.cosine;
            (x, y, here.start_angle)
        } else if here.left_radius > 0.0 {
            let left = 2.0 * (here.end - place) / (here.left_radius + here.right_radius);
            let radius = here.right_radius - from_right;
            let (sine, cosine) = M::sin_cos(left - end);
            (here.left_centre.0 - radius * sine, here.left_centre.1 - radius * cosine, end - left)
        } else {
            let left = -2.0 * (here.end - place) / (here.left_radius + here.right_radius);
            let radius = here.right_radius.abs() + from_right;
            let (sine, cosine) = M::sin_cos(left + end);
            (here.left_centre.0 - radius * sine, here.left_centre.1 + radius * cosine, left + end)
        };
        let (sine, cosine) = M::sin_cos(heading);
        Car {
            x,
            y,
            vx: START_SPEED * cosine,
            vy: START_SPEED * sine,
            heading,
            fuel: TANK,
            laps: -1,
            slot,
            seen: Observation { segment, ..Observation::default() },
            ..Car::default()
        }
    }
}
