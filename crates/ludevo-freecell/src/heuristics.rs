//! The published heuristics (Table 11.1 of Evolved to Win) and the auxiliary functions of its policies (Table 11.4).

use ludevo_search::puzzle::{Heuristic, Puzzle, Step};

use super::cards::{Card, cards};
use super::moves::FreeCell;
use super::rules::{Move, Place, Position};

/// One of the nine.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Its name in the table.
    pub name: &'static str,
    /// What it returns.
    pub meaning: &'static str,
    /// Its value in a position.
    pub value: fn(&Position) -> f64,
    /// What a standard game can reach at least and at most.
    pub range: (f64, f64),
    /// Whether it falls on the way to the goal. Where it rises, the normalised value is turned over.
    pub falls: bool,
}

impl Published {
    /// The value brought to the range from 0 to 1, oriented so that less is nearer the goal (section 11.2.3).
    #[inline]
    pub fn normalised(&self, position: &Position) -> f64 {
        let (low, high) = self.range;
        let share = (((self.value)(position) - low) / (high - low)).clamp(0.0, 1.0);
        if self.falls { share } else { 1.0 - share }
    }
}

/// The heuristics in the order of the table.
pub const PUBLISHED: [Published; 9] = [
    Published {
        name: "HSDH",
        meaning: "cards on those that go home next, twice as many if no cell is free and no cascade empty",
        value: hsdh,
        // Nineteen cards in a cascade are the most: seven dealt and a run from queen to ace on the last of them.
        range: (0.0, 2.0 * 4.0 * 18.0),
        falls: true,
    },
    Published {
        name: "NumberWellPlaced",
        meaning: "cards in cascades that are in order from their lowest card on",
        value: well_placed,
        range: (0.0, 52.0),
        falls: false,
    },
    Published {
        name: "NumCardsNotAtFoundations",
        meaning: "cards that are not at home",
        value: |position| 52.0 - f64::from(position.home_cards()),
        range: (0.0, 52.0),
        falls: true,
    },
    Published {
        name: "FreeCells",
        meaning: "free cells and empty cascades",
        value: |position| f64::from(position.free() + position.empty()),
        range: (0.0, 12.0),
        falls: false,
    },
    Published {
        name: "DifferenceFromTop",
        meaning: "mean value of the exposed cards of cascades minus that of the foundations",
        value: difference_from_top,
        range: (-13.0, 13.0),
        falls: true,
    },
    Published {
        name: "LowestHomeCard",
        meaning: "the highest card value minus the lowest at home",
        value: |position| 13.0 - f64::from(homes(position).0),
        range: (0.0, 13.0),
        falls: true,
    },
    Published {
        name: "HighestHomeCard",
        meaning: "the highest card value at home",
        value: |position| f64::from(homes(position).1),
        range: (0.0, 13.0),
        falls: false,
    },
    Published {
        name: "DifferenceHome",
        meaning: "the highest card value at home minus the lowest",
        value: |position| f64::from(homes(position).1 - homes(position).0),
        range: (0.0, 13.0),
        falls: true,
    },
    Published {
        name: "SumOfBottomCards",
        meaning: "100, what four kings and four queens add up to, minus the values of the lowest cards of cascades",
        value: |position| 100.0 - f64::from(position.bottom_ranks() + position.bottom_count()),
        range: (0.0, 100.0),
        falls: true,
    },
];

/// The emptiest and the fullest foundation.
fn homes(position: &Position) -> (u8, u8) {
    let homes = [0, 1, 2, 3].map(|suit| position.home(suit));
    (homes[0].min(homes[1]).min(homes[2].min(homes[3])), homes[0].max(homes[1]).max(homes[2].max(homes[3])))
}

/// Heineman's staged deepening heuristic.
pub fn hsdh(position: &Position) -> f64 {
    let over: u32 = cards(position.next()).map(|card| position.cards_over(card)).sum();
    let doubled = position.free() + position.empty() == 0;
    f64::from(if doubled { 2 * over } else { over })
}

fn well_placed(position: &Position) -> f64 {
    let mut count = 0;
    for bottom in cards(position.bottoms()) {
        let mut card = bottom;
        let mut run = 1;
        while let Some(over) = position.over(card) {
            if position.joined() & over.bit() == 0 {
                // A pile is well placed if all its cards are.
                run = 0;
                break;
            }
            card = over;
            run += 1;
        }
        count += run;
    }
    f64::from(count)
}

fn difference_from_top(position: &Position) -> f64 {
    let tops: u32 = cards(position.tops()).map(value_of).sum();
    let mean = if position.tops() == 0 { 0.0 } else { f64::from(tops) / f64::from(position.bottom_count()) };
    mean - f64::from(position.home_cards()) / 4.0
}

/// A card's value as people count: an ace is 1, a king 13.
fn value_of(card: Card) -> u32 {
    u32::from(card.rank()) + 1
}

/// A weighted sum of the nine (section 11.2.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// In the order of [`PUBLISHED`].
    pub weights: [f64; 9],
}

impl Heuristic<FreeCell> for Weighted {
    #[inline]
    fn value(&mut self, _puzzle: &FreeCell, position: &Position, _step: &Step<Move>) -> f64 {
        let pairs = PUBLISHED.iter().zip(self.weights);
        pairs
            .filter(|(_, weight)| *weight != 0.0)
            .map(|(heuristic, weight)| weight * heuristic.normalised(position))
            .sum()
    }
}

/// What a condition of a policy may ask beside the nine (Table 11.4). DifficultyLevel is left out: it cannot be known
/// for a deal that nobody has solved.
#[derive(Clone, Copy, Debug)]
pub struct Auxiliary {
    /// Its name in the table.
    pub name: &'static str,
    /// What it returns.
    pub meaning: &'static str,
    /// Its value; conditions are 0 or 1.
    pub value: fn(&Position, &Step<Move>) -> f64,
}

/// The auxiliary functions in the order of the table, PhaseByX aside: see [`phase`].
pub const AUXILIARY: [Auxiliary; 8] = [
    Auxiliary {
        name: "IsMoveToFreecell",
        meaning: "the last move went to a cell",
        value: |_, step| went(step, |to| to == Place::CELL),
    },
    Auxiliary {
        name: "IsMoveToCascade",
        meaning: "the last move went to a cascade",
        value: |_, step| went(step, |to| to != Place::CELL && to != Place::HOME),
    },
    Auxiliary {
        name: "IsMoveToFoundation",
        meaning: "the last move went home",
        value: |_, step| went(step, |to| to == Place::HOME),
    },
    Auxiliary {
        name: "IsMoveToSortedPile",
        meaning: "the last move went to a cascade that is in order from its lowest card on",
        value: |position, step| {
            f64::from(u8::from(step.last.is_some_and(|last| is_in_sorted_pile(position, last))))
        },
    },
    Auxiliary {
        name: "LastCardMoved",
        meaning: "the value of the card moved last",
        value: |_, step| step.last.map_or(0.0, |last| f64::from(value_of(last.card))),
    },
    Auxiliary {
        name: "NumberOfSiblings",
        meaning: "positions that the last one led to",
        value: |_, step| f64::from(step.siblings),
    },
    Auxiliary {
        name: "NumberOfChildren",
        meaning: "positions that this one leads to",
        value: |position, _| {
            let mut moves = Vec::new();
            FreeCell::PLAIN.moves(position, &mut moves);
            moves.len() as f64
        },
    },
    Auxiliary { name: "g", meaning: "moves made so far", value: |_, step| f64::from(step.length) },
];

fn went(step: &Step<Move>, there: impl Fn(Place) -> bool) -> f64 {
    f64::from(u8::from(step.last.is_some_and(|last| there(last.to))))
}

fn is_in_sorted_pile(position: &Position, last: Move) -> bool {
    let mut card = last.card;
    loop {
        match position.place(card) {
            Place::TABLE => return true,
            place if position.joined() & card.bit() != 0 => match place.card() {
                Some(under) => card = under,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// PhaseByX: how far along the way a position is if the heuristic X tells what is left of it: g / (g + h).
pub fn phase(heuristic: &Published, position: &Position, step: &Step<Move>) -> f64 {
    let (g, h) = (f64::from(step.length), (heuristic.value)(position));
    if g + h > 0.0 { g / (g + h) } else { 0.0 }
}
