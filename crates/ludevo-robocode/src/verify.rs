//! The simulator beside the real engine: the same battle in both, compared turn by turn.

use std::sync::Arc;

use thiserror::Error;

use super::battle::dice_seed;
use super::code::Program;
use super::engine::{Engine, EngineError, EngineRobot};
use super::players::Contestant;
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

/// Plays a battle in the engine with a trace.
pub fn traced(
    engine: &Engine,
    robots: &[&Contestant],
    rounds: u32,
    seed: i64,
) -> Result<String, EngineError> {
    let entrants: Vec<EngineRobot> =
        robots.iter().zip(0..).map(|(robot, index)| robot.entrant(Some(dice_seed(seed, index)))).collect();
    Ok(engine.battle(&entrants, rounds, seed, true)?.trace.unwrap_or_default())
}

/// Plays a battle in the engine and repeats it in the simulator.
pub fn verify(
    engine: &Engine,
    robots: &[&Contestant],
    rounds: u32,
    seed: i64,
) -> Result<Identical, VerifyError> {
    let text = traced(engine, robots, rounds, seed)?;
    let rows = trace::rows(&text)?;
    let programs: Vec<Arc<Program>> = robots.iter().map(|robot| Arc::clone(&robot.program)).collect();
    Ok(trace::check(&rows, &programs, seed)?)
}
