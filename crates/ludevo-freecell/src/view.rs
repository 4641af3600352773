//! A game of FreeCell as people see it: cards in their places, in the order in which they lie.

use super::cards::{Card, FITS_ON};
use super::deal::{Deal, Layout};
use super::solution::{Play, Spot as Place};
use ludevo_game::scene::{Look, Scene, Shape, Spot};

/// Cards in their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    layout: Layout,
    pub(super) cascades: Vec<Vec<Card>>,
    pub(super) cells: Vec<Option<Card>>,
    /// Cards of each suit at home.
    pub(super) home: [u8; 4],
}

impl Spread {
    pub(super) fn new(deal: &Deal) -> Self {
        let mut cells: Vec<Option<Card>> = deal.cells.iter().copied().map(Some).collect();
        cells.resize(deal.layout.cells.into(), None);
        Spread { layout: deal.layout, cascades: deal.cascades.clone(), cells, home: deal.home }
    }

    /// The same as a deal, for a solver.
    pub(super) fn deal(&self) -> Deal {
        Deal {
            layout: self.layout,
            cascades: self.cascades.clone(),
            cells: self.cells.iter().flatten().copied().collect(),
            home: self.home,
        }
    }

    pub(super) fn is_won(&self) -> bool {
        self.home.iter().all(|count| *count == self.layout.ranks)
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, play: &Play) {
        let cascade = self.cascades.iter_mut().find(|cascade| cascade.contains(&play.card));
        let moved = match cascade {
            Some(cascade) => cascade.split_off(cascade.len() - play.count),
            None => {
                self.cells.iter_mut().filter(|cell| **cell == Some(play.card)).for_each(|cell| *cell = None);
                vec![play.card]
            }
        };
        match play.to {
            Place::Cascade(place) => self.cascades[place].extend(moved),
            Place::Cell(place) => self.cells[place] = Some(play.card),
            Place::Home => self.home[usize::from(play.card.suit())] += 1,
        }
    }
}

const WIDTH: f64 = 1.0;
const HEIGHT: f64 = 1.4;
const GAP: f64 = 0.14;
/// The height of a row of names above places.
const NAMES: f64 = 0.36;
/// How much of a card is seen under the next.
const STEP: f64 = 0.4;
/// How much of a mark is seen around the card that moved last.
const EDGE: f64 = 0.06;
/// The picture is as high as this many cards of a cascade, or more if there are more.
const ROWS: usize = 13;

/// The spot that a move leads to: the exposed card of its cascade, or the empty place.
pub(super) fn target(spread: &Spread, play: &Play) -> String {
    match play.to {
        Place::Cascade(place) => match spread.cascades[place].last() {
            Some(card) => card.to_string(),
            None => format!("cascade {}", place + 1),
        },
        Place::Cell(_) => format!("cell {}", play.to),
        Place::Home => "home".to_owned(),
    }
}

/// Cells on the left, home on the right, cascades below.
pub(super) fn scene(spread: &Spread, last: Option<&Play>, legal: &[Play]) -> Scene {
    let columns = spread.cascades.len().max(spread.cells.len() + 4) as f64;
    let width = columns * (WIDTH + GAP) + GAP;
    let longest = spread.cascades.iter().map(Vec::len).max().unwrap_or(0).max(ROWS);
    let cells = NAMES;
    let top = cells + HEIGHT + GAP + NAMES;
    let height = top + HEIGHT + (longest - 1) as f64 * STEP + GAP;
    let mut drawing =
        Drawing { shapes: Vec::new(), spots: Vec::new(), last: last.map(|play| play.card), legal };
    drawing.shapes.push(Shape::Rectangle { x: 0.0, y: 0.0, width, height, look: Look::Frame });
    let column = |index: usize| GAP + index as f64 * (WIDTH + GAP);
    for (place, card) in spread.cells.iter().enumerate() {
        drawing.name(column(place), cells, Place::Cell(place));
        drawing.slot(column(place), cells, &format!("cell {}", Place::Cell(place)));
        card.iter().for_each(|card| drawing.card(*card, column(place), cells, HEIGHT));
    }
    let homes = width - 4.0 * (WIDTH + GAP);
    for (suit, count) in spread.home.iter().enumerate() {
        let x = homes + suit as f64 * (WIDTH + GAP);
        drawing.name(x, cells, Place::Home);
        drawing.slot(x, cells, "");
        match count.checked_sub(1).and_then(|rank| Card::of(rank, suit as u8)) {
            Some(card) => drawing.card(card, x, cells, HEIGHT),
            None => {
                drawing.print(
                    x + WIDTH / 2.0,
                    cells + HEIGHT / 2.0,
                    0.5,
                    SUITS[suit].to_owned(),
                    Look::Print,
                );
            }
        }
    }
    if legal.iter().any(|play| play.to == Place::Home) {
        let width = 4.0 * WIDTH + 3.0 * GAP;
        drawing.spots.push(Spot { name: "home".to_owned(), x: homes, y: cells, width, height: HEIGHT });
    }
    for (place, cascade) in spread.cascades.iter().enumerate() {
        drawing.name(column(place), top, Place::Cascade(place));
        if cascade.is_empty() {
            drawing.slot(column(place), top, &format!("cascade {}", place + 1));
        }
        for (row, card) in cascade.iter().enumerate() {
            let seen = if row + 1 == cascade.len() { HEIGHT } else { STEP };
            drawing.card(*card, column(place), top + row as f64 * STEP, seen);
        }
    }
    Scene { width, height, words: words(spread), shapes: drawing.shapes, spots: drawing.spots }
}

const SUITS: [&str; 4] = ["♣", "♦", "♥", "♠"];

struct Drawing<'a> {
    shapes: Vec<Shape>,
    spots: Vec<Spot>,
    last: Option<Card>,
    legal: &'a [Play],
}

impl Drawing<'_> {
    fn print(&mut self, x: f64, y: f64, size: f64, text: String, look: Look) {
        self.shapes.push(Shape::Label { x, y, size, text, look });
    }

    /// The name of a place above it, as moves have it.
    fn name(&mut self, x: f64, y: f64, place: Place) {
        self.print(x + WIDTH / 2.0, y - NAMES / 2.0, 0.26, place.to_string(), Look::Print);
    }

    /// An empty place; it can be clicked if a move leads there.
    fn slot(&mut self, x: f64, y: f64, name: &str) {
        self.shapes.push(Shape::Rectangle { x, y, width: WIDTH, height: HEIGHT, look: Look::Field });
        let leads_here = |play: &Play| match play.to {
            Place::Cascade(place) => name == format!("cascade {}", place + 1),
            Place::Cell(_) => name == format!("cell {}", play.to),
            Place::Home => false,
        };
        if self.legal.iter().any(leads_here) {
            self.spots.push(Spot { name: name.to_owned(), x, y, width: WIDTH, height: HEIGHT });
        }
    }

    /// A card of which so much is seen; it can be clicked if it moves or another may be put on it.
    fn card(&mut self, card: Card, x: f64, y: f64, seen: f64) {
        let mut rectangle = |grown: f64, look| {
            let (width, height) = (WIDTH + 2.0 * grown, HEIGHT + 2.0 * grown);
            self.shapes.push(Shape::Rectangle { x: x - grown, y: y - grown, width, height, look });
        };
        if self.last == Some(card) {
            rectangle(EDGE, Look::Last);
        }
        rectangle(0.0, Look::Card);
        let ink = if card.is_red() { Look::RedOnCard } else { Look::BlackOnCard };
        let rank =
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][usize::from(card.rank())];
        let suit = SUITS[usize::from(card.suit())];
        self.print(x + 0.41, y + 0.22, 0.34, format!("{rank}{suit}"), ink);
        if seen == HEIGHT {
            self.print(x + WIDTH / 2.0, y + 0.85, 0.6, suit.to_owned(), ink);
        }
        let leads_here =
            |play: &Play| matches!(play.to, Place::Cascade(_)) && fits(play.card, card) && seen == HEIGHT;
        if self.legal.iter().any(|play| play.card == card || leads_here(play)) {
            self.spots.push(Spot { name: card.to_string(), x, y, width: WIDTH, height: seen });
        }
    }
}

/// Whether a card may be put on another.
pub(super) fn fits(card: Card, on: Card) -> bool {
    FITS_ON[usize::from(card.number())] & on.bit() != 0
}

fn words(spread: &Spread) -> String {
    let list = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let cascades = (1..).zip(&spread.cascades).map(|(number, cards)| match cards.is_empty() {
        true => format!("Cascade {number} is empty."),
        false => format!("Cascade {number}: {}.", list(cards)),
    });
    let cells: Vec<Card> = spread.cells.iter().flatten().copied().collect();
    let free = spread.cells.len() - cells.len();
    let held = if cells.is_empty() { String::new() } else { format!("In cells: {}. ", list(&cells)) };
    let home: u32 = spread.home.iter().map(|count| u32::from(*count)).sum();
    format!("{home} cards are home; {free} cells are free. {held}{}", cascades.collect::<Vec<_>>().join(" "))
}
