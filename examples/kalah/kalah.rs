//! Kalah as a game of one's own: six houses a side with four seeds each, the last seed in one's store moves again.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols kalah.rs -o kalah.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

const HOUSES: usize = 6;
/// Where each player's store is among the pits: houses 0 to 5, store 6, houses 7 to 12, store 13.
const STORES: [usize; 2] = [6, 13];

/// All that the rules depend on. Ludevo copies these 16 bytes; the first two mean the same in every game.
#[repr(C)]
pub struct State {
    /// 0 or 1: this player moves; 3 or 4: the first or the second has won; 5: nobody has.
    turn: u8,
    mover: u8,
    pits: [u8; 14],
}

const START: State = State { turn: 0, mover: 0, pits: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0] };

static mut STATE: State = START;
static mut MOVES: [u32; HOUSES] = [0; HOUSES];
static mut VIEW: [f64; 6] = [0.0; 6];

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
pub extern "C" fn view_at() -> *mut f64 {
    unsafe { addr_of_mut!(VIEW).cast() }
}

#[no_mangle]
pub extern "C" fn initial() {
    *state() = START;
}

/// The seeds in the houses of a player.
fn houses(pits: &[u8; 14], player: usize) -> &[u8] {
    &pits[7 * player..7 * player + HOUSES]
}

/// A move is the pit whose seeds are sown.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let player = usize::from(state().turn & 1);
    let mut count = 0;
    for house in 0..HOUSES {
        if houses(&state().pits, player)[house] > 0 {
            moves[count] = (7 * player + house) as u32;
            count += 1;
        }
    }
    count as i32
}

#[no_mangle]
pub extern "C" fn apply(pit: i32) {
    let state = state();
    let player = usize::from(state.turn & 1);
    let (own, other) = (STORES[player], STORES[1 - player]);
    let mut pit = pit as usize % 14;
    let seeds = core::mem::take(&mut state.pits[pit]);
    for _ in 0..seeds {
        pit = (pit + 1) % 14;
        if pit == other {
            pit = (pit + 1) % 14;
        }
        state.pits[pit] += 1;
    }
    // The last seed in an own empty house takes what lies opposite.
    let is_own_house = pit != own && pit / 7 == player;
    if seeds > 0 && is_own_house && state.pits[pit] == 1 && state.pits[12 - pit] > 0 {
        state.pits[own] += core::mem::take(&mut state.pits[12 - pit]) + core::mem::take(&mut state.pits[pit]);
    }
    let next = if pit == own { player } else { 1 - player };
    state.turn = next as u8;
    if (0..2).any(|player| houses(&state.pits, player).iter().all(|seeds| *seeds == 0)) {
        let total = |player: usize| houses(&state.pits, player).iter().sum::<u8>() + state.pits[STORES[player]];
        let (first, second) = (total(0), total(1));
        state.turn = if first > second { 3 } else if second > first { 4 } else { 5 };
    }
}

/// What programs may ask, as seen by the player to move.
#[no_mangle]
pub extern "C" fn view(_wanted: i64) {
    let (state, view) = (state(), unsafe { &mut *addr_of_mut!(VIEW) });
    let player = usize::from(state.turn & 1);
    let store = |player: usize| f64::from(state.pits[STORES[player]]);
    let seeds = |player: usize| f64::from(houses(&state.pits, player).iter().sum::<u8>());
    // Houses whose last seed would reach the store, and the most that a move would take.
    let mut again = 0.0;
    let mut taken: u8 = 0;
    for house in 0..HOUSES {
        let count = usize::from(houses(&state.pits, player)[house]);
        if count == HOUSES - house {
            again += 1.0;
        }
        let end = house + count;
        if count > 0 && end < HOUSES && houses(&state.pits, player)[end] == 0 {
            taken = taken.max(houses(&state.pits, 1 - player)[HOUSES - 1 - end]);
        }
    }
    *view = [store(player) - store(1 - player), seeds(player), seeds(1 - player), again, f64::from(taken), store(player)];
}
