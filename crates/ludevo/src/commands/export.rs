//! `ludevo export`: champions for other programs.

use anyhow::anyhow;

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
            "champions of {0} have no format for other programs; `ludevo show {0} --json` has their text and trees",
            file.game
        )));
    }
    let text = game.export(&file, &args.to, args.name.as_deref().unwrap_or("Champion")).map_err(asked)?;
    Ok(output::line(text.trim_end())?)
}
