//! `ludevo reproduce --evolve` is a queue that may be killed at will: what it measures in the end is what it measures without.

mod killing;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use killing::{kill_running, wait_until};
use tempfile::TempDir;

/// A table of four runs and a champion, which is one of them.
const TABLE: &str = r#"
summary = "four small runs"
source = "none"

[[group]]
table = "I"
goal = "compare"
rows = [
    { row = "champions", measure = "runs", experiment = "reversi/quick", runs = 3, figure = "champion", set = SETS },
    { row = "better", measure = "runs-compared", runs = 2, better = { experiment = "reversi/quick", set = SETS }, worse = { experiment = "reversi/quick", set = OTHERS } },
]
"#;

const SETS: &str = r#"["evolution.population=10", "evolution.generations=12", "fitness.0.games=2", "yardstick.games=10", "yardstick.final_games=10", "yardstick.fresh_games=20"]"#;

fn table(folder: &Path) -> PathBuf {
    let folder = folder.join("reversi");
    fs::create_dir_all(&folder).expect("a folder");
    let others = SETS.replace("population=10", "population=8");
    let path = folder.join("tiny.toml");
    fs::write(&path, TABLE.replace("SETS", SETS).replace("OTHERS", &others)).expect("a file");
    path
}

fn reproduce(table: &Path, runs: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.arg("reproduce").arg(table).args(["--evolve", "--minutes", "5", "--threads", "2"]).args(more);
    command.env("LUDEVO_RUNS", runs).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("ludevo starts");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

/// The folders of runs, by name.
fn folders(runs: &Path) -> Vec<String> {
    let entries = fs::read_dir(runs).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().display().to_string()).collect();
    names.retain(|name| runs.join(name).join("experiment.toml").exists());
    names.sort();
    names
}

/// Generations done in all runs together.
fn generations(runs: &Path) -> usize {
    let log = |name: &String| fs::read_to_string(runs.join(name).join("log.jsonl")).unwrap_or_default();
    folders(runs).iter().map(|name| log(name).lines().count()).sum()
}

#[test]
fn a_queue_of_runs_that_is_killed_three_times_measures_what_one_does_that_is_not() {
    let folder = TempDir::new().expect("a temporary folder");
    let table = table(folder.path());
    let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let measured = done(reproduce(&table, &whole, &[]));
    assert!(measured.contains("champions") && measured.contains("compared"), "{measured}");
    assert_eq!(folders(&whole).len(), 5, "the runs of both rows, none twice");
    for _ in 0..3 {
        let before = generations(&killed);
        let child = reproduce(&table, &killed, &[])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("ludevo starts");
        wait_until("some generations were done", || generations(&killed) >= before + 3);
        kill_running(child);
    }
    assert!(generations(&killed) < 5 * 12, "there was something left to do");
    assert_eq!(done(reproduce(&table, &killed, &[])), measured);
    assert_eq!(folders(&killed), folders(&whole));
    for name in folders(&whole) {
        for file in ["log.jsonl", "champion", "result.json"] {
            let read = |runs: &Path| fs::read_to_string(runs.join(&name).join(file)).expect("a file");
            assert_eq!(read(&killed), read(&whole), "{name}/{file}");
        }
    }
}

#[test]
fn a_queue_says_what_is_left_when_its_time_is_up_and_makes_what_wanted_rows_need() {
    let folder = TempDir::new().expect("a temporary folder");
    let (table, runs) = (table(folder.path()), folder.path().join("runs"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.arg("reproduce").arg(&table).args(["--evolve", "--minutes", "0.0001", "--row", "champions"]);
    command.env("LUDEVO_RUNS", &runs).stdin(Stdio::null());
    let said = done(command);
    assert!(said.contains("of 3 runs are left") && said.contains("generations"), "{said}");
    let kept = folder.path().join("kept.json");
    let keep = ["--row", "champions", "--keep", kept.to_str().expect("a path")];
    done(reproduce(&table, &runs, &keep));
    assert_eq!(folders(&runs).len(), 3, "the other row needs others");
    assert!(fs::read_to_string(&kept).expect("kept rows").contains("\"with\""));
}
