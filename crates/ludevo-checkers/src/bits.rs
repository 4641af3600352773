//! The dark squares of a checkers board as bits, and steps and jumps as shifts of whole sets.
//!
//! Squares are numbered as in print: 1 at the top left, `ROW` a row, black at the top. After every two rows one bit is
//! left free, so that a step down is a shift by `ROW` or `ROW + 1` from any square, and a step over the edge ends on a
//! free bit.

/// A board with `ROW` dark squares a row: 4 on 8x8, 5 on 10x10.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const ROW: u32>;

/// How many diagonal directions there are: down left, down right, up right, up left. Two further is the opposite one.
pub const DIRECTIONS: usize = 4;

impl<const ROW: u32> Grid<ROW> {
    /// How many dark squares there are.
    pub const SQUARES: u32 = 2 * ROW * ROW;

    /// One more than the highest bit of the board.
    const BITS: u32 = Self::index(Self::SQUARES) + 1;

    /// All squares.
    pub const ALL: u64 = Self::first_rows(2 * ROW);

    /// The row at the top, where white's men become kings.
    pub const TOP: u64 = Self::first_rows(1);

    /// The row at the bottom, where black's men become kings.
    pub const BOTTOM: u64 = Self::turned(Self::TOP);

    /// The squares of so many rows from the top.
    pub const fn first_rows(rows: u32) -> u64 {
        let mut set = 0;
        let mut number = 1;
        while number <= rows * ROW {
            set |= 1 << Self::index(number);
            number += 1;
        }
        set
    }

    /// The bit of a square, from its number.
    pub const fn index(number: u32) -> u32 {
        number - 1 + (number - 1) / (2 * ROW)
    }

    /// The number of a square, from its bit.
    pub const fn number(index: u32) -> u32 {
        index - index / (2 * ROW + 1) + 1
    }

    /// The board turned round, as the other player sees it.
    #[inline]
    pub const fn turned(set: u64) -> u64 {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The set without the bits that are left free: square 1 is bit 0, the last one is bit [`Self::SQUARES`] - 1.
    #[inline]
    pub const fn packed(set: u64) -> u64 {
        let two_rows = (1 << (2 * ROW)) - 1;
        let mut packed = 0;
        let mut pair = 0;
        while pair < ROW {
            packed |= (set >> pair) & (two_rows << (2 * ROW * pair));
            pair += 1;
        }
        packed
    }

    /// Every square moved one step in a direction. What leaves the board is on no square of [`Self::ALL`].
    #[inline(always)]
    pub const fn shifted(set: u64, direction: usize) -> u64 {
        match direction {
            0 => set << ROW,
            1 => set << (ROW + 1),
            2 => set >> ROW,
            _ => set >> (ROW + 1),
        }
    }

    /// The pieces that can step to a square of `empty`, by direction. Those of `down` go down, those of `up` go up.
    #[inline]
    pub const fn steps(down: u64, up: u64, empty: u64) -> [u64; DIRECTIONS] {
        [
            down & Self::shifted(empty, 2),
            down & Self::shifted(empty, 3),
            up & Self::shifted(empty, 0),
            up & Self::shifted(empty, 1),
        ]
    }

    /// The pieces that can jump over a piece of `over` to a square of `empty`, by direction.
    #[inline]
    pub const fn jumps(down: u64, up: u64, over: u64, empty: u64) -> [u64; DIRECTIONS] {
        [
            down & Self::shifted(over & Self::shifted(empty, 2), 2),
            down & Self::shifted(over & Self::shifted(empty, 3), 3),
            up & Self::shifted(over & Self::shifted(empty, 0), 0),
            up & Self::shifted(over & Self::shifted(empty, 1), 1),
        ]
    }
}
