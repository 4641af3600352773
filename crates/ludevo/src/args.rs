//! The arguments of every command, from which help is made.

mod bridges;
mod islands;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use ludevo_evolve::settings::MOST_GENERATIONS;
use ludevo_runs::runs_folder;

pub(crate) use bridges::{Gnubg, Racing, RacingCommand, Robocode, RobocodeCommand, Uci};
pub(crate) use islands::{Island, IslandCommand, Join, Over, Serve};

/// How commands end, for scripts.
const EXITS: &str = "\
Exit codes: 0 done; 1 the work failed, such as the one problem that was asked for and not solved, or a run without a champion;
2 the request was wrong; 130 after Ctrl-C, with what there was until then where that is of use.
Environment: LUDEVO_RUNS is where runs are kept (./runs if not set), LUDEVO_GAMES a folder with games of one's own,
LUDEVO_TRACKS where racing looks for tracks.";

/// Evolves readable game strategies, measures them honestly, and lets you play them.
#[derive(Debug, Parser)]
#[command(name = "ludevo", version, after_help = EXITS)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Read champions of another build of a game of one's own as if they were of this one.
    #[arg(long, global = true)]
    pub(crate) other_build: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, or tell all about one: players, languages, experiments.
    Games(Games),
    /// List the experiments that ship, or print one.
    Experiments(Experiments),
    /// Evolve a player: `ludevo evolve GAME`.
    Evolve(Evolve),
    /// Evolve on many machines: serve a run, join as a worker, see how it goes.
    Island(Island),
    /// List, compare and delete runs.
    Runs(Runs),
    /// Play a match between two players.
    Match(Match),
    /// Rate several players by a round robin.
    Ladder(Ladder),
    /// Play against a player in the terminal.
    Play(Play),
    /// Show a saved or recorded game, move by move.
    Replay(Replay),
    /// Solve problems of a puzzle: `ludevo solve PUZZLE 617`.
    Solve(Solve),
    /// Count the games to a depth, to check the rules.
    ///
    /// Counts the different games that last so many moves or end before. Passes and moves of chance, such as rolls, are
    /// moves; a game that ends before counts once, as in published tables. Ways to move that
    /// lead to the same position count once where the game has them as one move.
    Perft(Perft),
    /// Measure what the values of a champion mean as chances to win, by games against itself, and print the file.
    ///
    /// The studio reads the file `chances` in the folder of a run: `ludevo chances GAME RUN > RUN/chances`.
    Chances(Chances),
    /// Show a champion: readable, simplified, with what each part does.
    Show(Show),
    /// Write a champion out for another program.
    Export(Export),
    #[cfg(feature = "own-games")]
    /// Begin a game of your own: a small one that works, with its manifest and experiment.
    NewGame(NewGame),
    #[cfg(feature = "own-games")]
    /// Check the module of a game of your own: its rules, its terminals, its speed.
    Check(Check),
    /// Measure speed, every rate beside its baseline in the same run.
    Bench(Bench),
    /// Measure the shipped champions beside the published figures; without a name, list what there is to measure.
    Reproduce(Reproduce),
    /// Let GNU Backgammon play against a player: in gnubg, `set player 1 external 127.0.0.1:4321`.
    Gnubg(Gnubg),
    /// Let a chess program play against a player: give it this command as an engine.
    Uci(Uci),
    /// Compare with the real Robocode engine, and run leagues.
    Robocode(Robocode),
    /// Drive laps and races, repeat recorded ones, and make tracks.
    Racing(Racing),
    /// Say which other programs are found, what they are for, and how to get the others.
    Doctor(Doctor),
    /// Print the completions of a shell: `ludevo completions bash > ~/.local/share/bash-completion/completions/ludevo`.
    Completions(Completions),
    /// Print the manual page: `ludevo man > ludevo.1`.
    Man,
    /// Open the studio: watch evolution, play champions and see why they moved, in a browser.
    Studio(Studio),
}

/// Arguments of `doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

/// How a command prints.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Output {
    /// Print JSON; `about` says by which version, options and seed, and how long it took.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the same as a table of CSV, a row of names first.
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

impl Output {
    /// Whether another program reads what is printed.
    pub(crate) fn is_data(self) -> bool {
        self.json || self.csv
    }
}

/// On what a command runs.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Cores {
    /// Threads to use; all cores if not given. The result is the same.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// What the randomness of a command starts from.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Chance {
    /// The seed of all randomness.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `games`.
#[derive(Debug, clap::Args)]
pub(crate) struct Games {
    /// A game to be told all about.
    pub(crate) game: Option<String>,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `experiments`.
#[derive(Debug, clap::Args)]
pub(crate) struct Experiments {
    /// A game, for its experiments; or an experiment (GAME/NAME, or a file), to be printed with all that it inherits.
    pub(crate) name: Option<String>,
    /// Print the experiment with every key explained: meaning, type, range, default. The text is an experiment too.
    #[arg(long)]
    pub(crate) full: bool,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `evolve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Evolve {
    /// GAME/NAME, GAME for its default, or a file.
    #[arg(required_unless_present = "resume")]
    pub(crate) experiment: Option<String>,
    /// Change a value of the experiment, such as `evolution.population=50`; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
    /// Its randomness.
    #[command(flatten)]
    pub(crate) chance: Chance,
    /// Run so many times, with this seed and the following ones. The same command goes on where a series was interrupted,
    /// and ends with a table of all its runs.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) repeat: u64,
    /// Run once with each of these seeds, such as `1-5` or `1-5,9`: a series, as with --repeat.
    #[arg(long, value_name = "SEEDS", conflicts_with_all = ["seed", "repeat"])]
    pub(crate) seeds: Option<String>,
    /// Stop after so many generations.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GENERATIONS))]
    pub(crate) generations: Option<u64>,
    /// Stop after so many minutes; the first generation and the choice of a champion are always made.
    #[arg(long, value_parser = up_to_a_million)]
    pub(crate) minutes: Option<f64>,
    /// Evolve this experiment too, with the same seeds and settings, and say what the difference brought: scores, a match of
    /// the champions, what their terminals weigh and what each new one brought. `last` is what was evolved last in this game.
    #[arg(long, value_name = "EXPERIMENT", conflicts_with = "resume")]
    pub(crate) compare: Option<String>,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// The folder of the run; of a series, a folder for its runs.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run in this folder, or of this name.
    #[arg(long, conflicts_with_all = ["experiment", "sets", "repeat", "seeds", "seed", "from"])]
    pub(crate) resume: Option<PathBuf>,
    /// Champions whose programs join the first population: names, files, folders of runs, or programs such as
    /// `Plus(Mobility, Corners)`.
    #[arg(long, value_name = "CHAMPION")]
    pub(crate) from: Vec<PathBuf>,
    /// Print a JSON line a generation.
    #[arg(long)]
    pub(crate) json: bool,
    /// End at once when standard input closes, and with a champion when it says `finish`: for programs that start this
    /// one.
    #[arg(long, hide = true)]
    pub(crate) leashed: bool,
}

impl Evolve {
    /// The folder of runs.
    pub(crate) fn runs(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(runs_folder)
    }
}

/// Arguments of `studio`.
#[derive(Debug, clap::Args)]
pub(crate) struct Studio {
    /// The port of this machine; without it 4174, or a free one if that is taken.
    #[arg(long)]
    pub(crate) port: Option<u16>,
}

/// Arguments of `runs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Runs {
    /// What to do with them.
    #[command(subcommand)]
    pub(crate) command: RunsCommand,
}

/// What to do with runs.
#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// List runs by game, experiment and seed.
    List {
        /// Only those of this game or experiment.
        filter: Option<String>,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Compare runs, or groups of runs with several seeds.
    ///
    /// A group is an experiment with its settings, as `runs list` and the end of a series print it ('reversi/quick --set
    /// player.depth=3'), a setting alone (player.depth=3), or runs by name or folder with commas between them. What stands
    /// for runs of several settings is a group for each.
    Compare {
        /// Groups of runs.
        #[arg(required = true)]
        runs: Vec<String>,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Write out all that is known of runs, for tables and plots of one's own: needs --csv or --json.
    Export {
        /// Runs, folders, experiments or settings, as for `compare`; all runs if none is named.
        runs: Vec<String>,
        /// In CSV, a row a generation instead of a row a run; JSON has both.
        #[arg(long)]
        log: bool,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Delete runs and their folders.
    Delete {
        /// Runs.
        #[arg(required = true)]
        runs: Vec<String>,
    },
}

/// Arguments of `match`.
#[derive(Debug, clap::Args)]
pub(crate) struct Match {
    /// The game.
    pub(crate) game: String,
    /// A player: `random`, `ab5`, `champion`, `champion:NAME`, a file, the name or folder of a run, or a program such as
    /// `Plus(Mobility, Corners)`; options follow an `@`.
    pub(crate) first: String,
    /// Another player.
    pub(crate) second: String,
    /// How many games, sides alternating.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Start with so many random plies, each opening twice with sides swapped.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) openings: Option<u32>,
    /// Start from positions, each twice with sides swapped: classes that the game knows (`ludevo games GAME` lists some) or
    /// files with a position a line; several take turns.
    #[arg(long, value_name = "CLASS|FILE", value_delimiter = ',', conflicts_with = "openings")]
    pub(crate) positions: Vec<String>,
    /// Its randomness.
    #[command(flatten)]
    pub(crate) chance: Chance,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// Stop as soon as a sequential test decides between these two Elo differences, such as `0,30`.
    #[arg(long, value_name = "ELO0,ELO1")]
    pub(crate) sprt: Option<String>,
    /// Play under other rules where the game leaves some open, such as `draw=40`; what is no rule of the game is refused
    /// with those there are.
    #[arg(long, conflicts_with = "records")]
    pub(crate) rules: Option<String>,
    /// Say how many half points each player threw away a game, in games that know the truth about some positions, such as
    /// endgames of chess.
    #[arg(long, conflicts_with = "rules")]
    pub(crate) truth: bool,
    /// Write the record of each game to this file as it is over, a JSON line each; `ludevo replay` shows them.
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `ladder`.
#[derive(Debug, clap::Args)]
pub(crate) struct Ladder {
    /// The game.
    pub(crate) game: String,
    /// The players.
    #[arg(required = true, num_args = 2..)]
    pub(crate) players: Vec<String>,
    /// How many games each pair plays.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Start with so many random plies, each opening twice with sides swapped.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) openings: Option<u32>,
    /// Start from positions, as `match` does.
    #[arg(long, value_name = "CLASS|FILE", value_delimiter = ',', conflicts_with = "openings")]
    pub(crate) positions: Vec<String>,
    /// A ladder for each of these seeds, such as `1-20`, and who is ahead on average, with the interval of that.
    #[arg(long, conflicts_with = "seed")]
    pub(crate) seeds: Option<String>,
    /// Its randomness.
    #[command(flatten)]
    pub(crate) chance: Chance,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    /// The game.
    pub(crate) game: String,
    /// Who plays against you: if not given, the game's champion, or where none ships `ab4` or `random`. For a puzzle, who gives
    /// hints: if not given, the solver that the puzzle names.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// For a puzzle, the number of the problem, its text or a file.
    #[arg(long, conflicts_with_all = ["level", "from"])]
    pub(crate) problem: Option<String>,
    /// For a puzzle, one of the problems of this set: every day another.
    #[arg(long, value_name = "SET", conflicts_with = "from")]
    pub(crate) level: Option<String>,
    /// Go on from a position or a game, as a text or in a file, in any notation of the game: FEN, PGN, PDN, XGID, `.mat`,
    /// a list of squares, a record. While you play, `position` prints the notations and `save` writes such a file.
    #[arg(long, value_name = "POSITION|FILE")]
    pub(crate) from: Option<String>,
    /// Let the player move first.
    #[arg(long)]
    pub(crate) second: bool,
    /// The seed of dice and of the player's random choices.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// A game that `save` or `match --records` wrote, or one in a notation of the game.
    pub(crate) file: PathBuf,
    /// Which game it is of, if the file does not say.
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Of a file with several games, the one of this number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) number: u32,
    /// Print the game as a record, as `match --records` writes it.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    /// The puzzle.
    pub(crate) puzzle: String,
    /// Numbers, ranges such as `1-32000`, sets, files (`FILE:3` is the third problem of one), folders of runs that bred problems,
    /// or texts of problems; none, or `-`, reads standard input.
    pub(crate) instances: Vec<String>,
    /// Who solves: `champion`, `champion:NAME`, another solver or a file, with options after an `@`. If not given, the
    /// puzzle's champion, or where none ships the solver that gives hints.
    #[arg(long)]
    pub(crate) solver: Option<String>,
    /// How solutions are written; a format that the puzzle has not is refused with those it has.
    #[arg(long)]
    pub(crate) format: Option<String>,
    /// Print the solutions of several problems too, as that of one is.
    #[arg(long)]
    pub(crate) solutions: bool,
    /// Give a problem up after so many positions expanded.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000_000))]
    pub(crate) nodes: Option<u64>,
    /// Memory for one problem, in megabytes.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) memory: u32,
    /// Give a problem up after so many seconds; results may then differ from run to run.
    #[arg(long, value_parser = up_to_a_million)]
    pub(crate) seconds: Option<f64>,
    /// Keep what is solved in this file, a JSON line each; the same command goes on after a kill.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub(crate) struct Perft {
    /// The game.
    pub(crate) game: String,
    /// After how many moves.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(crate) depth: u32,
    /// Count from a position, or from the end of a game in a file, instead of the start.
    #[arg(long, value_name = "POSITION|FILE")]
    pub(crate) from: Option<String>,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `chances`.
#[derive(Debug, clap::Args)]
pub(crate) struct Chances {
    /// The game.
    pub(crate) game: String,
    /// The champion: one that ships, a file, or the folder of a run.
    pub(crate) player: String,
    /// Games against itself.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(100..=100_000))]
    pub(crate) games: u64,
    /// The seed of the games.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// GAME/NAME of a champion that ships (GAME alone for its champion), a champion file, or the name or folder of a run.
    pub(crate) champion: String,
    /// The game of a program typed by hand, which does not say so itself.
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Show the exact program too, with all digits of its constants.
    #[arg(long)]
    pub(crate) exact: bool,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// GAME/NAME of a champion that ships (GAME alone for its champion), a champion file, or the name or folder of a run.
    pub(crate) champion: String,
    /// The format; one that the game has not is refused with those it has.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: String,
    /// What it shall be called, such as the name of a class.
    #[arg(long)]
    pub(crate) name: Option<String>,
}

#[cfg(feature = "own-games")]
/// Arguments of `new-game`.
#[derive(Debug, clap::Args)]
pub(crate) struct NewGame {
    /// Its name, and that of its folder.
    pub(crate) name: String,
    /// The language it is written in.
    #[arg(long = "in", value_enum, default_value = "rust")]
    pub(crate) tongue: GameTongue,
    /// What it is.
    #[arg(long, value_enum, default_value = "board")]
    pub(crate) kind: GameKind,
}

#[cfg(feature = "own-games")]
/// The language that a game is begun in.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum GameTongue {
    /// Rust; `rustup target add wasm32-unknown-unknown` once.
    Rust,
    /// C; `pip install ziglang` once, or any clang that knows wasm32.
    C,
    /// AssemblyScript; npm fetches its compiler.
    #[value(name = "assemblyscript")]
    AssemblyScript,
    /// Zig; `pip install ziglang` once.
    Zig,
}

#[cfg(feature = "own-games")]
/// What kind of game is begun.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum GameKind {
    /// A board game for two: tic-tac-toe.
    Board,
    /// A game for two with a die: a race.
    Dice,
    /// A puzzle for one: the eight puzzle.
    Puzzle,
}

#[cfg(feature = "own-games")]
/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The module, beside which its manifest stands, or the name of a game of one's own.
    pub(crate) game: String,
    /// Random games, or problems, to play.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: u64,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// Only rates whose name contains this.
    pub(crate) name: Option<String>,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Arguments of `reproduce`.
#[derive(Debug, clap::Args)]
pub(crate) struct Reproduce {
    /// A table of published figures, or a file of them in a folder named for their game (GAME/NAME.toml); without one all
    /// are listed, with how long each takes here.
    #[arg(group = "tables")]
    pub(crate) name: Option<String>,
    /// Measure all tables.
    #[arg(long, group = "tables")]
    pub(crate) all: bool,
    /// Measure nothing: list every row with the verdict of when it was measured for this version.
    #[arg(long, conflicts_with_all = ["all", "quick", "evolve", "keep", "seed"])]
    pub(crate) list: bool,
    /// Play fewer games: wider intervals, sooner done.
    #[arg(long, requires = "tables")]
    pub(crate) quick: bool,
    /// Evolve the champions anew first, and all runs that rows need; without a name, of all tables, and no more than that.
    /// Runs are made a core each, the longest first; the same command goes on after an interruption.
    #[arg(long)]
    pub(crate) evolve: bool,
    /// With --evolve, stop breeding after so many minutes and say what is left.
    #[arg(long, requires = "evolve", value_parser = up_to_a_million)]
    pub(crate) minutes: Option<f64>,
    /// Only the rows whose table or name has this in it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) row: Option<String>,
    /// The seed of games, races, problems and runs: another one measures the same with others.
    #[arg(long, requires = "tables", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) seed: Option<u64>,
    /// Keep each row in this file as soon as it is measured, and measure only what is not there yet. Rows of champions that
    /// were evolved anew are others than those of the champions that ship: give them a file of their own.
    #[arg(long, value_name = "FILE", requires = "tables", conflicts_with_all = ["quick", "seed"])]
    pub(crate) keep: Option<PathBuf>,
    /// Threads to use; all cores if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How it prints.
    #[command(flatten)]
    pub(crate) output: Output,
}

/// A number more than 0 and at most a million: minutes of two years, or seconds of eleven days.
fn up_to_a_million(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    number.ok_or("a number more than 0, at most 1000000, is expected")
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use clap::{Arg, CommandFactory};

    use super::*;

    /// Every command and the commands inside it, each with the words that lead to it.
    fn commands(command: &clap::Command, path: &[String]) -> Vec<(Vec<String>, clap::Command)> {
        let inner = command.get_subcommands().flat_map(|inner| {
            let path: Vec<String> = path.iter().cloned().chain([inner.get_name().to_owned()]).collect();
            commands(inner, &path)
        });
        [(path.to_vec(), command.clone())].into_iter().chain(inner).collect()
    }

    fn is_number(argument: &Arg) -> bool {
        let numbers = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<i64>(),
            TypeId::of::<f64>(),
        ];
        numbers.iter().any(|number| argument.get_value_parser().type_id() == *number)
    }

    #[test]
    fn every_number_of_the_command_line_is_refused_beyond_its_range_or_harmless() {
        // Seeds may be any number of their kind; where it counts on, it does not count past the last.
        let mut seen = Vec::new();
        for (path, command) in commands(&Args::command(), &["ludevo".to_owned()]) {
            for argument in command.get_arguments().filter(|argument| is_number(argument)) {
                let Some(long) = argument.get_long() else { continue };
                let is_free = ["seed", "port"].contains(&long);
                for extreme in ["-1", "1e300", "1000000000000", "18446744073709551615", "NaN", "inf"] {
                    let words = path.iter().cloned().chain([format!("--{long}={extreme}")]);
                    let parsed = command
                        .clone()
                        .ignore_errors(false)
                        .try_get_matches_from(words.skip(path.len() - 1).collect::<Vec<_>>());
                    let message = parsed.err().map(|error| error.to_string()).unwrap_or_default();
                    let refused = message.contains("invalid value") && message.contains(long);
                    let whole = extreme.parse::<i128>().is_ok();
                    assert!(refused || (is_free && whole), "{path:?} --{long}={extreme}: {message}");
                }
                seen.push(long.to_owned());
            }
        }
        for known in ["minutes", "games", "threads", "openings", "repeat", "generations", "seconds", "nodes"]
        {
            assert!(seen.iter().any(|long| long == known), "--{known} is a number: {seen:?}");
        }
    }
}
