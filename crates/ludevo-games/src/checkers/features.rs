//! What strong players look at, counted on whole sets of squares.
//!
//! Positions come turned so that the player to move goes down: [`Position::mover`] is [`Side::First`]. A count that the
//! enemy has too is the player's less the enemy's.

use ludevo_search::rules::Side;

use super::bits::{DIRECTIONS, Grid};
use super::rules::Position;

/// The position as its player to move sees it, going down.
#[inline]
pub fn seen_by_mover<const ROW: u32>(position: &Position<ROW>) -> Position<ROW> {
    match position.mover {
        Side::First => *position,
        Side::Second => {
            let turned = Grid::<ROW>::turned;
            Position {
                own: turned(position.own),
                opp: turned(position.opp),
                kings: turned(position.kings),
                mover: Side::First,
                quiet: position.quiet,
            }
        }
    }
}

impl<const ROW: u32> Grid<ROW> {
    /// The squares whose row, counted from 0 at the top, has a given bit set.
    const fn rows_with_bit(bit: u32) -> u64 {
        let mut set = 0;
        let mut number = 1;
        while number <= Self::SQUARES {
            if ((number - 1) / ROW) >> bit & 1 == 1 {
                set |= 1 << Self::index(number);
            }
            number += 1;
        }
        set
    }

    const ROW_BITS: [u64; 4] =
        [Self::rows_with_bit(0), Self::rows_with_bit(1), Self::rows_with_bit(2), Self::rows_with_bit(3)];

    /// The squares of row `row`, counted from 0 at the top.
    #[inline]
    pub const fn row(row: u32) -> u64 {
        Self::TOP << (row * ROW + row / 2)
    }

    /// The squares in the leftmost and in the rightmost column.
    pub const SIDES: u64 = {
        let mut set = 0;
        let mut row = 0;
        while row < 2 * ROW {
            let number = row * ROW + if row % 2 == 0 { ROW } else { 1 };
            set |= 1 << Self::index(number);
            row += 1;
        }
        set
    };

    /// The squares at least two steps from every edge.
    pub const CENTRE: u64 = {
        let inner = Self::ALL & !(Self::SIDES | Self::TOP | Self::BOTTOM);
        let around = Self::shifted(inner, 0) & Self::shifted(inner, 1);
        inner & around & Self::shifted(inner, 2) & Self::shifted(inner, 3)
    };

    /// The sum of the rows of a set's squares, counted from 0 at the top.
    #[inline]
    pub fn rows_below_top(set: u64) -> i32 {
        let bit = |bit: usize| ((set & Self::ROW_BITS[bit]).count_ones() as i32) << bit;
        bit(0) + bit(1) + bit(2) + bit(3)
    }
}

#[inline]
fn count(sets: [u64; DIRECTIONS]) -> i32 {
    sets.iter().map(|set| set.count_ones() as i32).sum()
}

#[inline]
fn union(sets: [u64; DIRECTIONS]) -> u64 {
    sets[0] | sets[1] | sets[2] | sets[3]
}

#[inline]
fn difference(own: u64, opp: u64) -> i32 {
    own.count_ones() as i32 - opp.count_ones() as i32
}

/// Steps that the player could make if nothing had to be captured.
#[inline]
pub fn steps<const ROW: u32>(position: &Position<ROW>) -> i32 {
    count(position.steps())
}

/// The player's pieces that can capture.
#[inline]
pub fn capturing<const ROW: u32>(position: &Position<ROW>) -> i32 {
    union(position.jumps()).count_ones() as i32
}

/// Pieces that can neither step nor capture.
#[inline]
pub fn stuck<const ROW: u32>(position: &Position<ROW>) -> i32 {
    let one = |position: &Position<ROW>| position.own & !(union(position.steps()) | union(position.jumps()));
    difference(one(position), one(&position.passed()))
}

/// Rows that men have advanced.
#[inline]
pub fn advance<const ROW: u32>(position: &Position<ROW>) -> i32 {
    let (men, enemy_men) = (position.own & !position.kings, position.opp & !position.kings);
    let last = 2 * ROW as i32 - 1;
    Grid::<ROW>::rows_below_top(men)
        - (last * enemy_men.count_ones() as i32 - Grid::<ROW>::rows_below_top(enemy_men))
}

/// Men on their first row.
#[inline]
pub fn home<const ROW: u32>(position: &Position<ROW>) -> i32 {
    let men = !position.kings;
    difference(position.own & men & Grid::<ROW>::TOP, position.opp & men & Grid::<ROW>::BOTTOM)
}

/// Pieces in the leftmost and rightmost columns.
#[inline]
pub fn sides<const ROW: u32>(position: &Position<ROW>) -> i32 {
    difference(position.own & Grid::<ROW>::SIDES, position.opp & Grid::<ROW>::SIDES)
}

/// Pieces at least two steps from every edge.
#[inline]
pub fn centre<const ROW: u32>(position: &Position<ROW>) -> i32 {
    difference(position.own & Grid::<ROW>::CENTRE, position.opp & Grid::<ROW>::CENTRE)
}

/// Pieces with a friend right behind them, seen from their own side.
#[inline]
pub fn backed<const ROW: u32>(position: &Position<ROW>) -> i32 {
    let shifted = Grid::<ROW>::shifted;
    let (own, opp) = (position.own, position.opp);
    difference(own & (shifted(own, 0) | shifted(own, 1)), opp & (shifted(opp, 2) | shifted(opp, 3)))
}

/// 1 if the player has the move, the opposition of checkers: an odd number of pieces stands in the columns that begin
/// on the player's first row.
#[inline]
pub fn opposition<const ROW: u32>(position: &Position<ROW>) -> i32 {
    ((position.own | position.opp) & !Grid::<ROW>::ROW_BITS[0]).count_ones() as i32 & 1
}

/// Pieces on a row, each player's counted from its own first row.
#[inline]
pub fn on_row<const ROW: u32>(position: &Position<ROW>, row: u32) -> i32 {
    difference(position.own & Grid::<ROW>::row(row), position.opp & Grid::<ROW>::row(2 * ROW - 1 - row))
}

/// A cheap guess at how good a position is for the player to move, to search good moves first: steps it has more than
/// the enemy. Works without turning the board.
#[inline]
pub fn promise<const ROW: u32>(position: &Position<ROW>) -> f64 {
    f64::from(steps(position) - steps(&position.passed()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::fen::parse_fen;
    use crate::checkers::language;

    fn seen(fen: &str) -> Position<4> {
        seen_by_mover(&parse_fen(fen).expect("a position"))
    }

    #[test]
    fn features_count_what_their_words_say() {
        // Black: men on 1 and 2 at home, one on 19; a king on 13 at the side that cannot move for 9, 17 and the edge.
        let position = seen("B:W9,17,24,K32:B1,2,19,K13");
        assert_eq!(steps(&position), 5);
        assert_eq!(home(&position), 2);
        // Black's 19 has advanced four rows; white's men have advanced five, three and two.
        assert_eq!(advance(&position), 4 - 10);
        // The king on 13.
        assert_eq!(sides(&position), 1);
        assert_eq!(centre(&position), 1);
        assert_eq!(on_row(&position, 0), 1);
    }

    #[test]
    fn both_players_see_the_same_board() {
        let view = |fen: &str| {
            let mut view = vec![0; language::languages::<4>()[0].cells()];
            language::fill(&parse_fen::<4>(fen).expect("a position"), &mut view);
            view
        };
        // Every square n of one player is 33 - n of the other.
        assert_eq!(view("B:W9,17,24,K32:B1,2,19,K13"), view("W:W32,31,14,K20:B24,16,9,K1"));
    }
}
