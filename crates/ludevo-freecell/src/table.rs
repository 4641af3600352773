//! A game of FreeCell that a person plays, with a solver to ask for the next move.

use ludevo_arena::{Ending, Names, Record};
use ludevo_search::puzzle::Limits;

use super::cards::Card;
use super::deal::Deal;
use super::solution::{Play, Spot as Place};
use super::solver::{Method, Solver};
use super::view::{self, Spread, fits};
use ludevo_game::game::{Explanation, Table};
use ludevo_game::scene::Scene;

/// A game under way.
pub(super) struct DealTable {
    /// How the solver works; it is made when it is asked, since its memory is large.
    method: Method,
    limits: Limits,
    start: Spread,
    spread: Spread,
    moves: Vec<Play>,
    /// What the solver would play from here on; nothing before it was asked.
    plan: Option<Vec<Play>>,
}

impl DealTable {
    pub(super) fn new(deal: &Deal, method: Method, limits: Limits) -> Self {
        let start = Spread::new(deal);
        DealTable { method, limits, spread: start.clone(), start, moves: Vec::new(), plan: None }
    }

    fn find(&self, text: &str) -> Result<Play, String> {
        let plays = legal(&self.spread);
        let found = plays.iter().find(|play| move_text(play).eq_ignore_ascii_case(text.trim()));
        found.copied().ok_or_else(|| {
            format!("`{text}` is no legal move here; a move is a card and where it goes, such as `TH 3`, `TH a` or `TH h`")
        })
    }

    fn make(&mut self, play: Play) {
        self.spread.play(&play);
        self.moves.push(play);
        // A move that the solver wanted leaves the rest of its plan as it was.
        let wanted = |plan: &Vec<Play>| plan.first().is_some_and(|wanted| is_same(wanted, &play));
        self.plan = self.plan.take().filter(wanted).map(|plan| plan[1..].to_vec());
    }
}

/// Whether two moves are the same but for the cell: a solver does not tell cells apart.
fn is_same(one: &Play, other: &Play) -> bool {
    let both_cells = matches!((one.to, other.to), (Place::Cell(_), Place::Cell(_)));
    one.card == other.card && (both_cells || one.to == other.to)
}

/// A card and where it goes, with what lies on it.
fn move_text(play: &Play) -> String {
    format!("{} {}", play.card, play.to)
}

/// Every legal move: single cards, and runs that the free cells and empty cascades let pass.
fn legal(spread: &Spread) -> Vec<Play> {
    let mut plays = Vec::new();
    let free = spread.cells.iter().filter(|cell| cell.is_none()).count();
    let empty = spread.cascades.iter().filter(|cascade| cascade.is_empty()).count();
    let mut onto_cascades = |card: Card, count: usize, from: Place, whole: bool| {
        for (target, cascade) in spread.cascades.iter().enumerate() {
            let to = Place::Cascade(target);
            let passes = match cascade.last() {
                Some(top) => fits(card, *top) && count <= (free + 1) << empty.min(8),
                // To move a whole cascade to an empty one changes nothing.
                None => !whole && count <= (free + 1) << (empty - 1).min(8),
            };
            if to != from && passes {
                plays.push(Play { card, count, from, to });
            }
        }
    };
    for (place, cascade) in spread.cascades.iter().enumerate() {
        let from = Place::Cascade(place);
        for (index, card) in cascade.iter().enumerate().rev() {
            let count = cascade.len() - index;
            onto_cascades(*card, count, from, index == 0);
            if index == 0 || !fits(*card, cascade[index - 1]) {
                break;
            }
        }
    }
    for (place, card) in spread.cells.iter().enumerate() {
        card.iter().for_each(|card| onto_cascades(*card, 1, Place::Cell(place), false));
    }
    let tops = spread
        .cascades
        .iter()
        .enumerate()
        .filter_map(|(at, cards)| Some((Place::Cascade(at), *cards.last()?)));
    let held = spread.cells.iter().enumerate().filter_map(|(at, card)| Some((Place::Cell(at), (*card)?)));
    for (from, card) in tops.chain(held) {
        if spread.home[usize::from(card.suit())] == card.rank() {
            plays.push(Play { card, count: 1, from, to: Place::Home });
        }
        if let Place::Cascade(_) = from {
            let cells = spread.cells.iter().enumerate().filter(|(_, cell)| cell.is_none());
            plays.extend(cells.map(|(cell, _)| Play { card, count: 1, from, to: Place::Cell(cell) }));
        }
    }
    plays
}

impl Table for DealTable {
    fn picture(&self) -> String {
        self.spread.deal().to_string()
    }

    fn scene(&self) -> Scene {
        view::scene(&self.spread, self.moves.last(), &legal(&self.spread))
    }

    fn path(&self, text: &str) -> Result<Vec<String>, String> {
        let play = self.find(text)?;
        Ok(vec![play.card.to_string(), view::target(&self.spread, &play)])
    }

    fn moves(&self) -> Vec<String> {
        legal(&self.spread).iter().map(move_text).collect()
    }

    fn first_to_move(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<f64> {
        let stuck = legal(&self.spread).is_empty();
        if self.spread.is_won() { Some(1.0) } else { stuck.then_some(0.0) }
    }

    fn result(&self) -> String {
        let moves = self.moves.len();
        if self.spread.is_won() {
            format!("all cards are home in {moves} moves")
        } else {
            "no move is left".to_owned()
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let play = self.find(text)?;
        self.make(play);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.plan = None;
        self.spread = self.start.clone();
        self.moves.iter().for_each(|play| self.spread.play(play));
        true
    }

    fn reply(&mut self) -> Result<String, String> {
        let text = self.hint().ok_or("this solver found no solution from here")?;
        let play = self.find(&text)?;
        self.make(play);
        Ok(move_text(&play))
    }

    fn hint(&mut self) -> Option<String> {
        if self.plan.is_none() {
            let solution = Solver::new(&self.method, self.limits).solve(&self.spread.deal()).solution?;
            self.plan = Some(solution.plays().to_vec());
        }
        let wanted = self.plan.as_ref()?.first()?;
        legal(&self.spread).iter().find(|play| is_same(wanted, play)).map(move_text)
    }

    fn values(&mut self) -> Option<Vec<(String, f64)>> {
        None
    }

    fn last_move(&self) -> Option<String> {
        self.moves.last().map(move_text)
    }

    fn transcript(&self) -> String {
        let words: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn set_up(&mut self, _text: &str) -> Result<(), String> {
        Err("a deal is chosen by its number or by a file when the game begins".to_owned())
    }

    fn notations(&self) -> String {
        self.spread.deal().to_string()
    }

    fn document(&self, _names: &Names) -> String {
        self.transcript()
    }

    fn record(&self, names: &Names) -> Record {
        let Names { game, first, second } = names.clone();
        Record {
            game,
            start: Some(self.start.deal().to_string()),
            first,
            second,
            opening: 0,
            moves: self.moves.iter().map(move_text).collect(),
            outcome: self.outcome().map(|points| if points == 1.0 { Ending::First } else { Ending::Second }),
        }
    }

    fn explain(&mut self, _text: &str) -> Option<Explanation> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: u32) -> DealTable {
        DealTable::new(&Deal::microsoft(number).unwrap(), Method::Hsdh, Limits::default())
    }

    #[test]
    fn the_solver_plays_what_it_found_at_first_to_the_end_at_the_table() {
        let mut table = table(1);
        let solution = Solver::new(&Method::Hsdh, Limits::default()).solve(&Deal::microsoft(1).unwrap());
        // Heineman's heuristic winds its way home by hundreds of moves. Asked anew after each of them it could go round
        // in circles.
        for wanted in solution.solution.unwrap().plays() {
            assert_eq!(table.outcome(), None);
            assert_eq!(table.reply().unwrap(), move_text(wanted));
        }
        assert_eq!(table.outcome(), Some(1.0), "{}", table.picture());
        assert_eq!(table.scene().spots, []);
    }

    #[test]
    fn the_solver_thinks_again_when_the_person_departs_from_its_plan() {
        let mut table = table(1);
        let hint = table.hint().unwrap();
        let other = table.moves().into_iter().find(|text| *text != hint).unwrap();
        table.play(&other).unwrap();
        assert!(table.plan.is_none());
        assert!(table.hint().is_some());
    }

    #[test]
    fn paths_are_of_spots_that_are_there_and_lead_to_one_move_each() {
        let mut table = table(617);
        for ply in 0..60 {
            let scene = table.scene();
            let mut paths: Vec<Vec<String>> =
                table.moves().iter().map(|text| table.path(text).unwrap()).collect();
            for place in paths.iter().flatten() {
                assert!(scene.spots.iter().any(|spot| spot.name == *place), "{place} in ply {ply}");
            }
            let all = paths.len();
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(paths.len(), all, "ply {ply}: {:?}", table.moves());
            let moves = table.moves();
            let Some(text) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            table.play(text).unwrap();
        }
    }

    #[test]
    fn moves_are_those_of_the_rules_and_can_be_taken_back() {
        let mut table = table(11982);
        let start = table.picture();
        let first = table.moves()[0].clone();
        table.play(&first).unwrap();
        assert_ne!(table.picture(), start);
        assert!(table.undo() && !table.undo());
        assert_eq!(table.picture(), start);
        assert!(table.play("KS h").is_err());
    }
}
