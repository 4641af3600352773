//! Best-first search: always the most promising state that was generated, wherever it is.

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::{
    Attempt, Heuristic, KEPT_BYTES, KeySet, Limits, Meter, Puzzle, START, Step, Trail, grown, reset,
};

/// When a state's other moves are put off (see [`Puzzle::other_moves`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestFirstSettings {
    /// The other moves wait if a first move leads to a state whose value is not above that of the state it comes from
    /// by more than this.
    pub patience: f64,
    /// Then they wait as if the state were worse by this.
    pub delay: f64,
}

impl Default for BestFirstSettings {
    /// Nothing is put off.
    fn default() -> Self {
        BestFirstSettings { patience: f64::NEG_INFINITY, delay: 0.0 }
    }
}

/// A best-first search. It keeps its memory from one puzzle to the next.
pub struct BestFirst<P: Puzzle> {
    settings: BestFirstSettings,
    known: KeySet,
    /// Generated states and those with moves put off, the most promising on top.
    open: BinaryHeap<Open>,
    /// The best of the states generated last, which is not among the open ones yet; [`NONE`] if there is none.
    newest: Open,
    /// How each generated state was reached.
    trail: Trail<P::Move>,
    nodes: Vec<Node>,
    expanded: Vec<P::State>,
    moves: Vec<P::Move>,
}

/// A generated state.
#[derive(Clone, Copy)]
struct Node {
    /// Until it is expanded the place of its parent among the expanded states, then its own.
    place: u32,
    length: u32,
}

/// An entry of the heap: the bits of its value, turned so that the greatest is the most promising, and then twice the
/// number of the state, so that of equals the newest comes first; odd if the state waits for its other moves.
type Open = u64;

/// Less than every entry.
const NONE: Open = 0;

#[inline]
fn open(value: f64, node: u32, waits: bool) -> Open {
    let bits = (value as f32).to_bits();
    // Floating-point numbers compare like integers once negative ones are turned over.
    let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(!ordered) << 32 | u64::from(node << 1 | u32::from(waits))
}

#[inline]
fn value_of(open: Open) -> f64 {
    let ordered = !((open >> 32) as u32);
    let bits = if ordered >> 31 == 1 { ordered & !(1 << 31) } else { !ordered };
    f32::from_bits(bits).into()
}

/// Where the search stands.
struct Here<S> {
    state: S,
    node: u32,
    place: u32,
    length: u32,
}

impl<P: Puzzle> Default for BestFirst<P> {
    fn default() -> Self {
        BestFirst::new(BestFirstSettings::default())
    }
}

impl<P: Puzzle> BestFirst<P> {
    /// A search.
    pub fn new(settings: BestFirstSettings) -> Self {
        BestFirst {
            settings,
            known: KeySet::new(),
            open: BinaryHeap::new(),
            newest: NONE,
            trail: Trail::new(),
            nodes: Vec::new(),
            expanded: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        self.known.bytes()
            + grown::<Open>(self.open.len())
            + self.trail.bytes()
            + grown::<Node>(self.nodes.len())
            + grown::<P::State>(self.expanded.len())
    }

    /// Searches from `start`, in the order that `heuristic` says. Of several paths to a state the first counts.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.known.clear();
        self.open.clear();
        self.open.shrink_to(KEPT_BYTES / size_of::<Open>());
        reset(&mut self.trail.links);
        reset(&mut self.nodes);
        reset(&mut self.expanded);
        self.known.insert(puzzle.key(start));
        self.expanded.push(*start);
        let mut here = Here { state: *start, node: START, place: 0, length: 0 };
        let mut value = f64::NEG_INFINITY;
        let mut waited = false;
        loop {
            if let Some(limit) = meter.limit(self.bytes()) {
                return meter.stopped(limit);
            }
            if !waited {
                meter.effort.expanded += 1;
            }
            heuristic.look_from(puzzle, &here.state);
            self.moves.clear();
            self.newest = NONE;
            if !waited {
                puzzle.first_moves(&here.state, &mut self.moves);
                if let Some(goal) = self.generate(puzzle, &here, heuristic, &mut meter) {
                    return meter.solved(puzzle, start, self.trail.path(goal));
                }
                self.moves.clear();
            }
            if self.newest != NONE && value_of(self.newest) <= value + self.settings.patience {
                self.open.push(open(value + self.settings.delay, here.node, true));
            } else {
                puzzle.other_moves(&here.state, &mut self.moves);
                if let Some(goal) = self.generate(puzzle, &here, heuristic, &mut meter) {
                    return meter.solved(puzzle, start, self.trail.path(goal));
                }
            }
            let Some(next) = self.most_promising() else { return meter.exhausted() };
            value = value_of(next);
            waited = next & 1 == 1;
            let node = next as u32 >> 1;
            let Node { place, length } = self.nodes[node as usize];
            here = Here { state: self.expanded[place as usize], node, place, length };
            if !waited {
                puzzle.apply(&mut here.state, self.trail.links[node as usize].action);
                here.place = self.expanded.len() as u32;
                self.nodes[node as usize].place = here.place;
                self.expanded.push(here.state);
            }
        }
    }

    /// Takes the most promising state, which is most often the best of those generated last.
    #[inline]
    fn most_promising(&mut self) -> Option<Open> {
        match self.open.peek_mut() {
            Some(mut top) if *top > self.newest => {
                let taken = *top;
                if self.newest == NONE {
                    PeekMut::pop(top);
                } else {
                    *top = self.newest;
                }
                Some(taken)
            }
            _ => (self.newest != NONE).then_some(self.newest),
        }
    }

    /// Generates what the listed moves lead to; the goal, if it is among that. The best of it becomes or stays the
    /// newest, the others wait.
    #[inline]
    fn generate(
        &mut self,
        puzzle: &P,
        here: &Here<P::State>,
        heuristic: &mut impl Heuristic<P>,
        meter: &mut Meter,
    ) -> Option<u32> {
        let siblings = self.moves.len() as u32;
        for &action in &self.moves {
            let sign = puzzle.key_after(&here.state, action);
            if !self.known.insert(sign) {
                continue;
            }
            let length = here.length + puzzle.cost(action);
            let step = Step { length, last: Some(action), siblings };
            let mut is_goal = false;
            let value = match heuristic.preview(puzzle, &here.state, &step) {
                Some(value) => value,
                None => {
                    let mut child = here.state;
                    puzzle.apply(&mut child, action);
                    let key = puzzle.key(&child);
                    if key != sign && !self.known.insert(key) {
                        continue;
                    }
                    is_goal = puzzle.is_solved(&child);
                    heuristic.value(puzzle, &child, &step)
                }
            };
            meter.effort.generated += 1;
            let node = self.trail.add(here.node, action);
            if is_goal {
                return Some(node);
            }
            self.nodes.push(Node { place: here.place, length });
            let opened = open(value, node, false);
            let waits = opened.min(self.newest);
            self.newest = opened.max(self.newest);
            if waits != NONE {
                self.open.push(waits);
            }
        }
        None
    }
}
