//! The games there are, a line each.

use crate::board::Entry;
use crate::freecell;
use crate::game::Game;
use crate::reversi::Reversi;
use crate::robocode::Robocode;

/// All games.
pub static GAMES: &[&dyn Game] = &[&Entry(Reversi), &freecell::Entry, &Robocode];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.facts().name == name)
}
