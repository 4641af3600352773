//! The simulator beside the real engine: the same battle in both, compared turn by turn.

use std::sync::Arc;

use thiserror::Error;

use super::battle::dice_seed;
use super::code::Program;
use super::engine::{Engine, EngineError, Entrant};
use super::robots::{self, Robot};
use super::trace::{self, Identical, TraceError};

/// Why a comparison failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The engine could not play.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The simulator does something else.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// A robot for both: its program and what the engine takes.
pub struct Both {
    /// For the simulator.
    pub program: Arc<Program>,
    /// For the engine, given the seed of its dice.
    pub entrant: Box<dyn Fn(i64) -> Entrant>,
}

impl Both {
    /// A robot that ships.
    pub fn shipped(robot: &'static Robot) -> Self {
        let program = robots::find(robot.name).expect("a robot that ships has a program");
        Both { program, entrant: Box::new(|dice| robot.entrant(dice)) }
    }
}

/// Plays a battle in the engine with a trace.
pub fn traced(engine: &Engine, robots: &[&Both], rounds: u32, seed: i64) -> Result<String, EngineError> {
    let entrants: Vec<Entrant> =
        robots.iter().zip(0..).map(|(robot, index)| (robot.entrant)(dice_seed(seed, index))).collect();
    Ok(engine.battle(&entrants, rounds, seed, true)?.trace.unwrap_or_default())
}

/// Plays a battle in the engine and repeats it in the simulator.
pub fn verify(engine: &Engine, robots: &[&Both], rounds: u32, seed: i64) -> Result<Identical, VerifyError> {
    let text = traced(engine, robots, rounds, seed)?;
    let rows = trace::rows(&text)?;
    let programs: Vec<Arc<Program>> = robots.iter().map(|robot| Arc::clone(&robot.program)).collect();
    Ok(trace::check(&rows, &programs, seed)?)
}
