//! `ludevo replay`: a saved or recorded game, move by move.

use anyhow::anyhow;
use ludevo_arena::Names;
use ludevo_game::board::RANDOM;
use ludevo_game::game::{Game, Problem, Table};
use ludevo_game::player_name::PlayerName;
use ludevo_game::saved::{games_of, names_of, record_of, result_of, said_of};
use ludevo_search::rules::Side;

use super::{BYTE_ORDER_MARK, asked, find_game, uses};
use crate::args::Replay;
use crate::failure::{Done, Failure};
use crate::output;

/// Shows every position of the game.
pub(crate) fn run(args: &Replay) -> Done {
    let place = args.file.display();
    let wrong = |problem: String| Failure::request(anyhow!("{place}: {problem}"));
    let text = std::fs::read_to_string(&args.file).map_err(|error| wrong(error.to_string()))?;
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let record = record_of(text, args.number as usize).transpose().map_err(wrong)?;
    let games = games_of(text);
    let text = match (&record, games.get(args.number as usize - 1)) {
        (Some(_), _) => text,
        (None, Some(text)) => text,
        (None, None) => {
            let there_are = if games.len() == 1 {
                "this is one game".to_owned()
            } else {
                format!("there are {} games", games.len())
            };
            return Err(wrong(format!("there is no game {}: {there_are}", args.number)));
        }
    };
    let said = match &record {
        Some(record) => Some(Names {
            game: record.game.clone(),
            first: record.first.clone(),
            second: record.second.clone(),
        }),
        None => names_of(text, args.game.as_deref()),
    };
    let name = args.game.clone().or(said.as_ref().map(|names| names.game.clone()));
    let name = name.ok_or_else(|| {
        wrong(match text.starts_with("ludevo champion") {
            true => "this is a champion, not a game: `ludevo show` shows it".to_owned(),
            false => match said_of(text) {
                Some(said) => format!(
                    "it is of `{}`, and there is no such game here: name it, or the path of its module, by --game",
                    said.game
                ),
                None => "it does not say which game it is of: name it by --game".to_owned(),
            },
        })
    })?;
    let game = find_game(&name)?;
    let mut table = any_table(game)?;
    let read = match &record {
        Some(record) => table.take_up(record),
        None => table.set_up(text),
    };
    read.map_err(|problem| wrong(format!("as a game of {name}: {problem}")))?;
    let names = said.unwrap_or(Names { game: name, first: "first".to_owned(), second: "second".to_owned() });
    if let (true, Some(record)) = (args.json, &record) {
        return Ok(output::json(record)?);
    }
    if args.json {
        return Ok(output::json(&table.record(&names))?);
    }
    output::line(format!("{}: {} against {}", game.facts().title, names.first, names.second))?;
    let result = match (table.outcome(), result_of(text)) {
        (Some(_), _) => table.result(),
        (None, Some(result)) => format!("{result}, as the file says; on the board the game is not over"),
        (None, None) => "the game is not over".to_owned(),
    };
    let mut positions = vec![(table.last_move(), table.picture())];
    while table.undo() {
        positions.push((table.last_move(), table.picture()));
    }
    for (number, (last, picture)) in positions.iter().rev().enumerate() {
        match last.as_ref().filter(|_| number > 0) {
            Some(last) => output::line(format!("\n{number}. {last}"))?,
            None => output::line("\nstart")?,
        }
        output::line(picture.trim_end())?;
    }
    Ok(output::line(format!("\n{result}"))?)
}

/// A table of the game; who sits there does not matter.
fn any_table(game: &dyn Game) -> Result<Box<dyn Table>, Failure> {
    let named = |name: &str| name.parse::<PlayerName>().map_err(Failure::request);
    match (game.at_table(), game.as_puzzle()) {
        (Some(facet), _) => facet.table(&named(RANDOM.0)?, Side::Second, 1).map_err(asked),
        (None, Some(puzzle)) => puzzle.table(&Problem::Number(1), &named(puzzle.adviser())?).map_err(asked),
        (None, None) => {
            let name = game.facts().name;
            Err(Failure::request(anyhow!(
                "{name} has no moves to show: use {}",
                uses(game, name).join(" or ")
            )))
        }
    }
}
