//! A position of Senet as people see it.

use ludevo_game::scene::{Look, Scene, Shape, Spot};
use ludevo_search::rules::{Side, TurnBased};

use super::board::{HOUSES, PIECES};
use super::notation::{by_colour, throws_text};
use super::rules::{Action, LONGEST, Position, Senet};

/// Houses in a row of the board.
const ROW: u32 = 10;

/// Where a house stands on the board: column and row. The track runs to the right, back to the left, and to the right
/// again.
fn place(house: u32) -> (u32, u32) {
    let (row, along) = ((house - 1) / ROW, (house - 1) % ROW);
    (if row == 1 { ROW - 1 - along } else { along }, row)
}

/// What is drawn on a house.
fn mark(house: u32) -> &'static str {
    match house {
        15 => "birth",
        26 => "beauty",
        27 => "water",
        28 => "three",
        29 => "two",
        30 => "any",
        _ => "",
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::First => "cones",
        Side::Second => "spools",
    }
}

/// What the pieces of a side are called, and how they look.
pub fn pieces_of(side: Side) -> (&'static str, Look) {
    (name(side), if side == Side::First { Look::First } else { Look::Second })
}

/// How many pieces of a side are off.
pub fn off(position: &Position, side: Side) -> u32 {
    let (cones, spools) = by_colour(position);
    PIECES - if side == Side::First { cones } else { spools }.count_ones()
}

/// The board in three rows: cones `A`, spools `O`, `~` for the water.
pub fn picture(position: &Position) -> String {
    let (cones, spools) = by_colour(position);
    let mut text = String::new();
    for row in 0..3 {
        let mut houses: Vec<u32> = (row * ROW + 1..=(row + 1) * ROW).collect();
        if row == 1 {
            houses.reverse();
        }
        let line = |of: &dyn Fn(u32) -> String| {
            houses.iter().map(|house| format!("{:>4}", of(*house))).collect::<String>()
        };
        text += &line(&|house| house.to_string());
        text += "\n";
        text += &line(&|house| {
            let mark = match (cones >> house & 1, spools >> house & 1, house) {
                (1, ..) => "A",
                (_, 1, _) => "O",
                (.., 27) => "~",
                _ => ".",
            };
            mark.to_owned()
        });
        text += "\n";
    }
    text + "  " + &words(position) + "\n"
}

/// Pieces off, who is to move, and what was thrown.
fn words(position: &Position) -> String {
    let (cones, spools) = by_colour(position);
    let off = |pieces: u32| PIECES - pieces.count_ones();
    let mut text =
        format!("cones A {} off, spools O {} off; {} to ", off(cones), off(spools), name(position.mover));
    text += if position.is_throwing { "throw" } else { "move" };
    let throws = throws_text(position.throws);
    if !throws.is_empty() {
        let list: Vec<String> = throws.chars().map(String::from).collect();
        text += &format!(", throws {}", list.join(" "));
    }
    text
}

/// The board with its houses, of breadth 1 and high enough for print above and below a piece, and the throws that are left
/// below it.
pub fn scene(position: &Position, last: Option<Action>) -> Scene {
    const FRAME: f64 = 0.2;
    const HIGH: f64 = 1.5;
    let board = 3.0 * HIGH + 2.0 * FRAME;
    let (width, height) = (f64::from(ROW) + 2.0 * FRAME, board + 1.2);
    let (cones, spools) = by_colour(position);
    let mut shapes = vec![Shape::Rectangle { x: 0.0, y: 0.0, width, height: board, look: Look::Frame }];
    let mut spots = Vec::new();
    let left = match last {
        Some(Action::Move { from, .. }) => u32::from(from),
        _ => 0,
    };
    for house in 1..=HOUSES {
        let (column, row) = place(house);
        let (x, y) = (f64::from(column) + FRAME, HIGH * f64::from(row) + FRAME);
        let look = match house {
            _ if house == left => Look::Last,
            15 | 26..=30 => Look::OtherField,
            _ => Look::Field,
        };
        shapes.push(Shape::Rectangle { x: x + 0.02, y: y + 0.02, width: 0.96, height: HIGH - 0.04, look });
        let print = |y: f64, size: f64, text: &str| Shape::Label {
            x: x + 0.5,
            y,
            size,
            text: text.to_owned(),
            look: Look::Print,
        };
        shapes.push(print(y + 0.24, 0.3, &house.to_string()));
        shapes.push(print(y + HIGH - 0.24, 0.26, mark(house)));
        let (middle, foot) = (x + 0.5, y + HIGH / 2.0 + 0.25);
        if cones >> house & 1 != 0 {
            let points = vec![(middle, foot - 0.53), (middle + 0.28, foot), (middle - 0.28, foot)];
            shapes.push(Shape::Polygon { points, look: Look::First });
        }
        if spools >> house & 1 != 0 {
            shapes.push(Shape::Disc { x: middle, y: y + HIGH / 2.0, radius: 0.27, look: Look::Second });
        }
        spots.push(Spot { name: house.to_string(), x, y, width: 1.0, height: HIGH });
    }
    for (index, throw) in throws_text(position.throws).chars().enumerate().take(ROW as usize) {
        let (x, y) = (index as f64 + FRAME, board + 0.2);
        shapes.push(Shape::Rectangle { x: x + 0.08, y, width: 0.84, height: 0.8, look: Look::Card });
        let throw = throw.to_digit(10).unwrap_or(0);
        for number in 0..4 {
            let look = if number < marked(throw) { Look::Frame } else { Look::Field };
            let x = x + 0.15 + 0.12 * f64::from(number);
            shapes.push(Shape::Rectangle { x, y: y + 0.1, width: 0.08, height: 0.6, look });
        }
        let text = throw.to_string();
        shapes.push(Shape::Label { x: x + 0.76, y: y + 0.4, size: 0.4, text, look: Look::BlackOnCard });
        let stick = stick(throw as u8);
        // Equal throws are one to choose.
        if spots.iter().all(|spot: &Spot| spot.name != stick) {
            spots.push(Spot { name: stick, x, y, width: 1.0, height: 0.8 });
        }
    }
    Scene { width, height, words: words(position), shapes, spots }
}

/// How many of the four sticks show their marked side in a throw.
fn marked(throw: u32) -> u32 {
    4 - throw % 5
}

/// The name of a throw as a place to click.
fn stick(throw: u8) -> String {
    format!("throw {throw}")
}

/// A piece, and then a throw.
pub fn path(action: Action) -> Vec<String> {
    match action {
        Action::Move { from, throw, .. } => vec![from.to_string(), stick(throw)],
        Action::Throw(_) | Action::Pass => Vec::new(),
    }
}

/// Who won.
pub fn result(position: &Position) -> String {
    if position.is_won() {
        format!("the {} win", name(position.mover.other()))
    } else {
        format!("nobody has won after {LONGEST} turns")
    }
}

/// A game as the throws and moves of each turn: `13: 14-1 12-3`.
pub fn transcript(start: &Position, moves: &[Action]) -> String {
    let mut position = *start;
    let mut text = String::new();
    let mut were_throws = false;
    for action in moves {
        let is_throw = matches!(action, Action::Throw(_));
        text += match (were_throws, is_throw) {
            _ if text.is_empty() => "",
            (false, true) => "; ",
            (true, true) => "",
            (true, false) => ": ",
            (false, false) => " ",
        };
        // After a rescue the other player throws.
        if were_throws && is_throw && position.throws.is_empty() {
            text += "; ";
        }
        text += &Senet::default().move_text(&position, *action);
        position = Senet::default().apply(&position, *action);
        were_throws = is_throw;
    }
    text
}
