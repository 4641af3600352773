//! A program that scores every first move, and a search that says how right its answer is.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cozy_chess::{Board, Move};
use ludevo_chess::Moves;
use ludevo_program::{Code, Views};
use ludevo_search::puzzle::{Limit, Limits};

use super::guide::Guide;
use super::meter::{Meter, Stopped};
use super::programs;
use super::proof_numbers::ProofNumbers;
use super::survey::distance;

/// Nodes of the search that judges an answer. One that it does not prove within them is taken to be wrong.
const JUDGED: u64 = 300_000;

/// What a right square with a wrong piece is worth.
const RIGHT_SQUARE: f64 = 0.1;

/// A problem, the number of moves, and a first move that does not mate in so many.
type Wrong = (u64, u8, Move);

/// How near wrong answers come: many programs answer alike, and it takes long to show that an answer is wrong.
static WRONG: LazyLock<Mutex<HashMap<Wrong, f64>>> = LazyLock::new(Mutex::default);

/// Wrong answers that are remembered.
const REMEMBERED: usize = 1 << 16;

/// A program with the search that judges it, whose nodes do not count.
pub struct Scored {
    code: Arc<Code>,
    /// Knows why an answer is right.
    pub judge: ProofNumbers,
    /// How near the last answer came to a right one, if it was wrong.
    pub nearness: f64,
}

impl Scored {
    /// A program, judged by a search that `guide` leads.
    pub fn new(code: Arc<Code>, guide: Guide) -> Self {
        Scored { code, judge: ProofNumbers::new(guide), nearness: 0.0 }
    }

    /// Forgets the last problem.
    pub fn clear(&mut self) {
        self.judge.clear();
        self.nearness = 0.0;
    }

    /// Whether the first move that the program scores highest mates in so many; the judge then knows why.
    pub fn mates(&mut self, board: &Board, left: u8, meter: &mut Meter) -> Result<bool, Stopped> {
        let Some(key) = self.answer(board, meter)? else { return Ok(false) };
        let place = (board.hash(), left, key);
        let known = WRONG.lock().unwrap_or_else(PoisonError::into_inner).get(&place).copied();
        if let Some(nearness) = known {
            self.nearness = nearness;
            return Ok(false);
        }
        if self.is_right(board, left, key) {
            self.judge.table.prove(board.hash(), left, Some(key));
            return Ok(true);
        }
        self.nearness = self.right(board, left).map_or(0.0, |right| nearness(right, key));
        let mut wrong = WRONG.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() >= REMEMBERED {
            wrong.clear();
        }
        wrong.insert(place, self.nearness);
        Ok(false)
    }

    /// The first move that scores highest. A program that has no moves left to make still scores, with what its functions
    /// come to without any.
    fn answer(&self, board: &Board, meter: &mut Meter) -> Result<Option<Move>, Stopped> {
        let mut best: Option<(f64, Move)> = None;
        let mut view = [0; programs::CELLS];
        for action in Moves::of(board) {
            match meter.check(0) {
                Ok(()) | Err(Stopped(Limit::Expanded)) => {}
                stopped => stopped?,
            }
            let mut next = board.clone();
            meter.make(&mut next, action);
            if !next.checkers().is_empty() && !next.generate_moves(|_| true) {
                return Ok(Some(action));
            }
            programs::fill(board, action, &next, &mut view);
            let before = programs::made();
            let score = self.code.evaluate_within(&mut view, &mut Views::new(meter.left()));
            meter.add(programs::made() - before);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, action));
            }
        }
        Ok(best.map(|(_, action)| action))
    }

    fn is_right(&mut self, board: &Board, left: u8, key: Move) -> bool {
        let mut next = board.clone();
        next.play_unchecked(key);
        let mut uncounted = judging();
        let mut replies = Moves::of(&next).peekable();
        if replies.peek().is_none() {
            return !next.checkers().is_empty();
        }
        let judge = &mut self.judge;
        left > 1
            && replies.all(|reply| {
                let mut after = next.clone();
                after.play_unchecked(reply);
                judge.mates(&after, left - 1, &mut uncounted).unwrap_or(false)
            })
    }

    /// A first move that mates, if the judge finds one.
    fn right(&mut self, board: &Board, left: u8) -> Option<Move> {
        let mates = self.judge.mates(board, left, &mut judging()).unwrap_or(false);
        if mates { self.judge.table.mating(board.hash(), left) } else { None }
    }
}

fn judging() -> Meter {
    Meter::new(Limits { expanded: JUDGED, ..Limits::default() })
}

/// What a wrong move is worth beside a right one: one half to the power of the distance of its square if the piece is right.
fn nearness(right: Move, answered: Move) -> f64 {
    if right.from == answered.from {
        libm::exp2(-f64::from(distance(right.to, answered.to).max(1)))
    } else if right.to == answered.to {
        RIGHT_SQUARE
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_move_is_worth_more_the_nearer_it_is() {
        let near = |right: &str, answered: &str| nearness(right.parse().unwrap(), answered.parse().unwrap());
        assert_eq!(near("a1a6", "a1a5"), 0.5);
        assert_eq!(near("a1a6", "a1d4"), 0.125);
        assert_eq!(near("a1a6", "b6a6"), 0.1);
        assert_eq!(near("a7a8q", "a7a8r"), 0.5);
        assert_eq!(near("a1a6", "c8d7"), 0.0);
    }
}
