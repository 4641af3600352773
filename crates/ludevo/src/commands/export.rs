//! `ludevo export`: champions for other programs.

use anyhow::anyhow;

use ludevo_game::provenance::quoted;

use super::names::find_champion;
use super::{asked, find_game};
use crate::args::Export;
use crate::failure::{Done, Failure};
use crate::output;

/// Writes a champion out.
pub(crate) fn run(args: &Export) -> Done {
    let file = find_champion(&args.champion, None)?;
    let game = find_game(&file.game)?;
    if game.exports().is_empty() {
        return Err(Failure::request(anyhow!(
            "champions of {} have no format for other programs; `ludevo show {} --json` has its text and trees",
            file.game,
            quoted(&args.champion)
        )));
    }
    let text = game.export(&file, &args.to, args.name.as_deref().unwrap_or("Champion")).map_err(asked)?;
    Ok(output::line(text.trim_end())?)
}
