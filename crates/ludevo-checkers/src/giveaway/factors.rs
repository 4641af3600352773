//! The eleven factors of section 2 of the paper, for one player or as a difference.

use std::fmt;
use std::str::FromStr;

use ludevo_program::Nearest;
use ludevo_search::rules::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::bits::Grid;
use crate::rules::Position;

/// A factor, with its number in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// (1) Pieces other than kings.
    Pawns,
    /// (2) Kings.
    Kings,
    /// (3) Pieces.
    Pieces,
    /// (4) Pawns on the edge of the board.
    SafePawns,
    /// (5) Kings on the edge of the board.
    SafeKings,
    /// (6) Pieces on the edge of the board.
    SafePieces,
    /// (7) Pawns that can step, whether or not something must be captured.
    MoveablePawns,
    /// (8) Kings that can step.
    MoveableKings,
    /// (9) Pieces that can step.
    MoveablePieces,
    /// (10) Rows that all pawns together have before them.
    Distance,
    /// (11) Unoccupied squares on the row where pawns become kings.
    OpenRow,
}

/// All factors, in the order of their numbers, with their names in experiment files.
pub const FACTORS: [(Factor, &str); 11] = [
    (Factor::Pawns, "pawns"),
    (Factor::Kings, "kings"),
    (Factor::Pieces, "pieces"),
    (Factor::SafePawns, "safe-pawns"),
    (Factor::SafeKings, "safe-kings"),
    (Factor::SafePieces, "safe-pieces"),
    (Factor::MoveablePawns, "moveable-pawns"),
    (Factor::MoveableKings, "moveable-kings"),
    (Factor::MoveablePieces, "moveable-pieces"),
    (Factor::Distance, "distance"),
    (Factor::OpenRow, "open-row"),
];

impl Factor {
    /// What it counts. A difference, unless it says whose: the player's less the enemy's.
    pub fn meaning(self) -> &'static str {
        match self {
            Factor::Pawns => "pieces other than kings",
            Factor::Kings => "kings",
            Factor::Pieces => "pieces",
            Factor::SafePawns => "pawns on the edge of the board",
            Factor::SafeKings => "kings on the edge of the board",
            Factor::SafePieces => "pieces on the edge of the board",
            Factor::MoveablePawns => "pawns that can step, whether or not something must be captured",
            Factor::MoveableKings => "kings that can step",
            Factor::MoveablePieces => "pieces that can step",
            Factor::Distance => "rows that all pawns together have before them",
            Factor::OpenRow => "unoccupied squares on the row where pawns become kings",
        }
    }
}

/// Whose factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The player's less the enemy's.
    Difference,
    /// The player's.
    Own,
    /// The enemy's.
    Enemy,
    /// Both together.
    Total,
}

const OWNERS: [(Whose, &str); 4] =
    [(Whose::Difference, ""), (Whose::Own, "own "), (Whose::Enemy, "enemy "), (Whose::Total, "total ")];

/// A number that a heuristic reads from a position: `kings` is the difference, `own kings`, `enemy kings` and `total
/// kings` are what they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Whose.
    pub whose: Whose,
    /// Of what.
    pub factor: Factor,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = OWNERS.iter().find(|(whose, _)| *whose == self.whose).map_or("", |(_, name)| name);
        write!(f, "{owner}{}", FACTORS[self.factor as usize].1)
    }
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let owners = OWNERS.iter().rev();
        let (whose, rest) = owners
            .filter_map(|(whose, name)| Some((*whose, text.strip_prefix(name)?)))
            .next()
            .expect("every text begins with nothing");
        match FACTORS.iter().find(|(_, name)| *name == rest) {
            Some((factor, _)) => Ok(Parameter { whose, factor: *factor }),
            None => {
                let names = FACTORS.map(|(_, name)| name);
                Err(format!(
                    "`{text}` is not a parameter{}. Parameters: {}, each alone for the difference \
                     or after `own`, `enemy` or `total`",
                    Nearest::to(rest, names),
                    names.join(", ")
                ))
            }
        }
    }
}

impl Serialize for Parameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Parameter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The factors of both players, from which parameters are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    own: [i32; FACTORS.len()],
    enemy: [i32; FACTORS.len()],
}

impl Factors {
    /// Counts all factors of a position.
    #[inline]
    pub fn of<const ROW: u32>(position: &Position<ROW>) -> Self {
        Factors { own: of_mover(position), enemy: of_mover(&position.passed()) }
    }

    /// The value of a parameter.
    #[inline]
    pub fn get(&self, parameter: Parameter) -> f64 {
        let (own, enemy) = (self.own[parameter.factor as usize], self.enemy[parameter.factor as usize]);
        f64::from(match parameter.whose {
            Whose::Difference => own - enemy,
            Whose::Own => own,
            Whose::Enemy => enemy,
            Whose::Total => own + enemy,
        })
    }
}

#[inline]
fn of_mover<const ROW: u32>(position: &Position<ROW>) -> [i32; FACTORS.len()] {
    let edge = Grid::<ROW>::SIDES | Grid::<ROW>::TOP | Grid::<ROW>::BOTTOM;
    let (own, kings) = (position.own, position.own & position.kings);
    let steps = position.steps();
    let moveable = steps[0] | steps[1] | steps[2] | steps[3];
    let count = |set: u64| set.count_ones() as i32;
    let (all, king, safe, safe_king) = (count(own), count(kings), count(own & edge), count(kings & edge));
    let (can, king_can) = (count(moveable), count(moveable & kings));
    let pawns = own & !kings;
    let rows_from_top = Grid::<ROW>::rows_below_top(pawns) as i32;
    let (distance, far_row) = match position.mover {
        Side::First => ((2 * ROW as i32 - 1) * (all - king) - rows_from_top, Grid::<ROW>::BOTTOM),
        Side::Second => (rows_from_top, Grid::<ROW>::TOP),
    };
    let open = count(position.empty() & far_row);
    [all - king, king, all, safe - safe_king, safe_king, safe, can - king_can, king_can, can, distance, open]
}
