//! Solvers: IDA* by one bound after the other.

use std::sync::Arc;
use std::time::Instant;

use ludevo_evolve::Policy;
use ludevo_game::board::Program;
use ludevo_game::puzzle::{Ended, Outcome};
use ludevo_program::Architecture;
use ludevo_search::puzzle::{Attempt, Ending, Heuristic, IdaStar, Limit, Limits, Step};

use super::bounds::BOUNDS;
use super::language::{CELLS, fill};
use super::tiles::{Fifteen, Slide, Tiles};

/// How puzzles are solved: by which bounds.
#[derive(Clone, Debug)]
pub enum Method {
    /// The greatest of these bounds.
    Bounds(Vec<usize>),
    /// The greatest of what evolved trees say.
    Trees(Arc<[Program]>),
}

impl Method {
    /// Compiles the trees of an individual.
    pub fn of_trees(policy: &Policy, architecture: &Architecture) -> Self {
        let trees = policy.trees.trees.iter().zip(&architecture.parts);
        Method::Trees(trees.map(|(tree, part)| Program::new(tree, part)).collect())
    }
}

/// A solver that keeps its memory from one puzzle to the next.
pub struct Solver {
    search: IdaStar<Fifteen>,
    guide: Guide,
    limits: Limits,
}

struct Guide {
    method: Method,
    view: [u64; CELLS],
}

impl Guide {
    /// What each bound says of tiles, one after the other.
    #[inline]
    fn ask(&mut self, tiles: Tiles, mut is_enough: impl FnMut(f64) -> bool) -> f64 {
        let mut most: f64 = 0.0;
        match &self.method {
            Method::Bounds(bounds) => {
                for bound in bounds {
                    most = most.max((BOUNDS[*bound].value)(tiles.packed()).into());
                    if is_enough(most) {
                        break;
                    }
                }
            }
            Method::Trees(trees) => {
                fill(tiles, &mut self.view);
                for tree in trees.iter() {
                    most = most.max(tree.evaluate(&mut self.view));
                    if is_enough(most) {
                        break;
                    }
                }
            }
        }
        most
    }
}

impl Heuristic<Fifteen> for Guide {
    fn value(&mut self, _puzzle: &Fifteen, tiles: &Tiles, _step: &Step<Slide>) -> f64 {
        self.ask(*tiles, |_| false)
    }

    #[inline]
    fn beyond(&mut self, _puzzle: &Fifteen, tiles: &Tiles, _step: &Step<Slide>, allowed: f64) -> Option<f64> {
        Some(self.ask(*tiles, |most| most > allowed)).filter(|value| *value > allowed)
    }
}

/// A shortest way to the goal.
#[derive(Clone, Debug)]
pub struct Solution {
    /// From where.
    pub tiles: Tiles,
    /// Tile by tile.
    pub slides: Vec<Slide>,
}

impl Solver {
    /// A solver.
    pub fn new(method: &Method, limits: Limits) -> Self {
        let guide = Guide { method: method.clone(), view: [0; CELLS] };
        Solver { search: IdaStar::default(), guide, limits }
    }

    /// Tries a puzzle.
    ///
    /// # Panics
    ///
    /// If a solution does not stand up on paper: then the search is wrong.
    pub fn solve(&mut self, tiles: Tiles) -> Outcome<Solution> {
        let started = Instant::now();
        let Attempt { ending, effort } = self.search.solve(&Fifteen, &tiles, &mut self.guide, self.limits);
        let time = started.elapsed();
        let ending = match ending {
            Ending::Solved(slides) => {
                assert!(is_solution(tiles, &slides), "a solution that was found is none: {tiles} {slides:?}");
                Ended::Solved { solution: Solution { tiles, slides }, is_shortest: true }
            }
            Ending::Exhausted => Ended::Unsolvable,
            Ending::Stopped(limit) => Ended::Unsolved(Limit::word(limit)),
        };
        Outcome { ending, effort, time }
    }
}

/// Whether slides lead to the goal, tried on a list of numbers without the rules that the search uses.
pub fn is_solution(tiles: Tiles, slides: &[Slide]) -> bool {
    let mut numbers: Vec<u8> = tiles.to_string().split(' ').map(|word| word.parse().unwrap_or(99)).collect();
    for Slide { from, to } in slides {
        let (from, to) = (usize::from(*from), usize::from(*to));
        let beside = (from / 4 == to / 4 && from.abs_diff(to) == 1) || from.abs_diff(to) == 4;
        if !beside || numbers[to] != 0 {
            return false;
        }
        numbers.swap(from, to);
    }
    numbers.is_sorted()
}
