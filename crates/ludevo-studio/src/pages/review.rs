//! The review of a recorded game: a judge looks at one choice after the other, or a solver at its own.

use std::sync::Mutex;

use ludevo_arena::Record;
use ludevo_game::game::{Choice, Problem, Table};
use ludevo_game::why::short;
use ludevo_search::rules::Side;
use maud::{Markup, html};
use serde::Serialize;

use super::why::{ROUNDING, Told, comparison};
use super::{App, play};
use crate::lock::lock;
use crate::odds::Odds;
use crate::players::{self, Seat, find_game};
use crate::refusal::Refusal;

/// A table on which a recorded game lies, with a judge at it.
pub(crate) fn with_judge<T>(
    app: &App,
    record: &Record,
    judge: &str,
    work: impl FnOnce(&mut dyn Table) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let made = players::made(app, judge);
    let key = format!("{judge}\n{made:?}\n{}", serde_json::to_string(record).map_err(Refusal::failed)?);
    let table = app.judged.get(key, || {
        let game = find_game(&record.game)?;
        let facet = game.at_table().ok_or_else(|| Refusal::missing("Nobody judges this game."))?;
        let name = players::find(app, game, judge, None)?;
        let mut table = facet.table(&name, Side::Second, 1).map_err(Refusal::bad)?;
        table.take_up(record).map_err(Refusal::failed)?;
        Ok::<_, Refusal>(Mutex::new(table))
    })?;
    let mut table = lock(&table);
    work(&mut **table)
}

/// Why a solver made the move that led to a moment of its solution, as far as its estimates can be read.
pub(crate) fn why_in_solution(
    app: &App,
    record: &Record,
    number: u32,
    solver: &str,
    moment: usize,
) -> Result<String, Refusal> {
    let Some((ply, text)) = moment.checked_sub(1).and_then(|ply| Some((ply, record.moves.get(ply)?))) else {
        return Ok(html! { p.soft { "Step on to hear why each move was made." } }.into_string());
    };
    let made = players::made(app, solver);
    let key = format!("{solver}\n{made:?}\n{}", serde_json::to_string(record).map_err(Refusal::failed)?);
    let table = app.judged.get(key, || {
        let game = find_game(&record.game)?;
        let facet = game.as_puzzle().ok_or_else(|| Refusal::missing("It has no problems to solve."))?;
        let name = players::find(app, game, solver, None)?;
        let mut table = facet.table(&Problem::Number(number), &name).map_err(Refusal::bad)?;
        record.moves.iter().try_for_each(|text| table.play(text)).map_err(Refusal::failed)?;
        Ok::<_, Refusal>(Mutex::new(table))
    })?;
    let compared = lock(&table).compare(ply, text);
    let told = match &compared {
        Some(compared) => comparison(compared, None, Told::Solvers),
        None => html! { p.soft { "This solver puts no numbers on single moves." } },
    };
    Ok(told.into_string())
}

/// A choice of a recorded game in the eyes of a judge.
#[derive(Debug, Serialize)]
pub(crate) struct Appraised {
    ply: usize,
    text: String,
    by_first: bool,
    /// The move that the judge would have made.
    best: String,
    /// The chance of the side that moves first in the position after the choice, where that is known.
    first: Option<f64>,
    /// What the choice gave away: of the chance, or where that is not known in the judge's own units; nothing where it decided
    /// the game.
    lost: Option<f64>,
    /// Whether it gave away enough to be told about.
    matters: bool,
    /// Whether both are chances.
    is_chance: bool,
    /// What was given away in the judge's own units; nothing where the game was decided by it.
    units: Option<String>,
}

/// Less of the chance than this is not worth telling.
const LITTLE: f64 = 0.02;

impl Appraised {
    /// Nothing of choices that the judge puts no number on. With chances `first` is that of the side that moves first in the
    /// position after the choice, if it has one of its own.
    pub(crate) fn of(
        table: &mut dyn Table,
        choice: &Choice,
        odds: Option<&Odds>,
        first: Option<f64>,
    ) -> Option<Appraised> {
        Self::among(&table.values_at(choice.ply)?, choice, odds, first)
    }

    fn among(
        values: &[(String, f64)],
        choice: &Choice,
        odds: Option<&Odds>,
        first: Option<f64>,
    ) -> Option<Appraised> {
        let (best, best_value) = values.first()?;
        let (_, value) = values.iter().find(|(text, value)| *text == choice.text && !value.is_nan())?;
        let after = odds.map(|odds| odds.chance(*value));
        // Of two wins none is better.
        let given = if best_value == value { 0.0 } else { (best_value - value).max(0.0) };
        let (lost, least) = match (after, odds) {
            (Some(after), Some(odds)) => ((odds.chance(*best_value) - after).max(0.0), LITTLE),
            _ => (given, ROUNDING * (1.0 + value.abs())),
        };
        Some(Appraised {
            ply: choice.ply,
            text: choice.text.clone(),
            by_first: choice.by_first,
            best: best.clone(),
            first: first.or(after.map(|after| if choice.by_first { after } else { 1.0 - after })),
            lost: lost.is_finite().then_some(lost),
            matters: lost > least || lost.is_infinite(),
            is_chance: odds.is_some(),
            units: given.is_finite().then(|| short(given)),
        })
    }
}

/// The part of the page that reviews a game.
pub(crate) fn review(judge: &str, seats: &[Seat], record: &Record) -> Markup {
    html! {
        section #review data-first=(record.first) data-second=(record.second) {
            h2 { "Review" }
            label { "Judged by " (play::select("judge", seats, judge)) }
            figure.chances {
                div.axis { span { "100 %" } span { "50 %" } span { "0 %" } }
                svg #curve viewBox="0 0 600 160" preserveAspectRatio="none" role="img"
                    aria-label="the chance of the first side over the game" {}
                div.across { span { "move 1" } span #pointed {} span { "move " (record.moves.len()) } }
                figcaption #curve-words {}
            }
            p.soft #no-curve { "Looking at the moves…" }
            div #mistakes {}
            h3 #choice {}
            div #compared aria-live="polite" {}
            form #try action="/play" method="post" hidden {
                input type="hidden" name="game" value=(record.game);
                input type="hidden" name="against" value=(judge);
                input type="hidden" name="side" value="first";
                input type="hidden" name="from" value="";
                button { "Try another move from here" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appraised(values: &[(&str, f64)], chosen: &str) -> Option<Appraised> {
        let values: Vec<(String, f64)> =
            values.iter().map(|(text, value)| ((*text).to_owned(), *value)).collect();
        let choice = Choice { ply: 3, text: chosen.to_owned(), by_first: false };
        Appraised::among(&values, &choice, None, None)
    }

    #[test]
    fn without_chances_mistakes_are_ordered_by_what_they_gave_away_itself() {
        let lost = |values: &[(&str, f64)]| appraised(values, "b").expect("it has a number").lost;
        // Far from 0 a scale that ends at 1 would make nothing of a large difference.
        assert_eq!(lost(&[("a", 900.0), ("b", 400.0)]), Some(500.0));
        assert_eq!(lost(&[("a", 1.0), ("b", 0.0)]), Some(1.0));
        let decided = appraised(&[("a", 5.0), ("b", f64::NEG_INFINITY)], "b").unwrap();
        assert!(decided.matters && decided.lost.is_none() && decided.units.is_none());
        let both_win = appraised(&[("a", f64::INFINITY), ("b", f64::INFINITY)], "b").unwrap();
        assert!(!both_win.matters && both_win.lost == Some(0.0) && both_win.first.is_none());
        assert!(!appraised(&[("a", 1e9), ("b", 1e9 - 1.0)], "b").unwrap().matters, "a rounding");
    }

    #[test]
    fn a_choice_that_the_judge_did_not_look_at_is_no_mistake() {
        assert!(appraised(&[("a", 1.0), ("b", 0.0)], "c").is_none());
        assert!(appraised(&[("a", 1.0), ("b", f64::NAN)], "b").is_none());
    }
}
