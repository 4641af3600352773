//! A backgammon position as people see it.

use ludevo_search::rules::{Side, TurnBased};

use super::board::{BAR, OFF};
use super::rules::{Action, Backgammon, Position};

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
pub fn transcript(moves: &[Action]) -> String {
    let mut position = Backgammon.initial();
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
