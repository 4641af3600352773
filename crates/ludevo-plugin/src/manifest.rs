//! The manifest of a game: what its module cannot say of itself, as TOML that is checked to the line.

use std::collections::BTreeMap;
use std::fmt::Display;

use ludevo_game::decode::{DecodeError, DecodeProblem, decode};
use ludevo_game::document::Node;
use ludevo_game::knowledge::FunctionSet;
use ludevo_program::Nearest;
use serde::Deserialize;
use thiserror::Error;

/// The most bytes of a state.
pub(crate) const MOST_STATE: usize = 1024;
/// The most cells of a view: each has a bit in what `view` is asked for.
pub(crate) const MOST_CELLS: usize = 64;
/// The most places of a board.
const MOST_PLACES: usize = 400;
/// Problems that a puzzle may have.
const MOST_PROBLEMS: u32 = 1_000_000;

/// What is wrong with a manifest, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {problem}")]
pub struct ManifestError {
    /// Counted from 1.
    pub line: u32,
    /// What was found and what is allowed.
    pub problem: String,
}

/// What a game's author states beside the module.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name on the command line.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What kind of game it is, in a few words.
    #[serde(default)]
    pub kind: Option<String>,
    /// How it is played, in a paragraph.
    pub summary: String,
    /// Bytes of a state.
    pub state: usize,
    /// Cells of a view.
    pub cells: usize,
    /// How many plies a game usually lasts, or moves a solution has.
    pub plies: u32,
    /// Whether chance ever has the turn.
    #[serde(default)]
    pub chance: bool,
    /// What its problems are, if it is a puzzle.
    #[serde(default)]
    pub puzzle: Option<Problems>,
    /// The functions that programs are made of.
    #[serde(default)]
    pub functions: FunctionSet,
    /// The range of constants, if not that of the functions' own.
    #[serde(default)]
    pub constants: Option<Vec<f64>>,
    /// What terminals with a parameter range over, by name.
    #[serde(default)]
    pub domains: BTreeMap<String, Vec<String>>,
    /// What programs may ask about a position.
    #[serde(default, rename = "terminal")]
    pub terminals: Vec<Terminal>,
    /// The trees that judge positions, where there is more than one.
    #[serde(default)]
    pub trees: Option<Trees>,
    /// A program by hand, in the language itself.
    #[serde(default)]
    pub guide: Option<Guide>,
    /// What is to be seen.
    #[serde(default)]
    pub board: Option<Board>,
    /// Where all this is written.
    #[serde(skip)]
    document: Option<Node>,
}

/// The numbered problems of a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problems {
    /// Problems 1 to this are for training.
    pub training: u32,
    /// So many after them are for measuring.
    pub test: u32,
}

/// Something that programs may ask about a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terminal {
    /// Its name in programs.
    pub name: String,
    /// How it is read.
    pub read: Reading,
    /// From which cell.
    pub cell: u16,
    /// The cell that is counted against it.
    #[serde(default)]
    pub minus: Option<u16>,
    /// The lowest and the highest number it can be.
    #[serde(default)]
    pub within: Option<Vec<f64>>,
    /// What the bits stand for.
    #[serde(default)]
    pub of: Option<String>,
    /// What it is, for people.
    pub meaning: String,
}

/// How a terminal is read from its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The cell holds a number: the bits of an f64.
    Number,
    /// How many bits are set.
    Count,
    /// How many more bits are set than in another cell.
    Difference,
    /// Whether one bit is set.
    Bit,
}

/// Several trees that judge positions, and what decides between them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trees {
    /// The byte of the state that holds the number of the tree, from 0.
    pub byte: usize,
    /// Each tree's name, and what it judges.
    pub names: Vec<(String, String)>,
}

/// A program by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// The program; with several trees each after a line `tree NAME`.
    pub program: String,
}

/// What is to be seen of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Columns and rows of squares.
    #[serde(default)]
    pub grid: Option<Vec<usize>>,
    /// Columns and rows of hexagons, of which every other row is half a cell to the right.
    #[serde(default)]
    pub hexagons: Option<Vec<usize>>,
    /// Places by their centres, a unit apart.
    #[serde(default)]
    pub places: Option<Vec<(f64, f64)>>,
    /// What those places are called, if not by their numbers.
    #[serde(default)]
    pub names: Option<Vec<String>>,
    /// Whether row 1 is the lowest.
    #[serde(default)]
    pub up: bool,
    /// What the codes of moves say.
    #[serde(default)]
    pub moves: MoveKind,
    /// The first of the bytes that are shown as numbers, a byte a place.
    #[serde(default)]
    pub numbers: Option<usize>,
    /// What stands on places.
    #[serde(default, rename = "piece")]
    pub pieces: Vec<Piece>,
}

/// What the code of a move says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A place.
    Square,
    /// A place, and 256 times another.
    FromTo,
    /// A column of the grid.
    Column,
    /// Nothing: moves are chosen from a list.
    #[default]
    List,
}

/// What stands on places.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The first of the eight bytes of a set of places, lowest bit first.
    #[serde(default)]
    pub set: Option<usize>,
    /// The first of the bytes of all places.
    #[serde(default)]
    pub byte: Option<usize>,
    /// What the byte of a place is where this stands.
    #[serde(default)]
    pub is: Option<u8>,
    /// Whose it is.
    #[serde(default)]
    pub of: Owner,
    /// A letter or two on it.
    #[serde(default)]
    pub mark: String,
}

/// Whose a piece is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The player who moves first in the initial position.
    #[default]
    First,
    /// The other one.
    Second,
    /// Whoever is to move.
    Mover,
    /// The other one.
    Enemy,
}

impl Manifest {
    /// Reads and checks a manifest.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        let document = Node::parse(text, 0)
            .map_err(|error| ManifestError { line: error.line, problem: error.message })?;
        let manifest: Manifest = decode(&document.to_toml()).map_err(|error| explain(&error, &document))?;
        manifest.check(&document)?;
        Ok(Manifest { document: Some(document), ..manifest })
    }

    /// What is wrong with what stands at this path of keys and numbers, as was found out later.
    pub(crate) fn wrong(&self, path: &[&str], problem: String) -> ManifestError {
        let node = self.document.as_ref().map(|document| document.deepest(path).0);
        ManifestError { line: node.map_or(1, |node| node.origin.line.max(1)), problem }
    }

    fn check(&self, document: &Node) -> Result<(), ManifestError> {
        let rule = |holds: bool, key: &str, found: &dyn Display, allowed: &str| {
            let path: Vec<&str> = key.split('.').collect();
            let line = document.deepest(&path).0.origin.line.max(1);
            let problem = format!("`{key}` is {found}, allowed is {allowed}");
            if holds { Ok(()) } else { Err(ManifestError { line, problem }) }
        };
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_name = self.name.starts_with(|c: char| c.is_ascii_lowercase())
            && self.name.len() <= 40
            && self.name.chars().all(is_plain);
        let allowed = "up to 40 small letters, digits and `-`, a letter first";
        rule(is_name, "name", &format!("`{}`", self.name), allowed)?;
        // What is printed may not move the cursor.
        let is_text = |text: &str| text.chars().all(|c| !c.is_control() || c == '\n');
        let kind = self.kind.as_deref().unwrap_or_default();
        for (key, text) in [("title", &self.title[..]), ("summary", &self.summary), ("kind", kind)] {
            rule(is_text(text), key, &format!("{text:?}"), "text without control characters")?;
        }
        for (number, terminal) in self.terminals.iter().enumerate() {
            let key = format!("terminal.{number}.meaning");
            let meaning = &terminal.meaning;
            rule(is_text(meaning), &key, &format!("{meaning:?}"), "text without control characters")?;
        }
        rule((2..=MOST_STATE).contains(&self.state), "state", &self.state, "2 to 1024 bytes")?;
        rule((1..=MOST_CELLS).contains(&self.cells), "cells", &self.cells, "1 to 64")?;
        rule((2..=10_000).contains(&self.plies), "plies", &self.plies, "2 to 10000")?;
        if let Some(Problems { training, test }) = self.puzzle {
            let allowed = "1 to 1000000";
            rule((1..=MOST_PROBLEMS).contains(&training), "puzzle.training", &training, allowed)?;
            rule((1..=MOST_PROBLEMS).contains(&test), "puzzle.test", &test, allowed)?;
            let most = crate::puzzle::MOST_STATE;
            rule(self.state <= most, "state", &self.state, &format!("2 to {most} bytes in a puzzle"))?;
            rule(!self.chance, "chance", &self.chance, "false in a puzzle")?;
            rule(self.trees.is_none(), "trees", &"given", "nothing in a puzzle: one tree estimates")?;
        }
        if let Some(range) = &self.constants {
            rule(is_range(range), "constants", &format!("{range:?}"), RANGE)?;
        }
        rule(!self.terminals.is_empty(), "terminal", &"missing", "one or more tables `[[terminal]]`")?;
        for (number, terminal) in self.terminals.iter().enumerate() {
            self.check_terminal(terminal, |holds, key, found, allowed| {
                rule(holds, &format!("terminal.{number}.{key}"), found, allowed)
            })?;
        }
        if let Some(trees) = &self.trees {
            let allowed = format!("2 to {}, a byte of the state", self.state - 1);
            rule((2..self.state).contains(&trees.byte), "trees.byte", &trees.byte, &allowed)?;
            let count = trees.names.len();
            rule((2..=16).contains(&count), "trees.names", &format!("{count} trees"), "2 to 16")?;
        }
        let Some(board) = &self.board else { return Ok(()) };
        let shapes = [board.grid.is_some(), board.hexagons.is_some(), board.places.is_some()];
        let count = shapes.iter().filter(|given| **given).count();
        rule(count == 1, "board", &format!("{count} of them"), "one of grid, hexagons and places")?;
        for (key, sizes) in [("board.grid", &board.grid), ("board.hexagons", &board.hexagons)] {
            let Some(sizes) = sizes else { continue };
            let is_board =
                matches!(sizes[..], [columns @ 1..=26, rows @ 1..=99] if columns * rows <= MOST_PLACES);
            rule(is_board, key, &format!("{sizes:?}"), "up to 26 columns and 99 rows, 400 places in all")?;
        }
        if let Some(places) = &board.places {
            let is_near = |(x, y): &(f64, f64)| (0.0..=100.0).contains(x) && (0.0..=100.0).contains(y);
            let is_board = (1..=MOST_PLACES).contains(&places.len()) && places.iter().all(is_near);
            let allowed = "1 to 400 places, from 0 to 100 each way";
            rule(is_board, "board.places", &format!("{} places", places.len()), allowed)?;
        }
        if let Some(names) = &board.names {
            let is_name = |name: &String| {
                let length = name.chars().count();
                (1..=8).contains(&length) && name.chars().all(|c| c.is_alphanumeric() || c == ' ')
            };
            let are_different = (1..names.len()).all(|place| !names[..place].contains(&names[place]));
            let are_names = board.places.as_ref().is_some_and(|places| places.len() == names.len());
            let found = format!("{} names", names.len());
            let allowed = "a different one of up to 8 letters, digits and blanks for each of `places`, and only for them";
            let holds = are_names && are_different && names.iter().all(is_name);
            rule(holds, "board.names", &found, allowed)?;
        }
        let places = board.place_count();
        let fits = |at: usize, bytes: usize| at + bytes <= self.state;
        if let Some(at) = board.numbers {
            rule(fits(at, places), "board.numbers", &at, "where all its bytes lie in the state")?;
        }
        let has_columns = board.grid.is_some() || board.moves != MoveKind::Column;
        rule(has_columns, "board.moves", &"\"column\"", "so only with a grid")?;
        for (number, piece) in board.pieces.iter().enumerate() {
            let key = format!("board.piece.{number}");
            let is_one = piece.set.is_some() != (piece.byte.is_some() && piece.is.is_some())
                && piece.byte.is_some() == piece.is.is_some();
            rule(is_one, &key, &"unclear", "`set`, or `byte` with `is`")?;
            if let Some(at) = piece.set {
                let allowed = "where all its bytes lie in the state, and only with 64 places or less";
                rule(places <= 64 && fits(at, 8), &format!("{key}.set"), &at, allowed)?;
            }
            if let Some(at) = piece.byte {
                let allowed = "where all its bytes lie in the state";
                rule(fits(at, places), &format!("{key}.byte"), &at, allowed)?;
            }
            let is_short = piece.mark.chars().count() <= 2;
            rule(is_short, &format!("{key}.mark"), &format!("`{}`", piece.mark), "at most two letters")?;
        }
        Ok(())
    }

    fn check_terminal(
        &self,
        terminal: &Terminal,
        rule: impl Fn(bool, &str, &dyn Display, &str) -> Result<(), ManifestError>,
    ) -> Result<(), ManifestError> {
        let cells = format!("0 to {}", self.cells - 1);
        let is_cell = |cell: u16| usize::from(cell) < self.cells;
        rule(is_cell(terminal.cell), "cell", &terminal.cell, &cells)?;
        let given = |is_given: bool| if is_given { "given" } else { "missing" };
        let (minus, within, of) =
            (terminal.minus.is_some(), terminal.within.is_some(), terminal.of.is_some());
        let is_difference = terminal.read == Reading::Difference;
        rule(minus == is_difference, "minus", &given(minus), "given for a difference and for nothing else")?;
        let is_number = terminal.read == Reading::Number;
        rule(within == is_number, "within", &given(within), "given for a number and for nothing else")?;
        let is_bit = terminal.read == Reading::Bit;
        rule(of == is_bit, "of", &given(of), "given for a bit and for nothing else")?;
        if let Some(cell) = terminal.minus {
            rule(is_cell(cell), "minus", &cell, &cells)?;
        }
        if let Some(range) = &terminal.within {
            rule(is_range(range), "within", &format!("{range:?}"), RANGE)?;
        }
        if let Some(domain) = &terminal.of {
            let names: Vec<&str> = self.domain_names();
            let nearest = Nearest::to(domain, names.iter().copied());
            let found = format!("`{domain}`{nearest}");
            rule(names.contains(&&domain[..]), "of", &found, &format!("a domain: {}", names.join(", ")))?;
        }
        Ok(())
    }

    /// The domains that terminals may name: those stated, and the squares of a board.
    fn domain_names(&self) -> Vec<&str> {
        let squares = self.board.as_ref().map(|_| SQUARE);
        squares.into_iter().chain(self.domains.keys().map(String::as_str)).collect()
    }
}

/// The domain of the places of a board.
pub(crate) const SQUARE: &str = "square";

const RANGE: &str = "a lower and a higher number, at most 1e15";

fn is_range(range: &[f64]) -> bool {
    matches!(*range, [low, high] if low < high && low >= -1e15 && high <= 1e15)
}

impl Board {
    /// Columns and rows, where it has them.
    pub fn sizes(&self) -> Option<(usize, usize)> {
        match self.grid.as_deref().or(self.hexagons.as_deref()) {
            Some([columns, rows]) => Some((*columns, *rows)),
            _ => None,
        }
    }

    /// How many places it has.
    pub fn place_count(&self) -> usize {
        self.sizes()
            .map_or_else(|| self.places.as_ref().map_or(0, Vec::len), |(columns, rows)| columns * rows)
    }

    /// The name of a place: a letter for the column and a number for the row, or its own, or its number.
    pub fn place_name(&self, place: usize) -> String {
        let name = self.names.as_ref().and_then(|names| names.get(place));
        match (self.sizes(), name) {
            (Some((columns, _)), _) => format!("{}{}", column_name(place % columns), place / columns + 1),
            (None, Some(name)) => name.clone(),
            (None, None) => (place + 1).to_string(),
        }
    }
}

/// The letter of a column.
pub(crate) fn column_name(column: usize) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// What is wrong with a value, at its line.
fn explain(error: &DecodeError, document: &Node) -> ManifestError {
    let path: Vec<&str> = error.path.iter().map(String::as_str).collect();
    let (node, _) = document.deepest(&path);
    let line = |key: Option<&str>| key.and_then(|key| node.get(key)).unwrap_or(node).origin.line.max(1);
    let full = |key: &str| path.iter().copied().chain([key]).collect::<Vec<_>>().join(".");
    let here = path.join(".");
    let (line, problem) = match &error.problem {
        DecodeProblem::UnknownKey { key, allowed } => {
            let nearest = Nearest::to(key, allowed.iter().copied()).said(full);
            let allowed = allowed.join(", ");
            (line(Some(key)), format!("`{}` is no key of a manifest{nearest}. Allowed: {allowed}", full(key)))
        }
        DecodeProblem::UnknownVariant { variant, allowed } => {
            let nearest = Nearest::to(variant, allowed.iter().copied());
            (line(None), format!("`{here}` is `{variant}`{nearest}. Allowed: {}", allowed.join(", ")))
        }
        DecodeProblem::Missing { key } => (line(None), format!("`{}` is missing", full(key))),
        DecodeProblem::Type { found, expected } => {
            (line(None), format!("`{here}` is {found}, expected {expected}"))
        }
        DecodeProblem::Other(problem) => (line(None), format!("`{here}`: {problem}")),
    };
    ManifestError { line, problem }
}
