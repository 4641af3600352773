//! The games there are, a line each.

use crate::backgammon::Backgammon;
use crate::board::Entry;
use crate::game::Game;
use crate::reversi::Reversi;

/// All games.
pub static GAMES: &[&dyn Game] = &[&Entry(Reversi), &Backgammon];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.facts().name == name)
}
