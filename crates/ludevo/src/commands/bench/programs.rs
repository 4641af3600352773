//! The rate of typed programs beside the same programs as Rust functions.

use ludevo_program::node_rate;

use super::Rate;
use crate::failure::Failure;

/// Typed programs of about 50 nodes, one state a call.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    let rates = node_rate::measure(300)?;
    let baseline = "the same programs as Rust functions";
    let unit = "million nodes/s";
    Ok(vec![
        Rate::new("programs, compiled", rates.compiled, unit, baseline, rates.rust),
        Rate::new("programs, interpreted", rates.interpreted, unit, baseline, rates.rust),
    ])
}
