//! Checks a solution card by card against the rules as people state them.
//!
//! It shares nothing with the search or with what writes solutions: its own table, its own idea of which card goes on
//! which.

use thiserror::Error;

use super::deal::Deal;
use super::solution::{Play, Spot};

/// What is wrong with a solution.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReplayError {
    /// A move against the rules.
    #[error("move {number}, {play}: {problem}")]
    Illegal {
        /// Counted from 1.
        number: usize,
        /// The move.
        play: String,
        /// Why it is not allowed.
        problem: &'static str,
    },
    /// Cards are left.
    #[error("after the last move {0} cards are not at home")]
    Unfinished(usize),
}

/// A rank from 1 to 13 and a suit of the four letters.
type Held = (u8, u8);

fn is_red(suit: u8) -> bool {
    suit == 1 || suit == 2
}

/// Plays all moves of single cards from the deal on; fails at the first that is not legal, or if cards are left.
pub fn check(deal: &Deal, singles: &[Play]) -> Result<(), ReplayError> {
    let held = |card: &super::cards::Card| (card.number() / 4 + 1, card.number() % 4);
    let mut columns: Vec<Vec<Held>> =
        deal.cascades.iter().map(|cascade| cascade.iter().map(held).collect()).collect();
    let mut cells: Vec<Option<Held>> = vec![None; deal.layout.cells.into()];
    for (cell, card) in cells.iter_mut().zip(&deal.cells) {
        *cell = Some(held(card));
    }
    let mut foundations = deal.home;
    for (number, play) in (1..).zip(singles) {
        let illegal = |problem| ReplayError::Illegal { number, play: play.to_string(), problem };
        let card = match play.from {
            Spot::Cascade(place) => columns.get_mut(place).and_then(Vec::pop),
            Spot::Cell(place) => cells.get_mut(place).and_then(Option::take),
            Spot::Home => return Err(illegal("cards do not come back from home")),
        };
        let (rank, suit) = card.ok_or_else(|| illegal("there is no card"))?;
        match play.to {
            Spot::Home => {
                let top = &mut foundations[usize::from(suit)];
                if *top + 1 != rank {
                    return Err(illegal("a lower card of the suit is not at home"));
                }
                *top = rank;
            }
            Spot::Cell(place) => match cells.get_mut(place) {
                Some(cell @ None) => *cell = Some((rank, suit)),
                Some(_) => return Err(illegal("the cell is taken")),
                None => return Err(illegal("there is no such cell")),
            },
            Spot::Cascade(place) => {
                let column = columns.get_mut(place).ok_or_else(|| illegal("there is no such cascade"))?;
                if let Some((below, other)) = column.last() {
                    if *below != rank + 1 {
                        return Err(illegal("the card below is not of the next rank"));
                    }
                    if is_red(*other) == is_red(suit) {
                        return Err(illegal("the card below has the same colour"));
                    }
                }
                column.push((rank, suit));
            }
        }
    }
    let left = columns.iter().map(Vec::len).sum::<usize>() + cells.iter().flatten().count();
    if left == 0 { Ok(()) } else { Err(ReplayError::Unfinished(left)) }
}
