//! Ratings in Elo of more than two players from their games against each other.

use serde::{Deserialize, Serialize};

use super::interval::normal_quantile_of;
use super::tally::Tally;

/// What every player did against every other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PayoffTable {
    cells: Vec<Vec<Tally>>,
}

impl PayoffTable {
    /// No games yet between `players` players.
    pub fn new(players: usize) -> PayoffTable {
        PayoffTable { cells: vec![vec![Tally::default(); players]; players] }
    }

    /// Adds games of `one` against `other`.
    pub fn add(&mut self, one: usize, other: usize, games: &Tally) {
        self.cells[one][other] += *games;
        self.cells[other][one] += games.reversed();
    }

    /// The games of `one` against `other`, as `one` sees them.
    pub fn get(&self, one: usize, other: usize) -> Tally {
        self.cells[one][other]
    }

    /// The games of `one` against everybody.
    pub fn total(&self, one: usize) -> Tally {
        let mut total = Tally::default();
        self.cells[one].iter().for_each(|&games| total += games);
        total
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.cells.len()
    }
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// In Elo above the mean of all players rated together.
    pub elo: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The ratings of all players of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratings {
    /// One for each player, in the order of the table.
    pub ratings: Vec<Rating>,
    /// Whether the games alone left differences unbounded, and a draw was added between every two players.
    pub draws_added: bool,
}

/// Rates players by maximum likelihood under the model of Bradley and Terry (1952): the odds of one player against
/// another are the ratio of their strengths, ten to one at 400 Elo.
///
/// A draw counts as half a win for each. Intervals come from the information matrix; as draws vary less than the
/// model thinks, they are cautious where there are draws. The best strengths are finite only if no group of players
/// took every point off the rest (Ford 1957); where one did, or groups never met, one draw is added between every two
/// players, and [`Ratings::draws_added`] says so.
pub fn bradley_terry(table: &PayoffTable, confidence: f64) -> Ratings {
    let draws_added = !has_finite_ratings(table);
    let fit = Fit::of(table, if draws_added { 1.0 } else { 0.0 });
    let elo_per_unit = 400.0 / std::f64::consts::LN_10;
    let z = normal_quantile_of(confidence);
    let ratings = fit.strengths.iter().enumerate().map(|(player, strength)| {
        let elo = elo_per_unit * strength;
        let half = elo_per_unit * z * fit.covariance[player][player].max(0.0).sqrt();
        Rating { elo, low: elo - half, high: elo + half }
    });
    Ratings { ratings: ratings.collect(), draws_added }
}

/// Whether points lead from every player to every other.
fn has_finite_ratings(table: &PayoffTable) -> bool {
    let took_points = |one: usize, other: usize| table.get(one, other).points() > 0.0;
    reaches_all(table.players(), took_points)
        && reaches_all(table.players(), |one, other| took_points(other, one))
}

/// Whether steps from `one` to `other` lead from player 0 to everybody.
fn reaches_all(players: usize, step: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached = vec![false; players];
    let mut open = vec![0];
    while let Some(one) = open.pop() {
        for (other, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && step(one, other) {
                *is_reached = true;
                open.push(other);
            }
        }
    }
    reached.iter().skip(1).all(|&is_reached| is_reached)
}

/// Strengths in natural logarithms, of mean 0, and their covariance.
struct Fit {
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method. No step changes the difference of two strengths by more than 1, and within that the third
    /// derivative of the logistic function is too small for a Newton step to lose likelihood.
    fn of(table: &PayoffTable, added_draws: f64) -> Fit {
        const MOST_STEPS: usize = 1000;
        const LONGEST_STEP: f64 = 0.5;
        const CONVERGED: f64 = 1e-12;
        let mut strengths = vec![0.0; table.players()];
        let mut covariance = Vec::new();
        for _ in 0..MOST_STEPS {
            let (slope, information) = derivatives(table, added_draws, &strengths);
            covariance = inverse_across_players(information);
            let step: Vec<f64> = covariance.iter().map(|row| dot(row, &slope)).collect();
            let longest = step.iter().fold(0.0_f64, |longest, change| longest.max(change.abs()));
            let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += scale * change);
            if longest < CONVERGED {
                break;
            }
        }
        Fit { strengths, covariance }
    }
}

/// The slope of the log-likelihood and its negated second derivative.
fn derivatives(table: &PayoffTable, added_draws: f64, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = table.players();
    let mut slope = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for one in 0..players {
        for other in (0..players).filter(|&other| other != one) {
            let tally = table.get(one, other);
            let games = tally.games() as f64 + added_draws;
            let expected = 1.0 / (1.0 + libm::exp(strengths[other] - strengths[one]));
            let spread = games * expected * (1.0 - expected);
            slope[one] += tally.points() + 0.5 * added_draws - games * expected;
            information[one][one] += spread;
            information[one][other] -= spread;
        }
    }
    (slope, information)
}

/// The pseudo-inverse of an information matrix. Its rows sum to 0, as only differences of strengths matter; adding 1/n
/// everywhere makes it positive definite, and taking 1/n from the inverse leaves the covariance of strengths whose
/// mean is held at 0.
fn inverse_across_players(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let share = 1.0 / matrix.len() as f64;
    matrix.iter_mut().flatten().for_each(|entry| *entry += share);
    let mut inverse = inverse_of_positive_definite(matrix);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= share);
    inverse
}

/// Gauss-Jordan elimination in place; a positive definite matrix needs no pivoting.
fn inverse_of_positive_definite(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = std::mem::take(&mut row[pivot]);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(wins: &[&[u64]]) -> PayoffTable {
        let mut table = PayoffTable::new(wins.len());
        for (one, row) in wins.iter().enumerate() {
            for (other, &wins) in row.iter().enumerate() {
                table.add(one, other, &Tally { wins, ..Tally::default() });
            }
        }
        table
    }

    /// The American League East of 1987, table 10.10 of Agresti, Categorical Data Analysis (2002). Estimates and
    /// standard errors against Baltimore as given with the `baseball` data of the R package BradleyTerry2 (Turner and
    /// Firth 2012).
    #[test]
    fn baseball_of_1987_has_the_published_ratings() {
        let wins: [&[u64]; 7] = [
            &[0, 7, 9, 7, 7, 9, 11],
            &[6, 0, 7, 5, 11, 9, 9],
            &[4, 6, 0, 7, 7, 8, 12],
            &[6, 8, 6, 0, 6, 7, 10],
            &[6, 2, 6, 7, 0, 7, 12],
            &[4, 4, 5, 6, 6, 0, 6],
            &[2, 4, 1, 3, 1, 7, 0],
        ];
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        let Fit { strengths, covariance } = Fit::of(&table(&wins), 0.0);
        for (team, (strength, error)) in published.into_iter().enumerate() {
            let variance = covariance[team][team] + covariance[6][6] - 2.0 * covariance[team][6];
            assert!((strengths[team] - strengths[6] - strength).abs() < 1e-4, "{team}: {strengths:?}");
            assert!((variance.sqrt() - error).abs() < 1e-4, "{team}: {}", variance.sqrt());
        }
    }

    #[test]
    fn ten_to_one_is_400_elo() {
        let Ratings { ratings, draws_added } = bradley_terry(&table(&[&[0, 100], &[10, 0]]), 0.95);
        assert!((ratings[0].elo - 200.0).abs() < 1e-9);
        assert!((ratings[1].elo + 200.0).abs() < 1e-9);
        assert!(ratings[0].low < 200.0 && ratings[0].high > 200.0);
        assert!(!draws_added);
    }

    /// Odds of 2:1, 2:1 and 4:1 fit the model exactly: each step is 400 log10(2) = 120.412 Elo.
    #[test]
    fn consistent_odds_are_fitted_exactly() {
        let ratings = bradley_terry(&table(&[&[0, 20, 40], &[10, 0, 20], &[10, 10, 0]]), 0.95).ratings;
        assert!((ratings[0].elo - ratings[1].elo - 120.412).abs() < 1e-3);
        assert!((ratings[1].elo - ratings[2].elo - 120.412).abs() < 1e-3);
    }

    #[test]
    fn draws_are_half_wins() {
        let mut drawn = PayoffTable::new(2);
        drawn.add(0, 1, &Tally { wins: 10, draws: 20, losses: 5 });
        let decided = bradley_terry(&table(&[&[0, 20], &[15, 0]]), 0.95);
        assert_eq!(bradley_terry(&drawn, 0.95), decided);
    }

    #[test]
    fn players_who_won_everything_still_get_finite_ratings() {
        let swept = bradley_terry(&table(&[&[0, 50, 50], &[0, 0, 50], &[0, 0, 0]]), 0.95);
        assert!(swept.draws_added);
        let elo: Vec<f64> = swept.ratings.iter().map(|rating| rating.elo).collect();
        assert!(elo.iter().all(|elo| elo.is_finite()) && elo[0] > elo[1] && elo[1] > elo[2], "{elo:?}");
        assert!(bradley_terry(&PayoffTable::new(2), 0.95).ratings.iter().all(|rating| rating.elo == 0.0));
        assert_eq!(bradley_terry(&PayoffTable::new(1), 0.95).ratings[0].elo, 0.0);
    }

    #[test]
    fn more_games_make_narrower_intervals() {
        let width = |times: u64| {
            let rating = bradley_terry(&table(&[&[0, 6 * times], &[4 * times, 0]]), 0.95).ratings[0];
            rating.high - rating.low
        };
        assert!((width(1) / width(100) - 10.0).abs() < 1e-6, "the width falls with the root of the games");
    }
}
