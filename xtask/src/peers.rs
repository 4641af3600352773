//! `cargo xtask peers`: installs what tests compare with, and says what could not be installed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use ludevo_peers::{Peer, TESTS, node_folder, python, python_folder};

/// A package that has only versions before its first release is asked for by version.
const PACKAGES: [&str; 5] = ["rust_reversi", "pydraughts", "gnubg-nn==1.1.0a11", "chess", "ziglang"];

/// Packages of npm.
const OF_NODE: [&str; 2] = ["assemblyscript", "axe-core"];

/// Installs into a virtual environment under `target`. A failure is reported and is no error: every test that needs a
/// peer skips itself without it.
pub(crate) fn install() {
    if let Err(problem) = install_python_packages() {
        println!("could not install {}: {problem}", PACKAGES.join(", "));
    }
    let mut peers: Vec<Peer> = Vec::new();
    for (_, peer) in TESTS {
        if !peers.iter().any(|known| known.name == peer.name) {
            peers.push(*peer);
        }
    }
    let missing = peers.iter().filter(|peer| (peer.locate)().is_none() && !peer.debian.is_empty());
    for packages in missing.map(|peer| peer.debian).collect::<BTreeSet<_>>() {
        // One after the other: what cannot be had keeps nothing else away.
        if let Err(problem) = install_debian_packages(packages) {
            println!("could not install {}: {problem}", packages.join(", "));
        }
    }
    if let Err(problem) = install_node_packages() {
        println!("could not install {}: {problem}", OF_NODE.join(", "));
    }
    for peer in peers {
        match (peer.locate)() {
            Some(place) => println!("{}: {}", peer.name, place.display()),
            None => println!("{}: not here; {}", peer.name, peer.how),
        }
    }
}

fn install_python_packages() -> Result<(), String> {
    if !python().is_file() {
        make_environment(&python_folder())?;
    }
    let python = python();
    run(Command::new(python).args(["-m", "pip", "install", "--quiet", "--upgrade"]).args(PACKAGES))
}

fn install_node_packages() -> Result<(), String> {
    // Whoever has npm from elsewhere cannot have Debian's beside it.
    if !succeeds("npm", "--version") {
        install_debian_packages(&["nodejs", "npm"])?;
    }
    run(Command::new("npm")
        .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
        .arg(node_folder())
        .args(OF_NODE))
}

/// Installs packages of Debian or Ubuntu, if that is allowed.
fn install_debian_packages(packages: &[&str]) -> Result<(), String> {
    static UPDATED: OnceLock<Result<(), String>> = OnceLock::new();
    if !(succeeds("apt-get", "--version") && is_root()) {
        return Err(format!("On Debian or Ubuntu run `sudo apt-get install {}`", packages.join(" ")));
    }
    UPDATED.get_or_init(|| run(Command::new("apt-get").arg("update"))).clone()?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut install)
}

/// Makes a virtual environment; where Python lacks the means, installs them first if that is allowed.
fn make_environment(folder: &Path) -> Result<(), String> {
    let make = || run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder));
    let Err(problem) = make() else { return Ok(()) };
    install_debian_packages(&["python3-venv"]).map_err(|hint| format!("{problem}. {hint}"))?;
    make()
}

fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    println!("$ {line}");
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

fn succeeds(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(argument).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
