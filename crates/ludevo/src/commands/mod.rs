//! The commands, a file each.

pub(crate) mod bench;
pub(crate) mod chances;
#[cfg(feature = "own-games")]
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod doctor;
pub(crate) mod evolve;
pub(crate) mod experiments;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod gnubg;
pub(crate) mod island;
pub(crate) mod ladder;
pub(crate) mod matches;
pub(crate) mod names;
#[cfg(feature = "own-games")]
pub(crate) mod new_game;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod racing;
pub(crate) mod replay;
pub(crate) mod reproduce;
pub(crate) mod robocode;
pub(crate) mod runs;
mod series;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod studio;
pub(crate) mod uci;

use std::path::Path;
use std::{fs, io};

use anyhow::anyhow;
use ludevo_game::game::{Game, GameError, MatchGame, PuzzleGame, TableGame};
use ludevo_game::registry;

pub(crate) use names::find_player;

use crate::failure::{Done, Failure};

/// The game of this name, or the nearest name.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Failure> {
    registry::ask(name).map_err(Failure::request)
}

/// The game of this name, if people play it in turns.
pub(crate) fn find_at_table(name: &str) -> Result<(&'static dyn Game, &'static dyn TableGame), Failure> {
    able(name, |game| game.at_table(), "is not played in turns")
}

/// The game of this name, if its players meet in matches.
pub(crate) fn find_in_matches(name: &str) -> Result<(&'static dyn Game, &'static dyn MatchGame), Failure> {
    able(name, |game| game.in_matches(), "has no matches")
}

/// The puzzle of this name.
pub(crate) fn find_puzzle(name: &str) -> Result<(&'static dyn Game, &'static dyn PuzzleGame), Failure> {
    able(name, |game| game.as_puzzle(), "is not a puzzle")
}

/// The game of this name with an ability, or what it can do instead.
fn able<A: ?Sized>(
    name: &str,
    ability: fn(&'static dyn Game) -> Option<&'static A>,
    lack: &str,
) -> Result<(&'static dyn Game, &'static A), Failure> {
    let game = find_game(name)?;
    let found = ability(game).map(|facet| (game, facet));
    found.ok_or_else(|| Failure::request(anyhow!("{name} {lack}: use {}", uses(game, name).join(" or "))))
}

/// The commands that a game is made for, which is called so.
pub(crate) fn uses(game: &dyn Game, name: &str) -> Vec<String> {
    let abilities = [
        (game.as_puzzle().is_some(), "solve"),
        (game.at_table().is_some(), "play"),
        (game.in_matches().is_some(), "match"),
    ];
    let able = abilities.into_iter().filter(|(is_able, _)| *is_able);
    able.map(|(_, command)| format!("`ludevo {command} {name}`")).collect()
}

/// Lets a game be known by its name that the run of a player keeps, unless another build of it is known already.
pub(crate) fn bring_game_of<'a>(game: &str, players: impl IntoIterator<Item = &'a str>) -> Done {
    if registry::is_module(game) || registry::is_listed(game) {
        return Ok(());
    }
    let kept = players.into_iter().filter_map(names::folder_of);
    kept.into_iter().try_for_each(|folder| registry::bring_kept(&folder).map_err(Failure::request))
}

/// What some editors put before a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// What somebody wrote down: the contents of a file of this name, or the text itself.
pub(crate) fn written(text: &str) -> Result<String, Failure> {
    match fs::read_to_string(text) {
        Ok(contents) if contents.trim().is_empty() => Err(Failure::request(anyhow!("{text} is empty"))),
        Ok(contents) => Ok(contents.trim_start_matches(BYTE_ORDER_MARK).to_owned()),
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
    if fs::exists(text).unwrap_or(false) {
        return Failure::request(anyhow!("{problem}"));
    }
    // Whoever meant a file wants to hear of it first.
    let names_a_file = !text.contains(char::is_whitespace) && Path::new(text).extension().is_some();
    Failure::request(match names_a_file {
        true => anyhow!("there is no file {text}; as a text of the game: {problem}"),
        false => anyhow!("{problem}; there is no file of that name either"),
    })
}

/// Errors of a game that come from what was asked, or from a player that failed in the middle of its work.
pub(crate) fn asked(error: GameError) -> Failure {
    use ludevo_arena::{MatchError, TournamentError};
    match &error {
        GameError::Failed(_)
        | GameError::Match(MatchError::Player(_))
        | GameError::Tournament(TournamentError::Match(MatchError::Player(_))) => Failure::Work(error.into()),
        _ => Failure::request(error),
    }
}

/// Runs `work` on so many threads, or on all cores.
pub(crate) fn on_threads<T: Send>(
    threads: Option<u16>,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
    Ok(pool.install(work))
}
