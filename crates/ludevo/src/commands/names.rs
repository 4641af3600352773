//! Champions by all the names that they have: of those that ship, of files, of runs, over or not, and as programs typed by
//! hand.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use ludevo_game::champion::ChampionFile;
use ludevo_game::champions::{find, lend};
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_program::Nearest;
use ludevo_runs::champions::{by_hand, of_run, typed};
use ludevo_runs::folder::EXPERIMENT;
use ludevo_runs::{Folder, runs_folder};

use super::find_game;
use crate::failure::Failure;
use crate::output;

/// A player of a game by its name; fails here rather than in the middle of the work.
pub(crate) fn find_player(game: &dyn Game, name: &str) -> Result<PlayerName, Failure> {
    let mut name: PlayerName = name.parse().map_err(Failure::request)?;
    if let Some(folder) = run_of(&name.name) {
        if let Some(champion) =
            folder.champion().map_err(Failure::request)?.is_none().then(|| of_run(&folder))
        {
            let champion = champion.map_err(Failure::request)?;
            output::remark(format!("{}: {}", name.name, champion.score));
            lend(&name.name, &champion);
        } else {
            name.name = folder.path().display().to_string();
        }
    }
    if let Err(refusal) = game.check_player(&name) {
        let refused = || Failure::request(anyhow!("{refusal}"));
        let champion = match typed(&name.name) {
            Some(program) => by_hand(game, &program)
                .ok_or_else(refused)?
                .with_context(|| name.name.clone())
                .map_err(Failure::Request)?,
            // A single terminal, by itself or in a file, is a program too, and everything else may be a mistyped name.
            None => {
                let text = std::fs::read_to_string(&name.name).unwrap_or_else(|_| name.name.clone());
                by_hand(game, text.trim()).and_then(Result::ok).ok_or_else(refused)?
            }
        };
        lend(&name.name, &champion);
        game.check_player(&name).map_err(Failure::request)?;
    }
    let file = find(game.facts(), &name, &[]).ok().map(|found| found.file);
    if let Some(caution) = file.and_then(|file| file.seal.caution()) {
        output::remark(format!("{} is {caution}", name.name));
    }
    Ok(name)
}

/// A champion by its name; `game` is that of a program typed by hand, which does not say so itself.
pub(crate) fn find_champion(name: &str, game: Option<&str>) -> Result<ChampionFile, Failure> {
    // The file of a champion names its game, which has to be known then.
    if let Some(module) = game.filter(|game| registry::is_module(game)) {
        find_game(module)?;
    }
    let parse = |text: &str, place: &str| {
        ChampionFile::parse(text).with_context(|| place.to_owned()).map_err(Failure::Request)
    };
    let full = if name.contains('/') { name.to_owned() } else { format!("{name}/champion") };
    if let Some(text) = registry::text(registry::champions(), &full) {
        return parse(text, &full);
    }
    if let Some(folder) = run_of(name) {
        registry::bring_kept(folder.path()).map_err(Failure::request)?;
        return of_run(&folder).map_err(Failure::request);
    }
    if let (Some(game), Some(program)) = (game, typed(name)) {
        let game = find_game(game)?;
        let none = || Failure::request(anyhow!("{} has no programs typed by hand", game.facts().name));
        return by_hand(game, &program)
            .ok_or_else(none)?
            .with_context(|| name.to_owned())
            .map_err(Failure::Request);
    }
    if Path::new(name).is_file() {
        registry::bring_kept(Path::new(name).parent().unwrap_or(Path::new(""))).map_err(Failure::request)?;
        let text =
            std::fs::read_to_string(name).with_context(|| name.to_owned()).map_err(Failure::Request)?;
        let hint = match typed(name) {
            Some(_) => format!("{name}: --game GAME says of which game a program without a header is"),
            None => name.to_owned(),
        };
        return parse(&text, &hint);
    }
    let is_game = registry::find(name).is_some();
    if is_game {
        let problem = format!("no champion of {name} ships; `ludevo evolve {name}` makes one");
        return Err(Failure::request(anyhow!(problem)));
    }
    if typed(name).is_some() {
        return Err(Failure::request(anyhow!("`{name}`: --game GAME says of which game a program is")));
    }
    let nearest = Nearest::to(&full, registry::champions().iter().map(|(name, _)| *name));
    Err(Failure::request(anyhow!(
        "`{name}` is neither a champion that ships, a file, nor a run in {}{nearest}",
        runs_folder().display()
    )))
}

/// The run that a folder or a name stands for.
fn run_of(name: &str) -> Option<Folder> {
    let places = [PathBuf::from(name), runs_folder().join(name)];
    let place = places.into_iter().find(|place| !name.is_empty() && place.join(EXPERIMENT).is_file())?;
    Folder::open(&place).ok()
}

/// The folder of the run that a player's name stands for, or that the file is in.
pub(super) fn folder_of(player: &str) -> Option<PathBuf> {
    let name = player.parse::<PlayerName>().map_or_else(|_| player.to_owned(), |name| name.name);
    let of_file = || Path::new(&name).is_file().then(|| Path::new(&name).parent().map(Path::to_owned));
    run_of(&name).map(|folder| folder.path().to_owned()).or_else(|| of_file().flatten())
}
