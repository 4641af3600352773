//! Everything that can be reached on a board: how far each position is from the goal, and which is the farthest.
//!
//! A vehicle that can slide does so within a *run*: the positions that differ in its place alone, each of which leads to
//! every other in one slide. Runs are found once each while positions are reached, so that most ways to a position are
//! never tried; distances then spread from the solved positions through the runs, without looking at the board again.
//! Positions are told apart exactly, and every move can be taken back: what comes out is proved.

use super::board::{Board, STRIDE, inside};
use super::rules::{Lot, Metric, RushHour, column, mixed};

/// What there is to know of all positions that can be reached from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// How many there are, solved ones included.
    pub states: usize,
    /// How many of them are solved.
    pub solved: usize,
    /// The moves from the farthest position to the goal; nothing if the goal cannot be reached.
    pub farthest: Option<u32>,
    /// The moves from the board itself to the goal.
    pub distance: Option<u32>,
    /// A farthest position: of all of them the same one, from wherever they were reached.
    pub hardest: Board,
}

/// Kinds of vehicles by how they move and how long they are: cars and trucks across, cars and trucks down.
const KINDS: usize = 4;

/// The first cells of the vehicles of each kind. Vehicles do not change their order within a line, so that this tells
/// where each stands.
type Firsts = [u64; KINDS];

/// The length of vehicles of a kind.
const LENGTHS: [usize; KINDS] = [2, 3, 2, 3];

/// Kinds from this one on move down.
const DOWN: usize = 2;

/// A position that was reached, in one line of cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Node {
    firsts: Firsts,
    key: u64,
    /// The vehicles, by their first cells here, whose runs are known.
    known: u64,
    /// The last place in the runs that is of this position.
    last: u32,
    distance: u32,
}

/// A place in a run.
#[derive(Clone, Copy)]
struct Place {
    /// The number of the position, and in the lowest bits of it: how many places of the run come before this one (3), how
    /// many come after it (3), and whether all of its positions have a distance (1, at the run's first place).
    packed: u32,
    /// The place before that is of the same position.
    before: u32,
}

/// Bits below the number of a position.
const NUMBER: u32 = 7;

/// The bit of a run whose positions have a distance.
const DONE: u32 = 1 << 6;

/// The most positions that have a number.
const MOST: usize = 1 << (u32::BITS - NUMBER);

/// The most places of a run: those of a car.
const RUN: usize = STRIDE - 1;

impl Place {
    fn number(self) -> u32 {
        self.packed >> NUMBER
    }

    fn earlier(self) -> usize {
        self.packed as usize & 7
    }

    fn later(self) -> usize {
        self.packed as usize >> 3 & 7
    }
}

/// No place, and no distance.
const NONE: u32 = u32::MAX;

/// Works out components, one after the other, in the same memory.
#[derive(Default)]
pub struct Analyst {
    nodes: Vec<Node>,
    places: Vec<Place>,
    table: Table,
    queue: Vec<u32>,
}

impl Analyst {
    /// The component of a board; nothing if it has more than `most` positions.
    pub fn analyse(&mut self, puzzle: &RushHour, most: usize) -> Option<Component> {
        self.reach(puzzle.board(), most)?;
        let states = self.nodes.len();
        let goal = puzzle.goal();
        self.queue.clear();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if cells(&node.firsts, 0..DOWN) & goal == goal {
                node.distance = 0;
                self.queue.push(number as u32);
            }
        }
        let solved = self.queue.len();
        if solved == 0 {
            let hardest = puzzle.board().clone();
            return Some(Component { states, solved, farthest: None, distance: None, hardest });
        }
        self.spread(puzzle.metric());
        let distance = |number: &u32| self.nodes[*number as usize].distance;
        let farthest = self.queue.last().map_or(0, distance);
        let of_farthest = self.queue.iter().rev().take_while(|number| distance(number) == farthest);
        let hardest = of_farthest.map(|number| self.nodes[*number as usize].firsts).min();
        let hardest = hardest.expect("goals were reached");
        let lot = Lot { across: cells(&hardest, 0..DOWN), down: cells(&hardest, DOWN..KINDS), sum: 0 };
        let own = Some(self.nodes[0].distance);
        let hardest = puzzle.board_of(&lot);
        Some(Component { states, solved, farthest: Some(farthest), distance: own, hardest })
    }

    /// Reaches everything that can be reached, and finds the runs; nothing if that is more than `most`.
    fn reach(&mut self, board: &Board, most: usize) -> Option<()> {
        let most = most.min(MOST - 1);
        self.nodes.clear();
        self.places.clear();
        self.table.clear();
        let mut firsts = [0; KINDS];
        for vehicle in board.vehicles() {
            let kind = DOWN * usize::from(vehicle.is_vertical) + usize::from(vehicle.length) - LENGTHS[0];
            firsts[kind] |= vehicle.cells() & vehicle.cells().wrapping_neg();
        }
        let key = (0..KINDS).fold(0, |key, kind| {
            (0..64).filter(|cell| firsts[kind] >> cell & 1 == 1).fold(key, |key, cell| key ^ KEYS[kind][cell])
        });
        self.reached(&firsts, key);
        let room = inside(board.size()) & !board.walls();
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            let firsts = &node.firsts;
            let free = room & !cells(firsts, 0..KINDS);
            let known = !node.known;
            self.runs::<0>(next, &node, free, known & ((free & !COLUMN_7) << 1 | (free & !COLUMNS_01) >> 2));
            self.runs::<1>(next, &node, free, known & ((free & !COLUMN_7) << 1 | (free & !COLUMNS_012) >> 3));
            self.runs::<2>(next, &node, free, known & (free << STRIDE | free >> (2 * STRIDE)));
            self.runs::<3>(next, &node, free, known & (free << STRIDE | free >> (3 * STRIDE)));
            if self.nodes.len() > most {
                return None;
            }
            next += 1;
        }
        Some(())
    }

    /// Finds the runs of vehicles of a kind whose first cells are among those at which one can slide.
    #[inline]
    fn runs<const KIND: usize>(&mut self, number: usize, node: &Node, free: u64, slides: u64) {
        let mut left = node.firsts[KIND] & slides;
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            let (line, at, step) = if KIND < DOWN {
                (free >> (cell & 56) & 0xff, cell & 7, 1)
            } else {
                (column(free, cell & 7), cell >> 3, STRIDE as u32)
            };
            // Beyond the ends of a line nothing is free.
            let taken = !line;
            let earlier = (line << 1 << (63 - at)).leading_ones();
            let later = (taken >> (at + LENGTHS[KIND] as u32)).trailing_zeros();
            let mut firsts = node.firsts;
            let without = firsts[KIND] & !(1 << cell);
            let without_key = node.key ^ KEYS[KIND][cell as usize];
            let last = earlier + later;
            let mut first = cell - earlier * step;
            if self.places.capacity() - self.places.len() < RUN {
                self.places.reserve(RUN);
            }
            for place in 0..=last {
                let reached = if place == earlier {
                    number
                } else {
                    firsts[KIND] = without | 1 << first;
                    self.reached(&firsts, without_key ^ KEYS[KIND][first as usize & 63])
                };
                let node = &mut self.nodes[reached];
                node.known |= 1 << first;
                let before = std::mem::replace(&mut node.last, self.places.len() as u32);
                let packed = (reached as u32) << NUMBER | (last - place) << 3 | place;
                self.places.push(Place { packed, before });
                first += step;
            }
        }
    }

    /// The number of a position, which is new or not.
    #[inline]
    fn reached(&mut self, firsts: &Firsts, key: u64) -> usize {
        match self.table.find(key, firsts, &self.nodes) {
            Ok(known) => known,
            Err(place) => {
                self.nodes.push(Node { firsts: *firsts, key, known: 0, last: NONE, distance: NONE });
                self.table.add(place, &self.nodes);
                self.nodes.len() - 1
            }
        }
    }

    /// Spreads distances from those in the queue.
    fn spread(&mut self, metric: Metric) {
        let Analyst { nodes, places, queue, .. } = self;
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            let Node { mut last, distance, .. } = nodes[number as usize];
            let mut see = |place: Place| {
                let node = &mut nodes[place.number() as usize];
                if node.distance == NONE {
                    node.distance = distance + 1;
                    queue.push(place.number());
                }
            };
            while last != NONE {
                let at = last as usize;
                let place = places[at];
                let (first, end) = (at - place.earlier(), at + place.later());
                match metric {
                    Metric::Slides if places[first].packed & DONE == 0 => {
                        places[first].packed |= DONE;
                        places[first..=end].iter().for_each(|place| see(*place));
                    }
                    Metric::Slides => {}
                    Metric::Cells => {
                        let (low, high) = (at.saturating_sub(1).max(first), (at + 1).min(end));
                        places[low..=high].iter().for_each(|place| see(*place));
                    }
                }
                last = place.before;
            }
            next += 1;
        }
    }
}

/// The cells of the vehicles of some kinds.
#[inline]
fn cells(firsts: &Firsts, kinds: std::ops::Range<usize>) -> u64 {
    kinds.fold(0, |cells, kind| {
        let (first, step) = (firsts[kind], if kind < DOWN { 1 } else { STRIDE });
        let third = if LENGTHS[kind] == 3 { first << (2 * step) } else { 0 };
        cells | first | first << step | third
    })
}

const COLUMN_7: u64 = 0x8080_8080_8080_8080;
const COLUMNS_01: u64 = 0x0303_0303_0303_0303;
const COLUMNS_012: u64 = 0x0707_0707_0707_0707;

/// A number for each place of a first cell; those of a position, taken together, point to its place in the table.
static KEYS: [[u64; 64]; KINDS] = {
    let mut keys = [[0; 64]; KINDS];
    let mut number = 0;
    while number < 64 * KINDS {
        keys[number / 64][number % 64] = mixed(number as u64 + 1);
        number += 1;
    }
    keys
};

/// The numbers of positions by their keys, each at the first free place from where the highest bits of the key point to.
struct Table {
    /// The lower half of a key, and the number of a position plus one; zero is a free place. The length is a power of two.
    slots: Vec<u64>,
    shift: u32,
}

/// Slots of an empty table.
const SMALL: usize = 1 << 11;

impl Default for Table {
    fn default() -> Self {
        Table { slots: vec![0; SMALL], shift: 64 - SMALL.ilog2() }
    }
}

impl Table {
    fn clear(&mut self) {
        self.slots.truncate(SMALL);
        self.slots.fill(0);
        self.shift = 64 - SMALL.ilog2();
    }

    /// The number of a position, or the place where it belongs.
    #[inline]
    fn find(&self, key: u64, firsts: &Firsts, nodes: &[Node]) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut place = (key >> self.shift) as usize;
        loop {
            let slot = self.slots[place & mask];
            if slot == 0 {
                return Err(place & mask);
            }
            let number = slot as u32 as usize - 1;
            if slot >> 32 == key & 0xffff_ffff && is_same(&nodes[number].firsts, firsts) {
                return Ok(number);
            }
            place += 1;
        }
    }

    /// Adds the last of the positions.
    #[inline]
    fn add(&mut self, place: usize, nodes: &[Node]) {
        self.slots[place] = nodes[nodes.len() - 1].key << 32 | nodes.len() as u64;
        if nodes.len() * 2 > self.slots.len() {
            self.grow(nodes);
        }
    }

    #[cold]
    fn grow(&mut self, nodes: &[Node]) {
        let length = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(length, 0);
        self.shift -= 2;
        let mask = length - 1;
        for (number, node) in nodes.iter().enumerate() {
            let mut place = (node.key >> self.shift) as usize & mask;
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = node.key << 32 | (number as u64 + 1);
        }
    }
}

#[inline]
fn is_same(one: &Firsts, two: &Firsts) -> bool {
    one.iter().zip(two).fold(0, |difference, (one, two)| difference | one ^ two) == 0
}
