//! Boards: vehicles and walls on a square, and how they are written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The sizes that boards may have.
pub const SIZES: std::ops::RangeInclusive<usize> = 4..=8;

/// Cells in a row of a mask, whatever the size of the board.
pub(crate) const STRIDE: usize = 8;

/// The lengths of a car and of a truck.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=3;

/// The letter of the target.
const TARGET: char = 'X';

/// A vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vehicle {
    /// Whether it moves up and down, and not to the left and right.
    pub is_vertical: bool,
    /// The column that it moves in if it is vertical, otherwise the row.
    pub line: u8,
    /// The row, or column, of its first cell.
    pub place: u8,
    /// How many cells it takes.
    pub length: u8,
}

impl Vehicle {
    /// Its cells with the first one at `place`.
    #[inline]
    pub(crate) fn cells_at(self, place: u8) -> u64 {
        let (line, place) = (usize::from(self.line), usize::from(place));
        if self.is_vertical {
            // A bit a row.
            let column = 0x0101_0101_0101_0101_u64
                & (1_u64 << (STRIDE * usize::from(self.length) - 1) << 1).wrapping_sub(1);
            column << (STRIDE * place + line)
        } else {
            ((1 << self.length) - 1) << (STRIDE * line + place)
        }
    }

    /// Its cells.
    pub fn cells(self) -> u64 {
        self.cells_at(self.place)
    }
}

/// A board: the target is the first vehicle, and leaves to the right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: usize,
    walls: u64,
    vehicles: Vec<Vehicle>,
}

/// Why a text, or a set of vehicles, is no board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// Not so many cells as a square has.
    #[error("a board is a square of 4x4 to 8x8 cells, 16 to 64 characters row by row; found {0}")]
    NotSquare(usize),
    /// A character that stands for nothing.
    #[error(
        "`{0}` in row {1}, column {2}: write letters for vehicles, `.` or `o` for an empty cell, `x` for a wall"
    )]
    Character(char, usize, usize),
    /// No target.
    #[error("there is no target: write it as `XX`, or as `AA` where no vehicle is called X")]
    NoTarget,
    /// A target in another row or direction.
    #[error("the target `{letter}` must be two cells side by side in row {row}, from which the exit leads")]
    Target {
        /// How it is written.
        letter: char,
        /// The row, counted from 1.
        row: usize,
    },
    /// A vehicle in two places.
    #[error(
        "vehicle `{0}` is bent or stands in two places: the cells of a vehicle are in one line, side by side"
    )]
    Bent(char),
    /// Too short or too long.
    #[error("vehicle `{letter}` has {length} cells: cars have 2, trucks have 3")]
    Length {
        /// How it is written.
        letter: char,
        /// Its cells.
        length: usize,
    },
    /// Two vehicles, or a vehicle and a wall, in one cell.
    #[error("row {0}, column {1} is taken twice")]
    Taken(usize, usize),
    /// A vehicle that is not on the board.
    #[error("a vehicle reaches beyond the edge of the board")]
    Outside,
}

impl Board {
    /// A board of these vehicles, the target first.
    pub fn new(size: usize, walls: u64, vehicles: Vec<Vehicle>) -> Result<Self, BoardError> {
        if !SIZES.contains(&size) {
            return Err(BoardError::NotSquare(size * size));
        }
        let inside = inside(size);
        let mut taken = walls;
        if walls & !inside != 0 {
            return Err(BoardError::Outside);
        }
        for (number, vehicle) in vehicles.iter().enumerate() {
            let length = usize::from(vehicle.length);
            if !LENGTHS.contains(&length) {
                return Err(BoardError::Length { letter: letter(number), length });
            }
            if usize::from(vehicle.line) >= size || usize::from(vehicle.place) + length > size {
                return Err(BoardError::Outside);
            }
            let twice = taken & vehicle.cells();
            if twice != 0 {
                let cell = twice.trailing_zeros() as usize;
                return Err(BoardError::Taken(cell / STRIDE + 1, cell % STRIDE + 1));
            }
            taken |= vehicle.cells();
        }
        let row = exit_row(size);
        match vehicles.first() {
            None => Err(BoardError::NoTarget),
            Some(Vehicle { is_vertical: false, line, length: 2, .. }) if usize::from(*line) == row => {
                Ok(Board { size, walls, vehicles })
            }
            Some(_) => Err(BoardError::Target { letter: TARGET, row: row + 1 }),
        }
    }

    /// Cells in a row.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Cells in which nothing can stand.
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// The vehicles, the target first.
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// The same vehicles elsewhere.
    pub(crate) fn with_places(&self, places: impl IntoIterator<Item = u8>) -> Board {
        let vehicles = self.vehicles.iter().zip(places).map(|(vehicle, place)| Vehicle { place, ..*vehicle });
        Board { vehicles: vehicles.collect(), ..*self }
    }

    /// The same board with its vehicles but for the target in the order of their cells: boards that differ in the
    /// letters of vehicles alone become equal.
    pub fn canonical(&self) -> Board {
        let mut board = self.clone();
        board.vehicles[1..].sort_by_key(|vehicle| (vehicle.cells().trailing_zeros(), vehicle.is_vertical));
        board
    }
}

/// The row of the exit, counted from 0.
pub fn exit_row(size: usize) -> usize {
    (size - 1) / 2
}

/// The cells of a board.
pub(crate) fn inside(size: usize) -> u64 {
    (0..size).fold(0, |cells, row| cells | ((1 << size) - 1) << (STRIDE * row))
}

/// How a vehicle is written, by its number.
pub fn letter(number: usize) -> char {
    let others = ('A'..='Z')
        .filter(|letter| *letter != TARGET)
        .chain(('a'..='z').filter(|letter| !"ox".contains(*letter)));
    if number == 0 { TARGET } else { others.into_iter().nth(number - 1).unwrap_or('?') }
}

/// Rows one after the other, without anything between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size {
            for column in 0..self.size {
                let cell = 1 << (STRIDE * row + column);
                let vehicle = self.vehicles.iter().position(|vehicle| vehicle.cells() & cell != 0);
                let character = match vehicle {
                    Some(number) => letter(number),
                    None if self.walls & cell != 0 => 'x',
                    None => '.',
                };
                write!(f, "{character}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads rows one after the other, with blanks, line ends or `/` between them or not.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let cells: Vec<char> = text.chars().filter(|cell| !cell.is_whitespace() && *cell != '/').collect();
        let size = SIZES.into_iter().find(|size| size * size == cells.len());
        let size = size.ok_or(BoardError::NotSquare(cells.len()))?;
        let mut walls = 0;
        let mut found: Vec<(char, Vec<(usize, usize)>)> = Vec::new();
        for (index, &cell) in cells.iter().enumerate() {
            let (row, column) = (index / size, index % size);
            match cell {
                '.' | 'o' => {}
                'x' => walls |= 1 << (STRIDE * row + column),
                letter if letter.is_ascii_alphabetic() => {
                    match found.iter_mut().find(|(known, _)| *known == letter) {
                        Some((_, cells)) => cells.push((row, column)),
                        None => found.push((letter, vec![(row, column)])),
                    }
                }
                other => return Err(BoardError::Character(other, row + 1, column + 1)),
            }
        }
        let target = found.iter().position(|(letter, _)| *letter == TARGET);
        let target = target.or_else(|| found.iter().position(|(letter, _)| *letter == 'A'));
        let target = target.ok_or(BoardError::NoTarget)?;
        found[..=target].rotate_right(1);
        let vehicles =
            found.iter().map(|(letter, cells)| vehicle(*letter, cells)).collect::<Result<_, _>>()?;
        Board::new(size, walls, vehicles).map_err(|error| match error {
            BoardError::Target { row, .. } => BoardError::Target { letter: found[0].0, row },
            other => other,
        })
    }
}

fn vehicle(letter: char, cells: &[(usize, usize)]) -> Result<Vehicle, BoardError> {
    let (row, column) = cells[0];
    let across = cells.iter().zip(column..).all(|(cell, column)| *cell == (row, column));
    let down = cells.iter().zip(row..).all(|(cell, row)| *cell == (row, column));
    let length = cells.len();
    match (across, down) {
        (true, true) => Err(BoardError::Length { letter, length }),
        (false, false) => Err(BoardError::Bent(letter)),
        _ if !LENGTHS.contains(&length) => Err(BoardError::Length { letter, length }),
        (_, is_vertical) => {
            let (line, place) = if is_vertical { (column, row) } else { (row, column) };
            Ok(Vehicle { is_vertical, line: line as u8, place: place as u8, length: length as u8 })
        }
    }
}
