//! The heuristic generator HG (section 3.1 of the paper): fitness by test positions, one specimen replaced at a time.

use ludevo_evolve::{Convergence, Weights};
use ludevo_random::Stream;
use rand::RngExt;

use super::boards::Boards;
use super::specimen::{Specimen, child, variances};

/// What stays the same while the generator works.
pub(super) struct Breeding<'a> {
    /// The weights.
    pub(super) species: &'a Weights,
    /// How many compete to be a parent.
    pub(super) tournament: usize,
    /// How likely a child is mutated at all.
    pub(super) mutation: f64,
    /// Pairs of parents in a generation.
    pub(super) crossovers: u64,
}

/// A population with its fitness on the positions of a phase.
pub(super) struct Judged<'a> {
    population: &'a mut Vec<Specimen>,
    boards: &'a Boards,
    fitness: Vec<f64>,
    /// The summed similarity of each specimen to all, itself included, if it counts.
    crowding: Option<Vec<f64>>,
}

impl<'a> Judged<'a> {
    /// Judges a population.
    pub(super) fn new(population: &'a mut Vec<Specimen>, boards: &'a Boards, similarity: bool) -> Self {
        let fitness = population.iter().map(|specimen| boards.fitness(&specimen.weights)).collect();
        let crowding = similarity.then(|| {
            let all = &*population;
            all.iter().map(|one| all.iter().map(|two| alike(one, two)).sum()).collect()
        });
        Judged { population, boards, fitness, crowding }
    }

    /// The fitness on the positions alone.
    pub(super) fn fitness(&self) -> &[f64] {
        &self.fitness
    }

    /// What selection goes by: fitness, divided by the similarity to others if that counts.
    fn standing(&self, place: usize) -> f64 {
        self.fitness[place] / self.crowding.as_ref().map_or(1.0, |crowding| crowding[place])
    }

    fn places(&self) -> std::ops::Range<usize> {
        0..self.population.len()
    }

    /// The place of the specimen that fits the positions best.
    pub(super) fn best(&self) -> usize {
        let by_fitness = |one: &usize, two: &usize| self.fitness[*one].total_cmp(&self.fitness[*two]);
        self.places().max_by(by_fitness).expect("a population is not empty")
    }

    fn tournament(&self, rng: &mut Stream, size: usize) -> usize {
        let drawn = (0..size).map(|_| rng.random_range(self.places()));
        let better = |one, two| if self.standing(two) > self.standing(one) { two } else { one };
        drawn.reduce(better).expect("a tournament has entrants")
    }

    /// One generation.
    pub(super) fn breed(&mut self, rng: &mut Stream, breeding: &Breeding<'_>) -> Convergence {
        let before = variances(self.population);
        let mut effective = 0;
        for _ in 0..breeding.crossovers {
            let parents = [(); 2].map(|()| self.tournament(rng, breeding.tournament));
            let parents = parents.map(|place| &self.population[place]);
            let newcomer = child(rng, breeding.species, parents, breeding.mutation);
            effective += u64::from(self.welcome(newcomer));
        }
        let best_is_mutated = self.population[self.best()].mutated;
        let after = variances(self.population);
        Convergence { crossovers: breeding.crossovers, effective, best_is_mutated, before, after }
    }

    /// Lets a newcomer take the place of the weakest unless it is weaker still; whether it did.
    fn welcome(&mut self, newcomer: Specimen) -> bool {
        let by_standing = |one: &usize, two: &usize| self.standing(*one).total_cmp(&self.standing(*two));
        let weakest = self.places().min_by(by_standing).expect("a population is not empty");
        let fitness = self.boards.fitness(&newcomer.weights);
        let alike_to: Option<Vec<f64>> = self.crowding.is_some().then(|| {
            let to = |specimen: &Specimen| alike(specimen, &newcomer);
            self.population.iter().map(to).collect()
        });
        // Who it would replace is no longer there to be alike.
        let crowd = |alike_to: &Vec<f64>| 1.0 + alike_to.iter().sum::<f64>() - alike_to[weakest];
        let crowded = alike_to.as_ref().map(crowd);
        if fitness / crowded.unwrap_or(1.0) < self.standing(weakest) {
            return false;
        }
        if let (Some(crowding), Some(alike_to), Some(crowded)) = (&mut self.crowding, alike_to, crowded) {
            let gone = &self.population[weakest];
            for ((sum, specimen), gained) in crowding.iter_mut().zip(&*self.population).zip(alike_to) {
                *sum += gained - alike(specimen, gone);
            }
            crowding[weakest] = crowded;
        }
        self.fitness[weakest] = fitness;
        self.population[weakest] = newcomer;
        true
    }
}

/// The similarity of two specimens: exp(-d^2), d being the distance of their weights.
fn alike(one: &Specimen, two: &Specimen) -> f64 {
    let pairs = one.weights.iter().zip(&two.weights);
    libm::exp(-pairs.map(|(one, two)| (one - two) * (one - two)).sum::<f64>())
}
