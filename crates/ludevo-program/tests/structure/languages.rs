//! The languages and limits that the tests of programs' structure draw from.

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS};
use ludevo_program::{Domain, Draw, Language, Op, Primitive, Read, Type};
use proptest::prelude::*;

const SQUARES: Domain = Domain { name: "square", values: &["a1", "b1", "a-2", "b_2"] };

fn third(view: &[u64], parameter: u16) -> f64 {
    f64::from(parameter) + view[0] as f64 / 3.0
}

/// The published primitives alone; these with terminals of every other kind; and one in which a truth value takes two
/// levels at least and there is no ephemeral constant.
pub(crate) fn languages() -> [Language; 3] {
    let published = [&FUNCTIONS[..], &BASIC_TERMINALS[..]].concat();
    let mut all = published.clone();
    all.extend([
        Primitive::bool("Not", Op::Not, ""),
        Primitive::float("Times", Op::Times, ""),
        Primitive::float("Chosen", Op::Ephemeral(Draw::OneOf(&[-1.0, 0.1, 5e-324, f64::MAX])), ""),
        Primitive::float("Stretch", Op::Scale(Draw::OneOf(&[-0.0, 2.0])), ""),
        Primitive::query("Piece", Read::Bit { cell: 0, of: SQUARES }, ""),
        Primitive::query("Pieces", Read::Count { cell: 1 }, ""),
        Primitive::bool("Mine", Op::Read(Read::Bit { cell: 1, of: SQUARES }), ""),
        Primitive::float("Far", Op::Read(Read::Of { compute: third, of: SQUARES, within: (0.0, 1e20) }), ""),
    ]);
    let deep = [
        Primitive::float("Scale", Op::Scale(Draw::Between(0.0, 1.0)), ""),
        Primitive::float("Plus", Op::Plus, ""),
        Primitive::bool("AtMost", Op::LowerEqual, ""),
        Primitive::bool("Nor", Op::Nor, ""),
        Primitive::float("Two", Op::Number(2.0), ""),
        Primitive::float("If", Op::If, ""),
    ];
    [("published", &published[..]), ("all", &all), ("deep", &deep)]
        .map(|(name, primitives)| Language::new(name, 2, primitives).expect("a sound language"))
}

/// A language, what the root returns and a depth limit.
pub(crate) fn settings() -> impl Strategy<Value = (Language, Type, usize)> {
    (0..3usize, any::<bool>(), 1..9usize).prop_map(|(which, is_number, depth)| {
        (languages()[which].clone(), if is_number { Type::Float } else { Type::Bool }, depth)
    })
}
