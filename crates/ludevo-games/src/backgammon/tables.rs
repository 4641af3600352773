//! The figures of chapter 7 of Evolved to Win, and what is measured beside them.

use crate::measurement::{Goal, Measure, Measurement, Row};

/// The named sets of rows.
pub(super) static MEASUREMENTS: &[Measurement] = &[Measurement {
    name: "backgammon-best",
    summary: "Wins of the champion that ships against Pubeval beside Table 7.5 of Evolved to Win",
    rows: &[
        Row {
            table: "Table 7.5",
            row: "champion against Pubeval (I-GP-Gammon-1)",
            measure: Measure::Score { first: "champion", second: "pubeval", games: 40_000, openings: None },
            published: Some(0.624),
            goal: Goal::AtLeast(0.624),
        },
        Row {
            table: "For scale",
            row: "random play against Pubeval",
            measure: Measure::Score { first: "random", second: "pubeval", games: 2000, openings: None },
            published: None,
            goal: Goal::None,
        },
    ],
}];
