//! A*: always the state whose path and estimate together are least, and again where a shorter path to it is found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::keys::KeyMap;
use super::{Attempt, Heuristic, Limits, Meter, Puzzle, START, Step, grown, reset};

/// A search in the order of length plus estimate. With an estimate that never exceeds what is left, the path that it finds
/// is a shortest one. It keeps its memory from one puzzle to the next.
pub struct AStar<P: Puzzle> {
    /// Where the node of each known state is.
    places: KeyMap,
    nodes: Vec<Node<P>>,
    /// Length plus estimate, then the estimate, so that of equals the nearer to the goal comes first, and the node.
    open: BinaryHeap<Reverse<(Ordered, Ordered, u32)>>,
    moves: Vec<P::Move>,
}

/// A known state.
struct Node<P: Puzzle> {
    state: P::State,
    /// The least length known.
    length: u32,
    parent: u32,
    action: Option<P::Move>,
    /// What is left, as estimated when it was first reached.
    estimate: f32,
    is_expanded: bool,
}

/// A finite number, in order.
#[derive(Clone, Copy, PartialEq)]
struct Ordered(f32);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<P: Puzzle> Default for AStar<P> {
    fn default() -> Self {
        AStar { places: KeyMap::new(), nodes: Vec::new(), open: BinaryHeap::new(), moves: Vec::new() }
    }
}

impl<P: Puzzle> AStar<P> {
    fn bytes(&self) -> usize {
        self.places.bytes()
            + grown::<Node<P>>(self.nodes.len())
            + grown::<Reverse<(Ordered, Ordered, u32)>>(self.open.len())
    }

    /// Searches from `start`. The goal is noticed when it is the next to be expanded, so that no shorter way is left.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.places = KeyMap::new();
        self.open.clear();
        reset(&mut self.nodes);
        let at_start = Step { length: 0, last: None, siblings: 0 };
        let estimate = heuristic.value(puzzle, start, &at_start) as f32;
        self.places.insert(puzzle.key(start), 0);
        let (parent, action) = (START, None);
        self.nodes.push(Node { state: *start, length: 0, parent, action, estimate, is_expanded: false });
        self.open.push(Reverse((Ordered(estimate), Ordered(estimate), 0)));
        while let Some(Reverse((_, _, number))) = self.open.pop() {
            let Node { state, length, is_expanded, .. } = self.nodes[number as usize];
            // An entry of a longer path than the one it was expanded by.
            if is_expanded {
                continue;
            }
            if puzzle.is_solved(&state) {
                return meter.solved(puzzle, start, self.path(number));
            }
            if let Some(limit) = meter.limit(self.bytes()) {
                return meter.stopped(limit);
            }
            meter.effort.expanded += 1;
            self.nodes[number as usize].is_expanded = true;
            self.moves.clear();
            puzzle.moves(&state, &mut self.moves);
            let siblings = self.moves.len() as u32;
            for &action in &self.moves {
                let length = length + puzzle.cost(action);
                let mut child = state;
                puzzle.apply(&mut child, action);
                let new = self.nodes.len() as u32;
                let place = self.places.insert(puzzle.key(&child), new).map_or(new, |known| *known);
                if place == new {
                    meter.effort.generated += 1;
                    let step = Step { length, last: Some(action), siblings };
                    let estimate = heuristic.value(puzzle, &child, &step) as f32;
                    let node = Node {
                        state: child,
                        length,
                        parent: number,
                        action: Some(action),
                        estimate,
                        is_expanded: false,
                    };
                    self.nodes.push(node);
                } else {
                    let known = &mut self.nodes[place as usize];
                    if known.length <= length {
                        continue;
                    }
                    (known.length, known.parent, known.action) = (length, number, Some(action));
                    known.is_expanded = false;
                }
                let estimate = self.nodes[place as usize].estimate;
                self.open.push(Reverse((Ordered(length as f32 + estimate), Ordered(estimate), place)));
            }
        }
        meter.exhausted()
    }

    fn path(&self, mut at: u32) -> Vec<P::Move> {
        let mut path = Vec::new();
        while let Node { parent, action: Some(action), .. } = &self.nodes[at as usize] {
            path.push(*action);
            at = *parent;
        }
        path.reverse();
        path
    }
}
