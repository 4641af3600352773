//! Solvers: a search with its guide, ready to solve one board after the other.

use std::time::Instant;

use ludevo_game::puzzle::{Ended, Outcome};
use ludevo_search::puzzle::{
    AStar, Attempt, BestFirst, Deepening, DeepeningSettings, Ending, Limit, Limits, Uniform,
};

use super::board::Board;
use super::guide::{Guide, Guided};
use super::heuristics::Blockers;
use super::paper;
use super::rules::{Metric, RushHour, Slide};

/// How boards are solved.
#[derive(Clone, Debug)]
pub struct Method {
    /// What counts as a move.
    pub metric: Metric,
    /// How the search goes.
    pub search: Search,
}

/// How a search goes.
#[derive(Clone, Debug)]
pub enum Search {
    /// All positions of a length before any of the next; its solutions are shortest ones.
    BreadthFirst,
    /// A* with the vehicles in the target's way; its solutions are shortest ones.
    AStar,
    /// Iterative deepening, by a guide or by none.
    Deepening(DeepeningSettings, Option<Guide>),
    /// Always the most promising position.
    BestFirst(Guide),
}

/// A search with its memory.
enum Engine {
    Uniform(Box<Uniform<RushHour>>),
    AStar(Box<AStar<RushHour>>),
    Deepening(Box<Deepening<RushHour>>, Option<Box<Guided>>),
    BestFirst(Box<BestFirst<RushHour>>, Box<Guided>),
}

/// A solver that keeps its memory from one board to the next.
pub struct Solver {
    metric: Metric,
    engine: Engine,
    limits: Limits,
}

/// A way out.
#[derive(Clone, Debug)]
pub struct Solution {
    /// From where.
    pub board: Board,
    /// Slide by slide.
    pub slides: Vec<Slide>,
}

impl Solver {
    /// A solver.
    pub fn new(method: &Method, limits: Limits) -> Self {
        let guided = |guide: &Guide| Box::new(Guided::new(guide.clone()));
        let engine = match &method.search {
            Search::BreadthFirst => Engine::Uniform(Box::default()),
            Search::AStar => Engine::AStar(Box::default()),
            Search::Deepening(settings, guide) => {
                Engine::Deepening(Box::new(Deepening::new(*settings)), guide.as_ref().map(guided))
            }
            Search::BestFirst(guide) => Engine::BestFirst(Box::default(), guided(guide)),
        };
        Solver { metric: method.metric, engine, limits }
    }

    /// Tries a board.
    ///
    /// # Panics
    ///
    /// If a solution does not stand up on paper: then the search is wrong.
    pub fn solve(&mut self, board: &Board) -> Outcome<Solution> {
        let started = Instant::now();
        let puzzle = RushHour::new(board.clone(), self.metric);
        let Attempt { ending, effort } = self.engine.solve(&puzzle, self.limits);
        let time = started.elapsed();
        let ending = match ending {
            Ending::Solved(slides) => {
                assert!(
                    paper::is_solution(board, &slides),
                    "a solution that was found is none: {board} {slides:?}"
                );
                let is_shortest = matches!(self.engine, Engine::Uniform(_) | Engine::AStar(_));
                Ended::Solved { solution: Solution { board: board.clone(), slides }, is_shortest }
            }
            // No search here throws anything away.
            Ending::Exhausted => Ended::Unsolvable,
            Ending::Stopped(limit) => Ended::Unsolved(Limit::word(limit)),
        };
        Outcome { ending, effort, time }
    }
}

impl Engine {
    fn solve(&mut self, puzzle: &RushHour, limits: Limits) -> Attempt<Slide> {
        let start = puzzle.start();
        match self {
            Engine::Uniform(search) => search.solve(puzzle, &start, limits),
            Engine::AStar(search) => search.solve(puzzle, &start, &mut Blockers, limits),
            Engine::Deepening(search, Some(guide)) => {
                guide.begin(puzzle);
                search.solve(puzzle, &start, &mut **guide, limits)
            }
            Engine::Deepening(search, None) => search.solve(puzzle, &start, &mut |_: &_| 0.0, limits),
            Engine::BestFirst(search, guide) => {
                guide.begin(puzzle);
                search.solve(puzzle, &start, &mut **guide, limits)
            }
        }
    }
}
