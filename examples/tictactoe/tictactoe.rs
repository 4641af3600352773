//! Tic-tac-toe as a game of one's own: three in a line on 3x3 squares win.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols tictactoe.rs -o tictactoe.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// All that the rules depend on: Ludevo copies these 11 bytes. The first two mean the same in every game.
#[repr(C)]
pub struct State {
    /// 0 or 1: this player moves; 2: chance does; 3 or 4: the first or the second has won; 5: nobody has.
    turn: u8,
    /// Who moves after chance, where there is chance.
    mover: u8,
    /// 0 for an empty square, 1 or 2 for a piece of the first or the second player.
    squares: [u8; 9],
}

const START: State = State { turn: 0, mover: 0, squares: [0; 9] };
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

static mut STATE: State = START;
static mut MOVES: [u32; 9] = [0; 9];
static mut VIEW: [f64; 3] = [0.0; 3];

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

/// Writes the state that a game starts from.
#[no_mangle]
pub extern "C" fn initial() {
    *state() = START;
}

/// Writes the moves of the state, numbers of your own choosing, and says how many there are.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let mut count = 0;
    for square in 0..9 {
        if state().squares[square] == 0 {
            moves[count] = square as u32;
            count += 1;
        }
    }
    count as i32
}

/// Changes the state by a move.
#[no_mangle]
pub extern "C" fn apply(square: i32) {
    let state = state();
    let piece = state.turn + 1;
    state.squares[square as usize] = piece;
    let is_won = LINES.iter().any(|line| line.iter().all(|square| state.squares[*square] == piece));
    let is_full = state.squares.iter().all(|piece| *piece != 0);
    state.turn = if is_won { 2 + piece } else if is_full { 5 } else { 1 - state.turn };
}

/// Writes what programs may ask about the state, with the eyes of the player to move. This is your knowledge of the game:
/// each number is a terminal of the manifest.
#[no_mangle]
pub extern "C" fn view(_wanted: i64) {
    let (state, view) = (state(), unsafe { &mut *addr_of_mut!(VIEW) });
    let own = (state.turn & 1) + 1;
    // Lines with so many pieces of one side and none of the other.
    let open = |piece: u8, count: usize| {
        let of = |line: &[usize; 3], piece: u8| line.iter().filter(|square| state.squares[**square] == piece).count();
        LINES.iter().filter(|line| of(line, piece) == count && of(line, 3 - piece) == 0).count() as f64
    };
    let centre = match state.squares[4] {
        0 => 0.0,
        piece if piece == own => 1.0,
        _ => -1.0,
    };
    *view = [open(own, 2) - open(3 - own, 2), open(own, 1) - open(3 - own, 1), centre];
}
