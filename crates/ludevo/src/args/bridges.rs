//! The arguments of commands that work with other programs: GNU Backgammon, chess programs, Robocode, RARS.

use std::path::PathBuf;

use clap::Subcommand;

use super::{Chance, Cores, Output};

/// The last seed of a command that counts on from its seed.
const LAST_SEED: i64 = i64::MAX >> 1;

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
        /// A league for each of these seeds, such as `1-20`; if not given these twenty in the simulator, and one in the real
        /// engine.
        #[arg(long)]
        seeds: Option<String>,
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
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
}
