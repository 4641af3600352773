//! A checkers position as people see it.

use ludevo_search::rules::Side;

use super::bits::Grid;
use super::fen::colour;
use super::rules::{Checkers, Position};
use ludevo_search::rules::{Outcome, Turn, TurnBased};

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
        Turn::Player(side) => format!("{} is to move", colour(side)),
    }
}
