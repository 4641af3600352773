//! The command line of Ludevo.

mod args;
mod commands;
mod failure;
mod output;
mod stop;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    ludevo_games::open();
    let args = Args::parse();
    let done = match args.command {
        Command::Games(options) => commands::games::run(&options),
        Command::Experiments(options) => commands::experiments::run(&options),
        Command::Evolve(options) => commands::evolve::run(&options),
        Command::Runs(options) => commands::runs::run(&options),
        Command::Match(options) => commands::matches::run(&options),
        Command::Ladder(options) => commands::ladder::run(&options),
        Command::Play(options) => commands::play::run(&options),
        Command::Solve(options) => commands::solve::run(&options),
        Command::Perft(options) => commands::perft::run(&options),
        Command::Show(options) => commands::show::run(&options),
        Command::Export(options) => commands::export::run(&options),
        #[cfg(feature = "own-games")]
        Command::NewGame(options) => commands::new_game::run(&options),
        #[cfg(feature = "own-games")]
        Command::Check(options) => commands::check::run(&options),
        Command::Bench(options) => commands::bench::run(&options),
        Command::Reproduce(options) => commands::reproduce::run(&options),
        Command::Gnubg(options) => commands::gnubg::run(&options),
        Command::Uci(options) => commands::uci::run(&options),
        Command::Robocode(options) => commands::robocode::run(&options),
        Command::Racing(options) => commands::racing::run(&options),
        Command::Studio(options) => commands::studio::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
