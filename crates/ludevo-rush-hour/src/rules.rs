//! The rules as a puzzle: vehicles slide along their lines until the target is at the exit.

use std::fmt;

use ludevo_search::puzzle::Puzzle;

use super::board::{Board, STRIDE, Vehicle, inside, letter};

/// What counts as a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A vehicle slides as far as it likes.
    #[default]
    Slides,
    /// A vehicle slides by one cell.
    Cells,
}

/// Where all vehicles stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    /// Cells of vehicles that move to the left and right. Vehicles do not change their order within a line, so that the
    /// cells tell where each stands.
    pub(crate) across: u64,
    /// Cells of those that move up and down.
    pub(crate) down: u64,
    /// The places of all vehicles, each times its own factor, added up.
    pub(crate) sum: u64,
}

/// A slide of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The number of the vehicle.
    pub vehicle: u8,
    /// The place it leaves.
    pub from: u8,
    /// The place it comes to.
    pub to: u8,
}

impl Slide {
    /// By how many cells, to the right or down.
    pub fn by(self) -> i8 {
        self.to as i8 - self.from as i8
    }
}

/// The vehicle and by how much it moves, as `C+3`.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", letter(usize::from(self.vehicle)), self.by())
    }
}

/// A board made ready to be searched.
#[derive(Clone, Debug)]
pub struct RushHour {
    board: Board,
    metric: Metric,
    /// Rows and then columns that have vehicles.
    lines: Vec<Line>,
    /// The factor of each vehicle's place in the sum of places.
    factors: Vec<u64>,
    /// The cells of the target at the exit; more than a row has if another vehicle of its row is in the way for ever.
    goal: u64,
    /// The cells where vehicles can stand.
    room: u64,
}

/// Vehicles in a row or column.
#[derive(Clone, Debug)]
struct Line {
    is_vertical: bool,
    number: u32,
    /// The numbers and lengths of the vehicles, the first cell first.
    vehicles: Vec<(u8, u8)>,
}

/// Vehicles whose places fit one number, so that no two positions share a sum.
const EXACT: usize = 21;

impl RushHour {
    /// A board to be solved.
    pub fn new(board: Board, metric: Metric) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        for is_vertical in [false, true] {
            for number in 0..board.size() as u32 {
                let of_line = |(_, vehicle): &(usize, &Vehicle)| {
                    vehicle.is_vertical == is_vertical && u32::from(vehicle.line) == number
                };
                let mut vehicles: Vec<_> = board.vehicles().iter().enumerate().filter(of_line).collect();
                vehicles.sort_by_key(|(_, vehicle)| vehicle.place);
                let vehicles: Vec<_> =
                    vehicles.iter().map(|(index, vehicle)| (*index as u8, vehicle.length)).collect();
                if !vehicles.is_empty() {
                    lines.push(Line { is_vertical, number, vehicles });
                }
            }
        }
        let count = board.vehicles().len();
        let factor = |number: usize| match count {
            ..=EXACT => 1 << (3 * number),
            // Odd numbers without a pattern: two positions share a sum by chance alone.
            _ => mixed(number as u64 + 1) | 1,
        };
        let target = board.vehicles()[0];
        let is_first = |vehicle: &Vehicle| {
            vehicle.is_vertical || vehicle.line != target.line || vehicle.place <= target.place
        };
        let goal = match board.vehicles().iter().all(is_first) {
            true => target.cells_at(board.size() as u8 - target.length),
            false => !0,
        };
        let room = inside(board.size()) & !board.walls();
        RushHour { metric, lines, factors: (0..count).map(factor).collect(), goal, room, board }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What counts as a move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The cells of the target at the exit; more than a row has if another vehicle of its row is in the way for ever.
    pub(crate) fn goal(&self) -> u64 {
        self.goal
    }

    /// Where the vehicles of the board stand.
    pub fn start(&self) -> Lot {
        let mut lot = Lot { across: 0, down: 0, sum: 0 };
        for (vehicle, factor) in self.board.vehicles().iter().zip(&self.factors) {
            *lot.cells_mut(vehicle.is_vertical) |= vehicle.cells();
            lot.sum = lot.sum.wrapping_add(factor.wrapping_mul(u64::from(vehicle.place)));
        }
        lot
    }

    /// A position as a board.
    pub fn board_of(&self, lot: &Lot) -> Board {
        let mut places = vec![0; self.board.vehicles().len()];
        self.each_vehicle(lot, |vehicle, place, _| places[usize::from(vehicle)] = place);
        self.board.with_places(places)
    }

    /// How many vehicles stand between the target and the exit; nothing once it is there.
    #[inline]
    pub fn blockers(&self, lot: &Lot) -> Option<u32> {
        if self.is_solved(lot) {
            return None;
        }
        let number = u32::from(self.board.vehicles()[0].line);
        // The target is the last of the vehicles that move along its row, or there is no way out.
        let end = u64::BITS - row(lot.across, number).leading_zeros();
        let before_exit = row(lot.down, number) >> end;
        Some(before_exit.count_ones())
    }

    /// The same as [`each_vehicle`](Self::each_vehicle) of a position from which one vehicle was taken.
    pub(crate) fn each_vehicle_but(&self, lot: &Lot, without: u8, mut see: impl FnMut(u8, u8, (u8, u8))) {
        self.look_along::<false>(lot, |vehicle| vehicle != without, &mut see);
    }

    /// Calls `see` with each vehicle, where it stands, and between which places it can slide.
    #[inline]
    pub(crate) fn each_vehicle(&self, lot: &Lot, mut see: impl FnMut(u8, u8, (u8, u8))) {
        self.look_along::<false>(lot, |_| true, &mut see);
    }

    /// Looks along all lines, or those alone in which a vehicle can slide.
    #[inline]
    fn look_along<const SLIDES: bool>(
        &self,
        lot: &Lot,
        is_there: impl Fn(u8) -> bool,
        see: &mut impl FnMut(u8, u8, (u8, u8)),
    ) {
        let taken = lot.across | lot.down | self.board.walls();
        let free = self.room & !taken;
        let slides_across = lot.across & (free << 1 | free >> 1);
        let slides_down = lot.down & (free << STRIDE | free >> STRIDE);
        // Beyond the board nothing can stand.
        let edge = !0u64 << self.board.size();
        for line in &self.lines {
            if SLIDES {
                let slides = match line.is_vertical {
                    false => row(slides_across, line.number),
                    true => slides_down >> line.number & 0x0101_0101_0101_0101,
                };
                if slides == 0 {
                    continue;
                }
            }
            let (own, all) = match line.is_vertical {
                false => (row(lot.across, line.number), row(taken, line.number)),
                true => (column(lot.down, line.number), column(taken, line.number)),
            };
            let all = all | edge;
            let mut left = own;
            for &(vehicle, length) in line.vehicles.iter().filter(|(vehicle, _)| is_there(*vehicle)) {
                let place = left.trailing_zeros();
                let cells = ((1 << length) - 1) << place;
                left &= !cells;
                let before = all & ((1 << place) - 1);
                let lowest = 64 - before.leading_zeros();
                let end = place + u32::from(length);
                let highest = place + (all >> end).trailing_zeros();
                see(vehicle, place as u8, (lowest as u8, highest as u8));
            }
        }
    }
}

impl Lot {
    /// Takes a vehicle off the board.
    pub(crate) fn remove(&mut self, vehicle: Vehicle, place: u8) {
        *self.cells_mut(vehicle.is_vertical) &= !vehicle.cells_at(place);
    }

    #[inline]
    fn cells_mut(&mut self, is_vertical: bool) -> &mut u64 {
        if is_vertical { &mut self.down } else { &mut self.across }
    }
}

#[inline]
pub(crate) fn row(cells: u64, number: u32) -> u64 {
    cells >> (STRIDE as u32 * number) & 0xff
}

/// The cells of a column, the topmost as the lowest bit.
#[inline]
pub(crate) fn column(cells: u64, number: u32) -> u64 {
    // Each bit is brought to its place in the highest byte.
    (cells >> number & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A number whose highest bits depend on all bits, and that no two numbers share: one product is enough for sums of few bits a
/// vehicle.
#[inline]
fn scattered(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A number that looks random, and no two numbers share (the end of MurmurHash3).
#[inline]
pub(crate) const fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}

impl Puzzle for RushHour {
    type State = Lot;
    type Move = Slide;

    fn moves(&self, lot: &Lot, moves: &mut Vec<Slide>) {
        let mut add = |vehicle, from: u8, (mut lowest, mut highest): (u8, u8)| {
            if self.metric == Metric::Cells {
                lowest = lowest.max(from.saturating_sub(1));
                highest = highest.min(from + 1);
            }
            let places = (lowest..from).rev().chain(from + 1..=highest);
            moves.extend(places.map(|to| Slide { vehicle, from, to }));
        };
        self.look_along::<true>(lot, |_| true, &mut add);
    }

    #[inline]
    fn apply(&self, lot: &mut Lot, Slide { vehicle, from, to }: Slide) {
        let moved = self.board.vehicles()[usize::from(vehicle)];
        *lot.cells_mut(moved.is_vertical) ^= moved.cells_at(from) ^ moved.cells_at(to);
        lot.sum = self.sum_after(lot, vehicle, from, to);
    }

    #[inline]
    fn is_solved(&self, lot: &Lot) -> bool {
        lot.across & self.goal == self.goal
    }

    #[inline]
    fn key(&self, lot: &Lot) -> u64 {
        scattered(lot.sum)
    }

    #[inline]
    fn key_after(&self, lot: &Lot, Slide { vehicle, from, to }: Slide) -> u64 {
        scattered(self.sum_after(lot, vehicle, from, to))
    }
}

impl RushHour {
    #[inline]
    fn sum_after(&self, lot: &Lot, vehicle: u8, from: u8, to: u8) -> u64 {
        let by = u64::from(to).wrapping_sub(u64::from(from));
        lot.sum.wrapping_add(self.factors[usize::from(vehicle)].wrapping_mul(by))
    }
}
