//! A thousand runs in the folder: every page is there at once, and lists stay short.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use ludevo_peers::needed_by;

use crate::browser::Browser;
use crate::chromium;
use crate::server::Server;

const RUNS: usize = 1000;

/// A folder with a small run and so many copies of it.
fn folder() -> tempfile::TempDir {
    let runs = tempfile::tempdir().unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ludevo"))
        .args([
            "evolve",
            "reversi/quick",
            "--set",
            "evolution.population=6",
            "--set",
            "evolution.generations=2",
        ])
        .args([
            "--set",
            "yardstick.games=2",
            "--set",
            "yardstick.final_games=2",
            "--set",
            "yardstick.fresh_games=20",
        ])
        .args(["--set", "player.depth=1", "--seed", "1", "--json"])
        .env("LUDEVO_RUNS", runs.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let first = runs.path().join("reversi-quick-s1");
    let files: Vec<(std::ffi::OsString, Vec<u8>)> = fs::read_dir(&first)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
        .collect();
    for number in 1..RUNS {
        let copy = runs.path().join(format!("reversi-quick-n{number}"));
        fs::create_dir(&copy).unwrap();
        files.iter().for_each(|(name, bytes)| fs::write(copy.join(name), bytes).unwrap());
    }
    runs
}

const PAGES: [&str; 8] = [
    "/",
    "/champions",
    "/new",
    "/runs",
    "/play?game=reversi",
    "/replay",
    "/ladder/reversi",
    "/runs/reversi-quick-s1",
];

/// How often a page is tried on a machine that is busy.
const TRIES: usize = 30;

/// The first paint of every page comes within 200 milliseconds, or on a machine that is busy at most 100 later than that of next
/// to nothing; the best of a few tries counts, since other tests run at the same time.
#[test]
fn a_thousand_runs_hold_up_no_page() {
    let Some(program) = needed_by("a_thousand_runs_hold_up_no_page") else { return };
    let runs = folder();
    let studio = Server::start(runs.path());
    let mut browser = chromium::start(&program);
    browser.go(&studio.address);
    let mut report = Vec::new();
    for page in PAGES {
        let (answer, size) = quickest(&studio, page);
        // What the browser takes for next to nothing, at the same time and on the same machine.
        let (mut paint, mut bare) = (f64::INFINITY, f64::INFINITY);
        for attempt in 0..TRIES {
            // One good try would be enough; a few show what is usual.
            if attempt > 3 && paint < 200.0 {
                break;
            }
            paint = paint.min(painted(&mut browser, &format!("{}{page}", studio.address)));
            bare = bare.min(painted(&mut browser, &format!("{}/assets/events.js", studio.address)));
        }
        report.push(format!("{page}: answer {answer:?}, paint {paint:.0} ms (bare {bare:.0}), {size} bytes"));
        assert!(answer < Duration::from_millis(100), "{report:#?}");
        assert!(paint < f64::max(200.0, 100.0 + bare), "{report:#?}");
        assert!(size < 400_000, "{report:#?}");
    }
    // What is not in the lists can be found.
    browser.go(&format!("{}/ladder/reversi", studio.address));
    let offered = |browser: &mut Browser| {
        browser.value("document.querySelectorAll('select[name=first] option[value^=run]').length")
    };
    assert_eq!(offered(&mut browser), 40);
    browser.value("document.querySelector('input[name=find]').value = 'n777'");
    browser.leave(|browser| browser.click(".search button"));
    assert_eq!(offered(&mut browser), 1);
    browser.go(&format!("{}/champions?find=quick-n77", studio.address));
    assert_eq!(browser.value("document.querySelectorAll('.champion').length"), 11);
    // The bare script is no page of ours: the browser looks for an icon of its own accord there.
    let mut complaints = browser.complaints();
    complaints.retain(|complaint| !complaint.contains("favicon.ico"));
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// Milliseconds to the first paint of a page.
fn painted(browser: &mut Browser, address: &str) -> f64 {
    browser.go(address);
    browser.wait("performance.getEntriesByName('first-contentful-paint').length > 0");
    let found = browser.value("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    found.as_f64().expect("a time")
}

fn quickest(studio: &Server, page: &str) -> (Duration, usize) {
    let mut best = Duration::MAX;
    let mut size = 0;
    for _ in 0..5 {
        let start = Instant::now();
        let answer = studio.get(page);
        best = best.min(start.elapsed());
        assert!(answer.starts_with("HTTP/1.1 200"), "{page}: {}", &answer[..answer.len().min(200)]);
        size = answer.len();
    }
    (best, size)
}

/// The script of all pages together, as a browser that asks for it compressed would get it.
#[test]
fn all_script_together_is_small() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludevo-studio/assets");
    let mut script = Vec::new();
    for entry in fs::read_dir(assets).unwrap().flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "js") {
            script.extend(fs::read(entry.path()).unwrap());
        }
    }
    // Uncompressed it is larger than compressed.
    assert!(script.len() < 60_000, "{} bytes", script.len());
}
