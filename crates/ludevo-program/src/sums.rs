//! Sums of numbers that the game tells: random ones, conditions between them, and sums put in order.

use rand::RngExt;
use rand::seq::IteratorRandom;

use ludevo_random::Stream;

use crate::generate::{Method, draw_parameter};
use crate::language::{Language, Op, Read, Type};
use crate::tree::{Node, Tree};

impl Language {
    /// A choice between `cases` sums of `terms` numbers each, by random conditions.
    pub fn random_cases(&self, rng: &mut Stream, slot: Type, terms: usize, cases: usize) -> Tree {
        let sum = self.random_sum(rng, slot, terms);
        match self.find(Type::Float, |op| matches!(op, Op::If)) {
            Some(choice) if cases > 1 => {
                let condition = self.random_condition(rng);
                let others = self.random_cases(rng, slot, terms, cases - 1);
                Tree::applied(choice, &[&condition, &sum, &others])
            }
            _ => sum,
        }
    }

    /// A sum of `terms` numbers that are read from the game, as even as a tree can be. A language that cannot add gives
    /// one of the numbers alone, and one that reads no numbers any shallow tree.
    pub fn random_sum(&self, rng: &mut Stream, slot: Type, terms: usize) -> Tree {
        let numbers = (0..terms.max(1)).map(|_| {
            let number = self.random_number(rng, slot);
            number.unwrap_or_else(|| self.random_tree(rng, Method::Grow, slot, 1))
        });
        let numbers: Vec<Tree> = numbers.collect();
        match self.find(slot, |op| matches!(op, Op::Plus)) {
            Some(plus) => even_sum(plus, &numbers),
            None => numbers[0].clone(),
        }
    }

    /// A terminal that reads a number from the game, if there is one.
    pub(crate) fn random_number(&self, rng: &mut Stream, slot: Type) -> Option<Tree> {
        let reads = |opcode: &u8| {
            let primitive = self.primitive(*opcode);
            primitive.returns.is_numeric() && matches!(primitive.op, Op::Read(_))
        };
        let opcode = self.opcodes_for(slot).filter(reads).choose(rng)?;
        let domain = self.primitive(opcode).op.domain();
        let parameter = domain.map_or(0, |domain| draw_parameter(rng, domain));
        Some(Tree::from_nodes(vec![Node { parameter, ..Node::plain(opcode, 1) }]))
    }

    /// Whether a number of the game is at most a constant within its range, more often a small one; a random tree where
    /// the language has no such condition.
    pub(crate) fn random_condition(&self, rng: &mut Stream) -> Tree {
        let ranged = |opcode: &u8| matches!(self.primitive(*opcode).op, Op::Read(Read::Once { within: (low, high), .. }) if low < high);
        let number = self.opcodes_for(Type::Float).filter(ranged).choose(rng);
        let compare = self.find(Type::Bool, |op| matches!(op, Op::LowerEqual));
        let constant = self.find(Type::Float, |op| matches!(op, Op::Ephemeral(_)));
        let (Some(number), Some(compare), Some(constant)) = (number, compare, constant) else {
            let levels = self.levels_for(Type::Bool).unwrap_or(1);
            return self.random_tree(rng, Method::Grow, Type::Bool, levels);
        };
        let Op::Read(Read::Once { within: (low, high), .. }) = self.primitive(number).op else {
            unreachable!("only such numbers were drawn")
        };
        let nearest_zero = 0f64.clamp(low, high);
        let end = if rng.random() { low } else { high };
        let end = if end == nearest_zero { low + high - end } else { end };
        // Ranges are of what can happen; what does happen mostly lies near zero.
        let bound = nearest_zero + (end - nearest_zero) * rng.random::<f64>().powi(3);
        let bound = Node { constant: (100.0 * bound).round() / 100.0, ..Node::plain(constant, 1) };
        Tree::applied(
            compare,
            &[&Tree::from_nodes(vec![Node::plain(number, 1)]), &Tree::from_nodes(vec![bound])],
        )
    }

    pub(crate) fn find(&self, slot: Type, wanted: impl Fn(&Op) -> bool) -> Option<u8> {
        self.opcodes_for(slot).find(|opcode| wanted(&self.primitive(*opcode).op))
    }
}

fn even_sum(plus: u8, terms: &[Tree]) -> Tree {
    if let [term] = terms {
        return term.clone();
    }
    let (one, two) = terms.split_at(terms.len() / 2);
    Tree::applied(plus, &[&even_sum(plus, one), &even_sum(plus, two)])
}

/// The same program with every number of the game at most once in each of its sums, without those of factor 0.
pub fn tidy_sums(tree: &Tree, language: &Language) -> Tree {
    match language.find(Type::Float, |op| matches!(op, Op::Plus)) {
        Some(plus) => tidy(tree, language, plus, 0),
        None => tree.clone(),
    }
}

fn tidy(tree: &Tree, language: &Language, plus: u8, at: usize) -> Tree {
    let node = tree.nodes()[at];
    if matches!(language.primitive(node.opcode).op, Op::Plus | Op::Minus) {
        let mut terms = Vec::new();
        gather(tree, language, plus, at, 1.0, &mut terms);
        // A sum of nothing is still a number.
        let spare = terms[0].clone();
        terms.retain(|term| term.nodes()[0].factor != 0.0);
        return if terms.is_empty() { spare } else { even_sum(plus, &terms) };
    }
    let mut nodes = vec![node];
    for argument in tree.arguments(language, at) {
        nodes.extend_from_slice(tidy(tree, language, plus, argument).nodes());
    }
    nodes[0].size = nodes.len() as u32;
    Tree::from_nodes(nodes)
}

/// Adds what the sum at `at` consists of, `factor` times, to `terms`.
fn gather(tree: &Tree, language: &Language, plus: u8, at: usize, factor: f64, terms: &mut Vec<Tree>) {
    let node = tree.nodes()[at];
    let whole = factor * node.factor;
    match language.primitive(node.opcode).op {
        op @ (Op::Plus | Op::Minus) => {
            let signs = [1.0, if matches!(op, Op::Minus) { -1.0 } else { 1.0 }];
            for (argument, sign) in tree.arguments(language, at).zip(signs) {
                gather(tree, language, plus, argument, sign * whole, terms);
            }
        }
        Op::Read(_) => {
            let is_same = |term: &&mut Tree| {
                let known = term.nodes()[0];
                known.opcode == node.opcode && known.parameter == node.parameter
            };
            match terms.iter_mut().find(is_same) {
                Some(term) => term.nodes_mut()[0].factor += whole,
                None => terms.push(Tree::from_nodes(vec![Node { factor: whole, ..node }])),
            }
        }
        Op::Ephemeral(_) => {
            terms.push(Tree::from_nodes(vec![Node { factor: 1.0, constant: whole * node.constant, ..node }]));
        }
        _ => {
            let mut term = tidy(tree, language, plus, at);
            term.nodes_mut()[0].factor *= factor;
            terms.push(term);
        }
    }
}
