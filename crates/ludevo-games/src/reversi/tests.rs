//! What Reversi promises, checked against oracles that others wrote.

use ludevo_search::rules::{TurnBased, perft};

use super::rules::{Board, Reversi};
use crate::conformance;

#[test]
fn counts_the_published_numbers_of_move_sequences() {
    let published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for (depth, count) in (0..).zip(published) {
        assert_eq!(perft(&Reversi, &Board::START, depth), count, "perft({depth})");
    }
}

#[test]
fn keeps_the_promises_of_a_turn_based_game() {
    // 60 placements, and no two passes in a row.
    conformance::check(&Reversi, 200, 121);
    assert_eq!(Reversi.initial(), Board::START);
}
