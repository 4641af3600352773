//! Staged deepening (Heineman; Algorithm 11.1 of Evolved to Win): depth-first to a fixed depth from the most promising
//! state, of which only the states at exactly that depth are kept.

use std::collections::BTreeMap;

use super::{
    Attempt, Heuristic, KeySet, Limit, Limits, Meter, Puzzle, START, Step, Trail, grown, reset, step_to_new,
};

/// How the stages work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedSettings {
    /// The depth of a stage, the *k* of the algorithm.
    pub depth: u32,
    /// How many states the transposition table holds before it is cleared, the *S* of the algorithm.
    pub table: usize,
    /// Whether a new state takes the place of one with the same heuristic value in the open list, as the algorithm says.
    pub overwrite: bool,
}

impl Default for StagedSettings {
    /// The published table of 200,000, and six moves a stage.
    fn default() -> Self {
        StagedSettings { depth: 6, table: 200_000, overwrite: true }
    }
}

/// A staged search. It forgets, so when it finds nothing that is no proof. It keeps its memory from one puzzle to the
/// next.
pub struct Staged<P: Puzzle> {
    settings: StagedSettings,
    table: KeySet,
    /// The open list: by value, and the newest first among equals if these are not overwritten. It says where a state is.
    open: BTreeMap<(u64, u64), u32>,
    /// The states of the open list; places that are free again are in `free`.
    opened: Vec<Opened<P::State>>,
    /// The moves of the last stage to each of them: most are overwritten, so these are not for the trail yet.
    last_moves: Vec<P::Move>,
    free: Vec<u32>,
    trail: Trail<P::Move>,
    moves: Vec<P::Move>,
    frames: Vec<Frame<P>>,
    newest: u64,
}

#[derive(Clone, Copy)]
struct Opened<S> {
    state: S,
    length: u32,
    /// Where on the trail its stage began.
    from: u32,
}

struct Frame<P: Puzzle> {
    state: P::State,
    length: u32,
    first: usize,
    next: usize,
    /// The move that led here; none for the root of a stage.
    last: Option<P::Move>,
}

/// The bits of a number in an order in which less is less.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

impl<P: Puzzle> Staged<P> {
    /// A search.
    pub fn new(settings: StagedSettings) -> Self {
        Staged {
            settings,
            table: KeySet::new(),
            open: BTreeMap::new(),
            opened: Vec::new(),
            last_moves: Vec::new(),
            free: Vec::new(),
            trail: Trail::new(),
            moves: Vec::new(),
            frames: Vec::new(),
            newest: u64::MAX,
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.trail.bytes()
            + grown::<P::Move>(self.last_moves.len())
            + grown::<Opened<P::State>>(self.opened.len())
            + grown::<u32>(self.free.len())
            + self.open.len() * size_of::<((u64, u64), u32)>()
    }

    /// Searches from `start`; the open list is in the order of `heuristic`.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.table.clear();
        self.open.clear();
        reset(&mut self.opened);
        reset(&mut self.last_moves);
        reset(&mut self.free);
        reset(&mut self.trail.links);
        self.newest = u64::MAX;
        self.table.insert(puzzle.key(start));
        let (mut root, mut link) = ((*start, 0), START);
        loop {
            match self.stage(puzzle, root, link, heuristic, &mut meter) {
                Stage::Done => {}
                Stage::Solved => {
                    let mut path = self.trail.path(link);
                    path.extend(self.frames.iter().filter_map(|frame| frame.last));
                    return meter.solved(puzzle, start, path);
                }
                Stage::Stopped(limit) => return meter.stopped(limit),
            }
            if self.table.len() >= self.settings.table {
                self.table.clear();
            }
            match self.open.pop_first() {
                Some((_, place)) => {
                    let Opened { state, length, from } = self.opened[place as usize];
                    root = (state, length);
                    link = self.follow(from, place);
                }
                None => return meter.exhausted(),
            }
        }
    }

    /// Depth-first from one state; what is found at the full depth enters the open list. If the goal is found, the
    /// frames lead to it.
    fn stage(
        &mut self,
        puzzle: &P,
        (state, length): (P::State, u32),
        link: u32,
        heuristic: &mut impl Heuristic<P>,
        meter: &mut Meter,
    ) -> Stage {
        self.frames.clear();
        self.moves.clear();
        let root = Frame { state, length, first: 0, next: 0, last: None };
        if let Some(limit) = self.enter(puzzle, root, meter) {
            return Stage::Stopped(limit);
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == self.moves.len() {
                self.moves.truncate(frame.first);
                self.frames.pop();
                // The moves of the state before go on where they were.
                continue;
            }
            let action = self.moves[frame.next];
            frame.next += 1;
            let Some(state) = step_to_new(puzzle, &mut self.table, &frame.state, action) else { continue };
            meter.effort.generated += 1;
            let length = frame.length + puzzle.cost(action);
            let siblings = (self.moves.len() - frame.first) as u32;
            let first = self.moves.len();
            let child = Frame { state, length, first, next: first, last: Some(action) };
            if puzzle.is_solved(&state) {
                self.frames.push(child);
                return Stage::Solved;
            }
            if self.frames.len() as u32 == self.settings.depth.max(1) {
                let step = Step { length, last: Some(action), siblings };
                let value = heuristic.value(puzzle, &state, &step);
                self.keep(action, Opened { state, length, from: link }, value);
            } else if let Some(limit) = self.enter(puzzle, child, meter) {
                return Stage::Stopped(limit);
            }
        }
        Stage::Done
    }

    /// Expands a state and makes it the last of the frames.
    fn enter(&mut self, puzzle: &P, mut frame: Frame<P>, meter: &mut Meter) -> Option<Limit> {
        if let Some(limit) = meter.limit(self.bytes()) {
            return Some(limit);
        }
        meter.effort.expanded += 1;
        frame.first = self.moves.len();
        frame.next = frame.first;
        puzzle.moves(&frame.state, &mut self.moves);
        self.frames.push(frame);
        None
    }

    /// Puts a state at the end of a stage, which `action` led to, into the open list.
    fn keep(&mut self, action: P::Move, opened: Opened<P::State>, value: f64) {
        let age = if self.settings.overwrite {
            0
        } else {
            self.newest -= 1;
            self.newest
        };
        let place = self.free.pop().unwrap_or(self.opened.len() as u32);
        let moves = self.frames.iter().filter_map(|frame| frame.last).chain([action]);
        if place as usize == self.opened.len() {
            self.opened.push(opened);
            self.last_moves.extend(moves);
        } else {
            self.opened[place as usize] = opened;
            let depth = self.settings.depth.max(1) as usize;
            let kept = &mut self.last_moves[place as usize * depth..];
            kept.iter_mut().zip(moves).for_each(|(kept, new)| *kept = new);
        }
        self.free.extend(self.open.insert((ordered(value), age), place));
    }

    /// Puts the moves to the state in this place, which leaves the open list, on the trail; where it is there.
    fn follow(&mut self, from: u32, place: u32) -> u32 {
        self.free.push(place);
        // All states of the open list are a whole stage away from where it began.
        let depth = self.settings.depth.max(1) as usize;
        let moves = &self.last_moves[place as usize * depth..][..depth];
        moves.iter().fold(from, |link, action| self.trail.add(link, *action))
    }
}

/// How a stage ended.
enum Stage {
    Done,
    Solved,
    Stopped(Limit),
}
