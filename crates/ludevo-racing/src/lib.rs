//! Car racing on the physics of RARS 0.91.2, and drivers that are evolved for it.

pub mod car;
pub mod dice;
pub mod drivers;
pub mod lap;
pub mod maths;
pub mod race;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod track;
pub mod tyre;
