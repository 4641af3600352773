//! XGIDs, as eXtreme Gammon writes positions: `XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10`.

use ludevo_search::rules::Side;

use super::{NotationError, board_of, seen_by};
use crate::plays::Dice;
use crate::rules::Position;

const FORM: &str = "an XGID such as `XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10`";

/// The XGID of a position. [`Side::First`] has the capital letters and is player 1; there is no cube and no match.
pub fn xgid(position: &Position) -> String {
    let first = seen_by(position.board, position.mover, Side::First);
    let letter = |capital: u32, small: u32| match (capital, small) {
        (0, 0) => '-',
        (0, men) => char::from(b'a' + men as u8 - 1),
        (men, _) => char::from(b'A' + men as u8 - 1),
    };
    let men: String = (0..=25)
        .map(|point| match point {
            0 => letter(0, first.opp.on(25)),
            25 => letter(first.own.on(25), 0),
            point => letter(first.own.on(point), first.opp_on(point)),
        })
        .collect();
    let turn = if position.mover == Side::First { "1" } else { "-1" };
    let dice = position.dice.map_or("00".to_owned(), |dice| format!("{}{}", dice.high(), dice.low()));
    format!("XGID={men}:0:0:{turn}:{dice}:0:0:0:0:10")
}

/// The position of an XGID. Cube, score and match are read over; men that are not on the board are borne off.
pub fn parse_xgid(text: &str) -> Result<Position, NotationError> {
    let wrong = || NotationError::form(text, FORM);
    let body = text.trim();
    let body = body.strip_prefix("XGID=").unwrap_or(body);
    let fields: Vec<&str> = body.split(':').collect();
    let [men, rest @ ..] = fields.as_slice() else { return Err(wrong()) };
    if rest.len() != 9 || men.len() != 26 {
        return Err(wrong());
    }
    let is_number = |field: &&str| field.parse::<i32>().is_ok();
    if ![0, 1, 4, 5, 6, 7, 8].iter().all(|index| is_number(&rest[*index])) {
        return Err(wrong());
    }
    let (mut own, mut opp) = ([0; 26], [0; 26]);
    for (point, letter) in men.bytes().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'P' if point > 0 => own[point] = u32::from(letter - b'A') + 1,
            b'a'..=b'p' if point < 25 => opp[25 - point] = u32::from(letter - b'a') + 1,
            _ => return Err(wrong()),
        }
    }
    let first = board_of(&own, &opp)?;
    let mover = match rest[2] {
        "1" => Side::First,
        "-1" => Side::Second,
        _ => return Err(wrong()),
    };
    let dice = match rest[3].as_bytes() {
        b"00" => None,
        [one, two] => Some(Dice::new(one.wrapping_sub(b'0'), two.wrapping_sub(b'0')).ok_or_else(wrong)?),
        _ => return Err(wrong()),
    };
    Ok(Position { board: seen_by(first, mover, Side::First), mover, dice })
}
