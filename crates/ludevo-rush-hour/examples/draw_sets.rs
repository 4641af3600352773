//! Draws the boards of the sets that ship: `cargo run --release -p ludevo-rush-hour --example draw_sets -- KIND FIRST LAST`
//! prints a board for each seed from FIRST to LAST, its optimum in slides before it. KIND is `six`, `dense8` or `wide8`.

use std::io::{Write, stdout};

use ludevo_random::{Purpose, Stream, stream};
use ludevo_rush_hour::board::exit_row;
use ludevo_rush_hour::{Analyst, Blockers, Board, Metric, RushHour, Vehicle};
use ludevo_search::puzzle::{AStar, Limits, Uniform};
use rand::RngExt;

/// A random climb: so many changes of a board are tried, and those kept that are no easier, until it is hard enough.
struct Climb {
    size: u8,
    /// Vehicles at first, and at most.
    vehicles: (usize, usize),
    /// Positions that may be reached from a board: smaller ones are analysed sooner.
    largest: usize,
    changes: u32,
    hard_enough: u32,
}

fn drawn_vehicle(rng: &mut Stream, size: u8) -> Vehicle {
    let length = if rng.random_ratio(1, 3) { 3 } else { 2 };
    let (is_vertical, line) = (rng.random(), rng.random_range(0..size));
    Vehicle { is_vertical, line, place: rng.random_range(0..=size - length), length }
}

/// The target and vehicles wherever there is room.
fn drawn(rng: &mut Stream, size: u8, vehicles: usize) -> Board {
    let row = exit_row(usize::from(size)) as u8;
    let target = Vehicle { is_vertical: false, line: row, place: 0, length: 2 };
    let mut board = Board::new(size.into(), 0, vec![target]).expect("a target alone");
    for _ in 0..1000 {
        let vehicle = drawn_vehicle(rng, size);
        if board.vehicles().len() < vehicles && (vehicle.is_vertical || vehicle.line != row) {
            let more = board.vehicles().iter().copied().chain([vehicle]).collect();
            board = Board::new(size.into(), 0, more).unwrap_or(board);
        }
    }
    board
}

/// The board with a vehicle more, one less or one elsewhere.
fn changed(rng: &mut Stream, board: &Board, most: usize) -> Board {
    loop {
        let mut vehicles = board.vehicles().to_vec();
        let other = drawn_vehicle(rng, board.size() as u8);
        let place = rng.random_range(1..vehicles.len().max(2));
        match rng.random_range(0..4) {
            0 => vehicles.push(other),
            1 if vehicles.len() > 4 => drop(vehicles.remove(place)),
            _ if vehicles.len() > 2 => vehicles[place] = other,
            _ => continue,
        }
        if let Ok(board) = Board::new(board.size(), 0, vehicles)
            && board.vehicles().len() <= most
        {
            return board;
        }
    }
}

impl Climb {
    fn board(&self, rng: &mut Stream, analyst: &mut Analyst) -> (u32, Board) {
        let mut best = (0, drawn(rng, self.size, self.vehicles.0));
        for _ in 0..self.changes {
            let puzzle = RushHour::new(changed(rng, &best.1, self.vehicles.1), Metric::Slides);
            let component = analyst.analyse(&puzzle, self.largest);
            if let Some((farthest, hardest)) =
                component.and_then(|found| Some((found.farthest?, found.hardest)))
                && farthest >= best.0
            {
                best = (farthest, hardest);
            }
            if best.0 >= self.hard_enough {
                break;
            }
        }
        best
    }
}

/// A drawn board of which breadth-first search expands half a million positions and more, if one is soon found.
fn wide(rng: &mut Stream, uniform: &mut Uniform<RushHour>) -> Option<(u32, Board)> {
    (0..400).find_map(|_| {
        let vehicles = rng.random_range(12..17);
        let puzzle = RushHour::new(drawn(rng, 8, vehicles), Metric::Slides);
        let soon = Limits { expanded: 150_000, memory: 1 << 30, time: None };
        let star = AStar::default().solve(&puzzle, &puzzle.start(), &mut Blockers, soon);
        if star.effort.expanded < 5000 || star.path().is_none_or(|path| path.len() < 9) {
            return None;
        }
        let all = Limits { expanded: 3_000_000, memory: 2 << 30, time: None };
        let solved = uniform.solve(&puzzle, &puzzle.start(), all);
        let optimum = solved.path().filter(|_| solved.effort.expanded >= 500_000)?.len();
        Some((optimum as u32, puzzle.board().clone()))
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, first, last] = &arguments[..] else { panic!("say the kind, the first seed and the last") };
    let seed = |text: &String| text.parse::<u64>().expect("a seed is a whole number");
    let (mut analyst, mut uniform) = (Analyst::default(), Uniform::default());
    for seed in seed(first)..=seed(last) {
        let mut rng = stream(seed, Purpose::Sampling, 77, 0);
        let found = match &kind[..] {
            "six" => {
                let hard_enough = rng.random_range(8..46);
                let climb =
                    Climb { size: 6, vehicles: (10, 16), largest: 10_000, changes: 1500, hard_enough };
                Some(climb.board(&mut rng, &mut analyst))
            }
            "dense8" => {
                let climb =
                    Climb { size: 8, vehicles: (17, 24), largest: 30_000, changes: 1500, hard_enough: 55 };
                Some(climb.board(&mut rng, &mut analyst))
            }
            "wide8" => wide(&mut rng, &mut uniform),
            other => panic!("`{other}` is no kind of boards: six, dense8 or wide8"),
        };
        if let Some((optimum, board)) = found.filter(|(optimum, _)| *optimum > 0) {
            writeln!(stdout(), "{optimum} {}", board.canonical())
                .expect("standard output takes what is printed");
        }
    }
}
