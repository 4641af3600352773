//! Promise 9, for every kind of wrong request: no panic, no hang, the right exit code, and a message that says what is wrong.
//! The requests are the lines of `wrong.txt`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The files that requests name.
const FILES: [(&str, &str); 22] = [
    ("empty", ""),
    ("hello", "hello\n"),
    ("cut", "ludevo champion 1\ngame = reversi\nlanguage = rich\nhash = 00"),
    ("other", include_str!("../../../champions/checkers10/champion")),
    ("nohash", "ludevo champion 1\ngame = reversi\n\ntree evaluate\nMobility\n"),
    ("folder/something", ""),
    ("program", "Plus(Mobility, CornerCount)\n"),
    ("program-wrong", "Plus(Mobility, CornrCount)\n"),
    ("broken.toml", "[evolution\n"),
    ("unknown.toml", "extends = \"reversi/quick\"\n[evolution]\npopulaton = 3\n"),
    ("circle.toml", "extends = \"circle.toml\"\n"),
    ("nogame.toml", "summary = \"x\"\n"),
    ("parent.toml", "extends = \"reversi/nosuch\"\n"),
    ("record-wrong", "{\"game\": 3}\n"),
    (
        "record-move",
        "{\"game\":\"reversi\",\"first\":\"a\",\"second\":\"b\",\"moves\":[\"a1\"],\"outcome\":null}\n",
    ),
    ("record-game", "{\"game\":\"revers\",\"first\":\"a\",\"second\":\"b\",\"moves\":[],\"outcome\":null}\n"),
    ("badpdn", "[Event \"Checkers\"]\n[Black \"a\"]\n[White \"b\"]\n\n1. 11-16 23-18 2. 11-15 *\n"),
    ("badpgn", "[Event \"Chess\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Ke3 *\n"),
    ("nonames", "[Event \"Chess\"]\n\n1. e4 e5 2. Ke3 *\n"),
    ("badmat", " 0 point match\n\n Game 1\n a : 0   b : 0\n  1) 53: 13/2\n"),
    ("cubemat", " 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 53: 8/3 6/3     Doubles => 2\n"),
    ("saved", "# reversi: you against ab1\nf5d6\n"),
];

/// What makes a run of no time.
const TINY: [&str; 8] = [
    "reversi/quick",
    "--set=evolution.population=4",
    "--set=fitness.0.games=2",
    "--set=yardstick.games=2",
    "--set=yardstick.final_games=2",
    "--set=yardstick.fresh_games=2",
    "--generations=2",
    "--out",
];

/// How long a request may take until it is refused, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn ludevo(arguments: &[String], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.args(arguments).env("LUDEVO_RUNS", folder.join("runs")).current_dir(folder);
    command.stdin(Stdio::null()).output().expect("ludevo starts")
}

/// The files, a run, and runs whose checkpoints are damaged.
fn prepare(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
    };
    FILES.iter().for_each(|(name, text)| write(name, text.as_bytes()));
    write("binary", &(0..=255).collect::<Vec<u8>>());
    write("record", br#"{"game":"reversi","first":"a","second":"b","moves":["f5"],"outcome":null}"#);
    write("brokenrun/experiment.toml", b"garbage [");
    let run = folder.join("run");
    let words = ["evolve"].into_iter().chain(TINY).map(str::to_owned).chain([run.display().to_string()]);
    let made = ludevo(&words.collect::<Vec<_>>(), folder);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for (name, bytes) in [("brokencheckpoint", &b"\x00\xff garbage"[..]), ("emptycheckpoint", b"")] {
        for file in fs::read_dir(&run).expect("the run has a folder") {
            let file = file.expect("a file of the run");
            write(&format!("{name}/{}", file.file_name().display()), &fs::read(file.path()).expect("a file"));
        }
        write(&format!("{name}/checkpoint"), bytes);
    }
}

/// The words of a line; what is between quotes is one, and `FILE:` stands for the folder.
fn words(line: &str, folder: &Path) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words.iter().map(|word| word.replace("FILE:", &format!("{}/", folder.display()))).collect()
}

#[test]
fn every_wrong_request_is_refused_in_words() {
    let folder = TempDir::new().expect("a temporary folder");
    prepare(folder.path());
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("wrong.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" |").map(str::trim);
        let mut part = || parts.next().unwrap_or_default();
        let (code, request, word) = (part(), part(), part());
        let start = Instant::now();
        let output = ludevo(&words(request, folder.path()), folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        let lines = said.trim().lines().count();
        let faults = [
            (output.status.code() != code.parse().ok(), "has another exit code"),
            (!said.contains(word), "does not have the word"),
            (said.contains("panicked"), "panics"),
            (lines == 0, "says nothing"),
            (lines > 3 && !said.contains("--help"), "says too much"),
            (start.elapsed() > PATIENCE, "takes too long"),
        ];
        let faults = faults.into_iter().filter(|(is_so, _)| *is_so);
        wrong.extend(
            faults.map(|(_, fault)| format!("{request}: {fault} ({:?}): {said}", output.status.code())),
        );
        count += 1;
    }
    assert!(count >= 300, "{count} requests");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
