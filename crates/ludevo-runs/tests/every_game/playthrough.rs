//! One recorded playthrough a game, byte for byte: a change of rules, notation, chance or simulation shows as a change of
//! a file.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use ludevo_game::conformance::MOST_PLIES;
use ludevo_game::game::{Game, Problem, PuzzleGame, SolverVerdict, TableGame, WatchedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::Limits;
use ludevo_search::rules::Side;

use crate::Verdict;
use crate::champions::{any_move, somebody};
use crate::subject::SEED;

/// Write the files instead of comparing with them.
const WRITE: &str = "WRITE_PLAYTHROUGHS";

/// The promise for one game.
pub(crate) fn check(game: &dyn Game) -> Verdict {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/every_game/playthroughs");
    let path = folder.join(format!("{}.txt", game.facts().name));
    let played = of(game)?;
    if env::var_os(WRITE).is_some() {
        return fs::write(&path, played).map_err(|error| format!("{}: {error}", path.display()));
    }
    let name = game.facts().name;
    let writing =
        format!("`{WRITE}=1 cargo test -p ludevo-runs --test every_game '{name}: plays'` writes it");
    if !path.is_file() {
        return Err(format!("there is no recorded playthrough yet: {writing} to {}", path.display()));
    }
    let known = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if known == played {
        return Ok(());
    }
    let same = known.lines().zip(played.lines()).take_while(|(known, played)| known == played).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("the end").to_owned();
    let place = format!("{}, line {}", path.display(), same + 1);
    let (known, played) = (line(&known), line(&played));
    Err(format!("{place}: `{known}` is now `{played}`; if that is meant, {writing} anew"))
}

/// A playthrough of any game.
fn of(game: &dyn Game) -> Result<String, String> {
    let mut text = format!("{}: {}\n", game.facts().title, game.facts().kind);
    if let Some(facet) = game.at_table() {
        game_of_chance_moves(facet, &somebody(game)?, &mut text)?;
    }
    if let Some(facet) = game.as_puzzle() {
        solution(facet, &somebody(game)?, &mut text)?;
    }
    if let Some(facet) = game.to_watch() {
        fight(facet, &mut text)?;
    }
    Ok(text)
}

fn line(text: &mut String, what: &str, says: &str) {
    let _ = writeln!(text, "{what}: {says}");
}

/// A whole game in which every move is drawn.
fn game_of_chance_moves(game: &dyn TableGame, player: &PlayerName, text: &mut String) -> Verdict {
    let mut table = game.table(player, Side::Second, SEED).map_err(|error| error.to_string())?;
    let mut rng = stream(SEED, Purpose::Sampling, 0, 0);
    for ply in 1..=MOST_PLIES {
        let _ = writeln!(text, "\n{ply}");
        text.push_str(table.notations().trim_end());
        text.push('\n');
        if let Some(points) = table.outcome() {
            line(text, "result", &format!("{points}, {}", table.result()));
            line(text, "moves", &table.transcript());
            return Ok(());
        }
        line(text, "to move", if table.first_to_move() { "first" } else { "second" });
        table.chance().into_iter().for_each(|outcome| line(text, "chance", &outcome));
        line(text, "legal", &table.moves().join(", "));
        let chosen = any_move(&*table, &mut rng)?;
        line(text, "played", &chosen);
        table.play(&chosen)?;
    }
    Err(format!("no end after {MOST_PLIES} plies"))
}

/// The first problem, and its solution in all formats.
fn solution(game: &dyn PuzzleGame, solver: &PlayerName, text: &mut String) -> Verdict {
    let problem = Problem::Number(1);
    let table = game.table(&problem, solver).map_err(|error| error.to_string())?;
    text.push_str(&table.picture());
    line(text, "legal", &table.moves().join(", "));
    let mut by = game.solver(solver, Limits::default()).map_err(|error| error.to_string())?;
    let solved = by.solve(&problem, true)?;
    let SolverVerdict::Solution { moves, steps, texts, .. } = solved.verdict else {
        return Err(format!("{solver} does not solve the first problem"));
    };
    let how = format!("{moves} moves, {steps} steps, {} states of {}", solved.expanded, solved.generated);
    line(text, &format!("solved by {solver}"), &how);
    for (format, solution) in game.formats().iter().zip(texts) {
        let _ = write!(text, "\n{format}\n{solution}");
    }
    Ok(())
}

/// A round between the first two agents: what it looks like now and then, and at its end.
fn fight(game: &dyn WatchedGame, text: &mut String) -> Verdict {
    let agents = game.agents();
    let [(first, _), (second, _), ..] = &agents[..] else {
        return Err("there are not two agents".to_owned());
    };
    let [one, two] =
        [first, second].map(|name| name.parse::<PlayerName>().map_err(|error| error.to_string()));
    let frames = game.watch(&one?, &two?, SEED).map_err(|error| error.to_string())?;
    line(text, "agents", &format!("{first}, {second}"));
    line(text, "moments", &frames.len().to_string());
    for (number, frame) in frames.iter().enumerate() {
        if number % 20 == 0 || number + 1 == frames.len() {
            let shapes = serde_json::to_string(&frame.scene.shapes).map_err(|error| error.to_string())?;
            let _ = writeln!(text, "\n{number} {}\n{}\n{shapes}", frame.caption, frame.scene.words);
        }
    }
    Ok(())
}
