//! What can be read off a position: the published heuristics and advisors (Table 10.1 of Evolved to Win) and counts of our
//! own.

use ludevo_search::puzzle::{Puzzle, Step};

use super::board::Vehicle;
use super::places::{MOST, Places, bits, clear, deduced_goal, sides, swept, way_out};
use super::rules::{Lot, RushHour, Slide};

/// How deep vehicles that stand in the way of vehicles in the way are followed.
const DEPTH: u32 = 4;

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
        read: |survey, puzzle, _| f64::from(puzzle.board().size() as u8 - 2 - survey.places(puzzle).places[0]) },
    Reading { name: "Held", most: 8.0, usual: 8.0,
        meaning: "vehicles in the target's way that cannot leave it by one move",
        read: |survey, puzzle, _| f64::from(survey.held(puzzle)) },
    Reading { name: "Second", most: 64.0, usual: 16.0,
        meaning: "vehicles in the way of those in the target's way, on the side that has fewer",
        read: |survey, puzzle, _| f64::from(survey.second(puzzle)) },
    Reading { name: "Free", most: 32.0, usual: 32.0,
        meaning: "vehicles that can move",
        read: |survey, puzzle, _| f64::from(free(survey.reach(puzzle))) },
    Reading { name: "Room", most: 256.0, usual: 50.0,
        meaning: "places that vehicles can move to",
        read: |survey, puzzle, _| f64::from(room(survey.reach(puzzle))) },
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

/// The first and last place that each vehicle can slide to.
type Reach = [(u8, u8); MOST];

fn reach_of(puzzle: &RushHour, lot: &Lot) -> Reach {
    let mut reaches = [(0, 0); MOST];
    puzzle.each_vehicle(lot, |vehicle, _, reach| reaches[usize::from(vehicle)] = reach);
    reaches
}

fn free(reach: &Reach) -> u32 {
    reach.iter().filter(|(low, high)| low < high).count() as u32
}

fn room(reach: &Reach) -> u32 {
    reach.iter().map(|(low, high)| u32::from(high - low)).sum()
}

/// Reads positions of one board after the other.
#[derive(Clone)]
pub struct Surveyor {
    lot: Lot,
    /// The position that moves are looked at from, so that what they lead to need not be worked out from nothing.
    origin: Option<(Lot, Places)>,
    /// What was worked out about the position, as far as it was asked for.
    places: Option<Places>,
    reach: Option<Reach>,
    blockers_lower_bound: Option<u32>,
    /// The deduced goal of the board: a place for every vehicle.
    goal: [u8; MOST],
}

impl Default for Surveyor {
    fn default() -> Self {
        let lot = Lot { across: 0, down: 0, sum: 0 };
        Surveyor { lot, origin: None, places: None, reach: None, blockers_lower_bound: None, goal: [0; MOST] }
    }
}

impl Surveyor {
    /// Begins with another board.
    pub fn begin(&mut self, puzzle: &RushHour) {
        self.goal = deduced_goal(puzzle);
        self.origin = None;
    }

    /// Says that what moves from this position lead to is going to be looked at.
    #[inline]
    pub fn look_from(&mut self, puzzle: &RushHour, lot: &Lot) {
        self.origin = Some((*lot, Places::of(puzzle, lot)));
    }

    /// Looks at a position, to which the last move led.
    #[inline]
    pub fn look(&mut self, puzzle: &RushHour, lot: &Lot, last: Option<Slide>) {
        self.lot = *lot;
        self.places = None;
        if let (Some((origin, places)), Some(slide)) = (&self.origin, last) {
            let mut after = *origin;
            puzzle.apply(&mut after, slide);
            if after == *lot {
                self.places = Some(places.after(puzzle, slide));
            }
        }
        self.reach = None;
        self.blockers_lower_bound = None;
    }

    /// A reading of the position looked at, which was reached by `step`.
    #[inline]
    pub fn read(&mut self, reading: usize, puzzle: &RushHour, step: &Step<Slide>) -> f64 {
        (READINGS[reading].read)(self, puzzle, step)
    }

    #[inline]
    fn places(&mut self, puzzle: &RushHour) -> &Places {
        self.places.get_or_insert_with(|| Places::of(puzzle, &self.lot))
    }

    fn reach(&mut self, puzzle: &RushHour) -> &Reach {
        self.reach.get_or_insert_with(|| reach_of(puzzle, &self.lot))
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
            let places = self.places(puzzle);
            let way = way_out(puzzle, places.places[0]);
            let mut counted = 1;
            1 + clear(puzzle, places, way, &mut counted, DEPTH)
        };
        self.blockers_lower_bound = Some(bound);
        bound
    }

    fn goal_distance(&mut self, puzzle: &RushHour) -> u32 {
        let goal = self.goal;
        let count = puzzle.board().vehicles().len();
        let distances = self.places(puzzle).places[..count].iter().zip(&goal);
        distances.map(|(place, goal)| u32::from(place.abs_diff(*goal))).sum()
    }

    fn hybrid(&mut self, puzzle: &RushHour) -> u32 {
        let distance = self.goal_distance(puzzle);
        let goal = self.goal;
        let places = self.places(puzzle);
        let between = |(number, vehicle): (usize, &Vehicle)| {
            let place = places.places[number];
            places.owners(swept(*vehicle, place, goal[number]) & !vehicle.cells_at(place)).count_ones()
        };
        distance + puzzle.board().vehicles().iter().enumerate().map(between).sum::<u32>()
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
        free(self.reach(puzzle)) > free(&reach_of(puzzle, &before))
    }

    /// Vehicles in the target's way that cannot leave it by one move.
    fn held(&mut self, puzzle: &RushHour) -> u32 {
        let reach = *self.reach(puzzle);
        let places = self.places(puzzle);
        let way = way_out(puzzle, places.places[0]);
        let is_held = |number: &usize| {
            let vehicle = puzzle.board().vehicles()[*number];
            let (low, high) = reach[*number];
            (low..=high).all(|place| vehicle.cells_at(place) & way != 0)
        };
        bits(places.owners(way)).filter(is_held).count() as u32
    }

    fn second(&mut self, puzzle: &RushHour) -> u32 {
        let places = self.places(puzzle);
        let way = way_out(puzzle, places.places[0]);
        let fewest = |number: usize| {
            let sides = sides(puzzle, places, number, way).into_iter().filter(|cells| *cells != 0);
            sides.map(|cells| places.owners(cells).count_ones()).min().unwrap_or(3)
        };
        bits(places.owners(way)).map(fewest).sum()
    }
}
