//! Writes `native.rs`: draws the programs that are measured, and puts them down as Rust.

use ludevo_random::{Purpose, stream};

use super::{evaluated_nodes, language, views};
use crate::generate::Method;
use crate::language::{Language, Op, Read, Type};
use crate::lower::Lowered;
use crate::text::print;
use crate::tree::Tree;

const PROGRAMS: usize = 16;

/// Programs of about 50 nodes, of which lowering leaves four in five, and views visit every other on average.
fn programs(language: &Language) -> Vec<Tree> {
    let mut rng = stream(1, Purpose::Birth, 0, 0);
    let mut views = views();
    views.truncate(100);
    let mut programs = Vec::new();
    while programs.len() < PROGRAMS {
        let tree = language.random_tree(&mut rng, Method::Grow, Type::Float, 10);
        let nodes = evaluated_nodes(&tree, language);
        let left = Lowered::new(&tree, language, Type::Float).len();
        if !(45..=55).contains(&nodes) || left * 5 < nodes * 4 {
            continue;
        }
        let visited: usize = views
            .iter_mut()
            .map(|view| tree.trace(language, Type::Float, view).iter().flatten().count())
            .sum();
        if visited * 2 >= nodes * views.len() {
            programs.push(tree);
        }
    }
    programs
}

fn source() -> String {
    let language = language();
    let mut table = String::new();
    let mut functions = String::new();
    for (index, tree) in programs(&language).iter().enumerate() {
        let body = rust(tree, &language, 0, Type::Float);
        table.push_str(&format!("    ({:?}, program_{index}),\n", print(tree, &language)));
        functions.push_str(&format!(
            "\n#[cfg_attr(target_arch = \"x86_64\", target_feature(enable = \"popcnt\"))]\n\
             fn program_{index}(view: &[u64]) -> f64 {{\n    let view = cells(view);\n    {body}\n}}\n"
        ));
    }
    format!(
        r#"//! The programs that are measured, and each as a Rust function. Written by the tests of `source.rs`.
#![allow(clippy::all, unused_parens)]

use super::CELLS;

pub(super) const PROGRAMS: [(&str, unsafe fn(&[u64]) -> f64); {PROGRAMS}] = [
{table}];

#[inline(always)]
fn cells(view: &[u64]) -> &[u64; CELLS] {{
    view.first_chunk().expect("a view has all cells of its language")
}}

#[inline(always)]
fn count(cell: u64) -> f64 {{
    f64::from(cell.count_ones())
}}

#[inline(always)]
fn bit(cell: u64, bit: u32) -> f64 {{
    f64::from((cell >> bit) as u32 & 1)
}}
{functions}"#
    )
}

/// The node at `index` as an expression of what `slot` expects.
fn rust(tree: &Tree, language: &Language, index: usize, slot: Type) -> String {
    let node = tree.nodes()[index];
    let primitive = language.primitive(node.opcode);
    let argument = |position: usize| {
        let argument = tree.arguments(language, index).nth(position).expect("a well-formed tree");
        rust(tree, language, argument, primitive.op.takes()[position])
    };
    match primitive.op {
        Op::And => format!("({} && {})", argument(0), argument(1)),
        Op::Or => format!("({} || {})", argument(0), argument(1)),
        Op::Nand => format!("!({} && {})", argument(0), argument(1)),
        Op::Nor => format!("!({} || {})", argument(0), argument(1)),
        Op::Not | Op::NotFirst => format!("!{}", argument(0)),
        Op::LowerEqual => format!("({} <= {})", argument(0), argument(1)),
        Op::Greater => format!("({} > {})", argument(0), argument(1)),
        Op::Smaller => format!("({} < {})", argument(0), argument(1)),
        Op::If => format!("(if {} {{ {} }} else {{ {} }})", argument(0), argument(1), argument(2)),
        Op::Plus => format!("({} + {})", argument(0), argument(1)),
        Op::Minus => format!("({} - {})", argument(0), argument(1)),
        Op::Times => format!("({} * {})", argument(0), argument(1)),
        Op::Scale(_) => format!("({:?} * {})", node.constant, argument(0)),
        Op::First => argument(0),
        Op::Number(number) => format!("{number:?}"),
        Op::Truth(truth) => truth.to_string(),
        Op::Ephemeral(_) => format!("({:?})", node.constant),
        Op::Read(Read::Count { cell }) if slot == Type::Bool => format!("(view[{cell}] != 0)"),
        Op::Read(Read::Count { cell }) => format!("count(view[{cell}])"),
        Op::Read(Read::CountDifference { cell, minus }) => {
            let test = if slot == Type::Bool { " != 0.0" } else { "" };
            format!("(count(view[{cell}]) - count(view[{minus}]){test})")
        }
        Op::Read(Read::Bit { cell, .. }) if slot == Type::Bool => {
            format!("(view[{cell}] >> {} & 1 != 0)", node.parameter)
        }
        Op::Read(Read::Bit { cell, .. }) => format!("bit(view[{cell}], {})", node.parameter),
        Op::Read(Read::Once { .. } | Read::Of { .. } | Read::Number { .. })
        | Op::Divide
        | Op::IfGreater
        | Op::IfPositive
        | Op::Apply(_)
        | Op::Do(_)
        | Op::Call { .. } => unreachable!("the measured language has none of these"),
    }
}

#[test]
fn the_measured_functions_are_current() {
    assert!(
        include_str!("native.rs") == source(),
        "run `cargo test -p ludevo-program -- --ignored write_the_measured_functions`"
    );
}

#[test]
#[ignore = "writes a source file"]
fn write_the_measured_functions() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/node_rate/native.rs");
    std::fs::write(path, source()).expect("the source file is writable");
}

#[test]
fn the_measured_functions_mean_what_their_programs_mean() {
    #[cfg(target_arch = "x86_64")]
    if !std::arch::is_x86_feature_detected!("popcnt") {
        return;
    }
    let language = language();
    for (text, function) in super::native::PROGRAMS {
        let tree = crate::text::parse(text, &language, Type::Float).expect("a program");
        let code = crate::Code::new(&tree, &language, Type::Float);
        for mut view in views() {
            // SAFETY: the processor has the instructions that the functions are compiled for.
            let expected = unsafe { function(&view) };
            assert_eq!(code.evaluate(&mut view).to_bits(), expected.to_bits(), "{text}");
        }
    }
}
