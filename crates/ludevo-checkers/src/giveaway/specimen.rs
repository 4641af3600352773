//! What is bred: weights, and whether a mutation had a part in them.

use ludevo_evolve::{Species, Weight, WeightSettings, Weights};
use ludevo_program::ParseError;
use ludevo_random::Stream;
use rand::RngExt;

use super::heuristic::Form;

/// The line before the weights of a mutated specimen in a checkpoint.
const MUTATED: &str = "mutated\n";

/// One heuristic of a population.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Specimen {
    /// Its weights, in the order of the form.
    pub(super) weights: Vec<f64>,
    /// Whether a mutation changed it when it was made.
    pub(super) mutated: bool,
}

impl Specimen {
    /// A specimen that no mutation changed.
    pub(super) fn new(weights: Vec<f64>) -> Self {
        Specimen { weights, mutated: false }
    }

    /// Its text in a checkpoint.
    pub(super) fn print(&self, species: &Weights) -> String {
        let mark = if self.mutated { MUTATED } else { "" };
        format!("{mark}{}", species.print(&self.weights))
    }

    /// Reads what [`print`](Self::print) wrote.
    pub(super) fn parse(text: &str, species: &Weights) -> Result<Self, ParseError> {
        let (mutated, weights) = match text.strip_prefix(MUTATED) {
            Some(rest) => (true, species.parse(rest, 2)?),
            None => (false, species.parse(text, 1)?),
        };
        Ok(Specimen { weights, mutated })
    }
}

/// The weights of a form, each between minus and plus `range`.
pub(super) fn species(form: &Form, range: f64, settings: WeightSettings) -> Weights {
    let weight = |name: &String| Weight::new(name.clone(), -range, range);
    let combination = |names: &Vec<String>| names.iter().map(weight).collect();
    Weights::of_combinations(form.names().iter().map(combination).collect(), settings)
}

/// The child of two parents, mutated with the chance of a child and then of each weight.
pub(super) fn child(
    rng: &mut Stream,
    species: &Weights,
    [one, two]: [&Specimen; 2],
    mutation: f64,
) -> Specimen {
    let crossed = species.cross_one_way(rng, &one.weights, &two.weights);
    if !rng.random_bool(mutation) {
        return Specimen::new(crossed);
    }
    let weights = species.mutate(rng, &crossed);
    Specimen { mutated: weights != crossed, weights }
}

/// The variance of each weight over a population.
pub(super) fn variances(population: &[Specimen]) -> Vec<f64> {
    let count = population.len() as f64;
    let places = 0..population.first().map_or(0, |specimen| specimen.weights.len());
    let variance = |place: usize| {
        let values = || population.iter().map(|specimen| specimen.weights[place]);
        let mean = values().sum::<f64>() / count;
        values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count
    };
    places.map(variance).collect()
}
