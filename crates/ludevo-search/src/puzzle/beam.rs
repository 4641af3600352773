//! Beam search: level by level, and of each level only the most promising states.

use super::{Attempt, Heuristic, KeySet, Limits, Meter, Puzzle, START, Step, Trail, grown, reset};

/// How wide a beam is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamSettings {
    /// How many states of a level are expanded.
    pub width: usize,
}

/// A beam search. A level is what paths of one length lead to; moves that cost nothing stay on their level. It throws
/// states away, so when it finds nothing that is no proof. It keeps its memory from one puzzle to the next.
pub struct Beam<P: Puzzle> {
    settings: BeamSettings,
    known: KeySet,
    trail: Trail<P::Move>,
    level: Vec<Kept<P::State>>,
    /// What the level leads to.
    children: Vec<Child<P::Move>>,
    moves: Vec<P::Move>,
    below: Vec<Kept<P::State>>,
}

#[derive(Clone, Copy)]
struct Kept<S> {
    state: S,
    link: u32,
}

#[derive(Clone, Copy)]
struct Child<M> {
    value: f32,
    /// Which state of the level it comes from.
    parent: u32,
    action: M,
    number: u32,
}

impl<P: Puzzle> Beam<P> {
    /// A search.
    pub fn new(settings: BeamSettings) -> Self {
        let (known, trail) = (KeySet::new(), Trail::new());
        let (level, below) = (Vec::new(), Vec::new());
        Beam { settings, known, trail, level, below, children: Vec::new(), moves: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.known.bytes()
            + self.trail.bytes()
            + grown::<Kept<P::State>>(self.level.len())
            + grown::<Kept<P::State>>(self.below.len())
            + grown::<Child<P::Move>>(self.children.len())
    }

    /// Searches from `start`; a level's order is what `heuristic` says.
    ///
    /// # Panics
    ///
    /// If a move costs more than one.
    pub fn solve(
        &mut self,
        puzzle: &P,
        start: &P::State,
        heuristic: &mut impl Heuristic<P>,
        limits: Limits,
    ) -> Attempt<P::Move> {
        let Some(mut meter) = Meter::begin(puzzle, start, limits) else { return Attempt::AT_GOAL };
        self.known.clear();
        reset(&mut self.trail.links);
        reset(&mut self.level);
        reset(&mut self.below);
        reset(&mut self.children);
        self.known.insert(puzzle.key(start));
        self.level.push(Kept { state: *start, link: START });
        let mut length = 0;
        while !self.level.is_empty() {
            self.children.clear();
            let mut place = 0;
            while place < self.level.len() {
                if let Some(limit) = meter.limit(self.bytes()) {
                    return meter.stopped(limit);
                }
                meter.effort.expanded += 1;
                let Kept { state, link } = self.level[place];
                self.moves.clear();
                puzzle.moves(&state, &mut self.moves);
                let siblings = self.moves.len() as u32;
                heuristic.look_from(puzzle, &state);
                for &action in &self.moves {
                    let sign = puzzle.key_after(&state, action);
                    if !self.known.insert(sign) {
                        continue;
                    }
                    let cost = puzzle.cost(action);
                    let step = Step { length: length + cost, last: Some(action), siblings };
                    let previewed = if cost == 0 { None } else { heuristic.preview(puzzle, &state, &step) };
                    let value = match previewed {
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
                                let mut path = self.trail.path(link);
                                path.push(action);
                                return meter.solved(puzzle, start, path);
                            }
                            if cost == 0 {
                                meter.effort.generated += 1;
                                let link = self.trail.add(link, action);
                                self.level.push(Kept { state: child, link });
                                continue;
                            }
                            heuristic.value(puzzle, &child, &step)
                        }
                    };
                    assert_eq!(cost, 1, "a beam takes one level at a time");
                    meter.effort.generated += 1;
                    let number = self.children.len() as u32;
                    let (value, parent) = (value as f32, place as u32);
                    self.children.push(Child { value, parent, action, number });
                }
                place += 1;
            }
            self.descend(puzzle);
            length += 1;
        }
        meter.exhausted()
    }

    /// Makes the best children the next level, best first.
    fn descend(&mut self, puzzle: &P) {
        let children = &mut self.children;
        let width = self.settings.width.max(1);
        // The number decides between equals, so that the order is always the same.
        let order = |one: &Child<P::Move>, two: &Child<P::Move>| {
            one.value.total_cmp(&two.value).then(one.number.cmp(&two.number))
        };
        if children.len() > width {
            children.select_nth_unstable_by(width, order);
            children.truncate(width);
        }
        children.sort_unstable_by(order);
        self.below.clear();
        for child in children.iter() {
            let Kept { mut state, link } = self.level[child.parent as usize];
            puzzle.apply(&mut state, child.action);
            let link = self.trail.add(link, child.action);
            self.below.push(Kept { state, link });
        }
        std::mem::swap(&mut self.level, &mut self.below);
    }
}
