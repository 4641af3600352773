//! Turn-by-turn traces of the real engine, and the comparison of a battle with one.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use flate2::read::GzDecoder;
use thiserror::Error;

use super::battle::{Battle, Rules};
use super::code::Program;

/// A row of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Line in the file.
    pub line: usize,
    /// Round, from 0.
    pub round: u32,
    /// Turn, from 1.
    pub turn: u32,
    /// A robot's name, or a bullet's number and owner.
    pub name: &'a str,
    /// The columns after it.
    pub columns: Vec<&'a str>,
}

const ROBOT_COLUMNS: [&str; 9] =
    ["x", "y", "body heading", "gun heading", "radar heading", "velocity", "energy", "gun heat", "state"];
const BULLET_COLUMNS: [&str; 5] = ["x", "y", "heading", "power", "state"];

/// Why a trace could not be read or is not what the simulator does.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum TraceError {
    /// A line that is no row of a trace.
    #[error("line {line}: {problem}")]
    Malformed {
        /// The line.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first difference.
    #[error(
        "round {round}, turn {turn}, {name}: {column} is {simulated} in the simulator and {traced} in the trace (line {line})"
    )]
    Differs {
        /// Round, from 0.
        round: u32,
        /// Turn.
        turn: u32,
        /// Robot or bullet.
        name: String,
        /// The column that differs.
        column: &'static str,
        /// What the simulator has.
        simulated: String,
        /// What the trace has.
        traced: String,
        /// The line of the trace.
        line: usize,
    },
}

/// Rounds and turns of a trace that the simulator repeated exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identical {
    /// How many rounds.
    pub rounds: u32,
    /// How many turns of all rounds together.
    pub turns: u64,
}

/// The rows of a trace.
pub fn rows(text: &str) -> Result<Vec<Row<'_>>, TraceError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| row(at + 1, line))
        .collect()
}

fn row(line: usize, text: &str) -> Result<Row<'_>, TraceError> {
    let malformed = |problem: String| TraceError::Malformed { line, problem };
    let mut fields = text.trim_end().split('\t');
    let mut number = |what: &str| {
        let field = fields.next().unwrap_or_default();
        // What is no trace may be one long line.
        let start: String = field.chars().take(40).collect();
        field.parse().map_err(|_| malformed(format!("the {what} is `{start}`, not a whole number")))
    };
    let (round, turn) = (number("round")?, number("turn")?);
    let name = fields.next().ok_or_else(|| malformed("there is no name after round and turn".to_owned()))?;
    let columns: Vec<&str> = fields.collect();
    if columns.len() != ROBOT_COLUMNS.len() && columns.len() != BULLET_COLUMNS.len() {
        return Err(malformed(format!(
            "{} columns after the name; a robot has {}, a bullet {}",
            columns.len(),
            ROBOT_COLUMNS.len(),
            BULLET_COLUMNS.len()
        )));
    }
    Ok(Row { line, round, turn, name, columns })
}

/// The robots of a trace in their order, as their short names without the mark of a robot in development.
pub fn robots<'a>(rows: &[Row<'a>]) -> Vec<&'a str> {
    rows.iter()
        .take_while(|row| row.round == rows[0].round && row.turn == rows[0].turn)
        .filter(|row| row.columns.len() == ROBOT_COLUMNS.len())
        .map(|row| row.name.trim_end_matches('*'))
        .collect()
}

/// Repeats a trace: every row and column of it must be what the simulator has.
pub fn check(rows: &[Row<'_>], programs: &[Arc<Program>], seed: i64) -> Result<Identical, TraceError> {
    let mut battle = Battle::new(programs, Rules { faithful: true, ..Rules::default() }, seed);
    let mut rows = rows.iter().peekable();
    let mut identical = Identical { rounds: 0, turns: 0 };
    while let Some(first) = rows.peek() {
        let (round, line) = (first.round, first.line);
        if round != identical.rounds {
            return Err(TraceError::Malformed {
                line,
                problem: format!("round {round} follows {}", identical.rounds),
            });
        }
        battle.start_round();
        loop {
            let goes_on = battle.turn();
            compare_turn(&battle, round, &mut rows)?;
            identical.turns += 1;
            let next_goes_on = rows.peek().is_some_and(|row| row.round == round);
            if goes_on != next_goes_on {
                return Err(TraceError::Differs {
                    round,
                    turn: battle.time(),
                    name: "the round".to_owned(),
                    column: "goes on",
                    simulated: goes_on.to_string(),
                    traced: next_goes_on.to_string(),
                    line: rows.peek().map_or(0, |row| row.line),
                });
            }
            if !goes_on {
                break;
            }
        }
        identical.rounds += 1;
    }
    Ok(identical)
}

fn compare_turn<'a, 'b: 'a>(
    battle: &Battle,
    round: u32,
    rows: &mut std::iter::Peekable<impl Iterator<Item = &'a Row<'b>>>,
) -> Result<(), TraceError> {
    for tank in &battle.tanks {
        let numbers =
            [tank.x, tank.y, tank.heading, tank.gun, tank.radar, tank.velocity, tank.energy, tank.heat];
        compare(battle, round, rows, None, &numbers, tank.condition.name(), &ROBOT_COLUMNS)?;
    }
    for bullet in &battle.bullets {
        let name = format!("B{}/{}", bullet.id, bullet.owner);
        let numbers = [bullet.x, bullet.y, bullet.heading, bullet.power];
        compare(battle, round, rows, Some(&name), &numbers, bullet.fate.name(), &BULLET_COLUMNS)?;
    }
    match rows.peek() {
        Some(row) if row.round == round && row.turn == battle.time() => Err(TraceError::Differs {
            round,
            turn: battle.time(),
            name: row.name.to_owned(),
            column: "row",
            simulated: "missing".to_owned(),
            traced: "there".to_owned(),
            line: row.line,
        }),
        _ => Ok(()),
    }
}

fn compare<'a, 'b: 'a>(
    battle: &Battle,
    round: u32,
    rows: &mut std::iter::Peekable<impl Iterator<Item = &'a Row<'b>>>,
    name: Option<&str>,
    numbers: &[f64],
    state: &str,
    columns: &[&'static str],
) -> Result<(), TraceError> {
    let turn = battle.time();
    let differs = |name: &str, column: &'static str, simulated: String, traced: &str, line: usize| {
        Err(TraceError::Differs {
            round,
            turn,
            name: name.to_owned(),
            column,
            simulated,
            traced: traced.to_owned(),
            line,
        })
    };
    let Some(row) = rows.next() else {
        return differs(name.unwrap_or("a robot"), "row", "there".to_owned(), "missing", 0);
    };
    if row.round != round || row.turn != turn || row.columns.len() != columns.len() {
        let traced = format!("{} of round {}, turn {}", row.name, row.round, row.turn);
        return differs(name.unwrap_or("a robot"), "row", "there".to_owned(), &traced, row.line);
    }
    if let Some(name) = name.filter(|name| *name != row.name) {
        return differs(name, "name", name.to_owned(), row.name, row.line);
    }
    for ((number, traced), column) in numbers.iter().zip(&row.columns).zip(columns) {
        let parsed: f64 = traced.parse().map_err(|_| TraceError::Malformed {
            line: row.line,
            problem: format!("{column} is `{traced}`, not a number"),
        })?;
        if parsed.to_bits() != number.to_bits() {
            return differs(row.name, column, number.to_string(), traced, row.line);
        }
    }
    if row.columns[numbers.len()] != state {
        return differs(row.name, "state", state.to_owned(), row.columns[numbers.len()], row.line);
    }
    Ok(())
}

/// The text of a trace file, plain or gzip.
pub fn read(path: &Path) -> io::Result<String> {
    let bytes = fs::read(path)?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    }
    Ok(text)
}
