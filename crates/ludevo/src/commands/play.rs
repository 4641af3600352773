//! `ludevo play`: a game in the terminal.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use ludevo_arena::Names;
use ludevo_game::board::RANDOM;
use ludevo_game::champions;
use ludevo_game::game::{Game, PuzzleGame, Table};
use ludevo_search::rules::Side;

use super::solve::problems;
use super::{asked, find_at_table, find_game, find_player, misread, written};
use crate::args::Play;
use crate::failure::{Done, Failure};
use crate::output;

const HELP: &str = "a move such as the ones listed, or: `hint` what the player thinks of the moves, `undo` take back, \
                    `moves` the game so far, `position` where it stands, `save FILE`, `quit`";

/// Plays until the game is over or the person leaves.
pub(crate) fn run(args: &Play) -> Done {
    let game = find_game(&args.game)?;
    let title = game.facts().title;
    let ships_a_champion = champions::shipped(game.facts().name).any(|(name, _)| name == "champion");
    let usual = if ships_a_champion { "champion" } else { RANDOM.0 };
    let adviser = game.as_puzzle().filter(|_| game.at_table().is_none()).map(|puzzle| puzzle.adviser());
    let against = args.against.as_deref().or(adviser).unwrap_or(usual);
    let (mut table, person_is_first) = match game.as_puzzle() {
        Some(puzzle) if game.at_table().is_none() => {
            let problem = chosen_problem(args, puzzle)?;
            let mut table = puzzle_table(&problem, against, game, puzzle)?;
            let what = match &args.from {
                Some(from) => {
                    table.set_up(&written(from)?).map_err(|problem| misread(from, &problem))?;
                    "from what was saved".to_owned()
                }
                None => format!("problem {problem}"),
            };
            output::line(format!("{title}, {what}. You may type {HELP}."))?;
            (table, true)
        }
        _ => {
            let (game, facet) = find_at_table(&args.game)?;
            let player = find_player(game, against)?;
            let side = if args.second { Side::First } else { Side::Second };
            let mut table = facet.table(&player, side, args.seed).map_err(asked)?;
            if let Some(from) = &args.from {
                table.set_up(&written(from)?).map_err(|problem| misread(from, &problem))?;
            }
            output::line(format!("{title} against {against}. You may type {HELP}."))?;
            (table, !args.second)
        }
    };
    let [first, second] = match person_is_first {
        true => ["you", against],
        false => [against, "you"],
    };
    let names = Names { game: args.game.clone(), first: first.to_owned(), second: second.to_owned() };
    let mut input = io::stdin().lock().split(b'\n');
    loop {
        if table.outcome().is_some() {
            output::line(table.picture())?;
            output::line(table.result())?;
            return Ok(output::line(table.transcript())?);
        }
        if table.first_to_move() != person_is_first {
            let rolled = table.chance().map_or(String::new(), |rolled| format!(" rolls {rolled} and"));
            let moved = table.reply().map_err(anyhow::Error::msg)?;
            output::line(format!("{against}{rolled} moves {moved}"))?;
            continue;
        }
        output::line(table.picture())?;
        let moves = table.moves();
        output::line(format!("legal moves: {}", moves.join(", ")))?;
        if !turn(&mut *table, &mut input, person_is_first, &names)? {
            return Ok(output::line(table.transcript())?);
        }
    }
}

/// The problem that was asked for: by itself, or the day's problem of a level.
fn chosen_problem(args: &Play, puzzle: &dyn PuzzleGame) -> Result<String, Failure> {
    let Some(name) = &args.level else {
        return Ok(args.problem.clone().unwrap_or_else(|| "1".to_owned()));
    };
    let levels = puzzle.levels();
    let level = levels.iter().find(|level| level.name == name).ok_or_else(|| {
        let known: Vec<&str> = levels.iter().map(|level| level.name).collect();
        Failure::request(anyhow!("there is no level `{name}`; levels: {}", known.join(", ")))
    })?;
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    let number = level.numbers[(days % level.numbers.len().max(1) as u64) as usize];
    Ok(number.to_string())
}

/// The problem with the solver that gives hints.
fn puzzle_table(
    problem: &str,
    solver: &str,
    game: &dyn Game,
    puzzle: &dyn PuzzleGame,
) -> Result<Box<dyn Table>, Failure> {
    let solver = find_player(game, solver)?;
    let (found, wrong) = problems(puzzle, &[problem.to_owned()])?;
    if let Some(error) = wrong.into_iter().next() {
        return Err(Failure::request(anyhow!(error)));
    }
    let [(_, found)] = &found[..] else {
        return Err(Failure::request(anyhow!("`{problem}` is more than one problem")));
    };
    puzzle.table(found, &solver).map_err(asked)
}

/// Writes a game to a new file, and says so or why not.
fn saved(path: &str, document: &str) -> String {
    let written = File::create_new(path).and_then(|mut file| writeln!(file, "{}", document.trim_end()));
    match written {
        Ok(()) => format!("the game so far is in {path}"),
        Err(error) => format!("cannot write {path}: {error}"),
    }
}

/// One turn of the person; false if the person leaves.
fn turn(
    table: &mut dyn Table,
    input: &mut dyn Iterator<Item = io::Result<Vec<u8>>>,
    person_is_first: bool,
    names: &Names,
) -> io::Result<bool> {
    loop {
        write!(io::stdout().lock(), "> ")?;
        io::stdout().lock().flush()?;
        let Some(text) = input.next().transpose()? else { return Ok(false) };
        let text = String::from_utf8_lossy(&text);
        match text.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => output::line(HELP)?,
            "moves" => output::line(table.transcript())?,
            "position" => output::line(table.notations())?,
            save if save.starts_with("save ") => {
                output::line(saved(save["save ".len()..].trim(), &table.document(names)))?;
            }
            "hint" => match table.values() {
                Some(values) => {
                    for (action, value) in values {
                        output::line(format!("  {action:<5} {value:+.3}"))?;
                    }
                }
                None => match table.hint() {
                    Some(action) => {
                        let left = table.moves_left().map(|left| format!(", {left} moves left"));
                        output::line(format!("  {action}{}", left.unwrap_or_default()))?;
                    }
                    None => output::line("this player has nothing to say about the moves")?,
                },
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
