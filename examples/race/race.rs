//! A race with one die as a game of one's own: two runners each, a runner that meets one of the enemy's sends it back.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols race.rs -o race.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// The goal; whoever has both runners there wins. Squares 5, 10 and 15 are safe.
const GOAL: u8 = 20;
/// Chance has the turn.
const CHANCE: u8 = 2;

/// All that the rules depend on. Ludevo copies these 8 bytes; the first two mean the same in every game.
#[repr(C)]
pub struct State {
    /// 0 or 1: this player moves; 2: the die is rolled; 3 or 4: the first or the second has won.
    turn: u8,
    /// Who moves after the roll.
    mover: u8,
    /// What was rolled.
    die: u8,
    /// Where the runners of both players are.
    runners: [[u8; 2]; 2],
    _unused: u8,
}

const START: State = State { turn: CHANCE, mover: 0, die: 0, runners: [[0; 2]; 2], _unused: 0 };

static mut STATE: State = START;
static mut MOVES: [u32; 6] = [0; 6];
static mut VIEW: [f64; 6] = [0.0; 6];
static mut TEXT: [u8; 64] = [0; 64];

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
pub extern "C" fn text_at() -> *mut u8 {
    unsafe { addr_of_mut!(TEXT).cast() }
}

#[no_mangle]
pub extern "C" fn initial() {
    *state() = START;
}

/// Chance rolls 1 to 6; a player moves runner 0 or 1, or passes with 2 if none can move that far.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let (state, moves) = (state(), unsafe { &mut *addr_of_mut!(MOVES) });
    if state.turn == CHANCE {
        (1..=6).for_each(|pips| moves[pips - 1] = pips as u32);
        return 6;
    }
    let own = state.runners[usize::from(state.turn & 1)];
    let mut count = 0;
    for runner in 0..2 {
        // Two runners on one square move alike.
        if own[runner] + state.die <= GOAL && (runner == 0 || own[0] != own[1]) {
            moves[count] = runner as u32;
            count += 1;
        }
    }
    if count == 0 {
        moves[0] = 2;
        count = 1;
    }
    count as i32
}

/// A six is as likely as it is with a die that is loaded a little.
#[no_mangle]
pub extern "C" fn likelihood(pips: i32) -> f64 {
    if pips == 6 { 0.25 } else { 0.15 }
}

#[no_mangle]
pub extern "C" fn apply(action: i32) {
    let state = state();
    if state.turn == CHANCE {
        state.die = action as u8;
        state.turn = state.mover;
        return;
    }
    let player = usize::from(state.turn & 1);
    if action < 2 {
        let place = &mut state.runners[player][action as usize & 1];
        *place += state.die;
        let reached = *place;
        if reached < GOAL && reached % 5 != 0 {
            for enemy in &mut state.runners[1 - player] {
                if *enemy == reached {
                    *enemy = 0;
                }
            }
        }
    }
    state.die = 0;
    state.mover = 1 - player as u8;
    state.turn = if state.runners[player] == [GOAL; 2] { 3 + player as u8 } else { CHANCE };
}

/// Rolls and runners in words.
#[no_mangle]
pub extern "C" fn text(action: i32) -> i32 {
    let text = unsafe { &mut *addr_of_mut!(TEXT) };
    let mut write = |words: &[u8], number: u8| {
        text[..words.len()].copy_from_slice(words);
        text[words.len()] = b'0' + number;
        words.len() as i32 + i32::from(number > 0)
    };
    match (state().turn, action) {
        (CHANCE, pips) => write(b"roll ", pips as u8),
        (_, 2) => write(b"pass", 0),
        (_, runner) => write(b"runner ", 1 + runner as u8),
    }
}

/// What programs may ask, as seen by the player to move.
#[no_mangle]
pub extern "C" fn view(_wanted: i64) {
    let (state, view) = (state(), unsafe { &mut *addr_of_mut!(VIEW) });
    let player = usize::from(state.mover & 1);
    let (own, enemy) = (state.runners[player], state.runners[1 - player]);
    let way = |runners: [u8; 2]| f64::from(runners[0]) + f64::from(runners[1]);
    // Runners that one roll of the other side can send back.
    let exposed = |mine: [u8; 2], theirs: [u8; 2]| {
        let is_exposed = |place: u8| {
            place % 5 != 0 && theirs.iter().any(|other| *other < place && place - *other <= 6)
        };
        mine.iter().filter(|place| is_exposed(**place)).count() as f64
    };
    let home = |runners: [u8; 2]| runners.iter().filter(|place| **place == GOAL).count() as f64;
    let lag = |runners: [u8; 2]| f64::from(runners[0].min(runners[1]));
    *view = [
        way(own) - way(enemy),
        exposed(own, enemy),
        exposed(enemy, own),
        home(own) - home(enemy),
        lag(own),
        lag(enemy),
    ];
}
