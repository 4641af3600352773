//! Comparing two samples by rank: the Mann-Whitney test and effect sizes.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// Samples smaller than this, if no two values are equal, get an exact p-value (as in R's `wilcox.test`).
const EXACT_BELOW: usize = 50;

/// The two-sided test of Mann and Whitney (1947), also called Wilcoxon's rank-sum test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MannWhitney {
    /// In how many pairs of a value of the first and one of the second sample the first is larger, equal ones
    /// counting one half.
    pub u: f64,
    /// The chance of a `u` at least as far from its mean if both samples come from one distribution.
    pub p: f64,
    /// Whether `p` is exact; otherwise it is a normal approximation with corrections for ties and continuity.
    pub exact: bool,
}

/// Tests whether values of one sample tend to be larger than those of the other. Nothing if a sample is empty. No
/// value may be NaN.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let ranks = Ranks::of(first, second);
    let (n1, n2) = (first.len() as f64, second.len() as f64);
    let u = ranks.sum_of_first - n1 * (n1 + 1.0) / 2.0;
    let exact = ranks.ties == 0.0 && first.len().max(second.len()) < EXACT_BELOW;
    let p = if exact {
        exact_p(first.len(), second.len(), u as usize)
    } else {
        let n = n1 + n2;
        let variance = n1 * n2 / 12.0 * (n + 1.0 - ranks.ties / (n * (n - 1.0)));
        normal_p((u - n1 * n2 / 2.0).abs(), variance)
    };
    Some(MannWhitney { u, p, exact })
}

/// The effect size A of Vargha and Delaney (2000): the chance that a value of the first sample is larger than one of
/// the second, equal ones counting one half. 0.5 is no difference; they call 0.56 small, 0.64 medium, 0.71 large.
pub fn vargha_delaney(first: &[f64], second: &[f64]) -> Option<f64> {
    let pairs = (first.len() * second.len()) as f64;
    mann_whitney(first, second).map(|test| test.u / pairs)
}

/// Cliff's delta (1993): the chance that a value of the first sample is larger than one of the second less the chance
/// that it is smaller, from −1 to 1.
pub fn cliff(first: &[f64], second: &[f64]) -> Option<f64> {
    vargha_delaney(first, second).map(|chance| 2.0 * chance - 1.0)
}

struct Ranks {
    /// The sum of the ranks of the first sample, equal values sharing the mean of their ranks.
    sum_of_first: f64,
    /// The sum over groups of equal values of t³ − t.
    ties: f64,
}

impl Ranks {
    fn of(first: &[f64], second: &[f64]) -> Ranks {
        let mut values: Vec<(f64, bool)> = first.iter().map(|&value| (value, true)).collect();
        values.extend(second.iter().map(|&value| (value, false)));
        values.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut ranks = Ranks { sum_of_first: 0.0, ties: 0.0 };
        let mut before = 0;
        for group in values.chunk_by(|(one, _), (other, _)| one == other) {
            let size = group.len() as f64;
            let rank = before as f64 + (size + 1.0) / 2.0;
            let of_first = group.iter().filter(|(_, is_first)| *is_first).count();
            ranks.sum_of_first += rank * of_first as f64;
            ranks.ties += size * size * size - size;
            before += group.len();
        }
        ranks
    }
}

fn normal_p(distance: f64, variance: f64) -> f64 {
    // All values are equal: nothing speaks against one distribution.
    if variance <= 0.0 {
        return 1.0;
    }
    let z = (distance - 0.5).max(0.0) / variance.sqrt();
    2.0 * Normal::standard().sf(z)
}

/// Counts the orders of both samples by their U. The counts are the coefficients of the Gaussian binomial, the product
/// over i of (1 − q^(n2 + i)) / (1 − q^i); below [`EXACT_BELOW`] they fit in an `i128`.
fn exact_p(n1: usize, n2: usize, u: usize) -> f64 {
    let mut counts = vec![0_i128; n1 * n2 + 1];
    counts[0] = 1;
    for i in 1..=n1 {
        for place in (n2 + i..counts.len()).rev() {
            counts[place] -= counts[place - n2 - i];
        }
        for place in i..counts.len() {
            counts[place] += counts[place - i];
        }
    }
    let orders: i128 = counts.iter().sum();
    let tail: i128 = counts[..=u.min(n1 * n2 - u)].iter().sum();
    (2.0 * tail as f64 / orders as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Hollander and Wolfe (1973), page 69, the example of R's `wilcox.test`: W = 35 and a one-sided p of 0.1272.
    #[test]
    fn small_samples_without_ties_are_exact() {
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let early = [1.15, 0.88, 0.90, 0.74, 1.21];
        let test = mann_whitney(&term, &early).unwrap();
        assert!(test.exact);
        assert_eq!(test.u, 35.0);
        assert!((test.p - 2.0 * 0.1272).abs() < 1e-4, "{test:?}");
        assert_eq!(vargha_delaney(&term, &early), Some(0.7));
        assert!((cliff(&term, &early).unwrap() - 0.4).abs() < 1e-12);
    }

    /// Ozone in May and August of R's `airquality`, the other example of `wilcox.test`: W = 127.5, p = 0.0001208.
    #[test]
    fn ties_are_corrected_for() {
        let may = [
            41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115,
            37,
        ];
        let august = [
            39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118,
            84, 85,
        ];
        let test = mann_whitney(&may.map(f64::from), &august.map(f64::from)).unwrap();
        assert!(!test.exact);
        assert_eq!(test.u, 127.5);
        assert!((test.p - 0.000_120_8).abs() < 5e-8, "{test:?}");
    }

    /// Two of the twenty orders are as extreme.
    #[test]
    fn three_below_three_has_a_p_of_a_tenth() {
        let test = mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
        assert_eq!((test.u, test.p), (0.0, 0.1));
    }

    #[test]
    fn equal_samples_do_not_differ() {
        let test = mann_whitney(&[2.0; 5], &[2.0; 7]).unwrap();
        assert_eq!((test.u, test.p), (17.5, 1.0));
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }

    /// For 40 and 45 values the approximation is good to a few thousandths, and the counts to 10^24 must be exact.
    #[test]
    fn exact_and_approximate_agree_on_large_samples() {
        for u in [500_usize, 650, 800, 900] {
            let variance = 40.0 * 45.0 * 86.0 / 12.0;
            let approximate = normal_p((u as f64 - 900.0).abs(), variance);
            assert!((exact_p(40, 45, u) - approximate).abs() < 4e-3, "{u}");
        }
    }

    proptest! {
        #[test]
        fn swapping_the_samples_swaps_the_effect(
            first in prop::collection::vec(0_u8..20, 1..60),
            second in prop::collection::vec(0_u8..20, 1..60),
        ) {
            let first: Vec<f64> = first.into_iter().map(f64::from).collect();
            let second: Vec<f64> = second.into_iter().map(f64::from).collect();
            let one = mann_whitney(&first, &second).unwrap();
            let other = mann_whitney(&second, &first).unwrap();
            prop_assert_eq!(one.u + other.u, (first.len() * second.len()) as f64);
            prop_assert!((one.p - other.p).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&one.p));
            prop_assert!((cliff(&first, &second).unwrap() + cliff(&second, &first).unwrap()).abs() < 1e-12);
        }
    }
}
