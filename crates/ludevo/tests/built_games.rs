//! The sources of the examples, in every language that a game can be begun in, give the games that ship.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ludevo_peers::{needed_by, root};
use serde_json::Value;
use tempfile::TempDir;

/// What the first line that builds a source says.
fn build_line(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    let line = text.lines().find_map(|line| line.split_once("Build: ")).unwrap().1;
    line.split_whitespace().map(str::to_owned).collect()
}

/// What `check` says of a game, all but what a clock decides.
fn checked(module: &Path) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    let output = command.arg("check").arg(module).args(["--games", "50", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}: {}", module.display(), String::from_utf8_lossy(&output.stderr));
    let mut said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let said = said.as_object_mut().unwrap();
    said.remove("plies_per_second");
    said.remove("about");
    let perft = said["perft"].as_array().unwrap();
    let first: Vec<Value> = perft.iter().take(3).cloned().collect();
    said.insert("perft".to_owned(), Value::Array(first));
    Value::Object(said.clone())
}

/// Builds all examples in a language, by the lines in their heads with `program` in the place of their first `words`.
fn are_those_that_ship(ending: &str, program: &Path, words: usize) {
    let mut built = 0;
    for folder in fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path()) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let source: PathBuf = folder.join(format!("{name}.{ending}"));
        if !source.is_file() {
            continue;
        }
        let own = TempDir::new().unwrap();
        for file in [&source, &folder.join(format!("{name}.toml"))] {
            fs::copy(file, own.path().join(file.file_name().unwrap())).unwrap();
        }
        let line = build_line(&source);
        let mut command = Command::new(program);
        command.args(&line[words..]).current_dir(own.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
        let module = own.path().join(format!("{name}.wasm"));
        assert_eq!(checked(&module), checked(&folder.join(format!("{name}.wasm"))), "{name}.{ending}");
        built += 1;
    }
    assert!(built >= 3, "{built} examples end with .{ending}");
}

#[test]
fn examples_in_rust_are_the_modules_that_ship() {
    let Some(rustc) = needed_by("examples_in_rust_are_the_modules_that_ship") else { return };
    are_those_that_ship("rs", &rustc, 1);
}

#[test]
fn examples_in_c_are_the_modules_that_ship() {
    let Some(python) = needed_by("examples_in_c_are_the_modules_that_ship") else { return };
    are_those_that_ship("c", &python, 1);
}

#[test]
fn examples_in_zig_are_the_modules_that_ship() {
    let Some(python) = needed_by("examples_in_zig_are_the_modules_that_ship") else { return };
    are_those_that_ship("zig", &python, 1);
}

#[test]
fn examples_in_assemblyscript_are_the_modules_that_ship() {
    let Some(compiler) = needed_by("examples_in_assemblyscript_are_the_modules_that_ship") else { return };
    are_those_that_ship("ts", &compiler, 4);
}

/// From nothing to a game against a champion, by the lines that `new-game` prints; `compiler` stands in the place of the first
/// words of the one that builds.
fn is_begun_built_bred_and_played(tongue: &str, words: usize, compiler: &Path) {
    let folder = TempDir::new().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_ludevo"));
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path()).env("LUDEVO_RUNS", folder.path().join("runs"));
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let (out, err) = (output.stdout, output.stderr);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&err));
        String::from_utf8_lossy(&out).into_owned()
    };
    let ludevo = |line: &str| run(&line.replacen("ludevo", &format!("'{}'", program.display()), 1));
    let printed = ludevo(&format!("ludevo new-game mine --in {tongue}"));
    let line = |name: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().to_owned()
    };
    let build = line("build");
    let (into, command) = build.split_once(" && ").unwrap();
    let rest: Vec<&str> = command.split_whitespace().skip(words).collect();
    run(&format!("{into} && '{}' {}", compiler.display(), rest.join(" ")));
    assert!(ludevo(&line("check")).contains("keeps to the rules"));
    let evolve = line("evolve").replacen("--minutes 1", "--minutes 0.1", 1);
    assert!(ludevo(&evolve).contains("what evolution added:"));
    assert!(ludevo(&line("play")).contains("first X, second O"));
}

#[test]
fn a_game_begun_in_rust_is_built_bred_and_played() {
    let Some(rustc) = needed_by("a_game_begun_in_rust_is_built_bred_and_played") else { return };
    is_begun_built_bred_and_played("rust", 1, &rustc);
}

#[test]
fn a_game_begun_in_c_is_built_bred_and_played() {
    let Some(python) = needed_by("a_game_begun_in_c_is_built_bred_and_played") else { return };
    is_begun_built_bred_and_played("c", 1, &python);
}

#[test]
fn a_game_begun_in_assemblyscript_is_built_bred_and_played() {
    let test = "a_game_begun_in_assemblyscript_is_built_bred_and_played";
    let Some(compiler) = needed_by(test) else { return };
    is_begun_built_bred_and_played("assemblyscript", 4, &compiler);
}
