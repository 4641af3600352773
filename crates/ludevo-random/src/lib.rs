//! Where every random stream of Ludevo comes from.
//!
//! A stream is named by a seed, a purpose, a generation and a slot, never by a thread or a clock, so the same
//! experiment gives the same bytes on any number of threads and after any interruption.
//!
//! ```
//! use ludevo_random::{Purpose, stream};
//! use rand::RngExt;
//!
//! let first: u64 = stream(7, Purpose::Match, 0, 3).random();
//! let again: u64 = stream(7, Purpose::Match, 0, 3).random();
//! let other: u64 = stream(7, Purpose::Match, 0, 4).random();
//! assert_eq!(first, again);
//! assert_ne!(first, other);
//! ```

use rand::SeedableRng;

/// The generator behind every stream.
pub type Stream = rand_chacha::ChaCha8Rng;

/// What a stream is drawn for. Two purposes never share a stream, so adding draws to one leaves the others alone.
/// The numbers are part of what makes a run repeatable: never renumber them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Making the first population.
    Birth = 1,
    /// Choosing parents and operators.
    Breeding = 2,
    /// Drawing who plays whom.
    Pairing = 3,
    /// Games that decide fitness.
    Fitness = 4,
    /// Games against the yardstick during a run.
    Yardstick = 5,
    /// Games of a match asked for by a person, and openings.
    Match = 6,
    /// The last measurement of a champion, on games that nothing was chosen by.
    Final = 7,
    /// Tuning of constants.
    Tuning = 8,
    /// States on which programs are compared with each other.
    Sampling = 9,
    /// Games by which a champion is chosen among finalists.
    Choice = 10,
    /// Games whose positions are judged before their outcome is known.
    Foresight = 11,
    /// Learning from problems whose answers are known.
    Learning = 12,
    /// Making a teacher and its problems.
    Teaching = 13,
    /// Choosing who migrates between islands.
    Migration = 14,
    /// Breeding sets of problems.
    Rivals = 15,
    /// Drawing which islands are neighbours.
    Topology = 16,
    /// Games of a champion against a program by hand.
    Beyond = 17,
    /// Making tracks to race on.
    Tracks = 20,
    /// Drawing problems to measure solvers on.
    Problems = 21,
    /// Measuring once more what was chosen by its last measurement.
    Again = 22,
}

/// The stream of one (seed, purpose, generation, slot).
pub fn stream(seed: u64, purpose: Purpose, generation: u64, slot: u64) -> Stream {
    let mut key = [0; 32];
    for (part, word) in key.chunks_exact_mut(8).zip([seed, purpose as u64, generation, slot]) {
        part.copy_from_slice(&word.to_le_bytes());
    }
    Stream::from_seed(key)
}
