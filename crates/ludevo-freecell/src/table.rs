//! What a person may do at a table of FreeCell.

use super::cards::Card;
use super::solution::{Play, Spot as Place};
use super::view::{Spread, fits};

/// Whether two moves are the same but for the cell: a solver does not tell cells apart.
pub(super) fn is_same(one: &Play, other: &Play) -> bool {
    let both_cells = matches!((one.to, other.to), (Place::Cell(_), Place::Cell(_)));
    one.card == other.card && (both_cells || one.to == other.to)
}

/// A card and where it goes, with what lies on it.
pub(super) fn move_text(play: &Play) -> String {
    format!("{} {}", play.card, play.to)
}

/// Every legal move: single cards, and runs that the free cells and empty cascades let pass.
pub(super) fn legal(spread: &Spread) -> Vec<Play> {
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

#[cfg(test)]
mod tests {
    use ludevo_arena::Names;
    use ludevo_game::game::{Problem, Table};
    use ludevo_search::puzzle::Limits;

    use super::*;
    use crate::{Deal, GAME, Method, Solver};

    fn table(number: u32) -> Box<dyn Table> {
        let puzzle = GAME.as_puzzle().unwrap();
        puzzle.table(&Problem::Number(number), &"hsdh".parse().unwrap()).unwrap()
    }

    #[test]
    fn the_solver_plays_what_it_found_at_first_to_the_end_at_the_table() {
        let mut table = table(1);
        let solution = Solver::new(&Method::Hsdh, Limits::default()).solve(&Deal::microsoft(1).unwrap());
        // Heineman's heuristic winds its way home by hundreds of moves. Asked anew after each of them it could go round
        // in circles.
        for wanted in solution.solution().unwrap().plays() {
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
        let again = table.hint().unwrap();
        assert!(table.moves().contains(&again), "{again}");
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

    #[test]
    fn a_saved_game_is_read_back_with_its_deal() {
        let mut played = table(1);
        for _ in 0..5 {
            played.reply().unwrap();
        }
        let names = Names { game: "freecell".into(), first: "one".into(), second: "two".into() };
        let mut read = table(2);
        read.set_up(&played.document(&names)).unwrap();
        assert_eq!((read.picture(), read.transcript()), (played.picture(), played.transcript()));
        let error = read.set_up(&(played.document(&names) + "KS x\n")).unwrap_err();
        assert!(error.starts_with("line 16: `KS x` is no legal move here"), "{error}");
    }
}
