//! What strong players look at, as sets of squares. Readings that are compiled for newer processors inline it.

use ludevo_search::tuned;

use super::bits::CORNERS;
use super::rules::Board;

/// The squares of the edges, corners included.
pub const EDGES: u64 = 0xff81_8181_8181_81ff;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares that touch any of `squares`, in all eight directions.
#[inline(always)]
pub fn neighbours(squares: u64) -> u64 {
    let sideways = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    (sideways | sideways << 8 | sideways >> 8) & !squares
}

/// Own pieces diagonally beside an empty corner.
#[inline(always)]
pub fn exposed_x(own: u64, opp: u64) -> u64 {
    let empty = CORNERS & !(own | opp);
    own & (empty << 9 & NOT_A | empty << 7 & NOT_H | empty >> 7 & NOT_A | empty >> 9 & NOT_H)
}

/// Own edge pieces right beside an empty corner.
#[inline(always)]
pub fn exposed_c(own: u64, opp: u64) -> u64 {
    let empty = CORNERS & !(own | opp);
    own & (empty << 1 & NOT_A | empty >> 1 & NOT_H | empty << 8 | empty >> 8)
}

/// Own pieces that touch an empty square.
#[inline(always)]
pub fn frontier(own: u64, opp: u64) -> u64 {
    own & neighbours(!(own | opp))
}

/// Empty squares that touch an opposing piece: places where a move may become possible.
#[inline(always)]
pub fn potential(own: u64, opp: u64) -> u64 {
    !(own | opp) & neighbours(opp)
}

/// Own pieces that can never be turned, as far as growing out from own corners tells: a piece is safe when, along each
/// of the four lines through it, one neighbour is the border or safe.
#[inline(always)]
pub fn stable(own: u64, _opp: u64) -> u64 {
    const TOP: u64 = 0x0000_0000_0000_00ff;
    const BOTTOM: u64 = 0xff00_0000_0000_0000;
    let mut safe = own & CORNERS;
    loop {
        let left = safe << 1 | !NOT_A;
        let right = safe >> 1 | !NOT_H;
        let up = safe << 8 | TOP;
        let down = safe >> 8 | BOTTOM;
        let falling = safe << 9 & NOT_A | safe >> 9 & NOT_H | EDGES;
        let rising = safe << 7 & NOT_H | safe >> 7 & NOT_A | EDGES;
        let grown = own & (left & NOT_A | !NOT_A | right) & (up | down) & falling & rising;
        if grown == safe {
            return safe;
        }
        safe |= grown;
    }
}

/// The squares of each kind that the symmetries of the board leave, in the order of the language's domain.
const KINDS: [u64; 10] = [
    0x8100_0000_0000_0081,
    0x4281_0000_0000_8142,
    0x2400_8100_0081_0024,
    0x1800_0081_8100_0018,
    0x0042_0000_0000_4200,
    0x0024_4200_0042_2400,
    0x0018_0042_4200_1800,
    0x0000_2400_0024_0000,
    0x0000_1824_2418_0000,
    0x0000_0018_1800_0000,
];

tuned! {
    /// Own less opposing pieces on one kind of square.
    pub fn kind_difference(view: &[u64], kind: u16) -> f64 {
        let squares = KINDS[usize::from(kind)];
        f64::from((view[0] & squares).count_ones()) - f64::from((view[1] & squares).count_ones())
    }

    /// A cheap guess at how good a position is for the player to move, to search good moves first: mobility.
    pub fn promise(board: &Board) -> f64 {
        super::opponents::mobility_difference(board).into()
    }
}
