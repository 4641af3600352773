//! Lower bounds of how many moves are left, from cheap to dear. None ever exceeds the truth, so that whatever is made of
//! them by choosing one of them does not either.

use std::collections::VecDeque;
use std::sync::LazyLock;

use super::tiles::{CELLS, SIDE, beside, mirrored, tile};

/// A bound.
pub struct Bound {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// What it says of tiles, four bits a cell.
    pub value: fn(u64) -> u32,
}

/// All bounds.
#[rustfmt::skip]
pub static BOUNDS: [Bound; 6] = [
    Bound { name: "Manhattan", meaning: "cells that tiles are away from their own, along rows and columns",
        value: manhattan },
    Bound { name: "Conflicts", meaning: "Manhattan, and two for each tile that must leave a line for another to pass",
        value: |tiles| manhattan(tiles) + conflicts(tiles) },
    Bound { name: "Walking", meaning: "moves between rows, and between columns, as if tiles of a line were alike",
        value: walking },
    Bound { name: "Patterns", meaning: "moves of the tiles of three patterns of five, each as if the others were not there",
        value: |tiles| PATTERNS.iter().map(|pattern| pattern.moves(tiles)).sum() },
    Bound { name: "MirroredPatterns", meaning: "Patterns of the puzzle with rows and columns changed places",
        value: |tiles| { let turned = mirrored(tiles); PATTERNS.iter().map(|pattern| pattern.moves(turned)).sum() } },
    Bound { name: "OtherPatterns", meaning: "the same as Patterns of three others",
        value: |tiles| OTHER_PATTERNS.iter().map(|pattern| pattern.moves(tiles)).sum() },
];

/// The place of a tile's goal.
fn goal(tile: usize) -> (usize, usize) {
    (tile / SIDE, tile % SIDE)
}

fn manhattan(tiles: u64) -> u32 {
    static AWAY: LazyLock<[[u8; CELLS]; CELLS]> = LazyLock::new(|| {
        std::array::from_fn(|cell| {
            std::array::from_fn(|tile| {
                let ((row, column), (own_row, own_column)) = (goal(cell), goal(tile));
                if tile == 0 { 0 } else { (row.abs_diff(own_row) + column.abs_diff(own_column)) as u8 }
            })
        })
    });
    let away = &*AWAY;
    (0..CELLS).map(|cell| u32::from(away[cell][usize::from(tile(tiles, cell))])).sum()
}

/// For a line of four cells, by what lies there: two for each tile that has to leave it.
type LineTable = Vec<u8>;

/// Twice the fewest tiles of a line that must leave it so that the others are in order; `own` is the place of a tile in
/// this line's goal.
fn leaving(line: usize, own: impl Fn(usize) -> Option<usize>) -> u8 {
    let places: Vec<usize> = (0..SIDE)
        .filter_map(|cell| match line >> (4 * cell) & 0xf {
            0 => None,
            tile => own(tile),
        })
        .collect();
    let longest = (0..1_u32 << places.len())
        .filter(|kept| {
            let kept = places.iter().enumerate().filter(|(index, _)| kept >> index & 1 == 1);
            kept.map(|(_, place)| *place).is_sorted()
        })
        .map(u32::count_ones)
        .max()
        .unwrap_or(0);
    2 * (places.len() as u32 - longest) as u8
}

static ROWS: LazyLock<[LineTable; SIDE]> = LazyLock::new(|| {
    std::array::from_fn(|row| {
        (0..1 << 16).map(|line| leaving(line, |tile| (goal(tile).0 == row).then(|| goal(tile).1))).collect()
    })
});

static COLUMNS: LazyLock<[LineTable; SIDE]> = LazyLock::new(|| {
    std::array::from_fn(|column| {
        (0..1 << 16)
            .map(|line| leaving(line, |tile| (goal(tile).1 == column).then(|| goal(tile).0)))
            .collect()
    })
});

/// The tiles of a row.
fn row(tiles: u64, row: usize) -> usize {
    (tiles >> (16 * row) & 0xffff) as usize
}

/// The tiles of a column.
fn column(tiles: u64, column: usize) -> usize {
    let of_row = |row: usize| (tiles >> (16 * row + 4 * column) & 0xf) as usize;
    of_row(0) | of_row(1) << 4 | of_row(2) << 8 | of_row(3) << 12
}

fn conflicts(tiles: u64) -> u32 {
    let (rows, columns) = (&*ROWS, &*COLUMNS);
    (0..SIDE)
        .map(|line| u32::from(rows[line][row(tiles, line)]) + u32::from(columns[line][column(tiles, line)]))
        .sum()
}

/// The walking distance (Takahashi): how many tiles of each goal line are in each line, three bits a number, and how many
/// moves across lines lead from there to the goal.
struct Walk {
    /// By the numbers of all four lines, sorted.
    known: Vec<(u64, u8)>,
    /// What each line, as the tiles in it, counts for: by goal row, and by goal column.
    by_row: Vec<u16>,
    by_column: Vec<u16>,
}

static WALK: LazyLock<Walk> = LazyLock::new(|| {
    let count = |line: usize, of: fn(usize) -> usize| {
        let tiles = (0..SIDE).map(|cell| line >> (4 * cell) & 0xf).filter(|tile| *tile > 0);
        tiles.fold(0, |counts: u16, tile| counts.wrapping_add(1 << (3 * of(tile))))
    };
    let by_row = (0..1 << 16).map(|line| count(line, |tile| goal(tile).0)).collect();
    let by_column = (0..1 << 16).map(|line| count(line, |tile| goal(tile).1)).collect();
    Walk { known: walks(), by_row, by_column }
});

/// All distributions of tiles over lines, with their distances from the goal.
fn walks() -> Vec<(u64, u8)> {
    // The first line has the empty cell and three tiles of its own.
    let start = (0..SIDE as u64).fold(0, |counts, line| {
        let own = if line == 0 { 3 } else { 4 };
        counts | own << (12 * line + 3 * line)
    });
    let mut known = std::collections::BTreeMap::from([((start, 0_u64), 0_u8)]);
    let mut waiting = VecDeque::from([(start, 0_u64)]);
    while let Some((counts, hole)) = waiting.pop_front() {
        let moves = known[&(counts, hole)];
        let next = [hole.checked_sub(1), Some(hole + 1).filter(|line| *line < SIDE as u64)];
        for from in next.into_iter().flatten() {
            for kind in 0..SIDE as u64 {
                if counts >> (12 * from + 3 * kind) & 7 == 0 {
                    continue;
                }
                let after = counts - (1 << (12 * from + 3 * kind)) + (1 << (12 * hole + 3 * kind));
                known.entry((after, from)).or_insert_with(|| {
                    waiting.push_back((after, from));
                    moves + 1
                });
            }
        }
    }
    // Where the hole is can be told from the counts.
    let mut known: Vec<(u64, u8)> = known.into_iter().map(|((counts, _), moves)| (counts, moves)).collect();
    known.sort_unstable();
    known
}

fn walking(tiles: u64) -> u32 {
    let walk = &*WALK;
    let moves = |counts: u64| {
        let place = walk.known.binary_search_by_key(&counts, |(known, _)| *known);
        u32::from(walk.known[place.expect("every distribution is known")].1)
    };
    let gather = |line: &dyn Fn(usize) -> u16| {
        (0..SIDE).fold(0, |counts, at| counts | u64::from(line(at)) << (12 * at))
    };
    moves(gather(&|at| walk.by_row[row(tiles, at)])) + moves(gather(&|at| walk.by_column[column(tiles, at)]))
}

/// Five tiles: how often they must move, wherever the others are (an additive pattern database, Korf and Felner 2002).
struct Pattern {
    tiles: [u8; 5],
    /// By the cells of the five, four bits each.
    moves: Vec<u8>,
}

static PATTERNS: LazyLock<[Pattern; 3]> =
    LazyLock::new(|| [[1, 2, 3, 4, 5], [6, 7, 10, 11, 15], [8, 9, 12, 13, 14]].map(Pattern::new));

static OTHER_PATTERNS: LazyLock<[Pattern; 3]> =
    LazyLock::new(|| [[1, 2, 3, 6, 7], [4, 5, 8, 9, 12], [10, 11, 13, 14, 15]].map(Pattern::new));

const UNKNOWN: u8 = u8::MAX;

impl Pattern {
    /// Works it out backwards from the goal: moves of other tiles cost nothing.
    fn new(tiles: [u8; 5]) -> Self {
        let place = |cells: &[u8; 5]| cells.iter().rev().fold(0, |at, cell| at << 4 | usize::from(*cell));
        let mut moves = vec![UNKNOWN; 1 << 20];
        let mut seen = vec![0_u16; 1 << 20];
        let mut waiting = VecDeque::from([(tiles, 0_u8, 0_u8)]);
        while let Some((cells, hole, cost)) = waiting.pop_front() {
            let at = place(&cells);
            if seen[at] >> hole & 1 == 1 {
                continue;
            }
            seen[at] |= 1 << hole;
            moves[at] = moves[at].min(cost);
            for next in beside(hole.into()) {
                match cells.iter().position(|cell| usize::from(*cell) == next) {
                    None => {
                        if seen[at] >> next & 1 == 0 {
                            waiting.push_front((cells, next as u8, cost));
                        }
                    }
                    Some(moved) => {
                        let mut after = cells;
                        after[moved] = hole;
                        waiting.push_back((after, next as u8, cost + 1));
                    }
                }
            }
        }
        Pattern { tiles, moves }
    }

    fn moves(&self, tiles: u64) -> u32 {
        let mut cells = [0_u8; CELLS];
        (0..CELLS).for_each(|cell| cells[usize::from(tile(tiles, cell))] = cell as u8);
        let at = self.tiles.iter().rev().fold(0, |at, tile| at << 4 | usize::from(cells[usize::from(*tile)]));
        u32::from(self.moves[at])
    }
}
