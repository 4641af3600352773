//! Typed programs: languages of design, trees, text, random generation, variation, evaluation and simplification.

pub mod functions;
pub mod generate;
pub mod introns;
pub mod language;
pub mod reading;
pub mod simplify;
pub mod text;
pub mod tree;

pub use generate::Method;
pub use introns::{IntronCounts, count_introns};
pub use language::{Domain, Draw, Language, LanguageError, Op, Primitive, Read, Reading, Type, UNSET};
pub use simplify::simplify;
pub use text::ParseError;
pub use tree::{Node, Place, Tree};
