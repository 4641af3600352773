//! Everything that can be reached on a board: how far each position is from the goal, and which is the farthest.

use ludevo_search::puzzle::{KeySet, Puzzle};

use super::board::Board;
use super::rules::{Lot, RushHour};

/// What there is to know of all positions that can be reached from one.
#[derive(Clone, Debug)]
pub struct Component {
    /// How many there are, solved ones included.
    pub states: usize,
    /// How many of them are solved.
    pub solved: usize,
    /// The moves from the farthest position to the goal; nothing if the goal cannot be reached.
    pub farthest: Option<u32>,
    /// A farthest position.
    pub hardest: Board,
}

/// Works out components, one after the other, in the same memory.
#[derive(Default)]
pub struct Analyst {
    known: KeySet,
    reached: Vec<Lot>,
    moves: Vec<<RushHour as Puzzle>::Move>,
}

impl Analyst {
    /// The component of a board; nothing if it has more than `most` positions.
    ///
    /// Every move can be taken back, so that distances from all solved positions are distances to the nearest one.
    pub fn analyse(&mut self, puzzle: &RushHour, most: usize) -> Option<Component> {
        let start = puzzle.start();
        self.begin([start], puzzle);
        self.spread(puzzle, most)?;
        let states = self.reached.len();
        let goals: Vec<Lot> = self.reached.iter().copied().filter(|lot| puzzle.is_solved(lot)).collect();
        let solved = goals.len();
        if goals.is_empty() {
            return Some(Component { states, solved, farthest: None, hardest: puzzle.board().clone() });
        }
        self.begin(goals, puzzle);
        let farthest = self.spread(puzzle, most)?;
        let last = self.reached.last().expect("goals were reached");
        Some(Component { states, solved, farthest: Some(farthest), hardest: puzzle.board_of(last) })
    }

    fn begin(&mut self, starts: impl IntoIterator<Item = Lot>, puzzle: &RushHour) {
        self.known.clear();
        self.reached.clear();
        for lot in starts {
            self.known.insert(puzzle.key(&lot));
            self.reached.push(lot);
        }
    }

    /// Reaches everything, nearer positions first; the moves to the farthest.
    fn spread(&mut self, puzzle: &RushHour, most: usize) -> Option<u32> {
        let (mut from, mut distance) = (0, 0);
        loop {
            let end = self.reached.len();
            for next in from..end {
                let lot = self.reached[next];
                self.moves.clear();
                puzzle.moves(&lot, &mut self.moves);
                for &slide in &self.moves {
                    if self.known.insert(puzzle.key_after(&lot, slide)) {
                        let mut after = lot;
                        puzzle.apply(&mut after, slide);
                        self.reached.push(after);
                    }
                }
                if self.reached.len() > most {
                    return None;
                }
            }
            if self.reached.len() == end {
                return Some(distance);
            }
            (from, distance) = (end, distance + 1);
        }
    }
}
