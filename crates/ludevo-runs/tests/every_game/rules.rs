//! Random play keeps to the rules: what a game's rules say of themselves, and what a person sees of it at a table.

use ludevo_arena::Names;
use ludevo_game::game::{Game, Problem, Table};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::saved;
use ludevo_game::scene::Shape;
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::Side;

use crate::Verdict;
use crate::champions::{any_move, somebody};

/// How many games are played by chance.
const GAMES: u64 = 4;

/// After how many plies a person gets up, where a game can go on for ever.
const PLIES: usize = 300;

/// How far something may stand out of a scene by the way numbers are rounded.
const SLACK: f64 = 1e-9;

/// The promise for one game; simulations have no moves.
pub(crate) fn check(game: &dyn Game) -> Verdict {
    check_opponents(game)?;
    for number in 0..GAMES {
        let Some(mut table) = open(game, number)? else { return Ok(()) };
        let mut rng = stream(1, Purpose::Sampling, 0, number);
        for ply in 0..PLIES {
            check_position(&mut *table)?;
            // At the start, within a game, and after it.
            if ply < 2 || table.outcome().is_some() {
                check_saved(game, &*table, number)?;
            }
            if table.outcome().is_some() {
                break;
            }
            let text = any_move(&*table, &mut rng)?;
            check_undo(&mut *table, &text)?;
            table.play(&text)?;
        }
        check_saved(game, &*table, number)?;
    }
    if let Some(facet) = game.at_table() {
        facet.conform(GAMES);
    }
    Ok(())
}

/// Who is listed with an N for a number is known by that name with a number.
fn check_opponents(game: &dyn Game) -> Verdict {
    for (listed, _) in game.opponents() {
        let Some(name) = listed.strip_suffix('N').map(|kind| format!("{kind}1")) else { continue };
        let wrong = |problem: String| format!("`{listed}` is listed as an opponent, yet `{name}`: {problem}");
        let player: PlayerName = name.parse().map_err(|error: PlayerError| wrong(error.to_string()))?;
        game.check_player(&player).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(())
}

/// A table for the game or problem of this number; nothing for simulations, which have no moves.
fn open(game: &dyn Game, number: u64) -> Result<Option<Box<dyn Table>>, String> {
    let table = match (game.at_table(), game.as_puzzle()) {
        (Some(facet), _) => facet.table(&somebody(game)?, Side::Second, number),
        (None, Some(facet)) => facet.table(&Problem::Number(number as u32 + 1), &somebody(game)?),
        (None, None) => return Ok(None),
    };
    table.map(Some).map_err(|error| error.to_string())
}

/// A game that was saved says which game it is and who played, is the same when it is read, as a document and as a record,
/// and goes on from there as the game that was saved does.
fn check_saved(game: &dyn Game, table: &dyn Table, number: u64) -> Verdict {
    let name = game.facts().name.to_owned();
    let names = Names { game: name, first: "one".to_owned(), second: "two of them".to_owned() };
    let saved = table.document(&names);
    let record = serde_json::to_string(&table.record(&names)).map_err(|error| error.to_string())?;
    if saved::names_of(&saved, None).as_ref() != Some(&names) {
        return Err(format!("what was saved does not say of whom:\n{saved}"));
    }
    // Another number: nothing of the table that reads may matter.
    let Some(mut again) = open(game, number + 1)? else { return Ok(()) };
    for text in [&saved, &record] {
        again.set_up(text).map_err(|problem| format!("{problem}, in what was saved:\n{text}"))?;
        if again.notations() != table.notations() || again.document(&names) != saved {
            return Err(format!("what was saved is read as another game:\n{text}"));
        }
        if again.moves() != table.moves() || again.outcome() != table.outcome() {
            return Err(format!("what was saved goes on in another way:\n{text}"));
        }
        if let Some(next) = again.moves().first() {
            again.play(next).map_err(|problem| format!("{problem}, after what was saved:\n{text}"))?;
        }
    }
    Ok(())
}

/// What must hold of every position at a table.
fn check_position(table: &mut dyn Table) -> Verdict {
    let wrong = |problem: String, table: &dyn Table| Err(format!("{problem} in\n{}", table.picture()));
    let moves = table.moves();
    match table.outcome() {
        Some(points) if !(0.0..=1.0).contains(&points) => {
            return wrong(format!("an outcome of {points}"), table);
        }
        Some(_) if !moves.is_empty() => {
            return wrong("the game is over, yet there are moves".to_owned(), table);
        }
        Some(_) if table.result().is_empty() => return wrong("no words for the result".to_owned(), table),
        _ => {}
    }
    let scene = table.scene();
    if scene.words.is_empty() {
        return wrong("no words".to_owned(), table);
    }
    let is_inside = |x: f64, y: f64, width: f64, height: f64| {
        x >= -SLACK && y >= -SLACK && x + width <= scene.width + SLACK && y + height <= scene.height + SLACK
    };
    for spot in &scene.spots {
        if !is_inside(spot.x, spot.y, spot.width, spot.height) {
            return wrong(format!("{spot:?} is outside of the scene"), table);
        }
    }
    for shape in &scene.shapes {
        let is_seen = match shape {
            Shape::Rectangle { x, y, width, height, .. } => is_inside(*x, *y, *width, *height),
            Shape::Disc { x, y, radius, .. } => is_inside(x - radius, y - radius, 2.0 * radius, 2.0 * radius),
            Shape::Polygon { points, .. } => points.iter().all(|(x, y)| is_inside(*x, *y, 0.0, 0.0)),
            Shape::Label { x, y, .. } => is_inside(*x, *y, 0.0, 0.0),
        };
        if !is_seen {
            return wrong(format!("{shape:?} is outside of the scene"), table);
        }
    }
    let mut paths = moves.iter().map(|text| table.path(text)).collect::<Result<Vec<_>, _>>()?;
    let is_known = |name: &String| scene.spots.iter().any(|spot| spot.name == *name);
    if !paths.iter().flatten().all(is_known) {
        return wrong(format!("{paths:?} leads through spots that are not there"), table);
    }
    paths.sort_unstable();
    paths.dedup();
    if paths.len() != moves.len() {
        return wrong(format!("two of {moves:?} are clicked the same way"), table);
    }
    for text in ["", "?!"] {
        match table.play(text) {
            Err(problem) if !problem.is_empty() && table.moves() == moves => {}
            said => return wrong(format!("the move `{text}` is answered by {said:?}"), table),
        }
    }
    Ok(())
}

/// A move that is taken back leaves the position as it was.
fn check_undo(table: &mut dyn Table, text: &str) -> Verdict {
    let seen = |table: &dyn Table| (table.picture(), table.notations(), table.moves(), table.transcript());
    let before = seen(table);
    table.play(text)?;
    let changed = seen(table) != before;
    if table.undo() && changed && seen(table) == before {
        return Ok(());
    }
    Err(format!("`{text}` changes nothing or cannot be taken back in\n{}", before.0))
}
