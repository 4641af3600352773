//! Vectors of named weights as a species: linear combinations whose numbers are bred.

use std::fmt::Write;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{IntronCounts, Measure, Nearest, ParseError};
use ludevo_random::Stream;

use crate::settings::{RangeError, positive, within};
use crate::species::Species;

/// One number of a genome.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Its name, unique within the genome and without blanks.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The greatest value. Random weights are drawn from `low` up to, but not including, this.
    pub high: f64,
}

impl Weight {
    /// A weight between `low` and `high`.
    pub fn new(name: impl Into<String>, low: f64, high: f64) -> Self {
        Weight { name: name.into(), low, high }
    }

    fn random(&self, rng: &mut Stream) -> f64 {
        if self.low < self.high { rng.random_range(self.low..self.high) } else { self.low }
    }

    /// A weight around a value.
    fn near(&self, rng: &mut Stream, value: f64, distance: f64) -> f64 {
        let size = if value == 0.0 { 1.0 } else { value.abs() };
        self.clamp(value + size * distance * rng.random_range(-1.0..1.0))
    }

    fn clamp(&self, value: f64) -> f64 {
        if value.is_nan() { self.low } else { value.clamp(self.low, self.high) }
    }
}

/// How weights are varied, as experiments state it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeightSettings {
    /// How the first vectors are made.
    pub birth: WeightBirth,
    /// How two vectors are crossed.
    pub crossover: WeightCrossover,
    /// How one is mutated.
    pub mutation: WeightMutation,
}

/// How the first vectors of weights are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WeightBirth {
    /// Each weight anywhere in its range.
    #[default]
    Uniform,
    /// Each weight around where it starts, as far off as `spread` times its size at most, or times 1 if it starts at 0.
    /// The first vector starts exactly there.
    Around {
        /// The largest distance.
        spread: f64,
    },
}

/// How two vectors of weights are crossed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightCrossover {
    /// One cut through the whole vector (section 11.2.3 of Evolved to Win).
    #[default]
    OnePoint,
    /// A cut in each linear combination, at a weight whose new value is drawn from the interval between the parents'
    /// values (Kusiak, Walędzik and Mańdziuk, section 3.1).
    Interval,
}

/// How a vector of weights is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WeightMutation {
    /// Each weight is replaced by a random one with this chance (section 11.2.3 of Evolved to Win).
    Replace {
        /// The chance of one weight.
        chance: f64,
    },
    /// Each weight is, with this chance, doubled, halved or given the other sign, two to two to one (Kusiak, Walędzik
    /// and Mańdziuk, section 3.1). It stays within its range.
    Scale {
        /// The chance of one weight.
        chance: f64,
    },
    /// Each weight is, with this chance, moved by up to `step` times its size, or times 1 if it is 0. It stays within its
    /// range.
    Shift {
        /// The chance of one weight.
        chance: f64,
        /// The largest distance.
        step: f64,
    },
}

impl WeightMutation {
    fn chance(self) -> f64 {
        match self {
            WeightMutation::Replace { chance }
            | WeightMutation::Scale { chance }
            | WeightMutation::Shift { chance, .. } => chance,
        }
    }
}

impl Default for WeightMutation {
    fn default() -> Self {
        WeightMutation::Replace { chance: 0.1 }
    }
}

impl WeightSettings {
    /// Checks every value; `key` is where the settings stand in the experiment.
    pub fn check(&self, key: &str) -> Result<(), RangeError> {
        let chance = self.mutation.chance();
        within(&format!("{key}.mutation.chance"), chance, 0.0..=1.0)?;
        if let WeightMutation::Shift { step, .. } = self.mutation {
            positive(&format!("{key}.mutation.step"), step, 1000.0)?;
        }
        if let WeightBirth::Around { spread } = self.birth {
            positive(&format!("{key}.birth.spread"), spread, 1000.0)?;
        }
        Ok(())
    }
}

/// Vectors of the same weights. The weights form one or more linear combinations, one after the other.
#[derive(Clone, Debug)]
pub struct Weights {
    weights: Vec<Weight>,
    /// Where each linear combination ends.
    ends: Vec<usize>,
    settings: WeightSettings,
    start: Vec<f64>,
}

impl Weights {
    /// One linear combination.
    pub fn new(weights: Vec<Weight>, settings: WeightSettings) -> Self {
        Weights::of_combinations(vec![weights], settings)
    }

    /// Several linear combinations, which [`WeightCrossover::Interval`] crosses independently.
    ///
    /// # Panics
    ///
    /// If there is no weight, a range is not finite or empty, or a name is used twice.
    pub fn of_combinations(combinations: Vec<Vec<Weight>>, settings: WeightSettings) -> Self {
        let ends = combinations.iter().scan(0, |end, combination| {
            *end += combination.len();
            Some(*end)
        });
        let ends = ends.collect();
        let weights: Vec<Weight> = combinations.into_iter().flatten().collect();
        assert!(!weights.is_empty(), "a genome has at least one weight");
        for (place, Weight { name, low, high }) in weights.iter().enumerate() {
            assert!(low.is_finite() && high.is_finite() && low <= high, "the range of `{name}`");
            assert!(!name.is_empty() && !name.contains(char::is_whitespace), "`{name}` is one word");
            assert!(weights[..place].iter().all(|other| other.name != *name), "`{name}` is used twice");
        }
        let start = vec![0.0; weights.len()];
        Weights { weights, ends, settings, start }
    }

    /// The same weights, which [`WeightBirth::Around`] makes around these.
    pub fn starting_at(self, start: Vec<f64>) -> Self {
        let start = self.with_constants(&start, &start);
        Weights { start, ..self }
    }

    /// The weights in the order of a genome's values.
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// The linear combinations as ranges of places.
    fn combinations(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end).filter(|range| !range.is_empty())
    }

    /// Where the parents are cut: what lies at a cut or after it comes from the other parent.
    fn cuts(&self, rng: &mut Stream) -> Vec<std::ops::Range<usize>> {
        match self.settings.crossover {
            WeightCrossover::OnePoint => {
                let all = self.weights.len();
                let cut = if all > 1 { rng.random_range(1..all) } else { 0 };
                std::iter::once(cut..all).collect()
            }
            WeightCrossover::Interval => {
                self.combinations().map(|range| rng.random_range(range.clone())..range.end).collect()
            }
        }
    }

    /// `receiver` with what lies behind the cuts taken from `donor`.
    fn child(
        &self,
        rng: &mut Stream,
        cuts: &[std::ops::Range<usize>],
        donor: &[f64],
        receiver: &[f64],
    ) -> Vec<f64> {
        let mut child = receiver.to_vec();
        for cut in cuts {
            child[cut.clone()].copy_from_slice(&donor[cut.clone()]);
            if self.settings.crossover == WeightCrossover::Interval {
                let (one, two) = (donor[cut.start], receiver[cut.start]);
                let (low, high) = (one.min(two), one.max(two));
                child[cut.start] = rng.random_range(low..=high);
            }
        }
        child
    }
}

impl Species for Weights {
    type Genome = Vec<f64>;

    fn random(&self, rng: &mut Stream, index: usize) -> Vec<f64> {
        match self.settings.birth {
            WeightBirth::Uniform => self.weights.iter().map(|weight| weight.random(rng)).collect(),
            WeightBirth::Around { .. } if index == 0 => self.start.clone(),
            WeightBirth::Around { spread } => {
                let pairs = self.weights.iter().zip(&self.start);
                pairs.map(|(weight, start)| weight.near(rng, *start, spread)).collect()
            }
        }
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Vec<f64>, receiver: &Vec<f64>) -> Vec<f64> {
        let cuts = self.cuts(rng);
        self.child(rng, &cuts, donor, receiver)
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Vec<f64>, two: &Vec<f64>) -> (Vec<f64>, Vec<f64>) {
        let cuts = self.cuts(rng);
        (self.child(rng, &cuts, two, one), self.child(rng, &cuts, one, two))
    }

    fn mutate(&self, rng: &mut Stream, genome: &Vec<f64>) -> Vec<f64> {
        let chance = self.settings.mutation.chance();
        let mutated = |(weight, value): (&Weight, &f64)| {
            if !rng.random_bool(chance) {
                return *value;
            }
            match self.settings.mutation {
                WeightMutation::Replace { .. } => weight.random(rng),
                WeightMutation::Scale { .. } => weight.clamp(match rng.random_range(0..5) {
                    0 | 1 => value * 2.0,
                    2 | 3 => value / 2.0,
                    _ => -value,
                }),
                WeightMutation::Shift { step, .. } => weight.near(rng, *value, step),
            }
        };
        self.weights.iter().zip(genome).map(mutated).collect()
    }

    fn simplify(&self, genome: &Vec<f64>) -> Vec<f64> {
        genome.clone()
    }

    fn constants(&self, genome: &Vec<f64>) -> Vec<f64> {
        genome.clone()
    }

    fn with_constants(&self, _genome: &Vec<f64>, constants: &[f64]) -> Vec<f64> {
        self.weights.iter().zip(constants).map(|(weight, value)| weight.clamp(*value)).collect()
    }

    fn print(&self, genome: &Vec<f64>) -> String {
        let mut text = String::new();
        for (weight, value) in self.weights.iter().zip(genome) {
            let _ = writeln!(text, "{} = {value}", weight.name);
        }
        text
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Vec<f64>, ParseError> {
        let mut values: Vec<Option<f64>> = vec![None; self.weights.len()];
        let mut end = first_line;
        for (line, content) in (first_line..).zip(text.lines()) {
            end = line + 1;
            if content.trim().is_empty() {
                continue;
            }
            let column = |part: &str| {
                content[..part.as_ptr() as usize - content.as_ptr() as usize].chars().count() + 1
            };
            let error = |part: &str, problem: String| ParseError { line, column: column(part), problem };
            let Some((name, value)) = content.split_once('=') else {
                return Err(error(
                    content.trim(),
                    format!("expected `NAME = NUMBER`, found `{}`", content.trim()),
                ));
            };
            let (name, value) = (name.trim(), value.trim());
            let Some(place) = self.weights.iter().position(|weight| weight.name == name) else {
                let nearest = Nearest::to(name, self.weights.iter().map(|weight| &*weight.name));
                let problem = format!("there is no weight `{name}`{nearest}");
                return Err(error(name, problem));
            };
            if values[place].is_some() {
                return Err(error(name, format!("`{name}` is given twice")));
            }
            let Weight { low, high, .. } = self.weights[place];
            match value.parse::<f64>() {
                Ok(number) if (low..=high).contains(&number) => values[place] = Some(number),
                _ => {
                    let problem = format!("`{name}` is `{value}`, expected a number from {low} to {high}");
                    return Err(error(value, problem));
                }
            }
        }
        let found = self.weights.iter().zip(values).map(|(weight, value)| {
            let problem = || format!("the weight `{}` is missing from the lines above", weight.name);
            value.ok_or_else(|| ParseError { line: end, column: 1, problem: problem() })
        });
        found.collect()
    }

    fn measure(&self, genome: &Vec<f64>) -> Measure {
        Measure { nodes: genome.len(), depth: 1 }
    }

    fn introns(&self, genome: &Vec<f64>) -> IntronCounts {
        IntronCounts { effective: genome.len(), ..IntronCounts::default() }
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;

    fn species(crossover: WeightCrossover, mutation: WeightMutation) -> Weights {
        let weight = |name: &str| Weight::new(name, -4.0, 4.0);
        Weights::of_combinations(
            vec![["a", "b", "c", "d"].map(weight).to_vec(), ["e", "f", "g"].map(weight).to_vec()],
            WeightSettings { crossover, mutation, ..WeightSettings::default() },
        )
    }

    #[test]
    fn one_point_crossover_swaps_what_lies_behind_one_cut() {
        let species = species(WeightCrossover::OnePoint, WeightMutation::default());
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let (one, two) = (vec![1.0; 7], vec![2.0; 7]);
        let mut cuts = [0; 7];
        for _ in 0..1000 {
            let (first, second) = species.cross_two_way(&mut rng, &one, &two);
            let cut = first.iter().take_while(|value| **value == 1.0).count();
            cuts[cut] += 1;
            assert!(first[cut..].iter().all(|value| *value == 2.0));
            assert!(first.iter().zip(&second).all(|(one, two)| one + two == 3.0));
        }
        assert!(cuts[0] == 0 && cuts[1..].iter().all(|count| *count > 100), "{cuts:?}");
    }

    #[test]
    fn interval_crossover_cuts_each_combination_and_draws_the_weight_at_the_cut_between_the_parents() {
        let species = species(WeightCrossover::Interval, WeightMutation::default());
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let (donor, receiver) = (vec![2.0; 7], vec![1.0; 7]);
        for _ in 0..1000 {
            let child = species.cross_one_way(&mut rng, &donor, &receiver);
            for combination in [&child[..4], &child[4..]] {
                let cut = combination.iter().take_while(|value| **value == 1.0).count();
                assert!((1.0..=2.0).contains(&combination[cut]), "{child:?}");
                assert!(combination[cut + 1..].iter().all(|value| *value == 2.0), "{child:?}");
            }
        }
    }

    #[test]
    fn replacement_touches_each_weight_with_its_chance_and_stays_in_range() {
        let species = species(WeightCrossover::OnePoint, WeightMutation::Replace { chance: 0.1 });
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let genome = vec![5.0; 7];
        let mut touched = 0;
        for _ in 0..10_000 {
            let mutated = species.mutate(&mut rng, &genome);
            let changed = mutated.iter().filter(|value| **value != 5.0);
            touched += changed.clone().count();
            assert!(changed.into_iter().all(|value| (-4.0..4.0).contains(value)));
        }
        // Five standard deviations of 70,000 draws with chance 0.1.
        assert!((touched as f64 - 7000.0).abs() < 400.0, "{touched}");
    }

    #[test]
    fn scaling_doubles_halves_and_turns_signs_two_to_two_to_one() {
        let species = species(WeightCrossover::OnePoint, WeightMutation::Scale { chance: 1.0 });
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let mut counts = [0; 3];
        for _ in 0..5_000 {
            for value in species.mutate(&mut rng, &vec![1.5; 7]) {
                counts[[3.0, 0.75, -1.5].iter().position(|known| *known == value).expect("one of three")] +=
                    1;
            }
        }
        // Five standard deviations of 35,000 draws with chances 0.4, 0.4 and 0.2.
        for (count, expected) in counts.iter().zip([14_000.0, 14_000.0, 7_000.0]) {
            assert!((f64::from(*count) - expected).abs() < 460.0, "{counts:?}");
        }
        assert!(species.mutate(&mut rng, &vec![3.0; 7]).iter().all(|value| value.abs() <= 4.0));
    }

    #[test]
    fn births_around_a_start_and_shifts_stay_near() {
        let weights = vec![Weight::new("a", -4.0, 4.0), Weight::new("b", 0.0, 4.0)];
        let settings = WeightSettings {
            birth: WeightBirth::Around { spread: 0.5 },
            mutation: WeightMutation::Shift { chance: 1.0, step: 0.1 },
            ..WeightSettings::default()
        };
        let species = Weights::new(weights, settings).starting_at(vec![-2.0, 0.0]);
        let mut rng = stream(1, Purpose::Birth, 0, 0);
        assert_eq!(species.random(&mut rng, 0), [-2.0, 0.0]);
        for index in 1..200 {
            let born = species.random(&mut rng, index);
            assert!((-3.0..=-1.0).contains(&born[0]) && (0.0..=0.5).contains(&born[1]), "{born:?}");
            let shifted = species.mutate(&mut rng, &vec![-2.0, 0.0]);
            assert!((-2.2..=-1.8).contains(&shifted[0]) && (0.0..=0.1).contains(&shifted[1]), "{shifted:?}");
        }
    }

    #[test]
    fn printing_and_parsing_are_exact_inverses() {
        let species = species(WeightCrossover::OnePoint, WeightMutation::default());
        for slot in 0..200 {
            let mut genome = species.random(&mut stream(1, Purpose::Birth, 0, slot), 0);
            genome[0] /= 1e300;
            genome[1] = -0.0;
            let read = species.parse(&species.print(&genome), 1).expect("what was printed");
            assert!(genome.iter().zip(&read).all(|(one, two)| one.to_bits() == two.to_bits()));
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let species = Weights::new(
            vec![Weight::new("cells", 0.0, 1.0), Weight::new("home", 0.0, 1.0)],
            WeightSettings::default(),
        );
        let error = |text: &str| species.parse(text, 7).expect_err(text).to_string();
        assert_eq!(error("cells 1"), "line 7, column 1: expected `NAME = NUMBER`, found `cells 1`");
        assert_eq!(
            error("cells = 1\n cels = 1"),
            "line 8, column 2: there is no weight `cels`; the nearest is `cells`"
        );
        assert_eq!(error("cells = 1.5"), "line 7, column 9: `cells` is `1.5`, expected a number from 0 to 1");
        assert_eq!(error("cells = NaN"), "line 7, column 9: `cells` is `NaN`, expected a number from 0 to 1");
        assert_eq!(error("cells = 1\ncells = 0"), "line 8, column 1: `cells` is given twice");
        assert_eq!(
            error("cells = 1\n"),
            "line 8, column 1: the weight `home` is missing from the lines above"
        );
    }

    #[test]
    fn tuned_constants_stay_in_range() {
        let species = species(WeightCrossover::OnePoint, WeightMutation::default());
        let genome = vec![0.5; 7];
        let tuned = species.with_constants(&genome, &[9.0, -9.0, f64::NAN, 1.0, 2.0, 3.0, f64::INFINITY]);
        assert_eq!(tuned, [4.0, -4.0, -4.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(species.constants(&tuned), tuned);
    }
}
