//! What values mean as chances in a position of a game, so that a position has one number wherever it is shown.
//!
//! Both sides have a view of a position: whoever moved into it, by looking ahead from the one before, and whoever is to move.
//! At some stages of a game both are too hopeful or both too gloomy, and what the mover thinks would then go up and down with
//! every move. So the chance in a position is halfway between the two views, and those of the moves there go along with it.

use std::sync::Arc;

use ludevo_game::chances::Chances;
use ludevo_game::game::Table;

/// What the values of a player mean in one position.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    chances: Arc<Chances>,
    /// How many moves led here, where that is known.
    ply: Option<usize>,
    by_first: bool,
    /// From the mover's own view to the middle between both.
    lean: f64,
}

impl Odds {
    /// After `ply` moves of the game on a table, for whoever is to move there.
    pub(crate) fn at(chances: &Arc<Chances>, table: &mut dyn Table, was_set_up: bool, ply: usize) -> Odds {
        let choices = table.choices();
        let here = choices.iter().find(|choice| choice.ply == ply);
        let by_first = here.map_or_else(|| table.first_to_move(), |choice| choice.by_first);
        // Nobody knows how many moves led to a position that was set up.
        let own = |ply: usize, by_first: bool| Odds {
            chances: Arc::clone(chances),
            ply: (!was_set_up).then_some(ply),
            by_first,
            lean: 0.0,
        };
        let odds = own(ply, by_first);
        // After a throw of the dice the view from before it is one of another position.
        let Some(before) = choices.iter().find(|known| known.ply + 1 == ply && known.by_first != by_first)
        else {
            return odds;
        };
        let theirs = table.values_at(before.ply).and_then(|values| {
            let (_, value) = values.into_iter().find(|(text, _)| *text == before.text)?;
            Some(value)
        });
        match (theirs, best(table, ply)) {
            (Some(theirs), Some(best)) if theirs.is_finite() && best.is_finite() => {
                let theirs = 1.0 - own(before.ply, before.by_first).chance(theirs);
                Odds { lean: (theirs - odds.chance(best)) / 2.0, ..odds }
            }
            _ => odds,
        }
    }

    /// The chance to win of whoever is to move by a move of this value; decided games are certain.
    pub(crate) fn chance(&self, value: f64) -> f64 {
        let chance = self.chances.at(self.ply, self.by_first).chance(value);
        if value.is_finite() { (chance + self.lean).clamp(0.0, 1.0) } else { chance }
    }
}

/// What the best move after `ply` moves is worth to whoever makes it; nothing where nobody chooses or nobody knows.
fn best(table: &mut dyn Table, ply: usize) -> Option<f64> {
    table.values_at(ply)?.first().map(|(_, value)| *value)
}

/// The chance of the side that moves first in the position after `ply` moves of the game on a table: that of its best move, or
/// how the game ended there.
pub(crate) fn of_first(
    chances: &Arc<Chances>,
    table: &mut dyn Table,
    was_set_up: bool,
    ply: usize,
) -> Option<f64> {
    let Some(best) = best(table, ply) else {
        let is_last = table.choices().last().is_none_or(|last| last.ply < ply);
        return table.outcome().filter(|_| is_last);
    };
    let odds = Odds::at(chances, table, was_set_up, ply);
    let chance = odds.chance(best);
    Some(if odds.by_first { chance } else { 1.0 - chance })
}

#[cfg(test)]
mod tests {
    use ludevo_game::registry;
    use ludevo_search::rules::Side;

    use super::*;

    /// The champion of Reversi against itself, whose sides are both too gloomy at some stages of the game.
    #[test]
    fn the_chance_in_a_position_does_not_go_up_and_down_with_whose_turn_it_is() {
        ludevo_games::open();
        let game = registry::find("reversi").expect("it ships");
        let facet = game.at_table().expect("it is played at a table");
        let champion = "champion".parse().unwrap();
        let mut table = facet.table(&champion, Side::First, 1).unwrap();
        let chances = registry::text(registry::chances(), "reversi/champion").expect("they were measured");
        let chances = Arc::new(Chances::parse(chances).unwrap());
        while table.outcome().is_none() {
            table.reply().unwrap();
        }
        let plies = table.choices().len();
        let known: Vec<f64> =
            (1..plies).filter_map(|ply| of_first(&chances, &mut *table, false, ply)).collect();
        let choices = table.choices();
        let of_mover = |choice: &ludevo_game::game::Choice| {
            let chance = chances
                .at(Some(choice.ply), choice.by_first)
                .chance(table.values_at(choice.ply).expect("it puts numbers on moves")[0].1);
            if choice.by_first { chance } else { 1.0 - chance }
        };
        let own: Vec<f64> = choices.iter().skip(1).map(of_mover).collect();
        let restless =
            |numbers: &[f64]| numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum::<f64>();
        assert!(restless(&known) < 0.6 * restless(&own), "{known:.2?} beside {own:.2?}");
    }
}
