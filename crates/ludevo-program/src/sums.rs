//! Sums of numbers that the game tells: random ones, conditions between them, and sums put in order.

use rand::RngExt;
use rand::seq::IteratorRandom;

use ludevo_random::Stream;

use crate::generate::{Method, draw_parameter};
use crate::language::{Language, Read, Type};
use crate::operation::Op;
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
    pub fn random_number(&self, rng: &mut Stream, slot: Type) -> Option<Tree> {
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
        let near = rng.random::<f64>();
        // Products of its own, since how `powi` multiplies is up to the machine.
        let bound = nearest_zero + (end - nearest_zero) * (near * near * near);
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

/// The same program with every number of the game at most once in each of its sums, and at most once as a factor of other
/// numbers there. Terms of factor 0 are left out, and what a number is multiplied with goes to the terms of its sum.
pub fn tidy_sums(tree: &Tree, language: &Language) -> Tree {
    let plus = language.find(Type::Float, |op| matches!(op, Op::Plus));
    let times = language.find(Type::Float, |op| matches!(op, Op::Times));
    let Some(plus) = plus else { return tree.clone() };
    let pass = |tree: &Tree| Tidy { tree, language, plus, times }.subtree(0);
    let mut tidy = pass(tree);
    // What has become one term may be the same as another one.
    loop {
        let next = pass(&tidy);
        if next.len() >= tidy.len() {
            return tidy;
        }
        tidy = next;
    }
}

/// The same program times a number, which goes to the terms of its sums; conditions stay as they are.
pub fn scale_sums(tree: &Tree, language: &Language, by: f64) -> Tree {
    let mut scaled = tree.clone();
    scale_at(&mut scaled, language, 0, by);
    scaled
}

fn scale_at(tree: &mut Tree, language: &Language, at: usize, by: f64) {
    let arguments: Vec<usize> = tree.arguments(language, at).collect();
    match language.primitive(tree.nodes()[at].opcode).op {
        Op::Plus | Op::Minus => arguments.iter().for_each(|at| scale_at(tree, language, *at, by)),
        Op::If => arguments[1..].iter().for_each(|at| scale_at(tree, language, *at, by)),
        // Of a product one factor is enough: the last, which is the sum in tidy trees.
        Op::Times => scale_at(tree, language, arguments[1], by),
        Op::Ephemeral(_) => tree.nodes_mut()[at].constant *= by,
        _ => tree.nodes_mut()[at].factor *= by,
    }
}

/// What a sum consists of.
#[derive(Default)]
struct Sum {
    terms: Vec<Tree>,
    /// Numbers of the game, each with the sum that it is multiplied with.
    products: Vec<(Node, Sum)>,
}

/// A tree to be put in order.
struct Tidy<'a> {
    tree: &'a Tree,
    language: &'a Language,
    plus: u8,
    times: Option<u8>,
}

impl Tidy<'_> {
    fn op(&self, at: usize) -> Op {
        self.language.primitive(self.tree.nodes()[at].opcode).op
    }

    fn subtree(&self, at: usize) -> Tree {
        if matches!(self.op(at), Op::Plus | Op::Minus | Op::Times) {
            let mut sum = Sum::default();
            self.gather(at, 1.0, &mut sum);
            return self.tree_of(&sum).unwrap_or_else(|| self.nothing(at));
        }
        self.with_tidy_arguments(at)
    }

    fn with_tidy_arguments(&self, at: usize) -> Tree {
        let mut nodes = vec![self.tree.nodes()[at]];
        for argument in self.tree.arguments(self.language, at) {
            nodes.extend_from_slice(self.subtree(argument).nodes());
        }
        nodes[0].size = nodes.len() as u32;
        Tree::from_nodes(nodes)
    }

    /// A sum of nothing is still a number: the first terminal of what it was, times 0.
    fn nothing(&self, at: usize) -> Tree {
        let is_number =
            |node: &&Node| node.size == 1 && self.language.primitive(node.opcode).returns.is_numeric();
        let terminal = self.tree.subtree(at).iter().find(is_number).expect("a sum has terms");
        Tree::from_nodes(vec![Node { factor: 0.0, ..*terminal }])
    }

    /// Adds what stands at `at`, `factor` times, to `sum`.
    fn gather(&self, at: usize, factor: f64, sum: &mut Sum) {
        let node = self.tree.nodes()[at];
        let whole = factor * node.factor;
        match self.op(at) {
            op @ (Op::Plus | Op::Minus) => {
                let signs = [1.0, if matches!(op, Op::Minus) { -1.0 } else { 1.0 }];
                for (argument, sign) in self.tree.arguments(self.language, at).zip(signs) {
                    self.gather(argument, sign * whole, sum);
                }
            }
            Op::Times => self.gather_product(at, factor, sum),
            Op::Read(_) => match sum.terms.iter_mut().find(|term| is_same(&term.nodes()[0], &node)) {
                Some(term) => term.nodes_mut()[0].factor += whole,
                None => sum.terms.push(Tree::from_nodes(vec![Node { factor: whole, ..node }])),
            },
            Op::Ephemeral(_) => {
                let constant = whole * node.constant;
                match sum.terms.iter_mut().find(|term| term.nodes()[0].opcode == node.opcode) {
                    Some(term) => term.nodes_mut()[0].constant += constant,
                    None => {
                        sum.terms.push(Tree::from_nodes(vec![Node { factor: 1.0, constant, ..node }]));
                    }
                }
            }
            _ => {
                let mut term = self.with_tidy_arguments(at);
                term.nodes_mut()[0].factor *= factor;
                sum.terms.push(term);
            }
        }
    }

    /// The same of a product, which joins another one that has a number of the game in common with it.
    fn gather_product(&self, at: usize, factor: f64, sum: &mut Sum) {
        let arguments: Vec<usize> = self.tree.arguments(self.language, at).collect();
        let [one, two] = arguments[..] else { unreachable!("a product has two factors") };
        let nodes = self.tree.nodes();
        let is_number = |at: usize| matches!(self.op(at), Op::Read(_));
        let whole = factor * nodes[at].factor;
        let choices = [(one, two), (two, one)];
        let known = choices.iter().find_map(|(number, other)| {
            let place = sum.products.iter().position(|(known, _)| is_same(known, &nodes[*number]));
            place.filter(|_| is_number(*number)).map(|place| (place, *number, *other))
        });
        let (place, number, other) = match known {
            Some(known) => known,
            None => match choices.into_iter().find(|(number, _)| is_number(*number)) {
                Some((number, other)) => {
                    sum.products.push((Node { factor: 1.0, ..nodes[number] }, Sum::default()));
                    (sum.products.len() - 1, number, other)
                }
                None => {
                    let mut term = self.with_tidy_arguments(at);
                    term.nodes_mut()[0].factor *= factor;
                    sum.terms.push(term);
                    return;
                }
            },
        };
        self.gather(other, whole * nodes[number].factor, &mut sum.products[place].1);
    }

    fn tree_of(&self, sum: &Sum) -> Option<Tree> {
        let vanishes = |node: &Node| {
            let is_constant = matches!(self.language.primitive(node.opcode).op, Op::Ephemeral(_));
            node.factor == 0.0 || is_constant && node.constant == 0.0
        };
        let mut terms: Vec<Tree> =
            sum.terms.iter().filter(|term| !vanishes(&term.nodes()[0])).cloned().collect();
        for (number, others) in &sum.products {
            if let (Some(times), Some(others)) = (self.times, self.tree_of(others)) {
                terms.push(Tree::applied(times, &[&Tree::from_nodes(vec![*number]), &others]));
            }
        }
        (!terms.is_empty()).then(|| even_sum(self.plus, &terms))
    }
}

/// Whether both read the same number of the game.
fn is_same(one: &Node, two: &Node) -> bool {
    one.opcode == two.opcode && one.parameter == two.parameter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Draw, Primitive};
    use crate::text::{parse, print};

    fn language() -> Language {
        let number = |name, memo| {
            let within = (0.0, 1.0);
            Primitive::float(name, Op::Read(Read::Once { compute: |_, _| 1.0, memo, within }), "a number")
        };
        let primitives = [
            Primitive::float("Plus", Op::Plus, "the sum"),
            Primitive::float("Minus", Op::Minus, "the difference"),
            Primitive::float("Times", Op::Times, "the product"),
            Primitive::float("If", Op::If, "a choice"),
            Primitive::bool("AtMost", Op::LowerEqual, "a comparison"),
            Primitive::float("Constant", Op::Ephemeral(Draw::Between(0.0, 1.0)), "a constant"),
            number("A", 0),
            number("B", 1),
            number("C", 2),
        ];
        Language::new("test", 3, &primitives).unwrap()
    }

    fn tidied(text: &str) -> String {
        let language = language();
        print(&tidy_sums(&parse(text, &language, Type::Float).unwrap(), &language), &language)
    }

    #[test]
    fn products_with_a_number_in_common_become_one() {
        assert_eq!(
            tidied("Plus(Times(A, 2*B), Minus(C, 3*Times(C, 2*A)))"),
            "Plus(C, Times(A, Plus(2*B, -6*C)))"
        );
        assert_eq!(tidied("Plus(Times(2*A, Plus(B, 0*C)), Times(A, B))"), "Times(A, 3*B)");
    }

    #[test]
    fn what_vanishes_is_left_out_but_something_stays() {
        assert_eq!(tidied("Plus(B, Times(A, 0*C))"), "B");
        assert_eq!(tidied("Minus(B, Times(0*A, C))"), "B");
        assert_eq!(tidied("Minus(A, A)"), "0*A");
    }

    #[test]
    fn a_scaled_program_keeps_its_conditions() {
        let language = language();
        let text = "Plus(If(AtMost(A, 0.5), 2*B, 3), Times(C, Plus(A, B)))";
        let scaled = scale_sums(&parse(text, &language, Type::Float).unwrap(), &language, 10.0);
        let expected = "Plus(If(AtMost(A, 0.5), 20*B, 30), Times(C, Plus(10*A, 10*B)))";
        assert_eq!(print(&scaled, &language), expected);
    }
}
