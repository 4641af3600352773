//! Peg solitaire on the English board as a puzzle of one's own: jump until one peg is left, in the middle.
//!
//! Build: rustc --target wasm32-unknown-unknown --crate-type cdylib --edition 2021 -O -C strip=symbols pegs.rs -o pegs.wasm
#![no_std]
// Older compilers call it unsafe to say where a static variable lies.
#![allow(unused_unsafe)]

use core::ptr::addr_of_mut;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// All that the rules depend on. Ludevo copies these 16 bytes; the first two mean the same in every puzzle.
#[repr(C)]
pub struct State {
    /// 0: go on; 3: solved; 4: stuck.
    turn: u8,
    _unused: [u8; 7],
    /// The holes with a peg: a1 is bit 0, b1 is bit 1, a2 is bit 7.
    pegs: u64,
}

static mut STATE: State = State { turn: 0, _unused: [0; 7], pegs: 0 };
static mut MOVES: [u32; 128] = [0; 128];
static mut VIEW: [u64; 5] = [0; 5];

/// The 33 holes of a board of 7x7.
const HOLES: u64 = {
    let (mut holes, mut square) = (0, 0);
    while square < 49 {
        let (column, row) = (square % 7, square / 7);
        if (2 <= column && column <= 4) || (2 <= row && row <= 4) {
            holes |= 1 << square;
        }
        square += 1;
    }
    holes
};
const MIDDLE: u64 = 1 << 24;

fn state() -> &'static mut State {
    unsafe { &mut *addr_of_mut!(STATE) }
}

/// Every jump that stays on the board: from, over and to.
fn jumps() -> impl Iterator<Item = (u32, u32, u32)> {
    let steps = [(1i32, 0i32), (-1, 0), (0, 1), (0, -1)];
    (0..49i32).flat_map(move |from| {
        steps.into_iter().filter_map(move |(across, down)| {
            let (column, row) = (from % 7 + 2 * across, from / 7 + 2 * down);
            let is_inside = (0..7).contains(&column) && (0..7).contains(&row);
            let to = row * 7 + column;
            let over = (from + to) / 2;
            (is_inside && HOLES >> from & 1 == 1 && HOLES >> to & 1 == 1).then_some((from as u32, over as u32, to as u32))
        })
    })
}

/// Whether pegs allow a jump.
fn is_possible(pegs: u64, (from, over, to): (u32, u32, u32)) -> bool {
    pegs >> from & 1 == 1 && pegs >> over & 1 == 1 && pegs >> to & 1 == 0
}

fn judged(pegs: u64) -> State {
    let turn = match pegs {
        MIDDLE => 3,
        _ if jumps().any(|jump| is_possible(pegs, jump)) => 0,
        _ => 4,
    };
    State { turn, _unused: [0; 7], pegs }
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

/// Jumps taken back at random from the goal, 6 to 17 of them, so that there is a solution.
#[no_mangle]
pub extern "C" fn problem(number: i64) {
    let mut pegs = MIDDLE;
    let mut random = number as u64;
    let mut draw = |below: u32| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((random >> 33) as u32) % below
    };
    for _ in 0..6 + number % 12 {
        let back = |jump: &(u32, u32, u32)| {
            let (from, over, to) = *jump;
            pegs >> to & 1 == 1 && pegs >> over & 1 == 0 && pegs >> from & 1 == 0
        };
        let count = jumps().filter(back).count() as u32;
        if count == 0 {
            break;
        }
        let chosen = draw(count) as usize;
        if let Some((from, over, to)) = jumps().filter(back).nth(chosen) {
            pegs ^= 1 << from | 1 << over | 1 << to;
        }
    }
    *state() = judged(pegs);
}

/// A move is the hole it comes from, and 256 times the one it goes to.
#[no_mangle]
pub extern "C" fn moves() -> i32 {
    let moves = unsafe { &mut *addr_of_mut!(MOVES) };
    let mut count = 0;
    for (from, over, to) in jumps() {
        if is_possible(state().pegs, (from, over, to)) {
            moves[count] = from | to << 8;
            count += 1;
        }
    }
    count as i32
}

#[no_mangle]
pub extern "C" fn apply(action: i32) {
    let (from, to) = (action as u32 & 63, action as u32 >> 8 & 63);
    *state() = judged(state().pegs ^ (1 << from | 1 << ((from + to) / 2) | 1 << to));
}

#[no_mangle]
pub extern "C" fn view(_wanted: i64) {
    let (pegs, view) = (state().pegs, unsafe { &mut *addr_of_mut!(VIEW) });
    let beside = pegs << 1 | pegs >> 1 | pegs << 7 | pegs >> 7;
    let rim = HOLES & !(0b0011100 << 14 | 0b0011100 << 21 | 0b0011100 << 28);
    // How far all pegs are from the middle together.
    let far = |square: u32| (square as i32 % 7 - 3).abs() + (square as i32 / 7 - 3).abs();
    let spread: i32 = (0..49).filter(|square| pegs >> square & 1 == 1).map(far).sum();
    let possible = jumps().filter(|jump| is_possible(pegs, *jump)).count();
    *view = [pegs, pegs & !beside, pegs & rim, f64::from(spread).to_bits(), (possible as f64).to_bits()];
}
