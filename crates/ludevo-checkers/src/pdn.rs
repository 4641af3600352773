//! Whole games in portable draughts notation.

use ludevo_game::portable::Portable;
use ludevo_search::rules::Side;

use super::fen;
use super::rules::{Checkers, Move, Position};

pub use ludevo_game::portable::{movetext, read, write};

/// A game as a file states it.
pub type Recorded<const ROW: u32> = ludevo_game::portable::Recorded<Position<ROW>, Move>;

/// Black begins.
impl<const ROW: u32, const LOSE: bool> Portable for Checkers<ROW, LOSE> {
    const WHITE: Side = Side::Second;

    fn start_of_tag(&self, text: &str) -> Result<Position<ROW>, String> {
        fen::parse_fen(text).map_err(|error| error.to_string())
    }

    fn tag_of_start(&self, start: &Position<ROW>) -> String {
        if start.quiet == 0 { fen::fen(start) } else { fen::state_text(start) }
    }
}
