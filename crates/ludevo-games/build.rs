//! Embeds the experiments, champions and published figures of the repository, so that a single binary has them all.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // Asked when the script runs: a build folder may be shared by several checkouts.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let root = Path::new(&manifest).join("../..");
    let mut code = String::new();
    for (folder, constant) in
        [("experiments", "EXPERIMENTS"), ("champions", "CHAMPIONS"), ("figures", "FIGURES")]
    {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        writeln!(code, "const {constant}: &[(&str, &str)] = &[").expect("a string takes anything");
        for (name, path) in files(&folder) {
            writeln!(code, "    ({name:?}, include_str!({path:?})),").expect("a string takes anything");
        }
        code.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("embedded.rs"), code).expect("the build folder can be written");
}

/// `GAME/NAME` and the path of every file two levels below `folder`, in alphabetical order.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for game in children(folder).into_iter().filter(|path| path.is_dir()) {
        println!("cargo::rerun-if-changed={}", game.display());
        for path in children(&game) {
            let of = |path: &Path| {
                path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
            };
            found.push((
                format!("{}/{}", of(&game), of(&path)),
                path.canonicalize().expect("the file is there"),
            ));
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
