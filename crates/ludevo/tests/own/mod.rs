//! What the tests of games and knowledge of the user's own share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs a command in a folder whose runs are beside it; whoever asks hears `quit`.
pub(crate) fn ludevo(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    command.args(arguments).current_dir(folder).env("LUDEVO_RUNS", folder.join("runs"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ludevo starts");
    // Whoever does not read has ended, and is no less right for it.
    let _ = child.stdin.take().expect("it has an input").write_all(b"quit\n");
    child.wait_with_output().expect("ludevo ends")
}

/// What a command that succeeds prints.
pub(crate) fn said(arguments: &[&str], folder: &Path) -> String {
    let output = ludevo(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Why a wrong request was refused.
pub(crate) fn refused(arguments: &[&str], folder: &Path) -> String {
    let output = ludevo(arguments, folder);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    message
}

/// The module of an example; its manifest is beside it.
pub(crate) fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    folder.join(format!("{name}.wasm"))
}

/// What keeps an evolution short.
pub(crate) const TINY: [&str; 6] = [
    "--set=evolution.population=8",
    "--set=evolution.generations=2",
    "--set=yardstick.games=4",
    "--set=yardstick.final_games=4",
    "--set=yardstick.fresh_games=10",
    "--set=yardstick.finalists=2",
];
