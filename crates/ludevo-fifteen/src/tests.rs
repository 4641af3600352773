//! Tiles as text; bounds against each other and against proved optima.

use ludevo_game::game::Problem;
use ludevo_search::puzzle::{Limits, Puzzle};
use proptest::prelude::*;

use crate::bounds::BOUNDS;
use crate::tiles::mirrored;
use crate::{Fifteen, GAME, Method, Solver, Tiles, TilesError};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tiles_read_back(number: u32) {
        let tiles = Tiles::drawn(number);
        prop_assert_eq!(tiles.to_string().parse(), Ok(tiles));
        prop_assert_eq!(mirrored(mirrored(tiles.packed())), tiles.packed());
    }

    /// So many moves from the goal on, no bound says more than that, and all are odd or even as the moves are.
    #[test]
    fn bounds_never_exceed_what_is_left(choices in prop::collection::vec(0..4_usize, 0..60)) {
        let mut tiles = Tiles::GOAL;
        let mut moves = Vec::new();
        for choice in &choices {
            moves.clear();
            Fifteen.moves(&tiles, &mut moves);
            Fifteen.apply(&mut tiles, moves[choice % moves.len()]);
        }
        for bound in &BOUNDS {
            let value = (bound.value)(tiles.packed()) as usize;
            prop_assert!(value <= choices.len(), "{} says {value} of {tiles}", bound.name);
            prop_assert_eq!(value % 2, choices.len() % 2, "{} of {}", bound.name, tiles);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9 ,x-]{0,60}") {
        let _ = text.parse::<Tiles>();
    }
}

#[test]
fn all_bounds_are_zero_at_the_goal() {
    for bound in &BOUNDS {
        assert_eq!((bound.value)(Tiles::GOAL.packed()), 0, "{}", bound.name);
    }
}

#[test]
fn texts_that_are_no_puzzle_are_refused() {
    let goal = Tiles::GOAL.to_string();
    assert_eq!(goal.parse(), Ok(Tiles::GOAL));
    assert_eq!("1 2 3".parse::<Tiles>(), Err(TilesError::Count(3)));
    assert_eq!(goal.replace("15", "16").parse::<Tiles>(), Err(TilesError::NoTile("16".into())));
    assert_eq!(goal.replace("15", "14").parse::<Tiles>(), Err(TilesError::Twice(14)));
    assert_eq!(goal.replace("14 15", "15 14").parse::<Tiles>(), Err(TilesError::Unsolvable));
}

#[test]
fn solvers_agree_on_the_optimum() {
    let solve = |bounds: Vec<usize>, number: u32| {
        let outcome = Solver::new(&Method::Bounds(bounds), Limits::default()).solve(Tiles::drawn(number));
        outcome.solution().expect("no limit").slides.len()
    };
    for number in [3, 7] {
        assert_eq!(solve(vec![3, 4], number), solve(vec![2, 1], number), "problem {number}");
    }
}

/// The optima of Korf (1985), those that are proved soon.
#[test]
fn fifteen_puzzles_have_the_published_optima() {
    let Some(facts) = ludevo_peers::needed_by("fifteen_puzzles_have_the_published_optima") else { return };
    let text = std::fs::read_to_string(facts.join("../data/fifteen-puzzle/korf100_full.txt"))
        .expect("the hundred puzzles");
    let puzzle = GAME.as_puzzle().expect("a puzzle");
    let mut solver = puzzle.solver(&"all".parse().expect("a name"), Limits::default()).expect("a solver");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut proved = 0;
    for (line, problem) in lines.iter().zip(puzzle.problems_of(&text)) {
        let words: Vec<u64> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        // Nodes of plain IDA*, as published, tell how long it takes.
        if words[3] > 20_000_000 {
            continue;
        }
        let solved = solver.solve(&Problem::Text(problem), false).expect("a puzzle");
        let ludevo_game::game::SolverVerdict::Solution { moves, is_shortest, .. } = solved.verdict else {
            panic!("{line} is not solved");
        };
        assert_eq!((moves as u64, is_shortest), (words[1], true), "{line}");
        proved += 1;
    }
    assert!(proved > 10);
}
