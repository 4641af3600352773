//! Boards as a species: how they are made, varied, written and read.
//!
//! Which boards are the same puzzle? Letters of vehicles say nothing, and on boards of odd size, where the exit is in the
//! middle, neither does what is top and what is bottom. On boards of even size the mirror image has its exit in another
//! row, and left and right differ by the exit: there no symmetry is left.

use ludevo_evolve::Species;
use ludevo_program::{IntronCounts, Measure, ParseError};
use ludevo_random::Stream;
use ludevo_search::puzzle::{Limits, Puzzle, Uniform};
use rand::RngExt;

use super::settings::{BoardSettings, Start};
use crate::board::{Board, STRIDE, Vehicle, exit_row, inside};
use crate::rules::{Metric, RushHour};

/// How often something is tried that need not fit.
const TRIES: usize = 40;

/// Positions that are looked at to tell whether a first board of six is solvable.
const SOLVABLE_WITHIN: u64 = 20_000;

/// Boards of a size.
#[derive(Clone, Debug)]
pub struct Boards {
    settings: BoardSettings,
}

impl Boards {
    /// Boards as an experiment states them.
    pub fn new(settings: BoardSettings) -> Self {
        Boards { settings }
    }

    /// A board of vehicles, and walls if they are allowed, wherever there is room.
    fn filled(&self, rng: &mut Stream, size: usize) -> Board {
        let settings = &self.settings;
        let place = rng.random_range(0..size as u8 - 1);
        let target = Vehicle { is_vertical: false, line: exit_row(size) as u8, place, length: 2 };
        let mut draft = Draft { size, walls: 0, vehicles: vec![target] };
        for _ in 0..rng.random_range(0..=settings.walls) {
            draft.add_wall(rng);
        }
        let most = settings.vehicles.min(size * size * 3 / 8);
        for _ in 1..rng.random_range(most * 3 / 4..=most).max(2) {
            draft.add(rng, settings.trucks);
        }
        draft.finish()
    }

    /// A solvable board of 6x6 with an empty row or column on every side.
    fn six_in_the_middle(&self, rng: &mut Stream) -> Board {
        loop {
            let six = self.filled(rng, 6);
            let puzzle = RushHour::new(six, Metric::Slides);
            let limits = Limits { expanded: SOLVABLE_WITHIN, ..Limits::default() };
            let start = puzzle.start();
            if puzzle.is_solved(&start) || Uniform::default().solve(&puzzle, &start, limits).path().is_none()
            {
                continue;
            }
            let six = puzzle.board();
            let within =
                |vehicle: &Vehicle| Vehicle { line: vehicle.line + 1, place: vehicle.place + 1, ..*vehicle };
            let vehicles = six.vehicles().iter().map(within).collect();
            // A row and a column further: nothing leaves the board, as the last row and column of six are followed by two.
            let walls = six.walls() << (STRIDE + 1);
            return Board::new(8, walls, vehicles).expect("six and two are eight").canonical();
        }
    }

    /// One mutation; the draft stays as it is if there is no room for it.
    fn vary(&self, rng: &mut Stream, draft: &mut Draft) {
        let settings = &self.settings;
        let mutation = settings.mutation;
        let shares = [mutation.add, mutation.delete, mutation.relocate, mutation.resize, mutation.swap];
        let mut at = rng.random_range(0.0..shares.iter().sum());
        let drawn = shares.iter().position(|share| {
            at -= share;
            at < 0.0
        });
        let is_wall = settings.walls > 0 && rng.random_ratio(1, 6);
        match drawn.unwrap_or(0) {
            0 if is_wall && (draft.walls.count_ones() as usize) < settings.walls => draft.add_wall(rng),
            0 if draft.vehicles.len() < settings.vehicles => draft.add(rng, settings.trucks),
            0 | 1 if is_wall => draft.delete_wall(rng),
            0 | 1 => draft.delete(rng),
            2 if is_wall => {
                draft.delete_wall(rng);
                draft.add_wall(rng);
            }
            2 => draft.relocate(rng),
            3 => draft.resize(rng),
            _ => draft.swap(rng),
        }
    }

    /// A board that differs from this one by a few mutations.
    pub(super) fn varied(&self, rng: &mut Stream, genome: &Board) -> Board {
        let mutation = self.settings.mutation;
        let slides = rng.random_range(0..=mutation.drift);
        let drifted = if slides > 0 { drifted(rng, genome, slides) } else { genome.clone() };
        let mut draft = Draft::of(&drifted);
        let mut tried = 0;
        loop {
            self.vary(rng, &mut draft);
            tried += 1;
            let is_changed = draft.vehicles != drifted.vehicles() || draft.walls != drifted.walls();
            if tried == TRIES || (is_changed && !rng.random_bool(mutation.more)) {
                return draft.finish();
            }
        }
    }

    /// The receiver with those of the donor's vehicles that touch a band of lines, in place of its own there.
    fn with_band(&self, rng: &mut Stream, donor: &Board, receiver: &Board) -> Board {
        let size = receiver.size();
        let (first, width) = (rng.random_range(0..size), rng.random_range(1..=size / 2));
        let lines = (first..(first + width).min(size)).fold(0, |cells, row| cells | 0xff << (STRIDE * row));
        let band = inside(size) & if rng.random() { lines } else { turned(lines) };
        let touches = |vehicle: &&Vehicle| vehicle.cells() & band != 0;
        let mut draft = Draft { size, walls: receiver.walls(), vehicles: Vec::new() };
        // The target is one of the two, so that there is one.
        let target = if donor.vehicles()[0].cells() & band != 0 { donor } else { receiver }.vehicles()[0];
        draft.vehicles.push(target);
        if draft.walls & target.cells() != 0 {
            return receiver.clone();
        }
        let given = donor.vehicles()[1..].iter().filter(touches);
        let kept = receiver.vehicles()[1..].iter().filter(|vehicle| vehicle.cells() & band == 0);
        for vehicle in given.chain(kept) {
            if draft.vehicles.len() < self.settings.vehicles {
                draft.put(*vehicle);
            }
        }
        draft.finish()
    }
}

/// The cells with rows and columns changed.
fn turned(cells: u64) -> u64 {
    (0..64)
        .filter(|cell| cells >> cell & 1 == 1)
        .fold(0, |turned, cell| turned | 1 << (cell % 8 * 8 + cell / 8))
}

impl Species for Boards {
    type Genome = Board;

    fn random(&self, rng: &mut Stream, _index: usize) -> Board {
        match self.settings.start {
            Start::Random => self.filled(rng, self.settings.size),
            Start::SixInTheMiddle => self.six_in_the_middle(rng),
        }
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Board, receiver: &Board) -> Board {
        self.with_band(rng, donor, receiver)
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Board, two: &Board) -> (Board, Board) {
        (self.with_band(rng, two, one), self.with_band(rng, one, two))
    }

    fn mutate(&self, rng: &mut Stream, genome: &Board) -> Board {
        let anew = self.settings.mutation.anew;
        if anew > 0.0 && rng.random_bool(anew) { self.random(rng, 0) } else { self.varied(rng, genome) }
    }

    fn simplify(&self, genome: &Board) -> Board {
        genome.clone()
    }

    fn constants(&self, _genome: &Board) -> Vec<f64> {
        Vec::new()
    }

    fn with_constants(&self, genome: &Board, _constants: &[f64]) -> Board {
        genome.clone()
    }

    /// A line for each row.
    fn print(&self, genome: &Board) -> String {
        let text = genome.to_string();
        let rows = text.as_bytes().chunks(genome.size());
        rows.map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Board, ParseError> {
        text.parse().map_err(|error: crate::BoardError| ParseError {
            line: first_line,
            column: 1,
            problem: error.to_string(),
        })
    }

    /// Vehicles and walls; cells in a row as the depth.
    fn measure(&self, genome: &Board) -> Measure {
        Measure {
            nodes: genome.vehicles().len() + genome.walls().count_ones() as usize,
            depth: genome.size(),
        }
    }

    fn introns(&self, _genome: &Board) -> IntronCounts {
        IntronCounts::default()
    }
}

/// The mirror image of a board whose exit is in the middle.
fn mirrored(board: &Board) -> Option<Board> {
    if board.size().is_multiple_of(2) {
        return None;
    }
    let size = board.size() as u8;
    let mirrored = |vehicle: &Vehicle| match vehicle.is_vertical {
        true => Vehicle { place: size - vehicle.place - vehicle.length, ..*vehicle },
        false => Vehicle { line: size - 1 - vehicle.line, ..*vehicle },
    };
    let vehicles = board.vehicles().iter().map(mirrored).collect();
    // Rows the other way round; those beyond the board are empty.
    let walls = board.walls().swap_bytes() >> (STRIDE * (STRIDE - board.size()));
    Some(Board::new(board.size(), walls, vehicles).expect("a mirror image fits").canonical())
}

/// The same board, or its mirror image where that is the same puzzle: of the two always the same one.
pub(super) fn least(board: Board) -> Board {
    match mirrored(&board) {
        Some(mirror) if mirror.to_string() < board.to_string() => mirror,
        _ => board,
    }
}

/// In how many vehicles two boards differ, wherever in their lines these stand, and whichever side is up where that makes
/// no difference.
pub(super) fn difference(one: &Board, two: &Board) -> usize {
    let lines = |board: &Board| -> Vec<(bool, u8, u8)> {
        let mut lines: Vec<_> = board
            .vehicles()
            .iter()
            .map(|vehicle| (vehicle.is_vertical, vehicle.line, vehicle.length))
            .collect();
        lines.sort_unstable();
        lines
    };
    let differ = |one: &[(bool, u8, u8)], two: Vec<(bool, u8, u8)>| {
        let (mut left, mut common) = (two.clone(), 0);
        for vehicle in one {
            if let Some(place) = left.iter().position(|other| other == vehicle) {
                left.swap_remove(place);
                common += 1;
            }
        }
        one.len().max(two.len()) - common
    };
    let one = lines(one);
    let mirror = mirrored(two).map_or(usize::MAX, |mirror| differ(&one, lines(&mirror)));
    differ(&one, lines(two)).min(mirror)
}

/// The board after so many random slides.
pub(super) fn drifted(rng: &mut Stream, board: &Board, slides: usize) -> Board {
    let puzzle = RushHour::new(board.clone(), Metric::Slides);
    let mut lot = puzzle.start();
    let mut moves = Vec::new();
    for _ in 0..slides {
        moves.clear();
        puzzle.moves(&lot, &mut moves);
        if moves.is_empty() {
            break;
        }
        puzzle.apply(&mut lot, moves[rng.random_range(0..moves.len())]);
    }
    puzzle.board_of(&lot).canonical()
}

/// A board that is being changed. The target is the first vehicle, and nothing overlaps.
struct Draft {
    size: usize,
    walls: u64,
    vehicles: Vec<Vehicle>,
}

impl Draft {
    fn of(board: &Board) -> Self {
        Draft { size: board.size(), walls: board.walls(), vehicles: board.vehicles().to_vec() }
    }

    fn finish(self) -> Board {
        Board::new(self.size, self.walls, self.vehicles).expect("drafts are boards").canonical()
    }

    fn taken(&self) -> u64 {
        self.vehicles.iter().fold(self.walls, |taken, vehicle| taken | vehicle.cells())
    }

    fn fits(&self, vehicle: Vehicle) -> bool {
        usize::from(vehicle.line) < self.size
            && usize::from(vehicle.place + vehicle.length) <= self.size
            && vehicle.cells() & self.taken() == 0
    }

    /// Adds a vehicle if there is room.
    fn put(&mut self, vehicle: Vehicle) -> bool {
        let fits = self.fits(vehicle);
        if fits {
            self.vehicles.push(vehicle);
        }
        fits
    }

    fn add(&mut self, rng: &mut Stream, trucks: f64) {
        let length = if rng.random_bool(trucks) { 3 } else { 2 };
        self.add_somewhere(rng, length);
    }

    /// Adds a vehicle of a length anywhere.
    fn add_somewhere(&mut self, rng: &mut Stream, length: u8) -> bool {
        (0..TRIES).any(|_| {
            let vehicle = Vehicle {
                is_vertical: rng.random(),
                line: rng.random_range(0..self.size as u8),
                place: rng.random_range(0..=self.size as u8 - length),
                length,
            };
            self.put(vehicle)
        })
    }

    /// Any vehicle but the target.
    fn any(&self, rng: &mut Stream) -> Option<usize> {
        (self.vehicles.len() > 1).then(|| rng.random_range(1..self.vehicles.len()))
    }

    fn delete(&mut self, rng: &mut Stream) {
        if let Some(number) = self.any(rng) {
            self.vehicles.remove(number);
        }
    }

    /// Puts another vehicle in the place of one, if it fits there.
    fn replace(&mut self, number: usize, other: Vehicle) -> bool {
        let vehicle = self.vehicles.remove(number);
        let fits = self.fits(other);
        self.vehicles.insert(number, if fits { other } else { vehicle });
        fits
    }

    fn relocate(&mut self, rng: &mut Stream) {
        let number = rng.random_range(0..self.vehicles.len());
        let vehicle = self.vehicles[number];
        let places = self.size as u8 - vehicle.length;
        let along = Vehicle { place: rng.random_range(0..=places), ..vehicle };
        if number == 0 {
            self.replace(number, along);
            return;
        }
        match rng.random_range(0..3) {
            0 => {
                self.replace(number, along);
            }
            1 => {
                let line = if rng.random() { vehicle.line + 1 } else { vehicle.line.wrapping_sub(1) };
                self.replace(number, Vehicle { line, ..vehicle });
            }
            _ => {
                self.vehicles.remove(number);
                if !self.add_somewhere(rng, vehicle.length) {
                    self.vehicles.insert(number, vehicle);
                }
            }
        }
    }

    fn resize(&mut self, rng: &mut Stream) {
        let Some(number) = self.any(rng) else { return };
        let vehicle = self.vehicles[number];
        let at_front = u8::from(rng.random::<bool>());
        let other = match vehicle.length {
            2 => Vehicle { length: 3, place: vehicle.place.wrapping_sub(at_front), ..vehicle },
            _ => Vehicle { length: 2, place: vehicle.place + at_front, ..vehicle },
        };
        if other.place < self.size as u8 {
            self.replace(number, other);
        }
    }

    /// Two vehicles change their first cells.
    fn swap(&mut self, rng: &mut Stream) {
        let (Some(one), Some(two)) = (self.any(rng), self.any(rng)) else { return };
        let (first, second) = (self.vehicles[one], self.vehicles[two]);
        let at = |vehicle: Vehicle, cells: u64| {
            let cell = cells.trailing_zeros() as u8;
            let (row, column) = (cell / STRIDE as u8, cell % STRIDE as u8);
            let (line, place) = if vehicle.is_vertical { (column, row) } else { (row, column) };
            Vehicle { line, place, ..vehicle }
        };
        let before = self.vehicles.clone();
        self.vehicles.retain(|vehicle| *vehicle != first && *vehicle != second);
        let both = self.put(at(first, second.cells())) && (one == two || self.put(at(second, first.cells())));
        if !both {
            self.vehicles = before;
        }
    }

    fn add_wall(&mut self, rng: &mut Stream) {
        let free = inside(self.size) & !self.taken();
        let count = free.count_ones();
        if count > 0 {
            let drawn = rng.random_range(0..count);
            self.walls |= nth_bit(free, drawn);
        }
    }

    fn delete_wall(&mut self, rng: &mut Stream) {
        let count = self.walls.count_ones();
        if count > 0 {
            let drawn = rng.random_range(0..count);
            self.walls &= !nth_bit(self.walls, drawn);
        }
    }
}

/// The bit of this number among those that are set.
fn nth_bit(mut bits: u64, number: u32) -> u64 {
    for _ in 0..number {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}
