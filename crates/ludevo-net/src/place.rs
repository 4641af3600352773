//! Where a queue is: a folder, or the address of a server.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::folder::FolderQueue;
use crate::queue::{Queue, QueueError};

/// Files with what a server wants to see. Never the secrets themselves: whoever lists processes would read them.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// A file with a token.
    pub token: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A file with certificates of authorities, by which the server is known.
    pub authorities: Option<PathBuf>,
    /// Files with a certificate and the key that goes with it, by which this process is known.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// Where a queue is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder that all can write to.
    Folder(PathBuf),
    /// A server of NATS, `nats://HOST:PORT` or `tls://HOST:PORT`.
    Nats(String),
}

impl Place {
    /// The place that a person names.
    pub fn parse(text: &str) -> Result<Self, QueueError> {
        let Some((scheme, rest)) = text.split_once("://") else {
            return match text.is_empty() {
                true => {
                    Err(QueueError::Place("--over is empty: name a folder or nats://HOST:PORT".to_owned()))
                }
                false => Ok(Place::Folder(PathBuf::from(text))),
            };
        };
        if !["nats", "tls"].contains(&scheme) {
            return Err(QueueError::Place(format!(
                "--over is `{text}`: a folder, nats://HOST:PORT or tls://HOST:PORT, not {scheme}://"
            )));
        }
        if rest.contains('@') {
            return Err(QueueError::Place(
                "--over has a name or token in it, which everybody reads who lists processes: \
                 put the token into a file and name it by --token"
                    .to_owned(),
            ));
        }
        Ok(Place::Nats(text.to_owned()))
    }
}

/// A secret in a file, without the end of its line.
pub(crate) fn secret(path: &Path) -> Result<String, QueueError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| QueueError::Place(format!("cannot read {}: {error}", path.display())))?;
    let text = text.trim();
    if text.is_empty() || text.lines().count() > 1 {
        return Err(QueueError::Place(format!("{} does not hold one line with a secret", path.display())));
    }
    Ok(text.to_owned())
}

/// The queue at a place. Whoever serves makes what is missing there, and says after how long without a word a worker is
/// thought lost.
pub fn connect(
    place: &Place,
    credentials: &Credentials,
    serves: Option<Duration>,
) -> Result<Arc<dyn Queue>, QueueError> {
    match place {
        Place::Folder(path) => Ok(Arc::new(FolderQueue::open(path, serves)?)),
        #[cfg(feature = "nats")]
        Place::Nats(address) => Ok(Arc::new(crate::nats::NatsQueue::connect(address, credentials, serves)?)),
        #[cfg(not(feature = "nats"))]
        Place::Nats(address) => {
            let secrets = [&credentials.token, &credentials.nkey];
            secrets.into_iter().flatten().try_for_each(|path| secret(path).map(drop))?;
            Err(QueueError::Place(format!(
                "--over is `{address}`, and this build knows folders only: build it with `--features nats`"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_folders_or_addresses_without_secrets() {
        assert_eq!(Place::parse("shared/units").ok(), Some(Place::Folder("shared/units".into())));
        assert_eq!(
            Place::parse("nats://localhost:4222").ok(),
            Some(Place::Nats("nats://localhost:4222".to_owned()))
        );
        for (wrong, words) in [("", "empty"), ("http://host", "not http"), ("nats://token@host", "--token")] {
            let said = Place::parse(wrong).expect_err("no place").to_string();
            assert!(said.contains(words), "{said}");
        }
    }
}
