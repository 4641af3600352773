//! Names this build by what it is made of, so that processes of different builds do not share a run.

use std::path::{Path, PathBuf};

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let lock = crates.join("../Cargo.lock");
    println!("cargo::rerun-if-changed={}", crates.display());
    println!("cargo::rerun-if-changed={}", lock.display());
    let mut files = vec![lock];
    let Ok(entries) = std::fs::read_dir(&crates) else { return };
    for entry in entries.flatten() {
        collect(&entry.path().join("src"), &mut files);
    }
    files.sort();
    let mut hash = Fnv::default();
    for path in files {
        hash.add(path.to_string_lossy().as_bytes());
        hash.add(&std::fs::read(&path).unwrap_or_default());
    }
    println!("cargo::rustc-env=LUDEVO_BUILD={:016x}", hash.0);
}

/// The files of a folder and of those in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The hash of Fowler, Noll and Vo: nobody tries to deceive it.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
