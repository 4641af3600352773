//! Drivers: the printed one against its published times, those that ship against each other, and pictures of laps.

use std::path::Path;

use ludevo_peers::needed_by;
use ludevo_program::Op;

use crate::drivers::WRITTEN;
use crate::field::Field;
use crate::language;
use crate::lap::{Limits, Outcome, Summary, drive};
use crate::maths::Portable;
use crate::picture::{Drawn, picture};
use crate::players::{self, Contestant, PRINTED};
use crate::telemetry::{lap, stretches};
use crate::track::{Layout, Track, shipped, shipped_names};

fn named(name: &str) -> Contestant {
    players::find(&name.parse().expect("a name")).expect("a driver")
}

fn shipped_track(name: &str) -> Track {
    Track::new::<Portable>(&shipped(name).expect("it ships"))
}

fn laps(track: &Track, driver: &Contestant, races: u32) -> Vec<Outcome> {
    let race = |seed| drive(track, &mut *driver.on(track), Limits::laps(1, track), true, seed, |_, _| {});
    (1..=races).map(race).collect()
}

/// With the sensors that were fitted to these very times: a regression, no proof of the sensors.
#[test]
fn the_printed_driver_drives_its_published_times() {
    let Some(data) = needed_by("the_printed_driver_drives_its_published_times") else { return };
    // Published: 159.8, 35.0, 49.3 and 36.5 (Tables 9.2 and 9.5 of Evolved to Win).
    for (name, from, to) in
        [("sepang", 159.5, 160.6), ("v01", 34.9, 35.3), ("v03", 49.2, 49.6), ("clkwis", 36.5, 37.2)]
    {
        let layout = Layout::open(&Path::new(&data).join(format!("tracks/{name}.trk"))).expect("a track");
        let summary = Summary::of(&laps(&Track::new::<Portable>(&layout), &named(PRINTED), 20));
        let mean = summary.mean.expect("it finishes");
        assert!(summary.unfinished == 0 && (from..=to).contains(&mean), "{name}: {mean}");
    }
}

#[test]
fn whoever_knows_more_is_faster_and_everybody_comes_home() {
    let mut totals = vec![0.0; WRITTEN.len()];
    for name in shipped_names() {
        let track = shipped_track(&name);
        for (total, written) in totals.iter_mut().zip(WRITTEN) {
            let outcome = laps(&track, &Contestant::written(written), 1)[0];
            *total += outcome.time.unwrap_or_else(|| panic!("{} on {name}: {outcome:?}", written.name));
        }
    }
    assert!(totals.is_sorted_by(|slower, faster| slower > faster), "{totals:?}");
}

#[test]
fn a_race_of_eight_has_a_place_for_everybody_and_repeats() {
    let track = shipped_track("train9");
    let drivers: Vec<Contestant> = WRITTEN.iter().cycle().take(8).map(Contestant::written).collect();
    let grid: Vec<usize> = (0..8).collect();
    let run = || Field::new(&track, &drivers, &grid, 2, 3).run();
    let placings = run();
    let mut cars: Vec<usize> = placings.iter().map(|one| one.car).collect();
    cars.sort_unstable();
    assert_eq!(cars, grid);
    assert_eq!(placings[0].laps, 2);
    assert!(placings[0].time.is_some());
    assert_eq!(placings, run());
}

#[test]
fn segments_add_up_to_the_lap() {
    let track = shipped_track("train3");
    let driver = named("bends");
    let whole = lap(&track, &driver, 1);
    let (first, last) = (&whole.samples[0], whole.samples.last().expect("a lap"));
    let sum: f64 = stretches(&track, &driver, 1).iter().flatten().map(|one| one.seconds).sum();
    assert!((sum - (last.time - first.time)).abs() < 1e-9);
}

#[test]
fn the_picture_of_a_lap_is_small_and_needs_nothing_else() {
    for name in shipped_names() {
        let track = shipped_track(&name);
        let [one, two] = ["cruise", "apex"].map(|driver| lap(&track, &named(driver), 1));
        let drawn = Drawn { name: "a <b> & \"c\"", lap: &one };
        let svg = picture(&track, drawn, Some(Drawn { name: "apex", lap: &two }));
        assert!(svg.len() < 200_000, "{name}: {} bytes", svg.len());
        assert!(!svg.contains("<b>") && !svg.contains("script") && !svg.contains("NaN"));
    }
}

/// The same on every machine: what a driver computes decides its races.
#[test]
fn every_function_of_drivers_has_its_bits() {
    let functions: Vec<(&str, u64)> = language::ahead()
        .primitives()
        .iter()
        .filter_map(|primitive| match primitive.op {
            Op::Apply(function) => Some((function.name, (function.apply)(0.7).to_bits())),
            _ => None,
        })
        .collect();
    let pinned = [
        ("abs", 0.7_f64.to_bits()),
        ("tan", 0x3fea_f406_c2fc_78ae),
        ("sqrt", 0.7_f64.sqrt().to_bits()),
        ("positive", 0.7_f64.to_bits()),
    ];
    assert_eq!(functions, pinned);
}
