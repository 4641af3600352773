//! The figures of chapter 7 of Evolved to Win, and what is measured beside them.

use ludevo_game::measurement::{Goal, Measure, Measurement, Row, RunFigure, Series, Steadied};

/// The best and the median of the twenty runs of Table 7.4.
const BEST: f64 = 0.568;
const MEDIAN: f64 = 0.531;

const G10: &[&str] = &["evolution.generations=10"];
const G20: &[&str] = &["evolution.generations=20"];
const G40: &[&str] = &["evolution.generations=40"];
const G80: &[&str] = &["evolution.generations=80"];
const G100: &[&str] = &["evolution.generations=100"];

const fn full(row: &'static str, figure: RunFigure, published: Option<f64>) -> Row {
    let measure = Measure::Runs { experiment: "backgammon/single", sets: &[], runs: 5, figure };
    let goal = match published {
        Some(published) => Goal::AtLeast(published),
        None => Goal::None,
    };
    Row { table: "Table 7.4", row, measure, published, goal }
}

const fn short(row: &'static str, figure: RunFigure) -> Row {
    let measure = Measure::Runs { experiment: "backgammon/single", sets: G40, runs: 10, figure };
    Row { table: "Table 7.4", row, measure, published: None, goal: Goal::None }
}

/// The mean of the champions of three runs.
const fn curve(
    table: &'static str,
    row: &'static str,
    experiment: &'static str,
    sets: &'static [&'static str],
) -> Row {
    let measure = Measure::Runs { experiment, sets, runs: 3, figure: RunFigure::Champion };
    Row { table, row, measure, published: None, goal: Goal::None }
}

/// Whether a finding holds: the champions of three runs against those of three others.
const fn finding(table: &'static str, row: &'static str, better: Series, worse: Series) -> Row {
    let measure = Measure::RunsCompared { better, worse, runs: 3 };
    Row { table, row, measure, published: None, goal: Goal::Above(0.0) }
}

const fn runs(experiment: &'static str, sets: &'static [&'static str]) -> Series {
    Series { experiment, sets }
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
                goal: Goal::SurelyAtLeast(0.624),
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
        summary: "five full runs of coevolution in one population; published are the best and the median of twenty",
        rows: &[
            full("best of the champions", RunFigure::BestChampion, Some(BEST)),
            full("median of the champions", RunFigure::MedianChampion, Some(MEDIAN)),
            full("mean of the champions", RunFigure::Champion, None),
        ],
    },
    Measurement {
        name: "backgammon-short",
        summary: "a reduced series of the same: the first 40 of the 500 generations of ten runs",
        rows: &[
            short("best of the champions", RunFigure::BestChampion),
            short("median of the champions", RunFigure::MedianChampion),
            short("mean of the champions", RunFigure::Champion),
        ],
    },
    Measurement {
        name: "backgammon-curves",
        summary: "Pubeval as teacher against coevolution, along runs: a generation with Pubeval takes twice the games",
        rows: &[
            curve("Fig. 7.3", "Pubeval as opponent, 10 generations", "backgammon/external", G10),
            curve("Fig. 7.3", "Pubeval as opponent, 20 generations", "backgammon/external", G20),
            curve("Fig. 7.3", "Pubeval as opponent, 40 generations", "backgammon/external", G40),
            curve("Fig. 7.4", "coevolution, 20 generations", "backgammon/single", G20),
            curve("Fig. 7.4", "coevolution, 40 generations", "backgammon/single", G40),
            curve("Fig. 7.4", "coevolution, 80 generations", "backgammon/single", G80),
            curve("Sec. 7.4", "coevolution by round robin, 40 generations", "backgammon/round-robin", G40),
            finding(
                "Sec. 7.4",
                "coevolution wins: 80 generations less 40 with Pubeval",
                runs("backgammon/single", G80),
                runs("backgammon/external", G40),
            ),
            finding(
                "Sec. 7.4",
                "single elimination less round robin, 40 generations",
                runs("backgammon/single", G40),
                runs("backgammon/round-robin", G40),
            ),
        ],
    },
    Measurement {
        name: "backgammon-islands",
        summary: "ten islands against one population at equal games, and evolved stages; reduced, as the published runs \
                  had fifty islands and 500 generations",
        rows: &[
            curve("Table 7.5", "ten islands, 10 generations", "backgammon/islands-ten", G10),
            curve("Table 7.5", "one population, 100 generations", "backgammon/single", G100),
            finding(
                "Table 7.5",
                "ten islands less one population at equal games",
                runs("backgammon/islands-ten", G10),
                runs("backgammon/single", G100),
            ),
            curve(
                "Sec. 7.6",
                "a tree that selects one of three stages, 40 generations",
                "backgammon/stages",
                G40,
            ),
            curve("Sec. 7.6", "contact and race, 40 generations", "backgammon/single", G40),
            finding(
                "Sec. 7.6",
                "evolved stages less contact and race",
                runs("backgammon/stages", G40),
                runs("backgammon/single", G40),
            ),
        ],
    },
];
