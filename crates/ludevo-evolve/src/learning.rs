//! Learning from decisions whose options are valued: marks, lessons and suggestions for programs.
//!
//! A decision offers some options, and it is known what choosing each gives away. The mark of a program is 1 less what its
//! choices give away on average. A *lesson* is a step of its constants along the gradient of what soft choices in
//! [`LESSON`] decisions give away; a *suggestion* is a new term of a sum. Who knows what options are worth, and what
//! programs read of them, is the game's affair.

mod decisions;
mod lessons;
mod suggestions;

use ludevo_program::{Architecture, Batch, Individual, Tree, tidy_sums};
use ludevo_random::Stream;
use rand::RngExt;

pub use decisions::{Decisions, Readings};

/// Why trees can be evaluated in batches.
const PURE: &str = "programs that learn only look";

/// Decisions of one lesson.
pub const LESSON: usize = 256;

/// How soft a choice is, so that options close to the best one matter: parts of the usual spread of values.
const HARDEST: f64 = 0.015;
const SOFTEST: f64 = 0.15;

/// Constants that move options less far apart than this are learnt as if they moved them so far.
const SHORTEST_REACH: f64 = 0.03;

/// The nodes of the largest term that is suggested, with its plus: a product of two numbers.
const LARGEST_TERM: usize = 4;

/// What a child is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curriculum {
    /// Steps along the gradient.
    pub lessons: usize,
    /// Terms that are suggested to one of the trees before, as far as some would help.
    pub suggestions: usize,
    /// The nodes that a program may have: weak terms make room for suggestions.
    pub nodes: usize,
}

/// Decisions by stage, the first tree's first. Each tree of a program decides in one stage.
#[derive(Debug)]
pub struct School<R> {
    stages: Vec<Decisions<R>>,
}

impl<R: Readings> School<R> {
    /// A school with these decisions for each of a program's trees.
    pub fn new(stages: Vec<Decisions<R>>) -> Self {
        School { stages }
    }

    fn len(&self) -> usize {
        self.stages.iter().map(Decisions::len).sum()
    }

    /// The stage of a decision, and its place there.
    fn find(&self, mut decision: usize) -> (usize, usize) {
        for (stage, decisions) in self.stages.iter().enumerate() {
            if decision < decisions.len() {
                return (stage, decision);
            }
            decision -= decisions.len();
        }
        panic!("there is no such decision");
    }

    /// What the choice of a program gives away in one decision, those of the first stage first.
    pub fn regret(&self, individual: &Individual, architecture: &Architecture, decision: usize) -> f64 {
        let (stage, place) = self.find(decision);
        let part = &architecture.parts[stage];
        let mut batch = Batch::new(&individual.trees[stage], &part.language).expect(PURE);
        self.stages[stage].regret(&mut batch, &part.language, place, 1)
    }

    /// The mark of a program on `count` decisions that `rng` draws, in the shares that the stages have in play.
    pub fn mark(
        &self,
        individual: &Individual,
        architecture: &Architecture,
        count: usize,
        rng: &mut Stream,
    ) -> f64 {
        let all = self.len();
        let (mut regret, mut asked) = (0.0, 0);
        let judges = individual.trees.iter().zip(&architecture.parts);
        for (decisions, (tree, part)) in self.stages.iter().zip(judges) {
            let share = (count * decisions.len()).div_ceil(all.max(1)).min(decisions.len());
            let start = rng.random_range(0..=decisions.len() - share);
            let mut batch = Batch::new(tree, &part.language).expect(PURE);
            regret += decisions.regret(&mut batch, &part.language, start, share);
            asked += share;
        }
        1.0 - regret / asked.max(1) as f64
    }

    /// A program whose trees got the terms that help them most and whose constants followed the gradient of what a soft
    /// choice gives away.
    pub fn teach(
        &self,
        individual: &Individual,
        architecture: &Architecture,
        curriculum: Curriculum,
        rng: &mut Stream,
    ) -> Individual {
        let mut taught = individual.clone();
        if curriculum.suggestions > 0 {
            self.make_room(&mut taught, architecture, curriculum, rng);
            // Trees get suggestions as often as they decide.
            let (stage, _) = self.find(rng.random_range(0..self.len()));
            for _ in 0..curriculum.suggestions {
                let language = &architecture.parts[stage].language;
                self.stages[stage].suggest(&mut taught.trees[stage], language, rng);
            }
        }
        for (stage, decisions) in self.stages.iter().enumerate() {
            decisions.teach(&mut taught, architecture, stage, curriculum.lessons, rng);
        }
        taught
    }

    /// Drops the weakest terms of the largest tree until there is room for suggestions.
    fn make_room(
        &self,
        taught: &mut Individual,
        architecture: &Architecture,
        curriculum: Curriculum,
        rng: &mut Stream,
    ) {
        let wanted = LARGEST_TERM * curriculum.suggestions;
        let fits = |individual: &Individual| {
            individual.trees.iter().map(Tree::len).sum::<usize>() + wanted <= curriculum.nodes
        };
        if fits(taught) {
            return;
        }
        let sizes = taught.trees.iter().map(Tree::len).enumerate();
        let (stage, _) = sizes.rev().max_by_key(|(_, nodes)| *nodes).expect("a program has trees");
        let whole = taught.clone();
        let mut constants = architecture.constants(&whole);
        for index in self.stages[stage].weakest_first(&whole, architecture, stage, rng) {
            constants[index] = 0.0;
            *taught = architecture.with_constants(&whole, &constants);
            taught.trees[stage] = tidy_sums(&taught.trees[stage], &architecture.parts[stage].language);
            if fits(taught) {
                return;
            }
        }
    }
}

/// A number between two, each of its magnitudes as likely as any other.
fn between(one: f64, other: f64, rng: &mut Stream) -> f64 {
    one * libm::pow(other / one, rng.random::<f64>())
}
