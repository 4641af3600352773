//! How a command fails: because of the request, because of the work, because it was stopped, or quietly because nobody reads
//! on.

use std::error::Error;
use std::io;
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request was wrong: exit code 2.
    Request(anyhow::Error),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
    /// Ctrl-C stopped the work, and what there is of it was printed: exit code 130.
    Stopped,
}

/// What a command returns.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// A request that was wrong.
    pub(crate) fn request(error: impl Into<anyhow::Error>) -> Self {
        Failure::Request(error.into())
    }

    /// Tells the person and says how the process ends.
    pub(crate) fn report(&self) -> ExitCode {
        let (error, code) = match self {
            Failure::Request(error) => (error, 2),
            Failure::Work(error) => (error, 1),
            Failure::Stopped => return ExitCode::from(130),
        };
        if is_closed_pipe(error) {
            return ExitCode::SUCCESS;
        }
        // What fails without a word about where is the output.
        let is_bare = error.is::<io::Error>() && error.chain().count() == 1;
        let place = if is_bare { "what there is to say cannot be written: " } else { "" };
        let told = format!("ludevo: {place}{}\n", told_once(error));
        // Nothing can be done if standard error is closed too.
        let _ = io::Write::write_all(&mut io::stderr(), told.as_bytes());
        ExitCode::from(code)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Request(error) | Failure::Work(error) => f.write_str(&told_once(error)),
            Failure::Stopped => f.write_str("stopped"),
        }
    }
}

/// The error and its causes, leaving out a cause that the message before already ends with.
pub(crate) fn told_once(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if !text.ends_with(&cause) {
            text = if text.is_empty() { cause } else { format!("{text}: {cause}") };
        }
    }
    text
}

/// Whether the reader of our output went away, as with `| head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause: &(dyn Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Work(error.into())
    }
}
