//! What simplification, intron counts and reading forms promise.

mod common;
mod exact;
mod introns;
mod reading;
