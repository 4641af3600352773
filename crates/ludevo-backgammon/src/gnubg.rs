//! GNU Backgammon across a socket, both ways: its external player asks one of ours for moves, and it moves as an
//! opponent of ours.

mod opponent;
mod session;

pub(super) use opponent::{NAME, maker};
pub use session::{Session, SessionError, SessionSummary};
