//! Legal moves and turned pieces as operations on sets of squares.
//!
//! A set of squares is a `u64` whose bit 0 is a1, bit 1 is b1, and bit 63 is h8; row 1 is at the top of the board.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Columns b to g. A line that runs sideways or diagonally can only turn pieces here; this also keeps it from
/// continuing on the other edge of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares where the owner of `own` may place a piece against `opp`.
#[inline(always)]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if ludevo_search::processor::is_v3() {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::legal_moves(own, opp) };
    }
    legal_moves_anywhere(own, opp)
}

/// [`legal_moves`] on any processor.
pub(crate) fn legal_moves_anywhere(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER_COLUMNS;
    let reached = east(own, inner)
        | shifted_right::<1>(own, inner)
        | both_ways::<8>(own, opp)
        | both_ways::<7>(own, inner)
        | both_ways::<9>(own, inner);
    reached & !(own | opp)
}

/// Whether the owner of `own` may place a piece anywhere. Most positions are decided by the first line or two, which
/// is what makes this cheaper than [`legal_moves`].
#[inline]
pub fn can_move(own: u64, opp: u64) -> bool {
    let empty = !(own | opp);
    let inner = opp & INNER_COLUMNS;
    east(own, inner) & empty != 0
        || both_ways::<8>(own, opp) & empty != 0
        || (shifted_right::<1>(own, inner) | both_ways::<7>(own, inner) | both_ways::<9>(own, inner)) & empty
            != 0
}

/// The squares one past every run of `run` that begins beside `own`, to the east. Adding the run's first square to the
/// run carries into the square after it.
#[inline]
fn east(own: u64, run: u64) -> u64 {
    run.wrapping_add((own << 1) & run) & !run
}

/// The squares one past every run of `run` that begins beside `own`, going `D` squares up in index at a step. Lengths
/// double: runs of up to six are covered in three steps.
#[inline]
fn shifted_left<const D: u32>(own: u64, run: u64) -> u64 {
    let mut line = run & (own << D);
    line |= run & (line << D);
    let pairs = run & (run << D);
    line |= pairs & (line << (2 * D));
    line |= pairs & (line << (2 * D));
    line << D
}

/// The mirror of [`shifted_left`].
#[inline]
fn shifted_right<const D: u32>(own: u64, run: u64) -> u64 {
    let mut line = run & (own >> D);
    line |= run & (line >> D);
    let pairs = run & (run >> D);
    line |= pairs & (line >> (2 * D));
    line |= pairs & (line >> (2 * D));
    line >> D
}

#[inline]
fn both_ways<const D: u32>(own: u64, run: u64) -> u64 {
    shifted_left::<D>(own, run) | shifted_right::<D>(own, run)
}

/// The pieces of `opp` that turn over when the owner of `own` places a piece on the empty square `square` (0 to 63).
/// None exactly when the move is not legal.
#[inline(always)]
pub fn flips(own: u64, opp: u64, square: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if ludevo_search::processor::is_v3() {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::flips(own, opp, square) };
    }
    flips_anywhere(own, opp, square)
}

/// [`flips`] on any processor.
pub(crate) fn flips_anywhere(own: u64, opp: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut turned = 0;
    for &ray in &rays.rising {
        // The first square along the ray that is not the opponent's; it encloses the ones before it if it is ours.
        let stop = ray & !opp;
        let enclosing = stop & stop.wrapping_neg() & own;
        turned |= enclosing.wrapping_sub(u64::from(enclosing != 0)) & ray;
    }
    for &ray in &rays.falling {
        // Bit 0 stands in for "no stop". If it lies on the ray it is the opponent's then, so it encloses nothing.
        let stop = (ray & !opp) | 1;
        let enclosing = (1 << (63 - stop.leading_zeros())) & own & ray;
        turned |= (enclosing.wrapping_neg() << 1) & ray;
    }
    turned
}

/// The squares in each direction from one square: four in which the index rises, by 1, 7, 8 and 9, and four in which it
/// falls by these.
struct Rays {
    rising: [u64; 4],
    falling: [u64; 4],
}

static RAYS: [Rays; 64] = {
    const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut all = [const { Rays { rising: [0; 4], falling: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (right, down) = RISING[direction];
            all[square].rising[direction] = ray(square as i32, right, down);
            all[square].falling[direction] = ray(square as i32, -right, -down);
            direction += 1;
        }
        square += 1;
    }
    all
};

const fn ray(square: i32, right: i32, down: i32) -> u64 {
    let mut column = square % 8 + right;
    let mut row = square / 8 + down;
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += down;
    }
    squares
}
