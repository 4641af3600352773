//! Selection: who becomes a parent.

use std::cmp::Ordering;

use rand::RngExt;
use rand::seq::index::sample;
use serde::{Deserialize, Serialize};

use ludevo_random::Stream;

/// What selection knows of one individual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Fitness after any size penalty; more is better.
    pub fitness: f64,
    /// Size, for lexicographic parsimony.
    pub nodes: usize,
}

/// How selection treats size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parsimony {
    /// Of two equally fit individuals the smaller one is better.
    pub lexicographic: bool,
    /// What each node takes off the fitness.
    pub penalty: f64,
    /// So many nodes take nothing off.
    #[serde(skip_serializing_if = "is_zero")]
    pub free: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Parsimony {
    /// What this many nodes take off the fitness.
    pub fn charge(&self, nodes: usize) -> f64 {
        self.penalty * nodes.saturating_sub(self.free) as f64
    }
}

/// How parents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Selection {
    /// Of `size` different individuals the `winners` best are chosen (Algorithm 3 of Benbassat and Sipper).
    Tournament {
        /// How many compete.
        size: usize,
        /// How many of them are chosen.
        #[serde(default = "one")]
        winners: usize,
    },
    /// With a probability proportional to the rank: the worst has rank 1, and equals share the mean of their ranks.
    Rank,
    /// With a probability proportional to the fitness; if some fitness is negative, to the distance from the worst.
    Fitness,
    /// Of `size` different individuals one is chosen by games between them, without any number.
    Duel {
        /// How many compete in a knock-out.
        size: usize,
        /// How many games, sides alternating, a pair plays.
        games: usize,
    },
}

fn one() -> usize {
    1
}

/// Compares two individuals; `Greater` is better.
pub fn compare(one: &Standing, two: &Standing, parsimony: Parsimony) -> Ordering {
    let by_size = if parsimony.lexicographic { two.nodes.cmp(&one.nodes) } else { Ordering::Equal };
    one.fitness.total_cmp(&two.fitness).then(by_size)
}

/// The individuals from best to worst; of equals the earlier one comes first.
pub fn ranking(standings: &[Standing], parsimony: Parsimony) -> Vec<usize> {
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by(|one, two| compare(&standings[*two], &standings[*one], parsimony));
    order
}

/// Draws `count` parents by number. [`Selection::Duel`] has no numbers and is drawn by [`duel_groups`].
pub fn parents(
    rng: &mut Stream,
    selection: Selection,
    standings: &[Standing],
    parsimony: Parsimony,
    count: usize,
) -> Vec<usize> {
    let population = standings.len();
    match selection {
        Selection::Tournament { size, winners } => {
            let mut chosen = Vec::with_capacity(count + winners);
            while chosen.len() < count {
                let mut group = sample(rng, population, size.min(population)).into_vec();
                group.sort_by(|one, two| compare(&standings[*two], &standings[*one], parsimony));
                chosen.extend(group.into_iter().take(winners));
            }
            chosen.truncate(count);
            chosen
        }
        Selection::Rank => {
            let order = ranking(standings, parsimony);
            let mut weights = Vec::with_capacity(population);
            let equal = |one: &usize, two: &usize| {
                compare(&standings[*one], &standings[*two], parsimony) == Ordering::Equal
            };
            for equals in order.chunk_by(equal) {
                let highest = population - weights.len();
                let lowest = highest + 1 - equals.len();
                weights.extend(equals.iter().map(|_| (lowest + highest) as f64 / 2.0));
            }
            let wheel = Wheel::new(&weights);
            (0..count).map(|_| order[wheel.spin(rng)]).collect()
        }
        Selection::Fitness => {
            let lowest = standings.iter().map(|standing| standing.fitness).fold(0.0, f64::min);
            let weights: Vec<f64> = standings.iter().map(|standing| standing.fitness - lowest).collect();
            let wheel = Wheel::new(&weights);
            (0..count).map(|_| wheel.spin(rng)).collect()
        }
        Selection::Duel { .. } => unreachable!("duels are fought, not computed"),
    }
}

/// The groups of different individuals whose knock-outs give `count` parents.
pub fn duel_groups(rng: &mut Stream, population: usize, size: usize, count: usize) -> Vec<Vec<usize>> {
    (0..count).map(|_| sample(rng, population, size.min(population)).into_vec()).collect()
}

/// A roulette wheel.
struct Wheel {
    sums: Vec<f64>,
}

impl Wheel {
    fn new(weights: &[f64]) -> Self {
        let sums = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Wheel { sums: sums.collect() }
    }

    /// An index with a probability proportional to its weight; all alike if every weight is zero.
    fn spin(&self, rng: &mut Stream) -> usize {
        let total = self.sums.last().copied().unwrap_or(0.0);
        if !(total > 0.0 && total.is_finite()) {
            return rng.random_range(0..self.sums.len());
        }
        let at = rng.random_range(0.0..total);
        self.sums.partition_point(|sum| *sum <= at).min(self.sums.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;

    fn standings(fitness: &[f64]) -> Vec<Standing> {
        fitness.iter().map(|fitness| Standing { fitness: *fitness, nodes: 10 }).collect()
    }

    fn shares(selection: Selection, fitness: &[f64]) -> Vec<f64> {
        let count = 60_000;
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let chosen = parents(&mut rng, selection, &standings(fitness), Parsimony::default(), count);
        (0..fitness.len()).map(|i| chosen.iter().filter(|c| **c == i).count() as f64 / count as f64).collect()
    }

    /// Five standard deviations of a share near one half over 60,000 draws.
    const TOLERANCE: f64 = 0.0103;

    #[test]
    fn tournament_of_two_prefers_the_fitter_by_the_known_law() {
        // The k-th worst of n wins 2k / (n (n - 1)) of the tournaments, k from 0.
        let shares = shares(Selection::Tournament { size: 2, winners: 1 }, &[1.0, 2.0, 3.0, 4.0]);
        for (rank, share) in shares.iter().enumerate() {
            assert!((share - rank as f64 / 6.0).abs() < TOLERANCE, "{shares:?}");
        }
    }

    #[test]
    fn winners_of_a_tournament_are_its_best() {
        let all = Selection::Tournament { size: 4, winners: 2 };
        assert_eq!(shares(all, &[1.0, 2.0, 3.0, 4.0]), [0.0, 0.0, 0.5, 0.5]);
    }

    #[test]
    fn rank_and_fitness_selection_are_proportionate() {
        let by_rank = shares(Selection::Rank, &[5.0, 100.0, 6.0]);
        let by_fitness = shares(Selection::Fitness, &[5.0, 8.0, 7.0]);
        let shifted = shares(Selection::Fitness, &[-1.0, 2.0, 0.0]);
        for (share, expected) in by_rank.iter().zip([1.0 / 6.0, 0.5, 2.0 / 6.0]) {
            assert!((share - expected).abs() < TOLERANCE, "{by_rank:?}");
        }
        let shared = shares(Selection::Rank, &[5.0, 5.0, 9.0, 5.0]);
        for (share, expected) in shared.iter().zip([0.2, 0.2, 0.4, 0.2]) {
            assert!((share - expected).abs() < TOLERANCE, "{shared:?}");
        }
        for (share, expected) in by_fitness.iter().zip([0.25, 0.4, 0.35]) {
            assert!((share - expected).abs() < TOLERANCE, "{by_fitness:?}");
        }
        for (share, expected) in shifted.iter().zip([0.0, 0.75, 0.25]) {
            assert!((share - expected).abs() < TOLERANCE, "{shifted:?}");
        }
    }

    #[test]
    fn equal_fitness_gives_equal_chances() {
        let shares = shares(Selection::Fitness, &[3.0, 3.0]);
        assert!((shares[0] - 0.5).abs() < TOLERANCE);
    }

    #[test]
    fn parsimony_decides_between_equals_only() {
        let mut both = standings(&[1.0, 1.0]);
        both[1].nodes = 3;
        let lexicographic = Parsimony { lexicographic: true, ..Parsimony::default() };
        assert_eq!(ranking(&both, lexicographic), [1, 0]);
        assert_eq!(ranking(&both, Parsimony::default()), [0, 1]);
        both[0].fitness = 1.5;
        assert_eq!(ranking(&both, lexicographic), [0, 1]);
    }
}
