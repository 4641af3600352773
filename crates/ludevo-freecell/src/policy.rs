//! Policies over the published heuristics (section 11.3 of Evolved to Win): which weights count depends on the position
//! and on the way it was reached.

use std::sync::{Arc, LazyLock};

use ludevo_evolve::Policy;
use ludevo_program::{Architecture, Code, Draw, Language, Op, Part, Primitive, Read, Tree, Type};
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::{Heuristic, Puzzle, Step};
use rand::seq::IteratorRandom;

use super::deal::Deal;
use super::heuristics::{AUXILIARY, PUBLISHED, Weighted, phase};
use super::moves::FreeCell;
use super::rules::{Move, Position};

/// How many rules a policy has, the default aside.
pub const RULES: usize = 5;

/// How deep a condition may be.
const DEPTH: usize = 5;

/// Cells of the view: the nine heuristics, their phases, the auxiliary functions.
const PHASES: usize = PUBLISHED.len();
const OTHERS: usize = PHASES + PUBLISHED.len();
const CELLS: usize = OTHERS + AUXILIARY.len();

/// After so many moves random play goes on to the next deal.
const PLIES: usize = 100;

/// What the auxiliary functions that are no conditions are divided by, so that they lie between 0 and 1; more counts
/// as 1.
const MOST: [f64; AUXILIARY.len()] = [1.0, 1.0, 1.0, 1.0, 13.0, 50.0, 50.0, 200.0];

const fn share(cell: usize) -> Op {
    Op::Read(Read::Number { cell: cell as u16, within: (0.0, 1.0) })
}

const fn heuristic(place: usize) -> Primitive {
    Primitive::float(PUBLISHED[place].name, share(place), PUBLISHED[place].meaning)
}

const fn of_phase(place: usize, name: &'static str) -> Primitive {
    let meaning = "how far along the way the position is, if the heuristic tells what is left of it";
    Primitive::float(name, share(PHASES + place), meaning)
}

const fn number(place: usize) -> Primitive {
    Primitive::float(AUXILIARY[place].name, share(OTHERS + place), AUXILIARY[place].meaning)
}

const fn question(place: usize) -> Primitive {
    let read = Read::Number { cell: (OTHERS + place) as u16, within: (0.0, 1.0) };
    Primitive::query(AUXILIARY[place].name, read, AUXILIARY[place].meaning)
}

const PRIMITIVES: &[Primitive] = &[
    heuristic(0),
    heuristic(1),
    heuristic(2),
    heuristic(3),
    heuristic(4),
    heuristic(5),
    heuristic(6),
    heuristic(7),
    heuristic(8),
    of_phase(0, "PhaseByHSDH"),
    of_phase(1, "PhaseByNumberWellPlaced"),
    of_phase(2, "PhaseByNumCardsNotAtFoundations"),
    of_phase(3, "PhaseByFreeCells"),
    of_phase(4, "PhaseByDifferenceFromTop"),
    of_phase(5, "PhaseByLowestHomeCard"),
    of_phase(6, "PhaseByHighestHomeCard"),
    of_phase(7, "PhaseByDifferenceHome"),
    of_phase(8, "PhaseBySumOfBottomCards"),
    question(0),
    question(1),
    question(2),
    question(3),
    number(4),
    number(5),
    number(6),
    number(7),
    Primitive::float("Constant", Op::Ephemeral(Draw::Between(0.0, 1.0)), "a constant"),
    Primitive::bool("And", Op::And, "both are true"),
    Primitive::bool("Or", Op::Or, "one of them is true"),
    Primitive::bool("AtMost", Op::LowerEqual, "the first is not more than the second"),
    Primitive::bool("LessThan", Op::Smaller, "the first is less than the second"),
];

/// The language of conditions: Tables 11.1 and 11.4 without DifficultyLevel, all brought to the range from 0 to 1, with
/// a constant of our own.
pub fn language() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        Arc::new(Language::new("conditions", CELLS, PRIMITIVES).expect("the language is sound"))
    });
    LANGUAGE.clone()
}

/// The conditions of a policy.
pub fn architecture() -> Arc<Architecture> {
    let part = |rule: usize| Part {
        name: format!("rule{rule}"),
        decides: format!("whether the weights of rule {rule} count, if those of no rule before it do"),
        root: Type::Bool,
        language: language(),
        depth: DEPTH,
    };
    Arc::new(Architecture { parts: (1..=RULES).map(part).collect() })
}

/// A policy made ready to run.
#[derive(Clone, Debug)]
pub struct Advised {
    rules: Vec<(Code, Weighted)>,
    default: Weighted,
    /// The cells that some condition reads.
    asked: Vec<usize>,
    view: [u64; CELLS],
}

impl Advised {
    /// Makes a policy ready.
    pub fn new(policy: &Policy) -> Self {
        let language = language();
        let mut values = policy.values.chunks_exact(PUBLISHED.len()).map(|values| {
            let mut weights = [0.0; PUBLISHED.len()];
            weights.copy_from_slice(values);
            Weighted { weights }
        });
        let trees = &policy.trees.trees;
        let codes = trees.iter().map(|tree| Code::new(tree, &language, Type::Bool));
        let rules = codes.zip(values.by_ref()).collect();
        let default = values.next().expect("the weights of the default come last");
        let nodes = trees.iter().flat_map(|tree| tree.nodes());
        let mut asked: Vec<usize> = nodes
            .filter_map(|node| match language.primitive(node.opcode).op {
                Op::Read(Read::Number { cell, .. }) => Some(cell.into()),
                _ => None,
            })
            .collect();
        asked.sort_unstable();
        asked.dedup();
        Advised { rules, default, asked, view: [0; CELLS] }
    }
}

/// Which rule of a policy holds in a position, counted from 0, or none: then the weights of the default count.
pub fn holding(policy: &Policy, position: &Position, step: &Step<Move>) -> Option<usize> {
    let language = language();
    let mut view: Vec<u64> = (0..CELLS).map(|cell| reading(cell, position, step).to_bits()).collect();
    let holds = |tree: &Tree| Code::new(tree, &language, Type::Bool).evaluate(&mut view) != 0.0;
    policy.trees.trees.iter().position(holds)
}

fn reading(cell: usize, position: &Position, step: &Step<Move>) -> f64 {
    if cell < PHASES {
        PUBLISHED[cell].normalised(position)
    } else if cell < OTHERS {
        phase(&PUBLISHED[cell - PHASES], position, step).clamp(0.0, 1.0)
    } else {
        let place = cell - OTHERS;
        ((AUXILIARY[place].value)(position, step) / MOST[place]).clamp(0.0, 1.0)
    }
}

/// Views of the positions of random play, of one deal after the other.
pub(crate) fn views_of_random_play(count: usize) -> Vec<Vec<u64>> {
    let mut views = Vec::with_capacity(count);
    let mut moves = Vec::new();
    for number in 1.. {
        let deal = Deal::microsoft(number).expect("there are more deals than views");
        let mut rng = stream(0, Purpose::Sampling, 0, number.into());
        let mut position = Position::new(&deal);
        let mut step = Step { length: 0, last: None, siblings: 0 };
        for _ in 0..PLIES {
            views.push((0..CELLS).map(|cell| reading(cell, &position, &step).to_bits()).collect());
            if views.len() == count {
                return views;
            }
            moves.clear();
            FreeCell::PLAIN.moves(&position, &mut moves);
            let Some(action) = moves.iter().copied().choose(&mut rng) else { break };
            FreeCell::PLAIN.apply(&mut position, action);
            step = Step { length: step.length + 1, last: Some(action), siblings: moves.len() as u32 };
        }
    }
    views
}

impl Heuristic<FreeCell> for Advised {
    fn value(&mut self, puzzle: &FreeCell, position: &Position, step: &Step<Move>) -> f64 {
        for cell in &self.asked {
            self.view[*cell] = reading(*cell, position, step).to_bits();
        }
        for (condition, weighted) in &mut self.rules {
            if condition.evaluate(&mut self.view) != 0.0 {
                return weighted.value(puzzle, position, step);
            }
        }
        self.default.value(puzzle, position, step)
    }
}
