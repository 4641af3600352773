//! The primitives that know no game, the published ones and those of our own. Published are Table IV and Table I of "Evolving Both Search and Strategy for Reversi Players
//! using Genetic Programming" (Benbassat and Sipper), which are also Tables 3.4 and 3.1 of "Evolved to Win".

use crate::language::{Draw, Primitive};
use crate::operation::Op;

/// The range of ephemeral random constants in the published board games.
pub const PUBLISHED_CONSTANTS: Draw = Draw::Between(-5.0, 5.0);

/// The function nodes, in the order of the published table.
pub const FUNCTIONS: [Primitive; 11] = [
    Primitive::bool("And", Op::And, "both are true"),
    Primitive::bool("LowerEqual", Op::LowerEqual, "the first number is lower than or equal to the second"),
    Primitive::bool("Nand", Op::Nand, "not both are true"),
    Primitive::bool("Nor", Op::Nor, "none is true"),
    Primitive::bool("NotG", Op::NotFirst, "the first is false; the second is an intron, never evaluated"),
    Primitive::bool("Or", Op::Or, "at least one is true"),
    Primitive::float("IfTrue", Op::If, "the second if the first is true, otherwise the third"),
    Primitive::float("Minus", Op::Minus, "the first less the second"),
    Primitive::float("MultERC", Op::Scale(PUBLISHED_CONSTANTS), "a constant times the argument"),
    Primitive::float("NullJ", Op::First, "the first; the second is an intron, never evaluated"),
    Primitive::float("Plus", Op::Plus, "the sum"),
];

/// The basic terminal nodes, in the order of the published table.
pub const BASIC_TERMINALS: [Primitive; 5] = [
    Primitive::float("ERC", Op::Ephemeral(PUBLISHED_CONSTANTS), "a constant"),
    Primitive::bool("False", Op::Truth(false), "false"),
    Primitive::float("One", Op::Number(1.0), "1"),
    Primitive::bool("True", Op::Truth(true), "true"),
    Primitive::float("Zero", Op::Number(0.0), "0"),
];

/// Functions and constants that read well, for languages of our own. A game adds constants as large as its counts.
pub const READABLE: [Primitive; 10] = [
    Primitive::float("Plus", Op::Plus, "the sum"),
    Primitive::float("Minus", Op::Minus, "the first less the second"),
    Primitive::float("Times", Op::Times, "the product"),
    Primitive::float("Scaled", Op::Scale(Draw::Between(-5.0, 5.0)), "a constant times the argument"),
    Primitive::float("If", Op::If, "the second if the first is true, otherwise the third"),
    Primitive::bool("AtMost", Op::LowerEqual, "the first number is at most the second"),
    Primitive::bool("And", Op::And, "both are true"),
    Primitive::bool("Or", Op::Or, "at least one is true"),
    Primitive::bool("Not", Op::Not, "it is false"),
    Primitive::float("Constant", Op::Ephemeral(Draw::Between(-5.0, 5.0)), "a constant"),
];

/// Functions of numbers alone, which Tables 8.1 and 9.1 of "Evolved to Win" share.
pub mod numeric {
    use super::{Op, Primitive};
    use crate::language::Function;

    const ABSOLUTE: Function =
        Function { name: "abs", apply: f64::abs, within: |low, high| (0.0, low.abs().max(high.abs())) };

    /// The sum.
    pub const ADD: Primitive = Primitive::float("Add", Op::Plus, "the sum");
    /// The difference.
    pub const SUB: Primitive = Primitive::float("Sub", Op::Minus, "the first less the second");
    /// The product.
    pub const MUL: Primitive = Primitive::float("Mul", Op::Times, "the product");
    /// The quotient.
    pub const DIV: Primitive = Primitive::float("Div", Op::Divide, "the quotient, 0 if the second is 0");
    /// The absolute value.
    pub const ABS: Primitive = Primitive::float("Abs", Op::Apply(ABSOLUTE), "the absolute value");
    /// The negative.
    pub const NEG: Primitive = Primitive::float("Neg", Op::Negate, "the negative");
    /// A choice by which of two is greater.
    pub const IF_GREATER: Primitive = Primitive::float(
        "IfGreater",
        Op::IfGreater,
        "the third if the first is greater than the second, otherwise the fourth",
    );
    /// A choice by sign.
    pub const IF_POSITIVE: Primitive = Primitive::float(
        "IfPositive",
        Op::IfPositive,
        "the second if the first is positive, otherwise the third",
    );
}
