//! Moves and positions of Senet as text.
//!
//! A move of a piece is the house it leaves and the throw, `26-3`, with a `b` behind it where it goes back; a throw is its
//! number. A position is where the cones and the spools stand, who is to move, the throws that are left with a `+` if the
//! sticks are thrown next, and how many turns are over: `c2,4,6,8,10,12,14 s1,3,5,7,9,11,13 c 1+ 0`.

use ludevo_search::rules::Side;
use thiserror::Error;

use super::board::{Board, HOUSES, PIECES, WATER};
use super::rules::{Action, LONGEST, Position, Throws};

/// Why a text is no move or position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// No move of any position.
    #[error("`{0}` is no move: write the house and the throw, as `14-2`, with `b` for back, or `pass`")]
    Move(String),
    /// Not the parts of a position.
    #[error(
        "a position has five parts, as `c2,4,6 s1,3,27 c 13+ 0` (cones, spools, who moves, throws, turns), found {0}"
    )]
    Parts(usize),
    /// A list of houses that starts with the wrong letter.
    #[error("the {what} start with `{letter}`, found `{found}`")]
    Letter {
        /// Cones or spools.
        what: &'static str,
        /// How they start.
        letter: char,
        /// What stands there.
        found: String,
    },
    /// No house.
    #[error("`{0}` is no house: houses are numbered 1 to 30")]
    House(String),
    /// Too many pieces.
    #[error("there are {found} {what}, at most 7 are allowed")]
    TooMany {
        /// Cones or spools.
        what: &'static str,
        /// How many.
        found: usize,
    },
    /// Two pieces in a house.
    #[error("house {0} has two pieces: there is room for one")]
    Taken(u32),
    /// Neither cones nor spools.
    #[error("`{0}` is to move: write `c` for cones or `s` for spools")]
    Mover(String),
    /// Not throws.
    #[error("`{0}` are no throws: write digits from 1 to 5, and `+` if the sticks are thrown next")]
    Throws(String),
    /// A position in which nothing could happen.
    #[error("{0}")]
    Impossible(&'static str),
    /// No number of turns.
    #[error("`{0}` turns are over: from 0 to 500 are allowed")]
    Turns(String),
}

/// A move as people write it.
pub fn action_text(action: Action) -> String {
    match action {
        Action::Throw(throw) => throw.to_string(),
        Action::Move { from, throw, back } => format!("{from}-{throw}{}", if back { "b" } else { "" }),
        Action::Pass => "pass".to_owned(),
    }
}

/// Reads a move; whether it is legal is another question.
pub fn parse_action(text: &str) -> Result<Action, NotationError> {
    let problem = || NotationError::Move(text.to_owned());
    let lower = text.to_ascii_lowercase();
    if lower == "pass" {
        return Ok(Action::Pass);
    }
    let Some((from, throw)) = lower.split_once('-') else {
        return lower.parse().map(Action::Throw).map_err(|_| problem());
    };
    let (throw, back) = throw.strip_suffix('b').map_or((throw, false), |throw| (throw, true));
    let number = |text: &str| text.parse::<u8>().map_err(|_| problem());
    Ok(Action::Move { from: number(from)?, throw: number(throw)?, back })
}

/// A position as [`parse_position`] reads it.
pub fn position_text(position: &Position) -> String {
    let (cones, spools) = by_colour(position);
    let list = |pieces: u32| {
        let houses = (1..=HOUSES).filter(|house| pieces >> house & 1 != 0);
        houses.map(|house| house.to_string()).collect::<Vec<_>>().join(",")
    };
    let mover = if position.mover == Side::First { 'c' } else { 's' };
    let mut throws = throws_text(position.throws);
    if position.is_throwing {
        throws.push('+');
    }
    let throws = if throws.is_empty() { "-" } else { &throws };
    format!("c{} s{} {mover} {throws} {}", list(cones), list(spools), position.turn)
}

/// Throws as digits, the smallest first.
pub fn throws_text(throws: Throws) -> String {
    throws
        .each()
        .flat_map(|throw| std::iter::repeat_n(throw, throws.count(throw).into()))
        .map(|throw| throw.to_string())
        .collect()
}

/// Houses of the cones and of the spools.
pub fn by_colour(position: &Position) -> (u32, u32) {
    match position.mover {
        Side::First => (position.board.own, position.board.opp),
        Side::Second => (position.board.opp, position.board.own),
    }
}

/// Reads a position.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [cones, spools, mover, throws, turn] = parts[..] else {
        return Err(NotationError::Parts(parts.len()));
    };
    let mut taken = 0;
    let cones = pieces(cones, "cones", 'c', &mut taken)?;
    let spools = pieces(spools, "spools", 's', &mut taken)?;
    let (mover, board) = match mover {
        "c" => (Side::First, Board { own: cones, opp: spools }),
        "s" => (Side::Second, Board { own: spools, opp: cones }),
        _ => return Err(NotationError::Mover(mover.to_owned())),
    };
    let bad_throws = || NotationError::Throws(throws.to_owned());
    let (digits, is_throwing) = throws.strip_suffix('+').map_or((throws, false), |digits| (digits, true));
    let mut left = Throws::default();
    for digit in digits.strip_prefix('-').unwrap_or(digits).chars() {
        let throw = digit.to_digit(10).filter(|throw| (1..=5).contains(throw)).ok_or_else(bad_throws)?;
        if left.count(throw) == u8::MAX {
            return Err(bad_throws());
        }
        left = left.with(throw);
    }
    let turn =
        turn.parse().ok().filter(|turn| *turn <= LONGEST).ok_or(NotationError::Turns(turn.to_owned()))?;
    if board.own == 0 {
        return Err(NotationError::Impossible(
            "the player to move has no piece left, so the game was over before",
        ));
    }
    if !is_throwing && left.is_empty() {
        return Err(NotationError::Impossible(
            "there is no throw to use, and none follows: write `+` if the sticks are thrown next",
        ));
    }
    if is_throwing && !left.is_empty() && board.own >> WATER & 1 != 0 {
        return Err(NotationError::Impossible(
            "a player with a piece in the water throws once and uses no throw",
        ));
    }
    Ok(Position { board, mover, throws: left, is_throwing, turn })
}

fn pieces(text: &str, what: &'static str, letter: char, taken: &mut u32) -> Result<u32, NotationError> {
    let Some(list) = text.strip_prefix(letter) else {
        return Err(NotationError::Letter { what, letter, found: text.to_owned() });
    };
    let list: Vec<&str> = if list.is_empty() { Vec::new() } else { list.split(',').collect() };
    if list.len() > PIECES as usize {
        return Err(NotationError::TooMany { what, found: list.len() });
    }
    let mut pieces = 0;
    for word in list {
        let house = word.parse().ok().filter(|house| (1..=HOUSES).contains(house));
        let house = house.ok_or_else(|| NotationError::House(word.to_owned()))?;
        if *taken >> house & 1 != 0 {
            return Err(NotationError::Taken(house));
        }
        *taken |= 1 << house;
        pieces |= 1 << house;
    }
    Ok(pieces)
}
