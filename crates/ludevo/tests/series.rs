//! A series of runs: killed and gone on with, compared, and written out; the numbers are those of the logs.

mod killing;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use killing::{kill_running, wait_until};
use tempfile::TempDir;

const SMALL: [&str; 8] = [
    "evolve",
    "reversi/quick",
    "--set=fitness.0.games=2",
    "--set=evolution.population=10",
    "--set=yardstick.games=10",
    "--set=yardstick.final_games=10",
    "--set=yardstick.fresh_games=20",
    "--generations=4",
];

fn ludevo(arguments: &[&str], runs: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.args(arguments).env("LUDEVO_RUNS", runs);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(arguments: &[&str], runs: &Path) -> String {
    let Output { status, stdout, stderr } = ludevo(arguments, runs).output().expect("ludevo starts");
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

/// The folders of runs.
fn folders(runs: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(runs) else { return Vec::new() };
    let names = entries.map(|entry| entry.expect("an entry").file_name().display().to_string());
    // What was killed while its folder was made is no run.
    let mut names: Vec<String> =
        names.filter(|name| runs.join(name).join("experiment.toml").exists()).collect();
    names.sort();
    names
}

/// A table of CSV without quoted cells, as rows by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        names.iter().map(|name| (*name).to_owned()).zip(cells).collect()
    };
    lines.map(row).collect()
}

#[test]
fn a_series_goes_on_after_kills_and_its_table_is_that_of_the_logs() {
    let folder = TempDir::new().expect("a temporary folder");
    let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let series: Vec<&str> = SMALL.into_iter().chain(["--seeds=1-3"]).collect();
    done(&series, &whole);
    for kill in 1..=2 {
        let child = ludevo(&series, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("ludevo starts");
        wait_until("so many runs were begun", || folders(&killed).len() >= kill);
        kill_running(child);
    }
    let said = done(&series, &killed);
    assert!(said.contains("mean 0.") && said.contains("compare it"), "{said}");
    assert_eq!(folders(&killed), folders(&whole), "no run is made twice");
    for name in folders(&whole) {
        for file in ["log.jsonl", "champion"] {
            let read =
                |runs: &Path| fs::read_to_string(runs.join(&name).join(file)).expect("the run has its files");
            assert_eq!(read(&killed), read(&whole), "{name}/{file}");
        }
    }

    let other: Vec<&str> = SMALL.into_iter().chain(["--set=player.depth=1", "--seeds=1-3"]).collect();
    done(&other, &killed);
    let listed = done(&["runs", "list"], &killed);
    assert!(listed.contains("--set player.depth=1"), "{listed}");
    // A run made twice counts once.
    let again: Vec<&str> = SMALL.into_iter().chain(["--seed=2"]).collect();
    done(&again, &killed);
    let first = folders(&killed)[0].clone();
    let first = killed.join(first).display().to_string();
    let compared = done(&["runs", "compare", "reversi/quick", "player.depth=1"], &killed);
    for part in
        ["counted once", "Mann-Whitney p = ", "effect size A = ", "difference of the means", "Welch's"]
    {
        assert!(compared.contains(part), "{part}: {compared}");
    }
    done(&["runs", "compare", &first, "player.depth=1"], &killed);

    let table = rows(&done(&["runs", "export", "--csv"], &killed));
    let generations = rows(&done(&["runs", "export", "--csv", "--log"], &whole));
    assert_eq!((table.len(), generations.len()), (7, 12));
    for row in generations {
        let log = fs::read_to_string(whole.join(&row["run"]).join("log.jsonl")).expect("the run has a log");
        let number: usize = row["generation"].parse().expect("a generation");
        let line = log.lines().nth(number).expect("the generation is in the log");
        let logged: serde_json::Value = serde_json::from_str(line).expect("a line of the log is JSON");
        for key in ["best", "mean"] {
            assert_eq!(row[key].parse::<f64>().ok(), logged[key].as_f64(), "{key} of {}", row["run"]);
        }
    }

    // Runs are named as they are printed, over or not.
    let name = &folders(&whole)[0];
    let path = whole.join(name).display().to_string();
    for run in [name.as_str(), &path] {
        done(&["show", run], &whole);
        done(&["match", "reversi", run, "random", "--games=2"], &whole);
    }
    fs::remove_file(whole.join(name).join("champion")).expect("the champion is there");
    done(&["match", "reversi", name, "random", "--games=2"], &whole);
}

/// What a file said before is not what it says now.
#[test]
fn a_series_of_a_file_that_has_changed_is_made_anew() {
    let folder = TempDir::new().expect("a temporary folder");
    let (runs, file) = (folder.path().join("runs"), folder.path().join("own.toml"));
    let name = file.display().to_string();
    let series: Vec<&str> = SMALL
        .into_iter()
        .map(|word| if word == SMALL[1] { &name[..] } else { word })
        .chain(["--seeds=1"])
        .collect();
    for (elite, expected) in [(1, 1), (1, 1), (2, 2)] {
        let text = format!("extends = \"reversi/quick\"\n[evolution]\nelite = {elite}\n");
        fs::write(&file, text).expect("the file can be written");
        done(&series, &runs);
        assert_eq!(folders(&runs).len(), expected, "elite {elite}");
    }
}

#[test]
fn a_comparison_says_which_champion_it_cannot_read() {
    let runs = TempDir::new().expect("a temporary folder");
    let compare = [&SMALL[..], &["--seed", "1", "--compare", "reversi/quick"]].concat();
    let whole = done(&compare, runs.path());
    assert!(
        whole.contains("its champions against those: ") && whole.contains(", one seed) in 100 games"),
        "{whole}"
    );
    fs::write(runs.path().join("reversi-quick-s1/champion"), "no champion\n").expect("a file");
    let told = done(&compare, runs.path());
    assert!(
        told.contains("the champions cannot meet: ") && told.contains("reversi-quick-s1/champion"),
        "{told}"
    );
    assert!(told.contains("mean score"), "the scores are there: {told}");
}
