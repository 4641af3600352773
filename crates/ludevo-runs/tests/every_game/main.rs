//! What every game promises, checked for each entry of the registry, each experiment and each champion that ships. A new
//! game is in this suite by being in the registry; nothing here knows any game by its name.
//!
//! A check has the name of what it is about and of its promise: `cargo test --test every_game freecell` runs those of a
//! game. With `WRITE_PLAYTHROUGHS=1` the recorded playthroughs are written anew.

mod bytes;
mod champions;
mod founders;
mod kills;
mod playthrough;
mod rounds;
mod rules;
mod subject;
mod terminals;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use ludevo_game::game::Game;
use ludevo_game::registry;

use crate::subject::Tiny;

/// What a check says: nothing, or what is wrong.
type Verdict = Result<(), String>;

fn main() -> ExitCode {
    ludevo_games::open();
    if let Some(code) = kills::as_child() {
        return code;
    }
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, trials()).exit_code()
}

/// What a run promises. One check, since all of it is held against one and the same run.
const RUN: &str =
    "the same bytes on any threads, in pieces and after kills; its champion is a founder, no other is";

fn check_run(tiny: &Tiny) -> Verdict {
    let start = || tiny.start(&[]);
    let (whole, champion) = bytes::play_out(&start, 1, false)?;
    bytes::same_bytes(&whole, &start)?;
    kills::check(tiny, &whole)?;
    founders::check(tiny, &champion)
}

/// What units promise, on islands and in a single population.
const UNITS: &str = "the same bytes when its units are done apart";

fn check_units(tiny: &Tiny) -> Verdict {
    let start = || tiny.start(&[]);
    let (whole, _) = bytes::play_out(&start, 2, false)?;
    bytes::same_by_units(&whole, &start, tiny.loaded.experiment.evolution.generations, subject::SEED)
}

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut trial = |subject: &str, promise: &str, check: Box<dyn FnOnce() -> Verdict + Send>| {
        trials.push(Trial::test(format!("{subject}: {promise}"), move || check().map_err(Into::into)));
    };
    for (name, _) in registry::experiments() {
        trial(name, RUN, Box::new(|| check_run(&Tiny::of(name, &[], |_| {})?)));
    }
    for game in registry::games() {
        let name = game.facts().name;
        trial(&format!("{name} on islands"), RUN, Box::new(|| check_run(&Tiny::on_islands(name)?)));
        trial(&format!("{name} on islands"), UNITS, Box::new(|| check_units(&Tiny::on_islands(name)?)));
        trial(name, UNITS, Box::new(|| check_units(&Tiny::of(name, &[], |_| {})?)));
    }
    for (name, text) in registry::champions() {
        trial(name, "a founder by name and as a file", Box::new(|| founders::check_shipped(name, text)));
        trial(name, "shows, plays, prints and reads back", Box::new(|| champions::check(name, text)));
    }
    for game in registry::games() {
        let of = |check: fn(&dyn Game) -> Verdict| Box::new(move || check(*game));
        let name = game.facts().name;
        trial(name, "each round works or is refused", of(rounds::check));
        trial(name, "random play keeps to the rules", of(rules::check));
        trial(name, "plays as it is recorded", of(playthrough::check));
        trial(name, "terminals say what they declare", of(terminals::check));
    }
    trial(
        "the suite",
        "notices a run that depends on the threads",
        Box::new(bytes::check_threads_are_noticed),
    );
    trial("the suite", "notices a run that keeps less than it needs", Box::new(bytes::check_loss_is_noticed));
    trials
}
