//! Best-first search: always the most promising state that was generated, wherever it is.

use std::collections::BinaryHeap;

use super::{Attempt, Heuristic, KeySet, Limits, Meter, Puzzle, START, Step, Trail};

/// A best-first search. It keeps its memory from one puzzle to the next.
pub struct BestFirst<P: Puzzle> {
    known: KeySet,
    /// Generated states, the most promising on top.
    open: BinaryHeap<Open>,
    /// How each generated state was reached.
    trail: Trail<P::Move>,
    /// For each generated state the number of its parent among `expanded`, and its path length.
    origins: Vec<(u32, u32)>,
    expanded: Vec<P::State>,
    moves: Vec<P::Move>,
}

/// A generated state in the heap: the bits of its value, turned so that the greatest is the most promising, and then
/// its number, so that of equals the newest comes first.
type Open = u64;

#[inline]
fn open(value: f64, index: u32) -> Open {
    let bits = (value as f32).to_bits();
    // Floating-point numbers compare like integers once negative ones are turned over.
    let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(!ordered) << 32 | u64::from(index)
}

impl<P: Puzzle> Default for BestFirst<P> {
    fn default() -> Self {
        BestFirst::new()
    }
}

impl<P: Puzzle> BestFirst<P> {
    /// A search.
    pub fn new() -> Self {
        BestFirst {
            known: KeySet::new(),
            open: BinaryHeap::new(),
            trail: Trail::new(),
            origins: Vec::new(),
            expanded: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        self.known.bytes()
            + self.open.capacity() * size_of::<Open>()
            + self.trail.bytes()
            + self.origins.capacity() * 8
            + self.expanded.capacity() * size_of::<P::State>()
    }

    /// Searches from `start`, in the order that `heuristic` says. Of several paths to a state the first counts.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let mut meter = Meter::new(limits);
        if puzzle.is_solved(start) {
            return meter.solved(puzzle, start, Vec::new());
        }
        self.known.clear();
        self.open.clear();
        self.trail.links.clear();
        self.origins.clear();
        self.expanded.clear();
        self.known.insert(puzzle.key(start));
        let mut state = *start;
        let (mut node, mut length) = (START, 0);
        loop {
            if let Some(limit) = meter.limit(self.bytes()) {
                return meter.stopped(limit);
            }
            meter.effort.expanded += 1;
            let place = self.expanded.len() as u32;
            self.expanded.push(state);
            self.moves.clear();
            puzzle.moves(&state, &mut self.moves);
            let siblings = self.moves.len() as u32;
            heuristic.look_from(puzzle, &state);
            for &action in &self.moves {
                let sign = puzzle.key_after(&state, action);
                if !self.known.insert(sign) {
                    continue;
                }
                let step = Step { length: length + puzzle.cost(action), last: Some(action), siblings };
                let value = match heuristic.preview(puzzle, &state, &step) {
                    Some(value) => value,
                    None => {
                        let mut child = state;
                        puzzle.apply(&mut child, action);
                        let key = puzzle.key(&child);
                        if key != sign && !self.known.insert(key) {
                            continue;
                        }
                        if puzzle.is_solved(&child) {
                            meter.effort.generated += 1;
                            let index = self.trail.add(node, action);
                            return meter.solved(puzzle, start, self.trail.path(index));
                        }
                        heuristic.value(puzzle, &child, &step)
                    }
                };
                meter.effort.generated += 1;
                let index = self.trail.add(node, action);
                self.origins.push((place, step.length));
                self.open.push(open(value, index));
            }
            let Some(best) = self.open.pop() else { return meter.exhausted() };
            node = best as u32;
            let (parent, reached) = self.origins[node as usize];
            length = reached;
            state = self.expanded[parent as usize];
            puzzle.apply(&mut state, self.trail.links[node as usize].action);
        }
    }
}
