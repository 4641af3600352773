//! `ludevo play`: a game in the terminal.

use std::io::{self, BufRead, Write};

use ludevo_games::game::Table;
use ludevo_search::rules::Side;

use super::{asked, find_player, find_turn_based};
use crate::args::Play;
use crate::failure::Done;
use crate::output;

const HELP: &str = "a move such as the ones listed, or: `hint` the player's value of each move, `undo` take back, \
                    `moves` the game so far, `quit`";

/// Plays until the game is over or the person leaves.
pub(crate) fn run(args: &Play) -> Done {
    let (game, facet) = find_turn_based(&args.game)?;
    let player = find_player(game, &args.against)?;
    let mut table = facet
        .table(&player, if args.second { Side::First } else { Side::Second }, args.seed)
        .map_err(asked)?;
    let person_is_first = !args.second;
    output::line(format!("{} against {}. You may type {HELP}.", game.facts().title, args.against))?;
    let mut input = io::stdin().lock().lines();
    loop {
        if table.outcome().is_some() {
            output::line(table.picture())?;
            output::line(table.result())?;
            return Ok(output::line(table.transcript())?);
        }
        if table.first_to_move() != person_is_first {
            let moved = table.reply();
            output::line(format!("{} moves {moved}", args.against))?;
            continue;
        }
        output::line(table.picture())?;
        let moves = table.moves();
        output::line(format!("legal moves: {}", moves.join(", ")))?;
        if !turn(&mut *table, &mut input, person_is_first)? {
            return Ok(output::line(table.transcript())?);
        }
    }
}

/// One turn of the person; false if the person leaves.
fn turn(
    table: &mut dyn Table,
    input: &mut dyn Iterator<Item = io::Result<String>>,
    person_is_first: bool,
) -> io::Result<bool> {
    loop {
        write!(io::stdout().lock(), "> ")?;
        io::stdout().lock().flush()?;
        let Some(text) = input.next().transpose()? else { return Ok(false) };
        match text.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => output::line(HELP)?,
            "moves" => output::line(table.transcript())?,
            "hint" => match table.values() {
                Some(values) => {
                    for (action, value) in values {
                        output::line(format!("  {action:<5} {value:+.3}"))?;
                    }
                }
                None => output::line("this player puts no numbers on moves")?,
            },
            "undo" => {
                // Back to the person's own last decision.
                let mut undone = table.undo();
                while undone && table.first_to_move() != person_is_first {
                    undone = table.undo();
                }
                return Ok(true);
            }
            action => match table.play(action) {
                Ok(()) => return Ok(true),
                Err(problem) => output::line(problem)?,
            },
        }
    }
}
