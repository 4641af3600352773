//! Promise 9: a wrong request exits with 2 and says what to do; nothing panics.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use ludevo_peers::needed_by;
use tempfile::TempDir;

fn ludevo(arguments: &[&str]) -> Output {
    let runs = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.args(arguments).env("LUDEVO_RUNS", runs.path()).stdin(Stdio::null());
    command.output().expect("ludevo starts")
}

/// Exit code 2, and a message with all of `parts`.
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = ludevo(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    for part in parts {
        assert!(message.contains(part), "{arguments:?} should say `{part}`: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

fn said(arguments: &[&str]) -> String {
    let output = ludevo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn unknown_names_get_the_nearest_one() {
    refused(&["perft", "revresi", "3"], &["`revresi`", "`reversi`"]);
    refused(&["match", "reversi", "rnadom", "ab3"], &["`rnadom`", "`random`"]);
    refused(&["match", "reversi", "champoin", "ab3"], &["`champoin`", "`champion`"]);
    refused(&["evolve", "reversi/defualt"], &["reversi/defualt", "reversi/default"]);
    refused(&["evolve", "reversi", "--set", "evolution.poplation=3"], &["poplation", "population"]);
    refused(&["evolve", "reversi", "--set", "program.language=\"ritch\""], &["ritch", "rich"]);
    refused(&["reproduce", "reversi-guide"], &["`reversi-guide`", "`reversi-guides`"]);
    refused(&["bench", "programms"], &["programs"]);
    refused(&["show", "reversi/chapion"], &["reversi/chapion"]);
}

#[test]
fn published_figures_are_listed_where_none_is_named_and_nothing_is_measured_by_mistake() {
    let listed = said(&["reproduce", "--json"]);
    for part in ["\"name\":\"reversi-guides\"", "\"name\":\"freecell-best\"", "\"rows\":9", "\"seconds\":"] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
    refused(&["reproduce", "--quick"], &["NAME", "--all"]);
    refused(&["reproduce", "reversi-guides", "--all"], &["--all"]);
}

#[test]
fn values_out_of_range_get_key_value_and_range() {
    refused(
        &["evolve", "reversi", "--set", "evolution.population=1"],
        &["evolution.population", "1", "2 to 1000000"],
    );
    refused(
        &["evolve", "reversi", "--set", "evolution.population=\"many\""],
        &["evolution.population", "many"],
    );
    refused(&["evolve", "reversi", "--set", "player.depth=0"], &["player.depth", "0", "1 to 20"]);
    refused(
        &["evolve", "reversi", "--set", "evolution.breeding.crossover=1.5"],
        &["evolution.breeding.crossover", "1.5", "0 to 1"],
    );
    refused(&["evolve", "reversi", "--set", "yardstick.player=\"ab99\""], &["ab99", "1 to 12"]);
    refused(&["match", "reversi", "ab3@depth=3", "random"], &["ab3", "depth"]);
    refused(&["match", "reversi", "hand@depth=40", "random"], &["hand", "depth", "40", "1 to 12"]);
    refused(&["match", "reversi", "ab3", "random", "--games", "3", "--openings", "4"], &["3 games", "even"]);
    refused(&["match", "reversi", "ab3", "random", "--sprt", "30,0"], &["--sprt"]);
    for minutes in ["0", "-1", "1e300", "nan", "inf"] {
        refused(
            &["evolve", "reversi", &format!("--minutes={minutes}")],
            &["--minutes", "more than 0, at most 1000000"],
        );
    }
    for games in ["games", "final_games", "fresh_games"] {
        let set = format!("yardstick.{games}=1000000000000");
        refused(&["evolve", "reversi", "--set", &set], &[&format!("`yardstick.{games}`"), "1 to 10000000"]);
    }
    refused(&["match", "reversi", "ab1", "random", "--records=/no/such/file"], &["/no/such/file", "folder"]);
}

#[test]
fn broken_champion_files_get_line_and_column() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("champion.txt");
    let name = path.to_str().expect("a plain path");
    let whole = said(&["games", "reversi", "--json"]);
    assert!(whole.contains("published"));
    for (text, parts) in [
        ("", &["the file is empty"][..]),
        ("hello\n", &["line 1, column 1", "ludevo champion 1"]),
        ("ludevo champion 1\ngame = reversi\n", &["line 3", "cut short"]),
        ("ludevo champion 1\ngaem = reversi\n\n", &["line 2, column 1", "`game`"]),
        ("ludevo champion 1\ngame = reversi\n\ntree evaluate\n", &["`hash` is missing"]),
    ] {
        fs::write(&path, text).expect("a file can be written");
        refused(&["match", "reversi", name, "random"], parts);
        assert_eq!(fs::read_to_string(&path).expect("the file is there"), text);
    }
    refused(&["match", "reversi", "no/such/file", "random"], &["no/such/file"]);
}

#[test]
fn a_champion_edited_by_hand_is_marked_where_it_is_shown_and_where_it_plays() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("champion");
    let name = path.to_str().expect("a plain path");
    let whole = include_str!("../../../champions/reversi/small");
    for (text, mark) in [
        (whole.to_owned(), None),
        (whole.replacen("\ndepth = ", "\ndepth = 1", 1), Some("not its own")),
        (whole.replacen("\ncheck = ", "\ncheck = 0", 1), Some("not its own")),
        (ludevo_game::champion::unsealed(whole), Some("not sealed")),
    ] {
        fs::write(&path, text).expect("a file can be written");
        let shown = said(&["show", name]);
        let played = ludevo(&["play", "reversi", "--against", name]);
        let played = String::from_utf8_lossy(&played.stderr);
        for said in [shown.as_str(), &played] {
            assert_eq!(["edited", "sealed"].iter().any(|word| said.contains(word)), mark.is_some(), "{said}");
            assert!(mark.is_none_or(|mark| said.contains(mark)), "{said}");
        }
    }
}

#[test]
fn a_folder_that_is_in_use_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("something"), "").expect("a file can be written");
    let path = folder.path().to_str().expect("a plain path");
    refused(&["evolve", "reversi", "--out", path], &[path, "--resume"]);
    refused(&["evolve", "--resume", path], &[path]);
}

#[test]
fn perft_and_a_match_as_json() {
    let perft: serde_json::Value =
        serde_json::from_str(&said(&["perft", "reversi", "6", "--json"])).expect("JSON");
    assert_eq!(perft["nodes"], 8200);
    let played = said(&["match", "reversi", "ab2", "random", "--games", "40", "--seed", "5", "--json"]);
    let played: serde_json::Value = serde_json::from_str(&played).expect("JSON");
    let sum: u64 = ["wins", "draws", "losses"].map(|key| played[key].as_u64().expect("a count")).iter().sum();
    assert_eq!(sum, 40);
    assert!(
        played["low"].as_f64() < played["score"].as_f64()
            && played["score"].as_f64() < played["high"].as_f64()
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludevo"))
        .args(["games", "reversi"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ludevo starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ludevo ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

fn played(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludevo"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ludevo starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("the game reads");
    let output = child.wait_with_output().expect("ludevo ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn games_go_on_from_what_people_write_down() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("game.pdn").display().to_string();
    let save = format!("11-15\nsave {file}\nSAVE {file}\nposition\nquit\n");
    let text = played(&["lose-checkers", "--against", "ab1"], &save);
    assert!(text.contains(&format!("the game so far is in {file}")), "{text}");
    assert_eq!(text.matches("the game so far is in").count(), 2, "one's own file is written again: {text}");
    let older = format!("save {file}\nn\nsave {file}\nquit\n");
    let text = played(&["lose-checkers", "--against", "ab1"], &older);
    assert!(
        text.contains("not saved") && !text.contains("the game so far"),
        "an older game is not lost: {text}"
    );
    let kept = fs::read_to_string(&file).expect("the game was saved");
    assert!(kept.starts_with("[Event \"Lose checkers\"]\n[Black \"you\"]\n[White \"ab1\"]\n"), "{kept}");
    let text = played(&["lose-checkers", "--against", "ab1", "--from", &file], "moves\nquit\n");
    assert!(text.contains("1. 11-15"), "{text}");
    let text = played(&["lose-checkers", "--against", "ab1", "--from", "B:W18,26,27:B10,14"], "quit\n");
    assert!(text.contains("legal moves: 14x23x30, 14x23x32"), "{text}");

    for (notation, xgid) in [
        ("4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:"),
    ] {
        let text = played(&["backgammon", "--against", "random", "--from", notation], "position\nquit\n");
        assert!(text.contains(xgid) && text.contains("GNU Backgammon ID 4HPwATDgc/ABMA"), "{text}");
    }
    assert!(said(&["perft", "checkers", "1", "--from", "B:W18,26,27:B10,14"]).starts_with("2\n"));
    assert!(said(&["perft", "reversi", "1", "--from", "f5"]).starts_with("3\n"));

    let wrong = [
        ("checkers", "B:W1:B5", "1"),
        ("checkers", "B:W18:B33", "33"),
        ("checkers", "B:W18:B1,2,3,4,5,6,7,8,9,10,11,12,13", "13 pieces"),
        ("checkers", "1. 11-16 23-18 2. 11-15", "line 1: move 2 (black)"),
        ("backgammon", "4HPwATDgc/ABM", "GNU Backgammon position ID"),
        ("backgammon", "XGID=-b----P-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "men"),
        ("backgammon", "board:you:me", "FIBS"),
        ("reversi", "f5f5", "f5 is occupied"),
        ("checkers", "nowhere.pdn", "there is no file nowhere.pdn"),
    ];
    for (game, from, part) in wrong {
        refused(&["play", game, "--against", "random", "--from", from], &[part]);
        refused(&["perft", game, "2", "--from", from], &[part]);
    }
    refused(&["play", "freecell", "--from", "1"], &["is not a card"]);
}

#[test]
fn a_game_can_be_played_to_its_end() {
    // A move, a wrong one, help, hint, undo, the move again, and leave.
    let text = played(&["reversi", "--against", "ab1"], "f5\nz9\nhelp\nhint\nundo\nf5\nquit\n");
    assert!(text.contains("legal moves: d3, c4, f5, e6"), "{text}");
    assert!(text.contains("ab1 moves"), "{text}");
}

#[test]
fn at_the_keyboard_case_does_not_matter_and_nothing_is_unknown() {
    let text = played(&["reversi", "--against", "ab1"], "UNDO\nF5\nHINT\nsave\nHelp\nresign\n");
    for part in [
        "nothing to take back",
        "ab1 moves",
        "in the eyes of ab1",
        "save where?",
        "take your last move back",
        "ab1 wins",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The dice of the first turn do not change by taking nothing back.
    let text = played(&["backgammon", "--against", "random", "--second"], "undo\nundo\nmoves\nmoves\nquit\n");
    let rolls: Vec<&str> =
        text.lines().filter(|line| line.contains("; ")).map(|line| line.trim_start_matches("> ")).collect();
    assert!(rolls.len() >= 2 && rolls.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
    // Black has no move here: the pass is made, and said.
    let empty = "........\n".repeat(7);
    let position = format!("OX......\n{empty}black to move");
    let text = played(&["reversi", "--against", "random", "--from", &position], "");
    assert!(text.contains("you cannot move") && text.contains("random moves c1"), "{text}");
}

#[test]
fn saved_and_recorded_games_are_shown_and_gone_on_with() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (saved, records) = (file("saved"), file("records"));
    played(&["backgammon", "--against", "random"], &format!("save {saved}\nquit\n"));
    let shown = said(&["replay", &saved]);
    assert!(shown.starts_with("Backgammon: you against random\n"), "{shown}");
    let text = played(&["backgammon", "--from", &saved], "quit\n");
    assert!(text.contains("Backgammon against random.") && text.contains("rolled"), "{text}");
    let arguments = ["match", "reversi", "random", "ab1", "--games", "4", "--records", &records];
    said(&arguments);
    assert_eq!(fs::read_to_string(&records).expect("records").lines().count(), 4);
    let shown = said(&["replay", &records, "--number", "2"]);
    assert!(shown.starts_with("Reversi: ab1 against random\n") && shown.contains("\n60. "), "{shown}");
    refused(&arguments, &["already there"]);
}

#[test]
fn a_program_without_a_header_plays_and_is_shown() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("mine.txt").display().to_string();
    fs::write(&file, "Plus(Mobility, 20*CornerCount)\n").expect("a file can be written");
    for name in [file.as_str(), "Plus(Mobility, 20*CornerCount)"] {
        said(&["match", "reversi", name, "random", "--games", "2"]);
        let shown = said(&["show", name, "--game", "reversi"]);
        assert!(shown.contains("a program typed by hand") && shown.contains("not measured"), "{shown}");
    }
    refused(&["match", "reversi", "Plus(Mobility, Cornrs)", "random"], &["column 16", "`Corners`"]);
}

#[test]
fn every_result_for_programs_says_by_what_it_was_made() {
    let value: serde_json::Value = serde_json::from_str(&said(&[
        "match", "reversi", "random", "ab1", "--games", "2", "--seed", "9", "--json",
    ]))
    .expect("JSON");
    assert_eq!(value["about"]["seed"], 9);
    assert_eq!(value["about"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(
        value["about"]["options"].as_str().is_some_and(|options| options.starts_with("match reversi random"))
    );
    assert!(value["about"]["seconds"].is_number());
    let shown: serde_json::Value = serde_json::from_str(&said(&["show", "reversi", "--json"])).expect("JSON");
    assert_eq!(shown["trees"][0]["name"], "evaluate");
    let table = said(&["ladder", "reversi", "random", "ab1", "--games", "2", "--csv"]);
    let names = table.lines().next().unwrap_or_default();
    assert!(names.contains("elo") && names.ends_with("about.version"), "{names}");
    assert_eq!(table.lines().count(), 3, "{table}");
    let duels = said(&["robocode", "duels", "Walls", "Fire", "--rounds", "1", "--csv"]);
    assert!(duels.contains("Walls,") && duels.contains("share"), "{duels}");
}

/// Ctrl-C ends a match in order, and says so by its exit code; of no game there is no score.
#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_what_there_was_and_exits_with_130() {
    for (depth, has_score) in [("ab1", true), ("ab12", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
        command.args(["match", "reversi", depth, depth, "--games", "100000000", "--threads", "1"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("ludevo starts");
        std::thread::sleep(std::time::Duration::from_millis(500));
        let pid = child.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().expect("a signal can be sent");
        let output = child.wait_with_output().expect("the match ends");
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8_lossy(&output.stdout).contains("score"), has_score);
    }
}

#[test]
fn what_a_shell_and_man_ask_for_is_made() {
    assert!(said(&["completions", "bash"]).contains("ludevo"));
    assert!(said(&["man"]).contains("ludevo match"));
    assert!(said(&["doctor"]).contains("GNU Backgammon"));
}

#[test]
fn without_a_name_the_champion_plays_or_anybody_where_none_ships() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tictactoe/tictactoe.wasm");
    for (game, is_champion) in [("reversi", true), ("checkers", true), (own, false)] {
        let text = played(&[game], "quit\n");
        assert!(text.contains("against "), "{text}");
        assert_eq!(text.contains("against champion."), is_champion, "{text}");
    }
}

#[test]
fn wrong_positions_classes_and_engines_of_chess_are_refused() {
    let from = |text: &'static str| ["perft", "chess", "1", "--from", text];
    refused(&from("8/8/8/8/8/8/2k5/2K5 w - - 0 1"), &["the kings on c1 and c2 stand side by side"]);
    refused(&from("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), &["black is in check although white is to move"]);
    refused(&from("8/8/8/8/8/8/8/4K3 w - - 0 1"), &["black has 0 kings"]);
    refused(&from("1. e4 e5 2. Ke3"), &["line 1", "move 2 (white)", "`Ke3`"]);
    refused(&from("1. e4 { no end"), &["line 1", "comment"]);
    let played = ["match", "chess", "master", "random", "--games=2", "--positions"];
    let positions = |name: &'static str| [&played[..], &[name]].concat();
    refused(&positions("KXKR"), &["`KXKR`", "KRKR", "no file"]);
    refused(&positions("KQRKQR:won"), &["at most four men"]);
    refused(&["match", "reversi", "ab1", "random", "--games=2", "--positions=KRKR"], &["KRKR", "no classes"]);
    refused(
        &["match", "chess", "uci:nosuch@depth=4", "random"],
        &["uci:nosuch", "`nosuch`", "not on the path"],
    );
    refused(&["match", "chess", "uci:/bin/sh", "random"], &["depth"]);
    refused(&["match", "chess", "master", "random", "--rules=draw=51"], &["draw=51", "1 to 50"]);
    refused(
        &["evolve", "chess/krkr", "--set", "program.positions=[\"KXKR\"]"],
        &["program.positions", "KXKR"],
    );
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("positions");
    let name = path.to_str().expect("a plain path");
    fs::write(&path, "# three\n8/8/8/4k3/8/8/8/R3K3 w - - 0 1\n\n8/8/8/8/8/8/2k5/2K5 w - - 0 1\n")
        .expect("a file");
    refused(&["match", "chess", "master", "random", "--positions", name], &["line 4", "side by side"]);
    fs::write(&path, "8/8/4k3/8/8/3K4/8/8 w - - 0 1\n").expect("a file");
    refused(&["match", "chess", "master", "random", "--positions", name], &["line 1", "the game is over"]);
    fs::write(&path, "# none\n").expect("a file");
    refused(&["match", "chess", "master", "random", "--positions", name], &["no position in it"]);
    fs::write(&path, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1\n").expect("a file");
    let score = said(&["match", "chess", "master", "random", "--games=4", "--positions", name, "--json"]);
    assert!(score.contains("\"games\":4"), "{score}");
}

/// The parser's own tests have the whole sentences.
#[test]
fn bad_tracks_are_refused_with_file_and_line() {
    let folder = TempDir::new().expect("a temporary folder");
    let good = said(&["racing", "track", "--seed", "7"]);
    let with_line = |number: usize, text: &str| -> Vec<u8> {
        let mut lines: Vec<&str> = good.lines().collect();
        lines[number - 1] = text;
        lines.join("\n").into_bytes()
    };
    let cases: [(&str, Vec<u8>, &str); 14] = [
        ("empty", Vec::new(), "line 1:"),
        ("text", b"no track at all\n".to_vec(), "line 1:"),
        ("fewer", with_line(1, "99 segments"), "segment 13 of 99"),
        ("none", with_line(1, "0"), "line 1: 0 segments"),
        ("negative", with_line(1, "-5"), "line 1: -5 segments"),
        ("many", with_line(1, "1e9"), "line 1:"),
        ("narrow", with_line(3, "0"), "line 3:"),
        ("unknown", with_line(3, "nan"), "line 3:"),
        ("tight", with_line(15, "50 51"), "line 15:"),
        ("backwards", with_line(16, "0 -700"), "line 16:"),
        ("far", with_line(16, "0 1e400"), "line 16:"),
        ("turned", with_line(15, "100 400"), "line 15:"),
        ("short", with_line(4, "0 0"), "line 4:"),
        ("binary", vec![0x7f, b'E', b'L', b'F', 0, 0xff, 0xfe], "line 1:"),
    ];
    for (name, bytes, place) in cases {
        let path = folder.path().join(format!("{name}.trk"));
        fs::write(&path, bytes).expect("a file");
        let path = path.display().to_string();
        refused(&["racing", "lap", &path, "bends"], &[&path, place]);
    }
}

#[test]
fn a_changed_digit_of_a_trace_is_an_error() {
    let Some(data) = needed_by("a_changed_digit_of_a_trace_is_an_error") else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let text = ludevo_racing::trace::read(&data.join("traces/Tuto2_v01_seed0.csv.gz")).expect("a trace");
    let path = folder.path().join("Tuto2_v01_seed0.csv");
    fs::write(&path, text.replacen("1400,76.860000", "1400,76.860001", 1)).expect("a file");
    let tracks = data.join("tracks").display().to_string();
    let output = ludevo(&["racing", "check", &path.display().to_string(), "--tracks", &tracks]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    for part in ["step 1400", "t is 76.860000", "76.860001", "line 1403"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn positions_and_problems_of_chess_that_are_none_are_refused_in_one_line() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let one_line = |arguments: &[&str], part: &str| {
        refused(arguments, &[part]);
        let message = String::from_utf8_lossy(&ludevo(arguments).stderr).into_owned();
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
    };
    let perft = |from: &str, part: &str| one_line(&["perft", "chess", "1", "--from", from], part);
    perft("4k3/8/8/8/8/8/8/K2KR3 b - - 0 1", "white has 2 kings, not one");
    perft(&file("broken.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Qh9 *\n"), "line 3: move 2 (white): `Qh9`");
    one_line(&["match", "chess", "master", "uci:nosuch@depth=4"], "the program `nosuch`");
    one_line(&["match", "chess", "master", "random", "--positions", "KRKR:judged"], "KQRKQR:judged");
    let wrong = file("wrong.txt", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 ; 1\n");
    let output = ludevo(&["solve", "mates", &wrong, "--solver", "hand"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "a problem without a solution should not be asked: {message}");
    assert!(message.contains("no mate in 1, which is proved") && message.lines().count() == 1, "{message}");
}
