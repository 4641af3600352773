//! A Reversi position as people see it.

use ludevo_search::rules::Side;

use super::rules::{Board, Place};
use ludevo_game::scene::{Look, Scene, Shape, Spot};
use ludevo_game::words::{black_and_white, colour};

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

/// The board with its coordinates: squares of size 1 inside a frame of one half.
pub fn scene(board: &Board, last: Option<Place>) -> Scene {
    const FRAME: f64 = 0.5;
    let size = 8.0 + 2.0 * FRAME;
    let mut shapes = vec![Shape::Rectangle { x: 0.0, y: 0.0, width: size, height: size, look: Look::Frame }];
    let mut spots = Vec::new();
    let print = |x: f64, y: f64, text: String| Shape::Label { x, y, size: 0.3, text, look: Look::Print };
    for line in 0..8_u8 {
        let at = f64::from(line) + 1.0;
        shapes.push(print(at, FRAME / 2.0, char::from(b'a' + line).to_string()));
        shapes.push(print(FRAME / 2.0, at, (line + 1).to_string()));
    }
    for place in (0..64).filter_map(Place::at) {
        let square = place.square().unwrap_or_default();
        let (x, y) = (f64::from(square % 8) + FRAME, f64::from(square / 8) + FRAME);
        let is_last = last == Some(place);
        let look = if is_last { Look::Last } else { Look::Field };
        shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look });
        let bit = 1u64 << square;
        for (side, look) in [(Side::First, Look::First), (Side::Second, Look::Second)] {
            if board.pieces(side) & bit != 0 {
                shapes.push(Shape::Disc { x: x + 0.5, y: y + 0.5, radius: 0.4, look });
            }
        }
        if board.placements() & bit != 0 {
            spots.push(Spot { name: place.to_string(), x, y, width: 1.0, height: 1.0 });
        }
    }
    let squares = |side: Side| {
        let places = (0..64).filter(|square| board.pieces(side) & (1 << square) != 0).filter_map(Place::at);
        places.map(|place| place.to_string()).collect::<Vec<_>>().join(" ")
    };
    let words = black_and_white(squares, board.mover);
    Scene { width: size, height: size, words, shapes, spots }
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
