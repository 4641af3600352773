//! The games there are, a line each.

use std::sync::LazyLock;

use ludevo_backgammon::Backgammon;
use ludevo_checkers::{Checkers8, Checkers10, LoseCheckers};
use ludevo_game::board::Board;
use ludevo_game::champions;
use ludevo_game::game::Game;
use ludevo_reversi::Reversi;
use ludevo_robocode::Robocode;

use crate::library;

static GAMES: LazyLock<Vec<&'static dyn Game>> = LazyLock::new(|| {
    champions::ship(library::champions());
    vec![
        &Board(Reversi),
        &Board(Checkers8::STANDARD),
        &Board(LoseCheckers::STANDARD),
        &Board(Checkers10::STANDARD),
        &ludevo_freecell::Entry,
        &Robocode,
        &Board(Backgammon),
    ]
});

/// All games. Whoever has a game from here finds the champions that ship by their names.
pub fn games() -> &'static [&'static dyn Game] {
    &GAMES
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.facts().name == name)
}
