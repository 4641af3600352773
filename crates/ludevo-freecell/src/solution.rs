//! Solutions as people and other programs read them: moves between numbered cascades and lettered cells.

use std::fmt;

use super::cards::{Card, DECK, cards, suit_letter};
use super::deal::Deal;
use super::moves::FreeCell;
use super::rules::{Move, Place, Position};

/// A place on the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cascade, from the left.
    Cascade(usize),
    /// A cell, from the left.
    Cell(usize),
    /// The foundations.
    Home,
}

impl fmt::Display for Spot {
    /// The standard notation: cascades by number from 1, cells by letter from a, h for home. Beyond ten cascades or
    /// seven cells the letters would run into each other, so these are written with a sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Spot::Cascade(place) if place < 9 => write!(f, "{}", place + 1),
            Spot::Cascade(9) => write!(f, "0"),
            Spot::Cascade(place) => write!(f, "#{}", place + 1),
            Spot::Cell(place) if place < 7 => write!(f, "{}", (b'a' + place as u8) as char),
            Spot::Cell(place) => write!(f, "@{}", place + 1),
            Spot::Home => write!(f, "h"),
        }
    }
}

/// One move: a card, or a run of cards in order counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The lowest card that moves.
    pub card: Card,
    /// How many cards move.
    pub count: usize,
    /// From where.
    pub from: Spot,
    /// To where.
    pub to: Spot,
}

impl fmt::Display for Play {
    /// The standard notation, such as `7a` or `32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl Play {
    /// The move in words.
    pub fn words(&self) -> String {
        let spot = |spot: Spot| match spot {
            Spot::Cascade(place) => format!("cascade {}", place + 1),
            Spot::Cell(_) => format!("cell {spot}"),
            Spot::Home => format!("home {}", suit_letter(self.card.suit().into())),
        };
        let what = match self.count {
            1 => self.card.to_string(),
            count => format!("{count} cards from {}", self.card),
        };
        format!("{what}: {} to {}", spot(self.from), spot(self.to))
    }
}

/// All moves of a solved game, from the deal to the last card at home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    plays: Vec<Play>,
    singles: Vec<Play>,
}

impl Solution {
    /// Follows a path that a search found, with the cards that go home by themselves, and sends the rest home.
    pub fn new(deal: &Deal, puzzle: FreeCell, path: &[Move]) -> Solution {
        let mut table = Table::new(deal);
        let mut position = Position::new(deal);
        table.follow(&mut position, puzzle);
        for &action in path {
            table.play(action);
            position.apply(action);
            table.follow(&mut position, puzzle);
        }
        while let Some(card) = cards((position.tops() | position.cells()) & position.next()).next() {
            let action = Move { card, to: Place::HOME };
            table.play(action);
            position.apply(action);
        }
        Solution { plays: table.plays, singles: table.singles }
    }

    /// The moves, a run of cards counted as one.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// The moves card by card.
    pub fn singles(&self) -> &[Play] {
        &self.singles
    }
}

/// Cascades and cells in their places.
struct Table {
    cascades: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    /// Where each card is, and how many cards of its cascade lie under it.
    at: [(Spot, usize); DECK],
    plays: Vec<Play>,
    singles: Vec<Play>,
}

impl Table {
    fn new(deal: &Deal) -> Table {
        let mut cells: Vec<Option<Card>> = deal.cells.iter().copied().map(Some).collect();
        cells.resize(deal.layout.cells.into(), None);
        let mut at = [(Spot::Home, 0); DECK];
        for (place, cascade) in deal.cascades.iter().enumerate() {
            for (under, card) in cascade.iter().enumerate() {
                at[usize::from(card.number())] = (Spot::Cascade(place), under);
            }
        }
        for (place, card) in deal.cells.iter().enumerate() {
            at[usize::from(card.number())] = (Spot::Cell(place), 0);
        }
        Table {
            cascades: deal.cascades.clone(),
            cells,
            at,
            plays: Vec::with_capacity(128),
            singles: Vec::with_capacity(160),
        }
    }

    fn follow(&mut self, position: &mut Position, puzzle: FreeCell) {
        if puzzle.automatic {
            while let Some(card) = position.play_safe() {
                self.play(Move { card, to: Place::HOME });
            }
        }
    }

    fn empty_cascade(&self) -> Option<usize> {
        self.cascades.iter().position(Vec::is_empty)
    }

    /// Where a card is, and how many cards move with it.
    fn find(&self, card: Card) -> (Spot, usize) {
        let (spot, under) = self.at[usize::from(card.number())];
        match spot {
            Spot::Cascade(place) => (spot, self.cascades[place].len() - under),
            _ => (spot, 1),
        }
    }

    fn play(&mut self, action: Move) {
        let Move { card, to } = action;
        let (from, count) = self.find(card);
        let to = match to {
            Place::HOME => Spot::Home,
            Place::CELL => Spot::Cell(self.cells.iter().position(Option::is_none).expect("a free cell")),
            Place::TABLE => Spot::Cascade(self.empty_cascade().expect("an empty cascade")),
            on => self.find(on.card().expect("a card")).0,
        };
        self.plays.push(Play { card, count, from, to });
        match (from, to) {
            (Spot::Cascade(from), Spot::Cascade(to)) if count > 1 => {
                let free: Vec<usize> =
                    (0..self.cells.len()).filter(|cell| self.cells[*cell].is_none()).collect();
                let mut empty: Vec<usize> = (0..self.cascades.len())
                    .filter(|place| *place != to && self.cascades[*place].is_empty())
                    .collect();
                self.carry(count, from, to, &free, &mut empty);
            }
            _ => self.single(from, to),
        }
    }

    fn single(&mut self, from: Spot, to: Spot) {
        let card = match from {
            Spot::Cascade(place) => self.cascades[place].pop(),
            Spot::Cell(place) => self.cells[place].take(),
            Spot::Home => None,
        };
        let card = card.expect("a card to move");
        let mut under = 0;
        match to {
            Spot::Cascade(place) => {
                under = self.cascades[place].len();
                self.cascades[place].push(card);
            }
            Spot::Cell(place) => self.cells[place] = Some(card),
            Spot::Home => {}
        }
        self.at[usize::from(card.number())] = (to, under);
        self.singles.push(Play { card, count: 1, from, to });
    }

    /// Carries a run of cards by way of free cells and empty cascades.
    fn carry(&mut self, count: usize, from: usize, to: usize, free: &[usize], empty: &mut Vec<usize>) {
        if count <= free.len() + 1 {
            for cell in &free[..count - 1] {
                self.single(Spot::Cascade(from), Spot::Cell(*cell));
            }
            self.single(Spot::Cascade(from), Spot::Cascade(to));
            for cell in free[..count - 1].iter().rev() {
                self.single(Spot::Cell(*cell), Spot::Cascade(to));
            }
            return;
        }
        let aside = empty.pop().expect("a run is no longer than the room for it");
        let room = (free.len() + 1) << empty.len();
        if count > room {
            self.carry(count - room, from, aside, free, empty);
            self.carry(room, from, to, free, empty);
            self.carry(count - room, aside, to, free, empty);
        } else {
            self.carry(count, from, to, free, empty);
        }
        empty.push(aside);
    }
}
