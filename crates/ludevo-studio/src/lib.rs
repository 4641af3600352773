//! The local web studio: start evolution and watch it, read champions, play against them and see why they moved.
//!
//! Pages are rendered here; small modules of JavaScript make them live. Evolution runs in child processes of the same
//! program, which write run folders that the studio only reads: a crash there stays there. [`Studio::open`] takes a
//! folder of runs, [`Studio::router`] is what it answers, [`serve`] puts that on a port of this machine.

mod assets;
mod board;
mod cache;
mod experiments;
mod guard;
mod jobs;
mod live;
mod lock;
mod matches;
mod odds;
mod pages;
mod players;
mod progress;
mod refusal;
mod server;
mod sessions;
mod solving;
mod sought;
mod studio;
mod workers;

pub use jobs::JobsError;
pub use server::{USUAL_PORT, bind, serve};
pub use studio::{Studio, StudioError};
