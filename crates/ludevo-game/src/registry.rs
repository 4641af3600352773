//! The games that a program knows, and the experiments, champions and published figures that ship with them.
//!
//! Whoever starts a program opens the registry (`ludevo_games::open`). What stands between games and commands asks here,
//! so that a change of one game is a change of that game alone.

use std::sync::OnceLock;

use crate::game::Game;

/// Texts by their names, `GAME/NAME`, in alphabetical order.
pub type Texts = &'static [(&'static str, &'static str)];

/// What a program is given.
pub struct Registry {
    /// The games, in the order in which they are listed.
    pub games: Vec<&'static dyn Game>,
    /// Experiments that ship.
    pub experiments: Texts,
    /// Champions that ship.
    pub champions: Texts,
    /// Tables of published figures.
    pub figures: Texts,
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Opens the registry. What was opened first stays.
pub fn open(registry: impl FnOnce() -> Registry) {
    REGISTRY.get_or_init(registry);
}

/// All games; none before the registry is open.
pub fn games() -> &'static [&'static dyn Game] {
    REGISTRY.get().map_or(&[], |registry| &registry.games)
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.facts().name == name)
}

/// The experiments that ship.
pub fn experiments() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.experiments)
}

/// The champions that ship.
pub fn champions() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.champions)
}

/// The tables of published figures that ship.
pub fn figures() -> Texts {
    REGISTRY.get().map_or(&[], |registry| registry.figures)
}

/// The text of this name.
pub fn text(texts: Texts, name: &str) -> Option<&'static str> {
    texts.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
