//! A checkers position as people see it.

use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use super::bits::Grid;
use super::moves::squares;
use super::rules::{Checkers, Move, Position};
use ludevo_game::scene::{Look, Scene, Shape, Spot};
use ludevo_game::words::{black_and_white, colour};

/// The board with the numbers of its squares, `b` and `w` for men, `B` and `W` for kings, who is to move, and the count
/// of quiet plies where it comes near to a draw.
pub fn picture<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    position: &Position<ROW>,
) -> String {
    let (black, white) = (position.pieces(Side::First), position.pieces(Side::Second));
    let mut text = String::new();
    let border = format!("  +{}\n", "----+".repeat(2 * ROW as usize));
    for row in 0..2 * ROW {
        text.push_str(&border);
        text.push_str("  |");
        for column in 0..2 * ROW {
            if (row + column) % 2 == 0 {
                text.push_str("    |");
                continue;
            }
            let number = row * ROW + column / 2 + 1;
            let bit = 1 << Grid::<ROW>::index(number);
            let king = position.kings & bit != 0;
            let piece = match (black & bit != 0, white & bit != 0) {
                (true, _) => {
                    if king {
                        'B'
                    } else {
                        'b'
                    }
                }
                (_, true) => {
                    if king {
                        'W'
                    } else {
                        'w'
                    }
                }
                _ => ' ',
            };
            text.push_str(&format!("{number:>2} {piece}|"));
        }
        text.push('\n');
    }
    text.push_str(&border);
    let [black, white] = [black, white].map(u64::count_ones);
    let mover = colour(position.mover);
    text.push_str(&format!("  black {black}, white {white}; {mover} to move"));
    if position.moves().any(|action| action.captured != 0) {
        text.push_str(" and must capture");
    }
    if position.quiet * 2 >= game.draw_after {
        text.push_str(&format!(
            "; a draw after {} more quiet plies",
            game.draw_after.saturating_sub(position.quiet)
        ));
    }
    text.push('\n');
    text
}

/// The board, each dark square with its number; squares of size 1 inside a frame of one quarter. The men of `below` start at
/// the bottom.
pub fn scene<const ROW: u32>(position: &Position<ROW>, last: Option<Move>, below: Side) -> Scene {
    const FRAME: f64 = 0.25;
    let side = f64::from(2 * ROW) + 2.0 * FRAME;
    let mut shapes = vec![Shape::Rectangle { x: 0.0, y: 0.0, width: side, height: side, look: Look::Frame }];
    let mut spots = Vec::new();
    let on_a_path: Vec<u32> = position.moves().flat_map(|action| squares(position, action)).collect();
    let touched = last.map_or(0, |action| 1_u64 << action.from | 1 << action.to);
    for (row, column) in (0..2 * ROW).flat_map(|row| (0..2 * ROW).map(move |column| (row, column))) {
        // Black starts where the numbers start.
        let at = |line: u32| f64::from(if below == Side::First { 2 * ROW - 1 - line } else { line }) + FRAME;
        let (x, y) = (at(column), at(row));
        let mut field = |look| shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look });
        if (row + column) % 2 == 0 {
            field(Look::OtherField);
            continue;
        }
        let number = row * ROW + column / 2 + 1;
        let bit = 1 << Grid::<ROW>::index(number);
        field(if touched & bit != 0 { Look::Last } else { Look::Field });
        let label = |x, y, size, text: &str, look| Shape::Label { x, y, size, text: text.to_owned(), look };
        for (side, piece, mark) in
            [(Side::First, Look::First, Look::MarkOnFirst), (Side::Second, Look::Second, Look::MarkOnSecond)]
        {
            if position.pieces(side) & bit != 0 {
                shapes.push(Shape::Disc { x: x + 0.5, y: y + 0.5, radius: 0.37, look: piece });
                if position.kings & bit != 0 {
                    shapes.push(label(x + 0.5, y + 0.5, 0.4, "K", mark));
                }
            }
        }
        shapes.push(label(x + 0.14, y + 0.1, 0.16, &number.to_string(), Look::Print));
        if on_a_path.contains(&number) {
            spots.push(Spot { name: number.to_string(), x, y, width: 1.0, height: 1.0 });
        }
    }
    let pieces = |side: Side| {
        let of_side = |number: &u32| position.pieces(side) >> Grid::<ROW>::index(*number) & 1 == 1;
        let text = |number: u32| {
            let king = position.kings >> Grid::<ROW>::index(number) & 1 == 1;
            format!("{}{number}", if king { "king " } else { "" })
        };
        (1..=Grid::<ROW>::SQUARES).filter(of_side).map(text).collect::<Vec<_>>().join(", ")
    };
    let words = black_and_white(pieces, position.mover);
    Scene { width: side, height: side, words, shapes, spots }
}

/// Who won, and why.
pub fn result<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    position: &Position<ROW>,
) -> String {
    match game.turn(position) {
        Turn::End(Outcome::Win(winner)) => {
            let mover = colour(position.mover);
            let why = if position.own == 0 { "has no piece left" } else { "cannot move" };
            format!("{} wins: {mover} {why}", colour(winner))
        }
        Turn::End(Outcome::Draw) => {
            format!("a draw: {} plies without a capture or a move by a man", position.quiet)
        }
        Turn::Player(_) | Turn::Chance => format!("{} is to move", colour(position.mover)),
    }
}
