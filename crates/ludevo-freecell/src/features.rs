//! What the strong solvers look at: counts that tell how far a position is from the goal, and how much room it leaves.
//!
//! Every count changes by little with a move, so the value of a position is told from the one before it without
//! making the move, unless cards go home.

use ludevo_search::puzzle::{Heuristic, Step};

use super::cards::{Card, cards};
use super::moves::FreeCell;
use super::rules::{Move, Place, Position};

/// The counts, each with what it counts. Every one has a weight.
pub const COUNTS: [(&str, &str); 13] = [
    ("blocking", "cards that lie on a lower one somewhere in their cascade"),
    ("blocking-ranks", "their ranks added up"),
    ("locking", "cards that lie on a lower one of their own suit"),
    ("breaks", "cards in cascades that do not continue a run"),
    ("cell-ranks", "ranks of the cards in cells added up"),
    ("away", "cards that are not at home"),
    ("spread", "the fullest foundation minus the emptiest"),
    ("over-next", "cards on those that go home next"),
    ("over-second", "cards on those that go home after these"),
    ("runs-next", "runs of cards on those that go home next"),
    ("runs-second", "runs of cards on those that go home after these"),
    (
        "over-room",
        "cards on those that go home next, beyond what the free cells hold, each counted by itself",
    ),
    ("bottom-ranks", "ranks of the lowest cards of the cascades added up"),
];

/// What a move of the path so far costs.
pub const LENGTH: usize = COUNTS.len();

/// The first of the weights of room: one for each number of free cells from 0 to 4 and empty cascades from 0 to 2.
pub const ROOM: usize = LENGTH + 1;

/// How many weights there are.
pub const WEIGHTS: usize = ROOM + 15;

/// The weighted sum of all counts; less is better.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// In the order of [`COUNTS`], [`LENGTH`], [`ROOM`].
    weights: [f32; WEIGHTS],
    /// What a card of each rank adds where it lies.
    of_rank: [OfRank; 13],
    /// The position that moves are previewed from.
    from: Outlook,
}

/// What a card adds by its rank.
#[derive(Clone, Copy, Debug)]
struct OfRank {
    blocking: f32,
    in_cell: f32,
    on_ground: f32,
}

/// A card that goes home soon.
#[derive(Clone, Copy, Debug)]
struct Buried {
    /// How many cards lie on it.
    over: u8,
    /// In how many runs.
    runs: u8,
    /// The top of its cascade.
    top: u8,
}

impl Default for Buried {
    /// In no cascade.
    fn default() -> Self {
        Buried { over: 0, runs: 0, top: 63 }
    }
}

/// What previews need to know of the position they start from.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    /// Its value without its room.
    value: f32,
    next: [Buried; 4],
    second: [Buried; 4],
    /// The tops of the cascades where these are.
    tops: u64,
    /// Cards on those that go home next beyond the free cells, if there were one free cell less, as many, or one more.
    over_room: [f32; 3],
}

/// What lies on a card.
#[inline]
fn buried(position: &Position, card: Card) -> Buried {
    if position.place(card) == Place::CELL || position.place(card) == Place::HOME {
        return Buried::default();
    }
    let (mut count, mut runs) = (0, 0);
    let mut top = card;
    while let Some(over) = position.over(top) {
        count += 1;
        runs += u8::from(position.joined() & over.bit() == 0);
        top = over;
    }
    Buried { over: count, runs, top: top.number() }
}

impl Estimate {
    /// An estimate with these weights.
    pub fn new(weights: [f32; WEIGHTS]) -> Self {
        let [blocking, blocking_ranks, _, _, cell_ranks, ..] = weights;
        let bottom_ranks = weights[COUNTS.len() - 1];
        let of_rank = std::array::from_fn(|rank| {
            let rank = rank as f32;
            OfRank {
                blocking: blocking + blocking_ranks * rank,
                in_cell: cell_ranks * rank,
                on_ground: bottom_ranks * rank,
            }
        });
        Estimate { weights, of_rank, from: Outlook::default() }
    }

    #[inline]
    fn room(&self, free: u8, empty: u8) -> f32 {
        self.weights[ROOM + usize::from(free.min(4)) * 3 + usize::from(empty.min(2))]
    }

    #[inline]
    fn outlook(&self, position: &Position) -> Outlook {
        let (counts, outlook) = survey(position);
        let value = counts.iter().zip(&self.weights).map(|(count, weight)| *count as f32 * weight).sum();
        Outlook { value, ..outlook }
    }
}

/// What is counted in a position, in the order of [`COUNTS`].
pub fn counts(position: &Position) -> [u32; COUNTS.len()] {
    survey(position).0
}

/// The counts, and all but the value of an outlook.
#[inline]
fn survey(position: &Position) -> ([u32; COUNTS.len()], Outlook) {
    let (mut next, mut second) = ([Buried::default(); 4], [Buried::default(); 4]);
    let (mut over_next, mut over_second, mut tops) = (0, 0, 0);
    let (mut runs_next, mut runs_second) = (0, 0);
    let mut over_room = [0; 3];
    let free = position.free();
    for (place, card) in cards(position.next()).enumerate() {
        next[place] = buried(position, card);
        let Buried { over, runs, top } = next[place];
        over_next += u32::from(over);
        runs_next += u32::from(runs);
        tops |= 1u64 << top;
        for (less, sum) in over_room.iter_mut().enumerate() {
            *sum += u32::from((over + 1).saturating_sub(free + less as u8));
        }
        if let Some(card) = Card::new(card.number() + 4) {
            second[place] = buried(position, card);
            let Buried { over, runs, top } = second[place];
            over_second += u32::from(over);
            runs_second += u32::from(runs);
            tops |= 1u64 << top;
        }
    }
    let (mut in_cells, mut cell_ranks) = (0, 0);
    for card in cards(position.cells()) {
        in_cells += 1;
        cell_ranks += u32::from(card.rank());
    }
    let homes = [0, 1, 2, 3].map(|suit| position.home(suit));
    let most = homes[0].max(homes[1]).max(homes[2].max(homes[3]));
    let least = homes[0].min(homes[1]).min(homes[2].min(homes[3]));
    let away = 52 - position.home_cards();
    let breaks = away - in_cells - position.joined_count() - position.bottom_count();
    let counts = [
        position.blocking_count(),
        position.blocking_ranks(),
        position.locking_count(),
        breaks,
        cell_ranks,
        away,
        u32::from(most - least),
        over_next,
        over_second,
        runs_next,
        runs_second,
        over_room[1],
        position.bottom_ranks(),
    ];
    (counts, Outlook { value: 0.0, next, second, tops, over_room: over_room.map(|sum| sum as f32) })
}

impl Heuristic<FreeCell> for Estimate {
    #[inline]
    fn value(&mut self, _puzzle: &FreeCell, position: &Position, step: &Step<Move>) -> f64 {
        let room = self.room(position.free(), position.empty());
        (self.outlook(position).value + room + self.weights[LENGTH] * step.length as f32).into()
    }

    #[inline]
    fn look_from(&mut self, _puzzle: &FreeCell, position: &Position) {
        self.from = self.outlook(position);
    }

    #[inline]
    fn preview(&mut self, _puzzle: &FreeCell, position: &Position, step: &Step<Move>) -> Option<f64> {
        let Move { card, to } = step.last?;
        let from = position.place(card);
        // What the move uncovers may go home by itself.
        if to == Place::HOME || from.card().is_some_and(|under| position.next() & under.bit() != 0) {
            return None;
        }
        let [_, _, w_locking, w_breaks, ..] = self.weights;
        let [.., w_next, w_second, w_runs_next, w_runs_second, w_room, _] =
            *self.weights.first_chunk::<{ COUNTS.len() }>()?;
        let OfRank { in_cell, on_ground, .. } = self.of_rank[usize::from(card.rank())];
        let (mut free, mut empty) = (position.free(), position.empty());
        let mut value = self.from.value + self.weights[LENGTH] * step.length as f32;
        let continues = position.joined() & card.bit() != 0;
        // A card that no longer continues a run or lies on the ground is a break, one that does is none.
        match from {
            Place::CELL => {
                value -= in_cell;
                free += 1;
            }
            Place::TABLE => {
                value -= on_ground;
                empty += 1;
            }
            _ if continues => {}
            _ => value -= w_breaks,
        }
        let mut target = 62;
        match to {
            Place::CELL => {
                value += in_cell;
                free -= 1;
            }
            Place::TABLE => {
                value += on_ground;
                empty -= 1;
            }
            place => target = place.card().map_or(62, Card::number),
        }
        let under = position.lowest(to);
        let (mut blocking, mut moved) = (position.blocking_count(), 0);
        let mut top = card;
        let mut at = Some(card);
        while let Some(card) = at {
            let (blocks, locks) = under.is_blocked_by(card);
            let (blocked, locked) =
                (position.blocking() & card.bit() != 0, position.locking() & card.bit() != 0);
            if blocks != blocked {
                let cost = self.of_rank[usize::from(card.rank())].blocking;
                if blocks {
                    value += cost;
                    blocking += 1;
                } else {
                    value -= cost;
                    blocking -= 1;
                }
            }
            if locks != locked {
                value += if locks { w_locking } else { -w_locking };
            }
            moved += 1;
            top = card;
            at = position.over(card);
        }
        if blocking == 0 {
            return None;
        }
        value += self.room(free, empty);
        if free != position.free() {
            value += w_room
                * (self.from.over_room[usize::from(free + 1 - position.free())] - self.from.over_room[1]);
        }
        let top = if from == Place::CELL { 61 } else { top.number() };
        if self.from.tops & (1 << top | 1 << target) != 0 {
            let freed = f32::from(u8::from(!continues));
            for Buried { over, top: of, .. } in self.from.next {
                let after = if of == top && over >= moved {
                    value -= w_runs_next * freed;
                    over - moved
                } else if of == target {
                    over + moved
                } else {
                    continue;
                };
                let room = i32::from(after.saturating_sub(free)) - i32::from(over.saturating_sub(free));
                value += w_next * (i32::from(after) - i32::from(over)) as f32 + w_room * room as f32;
            }
            for Buried { over, top: of, .. } in self.from.second {
                if of == top && over >= moved {
                    value -= w_second * f32::from(moved) + w_runs_second * freed;
                } else if of == target {
                    value += w_second * f32::from(moved);
                }
            }
        }
        Some(value.into())
    }
}
