//! The published figures for the checkers games and what is measured beside them.
//!
//! Tables are those of "Evolved to Win" (Sipper), chapter 3.

use crate::measurement::{Goal, Measure, Measurement, Row};

/// All measurements of lose checkers.
pub(super) const LOSE_CHECKERS: &[Measurement] = &[
    Measurement {
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
    },
    Measurement {
        name: "lose-checkers-evolved",
        summary: "evolved players against the guides (Tables 3.6 to 3.10), even depths as inferred, and the champion that ships",
        rows: EVOLVED,
    },
];

const EVOLVED: &[Row] = &[
    run("3.6", "r00032A, no search - random", "champion:r00032", "random", 0.554),
    run("3.6", "r00035B, no search - random", "champion:r00035", "random", 0.721),
    run("3.6", "r00036A, no search - random", "champion:r00036", "random", 0.7055),
    run("3.7", "r00057A, depth 3 - ab3", "champion:r00057", "ab3", 0.7865),
    run("3.8", "r00057A, depth 3 - ab4", "champion:r00057", "ab4@floor", 0.909),
    run("3.8", "r00057A, depth 3 - ab6", "champion:r00057", "ab6@floor", 0.7455),
    run("3.8", "r00057A, depth 3 - ab8", "champion:r00057", "ab8@floor", 0.3995),
    run("3.9", "r00057A, depth 5 - ab5", "champion:r00057@depth=5", "ab5", 0.4945),
    run("3.9", "r00057A, depth 5 - ab6", "champion:r00057@depth=5", "ab6@floor", 0.8745),
    run("3.9", "r00057A, depth 5 - ab8", "champion:r00057@depth=5", "ab8@floor", 0.4635),
    run("3.10", "r00067A, depth 4 - ab5", "champion:r00067", "ab5", 0.5985),
    run("3.10", "r00067A, depth 4 - ab6", "champion:r00067", "ab6@floor", 0.723),
    run("3.10", "r00067A, depth 4 - ab8", "champion:r00067", "ab8@floor", 0.3855),
    run("ours", "champion, no search - random; best of Table 3.6", "champion@depth=1", "random", 0.721),
    run("ours", "champion, depth 3 - ab3; best of Table 3.7", "champion@depth=3", "ab3", 0.7865),
    run("ours", "champion, depth 3 - ab4; best of Table 3.8", "champion@depth=3", "ab4@floor", 0.947),
    against_correct("champion, depth 3 - correct ab4", "champion@depth=3", "ab4"),
    run("ours", "champion, depth 3 - ab6; best of Table 3.8", "champion@depth=3", "ab6@floor", 0.816),
    against_correct("champion, depth 3 - correct ab6", "champion@depth=3", "ab6"),
    run("ours", "champion, depth 3 - ab8; best of Table 3.8", "champion@depth=3", "ab8@floor", 0.758),
    against_correct("champion, depth 3 - correct ab8", "champion@depth=3", "ab8"),
    run("ours", "champion, depth 5 - ab5; best of Table 3.9", "champion@depth=5", "ab5", 0.4945),
    run("ours", "champion, depth 5 - ab6; best of Table 3.9", "champion@depth=5", "ab6@floor", 0.967),
    against_correct("champion, depth 5 - correct ab6", "champion@depth=5", "ab6"),
    run("ours", "champion, depth 5 - ab8; best of Table 3.9", "champion@depth=5", "ab8@floor", 0.886),
    against_correct("champion, depth 5 - correct ab8", "champion@depth=5", "ab8"),
    run("ours", "champion, depth 4 - ab5; best of Table 3.10", "champion@depth=4", "ab5", 0.5985),
    run("ours", "champion, depth 4 - ab6; best of Table 3.10", "champion@depth=4", "ab6@floor", 0.787),
    against_correct("champion, depth 4 - correct ab6", "champion@depth=4", "ab6"),
    run("ours", "champion, depth 4 - ab8; best of Table 3.10", "champion@depth=4", "ab8@floor", 0.5615),
    against_correct("champion, depth 4 - correct ab8", "champion@depth=4", "ab8"),
];

/// All measurements of checkers on 10x10.
pub(super) const CHECKERS10: &[Measurement] = &[
    Measurement {
        name: "checkers10-guides",
        summary: "the guides of 10x10 checkers against each other (section 3.3.5)",
        rows: &[
            Row {
                goal: Goal::Within(0.03),
                ..shown("3.3.5", "ab2 - random", "ab2", "random", 10_000, 0.99885)
            },
            shown("3.3.5", "ab3 - ab2", "ab3", "ab2", 10_000, 0.5229),
            shown("3.3.5", "ab3 - ab2, both with the floor", "ab3@floor", "ab2@floor", 10_000, 0.5229),
        ],
    },
    Measurement {
        name: "checkers10-evolved",
        summary: "evolved players of 10x10 checkers against the guide of depth 3 (Table 3.11), and the champion that ships",
        rows: &[
            run("3.11", "r00085, depth 3 - ab3", "champion:r00085", "ab3", 0.927),
            run("3.11", "r00092, depth 2 - ab3", "champion:r00092", "ab3", 0.732),
            run("ours", "champion, depth 3 - ab3; best of Table 3.11", "champion@depth=3", "ab3", 0.927),
            run("ours", "champion, depth 2 - ab3; best of Table 3.11", "champion@depth=2", "ab3", 0.732),
        ],
    },
];

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

const fn run(
    table: &'static str,
    row: &'static str,
    first: &'static str,
    second: &'static str,
    published: f64,
) -> Row {
    Row { goal: Goal::AtLeast(published), ..shown(table, row, first, second, 2_000, published) }
}

/// How the champion holds against a guide whose search has no defect; nothing is published for these.
const fn against_correct(row: &'static str, first: &'static str, second: &'static str) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: None };
    Row { table: "ours", row, measure, published: None, goal: Goal::None }
}
