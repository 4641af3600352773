//! How games of one's own are found by their names, checked and shown, and what is said of those that fail.

#[path = "own/counting.rs"]
mod counting;
mod own;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use counting::{COUNTING, COUNTING_MANIFEST, PROBLEMS};
use own::{TINY, example, ludevo, refused, said};
use serde_json::Value;
use tempfile::TempDir;

/// Writes a game into a folder.
fn write(folder: &Path, name: &str, module: &str, manifest: &str) {
    let module = wat::parse_str(module).unwrap_or_else(|error| panic!("{error}: {module}"));
    fs::write(folder.join(format!("{name}.wasm")), module).unwrap();
    fs::write(folder.join(format!("{name}.toml")), manifest).unwrap();
}

/// The game of counting to 20, in which so many ones from the start are one too many.
fn late(folder: &Path, ones: u32) {
    let module = COUNTING
        .replacen(
            "(param $more i32)",
            &format!(
                "(param $more i32)
                 (if (i32.and (i32.eq (i32.load8_u (i32.const 2)) (i32.const {ones}))
                              (i32.eq (i32.load8_u (i32.const 3)) (i32.const {ones}))) (then (unreachable)))
                 (i32.store8 (i32.const 3) (i32.add (i32.load8_u (i32.const 3)) (i32.const 1)))"
            ),
            1,
        )
        .replacen("(i32.const 5))", "(i32.const 20))", 1);
    let manifest = COUNTING_MANIFEST.replacen("[0, 6]", "[0, 21]", 1).replacen("plies = 5", "plies = 20", 1);
    write(folder, "late", &module, &manifest);
}

/// The message of a command that ended with this code.
fn ended(output: &Output, code: i32) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{message}");
    message
}

#[test]
fn rules_that_fail_in_the_middle_end_the_work_with_the_position() {
    let folder = TempDir::new().unwrap();
    late(folder.path(), 11);
    said(&["perft", "late.wasm", "12"], folder.path());
    let message = ended(&ludevo(&["perft", "late.wasm", "13"], folder.path()), 1);
    assert!(
        message.contains("apply(1): it gave up") && message.contains("in the state 01000b0b"),
        "{message}"
    );

    late(folder.path(), 3);
    let short = ["--set=yardstick.player=\"random\"", "--set=fitness.0.player=\"random\""];
    let message = ended(&ludevo(&[&["evolve", "late.wasm"][..], &TINY, &short].concat(), folder.path()), 1);
    assert!(message.contains("it gave up") && message.contains("in the state 01000303"), "{message}");
}

#[test]
fn the_game_that_a_run_keeps_is_found_by_its_name() {
    let folder = TempDir::new().unwrap();
    let (home, away) = (folder.path().join("home"), folder.path().join("away"));
    [&home, &away].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    for ending in ["wasm", "toml"] {
        fs::copy(example("tictactoe").with_extension(ending), home.join(format!("t.{ending}"))).unwrap();
    }
    let short = ["--set=yardstick.player=\"mcts10\"", "--set=fitness.0.games=2", "--out", "run"];
    said(&[&["evolve", "t.wasm"][..], &TINY, &short].concat(), &home);
    fs::rename(home.join("run"), away.join("run")).unwrap();
    fs::remove_dir_all(&home).unwrap();

    // The run that is named keeps it, or any in the folder of runs.
    let matched = ["match", "tictactoe", "run", "random", "--games", "4"];
    assert!(said(&matched, &away).contains("random"));
    assert!(said(&["ladder", "tictactoe", "run/champion", "random", "--games", "2"], &away).contains("Elo"));
    assert!(said(&["play", "tictactoe", "--against", "run"], &away).contains("first X, second O"));
    let message = refused(&["perft", "tictactoe", "3"], &away);
    assert!(message.contains("there is no game `tictactoe`"), "{message}");
    fs::create_dir(away.join("runs")).unwrap();
    fs::rename(away.join("run"), away.join("runs/run")).unwrap();
    assert!(said(&["perft", "tictactoe", "3"], &away).starts_with("504\n"));
    assert!(said(&["check", "tictactoe", "--games", "5"], &away).contains("keeps to the rules"));
    let message = refused(&["export", "run", "--to", "java"], &away);
    assert!(message.contains("`ludevo show run --json`"), "{message}");
    said(&["show", "run", "--json"], &away);
    // A name that only a run still has can be used again.
    said(&["new-game", "tictactoe"], &away);
}

#[test]
fn what_is_wrong_in_the_folder_of_games_is_said() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    write(&games, "a", COUNTING, COUNTING_MANIFEST);
    write(&games, "b", COUNTING, &COUNTING_MANIFEST.replacen("Count to five.", "Another.", 1));
    write(&games, "c", COUNTING, COUNTING_MANIFEST);
    fs::remove_file(games.join("c.toml")).unwrap();
    let with = |arguments: &[&str], games: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
        command.args(arguments).current_dir(folder.path()).env("LUDEVO_GAMES", games).stdin(Stdio::null());
        command.output().unwrap()
    };
    let listed = with(&["games"], &games);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("counting"));
    let said = ended(&listed, 0);
    for part in ["b.wasm: another build of `counting`", "c.wasm: its manifest"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(String::from_utf8_lossy(&with(&["check", "counting"], &games).stdout).contains("Counting keeps"));
    let unknown = ended(&with(&["perft", "c", "3"], &games), 2);
    assert!(unknown.contains("c.wasm: its manifest") && unknown.trim_end().lines().count() == 1, "{unknown}");
    let nowhere = ended(&with(&["games"], &folder.path().join("gmaes")), 0);
    assert!(nowhere.contains("LUDEVO_GAMES") && nowhere.contains("gmaes cannot be read"), "{nowhere}");
    assert!(refused(&["check", "reversi"], folder.path()).contains("ships with Ludevo"));
    let help = with(&["--help"], &games);
    assert!(String::from_utf8_lossy(&help.stdout).contains("LUDEVO_GAMES"));
}

#[test]
fn check_says_all_that_is_wrong_and_what_is_of_no_use() {
    let folder = TempDir::new().unwrap();
    // The range is wrong, two moves have one text, and there is something outside of the state.
    let spoiled = COUNTING.replacen(
        "(func (export \"view\")",
        "(global $asked (mut f64) (f64.const 0))
         (func (export \"text_at\") (result i32) (i32.const 256))
         (func (export \"text\") (param i32) (result i32) (i32.store8 (i32.const 256) (i32.const 65)) (i32.const 1))
         (func (export \"promise\") (result f64)
            (global.set $asked (f64.add (global.get $asked) (f64.const 1))) (global.get $asked))
         (func (export \"view\")",
        1,
    );
    write(folder.path(), "g", &spoiled, &COUNTING_MANIFEST.replacen("[0, 6]", "[0, 2]", 1));
    let message = refused(&["check", "g.wasm"], folder.path());
    assert!(message.contains("3 things are wrong"), "{message}");
    for part in ["for `Sum`, declared is 0 to 2", "two moves have the text `A`", "promise() depends on more"]
    {
        let lines = message.lines().filter(|line| line.contains(part) && line.contains("in the state"));
        assert_eq!(lines.count(), 1, "{part}: {message}");
    }
    let output = ludevo(&["check", "g.wasm", "--json"], folder.path());
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["findings"].as_array().unwrap().len(), 3);
    assert_eq!(output.status.code(), Some(2));

    // A terminal that never changes, and one that says the same as another.
    let cells = COUNTING.replacen(
        "(func (export \"view\") (param i64)",
        "(func (export \"view\") (param i64)
            (f64.store (i32.const 136) (f64.const 4))
            (f64.store (i32.const 144) (f64.convert_i32_u (i32.load8_u (i32.const 2))))",
        1,
    );
    let terminal = |name: &str, cell: u8| {
        format!(
            "\n[[terminal]]\nname = \"{name}\"\nread = \"number\"\ncell = {cell}\nwithin = [0, 6]\nmeaning = \"m\"\n"
        )
    };
    let manifest = COUNTING_MANIFEST.replacen("cells = 1", "cells = 3", 1);
    let manifest = format!("{manifest}{}{}", terminal("Four", 1), terminal("Total", 2));
    write(folder.path(), "g", &cells, &manifest);
    let told = said(&["check", "g.wasm"], folder.path());
    assert!(told.contains("remark: the terminal `Four` was 4 in all"), "{told}");
    assert!(told.contains("remark: the terminal `Total` always said the same as `Sum`"), "{told}");
    assert!(told.contains("a first guess at a guide, from random games"), "{told}");
    // Of a puzzle the way to the goal is fitted.
    let told = said(&["check", &example("sliding").display().to_string(), "--games", "5"], folder.path());
    let (_, guide) = told.split_once("a first guess at a guide, from solved problems:\n").unwrap();
    assert!(guide.contains("Distance"), "{told}");
}

#[test]
fn a_game_whose_module_holds_its_manifest_needs_no_other_file() {
    let folder = TempDir::new().unwrap();
    let mut module = wat::parse_str(COUNTING).unwrap();
    let leb = |mut number: usize| {
        let mut bytes = Vec::new();
        while number >= 128 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let content = [&[6][..], b"ludevo", COUNTING_MANIFEST.as_bytes()].concat();
    module.extend([vec![0], leb(content.len()), content].concat());
    fs::write(folder.path().join("g.wasm"), &module).unwrap();
    assert!(said(&["games", "g.wasm"], folder.path()).contains("Count to five."));
    let wrong = String::from_utf8_lossy(&module).into_owned();
    assert!(wrong.contains("plies = 5"));
    let at = module.windows(9).position(|bytes| bytes == b"plies = 5").unwrap();
    module[at..at + 5].copy_from_slice(b"plise");
    fs::write(folder.path().join("g.wasm"), &module).unwrap();
    let message = refused(&["games", "g.wasm"], folder.path());
    assert!(message.contains("section `ludevo`, line 6: `plise`"), "{message}");
}

/// What a game may say beyond the examples: two trees, hexagons, a domain of its own and the places of its board.
const RICH: &str = r#"name = "rich"
title = "Rich"
summary = "Count to five on hexagons."
state = 12
cells = 3
plies = 5

[domains]
parity = ["even", "odd"]

[trees]
byte = 3
names = [["opening", "positions up to two"], ["ending", "positions from three on"]]

[guide]
program = """
tree opening
Sum
tree ending
If(Is(odd), Sum, Scaled[2](If(Stands(c1), Sum, 2*Sum)))
"""

[board]
hexagons = [3, 2]
moves = "square"

[[board.piece]]
set = 4
of = "enemy"

[[terminal]]
name = "Sum"
read = "number"
cell = 0
within = [0, 6]
meaning = "the sum so far"

[[terminal]]
name = "Is"
read = "bit"
cell = 1
of = "parity"
meaning = "whether the sum is even or odd"

[[terminal]]
name = "Stands"
read = "bit"
cell = 2
of = "square"
meaning = "whether the piece stands there"
"#;

#[test]
fn trees_hexagons_and_domains_of_ones_own_are_bred_and_shown() {
    let folder = TempDir::new().unwrap();
    let module = COUNTING
        .replacen(
            "(i32.store8 (i32.const 0)\n",
            "(i32.store8 (i32.const 3) (i32.ge_u (i32.load8_u (i32.const 2)) (i32.const 3)))
             (i32.store8 (i32.const 4) (i32.shl (i32.const 1) (i32.load8_u (i32.const 2))))
             (i32.store8 (i32.const 0)\n",
            1,
        )
        .replacen(
            "(i32.store (i32.const 0) (i32.const 0))",
            "(i64.store (i32.const 0) (i64.const 0)) (i32.store (i32.const 8) (i32.const 0))",
            1,
        )
        .replacen(
            "(func (export \"view\") (param i64)",
            "(func (export \"view\") (param i64)
                (i64.store (i32.const 136) (i64.shl (i64.const 1) (i64.and (i64.load8_u (i32.const 2)) (i64.const 1))))
                (i64.store (i32.const 144) (i64.load8_u (i32.const 4)))",
            1,
        );
    write(folder.path(), "rich", &module, RICH);
    let checked = said(&["check", "rich.wasm"], folder.path());
    assert!(checked.contains("keeps to the rules") && !checked.contains("remark"), "{checked}");
    let short = ["--set=yardstick.player=\"random\"", "--set=fitness.0.games=2", "--out", "run"];
    said(&[&["evolve", "rich.wasm"][..], &TINY, &short].concat(), folder.path());
    let champion = fs::read_to_string(folder.path().join("run/champion")).unwrap();
    assert!(champion.contains("tree opening\n") && champion.contains("tree ending\n"), "{champion}");
    let told = said(&["games", "rich.wasm"], folder.path());
    assert!(told.contains("Is") && told.contains("even") && told.contains("Stands"), "{told}");
    // Every other row of hexagons is half a place to the right, and the places are letters and numbers.
    let mut play = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    play.args(["play", "rich.wasm", "--against", "guide"]).current_dir(folder.path());
    let mut play = play.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut play.stdin.take().unwrap(), b"b1\nquit\n").unwrap();
    let shown = String::from_utf8_lossy(&play.wait_with_output().unwrap().stdout).into_owned();
    assert!(shown.contains("  1  . . .\n  2   . . .\n"), "{shown}");
    assert!(shown.contains('X') || shown.contains('O'), "a piece stands somewhere: {shown}");
}

#[test]
fn dice_are_shown_with_their_places_and_a_puzzle_has_no_two_players() {
    let folder = TempDir::new().unwrap();
    let shown = said(&["play", &example("race").display().to_string(), "--against", "guide"], folder.path());
    assert!(shown.contains("die: ") && shown.contains("second 2: 0"), "{shown}");
    let shown = said(&["play", &example("sliding").display().to_string(), "--problem", "1"], folder.path());
    assert!(shown.contains("not solved yet") && !shown.contains("second"), "{shown}");
    let puzzle = COUNTING
        .replacen(
            "(func (export \"initial\") (i32.store (i32.const 0) (i32.const 0)))",
            "(func (export \"problem\") (param $n i64) (i32.store (i32.const 0) (i32.const 0)))",
            1,
        )
        .replacen("(else (i32.sub (i32.const 1) (i32.load8_u (i32.const 0))))", "(else (i32.const 0))", 1);
    write(folder.path(), "g", &puzzle, &format!("{COUNTING_MANIFEST}{PROBLEMS}"));
    let shown = said(&["play", "g.wasm", "--problem", "1"], folder.path());
    assert!(shown.contains("not solved yet") && !shown.contains("to move"), "{shown}");
}

/// Guides that ship with examples are better than nothing.
#[test]
fn guides_of_examples_beat_random_play() {
    let folder = TempDir::new().unwrap();
    for name in ["race", "kalah", "connect4", "othello"] {
        let module = example(name).display().to_string();
        let played = said(&["match", &module, "guide", "random", "--games", "100", "--json"], folder.path());
        let played: Value = serde_json::from_str(&played).unwrap();
        // More than half, by the lower end of the interval.
        assert!(played["low"].as_f64().unwrap() > 0.5, "{name}: {played}");
    }
}

#[test]
fn every_turn_based_game_has_a_fitted_guide_that_beats_random_play_and_stays_with_the_run() {
    let folder = TempDir::new().unwrap();
    for (game, games) in [("senet", "60"), ("backgammon", "60"), ("chess", "20")] {
        let played = said(&["match", game, "ab1", "random", "--games", games, "--json"], folder.path());
        let played: Value = serde_json::from_str(&played).unwrap();
        // More than half, by the lower end of the interval.
        assert!(played["low"].as_f64().unwrap() > 0.5, "{game}: {played}");
    }
    let message = refused(&["match", "senet", "ab2", "random"], folder.path());
    assert!(message.contains("`depth`") && message.contains("1 to 1"), "{message}");
    let module = example("tictactoe").display().to_string();
    let short = ["--set=yardstick.player=\"mcts10\"", "--set=fitness.0.games=8"];
    said(&[&["evolve", &module][..], &TINY, &short, &["--out", "run"]].concat(), folder.path());
    let kept = fs::read_to_string(folder.path().join("run/game.guide")).unwrap();
    let checked = said(&["check", &module, "--games", "3"], folder.path());
    assert!(checked.contains(&kept), "{kept}: {checked}");
    // The same run with another guide goes on in another way; with none that can be read it does not.
    said(&[&["evolve", &module][..], &TINY, &short, &["--out", "other"]].concat(), folder.path());
    fs::write(folder.path().join("other/game.guide"), "-1*Centre").unwrap();
    for run in ["run", "other"] {
        said(&["evolve", "--resume", run, "--generations", "4"], folder.path());
    }
    let log = |run: &str| fs::read_to_string(folder.path().join(run).join("log.jsonl")).unwrap();
    let (one, other) = (log("run"), log("other"));
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    assert_eq!((same, one.lines().count()), (2, 4), "{one}{other}");
    assert_eq!(fs::read_to_string(folder.path().join("other/game.guide")).unwrap(), "-1*Centre");
    fs::write(folder.path().join("other/game.guide"), "Corner").unwrap();
    let message = refused(&["evolve", "--resume", "other", "--generations", "5"], folder.path());
    assert!(message.contains("game.guide") && message.contains("Corner"), "{message}");
}
