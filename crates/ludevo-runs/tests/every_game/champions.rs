//! A champion that ships can be read, shown, exported, and does what its game is for: it plays a person to the end, solves
//! a problem, or fights.

use ludevo_arena::{Match, Watch};
use ludevo_game::champion::ChampionFile;
use ludevo_game::conformance::MOST_PLIES;
use ludevo_game::game::{Game, MatchGame, Problem, PuzzleGame, SolverVerdict, Table, TableGame, WatchedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::Limits;
use ludevo_search::rules::Side;
use rand::RngExt;

use crate::Verdict;
use crate::subject::SEED;

/// The promise for one champion.
pub(crate) fn check(name: &str, text: &str) -> Verdict {
    let text_of = |error: &dyn ToString| error.to_string();
    let champion = ChampionFile::parse(text).map_err(|error| text_of(&error))?;
    let again = ChampionFile::parse(&champion.print()).map_err(|error| format!("printed: {error}"))?;
    if again != champion || champion.print() != text {
        return Err("it does not print as it reads".to_owned());
    }
    let game = registry::find(&champion.game).ok_or("there is no such game")?;
    let shown = game.show(&champion).map_err(|error| text_of(&error))?;
    if shown.plays.is_empty()
        || shown.trees.iter().any(|tree| tree.text.is_empty() || tree.reading.is_empty())
    {
        return Err("it shows nothing".to_owned());
    }
    for format in game.exports_of(&champion.language) {
        game.export(&champion, format, "Champion").map_err(|error| format!("as {format}: {error}"))?;
    }
    let player: PlayerName = name.parse().map_err(|error| text_of(&error))?;
    game.check_player(&player).map_err(|error| text_of(&error))?;
    game.at_table().map_or(Ok(()), |facet| plays(facet, &player))?;
    game.as_puzzle().map_or(Ok(()), |facet| solves(facet, &player))?;
    game.in_matches().map_or(Ok(()), |facet| meets(facet, &player, &somebody(game)?))?;
    game.to_watch().map_or(Ok(()), |facet| fights(facet, &player, &champion))
}

/// Meets somebody in a match.
fn meets(game: &dyn MatchGame, player: &PlayerName, other: &PlayerName) -> Verdict {
    let result = game.play_match(player, other, &Match::new(2, SEED), Watch::default());
    let result = result.map_err(|error| error.to_string())?;
    if result.games == 2 { Ok(()) } else { Err(format!("{} of two games were played", result.games)) }
}

/// A random move of the position at the table, by a person who knows nothing.
pub(crate) fn any_move(table: &dyn Table, rng: &mut Stream) -> Result<String, String> {
    let moves = table.moves();
    if moves.is_empty() {
        return Err(format!("the game is not over, yet there is no move in\n{}", table.picture()));
    }
    Ok(moves[rng.random_range(0..moves.len())].clone())
}

/// Plays a person on both sides, to the end.
fn plays(game: &dyn TableGame, player: &PlayerName) -> Verdict {
    for side in [Side::First, Side::Second] {
        let mut table = game.table(player, side, SEED).map_err(|error| error.to_string())?;
        let mut rng = stream(SEED, Purpose::Sampling, 0, 0);
        let mut plies = 0;
        while table.outcome().is_none() {
            if table.first_to_move() == (side == Side::First) {
                table.reply()?;
            } else {
                let text = any_move(&*table, &mut rng)?;
                table.play(&text)?;
            }
            plies += 1;
            if plies > MOST_PLIES {
                return Err(format!("no end after {MOST_PLIES} plies"));
            }
        }
    }
    Ok(())
}

/// Solves one of the first problems, and tells a person a move that leads there.
fn solves(game: &dyn PuzzleGame, player: &PlayerName) -> Verdict {
    let mut solver = game.solver(player, Limits::default()).map_err(|error| error.to_string())?;
    for number in 1..=3 {
        let problem = Problem::Number(number);
        let solved = solver.solve(&problem, true)?;
        if let SolverVerdict::Solution { texts, .. } = solved.verdict {
            if texts.len() != game.formats().len() || texts.iter().any(String::is_empty) {
                return Err("its solution is not written in every format".to_owned());
            }
            let mut table = game.table(&problem, player).map_err(|error| error.to_string())?;
            return table.reply().map(drop);
        }
    }
    Err("it solves none of the first three problems".to_owned())
}

/// Fights the first agent that is no champion, and moves in the picture of its report.
fn fights(game: &dyn WatchedGame, player: &PlayerName, champion: &ChampionFile) -> Verdict {
    let agents = game.agents();
    let (other, _) = agents.first().ok_or("there is nobody to fight")?;
    let other: PlayerName = other.parse().map_err(|error| format!("{error}"))?;
    let frames = game.watch(player, &other, SEED).map_err(|error| error.to_string())?;
    let (picture, _) = game.animation(champion).map_err(|error| error.to_string())?;
    if frames.len() < 2 || !picture.contains("<svg") {
        return Err("nothing is to be seen of it".to_owned());
    }
    Ok(())
}

/// Somebody whom the game has without any file.
pub(crate) fn somebody(game: &dyn Game) -> Result<PlayerName, String> {
    let known = |name: &str| {
        let player = name.parse::<PlayerName>().ok()?;
        game.check_player(&player).ok().map(|()| player)
    };
    let agents = game.to_watch().map_or_else(Vec::new, |facet| facet.agents());
    let agents = agents.into_iter().map(|(name, _)| name);
    let names = game.opponents().into_iter().map(|(name, _)| name).chain(agents).chain(["champion"]);
    names.into_iter().find_map(known).ok_or("nobody plays this game".to_owned())
}
