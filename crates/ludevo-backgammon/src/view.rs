//! A backgammon position as people see it.

use std::collections::BTreeSet;

use ludevo_search::rules::{Side, TurnBased};

use super::board::{BAR, Board, OFF};
use super::plays::Step;
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
    let places: Vec<(u32, u32)> = play.steps().map(places).collect();
    clicks(&places)
}

/// Where a step starts and ends.
fn places(step: Step) -> (u32, u32) {
    (u32::from(step.from), u32::from(step.from.saturating_sub(step.die)))
}

/// The spots of steps.
fn clicks(steps: &[(u32, u32)]) -> Vec<String> {
    let name = |place: u32| match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    };
    steps.iter().flat_map(|(from, to)| [name(*from), name(*to)]).collect()
}

/// The place of a spot.
fn place_of(spot: &str) -> Option<u32> {
    match spot {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        point => point.parse().ok().filter(|point| (1..=24).contains(point)),
    }
}

/// All ways to click a play: its steps in every order in which they can be made, and with one click where one man makes
/// several steps.
pub fn paths(position: &Position, action: Action) -> Vec<Vec<String>> {
    let Action::Play(play) = action else { return vec![path(action)] };
    let (board, dice): (Board, Vec<u32>) =
        (position.board, play.steps().map(|step| u32::from(step.die)).collect());
    let mut orders = Vec::new();
    let froms: Vec<u32> = play.steps().map(|step| u32::from(step.from)).collect();
    // The men of a double start from the same places in every order; of two dice one man may go either way.
    let is_double = dice.windows(2).all(|pair| pair[0] == pair[1]);
    orders_of(board, play.apply(board), &dice, is_double.then_some(&froms[..]), &mut Vec::new(), &mut orders);
    let mut paths = vec![path(action)];
    for order in orders {
        let mut at_once: Vec<(u32, u32)> = Vec::new();
        for (from, to) in &order {
            match at_once.last_mut().filter(|(_, before)| before == from) {
                Some((_, end)) => *end = *to,
                None => at_once.push((*from, *to)),
            }
        }
        paths.extend([clicks(&order), clicks(&at_once)]);
    }
    let mut known = BTreeSet::new();
    paths.retain(|path| known.insert(path.clone()));
    paths
}

/// The steps that lead from one board to another, in every order: those of `dice`, and if `froms` are given, from these.
fn orders_of(
    board: Board,
    end: Board,
    dice: &[u32],
    froms: Option<&[u32]>,
    made: &mut Vec<(u32, u32)>,
    orders: &mut Vec<Vec<(u32, u32)>>,
) {
    if dice.is_empty() {
        if board == end {
            orders.push(made.clone());
        }
        return;
    }
    let without = |list: &[u32], at: usize| [&list[..at], &list[at + 1..]].concat();
    let mut tried = BTreeSet::new();
    for (at, die) in dice.iter().enumerate() {
        for from in (1..=BAR).rev().filter(|from| board.own.on(*from) > 0) {
            let left = match froms {
                Some(froms) => match froms.iter().position(|known| *known == from) {
                    Some(place) => Some(without(froms, place)),
                    None => continue,
                },
                None => None,
            };
            let waits = from != BAR && board.own.on(BAR) > 0;
            let Some(next) = board.step(from, *die).filter(|_| !waits && tried.insert((from, *die))) else {
                continue;
            };
            made.push((from, from.saturating_sub(*die)));
            orders_of(next, end, &without(dice, at), left.as_deref(), made, orders);
            made.pop();
        }
    }
}

/// The board once the first steps of a play were clicked; nothing before the first one is whole.
pub fn half_way(position: &Position, clicked: &[String]) -> Option<Scene> {
    let mut board = position.board;
    for step in clicked.chunks_exact(2) {
        let (from, to) = (place_of(&step[0])?, place_of(&step[1])?);
        // A spot that was clicked need not be one that a man can go to.
        let die = from.checked_sub(to).filter(|die| *die > 0 && board.own.on(from) > 0)?;
        board = board.step(from, die)?;
    }
    (clicked.len() >= 2).then(|| scene(&Position { board, ..*position }))
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
