//! Legal moves and turned pieces, four lines at once.
//!
//! The four lanes of a vector are the four lines through a square: along the row, along the column and along both
//! diagonals. On each the index changes by the lane's step.

use std::arch::x86_64::*;

use super::{INNER_COLUMNS, RAYS};

/// As [`legal_moves`](super::legal_moves).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn legal_moves(own: u64, opp: u64) -> u64 {
    let (step, two_steps) = (steps(1), steps(2));
    let own_lines = _mm256_set1_epi64x(own as i64);
    // Along the column pieces turn on every square.
    let inner = lanes([INNER_COLUMNS, INNER_COLUMNS, u64::MAX, INNER_COLUMNS]);
    let run = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), inner);
    let rising_pairs = _mm256_and_si256(run, _mm256_sllv_epi64(run, step));
    let falling_pairs = _mm256_srlv_epi64(rising_pairs, step);
    let mut rising = _mm256_and_si256(run, _mm256_sllv_epi64(own_lines, step));
    let mut falling = _mm256_and_si256(run, _mm256_srlv_epi64(own_lines, step));
    rising = _mm256_or_si256(rising, _mm256_and_si256(run, _mm256_sllv_epi64(rising, step)));
    falling = _mm256_or_si256(falling, _mm256_and_si256(run, _mm256_srlv_epi64(falling, step)));
    for _ in 0..2 {
        rising =
            _mm256_or_si256(rising, _mm256_and_si256(rising_pairs, _mm256_sllv_epi64(rising, two_steps)));
        falling =
            _mm256_or_si256(falling, _mm256_and_si256(falling_pairs, _mm256_srlv_epi64(falling, two_steps)));
    }
    let reached = _mm256_or_si256(_mm256_sllv_epi64(rising, step), _mm256_srlv_epi64(falling, step));
    union(reached) & !(own | opp)
}

/// As [`flips`](super::flips).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(own: u64, opp: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let (rising, falling) = (lanes(rays.rising), lanes(rays.falling));
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_set1_epi64x(opp as i64);
    let none = _mm256_setzero_si256();

    // The first square along the ray that is not the opponent's; it encloses the ones before it if it is ours.
    let stop = _mm256_andnot_si256(opp, rising);
    let first = _mm256_and_si256(stop, _mm256_sub_epi64(none, stop));
    let enclosing = _mm256_and_si256(first, own);
    let before = _mm256_and_si256(_mm256_add_epi64(enclosing, _mm256_set1_epi64x(-1)), rising);
    let turned_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(enclosing, none), before);

    // There is no instruction for the highest bit of each lane: the stop and all squares beyond it are marked, in steps
    // that never come back to the ray.
    let step = steps(1);
    let mut beyond = _mm256_andnot_si256(opp, falling);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps(2)));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, steps(4)));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    let enclosing = _mm256_and_si256(first, own);
    let before = _mm256_andnot_si256(beyond, falling);
    let turned_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(enclosing, none), before);

    union(_mm256_or_si256(turned_up, turned_down))
}

/// By how much the index changes in so many steps, in the order of [`Rays`](super::Rays).
#[inline]
#[target_feature(enable = "avx2")]
fn steps(count: u64) -> __m256i {
    lanes([1, 7, 8, 9].map(|step| step * count))
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes([a, b, c, d]: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64)
}

/// The squares that are in any of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    (_mm_cvtsi128_si64(halves) | _mm_extract_epi64::<1>(halves)) as u64
}
