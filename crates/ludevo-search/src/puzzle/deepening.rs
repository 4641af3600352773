//! Iterative deepening and IDA*: depth-first searches with a bound that grows.

use super::keys::KeyMap;
use super::{Attempt, Heuristic, Limit, Limits, Meter, Puzzle, Step};

/// How the bound works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeepeningSettings {
    /// What is bounded.
    pub bound: Bound,
    /// Whether the most promising move is tried first, instead of the first in the puzzle's order.
    pub order: bool,
    /// By how much the bound grows.
    pub step: u32,
}

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The length of the path: with no order, iterative deepening; with order, what section 11.2.1 of Evolved to Win
    /// calls IDA*.
    Length,
    /// The length of the path plus the estimate: IDA*.
    Estimate,
}

impl DeepeningSettings {
    /// Plain iterative deepening, one move deeper each time.
    pub const PLAIN: DeepeningSettings = DeepeningSettings { bound: Bound::Length, order: false, step: 1 };
    /// IDA*.
    pub const IDA_STAR: DeepeningSettings =
        DeepeningSettings { bound: Bound::Estimate, order: true, step: 1 };
}

/// A depth-first search whose bound grows. A table of visited states keeps it from doing work twice at one bound. It
/// keeps its memory from one puzzle to the next.
pub struct Deepening<P: Puzzle> {
    settings: DeepeningSettings,
    /// The least length at which each state was visited.
    visited: KeyMap,
    moves: Vec<(f64, P::Move)>,
    buffer: Vec<P::Move>,
    frames: Vec<Frame<P::State>>,
    path: Vec<P::Move>,
}

/// A state on the way, with what is left of its moves: those from `next` to the end of the list belong to it and to
/// the states after it.
#[derive(Clone, Copy)]
struct Frame<S> {
    state: S,
    length: u32,
    first: usize,
    next: usize,
    end: usize,
}

impl<P: Puzzle> Deepening<P> {
    /// A search.
    pub fn new(settings: DeepeningSettings) -> Self {
        let visited = KeyMap::new();
        let (moves, buffer, frames, path) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Deepening { settings, visited, moves, buffer, frames, path }
    }

    /// Searches from `start`.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.visited = KeyMap::new();
        let at_start = Step { length: 0, last: None, siblings: 0 };
        let mut bound = match self.settings.bound {
            Bound::Length => f64::from(self.settings.step),
            Bound::Estimate => heuristic.value(puzzle, start, &at_start),
        };
        loop {
            self.visited.clear();
            match self.dive(puzzle, start, heuristic, bound, &mut meter) {
                Dive::Solved => return meter.solved(puzzle, start, self.path.clone()),
                Dive::Stopped(limit) => return meter.stopped(limit),
                Dive::Complete => return meter.exhausted(),
                Dive::Cut => bound += f64::from(self.settings.step.max(1)),
            }
        }
    }

    /// One depth-first search within a bound.
    fn dive(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        bound: f64,
        meter: &mut Meter,
    ) -> Dive {
        self.moves.clear();
        self.frames.clear();
        self.path.clear();
        self.visited.insert(puzzle.key(start), 0);
        let mut cut = false;
        let mut entered = Some((*start, 0));
        loop {
            if let Some((state, length)) = entered.take() {
                if let Some(limit) = meter.limit(self.visited.bytes()) {
                    return Dive::Stopped(limit);
                }
                meter.effort.expanded += 1;
                let first = self.moves.len();
                self.list(puzzle, &state, length, heuristic);
                self.frames.push(Frame { state, length, first, next: first, end: self.moves.len() });
            }
            let Some(frame) = self.frames.last_mut() else {
                return if cut { Dive::Cut } else { Dive::Complete };
            };
            if frame.next == frame.end {
                self.moves.truncate(frame.first);
                self.frames.pop();
                self.path.pop();
                continue;
            }
            let (value, action) = self.moves[frame.next];
            frame.next += 1;
            let length = frame.length + puzzle.cost(action);
            let reach = match self.settings.bound {
                Bound::Length => f64::from(length),
                Bound::Estimate => f64::from(length) + value,
            };
            if reach > bound {
                cut = true;
                continue;
            }
            let mut child = frame.state;
            puzzle.apply(&mut child, action);
            match self.visited.insert(puzzle.key(&child), length) {
                Some(known) if *known <= length => continue,
                Some(known) => *known = length,
                None => {}
            }
            meter.effort.generated += 1;
            self.path.push(action);
            if puzzle.is_solved(&child) {
                return Dive::Solved;
            }
            entered = Some((child, length));
        }
    }

    /// Appends the moves of a state to the list, in the order in which they are tried.
    fn list(&mut self, puzzle: &P, state: &P::State, length: u32, heuristic: &mut impl Heuristic<P>) {
        let first = self.moves.len();
        self.buffer.clear();
        puzzle.moves(state, &mut self.buffer);
        let siblings = self.buffer.len() as u32;
        let is_guided = self.settings.order || self.settings.bound == Bound::Estimate;
        if is_guided {
            heuristic.look_from(puzzle, state);
        }
        for &action in &self.buffer {
            let value = if is_guided {
                let mut child = *state;
                puzzle.apply(&mut child, action);
                let step = Step { length: length + puzzle.cost(action), last: Some(action), siblings };
                heuristic.value(puzzle, &child, &step)
            } else {
                0.0
            };
            self.moves.push((value, action));
        }
        if self.settings.order {
            self.moves[first..].sort_by(|one, two| one.0.total_cmp(&two.0));
        }
    }
}

/// How one depth-first search ended.
enum Dive {
    Solved,
    Stopped(Limit),
    /// The bound cut something off.
    Cut,
    /// Nothing was cut off: there is no solution.
    Complete,
}
