//! Figures of solvers over numbered problems.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, Tally, of_mean, wilson};
use ludevo_game::game::{Problem, ProblemSolver, Solved, SolverVerdict};
use ludevo_search::puzzle::Limits;
use rayon::prelude::*;

use crate::error::FigureError;
use crate::measure::{Problems, SolverFigure};
use crate::measurer::{QUICK, Work};
use crate::verdict::Measured;

/// What solvers made of problems, by solver and problems, as several rows tell different figures of the same solutions.
pub(crate) type Memory = BTreeMap<(String, Problems), Rc<Vec<Solved>>>;

impl Work<'_> {
    /// What a solver makes of problems, or has made of them before.
    pub(crate) fn solve(&self, solver: &str, problems: &Problems) -> Result<Rc<Vec<Solved>>, FigureError> {
        let key = (solver.to_owned(), problems.clone());
        if let Some(solved) = self.of.solved.borrow().get(&key) {
            return Ok(Rc::clone(solved));
        }
        let puzzle = self.puzzle()?;
        let name = self.player(solver)?;
        let limits = Limits { expanded: problems.nodes, memory: problems.memory << 20, time: None };
        puzzle.solver(&name, limits)?;
        let share = if self.of.settings.quick { 1.0 / QUICK as f64 } else { 1.0 };
        let mut numbers = problems.numbers(&puzzle.levels(), share, self.of.settings.first_seed());
        numbers.retain(|number| !problems.unseen || !puzzle.is_for_training(*number));
        if numbers.is_empty() {
            return Err(self.cannot("be solved: there are no such problems"));
        }
        let (observer, stop) = (self.of.observer, &self.of.settings.stop);
        let done = AtomicU64::new(0);
        let one = |own: &mut Option<Box<dyn ProblemSolver>>, number: &u32| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let solved = own.as_mut()?.solve(&Problem::Number(*number), false).ok();
            observer.advances(done.fetch_add(1, Ordering::Relaxed) + 1, None);
            solved
        };
        observer.begins(solver, numbers.len() as u64);
        let solved = self.on_threads(self.of.settings.threads, || -> Vec<Solved> {
            numbers.par_iter().map_init(|| puzzle.solver(&name, limits).ok(), one).flatten().collect()
        });
        observer.ends();
        let solved = Rc::new(solved?);
        if solved.len() < numbers.len() {
            return Err(FigureError::Stopped);
        }
        self.of.solved.borrow_mut().insert(key, Rc::clone(&solved));
        Ok(solved)
    }
}

/// A figure of a solver with its interval.
pub(crate) fn figure_of_solved(solved: &[Solved], figure: SolverFigure) -> Measured {
    let games = solved.len() as u64;
    let mut tally = Tally::default();
    let mut moments = Moments::default();
    for Solved { verdict, expanded, time, .. } in solved {
        let length = match verdict {
            SolverVerdict::Solution { moves, .. } => Some(*moves as f64),
            _ => None,
        };
        tally.push(f64::from(u8::from(length.is_some())));
        if let Some(length) = length {
            moments.push(match figure {
                SolverFigure::Expanded => *expanded as f64,
                SolverFigure::Milliseconds => time.as_secs_f64() * 1000.0,
                SolverFigure::Moves | SolverFigure::Solved | SolverFigure::Fewer => length,
            });
        }
    }
    let (value, Interval { low, high }) = match figure {
        SolverFigure::Solved => (tally.score(), wilson(&tally, CONFIDENCE)),
        SolverFigure::Expanded | SolverFigure::Milliseconds | SolverFigure::Moves | SolverFigure::Fewer => {
            (moments.mean(), of_mean(&moments, CONFIDENCE))
        }
    };
    Measured { value, low, high, games, deviation: None }
}

/// The mean of a figure over that of another solver, problem by problem, or how often it is less. Whoever does not solve a problem counts with all
/// the positions that it may expand; moves are told of those that both solve.
pub(crate) fn ratio(one: &[Solved], two: &[Solved], figure: SolverFigure, problems: &Problems) -> Measured {
    let value = |solved: &Solved| {
        let moves = match &solved.verdict {
            SolverVerdict::Solution { moves, .. } => Some(*moves as f64),
            _ => None,
        };
        match figure {
            SolverFigure::Expanded | SolverFigure::Fewer => {
                Some(if moves.is_some() { solved.expanded.max(1) as f64 } else { problems.nodes as f64 })
            }
            SolverFigure::Milliseconds => Some(solved.time.as_secs_f64().max(1e-9)),
            SolverFigure::Moves => moves.map(|moves| moves.max(1.0)),
            SolverFigure::Solved => Some(f64::from(u8::from(moves.is_some()))),
        }
    };
    let games = one.len() as u64;
    let mut moments = Moments::default();
    let mut fewer = Tally::default();
    for (one, two) in one.iter().zip(two) {
        if let (Some(one), Some(two)) = (value(one), value(two)) {
            moments.push(one / two);
            fewer.push(f64::from(u8::from(one < two)));
        }
    }
    let (value, Interval { low, high }) = match figure {
        SolverFigure::Fewer => (fewer.score(), wilson(&fewer, CONFIDENCE)),
        _ => (moments.mean(), of_mean(&moments, CONFIDENCE)),
    };
    Measured { value, low, high, games, deviation: None }.of_amounts()
}

/// By how much, as a share, a figure is below another.
pub(crate) fn reduction(one: &Measured, two: &Measured) -> Measured {
    let below = |one: f64, two: f64| 1.0 - one / two;
    let (value, low, high) =
        (below(one.value, two.value), below(one.high, two.low), below(one.low, two.high));
    Measured { value, low, high, games: one.games, deviation: None }
}
