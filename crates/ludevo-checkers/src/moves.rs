//! Checkers moves as text: `11-15`, or a capture with every square that it lands on, such as `22x15x6`.

use thiserror::Error;

use super::bits::{DIRECTIONS, Grid};
use super::rules::{Move, Position};
use ludevo_game::words::colour;

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not written as a move.
    #[error(
        "`{0}` is not a move; write a step as 11-15 and a capture as 15x22 or 15x22x31, squares from 1 to {1}"
    )]
    NotAMove(String, u32),
    /// Nothing to move there.
    #[error("there is no piece of {1} on {0}")]
    NoPiece(u32, &'static str),
    /// A step where there is something to capture.
    #[error("{0} must capture: {1}")]
    MustCapture(&'static str, String),
    /// A capture that stops before its end.
    #[error("`{0}` is not finished; it goes on as {1}")]
    Unfinished(String, String),
    /// Several captures between the same two squares.
    #[error("`{0}` may be {1}; write every square")]
    Ambiguous(String, String),
    /// Anything else that the rules do not allow.
    #[error("`{0}` is not legal; the piece on {1} can play {2}")]
    Illegal(String, u32, String),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// The move with every square on its way.
pub fn move_text<const ROW: u32>(position: &Position<ROW>, action: Move) -> String {
    let squares = squares(position, action);
    let sign = if action.captured == 0 { "-" } else { "x" };
    squares.iter().map(u32::to_string).collect::<Vec<_>>().join(sign)
}

/// The numbers of the squares that a legal move starts from and lands on.
pub fn squares<const ROW: u32>(position: &Position<ROW>, action: Move) -> Vec<u32> {
    let mut way = vec![1 << action.from];
    if action.captured == 0 {
        way.push(1 << action.to);
    } else {
        let empty = position.empty() | 1 << action.from;
        let found = jump_through::<ROW>(&mut way, 1 << action.to, action.captured, empty);
        debug_assert!(found, "a capture has a way");
    }
    way.iter().map(|square: &u64| Grid::<ROW>::number(square.trailing_zeros())).collect()
}

/// Extends a way by jumps that take all pieces of `left` and end on `to`; false, and nothing changed, if there are none.
/// Going through takes men forward only too, since each of their jumps leads nearer to `to`.
fn jump_through<const ROW: u32>(way: &mut Vec<u64>, to: u64, left: u64, empty: u64) -> bool {
    let at = way[way.len() - 1];
    if left == 0 {
        return at == to;
    }
    for direction in 0..DIRECTIONS {
        let over = Grid::<ROW>::shifted(at, direction) & left;
        let landing = Grid::<ROW>::shifted(over, direction) & empty;
        if landing != 0 {
            way.push(landing);
            if jump_through::<ROW>(way, to, left & !over, empty) {
                return true;
            }
            way.pop();
        }
    }
    false
}

/// What jumping from square to square takes; nothing if these are no jumps.
fn taken<const ROW: u32>(squares: &[u32]) -> Option<u64> {
    squares.windows(2).try_fold(0, |taken, pair| {
        let [from, to] = [pair[0], pair[1]].map(|number| 1 << Grid::<ROW>::index(number));
        let over = (0..DIRECTIONS).map(|direction| (direction, Grid::<ROW>::shifted(from, direction)));
        let mut jumped = over.filter(|(direction, over)| Grid::<ROW>::shifted(*over, *direction) == to);
        jumped.next().map(|(_, over)| taken | over)
    })
}

/// A legal move of a game that is not over. Captures may leave out the squares between the first and the last where
/// that leaves one capture only.
pub fn parse_move<const ROW: u32>(position: &Position<ROW>, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let wrong = || MoveError::NotAMove(text.to_owned(), Grid::<ROW>::SQUARES);
    let capture = text.contains(['x', 'X', ':']);
    let square = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| (1..=Grid::<ROW>::SQUARES).contains(number));
        number.filter(|_| digits).ok_or_else(wrong)
    };
    let signs: &[char] = if capture { &['x', 'X', ':'] } else { &['-'] };
    let squares = text.split(signs).map(square).collect::<Result<Vec<u32>, _>>()?;
    let (&[from, .., to], true) = (&squares[..], capture || squares.len() == 2) else { return Err(wrong()) };
    let [start, end] = [from, to].map(|number| Grid::<ROW>::index(number) as u8);
    if position.own >> start & 1 == 0 {
        return Err(MoveError::NoPiece(from, colour(position.mover)));
    }
    let texts = |actions: &mut dyn Iterator<Item = Move>, between| {
        actions.map(|action| move_text(position, action)).collect::<Vec<_>>().join(between)
    };
    if !capture && position.moves().any(|action| action.captured != 0) {
        let captures = texts(&mut position.moves(), " or ");
        return Err(MoveError::MustCapture(colour(position.mover), captures));
    }
    let by_ends = |action: &Move| {
        action.from == start && action.to == end && (action.captured != 0) == capture && squares.len() == 2
    };
    // A single jump may have the ends of a longer capture; written out, it is meant.
    let by_squares = |action: &Move| {
        capture && action.from == start && action.to == end && taken::<ROW>(&squares) == Some(action.captured)
    };
    let found: Vec<Move> = match position.moves().find(by_squares) {
        Some(action) => vec![action],
        None => position.moves().filter(by_ends).collect(),
    };
    match found[..] {
        [action] => Ok(action),
        [] => {
            let of_piece = || position.moves().filter(|action| action.from == start);
            let longer = |action: &Move| {
                taken::<ROW>(&squares).is_some_and(|taken| taken != 0 && taken & !action.captured == 0)
            };
            if capture && of_piece().any(|action| longer(&action)) {
                let longer = texts(&mut of_piece().filter(longer), " or ");
                return Err(MoveError::Unfinished(text.to_owned(), longer));
            }
            let all = texts(&mut of_piece(), ", ");
            let all = if all.is_empty() { "nothing".to_owned() } else { all };
            Err(MoveError::Illegal(text.to_owned(), from, all))
        }
        _ => Err(MoveError::Ambiguous(text.to_owned(), texts(&mut found.iter().copied(), " or "))),
    }
}
