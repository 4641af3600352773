//! Every row of the tables says the same thing everywhere.

use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

use super::*;
use crate::batch::{Batch, NodeGradient};
use crate::language::{Language, Primitive};
use crate::tree::{Node, Tree};

const DRAW: Draw = Draw::Between(-1.0, 1.0);

/// Every operation that has a row; [`Op::kernel`] says which these are.
const KERNELS: [Op; 23] = [
    Op::And,
    Op::Or,
    Op::And3,
    Op::Or3,
    Op::Nand,
    Op::Nor,
    Op::Not,
    Op::NotFirst,
    Op::LowerEqual,
    Op::Greater,
    Op::Smaller,
    Op::GreaterEqual,
    Op::Equal,
    Op::If,
    Op::Plus,
    Op::Minus,
    Op::Times,
    Op::Divide,
    Op::Negate,
    Op::Scale(DRAW),
    Op::First,
    Op::IfGreater,
    Op::IfPositive,
];

const ROWS: usize = 64;

/// Numbers that are exact in single precision, many of them equal.
fn column(rng: &mut Stream, slot: Type) -> Vec<f32> {
    let number = |rng: &mut Stream| match slot {
        Type::Bool => f32::from(u8::from(rng.random_bool(0.5))),
        _ => f32::from(rng.random_range(-8i8..=8)) / 4.0,
    };
    (0..ROWS).map(|_| number(rng)).collect()
}

/// A tree of one kernel and terminals, in a language of its own.
fn tree(op: Op, constant: f64) -> (Tree, Language) {
    let zero = |returns| Primitive {
        name: if returns == Type::Bool { "B" } else { "F" },
        returns,
        op: Op::Read(Read::Count { cell: 0 }),
        meaning: "",
    };
    let kernel = op.kernel().expect("a row");
    let returns = if let Meaning::Truth(_) = kernel.meaning { Type::Bool } else { Type::Float };
    let primitives =
        [zero(Type::Bool), zero(Type::Float), Primitive { name: "Kernel", returns, op, meaning: "" }];
    let language = Language::new("kernel", 1, &primitives).expect("every type closes");
    let mut nodes = vec![Node { constant, ..Node::plain(2, 1 + kernel.takes.len() as u32) }];
    for (place, slot) in kernel.takes.iter().enumerate() {
        // The parameter tells the terminals apart.
        let opcode = u8::from(*slot != Type::Bool);
        nodes.push(Node { parameter: place as u16, ..Node::plain(opcode, 1) });
    }
    (Tree::from_nodes(nodes), language)
}

#[test]
fn batches_say_what_the_meaning_says_and_owe_what_it_changes_by() {
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    for op in KERNELS {
        let kernel = op.kernel().expect("a row");
        let constant = 0.75;
        let columns: Vec<Vec<f32>> = kernel.takes.iter().map(|slot| column(&mut rng, *slot)).collect();
        let exactly = |row: usize, scale: &dyn Fn(usize) -> f64| {
            kernel.meaning.evaluate(constant, &mut |place| f64::from(columns[place][row]) * scale(place))
        };
        let (tree, language) = tree(op, constant);
        let mut batch = Batch::new(&tree, &language).expect("a kernel is pure");
        let mut found = vec![0.0; ROWS];
        let read = |node: &Node, out: &mut [f32]| out.copy_from_slice(&columns[usize::from(node.parameter)]);
        batch.evaluate(ROWS, read, &mut found);
        for (row, found) in found.iter().enumerate() {
            assert_eq!(*found, exactly(row, &|_| 1.0) as f32, "{}", kernel.name);
        }

        let mut gradient = vec![NodeGradient::default(); tree.len()];
        batch.add_gradient(&vec![1.0; ROWS], &mut gradient);
        let is_fixed = matches!(kernel.meaning, Meaning::Truth(_))
            || matches!(op, Op::Divide | Op::IfGreater | Op::IfPositive);
        for place in 0..kernel.takes.len() {
            let change = |by: f64| -> f64 {
                let scale = move |other: usize| if other == place { 1.0 + by } else { 1.0 };
                (0..ROWS).map(|row| exactly(row, &scale)).sum()
            };
            let expected = if is_fixed { 0.0 } else { (change(0.125) - change(-0.125)) / 0.25 };
            let owed = gradient[place + 1].factor;
            assert!((f64::from(owed) - expected).abs() < 1e-4, "{}: {owed}, not {expected}", kernel.name);
        }
    }
}

#[test]
fn every_kernel_uses_each_of_its_arguments_unless_it_is_an_intron() {
    for op in KERNELS {
        let kernel = op.kernel().expect("a row");
        let mut asked = vec![false; kernel.takes.len()];
        // Each combination of low and high arguments leads somewhere else.
        for case in 0..1 << kernel.takes.len() {
            kernel.meaning.evaluate(1.0, &mut |place| {
                asked[place] = true;
                f64::from(u8::from(case >> place & 1 != 0))
            });
        }
        for (place, asked) in asked.into_iter().enumerate() {
            assert_eq!(asked, op.intron() != Some(place), "argument {place} of {}", kernel.name);
        }
        assert_eq!(op.identity(), kernel.name);
    }
}

fn range(rng: &mut Stream) -> Range {
    let ends = [f64::MIN, -1e200, -3.0, -1.0, -0.0, 0.0, 5e-324, 0.5, 2.0, 1e200, f64::MAX];
    let (one, two) = (ends[rng.random_range(0..ends.len())], ends[rng.random_range(0..ends.len())]);
    Range { low: one.min(two), high: one.max(two) }
}

#[test]
fn ranges_hold_what_is_computed_and_decide_only_what_is_so() {
    let mut rng = stream(2, Purpose::Sampling, 0, 0);
    let inside = |rng: &mut Stream, range: Range| match rng.random_range(0..3) {
        0 => range.low,
        1 => range.high,
        _ => (range.low / 2.0 + range.high / 2.0).clamp(range.low, range.high),
    };
    for _ in 0..20_000 {
        let (a, b) = (range(&mut rng), range(&mut rng));
        let (left, right) = (inside(&mut rng, a), inside(&mut rng, b));
        for number in 0..4 {
            let row = Arithmetic::numbered(number).row();
            assert_eq!(Arithmetic::numbered(number) as usize, number);
            let (range, outcome) = ((row.range)(a, b), (row.exact)(left, right));
            assert!(
                range.low <= outcome && outcome <= range.high,
                "{left:e} {} {right:e} = {outcome:e}, not in {range:?}",
                row.sign.0
            );
        }
        for number in 0..3 {
            let row = Comparison::numbered(number).row();
            assert_eq!(Comparison::numbered(number) as usize, number);
            let decided = (row.decided)(a, b);
            assert!(decided.is_none_or(|decided| decided == (row.exact)(left, right)), "{}", row.signs[1]);
        }
    }
}
