//! `ludevo chances`: what the values of a champion mean as chances to win.

use ludevo_game::champions;
use ludevo_game::chances::{Chances as Measured, checksum};

use super::{asked, bring_game_of, find_at_table, find_player};
use crate::args::Chances;
use crate::failure::{Done, Failure};
use crate::{output, watch};

/// Plays and prints.
pub(crate) fn run(args: &Chances) -> Done {
    bring_game_of(&args.game, [&args.player[..]])?;
    let (game, facet) = find_at_table(&args.game)?;
    let player = find_player(game, &args.player)?;
    let champion = champions::find(game.facts(), &player, &[]).map_err(Failure::request)?;
    let bar = watch::spinner(&format!("{} games of {} against itself", args.games, args.player));
    let seen = facet.own_games(&player, args.games, args.seed);
    bar.finish_and_clear();
    let measured = Measured::of(checksum(&champion.file), args.games, &seen.map_err(asked)?);
    Ok(output::line(measured.map_err(Failure::request)?.print().trim_end())?)
}
