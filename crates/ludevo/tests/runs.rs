//! Promise 1 and 7: a run gives the same bytes on any number of threads and after any kill.

mod killing;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use killing::{kill_running, wait_until};
use tempfile::TempDir;

/// A run that lasts long enough to be killed and short enough for a test.
const SMALL: [&str; 9] = [
    "--set=evolution.population=16",
    "--set=evolution.generations=12",
    "--set=player.depth=2",
    "--set=yardstick.player=\"ab2\"",
    "--set=yardstick.games=20",
    "--set=yardstick.final_games=20",
    "--set=yardstick.fresh_games=40",
    "--set=evolution.hall_of_fame={size=4, every=2}",
    "--set=evolution.tuning={every=5, iterations=2, games=2, opponents=[\"ab1\"], step=0.3}",
];

fn ludevo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn evolve(out: &Path, threads: u32) -> Command {
    let mut command = ludevo();
    command
        .args(["evolve", "reversi", "--seed", "7", "--threads", &threads.to_string(), "--out"])
        .arg(out)
        .args(SMALL);
    command
}

fn finish(mut command: Command) {
    let output = command.output().expect("ludevo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn result(folder: &Path) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the run has its files");
    (read("log.jsonl"), read("champion"))
}

#[test]
fn the_same_bytes_on_one_thread_and_on_two() {
    let folder = TempDir::new().expect("a temporary folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    finish(evolve(&one, 1));
    finish(evolve(&two, 2));
    assert_eq!(result(&one), result(&two));
    assert_eq!(result(&one).0.lines().count(), 12);
}

/// Generations done so far.
fn generations(folder: &Path) -> usize {
    fs::read_to_string(folder.join("log.jsonl")).unwrap_or_default().lines().count()
}

#[test]
fn the_same_bytes_after_three_kills() {
    let folder = TempDir::new().expect("a temporary folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    finish(evolve(&whole, 2));
    let resume = || {
        let mut command = ludevo();
        command.args(["evolve", "--threads", "2", "--resume"]).arg(&killed);
        command
    };
    // Moments that differ from run to run: the promise is for any of them. Each kill hits a run that has got on and has
    // generations before it.
    let nanoseconds = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.subsec_nanos());
    for kill in 0..3u32 {
        let before = generations(&killed);
        let child = if kill == 0 { evolve(&killed, 2) } else { resume() }.spawn().expect("ludevo starts");
        wait_until("a generation was done", || generations(&killed) > before);
        std::thread::sleep(Duration::from_millis(u64::from(nanoseconds.rotate_left(8 * kill) % 20)));
        kill_running(child);
    }
    assert!(generations(&killed) < 12, "there was something left to do");
    finish(resume());
    assert_eq!(result(&whole), result(&killed));
}

#[test]
fn a_shorter_run_is_an_exact_beginning_of_a_longer_one() {
    let folder = TempDir::new().expect("a temporary folder");
    let (whole, short) = (folder.path().join("whole"), folder.path().join("short"));
    finish(evolve(&whole, 2));
    let mut command = evolve(&short, 2);
    command.args(["--generations", "5"]);
    finish(command);
    let mut command = ludevo();
    command.args(["evolve", "--generations", "12", "--resume"]).arg(&short);
    finish(command);
    // The champion files differ in the line that says with which settings they were made.
    assert_eq!(result(&whole).0, result(&short).0);
    let program = |folder: &Path| result(folder).1.split_once("\n\n").map(|(_, program)| program.to_owned());
    assert_eq!(program(&whole), program(&short));
}
