//! Mates on paper: an answer is followed through every reply by code that no search uses.

use std::collections::HashMap;

use cozy_chess::{Board, Move};

use super::table::Table;

/// Follows proofs, and remembers how long the mates take that it has followed.
pub struct Paper<'a> {
    proof: &'a Table,
    followed: HashMap<u64, u8>,
}

/// All legal moves with the boards that they lead to.
fn each(board: &Board) -> Vec<(Move, Board)> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves.into_iter().map(|action| {
            let mut next = board.clone();
            next.play(action);
            (action, next)
        }));
        false
    });
    all
}

fn is_mated(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// The move that mates at once, if there is one: all are tried.
pub fn mate_in_one(board: &Board) -> Option<Move> {
    each(board).into_iter().find(|(_, next)| is_mated(next)).map(|(action, _)| action)
}

/// Whether the player to move mates with so many moves: every attack and every reply is tried.
pub fn mates_in(board: &Board, left: u8) -> bool {
    match left {
        0 => false,
        1 => mate_in_one(board).is_some(),
        _ => each(board).into_iter().any(|(_, next)| {
            let replies = each(&next);
            if replies.is_empty() {
                is_mated(&next)
            } else {
                replies.iter().all(|(_, after)| mates_in(after, left - 1))
            }
        }),
    }
}

impl<'a> Paper<'a> {
    /// Follows this proof.
    pub fn new(proof: &'a Table) -> Self {
        Paper { proof, followed: HashMap::new() }
    }

    /// The attacker's move by the proof, with so many left; nothing if there is none, or if it is not legal.
    pub fn attack(&self, board: &Board, left: u8) -> Option<Move> {
        if left == 0 {
            return None;
        }
        let stated = self.proof.mating(board.hash(), left).filter(|action| board.is_legal(*action));
        stated.or_else(|| mate_in_one(board))
    }

    /// How many moves the attacker takes at most, whatever the defender replies; nothing if the proof is none.
    pub fn length(&mut self, board: &Board, left: u8) -> Option<u8> {
        let known = self.followed.get(&board.hash()).filter(|length| **length <= left);
        if let Some(length) = known {
            return Some(*length);
        }
        let mut next = board.clone();
        next.play(self.attack(board, left)?);
        let length = 1 + self.length_after(&next, left - 1)?;
        self.followed.insert(board.hash(), length);
        Some(length)
    }

    /// The same where the defender is to move.
    pub fn length_after(&mut self, board: &Board, left: u8) -> Option<u8> {
        let replies = each(board);
        if replies.is_empty() {
            return is_mated(board).then_some(0);
        }
        let lengths: Option<Vec<u8>> =
            replies.into_iter().map(|(_, after)| self.length(&after, left)).collect();
        lengths?.into_iter().max()
    }

    /// The reply that the attacker needs most moves against, the first of several.
    pub fn longest_reply(&mut self, board: &Board, left: u8) -> Option<Move> {
        let mut best: Option<(u8, Move)> = None;
        for (action, after) in each(board) {
            let length = self.length(&after, left).unwrap_or(u8::MAX);
            if best.is_none_or(|(longest, _)| length > longest) {
                best = Some((length, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
