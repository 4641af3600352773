//! The value of a program as a sum: which parts it is made of, and what each of them adds.

use crate::language::Language;
use crate::operation::Op;
use crate::tree::{Node, Tree};

/// What a part of a program adds to its value on one view.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The part, without its factor; nothing for what is the same on every view.
    pub part: Option<Tree>,
    /// What the part's number is multiplied with on its way to the root.
    pub times: f64,
    /// What the part comes to.
    pub number: f64,
}

impl Term {
    /// What it adds.
    pub fn value(&self) -> f64 {
        self.times * self.number
    }
}

impl Tree {
    /// The terms that add up to the value of the program on a view, of which `values` is the [trace](Tree::trace). Sums,
    /// differences, products with constants and the branches that were taken are opened; whatever else computes with
    /// numbers is one term. A part that occurs more than once is one term.
    pub fn terms(&self, language: &Language, values: &[Option<f64>]) -> Vec<Term> {
        let mut opening = Opening { tree: self, language, values, terms: Vec::new() };
        opening.open(0, 1.0);
        opening.terms
    }
}

struct Opening<'a> {
    tree: &'a Tree,
    language: &'a Language,
    values: &'a [Option<f64>],
    terms: Vec<Term>,
}

impl Opening<'_> {
    /// Adds what stands at `at`, `times` times.
    fn open(&mut self, at: usize, times: f64) {
        let node = self.tree.nodes()[at];
        let primitive = self.language.primitive(node.opcode);
        let times = if primitive.returns.is_numeric() { times * node.factor } else { times };
        let arguments: Vec<usize> = self.tree.arguments(self.language, at).collect();
        match (primitive.op, &arguments[..]) {
            (Op::Plus, [one, two]) => {
                self.open(*one, times);
                self.open(*two, times);
            }
            (Op::Minus, [one, two]) => {
                self.open(*one, times);
                self.open(*two, -times);
            }
            (Op::Negate, [one]) => self.open(*one, -times),
            (Op::Scale(_), [one]) => self.open(*one, times * node.constant),
            (Op::First, [one, _]) => self.open(*one, times),
            (Op::If, [_, branches @ ..]) | (Op::IfPositive, [_, branches @ ..]) => {
                self.open_taken(branches, times);
            }
            (Op::IfGreater, [_, _, branches @ ..]) => self.open_taken(branches, times),
            (Op::Times, [one, two]) => match (self.constant(*one), self.constant(*two)) {
                (Some(constant), _) => self.open(*two, times * constant),
                (_, Some(constant)) => self.open(*one, times * constant),
                _ => self.add(at, node, times),
            },
            (Op::Divide, [one, two]) => match self.constant(*two) {
                Some(constant) if constant != 0.0 => self.open(*one, times / constant),
                _ => self.add(at, node, times),
            },
            (Op::Number(_) | Op::Truth(_) | Op::Ephemeral(_), _) => self.add_constant(at, node, times),
            _ => self.add(at, node, times),
        }
    }

    fn open_taken(&mut self, branches: &[usize], times: f64) {
        if let Some(taken) = branches.iter().find(|branch| self.values[**branch].is_some()) {
            self.open(*taken, times);
        }
    }

    /// What a node comes to on every view, if it is a constant.
    fn constant(&self, at: usize) -> Option<f64> {
        let op = self.language.primitive(self.tree.nodes()[at].opcode).op;
        matches!(op, Op::Number(_) | Op::Ephemeral(_)).then(|| self.values[at]).flatten()
    }

    /// What a node comes to before its factor.
    fn number(&self, at: usize, node: Node) -> f64 {
        let value = self.values[at].unwrap_or(0.0);
        let is_multiplied = self.language.primitive(node.opcode).returns.is_numeric() && node.factor != 0.0;
        if is_multiplied { value / node.factor } else { value }
    }

    fn add(&mut self, at: usize, node: Node, times: f64) {
        let number = self.number(at, node);
        let mut nodes = self.tree.subtree(at).to_vec();
        nodes[0].factor = 1.0;
        let part = Some(Tree::from_nodes(nodes));
        match self.terms.iter_mut().find(|term| term.part == part) {
            Some(term) => term.times += times,
            None => self.terms.push(Term { part, times, number }),
        }
    }

    fn add_constant(&mut self, at: usize, node: Node, times: f64) {
        let number = times * self.number(at, node);
        match self.terms.iter_mut().find(|term| term.part.is_none()) {
            Some(term) => term.number += number,
            None => self.terms.push(Term { part: None, times: 1.0, number }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Draw, Primitive, Read, Type};
    use crate::text::{parse, print};

    fn language() -> Language {
        let number = |name, cell| {
            Primitive::float(name, Op::Read(Read::Number { cell, within: (-100.0, 100.0) }), "a number")
        };
        let primitives = [
            Primitive::float("Plus", Op::Plus, "the sum"),
            Primitive::float("Minus", Op::Minus, "the difference"),
            Primitive::float("Times", Op::Times, "the product"),
            Primitive::float("Scaled", Op::Scale(Draw::Between(0.0, 5.0)), "a multiple"),
            Primitive::float("If", Op::If, "a choice"),
            Primitive::bool("AtMost", Op::LowerEqual, "a comparison"),
            Primitive::float("Constant", Op::Ephemeral(Draw::Between(0.0, 1.0)), "a constant"),
            number("A", 0),
            number("B", 1),
        ];
        Language::new("test", 2, &primitives).unwrap()
    }

    fn terms(text: &str, view: [f64; 2]) -> (f64, Vec<(String, f64, f64)>) {
        let language = language();
        let tree = parse(text, &language, Type::Float).unwrap();
        let values = tree.trace(&language, Type::Float, &mut view.map(f64::to_bits));
        let named = |term: &Term| {
            let name = term.part.as_ref().map_or("constant".to_owned(), |part| print(part, &language));
            (name, term.times, term.number)
        };
        let terms = tree.terms(&language, &values);
        let sum: f64 = terms.iter().map(Term::value).sum();
        assert!((sum - values[0].unwrap()).abs() < 1e-9, "{text}: {sum} is not {:?}", values[0]);
        (sum, terms.iter().map(named).collect())
    }

    #[test]
    fn a_sum_is_opened_to_its_numbers_with_what_each_is_multiplied_with() {
        let (_, found) = terms("2*Minus(Scaled[3](A), Plus(0.5*B, Times(2, 4*A)))", [7.0, 2.0]);
        assert_eq!(found, [("A".to_owned(), -10.0, 7.0), ("B".to_owned(), -1.0, 2.0)]);
    }

    #[test]
    fn the_branch_that_was_taken_counts_and_products_stay_whole() {
        let text = "Plus(If(AtMost(A, B), 2*A, 3*B), Times(A, 2*B))";
        assert_eq!(
            terms(text, [1.0, 2.0]).1,
            [("A".to_owned(), 2.0, 1.0), ("Times(A, 2*B)".to_owned(), 1.0, 4.0)]
        );
        assert_eq!(terms(text, [5.0, 2.0]).1[0], ("B".to_owned(), 3.0, 2.0));
    }

    #[test]
    fn constants_are_one_term() {
        assert_eq!(terms("Plus(2, Minus(A, 0.5))", [1.0, 0.0]).1[0], ("constant".to_owned(), 1.0, 1.5));
    }
}
