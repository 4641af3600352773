//! Searches for a mate that nothing was evolved for: every attack in turn, to its end.

use cozy_chess::{Board, Move};
use ludevo_chess::Moves;

use super::meter::{Meter, Stopped};
use super::survey::Survey;
use super::table::Table;

/// How such a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainSettings {
    /// Whether checks come first, and a last move that gives no check is left out.
    pub checks: bool,
    /// Whether positions are known again.
    pub table: bool,
}

/// A search with its memory.
pub struct Plain {
    settings: PlainSettings,
    /// What was proved for the problem so far. Without knowing positions again it only keeps the moves that mate.
    pub table: Table,
}

impl Plain {
    /// A search.
    pub fn new(settings: PlainSettings) -> Self {
        Plain { settings, table: Table::default() }
    }

    /// Whether the player to move mates with so many moves.
    pub fn mates(&mut self, board: &Board, left: u8, meter: &mut Meter) -> Result<bool, Stopped> {
        if self.settings.table
            && let Some(mates) = self.table.verdict(board.hash(), left)
        {
            return Ok(mates);
        }
        for action in self.attacks(board, left, meter) {
            meter.check(self.table.bytes())?;
            let mut next = board.clone();
            meter.make(&mut next, action);
            if self.all_mated(&next, left - 1, meter)? {
                self.table.prove(board.hash(), left, Some(action));
                return Ok(true);
            }
        }
        if self.settings.table {
            self.table.disprove(board.hash(), left);
        }
        Ok(false)
    }

    fn attacks(&self, board: &Board, left: u8, meter: &mut Meter) -> Vec<Move> {
        let moves = Moves::of(board);
        if !self.settings.checks {
            return moves.collect();
        }
        let survey = Survey::new(board);
        let is_check = |action: &Move| survey.attack(*action, left, 0).readings[1] == 1.0;
        let (mut checks, others): (Vec<Move>, Vec<Move>) = moves.partition(is_check);
        meter.look(checks.len() + others.len());
        if left > 1 {
            checks.extend(others);
        }
        checks
    }

    fn all_mated(&mut self, board: &Board, left: u8, meter: &mut Meter) -> Result<bool, Stopped> {
        let mut replies = Moves::of(board).peekable();
        if replies.peek().is_none() {
            return Ok(!board.checkers().is_empty());
        }
        if left == 0 {
            return Ok(false);
        }
        for action in replies {
            meter.check(self.table.bytes())?;
            let mut next = board.clone();
            meter.make(&mut next, action);
            if !self.mates(&next, left, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
