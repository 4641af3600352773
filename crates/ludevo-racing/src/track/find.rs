//! Tracks by name: those that ship, and those of a folder.

use ludevo_program::Nearest;
use std::path::{Path, PathBuf};

use super::generate::{shipped, shipped_names};
use super::layout::{Layout, TrackError};

/// The variable that names a folder with more tracks.
pub const FOLDER: &str = "LUDEVO_TRACKS";

/// What ships, in words.
const SHIPPED: &str =
    "`train1` to `train12` and `test1` to `test12` ship, and `seedN` is drawn for any number N";

/// The track of this name: one that ships, `seedN`, a file, or a file of the folder that is given or that
/// [`FOLDER`] names.
pub fn find(name: &str, folder: Option<&Path>) -> Result<Layout, TrackError> {
    if let Some(layout) = shipped(name) {
        return Ok(layout);
    }
    if name.contains(['/', '\\']) || name.ends_with(".trk") {
        return Layout::open(Path::new(name));
    }
    let folder = folder.map(Path::to_owned).or_else(|| std::env::var_os(FOLDER).map(PathBuf::from));
    let in_folder =
        folder.as_ref().map(|folder| folder.join(format!("{name}.trk"))).filter(|path| path.is_file());
    if let Some(path) = in_folder {
        return Layout::open(&path);
    }
    if Path::new(name).is_file() {
        return Layout::open(Path::new(name));
    }
    let mut known = shipped_names();
    if let Some(folder) = &folder {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let tracks = files.filter(|path| path.extension().is_some_and(|ending| ending == "trk"));
        let mut names: Vec<String> =
            tracks.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
        names.sort();
        known.extend(names);
    }
    let nearest = Nearest::to(name, known.iter().map(String::as_str));
    let place = folder.map_or_else(
        || format!("the variable {FOLDER} names a folder with more"),
        |folder| format!("{} has no {name}.trk", folder.display()),
    );
    let place = format!("{SHIPPED}; {place}");
    Err(TrackError::Unknown { name: name.to_owned(), nearest, place })
}
