//! FIBS boards, the lines by which backgammon servers and GNU Backgammon tell a position.

use super::{BoardError, NotationError, board_of};
use crate::board::{Board, MEN};
use crate::plays::Dice;

const FORM: &str = "a FIBS board: `board:` and 52 fields with a `:` between them";

/// How many fields follow `board:`.
pub const FIBS_FIELDS: usize = 52;

/// What a FIBS board says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FibsBoard {
    /// The board as the player whose turn it is sees it.
    pub board: Board,
    /// What that player rolled; nothing before the roll.
    pub dice: Option<Dice>,
    /// Whether a double is offered that the player must take or drop.
    pub is_doubled: bool,
}

/// Reads a FIBS board. Positive men belong to the player whom the line addresses and move from 24 to 1; the turn says
/// whose it is, 1 for them and -1 for the negative men.
pub fn parse_fibs(line: &str) -> Result<FibsBoard, NotationError> {
    let wrong = || NotationError::form(line, FORM);
    let fields: Vec<&str> = line.trim().strip_prefix("board:").ok_or_else(wrong)?.split(':').collect();
    if fields.len() != FIBS_FIELDS {
        return Err(wrong());
    }
    let number = |index: usize| fields[index].trim().parse::<i32>().map_err(|_| wrong());
    let (mut own, mut opp) = ([0; 26], [0; 26]);
    for point in 0..26 {
        let men = number(5 + point)?;
        match point {
            0 if men <= 0 => opp[25] = men.unsigned_abs(),
            25 if men >= 0 => own[25] = men.unsigned_abs(),
            1..=24 if men >= 0 => own[point] = men.unsigned_abs(),
            1..=24 => opp[25 - point] = men.unsigned_abs(),
            _ => return Err(wrong()),
        }
    }
    let board = board_of(&own, &opp)?;
    for (men, index) in [(board.own, 44), (board.opp, 45)] {
        let off = number(index)?;
        if i64::from(off) != i64::from(men.on(0)) {
            let off = u32::try_from(off).map_err(|_| wrong())?;
            return Err(BoardError::Off { on: MEN - men.on(0), off }.into());
        }
    }
    let (positive_moves, dice_at) = match number(31)? {
        1 => (true, 32),
        -1 => (false, 34),
        _ => return Err(wrong()),
    };
    // Servers tell each player's dice apart; GNU Backgammon writes the same dice twice.
    let die = |index: usize| number(index).and_then(|die| u8::try_from(die).map_err(|_| wrong()));
    let dice = match (die(dice_at)?, die(dice_at + 1)?) {
        (0, 0) => None,
        (one, two) => Some(Dice::new(one, two).ok_or_else(wrong)?),
    };
    Ok(FibsBoard {
        board: if positive_moves { board } else { board.flipped() },
        dice,
        is_doubled: number(39)? != 0,
    })
}
