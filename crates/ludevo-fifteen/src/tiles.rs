//! Tiles on sixteen cells, one of them empty, and how they are written.

use std::fmt;
use std::str::FromStr;

use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::Puzzle;
use rand::seq::{IteratorRandom, SliceRandom};
use thiserror::Error;

/// Cells in a row.
pub const SIDE: usize = 4;

/// All cells.
pub const CELLS: usize = SIDE * SIDE;

/// Where every tile lies: four bits a cell, the first cell lowest; 0 is the empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    packed: u64,
    hole: u8,
}

/// Why a text is no puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilesError {
    /// Not sixteen numbers.
    #[error("a fifteen puzzle is 16 numbers, row by row, with 0 for the empty cell; found {0}")]
    Count(usize),
    /// Something that is no tile.
    #[error("`{0}` is no tile: tiles are 1 to 15, and 0 is the empty cell")]
    NoTile(String),
    /// A tile twice.
    #[error("tile {0} is there twice")]
    Twice(u8),
    /// Half of all arrangements cannot be solved.
    #[error(
        "these tiles cannot be put in order, which is proved: their permutation has the wrong parity. The goal is 0 1 2 .. 15, with the empty place (0) first"
    )]
    Unsolvable,
}

impl Tiles {
    /// Everything in order, the empty cell first.
    pub const GOAL: Tiles = Tiles { packed: 0xfedc_ba98_7654_3210, hole: 0 };

    /// The tile in a cell; 0 if it is empty.
    #[inline]
    pub fn tile(self, cell: usize) -> u8 {
        tile(self.packed, cell)
    }

    /// The tiles, four bits a cell.
    #[inline]
    pub fn packed(self) -> u64 {
        self.packed
    }

    /// The empty cell.
    #[inline]
    pub fn hole(self) -> usize {
        self.hole.into()
    }

    /// Tiles in this order, if they can be put in order by moves.
    pub fn new(order: [u8; CELLS]) -> Result<Self, TilesError> {
        let mut seen = [false; CELLS];
        for tile in order {
            let place = seen.get_mut(usize::from(tile)).ok_or(TilesError::NoTile(tile.to_string()))?;
            if std::mem::replace(place, true) {
                return Err(TilesError::Twice(tile));
            }
        }
        let packed = order.iter().rev().fold(0, |packed, tile| packed << 4 | u64::from(*tile));
        let hole = order.iter().position(|tile| *tile == 0).expect("sixteen different numbers");
        let inversions: usize = (0..CELLS)
            .map(|cell| order[cell + 1..].iter().filter(|later| **later < order[cell]).count())
            .sum();
        // Each move is a transposition, and changes the colour of the empty cell as on a chessboard.
        let colour = hole / SIDE + hole % SIDE;
        if (inversions + colour) % 2 == 1 {
            return Err(TilesError::Unsolvable);
        }
        Ok(Tiles { packed, hole: hole as u8 })
    }

    /// The tiles after so many random moves from the goal, none of which takes the one before back.
    pub fn walked(number: u32, moves: u32) -> Tiles {
        let mut rng = stream(u64::from(number), Purpose::Sampling, 1, 15);
        let mut tiles = Tiles::GOAL;
        let mut last = None;
        for _ in 0..moves {
            let cells = beside(tiles.hole()).filter(|from| Some(*from) != last);
            let from = cells.choose(&mut rng).expect("two cells beside every cell");
            last = Some(tiles.hole());
            let to = tiles.hole;
            Fifteen.apply(&mut tiles, Slide { from: from as u8, to });
        }
        tiles
    }

    /// The tiles of a number: any of the arrangements that can be solved, drawn alike.
    pub fn drawn(number: u32) -> Tiles {
        let mut rng = stream(u64::from(number), Purpose::Sampling, 0, 15);
        let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
        loop {
            order.shuffle(&mut rng);
            if let Ok(tiles) = Tiles::new(order) {
                return tiles;
            }
        }
    }
}

/// The tile in a cell of packed tiles.
#[inline]
pub(crate) fn tile(packed: u64, cell: usize) -> u8 {
    (packed >> (4 * cell) & 0xf) as u8
}

/// Packed tiles with rows and columns changed places, and the tiles renamed so that the goal stays the goal. As far from it
/// as before.
pub(crate) fn mirrored(packed: u64) -> u64 {
    let turned = |number: usize| number % SIDE * SIDE + number / SIDE;
    let tiles = (0..CELLS).map(|cell| (turned(cell), turned(tile(packed, cell).into()) as u64));
    tiles.fold(0, |packed, (cell, tile)| packed | tile << (4 * cell))
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = (0..CELLS).map(|cell| self.tile(cell).to_string()).collect();
        f.write_str(&numbers.join(" "))
    }
}

impl FromStr for Tiles {
    type Err = TilesError;

    fn from_str(text: &str) -> Result<Self, TilesError> {
        let words: Vec<&str> = text.split(|sign: char| sign.is_whitespace() || sign == ',').collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let tiles = words
            .iter()
            .map(|word| {
                let tile = word.parse::<u8>().ok().filter(|tile| usize::from(*tile) < CELLS);
                tile.ok_or_else(|| TilesError::NoTile(word.chars().take(20).collect()))
            })
            .collect::<Result<Vec<u8>, _>>()?;
        let order = tiles.try_into().map_err(|tiles: Vec<u8>| TilesError::Count(tiles.len()))?;
        Tiles::new(order)
    }
}

/// A tile that moves into the empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The cell that the tile leaves.
    pub from: u8,
    /// The empty cell that it comes to.
    pub to: u8,
}

impl Slide {
    /// Where the tile goes.
    pub fn direction(self) -> &'static str {
        match i16::from(self.to) - i16::from(self.from) {
            -1 => "left",
            1 => "right",
            ..=0 => "up",
            _ => "down",
        }
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Fifteen;

/// The cells beside each cell, as a set.
const BESIDE: [u16; CELLS] = {
    let mut beside = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        if cell >= SIDE {
            beside[cell] |= 1 << (cell - SIDE);
        }
        if cell % SIDE > 0 {
            beside[cell] |= 1 << (cell - 1);
        }
        if cell % SIDE < SIDE - 1 {
            beside[cell] |= 1 << (cell + 1);
        }
        if cell + SIDE < CELLS {
            beside[cell] |= 1 << (cell + SIDE);
        }
        cell += 1;
    }
    beside
};

/// The cells beside a cell, in order.
#[inline]
pub(crate) fn beside(cell: usize) -> impl Iterator<Item = usize> {
    let mut left = BESIDE[cell];
    std::iter::from_fn(move || {
        let next = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (next < CELLS).then_some(next)
    })
}

impl Puzzle for Fifteen {
    type State = Tiles;
    type Move = Slide;

    #[inline]
    fn moves(&self, tiles: &Tiles, moves: &mut Vec<Slide>) {
        let to = tiles.hole;
        moves.extend(beside(tiles.hole()).map(|from| Slide { from: from as u8, to }));
    }

    #[inline]
    fn apply(&self, tiles: &mut Tiles, Slide { from, to }: Slide) {
        let tile = tiles.packed >> (4 * from) & 0xf;
        tiles.packed ^= tile << (4 * from) | tile << (4 * to);
        tiles.hole = from;
    }

    #[inline]
    fn is_solved(&self, tiles: &Tiles) -> bool {
        *tiles == Tiles::GOAL
    }

    #[inline]
    fn key(&self, tiles: &Tiles) -> u64 {
        let mixed = (tiles.packed ^ tiles.packed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 29
    }

    #[inline]
    fn takes_back(&self, last: Slide, action: Slide) -> bool {
        last.from == action.to && last.to == action.from
    }
}
