//! Typed programs: languages of design, trees, text, random generation, variation, evaluation and simplification.

mod bytecode;
pub mod compile;
pub mod functions;
pub mod generate;
pub mod interpret;
pub mod language;
mod lower;
pub mod node_rate;
pub mod text;
mod trace;
pub mod tree;

pub use compile::{CompileError, Compiled};
pub use generate::Method;
pub use interpret::Code;
pub use language::{Domain, Draw, Language, LanguageError, Op, Primitive, Read, Reading, Type, UNSET};
pub use lower::total;
pub use text::ParseError;
pub use tree::{Node, Place, Tree};
