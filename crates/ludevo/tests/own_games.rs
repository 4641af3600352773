//! Games of the user's own: what ships as examples works as built-in games do, and a bad module is refused in one line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn ludevo(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.args(arguments).current_dir(folder).env("LUDEVO_RUNS", folder.join("runs")).stdin(Stdio::null());
    command.output().expect("ludevo starts")
}

fn said(arguments: &[&str], folder: &Path) -> String {
    let output = ludevo(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The module of an example.
fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    folder.join(format!("{name}.wasm")).display().to_string()
}

/// What keeps an evolution short.
const TINY: [&str; 6] = [
    "--set=evolution.population=8",
    "--set=evolution.generations=2",
    "--set=yardstick.games=4",
    "--set=yardstick.final_games=4",
    "--set=yardstick.fresh_games=10",
    "--set=yardstick.finalists=2",
];

fn evolve(module: &str, out: &str, threads: &str, more: &[&str], folder: &Path) {
    let start = ["evolve", module, "--seed", "3", "--threads", threads, "--out", out];
    said(&[&start[..], &TINY, more].concat(), folder);
}

#[test]
fn examples_keep_to_the_rules_and_count_as_published() {
    let folder = TempDir::new().unwrap();
    let perft = |name: &str, depth: &str| said(&["perft", &example(name), depth], folder.path());
    for name in ["tictactoe", "connect4", "kalah", "race", "othello", "pegs", "lights", "sliding"] {
        let checked = said(&["check", &example(name), "--games", "20"], folder.path());
        assert!(checked.contains("keeps to the rules in 20 random games"), "{checked}");
        assert!(!checked.contains("remark"), "{name}: {checked}");
    }
    // 255,168 games of tic-tac-toe are the well-known number.
    for (name, depth, count) in
        [("tictactoe", "9", "255168"), ("connect4", "7", "823536"), ("othello", "6", "8200")]
    {
        let text = perft(name, depth).replace([',', '\u{a0}'], "");
        assert!(text.contains(count), "{name} {depth}: {text}");
    }
}

#[test]
fn a_run_is_the_same_on_any_threads_and_whole_without_its_game() {
    let folder = TempDir::new().unwrap();
    let (home, away) = (folder.path().join("home"), folder.path().join("away"));
    [&home, &away].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    for file in ["connect4.wasm", "connect4.toml"] {
        let from = PathBuf::from(example("connect4")).with_file_name(file);
        fs::copy(from, home.join(file)).unwrap();
    }
    let against = ["--set=yardstick.player=\"mcts20\"", "--set=fitness.0.games=2"];
    evolve("connect4.wasm", "one", "1", &against, &home);
    evolve("connect4.wasm", "two", "2", &against, &home);
    for file in ["log.jsonl", "champion"] {
        let read = |run: &str| fs::read_to_string(home.join(run).join(file)).unwrap();
        assert_eq!(read("one"), read("two"), "{file}");
    }
    fs::rename(home.join("one"), away.join("run")).unwrap();
    fs::remove_dir_all(&home).unwrap();
    assert!(said(&["show", "run/champion"], &away).contains("Connect Four"));
    let played = said(&["match", "run/game.wasm", "run", "random", "--games", "20"], &away);
    assert!(played.contains("random"), "{played}");
    said(&["evolve", "--resume", "run", "--generations", "3"], &away);
}

#[test]
fn dice_and_puzzles_of_ones_own_evolve() {
    let folder = TempDir::new().unwrap();
    evolve(&example("race"), "race", "2", &["--set=yardstick.player=\"mcts10\""], folder.path());
    let worth = ["--set=worth.baseline=2000", "--set=player.nodes=500", "--set=fitness.0.count=4"];
    for name in ["sliding", "lights", "pegs"] {
        evolve(&example(name), name, "2", &worth, folder.path());
        let solver = format!("{name}/champion");
        let solved = said(&["solve", &example(name), "201-210", "--solver", &solver], folder.path());
        assert!(solved.contains("solved"), "{solved}");
    }
}

#[test]
fn a_begun_game_is_its_example_under_another_name() {
    let folder = TempDir::new().unwrap();
    for (kind, tongue, file) in [("board", "rust", "mine/mine.rs"), ("puzzle", "c", "mine/mine.c")] {
        let told = said(&["new-game", "mine", "--kind", kind, "--in", tongue], folder.path());
        assert!(told.contains(file) && told.contains("ludevo check mine/mine.wasm"), "{told}");
        assert!(
            fs::read_to_string(folder.path().join("mine/mine.toml")).unwrap().contains("name = \"mine\"")
        );
        fs::remove_dir_all(folder.path().join("mine")).unwrap();
    }
    let refused = ludevo(&["new-game", "reversi"], folder.path());
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn the_folder_of_games_is_searched() {
    let folder = TempDir::new().unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    let output =
        command.args(["games"]).env("LUDEVO_GAMES", games).current_dir(folder.path()).output().unwrap();
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(listed.contains("connect4") && listed.contains("lights"), "{listed}");
}

/// A game that works, to be spoiled: players add 1 or 2, and whoever reaches 5 wins.
const COUNTING: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "ludevo_abi") (result i32) (i32.const 1))
    (func (export "state_at") (result i32) (i32.const 0))
    (func (export "moves_at") (result i32) (i32.const 64))
    (func (export "view_at") (result i32) (i32.const 128))
    (func (export "initial") (i32.store (i32.const 0) (i32.const 0)))
    (func (export "moves") (result i32)
        (i32.store (i32.const 64) (i32.const 1))
        (i32.store (i32.const 68) (i32.const 2))
        (i32.const 2))
    (func (export "apply") (param $more i32)
        (i32.store8 (i32.const 2) (i32.add (i32.load8_u (i32.const 2)) (local.get $more)))
        (i32.store8 (i32.const 0)
            (if (result i32) (i32.ge_u (i32.load8_u (i32.const 2)) (i32.const 5))
                (then (i32.add (i32.const 3) (i32.load8_u (i32.const 0))))
                (else (i32.sub (i32.const 1) (i32.load8_u (i32.const 0)))))))
    (func (export "view") (param i64)
        (f64.store (i32.const 128) (f64.convert_i32_u (i32.load8_u (i32.const 2))))))"#;

const COUNTING_MANIFEST: &str = r#"name = "counting"
title = "Counting"
summary = "Count to five."
state = 4
cells = 1
plies = 5

[[terminal]]
name = "Sum"
read = "number"
cell = 0
within = [0, 6]
meaning = "the sum so far"
"#;

/// What is wrong with a game, in one line and with exit code 2.
fn refusal(module: &[u8], manifest: &str) -> String {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("g.wasm"), module).unwrap();
    fs::write(folder.path().join("g.toml"), manifest).unwrap();
    let output = ludevo(&["games", "g.wasm"], folder.path());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    message
}

#[test]
fn bad_modules_are_refused_in_one_line() {
    let wasm = |text: &str| wat::parse_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let good = TempDir::new().unwrap();
    fs::write(good.path().join("g.wasm"), wasm(COUNTING)).unwrap();
    fs::write(good.path().join("g.toml"), COUNTING_MANIFEST).unwrap();
    said(&["check", "g.wasm"], good.path());

    let forever = "(loop $again (br $again))";
    let spoiled = |from: &str, to: &str| {
        assert!(COUNTING.contains(from), "{from}");
        refusal(&wasm(&COUNTING.replacen(from, to, 1)), COUNTING_MANIFEST)
    };
    let cases = [
        ("(export \"ludevo_abi\") (result i32)", format!("(export \"ludevo_abi\") (result i32) {forever}"), "does not end"),
        ("(export \"initial\")", format!("(export \"initial\") {forever}"), "initial(): it does not end"),
        ("(export \"moves\") (result i32)", format!("(export \"moves\") (result i32) {forever}"), "moves(): it does not end"),
        ("(param $more i32)", format!("(param $more i32) {forever}"), "it does not end"),
        ("(param i64)", format!("(param i64) {forever}"), "view(): it does not end"),
        ("(module", "(module (import \"wasi\" \"clock\" (func))".to_owned(), "imports `wasi.clock`"),
        ("(memory (export \"memory\") 1)", "(memory 1)".to_owned(), "exports no `memory`"),
        ("(export \"view\")", "(export \"veiw\")".to_owned(), "no function `view`"),
        ("(i32.const 68) (i32.const 2))\n        (i32.const 2)", "(i32.const 68) (i32.const 2))\n        (i32.const 1000000)".to_owned(), "gives 1000000 moves"),
        ("(i32.const 68) (i32.const 2))\n        (i32.const 2)", "(i32.const 68) (i32.const 2))\n        (i32.const 0)".to_owned(), "no move, though the game is not over"),
        ("(export \"state_at\") (result i32) (i32.const 0)", "(export \"state_at\") (result i32) (i32.const 65535)".to_owned(), "state_at() is 65535"),
        ("(f64.convert_i32_u (i32.load8_u (i32.const 2)))", "(f64.const 7)".to_owned(), "gives 7 for `Sum`, declared is 0 to 6, in the state"),
        ("(i32.store8 (i32.const 2) (i32.add (i32.load8_u (i32.const 2))", "(drop (memory.grow (i32.const 1000)))\n(i32.store8 (i32.const 2) (i32.add (i32.load8_u (i32.const 2))".to_owned(), "more than 16 MB of memory"),
        ("(f64.convert_i32_u (i32.load8_u (i32.const 2)))", "(block (result f64) (i32.store (i32.const 256) (i32.xor (i32.load (i32.const 256)) (i32.const 1))) (f64.convert_i32_u (i32.load (i32.const 256))))".to_owned(), "depends on more than the state"),
        ("(local.get $more)", "(i32.const 0)".to_owned(), "is not over after"),
        ("(i32.add (i32.const 3) (i32.load8_u (i32.const 0)))", "(i32.const 9)".to_owned(), "turn and mover"),
        ("(i32.add (i32.const 3) (i32.load8_u (i32.const 0)))", "(unreachable)".to_owned(), "gave up"),
    ];
    for (from, to, expected) in cases {
        let message = spoiled(from, &to);
        assert!(message.contains(expected), "{to} should say `{expected}`: {message}");
    }

    let module = wasm(COUNTING);
    for (bytes, expected) in [
        (&b""[..], "empty"),
        (b"PK\x03\x04 zip", "not a WebAssembly module"),
        (b"\0asm\x01\0\0\0\x0a", "not a sound"),
    ] {
        let message = refusal(bytes, COUNTING_MANIFEST);
        assert!(message.contains(expected), "{message}");
    }
    for (from, to, expected) in [
        ("plies = 5", "plise = 5", "line 6: `plise` is no key of a manifest; the nearest is `plies`"),
        ("within = [0, 6]", "within = [6, 0]", "line 12: `terminal.0.within`"),
        ("cell = 0", "cell = 1", "allowed is 0 to 0"),
        ("read = \"number\"", "read = \"nubmer\"", "`number`"),
        ("name = \"counting\"", "name = \"reversi\"", "that of a game of Ludevo"),
        ("name = \"counting\"", "name = \"../x\"", "line 1: `name`"),
    ] {
        let message = refusal(&module, &COUNTING_MANIFEST.replacen(from, to, 1));
        assert!(message.contains(expected), "{to} should say `{expected}`: {message}");
    }
    // A die that is rolled nine times out of ten.
    let dice = COUNTING
        .replacen("(i32.store (i32.const 0) (i32.const 0))", "(i32.store (i32.const 0) (i32.const 2))", 1)
        .replacen("(func (export \"view\")", "(func (export \"likelihood\") (param i32) (result f64) (f64.const 0.45)) (func (export \"view\")", 1);
    let message = refusal(&wasm(&dice), &COUNTING_MANIFEST.replacen("plies", "chance = true\nplies", 1));
    assert!(message.contains("add up to 0.9"), "{message}");
}

#[test]
fn reversi_as_a_module_is_the_built_in_game_move_for_move() {
    let folder = TempDir::new().unwrap();
    let manifest = PathBuf::from(example("othello")).with_extension("toml");
    fs::copy(example("othello"), folder.path().join("o.wasm")).unwrap();
    let champions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../champions/reversi/champion");
    let champion = fs::read_to_string(champions).unwrap();
    let (_, program) = champion.split_once("tree evaluate\n").unwrap();
    let program: Vec<&str> = program.lines().map(str::trim).collect();
    let manifest = fs::read_to_string(manifest).unwrap();
    let (manifest, _) = manifest.split_once("[guide]").unwrap();
    let guide = format!("{manifest}[guide]\nprogram = \"{}\"\n", program.join(" "));
    fs::write(folder.path().join("o.toml"), guide).unwrap();
    let moves = |game: &str, player: &str, records: &str| -> Vec<serde_json::Value> {
        let more = ["--games", "100", "--records", records];
        said(&[&["match", game, player, "random"][..], &more].concat(), folder.path());
        let text = fs::read_to_string(folder.path().join(records)).unwrap();
        let record = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["moves"].clone();
        text.lines().map(record).collect()
    };
    let built_in = moves("reversi", "champion@depth=2", "built-in");
    assert_eq!(built_in.len(), 100);
    assert_eq!(moves("o.wasm", "guide@depth=2", "module"), built_in);
}

#[test]
fn a_terminal_of_ones_own_is_bred_shown_and_compared() {
    let folder = TempDir::new().unwrap();
    let experiment = "extends = \"reversi/default\"\nsummary = \"safety\"\n\n[program]\nwithout = [\"XSquares\"]\n\n\
                      [[program.terminals]]\nname = \"Safe\"\nmeaning = \"safe pieces\"\nis = \"Minus(Stable, 2*XSquares)\"\n";
    fs::write(folder.path().join("safe.toml"), experiment).unwrap();
    let short = ["--set=player.depth=1", "--set=yardstick.player=\"ab1\"", "--set=fitness.0.games=2"];
    let start = ["evolve", "safe.toml", "--compare", "reversi/default", "--seed", "1"];
    let told = said(&[&start[..], &TINY, &short].concat(), folder.path());
    assert!(told.contains("its champions against those:"), "{told}");
    let run = folder.path().join("runs/reversi-safe-s1/champion");
    let champion = fs::read_to_string(&run).unwrap();
    assert!(champion.contains("terminals = Safe = Minus(Stable, 2*XSquares) -- safe pieces"), "{champion}");
    said(&["show", &run.display().to_string()], folder.path());
    said(&["match", "reversi", &run.display().to_string(), "random", "--games", "4"], folder.path());

    let wrong = experiment.replace("2*XSquares)", "AtMost(Men, 3))");
    fs::write(folder.path().join("wrong.toml"), wrong).unwrap();
    let refused = ludevo(&["evolve", "wrong.toml"], folder.path());
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{message}");
    for part in ["wrong.toml, line 10", "`Safe`", "Bool", "Float"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}
