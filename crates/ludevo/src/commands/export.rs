//! `ludevo export`: champions for other programs.

use anyhow::anyhow;

use super::show::read;
use super::{asked, find_game};
use crate::args::Export;
use crate::failure::{Done, Failure};
use crate::output;

/// Writes a champion out.
pub(crate) fn run(args: &Export) -> Done {
    let file = read(&args.champion)?;
    let game = find_game(&file.game)?;
    if game.exports().is_empty() {
        return Err(Failure::request(anyhow!("champions of {} cannot be exported", file.game)));
    }
    let text = game.export(&file, &args.to, args.name.as_deref().unwrap_or("Champion")).map_err(asked)?;
    Ok(output::line(text.trim_end())?)
}
