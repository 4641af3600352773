//! The command line of Ludevo.

mod args;
mod commands;
mod failure;
mod output;
mod stop;
mod watch;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches};

use args::{Args, Command};

fn main() -> ExitCode {
    ludevo_games::open();
    ludevo_game::registry::look_in(&ludevo_runs::runs_folder());
    let matches = with_negative_numbers(Args::command()).get_matches();
    output::begin(seed_of(&matches));
    let args = match Args::from_arg_matches(&matches) {
        Ok(args) => args,
        Err(error) => error.exit(),
    };
    if args.other_build {
        ludevo_game::registry::accept_other_builds();
    }
    let done = match args.command {
        Command::Games(options) => commands::games::run(&options),
        Command::Experiments(options) => commands::experiments::run(&options),
        Command::Evolve(options) => commands::evolve::run(&options),
        Command::Island(options) => commands::island::run(&options),
        Command::Runs(options) => commands::runs::run(&options),
        Command::Match(options) => commands::matches::run(&options),
        Command::Ladder(options) => commands::ladder::run(&options),
        Command::Play(options) => commands::play::run(&options),
        Command::Replay(options) => commands::replay::run(&options),
        Command::Solve(options) => commands::solve::run(&options),
        Command::Perft(options) => commands::perft::run(&options),
        Command::Chances(options) => commands::chances::run(&options),
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
        Command::Doctor(options) => commands::doctor::run(&options),
        Command::Completions(options) => commands::shell::completions(&options),
        Command::Man => commands::shell::manual(),
        Command::Studio(options) => commands::studio::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The seed of a command that has one.
fn seed_of(matches: &ArgMatches) -> Option<u64> {
    let innermost =
        std::iter::successors(Some(matches), |outer| outer.subcommand().map(|(_, inner)| inner)).last()?;
    let wide = innermost.try_get_one::<u64>("seed").ok().flatten().copied();
    let narrow = || innermost.try_get_one::<u32>("seed").ok().flatten().map(|seed| u64::from(*seed));
    let signed = || innermost.try_get_one::<i64>("seed").ok().flatten().map(|seed| seed.unsigned_abs());
    wide.or_else(narrow).or_else(signed)
}

/// The command with options that take `-5` for a value, so that it is refused by its range and not as an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let numbers =
        |argument: clap::Arg| match argument.get_action().takes_values() && argument.get_long().is_some() {
            true => argument.allow_negative_numbers(true),
            false => argument,
        };
    command.mut_args(numbers).mut_subcommands(with_negative_numbers)
}
