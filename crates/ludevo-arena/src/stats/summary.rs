//! Mean, spread and quantiles of samples.

use serde::Serialize;

/// Count, mean and spread of numbers seen one at a time, in constant space (Welford 1962; merging by Chan, Golub and
/// LeVeque 1979). Written out as count, mean and standard deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "Written")]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The sum of squared differences from the mean.
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds all the numbers of another sample.
    pub fn merge(&mut self, other: &Moments) {
        if other.count == 0 {
            return;
        }
        let count = self.count + other.count;
        let share = other.count as f64 / count as f64;
        let apart = other.mean - self.mean;
        self.squares += other.squares + apart * apart * self.count as f64 * share;
        self.mean += apart * share;
        self.count = count;
    }

    /// How many numbers were seen.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 of no numbers.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the population that the numbers are a sample of (divisor n − 1); 0 of fewer than two
    /// numbers.
    pub fn standard_deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }
}

#[derive(Serialize)]
struct Written {
    count: u64,
    mean: f64,
    standard_deviation: f64,
}

impl From<Moments> for Written {
    fn from(moments: Moments) -> Written {
        Written { count: moments.count, mean: moments.mean, standard_deviation: moments.standard_deviation() }
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Moments {
        let mut moments = Moments::default();
        values.into_iter().for_each(|value| moments.push(value));
        moments
    }
}

/// The mean; nothing of no numbers.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The median; nothing of no numbers.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The quantile of `share` (0 to 1), interpolated between neighbours (type 7 of Hyndman and Fan 1996, the default of R
/// and NumPy); nothing of no numbers. NaN sorts last.
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, share)
}

/// [`quantile`] of numbers that are sorted already.
pub fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = place.ceil() as usize;
    let (low, high) = (sorted[below], sorted[above]);
    Some(if below == above { low } else { low + (high - low) * (place - below as f64) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn standard_deviation_divides_by_n_minus_one() {
        // Sum of squares about the mean 5 is 32.
        let moments: Moments = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(moments.mean(), 5.0);
        assert!((moments.standard_deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        let pair: Moments = [1.0, 3.0].into_iter().collect();
        assert_eq!(
            serde_json::to_string(&pair).unwrap(),
            format!(r#"{{"count":2,"mean":2.0,"standard_deviation":{}}}"#, 2.0_f64.sqrt())
        );
    }

    /// `quantile(1:10, c(0.25, 0.5, 0.9))` in R is 3.25, 5.5, 9.1.
    #[test]
    fn quantiles_are_those_of_r() {
        let values: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        assert_eq!(quantile(&values, 0.25), Some(3.25));
        assert_eq!(median(&values), Some(5.5));
        assert!((quantile(&values, 0.9).unwrap() - 9.1).abs() < 1e-12);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(mean(&[]), None);
    }

    proptest! {
        #[test]
        fn merging_is_pushing(values in prop::collection::vec(-1e3..1e3_f64, 0..40), cut in 0_usize..40) {
            let (left, right) = values.split_at(cut.min(values.len()));
            let mut merged: Moments = left.iter().copied().collect();
            merged.merge(&right.iter().copied().collect());
            let whole: Moments = values.iter().copied().collect();
            prop_assert_eq!(merged.count(), whole.count());
            prop_assert!((merged.mean() - whole.mean()).abs() < 1e-9);
            prop_assert!((merged.standard_deviation() - whole.standard_deviation()).abs() < 1e-9);
        }
    }
}
