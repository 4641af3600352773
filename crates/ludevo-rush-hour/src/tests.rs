//! Boards as text; the rules and searches against each other, against slides of letters on paper, and against a published
//! enumeration where it is at hand.

use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::{AStar, Deepening, DeepeningSettings, Ending, Limits, Puzzle, Uniform};
use proptest::prelude::*;
use rand::RngExt;

use crate::board::{SIZES, Vehicle, exit_row};
use crate::paper::{is_solution, moved};
use crate::{Analyst, Blockers, Board, Metric, RushHour, Slide};

/// A board of vehicles and walls wherever there is room, which may have no solution.
fn drawn(rng: &mut Stream) -> Board {
    let size = rng.random_range(SIZES);
    let target = Vehicle {
        is_vertical: false,
        line: exit_row(size) as u8,
        place: rng.random_range(0..size as u8 - 1),
        length: 2,
    };
    let mut board = Board::new(size, 0, vec![target]).expect("a target alone");
    for _ in 0..rng.random_range(0..2 * size) {
        let length = rng.random_range(2..=3);
        let vehicle = Vehicle {
            is_vertical: rng.random(),
            line: rng.random_range(0..size as u8),
            place: rng.random_range(0..=size as u8 - length),
            length,
        };
        let vehicles = board.vehicles().iter().copied().chain([vehicle]).collect();
        board = Board::new(size, board.walls(), vehicles).unwrap_or(board);
    }
    let wall = 1 << rng.random_range(0..64);
    if rng.random_ratio(1, 4) {
        board = Board::new(size, wall, board.vehicles().to_vec()).unwrap_or(board);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn boards_read_back(seed: u64) {
        let board = drawn(&mut stream(seed, Purpose::Sampling, 0, 0));
        prop_assert_eq!(&board.to_string().parse::<Board>(), &Ok(board.canonical()));
    }

    /// The optimum is the same by breadth-first search, A*, deepening and the distances of all positions, in both metrics.
    #[test]
    fn searches_agree_on_the_optimum(seed: u64) {
        let board = drawn(&mut stream(seed, Purpose::Sampling, 0, 0));
        for metric in [Metric::Slides, Metric::Cells] {
            let puzzle = RushHour::new(board.clone(), metric);
            let limits = Limits { expanded: 20_000, ..Limits::default() };
            let uniform = Uniform::default().solve(&puzzle, &puzzle.start(), limits);
            let optimum = match &uniform.ending {
                Ending::Solved(path) => {
                    prop_assert!(is_solution(&board, path), "{} {:?}", board, path);
                    Some(path.len())
                }
                Ending::Exhausted => None,
                Ending::Stopped(_) => return Ok(()),
            };
            let star = AStar::default().solve(&puzzle, &puzzle.start(), &mut Blockers, Limits::default());
            prop_assert_eq!(star.path().map(<[Slide]>::len), optimum, "A* of {}", board);
            prop_assert!(star.path().is_none_or(|path| is_solution(&board, path)));
            // One bound after the other, so that a long way takes deepening many times as long, and none for ever.
            if optimum.is_some_and(|optimum| optimum < 9) && uniform.effort.expanded < 2000 {
                for settings in [DeepeningSettings::PLAIN, DeepeningSettings::IDA_STAR] {
                    let deepened = Deepening::new(settings).solve(&puzzle, &puzzle.start(), &mut Blockers, Limits::default());
                    prop_assert_eq!(deepened.path().map(<[Slide]>::len), optimum, "{:?} of {}", settings, board);
                }
            }
            if let Some(component) = Analyst::default().analyse(&puzzle, 20_000) {
                prop_assert_eq!(component.farthest.is_some(), optimum.is_some());
                if let Some(farthest) = component.farthest {
                    let hardest = RushHour::new(component.hardest, metric);
                    let again = Uniform::default().solve(&hardest, &hardest.start(), Limits::default());
                    prop_assert_eq!(again.path().map(<[Slide]>::len), Some(farthest as usize), "from {}", board);
                }
            }
        }
    }

    /// Vehicles move as far as nothing stands in their way, and nowhere else.
    #[test]
    fn moves_are_those_on_paper(seed: u64) {
        let board = drawn(&mut stream(seed, Purpose::Sampling, 0, 0)).canonical();
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        let (size, text) = (board.size(), board.to_string());
        let mut moves = Vec::new();
        puzzle.moves(&puzzle.start(), &mut moves);
        let mut listed = 0;
        for vehicle in 0..board.vehicles().len() {
            for by in (-(size as i8)..=size as i8).filter(|by| *by != 0) {
                let mut cells: Vec<char> = text.chars().collect();
                if moved(size, &mut cells, crate::board::letter(vehicle), by).is_none() {
                    continue;
                }
                let after: String = cells.into_iter().collect();
                let found = moves.iter().find(|slide| usize::from(slide.vehicle) == vehicle && slide.by() == by);
                prop_assert!(found.is_some(), "{} by {by} of {board}", crate::board::letter(vehicle));
                let mut lot = puzzle.start();
                puzzle.apply(&mut lot, *found.expect("it was found"));
                prop_assert_eq!(puzzle.board_of(&lot).to_string(), after);
                prop_assert_eq!(puzzle.key(&lot), puzzle.key_after(&puzzle.start(), *found.expect("it was found")));
                listed += 1;
            }
        }
        prop_assert_eq!(moves.len(), listed);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[A-Zox./ ]{0,70}") {
        let _ = text.parse::<Board>();
    }
}

/// 1,671 boards, each with the optimum in slides and how many positions can be reached.
#[test]
fn rush_hour_agrees_with_the_collected_boards() {
    let Some(facts) = ludevo_peers::needed_by("rush_hour_agrees_with_the_collected_boards") else { return };
    let text = std::fs::read_to_string(facts.join("../data/rush-hour/boards.txt"))
        .expect("the boards beside the facts");
    let (mut uniform, mut analyst) = (Uniform::default(), Analyst::default());
    let mut boards = 0;
    for line in text.lines() {
        let [optimum, board, states] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let puzzle = RushHour::new(board.parse().expect("a board"), Metric::Slides);
        let attempt = uniform.solve(&puzzle, &puzzle.start(), Limits::default());
        let moves = attempt.path().map(|path| path.len().to_string());
        assert_eq!(moves.as_deref().map(|moves| moves.parse::<u32>()), Some(optimum.parse()), "{line}");
        let component = analyst.analyse(&puzzle, usize::MAX).expect("no limit");
        assert_eq!(component.states.to_string(), states, "{line}");
        boards += 1;
    }
    assert_eq!(boards, 1671);
}

#[test]
fn texts_that_are_no_board_are_refused_in_a_sentence() {
    let refused = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    let with = |row: &str| format!("......\n......\n{row}\n......\n......\n......");
    assert_eq!(
        refused(&"A".repeat(65)),
        "a board is a square of 4x4 to 8x8 cells, 16 to 64 characters row by row; found 65"
    );
    assert_eq!(refused(&with("XX.B..")), "vehicle `B` has 1 cells: cars have 2, trucks have 3");
    assert_eq!(
        refused(&with("..BB..")),
        "there is no target: write it as `XX`, or as `AA` where no vehicle is called X"
    );
    assert_eq!(
        refused(&with("XX.XX.")),
        "vehicle `X` is bent or stands in two places: the cells of a vehicle are in one line, side by side"
    );
    assert_eq!(
        refused("XX....\n......\n......\n......\n......\n......"),
        "the target `X` must be two cells side by side in row 3, from which the exit leads"
    );
    assert_eq!(
        refused(&with("XX.!..")),
        "`!` in row 3, column 4: write letters for vehicles, `.` or `o` for an empty cell, `x` for a wall"
    );
}

#[test]
fn what_ships_is_proved() {
    // Wide boards take long to prove: a few stand for all.
    let is_wide = |number: &u32| {
        let wide = crate::sets::BOOK.sets().iter().filter(|set| set.name.starts_with("wide8"));
        wide.into_iter().any(|set| set.numbers.contains(number))
    };
    for number in (1..=crate::sets::BOOK.count()).filter(|number| !is_wide(number) || number % 16 == 0) {
        let entry = crate::sets::BOOK.numbered(number).expect("a board of the book");
        let puzzle = RushHour::new(entry.board.clone(), Metric::Slides);
        let limits = Limits { memory: 2 << 30, ..Limits::default() };
        let solved = AStar::default().solve(&puzzle, &puzzle.start(), &mut Blockers, limits);
        assert_eq!(solved.path().map(<[Slide]>::len), Some(entry.optimum as usize), "board {number}");
    }
}

#[test]
fn readings_are_those_worked_out_by_hand() {
    let rows = ["CCB...", "..B...", "XXB...", "......", "......", "......"];
    let board: Board = rows.concat().parse().expect("a board");
    let puzzle = RushHour::new(board, Metric::Slides);
    let mut surveyor = crate::survey::Surveyor::default();
    surveyor.begin(&puzzle);
    surveyor.look(&puzzle, &puzzle.start(), None);
    let step = ludevo_search::puzzle::Step { length: 2, last: None, siblings: 7 };
    let mut read = |name: &str| {
        let place = crate::survey::READINGS.iter().position(|reading| reading.name == name);
        surveyor.read(place.expect("a reading"), &puzzle, &step)
    };
    // The target moves once, B once: down by three cells, where nothing stands.
    assert_eq!(read("BlockersLowerBound"), 2.0);
    assert_eq!(read("Blockers"), 1.0);
    assert_eq!(read("Held"), 0.0);
    // The target goes by four cells, B by three.
    assert_eq!(read("GoalDistance"), 7.0);
    assert_eq!(read("Hybrid"), 8.0);
    assert_eq!(read("PhaseByBlockers"), 0.5);
    assert_eq!(read("NumberOfSiblings"), 7.0);
    assert_eq!(read("TargetDistance"), 4.0);
}
