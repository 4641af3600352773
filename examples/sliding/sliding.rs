//! The eight puzzle as a puzzle of one's own: slide tiles until they are in order.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols sliding.rs -o sliding.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// All that the rules depend on: Ludevo copies these 11 bytes. The first one means the same in every puzzle.
#[repr(C)]
pub struct State {
    /// 0: go on; 3: solved; 4: stuck.
    turn: u8,
    _unused: u8,
    /// The tiles from left to right and from top to bottom; 0 is the hole.
    tiles: [u8; 9],
}

static mut STATE: State = State { turn: 0, _unused: 0, tiles: GOAL };
static mut MOVES: [u32; 4] = [0; 4];
static mut VIEW: [f64; 3] = [0.0; 3];

const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

fn state() -> &'static mut State {
    unsafe { &mut *addr_of_mut!(STATE) }
}

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.

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
pub extern "C" fn view_at() -> *mut f64 {
    unsafe { addr_of_mut!(VIEW).cast() }
}

fn hole() -> usize {
    state().tiles.iter().position(|tile| *tile == 0).unwrap_or(0)
}

fn settle() {
    state().turn = if state().tiles == GOAL { 3 } else { 0 };
}

/// Writes the problem of a number: the goal after 10 to 39 random slides, never none.
#[no_mangle]
pub extern "C" fn problem(number: i64) {
    state().tiles = GOAL;
    let mut random = number as u64;
    let mut slides = 10 + number % 30;
    while slides > 0 || state().tiles == GOAL {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let count = moves() as u64;
        apply(unsafe { MOVES[((random >> 33) % count) as usize] } as i32);
        slides -= 1;
    }
}

/// Writes the moves of the state: the squares whose tile can slide into the hole.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let (column, row) = (hole() % 3, hole() / 3);
    let mut count = 0;
    for square in 0..9usize {
        let (across, down) = ((square % 3).abs_diff(column), (square / 3).abs_diff(row));
        if across + down == 1 {
            moves[count] = square as u32;
            count += 1;
        }
    }
    count as i32
}

/// Changes the state by a move.
#[no_mangle]
pub extern "C" fn apply(square: i32) {
    let hole = hole();
    state().tiles.swap(hole, square as usize);
    settle();
}

/// Writes what programs may ask about the state. This is your knowledge of the puzzle: each number is a terminal of the
/// manifest.
#[no_mangle]
pub extern "C" fn view(_wanted: i64) {
    let (tiles, view) = (&state().tiles, unsafe { &mut *addr_of_mut!(VIEW) });
    let (mut misplaced, mut distance, mut turned) = (0, 0, 0);
    for (square, tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let goal = usize::from(*tile) - 1;
        misplaced += usize::from(goal != square);
        distance += (goal % 3).abs_diff(square % 3) + (goal / 3).abs_diff(square / 3);
        turned += tiles[square + 1..].iter().filter(|later| **later != 0 && **later < *tile).count();
    }
    *view = [misplaced as f64, distance as f64, turned as f64];
}
