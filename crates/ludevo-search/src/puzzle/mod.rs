//! Puzzles: one player, no chance, a goal to be reached; and searches for any of them.
//!
//! All searches count in the same way: a state is *expanded* when its moves are asked for, and *generated* when a move
//! leads to it that no table knows yet. All obey the same [`Limits`], and a path is replayed before it is returned.

mod a_star;
mod beam;
mod best_first;
mod deepening;
mod ida_star;
mod keys;
mod staged;
mod uniform;

use std::fmt::Debug;
use std::time::{Duration, Instant};

pub use a_star::AStar;
pub use beam::{Beam, BeamSettings};
pub use best_first::{BestFirst, BestFirstSettings};
pub use deepening::{Bound, Deepening, DeepeningSettings};
pub use ida_star::IdaStar;
pub use keys::KeySet;
pub use staged::{Staged, StagedSettings};
pub use uniform::Uniform;

/// The rules of a puzzle.
pub trait Puzzle: Send + Sync {
    /// A position. Searches copy it at every node: a few cache lines at most.
    type State: Copy + Debug + PartialEq + Send + Sync;
    /// A legal action, small.
    type Move: Copy + Debug + PartialEq + Send + Sync;

    /// Appends the legal moves, in a fixed order.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves that promise most, which are worth looking at before the others.
    #[inline]
    fn first_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }

    /// Appends the legal moves that are not among the first.
    #[inline]
    fn other_moves(&self, _state: &Self::State, _moves: &mut Vec<Self::Move>) {}

    /// Whether a move is among the legal ones: asked of every move of a path before it is reported.
    fn is_legal(&self, state: &Self::State, action: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(&action)
    }

    /// Makes a legal move.
    fn apply(&self, state: &mut Self::State, action: Self::Move);

    /// Whether the goal is reached.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// A number that equal states share and others, but for chance, do not.
    fn key(&self, state: &Self::State) -> u64;

    /// A key of the state that a move leads to, or of one on the way there: moves that share it lead to equal states. It
    /// spares searches making moves to states that they know.
    #[inline]
    fn key_after(&self, state: &Self::State, action: Self::Move) -> u64 {
        let mut after = *state;
        self.apply(&mut after, action);
        self.key(&after)
    }

    /// Whether a move leads back to where the last one came from.
    #[inline]
    fn takes_back(&self, _last: Self::Move, _action: Self::Move) -> bool {
        false
    }

    /// What a move adds to the length of a path.
    #[inline]
    fn cost(&self, _action: Self::Move) -> u32 {
        1
    }
}

/// How a state was reached.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    /// The length of the path from the start.
    pub length: u32,
    /// The last move; none at the start.
    pub last: Option<M>,
    /// How many moves there were to choose the last one from.
    pub siblings: u32,
}

/// An estimate of how far a state is from the goal, or of how much it is worth to look at it next; less is better.
pub trait Heuristic<P: Puzzle> {
    /// The estimate for a state that was reached by a step.
    fn value(&mut self, puzzle: &P, state: &P::State, step: &Step<P::Move>) -> f64;

    /// The estimate, or as much of it as was worked out, if it exceeds `allowed`; nothing if it does not.
    #[inline]
    fn beyond(&mut self, puzzle: &P, state: &P::State, step: &Step<P::Move>, allowed: f64) -> Option<f64> {
        let value = self.value(puzzle, state, step);
        (value > allowed).then_some(value)
    }

    /// Says that moves from this state are going to be looked at.
    #[inline]
    fn look_from(&mut self, _puzzle: &P, _state: &P::State) {}

    /// The estimate for the state that the step's move leads to from `state`, the one last looked from, if it can be
    /// told without making the move and that state is not solved. Then a search makes only the moves it wants.
    #[inline]
    fn preview(&mut self, _puzzle: &P, _state: &P::State, _step: &Step<P::Move>) -> Option<f64> {
        None
    }
}

impl<P: Puzzle, F: FnMut(&P::State) -> f64> Heuristic<P> for F {
    #[inline]
    fn value(&mut self, _puzzle: &P, state: &P::State, _step: &Step<P::Move>) -> f64 {
        self(state)
    }
}

/// What a search may use. It stops at the first limit that it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// States expanded.
    pub expanded: u64,
    /// Bytes in tables and lists.
    pub memory: usize,
    /// Time. Without it a search is the same every time it is run.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// No limit but 64 MB of memory.
    fn default() -> Self {
        Limits { expanded: u64::MAX, memory: 64 << 20, time: None }
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// States expanded.
    Expanded,
    /// Memory.
    Memory,
    /// Time.
    Time,
}

impl Limit {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Limit::Expanded => "nodes",
            Limit::Memory => "memory",
            Limit::Time => "time",
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States whose moves were asked for.
    pub expanded: u64,
    /// States that a move led to and that were not known yet.
    pub generated: u64,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<M> {
    /// With a path to the goal.
    Solved(Vec<M>),
    /// There was nothing left to look at. That is a proof only for searches that throw nothing away.
    Exhausted,
    /// At a limit, which says nothing about the puzzle.
    Stopped(Limit),
}

/// What a search returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// How it ended.
    pub ending: Ending<M>,
    /// What it took.
    pub effort: Effort,
}

impl<M> Attempt<M> {
    /// There was nothing to search for.
    const AT_GOAL: Attempt<M> =
        Attempt { ending: Ending::Solved(Vec::new()), effort: Effort { expanded: 0, generated: 0 } };

    /// The path, if one was found.
    pub fn path(&self) -> Option<&[M]> {
        match &self.ending {
            Ending::Solved(path) => Some(path),
            _ => None,
        }
    }
}

/// Why a path is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// The move of this number, counted from 0, is not legal.
    Illegal(usize),
    /// It does not end at the goal.
    Unsolved,
}

/// Follows a path move by move; the state at its end.
pub fn replay<P: Puzzle>(puzzle: &P, start: &P::State, path: &[P::Move]) -> Result<P::State, PathError> {
    let mut state = *start;
    for (number, action) in path.iter().enumerate() {
        if !puzzle.is_legal(&state, *action) {
            return Err(PathError::Illegal(number));
        }
        puzzle.apply(&mut state, *action);
    }
    if puzzle.is_solved(&state) { Ok(state) } else { Err(PathError::Unsolved) }
}

/// The bytes of a list that the next puzzle finds again: enough that most puzzles ask for no memory at all.
const KEPT_BYTES: usize = 8 << 20;

/// Empties a list and gives back the memory of a long one, so that a hard puzzle leaves the next one its limit.
fn reset<T>(list: &mut Vec<T>) {
    list.clear();
    list.shrink_to(KEPT_BYTES / size_of::<T>().max(1));
}

/// The memory of a list of so many that grew by doubling. What an earlier puzzle left behind does not count, so that a
/// search ends the same whatever was searched before.
fn grown<T>(length: usize) -> usize {
    length.next_power_of_two() * size_of::<T>()
}

/// Makes a move, unless it leads to a known state, which the set then learns.
#[inline]
fn step_to_new<P: Puzzle>(
    puzzle: &P,
    known: &mut KeySet,
    state: &P::State,
    action: P::Move,
) -> Option<P::State> {
    let sign = puzzle.key_after(state, action);
    if !known.insert(sign) {
        return None;
    }
    let mut child = *state;
    puzzle.apply(&mut child, action);
    let key = puzzle.key(&child);
    (key == sign || known.insert(key)).then_some(child)
}

/// Counts a search's effort and watches its limits.
struct Meter {
    limits: Limits,
    effort: Effort,
    started: Option<Instant>,
}

/// The clock is read once in so many expansions.
const CLOCK_EVERY: u64 = 1024;

impl Meter {
    /// The meter of a search from `start`, unless that is the goal already.
    fn begin<P: Puzzle>(puzzle: &P, start: &P::State, limits: Limits) -> Option<Self> {
        let started = limits.time.map(|_| Instant::now());
        (!puzzle.is_solved(start)).then(|| Meter { limits, effort: Effort::default(), started })
    }

    /// The limit that forbids one more expansion.
    #[inline]
    fn limit(&self, memory: usize) -> Option<Limit> {
        if self.effort.expanded >= self.limits.expanded {
            return Some(Limit::Expanded);
        }
        if memory > self.limits.memory {
            return Some(Limit::Memory);
        }
        let (time, started) = self.limits.time.zip(self.started)?;
        let late = self.effort.expanded.is_multiple_of(CLOCK_EVERY) && started.elapsed() >= time;
        late.then_some(Limit::Time)
    }

    fn stopped<M>(&self, limit: Limit) -> Attempt<M> {
        Attempt { ending: Ending::Stopped(limit), effort: self.effort }
    }

    fn exhausted<M>(&self) -> Attempt<M> {
        Attempt { ending: Ending::Exhausted, effort: self.effort }
    }

    /// # Panics
    ///
    /// If the path does not lead to the goal: then the search or the puzzle is wrong.
    fn solved<P: Puzzle>(&self, puzzle: &P, start: &P::State, path: Vec<P::Move>) -> Attempt<P::Move> {
        if let Err(error) = replay(puzzle, start, &path) {
            panic!("the path that was found is not one: {error:?}");
        }
        Attempt { ending: Ending::Solved(path), effort: self.effort }
    }
}

/// States reached, each by a move from another: what is needed to tell a path.
struct Trail<M> {
    links: Vec<Link<M>>,
}

#[derive(Clone, Copy)]
struct Link<M> {
    parent: u32,
    action: M,
}

/// The parent of what was reached from the start.
const START: u32 = u32::MAX;

impl<M: Copy> Trail<M> {
    fn new() -> Self {
        Trail { links: Vec::new() }
    }

    #[inline]
    fn add(&mut self, parent: u32, action: M) -> u32 {
        let index = self.links.len() as u32;
        self.links.push(Link { parent, action });
        index
    }

    fn path(&self, mut at: u32) -> Vec<M> {
        let mut path = Vec::new();
        while at != START {
            let Link { parent, action } = self.links[at as usize];
            path.push(action);
            at = parent;
        }
        path.reverse();
        path
    }

    fn bytes(&self) -> usize {
        grown::<Link<M>>(self.links.len())
    }
}

#[cfg(test)]
mod tests;
