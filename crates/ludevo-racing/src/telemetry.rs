//! A lap step by step, and segment by segment.

use crate::lap::{Limits, Outcome, drive};
use crate::players::Contestant;
use crate::track::Track;

/// A car at one step of its lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Seconds since the start.
    pub time: f64,
    /// Place, in feet.
    pub x: f64,
    /// Place, in feet.
    pub y: f64,
    /// The segment.
    pub segment: usize,
    /// Feet from the line.
    pub distance: f64,
    /// Speed.
    pub speed: f64,
    /// The speed of the wheels that the driver asks for.
    pub wanted: f64,
    /// Feet from the right wall.
    pub to_right: f64,
    /// The angle of the wheels.
    pub alpha: f64,
    /// Laps done.
    pub laps: i64,
}

/// A driver's first lap, from the grid to the line.
#[derive(Clone, Debug)]
pub struct Lap {
    /// Every step of it.
    pub samples: Vec<Sample>,
    /// How it came out.
    pub outcome: Outcome,
}

/// Drives a lap.
pub fn lap(track: &Track, driver: &Contestant, seed: u32) -> Lap {
    let mut samples = Vec::new();
    let outcome =
        drive(track, &mut *driver.on(track), Limits::laps(1, track), true, seed, |race, command| {
            let car = &race.cars[0];
            samples.push(Sample {
                time: race.time,
                x: car.x,
                y: car.y,
                segment: car.seen.segment,
                distance: car.seen.distance,
                speed: car.seen.speed,
                wanted: command.speed,
                to_right: car.seen.to_right,
                alpha: car.alpha,
                laps: car.laps,
            });
        });
    Lap { samples, outcome }
}

/// How a driver took a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Speed where it was entered.
    pub entry: f64,
    /// The lowest speed.
    pub lowest: f64,
    /// Speed where it was left.
    pub exit: f64,
    /// Seconds in it.
    pub seconds: f64,
}

/// How a driver takes each segment of its first lap; nothing of those that it does not reach. The time between two steps
/// on both sides of a border is divided by how far each is from it.
pub fn stretches(track: &Track, driver: &Contestant, seed: u32) -> Vec<Option<Stretch>> {
    let samples = lap(track, driver, seed).samples;
    let mut stretches: Vec<Option<Stretch>> = vec![None; track.segments.len()];
    for pair in samples.windows(2) {
        let (now, next) = (&pair[0], &pair[1]);
        let seconds = next.time - now.time;
        let stretch = stretches[now.segment].get_or_insert(Stretch {
            entry: now.speed,
            lowest: now.speed,
            exit: now.speed,
            seconds: 0.0,
        });
        stretch.lowest = stretch.lowest.min(now.speed);
        stretch.exit = next.speed;
        let left = track.segments[now.segment].end - now.distance;
        let gone = (next.distance - now.distance).rem_euclid(track.length);
        let part =
            if next.segment == now.segment || gone <= 0.0 { 1.0 } else { (left / gone).clamp(0.0, 1.0) };
        stretch.seconds += part * seconds;
        if part < 1.0 {
            let following = stretches[next.segment].get_or_insert(Stretch {
                entry: next.speed,
                lowest: next.speed,
                exit: next.speed,
                seconds: 0.0,
            });
            following.seconds += (1.0 - part) * seconds;
        }
    }
    stretches
}
