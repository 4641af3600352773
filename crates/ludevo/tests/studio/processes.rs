//! What happens to evolution when the studio is killed or flooded.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use crate::server::{Server, wait_for};

/// A run that takes a while, in small steps.
const LONG: &str = "experiment=reversi/quick&evolution.population=8&evolution.generations=60&player.depth=1";

fn generations(run: &Path) -> usize {
    fs::read_to_string(run.join("log.jsonl")).map_or(0, |log| log.lines().count())
}

fn evolve_alone(runs: &TempDir, seed: u64) -> String {
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ludevo"))
        .args([
            "evolve",
            "reversi/quick",
            "--set",
            "evolution.population=8",
            "--set",
            "evolution.generations=60",
        ])
        .args(["--set", "player.depth=1", "--seed", &seed.to_string(), "--json"])
        .env("LUDEVO_RUNS", runs.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success());
    fs::read_to_string(runs.path().join(format!("reversi-quick-s{seed}/log.jsonl"))).unwrap()
}

#[test]
fn runs_go_on_after_the_studio_is_killed_and_nothing_is_lost() {
    let runs = tempfile::tempdir().unwrap();
    let names = [1, 2].map(|seed| runs.path().join(format!("reversi-quick-s{seed}")));
    let studio = Server::start(runs.path());
    for seed in [1, 2] {
        assert!(studio.post("/runs", &format!("{LONG}&seed={seed}")).starts_with("HTTP/1.1 303"));
    }
    wait_for("both to run", || names.iter().all(|run| generations(run) >= 2));
    studio.kill();
    // Their leash is cut: they end by themselves, and what they did is there.
    let locked = |run: &Path| {
        let file = fs::OpenOptions::new().write(true).open(run.join("lock")).unwrap();
        file.try_lock().is_err()
    };
    wait_for("the children to end", || names.iter().all(|run| !locked(run)));
    let done = names.each_ref().map(|run| generations(run));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(names.each_ref().map(|run| generations(run)), done, "nobody works on them");
    let studio = Server::start(runs.path());
    wait_for("both to end", || names.iter().all(|run| run.join("champion").is_file()));
    drop(studio);
    let alone = tempfile::tempdir().unwrap();
    for (seed, run) in [1, 2].into_iter().zip(&names) {
        let log = fs::read_to_string(run.join("log.jsonl")).unwrap();
        assert!(
            log == evolve_alone(&alone, seed),
            "seed {seed} differs from a run that was never interrupted"
        );
    }
}

#[test]
fn runs_pause_go_on_and_stop_with_a_champion() {
    let runs = tempfile::tempdir().unwrap();
    let run = runs.path().join("reversi-quick-s3");
    let studio = Server::start(runs.path());
    studio.post("/runs", &format!("{LONG}&seed=3"));
    wait_for("it to run", || generations(&run) >= 2);
    assert!(studio.post("/runs/reversi-quick-s3/pause", "").starts_with("HTTP/1.1 303"));
    wait_for("it to pause", || studio.get("/runs/reversi-quick-s3").contains("data-state=\"paused\""));
    std::thread::sleep(Duration::from_millis(300));
    let done = generations(&run);
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(generations(&run), done, "a paused run does nothing");
    assert!(studio.post("/runs/reversi-quick-s3/pause", "").starts_with("HTTP/1.1 409"));
    assert!(studio.post("/runs/reversi-quick-s3/resume", "").starts_with("HTTP/1.1 303"));
    wait_for("it to go on", || generations(&run) > done + 1);
    assert!(studio.post("/runs/reversi-quick-s3/stop", "").starts_with("HTTP/1.1 303"));
    wait_for("a champion", || run.join("champion").is_file());
    assert!(generations(&run) < 60, "it was stopped before its end");
    wait_for("its page to say so", || studio.get("/runs/reversi-quick-s3").contains("Open the champion"));
}

/// Resident memory of a process, in kilobytes.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Requests that are broken in many ways, drawn by their number.
#[cfg(target_os = "linux")]
fn broken(number: u64, host: &str) -> Vec<u8> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d;
    let mut draw = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let junk: Vec<u8> = (0..draw(60)).map(|_| draw(256) as u8).collect();
    let words = [
        "..",
        "%2e%2e",
        "runs",
        "play",
        "%00",
        "x",
        "champion",
        "tree",
        "99999999999999999999",
        "-1",
        "%ff",
        "é",
    ];
    let path: String =
        (0..draw(6)).map(|_| format!("/{}", words[draw(words.len() as u64) as usize])).collect();
    let mut request = match draw(8) {
        0 => junk.clone(),
        1 => format!("GET {path}/ HTTP/1.1\r\nHost: {host}\r\n").into_bytes(),
        2 => format!("GET /{path} HTTP/1.1\r\nHost: evil.example\r\n\r\n").into_bytes(),
        3 => format!("POST {path}/x HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999\r\n\r\n").into_bytes(),
        4 => format!("POST /runs HTTP/1.1\r\nHost: {host}\r\nContent-Length: 10\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nabc").into_bytes(),
        5 => format!("GET /{path}?{} HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\n\r\n", "q".repeat(draw(6000) as usize)).into_bytes(),
        6 => format!("BREW /{path} HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "h".repeat(draw(20_000) as usize)).into_bytes(),
        _ => format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").into_bytes(),
    };
    if draw(3) == 0 {
        request.extend(junk);
    }
    request
}

/// The count can be raised by LUDEVO_FLOOD: a hundred thousand take minutes.
#[cfg(target_os = "linux")]
#[test]
fn broken_requests_neither_break_nor_fatten_the_studio_nor_touch_the_run() {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    let requests: u64 = std::env::var("LUDEVO_FLOOD").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let runs = tempfile::tempdir().unwrap();
    let run = runs.path().join("reversi-quick-s4");
    let studio = Server::start(runs.path());
    studio.post("/runs", &format!("{LONG}&seed=4"));
    wait_for("it to run", || generations(&run) >= 1);
    for page in ["/", "/runs", "/new", "/play", "/runs/reversi-quick-s4", "/ladder/reversi"] {
        studio.get(page);
    }
    let before = memory(studio.child.id());
    let mut half_open = Vec::new();
    for number in 0..requests {
        let Ok(mut stream) = TcpStream::connect(studio.host()) else { continue };
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let _ = stream.write_all(&broken(number, studio.host()));
        if number % 50 == 0 {
            half_open.push(stream);
            if half_open.len() > 60 {
                half_open.clear();
            }
            continue;
        }
        if number % 10 == 0 {
            let _ = stream.read(&mut [0; 64]);
        }
    }
    drop(half_open);
    wait_for("an answer", || studio.get("/").starts_with("HTTP/1.1 200"));
    let grown = memory(studio.child.id()).saturating_sub(before);
    assert!(grown < 50_000, "memory grew by {grown} kB");
    wait_for("the run to end", || run.join("champion").is_file());
    let alone = tempfile::tempdir().unwrap();
    assert!(
        fs::read_to_string(run.join("log.jsonl")).unwrap() == evolve_alone(&alone, 4),
        "the run is unaffected"
    );
}

/// A page comes within a second while a thousand requests come at once, and beside sockets that say nothing and pages that only
/// listen.
#[test]
fn crowds_leave_pages_quick() {
    let runs = tempfile::tempdir().unwrap();
    let studio = Server::start(runs.path());
    let connect = || std::net::TcpStream::connect(studio.host()).unwrap();
    let silent: Vec<_> = (0..300).map(|_| connect()).collect();
    let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", studio.host());
    let streams: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = connect();
            std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let quick = |what: &str| {
        let start = std::time::Instant::now();
        let mut page = studio.get("/runs");
        // Whoever asks more quickly than the studio allows anybody to is told to wait.
        while page.starts_with("HTTP/1.1 429") && start.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(20));
            page = studio.get("/runs");
        }
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        assert!(start.elapsed() < Duration::from_secs(1), "{what}: a page took {:?}", start.elapsed());
    };
    quick("beside silent sockets and streams");
    let request = format!("GET /runs HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", studio.host());
    let crowd: Vec<_> = (0..1000)
        .map(|_| {
            let mut stream = connect();
            std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
            stream
        })
        .collect();
    quick("beside a thousand requests");
    for mut stream in crowd {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut head = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut head).unwrap();
        assert!([b"HTTP/1.1 200", b"HTTP/1.1 429"].contains(&&head), "{}", String::from_utf8_lossy(&head));
    }
    drop((silent, streams));
}

/// What a page that looks on costs a running evolution: at most two in a hundred. It takes minutes on a machine that does
/// nothing else, so it is done where LUDEVO_LIVE_COST says how many runs of each kind to time.
#[test]
fn a_page_that_looks_on_costs_evolution_next_to_nothing() {
    let Some(pairs) = std::env::var("LUDEVO_LIVE_COST").ok().and_then(|text| text.parse::<u64>().ok()) else {
        return;
    };
    let seconds = |seed: u64, is_watched: bool| {
        let runs = tempfile::tempdir().unwrap();
        let name = format!("reversi-quick-s{seed}");
        let run = runs.path().join(&name);
        let studio = Server::start(runs.path());
        let form = "experiment=reversi/quick&evolution.population=60&evolution.generations=60";
        assert!(studio.post("/runs", &format!("{form}&seed={seed}")).starts_with("HTTP/1.1 303"));
        wait_for("it to run", || run.join("log.jsonl").is_file());
        let over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            if is_watched {
                // As the page does: the part that changes is fetched whenever a generation is done.
                scope.spawn(|| {
                    let mut seen = 0;
                    while !over.load(std::sync::atomic::Ordering::Relaxed) {
                        let now = generations(&run);
                        if now != seen {
                            studio.get(&format!("/runs/{name}/live"));
                        }
                        seen = now;
                        std::thread::sleep(Duration::from_millis(100));
                    }
                });
            }
            wait_for("the run to end", || run.join("champion").is_file());
            over.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let timing = fs::read_to_string(run.join("timing.jsonl")).unwrap();
        let one = |line: &str| {
            let known: serde_json::Value = serde_json::from_str(line).unwrap();
            known["seconds"].as_f64().unwrap()
        };
        timing.lines().map(one).sum::<f64>()
    };
    let mut ratios: Vec<f64> = (1..=pairs)
        .map(|seed| {
            // One after the other, and every other time in the other order.
            let (watched, alone) = if seed % 2 == 0 {
                let watched = seconds(seed, true);
                (watched, seconds(seed, false))
            } else {
                let alone = seconds(seed, false);
                (seconds(seed, true), alone)
            };
            watched / alone
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[ratios.len() / 2];
    assert!(middle <= 1.02, "a page that looks on costs {:.1} %: {ratios:?}", 100.0 * (middle - 1.0));
}

#[test]
fn a_run_whose_folder_is_deleted_ends_and_says_so() {
    let runs = tempfile::tempdir().unwrap();
    let run = runs.path().join("reversi-quick-s5");
    let studio = Server::start(runs.path());
    studio.post(
        "/runs",
        &LONG.replace("generations=60", "generations=5000").replace("&player", "&seed=5&player"),
    );
    wait_for("it to run", || generations(&run) >= 2);
    wait_for("the folder to be gone", || {
        let _ = fs::remove_dir_all(&run);
        studio.get("/runs/reversi-quick-s5").contains("deleted while it ran")
    });
    assert!(studio.post("/runs/reversi-quick-s5/forget", "").starts_with("HTTP/1.1 303"));
    assert!(!studio.get("/runs").contains("reversi-quick-s5"));
}
