//! The published figures for Robocode and what is measured beside them.
//!
//! Section and figure numbers are those of "Evolved to Win", chapter 8.

use ludevo_game::measurement::{Goal, Measure, Measurement, Row, RunFigure};

/// How many runs of each setting.
const RUNS: u64 = 3;

/// All measurements of Robocode.
pub(super) const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: "robocode-fitness",
        summary: "fitness against three strong adversaries by generation (Figure 8.2), and what the champions are worth \
              against robots that none was bred on",
        rows: &[
            average("generation 0, average", 0, None),
            average("generation 25, average", 25, None),
            average("generation 50, average", 50, None),
            average("generation 100, average", 100, None),
            average("generation 200, average", 200, None),
            average("generation 400, average", 400, Some(0.5)),
            fixed("generation 400, best", RunFigure::Best(400), None, Goal::AtLeast(0.65)),
            fixed("champion - robots none was bred on", RunFigure::Champion, None, Goal::None),
            Row {
                goal: Goal::AtLeast(0.65),
                ..unseen(
                    "ours",
                    "the same three with free means, champion - the three, other starts",
                    "robocode/three",
                )
            },
            unseen("drawn", "adversaries drawn per battle - the same robots", "robocode/drawn"),
            unseen("8.4", "coevolution alone - the same robots", "robocode/coevolution"),
        ],
    },
    Measurement {
        name: "robocode-adversaries",
        summary: "robots bred in short runs on one to five adversaries, fixed, drawn for each battle or drawn for each \
              generation, against twelve robots that none was bred on",
        rows: SERIES,
    },
];

/// The adversaries of the series, the first few of them.
const FIXED: [&[&str]; 5] = [
    &["battle.pool=OscillateHaiku"],
    &["battle.pool=OscillateHaiku+LinearHaiku"],
    &["battle.pool=OscillateHaiku+LinearHaiku+CutoffHaiku"],
    &["battle.pool=OscillateHaiku+LinearHaiku+CutoffHaiku+CircleHaiku"],
    &[],
];

/// So many of the five, drawn for each battle of each individual.
macro_rules! per_battle {
    ($games:literal) => {
        &[concat!(
            "fitness=[{round=\"guide\",",
            "player=\"OscillateHaiku+LinearHaiku+CutoffHaiku+CircleHaiku+SmoothHaiku\",games=",
            $games,
            "}]"
        )]
    };
}

/// Some of the five, drawn for each generation and the same for everybody in it.
const PER_GENERATION: [&[&str]; 4] = [
    &["fitness=[{round=\"problems\",count=1}]"],
    &["fitness=[{round=\"problems\",count=2}]"],
    &["fitness=[{round=\"problems\",count=3}]"],
    &["fitness=[{round=\"problems\",count=4}]"],
];

const SERIES: &[Row] = &[
    short("fixed", "1 adversary", FIXED[0]),
    short("fixed", "2 adversaries", FIXED[1]),
    short("fixed", "3 adversaries", FIXED[2]),
    short("fixed", "4 adversaries", FIXED[3]),
    short("fixed", "5 adversaries", FIXED[4]),
    short("battle", "1 of 5, drawn for each battle", per_battle!(1)),
    short("battle", "2 of 5, drawn for each battle", per_battle!(2)),
    short("battle", "3 of 5, drawn for each battle", per_battle!(3)),
    short("battle", "4 of 5, drawn for each battle", per_battle!(4)),
    short("battle", "5 of 5, drawn for each battle", per_battle!(5)),
    short("generation", "1 of 5, drawn for each generation", PER_GENERATION[0]),
    short("generation", "2 of 5, drawn for each generation", PER_GENERATION[1]),
    short("generation", "3 of 5, drawn for each generation", PER_GENERATION[2]),
    short("generation", "4 of 5, drawn for each generation", PER_GENERATION[3]),
    Row {
        table: "functions",
        row: "5 adversaries, with functions of a robot's own (published: not useful)",
        measure: Measure::Runs {
            experiment: "robocode/functions",
            sets: &[],
            runs: 5,
            figure: RunFigure::Champion,
        },
        published: None,
        goal: Goal::None,
    },
];

const fn short(table: &'static str, row: &'static str, sets: &'static [&'static str]) -> Row {
    let figure = RunFigure::Champion;
    let measure = Measure::Runs { experiment: "robocode/series", sets, runs: 5, figure };
    Row { table, row, measure, published: None, goal: Goal::None }
}

const fn average(row: &'static str, generation: u64, published: Option<f64>) -> Row {
    fixed(row, RunFigure::Mean(generation), published, Goal::None)
}

const fn fixed(row: &'static str, figure: RunFigure, published: Option<f64>, goal: Goal) -> Row {
    let measure = Measure::Runs { experiment: "robocode/fitness", sets: &[], runs: RUNS, figure };
    Row { table: "8.2", row, measure, published, goal }
}

const fn unseen(table: &'static str, row: &'static str, experiment: &'static str) -> Row {
    let figure = RunFigure::Champion;
    let measure = Measure::Runs { experiment, sets: &[], runs: 1, figure };
    Row { table, row, measure, published: None, goal: Goal::None }
}
