//! Chess engines that speak UCI as players, and players of ours as such engines.

mod engine;
mod server;

pub(crate) use engine::{PREFIX, maker};
pub use server::serve;
