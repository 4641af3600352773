//! Embeds the experiments, champions, published figures and what was measured of them, so that a single binary has them
//! all.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Asked when the script runs: a build folder may be shared by several checkouts.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let root = Path::new(&manifest).join("../..");
    let mut code = String::new();
    for (folder, constant) in [
        ("experiments", "EXPERIMENTS"),
        ("champions", "CHAMPIONS"),
        ("chances", "CHANCES"),
        ("figures", "FIGURES"),
    ] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        embed(&mut code, constant, files(&folder));
    }
    let results = root.join("docs/results");
    println!("cargo::rerun-if-changed={}", results.display());
    embed(
        &mut code,
        "RESULTS",
        children(&results).into_iter().map(|path| (stem(&path), whole(&path))).collect(),
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("embedded.rs"), code).expect("the build folder can be written");
}

/// A list of texts by their names.
fn embed(code: &mut String, constant: &str, files: Vec<(String, PathBuf)>) {
    writeln!(code, "const {constant}: &[(&str, &str)] = &[").expect("a string takes anything");
    for (name, path) in files {
        writeln!(code, "    ({name:?}, include_str!({path:?})),").expect("a string takes anything");
    }
    code.push_str("];\n");
}

/// `GAME/NAME` and the path of every file two levels below `folder`, in alphabetical order.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for game in children(folder).into_iter().filter(|path| path.is_dir()) {
        println!("cargo::rerun-if-changed={}", game.display());
        for path in children(&game) {
            found.push((format!("{}/{}", stem(&game), stem(&path)), whole(&path)));
        }
    }
    found
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn whole(path: &Path) -> PathBuf {
    path.canonicalize().expect("the file is there")
}
