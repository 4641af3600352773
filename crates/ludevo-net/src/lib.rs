//! Runs on many machines that give the bytes of a run on one.
//!
//! A run is cut into units (`ludevo_evolve::Schedule`), each a pure function of its text. Whoever has the run's folder serves
//! it ([`Served`]): it publishes units and joins what comes of them. Workers ([`work`]) hold nothing: any of them may do any
//! unit, a unit done twice gives the same bytes, and whoever is lost takes nothing with it but the time of the unit in
//! progress. Between them is a [`Queue`]: a shared folder ([`FolderQueue`]) or NATS JetStream. No other crate knows of it.

mod desk;
mod folder;
mod message;
#[cfg(feature = "nats")]
mod nats;
mod place;
mod queue;
mod serve;
#[cfg(test)]
mod tests;
mod work;

pub use desk::{News, Serving, WORKERS};
pub use folder::FolderQueue;
pub use message::{Announcement, MessageError};
pub use place::{Credentials, Place, connect};
pub use queue::{Delivered, Presence, Queue, QueueError, RunStatus, SILENCE, Status, Taken, Ticket};
pub use serve::Served;
pub use work::{Ended, WorkError, Worker, work};

/// The version of Ludevo.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What this build is made of; empty where the sources of the other crates were not beside it.
pub const BUILD: &str = match option_env!("LUDEVO_BUILD") {
    Some(build) => build,
    None => "",
};
