//! `ludevo bench racing`: steps a second of one car, alone on a track.

use std::time::Duration;

use ludevo_racing::drivers::WRITTEN;
use ludevo_racing::lap::{Limits, drive};
use ludevo_racing::maths::Portable;
use ludevo_racing::players::{self, Contestant, PRINTED};
use ludevo_racing::track::{Track, shipped};

use super::{Rate, fastest};
use crate::failure::Failure;

/// Steps of a race, and the shortest time that it took.
fn steps(driver: &Contestant, track: &Track) -> (u64, Duration) {
    fastest(40, || {
        let mut steps = 0;
        drive(track, &mut *driver.on(track), Limits::laps(2, track), true, 1, |_, _| steps += 1);
        steps
    })
}

/// Measures the simulator with a driver that hardly thinks, and with trees.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    let track = Track::new::<Portable>(&shipped("train11").expect("it ships"));
    let rate = |driver: &Contestant| {
        let (steps, time) = steps(driver, &track);
        steps as f64 / time.as_secs_f64()
    };
    let plain = rate(&Contestant::written(&WRITTEN[0]));
    let mut rates =
        vec![Rate::new("racing, a driver that keeps its lane", plain, "steps/s", "itself", plain)];
    let champion = "champion".parse().ok().and_then(|name| players::find(&name).ok());
    let printed = players::find(&PRINTED.parse().map_err(Failure::request)?).map_err(Failure::request)?;
    let evolved = [("racing, the printed driver", Some(printed)), ("racing, the champion", champion)];
    for (name, driver) in evolved {
        if let Some(driver) = driver {
            rates.push(Rate::new(name, rate(&driver), "steps/s", "a driver that keeps its lane", plain));
        }
    }
    Ok(rates)
}
