//! What terminals say lies within what they declare, on which everything rests that is known of programs beforehand.

use ludevo_game::game::Game;

use crate::Verdict;

/// On how many views of play the terminals are asked.
const VIEWS: usize = 2000;

/// The promise for one game.
pub(crate) fn check(game: &dyn Game) -> Verdict {
    let views = game.views(VIEWS);
    if views.len() < VIEWS {
        return Err(format!("only {} views", views.len()));
    }
    for language in game.languages() {
        for view in &views {
            language.check_view(view).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
