//! Whole games as GNU Backgammon and other programs exchange them (`.mat`): two columns of rolls and plays, no cube.

use ludevo_arena::Names;
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::play::{parse_dice, parse_play};
use crate::plays::Play;
use crate::rules::{Action, Backgammon, Position};

/// How wide the column of the first player is.
const COLUMN: usize = 29;

/// Writes a game from the start.
pub fn write(names: &Names, moves: &[Action]) -> String {
    let mut position = Backgammon.initial();
    let mut cells: Vec<String> = Vec::new();
    for action in moves {
        let word = Backgammon.move_text(&position, *action);
        match (action, cells.last_mut()) {
            (Action::Roll(_), _) => cells.push(format!("{word}:")),
            // Nothing is written where nothing can be moved.
            (Action::Play(play), Some(cell)) if *play != Play::PASS => *cell += &format!(" {word}"),
            (Action::Play(_), _) => {}
        }
        position = Backgammon.apply(&position, *action);
    }
    let named = |name: &str| format!("{} : 0", name.replace([':', '\n'], " "));
    let names = format!(" {:<width$} {}", named(&names.first), named(&names.second), width = COLUMN + 3);
    let mut lines = vec![" 0 point match".to_owned(), String::new(), " Game 1".to_owned(), names];
    for (index, pair) in cells.chunks(2).enumerate() {
        let second = pair.get(1).map_or("", String::as_str);
        lines.push(format!("{:>3}) {:<COLUMN$} {second}", index + 1, pair[0]).trim_end().to_owned());
    }
    if let Turn::End(_) = Backgammon.turn(&position) {
        let points = position.board.flipped().won_points();
        let side = if position.mover == Side::First { COLUMN + 6 } else { 6 };
        lines.push(format!("{:side$}Wins {points} point{}", "", if points == 1 { "" } else { "s" }));
    }
    lines.join("\n") + "\n"
}

/// Whether a text looks like such a game.
pub fn is_game(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_end().ends_with("point match") || line.trim_start().starts_with("Game "))
}

/// Reads the first game of a file.
pub fn read(text: &str) -> Result<(Position, Vec<Action>), String> {
    let mut start = Backgammon.initial();
    let mut moves: Vec<Action> = Vec::new();
    let mut position = start;
    let mut games = 0;
    for (index, line) in text.lines().enumerate() {
        games += usize::from(line.trim_start().starts_with("Game "));
        if games > 1 {
            break;
        }
        let Some((number, rest)) = line.split_once(')') else { continue };
        if number.trim().parse::<u32>().is_err() {
            continue;
        }
        let place = |problem: String| format!("line {}: {problem}", index + 1);
        if let Some(word) = ["Double", "Take", "Drop"].into_iter().find(|word| rest.contains(word)) {
            return Err(place(format!("`{word}`: games are played without the doubling cube here")));
        }
        for (column, dice, play) in cells(rest) {
            if moves.is_empty() && column > COLUMN / 2 {
                start.mover = Side::Second;
                position = start;
            }
            let dice = parse_dice(dice).map_err(|error| place(error.to_string()))?;
            let rolled = Action::Roll(dice);
            if position.dice.is_some() {
                return Err(place("a roll comes before the play of the roll before".to_owned()));
            }
            if Backgammon.moves(&position).all(|legal| legal != rolled) {
                return Err(place(format!("`{}{}` cannot be rolled here", dice.high(), dice.low())));
            }
            moves.push(rolled);
            position = Backgammon.apply(&position, rolled);
            let cannot_move = Backgammon.moves(&position).eq([Action::Play(Play::PASS)]);
            let action = match play {
                "" if cannot_move => Action::Play(Play::PASS),
                "" => continue,
                text => Action::Play(
                    parse_play(position.board, dice, text).map_err(|error| place(error.to_string()))?,
                ),
            };
            moves.push(action);
            position = Backgammon.apply(&position, action);
        }
    }
    Ok((start, moves))
}

/// The cells of a row: the column where each begins, the dice and the play.
fn cells(row: &str) -> Vec<(usize, &str, &str)> {
    let row = row.split("Wins").next().unwrap_or_default();
    let letters = row.as_bytes();
    let is_roll = |at: &usize| {
        letters.get(at + 2) == Some(&b':')
            && letters[*at].is_ascii_digit()
            && letters[at + 1].is_ascii_digit()
    };
    let starts: Vec<usize> = (0..letters.len().saturating_sub(2)).filter(is_roll).collect();
    let end = |index: usize| starts.get(index + 1).copied().unwrap_or(row.len());
    let cell = |(index, at): (usize, &usize)| (*at, &row[*at..at + 2], row[at + 3..end(index)].trim());
    starts.iter().enumerate().map(cell).collect()
}
