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
