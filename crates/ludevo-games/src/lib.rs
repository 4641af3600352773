//! The games there are, a line each, and the experiments, champions and published figures that ship with them.

use ludevo_game::registry::{self, Registry};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

#[cfg(feature = "own-games")]
use ludevo_plugin::bring;

/// What is said of games of the user's own in a build without them.
#[cfg(not(feature = "own-games"))]
fn bring(_module: &std::path::Path) -> Result<registry::Brought, String> {
    Err("this build has no games of the user's own: its feature `own-games` is off".to_owned())
}

/// Opens the registry with all games and what ships with them; whoever starts a program does that first.
pub fn open() {
    registry::open(|| Registry {
        games: vec![
            ludevo_reversi::GAME,
            ludevo_checkers::CHECKERS,
            ludevo_checkers::LOSE_CHECKERS,
            ludevo_checkers::CHECKERS10,
            ludevo_freecell::GAME,
            ludevo_robocode::GAME,
            ludevo_racing::GAME,
            ludevo_backgammon::GAME,
            ludevo_senet::GAME,
            ludevo_rush_hour::GAME,
            ludevo_fifteen::GAME,
            ludevo_chess::GAME,
            ludevo_mates::GAME,
        ],
        experiments: EXPERIMENTS,
        champions: CHAMPIONS,
        chances: CHANCES,
        figures: FIGURES,
        results: RESULTS,
        bring,
    });
}
