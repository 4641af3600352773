//! Problems and lessons that a game makes for its programs before a run starts.

use std::sync::Arc;

use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{Failed, Mark};
use ludevo_program::{Architecture, Individual};
use ludevo_random::Stream;

use super::settings::ProgramSettings;

/// What the section `teacher` of an experiment asks for.
pub trait Lessons {
    /// The section with every default written out.
    fn settings(&self) -> toml::Table;

    /// The same in words, as (what, how).
    fn words(&self) -> Vec<(&'static str, String)>;

    /// What is to be done before the first generation, in words.
    fn preparation(&self) -> String;

    /// Checks every value, beside what programs are made of.
    fn check(&self, program: &ProgramSettings) -> Result<(), RangeError>;

    /// The school for programs of this architecture.
    fn school(&self, architecture: Arc<Architecture>, program: &ProgramSettings) -> Box<dyn School>;
}

/// Problems whose answers are known, and what programs learn from them.
pub trait School: Send + Sync {
    /// Works out the problems, unless it did; as [`Contest::set_up`](ludevo_evolve::Contest::set_up).
    fn set_up(&self, kept: Option<&str>) -> Result<Option<String>, Failed>;

    /// How many problems there are.
    fn questions(&self) -> usize;

    /// Asks one.
    fn ask(&self, program: &Individual, question: usize) -> Mark;

    /// The mark on `count` problems that `rng` draws.
    fn mark(&self, program: &Individual, count: usize, rng: &mut Stream) -> f64;

    /// What a program becomes by so many lessons.
    fn teach(&self, program: &Individual, lessons: usize, rng: &mut Stream) -> Individual;
}
