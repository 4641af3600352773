//! Backgammon boards: where the men of both players are, packed so that boards are copied and compared at once.

use std::fmt;

/// How many men each player has.
pub const MEN: u32 = 15;

/// The bar, as a point that men of its owner move from.
pub const BAR: u32 = 25;

/// The place of men borne off.
pub const OFF: u32 = 0;

/// The lowest bit of every four.
const ONES: u128 = (1 << 104) / 15;

/// One man on each place: numbers of so many bits are shifted slowly.
const ONE_ON: [u128; 32] = {
    let mut one_on = [0; 32];
    let mut place = 0;
    while place <= BAR as usize {
        one_on[place] = 1 << (4 * place);
        place += 1;
    }
    one_on
};

/// The men of one player, as that player counts the points: they move from 24 down to 1. Four bits a place, from
/// [`OFF`] over the points 1 to 24 to [`BAR`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Men(u128);

impl Men {
    /// How many men stand on a place.
    #[inline]
    pub fn on(self, place: u32) -> u32 {
        (self.0 >> (4 * place)) as u32 & 15
    }

    /// One man moved.
    #[inline]
    pub fn moved(self, from: u32, to: u32) -> Men {
        Men(self.0 - ONE_ON[from as usize & 31] + ONE_ON[to as usize & 31])
    }

    /// The same men with one more on a place, which must have fewer than fifteen.
    pub fn with(self, place: u32, men: u32) -> Men {
        Men(self.0 + (u128::from(men) << (4 * place)))
    }

    /// The places from 1 to [`BAR`] that are taken, as bits `4 * place`.
    #[inline]
    fn taken(self) -> u128 {
        let x = self.0;
        (x | x >> 1 | x >> 2 | x >> 3) & ONES & !1
    }

    /// The places from 1 to [`BAR`] that are taken, from the highest on.
    #[inline]
    pub fn places(self) -> Places {
        Places(self.taken())
    }

    /// The highest place taken; 0 if all men are off.
    #[inline]
    pub fn rearmost(self) -> u32 {
        Places(self.taken()).next().unwrap_or(0)
    }

    /// The points 1 to 24 with at least `least` men, as bits `point`. `least` is 1, 2 or 3.
    #[inline]
    pub fn points_with(self, least: u32) -> u32 {
        let mut points = 0;
        for place in Places(self.taken() & !(15 << 100)) {
            points |= u32::from(self.on(place) >= least) << place;
        }
        points
    }

    /// Whether nobody stands behind the home board, so that men may be borne off.
    #[inline]
    pub fn are_home(self) -> bool {
        self.0 >> 28 == 0
    }

    /// The steps that all men together need to be borne off.
    #[inline]
    pub fn pips(self) -> u32 {
        self.places().map(|place| place * self.on(place)).sum()
    }

    /// All men, wherever they are.
    pub fn count(self) -> u32 {
        (OFF..=BAR).map(|place| self.on(place)).sum()
    }
}

/// Places from the highest to the lowest.
#[derive(Clone, Copy)]
pub struct Places(u128);

impl Iterator for Places {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = 127 - self.0.leading_zeros();
        self.0 ^= 1 << bit;
        Some(bit / 4)
    }
}

/// A board as one of the players sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The men of the player who looks, by that player's points.
    pub own: Men,
    /// The other player's men, by the other player's points: its point `p` is the looker's `25 - p`.
    pub opp: Men,
}

impl Board {
    /// The initial position, the same for both players.
    pub const START: Board = {
        let men = Men((2 << 96) | (5 << 52) | (3 << 32) | (5 << 24));
        Board { own: men, opp: men }
    };

    /// The board in four words, for views.
    #[inline]
    pub(super) fn words(self) -> [u64; 4] {
        let [own, opp] = [self.own.0, self.opp.0];
        [own as u64, (own >> 64) as u64, opp as u64, (opp >> 64) as u64]
    }

    /// The board of its words.
    #[inline]
    pub(super) fn from_words([a, b, c, d]: [u64; 4]) -> Board {
        let men = |low: u64, high: u64| Men(u128::from(high) << 64 | u128::from(low));
        Board { own: men(a, b), opp: men(c, d) }
    }

    /// The same board as the other player sees it.
    #[inline]
    pub fn flipped(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// How many of the other player's men stand on a point of the looker's.
    #[inline]
    pub fn opp_on(self, point: u32) -> u32 {
        self.opp.on(25 - point)
    }

    /// Whether a man of one player may still have to pass one of the other.
    #[inline]
    pub fn has_contact(self) -> bool {
        self.own.rearmost() + self.opp.rearmost() > 25
    }

    /// What a win is worth to the looker, whose men are all off: 1, 2 for a gammon, 3 for a backgammon.
    pub fn won_points(self) -> u32 {
        if self.opp.on(OFF) > 0 {
            1
        } else if self.opp.rearmost() > 18 {
            3
        } else {
            2
        }
    }

    /// Whether the looker has borne off all men.
    #[inline]
    pub fn is_won(self) -> bool {
        self.own.on(OFF) == MEN
    }

    /// The looker's man on `from` moved `die` steps, which must be legal.
    #[inline]
    pub(super) fn stepped(self, from: u32, die: u32) -> Board {
        let to = from.saturating_sub(die);
        let hits = to > OFF && self.opp_on(to) == 1;
        let opp = if hits { self.opp.moved(25 - to, BAR) } else { self.opp };
        Board { own: self.own.moved(from, to), opp }
    }

    /// The looker's man on `from` moved `die` steps, or nothing if that breaks a rule other than the use of the whole
    /// roll. There must be a man on `from`.
    #[inline]
    pub fn step(self, from: u32, die: u32) -> Option<Board> {
        let is_legal = if from > die {
            self.opp_on(from - die) < 2
        } else {
            // A man may leave with more steps than it needs only if none is behind it.
            self.own.are_home() && (from == die || self.own.rearmost() == from)
        };
        is_legal.then(|| self.stepped(from, die))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men = |men: Men| (OFF..=BAR).map(|place| format!("{:x}", men.on(place))).collect::<String>();
        write!(f, "Board({} {})", men(self.own), men(self.opp))
    }
}

impl fmt::Debug for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Men({:026x})", self.0)
    }
}
