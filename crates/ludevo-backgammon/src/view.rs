//! A backgammon position as people see it.

use ludevo_search::rules::{Side, TurnBased};

use super::board::{BAR, OFF};
use super::rules::{Action, Backgammon, Position};
use ludevo_game::scene::{Look, Scene, Shape, Spot};

/// The board as the player whose turn it is sees it: own men `X`, the other player's `O`.
pub fn picture(position: &Position) -> String {
    let board = position.board;
    let cell = |point: u32, row: u32| {
        let (own, opp) = (board.own.on(point), board.opp_on(point));
        let (mark, men) = if own > 0 { ('X', own) } else { ('O', opp) };
        match row {
            4 if men > 5 => format!("{men:>3} "),
            row if men > row => format!("  {mark} "),
            _ => "  . ".to_owned(),
        }
    };
    let line = |points: &mut dyn Iterator<Item = u32>, row: u32| {
        let mut text = String::from(" ");
        for (index, point) in points.enumerate() {
            text += if index == 6 { " |" } else { "" };
            text += &cell(point, row);
        }
        text + "\n"
    };
    let numbers = |points: &mut dyn Iterator<Item = u32>| {
        let mut text = String::from(" ");
        for (index, point) in points.enumerate() {
            text += if index == 6 { " |" } else { "" };
            text += &format!("{point:>3} ");
        }
        text + "\n"
    };
    let mut text = numbers(&mut (13..=24));
    (0..5).for_each(|row| text += &line(&mut (13..=24), row));
    text += "\n";
    (0..5).rev().for_each(|row| text += &line(&mut (1..=12).rev(), row));
    text += &numbers(&mut (1..=12).rev());
    text += &format!(
        "  X to move{}: bar {}, off {}, pips {}   O: bar {}, off {}, pips {}\n",
        position.dice.map_or(String::new(), |dice| format!(", rolled {}{}", dice.high(), dice.low())),
        board.own.on(BAR),
        board.own.on(OFF),
        board.own.pips(),
        board.opp.on(BAR),
        board.opp.on(OFF),
        board.opp.pips()
    );
    text
}

/// The board as a scene, seen by the player whose turn it is: points in two rows, the bar in the middle, men borne off
/// at the right.
pub fn scene(position: &Position) -> Scene {
    let board = position.board;
    let (own, other) = match position.mover {
        Side::First => (Look::First, Look::Second),
        Side::Second => (Look::Second, Look::First),
    };
    let frame = Shape::Rectangle { x: 0.0, y: 0.0, width: 15.0, height: 12.0, look: Look::Frame };
    let mut shapes = vec![frame];
    shapes.extend((1..=24).flat_map(point_shapes));
    shapes.extend(position.dice.iter().flat_map(|dice| dice_shapes([dice.high(), dice.low()])));
    let mut spots = Vec::new();
    let mut stack = |x: f64, upper: bool, men: u32, look: Look| {
        for man in 0..men.min(5) {
            let from_edge = f64::from(man) + 0.5;
            let y = if upper { from_edge } else { 12.0 - from_edge };
            shapes.push(Shape::Disc { x: x + 0.5, y, radius: 0.45, look });
        }
        if men > 5 {
            let (y, text) = (if upper { 0.5 } else { 11.5 }, men.to_string());
            shapes.push(Shape::Label { x: x + 0.5, y, size: 0.4, text, look: Look::Print });
        }
    };
    for point in 1..=24 {
        let (x, upper) = place(point);
        let (mine, theirs) = (board.own.on(point), board.opp_on(point));
        stack(x, upper, mine + theirs, if mine > 0 { own } else { other });
        let y = if upper { 0.0 } else { 6.0 };
        spots.push(Spot { name: point.to_string(), x, y, width: 1.0, height: 6.0 });
    }
    stack(6.0, false, board.own.on(BAR), own);
    stack(6.0, true, board.opp.on(BAR), other);
    stack(13.5, false, board.own.on(OFF), own);
    stack(13.5, true, board.opp.on(OFF), other);
    spots.push(Spot { name: "bar".to_owned(), x: 6.0, y: 6.0, width: 1.0, height: 6.0 });
    spots.push(Spot { name: "off".to_owned(), x: 13.0, y: 6.0, width: 2.0, height: 6.0 });
    let words = picture(position).lines().last().unwrap_or_default().trim().to_owned();
    Scene { width: 15.0, height: 12.0, words, shapes, spots }
}

/// Where a point stands: its left edge, and whether it is in the upper row.
fn place(point: u32) -> (f64, bool) {
    let column = if point > 12 { point - 13 } else { 12 - point };
    (f64::from(column) + if column >= 6 { 1.0 } else { 0.0 }, point > 12)
}

/// An empty point: its triangle and its number.
fn point_shapes(point: u32) -> [Shape; 2] {
    let (x, upper) = place(point);
    let (edge, tip, print) = if upper { (0.0, 5.0, 5.5) } else { (12.0, 7.0, 6.5) };
    let look = if point.is_multiple_of(2) { Look::Field } else { Look::OtherField };
    let points = vec![(x + 0.04, edge), (x + 0.96, edge), (x + 0.5, tip)];
    let text = point.to_string();
    [
        Shape::Polygon { points, look },
        Shape::Label { x: x + 0.5, y: print, size: 0.35, text, look: Look::Print },
    ]
}

/// What was rolled, beside the board.
fn dice_shapes(dice: [u32; 2]) -> impl Iterator<Item = Shape> {
    dice.into_iter().zip([5.0, 6.05]).flat_map(|(die, y)| {
        let text = die.to_string();
        [
            Shape::Rectangle { x: 13.52, y, width: 0.95, height: 0.95, look: Look::Card },
            Shape::Label { x: 14.0, y: y + 0.48, size: 0.65, text, look: Look::BlackOnCard },
        ]
    })
}

/// The spots of a play: where each step starts and ends.
pub fn path(action: Action) -> Vec<String> {
    let Action::Play(play) = action else { return Vec::new() };
    let name = |place: u8| match u32::from(place) {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    };
    play.steps().flat_map(|step| [name(step.from), name(step.from.saturating_sub(step.die))]).collect()
}

/// Who won, and how.
pub fn result(position: &Position) -> String {
    let winner = if position.mover == Side::First { "second" } else { "first" };
    let how = match position.board.flipped().won_points() {
        1 => "a single game",
        2 => "a gammon",
        _ => "a backgammon",
    };
    format!("the {winner} player wins {how}")
}

/// A game as rolls and plays.
pub fn transcript(start: &Position, moves: &[Action]) -> String {
    let mut position = *start;
    let mut text = String::new();
    for action in moves {
        let word = Backgammon.move_text(&position, *action);
        match action {
            Action::Roll(_) => text += &format!("{}{word}: ", if text.is_empty() { "" } else { "; " }),
            Action::Play(_) => text += &word,
        }
        position = Backgammon.apply(&position, *action);
    }
    text
}
