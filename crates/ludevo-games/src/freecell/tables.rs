//! The published figures for FreeCell and what is measured beside them.

use crate::measurement::Measurement;

/// All measurements of FreeCell.
pub(super) const MEASUREMENTS: &[Measurement] = &[];
