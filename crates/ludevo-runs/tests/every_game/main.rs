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
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use ludevo_game::game::Game;
use ludevo_game::registry;

use crate::subject::Subject;

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

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut trial = |subject: &str, promise: &str, check: Box<dyn FnOnce() -> Verdict + Send>| {
        trials.push(Trial::test(format!("{subject}: {promise}"), move || check().map_err(Into::into)));
    };
    let experiments = registry::experiments().iter().map(|(name, _)| (name.to_string(), Subject::new(name)));
    let games = registry::games().iter().map(|game| game.facts().name);
    let on_islands = games.map(|name| (format!("{name} on islands"), Subject::on_islands(name)));
    for (name, subject) in experiments.chain(on_islands) {
        let subject = Arc::new(subject);
        let of = |check: fn(&Subject) -> Verdict| {
            let subject = Arc::clone(&subject);
            Box::new(move || check(&subject))
        };
        trial(&name, "the same bytes on any threads and in pieces", of(bytes::check));
        trial(&name, "the same bytes after a kill in each phase", of(kills::check));
        trial(&name, "its champion is a founder, no other is", of(founders::check));
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
