//! Differences in Elo from scores.

use super::interval::Interval;

/// The expected score of a player who is `elo` stronger: 400 points are odds of ten to one.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The difference in Elo that a score stands for; infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * libm::log10(score / (1.0 - score))
}

/// The interval in Elo of an interval of scores.
pub fn elo_interval(scores: Interval) -> Interval {
    Interval { low: elo_of_score(scores.low), high: elo_of_score(scores.high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The logistic curve of the FIDE and USCF handbooks.
    #[test]
    fn four_hundred_points_are_ten_to_one() {
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(elo_of_score(0.5), 0.0);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn intervals_keep_their_order() {
        let interval = elo_interval(Interval { low: 0.25, high: 0.75 });
        assert!((interval.low + 190.848).abs() < 1e-3);
        assert!((interval.high - 190.848).abs() < 1e-3);
    }
}
