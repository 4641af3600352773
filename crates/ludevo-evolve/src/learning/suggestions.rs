//! Terms that would help a program most, and those that it misses least.

use ludevo_program::{Architecture, Batch, Individual, Language, Node, NodeGradient, Op, Tree, Type};
use ludevo_random::Stream;
use rand::RngExt;

use super::{Decisions, HARDEST, LARGEST_TERM, LESSON, PURE, Readings, SHORTEST_REACH, SOFTEST, between};

/// A suggestion is the best of so many terms drawn at random, judged on so many decisions.
const OFFERS: usize = 300;
const OFFERS_JUDGED_ON: usize = 1024;

/// How many times its own chance deviation a slope must have to be believed: of so many offers some look good by chance.
const BELIEVED: f64 = 3.0;

impl<R: Readings> Decisions<R> {
    /// The constants of one stage, as places among all of the program, from the one on that moves options least.
    pub(super) fn weakest_first(
        &self,
        program: &Individual,
        architecture: &Architecture,
        stage: usize,
        rng: &mut Stream,
    ) -> Vec<usize> {
        let language = &architecture.parts[stage].language;
        let mut batch = Batch::new(&program.trees[stage], language).expect(PURE);
        let Some(first) = self.draw(LESSON, rng) else { return Vec::new() };
        self.values(&mut batch, language, first, first + LESSON, &mut Vec::new());
        let slopes = |gradient: &[NodeGradient]| architecture.slopes_of(program, stage, gradient);
        let reach = self.reach(&mut batch, first, rng, slopes);
        let constants = architecture.constants(program);
        // What has no reach stands in a condition.
        let placed = architecture.constants_of(program, stage).zip(&reach).filter(|(_, reach)| **reach > 0.0);
        let mut strengths: Vec<(usize, f64)> =
            placed.map(|(place, reach)| (place, constants[place].abs() * reach)).collect();
        strengths.sort_by(|one, two| one.1.total_cmp(&two.1));
        strengths.into_iter().map(|(place, _)| place).collect()
    }

    /// Adds, with factor 0, the term that would lessen what soft choices give away most for its size, among numbers of
    /// the game and products of two drawn at random; nothing if none is sure to.
    pub(super) fn suggest(&self, tree: &mut Tree, language: &Language, rng: &mut Stream) {
        let find = |wanted: fn(&Op) -> bool| {
            language.opcodes_for(Type::Float).find(|opcode| wanted(&language.primitive(*opcode).op))
        };
        let (Some(plus), Some(times)) =
            (find(|op| matches!(op, Op::Plus)), find(|op| matches!(op, Op::Times)))
        else {
            return;
        };
        let count = OFFERS_JUDGED_ON.clamp(LESSON, self.len().max(LESSON));
        let Some(first) = self.draw(count, rng) else { return };
        let mut batch = Batch::new(tree, language).expect(PURE);
        let (mut values, mut chances, mut owed) = (Vec::new(), Vec::new(), Vec::new());
        self.values(&mut batch, language, first, first + count, &mut values);
        let softness = between(SOFTEST, HARDEST, rng) as f32 * self.spread(&values, first, count);
        self.soft_choice(&values, first, count, softness, &mut chances, &mut owed);
        let (mut column, mut other) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let mut best: Option<(f64, Tree)> = None;
        for _ in 0..OFFERS {
            let mut draw = || language.random_number(rng, Type::Float);
            let (Some(one), Some(two)) = (draw(), draw()) else { return };
            self.readings.read(&one.nodes()[0], language, self.starts[first], &mut column);
            let (mut term, mut nodes) = (one.clone(), 2);
            if rng.random() {
                self.readings.read(&two.nodes()[0], language, self.starts[first], &mut other);
                column.iter_mut().zip(&other).for_each(|(one, two)| *one *= two);
                term = Tree::applied(times, &[&one, &two]);
                nodes = if multiplies(tree, times, &one) || multiplies(tree, times, &two) {
                    2
                } else {
                    LARGEST_TERM
                };
            }
            let gain = self.gain(&column, first, count, &chances, &owed) / nodes as f64;
            if gain > best.as_ref().map_or(0.0, |(most, _)| *most) {
                best = Some((gain, term));
            }
        }
        if let Some((_, term)) = best {
            *tree = Tree::applied(plus, &[tree, &term.with_last_factor(0.0)]);
        }
    }

    /// How much less soft choices would give away with the best weight of a further term, as far as the slope and how
    /// far the term moves those choices tell; 0 if the slope may be due to chance.
    fn gain(&self, term: &[f32], first: usize, count: usize, chances: &[f32], owed: &[f32]) -> f64 {
        let (mut slope, mut noise, mut variance) = (0.0, 0.0, 0.0);
        let options = self.starts[first];
        for decision in first..first + count {
            let here = self.starts[decision] - options..self.starts[decision + 1] - options;
            let (mut of_decision, mut mean, mut square) = (0.0, 0.0, 0.0);
            let both = chances[here.clone()].iter().zip(&owed[here.clone()]);
            for (term, (chance, owed)) in term[here].iter().zip(both) {
                of_decision += term * owed;
                mean += chance * term;
                square += chance * term * term;
            }
            slope += f64::from(of_decision);
            noise += f64::from(of_decision) * f64::from(of_decision);
            variance += f64::from(square - mean * mean).max(0.0);
        }
        if slope * slope <= BELIEVED * BELIEVED * noise {
            return 0.0;
        }
        slope * slope / (variance + SHORTEST_REACH * SHORTEST_REACH * count as f64)
    }
}

/// Whether a number of the game is a factor in a tree.
fn multiplies(tree: &Tree, times: u8, number: &Tree) -> bool {
    let is_number = |node: &Node| {
        node.opcode == number.nodes()[0].opcode && node.parameter == number.nodes()[0].parameter
    };
    tree.nodes().windows(2).any(|pair| pair[0].opcode == times && is_number(&pair[1]))
}
