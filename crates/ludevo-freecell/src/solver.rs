//! Solvers: a search with its heuristic, ready to solve one deal after the other.

use std::time::Instant;

use ludevo_evolve::Policy;
use ludevo_search::puzzle::{
    Attempt, Beam, BeamSettings, BestFirst, BestFirstSettings, Deepening, DeepeningSettings, Effort, Ending,
    Limit, Limits, Staged, StagedSettings,
};

use super::deal::Deal;
use super::features::{Estimate, WEIGHTS};
use super::heuristics::{Weighted, hsdh};
use super::moves::{FreeCell, Unit};
use super::policy::Advised;
use super::replay;
use super::rules::{Move, Position};
use super::solution::Solution;
use ludevo_game::puzzle::{Ended, Outcome};

/// How deals are solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Best-first searches over runs of cards, one after the other.
    Portfolio(Vec<Phase>),
    /// A beam search over runs of cards; deals that it misses are searched best-first with the same weights.
    Beam {
        /// The weights of the counts.
        weights: [f32; WEIGHTS],
        /// The width of the beam.
        width: usize,
    },
    /// Staged deepening over single cards with weights of the nine published heuristics.
    Staged([f64; 9]),
    /// Staged deepening over single cards with a policy over the nine published heuristics.
    Policy(Policy),
    /// Staged deepening over single cards with the published heuristic as it is, which is where many positions have
    /// equal values.
    Hsdh,
    /// Iterative deepening or IDA* over single cards with the published heuristic.
    Deepening(DeepeningSettings),
}

/// One search of a portfolio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// The weights of the counts.
    pub weights: [f32; WEIGHTS],
    /// See [`BestFirstSettings`].
    pub patience: f64,
    /// See [`BestFirstSettings`].
    pub delay: f64,
    /// Positions expanded before the next search begins; the last one has no limit of its own.
    pub limit: u64,
}

/// A search with its memory.
enum Engine {
    BestFirst { puzzle: FreeCell, search: Box<BestFirst<FreeCell>>, estimate: Estimate, limit: u64 },
    Beam { search: Box<Beam<FreeCell>>, estimate: Estimate },
    Staged { search: Box<Staged<FreeCell>>, guide: Guide },
    Deepening { search: Box<Deepening<FreeCell>> },
}

/// What staged deepening goes by.
enum Guide {
    Hsdh,
    Weighted(Weighted),
    Advised(Box<Advised>),
}

/// A solver that keeps its memory from one deal to the next.
pub struct Solver {
    engines: Vec<Engine>,
    limits: Limits,
}

const RUNS: FreeCell = FreeCell::RUNS;

/// A complete search, for deals that cannot be solved by the moves that runs are limited to.
const CARDS: FreeCell = FreeCell { unit: Unit::Card, automatic: true };

impl Solver {
    /// A solver.
    pub fn new(method: &Method, limits: Limits) -> Self {
        let best_first = |phase: &Phase, puzzle, limit| {
            let settings = BestFirstSettings { patience: phase.patience, delay: phase.delay };
            let estimate = Estimate::new(phase.weights);
            Engine::BestFirst { puzzle, search: Box::new(BestFirst::new(settings)), estimate, limit }
        };
        let staged =
            |guide| Engine::Staged { search: Box::new(Staged::new(StagedSettings::default())), guide };
        let engines = match method {
            Method::Portfolio(phases) => {
                let last = phases.len() - 1;
                let limit = |place: usize| if place == last { u64::MAX } else { phases[place].limit };
                let runs =
                    phases.iter().enumerate().map(|(place, phase)| best_first(phase, RUNS, limit(place)));
                runs.chain([best_first(&phases[last], CARDS, u64::MAX)]).collect()
            }
            Method::Beam { weights, width } => {
                let search = Box::new(Beam::new(BeamSettings { width: *width }));
                let BestFirstSettings { patience, delay } = BestFirstSettings::default();
                let phase = Phase { weights: *weights, patience, delay, limit: u64::MAX };
                vec![
                    Engine::Beam { search, estimate: Estimate::new(*weights) },
                    best_first(&phase, RUNS, u64::MAX),
                    best_first(&phase, CARDS, u64::MAX),
                ]
            }
            Method::Staged(weights) => vec![staged(Guide::Weighted(Weighted { weights: *weights }))],
            Method::Policy(policy) => vec![staged(Guide::Advised(Box::new(Advised::new(policy))))],
            Method::Hsdh => vec![staged(Guide::Hsdh)],
            Method::Deepening(settings) => {
                vec![Engine::Deepening { search: Box::new(Deepening::new(*settings)) }]
            }
        };
        Solver { engines, limits }
    }

    /// Tries a deal. A solution was checked card by card.
    ///
    /// # Panics
    ///
    /// If a solution does not stand up to the checker: then the search is wrong.
    pub fn solve(&mut self, deal: &Deal) -> Outcome<Solution> {
        let started = Instant::now();
        let mut effort = Effort::default();
        let mut limit = None;
        for engine in &mut self.engines {
            let limits = Limits {
                expanded: self.limits.expanded.saturating_sub(effort.expanded),
                time: self.limits.time.map(|time| time.saturating_sub(started.elapsed())),
                ..self.limits
            };
            let (puzzle, attempt) = engine.solve(deal, limits);
            effort += attempt.effort;
            match attempt.ending {
                Ending::Solved(path) => {
                    let time = started.elapsed();
                    let solution = Solution::new(deal, puzzle, &path);
                    if let Err(error) = replay::check(deal, solution.singles()) {
                        panic!("a solution that was found is not legal: {error}\n{deal}");
                    }
                    return Outcome { ending: Ended::Solved { solution, is_shortest: false }, effort, time };
                }
                Ending::Exhausted => limit = None,
                Ending::Stopped(reached) => {
                    limit = Some(reached);
                    let spent = effort.expanded >= self.limits.expanded;
                    if spent || reached == Limit::Time {
                        break;
                    }
                }
            }
        }
        let why = limit.map_or("nothing left to try", Limit::word);
        Outcome { ending: Ended::Unsolved(why), effort, time: started.elapsed() }
    }
}

impl Engine {
    fn solve(&mut self, deal: &Deal, limits: Limits) -> (FreeCell, Attempt<Move>) {
        let plain = FreeCell::PLAIN;
        match self {
            Engine::BestFirst { puzzle, search, estimate, limit } => {
                let limits = Limits { expanded: limits.expanded.min(*limit), ..limits };
                (*puzzle, search.solve(puzzle, &puzzle.start(deal), estimate, limits))
            }
            Engine::Beam { search, estimate } => {
                (RUNS, search.solve(&RUNS, &RUNS.start(deal), estimate, limits))
            }
            Engine::Staged { search, guide } => {
                let start = plain.start(deal);
                let attempt = match guide {
                    Guide::Hsdh => {
                        search.solve(&plain, &start, &mut |position: &Position| hsdh(position), limits)
                    }
                    Guide::Weighted(weighted) => search.solve(&plain, &start, weighted, limits),
                    Guide::Advised(advised) => search.solve(&plain, &start, &mut **advised, limits),
                };
                (plain, attempt)
            }
            Engine::Deepening { search } => {
                let mut heuristic = |position: &Position| hsdh(position);
                (plain, search.solve(&plain, &plain.start(deal), &mut heuristic, limits))
            }
        }
    }
}
