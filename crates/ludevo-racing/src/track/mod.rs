//! Tracks: their files, their geometry, and tracks made by seed.

mod find;
mod generate;
mod geometry;
mod layout;
mod middle;

pub use find::{FOLDER, find};
pub use generate::{generated, shipped, shipped_names};
pub use geometry::{Segment, Track};
pub(crate) use layout::PI;
pub use layout::{Layout, Piece, Pits, TrackError};
pub use middle::Station;
