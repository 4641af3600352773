//! The games there are, and the experiments, champions and published figures that ship with them.

pub mod library;
pub mod registry;
