//! Connect Four as a game of one's own: 7 columns, 6 rows, four in a line win.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols connect4.rs -o connect4.wasm
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
    /// Who moves after chance, where there is chance.
    mover: u8,
    _unused: [u8; 6],
    /// The squares of both players: a1 is bit 0, b1 is bit 1, a2 is bit 7.
    pieces: [u64; 2],
}

static mut STATE: State = State { turn: 0, mover: 0, _unused: [0; 6], pieces: [0; 2] };
static mut MOVES: [u32; 7] = [0; 7];
static mut VIEW: [u64; 8] = [0; 8];

const BOARD: u64 = (1 << 42) - 1;
const BOTTOM: u64 = (1 << 7) - 1;
/// Rows 1 to 3 and columns a to d: where lines upwards and to the right may start.
const LOW: u64 = (1 << 21) - 1;
const LEFT: u64 = columns(0b000_1111);
/// The step of a line, and where lines of four may start.
const LINES: [(u32, u64); 4] = [(1, LEFT), (7, LOW), (8, LEFT & LOW), (6, columns(0b111_1000) & LOW)];

/// The squares of these columns.
const fn columns(of_a_row: u64) -> u64 {
    let (mut all, mut row) = (0, 0);
    while row < 6 {
        all |= of_a_row << (7 * row);
        row += 1;
    }
    all
}

fn has_four(own: u64) -> bool {
    LINES.iter().any(|&(step, starts)| own & own >> step & own >> (2 * step) & own >> (3 * step) & starts != 0)
}

/// The squares that would complete a line of which the other three are `own`.
fn completing(own: u64) -> u64 {
    let mut found = 0;
    for (step, starts) in LINES {
        let at = |place: u32| own >> (place * step);
        let three = |missing: u32| (0..4).filter(|place| *place != missing).fold(starts, |all, place| all & at(place));
        for missing in 0..4 {
            found |= three(missing) << (missing * step);
        }
    }
    found
}

fn state() -> &'static mut State {
    unsafe { &mut *addr_of_mut!(STATE) }
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
pub extern "C" fn initial() {
    *state() = State { turn: 0, mover: 0, _unused: [0; 6], pieces: [0; 2] };
}

/// A move is a column that is not full.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let occupied = state().pieces[0] | state().pieces[1];
    let mut count = 0;
    for column in 0..7 {
        if occupied >> (35 + column) & 1 == 0 {
            moves[count] = column;
            count += 1;
        }
    }
    count as i32
}

#[no_mangle]
pub extern "C" fn apply(column: i32) {
    let state = state();
    let mover = usize::from(state.turn & 1);
    let occupied = state.pieces[0] | state.pieces[1];
    let square = !occupied & (occupied << 7 | BOTTOM) & (columns(1) << (column as u32 % 7)) & BOARD;
    state.pieces[mover] |= square;
    state.turn = if has_four(state.pieces[mover]) {
        3 + mover as u8
    } else if (occupied | square) == BOARD {
        5
    } else {
        1 - mover as u8
    };
}

/// What programs may ask, as seen by the player to move. Sets of squares are counted by Ludevo.
#[no_mangle]
pub extern "C" fn view(wanted: i64) {
    let (state, view) = (state(), unsafe { &mut *addr_of_mut!(VIEW) });
    let mover = usize::from(state.turn & 1);
    let (own, enemy) = (state.pieces[mover], state.pieces[1 - mover]);
    view[0] = own;
    view[1] = enemy;
    view[2] = BOARD & !(own | enemy);
    if wanted >> 3 == 0 {
        return;
    }
    let playable = view[2] & ((own | enemy) << 7 | BOTTOM);
    let (mine, theirs) = (completing(own) & view[2], completing(enemy) & view[2]);
    view[3] = mine;
    view[4] = theirs;
    view[5] = mine & playable;
    view[6] = theirs & playable;
    let centre = |pieces: u64| {
        let in_columns = |of_a_row: u64| (pieces & columns(of_a_row)).count_ones();
        f64::from(3 * in_columns(0b000_1000) + 2 * in_columns(0b001_0100) + in_columns(0b010_0010))
    };
    view[7] = (centre(own) - centre(enemy)).to_bits();
}
