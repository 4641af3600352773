//! Confidence intervals of scores, for single games, for pairs of games, and by bootstrap.

use ludevo_random::Stream;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::summary::{Moments, quantile_of_sorted};
use super::tally::{PairTally, PointTally, Tally};

/// A range that holds the true value with the confidence asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// How far apart the ends are.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// How many standard deviations each side of the mean hold `confidence` of a normal distribution: 1.96 for 0.95.
pub fn normal_quantile_of(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// The interval for the mean of the population that the numbers are a sample of (Student 1908): few numbers say little
/// about their own spread, so it is wider than a normal one. Of fewer than two numbers it is the mean alone.
pub fn of_mean(moments: &Moments, confidence: f64) -> Interval {
    let (mean, count) = (moments.mean(), moments.count() as f64);
    let reach = match StudentsT::new(0.0, 1.0, count - 1.0) {
        Ok(student) => {
            student.inverse_cdf(0.5 + confidence / 2.0) * moments.standard_deviation() / count.sqrt()
        }
        Err(_) => 0.0,
    };
    Interval { low: mean - reach, high: mean + reach }
}

/// The same of scores: whatever few of them say, none is below 0 or above 1 where none was.
pub fn of_scores(scores: &[f64], confidence: f64) -> Interval {
    let mut moments = Moments::default();
    scores.iter().for_each(|score| moments.push(*score));
    let Interval { low, high } = of_mean(&moments, confidence);
    if scores.iter().all(|score| (0.0..=1.0).contains(score)) {
        return Interval { low: low.max(0.0), high: high.min(1.0) };
    }
    Interval { low, high }
}

/// The median of numbers, and the interval for that of the population that they are a sample of: between two of them, however
/// the population is spread. Fewer than six cannot be as sure as 0.95; theirs is all that they span.
pub fn of_median(values: &[f64], confidence: f64) -> (f64, Interval) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(lowest), Some(highest)) = (sorted.first(), sorted.last()) else {
        return (f64::NAN, Interval { low: f64::NAN, high: f64::NAN });
    };
    let mut interval = Interval { low: *lowest, high: *highest };
    // How likely it is that so many of them, and no more, are below the median, as a logarithm: many numbers have tiny ones.
    let count = sorted.len();
    let mut likely = -(count as f64) * std::f64::consts::LN_2;
    let mut outside = libm::exp(likely);
    for below in 1..count / 2 {
        likely += libm::log((count - below + 1) as f64 / below as f64);
        outside += libm::exp(likely);
        if outside > (1.0 - confidence) / 2.0 {
            break;
        }
        interval = Interval { low: sorted[below], high: sorted[count - 1 - below] };
    }
    (quantile_of_sorted(&sorted, 0.5).unwrap_or(f64::NAN), interval)
}

/// The interval for the difference of the means of two samples, the first less the second, whose spreads may differ (Welch
/// 1947); nothing unless both have two numbers at least.
pub fn difference_of_means(first: &Moments, second: &Moments, confidence: f64) -> Option<Interval> {
    if first.count() < 2 || second.count() < 2 {
        return None;
    }
    let difference = first.mean() - second.mean();
    let squared = |value: f64| value * value;
    let of_mean = |sample: &Moments| squared(sample.standard_deviation()) / sample.count() as f64;
    let (one, two) = (of_mean(first), of_mean(second));
    let share = |variance: f64, sample: &Moments| squared(variance) / (sample.count() - 1) as f64;
    let freedom = squared(one + two) / (share(one, first) + share(two, second));
    // Without any spread there is nothing to be uncertain about.
    let reach = match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if one + two > 0.0 => student.inverse_cdf(0.5 + confidence / 2.0) * (one + two).sqrt(),
        _ => 0.0,
    };
    Some(Interval { low: difference - reach, high: difference + reach })
}

/// How far the first of numbers that belong together is ahead of the second on average, and the interval for that where there
/// are two such pairs or more.
pub fn lead(first: &[f64], second: &[f64], confidence: f64) -> (f64, Option<Interval>) {
    let mut leads = Moments::default();
    first.iter().zip(second).for_each(|(first, second)| leads.push(first - second));
    (leads.mean(), (leads.count() > 1).then(|| of_mean(&leads, confidence)))
}

/// The score interval of Wilson (1927) for the score of games that do not come in pairs.
///
/// A draw counts as half a win and half a loss, so the games are treated as if each gave 0 or 1 points with the same
/// mean. Draws make the true variance smaller than that, never larger: the interval is exact in Wilson's sense without
/// draws and cautious with them. Of no games it is 0 to 1.
pub fn wilson(tally: &Tally, confidence: f64) -> Interval {
    wilson_of_score(tally.score(), tally.games(), confidence)
}

/// The same by the score and the number of games, which may give any part of a point.
pub fn wilson_of_score(score: f64, games: u64, confidence: f64) -> Interval {
    let games = games as f64;
    if games == 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal_quantile_of(confidence);
    let weight = z * z / games;
    let middle = (score + weight / 2.0) / (1.0 + weight);
    let half = z / (1.0 + weight) * ((score * (1.0 - score) + weight / 4.0) / games).sqrt();
    around(middle, half, score)
}

/// The interval for a share of points, as that of a ratio of two sums over games (Cochran 1977, section 2.11): what
/// varies from game to game is what was won of it beyond the share. Where one side has all points, that says nothing, and it is
/// Wilson's of as many games. Of no games it is 0 to 1.
pub fn share_of_points(points: &PointTally, games: u64, confidence: f64) -> Interval {
    let all = (points.won + points.lost) as f64;
    if all == 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let share = points.share();
    if points.won == 0 || points.lost == 0 {
        return wilson_of_score(share, games, confidence);
    }
    let squares = (1.0 - share) * (1.0 - share) * points.won_squares as f64
        + share * share * points.lost_squares as f64;
    around(share, normal_quantile_of(confidence) * squares.sqrt() / all, share)
}

/// The interval for the score of games played in pairs from the same start, from how the pairs' scores vary.
///
/// The two games of a pair are not independent: from a lopsided start each side wins once, whoever plays. Counting
/// such games singly would give a wrong width, so the sample is the pairs. The interval is that of Agresti and Coull
/// (1998), with pairs in place of trials: to the observed pair scores z² scores are added, half of them 0 and half 1,
/// then mean and variance are used as in a normal interval. It does not collapse when all pairs are equal. Of no
/// pairs it is 0 to 1.
pub fn paired(pairs: &PairTally, confidence: f64) -> Interval {
    let count = pairs.pairs() as f64;
    if count == 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal_quantile_of(confidence);
    let added = z * z;
    let sample = count + added;
    let middle = (pairs.sum_of_powers(1) + added / 2.0) / sample;
    let variance = (pairs.sum_of_powers(2) + added / 2.0) / sample - middle * middle;
    let half = z * (variance / sample).sqrt();
    around(middle, half, pairs.score())
}

/// Both intervals contain the score by construction; rounding must not change that at its ends.
fn around(middle: f64, half: f64, score: f64) -> Interval {
    Interval { low: (middle - half).clamp(0.0, score), high: (middle + half).clamp(score, 1.0) }
}

/// The percentile bootstrap (Efron 1979) of any statistic of a sample: the middle `confidence` of the statistic over
/// `resamples` samples drawn from `values` with replacement. Nothing of an empty sample or without resamples.
pub fn bootstrap(
    values: &[f64],
    statistic: impl Fn(&[f64]) -> f64,
    resamples: usize,
    confidence: f64,
    rng: &mut Stream,
) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let mut drawn = vec![0.0; values.len()];
    let mut seen: Vec<f64> = (0..resamples)
        .map(|_| {
            drawn.fill_with(|| values[rng.random_range(0..values.len())]);
            statistic(&drawn)
        })
        .collect();
    seen.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval { low: quantile_of_sorted(&seen, tail)?, high: quantile_of_sorted(&seen, 1.0 - tail)? })
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};
    use proptest::prelude::*;

    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
    }

    /// The ranks are those of tables of the sign test: the second and the ninth of ten, the fourth and the twelfth of fifteen.
    #[test]
    fn a_median_lies_between_the_ranks_of_the_sign_test() {
        let ranks = |count: u32| {
            let values: Vec<f64> = (1..=count).rev().map(f64::from).collect();
            let (median, Interval { low, high }) = of_median(&values, 0.95);
            (median, low, high)
        };
        assert_eq!(ranks(10), (5.5, 2.0, 9.0));
        assert_eq!(ranks(15), (8.0, 4.0, 12.0));
        assert_eq!(ranks(6), (3.5, 1.0, 6.0));
        assert_eq!(ranks(3), (2.0, 1.0, 3.0), "too few to be sure");
        assert_eq!(ranks(1), (1.0, 1.0, 1.0));
        let (median, low, high) = ranks(2000);
        assert!(median == 1000.5 && (low, high) == (956.0, 1045.0), "{low} {high}");
    }

    #[test]
    fn the_difference_of_two_means_is_that_of_welch() {
        let moments = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.push(*value));
            moments
        };
        // Worked out by numerical integration: 4.0755 degrees of freedom, quantile 2.75628, standard error the root of 2.
        let found =
            difference_of_means(&moments(&[1.0, 2.0, 3.0]), &moments(&[2.0, 4.0, 6.0, 8.0]), 0.95).unwrap();
        assert!((found.low + 6.897_975).abs() < 1e-5 && (found.high - 0.897_975).abs() < 1e-5, "{found:?}");
        let same = difference_of_means(&moments(&[1.0, 1.0]), &moments(&[2.0, 2.0]), 0.95).unwrap();
        assert_eq!((same.low, same.high), (-1.0, -1.0));
        assert_eq!(difference_of_means(&moments(&[1.0]), &moments(&[2.0, 3.0]), 0.95), None);
    }

    #[test]
    fn few_numbers_say_little_about_their_mean() {
        let mut moments = Moments::default();
        assert_eq!(of_mean(&moments, 0.95), Interval { low: 0.0, high: 0.0 });
        [1.0, 2.0, 3.0].into_iter().for_each(|value| moments.push(value));
        let Interval { low, high } = of_mean(&moments, 0.95);
        close(low, 2.0 - 4.302_65 / 3f64.sqrt());
        close(high, 2.0 + 4.302_65 / 3f64.sqrt());
    }

    /// What is common to both of a pair says nothing about their difference.
    #[test]
    fn a_lead_is_the_mean_of_differences_and_its_interval_is_theirs() {
        let (lead_of_one, none) = lead(&[1.0], &[3.0], 0.95);
        assert_eq!((lead_of_one, none), (-2.0, None));
        let (mean, interval) = lead(&[101.0, 202.0, 303.0], &[100.0, 200.0, 300.0], 0.95);
        let interval = interval.expect("of three pairs");
        close(mean, 2.0);
        close(interval.low, 2.0 - 4.302_65 / 3f64.sqrt());
        close(interval.high, 2.0 + 4.302_65 / 3f64.sqrt());
    }

    /// Table I of Newcombe (1998), "Two-sided confidence intervals for the single proportion", method 3: 81/263,
    /// 15/148, 0/20 and 1/29.
    #[test]
    fn wilson_gives_published_values() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(&Tally { wins, draws: 0, losses: games - wins }, 0.95);
            close(interval.low, low);
            close(interval.high, high);
        }
    }

    #[test]
    fn a_draw_is_half_a_win_and_half_a_loss() {
        let drawn = wilson(&Tally { wins: 5, draws: 10, losses: 85 }, 0.95);
        let decided = wilson(&Tally { wins: 10, draws: 0, losses: 90 }, 0.95);
        assert_eq!(drawn, decided);
    }

    /// With pairs that are all won or all lost, the formula is that of Agresti and Coull: for 10 of 100 with
    /// z = 1.96, centre (10 + 1.9207) / 103.8415 = 0.11480, half-width 1.96 √(0.11480 · 0.88520 / 103.8415) = 0.06131.
    #[test]
    fn paired_interval_is_agresti_coull_on_decided_pairs() {
        let interval = paired(&PairTally([90, 0, 0, 0, 10]), 0.95);
        close(interval.low, 0.11480 - 0.06131);
        close(interval.high, 0.11480 + 0.06131);
    }

    #[test]
    fn pairing_pays_when_starts_are_lopsided() {
        // Every pair splits 1:1. As single games that is 50 %, give or take ten; as pairs it is far more certain.
        let singles = wilson(&Tally { wins: 50, draws: 0, losses: 50 }, 0.95);
        let pairs = paired(&PairTally([0, 0, 50, 0, 0]), 0.95);
        assert!(pairs.width() < singles.width() / 2.0);
        assert!(pairs.width() > 0.0);
    }

    #[test]
    fn bootstrap_of_a_mean_is_near_the_normal_interval() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let mut rng = stream(5, Purpose::Sampling, 0, 0);
        let found =
            bootstrap(&values, |drawn| drawn.iter().sum::<f64>() / 100.0, 4000, 0.95, &mut rng).unwrap();
        // Standard error √(833.25 / 100) = 2.887; a bootstrap quantile of 4000 has an error of about 0.1.
        assert!((found.low - (49.5 - 1.96 * 2.887)).abs() < 0.5, "{found:?}");
        assert!((found.high - (49.5 + 1.96 * 2.887)).abs() < 0.5, "{found:?}");
    }

    proptest! {
        #[test]
        fn wilson_holds_the_score(wins in 0_u64..300, draws in 0_u64..300, losses in 0_u64..300) {
            let tally = Tally { wins, draws, losses };
            let Interval { low, high } = wilson(&tally, 0.95);
            prop_assert!(0.0 <= low && low <= tally.score() && tally.score() <= high && high <= 1.0);
        }

        #[test]
        fn paired_holds_the_score(counts in prop::array::uniform5(0_u64..100)) {
            let pairs = PairTally(counts);
            let Interval { low, high } = paired(&pairs, 0.95);
            prop_assert!(0.0 <= low && low <= pairs.score() && pairs.score() <= high && high <= 1.0);
        }

        #[test]
        fn fewer_games_are_less_certain(counts in prop::array::uniform5(0_u64..50), times in 2_u64..9) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let more = counts.map(|count| count * times);
            prop_assert!(paired(&PairTally(more), 0.95).width() < paired(&PairTally(counts), 0.95).width());
            let [wins, draws, losses, ..] = counts;
            prop_assume!(wins + draws + losses > 0);
            let few = wilson(&Tally { wins, draws, losses }, 0.95);
            let many =
                wilson(&Tally { wins: wins * times, draws: draws * times, losses: losses * times }, 0.95);
            prop_assert!(many.width() < few.width());
        }

        #[test]
        fn more_confidence_is_wider(wins in 0_u64..300, losses in 1_u64..300) {
            let tally = Tally { wins, draws: 0, losses };
            prop_assert!(wilson(&tally, 0.99).width() > wilson(&tally, 0.95).width());
        }
    }

    #[test]
    fn parts_of_a_point_are_not_rounded() {
        for (score, games, low, high) in
            [(0.65, 10, 0.354, 0.863), (0.8375, 40, 0.695, 0.921), (0.4125, 20, 0.2285, 0.6247)]
        {
            let interval = wilson_of_score(score, games, 0.95);
            assert!((interval.low - low).abs() < 1e-3 && (interval.high - high).abs() < 1e-3, "{interval:?}");
        }
    }
}
