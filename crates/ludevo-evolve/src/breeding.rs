//! Breeding: how parents become the next generation.

use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use ludevo_random::Stream;

use crate::selection::{Parsimony, Standing, compare};
use crate::species::Species;

/// How the operators are applied.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "operators", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Breeding {
    /// Every parent is crossed with probability `crossover` with one not yet crossed, and then everybody is mutated
    /// with probability `mutation`, independently (Benbassat and Sipper, IV.I). Crossover is selective
    /// (Algorithm 1): if the first of a pair is at least as fit as the second it donates to it one way, otherwise
    /// the two swap.
    Both {
        /// The probability of crossover.
        crossover: f64,
        /// The probability of mutation.
        mutation: f64,
    },
    /// Each child comes from exactly one operator (Sipper et al., section II); what the two leave is reproduction.
    /// The probabilities are those of the operators. Crossover makes two children at a time, so of the children it
    /// makes a larger share.
    OneOf {
        /// The probability of two-way crossover.
        crossover: f64,
        /// The probability of mutation.
        mutation: f64,
    },
    /// A fixed share of the children are copies, of which some are mutated; each of the others takes after one of two
    /// parents and has something of the other (Ferrer and Martin).
    Shares {
        /// The share of copies.
        copied: f64,
        /// The probability that a copy is mutated.
        mutation: f64,
    },
}

/// Makes as many children as there are parents. `parents` are indices into `genomes` and `standings`.
pub fn breed<S: Species>(
    rng: &mut Stream,
    species: &S,
    breeding: Breeding,
    genomes: &[S::Genome],
    standings: &[Standing],
    parsimony: Parsimony,
    parents: &[usize],
) -> Vec<S::Genome> {
    match breeding {
        Breeding::Both { crossover, mutation } => {
            let mut order = parents.to_vec();
            order.shuffle(rng);
            let (crossing, copied): (Vec<usize>, Vec<usize>) =
                order.into_iter().partition(|_| rng.random_bool(crossover));
            let mut children = Vec::with_capacity(parents.len());
            for pair in crossing.chunks(2) {
                let [one, two] = *pair else {
                    children.push(genomes[pair[0]].clone());
                    continue;
                };
                if compare(&standings[one], &standings[two], parsimony).is_ge() {
                    let receiver = species.cross_one_way(rng, &genomes[one], &genomes[two]);
                    children.extend([genomes[one].clone(), receiver]);
                } else {
                    let (first, second) = species.cross_two_way(rng, &genomes[one], &genomes[two]);
                    children.extend([first, second]);
                }
            }
            children.extend(copied.iter().map(|index| genomes[*index].clone()));
            // Whoever is left out to make room for survivors is drawn at random.
            children.shuffle(rng);
            for child in &mut children {
                if rng.random_bool(mutation) {
                    *child = species.mutate(rng, child);
                }
            }
            children
        }
        Breeding::OneOf { crossover, mutation } => {
            let mut children = Vec::with_capacity(parents.len() + 1);
            let mut next = parents.iter().map(|index| &genomes[*index]).cycle();
            while children.len() < parents.len() {
                let parent = next.next().expect("there are parents");
                let draw: f64 = rng.random();
                if draw < crossover {
                    let other = next.next().expect("there are parents");
                    let (first, second) = species.cross_two_way(rng, parent, other);
                    children.extend([first, second]);
                } else if draw < crossover + mutation {
                    children.push(species.mutate(rng, parent));
                } else {
                    children.push(parent.clone());
                }
            }
            children.truncate(parents.len());
            children
        }
        Breeding::Shares { copied, mutation } => {
            let copies = (copied * parents.len() as f64).round() as usize;
            let copy = |rng: &mut Stream, parent: usize| match rng.random_bool(mutation) {
                true => species.mutate(rng, &genomes[parent]),
                false => genomes[parent].clone(),
            };
            let cross = |rng: &mut Stream, base: usize| {
                let donor = parents[rng.random_range(0..parents.len())];
                species.cross_one_way(rng, &genomes[donor], &genomes[base])
            };
            let child = |(number, parent): (usize, &usize)| match number < copies {
                true => copy(rng, *parent),
                false => cross(rng, *parent),
            };
            parents.iter().enumerate().map(child).collect()
        }
    }
}
