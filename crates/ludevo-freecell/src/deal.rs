//! Deals: the numbered Microsoft deals, and deals as text in the format of fc-solve.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::cards::{Card, DECK, SUITS, rank_letter, suit_letter};

/// How many cascades, cells and cards a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The columns of cards.
    pub cascades: u8,
    /// The free cells.
    pub cells: u8,
    /// Cards of each suit, from the ace up.
    pub ranks: u8,
}

impl Layout {
    /// The game as Microsoft made it known: eight cascades, four cells, 52 cards.
    pub const STANDARD: Layout = Layout { cascades: 8, cells: 4, ranks: 13 };

    /// Fails if a count is out of its range.
    pub fn check(&self) -> Result<(), DealError> {
        let check = |what, found: u8, low, high| {
            if (low..=high).contains(&found) {
                Ok(())
            } else {
                Err(DealError::Layout { what, found: found.into(), low, high })
            }
        };
        check("cascades", self.cascades, 1, 52)?;
        check("cells", self.cells, 0, 52)?;
        check("cards of a suit", self.ranks, 1, 13)
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        usize::from(self.ranks) * SUITS
    }
}

/// Cards on the table, in the cells and at home before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// What the game consists of.
    pub layout: Layout,
    /// The cascades from left to right, each from its deepest card to the exposed one.
    pub cascades: Vec<Vec<Card>>,
    /// The cards in cells.
    pub cells: Vec<Card>,
    /// How many cards of clubs, diamonds, hearts and spades are at home.
    pub home: [u8; SUITS],
}

/// What is wrong with a deal.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealError {
    /// A number that is no deal.
    #[error("deal number {0} does not exist: allowed is 1 to 2147483647")]
    Number(String),
    /// A count out of its range.
    #[error("{found} {what}: allowed is {low} to {high}")]
    Layout {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The least.
        low: u8,
        /// The most.
        high: u8,
    },
    /// No line has a card.
    #[error("the deal is empty: expected {0} lines of cards, one a cascade, such as `JD KD 2S 4C`")]
    Empty(u8),
    /// A word that is no card.
    #[error(
        "line {line}: `{word}` is not a card: write rank A 2 to 9 T J Q K and suit C D H S, such as `TH`"
    )]
    Word {
        /// Counted from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// A card of a rank that the deck does not have.
    #[error("line {line}: {card} is not in a deck of {ranks} cards a suit")]
    Rank {
        /// Counted from 1.
        line: usize,
        /// The card.
        card: Card,
        /// Cards a suit.
        ranks: u8,
    },
    /// A card for the second time.
    #[error("line {line}: {card} is there twice")]
    Double {
        /// Where it stands the second time, counted from 1.
        line: usize,
        /// The card.
        card: Card,
    },
    /// A card that is nowhere.
    #[error("{0} is missing from the deal{others}", others = others(*.1))]
    Missing(Card, usize),
    /// Too few or too many lines of cards.
    #[error("{found} cascades, expected {expected}: one line each, deepest card first (line {line})")]
    Cascades {
        /// The last line.
        line: usize,
        /// How many lines of cards there are.
        found: usize,
        /// How many there should be.
        expected: u8,
    },
    /// More cards in cells than there are cells.
    #[error("line {line}: {found} cards in cells, but there are {cells} cells")]
    Cells {
        /// Counted from 1.
        line: usize,
        /// How many cards.
        found: usize,
        /// How many cells.
        cells: u8,
    },
    /// A word that is no foundation.
    #[error(
        "line {line}: `{word}` is not a foundation: write suit and rank such as `H-3`, `0` for an empty one"
    )]
    Home {
        /// Counted from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
}

fn others(missing: usize) -> String {
    match missing {
        0 | 1 => String::new(),
        more => format!(", and {} others", more - 1),
    }
}

impl Deal {
    /// The Microsoft deal of this number: 1 to 32000 are those of the first Windows versions, the others came later.
    pub fn microsoft(number: u32) -> Result<Deal, DealError> {
        if number == 0 || number > i32::MAX as u32 {
            return Err(DealError::Number(number.to_string()));
        }
        // The random numbers of Microsoft's C library. Each card drawn leaves a hole that the last card of the deck
        // fills.
        let mut state = number;
        let mut deck: Vec<u8> = (0..DECK as u8).collect();
        let mut cascades = vec![Vec::new(); 8];
        for place in 0..DECK {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            let draw = (state >> 16 & 0x7fff) as usize % deck.len();
            cascades[place % 8].push(Card::at(deck.swap_remove(draw)));
        }
        Ok(Deal { layout: Layout::STANDARD, cascades, cells: Vec::new(), home: [0; SUITS] })
    }

    /// A deal from its text: a line a cascade, deepest card first; before them there may be `Foundations: H-0 C-2 D-0
    /// S-A` and `Freecells: 3H - KD`. Lines that start with `#` and empty lines do not count. Only a game of fewer
    /// cards than 52 may leave cards of the higher ranks out.
    pub fn parse(text: &str, layout: Layout) -> Result<Deal, DealError> {
        layout.check()?;
        let mut deal = Deal { layout, cascades: Vec::new(), cells: Vec::new(), home: [0; SUITS] };
        let mut seen = 0u64;
        let mut last = 0;
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            last = line;
            if let Some(rest) = strip(content, &["foundations:", "founds:"]) {
                let home = parse_home(rest, line, layout)?;
                for (suit, count) in home.into_iter().enumerate() {
                    for card in (0..count).map(|rank| Card::at((usize::from(rank) * SUITS + suit) as u8)) {
                        if seen & card.bit() != 0 {
                            return Err(DealError::Double { line, card });
                        }
                        seen |= card.bit();
                    }
                    // A further line says more of other suits.
                    deal.home[suit] = deal.home[suit].max(count);
                }
                continue;
            }
            let (rest, in_cells) = match strip(content, &["freecells:", "fc:"]) {
                Some(rest) => (rest, true),
                None => (content.trim_start_matches(':'), false),
            };
            let mut cards = Vec::new();
            for word in rest.split_whitespace().filter(|word| *word != "-") {
                let Some(card) = Card::parse(word) else {
                    return Err(DealError::Word { line, word: word.chars().take(20).collect() });
                };
                if card.rank() >= layout.ranks {
                    return Err(DealError::Rank { line, card, ranks: layout.ranks });
                }
                if seen & card.bit() != 0 {
                    return Err(DealError::Double { line, card });
                }
                seen |= card.bit();
                cards.push(card);
            }
            if in_cells {
                deal.cells.append(&mut cards);
                if deal.cells.len() > usize::from(layout.cells) {
                    return Err(DealError::Cells { line, found: deal.cells.len(), cells: layout.cells });
                }
            } else {
                deal.cascades.push(cards);
            }
        }
        if last == 0 {
            return Err(DealError::Empty(layout.cascades));
        }
        if deal.cascades.len() != usize::from(layout.cascades) {
            let (found, expected) = (deal.cascades.len(), layout.cascades);
            return Err(DealError::Cascades { line: last, found, expected });
        }
        let absent = !seen & (u64::MAX >> (64 - layout.cards()));
        match super::cards::cards(absent).next() {
            Some(card) => Err(DealError::Missing(card, absent.count_ones() as usize)),
            None => Ok(deal),
        }
    }
}

impl FromStr for Deal {
    type Err = DealError;

    /// A deal of the standard layout.
    fn from_str(text: &str) -> Result<Deal, DealError> {
        Deal::parse(text, Layout::STANDARD)
    }
}

/// What follows one of these words.
fn strip<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().find_map(|word| {
        let head = line.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| &line[word.len()..])
    })
}

fn parse_home(text: &str, line: usize, layout: Layout) -> Result<[u8; SUITS], DealError> {
    let mut home = [0; SUITS];
    for word in text.split_whitespace() {
        let wrong = || DealError::Home { line, word: word.chars().take(20).collect() };
        let (suit, rank) = word.split_once('-').ok_or_else(wrong)?;
        let suit = (0..SUITS)
            .find(|known| suit.eq_ignore_ascii_case(&suit_letter(*known).to_string()))
            .ok_or_else(wrong)?;
        home[suit] = match rank {
            "0" => 0,
            rank => Card::parse(&format!("{rank}C")).ok_or_else(wrong)?.rank() + 1,
        };
        if home[suit] > layout.ranks {
            return Err(wrong());
        }
    }
    Ok(home)
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.home != [0; SUITS] {
            let founds = (0..SUITS).map(|suit| match self.home[suit] {
                0 => format!("{}-0", suit_letter(suit)),
                count => format!("{}-{}", suit_letter(suit), rank_letter(usize::from(count) - 1)),
            });
            writeln!(f, "Foundations: {}", founds.collect::<Vec<_>>().join(" "))?;
        }
        if !self.cells.is_empty() {
            let cards: Vec<String> = self.cells.iter().map(Card::to_string).collect();
            writeln!(f, "Freecells: {}", cards.join(" "))?;
        }
        for cascade in &self.cascades {
            let cards: Vec<String> = cascade.iter().map(Card::to_string).collect();
            // An empty line would not count as a cascade.
            writeln!(f, "{}", if cards.is_empty() { ":".to_owned() } else { cards.join(" ") })?;
        }
        Ok(())
    }
}
