//! The published figures for FreeCell and what is measured beside them.
//!
//! Tables and sections are those of chapter 11 of "Evolved to Win". The source gave a deal two minutes, about 4.8
//! million positions at its rate (1,780,216 in 44.45 s); here a limit of positions takes their place, so that every
//! figure but time repeats. Rows of the published methods have a limit of a million positions, after which hardly any
//! deal is solved, and try every sixteenth deal that is not for training, every tenth of those from 1000001 on, or, with
//! a limit of 300,000, a hundred where few are solved. The rows about coevolution count what
//! is solved within the 50,000 of their experiments.

use ludevo_game::measurement::{Figure, Goal, Measure, Measurement, Problems, Row, RunFigure, Series};

/// All measurements of FreeCell.
pub(super) const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "freecell-hsdh",
        summary: "what was there before evolution: plain searches, single heuristics, human players",
        rows: HSDH,
    },
    Measurement {
        name: "freecell-ga",
        summary: "weights of nine heuristics, evolved, against Heineman's heuristic (Table 11.2)",
        rows: GA,
    },
    Measurement {
        name: "freecell-policy",
        summary: "rules that say which weights of the nine heuristics count, evolved (section 11.3)",
        rows: POLICY,
    },
    Measurement {
        name: "freecell-best",
        summary: "the champions that ship on all Microsoft deals, and on deals that nothing was trained on",
        rows: BEST,
    },
];

/// Every sixteenth of the Microsoft deals, but for those that solvers are trained on.
const SIXTEENTH: Problems = Problems { first: 1, last: 32_000, count: 2_000, nodes: 1_000_000, unseen: true };

/// As many deals that are neither for training nor for choosing a champion.
const AFRESH: Problems = Problems { first: 1_000_001, last: 1_020_000, ..SIXTEENTH };

/// A hundred deals, for solvers that solve hardly any.
const HUNDRED: Problems = Problems { first: 1, last: 32_000, count: 100, nodes: 300_000, unseen: true };

const ALL: Problems = Problems { first: 1, last: 32_000, count: 32_000, nodes: 1_000_000, unseen: false };

const FRESH: Problems = Problems { first: 1_000_001, last: 1_020_000, count: 20_000, ..ALL };

const HSDH: &[Row] = &[
    row(
        "11.2.1",
        "iterative deepening: virtually none",
        "deepening",
        HUNDRED,
        Figure::Solved,
        Some(0.0),
        Goal::AtMost(0.01),
    ),
    row("11.2.1", "IDA*: less than 1 %", "ida-star", HUNDRED, Figure::Solved, Some(0.01), Goal::AtMost(0.01)),
    row("11.2", "HSDH, share solved", "hsdh", SIXTEENTH, Figure::Solved, Some(0.9643), Goal::Within(0.02)),
    row("11.2", "HSDH, positions", "hsdh", SIXTEENTH, Figure::Expanded, Some(1_780_216.0), Goal::None),
    row("11.2", "HSDH, moves", "hsdh", SIXTEENTH, Figure::Moves, Some(255.0), Goal::None),
    single("NumberWellPlaced", "staged@by=NumberWellPlaced"),
    single("NumCardsNotAtFoundations", "staged@by=NumCardsNotAtFoundations"),
    single("FreeCells", "staged@by=FreeCells"),
    single("DifferenceFromTop", "staged@by=DifferenceFromTop"),
    single("LowestHomeCard", "staged@by=LowestHomeCard"),
    single("HighestHomeCard", "staged@by=HighestHomeCard"),
    single("DifferenceHome", "staged@by=DifferenceHome"),
    single("SumOfBottomCards", "staged@by=SumOfBottomCards"),
    human("champion against sugar357, the player with most games", 0.9761),
    human("champion against volwin", 0.96),
    human("champion against caralina", 0.664),
];

const GA: &[Row] = &[
    row(
        "11.2",
        "the weights printed in 11.3, share solved",
        "ga-freecell",
        SIXTEENTH,
        Figure::Solved,
        Some(0.9836),
        Goal::None,
    ),
    row(
        "11.2",
        "GA-FreeCell, share solved",
        "champion:ga",
        SIXTEENTH,
        Figure::Solved,
        Some(0.9836),
        Goal::AtLeast(0.9836),
    ),
    reduction("GA-FreeCell, reduction of positions", Figure::Expanded, 0.87),
    reduction("GA-FreeCell, reduction of time", Figure::Milliseconds, 0.93),
    reduction("GA-FreeCell, reduction of moves", Figure::Moves, 0.41),
    row(
        "afresh",
        "GA-FreeCell, every tenth of 1000001-1020000, solved",
        "champion:ga",
        AFRESH,
        Figure::Solved,
        None,
        Goal::None,
    ),
    equal_effort("solved after breeding against bred deals, mean of three runs", HILLIS),
    equal_effort("solved after breeding on as many drawn deals", DRAWN),
    Row {
        table: "11.2.4",
        row: "coevolution wins: the first less the second",
        measure: Measure::RunsCompared { better: HILLIS, worse: DRAWN, runs: 3 },
        published: None,
        goal: Goal::Above(0.0),
    },
];

/// Shorter runs than published, of either kind.
const SHORTER: &[&str] = &[
    "evolution.generations=15",
    "evolution.population=30",
    "worth.baseline=200000",
    "yardstick.final_games=100",
];
const HILLIS: Series = Series { experiment: "freecell/hillis", sets: SHORTER };
const DRAWN: Series = Series { experiment: "freecell/drawn", sets: SHORTER };

const fn equal_effort(row: &'static str, Series { experiment, sets }: Series) -> Row {
    let measure = Measure::Runs { experiment, sets, runs: 3, figure: RunFigure::Champion };
    Row { table: "11.2.4", row, measure, published: None, goal: Goal::None }
}

const POLICY: &[Row] = &[
    row(
        "11.3",
        "GP-FreeCell, share solved",
        "champion:policy",
        SIXTEENTH,
        Figure::Solved,
        Some(0.9965),
        Goal::AtLeast(0.9965),
    ),
    row(
        "afresh",
        "GP-FreeCell, every tenth of 1000001-1020000, solved",
        "champion:policy",
        AFRESH,
        Figure::Solved,
        None,
        Goal::None,
    ),
    row("11.3", "GP-FreeCell, positions", "champion:policy", SIXTEENTH, Figure::Expanded, None, Goal::None),
    row("11.3", "GP-FreeCell, moves", "champion:policy", SIXTEENTH, Figure::Moves, None, Goal::None),
];

const BEST: &[Row] = &[
    row(
        "ours",
        "champion, deals 1-32000, share solved (11982 has no solution)",
        "champion",
        ALL,
        Figure::Solved,
        None,
        Goal::AtLeast(31_999.0 / 32_000.0),
    ),
    row(
        "ours",
        "champion, moves; fc-solve lg 117.2",
        "champion",
        ALL,
        Figure::Moves,
        None,
        Goal::AtMost(92.0),
    ),
    row("ours", "champion, positions; fc-solve lg 190", "champion", ALL, Figure::Expanded, None, Goal::None),
    row(
        "ours",
        "champion, deals 1000001-1020000, share solved",
        "champion",
        FRESH,
        Figure::Solved,
        None,
        Goal::AtLeast(1.0),
    ),
    row(
        "ours",
        "champion, deals 1000001-1020000, moves",
        "champion",
        FRESH,
        Figure::Moves,
        None,
        Goal::AtMost(92.0),
    ),
    row(
        "ours",
        "short, deals 1-2000, moves",
        "champion:short",
        SHORT,
        Figure::Moves,
        None,
        Goal::AtMost(80.0),
    ),
    row(
        "ours",
        "short, deals 1-2000, milliseconds",
        "champion:short",
        SHORT,
        Figure::Milliseconds,
        None,
        Goal::AtMost(20.0),
    ),
];

const SHORT: Problems = Problems { first: 1, last: 2_000, count: 2_000, ..ALL };

const fn row(
    table: &'static str,
    row: &'static str,
    solver: &'static str,
    problems: Problems,
    figure: Figure,
    published: Option<f64>,
    goal: Goal,
) -> Row {
    Row { table, row, measure: Measure::Solve { solver, problems, figure }, published, goal }
}

/// The source: no heuristic but HSDH was good enough by itself. The share is shown.
const fn single(name: &'static str, solver: &'static str) -> Row {
    row("11.2.2", name, solver, HUNDRED, Figure::Solved, None, Goal::None)
}

const fn human(name: &'static str, published: f64) -> Row {
    row("11.3", name, "champion", ALL, Figure::Solved, Some(published), Goal::AtLeast(published))
}

const fn reduction(name: &'static str, figure: Figure, published: f64) -> Row {
    let measure =
        Measure::SolveReduction { solver: "champion:ga", than: "hsdh", problems: SIXTEENTH, figure };
    Row { table: "11.2", row: name, measure, published: Some(published), goal: Goal::AtLeast(published) }
}
