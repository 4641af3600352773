//! The simulator against what the original recorded, and tracks of every kind.

mod drivers;
mod export;

use std::path::{Path, PathBuf};

use ludevo_peers::needed_by;

use crate::drivers::WRITTEN;
use crate::lap::{Limits, drive};
use crate::maths::{Platform, Portable};
use crate::trace::{self, Replay, Trace, TraceError};
use crate::track::{Layout, Track, generated, shipped, shipped_names};

/// Whether the platform's functions are those that the races were recorded with.
const RECORDED_HERE: bool = cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"));

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the data");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_str().is_some_and(|name| name.ends_with(ending)))
        .collect();
    files.sort();
    files
}

/// The track of a trace, from the folder of the tracks or beside the trace.
fn layout_of(data: &Path, name: &str) -> Layout {
    let places = ["tracks", "races"].map(|folder| data.join(folder).join(format!("{name}.trk")));
    let path = places.iter().find(|path| path.is_file()).expect("the track of the trace");
    Layout::open(path).expect("a track")
}

/// The traces of the folder, without the tables beside them.
fn traces(data: &Path) -> Vec<PathBuf> {
    let is_trace = |path: &PathBuf| {
        let name = path.to_string_lossy();
        !["_events", "_nearby", "_results"].iter().any(|table| name.contains(table))
    };
    let all = ["traces", "races"].map(|folder| files(&data.join(folder), ".csv.gz"));
    all.concat().into_iter().filter(is_trace).collect()
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name")
}

#[test]
fn races_are_those_that_the_original_recorded() {
    let Some(data) = needed_by("races_are_those_that_the_original_recorded") else { return };
    let mut steps = 0;
    for path in traces(&data) {
        let text = trace::read(&path).expect("a trace");
        let trace = Trace::parse(name_of(&path), &text).expect("a trace");
        let layout = layout_of(&data, trace.track);
        if RECORDED_HERE {
            let agreement = trace.check::<Platform>(&Track::new::<Platform>(&layout), 0.0, Replay::Open);
            steps += agreement.unwrap_or_else(|error| panic!("{}: {error}", path.display())).steps;
        }
        let track = Track::new::<Portable>(&layout);
        let agreement = trace.check::<Portable>(&track, 1e-9, Replay::Corrected);
        agreement.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    if RECORDED_HERE {
        assert_eq!(steps, 34_182);
    }
}

/// The rows of a table beside a race whose first fields are numbers, as those numbers.
fn table(path: &Path, kind: &str, skip: usize) -> Vec<Vec<f64>> {
    let beside = path.with_file_name(name_of(path).replace(".csv.gz", &format!("_{kind}.csv.gz")));
    let text = trace::read(&beside).expect("a table");
    let row =
        |line: &str| line.split(',').skip(skip).map(|field| field.parse().ok()).collect::<Option<Vec<f64>>>();
    text.lines().filter_map(row).filter(|row| row.len() > 1).collect()
}

#[test]
fn contacts_laps_and_ends_are_those_that_the_original_recorded() {
    let Some(data) = needed_by("contacts_laps_and_ends_are_those_that_the_original_recorded") else { return };
    if !RECORDED_HERE {
        return;
    }
    let (mut contacts, mut laps) = (0, 0);
    for path in
        traces(&data).iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("races")))
    {
        let text = trace::read(path).expect("a trace");
        let trace = Trace::parse(name_of(path), &text).expect("a trace");
        let track = Track::new::<Platform>(&layout_of(&data, trace.track));
        let (mut seen, mut crossed, mut ended) = (Vec::new(), Vec::new(), None);
        trace
            .check_watched::<Platform>(&track, 0.0, Replay::Open, |race| {
                seen.extend(race.contacts.iter().map(|one| {
                    let step = (race.step - 1) as f64;
                    vec![step, one.car as f64, one.other as f64, one.overlap, one.force]
                }));
                crossed = race
                    .crossings
                    .iter()
                    .map(|one| vec![one.step as f64, one.car as f64, one.laps as f64, one.time])
                    .collect();
                if race.is_over() && ended.is_none() {
                    ended = Some(race.step as f64);
                }
            })
            .expect("the race is that of the trace");
        let pick = |rows: Vec<Vec<f64>>, fields: &[usize]| -> Vec<Vec<f64>> {
            rows.iter().map(|row| fields.iter().map(|field| row[*field]).collect()).collect()
        };
        assert_eq!(seen, pick(table(path, "events", 0), &[0, 1, 2, 3, 12]), "{}", path.display());
        let results = table(path, "results", 1);
        let of_crossings = results.into_iter().filter(|row| row.len() == 6).collect();
        assert_eq!(crossed, pick(of_crossings, &[0, 1, 2, 3]), "{}", path.display());
        // The race is over with the last row of its trace.
        let rows = text.lines().filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit()));
        let last: f64 =
            { rows }.next_back().and_then(|row| row.split(',').next()?.parse().ok()).expect("a step");
        assert_eq!(ended, Some(last + 1.0), "{}", path.display());
        contacts += seen.len();
        laps += crossed.len();
    }
    assert_eq!((contacts, laps), (388, 78));
}

#[test]
fn a_changed_digit_of_a_trace_is_named() {
    let Some(data) = needed_by("a_changed_digit_of_a_trace_is_named") else { return };
    let path = data.join("traces/Tuto2_v01_seed0.csv.gz");
    let text = trace::read(&path).expect("a trace");
    let changed = text.replacen("1400,76.860000", "1400,76.860001", 1);
    assert_ne!(text, changed);
    let trace = Trace::parse(name_of(&path), &changed).expect("a trace");
    let track = Track::new::<Portable>(&layout_of(&data, trace.track));
    let Err(TraceError::Differs { step, column, simulated, recorded, line, .. }) =
        trace.check::<Portable>(&track, 1e-9, Replay::Open)
    else {
        panic!("the change was not found")
    };
    assert_eq!((step, column.as_str(), line), (1400, "t", 1403));
    assert!(
        simulated.starts_with("76.860000") && recorded.starts_with("76.860001"),
        "{simulated} {recorded}"
    );
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    let refused = |name: &str, text: &str, problem: &str| {
        let error = Trace::parse(name, text).expect_err("it is no trace").to_string();
        assert!(error.contains(problem), "`{error}` does not say `{problem}`");
    };
    let head = "step,x,y,xdot,ydot,fuel,req_alpha,req_vc";
    refused("a_v01_seed1", "", "line 1: the trace is empty");
    refused("a_v01_seed1", "x,y\n1,2\n", "has no column step");
    refused("a_v01_seed1", head, "the trace has no rows");
    refused("a_v01_seed1", &format!("{head}\n0,1\n"), "line 2: 2 fields where the head has 8");
    refused("v01", &format!("{head}\n0,1,1,1,1,1,1,1\n"), "allowed is DRIVER_TRACK_seedN");
    let race = format!("{head}\n0,1,1,1,1,1,1,1\n# track=v01.trk laps=1 seed=0 surface=9 grid=0");
    refused("a", &race, "line 3: surface= is missing or wrong");
}

/// A whole track file with one of its lines replaced.
fn with_line(number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = OVAL.lines().collect();
    lines[number - 1] = line;
    lines.join("\n")
}

/// A track with a gap of a foot at its seam.
const OVAL: &str = "5 segments
2000 1200
60 width
900 100 0 start
0 0
0 0
0 0
0 0
.5 2 line, rows
1
3000 3300
-700 -300
60
0 1
0 700
400 180
0 701
400 180
";

#[test]
fn bad_tracks_are_refused_with_file_and_line() {
    let refused = |text: &str, sentence: &str| {
        let error = Layout::parse("oval", "oval.trk", text).expect_err("a bad track").to_string();
        assert_eq!(error, format!("oval.trk, line {sentence}"));
    };
    refused("", "1: the file ends where the number of segments is expected");
    refused("# Dummy file\n", "1: the number of segments is `#`, which is not a number");
    refused("\u{0}\u{1}\u{fffd}", "1: the number of segments is `???`, which is not a number");
    let allowed = "allowed is a whole number from 2 to 10000";
    refused(&with_line(1, "0"), &format!("1: 0 segments; {allowed}"));
    refused(&with_line(1, "-5"), &format!("1: -5 segments; {allowed}"));
    refused(&with_line(1, "1e9"), "1: the number of segments is 1e9; allowed is -10000000 to 10000000");
    refused(&with_line(1, "6"), "19: the file ends where the radius of segment 6 of 6 is expected");
    refused(&with_line(3, "0"), "3: a road 0 ft wide; allowed is more than 0");
    refused(&with_line(3, "nan"), "3: the width of the road is `nan`, which is not a number");
    refused(&with_line(4, "900 100"), "4: its angle in radians is missing");
    refused(
        &with_line(14, "100 45"),
        "14: segment 1 has the radius 100; it must be straight (radius 0), since the line is on it",
    );
    refused(&with_line(15, "0 -700"), "15: segment 2 is -700 long; allowed is more than 0");
    refused(&with_line(15, "0 1e400"), "15: its length is 1e400; allowed is -10000000 to 10000000");
    refused(
        &with_line(16, "50 180"),
        "16: a left bend with the radius 50, not wider than the road (60): its left wall would have none",
    );
    refused(&with_line(16, "400 400"), "16: segment 3 turns by 400 degrees; allowed is one whole turn");
}

#[test]
fn files_may_end_without_a_line_and_have_those_of_windows() {
    let plain = Layout::parse("oval", "oval.trk", OVAL).expect("a track");
    assert_eq!(Layout::parse("oval", "oval.trk", OVAL.trim_end()).expect("a track"), plain);
    assert_eq!(Layout::parse("oval", "oval.trk", &OVAL.replace('\n', "\r\n")).expect("a track"), plain);
}

#[test]
fn gaps_and_crossings_are_told_and_driven_and_a_first_segment_of_a_foot_counts_laps() {
    // The road goes round to the left, then round to the right, and so through itself.
    let eight = OVAL
        .replace("5 segments", "4 segments")
        .replace("0 1\n0 700\n400 180\n0 701\n400 180", "0 1001\n400 230\n0 1600\n-340 230");
    let cases = [
        (OVAL, "the last segment ends 0.0 ft"),
        (&with_line(17, "0 720"), "the last segment ends 19.0 ft from the first; driven as it is"),
        (&eight, "the track crosses itself once; driven as it is"),
    ];
    for (text, oddity) in cases {
        let track = Track::new::<Portable>(&Layout::parse("odd", "odd.trk", text).expect("a track"));
        assert!(text == OVAL || track.oddities().iter().any(|odd| odd == oddity), "{:?}", track.oddities());
        for driver in WRITTEN {
            let outcome = drive(&track, &mut driver.on(&track), Limits::laps(2, &track), true, 1, |_, _| {});
            assert!(outcome.time.is_some(), "{} on {oddity}: {outcome:?}", driver.name);
        }
    }
}

#[test]
fn the_tracks_of_the_original_can_be_driven() {
    let Some(data) = needed_by("the_tracks_of_the_original_can_be_driven") else { return };
    for path in files(&data.join("tracks"), ".trk") {
        match Layout::open(&path) {
            // A placeholder for tracks that the original makes by itself.
            Err(error) => assert!(name_of(&path) == "random.trk", "{error}"),
            Ok(layout) => {
                let track = Track::new::<Portable>(&layout);
                let outcome =
                    drive(&track, &mut WRITTEN[0].on(&track), Limits::laps(1, &track), true, 1, |_, _| {});
                // Inner radii of one foot are too tight for somebody who does not brake.
                let is_tight =
                    track.segments.iter().any(|one| (1.0..35.0).contains(&one.inner_radius().abs()));
                assert!(is_tight || outcome.time.is_some(), "{}: {outcome:?}", layout.name);
            }
        }
    }
}

#[test]
fn generated_tracks_close_do_not_overlap_and_can_be_driven() {
    for seed in 0..1000 {
        let layout = generated(seed);
        let track = Track::new::<Portable>(&layout);
        assert!(track.gap() < 0.1 && track.oddities().is_empty(), "seed {seed}: {:?}", track.oddities());
        assert_eq!(Layout::parse(&layout.name, "", &layout.write()).expect("a track"), layout);
        let outcome = drive(&track, &mut WRITTEN[0].on(&track), Limits::laps(1, &track), true, 1, |_, _| {});
        assert!(outcome.time.is_some() && outcome.damage == 0, "seed {seed}: {outcome:?}");
    }
}

#[test]
fn a_seed_gives_the_same_track_and_the_same_race_on_every_machine() {
    let hash = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let tracks: String =
        shipped_names().iter().map(|name| shipped(name).expect("it ships").write()).collect();
    let track = Track::new::<Portable>(&shipped("train3").expect("it ships"));
    let mut places = Vec::new();
    drive(&track, &mut WRITTEN[3].on(&track), Limits::laps(1, &track), true, 7, |race, _| {
        places.extend(race.cars[0].x.to_bits().to_le_bytes());
    });
    assert_eq!(
        (tracks.len(), hash(tracks.as_bytes()), hash(&places)),
        (12022, 17893484783410883835, 10385296647073526658)
    );
}
