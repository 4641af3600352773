//! What holds of programs before they are run: how they are made, varied and written.

mod generation;
mod languages;
mod text;
mod variation;
