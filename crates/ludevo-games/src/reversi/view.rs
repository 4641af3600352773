//! A Reversi position as people see it.

use ludevo_search::rules::Side;

use super::notation::colour;
use super::rules::Board;

/// The board with coordinates, legal moves of the player to move marked with a `+`, and the count of pieces.
pub fn picture(board: &Board) -> String {
    let (black, white) = (board.pieces(Side::First), board.pieces(Side::Second));
    let legal = board.placements();
    let mut text = String::from("    a b c d e f g h\n");
    for row in 0..8 {
        text.push_str(&format!("  {}", row + 1));
        for column in 0..8 {
            let bit = 1u64 << (row * 8 + column);
            let mark = match (black & bit != 0, white & bit != 0, legal & bit != 0) {
                (true, ..) => 'X',
                (_, true, _) => 'O',
                (.., true) => '+',
                _ => '.',
            };
            text.push(' ');
            text.push(mark);
        }
        text.push_str(&format!(" {}\n", row + 1));
    }
    text.push_str("    a b c d e f g h\n");
    text.push_str(&format!(
        "  black X {}, white O {}; {} to move\n",
        black.count_ones(),
        white.count_ones(),
        colour(board.mover)
    ));
    text
}

/// Who won, with the final count.
pub fn result(board: &Board) -> String {
    let counts = [Side::First, Side::Second].map(|side| board.pieces(side).count_ones());
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => format!("black wins {} to {}", counts[0], counts[1]),
        std::cmp::Ordering::Less => format!("white wins {} to {}", counts[1], counts[0]),
        std::cmp::Ordering::Equal => format!("a draw, {} each", counts[0]),
    }
}
