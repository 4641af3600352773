//! IDA* without a table: depth-first searches in no more memory than a path takes, for puzzles with few ways to the same state.

use super::{Attempt, Heuristic, Limit, Limits, Meter, Puzzle, Step, grown};

/// A depth-first search whose bound on length plus estimate grows to the least value beyond it. With an estimate that never
/// exceeds what is left, the path that it finds is a shortest one. It never takes the last move back, and knows no state
/// again otherwise.
pub struct IdaStar<P: Puzzle> {
    frames: Vec<Frame<P::State, P::Move>>,
    moves: Vec<P::Move>,
}

/// A state on the way; its moves from `next` on are still to be tried.
#[derive(Clone, Copy)]
struct Frame<S, M> {
    state: S,
    length: u32,
    last: Option<M>,
    first: usize,
    next: usize,
    end: usize,
}

/// How one depth-first search ended.
enum Dive {
    Solved,
    Stopped(Limit),
    /// Nothing within the bound; the least value beyond it, if there is anything.
    Cut(Option<f64>),
}

impl<P: Puzzle> Default for IdaStar<P> {
    fn default() -> Self {
        IdaStar { frames: Vec::new(), moves: Vec::new() }
    }
}

impl<P: Puzzle> IdaStar<P> {
    /// Searches from `start`.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        let at_start = Step { length: 0, last: None, siblings: 0 };
        let mut bound = heuristic.value(puzzle, start, &at_start);
        loop {
            match self.dive(puzzle, start, heuristic, bound, &mut meter) {
                Dive::Solved => {
                    let path = self.frames.iter().filter_map(|frame| frame.last).collect();
                    return meter.solved(puzzle, start, path);
                }
                Dive::Stopped(limit) => return meter.stopped(limit),
                Dive::Cut(None) => return meter.exhausted(),
                Dive::Cut(Some(beyond)) => bound = beyond,
            }
        }
    }

    /// One depth-first search within a bound; if it finds the goal, the frames lead there.
    fn dive(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        bound: f64,
        meter: &mut Meter,
    ) -> Dive {
        self.frames.clear();
        self.moves.clear();
        let mut beyond: Option<f64> = None;
        if let Some(limit) = self.enter(puzzle, (*start, 0, None), meter) {
            return Dive::Stopped(limit);
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == frame.end {
                self.moves.truncate(frame.first);
                self.frames.pop();
                continue;
            }
            let action = self.moves[frame.next];
            frame.next += 1;
            if frame.last.is_some_and(|last| puzzle.takes_back(last, action)) {
                continue;
            }
            let length = frame.length + puzzle.cost(action);
            let mut child = frame.state;
            puzzle.apply(&mut child, action);
            let step = Step { length, last: Some(action), siblings: (frame.end - frame.first) as u32 };
            meter.effort.generated += 1;
            if let Some(value) = heuristic.beyond(puzzle, &child, &step, bound - f64::from(length)) {
                let reach = f64::from(length) + value;
                beyond = Some(beyond.map_or(reach, |least| least.min(reach)));
                continue;
            }
            if puzzle.is_solved(&child) {
                let at = self.moves.len();
                let last = Some(action);
                self.frames.push(Frame { state: child, length, last, first: at, next: at, end: at });
                return Dive::Solved;
            }
            if let Some(limit) = self.enter(puzzle, (child, length, Some(action)), meter) {
                return Dive::Stopped(limit);
            }
        }
        Dive::Cut(beyond)
    }

    fn enter(
        &mut self,
        puzzle: &P,
        (state, length, last): (P::State, u32, Option<P::Move>),
        meter: &mut Meter,
    ) -> Option<Limit> {
        let memory =
            grown::<Frame<P::State, P::Move>>(self.frames.len()) + grown::<P::Move>(self.moves.len());
        if let Some(limit) = meter.limit(memory) {
            return Some(limit);
        }
        meter.effort.expanded += 1;
        let first = self.moves.len();
        puzzle.moves(&state, &mut self.moves);
        self.frames.push(Frame { state, length, last, first, next: first, end: self.moves.len() });
        None
    }
}
