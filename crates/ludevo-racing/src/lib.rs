//! Car racing on the physics of RARS 0.91.2, and drivers that are evolved for it.

pub mod car;
mod contest;
pub mod dice;
pub mod drivers;
mod entries;
pub mod evolved;
mod export;
pub mod field;
pub mod film;
pub mod language;
pub mod lap;
pub mod line;
pub mod maths;
mod passing;
pub mod picture;
pub mod players;
pub mod race;
mod rivals;
pub mod sensors;
pub mod settings;
mod setup;
pub mod sight;
pub mod telemetry;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod track;
pub mod tyre;

use ludevo_game::game::Game;

/// The game as the registry takes it.
pub static GAME: &dyn Game = &setup::Racing;
