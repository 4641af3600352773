//! What can be counted on a board of Senet, for the player who is `own`.

use super::board::{BEAUTIFUL, Board, HOUSES, PIECES, WATER, houses};
use super::rules::WAYS;

/// The way of a piece that has left the board.
const OFF: u32 = HOUSES + 1;

/// How far the player's pieces have come, added up; those that left the board have come one house further than the last.
pub fn progress(board: Board) -> u32 {
    let mut left = board.own;
    let mut sum = off(board) * OFF;
    while left != 0 {
        sum += left.trailing_zeros();
        left &= left - 1;
    }
    sum
}

/// Pieces that left the board.
pub fn off(board: Board) -> u32 {
    PIECES - board.own.count_ones()
}

/// Whether a piece is in the water.
pub fn drowned(board: Board) -> u32 {
    board.own >> WATER & 1
}

/// Pieces that cannot be hit, since a friend stands beside them.
pub fn defended(board: Board) -> u32 {
    board.flipped().defended().count_ones()
}

/// The longest row of pieces in neighbouring houses.
pub fn row(board: Board) -> u32 {
    let mut rows = board.own;
    let mut longest = 0;
    while rows != 0 {
        rows &= rows << 1;
        longest += 1;
    }
    longest
}

/// Ways of sixteen in which the enemy's first throw can hit, added up over the player's pieces.
pub fn exposed(board: Board) -> u32 {
    let enemy = board.flipped();
    let hits = |throw: u32| {
        let to = enemy.forward(throw) & houses(1, BEAUTIFUL) & !(1 << BEAUTIFUL);
        (to << throw & board.own).count_ones()
    };
    (1..=5).map(|throw| hits(throw) * u32::from(WAYS[throw as usize - 1])).sum()
}

/// Ways of sixteen in which the enemy's first throw can put a piece of the player's into the water.
pub fn endangered(board: Board) -> u32 {
    let enemy = board.flipped();
    let hits = |throw: u32| enemy.forward(throw) >> BEAUTIFUL & board.own >> (BEAUTIFUL + throw) & 1;
    (2..=4).map(|throw| hits(throw) * u32::from(WAYS[throw as usize - 1])).sum()
}

/// Pieces on the Beautiful House.
pub fn beautiful(board: Board) -> u32 {
    board.own >> BEAUTIFUL & 1
}

/// Pieces on the last three houses.
pub fn ending(board: Board) -> u32 {
    (board.own & houses(28, 30)).count_ones()
}

/// Pieces in the first ten houses, which keep all others from leaving.
pub fn first_ten(board: Board) -> u32 {
    (board.own & houses(1, 10)).count_ones()
}

/// Pieces that are within one throw of the Beautiful House.
pub fn near(board: Board) -> u32 {
    (board.own & houses(BEAUTIFUL - 5, BEAUTIFUL - 1)).count_ones()
}

/// The house of the rearmost piece; one beyond the last if there is none.
pub fn rear(board: Board) -> u32 {
    board.own.trailing_zeros().min(OFF)
}

/// Ways of sixteen in which the player's next throw moves something forward.
pub fn mobility(board: Board) -> u32 {
    (1..=5).map(|throw| u32::from(board.forward(throw) != 0) * u32::from(WAYS[throw as usize - 1])).sum()
}

/// Moves forward that the player's next throw gives on average, in sixteenths.
pub fn choices(board: Board) -> u32 {
    (1..=5).map(|throw| board.forward(throw).count_ones() * u32::from(WAYS[throw as usize - 1])).sum()
}
