//! Languages, random trees and a plain evaluator that the tests of this folder share.

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS};
use ludevo_program::language::{Domain, Draw, Language, Primitive, Read, Type};
use ludevo_program::tree::Tree;
use ludevo_program::{Method, Op};
use ludevo_random::Stream;
use rand::RngExt;

const SQUARES: Domain = Domain { name: "square", values: &["a1", "b1", "a2", "b2"] };

fn weight(view: &[u64], _: u16) -> f64 {
    view[2] as f64 / 1e17 - 50.0
}

fn distance(view: &[u64], parameter: u16) -> f64 {
    (view[3] >> (8 * parameter) & 0xff) as f64 * 0.37
}

fn enormous(view: &[u64], _: u16) -> f64 {
    (view[2] as f64 / u64::MAX as f64 - 0.5) * f64::MAX
}

const TERMINALS: [Primitive; 7] = [
    Primitive::float("Mobility", Op::Read(Read::Count { cell: 0 }), "how many moves"),
    Primitive::float("Lead", Op::Read(Read::CountDifference { cell: 0, minus: 1 }), "how many more pieces"),
    Primitive::query("Friendly", Read::Bit { cell: 1, of: SQUARES }, "whose piece"),
    Primitive::query("Pieces", Read::Count { cell: 1 }, "how many pieces"),
    Primitive::float(
        "Weight",
        Op::Read(Read::Once { compute: weight, memo: 4, within: (-50.0, 150.0) }),
        "a weight",
    ),
    Primitive::query("Distance", Read::Of { compute: distance, of: SQUARES, within: (0.0, 95.0) }, "how far"),
    Primitive::float(
        "Enormous",
        Op::Read(Read::Once { compute: enormous, memo: 5, within: (-f64::MAX, f64::MAX) }),
        "any number",
    ),
];

/// The published primitives; these with terminals of every kind; and two sparse languages.
pub(crate) fn languages() -> Vec<Language> {
    let published = [&FUNCTIONS[..], &BASIC_TERMINALS[..]].concat();
    let rich = [&FUNCTIONS[..], &BASIC_TERMINALS[..], &TERMINALS[..]].concat();
    let logical = [
        Primitive::bool("Nand", Op::Nand, ""),
        Primitive::bool("LowerEqual", Op::LowerEqual, ""),
        Primitive::float("IfTrue", Op::If, ""),
        Primitive::float("Minus", Op::Minus, ""),
        Primitive::float("Times", Op::Times, ""),
    ];
    let sparse = [&logical[..], &TERMINALS[..]].concat();
    let other = [
        Primitive::bool("Not", Op::Not, ""),
        Primitive::bool("And", Op::And, ""),
        Primitive::bool("True", Op::Truth(true), ""),
        Primitive::bool("LowerEqual", Op::LowerEqual, ""),
        Primitive::float("IfTrue", Op::If, ""),
        Primitive::float("Plus", Op::Plus, ""),
        Primitive::float("Times", Op::Times, ""),
        Primitive::float("First", Op::First, ""),
        Primitive::float("Two", Op::Number(2.0), ""),
        Primitive::float("Any", Op::Ephemeral(Draw::OneOf(&[-1.0, 0.5, 3.0, 1e200, -1e308])), ""),
    ];
    let unscaled = [&other[..], &TERMINALS[..]].concat();
    [("published", &published), ("rich", &rich), ("sparse", &sparse), ("unscaled", &unscaled)]
        .map(|(name, primitives)| Language::new(name, 6, primitives).expect("a sound language"))
        .to_vec()
}

/// A language without arithmetic and with questions about three, which is written in a roundabout way.
pub(crate) fn conditional() -> Language {
    let conditional = [
        Primitive::float("If3", Op::If, ""),
        Primitive::bool("Or2", Op::Or, ""),
        Primitive::bool("Or3", Op::Or3, ""),
        Primitive::bool("And2", Op::And, ""),
        Primitive::bool("And3", Op::And3, ""),
        Primitive::bool("Not", Op::Not, ""),
        Primitive::bool("Smaller", Op::Smaller, ""),
        Primitive::bool("Equal", Op::Equal, ""),
    ];
    let conditional = [&conditional[..], &TERMINALS[..]].concat();
    Language::new("conditional", 6, &conditional).expect("a sound language")
}

/// A random tree with random factors and constants, some of them huge.
pub(crate) fn random_tree(language: &Language, rng: &mut Stream, root: Type, depth: usize) -> Tree {
    let method = if rng.random_bool(0.5) { Method::Full } else { Method::Grow };
    let tree = language.random_tree(rng, method, root, depth);
    let mut nodes = tree.nodes().to_vec();
    for node in &mut nodes {
        let primitive = language.primitive(node.opcode);
        let extreme = [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 1e308, -1e300, 1e-300, 5e-324, 0.1];
        if primitive.returns.is_numeric() && rng.random_bool(0.25) {
            node.factor = if rng.random_bool(0.5) {
                extreme[rng.random_range(0..extreme.len())]
            } else {
                rng.random_range(-3.0..3.0)
            };
        }
        if primitive.op.draw().is_some() && rng.random_bool(0.4) {
            node.constant = extreme[rng.random_range(0..extreme.len())];
        }
    }
    tree.with_subtree(0, &nodes)
}

/// Cells that are full, empty or anything.
pub(crate) fn random_view(language: &Language, rng: &mut Stream) -> Vec<u64> {
    let cell = |rng: &mut Stream| match rng.random_range(0..6) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << rng.random_range(0..64),
        3 => rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>(),
        _ => rng.random(),
    };
    (0..language.cells()).map(|_| cell(rng)).collect()
}

/// A naive recursive evaluator: every rule of the semantics in one place.
pub(crate) struct Evaluator<'a> {
    pub(crate) language: &'a Language,
    pub(crate) view: &'a [u64],
}

fn total(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-f64::MAX, f64::MAX) }
}

impl Evaluator<'_> {
    /// The tree's number, or 1 or 0 for a tree that must be a truth value.
    pub(crate) fn value(&self, tree: &Tree, root: Type) -> f64 {
        match root {
            Type::Bool => f64::from(u8::from(self.truth(tree, 0))),
            _ => self.number(tree, 0),
        }
    }

    fn number(&self, tree: &Tree, index: usize) -> f64 {
        let node = tree.nodes()[index];
        let at: Vec<usize> = tree.arguments(self.language, index).collect();
        let plain = match self.language.primitive(node.opcode).op {
            Op::If if self.truth(tree, at[0]) => self.number(tree, at[1]),
            Op::If => self.number(tree, at[2]),
            Op::Plus => self.number(tree, at[0]) + self.number(tree, at[1]),
            Op::Minus => self.number(tree, at[0]) - self.number(tree, at[1]),
            Op::Times => self.number(tree, at[0]) * self.number(tree, at[1]),
            Op::Scale(_) => node.constant * self.number(tree, at[0]),
            Op::First => self.number(tree, at[0]),
            Op::Number(value) => value,
            Op::Ephemeral(_) => node.constant,
            Op::Read(read) => self.read(read, node.parameter),
            _ => unreachable!("a truth value in a number's place"),
        };
        total(node.factor * total(plain))
    }

    fn truth(&self, tree: &Tree, index: usize) -> bool {
        let at: Vec<usize> = tree.arguments(self.language, index).collect();
        let truth = |argument: usize| self.truth(tree, at[argument]);
        match self.language.primitive(tree.nodes()[index].opcode).op {
            Op::And => truth(0) && truth(1),
            Op::Or => truth(0) || truth(1),
            Op::And3 => truth(0) && truth(1) && truth(2),
            Op::Or3 => truth(0) || truth(1) || truth(2),
            Op::Equal => self.number(tree, at[0]) == self.number(tree, at[1]),
            Op::Nand => !(truth(0) && truth(1)),
            Op::Nor => !(truth(0) || truth(1)),
            Op::Not | Op::NotFirst => !truth(0),
            Op::LowerEqual => self.number(tree, at[0]) <= self.number(tree, at[1]),
            Op::Greater => self.number(tree, at[0]) > self.number(tree, at[1]),
            Op::Smaller => self.number(tree, at[0]) < self.number(tree, at[1]),
            Op::GreaterEqual => self.number(tree, at[0]) >= self.number(tree, at[1]),
            Op::Truth(value) => value,
            _ => self.number(tree, index) != 0.0,
        }
    }

    fn read(&self, read: Read, parameter: u16) -> f64 {
        let count = |cell: u16| f64::from(self.view[usize::from(cell)].count_ones());
        match read {
            Read::Count { cell } => count(cell),
            Read::CountDifference { cell, minus } => count(cell) - count(minus),
            Read::Bit { cell, .. } => f64::from((self.view[usize::from(cell)] >> parameter & 1) as u8),
            Read::Number { cell, .. } => f64::from_bits(self.view[usize::from(cell)]),
            Read::Once { compute, .. } | Read::Of { compute, .. } => compute(self.view, parameter),
            Read::Defined { .. } => read.value(self.view),
        }
    }
}
