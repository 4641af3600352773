//! Checkers positions as text: the FEN of portable draughts notation.

use std::fmt::Write;

use ludevo_search::rules::Side;
use thiserror::Error;

use super::bits::Grid;
use super::rules::Position;
use ludevo_game::words::colour;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// It does not begin with who is to move.
    #[error("a position begins with `B:` or `W:`, black or white to move, not with `{0}`")]
    Mover(String),
    /// A part names no player.
    #[error("part {part}: `{found}` is not a list of pieces; it begins with `W` or `B` for whose they are")]
    Owner {
        /// The part between colons, from 1 for who is to move.
        part: usize,
        /// What was found.
        found: String,
    },
    /// A player has no list, or two.
    #[error("the pieces of {colour} are listed {found} times, not once")]
    Lists {
        /// Whose pieces.
        colour: &'static str,
        /// How often.
        found: usize,
    },
    /// Something that is no square.
    #[error(
        "{colour}'s pieces, entry {entry}: `{found}` is not a square from 1 to {last}, with a K before it for a king"
    )]
    Square {
        /// Whose pieces.
        colour: &'static str,
        /// The place in the list, from 1.
        entry: usize,
        /// What was found.
        found: String,
        /// The highest number of a square.
        last: u32,
    },
    /// Two pieces on one square.
    #[error("{colour}'s pieces, entry {entry}: there is a piece on {square} already")]
    Occupied {
        /// Whose pieces.
        colour: &'static str,
        /// The place in the list, from 1.
        entry: usize,
        /// The square.
        square: u32,
    },
    /// A man that would be a king.
    #[error("{colour}'s pieces, entry {entry}: a man on {square} would have become a king: write K{square}")]
    ManOnLastRow {
        /// Whose pieces.
        colour: &'static str,
        /// The place in the list, from 1.
        entry: usize,
        /// The square.
        square: u32,
    },
    /// More pieces than a game has.
    #[error("{colour} has {found} pieces; the most is {most}")]
    TooMany {
        /// Whose pieces.
        colour: &'static str,
        /// How many.
        found: u32,
        /// How many there may be.
        most: u32,
    },
    /// A draw counter that is no number, or none where it is needed.
    #[error("`{0}` is not a count of quiet plies; a position ends with :H and a number from 0 to 9999")]
    Quiet(String),
}

/// The position as the value of a FEN tag, such as `B:W18,24,K29:B12,K32`. It does not say how many plies were quiet.
pub fn fen<const ROW: u32>(position: &Position<ROW>) -> String {
    let mut text = String::from(if position.mover == Side::First { "B" } else { "W" });
    for (side, letter) in [(Side::Second, ":W"), (Side::First, ":B")] {
        text.push_str(letter);
        let mut pieces = position.pieces(side);
        let mut between = "";
        while pieces != 0 {
            let king = if position.kings & pieces & pieces.wrapping_neg() != 0 { "K" } else { "" };
            let number = Grid::<ROW>::number(pieces.trailing_zeros());
            write!(text, "{between}{king}{number}").expect("a string takes anything");
            between = ",";
            pieces &= pieces - 1;
        }
    }
    text
}

/// The whole state: [`fen`] and the quiet plies, such as `:H3`.
pub fn state_text<const ROW: u32>(position: &Position<ROW>) -> String {
    format!("{}:H{}", fen(position), position.quiet)
}

/// Reads what [`state_text`] writes.
pub fn parse_state<const ROW: u32>(text: &str) -> Result<Position<ROW>, FenError> {
    match parse(text)? {
        (position, true) => Ok(position),
        (_, false) => Err(FenError::Quiet(text.rsplit(':').next().unwrap_or_default().to_owned())),
    }
}

/// Reads the value of a FEN tag. Ranges such as `1-12`, spaces, a final dot and a count of quiet plies are allowed.
pub fn parse_fen<const ROW: u32>(text: &str) -> Result<Position<ROW>, FenError> {
    parse(text).map(|(position, _)| position)
}

/// The position, and whether the text says how many plies were quiet.
fn parse<const ROW: u32>(text: &str) -> Result<(Position<ROW>, bool), FenError> {
    let text = text.trim();
    let mut parts = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let mover = match parts.next().unwrap_or_default() {
        "B" | "b" => Side::First,
        "W" | "w" => Side::Second,
        other => return Err(FenError::Mover(other.to_owned())),
    };
    let (mut pieces, mut kings, mut lists) = ([0; 2], 0, [0; 2]);
    let mut quiet = None;
    for (part, text) in (2..).zip(parts) {
        let side = match text.chars().next() {
            Some('B' | 'b') => Side::First,
            Some('W' | 'w') => Side::Second,
            Some('H' | 'h') if quiet.is_none() => {
                let digits = text[1..].parse().ok().filter(|plies| *plies <= 9999);
                quiet = Some(digits.ok_or_else(|| FenError::Quiet(text.to_owned()))?);
                continue;
            }
            _ => return Err(FenError::Owner { part, found: text.to_owned() }),
        };
        lists[side as usize] += 1;
        for (entry, text) in (1..).zip(text[1..].split(',')).filter(|_| text.len() > 1) {
            place::<ROW>(text.trim(), side, entry, &mut pieces, &mut kings)?;
        }
    }
    for side in [Side::First, Side::Second] {
        let (colour, count) = (colour(side), pieces[side as usize].count_ones());
        if lists[side as usize] != 1 {
            return Err(FenError::Lists { colour, found: lists[side as usize] });
        }
        if count > Position::<ROW>::PIECES {
            return Err(FenError::TooMany { colour, found: count, most: Position::<ROW>::PIECES });
        }
    }
    let [own, opp] = [pieces[mover as usize], pieces[mover.other() as usize]];
    Ok((Position { own, opp, kings, mover, quiet: quiet.unwrap_or(0) }, quiet.is_some()))
}

/// Puts the piece or pieces of one entry on the board.
fn place<const ROW: u32>(
    text: &str,
    side: Side,
    entry: usize,
    pieces: &mut [u64; 2],
    kings: &mut u64,
) -> Result<(), FenError> {
    let colour = colour(side);
    let last = Grid::<ROW>::SQUARES;
    let wrong = || FenError::Square { colour, entry, found: text.to_owned(), last };
    let (king, numbers) = match text.strip_prefix(['K', 'k']) {
        Some(numbers) => (true, numbers),
        None => (false, text),
    };
    let square = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| digits && (1..=last).contains(number)).ok_or_else(wrong)
    };
    let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
    for square in square(from)?..=square(to)? {
        let bit = 1 << Grid::<ROW>::index(square);
        if (pieces[0] | pieces[1]) & bit != 0 {
            return Err(FenError::Occupied { colour, entry, square });
        }
        let far_row = if side == Side::First { Grid::<ROW>::BOTTOM } else { Grid::<ROW>::TOP };
        if !king && far_row & bit != 0 {
            return Err(FenError::ManOnLastRow { colour, entry, square });
        }
        pieces[side as usize] |= bit;
        if king {
            *kings |= bit;
        }
    }
    Ok(())
}
