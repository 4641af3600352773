//! Typed programs: languages of design, trees, text, random generation, variation, evaluation and simplification.

pub mod functions;
pub mod generate;
pub mod individual;
pub mod language;
pub mod text;
pub mod tree;
pub mod vary;

pub use generate::Method;
pub use individual::{Architecture, Birth, Individual, Measure, Part};
pub use language::{Domain, Draw, Language, LanguageError, Op, Primitive, Read, Reading, Type, UNSET};
pub use text::{ParseError, nearest};
pub use tree::{Node, Place, Tree};
pub use vary::{Limits, Picking};
