//! `ludevo gnubg`: a player of ours behind the external-player socket of GNU Backgammon.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use anyhow::{Context, anyhow};

use ludevo_backgammon::gnubg::Session;

use super::{find_game, find_player};
use crate::args::Gnubg;
use crate::failure::{Done, Failure};
use crate::output;

/// Waits for connections and answers them one after another.
pub(crate) fn run(args: &Gnubg) -> Done {
    let game = find_game("backgammon")?;
    let player = find_player(game, &args.player)?;
    let address: SocketAddr = args.listen.parse().map_err(|_| {
        let listen = &args.listen;
        Failure::request(anyhow!("--listen is `{listen}`, expected an address such as `127.0.0.1:4321`"))
    })?;
    if !address.ip().is_loopback() && !args.anywhere {
        return Err(Failure::request(anyhow!(
            "{address} can be reached from other machines: add --anywhere if that is wanted"
        )));
    }
    let listener = TcpListener::bind(address).with_context(|| format!("{address} cannot be listened on"))?;
    let local = listener.local_addr()?;
    output::line(format!("{} listens on {local}; in gnubg: set player 1 external {local}", args.player))?;
    let patience = Duration::from_secs(args.patience);
    let mut served = 0;
    while args.sessions.is_none_or(|sessions| served < sessions) {
        let (stream, peer) = listener.accept().context("no connection could be accepted")?;
        let player = ludevo_backgammon::player(&player).map_err(Failure::request)?;
        let session = Session::new(stream, player, args.seed.wrapping_add(served), patience)?;
        match session.run() {
            Ok(done) => {
                output::line(format!("{peer}: {} boards answered, {} plays", done.answered, done.plays))?;
            }
            Err(error) => output::line(format!("{peer}: {error}"))?,
        }
        served += 1;
    }
    Ok(())
}
