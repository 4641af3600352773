//! Breadth-first search: all states of a length before any of the next.

use super::{Attempt, KeySet, Limits, Meter, Puzzle, START, Trail, grown, reset, step_to_new};

/// A breadth-first search. Where every move costs the same, the path that it finds is a shortest one, and a search that
/// ends without one proves that there is none. It keeps its memory from one puzzle to the next.
pub struct Uniform<P: Puzzle> {
    known: KeySet,
    /// States in the order in which they were reached; the one of number n but for the start by link n - 1.
    reached: Vec<P::State>,
    trail: Trail<P::Move>,
    moves: Vec<P::Move>,
}

impl<P: Puzzle> Default for Uniform<P> {
    fn default() -> Self {
        Uniform { known: KeySet::new(), reached: Vec::new(), trail: Trail::new(), moves: Vec::new() }
    }
}

impl<P: Puzzle> Uniform<P> {
    fn bytes(&self) -> usize {
        self.known.bytes() + grown::<P::State>(self.reached.len()) + self.trail.bytes()
    }

    /// Searches from `start`.
    pub fn solve(&mut self, puzzle: &P, start: &P::State, limits: Limits) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.known.clear();
        reset(&mut self.reached);
        reset(&mut self.trail.links);
        self.known.insert(puzzle.key(start));
        self.reached.push(*start);
        let mut next = 0;
        while let Some(&state) = self.reached.get(next) {
            if let Some(limit) = meter.limit(self.bytes()) {
                return meter.stopped(limit);
            }
            meter.effort.expanded += 1;
            self.moves.clear();
            puzzle.moves(&state, &mut self.moves);
            let parent = if next == 0 { START } else { next as u32 - 1 };
            for &action in &self.moves {
                let Some(child) = step_to_new(puzzle, &mut self.known, &state, action) else { continue };
                meter.effort.generated += 1;
                let link = self.trail.add(parent, action);
                if puzzle.is_solved(&child) {
                    return meter.solved(puzzle, start, self.trail.path(link));
                }
                self.reached.push(child);
            }
            next += 1;
        }
        meter.exhausted()
    }

    /// The states that the last search reached.
    pub fn reached(&self) -> &[P::State] {
        &self.reached
    }
}
