//! The published figures for the checkers games and what is measured beside them.
//!
//! Tables are those of "Evolved to Win" (Sipper), chapter 3.

use crate::measurement::{Goal, Measure, Measurement, Row};

/// All measurements of lose checkers.
pub(super) const LOSE_CHECKERS: &[Measurement] = &[Measurement {
    name: "lose-checkers-guides",
    summary: "the guides against each other (Table 3.5): as inferred from the published figures, and with a correct search",
    rows: &[
        inferred("ab2 - random", "ab2@floor", "random", 0.9665),
        inferred("ab3 - ab2", "ab3@floor", "ab2@floor", 0.8502),
        inferred("ab5 - ab3", "ab5@floor", "ab3@floor", 0.82535),
        inferred("ab7 - ab5", "ab7@floor", "ab5@floor", 0.8478),
        inferred("ab3 - ab4", "ab3@floor", "ab4@floor", 0.76925),
        inferred("ab3 - ab6", "ab3@floor", "ab6@floor", 0.6171),
        inferred("ab3 - ab8", "ab3@floor", "ab8@floor", 0.4127),
        inferred("ab5 - ab6", "ab5@floor", "ab6@floor", 0.7652),
        inferred("ab5 - ab8", "ab5@floor", "ab8@floor", 0.5562),
        correct("ab2 - random", "ab2", "random", 0.9665),
        correct("ab3 - ab2", "ab3", "ab2", 0.8502),
        correct("ab5 - ab3", "ab5", "ab3", 0.82535),
        correct("ab7 - ab5", "ab7", "ab5", 0.8478),
        correct("ab3 - ab4", "ab3", "ab4", 0.76925),
        correct("ab3 - ab6", "ab3", "ab6", 0.6171),
        correct("ab3 - ab8", "ab3", "ab8", 0.4127),
        correct("ab5 - ab6", "ab5", "ab6", 0.7652),
        correct("ab5 - ab8", "ab5", "ab8", 0.5562),
    ],
}];

/// All measurements of checkers on 10x10.
pub(super) const CHECKERS10: &[Measurement] = &[Measurement {
    name: "checkers10-guides",
    summary: "the guides of 10x10 checkers against each other (section 3.3.5)",
    rows: &[
        Row { goal: Goal::Within(0.03), ..shown("3.3.5", "ab2 - random", "ab2", "random", 10_000, 0.99885) },
        shown("3.3.5", "ab3 - ab2", "ab3", "ab2", 10_000, 0.5229),
        shown("3.3.5", "ab3 - ab2, both with the floor", "ab3@floor", "ab2@floor", 10_000, 0.5229),
    ],
}];

/// A guide with the defect that the published ratios point to; the bar is how near it comes to them.
const fn inferred(row: &'static str, first: &'static str, second: &'static str, published: f64) -> Row {
    Row { goal: Goal::Within(0.03), ..shown("3.5, inferred", row, first, second, 10_000, published) }
}

const fn correct(row: &'static str, first: &'static str, second: &'static str, published: f64) -> Row {
    shown("3.5, correct", row, first, second, 10_000, published)
}

const fn shown(
    table: &'static str,
    row: &'static str,
    first: &'static str,
    second: &'static str,
    games: u64,
    published: f64,
) -> Row {
    let measure = Measure::Score { first, second, games, openings: None };
    Row { table, row, measure, published: Some(published), goal: Goal::None }
}
