//! Robocode: tanks that fight each other in a field, each run by its own program.
//!
//! The battle simulator does what the engine 1.9.3.9 does, to the bit.

pub mod angle;
pub mod battle;
pub mod bullet;
pub mod code;
pub mod contest;
pub mod engine;
pub mod event;
pub mod evolved;
pub mod export;
pub mod film;
pub mod geometry;
pub mod java;
pub mod java_random;
pub mod language;
pub mod league;
pub mod pilot;
pub mod players;
mod reduction;
pub mod robots;
pub mod score;
pub mod settings;
mod setup;
pub mod strict;
pub mod tank;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod verify;
pub mod view;

use ludevo_game::game::Game;

/// The game as the registry takes it.
pub static GAME: &dyn Game = &setup::Robocode;
