//! The games there are, and the experiments and champions that ship with them.

pub mod library;
pub mod registry;
