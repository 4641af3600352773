//! Cards as small numbers, and tables of which cards go together.

use std::fmt;

/// How many cards the largest deck has.
pub const DECK: usize = 52;

/// How many suits there are.
pub const SUITS: usize = 4;

/// A card: four times its rank, from 0 for an ace to 12 for a king, plus its suit in the order clubs, diamonds, hearts,
/// spades. That is the order in which the Microsoft deals count cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUIT_LETTERS: &[u8; 4] = b"CDHS";

impl Card {
    /// The card of this number, if it is below 52.
    pub const fn new(number: u8) -> Option<Card> {
        if (number as usize) < DECK { Some(Card(number)) } else { None }
    }

    /// The card of this number; the number is known to be below 52.
    #[inline]
    pub(super) const fn at(number: u8) -> Card {
        debug_assert!((number as usize) < DECK);
        Card(number)
    }

    /// The card of a rank, from 0 for an ace, and a suit.
    pub const fn of(rank: u8, suit: u8) -> Option<Card> {
        if rank < 13 && suit < 4 { Some(Card(rank * 4 + suit)) } else { None }
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its rank, from 0 for an ace to 12 for a king.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// Its suit: clubs 0, diamonds 1, hearts 2, spades 3.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }

    /// Whether it is a diamond or a heart.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }

    /// The set of this card alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The card that a text of two characters names, such as `TH` or `10H` for the ten of hearts.
    pub fn parse(text: &str) -> Option<Card> {
        let upper = text.to_ascii_uppercase().replace("10", "T");
        let &[rank, suit] = upper.as_bytes() else { return None };
        let rank = RANKS.iter().position(|known| *known == rank)?;
        let suit = SUIT_LETTERS.iter().position(|known| *known == suit)?;
        Card::of(rank as u8, suit as u8)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (RANKS[usize::from(self.rank())], SUIT_LETTERS[usize::from(self.suit())]);
        write!(f, "{}{}", rank as char, suit as char)
    }
}

/// For each card the set of cards that it may be put on: the next rank in the other colour.
pub(super) const FITS_ON: [u64; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    while number < 48 {
        let card = Card(number);
        let mut suit = 0;
        while suit < 4 {
            let other = Card((card.rank() + 1) * 4 + suit);
            if other.is_red() != card.is_red() {
                table[number as usize] |= other.bit();
            }
            suit += 1;
        }
        number += 1;
    }
    table
};

/// The cards of a set, lowest number first.
#[inline]
pub(super) fn cards(mut set: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let card = Card(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(card)
    })
}

/// A letter for each suit.
pub(super) fn suit_letter(suit: usize) -> char {
    SUIT_LETTERS[suit] as char
}

/// A letter for each rank.
pub(super) fn rank_letter(rank: usize) -> char {
    RANKS[rank] as char
}
