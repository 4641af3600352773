//! The figures of chapter 7 of Evolved to Win, and what is measured beside them.

use crate::measurement::{Goal, Measure, Measurement, Row, Steadied};

/// The median of the twenty runs of Table 7.4.
const MEDIAN: f64 = 0.531;

/// A run with its own champion, beside a published figure.
const fn run(
    table: &'static str,
    row: &'static str,
    experiment: &'static str,
    seed: u64,
    generations: u64,
    published: Option<f64>,
) -> Row {
    let measure = Measure::Evolved { experiment, seed, generations };
    Row { table, row, measure, published, goal: Goal::None }
}

const fn worth(row: &'static str, games: u64, steadied: Steadied) -> Row {
    let measure = Measure::Worth { first: "champion", second: "pubeval", games, steadied };
    Row { table: "Variance", row, measure, published: None, goal: Goal::None }
}

/// The named sets of rows.
pub(super) static MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "backgammon-best",
        summary: "The champion that ships against Pubeval beside Table 7.5 of Evolved to Win, and how many plain games a \
                  steadied one is worth",
        rows: &[
            Row {
                table: "Table 7.5",
                row: "champion against Pubeval, games won (I-GP-Gammon-1)",
                measure: Measure::Score {
                    first: "champion",
                    second: "pubeval",
                    games: 40_000,
                    openings: None,
                },
                published: Some(0.624),
                goal: Goal::AtLeast(0.624),
            },
            Row {
                table: "Table 7.5",
                row: "champion against Pubeval, share of the points",
                measure: Measure::Points { first: "champion", second: "pubeval", games: 40_000 },
                published: None,
                goal: Goal::None,
            },
            Row {
                table: "For scale",
                row: "random play against Pubeval",
                measure: Measure::Score { first: "random", second: "pubeval", games: 2000, openings: None },
                published: None,
                goal: Goal::None,
            },
            worth(
                "plain games that one is worth in pairs with the same rolls",
                40_000,
                Steadied::DuplicateDice,
            ),
            worth("the same with every first roll as often", 40_000, Steadied::FirstRolls),
            worth("the same with the luck of all rolls taken off", 2000, Steadied::Luck),
        ],
    },
    Measurement {
        name: "backgammon-single",
        summary: "Five full runs of coevolution in one population; published are the best and the median of twenty",
        rows: &[
            run(
                "Table 7.4",
                "coevolution, 500 generations, seed 1",
                "backgammon/single",
                1,
                500,
                Some(MEDIAN),
            ),
            run(
                "Table 7.4",
                "coevolution, 500 generations, seed 2",
                "backgammon/single",
                2,
                500,
                Some(MEDIAN),
            ),
            run(
                "Table 7.4",
                "coevolution, 500 generations, seed 3",
                "backgammon/single",
                3,
                500,
                Some(MEDIAN),
            ),
            run(
                "Table 7.4",
                "coevolution, 500 generations, seed 4",
                "backgammon/single",
                4,
                500,
                Some(MEDIAN),
            ),
            run(
                "Table 7.4",
                "coevolution, 500 generations, seed 5",
                "backgammon/single",
                5,
                500,
                Some(MEDIAN),
            ),
        ],
    },
    Measurement {
        name: "backgammon-short",
        summary: "A reduced series of the same: 40 of the 500 generations, and what the spread of ten runs is",
        rows: &[
            run("Table 7.4", "coevolution, 40 generations, seed 1", "backgammon/single", 1, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 2", "backgammon/single", 2, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 3", "backgammon/single", 3, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 4", "backgammon/single", 4, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 5", "backgammon/single", 5, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 6", "backgammon/single", 6, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 7", "backgammon/single", 7, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 8", "backgammon/single", 8, 40, Some(MEDIAN)),
            run("Table 7.4", "coevolution, 40 generations, seed 9", "backgammon/single", 9, 40, Some(MEDIAN)),
            run(
                "Table 7.4",
                "coevolution, 40 generations, seed 10",
                "backgammon/single",
                10,
                40,
                Some(MEDIAN),
            ),
        ],
    },
    Measurement {
        name: "backgammon-curves",
        summary: "Pubeval as teacher against coevolution, along a run: a generation with Pubeval takes twice the games",
        rows: &[
            run("Fig. 7.3", "Pubeval as opponent, 10 generations", "backgammon/external", 1, 10, None),
            run("Fig. 7.3", "Pubeval as opponent, 20 generations", "backgammon/external", 1, 20, None),
            run("Fig. 7.3", "Pubeval as opponent, 40 generations", "backgammon/external", 1, 40, None),
            run("Fig. 7.4", "coevolution, 20 generations", "backgammon/single", 1, 20, None),
            run("Fig. 7.4", "coevolution, 40 generations", "backgammon/single", 1, 40, None),
            run("Fig. 7.4", "coevolution, 80 generations", "backgammon/single", 1, 80, None),
            run(
                "Sec. 7.4",
                "coevolution by round robin, 40 generations",
                "backgammon/round-robin",
                1,
                40,
                None,
            ),
        ],
    },
    Measurement {
        name: "backgammon-islands",
        summary: "Ten islands against one population at equal games, and evolved stages; reduced, as the published runs \
                  had fifty islands and 500 generations",
        rows: &[
            run("Table 7.5", "ten islands, 20 generations", "backgammon/islands-ten", 1, 20, Some(0.624)),
            run("Table 7.5", "one population, 200 generations", "backgammon/single", 1, 200, Some(0.568)),
            run(
                "Sec. 7.6",
                "a tree that selects one of three stages, 40 generations",
                "backgammon/stages",
                1,
                40,
                None,
            ),
            run("Sec. 7.6", "contact and race, 40 generations", "backgammon/single", 1, 40, None),
        ],
    },
];
