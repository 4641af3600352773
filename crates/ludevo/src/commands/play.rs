//! `ludevo play`: a game in the terminal.

use std::fs;
use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use ludevo_arena::Names;
use ludevo_game::board::RANDOM;
use ludevo_game::champions;
use ludevo_game::game::{Game, PuzzleGame, Table};
use ludevo_game::registry;
use ludevo_game::saved::names_of;
use ludevo_game::why::{Comparison, Considered, signed};
use ludevo_search::rules::Side;

use super::solve::problems;
use super::{asked, bring_game_of, find_at_table, find_game, find_player, misread, written};
use crate::args::Play;
use crate::failure::{Done, Failure};
use crate::{output, stop};

/// What saved games call the person.
const YOU: &str = "you";

/// The game so far, for whoever leaves by Ctrl-C.
static SO_FAR: Mutex<String> = Mutex::new(String::new());

/// What can be typed beside moves.
const COMMANDS: [(&str, &str); 9] = [
    ("hint", "what the player thinks of the moves"),
    ("why", "why the player made its last move"),
    ("undo", "take your last move back"),
    ("moves", "the game so far"),
    ("position", "where it stands, in the notations of the game"),
    ("save FILE", "keep the game; `play --from FILE` goes on with it, `replay FILE` shows it"),
    ("resign", "give up"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Those of them that mean something.
fn commands(is_puzzle: bool) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    COMMANDS.iter().filter(move |(name, _)| !is_puzzle || !["why", "resign"].contains(name))
}

/// Plays until the game is over or the person leaves.
pub(crate) fn run(args: &Play) -> Done {
    bring_game_of(&args.game, args.against.as_deref())?;
    let game = find_game(&args.game)?;
    let title = game.facts().title;
    let searches = game.opponents().iter().any(|(name, _)| *name == "abN");
    let usual = match (champions::ships_one(game.facts().name), searches) {
        (true, _) => "champion",
        (false, true) => "ab4",
        (false, false) => RANDOM.0,
    };
    let adviser = game.as_puzzle().filter(|_| game.at_table().is_none()).map(|puzzle| puzzle.adviser());
    let ignored = match adviser {
        Some(_) => args.second.then_some("--second is for games of two: a puzzle has no other side"),
        None if args.problem.is_some() => Some("--problem is for puzzles: use --from for a position"),
        None if args.level.is_some() => {
            Some("--level is for puzzles: use --against for a stronger or weaker player")
        }
        None => None,
    };
    if let Some(why) = ignored {
        return Err(Failure::request(anyhow!("{title}: {why}")));
    }
    // A saved game goes on with whom it was played, from the same side.
    let kept = args.from.as_deref().map(written).transpose()?.and_then(|text| names_of(&text, None));
    let is_same = |name: &str| registry::ask(name).is_ok_and(|other| other.facts().name == game.facts().name);
    let kept = kept.filter(|names| is_same(&names.game) && (names.first == YOU) != (names.second == YOU));
    let other = kept.as_ref().map(|names| if names.first == YOU { &names.second } else { &names.first });
    let against = args.against.as_deref().or(other.map(String::as_str)).or(adviser).unwrap_or(usual);
    let is_second = args.second || kept.as_ref().is_some_and(|names| names.second == YOU);
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
            output::line(format!("{title}, {what}. {}", typed(true)))?;
            (table, true)
        }
        _ => {
            let (game, facet) = find_at_table(&args.game)?;
            let player = find_player(game, against)?;
            let side = if is_second { Side::First } else { Side::Second };
            let mut table = facet.table(&player, side, args.seed).map_err(asked)?;
            if let Some(from) = &args.from {
                table.set_up(&written(from)?).map_err(|problem| misread(from, &problem))?;
            }
            output::line(format!("{title} against {against}. {}", typed(false)))?;
            (table, !is_second)
        }
    };
    let [first, second] = match person_is_first {
        true => [YOU, against],
        false => [against, YOU],
    };
    let names =
        Names { game: game.facts().name.to_owned(), first: first.to_owned(), second: second.to_owned() };
    let mut person = Person {
        is_first: person_is_first,
        is_solving: adviser.is_some(),
        names,
        input: Box::new(io::stdin().lock().split(b'\n')),
        saved: Vec::new(),
    };
    stop::saying(&SO_FAR);
    loop {
        table.transcript().clone_into(&mut SO_FAR.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(points) = table.outcome() {
            output::line(table.picture())?;
            let own = if person_is_first { points } else { 1.0 - points };
            let word = match adviser {
                None if own > 0.5 => ": you won",
                None if own < 0.5 => ": you lost",
                _ => "",
            };
            output::line(format!("{}{word}", table.result()))?;
            output::line(table.transcript())?;
            output::line("`save FILE` keeps the game, `undo` takes your last move back, `quit` leaves")?;
            match person.turn(&mut *table)? {
                Turn::Taken => continue,
                Turn::Left | Turn::Resigned => return Ok(()),
            }
        }
        if table.first_to_move() != person_is_first {
            let rolled = table.chance().map_or(String::new(), |rolled| format!(" rolls {rolled} and"));
            let moved = table.reply().map_err(anyhow::Error::msg)?;
            output::line(format!("{against}{rolled} moves {moved}"))?;
            continue;
        }
        if let Some(answer) = table.answered() {
            output::line(format!("the reply is {answer}"))?;
        }
        output::line(table.picture())?;
        let moves = table.moves();
        if let [only] = &moves[..]
            && table.path(only).is_ok_and(|path| path.is_empty())
        {
            output::line(format!("you cannot move: `{only}` is played for you"))?;
            table.play(only).map_err(anyhow::Error::msg)?;
            continue;
        }
        output::line(format!("legal moves: {}", moves.join(", ")))?;
        match person.turn(&mut *table)? {
            Turn::Taken => {}
            Turn::Left => return Ok(output::line(table.transcript())?),
            Turn::Resigned => {
                let winner = if adviser.is_none() { format!(": {against} wins") } else { String::new() };
                output::line(format!("you resign{winner}; the game: {}", table.transcript()))?;
                return Ok(());
            }
        }
    }
}

/// What may be typed, in a sentence.
fn typed(is_puzzle: bool) -> String {
    let names: Vec<&str> = commands(is_puzzle).map(|(name, _)| *name).collect();
    format!("Type a move such as the ones listed, or {}.", names.join(", "))
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
        let count = found.len();
        return Err(Failure::request(anyhow!(
            "`{problem}` is {count} problems: name one, such as `{problem}:1` for the first of a file"
        )));
    };
    puzzle.table(found, &solver).map_err(asked)
}

/// What a person does at a turn.
enum Turn {
    /// A move, or one taken back.
    Taken,
    /// The person leaves.
    Left,
    /// The person gives up.
    Resigned,
}

/// The person at the keyboard.
struct Person {
    is_first: bool,
    /// Whether it is a puzzle.
    is_solving: bool,
    names: Names,
    input: Box<dyn Iterator<Item = io::Result<Vec<u8>>>>,
    /// The files that this game was saved in, which may be written again.
    saved: Vec<String>,
}

impl Person {
    /// What is typed next; nothing at the end of the input.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(io::stdout().lock(), "{prompt}")?;
        io::stdout().lock().flush()?;
        let text = self.input.next().transpose()?;
        Ok(text.map(|text| String::from_utf8_lossy(&text).trim().to_owned()))
    }

    fn turn(&mut self, table: &mut dyn Table) -> io::Result<Turn> {
        loop {
            let Some(text) = self.ask("> ")? else { return Ok(Turn::Left) };
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
            match (word.to_lowercase().as_str(), rest.trim()) {
                ("", _) => {}
                ("quit" | "exit" | "q", "") => return Ok(Turn::Left),
                ("resign", "") => return Ok(Turn::Resigned),
                ("help" | "?", "") => {
                    for (name, meaning) in commands(self.is_solving) {
                        output::line(format!("  {name:<10} {meaning}"))?;
                    }
                }
                ("moves", "") => output::line(table.transcript())?,
                ("position", "") => output::line(table.notations())?,
                ("save", "") => output::line("save where? Type `save FILE`")?,
                ("save", path) => {
                    let path = path.trim_matches(['"', '\'']);
                    let said = self.save(path, &*table)?;
                    output::line(said)?;
                }
                ("hint", "") if table.outcome().is_some() => {
                    output::line("it is over: `undo` takes your last move back")?;
                }
                ("hint", "") => hint(table, &self.names, self.is_solving)?,
                ("why", "") if self.is_solving => {
                    output::line("nobody plays against you here: `hint` shows a way")?;
                }
                ("why", "") => why(table, self.is_first)?,
                ("undo", "") => match take_back(table, &self.names, self.is_first) {
                    Ok(true) => return Ok(Turn::Taken),
                    Ok(false) => output::line("there is nothing to take back")?,
                    Err(problem) => output::line(problem)?,
                },
                _ => match make(table, &text) {
                    Ok(()) => return Ok(Turn::Taken),
                    Err(problem) => output::line(problem)?,
                },
            }
        }
    }

    /// Writes the game to a file, and says so or why not. What somebody else wrote is not overwritten unasked.
    fn save(&mut self, path: &str, table: &dyn Table) -> io::Result<String> {
        if fs::metadata(path).is_ok_and(|found| found.is_dir()) {
            return Ok(format!("{path} is a folder: type the name of a file"));
        }
        let is_own = self.saved.iter().any(|saved| saved == path);
        if !is_own && fs::exists(path).unwrap_or(false) {
            let answer = self.ask(&format!("{path} is there already; write over it? [y/n] "))?;
            if !answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_lowercase().as_str())) {
                return Ok("not saved".to_owned());
            }
        }
        match fs::write(path, format!("{}\n", table.document(&self.names).trim_end())) {
            Ok(()) => {
                self.saved.push(path.to_owned());
                Ok(format!("the game so far is in {path}"))
            }
            Err(error) => Ok(format!("cannot write {path}: {error}")),
        }
    }
}

/// Makes a move; whether letters are small or capital matters only where two moves differ by it.
fn make(table: &mut dyn Table, text: &str) -> Result<(), String> {
    table.play(text).or_else(|problem| {
        let moves = table.moves();
        let alike: Vec<&String> = moves.iter().filter(|known| known.eq_ignore_ascii_case(text)).collect();
        match alike[..] {
            [known] => table.play(known),
            _ => Err(problem),
        }
    })
}

/// Goes back to the person's own last decision; false if there is none, and then nothing changes.
fn take_back(table: &mut dyn Table, names: &Names, is_first: bool) -> Result<bool, String> {
    let before = table.record(names);
    let mut taken = 0;
    while table.undo() {
        taken += 1;
        let forced =
            matches!(&table.moves()[..], [only] if table.path(only).is_ok_and(|path| path.is_empty()));
        if table.first_to_move() == is_first && !forced {
            return Ok(true);
        }
    }
    // What the player moved before the person's first turn stays, and so do the dice.
    if taken > 0 {
        table.take_up(&before)?;
    }
    Ok(false)
}

/// What the seated player thinks of the moves: a bar for each from the worst to the best, or the move it would make.
fn hint(table: &mut dyn Table, names: &Names, is_puzzle: bool) -> io::Result<()> {
    let Some(values) = table.values().filter(|values| !values.is_empty()) else {
        return match table.hint() {
            Some(action) => {
                let left = table
                    .moves_left()
                    .map(|left| format!(", {left} {} left", if left == 1 { "move" } else { "moves" }));
                output::line(format!("  {action}{}", left.unwrap_or_default()))
            }
            None if is_puzzle => {
                output::line("no way from here was found, which does not prove that there is none")
            }
            None => output::line("this player has nothing to say about the moves"),
        };
    };
    let who = if names.first == YOU { &names.second } else { &names.first };
    output::line(format!(
        "what each move is worth to you in the eyes of {who}, in its own units, best first:"
    ))?;
    let (best, worst) = (values[0].1, values[values.len() - 1].1);
    let width = values.iter().map(|(action, _)| action.chars().count()).max().unwrap_or(0);
    for (action, value) in values {
        let share = if best > worst { (value - worst) / (best - worst) } else { 1.0 };
        let bar = "#".repeat((share * 20.0).round() as usize);
        output::line(format!("  {action:<width$} {value:>+12.3}  {bar}"))?;
    }
    Ok(())
}

/// Why the seated player made its last move: what it is worth beside the next best one, and which parts of its program made the
/// difference.
fn why(table: &mut dyn Table, person_is_first: bool) -> io::Result<()> {
    let choices = table.choices();
    let Some(last) = choices.iter().rfind(|choice| choice.by_first != person_is_first) else {
        return output::line("it has not moved yet");
    };
    let Some(Comparison { chosen, other, differences }) = table.compare(last.ply, &last.text) else {
        return output::line("this player puts no numbers on moves");
    };
    let worth = |considered: &Considered| {
        let line = considered.line.join(" ");
        format!("{} in its own units, expecting {line}", signed(considered.value))
    };
    output::line(format!("it played {}: {}", chosen.text, worth(&chosen)))?;
    match &other {
        Some(other) => output::line(format!("next best was {}: {}", other.text, worth(other)))?,
        None => output::line("there was no other move")?,
    }
    if !differences.is_empty() {
        output::line("what made the difference:")?;
    }
    for known in &differences {
        let eyes = if known.opponents_view { ", in the opponent's eyes" } else { "" };
        let instead = if other.is_some() {
            format!(", instead of {}", known.words(known.other))
        } else {
            String::new()
        };
        output::line(format!("  {:>8}  {}{eyes}{instead}", signed(known.gain()), known.words(known.chosen)))?;
    }
    Ok(())
}
