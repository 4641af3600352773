//! Reversi as a game of one's own: the same game as the built-in one, to measure what a module costs.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -C opt-level=3 -C strip=symbols othello.rs -o othello.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// All that the rules depend on. Ludevo copies these 24 bytes; the first two mean the same in every game.
#[repr(C)]
pub struct State {
    /// 0 or 1: this player moves; 3 or 4: the first or the second has won; 5: nobody has.
    turn: u8,
    _unused: [u8; 7],
    /// The squares of both players: a1 is bit 0, b1 is bit 1, a2 is bit 8.
    pieces: [u64; 2],
}

const START: State =
    State { turn: 0, _unused: [0; 7], pieces: [0x0000_0008_1000_0000, 0x0000_0010_0800_0000] };
/// The move of a player who cannot place a piece while the other can.
const PASS: u32 = 64;

static mut STATE: State = START;
static mut MOVES: [u32; 64] = [0; 64];
static mut VIEW: [u64; 21] = [0; 21];
static mut TEXT: [u8; 64] = [0; 64];

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGES: u64 = 0xff81_8181_8181_81ff;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Lines of pieces of `run` that begin beside `own`, one step beyond their end, in a direction and back.
#[inline(always)]
fn beyond<const D: u32>(own: u64, run: u64) -> u64 {
    let (mut up, mut down) = (run & (own << D), run & (own >> D));
    up |= run & (up << D);
    down |= run & (down >> D);
    let (up_pairs, down_pairs) = (run & (run << D), run & (run >> D));
    up |= up_pairs & (up << (2 * D));
    down |= down_pairs & (down >> (2 * D));
    up |= up_pairs & (up << (2 * D));
    down |= down_pairs & (down >> (2 * D));
    up << D | down >> D
}

/// The squares where the owner of `own` may place a piece.
#[inline(always)]
fn legal_moves(own: u64, opp: u64) -> u64 {
    let inner = opp & NOT_A & NOT_H;
    let found = beyond::<1>(own, inner) | beyond::<7>(own, inner) | beyond::<8>(own, opp) | beyond::<9>(own, inner);
    found & !(own | opp)
}

/// The squares in the four directions in which their number rises from a square, and in the four others.
static RAYS: [[[u64; 4]; 2]; 64] = {
    const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut all = [[[0; 4]; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (right, down) = RISING[direction];
            all[square][0][direction] = ray(square as i32, right, down);
            all[square][1][direction] = ray(square as i32, -right, -down);
            direction += 1;
        }
        square += 1;
    }
    all
};

const fn ray(square: i32, right: i32, down: i32) -> u64 {
    let (mut column, mut row) = (square % 8 + right, square / 8 + down);
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += down;
    }
    squares
}

/// The pieces that turn over when a piece is placed on a square.
#[inline(always)]
fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let [rising, falling] = &RAYS[square & 63];
    let mut turned = 0;
    for &ray in rising {
        let stop = ray & !opp;
        let enclosing = stop & stop.wrapping_neg() & own;
        turned |= enclosing.wrapping_sub((enclosing != 0) as u64) & ray;
    }
    for &ray in falling {
        let stop = (ray & !opp) | 1;
        let enclosing = (1 << (63 - stop.leading_zeros())) & own & ray;
        turned |= (enclosing.wrapping_neg() << 1) & ray;
    }
    turned
}

fn state() -> &'static mut State {
    unsafe { &mut *addr_of_mut!(STATE) }
}

/// The squares of the player to move and of the other.
fn sides() -> (u64, u64) {
    let player = usize::from(state().turn & 1);
    (state().pieces[player], state().pieces[1 - player])
}

#[no_mangle]
pub extern "C" fn ludevo_abi() -> i32 {
    1
}

#[no_mangle]
pub extern "C" fn state_at() -> *mut State {
    unsafe { addr_of_mut!(STATE) }
}

#[no_mangle]
pub extern "C" fn moves_at() -> *mut u32 {
    unsafe { addr_of_mut!(MOVES).cast() }
}

#[no_mangle]
pub extern "C" fn view_at() -> *mut u64 {
    unsafe { addr_of_mut!(VIEW).cast() }
}

#[no_mangle]
pub extern "C" fn text_at() -> *mut u8 {
    unsafe { addr_of_mut!(TEXT).cast() }
}

#[no_mangle]
pub extern "C" fn initial() {
    *state() = START;
}

/// A move is a square, or a pass.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let (own, opp) = sides();
    let mut left = legal_moves(own, opp);
    if left == 0 {
        moves[0] = PASS;
        return 1;
    }
    let mut count = 0;
    while left != 0 {
        moves[count & 63] = left.trailing_zeros();
        left &= left - 1;
        count += 1;
    }
    count as i32
}

#[no_mangle]
pub extern "C" fn apply(action: i32) {
    let player = usize::from(state().turn & 1);
    let (mut own, mut opp) = sides();
    if (action as u32) < PASS {
        let turned = flips(own, opp, action as usize);
        own |= 1 << action | turned;
        opp ^= turned;
    }
    let state = state();
    state.pieces[player] = own;
    state.pieces[1 - player] = opp;
    state.turn = 1 - player as u8;
    if legal_moves(opp, own) == 0 && legal_moves(own, opp) == 0 {
        let [first, second] = state.pieces.map(u64::count_ones);
        state.turn = if first > second { 3 } else if second > first { 4 } else { 5 };
    }
}

/// Squares as people name them.
#[no_mangle]
pub extern "C" fn text(action: i32) -> i32 {
    let text = unsafe { &mut *addr_of_mut!(TEXT) };
    let square = action as u8;
    text[..2].copy_from_slice(&if square < 64 { [b'a' + square % 8, b'1' + square / 8] } else { *b"--" });
    2
}

/// What is searched first: positions with many moves.
#[no_mangle]
pub extern "C" fn promise() -> f64 {
    let (own, opp) = sides();
    f64::from(legal_moves(own, opp).count_ones()) - f64::from(legal_moves(opp, own).count_ones())
}

fn neighbours(squares: u64) -> u64 {
    let sideways = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    (sideways | sideways << 8 | sideways >> 8) & !squares
}

fn exposed_x(own: u64, opp: u64) -> u64 {
    let empty = CORNERS & !(own | opp);
    own & (empty << 9 & NOT_A | empty << 7 & NOT_H | empty >> 7 & NOT_A | empty >> 9 & NOT_H)
}

fn exposed_c(own: u64, opp: u64) -> u64 {
    let empty = CORNERS & !(own | opp);
    own & (empty << 1 & NOT_A | empty >> 1 & NOT_H | empty << 8 | empty >> 8)
}

/// Pieces that can never be turned, as far as growing out from corners tells.
fn stable(own: u64) -> u64 {
    let mut safe = own & CORNERS;
    loop {
        let left = safe << 1 | !NOT_A;
        let right = safe >> 1 | !NOT_H;
        let up = safe << 8 | 0xff;
        let down = safe >> 8 | 0xff << 56;
        let falling = safe << 9 & NOT_A | safe >> 9 & NOT_H | EDGES;
        let rising = safe << 7 & NOT_H | safe >> 7 & NOT_A | EDGES;
        let grown = own & (left & NOT_A | !NOT_A | right) & (up | down) & falling & rising;
        if grown == safe {
            return safe;
        }
        safe |= grown;
    }
}

/// What programs may ask: sets of squares, the player's and the enemy's, which Ludevo counts.
#[no_mangle]
pub extern "C" fn view(wanted: i64) {
    let view = unsafe { &mut *addr_of_mut!(VIEW) };
    let (own, opp) = sides();
    let wants = |cell: u32| wanted >> cell & 0b11 != 0;
    let empty = !(own | opp);
    view[0] = own;
    view[1] = opp;
    view[2] = empty;
    if wanted >> 3 & 0b1111 != 0 {
        view[3] = legal_moves(own, opp);
        view[4] = legal_moves(opp, own);
        view[5] = view[3] & CORNERS;
        view[6] = view[4] & CORNERS;
    }
    if wants(7) {
        view[7] = exposed_x(own, opp);
        view[8] = exposed_x(opp, own);
    }
    if wants(9) {
        let near = neighbours(empty);
        view[9] = own & near;
        view[10] = opp & near;
    }
    if wants(11) {
        view[11] = empty & neighbours(opp);
        view[12] = empty & neighbours(own);
    }
    if wants(13) {
        view[13] = stable(own);
        view[14] = stable(opp);
    }
    view[15] = own & CORNERS;
    view[16] = opp & CORNERS;
    view[17] = own & EDGES;
    view[18] = opp & EDGES;
    if wants(19) {
        view[19] = exposed_c(own, opp);
        view[20] = exposed_c(opp, own);
    }
}
