//! Individuals: one or more named trees, each with its own root type, language and depth limit.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::RngExt;

use ludevo_random::Stream;

use crate::batch::NodeGradient;
use crate::generate::Method;
use crate::language::{Language, Primitive, Type};
use crate::operation::Op;
use crate::text::{self, ParseError};
use crate::tree::{Node, Tree};
use crate::vary::{self, Picking, TreeLimits};

/// One tree of an individual, as its architecture fixes it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The tree's name in files.
    pub name: String,
    /// What it decides, in words.
    pub decides: String,
    /// What its root returns.
    pub root: Type,
    /// The language it is written in.
    pub language: Arc<Language>,
    /// How many levels it may have.
    pub depth: usize,
}

impl Part {
    fn limits(&self) -> TreeLimits<'_> {
        TreeLimits { language: &self.language, root: self.root, depth: self.depth }
    }
}

/// Which trees an individual has and what each decides.
#[derive(Clone, Debug)]
pub struct Architecture {
    /// The trees, in order.
    pub parts: Vec<Part>,
}

/// An individual: a tree for each part of its architecture.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// The trees, in the order of the parts.
    pub trees: Vec<Tree>,
}

/// How the first population's trees are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Birth {
    /// Half full and half grown, depths rising from the first to the second.
    Ramped(usize, usize),
    /// One method and depth for all.
    All(Method, usize),
    /// Choices between as many sums as the second says, of so many numbers that are read from the game each.
    Sums(usize, usize),
}

/// What can be counted in an individual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Nodes of all trees together.
    pub nodes: usize,
    /// Levels of the deepest tree.
    pub depth: usize,
}

impl Architecture {
    /// A random individual, number `index` of its population.
    pub fn random(&self, rng: &mut Stream, birth: Birth, index: usize) -> Individual {
        let tree = |part: &Part| match birth {
            Birth::Ramped(low, high) => {
                let depths = (low.min(part.depth), high.min(part.depth));
                part.language.ramped_tree(rng, part.root, depths, index)
            }
            Birth::All(method, depth) => {
                part.language.random_tree(rng, method, part.root, depth.min(part.depth))
            }
            Birth::Sums(terms, cases) => part.language.random_cases(rng, part.root, terms, cases),
        };
        Individual { trees: self.parts.iter().map(tree).collect() }
    }

    /// The receiver with a subtree of the donor's same part.
    pub fn cross_one_way(
        &self,
        rng: &mut Stream,
        picking: Picking,
        donor: &Individual,
        receiver: &Individual,
    ) -> Individual {
        let at = rng.random_range(0..self.parts.len());
        let limits = self.parts[at].limits();
        let tree = vary::cross_one_way(rng, limits, picking, &donor.trees[at], &receiver.trees[at]);
        receiver.with_tree(at, tree)
    }

    /// Both individuals with a subtree of one part swapped.
    pub fn cross_two_way(
        &self,
        rng: &mut Stream,
        picking: Picking,
        one: &Individual,
        two: &Individual,
    ) -> (Individual, Individual) {
        let at = rng.random_range(0..self.parts.len());
        let limits = self.parts[at].limits();
        let (first, second) = vary::cross_two_way(rng, limits, picking, &one.trees[at], &two.trees[at]);
        (one.with_tree(at, first), two.with_tree(at, second))
    }

    /// The individual with one of its trees changed by `mutate`.
    pub fn mutate(
        &self,
        rng: &mut Stream,
        individual: &Individual,
        mutate: impl FnOnce(&mut Stream, TreeLimits<'_>, &Tree) -> Tree,
    ) -> Individual {
        let at = rng.random_range(0..self.parts.len());
        let tree = mutate(rng, self.parts[at].limits(), &individual.trees[at]);
        individual.with_tree(at, tree)
    }

    /// The individual as text: each tree after a line `tree NAME`, wrapped to `width`.
    pub fn print(&self, individual: &Individual, width: usize) -> String {
        let one = |(part, tree): (&Part, &Tree)| {
            format!("tree {}\n{}\n", part.name, text::print_wrapped(tree, &part.language, width))
        };
        self.parts.iter().zip(&individual.trees).map(one).collect()
    }

    /// The individual of a text that starts at line `first_line` of its file. Depth limits are kept.
    pub fn parse(&self, text: &str, first_line: usize) -> Result<Individual, ParseError> {
        self.parse_within(text, first_line, |part| part.depth)
    }

    /// The same of what was simplified, which can be deeper than what it was simplified from.
    pub fn parse_simplified(&self, text: &str, first_line: usize) -> Result<Individual, ParseError> {
        self.parse_within(text, first_line, |_| usize::MAX)
    }

    fn parse_within(
        &self,
        text: &str,
        first_line: usize,
        deepest: impl Fn(&Part) -> usize,
    ) -> Result<Individual, ParseError> {
        let mut sections: Vec<(&str, usize, String)> = Vec::new();
        let mut line_number = first_line;
        for line in text.lines() {
            let trimmed = line.trim();
            if let Some(name) = trimmed.strip_prefix("tree ") {
                sections.push((name.trim(), line_number, String::new()));
            } else if let Some((_, _, body)) = sections.last_mut() {
                body.push_str(line);
                body.push('\n');
            } else if !trimmed.is_empty() && !trimmed.starts_with('#') {
                let problem = format!("expected `tree {}`, found `{trimmed}`", self.parts[0].name);
                return Err(ParseError { line: line_number, column: 1, problem });
            }
            line_number += 1;
        }
        let mut trees = Vec::with_capacity(self.parts.len());
        for (index, part) in self.parts.iter().enumerate() {
            let Some((name, line, body)) = sections.get(index) else {
                let problem = format!("`tree {}` is missing: the text ends here", part.name);
                return Err(ParseError { line: line_number, column: 1, problem });
            };
            if *name != part.name {
                let problem = format!("expected `tree {}`, found `tree {name}`", part.name);
                return Err(ParseError { line: *line, column: 1, problem });
            }
            let tree = text::parse_from(body, line + 1, &part.language, part.root)?;
            let (levels, most) = (tree.depth(&part.language), deepest(part));
            if levels > most {
                let problem = format!("`tree {name}` has {levels} levels, at most {most} are allowed");
                return Err(ParseError { line: *line, column: 1, problem });
            }
            trees.push(tree);
        }
        match sections.get(self.parts.len()) {
            Some((name, line, _)) => {
                let problem = format!("`tree {name}` is one too many: {} are expected", self.parts.len());
                Err(ParseError { line: *line, column: 1, problem })
            }
            None => Ok(Individual { trees }),
        }
    }

    /// Size and depth.
    pub fn measure(&self, individual: &Individual) -> Measure {
        let trees = || self.parts.iter().zip(&individual.trees);
        Measure {
            nodes: individual.trees.iter().map(Tree::len).sum(),
            depth: trees().map(|(part, tree)| tree.depth(&part.language)).max().unwrap_or(0),
        }
    }

    /// The names of the terminals that ask the game, in alphabetical order.
    pub fn terminals_used(&self, individual: &Individual) -> BTreeSet<&'static str> {
        let trees = self.parts.iter().zip(&individual.trees);
        trees
            .flat_map(|(part, tree)| tree.nodes().iter().map(|node| part.language.primitive(node.opcode)))
            .filter(|primitive| matches!(primitive.op, Op::Read(_)))
            .map(|primitive| primitive.name)
            .collect()
    }

    /// Every number that may be tuned: for each node the constant it was created with, or else the factor of a number
    /// that it reads from the game.
    pub fn constants(&self, individual: &Individual) -> Vec<f64> {
        let mut copy = individual.clone();
        self.tunable(&mut copy).map(|value| *value).collect()
    }

    /// The same individual with other constants, which may leave the range that new ones are drawn from, in the order of [`constants`](Self::constants).
    pub fn with_constants(&self, individual: &Individual, constants: &[f64]) -> Individual {
        let mut tuned = individual.clone();
        let finite = self.tunable(&mut tuned).zip(constants).filter(|(_, constant)| constant.is_finite());
        finite.for_each(|(value, constant)| *value = *constant);
        tuned
    }

    /// Where the numbers of one part are among [`constants`](Self::constants).
    pub fn constants_of(&self, individual: &Individual, part: usize) -> std::ops::Range<usize> {
        let mut copy = individual.clone();
        let mut count = |part: usize| tunable_of(&self.parts[part], &mut copy.trees[part]).count();
        let start = (0..part).map(&mut count).sum();
        start..start + count(part)
    }

    /// From the gradient of one part's nodes, that of its numbers in the order of [`constants`](Self::constants).
    pub fn slopes_of(&self, individual: &Individual, part: usize, gradient: &[NodeGradient]) -> Vec<f32> {
        let language = &self.parts[part].language;
        let nodes = individual.trees[part].nodes().iter().zip(gradient);
        let slope = |(node, gradient): (&Node, &NodeGradient)| match tuned(language.primitive(node.opcode)) {
            Some(Tuned::Constant) => Some(gradient.constant),
            Some(Tuned::Factor) => Some(gradient.factor),
            None => None,
        };
        nodes.filter_map(slope).collect()
    }

    fn tunable<'a>(&'a self, individual: &'a mut Individual) -> impl Iterator<Item = &'a mut f64> {
        self.parts.iter().zip(&mut individual.trees).flat_map(|(part, tree)| tunable_of(part, tree))
    }
}

/// Which number of a node may be tuned.
enum Tuned {
    Constant,
    Factor,
}

fn tuned(primitive: &Primitive) -> Option<Tuned> {
    match primitive.op {
        Op::Scale(_) | Op::Ephemeral(_) => Some(Tuned::Constant),
        Op::Read(_) | Op::Number(_) if primitive.returns.is_numeric() => Some(Tuned::Factor),
        _ => None,
    }
}

fn tunable_of<'a>(part: &'a Part, tree: &'a mut Tree) -> impl Iterator<Item = &'a mut f64> {
    tree.nodes_mut().iter_mut().filter_map(|node| match tuned(part.language.primitive(node.opcode))? {
        Tuned::Constant => Some(&mut node.constant),
        Tuned::Factor => Some(&mut node.factor),
    })
}

impl Individual {
    fn with_tree(&self, at: usize, tree: Tree) -> Individual {
        let mut trees = self.trees.clone();
        trees[at] = tree;
        Individual { trees }
    }
}
