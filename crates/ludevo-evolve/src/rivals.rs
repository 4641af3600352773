//! Problems that are bred against those who solve them (Hillis; section 11.2.4 of Evolved to Win).
//!
//! A rival is a set of problems. The harder those who meet it find its problems, the more children it has, so that what
//! everybody can solve does not stay in the way.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{IntronCounts, Measure, ParseError};
use ludevo_random::{Purpose, Stream, stream};

use crate::breeding::{Breeding, breed};
use crate::selection::{Parsimony, Selection, Standing, parents, ranking};
use crate::species::Species;

/// A set of problems, and how hard it was for those who met it since it was born.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// The problems by number.
    pub problems: Vec<u32>,
    /// How hard it was, added up over all who met it.
    pub hardness: f64,
    /// How many met it.
    pub met: u32,
}

impl Rival {
    fn new(problems: Vec<u32>) -> Self {
        Rival { problems, hardness: 0.0, met: 0 }
    }

    /// Notes how hard somebody found it.
    pub fn note(&mut self, hardness: f64) {
        self.hardness += hardness;
        self.met += 1;
    }

    fn standing(&self) -> Standing {
        let fitness = if self.met == 0 { 0.0 } else { self.hardness / f64::from(self.met) };
        Standing { fitness, nodes: self.problems.len() }
    }
}

/// Sets of problems as a species.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemSets {
    /// How many problems there are to draw from.
    pub known: u32,
    /// How many a set has.
    pub size: usize,
}

/// The chance of a problem to be replaced in a mutation.
const REPLACED: f64 = 0.1;

/// Nine of ten sets are made from others by these, as the solvers of section 11.2.3 are.
const BREEDING: Breeding = Breeding::OneOf { crossover: 0.7, mutation: 0.1 };

impl ProblemSets {
    /// The first rivals of a run.
    pub fn first(&self, seed: u64, count: usize) -> Vec<Rival> {
        let one = |index: usize| {
            let mut rng = stream(seed, Purpose::Rivals, 0, index as u64);
            Rival::new(self.random(&mut rng, index))
        };
        (0..count).map(one).collect()
    }

    /// The rivals that follow on these; the hardest of them lives on.
    pub fn next(&self, seed: u64, generation: u64, rivals: &[Rival]) -> Vec<Rival> {
        let mut rng = stream(seed, Purpose::Rivals, generation, u64::MAX);
        let plain = Parsimony::default();
        let standings: Vec<Standing> = rivals.iter().map(Rival::standing).collect();
        let sets: Vec<Vec<u32>> = rivals.iter().map(|rival| rival.problems.clone()).collect();
        let chosen = parents(&mut rng, Selection::Fitness, &standings, plain, rivals.len());
        let bred = breed(&mut rng, self, BREEDING, &sets, &standings, plain, &chosen);
        let hardest = ranking(&standings, plain).first().map(|index| sets[*index].clone());
        hardest.into_iter().chain(bred).take(rivals.len()).map(Rival::new).collect()
    }

    fn cut(&self, rng: &mut Stream) -> usize {
        if self.size > 1 { rng.random_range(1..self.size) } else { 0 }
    }
}

impl Species for ProblemSets {
    type Genome = Vec<u32>;

    fn random(&self, rng: &mut Stream, _index: usize) -> Vec<u32> {
        (0..self.size).map(|_| rng.random_range(0..self.known)).collect()
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Vec<u32>, receiver: &Vec<u32>) -> Vec<u32> {
        let cut = self.cut(rng);
        [&receiver[..cut], &donor[cut..]].concat()
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Vec<u32>, two: &Vec<u32>) -> (Vec<u32>, Vec<u32>) {
        let cut = self.cut(rng);
        ([&one[..cut], &two[cut..]].concat(), [&two[..cut], &one[cut..]].concat())
    }

    fn mutate(&self, rng: &mut Stream, set: &Vec<u32>) -> Vec<u32> {
        let replaced = |problem: &u32| {
            if rng.random_bool(REPLACED) { rng.random_range(0..self.known) } else { *problem }
        };
        set.iter().map(replaced).collect()
    }

    fn simplify(&self, set: &Vec<u32>) -> Vec<u32> {
        set.clone()
    }

    fn constants(&self, _set: &Vec<u32>) -> Vec<f64> {
        Vec::new()
    }

    fn with_constants(&self, set: &Vec<u32>, _constants: &[f64]) -> Vec<u32> {
        set.clone()
    }

    fn print(&self, set: &Vec<u32>) -> String {
        let numbers: Vec<String> = set.iter().map(ToString::to_string).collect();
        numbers.join(" ")
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Vec<u32>, ParseError> {
        let error = |problem: String| ParseError { line: first_line, column: 1, problem };
        let number = |word: &str| {
            let found = word.parse().ok().filter(|number| *number < self.known);
            found.ok_or_else(|| error(format!("`{word}` is no problem; there are {}, from 0 on", self.known)))
        };
        let set: Vec<u32> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
        if set.len() == self.size {
            Ok(set)
        } else {
            Err(error(format!("{} problems, but a set has {}", set.len(), self.size)))
        }
    }

    fn measure(&self, set: &Vec<u32>) -> Measure {
        Measure { nodes: set.len(), depth: 1 }
    }

    fn introns(&self, set: &Vec<u32>) -> IntronCounts {
        IntronCounts { effective: set.len(), ..IntronCounts::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: ProblemSets = ProblemSets { known: 1000, size: 6 };

    #[test]
    fn hard_problems_spread_and_the_hardest_set_lives_on() {
        // A problem is as hard as its number.
        let mean = |rivals: &[Rival]| {
            let all: Vec<f64> =
                rivals.iter().flat_map(|rival| &rival.problems).map(|number| f64::from(*number)).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        let mut rivals = SETS.first(1, 50);
        let before = mean(&rivals);
        for generation in 1..=30 {
            for rival in &mut rivals {
                let hardness = rival.problems.iter().map(|number| f64::from(*number)).sum();
                rival.note(hardness);
            }
            let hardest = rivals.iter().max_by(|one, two| one.hardness.total_cmp(&two.hardness)).unwrap();
            let hardest = hardest.problems.clone();
            rivals = SETS.next(1, generation, &rivals);
            assert_eq!((rivals[0].problems.clone(), rivals.len()), (hardest, 50));
        }
        assert!(mean(&rivals) > before + 150.0, "{before} to {}", mean(&rivals));
    }

    #[test]
    fn sets_read_back_and_wrong_ones_are_refused() {
        let set = SETS.first(2, 1)[0].problems.clone();
        assert_eq!(SETS.parse(&SETS.print(&set), 1), Ok(set));
        assert!(SETS.parse("1 2 3 4 5 1000", 1).unwrap_err().problem.contains("`1000`"));
        assert!(SETS.parse("1 2 3", 1).unwrap_err().problem.contains("a set has 6"));
    }
}
