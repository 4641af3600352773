//! What strong players look at, counted on whole sets of squares for the player to move. [`Position::passed`] gives the
//! same for the enemy.

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
    pub fn rows_below_top(set: u64) -> u32 {
        let bit = |bit: usize| (set & Self::ROW_BITS[bit]).count_ones() << bit;
        bit(0) + bit(1) + bit(2) + bit(3)
    }
}

#[inline]
fn union(sets: [u64; DIRECTIONS]) -> u64 {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// Steps that the player could make if nothing had to be captured.
#[inline]
pub fn steps<const ROW: u32>(position: &Position<ROW>) -> u32 {
    position.steps().iter().map(|set| set.count_ones()).sum()
}

/// Pieces that can step.
#[inline]
pub fn movable<const ROW: u32>(position: &Position<ROW>) -> u64 {
    union(position.steps())
}

/// Pieces that can capture.
#[inline]
pub fn capturing<const ROW: u32>(position: &Position<ROW>) -> u64 {
    union(position.jumps())
}

/// Pieces that can neither step nor capture.
#[inline]
pub fn stuck<const ROW: u32>(position: &Position<ROW>) -> u64 {
    position.own & !(movable(position) | capturing(position))
}

/// Steps after which the enemy can capture the piece that made them.
#[inline]
pub fn offers<const ROW: u32>(position: &Position<ROW>) -> u32 {
    let empty = position.empty();
    // Who captures going up stands below, and the other way round.
    let (from_above, from_below) = position.passed().ways();
    let mut offers = 0;
    for (direction, steppers) in position.steps().into_iter().enumerate() {
        let landed = Grid::<ROW>::shifted(steppers, direction);
        let mut taken = 0;
        for side in 0..DIRECTIONS {
            let opposite = (side + 2) % DIRECTIONS;
            let attackers = if side < 2 { from_below } else { from_above };
            // Behind a piece that is attacked from ahead lies the square it came from.
            let behind = if side == direction { !0 } else { Grid::<ROW>::shifted(empty, side) };
            taken |= landed & Grid::<ROW>::shifted(attackers, opposite) & behind;
        }
        offers += taken.count_ones();
    }
    offers
}

/// Rows that men have advanced, all together.
#[inline]
pub fn advance<const ROW: u32>(position: &Position<ROW>) -> u32 {
    let men = position.own & !position.kings;
    let below_top = Grid::<ROW>::rows_below_top(men);
    match position.mover {
        Side::First => below_top,
        Side::Second => (2 * ROW - 1) * men.count_ones() - below_top,
    }
}

/// Men on their first row.
#[inline]
pub fn home<const ROW: u32>(position: &Position<ROW>) -> u64 {
    let first_row = if position.mover == Side::First { Grid::<ROW>::TOP } else { Grid::<ROW>::BOTTOM };
    position.own & !position.kings & first_row
}

/// Pieces with a friend right behind them.
#[inline]
pub fn backed<const ROW: u32>(position: &Position<ROW>) -> u64 {
    let own = position.own;
    let shifted = Grid::<ROW>::shifted;
    match position.mover {
        Side::First => own & (shifted(own, 0) | shifted(own, 1)),
        Side::Second => own & (shifted(own, 2) | shifted(own, 3)),
    }
}

/// Whether the player has the move, the opposition of checkers: an odd number of pieces stands in the columns that
/// begin on the player's first row.
#[inline]
pub fn opposition<const ROW: u32>(position: &Position<ROW>) -> bool {
    let odd_rows = Grid::<ROW>::ROW_BITS[0];
    let columns = if position.mover == Side::First { !odd_rows } else { odd_rows };
    ((position.own | position.opp) & columns).count_ones() % 2 == 1
}

/// A cheap guess at how good a position is for the player to move, to search good moves first: steps it has more than
/// the enemy. Works without turning the board.
#[inline]
pub fn promise<const ROW: u32>(position: &Position<ROW>) -> f64 {
    f64::from(steps(position)) - f64::from(steps(&position.passed()))
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};
    use ludevo_search::rules::TurnBased;
    use rand::seq::IteratorRandom;

    use super::*;
    use crate::fen::{fen, parse_fen};
    use crate::language;
    use crate::rules::{LoseCheckers, Move};

    #[test]
    fn features_count_what_their_words_say() {
        // Black: men on 1 and 2 at home, one on 19 beside white's 24, and a king on 13 between 9 and 17.
        let black = parse_fen::<4>("B:W9,17,24,K32:B1,2,19,K13").expect("a position");
        let white = black.passed();
        let squares = |set: u64| -> Vec<u32> {
            (1..=32).filter(|number| set >> Grid::<4>::index(*number) & 1 == 1).collect()
        };
        assert_eq!((steps(&black), steps(&white)), (5, 6));
        assert_eq!(squares(movable(&black)), [1, 2, 19]);
        assert_eq!(squares(movable(&white)), [9, 17, 24, 32]);
        // 13 over 9 or 17, 19 over 24.
        assert_eq!(squares(capturing(&black)), [13, 19]);
        assert!(squares(stuck(&black)).is_empty());
        // White's men on 9 and 14 leave nothing to the man on 5.
        assert_eq!(squares(stuck(&parse_fen::<4>("B:W9,14:B5,12").expect("a position"))), [5]);
        assert_eq!((advance(&black), advance(&white)), (4, 5 + 3 + 2));
        assert_eq!(squares(home(&black)), [1, 2]);
        assert_eq!((squares(backed(&black)), squares(backed(&white))), (vec![], vec![]));
    }

    #[test]
    fn offers_are_steps_that_the_enemy_can_take() {
        let game = LoseCheckers::STANDARD;
        for number in 0..100 {
            let mut rng = stream(3, Purpose::Sampling, 0, number);
            let mut position = game.initial();
            while let Some(action) = game.moves(&position).choose(&mut rng) {
                if capturing(&position) == 0 {
                    let is_offer = |step: &Move| {
                        let jumps = position.after(*step).jumps().into_iter().enumerate();
                        let mut over = jumps.map(|(direction, set)| Grid::<4>::shifted(set, direction));
                        over.any(|over| over >> step.to & 1 == 1)
                    };
                    let expected = game.moves(&position).filter(is_offer).count();
                    assert_eq!(offers(&position) as usize, expected, "{}", fen(&position));
                }
                position = game.apply(&position, action);
            }
        }
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
