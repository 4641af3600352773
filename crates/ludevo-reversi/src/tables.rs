//! The published figures for Reversi and what is measured beside them.
//!
//! Roman tables are those of Benbassat and Sipper, "Evolving Both Search and Strategy for Reversi Players using Genetic
//! Programming"; Table 3.12 is that of "Evolved to Win".

use ludevo_game::measurement::{Goal, Measure, Measurement, Row};

/// All measurements of Reversi.
pub(super) const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "reversi-guides",
        summary: "the hand-written guides against each other (Tables V and VI), and the odd-even effect",
        rows: &[
            guides("V", "ab2 - random", "ab2", "random", 10_000, 0.8471),
            guides("V", "ab3 - ab2", "ab3", "ab2", 10_000, 0.6004),
            guides("V", "ab5 - ab3", "ab5", "ab3", 10_000, 0.7509),
            guides("V", "ab7 - ab5", "ab7", "ab5", 10_000, 0.7662),
            guides("VI", "ab5p - ab5", "ab5p", "ab5", 10_000, 0.6342),
            guides("VI", "ab7p - ab5p", "ab7p", "ab5p", 10_000, 0.8418),
            guides("VI", "ab7p - ab7", "ab7p", "ab7", 2_500, 0.62855),
            odd_even("ab3 - ab4", "ab3", "ab4"),
            odd_even("ab5 - ab6", "ab5", "ab6"),
        ],
    },
    Measurement {
        name: "reversi-evolved",
        summary: "evolved players against the guides (Tables VII to X and 3.12), and the champions that ship",
        rows: EVOLVED,
    },
];

const EVOLVED: &[Row] = &[
    run("VII", "run 160, depth 4 - ab5p", "champion:run160", "ab5p", 0.8915),
    run("VII", "run 160, depth 4 - ab7p", "champion:run160", "ab7p", 0.575),
    run("VII", "run 161, depth 4 - ab5p", "champion:run161", "ab5p", 0.935),
    run("VII", "run 161, depth 4 - ab7p", "champion:run161", "ab7p", 0.605),
    run("VII", "run 162, depth 5, branching 5 - ab5p", "champion:run162", "ab5p", 0.9225),
    run("VII", "run 162, depth 5, branching 5 - ab7p", "champion:run162", "ab7p", 0.8815),
    run("VII", "run 163, depth 5, branching 5 - ab5p", "champion:run163", "ab5p", 0.602),
    run("VII", "run 163, depth 5, branching 5 - ab7p", "champion:run163", "ab7p", 0.286),
    run("VII", "run 164, depth 6, branching 3 - ab5p", "champion:run164", "ab5p", 0.8245),
    run("VII", "run 164, depth 6, branching 3 - ab7p", "champion:run164", "ab7p", 0.458),
    run("VII", "run 165, depth 6, branching 3 - ab5p", "champion:run165", "ab5p", 0.8515),
    run("VII", "run 165, depth 6, branching 3 - ab7p", "champion:run165", "ab7p", 0.607),
    run("VII", "run 166, depth 6, branching 3 - ab5p", "champion:run166", "ab5p", 0.7425),
    run("VII", "run 166, depth 6, branching 3 - ab7p", "champion:run166", "ab7p", 0.408),
    run("VII", "run 167, depth 6, branching 3 - ab5p", "champion:run167", "ab5p", 0.897),
    run("VII", "run 167, depth 6, branching 3 - ab7p", "champion:run167", "ab7p", 0.4435),
    effort("VIII", "run 161, depth 4", "champion:run161@order=plain", 563.14),
    effort("VIII", "run 162, depth 5, branching 5", "champion:run162@order=plain", 186.73),
    effort("VIII", "run 167, depth 6, branching 3", "champion:run167@order=plain", 162.34),
    run("IX", "run 164, branching 3 - ab7p", "champion:run164", "ab7p", 0.458),
    run("IX", "run 164, branching 4 - ab7p", "champion:run164@branching=4", "ab7p", 0.6375),
    run("IX", "run 164, branching 5 - ab7p", "champion:run164@branching=5", "ab7p", 0.799),
    run("IX", "run 165, branching 3 - ab7p", "champion:run165", "ab7p", 0.607),
    run("IX", "run 165, branching 4 - ab7p", "champion:run165@branching=4", "ab7p", 0.7285),
    run("IX", "run 165, branching 5 - ab7p", "champion:run165@branching=5", "ab7p", 0.817),
    run("IX", "run 166, branching 3 - ab7p", "champion:run166", "ab7p", 0.408),
    run("IX", "run 166, branching 4 - ab7p", "champion:run166@branching=4", "ab7p", 0.8245),
    run("IX", "run 166, branching 5 - ab7p", "champion:run166@branching=5", "ab7p", 0.811),
    run("IX", "run 167, branching 3 - ab7p", "champion:run167", "ab7p", 0.4435),
    run("IX", "run 167, branching 4 - ab7p", "champion:run167@branching=4", "ab7p", 0.629),
    run("IX", "run 167, branching 5 - ab7p", "champion:run167@branching=5", "ab7p", 0.862),
    effort("X", "run 167, depth 6, branching 3", "champion:run167@order=plain", 162.34),
    effort("X", "run 167, depth 6, branching 4", "champion:run167@order=plain,branching=4", 432.18),
    effort("X", "run 161, depth 4, full", "champion:run161@order=plain", 563.14),
    effort("X", "run 167, depth 6, branching 5", "champion:run167@order=plain,branching=5", 925.21),
    effort("X", "ab5p, depth 5, full", "ab5p@order=plain", 1545.03),
    effort("X", "ab7p, depth 7, full", "ab7p@order=plain", 111_328.99),
    run("3.12", "r00100, depth 4 - ab5", "champion:r00100", "ab5", 0.875),
    run("3.12", "r00100, depth 4 - ab7", "champion:r00100", "ab7", 0.7585),
    run("3.12", "r00101, depth 4 - ab5", "champion:r00101", "ab5", 0.9575),
    run("3.12", "r00101, depth 4 - ab7", "champion:r00101", "ab7", 0.803),
    run("3.12", "r00102, depth 4 - ab5", "champion:r00102", "ab5", 0.9425),
    run("3.12", "r00102, depth 4 - ab7", "champion:r00102", "ab7", 0.6405),
    run("3.12", "r00103, depth 4 - ab5", "champion:r00103", "ab5", 0.9055),
    run("3.12", "r00103, depth 4 - ab7", "champion:r00103", "ab7", 0.7115),
    run("3.12", "r00108, depth 4 - ab5", "champion:r00108", "ab5", 0.956),
    run("3.12", "r00108, depth 4 - ab7", "champion:r00108", "ab7", 0.76),
    run("3.12", "r00109, depth 4 - ab5", "champion:r00109", "ab5", 0.9125),
    run("3.12", "r00109, depth 4 - ab7", "champion:r00109", "ab7", 0.826),
    run("3.12", "r00110, depth 4 - ab5", "champion:r00110", "ab5", 0.9535),
    run("3.12", "r00110, depth 4 - ab7", "champion:r00110", "ab7", 0.7305),
    run("3.12", "r00111, depth 4 - ab5", "champion:r00111", "ab5", 0.961),
    run("3.12", "r00111, depth 4 - ab7", "champion:r00111", "ab7", 0.8155),
    bar("champion, depth 4 - ab5p; best of Table VII at depth 4", "champion", "ab5p", 0.935),
    bar("champion, depth 4 - ab7p; best of Table VII at any depth", "champion", "ab7p", 0.8815),
    bar("champion, depth 4 - ab5; best of Table 3.12", "champion", "ab5", 0.961),
    bar("champion, depth 4 - ab7; best of Table 3.12", "champion", "ab7", 0.826),
    paired("champion - hand, both depth 4, openings of 6 plies", "champion", "hand", Goal::AtLeast(0.6)),
    paired("champion - wpc, both depth 4, openings of 6 plies", "champion", "wpc", Goal::None),
    Row {
        table: "ours",
        row: "champion - rust-reversi alpha-beta, both depth 4, openings of 6 plies",
        measure: Measure::Score { first: "champion", second: "rust-reversi", games: 400, openings: Some(6) },
        published: None,
        goal: Goal::None,
    },
    bar(
        "pruned, depth 4, at most 5 moves and 3/4 of them - ab7p; run 162",
        "champion:pruned",
        "ab7p",
        0.8815,
    ),
    Row {
        table: "ours",
        row: "states a turn, pruned over champion at full depth 4; run 162 over 161",
        measure: Measure::EffortRatio {
            player: "champion:pruned",
            than: "champion",
            against: "ab3",
            games: 100,
        },
        published: Some(186.73 / 563.14),
        goal: Goal::AtMost(1.0 / 3.0),
    },
    bar("small, at most 60 nodes, depth 4 - ab7p", "champion:small", "ab7p", 0.605),
];

const fn guides(
    table: &'static str,
    row: &'static str,
    first: &'static str,
    second: &'static str,
    games: u64,
    published: f64,
) -> Row {
    let measure = Measure::Score { first, second, games, openings: None };
    Row { table, row, measure, published: Some(published), goal: Goal::Within(0.03) }
}

/// The source: players of even depth are weak for their depth, weaker than those of the odd depth before.
const fn odd_even(row: &'static str, first: &'static str, second: &'static str) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: None };
    Row { table: "odd-even", row, measure, published: None, goal: Goal::Above(0.5) }
}

const fn run(
    table: &'static str,
    row: &'static str,
    first: &'static str,
    second: &'static str,
    published: f64,
) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: None };
    Row { table, row, measure, published: Some(published), goal: Goal::AtLeast(published) }
}

const fn bar(row: &'static str, first: &'static str, second: &'static str, published: f64) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: None };
    Row { table: "ours", row, measure, published: Some(published), goal: Goal::AtLeast(published) }
}

const fn paired(row: &'static str, first: &'static str, second: &'static str, goal: Goal) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: Some(6) };
    Row { table: "ours", row, measure, published: None, goal }
}

/// 100 games against a stochastic opponent, as the source counts them; what it counts as expanded is not stated, so
/// the figures stand side by side without a verdict.
const fn effort(table: &'static str, row: &'static str, player: &'static str, published: f64) -> Row {
    let measure = Measure::Effort { player, against: "ab3", games: 100 };
    Row { table, row, measure, published: Some(published), goal: Goal::None }
}
