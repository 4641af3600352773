//! Tables on disk, in the user's folder for what can be made again.

use std::env;
use std::fs;
use std::path::PathBuf;

/// What a file begins with; another layout has another number.
const MAGIC: &[u8; 16] = b"ludevo table 1\n\0";

/// The folder, if the user has one.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    Some(base?.join("ludevo").join("chess"))
}

/// FNV-1a, eight bytes at a time.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The numbers of a table that was written before; nothing if it was not, or is damaged.
pub(super) fn read(name: &str, len: usize) -> Option<Vec<u8>> {
    let mut bytes = fs::read(folder()?.join(name)).ok()?;
    let head = MAGIC.len() + 8;
    let (magic, rest) = bytes.split_at_checked(MAGIC.len())?;
    let (sum, plies) = rest.split_first_chunk::<8>()?;
    if magic != MAGIC || plies.len() != len || u64::from_le_bytes(*sum) != checksum(plies) {
        return None;
    }
    bytes.drain(..head);
    Some(bytes)
}

/// Keeps a table, if it is not there and there is room. Whoever cannot keep it makes it again.
pub(super) fn write(name: &str, plies: &[u8]) {
    let Some(folder) = folder() else { return };
    let path = folder.join(name);
    if path.exists() && read(name, plies.len()).is_some() {
        return;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(checksum(plies).to_le_bytes());
    bytes.extend(plies);
    // Others may be reading: the file appears whole or not at all.
    let unfinished = folder.join(format!("{name}.{}", std::process::id()));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&unfinished, bytes));
    if written.and_then(|()| fs::rename(&unfinished, &path)).is_err() {
        let _ = fs::remove_file(&unfinished);
    }
}
