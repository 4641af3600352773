//! What can be read off a position: the published heuristics and advisors (Table 10.1 of Evolved to Win) and counts of our
//! own.

use ludevo_search::puzzle::{Puzzle, Step};

use super::board::{STRIDE, Vehicle};
use super::rules::{Lot, RushHour, Slide};

/// How deep vehicles that stand in the way of vehicles in the way are followed.
const DEPTH: u32 = 4;

/// More vehicles than a board has room for.
const MOST: usize = 32;

/// Nobody's cell.
const NOBODY: u8 = u8::MAX;

/// A number or truth value of a position and of the way it was reached.
#[derive(Clone, Copy)]
pub struct Reading {
    /// Its name.
    pub name: &'static str,
    /// The most it can be; it is 0 at least.
    pub most: f64,
    /// What it is divided by where all readings lie between 0 and 1; more counts as 1.
    pub usual: f64,
    /// What it is.
    pub meaning: &'static str,
    read: fn(&mut Surveyor, &RushHour, &Step<Slide>) -> f64,
}

/// All readings. The first ten are those of the table; what is frozen where it leaves something open is told in the
/// functions below.
#[rustfmt::skip]
pub static READINGS: [Reading; 17] = [
    Reading { name: "BlockersLowerBound", most: 64.0, usual: 40.0,
        meaning: "moves to clear the target's way, with those of vehicles in the way of vehicles in the way",
        read: |survey, puzzle, _| f64::from(survey.blockers_lower_bound(puzzle)) },
    Reading { name: "GoalDistance", most: 512.0, usual: 60.0,
        meaning: "cells that vehicles are away from their places in the deduced goal",
        read: |survey, puzzle, _| f64::from(survey.goal_distance(puzzle)) },
    Reading { name: "Hybrid", most: 1024.0, usual: 80.0,
        meaning: "GoalDistance, and the vehicles between each vehicle and its place",
        read: |survey, puzzle, _| f64::from(survey.hybrid(puzzle)) },
    Reading { name: "IsMoveToSecluded", most: 1.0, usual: 1.0,
        meaning: "the last move put a vehicle where no other could move to",
        read: |survey, puzzle, step| truth(survey.is_secluded(puzzle, step)) },
    Reading { name: "IsReleasingMove", most: 1.0, usual: 1.0,
        meaning: "more vehicles are free to move than before the last move",
        read: |survey, puzzle, step| truth(survey.is_releasing(puzzle, step)) },
    Reading { name: "Length", most: 1e9, usual: 200.0,
        meaning: "moves made so far",
        read: |_, _, step| f64::from(step.length) },
    Reading { name: "PhaseByDistance", most: 1.0, usual: 1.0,
        meaning: "moves made by those and GoalDistance together",
        read: |survey, puzzle, step| phase(step, survey.goal_distance(puzzle)) },
    Reading { name: "PhaseByBlockers", most: 1.0, usual: 1.0,
        meaning: "moves made by those and BlockersLowerBound together",
        read: |survey, puzzle, step| phase(step, survey.blockers_lower_bound(puzzle)) },
    Reading { name: "NumberOfSiblings", most: 1000.0, usual: 50.0,
        meaning: "moves that there were to choose from",
        read: |_, _, step| f64::from(step.siblings) },
    Reading { name: "DifficultyLevel", most: 1.0, usual: 1.0,
        meaning: "how hard the board is among those of its set; half where that is not known",
        read: |_, _, _| 0.5 },
    Reading { name: "Blockers", most: 8.0, usual: 8.0,
        meaning: "vehicles between the target and the exit",
        read: |survey, puzzle, _| f64::from(puzzle.blockers(&survey.lot).unwrap_or(0)) },
    Reading { name: "TargetDistance", most: 8.0, usual: 8.0,
        meaning: "cells that the target is away from the exit",
        read: |survey, puzzle, _| f64::from(puzzle.board().size() as u8 - 2 - survey.known(puzzle).places[0]) },
    Reading { name: "Held", most: 8.0, usual: 8.0,
        meaning: "vehicles in the target's way that cannot leave it by one move",
        read: |survey, puzzle, _| f64::from(survey.held(puzzle)) },
    Reading { name: "Second", most: 64.0, usual: 16.0,
        meaning: "vehicles in the way of those in the target's way, on the side that has fewer",
        read: |survey, puzzle, _| f64::from(survey.second(puzzle)) },
    Reading { name: "Free", most: 32.0, usual: 32.0,
        meaning: "vehicles that can move",
        read: |survey, puzzle, _| f64::from(survey.known(puzzle).free()) },
    Reading { name: "Room", most: 256.0, usual: 50.0,
        meaning: "places that vehicles can move to",
        read: |survey, puzzle, _| f64::from(survey.known(puzzle).room()) },
    Reading { name: "LastDistance", most: 8.0, usual: 8.0,
        meaning: "cells of the last move",
        read: |_, _, step| step.last.map_or(0.0, |slide| f64::from(slide.by().unsigned_abs())) },
];

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// The share of the way that is behind; 0 if there is no way at all.
fn phase(step: &Step<Slide>, left: u32) -> f64 {
    let (behind, left) = (f64::from(step.length), f64::from(left));
    if behind + left == 0.0 { 0.0 } else { behind / (behind + left) }
}

/// Where vehicles stand and can go.
#[derive(Clone)]
struct Places {
    count: usize,
    places: [u8; MOST],
    /// The first and last place that each can slide to.
    reach: [(u8, u8); MOST],
    /// Who stands in each cell.
    owners: [u8; 64],
}

impl Places {
    fn free(&self) -> u32 {
        let free = |vehicle: &usize| self.reach[*vehicle].0 < self.reach[*vehicle].1;
        (0..self.count).filter(free).count() as u32
    }

    fn room(&self) -> u32 {
        self.reach[..self.count].iter().map(|(low, high)| u32::from(high - low)).sum()
    }
}

/// Reads positions of one board after the other.
#[derive(Clone)]
pub struct Surveyor {
    lot: Lot,
    /// What was worked out about the position, as far as it was asked for.
    places: Option<Places>,
    blockers_lower_bound: Option<u32>,
    /// The deduced goal of the board: a place for every vehicle.
    goal: [u8; MOST],
}

impl Default for Surveyor {
    fn default() -> Self {
        let lot = Lot { across: 0, down: 0, sum: 0 };
        Surveyor { lot, places: None, blockers_lower_bound: None, goal: [0; MOST] }
    }
}

impl Surveyor {
    /// Begins with another board.
    pub fn begin(&mut self, puzzle: &RushHour) {
        self.goal = deduced_goal(puzzle);
    }

    /// Looks at a position.
    #[inline]
    pub fn look(&mut self, lot: &Lot) {
        self.lot = *lot;
        self.places = None;
        self.blockers_lower_bound = None;
    }

    /// A reading of the position looked at, which was reached by `step`.
    #[inline]
    pub fn read(&mut self, reading: usize, puzzle: &RushHour, step: &Step<Slide>) -> f64 {
        (READINGS[reading].read)(self, puzzle, step)
    }

    fn known(&mut self, puzzle: &RushHour) -> &Places {
        let lot = self.lot;
        self.places.get_or_insert_with(|| places_of(puzzle, &lot))
    }

    /// The published BlockersLowerBound: a move of the target, and for each vehicle in its way a move and, on the cheaper
    /// side, the same for the vehicles in that one's way; each vehicle counts once. It can exceed what is left.
    fn blockers_lower_bound(&mut self, puzzle: &RushHour) -> u32 {
        if let Some(known) = self.blockers_lower_bound {
            return known;
        }
        let bound = if puzzle.is_solved(&self.lot) {
            0
        } else {
            let places = self.known(puzzle);
            let way = way_out(puzzle, places.places[0]);
            let mut counted = 1;
            1 + clear(puzzle, places, way, &mut counted, DEPTH)
        };
        self.blockers_lower_bound = Some(bound);
        bound
    }

    fn goal_distance(&mut self, puzzle: &RushHour) -> u32 {
        let goal = self.goal;
        let places = self.known(puzzle);
        let distances = places.places[..places.count].iter().zip(&goal);
        distances.map(|(place, goal)| u32::from(place.abs_diff(*goal))).sum()
    }

    fn hybrid(&mut self, puzzle: &RushHour) -> u32 {
        let distance = self.goal_distance(puzzle);
        let goal = self.goal;
        let places = self.known(puzzle);
        let between = |number: usize| {
            let vehicle = puzzle.board().vehicles()[number];
            let swept = swept(vehicle, places.places[number], goal[number]);
            others(places, swept & !vehicle.cells_at(places.places[number])).count_ones()
        };
        distance + (0..places.count).map(between).sum::<u32>()
    }

    fn is_secluded(&mut self, puzzle: &RushHour, step: &Step<Slide>) -> bool {
        let Some(last) = step.last else { return false };
        let vehicles = puzzle.board().vehicles();
        let cells = vehicles[usize::from(last.vehicle)].cells_at(last.to);
        let mut without = self.lot;
        without.remove(vehicles[usize::from(last.vehicle)], last.to);
        let mut is_secluded = true;
        puzzle.each_vehicle_but(&without, last.vehicle, |vehicle, _, (low, high)| {
            is_secluded &= swept(vehicles[usize::from(vehicle)], low, high) & cells == 0;
        });
        is_secluded
    }

    fn is_releasing(&mut self, puzzle: &RushHour, step: &Step<Slide>) -> bool {
        let Some(Slide { vehicle, from, to }) = step.last else { return false };
        let mut before = self.lot;
        puzzle.apply(&mut before, Slide { vehicle, from: to, to: from });
        let before = places_of(puzzle, &before).free();
        self.known(puzzle).free() > before
    }

    /// Vehicles in the target's way that cannot leave it by one move.
    fn held(&mut self, puzzle: &RushHour) -> u32 {
        let places = self.known(puzzle);
        let way = way_out(puzzle, places.places[0]);
        let is_held = |number: &usize| {
            let vehicle = puzzle.board().vehicles()[*number];
            let (low, high) = places.reach[*number];
            (low..=high).all(|place| vehicle.cells_at(place) & way != 0)
        };
        bits(others(places, way)).filter(is_held).count() as u32
    }

    fn second(&mut self, puzzle: &RushHour) -> u32 {
        let places = self.known(puzzle);
        let way = way_out(puzzle, places.places[0]);
        let fewest = |number: usize| {
            let sides = sides(puzzle, places, number, way);
            sides.into_iter().flatten().map(|cells| others(places, cells).count_ones()).min().unwrap_or(3)
        };
        bits(others(places, way)).map(fewest).sum()
    }
}

/// The numbers of the set bits.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest as usize)
    })
}

fn places_of(puzzle: &RushHour, lot: &Lot) -> Places {
    let vehicles = puzzle.board().vehicles();
    let mut places =
        Places { count: vehicles.len(), places: [0; MOST], reach: [(0, 0); MOST], owners: [NOBODY; 64] };
    puzzle.each_vehicle(lot, |vehicle, place, reach| {
        let number = usize::from(vehicle);
        places.places[number] = place;
        places.reach[number] = reach;
        let Vehicle { is_vertical, line, length, .. } = vehicles[number];
        let (line, first) = (usize::from(line), usize::from(place));
        let (cell, stride) = match is_vertical {
            true => (STRIDE * first + line, STRIDE),
            false => (STRIDE * line + first, 1),
        };
        (0..usize::from(length)).for_each(|part| places.owners[cell + stride * part] = vehicle);
    });
    places
}

/// The vehicles that stand in some of these cells, as a set of numbers.
fn others(places: &Places, mut cells: u64) -> u32 {
    let mut found = 0;
    while cells != 0 {
        let owner = places.owners[cells.trailing_zeros() as usize];
        if owner != NOBODY {
            found |= 1 << owner;
        }
        cells &= cells - 1;
    }
    found
}

/// The cells between the target and the exit.
fn way_out(puzzle: &RushHour, target: u8) -> u64 {
    let board = puzzle.board();
    let vehicle = board.vehicles()[0];
    swept(vehicle, target, board.size() as u8 - vehicle.length) & !vehicle.cells_at(target)
}

/// All cells that a vehicle takes somewhere between two places.
fn swept(vehicle: Vehicle, one: u8, other: u8) -> u64 {
    let (low, high) = (one.min(other), one.max(other));
    let length = vehicle.length + high - low;
    Vehicle { length, ..vehicle }.cells_at(low)
}

/// For each of its two directions the further cells that a vehicle takes until it leaves `way`; nothing where it cannot
/// leave it, for the edge or a wall.
fn sides(puzzle: &RushHour, places: &Places, number: usize, way: u64) -> [Option<u64>; 2] {
    let board = puzzle.board();
    let vehicle = board.vehicles()[number];
    let place = places.places[number];
    let own = vehicle.cells_at(place);
    let last = board.size() as u8 - vehicle.length;
    let is_off = |place: &u8| vehicle.cells_at(*place) & way == 0;
    let to = [(0..place).rev().find(is_off), (place + 1..=last).find(is_off)];
    to.map(|to| Some(swept(vehicle, place, to?) & !own).filter(|cells| cells & board.walls() == 0))
}

/// Moves to clear these cells: for each vehicle in them that was not counted yet one, and what its cheaper side asks for.
fn clear(puzzle: &RushHour, places: &Places, cells: u64, counted: &mut u32, depth: u32) -> u32 {
    let mut moves = 0;
    for number in bits(others(places, cells)) {
        if *counted >> number & 1 == 1 {
            continue;
        }
        *counted |= 1 << number;
        moves += 1;
        if depth == 1 {
            continue;
        }
        let mut cheapest: Option<(u32, u32)> = None;
        for side in sides(puzzle, places, number, cells).into_iter().flatten() {
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
fn deduced_goal(puzzle: &RushHour) -> [u8; MOST] {
    let board = puzzle.board();
    let vehicles = board.vehicles();
    let places = places_of(puzzle, &puzzle.start());
    let mut goal = places.places;
    let exit = board.size() as u8 - vehicles[0].length;
    goal[0] = exit;
    let mut taken = board.walls() | swept(vehicles[0], vehicles[0].place, exit);
    let mut moved: u32 = 1;
    let mut waiting: std::collections::VecDeque<usize> = bits(others(&places, taken) & !moved).collect();
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
        let next = others(&places, vehicle.cells_at(place)) & !moved;
        waiting.extend(bits(next));
        moved |= next;
    }
    goal
}
