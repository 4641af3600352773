//! What goes over a queue: texts of JSON, deflated, of bounded size.
//!
//! Whatever is read here may come from anybody, so that sizes are bounded before anything is read, and genomes stay texts until
//! the parsers of the game have read them.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ludevo_evolve::{Measurement, Outcome, State};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest message, deflated.
pub(crate) const MOST_BYTES: usize = 64 << 20;
/// The largest message as a text.
const MOST_TEXT: u64 = 512 << 20;

/// Why a message is none.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is larger than any message may be.
    #[error("it is larger than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// It is not what it should be.
    #[error("it is no message of Ludevo: {0}")]
    Unreadable(String),
}

/// What a worker must know of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// The name of the run in the queue.
    pub run: String,
    /// The version of Ludevo that serves it.
    pub version: String,
    /// The build of Ludevo that serves it.
    pub build: String,
    /// The game.
    pub game: String,
    /// Of a game of the user's own, all that it is made of: names and bytes, in hexadecimal digits.
    pub files: Vec<(String, String)>,
    /// The experiment's name.
    pub experiment: String,
    /// The settings of the command line.
    pub sets: Vec<String>,
    /// The experiment with everything resolved.
    pub resolved: String,
    /// The seed.
    pub seed: u64,
    /// What was worked out before the first generation.
    pub prepared: Option<String>,
    /// The guide fitted to random games by which players of the run judge, if any do.
    pub guide: Option<String>,
}

/// Work for whoever takes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) enum Task {
    /// Generations of an island, or of the one population.
    Unit {
        /// The island.
        island: usize,
        /// Where it ends, in a single population.
        until: u64,
        /// The state before.
        state: Box<State<String>>,
    },
    /// A measurement that the choice of the champion asks for.
    Measure(Measurement<String>),
}

/// What a worker says about a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// What came of a unit.
    Outcome(Box<Outcome<String>>),
    /// What was measured.
    Score(f64),
    /// That it failed, and why.
    Failed(String),
}

/// A result as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// What the worker says.
    pub(crate) answer: Answer,
    /// How long it took.
    pub(crate) seconds: f64,
}

/// A message as bytes.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, MessageError> {
    let unreadable = |error: String| MessageError::Unreadable(error);
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let text = serde_json::to_vec(message).map_err(|error| unreadable(error.to_string()))?;
    encoder.write_all(&text).map_err(|error| unreadable(error.to_string()))?;
    let bytes = encoder.finish().map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() > MOST_BYTES || text.len() as u64 > MOST_TEXT {
        return Err(MessageError::TooLarge { limit: MOST_BYTES as u64 });
    }
    Ok(bytes)
}

/// The message that bytes are.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, MessageError> {
    if bytes.len() > MOST_BYTES {
        return Err(MessageError::TooLarge { limit: MOST_BYTES as u64 });
    }
    let mut text = Vec::new();
    let read = DeflateDecoder::new(bytes).take(MOST_TEXT + 1).read_to_end(&mut text);
    read.map_err(|error| MessageError::Unreadable(error.to_string()))?;
    if text.len() as u64 > MOST_TEXT {
        return Err(MessageError::TooLarge { limit: MOST_TEXT });
    }
    serde_json::from_slice(&text).map_err(|error| MessageError::Unreadable(error.to_string()))
}

/// A name made of what file names and subjects have in common: letters, digits, `-` and `_`.
pub(crate) fn plain(name: &str) -> String {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    name.chars().take(64).map(|letter| if allowed(letter) { letter } else { '-' }).collect()
}

/// Whether a name is one that [`plain`] gives.
pub(crate) fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 128
        && plain(&name[..name.len().min(64)]) == name[..name.len().min(64)]
        && {
            let rest = &name[name.len().min(64)..];
            plain(rest) == rest
        }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The bytes that hexadecimal digits are.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|letter| letter.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let pairs = digits.chunks_exact(2);
    pairs.remainder().is_empty().then(|| pairs.map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_back_and_anything_else_is_refused() {
        let said = Report { answer: Answer::Score(0.1 + 0.2), seconds: 1.5 };
        let bytes = encode(&said).expect("a small message");
        assert_eq!(decode::<Report>(&bytes).expect("what was written"), said);
        for cut in 0..bytes.len() {
            assert!(decode::<Report>(&bytes[..cut]).is_err());
        }
        assert!(decode::<Report>(b"junk").is_err());
        assert!(decode::<Announcement>(&bytes).is_err());
    }

    #[test]
    fn a_small_message_that_unpacks_to_a_huge_one_is_refused() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![b' '; 1 << 20];
        (0..513).for_each(|_| encoder.write_all(&zeros).expect("memory is enough"));
        let bomb = encoder.finish().expect("memory is enough");
        assert!(matches!(decode::<Report>(&bomb), Err(MessageError::TooLarge { .. })));
    }

    #[test]
    fn names_are_plain_and_bytes_read_back() {
        assert_eq!(plain("lab 3/ä.b"), "lab-3---b");
        assert!(is_plain("lab-3") && !is_plain("") && !is_plain("a.b") && !is_plain("../x"));
        assert!(
            is_plain(&"a".repeat(100))
                && !is_plain(&"a".repeat(200))
                && !is_plain(&format!("{}.", "a".repeat(70)))
        );
        assert_eq!(from_hex(&hex(&[0, 17, 255])), Some(vec![0, 17, 255]));
        assert_eq!((from_hex("0"), from_hex("0g")), (None, None));
    }
}
