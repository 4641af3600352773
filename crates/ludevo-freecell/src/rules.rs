//! A game of FreeCell in progress: what lies on what, and how moves change it.
//!
//! A cascade is a chain of cards, each of which knows the card under it, so a position does not say in which order
//! cascades and cells stand: two positions that differ only in that are equal, and so are their keys. Moving a run of
//! cards in order changes what one card lies on.

use super::cards::{Card, DECK, FITS_ON, SUITS, cards};
use super::deal::{Deal, Layout};

/// Where a card lies, or is to be put: on another card, or one of the places below. A place is a small number, the
/// cards first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u8);

impl Place {
    /// The ground of a cascade.
    pub const TABLE: Place = Place(52);
    /// A cell.
    pub const CELL: Place = Place(53);
    /// The foundation of its suit.
    pub const HOME: Place = Place(54);

    /// On this card.
    #[inline]
    pub const fn on(card: Card) -> Place {
        Place(card.number())
    }

    /// The card it is, if it is one.
    #[inline]
    pub const fn card(self) -> Option<Card> {
        Card::new(self.0)
    }
}

/// A card with all the cards on it moves to a place. More than one card may only go to another cascade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The lowest card that moves.
    pub card: Card,
    /// Where to.
    pub to: Place,
}

/// More than every rank.
const NO_RANK: u8 = 13;

/// No rank of any suit.
const NO_RANKS: u16 = 0xffff;

/// No card lies on it.
const NOTHING: u8 = 63;

/// A position, equal to any other that differs only in the order of cascades and cells.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The place of each card.
    under: [u8; DECK],
    /// The card on each card, or [`NOTHING`].
    over: [u8; DECK],
    /// The lowest rank among a card and all those under it.
    lowest: [u8; DECK],
    /// The same suit by suit, four bits each; 15 where there is none.
    lowest_of: [u16; DECK],
    /// Cards at home, a suit each.
    home: [u8; SUITS],
    cascades: u8,
    empty: u8,
    free: u8,
    /// Cards in order, cards that block, and the sum of their ranks: counted here because every node asks for them.
    joined_count: u8,
    blocking_count: u8,
    locking_count: u8,
    blocking_ranks: u16,
    bottom_ranks: u16,
    key: u64,
    tops: u64,
    bottoms: u64,
    cells: u64,
    next: u64,
    joined: u64,
    blocking: u64,
    locking: u64,
}

/// The lowest ranks among cards of a cascade, and those under them.
#[derive(Clone, Copy, Debug)]
pub struct Lowest {
    rank: u8,
    /// Suit by suit, four bits each; 15 where there is none.
    of_suits: u16,
}

impl Lowest {
    /// Whether a card on these would block a lower one, and whether one of its own suit.
    #[inline]
    pub fn is_blocked_by(self, card: Card) -> (bool, bool) {
        let same = (self.of_suits >> (card.suit() * 4) & 15) as u8;
        (self.rank < card.rank(), same < card.rank())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.under, self.empty, self.free) == (other.under, other.empty, other.free)
    }
}

impl Eq for Position {}

/// How many places there are: the cards, and the three that are none.
const PLACES: usize = DECK + 3;

/// Random factors of the key, a card each.
const CARD_FACTORS: [u64; DECK] = random_numbers(1);

/// Random factors of the key, a place each.
const PLACE_FACTORS: [u64; PLACES] = random_numbers(2);

/// Numbers of SplitMix64.
const fn random_numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut state = seed << 32;
    let mut place = 0;
    while place < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[place] = (z ^ z >> 31) | 1;
        place += 1;
    }
    numbers
}

/// What a card in a place adds to the key. The keys of all cards are added up: two tables that stay in the fastest
/// memory and a product, since every move that is looked at asks for two of them.
#[inline]
fn key_of(card: Card, place: u8) -> u64 {
    CARD_FACTORS[usize::from(card.number())].wrapping_mul(PLACE_FACTORS[usize::from(place)])
}

impl Position {
    /// The position of a deal before the first move.
    pub fn new(deal: &Deal) -> Position {
        let Layout { cascades, cells, ranks } = deal.layout;
        let mut position = Position {
            under: [Place::HOME.0; DECK],
            over: [NOTHING; DECK],
            lowest: [0; DECK],
            lowest_of: [0; DECK],
            home: deal.home,
            cascades,
            empty: cascades,
            free: cells,
            joined_count: 0,
            blocking_count: 0,
            locking_count: 0,
            blocking_ranks: 0,
            bottom_ranks: 0,
            key: 0,
            tops: 0,
            bottoms: 0,
            cells: 0,
            next: 0,
            joined: 0,
            blocking: 0,
            locking: 0,
        };
        for suit in 0..SUITS as u8 {
            let first = deal.home[usize::from(suit)];
            if first < ranks {
                position.next |= 1 << (first * 4 + suit);
            }
        }
        // Cards that the deck leaves out count as being at home, where nothing is ever put on them.
        for cascade in &deal.cascades {
            let mut under = Place::TABLE;
            for card in cascade {
                position.put(*card, *card, under);
                under = Place::on(*card);
            }
        }
        for card in &deal.cells {
            position.put(*card, *card, Place::CELL);
        }
        for number in 0..ranks * 4 {
            let card = Card::at(number);
            position.key = position.key.wrapping_add(key_of(card, position.under[usize::from(number)]));
        }
        position
    }

    /// A number that equal positions share and others, but for chance, do not.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether every card is at home.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.tops | self.cells == 0
    }

    /// Whether no card lies on a lower one: then the rest goes home card by card.
    #[inline]
    pub fn is_sorted(&self) -> bool {
        self.blocking == 0
    }

    /// The exposed cards of the cascades.
    #[inline]
    pub fn tops(&self) -> u64 {
        self.tops
    }

    /// The lowest cards of the cascades.
    #[inline]
    pub fn bottoms(&self) -> u64 {
        self.bottoms
    }

    /// The cards in cells.
    #[inline]
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The cards that may go home next, one of each suit.
    #[inline]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The cards that lie on a card of the next rank and the other colour.
    #[inline]
    pub fn joined(&self) -> u64 {
        self.joined
    }

    /// The cards under which a lower one lies, somewhere in their cascade.
    #[inline]
    pub fn blocking(&self) -> u64 {
        self.blocking
    }

    /// How many cards lie on one of the next rank and the other colour.
    #[inline]
    pub fn joined_count(&self) -> u32 {
        self.joined_count.into()
    }

    /// How many cards block a lower one.
    #[inline]
    pub fn blocking_count(&self) -> u32 {
        self.blocking_count.into()
    }

    /// The sum of the ranks of the cards that block a lower one.
    #[inline]
    pub fn blocking_ranks(&self) -> u32 {
        self.blocking_ranks.into()
    }

    /// How many cards block a lower one of their own suit: each of them must move before it can go home.
    #[inline]
    pub fn locking_count(&self) -> u32 {
        self.locking_count.into()
    }

    /// How many cascades have cards.
    #[inline]
    pub fn bottom_count(&self) -> u32 {
        u32::from(self.cascades - self.empty)
    }

    /// The sum of the ranks of the lowest cards of the cascades.
    #[inline]
    pub fn bottom_ranks(&self) -> u32 {
        self.bottom_ranks.into()
    }

    /// The lowest cards that would lie under a card in a place.
    #[inline]
    pub fn lowest(&self, to: Place) -> Lowest {
        match to.card() {
            Some(under) => {
                let index = usize::from(under.number());
                Lowest { rank: self.lowest[index], of_suits: self.lowest_of[index] }
            }
            None => Lowest { rank: NO_RANK, of_suits: NO_RANKS },
        }
    }

    /// The cards that block a lower one of their own suit.
    #[inline]
    pub fn locking(&self) -> u64 {
        self.locking
    }

    /// The key after a move, before anything follows from it.
    #[inline]
    pub fn key_after(&self, action: Move) -> u64 {
        let from = self.under[usize::from(action.card.number())];
        self.key.wrapping_sub(key_of(action.card, from)).wrapping_add(key_of(action.card, action.to.0))
    }

    /// How many cells are free.
    #[inline]
    pub fn free(&self) -> u8 {
        self.free
    }

    /// How many cascades are empty.
    #[inline]
    pub fn empty(&self) -> u8 {
        self.empty
    }

    /// How many cards of a suit are at home.
    #[inline]
    pub fn home(&self, suit: u8) -> u8 {
        self.home[usize::from(suit)]
    }

    /// How many cards are at home.
    #[inline]
    pub fn home_cards(&self) -> u32 {
        self.home.iter().map(|count| u32::from(*count)).sum()
    }

    /// Where a card lies.
    #[inline]
    pub fn place(&self, card: Card) -> Place {
        Place(self.under[usize::from(card.number())])
    }

    /// The card on a card, if there is one.
    #[inline]
    pub fn over(&self, card: Card) -> Option<Card> {
        Card::new(self.over[usize::from(card.number())])
    }

    /// How many cards lie on a card.
    #[inline]
    pub fn cards_over(&self, card: Card) -> u32 {
        let mut count = 0;
        let mut at = self.over[usize::from(card.number())];
        while at != NOTHING {
            count += 1;
            at = self.over[usize::from(at)];
        }
        count
    }

    /// How many cards in order may go onto another card at once, when `empty` cascades can help.
    #[inline]
    pub fn capacity(&self, empty: u8) -> u32 {
        (u32::from(self.free) + 1) << empty.min(8)
    }

    /// Takes a card and what lies on it to a place, without automatic moves. Returns how many cards that were.
    #[inline]
    pub fn apply(&mut self, action: Move) -> u32 {
        let Move { card, to } = action;
        let index = usize::from(card.number());
        let from = self.under[index];
        let mut top = card;
        let mut count = 1;
        while let Some(over) = self.over(top) {
            top = over;
            count += 1;
        }
        match Place(from) {
            Place::CELL => {
                self.cells &= !card.bit();
                self.free += 1;
            }
            Place::TABLE => {
                self.tops &= !top.bit();
                self.bottoms &= !card.bit();
                self.bottom_ranks -= u16::from(card.rank());
                self.empty += 1;
            }
            _ => {
                self.tops = self.tops & !top.bit() | 1 << from;
                self.over[usize::from(from)] = NOTHING;
            }
        }
        self.key = self.key.wrapping_sub(key_of(card, from)).wrapping_add(key_of(card, to.0));
        self.put(card, top, to);
        count
    }

    /// Puts a card that lies nowhere, with the cards on it up to `top`, in its place.
    #[inline]
    fn put(&mut self, card: Card, top: Card, to: Place) {
        let index = usize::from(card.number());
        self.under[index] = to.0;
        self.set_joined(card, false);
        let mut lowest = NO_RANK;
        let mut lowest_of = NO_RANKS;
        match to {
            Place::HOME => {
                let suit = usize::from(card.suit());
                self.home[suit] += 1;
                self.next &= !card.bit();
                // The rank above is not next if the deck ends here.
                if let Some(above) = Card::new(card.number() + 4).filter(|above| self.is_in_play(*above)) {
                    self.next |= above.bit();
                }
                self.set_blocking(card, false);
                self.set_locking(card, false);
                return;
            }
            Place::CELL => {
                self.cells |= card.bit();
                self.free -= 1;
                self.set_blocking(card, false);
                self.set_locking(card, false);
                return;
            }
            Place::TABLE => {
                self.bottoms |= card.bit();
                self.bottom_ranks += u16::from(card.rank());
                self.empty -= 1;
            }
            Place(under) => {
                self.over[usize::from(under)] = card.number();
                self.tops &= !(1 << under);
                self.set_joined(card, FITS_ON[index] >> under & 1 == 1);
                lowest = self.lowest[usize::from(under)];
                lowest_of = self.lowest_of[usize::from(under)];
            }
        }
        self.tops |= top.bit();
        let mut at = card;
        loop {
            let (index, rank) = (usize::from(at.number()), at.rank());
            self.set_blocking(at, lowest < rank);
            lowest = lowest.min(rank);
            self.lowest[index] = lowest;
            let shift = at.suit() * 4;
            let same = (lowest_of >> shift & 15) as u8;
            self.set_locking(at, same < rank);
            if rank < same {
                lowest_of = lowest_of & !(15 << shift) | u16::from(rank) << shift;
            }
            self.lowest_of[index] = lowest_of;
            if at == top {
                break;
            }
            at = Card::at(self.over[index]);
        }
    }

    #[inline]
    fn set_joined(&mut self, card: Card, is: bool) {
        let was = (self.joined >> card.number() & 1) as u8;
        self.joined = self.joined & !card.bit() | u64::from(is) << card.number();
        self.joined_count = self.joined_count - was + u8::from(is);
    }

    #[inline]
    fn set_blocking(&mut self, card: Card, is: bool) {
        let was = (self.blocking >> card.number() & 1) as u8;
        self.blocking = self.blocking & !card.bit() | u64::from(is) << card.number();
        self.blocking_count = self.blocking_count - was + u8::from(is);
        let rank = u16::from(card.rank());
        self.blocking_ranks = self.blocking_ranks - rank * u16::from(was) + rank * u16::from(is);
    }

    #[inline]
    fn set_locking(&mut self, card: Card, is: bool) {
        let was = (self.locking >> card.number() & 1) as u8;
        self.locking = self.locking & !card.bit() | u64::from(is) << card.number();
        self.locking_count = self.locking_count - was + u8::from(is);
    }

    #[inline]
    fn is_in_play(&self, card: Card) -> bool {
        self.place(card) != Place::HOME
    }

    /// Plays one card home that no other card can need any more, and says which.
    ///
    /// A card is safe if both cards of the other colour and the rank below it are home, or can go home whenever they
    /// are exposed: those of two ranks below are home, and so is the other card of its colour three ranks below.
    #[inline]
    pub fn play_safe(&mut self) -> Option<Card> {
        for card in cards((self.tops | self.cells) & self.next) {
            let rank = card.rank();
            let suit = card.suit();
            // Clubs and spades are black, diamonds and hearts red: 3 - suit is the other suit of the colour.
            let (one, two) = if card.is_red() { (0, 3) } else { (1, 2) };
            let others = self.home(one).min(self.home(two));
            let same = self.home(3 - suit);
            if others >= rank || (others + 1 >= rank && same + 2 >= rank) {
                self.apply(Move { card, to: Place::HOME });
                return Some(card);
            }
        }
        None
    }

    /// Whether a move keeps the rules, a run of cards counting as one move.
    pub fn is_legal(&self, action: Move) -> bool {
        let Move { card, to } = action;
        if !self.is_in_play(card) {
            return false;
        }
        let mut count = 1;
        let mut at = card;
        while let Some(over) = self.over(at) {
            if self.joined & over.bit() == 0 {
                return false;
            }
            at = over;
            count += 1;
        }
        match to {
            Place::HOME => count == 1 && self.next & card.bit() != 0,
            Place::CELL => count == 1 && self.free > 0 && self.place(card) != Place::CELL,
            Place::TABLE => {
                self.empty > 0 && self.place(card) != Place::TABLE && count <= self.capacity(self.empty - 1)
            }
            Place(under) => {
                let fits = FITS_ON[usize::from(card.number())] & self.tops;
                fits >> under & 1 == 1 && count <= self.capacity(self.empty)
            }
        }
    }
}
