//! Draws the boards of the sets that ship: `cargo run --release -p ludevo-rush-hour --example draw_sets -- KIND FIRST LAST`
//! prints a board for each seed from FIRST to LAST, its optimum in slides before it. KIND is `six`, `dense8` or `wide8`.

use std::io::{Write, stdout};

use ludevo_evolve::{Species, Teacher};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_rush_hour::board::exit_row;
use ludevo_rush_hour::breeding::{BoardContest, BoardSettings, Boards, Judge};
use ludevo_rush_hour::{Blockers, Board, Metric, RushHour, Vehicle};
use ludevo_search::puzzle::{AStar, Limits, Uniform};
use rand::RngExt;

/// Vehicles wherever there is room, the target at the left.
fn drawn(rng: &mut Stream, vehicles: usize) -> Board {
    let mut board = String::from("........").repeat(8);
    board.replace_range(8 * exit_row(8)..8 * exit_row(8) + 2, "XX");
    let mut board: Board = board.parse().expect("a target alone");
    for _ in 0..1000 {
        let length = if rng.random_ratio(1, 3) { 3 } else { 2 };
        let (is_vertical, line) = (rng.random(), rng.random_range(0..8));
        let vehicle = Vehicle { is_vertical, line, place: rng.random_range(0..=8 - length), length };
        if board.vehicles().len() < vehicles && (is_vertical || usize::from(line) != exit_row(8)) {
            let more = board.vehicles().iter().copied().chain([vehicle]).collect();
            board = Board::new(8, 0, more).unwrap_or(board);
        }
    }
    board
}

/// A climb of the species of boards, until a board is hard enough or for so many lessons.
fn climbed(
    rng: &mut Stream,
    contest: &BoardContest,
    species: &Boards,
    hard_enough: u32,
    lessons: usize,
) -> (u32, Board) {
    const AT_ONCE: usize = 25;
    let mut board = species.random(rng, 0);
    let mut optimum = 0;
    for _ in 0..lessons / AT_ONCE {
        board = contest.teach(&board, AT_ONCE, rng);
        optimum = contest.judged(&board).proved.map_or(0, |proved| proved.optimum);
        if optimum >= hard_enough {
            break;
        }
    }
    (optimum, board)
}

/// A drawn board of which breadth-first search expands half a million positions and more, if one is soon found.
fn wide(rng: &mut Stream, uniform: &mut Uniform<RushHour>) -> Option<(u32, Board)> {
    (0..400).find_map(|_| {
        let vehicles = rng.random_range(12..17);
        let puzzle = RushHour::new(drawn(rng, vehicles), Metric::Slides);
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
    let (size, component) = if kind == "six" { (6, 10_000) } else { (8, 30_000) };
    let settings = BoardSettings { size, component, ..BoardSettings::default() };
    let species = Boards::new(settings.clone());
    let contest = BoardContest::new(settings, Judge::Optimum);
    let mut uniform = Uniform::default();
    for seed in seed(first)..=seed(last) {
        let mut rng = stream(seed, Purpose::Sampling, 77, 0);
        let found = match &kind[..] {
            "six" => {
                let hard_enough = rng.random_range(8..48);
                Some(climbed(&mut rng, &contest, &species, hard_enough, 4000))
            }
            "dense8" => Some(climbed(&mut rng, &contest, &species, 70, 2500)),
            "wide8" => wide(&mut rng, &mut uniform),
            other => panic!("`{other}` is no kind of boards: six, dense8 or wide8"),
        };
        if let Some((optimum, board)) = found.filter(|(optimum, _)| *optimum > 0) {
            writeln!(stdout(), "{optimum} {}", board.canonical())
                .expect("standard output takes what is printed");
        }
    }
}
