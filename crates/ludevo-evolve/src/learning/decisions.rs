//! Decisions whose options somebody has valued, and how a program chooses among them.

use ludevo_program::{Batch, Language, Node, NodeGradient};
use ludevo_random::Stream;
use rand::RngExt;

use super::LESSON;

/// How many times the reach of the constants is estimated.
const SIGNINGS: usize = 6;

/// How many decisions are evaluated at a time, so that their columns stay in the cache.
const CHUNK: usize = 48;

/// What a language reads of the options of decisions, all of them in a row.
pub trait Readings {
    /// What a terminal of the language says of the options from `start` on.
    fn read(&self, terminal: &Node, language: &Language, start: usize, out: &mut [f32]);
}

/// Decisions that one tree takes.
#[derive(Debug)]
pub struct Decisions<R> {
    /// What is read of their options.
    pub(super) readings: R,
    /// Where the options of each decision start; one more than there are decisions.
    pub(super) starts: Vec<usize>,
    /// What choosing each option gives away.
    regrets: Vec<f32>,
}

impl<R: Readings> Decisions<R> {
    /// Decisions one after the other, each as what choosing its options gives away, of which `readings` tells the rest
    /// in the same order.
    pub fn new<D: IntoIterator<Item = f32>>(readings: R, decisions: impl IntoIterator<Item = D>) -> Self {
        let (mut starts, mut regrets) = (vec![0], Vec::new());
        for decision in decisions {
            regrets.extend(decision);
            starts.push(regrets.len());
        }
        Decisions { readings, starts, regrets }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The first of `count` decisions in a row, if there are so many.
    pub(super) fn draw(&self, count: usize, rng: &mut Stream) -> Option<usize> {
        (self.len() >= count).then(|| rng.random_range(0..=self.len() - count))
    }

    /// What the choices of a program give away in all, over `count` decisions from `start` on.
    pub(super) fn regret(&self, batch: &mut Batch, language: &Language, start: usize, count: usize) -> f64 {
        let mut regret = 0.0;
        let mut values = Vec::new();
        let mut first = start;
        while first < start + count {
            let last = (first + CHUNK).min(start + count);
            self.values(batch, language, first, last, &mut values);
            let options = self.starts[first];
            for decision in first..last {
                let (low, high) = (self.starts[decision], self.starts[decision + 1]);
                let best = (low + 1..high).fold(low, |best, index| {
                    if values[index - options] > values[best - options] { index } else { best }
                });
                regret += f64::from(self.regrets[best]);
            }
            first = last;
        }
        regret
    }

    pub(super) fn values(
        &self,
        batch: &mut Batch,
        language: &Language,
        first: usize,
        last: usize,
        values: &mut Vec<f32>,
    ) {
        let start = self.starts[first];
        let count = self.starts[last] - start;
        values.resize(count, 0.0);
        batch.evaluate(count, |node, out| self.readings.read(node, language, start, out), values);
    }

    /// How far the values of the options of one decision usually lie apart.
    pub(super) fn spread(&self, values: &[f32], first: usize, count: usize) -> f32 {
        let options = self.starts[first];
        let spread = |decision: usize| {
            let values = &values[self.starts[decision] - options..self.starts[decision + 1] - options];
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            let squares = values.iter().map(|value| (value - mean) * (value - mean));
            (squares.sum::<f32>() / values.len() as f32).sqrt()
        };
        let mean = (first..first + count).map(spread).sum::<f32>() / count as f32;
        mean.clamp(1e-6, 1e6)
    }

    /// How far a unit more of each constant moves the options of one decision apart, estimated with random signs whose
    /// sum is zero in each decision. The batch must have evaluated the lesson.
    pub(super) fn reach(
        &self,
        batch: &mut Batch,
        first: usize,
        rng: &mut Stream,
        slopes: impl Fn(&[NodeGradient]) -> Vec<f32>,
    ) -> Vec<f64> {
        let options = self.starts[first + LESSON] - self.starts[first];
        let mut squares = Vec::new();
        for _ in 0..SIGNINGS {
            let mut signs = Vec::with_capacity(options);
            for decision in first..first + LESSON {
                let count = self.starts[decision + 1] - self.starts[decision];
                let at = signs.len();
                signs.extend((0..count).map(|_| if rng.random() { 1.0f32 } else { -1.0 }));
                let mean = signs[at..].iter().sum::<f32>() / count as f32;
                signs[at..].iter_mut().for_each(|sign| *sign -= mean);
            }
            let mut gradient = vec![NodeGradient::default(); batch.nodes()];
            batch.add_gradient(&signs, &mut gradient);
            let moved = slopes(&gradient);
            squares.resize(moved.len(), 0.0);
            let moved = moved.into_iter().map(f64::from);
            squares.iter_mut().zip(moved).for_each(|(square, moved)| *square += moved * moved);
        }
        squares.iter().map(|square| (square / (SIGNINGS * options) as f64).sqrt()).collect()
    }

    /// How likely a soft choice takes each option, and how what it gives away changes with the value of each.
    pub(super) fn soft_choice(
        &self,
        values: &[f32],
        first: usize,
        count: usize,
        softness: f32,
        chances: &mut Vec<f32>,
        owed: &mut Vec<f32>,
    ) {
        chances.clear();
        owed.clear();
        let options = self.starts[first];
        for decision in first..first + count {
            let (low, high) = (self.starts[decision], self.starts[decision + 1]);
            let values = &values[low - options..high - options];
            let regrets = &self.regrets[low..high];
            let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let at = chances.len();
            chances.extend(values.iter().map(|value| libm::expf((value - highest) / softness)));
            let chances = &mut chances[at..];
            let sum: f32 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= sum);
            let mean: f32 = chances.iter().zip(regrets).map(|(chance, regret)| chance * regret).sum();
            owed.extend(chances.iter().zip(regrets).map(|(chance, regret)| {
                let slope = chance * (regret - mean) / softness;
                // Numbers too small for the usual form would slow all that follows down, and do not matter.
                if slope.abs() < 1e-12 { 0.0 } else { slope }
            }));
        }
    }
}
