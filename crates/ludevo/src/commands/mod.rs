//! The commands, a file each.

pub(crate) mod bench;
pub(crate) mod evolve;
pub(crate) mod experiments;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod gnubg;
pub(crate) mod ladder;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod reproduce;
pub(crate) mod robocode;
pub(crate) mod runs;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod studio;

use std::{fs, io};

use anyhow::anyhow;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, GameError, Kind, PuzzleGame, TurnBasedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_games::registry;
use ludevo_program::nearest;

use crate::failure::Failure;
use crate::output;

/// The game of this name, or the nearest name.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Failure> {
    registry::find(name).ok_or_else(|| {
        let names: Vec<&str> = registry::games().iter().map(|game| game.facts().name).collect();
        let nearest = nearest(name, names.iter().copied()).unwrap_or_default();
        Failure::request(anyhow!(
            "there is no game `{name}`; the nearest is `{nearest}`. Games: {}",
            names.join(", ")
        ))
    })
}

/// The turn-based game of this name.
pub(crate) fn find_turn_based(
    name: &str,
) -> Result<(&'static dyn Game, &'static dyn TurnBasedGame), Failure> {
    let game = find_game(name)?;
    match game.kind() {
        Kind::TurnBased(facet) => Ok((game, facet)),
        Kind::Puzzle(_) => {
            let problem = anyhow!("{name} is a puzzle for one: use `ludevo solve {name}`");
            Err(Failure::request(problem))
        }
        Kind::Simulation(_) => {
            let problem = anyhow!("{name} is a simulation: use `ludevo {name} league`");
            Err(Failure::request(problem))
        }
    }
}

/// The puzzle of this name.
pub(crate) fn find_puzzle(name: &str) -> Result<(&'static dyn Game, &'static dyn PuzzleGame), Failure> {
    let game = find_game(name)?;
    match game.kind() {
        Kind::Puzzle(facet) => Ok((game, facet)),
        Kind::TurnBased(_) => {
            let problem = anyhow!(
                "{name} is a game for two, not a puzzle: use `ludevo match {name}` or `ludevo play {name}`"
            );
            Err(Failure::request(problem))
        }
        Kind::Simulation(_) => {
            let problem = anyhow!("{name} is a simulation, not a puzzle: use `ludevo {name} league`");
            Err(Failure::request(problem))
        }
    }
}

/// What somebody wrote down: the contents of a file of this name, or the text itself.
pub(crate) fn written(text: &str) -> Result<String, Failure> {
    match fs::read_to_string(text) {
        Ok(contents) => Ok(contents),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::InvalidFilename =>
        {
            Ok(text.to_owned())
        }
        Err(error) => Err(Failure::request(anyhow!("cannot read {text}: {error}"))),
    }
}

/// The refusal of what [`written`] gave for `text`.
pub(crate) fn misread(text: &str, problem: &str) -> Failure {
    let nowhere =
        if fs::exists(text).unwrap_or(false) { "" } else { "; there is no file of that name either" };
    Failure::request(anyhow!("{problem}{nowhere}"))
}

/// A player of a game by its name; fails here rather than in the middle of the work.
pub(crate) fn find_player(game: &dyn Game, name: &str) -> Result<PlayerName, Failure> {
    let name: PlayerName = name.parse().map_err(Failure::request)?;
    game.check_player(&name).map_err(Failure::request)?;
    let file = fs::read_to_string(&name.name).ok().and_then(|text| ChampionFile::parse(&text).ok());
    if let Some(caution) = file.and_then(|file| file.seal.caution()) {
        output::remark(format!("{} is {caution}", name.name));
    }
    Ok(name)
}

/// Errors of a game that come from what was asked.
pub(crate) fn asked(error: GameError) -> Failure {
    Failure::request(error)
}

/// Runs `work` on so many threads, or on all cores.
pub(crate) fn on_threads<T: Send>(
    threads: Option<u16>,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
    Ok(pool.install(work))
}
