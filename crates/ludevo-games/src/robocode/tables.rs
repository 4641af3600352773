//! The published figures for Robocode and what is measured beside them.
//!
//! Section and figure numbers are those of "Evolved to Win", chapter 8.

use crate::measurement::{Goal, Measure, Measurement, Row, RunFigure};

/// How many runs of each setting.
const RUNS: u64 = 3;

/// All measurements of Robocode.
pub(super) const MEASUREMENTS: &[Measurement] = &[Measurement {
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
        unseen("drawn", "adversaries drawn per battle - the same robots", "robocode/drawn"),
        unseen("8.4", "coevolution alone - the same robots", "robocode/coevolution"),
    ],
}];

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
