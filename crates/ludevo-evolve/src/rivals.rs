//! Problems that are bred against those who solve them (Hillis; section 11.2.4 of Evolved to Win).
//!
//! The harder those who meet a rival find it, the more children it has, so that what everybody can solve does not stay in
//! the way. Rivals are genomes of any [`Species`], such as boards; [`QuestionSets`] makes rivals of the numbered questions
//! of an exam.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{IntronCounts, Measure, ParseError};
use ludevo_random::{Purpose, Stream, stream};

use crate::breeding::{Breeding, breed};
use crate::contest::{Exam, Mark};
use crate::selection::{Parsimony, Selection, Standing, parents, ranking};
use crate::species::Species;

/// A rival, and how hard it was for those who met it since it was born.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// Its text.
    pub text: String,
    /// How hard it was, added up over all who met it.
    pub hardness: f64,
    /// How many met it.
    pub met: u32,
}

impl Rival {
    fn new(text: String) -> Self {
        Rival { text, hardness: 0.0, met: 0 }
    }

    /// Notes how hard somebody found it.
    pub fn note(&mut self, hardness: f64) {
        self.hardness += hardness;
        self.met += 1;
    }

    fn standing(&self) -> Standing {
        let fitness = if self.met == 0 { 0.0 } else { self.hardness / f64::from(self.met) };
        // Size plays no part among rivals.
        Standing { fitness, nodes: 0 }
    }
}

/// A kind of rival, which knows its genomes by their texts.
pub trait Rivals<E>: Send + Sync {
    /// A random one.
    fn born(&self, rng: &mut Stream, index: usize) -> String;

    /// As many children of these as there are parents.
    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String>;

    /// How many problems each of them is.
    fn problems(&self) -> usize;

    /// What an entrant gets for its problems on average, and how hard they were.
    fn meet(&self, entrant: &E, text: &str, rng: &mut Stream) -> Mark;
}

/// The first rivals of a run.
pub fn first<E>(kind: &dyn Rivals<E>, seed: u64, count: usize) -> Vec<Rival> {
    let one = |index: usize| {
        let mut rng = stream(seed, Purpose::Rivals, 0, index as u64);
        Rival::new(kind.born(&mut rng, index))
    };
    (0..count).map(one).collect()
}

/// The rivals that follow on these; the hardest of them lives on.
pub fn next<E>(kind: &dyn Rivals<E>, seed: u64, generation: u64, rivals: &[Rival]) -> Vec<Rival> {
    let mut rng = stream(seed, Purpose::Rivals, generation, u64::MAX);
    let plain = Parsimony::default();
    let standings: Vec<Standing> = rivals.iter().map(Rival::standing).collect();
    let texts: Vec<&str> = rivals.iter().map(|rival| &rival.text[..]).collect();
    let chosen = parents(&mut rng, Selection::Fitness, &standings, plain, rivals.len());
    let bred = kind.bred(&mut rng, &texts, &standings, &chosen);
    let hardest = ranking(&standings, plain).first().map(|index| texts[*index].to_owned());
    hardest.into_iter().chain(bred).take(rivals.len()).map(Rival::new).collect()
}

/// Nine of ten rivals are made from others by these, as the solvers of section 11.2.3 are.
const BREEDING: Breeding = Breeding::OneOf { crossover: 0.7, mutation: 0.1 };

/// The children of rivals that are genomes of a species.
pub fn children<S: Species>(
    species: &S,
    rng: &mut Stream,
    texts: &[&str],
    standings: &[Standing],
    parents: &[usize],
) -> Vec<String> {
    let read = |text: &&str| species.parse(text, 1).expect("rivals read back as they were written");
    let genomes: Vec<S::Genome> = texts.iter().map(read).collect();
    let bred = breed(rng, species, BREEDING, &genomes, standings, Parsimony::default(), parents);
    bred.iter().map(|genome| species.print(genome)).collect()
}

/// So many genomes of a species together, as a species: problems that are bred come in sets as those do that are numbered.
pub struct Bundles<S> {
    species: S,
    size: usize,
}

impl<S: Species> Bundles<S> {
    /// Bundles of so many, one at least.
    pub fn new(species: S, size: usize) -> Self {
        Bundles { species, size: size.max(1) }
    }

    fn cut(&self, rng: &mut Stream) -> usize {
        if self.size > 1 { rng.random_range(1..self.size) } else { 0 }
    }
}

/// Stands between the texts of a bundle.
const BETWEEN: &str = "\n\n";

/// The texts of a bundle's genomes.
pub fn bundled(text: &str) -> impl Iterator<Item = &str> {
    text.split(BETWEEN)
}

impl<S: Species> Species for Bundles<S> {
    type Genome = Vec<S::Genome>;

    fn random(&self, rng: &mut Stream, index: usize) -> Vec<S::Genome> {
        (0..self.size).map(|_| self.species.random(rng, index)).collect()
    }

    /// The first of one and the last of the other; single genomes are crossed themselves.
    fn cross_one_way(
        &self,
        rng: &mut Stream,
        donor: &Vec<S::Genome>,
        receiver: &Vec<S::Genome>,
    ) -> Vec<S::Genome> {
        if self.size == 1 {
            return vec![self.species.cross_one_way(rng, &donor[0], &receiver[0])];
        }
        let cut = self.cut(rng);
        receiver[..cut].iter().chain(&donor[cut..]).cloned().collect()
    }

    fn cross_two_way(
        &self,
        rng: &mut Stream,
        one: &Vec<S::Genome>,
        two: &Vec<S::Genome>,
    ) -> (Vec<S::Genome>, Vec<S::Genome>) {
        if self.size == 1 {
            let (one, two) = self.species.cross_two_way(rng, &one[0], &two[0]);
            return (vec![one], vec![two]);
        }
        let cut = self.cut(rng);
        let crossed = |one: &[S::Genome], two: &[S::Genome]| [&one[..cut], &two[cut..]].concat();
        (crossed(one, two), crossed(two, one))
    }

    /// One of them is mutated.
    fn mutate(&self, rng: &mut Stream, bundle: &Vec<S::Genome>) -> Vec<S::Genome> {
        let place = rng.random_range(0..bundle.len());
        let mut mutated = bundle.clone();
        mutated[place] = self.species.mutate(rng, &bundle[place]);
        mutated
    }

    fn simplify(&self, bundle: &Vec<S::Genome>) -> Vec<S::Genome> {
        bundle.iter().map(|genome| self.species.simplify(genome)).collect()
    }

    fn constants(&self, _bundle: &Vec<S::Genome>) -> Vec<f64> {
        Vec::new()
    }

    fn with_constants(&self, bundle: &Vec<S::Genome>, _constants: &[f64]) -> Vec<S::Genome> {
        bundle.clone()
    }

    fn print(&self, bundle: &Vec<S::Genome>) -> String {
        let texts: Vec<String> =
            bundle.iter().map(|genome| self.species.print(genome).trim_end().to_owned()).collect();
        texts.join(BETWEEN)
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Vec<S::Genome>, ParseError> {
        bundled(text).map(|text| self.species.parse(text, first_line)).collect()
    }

    fn measure(&self, bundle: &Vec<S::Genome>) -> Measure {
        let measures = bundle.iter().map(|genome| self.species.measure(genome));
        measures.fold(Measure { nodes: 0, depth: 0 }, |all, one| Measure {
            nodes: all.nodes + one.nodes,
            depth: all.depth.max(one.depth),
        })
    }

    fn introns(&self, bundle: &Vec<S::Genome>) -> IntronCounts {
        IntronCounts { effective: bundle.len(), ..IntronCounts::default() }
    }
}

/// Sets of questions of an exam as rivals.
pub struct QuestionSets<X> {
    exam: X,
    sets: ProblemSets,
}

impl<X> QuestionSets<X> {
    /// Sets of so many questions.
    pub fn new<E>(exam: X, size: usize) -> Self
    where
        X: Exam<E>,
    {
        let known = exam.questions() as u32;
        QuestionSets { exam, sets: ProblemSets { known, size } }
    }
}

impl<E, X: Exam<E>> Rivals<E> for QuestionSets<X> {
    fn born(&self, rng: &mut Stream, index: usize) -> String {
        self.sets.print(&self.sets.random(rng, index))
    }

    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String> {
        children(&self.sets, rng, texts, standings, parents)
    }

    fn problems(&self) -> usize {
        self.sets.size
    }

    fn meet(&self, entrant: &E, text: &str, rng: &mut Stream) -> Mark {
        let questions = self.sets.parse(text, 1).expect("rivals read back as they were written");
        Mark::mean(questions.iter().map(|question| self.exam.ask(entrant, *question as usize, rng)))
    }
}

/// Sets of numbered problems as a species.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemSets {
    /// How many problems there are to draw from.
    pub known: u32,
    /// How many a set has.
    pub size: usize,
}

/// The chance of a problem to be replaced in a mutation.
const REPLACED: f64 = 0.1;

impl ProblemSets {
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

    /// A question is as hard as its number.
    struct Numbers;

    impl Exam<()> for Numbers {
        fn questions(&self) -> usize {
            1000
        }

        fn ask(&self, _entrant: &(), question: usize, _rng: &mut Stream) -> Mark {
            Mark { worth: 0.0, hardness: question as f64 }
        }
    }

    #[test]
    fn hard_problems_spread_and_the_hardest_set_lives_on() {
        let kind = QuestionSets::new(Numbers, 6);
        let rng = &mut stream(1, Purpose::Fitness, 0, 0);
        let mean =
            |rivals: &[Rival]| rivals.iter().map(|rival| rival.hardness).sum::<f64>() / rivals.len() as f64;
        let mut rivals = first(&kind, 1, 50);
        let mut before = None;
        for generation in 1..=30 {
            for rival in &mut rivals {
                rival.note(kind.meet(&(), &rival.text, rng).hardness);
            }
            before.get_or_insert(mean(&rivals));
            let hardest = rivals.iter().max_by(|one, two| one.hardness.total_cmp(&two.hardness)).unwrap();
            let hardest = hardest.text.clone();
            rivals = next(&kind, 1, generation, &rivals);
            assert_eq!((rivals[0].text.clone(), rivals.len()), (hardest, 50));
        }
        rivals.iter_mut().for_each(|rival| rival.note(kind.meet(&(), &rival.text, rng).hardness));
        let before = before.unwrap();
        assert!(mean(&rivals) > before + 150.0, "{before} to {}", mean(&rivals));
    }

    #[test]
    fn sets_read_back_and_wrong_ones_are_refused() {
        let set = SETS.random(&mut stream(2, Purpose::Rivals, 0, 0), 0);
        assert_eq!(SETS.parse(&SETS.print(&set), 1), Ok(set));
        assert!(SETS.parse("1 2 3 4 5 1000", 1).unwrap_err().problem.contains("`1000`"));
        assert!(SETS.parse("1 2 3", 1).unwrap_err().problem.contains("a set has 6"));
    }

    /// Bundles read back, and a child has its first from one parent and its last from the other.
    #[test]
    fn bundles_read_back_and_are_cut_between_their_genomes() {
        let bundles = Bundles::new(SETS, 3);
        let rng = &mut stream(3, Purpose::Rivals, 0, 0);
        let (one, two) = (bundles.random(rng, 0), bundles.random(rng, 1));
        assert_eq!(bundles.parse(&bundles.print(&one), 1), Ok(one.clone()));
        assert_eq!(bundled(&bundles.print(&one)).count(), 3);
        let (first, second) = bundles.cross_two_way(rng, &one, &two);
        assert_eq!((&first[0], &first[2]), (&one[0], &two[2]));
        assert_eq!((&second[0], &second[2]), (&two[0], &one[2]));
        let mutated = bundles.mutate(rng, &one);
        assert!(mutated.iter().zip(&one).filter(|(new, old)| new != old).count() <= 1);
        let single = Bundles::new(SETS, 1);
        let (one, two) = (vec![one[0].clone()], vec![two[0].clone()]);
        let child = single.cross_one_way(rng, &two, &one);
        assert!(child != one && child != two, "a single genome is crossed itself");
    }
}
