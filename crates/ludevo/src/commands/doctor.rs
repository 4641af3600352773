//! `ludevo doctor`: which other programs are found, what they are for, and how to get those that are not.

use std::path::PathBuf;

use ludevo_peers::{GNUBG, GNUCHESS, Peer, ROBOCODE, on_path};
use ludevo_runs::runs_folder;
use serde_json::json;

use crate::args::Doctor;
use crate::failure::Done;
use crate::output;

/// A program that Ludevo works with where it is there.
struct Companion {
    name: &'static str,
    serves: &'static str,
    how: &'static str,
    locate: fn() -> Option<PathBuf>,
}

impl Companion {
    const fn of(peer: Peer, serves: &'static str, how: &'static str) -> Self {
        Companion { name: peer.name, serves, how, locate: peer.locate }
    }
}

const COMPANIONS: [Companion; 6] = [
    Companion::of(
        GNUBG,
        "the player `gnubg` of backgammon, and `ludevo gnubg`",
        "install the package gnubg (gnubg.org)",
    ),
    Companion::of(
        ROBOCODE,
        "`ludevo robocode verify`, and leagues with `--engine real`",
        "install the packages robocode and default-jdk-headless (robocode.sourceforge.io), or name the jar by ROBOCODE_JAR",
    ),
    Companion::of(
        GNUCHESS,
        "the player `uci:gnuchess` of chess and its published figures",
        "install the package gnuchess; any other UCI engine is named by `uci:PROGRAM`",
    ),
    Companion {
        name: "fc-solve",
        serves: "comparisons of FreeCell solutions",
        how: "install the package freecell-solver-bin",
        locate: || on_path("fc-solve"),
    },
    Companion {
        name: "Python 3",
        serves: "the player `rust-reversi` of Reversi, with the package rust_reversi from PyPI",
        how: "install the package python3, then `pip install rust_reversi`",
        locate: || on_path("python3"),
    },
    Companion {
        name: "tracks of RARS",
        serves: "racing on tracks that do not ship",
        how: "name a folder with `.trk` files by LUDEVO_TRACKS",
        locate: || std::env::var_os("LUDEVO_TRACKS").map(PathBuf::from).filter(|path| path.is_dir()),
    },
];

/// Looks for everything; what is missing is no failure.
pub(crate) fn run(args: &Doctor) -> Done {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let runs = runs_folder();
    let found: Vec<(&Companion, Option<PathBuf>)> =
        COMPANIONS.iter().map(|companion| (companion, (companion.locate)())).collect();
    if args.output.is_data() {
        let rows: Vec<_> = found
            .iter()
            .map(|(one, place)| json!({"name": one.name, "found": place, "serves": one.serves, "how": one.how}))
            .collect();
        return Ok(output::data(args.output, &rows)?);
    }
    output::line(format!(
        "ludevo {}, {cores} cores, runs in {}\n",
        env!("CARGO_PKG_VERSION"),
        runs.display()
    ))?;
    for (companion, place) in found {
        let Companion { name, serves, how, .. } = companion;
        match place {
            Some(place) => output::line(format!("found    {name}: {}", place.display()))?,
            None => output::line(format!("missing  {name}, for {serves}: {how}"))?,
        }
    }
    Ok(output::line("\nNothing that is missing is needed to evolve, play, show or measure.")?)
}
