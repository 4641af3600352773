//! The arguments of `island`: runs on many machines.

use std::path::PathBuf;

use clap::Subcommand;

use super::{Cores, Evolve, Output, up_to_a_million};

/// Arguments of `island`.
#[derive(Debug, clap::Args)]
pub(crate) struct Island {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: IslandCommand,
}

/// What to do with runs on many machines.
#[derive(Debug, Subcommand)]
pub(crate) enum IslandCommand {
    /// Evolve as `evolve` does, with the same bytes, by whoever joins: the run's folder is here.
    Serve(Box<Serve>),
    /// Work for whatever run is served: any number of workers, at any time.
    Join(Join),
    /// Say which runs are served, who works, what waits and for how long.
    Status {
        /// Over what.
        #[command(flatten)]
        over: Over,
        /// How it prints.
        #[command(flatten)]
        output: Output,
    },
}

/// Arguments of `island serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// What is evolved.
    #[command(flatten)]
    pub(crate) evolve: Evolve,
    /// Over what.
    #[command(flatten)]
    pub(crate) over: Over,
    /// The share of units that two workers do, to compare what they say; a worker's first unit is always compared. 0 trusts
    /// everybody, 1 nobody.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share)]
    pub(crate) check: f64,
    /// After so many seconds without a word a worker is thought lost, and its unit is given out again.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub(crate) silence: u64,
}

/// Arguments of `island join`.
#[derive(Debug, clap::Args)]
pub(crate) struct Join {
    /// Over what.
    #[command(flatten)]
    pub(crate) over: Over,
    /// The worker's name, which no other has; made from the machine's name if not given.
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) name: Option<String>,
    /// End after so many seconds without anything to do.
    #[arg(long, value_name = "SECONDS", value_parser = up_to_a_million)]
    pub(crate) idle: Option<f64>,
    /// On what it runs.
    #[command(flatten)]
    pub(crate) cores: Cores,
}

/// Where units of work are, and what a server wants to see. Secrets are in files: whoever lists processes reads options.
#[derive(Debug, clap::Args)]
pub(crate) struct Over {
    /// A folder that all machines see, or a server of NATS: nats://HOST:PORT, or tls://HOST:PORT.
    #[arg(long, value_name = "FOLDER|ADDRESS")]
    pub(crate) over: String,
    /// A file with the server's token.
    #[arg(long, value_name = "FILE", conflicts_with = "nkey")]
    pub(crate) token: Option<PathBuf>,
    /// A file with the seed of an nkey.
    #[arg(long, value_name = "FILE")]
    pub(crate) nkey: Option<PathBuf>,
    /// A file with certificates of authorities by which the server is known, in place of the system's.
    #[arg(long, value_name = "FILE")]
    pub(crate) authority: Option<PathBuf>,
    /// A file with the certificate by which this process is known to the server.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub(crate) certificate: Option<PathBuf>,
    /// A file with the key of that certificate.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub(crate) key: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("expected a number from 0 to 1".to_owned()) }
}
