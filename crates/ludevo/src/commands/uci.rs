//! `ludevo uci`: a player of ours as a chess engine.

use std::io;

use super::{find_game, find_player};
use crate::args::Uci;
use crate::failure::{Done, Failure};

/// Answers on standard output what comes on standard input.
pub(crate) fn run(args: &Uci) -> Done {
    let player = find_player(find_game("chess")?, &args.player)?;
    let input = io::BufReader::new(io::stdin());
    ludevo_chess::uci::serve(&player, args.chance.seed, input, io::stdout()).map_err(Failure::request)??;
    Ok(())
}
