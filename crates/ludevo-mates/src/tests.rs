//! Mates that others found, answers on paper against every search, and what readings claim.

use std::sync::Arc;

use cozy_chess::Board;
use ludevo_chess::Moves;
use ludevo_game::game::{Problem as Posed, SolverVerdict};
use ludevo_program::text::{parse, print};
use ludevo_program::{Code, Compiled, Method, Type, UNSET, Views};
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::Limits;
use rand::RngExt;
use rand::seq::IteratorRandom;

use super::GAME;
use super::paper;
use super::problem::{Problem, ProblemError};
use super::programs;
use super::sets::BOOK;
use super::setup;
use super::solver::{Method as Way, Solver};
use super::survey::Survey;

fn verdict(solver: &str, text: &str, nodes: u64) -> SolverVerdict {
    let limits = Limits { expanded: nodes, ..Limits::default() };
    let puzzle = GAME.as_puzzle().unwrap();
    let mut solver = puzzle.solver(&solver.parse().unwrap(), limits).unwrap();
    solver.solve(&Posed::Text(text.to_owned()), true).unwrap().verdict
}

fn mates(solver: &str, problem: &Problem) -> bool {
    match verdict(solver, &problem.to_string(), 3_000_000) {
        SolverVerdict::Solution { .. } => true,
        SolverVerdict::Unsolvable => false,
        SolverVerdict::Unsolved(limit) => panic!("{solver} did not decide {problem}: {limit}"),
    }
}

/// Mates in two that were published long ago: Paul Morphy's problem, and one by Sam Loyd.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 ; 2";

#[test]
fn a_published_problem_is_solved_by_its_key() {
    for solver in ["hand", "checks", "exhaustive"] {
        let SolverVerdict::Solution { moves, texts, .. } = verdict(solver, MORPHY, 1_000_000) else {
            panic!("{solver} does not solve it")
        };
        assert_eq!(moves, 2);
        assert!(texts[0].starts_with("Ra6 "), "{solver}: {}", texts[0]);
        assert!(texts[1].starts_with("a1a6 "), "{solver}: {}", texts[1]);
    }
}

/// Small positions drawn at random: kings, and a few pieces of both sides.
fn drawn(number: u64) -> Option<Board> {
    let mut rng = stream(number, Purpose::Sampling, 0, 0);
    let mut board = BOOK.numbered(rng.random_range(1..=BOOK.count())).ok()?.board.clone();
    for _ in 0..rng.random_range(0..3) {
        let action = Moves::of(&board).choose(&mut rng)?;
        board.play_unchecked(action);
    }
    (board.occupied().len() < 12 && board.generate_moves(|_| true)).then_some(board)
}

#[test]
fn searches_agree_with_trying_everything_on_paper() {
    let boards: Vec<Board> = (0..400).filter_map(drawn).take(60).collect();
    let mut mated = 0;
    for board in &boards {
        let truth = paper::mates_in(board, 2);
        mated += usize::from(truth);
        for solver in ["hand", "checks", "exhaustive"] {
            let problem = Problem { board: board.clone(), moves: Some(2) };
            assert_eq!(mates(solver, &problem), truth, "{solver}: {problem}");
        }
    }
    assert!(mated >= 5 && boards.len() - mated >= 5, "{mated} of {}", boards.len());
}

#[test]
fn what_may_not_mate_by_its_readings_does_not() {
    let mut mates = 0;
    for board in (0..12_000).filter_map(drawn).take(4000) {
        let survey = Survey::new(&board);
        for action in Moves::of(&board) {
            let mut next = board.clone();
            next.play(action);
            let looked = survey.attack(action, 1, 0);
            let is_check = !next.checkers().is_empty();
            assert_eq!(looked.readings[1] == 1.0, is_check, "{board} {action}");
            let is_mate = is_check && !next.generate_moves(|_| true);
            mates += usize::from(is_mate);
            assert!(looked.may_mate || !is_mate, "{board} {action}");
        }
    }
    assert!(mates > 100, "{mates}");
}

#[test]
fn problems_that_ship_are_mates_in_as_many_moves_as_they_say_and_no_fewer() {
    for number in (1..=BOOK.count()).step_by(9) {
        let problem = BOOK.numbered(number).unwrap();
        let moves = problem.moves.unwrap();
        if moves > 3 {
            continue;
        }
        assert!(mates("hand", problem), "{problem}");
        let shorter = Problem { moves: Some(moves.max(2) - 1), ..problem.clone() };
        assert!(moves == 1 || !mates("checks", &shorter), "{problem}");
    }
}

#[test]
fn a_position_alone_asks_for_the_shortest_mate() {
    let text = MORPHY.split(" ;").next().unwrap();
    let SolverVerdict::Solution { moves: 2, is_shortest: true, .. } = verdict("hand", text, 1_000_000) else {
        panic!("the shortest mate is in two")
    };
}

#[test]
fn bad_problems_are_refused_in_words() {
    let refused = |text: &str| text.parse::<Problem>().unwrap_err().to_string();
    assert!(refused("8/8/8/8/8/8/2k5/2K5 w - - 0 1 ; 2").contains("side by side"));
    assert!(refused("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 ; 0").contains("from 1 to 20"));
    assert!(refused("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 ; two").contains("`two`"));
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse::<Problem>();
    assert_eq!(mated, Err(ProblemError::Over));
    assert!(matches!(
        verdict("hand", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 ; 1", 1000),
        SolverVerdict::Unsolvable
    ));
}

#[test]
fn a_solver_keeps_to_its_limit_and_says_so() {
    assert!(matches!(verdict("checks", MORPHY, 3), SolverVerdict::Unsolved("nodes")));
    assert!(matches!(verdict("hand", MORPHY, 3), SolverVerdict::Unsolved("nodes")));
}

/// The cells in which programs keep numbers say nothing about the position.
fn position_of(view: &[u64]) -> Vec<u64> {
    let mut view = view.to_vec();
    view[programs::KEPT..].fill(UNSET);
    view
}

#[test]
fn programs_leave_the_board_as_it_was_and_are_the_same_interpreted_and_compiled() {
    let (language, mut rng) = (programs::published(), stream(3, Purpose::Sampling, 0, 0));
    let mut looked = 0;
    for round in 0..300 {
        let method = if round % 2 == 0 { Method::Full } else { Method::Grow };
        let tree = language.random_tree(&mut rng, method, Type::Float, 2 + round % 3);
        let code = Code::new(&tree, &language, Type::Float);
        let compiled = Compiled::new(&code).expect("this machine is supported");
        let board = &BOOK.numbered(rng.random_range(1..=BOOK.count())).unwrap().board;
        let action = Moves::of(board).choose(&mut rng).unwrap();
        let mut after = board.clone();
        after.play(action);
        let mut view = [0; programs::CELLS];
        programs::fill(board, action, &after, &mut view);
        let before = position_of(&view);
        let told = |evaluate: &dyn Fn(&mut [u64], &mut Views) -> f64| {
            let (mut view, mut views, made) = (view, Views::new(300), programs::made());
            let score = evaluate(&mut view, &mut views);
            assert_eq!(position_of(&view), before, "{}", print(&tree, &language));
            (score.to_bits(), views.entered(), programs::made() - made)
        };
        let interpreted = told(&|view, views| code.evaluate_within(view, views));
        assert_eq!(interpreted, told(&|view, views| compiled.evaluate_within(view, views)));
        looked += u64::from(interpreted.1 > 0);
    }
    assert!(looked > 50, "{looked}");
}

/// Algorithm 6.2: a program for mates in two.
#[test]
fn the_published_sample_program_solves_mates_in_two() {
    let language = programs::published();
    let text = "IfForAllOpponentMoves(IsMateInOneOrLess, 1000, -1000)";
    let tree = parse(text, &language, Type::Float).unwrap();
    let method = Way::Program(Arc::new(Code::new(&tree, &language, Type::Float)), setup::hand());
    let mut solver = Solver::new(&method, Limits::default());
    let problem: Problem = MORPHY.parse().unwrap();
    let outcome = solver.solve(&problem);
    let solution = outcome.solution().expect("it is a mate in two");
    assert_eq!((solution.length, solution.key.to_string()), (2, "a1a6".to_owned()));
    // Twenty first moves and at least as many replies were made.
    assert!(outcome.effort.expanded > 20, "{:?}", outcome.effort);
}
