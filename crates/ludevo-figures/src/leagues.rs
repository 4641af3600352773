//! Figures of leagues, a seed each: ratings, places and leads.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, mean, of_mean};

use crate::error::FigureError;
use crate::measure::LeagueFigure;
use crate::measurer::Work;
use crate::verdict::Measured;

impl Work<'_> {
    /// A figure of leagues of everybody who ships and a guest.
    pub(crate) fn league(
        &self,
        guest: &str,
        leagues: u64,
        rounds: u32,
        figure: LeagueFigure,
    ) -> Result<Measured, FigureError> {
        let leagues = if self.of.settings.quick { leagues.min(QUICK_LEAGUES) } else { leagues };
        let key = (guest.to_owned(), rounds, leagues);
        let known = self.of.leagues.borrow().get(&key).cloned();
        let played = match known {
            Some(played) => played,
            None => {
                self.of.observer.begins(guest, leagues);
                let played = self.leagues(guest, leagues, rounds);
                self.of.observer.ends();
                let played = Rc::new(played?);
                self.of.leagues.borrow_mut().insert(key, Rc::clone(&played));
                played
            }
        };
        Ok(figure_of_leagues(&played.own, &played.others, figure))
    }

    fn leagues(&self, guest: &str, leagues: u64, rounds: u32) -> Result<Ratings, FigureError> {
        let facet = self.game.leagues().ok_or_else(|| self.cannot("be played in leagues"))?;
        let name = self.player(guest)?;
        let mut played = Ratings::default();
        for (done, seed) in (1..).zip(self.of.settings.seeds(leagues)) {
            if self.of.settings.stop.load(Ordering::Relaxed) {
                return Err(FigureError::Stopped);
            }
            let ratings =
                self.on_threads(self.of.settings.threads, || facet.ratings(&name, rounds, seed))??;
            played.own.push(ratings.guest);
            played.others.resize(ratings.others.len(), Vec::new());
            played.others.iter_mut().zip(ratings.others).for_each(|(all, rating)| all.push(rating));
            self.of.observer.advances(done, None);
        }
        Ok(played)
    }
}

/// What came of leagues of a guest, so many rounds a battle and so many of them, as several rows tell different figures of the same.
pub(crate) type Memory = BTreeMap<(String, u32, u64), Rc<Ratings>>;

/// Ratings in leagues, in their order.
#[derive(Default)]
pub(crate) struct Ratings {
    own: Vec<f64>,
    /// Those of each of the others.
    others: Vec<Vec<f64>>,
}

/// How many leagues a quick measurement has at most.
const QUICK_LEAGUES: u64 = 2;

/// A figure of a guest's ratings and those of the others, league by league.
fn figure_of_leagues(own: &[f64], others: &[Vec<f64>], figure: LeagueFigure) -> Measured {
    let mean_of = |ratings: &[f64]| mean(ratings).unwrap_or_default();
    let best = others.iter().max_by(|one, two| mean_of(one).total_cmp(&mean_of(two)));
    let mut moments = Moments::default();
    for (league, rating) in own.iter().enumerate() {
        moments.push(match figure {
            LeagueFigure::Rating => *rating,
            LeagueFigure::Lead => rating - best.map_or(0.0, |best| best[league]),
            LeagueFigure::Rank => 1.0 + others.iter().filter(|other| other[league] > *rating).count() as f64,
        });
    }
    let Interval { low, high } = of_mean(&moments, CONFIDENCE);
    Measured { value: moments.mean(), low, high, games: moments.count(), deviation: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three leagues of three: the second other is the best on average, though the first was ahead of it once.
    #[test]
    fn a_lead_is_that_over_the_best_other_of_all_leagues_together() {
        let others = [vec![50.0, 10.0, 10.0], vec![40.0, 40.0, 40.0]];
        let figure = |own: &[f64], figure| figure_of_leagues(own, &others, figure);
        let own = [45.0, 50.0, 55.0];
        let lead = figure(&own, LeagueFigure::Lead);
        assert_eq!((lead.value, lead.games), (10.0, 3));
        // Student's interval of 5, 10 and 15: 4.303 times 5 over the root of 3.
        assert!((lead.low - (10.0 - 12.42)).abs() < 0.01 && (lead.high - 22.42).abs() < 0.01, "{lead:?}");
        assert_eq!(figure(&own, LeagueFigure::Rank).value, 4.0 / 3.0);
        assert_eq!(figure(&own, LeagueFigure::Rating).value, 50.0);
        assert_eq!(figure(&[30.0; 3], LeagueFigure::Lead).value, -10.0);
    }
}
