//! The sequential probability ratio test (Wald 1945) between two differences in Elo.
//!
//! The likelihood ratio is the generalised one that fishtest uses: of all distributions of results whose mean is the
//! score that an Elo difference stands for, the likeliest is taken for each hypothesis (Van den Bergh, "A practical
//! introduction to the GSPRT"). It needs no model of draws, and with pairs of games it accounts for their
//! dependence.

use libm::log;
use serde::{Deserialize, Serialize};

use super::elo::score_of_elo;
use super::tally::{PairTally, Tally};

/// What is tested: that the first player is `elo1` stronger against that it is only `elo0` stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, larger than `elo0`.
    pub elo1: f64,
    /// The chance of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The chance of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// What a sequential test has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// More games are needed.
    Undecided,
    /// `elo0` was accepted.
    Elo0,
    /// `elo1` was accepted.
    Elo1,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// The logarithm of the likelihood of `elo1` over that of `elo0`.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
    /// What follows.
    pub verdict: SprtVerdict,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        (log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha))
    }

    /// Whether the settings make a test: `elo0` below `elo1`, both finite, and error rates above 0 that do not add up
    /// to 1.
    pub fn is_valid(&self) -> bool {
        self.elo0 < self.elo1
            && self.elo0.is_finite()
            && self.elo1.is_finite()
            && self.alpha > 0.0
            && self.beta > 0.0
            && self.alpha + self.beta < 1.0
    }

    /// The test after games that do not come in pairs.
    pub fn of_games(&self, tally: &Tally) -> SprtState {
        self.judge(log_likelihood_ratio(
            &[(0.0, tally.losses), (0.5, tally.draws), (1.0, tally.wins)],
            score_of_elo(self.elo0),
            score_of_elo(self.elo1),
        ))
    }

    /// The test after pairs of games.
    pub fn of_pairs(&self, pairs: &PairTally) -> SprtState {
        let [none, half, one, most, all] = pairs.0;
        self.judge(log_likelihood_ratio(
            &[(0.0, none), (0.25, half), (0.5, one), (0.75, most), (1.0, all)],
            score_of_elo(self.elo0),
            score_of_elo(self.elo1),
        ))
    }

    fn judge(&self, llr: f64) -> SprtState {
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtVerdict::Elo1
        } else if llr <= lower {
            SprtVerdict::Elo0
        } else {
            SprtVerdict::Undecided
        };
        SprtState { llr, lower, upper, verdict }
    }
}

/// Stands in for a count of 0, as in fishtest: a result not seen yet is not taken for impossible.
const UNSEEN: f64 = 1e-3;

/// The logarithm of the greatest likelihood of `counts` (result, how often) among distributions of mean `score1` over
/// that among distributions of mean `score0`. Results lie from 0 to 1 and both ends must be listed; the scores lie
/// strictly between.
fn log_likelihood_ratio<const N: usize>(counts: &[(f64, u64); N], score0: f64, score1: f64) -> f64 {
    let counts = counts.map(|(result, count)| (result, if count == 0 { UNSEEN } else { count as f64 }));
    let total: f64 = counts.iter().map(|(_, count)| count).sum();
    let shares = counts.map(|(result, count)| (result, count / total));
    let tilt0 = tilt(&shares, score0);
    let tilt1 = tilt(&shares, score1);
    // With tilt t the likeliest probability of result r is share / (1 + t (r − score)).
    let ratio = |&(result, share): &(f64, f64)| {
        share * log((1.0 + tilt0 * (result - score0)) / (1.0 + tilt1 * (result - score1)))
    };
    total * shares.iter().map(ratio).sum::<f64>()
}

/// The Lagrange multiplier t of the likeliest distribution of mean `score`: the root of
/// Σ share (r − score) / (1 + t (r − score)), which falls with t between the values where a probability would become
/// infinite.
fn tilt(shares: &[(f64, f64)], score: f64) -> f64 {
    let term = |t: f64, away: f64| away / (1.0 + t * away);
    let slope =
        |t: f64| -> f64 { shares.iter().map(|(result, share)| share * term(t, result - score)).sum() };
    let mut low = -1.0 / (1.0 - score);
    let mut high = 1.0 / score;
    // Halving an interval of doubles ends after some sixty steps, when the middle is one of its ends.
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = USUAL.bounds();
        assert!((upper - log(19.0)).abs() < 1e-12, "2.944 as every fishtest page shows");
        assert!((lower + log(19.0)).abs() < 1e-12);
    }

    /// Without draws the likeliest distribution of mean s is win with s, lose with 1 − s, so the ratio is
    /// W ln(s1 / s0) + L ln((1 − s1) / (1 − s0)); the stand-in for the missing draws moves it a little.
    #[test]
    fn without_draws_it_is_the_binomial_ratio() {
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
        let expected = 5300.0 * log(s1 / s0) + 4700.0 * log((1.0 - s1) / (1.0 - s0));
        let found = USUAL.of_games(&Tally { wins: 5300, draws: 0, losses: 4700 }).llr;
        assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
    }

    /// Van den Bergh's approximation for many games: N (s1 − s0) (2 s − s0 − s1) / (2 σ²).
    #[test]
    fn with_many_games_it_is_near_the_normal_ratio() {
        let tally = Tally { wins: 10_400, draws: 30_000, losses: 9_600 };
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
        let score = tally.score();
        let square = |number: f64| number * number;
        let variance =
            (10_400.0 * square(1.0 - score) + 30_000.0 * square(0.5 - score) + 9_600.0 * square(score))
                / 50_000.0;
        let expected = 50_000.0 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        let found = USUAL.of_games(&tally).llr;
        assert!((found - expected).abs() < 0.01 * expected.abs() + 0.05, "{found} is not near {expected}");
    }

    #[test]
    fn hypotheses_as_likely_as_each_other_give_zero() {
        let even = Sprt { elo0: -5.0, elo1: 5.0, ..USUAL };
        assert!(even.of_games(&Tally { wins: 40, draws: 100, losses: 40 }).llr.abs() < 1e-9);
        assert!(even.of_pairs(&PairTally([3, 10, 40, 10, 3])).llr.abs() < 1e-9);
    }

    #[test]
    fn the_verdict_follows_the_bounds() {
        assert_eq!(USUAL.of_games(&Tally::default()).verdict, SprtVerdict::Undecided);
        assert_eq!(USUAL.of_games(&Tally { wins: 700, draws: 0, losses: 500 }).verdict, SprtVerdict::Elo1);
        assert_eq!(USUAL.of_games(&Tally { wins: 500, draws: 0, losses: 700 }).verdict, SprtVerdict::Elo0);
    }

    /// Pairs that always split say more than the same games counted singly.
    #[test]
    fn pairs_sharpen_the_test() {
        let pairs = USUAL.of_pairs(&PairTally([10, 0, 460, 0, 30]));
        let singles = USUAL.of_games(&Tally { wins: 520, draws: 0, losses: 480 });
        assert_eq!(pairs.verdict, SprtVerdict::Elo1);
        assert_eq!(singles.verdict, SprtVerdict::Undecided);
    }
}
