//! Lessons: steps of a program's constants along the gradient of what its soft choices give away.

use ludevo_program::{Architecture, Batch, Individual, NodeGradient, scale_sums, tidy_sums};
use ludevo_random::Stream;

use super::{Decisions, HARDEST, LESSON, PURE, Readings, SHORTEST_REACH, SOFTEST, between};

/// The paces of learning: the first step of each constant, in parts of the usual spread of values.
const SLOWEST: f64 = 0.0003;
const FASTEST: f64 = 0.01;

/// Constants that move options less far apart than this decide nothing.
const NO_REACH: f64 = 1e-3;

/// Terms that move options less far apart than this, in parts of the usual spread of values, are dropped.
const WEAKEST: f64 = 0.003;

/// What is taught is brought to this spread of values, and its constants to so many digits, so that they can be read.
const COMMON_SPREAD: f64 = 10.0;
const DIGITS: i32 = 4;

impl<R: Readings> Decisions<R> {
    /// Teaches the tree of one stage.
    pub(super) fn teach(
        &self,
        taught: &mut Individual,
        architecture: &Architecture,
        stage: usize,
        lessons: usize,
        rng: &mut Stream,
    ) {
        let part = &architecture.parts[stage];
        let mut batch = Batch::new(&taught.trees[stage], &part.language).expect(PURE);
        let mut constants = architecture.constants(taught);
        let of_stage = architecture.constants_of(taught, stage);
        let mut learner = Adam::new(of_stage.len());
        // Which pace is best depends on how much there is left to learn: selection keeps what a good one gave.
        let pace = between(SLOWEST, FASTEST, rng);
        let softness_share = between(SOFTEST, HARDEST, rng) as f32;
        let (mut values, mut chances, mut owed) = (Vec::new(), Vec::new(), Vec::new());
        let mut gradient = vec![NodeGradient::default(); batch.nodes()];
        let mut measures: Option<Measures> = None;
        let mut last = 0;
        for lesson in 0..lessons {
            let Some(first) = self.draw(LESSON, rng) else { return };
            self.values(&mut batch, &part.language, first, first + LESSON, &mut values);
            last = first;
            let Measures { softness, units, .. } = measures.get_or_insert_with(|| {
                let spread = self.spread(&values, first, LESSON);
                let slopes = |gradient: &[NodeGradient]| architecture.slopes_of(taught, stage, gradient);
                let reach = self.reach(&mut batch, first, rng, slopes);
                let units = reach.iter().map(|reach| unit(spread, *reach)).collect();
                Measures { softness: softness_share * spread, units, reach }
            });
            self.soft_choice(&values, first, LESSON, *softness, &mut chances, &mut owed);
            gradient.fill(NodeGradient::default());
            batch.add_gradient(&owed, &mut gradient);
            let slopes: Vec<f32> = architecture.slopes_of(taught, stage, &gradient);
            let rate = pace * (1.0 - lesson as f64 / lessons as f64);
            learner.step(&mut constants[of_stage.clone()], &slopes, units, rate);
            *taught = architecture.with_constants(taught, &constants);
            batch.update(&taught.trees[stage]);
        }
        if let Some(Measures { reach, .. }) = measures {
            let spread = f64::from(self.spread(&values, last, LESSON));
            // What is the same for all options of a decision decides nothing. Cases that the lesson did not meet have
            // no reach at all, and are left alone, as conditions are.
            let weak = |(constant, reach): &(&mut f64, f64)| {
                *reach > 0.0 && (*reach < NO_REACH || constant.abs() * reach < WEAKEST * spread)
            };
            constants[of_stage].iter_mut().zip(reach).filter(weak).for_each(|(constant, _)| *constant = 0.0);
            *taught = architecture.with_constants(taught, &constants);
            let tidy = tidy_sums(&taught.trees[stage], &part.language);
            taught.trees[stage] = scale_sums(&tidy, &part.language, COMMON_SPREAD / spread);
            let constants: Vec<f64> = architecture.constants(taught).into_iter().map(legible).collect();
            *taught = architecture.with_constants(taught, &constants);
        }
    }
}

/// What is measured of a program before it learns.
struct Measures {
    /// How soft its choices are taken to be.
    softness: f32,
    /// The unit of each constant.
    units: Vec<f64>,
    /// How far each constant moves options apart.
    reach: Vec<f64>,
}

/// The change of a constant that moves the options of a decision as far apart as their values usually are.
fn unit(spread: f32, reach: f64) -> f64 {
    // A constant that moves nothing, but for rounding, cannot be learnt; one that seldom does is learnt with care.
    if reach > NO_REACH { f64::from(spread) / reach.max(SHORTEST_REACH) } else { 0.0 }
}

/// A number with few digits.
fn legible(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    // Powers of ten are exact as divisors, so that the result prints with few digits.
    let places = DIGITS - 1 - libm::log10(number.abs()).floor() as i32;
    let power = (0..places.abs()).fold(1.0, |power, _| power * 10.0);
    if places >= 0 { (number * power).round() / power } else { (number / power).round() * power }
}

/// Gradient descent with steps of even size (Kingma and Ba), in units of each constant.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// A step of `rate` times the unit of each constant.
    fn step(&mut self, constants: &mut [f64], slopes: &[f32], units: &[f64], rate: f64) {
        self.steps += 1;
        let warm = |decay: f32| 1.0 - libm::powf(decay, self.steps as f32);
        let (mean_warm, square_warm) = (warm(0.9), warm(0.99));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (((constant, unit), slope), (mean, square)) in
            constants.iter_mut().zip(units).zip(slopes).zip(moments)
        {
            if !slope.is_finite() {
                continue;
            }
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let step = (*mean / mean_warm) / ((*square / square_warm).sqrt() + 1e-12);
            *constant -= rate * unit * f64::from(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Algorithm 1 of Kingma and Ba, with decays 0.9 and 0.99, worked out by hand.
    #[test]
    fn steps_are_those_of_adam() {
        let mut adam = Adam::new(2);
        let mut constants = [1.0, 2.0];
        let near = |found: f64, known: f64| assert!((found - known).abs() < 1e-6, "{found} is not {known}");
        // At first mean and root of the squares are the slope itself: a step of the rate, against its sign.
        adam.step(&mut constants, &[0.5, -0.25], &[2.0, 1.0], 0.1);
        near(constants[0], 1.0 - 0.1 * 2.0);
        near(constants[1], 2.0 + 0.1);
        // Mean (0.9 * 0.05 + 0.1 * 0.25) / (1 - 0.81), square (0.99 * 0.0025 + 0.01 * 0.0625) / (1 - 0.9801).
        adam.step(&mut constants, &[0.25, f32::NAN], &[2.0, 1.0], 0.1);
        near(constants[0], 0.8 - 0.1 * 2.0 * 0.368_421_05 / 0.155_778_89_f64.sqrt());
        near(constants[1], 2.1);
    }
}
