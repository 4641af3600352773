//! Typed programs: languages of design, trees, text, random generation, variation, evaluation and simplification.

pub mod batch;
mod bytecode;
mod calls;
pub mod compile;
pub mod definition;
pub mod dialect;
pub mod functions;
pub mod generate;
pub mod individual;
pub mod interpret;
pub mod introns;
pub mod language;
mod lower;
pub mod operation;
pub mod reading;
pub mod scope;
pub mod simplify;
mod sums;
mod terms;
pub mod text;
mod trace;
pub mod tree;
pub mod vary;

pub use batch::{Batch, NodeGradient};
pub use compile::{CompileError, Compiled};
pub use definition::{Defined, Definition, DefinitionError};
pub use dialect::Dialect;
pub use generate::Method;
pub use individual::{Architecture, Birth, Individual, Measure, Part};
pub use interpret::Code;
pub use introns::{IntronCounts, count_introns};
pub use language::{
    Deed, Domain, Draw, Function, Language, LanguageError, OutOfRange, Primitive, Read, Reading, Type, UNSET,
};
pub use operation::{Op, total};
pub use scope::{Fold, MOST_VIEWS, Scope, Views};
pub use simplify::simplify;
pub use sums::{scale_sums, tidy_sums};
pub use terms::Term;
pub use text::{Nearest, ParseError, print};
pub use trace::Trace;
pub use tree::{Node, Place, Tree};
pub use vary::{Picking, TreeLimits};
