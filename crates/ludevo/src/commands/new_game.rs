//! `ludevo new-game`: a small game that works, to begin one's own from.

use std::path::Path;

use ludevo_game::registry;
use ludevo_plugin::{Begun, Kind, Tongue, begin};

use crate::args::{GameKind, GameTongue, NewGame};
use crate::failure::{Done, Failure};
use crate::output;

/// Writes the game's files and prints what to do with them.
pub(crate) fn run(args: &NewGame) -> Done {
    if registry::is_listed(&args.name) {
        return Err(Failure::request(anyhow::anyhow!(
            "there is a game `{}` already: choose another name",
            args.name
        )));
    }
    let kind = match args.kind {
        GameKind::Board => Kind::Board,
        GameKind::Dice => Kind::Dice,
        GameKind::Puzzle => Kind::Puzzle,
    };
    let tongue = match args.tongue {
        GameTongue::Rust => Tongue::Rust,
        GameTongue::C => Tongue::C,
        GameTongue::AssemblyScript => Tongue::AssemblyScript,
        GameTongue::Zig => Tongue::Zig,
    };
    let Begun { files, build, module } =
        begin(Path::new("."), &args.name, kind, tongue).map_err(Failure::request)?;
    let shown = |path: &Path| path.strip_prefix(".").unwrap_or(path).display().to_string();
    files.iter().try_for_each(|file| output::line(shown(file)))?;
    let module = shown(&module);
    output::line(format!("\nbuild   (cd {} && {build})", args.name))?;
    output::line(format!("check   ludevo check {module}"))?;
    output::line(format!("evolve  ludevo evolve {module} --minutes 1"))?;
    let play = if kind == Kind::Puzzle { "--problem 1" } else { "--against guide" };
    Ok(output::line(format!("play    ludevo play {module} {play}"))?)
}
