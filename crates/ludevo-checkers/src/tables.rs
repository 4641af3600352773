//! The published figures for the checkers games and what is measured beside them.
//!
//! Tables are those of "Evolved to Win" (Sipper), chapter 3.

use ludevo_game::measurement::{Goal, Measure, Measurement, Row};

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
            drawn_after("ab3 - ab2, drawn after 40 plies", "draw=40", "ab3@floor", "ab2@floor", 0.8502),
            drawn_after("ab3 - ab2, drawn after 200 plies", "draw=200", "ab3@floor", "ab2@floor", 0.8502),
            drawn_after("ab5 - ab3, drawn after 40 plies", "draw=40", "ab5@floor", "ab3@floor", 0.82535),
            drawn_after("ab5 - ab3, drawn after 200 plies", "draw=200", "ab5@floor", "ab3@floor", 0.82535),
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
        summary: "evolved players against the guides (Tables 3.6 to 3.10), even depths as inferred; a champion that searches just as \
                  the published players did, and the champion that ships, whose search goes on where a capture is compulsory",
        rows: EVOLVED,
    },
    Measurement {
        name: "giveaway-heuristics",
        summary: "heuristics learned by genetic algorithm (\"Evolution of heuristics for give-away checkers\"), against a \
                  temporal-difference learner of our own, since TD-GAC is not available",
        rows: GIVEAWAY,
    },
];

const HG_LINEAR: [&str; 2] = ["champion:giveaway-hg-8f", "champion:giveaway-hg-10f"];
const HG_PHASED: [&str; 2] = ["champion:giveaway-hg-3ph", "champion:giveaway-hg-5ph"];
const SHG_LINEAR: [&str; 2] = ["champion:giveaway-shg-8f", "champion:giveaway-shg-10f"];
const SHG_PHASED: [&str; 2] = ["champion:giveaway-shg-3ph", "champion:giveaway-shg-5ph"];

/// The opponent, which searches two plies less than the heuristics do.
const TD: &str = "champion:giveaway-td@depth=4";

const GIVEAWAY: &[Row] = &[
    figure_2("8F by HG - TD, as many games as published", HG_LINEAR[0], 40),
    figure_2("10F by HG - TD, as many games as published", HG_LINEAR[1], 40),
    figure_2("3Ph by HG - TD, as many games as published", HG_PHASED[0], 40),
    figure_2("5Ph by HG - TD, as many games as published", HG_PHASED[1], 40),
    figure_2("8F by SHG - TD, as many games as published", SHG_LINEAR[0], 40),
    figure_2("10F by SHG - TD, as many games as published", SHG_LINEAR[1], 40),
    figure_2("3Ph by SHG - TD, as many games as published", SHG_PHASED[0], 40),
    figure_2("5Ph by SHG - TD, as many games as published", SHG_PHASED[1], 40),
    figure_2("8F by HG - TD", HG_LINEAR[0], 1_000),
    figure_2("10F by HG - TD", HG_LINEAR[1], 1_000),
    figure_2("3Ph by HG - TD", HG_PHASED[0], 1_000),
    figure_2("5Ph by HG - TD", HG_PHASED[1], 1_000),
    figure_2("8F by SHG - TD", SHG_LINEAR[0], 1_000),
    figure_2("10F by SHG - TD", SHG_LINEAR[1], 1_000),
    figure_2("3Ph by SHG - TD", SHG_PHASED[0], 1_000),
    figure_2("5Ph by SHG - TD", SHG_PHASED[1], 1_000),
    finding(
        "HG scores more than SHG",
        &[HG_LINEAR[0], HG_LINEAR[1], HG_PHASED[0], HG_PHASED[1]],
        &[SHG_LINEAR[0], SHG_LINEAR[1], SHG_PHASED[0], SHG_PHASED[1]],
    ),
    finding(
        "phased scores more than linear",
        &[HG_PHASED[0], HG_PHASED[1], SHG_PHASED[0], SHG_PHASED[1]],
        &[HG_LINEAR[0], HG_LINEAR[1], SHG_LINEAR[0], SHG_LINEAR[1]],
    ),
    finding("3Ph scores more than 5Ph", &[HG_PHASED[0], SHG_PHASED[0]], &[HG_PHASED[1], SHG_PHASED[1]]),
    stated("8F by HG: effective crossovers; 0.8 to 0.9", HG_LINEAR[0], "effective-crossovers", 0.85),
    stated("3Ph by HG: effective crossovers; 0.8 to 0.9", HG_PHASED[0], "effective-crossovers", 0.85),
    stated("8F by SHG: effective crossovers", SHG_LINEAR[0], "effective-crossovers", 0.7),
    stated("3Ph by SHG: effective crossovers", SHG_PHASED[0], "effective-crossovers", 0.7),
    stated("8F by HG: mutated among the best", HG_LINEAR[0], "mutated-among-best", 0.01),
    stated("3Ph by HG: mutated among the best", HG_PHASED[0], "mutated-among-best", 0.1),
    stated("8F by SHG: mutated among the best", SHG_LINEAR[0], "mutated-among-best", 0.0),
    stated("3Ph by SHG: mutated among the best", SHG_PHASED[0], "mutated-among-best", 0.0),
    stated("8F by HG: fall of a weight's variance; over 1000", HG_LINEAR[0], "variance-fall", 1000.0),
    stated("3Ph by HG: fall of a weight's variance; over 1000", HG_PHASED[0], "variance-fall", 1000.0),
    stated("8F by SHG: fall of a weight's variance; over 1000", SHG_LINEAR[0], "variance-fall", 1000.0),
    stated("3Ph by SHG: fall of a weight's variance; over 1000", SHG_PHASED[0], "variance-fall", 1000.0),
    nodes("8F, states a move; 3,700 to 6,700", "champion:giveaway-hg-8f@order=plain", 5_200.0),
    nodes("10F, states a move; 3,700 to 6,700", "champion:giveaway-hg-10f@order=plain", 5_200.0),
    nodes("3Ph, states a move; 6,000 to 10,000", "champion:giveaway-hg-3ph@order=plain", 8_000.0),
    nodes("5Ph, states a move; 6,000 to 10,000", "champion:giveaway-hg-5ph@order=plain", 8_000.0),
    pace("8F, states a second; 75,000 to 85,000", HG_LINEAR[0], 80_000.0),
    pace("3Ph, states a second", HG_PHASED[0], 40_000.0),
    pruning("8F, pruning efficiency; 0.75 to 0.9", "champion:giveaway-hg-8f@order=plain"),
    pruning("10F, pruning efficiency; 0.75 to 0.9", "champion:giveaway-hg-10f@order=plain"),
    pruning("3Ph, pruning efficiency; 0.75 to 0.9", "champion:giveaway-hg-3ph@order=plain"),
    pruning("5Ph, pruning efficiency; 0.75 to 0.9", "champion:giveaway-hg-5ph@order=plain"),
    tree_against("evolved tree - 8F by HG, both depth 6", HG_LINEAR[0]),
    tree_against("evolved tree - 10F by HG, both depth 6", HG_LINEAR[1]),
    tree_against("evolved tree - 3Ph by HG, both depth 6", HG_PHASED[0]),
    tree_against("evolved tree - 5Ph by HG, both depth 6", HG_PHASED[1]),
    tree_against("evolved tree - 8F by SHG, both depth 6", SHG_LINEAR[0]),
    tree_against("evolved tree - 10F by SHG, both depth 6", SHG_LINEAR[1]),
    tree_against("evolved tree - 3Ph by SHG, both depth 6", SHG_PHASED[0]),
    tree_against("evolved tree - 5Ph by SHG, both depth 6", SHG_PHASED[1]),
];

/// A match of Figure 2, whose heights are not in the text. The heuristics search six plies.
const fn figure_2(row: &'static str, first: &'static str, games: u64) -> Row {
    let measure = Measure::Score { first, second: TD, games, openings: None };
    Row { table: "Fig. 2", row, measure, published: None, goal: Goal::None }
}

const fn finding(row: &'static str, better: &'static [&'static str], worse: &'static [&'static str]) -> Row {
    let measure = Measure::Compared { better, worse, against: TD, games: 1_000 };
    Row { table: "4.3", row, measure, published: None, goal: Goal::Above(0.0) }
}

const fn stated(row: &'static str, champion: &'static str, key: &'static str, published: f64) -> Row {
    let measure = Measure::Stated { champion, key };
    Row { table: "4.2", row, measure, published: Some(published), goal: Goal::None }
}

const fn nodes(row: &'static str, player: &'static str, published: f64) -> Row {
    let measure = Measure::Effort { player, against: TD, games: 40 };
    Row { table: "4.3", row, measure, published: Some(published), goal: Goal::None }
}

const fn pace(row: &'static str, player: &'static str, published: f64) -> Row {
    let measure = Measure::Pace { player, games: 40 };
    Row { table: "4.3", row, measure, published: Some(published), goal: Goal::None }
}

const fn pruning(row: &'static str, player: &'static str) -> Row {
    let measure = Measure::Pruning { player, against: TD, depth: 6, games: 40 };
    Row { table: "4.3", row, measure, published: Some(0.825), goal: Goal::None }
}

/// Beyond the paper: what genetic programming makes of the same game.
const fn tree_against(row: &'static str, second: &'static str) -> Row {
    let measure = Measure::Score { first: "champion@depth=6", second, games: 1_000, openings: None };
    Row { table: "ours", row, measure, published: None, goal: Goal::None }
}

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
    Row {
        table: "3.3.2",
        row: "one tree - ten trees under a fixed top, both depth 3",
        measure: Measure::Score {
            first: "champion:r00057",
            second: "champion:ten-trees",
            games: 2_000,
            openings: None,
        },
        published: None,
        goal: Goal::Above(0.5),
    },
    run("3.10", "r00067A, depth 4 - ab5", "champion:r00067", "ab5", 0.5985),
    run("3.10", "r00067A, depth 4 - ab6", "champion:r00067", "ab6@floor", 0.723),
    run("3.10", "r00067A, depth 4 - ab8", "champion:r00067", "ab8@floor", 0.3855),
    run("plain", "plain, no search - random; best of Table 3.6", "champion:plain@depth=1", "random", 0.721),
    run("plain", "plain, depth 3 - ab3; best of Table 3.7", "champion:plain@depth=3", "ab3", 0.7865),
    run("plain", "plain, depth 3 - ab4; best of Table 3.8", "champion:plain@depth=3", "ab4@floor", 0.947),
    run("plain", "plain, depth 3 - ab6; best of Table 3.8", "champion:plain@depth=3", "ab6@floor", 0.816),
    run("plain", "plain, depth 3 - ab8; best of Table 3.8", "champion:plain@depth=3", "ab8@floor", 0.758),
    run("plain", "plain, depth 5 - ab5; best of Table 3.9", "champion:plain@depth=5", "ab5", 0.4945),
    run("plain", "plain, depth 5 - ab6; best of Table 3.9", "champion:plain@depth=5", "ab6@floor", 0.967),
    run("plain", "plain, depth 5 - ab8; best of Table 3.9", "champion:plain@depth=5", "ab8@floor", 0.886),
    run("plain", "plain, depth 4 - ab5; best of Table 3.10", "champion:plain@depth=4", "ab5", 0.5985),
    run("plain", "plain, depth 4 - ab6; best of Table 3.10", "champion:plain@depth=4", "ab6@floor", 0.787),
    run("plain", "plain, depth 4 - ab8; best of Table 3.10", "champion:plain@depth=4", "ab8@floor", 0.5615),
    effort("plain, depth 3, states a move", "champion:plain@depth=3"),
    effort("champion, depth 3, states a move", "champion@depth=3"),
    effort("plain, depth 5, states a move", "champion:plain@depth=5"),
    effort("champion, depth 5, states a move", "champion@depth=5"),
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
    drawn_after(
        "champion, depth 4 - ab5, drawn after 40 plies",
        "draw=40",
        "champion@depth=4",
        "ab5",
        0.5985,
    ),
    drawn_after(
        "champion, depth 4 - ab5, drawn after 200 plies",
        "draw=200",
        "champion@depth=4",
        "ab5",
        0.5985,
    ),
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
        summary: "evolved players of 10x10 checkers against the guide of depth 3 (Table 3.11); a champion that searches just as the \
                  published players did, and the champion that ships, whose search goes on where a capture is compulsory",
        rows: &[
            run("3.11", "r00085, depth 3 - ab3", "champion:r00085", "ab3", 0.927),
            run("3.11", "r00092, depth 2 - ab3", "champion:r00092", "ab3", 0.732),
            run("plain", "plain, depth 3 - ab3; best of Table 3.11", "champion:plain@depth=3", "ab3", 0.927),
            run("plain", "plain, depth 2 - ab3; best of Table 3.11", "champion:plain@depth=2", "ab3", 0.732),
            run("ours", "champion, depth 3 - ab3; best of Table 3.11", "champion@depth=3", "ab3", 0.927),
            run("ours", "shallow, depth 2 - ab3; best of Table 3.11", "champion:shallow", "ab3", 0.732),
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

/// What looking along forced moves costs.
const fn effort(row: &'static str, player: &'static str) -> Row {
    let measure = Measure::Effort { player, against: "ab6@floor", games: 200 };
    Row { table: "effort", row, measure, published: None, goal: Goal::None }
}

/// What another draw rule makes of a figure: the source does not state its own.
const fn drawn_after(
    row: &'static str,
    rules: &'static str,
    first: &'static str,
    second: &'static str,
    published: f64,
) -> Row {
    let measure = Measure::ScoreUnder { rules, first, second, games: 2_000 };
    Row { table: "draw rule", row, measure, published: Some(published), goal: Goal::None }
}

/// How the champion holds against a guide whose search has no defect; nothing is published for these.
const fn against_correct(row: &'static str, first: &'static str, second: &'static str) -> Row {
    let measure = Measure::Score { first, second, games: 2_000, openings: None };
    Row { table: "ours", row, measure, published: None, goal: Goal::None }
}
