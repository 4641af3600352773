//! What searches go by: a single heuristic, or evolved trees made ready to run.

use std::sync::Arc;

use ludevo_evolve::Policy;
use ludevo_game::board::Program;
use ludevo_program::{Architecture, Op, Part, Read, Tree};
use ludevo_search::puzzle::{Heuristic, Step};

use super::language::{CELLS, cell, tree_of};
use super::rules::{Lot, RushHour, Slide};
use super::survey::Surveyor;

/// A tree with the cells of the view that it reads.
#[derive(Debug)]
struct Judge {
    program: Program,
    asked: Vec<usize>,
}

/// Trees, compiled: those of a policy are the conditions of the rules, their values, the default's value.
#[derive(Clone, Debug)]
pub struct Trees {
    judges: Arc<[Judge]>,
}

impl Trees {
    /// Compiles trees.
    pub fn new(policy: &Policy, architecture: &Architecture) -> Self {
        let judge = |(tree, part): (&Tree, &Part)| {
            let read = tree.nodes().iter().filter_map(|node| match part.language.primitive(node.opcode).op {
                Op::Read(Read::Number { cell, .. }) => Some(cell.into()),
                _ => None,
            });
            let mut asked: Vec<usize> = read.collect();
            asked.sort_unstable();
            asked.dedup();
            Judge { program: Program::new(tree, part), asked }
        };
        Trees { judges: policy.trees.trees.iter().zip(&architecture.parts).map(judge).collect() }
    }
}

/// What a search goes by.
#[derive(Clone, Debug)]
pub enum Guide {
    /// A reading of the position, times a factor.
    Reading(usize, f64),
    /// The moves made, and a reading of the position times a factor.
    WithLength(usize, f64),
    /// A policy.
    Policy(Trees),
    /// Estimates, of which one judges a board.
    Estimates(Trees),
}

/// A guide with what it needs to look at positions.
pub struct Guided {
    guide: Guide,
    surveyor: Surveyor,
    view: [u64; CELLS],
    /// Which estimate judges the board.
    tree: usize,
}

impl Guided {
    /// Makes a guide ready.
    pub fn new(guide: Guide) -> Self {
        Guided { guide, surveyor: Surveyor::default(), view: [0; CELLS], tree: 0 }
    }

    /// Begins with another board.
    pub fn begin(&mut self, puzzle: &RushHour) {
        self.surveyor.begin(puzzle);
        self.tree = tree_of(puzzle.board());
    }
}

impl Heuristic<RushHour> for Guided {
    #[inline]
    fn look_from(&mut self, puzzle: &RushHour, lot: &Lot) {
        self.surveyor.look_from(puzzle, lot);
    }

    #[inline]
    fn value(&mut self, puzzle: &RushHour, lot: &Lot, step: &Step<Slide>) -> f64 {
        let Guided { guide, surveyor, view, tree } = self;
        surveyor.look(puzzle, lot, step.last);
        let (judges, is_policy) = match guide {
            Guide::Reading(reading, factor) => return *factor * surveyor.read(*reading, puzzle, step),
            Guide::WithLength(reading, factor) => {
                return f64::from(step.length) + *factor * surveyor.read(*reading, puzzle, step);
            }
            Guide::Policy(trees) => (&trees.judges, true),
            Guide::Estimates(trees) => (&trees.judges, false),
        };
        let mut filled = 0_u64;
        let mut ask = |judge: &Judge| {
            for &at in judge.asked.iter().filter(|at| filled >> **at & 1 == 0) {
                view[at] = cell(surveyor, at, puzzle, step).to_bits();
            }
            filled = judge.asked.iter().fold(filled, |filled, at| filled | 1 << at);
            judge.program.evaluate(view)
        };
        if !is_policy {
            return ask(&judges[*tree]);
        }
        let rules = judges.len() / 2;
        let fires = judges[..rules].iter().position(|condition| ask(condition) != 0.0);
        ask(&judges[rules + fires.unwrap_or(rules)])
    }
}
