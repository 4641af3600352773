//! FreeCell as a puzzle: which moves a search may choose from, and what follows from them by itself.

use ludevo_search::puzzle::Puzzle;

use super::cards::{FITS_ON, cards};
use super::deal::Deal;
use super::rules::{Move, Place, Position};

/// FreeCell as a search plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeCell {
    /// What counts as one move.
    pub unit: Unit,
    /// Whether cards that nothing can need any more go home by themselves after every move.
    pub automatic: bool,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A single card.
    Card,
    /// A run of cards in order, as many as the free cells and empty cascades let pass one by one. A position in which no
    /// card lies on a lower one counts as solved, and moves home cost nothing: every solution has as many of them as
    /// there are cards.
    Run,
}

impl FreeCell {
    /// Single cards and nothing by itself: the rules as they stand.
    pub const PLAIN: FreeCell = FreeCell { unit: Unit::Card, automatic: false };
    /// Runs of cards, and safe cards go home by themselves.
    pub const RUNS: FreeCell = FreeCell { unit: Unit::Run, automatic: true };

    fn single_cards(position: &Position, moves: &mut Vec<Move>) {
        let (tops, in_cells) = (position.tops(), position.cells());
        for card in cards(tops | in_cells) {
            if position.next() & card.bit() != 0 {
                moves.push(Move { card, to: Place::HOME });
            }
            for target in cards(FITS_ON[usize::from(card.number())] & tops) {
                moves.push(Move { card, to: Place::on(target) });
            }
            if position.empty() > 0 && position.place(card) != Place::TABLE {
                moves.push(Move { card, to: Place::TABLE });
            }
            if position.free() > 0 && in_cells & card.bit() == 0 {
                moves.push(Move { card, to: Place::CELL });
            }
        }
    }

    /// Moves of runs that join them to others, and moves home.
    #[inline]
    fn joining_runs(position: &Position, moves: &mut Vec<Move>) {
        let (tops, in_cells) = (position.tops(), position.cells());
        for card in cards((tops | in_cells) & position.next()) {
            moves.push(Move { card, to: Place::HOME });
        }
        let capacity = position.capacity(position.empty());
        for top in cards(tops) {
            let mut card = top;
            let mut count = 1;
            while position.joined() & card.bit() != 0 && count <= capacity {
                match position.place(card).card() {
                    Some(under) => card = under,
                    None => break,
                }
                count += 1;
            }
            if count <= capacity {
                for target in cards(FITS_ON[usize::from(card.number())] & tops) {
                    moves.push(Move { card, to: Place::on(target) });
                }
            }
        }
        for card in cards(in_cells) {
            for target in cards(FITS_ON[usize::from(card.number())] & tops) {
                moves.push(Move { card, to: Place::on(target) });
            }
        }
    }

    /// Moves to cells and empty cascades, and those that part a run.
    #[inline]
    fn parting_runs(position: &Position, moves: &mut Vec<Move>) {
        let (tops, in_cells) = (position.tops(), position.cells());
        let empty = position.empty();
        let capacity = position.capacity(empty);
        let to_empty = if empty > 0 { position.capacity(empty - 1) } else { 0 };
        for top in cards(tops) {
            let mut card = top;
            let mut count = 1;
            loop {
                let joined = position.joined() & card.bit() != 0;
                if joined {
                    for target in cards(FITS_ON[usize::from(card.number())] & tops) {
                        moves.push(Move { card, to: Place::on(target) });
                    }
                }
                // A part of a run goes to an empty cascade only if the whole of it cannot.
                if count <= to_empty && (!joined || count == to_empty) && position.place(card) != Place::TABLE
                {
                    moves.push(Move { card, to: Place::TABLE });
                }
                count += 1;
                if !joined || count > capacity {
                    break;
                }
                card = match position.place(card).card() {
                    Some(under) => under,
                    None => break,
                };
            }
            if position.free() > 0 {
                moves.push(Move { card: top, to: Place::CELL });
            }
        }
        if empty > 0 {
            for card in cards(in_cells) {
                moves.push(Move { card, to: Place::TABLE });
            }
        }
    }

    /// The position that a search starts from: the deal, after what goes home by itself.
    pub fn start(&self, deal: &Deal) -> Position {
        let mut position = Position::new(deal);
        if self.automatic {
            while position.play_safe().is_some() {}
        }
        position
    }
}

impl Puzzle for FreeCell {
    type State = Position;
    type Move = Move;

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        match self.unit {
            Unit::Card => FreeCell::single_cards(position, moves),
            Unit::Run => {
                FreeCell::joining_runs(position, moves);
                FreeCell::parting_runs(position, moves);
            }
        }
    }

    #[inline]
    fn first_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        match self.unit {
            Unit::Card => FreeCell::single_cards(position, moves),
            Unit::Run => FreeCell::joining_runs(position, moves),
        }
    }

    #[inline]
    fn other_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.unit == Unit::Run {
            FreeCell::parting_runs(position, moves);
        }
    }

    fn is_legal(&self, position: &Position, action: Move) -> bool {
        position.is_legal(action) && (self.unit == Unit::Run || position.over(action.card).is_none())
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Move) {
        position.apply(action);
        if self.automatic {
            while position.play_safe().is_some() {}
        }
    }

    #[inline]
    fn is_solved(&self, position: &Position) -> bool {
        match self.unit {
            Unit::Card => position.is_won(),
            Unit::Run => position.is_sorted(),
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &Position, action: Move) -> u64 {
        position.key_after(action)
    }

    #[inline]
    fn cost(&self, action: Move) -> u32 {
        u32::from(self.unit == Unit::Card || action.to != Place::HOME)
    }
}
