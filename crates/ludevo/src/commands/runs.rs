//! `ludevo runs`: what was evolved here.

use crate::args::Runs;
use crate::failure::Done;

/// Lists, compares or deletes runs.
pub(crate) fn run(_args: &Runs) -> Done {
    Ok(())
}
