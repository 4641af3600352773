//! `ludevo solve`: what is asked for is solved, what is wrong is said, and a range goes on after a kill.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn solve(arguments: &[&str], input: &str) -> Output {
    ludevo("solve", arguments, input)
}

fn ludevo(name: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.arg(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ludevo starts");
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("ludevo ends")
}

fn said(arguments: &[&str], input: &str) -> String {
    let output = solve(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(arguments: &[&str], input: &str, parts: &[&str]) {
    let output = solve(arguments, input);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    for part in parts {
        assert!(message.contains(part), "{arguments:?} should say `{part}`: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

const DEAL_1: &str = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n\
                      5D AD JS 4H 8H 6C\n7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";

#[test]
fn a_deal_by_number_and_on_standard_input_have_the_same_solution() {
    let by_number = said(&["freecell", "1", "--solver", "start", "--format", "fc-solve"], "");
    let from_input = said(&["freecell", "--solver", "start", "--format", "fc-solve"], DEAL_1);
    assert_eq!(by_number, from_input);
    assert!(by_number.split_whitespace().all(|token| token.len() == 2), "{by_number}");
    assert_eq!(by_number.split_whitespace().filter(|token| token.ends_with('h')).count(), 52);
    assert!(said(&["freecell", "1", "--solver", "start"], "").starts_with("  1. "));
}

#[test]
fn one_problem_of_a_file_is_named_by_its_number() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("boards.txt");
    // Nothing is in the way, and then a car.
    let [free, blocked] = ["XXoooo", "XXooBB"].map(|row| ["oooooo"; 2].concat() + row + &"o".repeat(18));
    fs::write(&file, format!("{free}\n")).expect("a file");
    let path = file.to_str().expect("a path in Unicode");
    refused(&["rush-hour", &format!("{path}:2")], "", &["has 1 problem"]);
    fs::write(&file, format!("{blocked}\n{free}\n")).expect("a file");
    refused(&["rush-hour", &format!("{path}:1"), "--solver", "optimal"], "", &["no solution"]);
    assert!(said(&["rush-hour", &format!("{path}:2"), "--solver", "optimal"], "").contains("X"));
}

#[test]
fn several_solutions_are_those_of_each_alone_and_are_kept() {
    let folder = TempDir::new().expect("a folder");
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("a path in Unicode");
    let several = ["freecell", "1-3", "--solver", "start", "--format", "fc-solve", "--keep", kept];
    refused(&several, "", &["--solutions"]);
    let summary = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    // Once by solving, once from what was kept.
    for _ in 0..2 {
        let found = summary(said(&[&several[..], &["--solutions", "--json"]].concat(), ""));
        for (number, found) in (1..).zip(found["solutions"].as_array().expect("a list")) {
            let alone =
                said(&["freecell", &format!("{number}"), "--solver", "start", "--format", "fc-solve"], "");
            assert_eq!(found["solution"].as_str(), Some(alone.trim_end()));
        }
    }
    let printed = said(&["freecell", "1-3", "--solver", "start", "--solutions"], "");
    assert!(printed.starts_with("1:\n  1. ") && printed.contains("\n3:\n  1. "), "{printed}");
}

#[test]
fn ranges_give_a_summary_with_what_was_not_solved_and_why() {
    let text = said(&["freecell", "1-5", "617", "--solver", "start", "--json"], "");
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((summary["instances"].as_u64(), summary["solved"].as_u64()), (Some(6), Some(6)));
    assert!(
        summary["moves_mean"].as_f64() > Some(60.0)
            && summary["steps_mean"].as_f64() >= summary["moves_mean"].as_f64()
    );
    let output = solve(&["freecell", "11982", "--solver", "start", "--nodes", "500", "--json"], "");
    assert_eq!(output.status.code(), Some(1), "a problem that is not solved is work that failed");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["unsolved"], serde_json::json!(["11982"]));
    assert_eq!(summary["limits"]["11982"], "nodes");
}

#[test]
fn wrong_problems_are_named_and_the_others_solved() {
    let output = solve(&["freecell", "0-2", "--solver", "start", "--json"], "");
    assert_eq!(output.status.code(), Some(2));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["solved"], 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 to 2147483647"));
    let start = ["freecell", "--solver", "start"];
    refused(&start, "", &["the deal is empty"]);
    refused(&start, &DEAL_1.replace("TC", "TX"), &["line 8", "`TX`"]);
    refused(&start, &DEAL_1.replace(" TC", ""), &["TC is missing"]);
    refused(&start, &DEAL_1.replace(" TC", " JD"), &["line 8", "JD is there twice"]);
    refused(&start, &DEAL_1.replace("\n5H", " 5H"), &["7 cascades, expected 8"]);
    refused(&["freecell", "2147483648", "--solver", "start"], "", &["2147483648", "1 to 2147483647"]);
    refused(&["freecell", "99999999999", "--solver", "start"], "", &["99999999999", "4294967295"]);
    refused(&["freecell", "9-3", "--solver", "start"], "", &["9-3", "empty range"]);
    refused(&["freecell", "nonsense", "--solver", "start"], "", &["nonsense"]);
}

#[test]
fn a_person_plays_a_deal_with_hints_from_a_solver() {
    let play = |arguments: &[&str], input: &str| ludevo("play", arguments, input);
    let solution = said(&["freecell", "617", "--solver", "start", "--format", "moves"], "");
    let output = play(&["freecell", "--problem", "617", "--against", "start"], "hint\nnonsense\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    // The first move of the solution names the card that the hint does.
    let card = solution.trim_start().split([' ', ':']).nth(1).expect("a card");
    assert!(text.contains(&format!("> {card}")) || text.contains(&format!("  {card} ")), "{card} in {text}");
    assert!(text.contains("`nonsense` is no legal move here"), "{text}");
    assert_eq!(play(&["freecell", "--problem", "1-9", "--against", "start"], "").status.code(), Some(2));
    assert_eq!(play(&["freecell", "--problem", "0", "--against", "start"], "").status.code(), Some(2));
}

#[test]
fn unknown_solvers_formats_and_kinds_of_game_are_refused() {
    refused(&["freecell", "1", "--solver", "hsdhh"], "", &["`hsdhh`", "`hsdh`"]);
    refused(&["freecell", "1", "--solver", "beam@widht=3"], "", &["widht", "width"]);
    refused(&["freecell", "1", "--solver", "staged@by=Nonsense"], "", &["Nonsense", "LowestHomeCard"]);
    refused(&["freecell", "1", "--solver", "start", "--format", "move"], "", &["`move`", "`moves`"]);
    refused(&["reversi", "1"], "", &["not a puzzle", "ludevo match"]);
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludevo")).args(["match", "freecell", "hsdh", "start"]).output();
    let output = output.expect("ludevo starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("use `ludevo solve freecell`"));
}

#[test]
fn what_was_kept_is_not_solved_again_even_if_its_last_line_was_cut() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("kept.jsonl");
    let path = file.to_str().expect("a path of plain characters");
    let arguments = ["freecell", "1-6", "--solver", "start", "--json", "--keep", path];
    let first: Value = serde_json::from_str(&said(&arguments, "")).expect("JSON");
    let text = fs::read_to_string(&file).expect("it is kept");
    assert_eq!(text.lines().count(), 6);
    // The kill: one problem is half written. What is kept of another is changed, to see that it is taken as it is.
    let changed = text.replacen("\"moves\":", "\"moves\":1000000", 1);
    let last = changed.trim_end().rfind('\n').expect("several lines") + 1;
    for end in [changed.len() - 20, last + 4] {
        fs::write(&file, &changed[..end]).expect("it can be written");
        let second: Value = serde_json::from_str(&said(&arguments, "")).expect("JSON");
        assert_eq!(second["solved"], first["solved"]);
        assert!(second["moves_mean"].as_f64() > first["moves_mean"].as_f64());
        assert_eq!(fs::read_to_string(&file).expect("it is kept").lines().count(), 6);
    }
}
