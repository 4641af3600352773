//! The games there are, a line each.

use crate::backgammon::Backgammon;
use crate::board::Entry;
use crate::checkers::{Checkers8, Checkers10, LoseCheckers};
use crate::freecell;
use crate::game::Game;
use crate::reversi::Reversi;
use crate::robocode::Robocode;

/// All games.
pub static GAMES: &[&dyn Game] = &[
    &Entry(Reversi),
    &Entry(Checkers8::STANDARD),
    &Entry(LoseCheckers::STANDARD),
    &Entry(Checkers10::STANDARD),
    &freecell::Entry,
    &Robocode,
    &Backgammon,
];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.facts().name == name)
}
