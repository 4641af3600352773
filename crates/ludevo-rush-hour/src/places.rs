//! Where vehicles stand, who is in whose way, and the goal that can be deduced from it.

use super::board::{STRIDE, Vehicle};
use super::rules::{Lot, RushHour, Slide, column, row};

/// More vehicles than a board has room for.
pub(crate) const MOST: usize = 32;

/// Nobody's cell.
const NOBODY: u8 = u8::MAX;

/// Where vehicles stand.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// The place of each vehicle.
    pub(crate) places: [u8; MOST],
    /// Who stands in each cell.
    owners: [u8; 64],
}

impl Places {
    /// The places of a position.
    pub(crate) fn of(puzzle: &RushHour, lot: &Lot) -> Self {
        let mut places = Places { places: [0; MOST], owners: [NOBODY; 64] };
        puzzle.each_vehicle(lot, |vehicle, place, _| places.put(puzzle, vehicle, place));
        places
    }

    /// The places after a move.
    #[inline]
    pub(crate) fn after(&self, puzzle: &RushHour, Slide { vehicle, from, to }: Slide) -> Self {
        let mut places = *self;
        let moved = puzzle.board().vehicles()[usize::from(vehicle)];
        cells_of(moved, from).for_each(|cell| places.owners[cell] = NOBODY);
        places.put(puzzle, vehicle, to);
        places
    }

    #[inline]
    fn put(&mut self, puzzle: &RushHour, vehicle: u8, place: u8) {
        self.places[usize::from(vehicle)] = place;
        let stands = puzzle.board().vehicles()[usize::from(vehicle)];
        cells_of(stands, place).for_each(|cell| self.owners[cell] = vehicle);
    }

    /// The vehicles that stand in some of these cells, as a set of numbers.
    #[inline]
    pub(crate) fn owners(&self, mut cells: u64) -> u32 {
        let mut found = 0;
        while cells != 0 {
            let owner = self.owners[cells.trailing_zeros() as usize];
            if owner != NOBODY {
                found |= 1 << owner;
            }
            cells &= cells - 1;
        }
        found
    }
}

/// The numbers of the cells of a vehicle that stands there.
#[inline]
fn cells_of(vehicle: Vehicle, place: u8) -> impl Iterator<Item = usize> {
    let (line, first) = (usize::from(vehicle.line), usize::from(place));
    let (cell, stride) = match vehicle.is_vertical {
        true => (STRIDE * first + line, STRIDE),
        false => (STRIDE * line + first, 1),
    };
    (0..usize::from(vehicle.length)).map(move |part| cell + stride * part)
}

/// The numbers of the set bits.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest as usize)
    })
}

/// The cells between the target and the exit.
pub(crate) fn way_out(puzzle: &RushHour, target: u8) -> u64 {
    let board = puzzle.board();
    let vehicle = board.vehicles()[0];
    swept(vehicle, target, board.size() as u8 - vehicle.length) & !vehicle.cells_at(target)
}

/// All cells that a vehicle takes somewhere between two places.
pub(crate) fn swept(vehicle: Vehicle, one: u8, other: u8) -> u64 {
    let (low, high) = (one.min(other), one.max(other));
    let length = vehicle.length + high - low;
    Vehicle { length, ..vehicle }.cells_at(low)
}

/// The bits of a byte as cells of the first column, one below the other.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= (bits as u64 >> bit & 1) << (STRIDE * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// For each of its two directions the further cells that a vehicle takes until it leaves `way`; none where it cannot leave it,
/// for the edge or a wall.
#[inline]
pub(crate) fn sides(puzzle: &RushHour, places: &Places, number: usize, way: u64) -> [u64; 2] {
    let board = puzzle.board();
    let Vehicle { is_vertical, line, length, .. } = board.vehicles()[number];
    let (line, length) = (u32::from(line), u32::from(length));
    let place = u32::from(places.places[number]);
    // All in bits of the vehicle's line: the places where it would still be in the way, and those where it would not.
    let way = if is_vertical { column(way, line) } else { row(way, line) };
    let in_way = (1..length).fold(way, |in_way, part| in_way | way >> part);
    let off = !in_way & ((1 << (board.size() as u32 - length + 1)) - 1);
    let below = |bit: u32| (1_u64 << bit) - 1;
    let before = off & below(place);
    let after = off & !below(place + 1);
    let low = match before {
        0 => 0,
        _ => below(place) & !below(before.ilog2()),
    };
    let high = match after {
        0 => 0,
        _ => below(after.trailing_zeros() + length) & !below(place + length),
    };
    [low, high].map(|bits| {
        let cells = if is_vertical { SPREAD[bits as usize] << line } else { bits << (STRIDE as u32 * line) };
        if cells & board.walls() == 0 { cells } else { 0 }
    })
}

/// Moves to clear these cells: for each vehicle in them that was not counted yet one, and what its cheaper side asks for.
pub(crate) fn clear(puzzle: &RushHour, places: &Places, cells: u64, counted: &mut u32, depth: u32) -> u32 {
    let found = places.owners(cells);
    if depth == 1 {
        let new = found & !*counted;
        *counted |= new;
        return new.count_ones();
    }
    let mut moves = 0;
    for number in bits(found) {
        if *counted >> number & 1 == 1 {
            continue;
        }
        *counted |= 1 << number;
        moves += 1;
        let mut cheapest: Option<(u32, u32)> = None;
        for side in sides(puzzle, places, number, cells).into_iter().filter(|cells| *cells != 0) {
            let mut then = *counted;
            let cost = clear(puzzle, places, side, &mut then, depth - 1);
            if cheapest.is_none_or(|(least, _)| cost < least) {
                cheapest = Some((cost, then));
            }
        }
        if let Some((cost, then)) = cheapest {
            moves += cost;
            *counted = then;
        }
    }
    moves
}

/// The deduced goal of a board: the target at the exit, and everything in its way, and in the way of that, put on the
/// nearest place that is free of them, without regard to how it would get there. What need not move stays.
pub(crate) fn deduced_goal(puzzle: &RushHour) -> [u8; MOST] {
    let board = puzzle.board();
    let vehicles = board.vehicles();
    let places = Places::of(puzzle, &puzzle.start());
    let mut goal = places.places;
    let exit = board.size() as u8 - vehicles[0].length;
    goal[0] = exit;
    let mut taken = board.walls() | swept(vehicles[0], vehicles[0].place, exit);
    let mut moved: u32 = 1;
    let mut waiting: std::collections::VecDeque<usize> = bits(places.owners(taken) & !moved).collect();
    moved |= waiting.iter().fold(0, |set, number| set | 1 << number);
    while let Some(number) = waiting.pop_front() {
        let vehicle = vehicles[number];
        let mut candidates: Vec<u8> = (0..=board.size() as u8 - vehicle.length).collect();
        candidates.sort_by_key(|place| (place.abs_diff(vehicle.place), *place));
        // Where no place is left the deduction ends, and the vehicle keeps the one it has.
        let found = candidates.into_iter().find(|place| vehicle.cells_at(*place) & taken == 0);
        let Some(place) = found else { continue };
        goal[number] = place;
        taken |= vehicle.cells_at(place);
        let next = places.owners(vehicle.cells_at(place)) & !moved;
        waiting.extend(bits(next));
        moved |= next;
    }
    goal
}
