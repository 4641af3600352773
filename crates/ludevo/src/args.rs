//! The arguments of every command, from which help is made.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use ludevo_evolve::settings::MOST_GENERATIONS;

/// The last seed of a command that counts on from its seed.
const LAST_SEED: i64 = i64::MAX >> 1;

/// Evolves readable game strategies, measures them honestly, and lets you play them.
#[derive(Debug, Parser)]
#[command(name = "ludevo", version)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, or tell all about one: players, languages, experiments.
    Games(Games),
    /// List the experiments that ship.
    Experiments(Experiments),
    /// Evolve a player: `ludevo evolve GAME`.
    Evolve(Evolve),
    /// List, compare and delete runs.
    Runs(Runs),
    /// Play a match between two players.
    Match(Match),
    /// Rate several players by a round robin.
    Ladder(Ladder),
    /// Play against a player in the terminal.
    Play(Play),
    /// Solve problems of a puzzle: `ludevo solve PUZZLE 617`.
    Solve(Solve),
    /// Count the games to a depth, to check the rules.
    ///
    /// Counts the different games that last so many moves or end before. Passes and moves of chance, such as rolls, are
    /// moves; a game that ends before counts once, as in published tables. Ways to move that
    /// lead to the same position count once where the game has them as one move.
    Perft(Perft),
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
    /// Open the studio: watch evolution, play champions and see why they moved, in a browser.
    Studio(Studio),
}

/// How a command prints.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Output {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
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
    /// Only those of this game.
    pub(crate) game: Option<String>,
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
    /// Run so many times, with this seed and the following ones.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) repeat: u64,
    /// Stop after so many generations.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GENERATIONS))]
    pub(crate) generations: Option<u64>,
    /// Stop after so many minutes.
    #[arg(long, value_parser = up_to_a_million)]
    pub(crate) minutes: Option<f64>,
    /// Evolve this experiment too, with the same seeds and settings, and say what the difference brought: scores, a match of
    /// the champions, and what their terminals weigh.
    #[arg(long, value_name = "EXPERIMENT", conflicts_with = "resume")]
    pub(crate) compare: Option<String>,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
    /// The folder of the run.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run in this folder.
    #[arg(long, conflicts_with_all = ["experiment", "sets", "repeat", "seed", "from"])]
    pub(crate) resume: Option<PathBuf>,
    /// Champion files whose programs join the first population.
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
    /// Compare runs, or groups of repeated runs of two experiments.
    Compare {
        /// Runs or experiments.
        #[arg(required = true, num_args = 2..)]
        runs: Vec<String>,
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
    /// A player: `random`, `ab5`, `champion`, `champion:NAME` or a file, with options after an `@`.
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
    /// Write the records of all games to this file, a JSON line each.
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
    /// Who plays against you; for a puzzle, who gives hints. If not given, the game's champion, or `random` where none
    /// ships.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// For a puzzle, the number of the problem, its text or a file.
    #[arg(long, conflicts_with = "level")]
    pub(crate) problem: Option<String>,
    /// For a puzzle, one of the problems of this set: every day another.
    #[arg(long, value_name = "SET")]
    pub(crate) level: Option<String>,
    /// Go on from a position, or from a game in a file, in any notation of the game. While you play, `position`
    /// prints the notations and `save` writes such a file.
    #[arg(long, value_name = "POSITION|FILE")]
    pub(crate) from: Option<String>,
    /// Let the player move first.
    #[arg(long)]
    pub(crate) second: bool,
    /// The seed of dice and of the player's random choices.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    /// The puzzle.
    pub(crate) puzzle: String,
    /// Numbers, ranges such as `1-32000`, sets, files, or texts of problems; none, or `-`, reads standard input.
    pub(crate) instances: Vec<String>,
    /// Who solves: `champion`, `champion:NAME`, another solver or a file, with options after an `@`.
    #[arg(long, default_value = "champion")]
    pub(crate) solver: String,
    /// How a single solution is written; a format that the puzzle has not is refused with those it has.
    #[arg(long)]
    pub(crate) format: Option<String>,
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

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// A champion file, or GAME/NAME of one that ships (GAME alone for its champion).
    pub(crate) champion: String,
}

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// A champion file, or GAME/NAME of one that ships (GAME alone for its champion).
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
    /// The module; its manifest stands beside it.
    pub(crate) module: PathBuf,
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
    /// A table of published figures; without one all are listed, with how long each takes here.
    #[arg(group = "tables")]
    pub(crate) name: Option<String>,
    /// Measure all tables.
    #[arg(long, group = "tables")]
    pub(crate) all: bool,
    /// Play fewer games: wider intervals, sooner done.
    #[arg(long, requires = "tables")]
    pub(crate) quick: bool,
    /// Evolve the champions anew first.
    #[arg(long, requires = "tables")]
    pub(crate) evolve: bool,
    /// Keep each row in this file as soon as it is measured, and measure only what is not there yet.
    #[arg(long, value_name = "FILE", requires = "tables", conflicts_with = "evolve")]
    pub(crate) keep: Option<PathBuf>,
    /// Threads to use; all cores if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `uci`.
#[derive(Debug, clap::Args)]
pub(crate) struct Uci {
    /// Who plays: `champion`, `champion:NAME`, `master` or a champion file, with options after an `@`.
    #[arg(long, default_value = "champion")]
    pub(crate) player: String,
    /// Its randomness.
    #[command(flatten)]
    pub(crate) chance: Chance,
}

/// Arguments of `gnubg`.
#[derive(Debug, clap::Args)]
pub(crate) struct Gnubg {
    /// Where GNU Backgammon will connect to.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:4321")]
    pub(crate) listen: String,
    /// Who answers: `champion`, `champion:NAME`, `pubeval` or a champion file.
    #[arg(long, default_value = "champion")]
    pub(crate) player: String,
    /// Listen also where other machines can connect.
    #[arg(long)]
    pub(crate) anywhere: bool,
    /// End after so many connections.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) sessions: Option<u64>,
    /// End a connection after so many seconds of silence.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) patience: u64,
    /// The seed of players that draw at random.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `racing`.
#[derive(Debug, clap::Args)]
pub(crate) struct Racing {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: RacingCommand,
}

/// Where tracks are found.
#[derive(Debug, clap::Args)]
pub(crate) struct TrackFolder {
    /// A folder with more tracks (`.trk`); without it that of the variable LUDEVO_TRACKS.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tracks: Option<PathBuf>,
}

/// What to do with cars.
#[derive(Debug, Subcommand)]
pub(crate) enum RacingCommand {
    /// Let a driver race alone from the grid, and say how long it takes to the line.
    Lap {
        /// A track: one that ships, `seedN`, a file, or one of the folder.
        track: String,
        /// A driver: a name, a champion or a file.
        driver: String,
        /// How many races, each with a seed of its own.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        races: u32,
        /// Laps of each.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
        laps: u16,
        /// The seed of the first race; each following one has the next.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        seed: u32,
        /// Another driver, to see segment by segment where time is lost; the ghost of the picture.
        #[arg(long, value_name = "DRIVER")]
        against: Option<String>,
        /// Draw the first lap of the first race into this file, as an animated picture.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Where tracks are.
        #[command(flatten)]
        folder: TrackFolder,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Let several drivers race together, from the grid in this order.
    Race {
        /// A track: one that ships, `seedN`, a file, or one of the folder.
        track: String,
        /// The drivers, the front one first.
        #[arg(required = true, num_args = 1..=30)]
        drivers: Vec<String>,
        /// Laps.
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
        laps: u16,
        /// The seed of all randomness.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        seed: u32,
        /// Where tracks are.
        #[command(flatten)]
        folder: TrackFolder,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Repeat races that the original recorded, and say whether every number is the same.
    Check {
        /// Traces, plain or gzip.
        #[arg(required = true)]
        traces: Vec<PathBuf>,
        /// Whose sine, cosine, exponential and arc tangent: those of the platform, where every number must be the same,
        /// or the portable ones, where none may differ by more than 1e-9.
        #[arg(long, value_parser = ["platform", "portable"])]
        maths: Option<String>,
        /// Where tracks are.
        #[command(flatten)]
        folder: TrackFolder,
    },
    /// Print the track of a seed, as a file that RARS reads too.
    Track {
        /// The seed.
        #[arg(long)]
        seed: u64,
    },
}

/// Arguments of `robocode`.
#[derive(Debug, clap::Args)]
pub(crate) struct Robocode {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: RobocodeCommand,
}

/// What to do with Robocode.
#[derive(Debug, Subcommand)]
pub(crate) enum RobocodeCommand {
    /// List the robots that ship.
    Robots,
    /// Repeat a trace of the real engine in the simulator, and say whether every number is the same.
    Check {
        /// A trace, plain or gzip.
        trace: PathBuf,
        /// The robots in the order of the trace: names, champions or files; those that ship by the names in the trace if
        /// none is given.
        robots: Vec<String>,
        /// The seed that the engine ran with.
        #[arg(long)]
        seed: i64,
    },
    /// Fight the same battles in the real engine and in the simulator, and compare them turn by turn.
    Verify {
        /// Robots: names, champions or files. Each meets a robot of another kind.
        robots: Vec<String>,
        /// Let the robots that ship meet in pairs.
        #[arg(long)]
        pairs: bool,
        /// Rounds of each battle.
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
        rounds: u32,
        /// The seed of the first battle; each following one has the next.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=LAST_SEED))]
        seed: i64,
        /// Keep the traces in this folder, as gzip.
        #[arg(long, value_name = "FOLDER")]
        traces: Option<PathBuf>,
    },
    /// Let every robot meet every other and print the table.
    ///
    /// Battles of the simulator leave out what decides nothing, so they are not the engine's with the same seed; those of
    /// `verify` and `check` are.
    League {
        /// Robots: names, champions or files; all that ship and the champion if none is given.
        robots: Vec<String>,
        /// Rounds of each battle; if not given 30 in the simulator and 5 in the real engine, which takes its time.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        rounds: Option<u32>,
        /// Where battles are fought.
        #[arg(long, default_value = "simulator", value_parser = ["simulator", "real"])]
        engine: String,
        /// Its randomness.
        #[command(flatten)]
        chance: Chance,
        /// On what the simulator runs.
        #[command(flatten)]
        cores: Cores,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
    /// Fight one battle, and keep it to be watched.
    Battle {
        /// A robot: a name, a champion or a file.
        first: String,
        /// Its adversary.
        second: String,
        /// Rounds.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        rounds: u32,
        /// The seed of all randomness.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=LAST_SEED))]
        seed: i64,
        /// Keep every turn in this file: JSON, compressed if the name ends in .gz.
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
        /// Keep the first round as an animated picture in this file.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// Let one robot meet others one at a time, and print its fractional scores.
    Duels {
        /// The robot.
        robot: String,
        /// Its adversaries: names, `samples`, `haikus`, `engine-samples`, champions or files.
        #[arg(required = true)]
        against: Vec<String>,
        /// Rounds of each battle.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        rounds: u32,
        /// Where battles are fought.
        #[arg(long, default_value = "simulator", value_parser = ["simulator", "real"])]
        engine: String,
        /// The seed of all randomness.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=LAST_SEED))]
        seed: i64,
    },
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
