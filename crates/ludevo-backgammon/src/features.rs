//! What can be seen on a backgammon board: shots, primes, escapes and the like, as numbers.

use std::sync::LazyLock;

use super::board::{BAR, Board, Men};
use super::plays::Dice;

/// A board with the points of both players as bits, so that many questions can be asked quickly. Bit `p` of a player's
/// points is that player's own point `p`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The board, as the player sees it who has just moved; the other player rolls next.
    pub board: Board,
    /// The player's points with a man or more.
    pub own: u32,
    /// The player's points with two men or more.
    pub own_made: u32,
    /// The other player's points with a man or more.
    pub opp: u32,
    /// The other player's points with two men or more.
    pub opp_made: u32,
}

/// The throws that a man on the bar is taken to wait before a closed home board.
const LONGEST_WAIT: f64 = 8.0;

/// The points of the home board.
const HOME: u32 = 0b111_1110;

impl Look {
    /// Looks at a board.
    #[inline]
    pub fn at(board: Board) -> Look {
        let (own, own_made) = points(board.own);
        let (opp, opp_made) = points(board.opp);
        Look { board, own, own_made, opp, opp_made }
    }

    /// The same board as the other player sees it.
    #[inline]
    pub fn flipped(&self) -> Look {
        Look {
            board: self.board.flipped(),
            own: self.opp,
            own_made: self.opp_made,
            opp: self.own,
            opp_made: self.own_made,
        }
    }

    /// The player's single men.
    #[inline]
    pub fn blots(&self) -> u32 {
        self.own & !self.own_made
    }

    /// The throws, as a set of [`Dice::ALL`], with which the other player can hit a man of the player on `point`.
    ///
    /// A man hits by one die or by several, if it may land where it touches down in between. Who has one man on the
    /// bar hits with it, or enters with one die and hits with the other; who has more only hits by entering.
    pub fn hitting_throws(&self, point: u32) -> u32 {
        let target = 25 - point;
        let blocked = mirror(self.own_made);
        let open = |place: u32| blocked >> place & 1 == 0;
        let on_bar = self.board.opp.on(BAR);
        let bar_shots = || match on_bar {
            0 => 0,
            1 => shots(BAR - target, BAR, open),
            _ => direct(BAR - target),
        };
        let mut throws = bar_shots();
        if on_bar > 1 {
            return throws;
        }
        let mut from = (self.opp & !((2 << target) - 1)) & ((1 << 25) - 1);
        while from != 0 {
            let place = from.trailing_zeros();
            from &= from - 1;
            let distance = place - target;
            if distance > 24 {
                break;
            }
            throws |= match on_bar {
                0 => shots(distance, place, open),
                _ => direct(distance) & entering(distance, open),
            };
        }
        throws
    }

    /// The chance that the other player can hit at least one man.
    pub fn hit_chance(&self) -> f64 {
        chance(bits(self.blots()).fold(0, |throws, point| throws | self.hitting_throws(point)))
    }

    /// The chances that the other player can hit each single man, added up.
    pub fn total_hit_chance(&self) -> f64 {
        bits(self.blots()).map(|point| chance(self.hitting_throws(point))).sum()
    }

    /// The steps that the player loses on average to the most expensive hit of each throw.
    pub fn hit_cost(&self) -> f64 {
        let (mut known, mut cost) = (0, 0.0);
        // The lower the point, the more steps are lost.
        for point in bits(self.blots()) {
            let throws = self.hitting_throws(point) & !known;
            known |= throws;
            cost += chance(throws) * f64::from(25 - point);
        }
        cost
    }

    /// The throws that the player loses on average to the next hit: the way back, and the wait on the bar.
    pub fn hit_loss(&self) -> f64 {
        self.hit_cost() / 8.0 + self.hit_chance() * self.flipped().wait_on_bar()
    }

    /// How many throws the other player's man on the bar fails to enter on average.
    pub fn wait_on_bar(&self) -> f64 {
        let closed = f64::from(self.home_points()) / 6.0;
        let enters = 1.0 - closed * closed;
        // A closed home board opens again after a while.
        if enters > 0.0 { 1.0 / enters - 1.0 } else { LONGEST_WAIT }
    }

    /// The chances, added up, to cover each single man on the points 1 to 7 by the next throw with a man that does not
    /// break a point, if the other player stood still.
    pub fn cover_chance(&self) -> f64 {
        let open = |place: u32| self.opp_made >> (25 - place) & 1 == 0;
        let covers = |point: u32| {
            let behind = bits(self.own & !((2 << point) - 1)).filter(|from| self.board.own.on(*from) != 2);
            chance(behind.fold(0, |throws, from| throws | shots(from - point, from, open)))
        };
        bits(self.blots() & (HOME | 1 << 7)).map(covers).sum()
    }

    /// The player's men that still have to pass a man of the other player.
    pub fn behind(&self) -> u32 {
        let passed = 25 - self.board.opp.rearmost();
        let behind = self.board.own.places().take_while(|place| *place > passed);
        behind.map(|place| self.board.own.on(place)).sum()
    }

    /// How far the player's men that are behind their mean place are behind it: squares of the distance, added up, over
    /// the number of all men on the board.
    pub fn straggling(&self) -> f64 {
        let men = f64::from(self.men(1, BAR)).max(1.0);
        let mean = f64::from(self.board.own.pips()) / men;
        let behind = self.board.own.places().take_while(|place| f64::from(*place) > mean);
        let square = |place: u32| {
            let from_mean = f64::from(place) - mean;
            f64::from(self.board.own.on(place)) * (from_mean * from_mean)
        };
        behind.map(square).sum::<f64>() / men
    }

    /// How many of the player's home points are made.
    pub fn home_points(&self) -> u32 {
        (self.own_made & HOME).count_ones()
    }

    /// The longest row of made points.
    pub fn prime(&self) -> u32 {
        let (mut row, mut length) = (self.own_made, 0);
        while row != 0 {
            row &= row << 1;
            length += 1;
        }
        length
    }

    /// Of 36 throws, those with which the other player's man on `place` can move both dice, as far as the player's
    /// points let it.
    pub fn escapes(&self, place: u32) -> u32 {
        // Bit i says that the point i + 1 steps ahead is blocked.
        let blocked = u64::from(mirror(self.own_made));
        let ahead = (blocked << 12) >> place & 0xfff;
        u32::from(ESCAPES[(ahead as u32).reverse_bits() as usize >> 20])
    }

    /// The share of the throws with which the other player's rearmost man can move both dice.
    pub fn rear_escape(&self) -> f64 {
        f64::from(self.escapes(self.board.opp.rearmost().max(1))) / 36.0
    }

    /// The other player's men behind the middle of the board, each by the share of throws that hold it.
    pub fn trapped(&self) -> f64 {
        let behind = self.board.opp.places().take_while(|place| *place > 12);
        behind.map(|place| f64::from(self.board.opp.on(place) * (36 - self.escapes(place))) / 36.0).sum()
    }

    /// The player's men on places from `low` to `high`.
    pub fn men(&self, low: u32, high: u32) -> u32 {
        (low..=high).map(|place| self.board.own.on(place)).sum()
    }

    /// Men beyond the third on a point.
    pub fn stacked(&self) -> u32 {
        bits(self.own_made).map(|point| self.board.own.on(point).saturating_sub(3)).sum()
    }

    /// Steps that can be made before the home board and the points in front of it must break: those of the men on
    /// points 7 to 24 beyond two on each made point, down to the home board.
    pub fn spare_steps(&self) -> u32 {
        let outside = bits(self.own & !HOME);
        outside
            .map(|point| {
                let men = self.board.own.on(point);
                let spare = if men >= 2 { men - 2 } else { men };
                spare * (point - 6)
            })
            .sum()
    }

    /// The distance in points between each man outside the home board and the next in front of it, beyond six.
    pub fn gaps(&self) -> u32 {
        let (mut ahead, mut gaps) = (6, 0);
        for point in bits(self.own & !HOME) {
            gaps += (point - ahead).saturating_sub(6);
            ahead = point;
        }
        gaps
    }

    /// Quarters of the board that all men together must still leave.
    pub fn crossovers(&self) -> u32 {
        self.board.own.places().map(|place| place.div_ceil(6) * self.board.own.on(place)).sum()
    }

    /// The part of [`ESCAPE_WAYS`] that the player's home points leave to the other player's men.
    pub fn home_escape(&self) -> f64 {
        f64::from(HOME_ESCAPES[(self.own_made >> 1 & 63) as usize]) / f64::from(ESCAPE_WAYS)
    }
}

#[inline]
fn points(men: Men) -> (u32, u32) {
    let (mut any, mut made) = (0, 0);
    for place in men.places() {
        any |= 1 << place;
        made |= u32::from(men.on(place) >= 2) << place;
    }
    // The bar is no point.
    (any & !(1 << BAR), made & !(1 << BAR))
}

/// Points as the other player counts them.
#[inline]
fn mirror(points: u32) -> u32 {
    points.reverse_bits() >> 6
}

/// The set bits from the lowest on.
#[inline]
pub fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// The bit of a throw in sets of throws, in the order of [`Dice::ALL`].
#[inline]
const fn throw(high: u32, low: u32) -> u32 {
    1 << (high * (high - 1) / 2 + low - 1)
}

const DOUBLES: u32 = throw(1, 1) | throw(2, 2) | throw(3, 3) | throw(4, 4) | throw(5, 5) | throw(6, 6);

/// By die: the throws that show it.
const SHOWING: [u32; 7] = {
    let mut showing = [0; 7];
    let mut high = 1;
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            showing[high as usize] |= throw(high, low);
            showing[low as usize] |= throw(high, low);
            low += 1;
        }
        high += 1;
    }
    showing
};

/// The probability of a set of throws.
#[inline]
pub fn chance(throws: u32) -> f64 {
    f64::from(2 * throws.count_ones() - (throws & DOUBLES).count_ones()) / 36.0
}

/// The throws that move a man this far with one die.
#[inline]
fn direct(distance: u32) -> u32 {
    if distance <= 6 { SHOWING[distance as usize] } else { 0 }
}

/// The throws that move a man from `place` exactly this far, touching down only where it is open.
#[inline]
fn shots(distance: u32, place: u32, open: impl Fn(u32) -> bool) -> u32 {
    let mut throws = direct(distance);
    let mut low = distance.saturating_sub(6).max(1);
    while 2 * low < distance {
        let high = distance - low;
        if open(place - low) || open(place - high) {
            throws |= throw(high, low);
        }
        low += 1;
    }
    for steps in 2..=4 {
        let die = distance / steps;
        if die * steps == distance
            && (1..=6).contains(&die)
            && (1..steps).all(|step| open(place - step * die))
        {
            throws |= throw(die, die);
        }
    }
    throws
}

/// The throws whose other die than `used` brings in a man from the bar.
#[inline]
fn entering(used: u32, open: impl Fn(u32) -> bool) -> u32 {
    if used > 6 {
        return 0;
    }
    let enters = |die: &u32| open(BAR - die);
    (1..=6).filter(enters).fold(0, |throws, die| throws | throw(used.max(die), used.min(die)))
}

/// By blocked points of the twelve ahead: of 36 throws, those that a man can move in full.
static ESCAPES: LazyLock<[u8; 4096]> = LazyLock::new(|| {
    std::array::from_fn(|blocked| {
        let open = |steps: u32| blocked >> (steps - 1) & 1 == 0;
        let moves = |dice: &&Dice| {
            let (high, low) = (dice.high(), dice.low());
            open(high + low) && (open(high) || open(low))
        };
        Dice::ALL.iter().filter(moves).map(|dice| dice.chances() as u8).sum()
    })
});

/// The ways out of a home board without a block: over the 21 throws that differ, a double with its four moves, those
/// whose total is at least 1 to 7 steps: 21 + 21 + 21 + 20 + 18 + 16 + 14.
pub const ESCAPE_WAYS: u32 = 131;

/// By blocked points of a home board, bit 0 its point 1: the ways out of it. From every point that is not blocked and
/// from the bar, the throws of 21 that take a man out of the home board, touching down only where it is not blocked.
static HOME_ESCAPES: LazyLock<[u8; 64]> = LazyLock::new(|| {
    std::array::from_fn(|blocked| {
        // Points count from the home's owner, so the man goes up: from the bar, 0, past point 6.
        let open = |place: u32| place > 6 || blocked >> (place - 1) & 1 == 0;
        let leaves = |from: u32, dice: &Dice| {
            let walk = |steps: &[u32]| {
                let mut place = from;
                steps.iter().any(|step| {
                    place += step;
                    // A man that cannot touch down goes no further.
                    if !open(place) {
                        place = u32::MAX / 2;
                    }
                    (7..u32::MAX / 2).contains(&place)
                })
            };
            let (high, low) = (dice.high(), dice.low());
            if dice.is_double() { walk(&[high; 4]) } else { walk(&[high, low]) || walk(&[low, high]) }
        };
        let places = (0..=6).filter(|place| *place == 0 || open(*place));
        places.map(|place| Dice::ALL.iter().filter(|dice| leaves(place, dice)).count() as u8).sum()
    })
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::board_of;

    fn look(own: &[(usize, u32)], opp: &[(usize, u32)]) -> Look {
        let counts = |men: &[(usize, u32)]| {
            let mut counts = [0; 26];
            men.iter().for_each(|(place, count)| counts[*place] = *count);
            counts
        };
        Look::at(board_of(&counts(own), &counts(opp)).unwrap())
    }

    #[test]
    fn an_empty_home_board_has_131_ways_out_and_a_closed_one_none() {
        assert_eq!(u32::from(HOME_ESCAPES[0]), ESCAPE_WAYS);
        // From the bar there is nowhere to go either.
        assert_eq!(HOME_ESCAPES[63], 0);
        assert!(HOME_ESCAPES.iter().all(|ways| u32::from(*ways) <= ESCAPE_WAYS));
    }

    #[test]
    fn shots_are_those_that_books_on_backgammon_count() {
        // Published: a man 1 to 12 steps away, nothing between, is hit by so many throws of 36.
        let known = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3];
        for (distance, throws) in (1..).zip(known) {
            let look = look(&[(24, 1)], &[(1 + distance, 1)]);
            let chances = look.hit_chance() * 36.0;
            assert!((chances - f64::from(throws)).abs() < 1e-9, "{distance}: {chances}");
        }
    }

    #[test]
    fn blocks_stop_shots_and_the_bar_comes_first() {
        // Eight steps away, the points 2, 4 and 6 steps away made: only 5-3 is left.
        let blocked = look(&[(24, 1), (22, 2), (20, 2), (18, 2)], &[(9, 1)]);
        assert!((blocked.hit_chance() * 36.0 - 2.0).abs() < 1e-9);
        let two_on_bar = look(&[(10, 1), (20, 1)], &[(25, 2), (16, 1)]);
        assert_eq!(two_on_bar.hitting_throws(10), 0);
        assert_eq!(two_on_bar.hitting_throws(20), 0);
        // The man on the bar hits, or enters with one die while the other die hits.
        let one_on_bar = look(&[(10, 1)], &[(25, 1), (16, 1)]);
        assert_eq!(one_on_bar.hitting_throws(10), SHOWING[1] | throw(6, 4) | throw(5, 5));
    }

    #[test]
    fn a_full_prime_holds_and_a_broken_one_leaks() {
        let prime: Vec<(usize, u32)> = (4..10).map(|point| (point, 2)).collect();
        let held = look(&prime, &[(22, 1), (6, 5)]);
        assert_eq!((held.prime(), held.escapes(22), held.escapes(25)), (6, 0, 3));
        assert_eq!(held.rear_escape(), 0.0);
        let free = look(&[(1, 2)], &[(22, 1)]);
        assert_eq!(free.escapes(22), 36);
    }

    #[test]
    fn the_start_looks_the_same_to_both() {
        let start = Look::at(Board::START);
        assert_eq!(start.own, start.flipped().own);
        assert_eq!((start.home_points(), start.prime(), start.stacked()), (1, 1, 4));
        assert_eq!(start.men(7, 12), 3);
        assert_eq!(start.hit_chance(), 0.0);
    }
}
