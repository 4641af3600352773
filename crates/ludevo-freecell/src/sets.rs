//! Sets of deals for experiments.

use std::sync::LazyLock;

use ludevo_game::puzzle::ProblemSet;
use ludevo_random::{Purpose, stream};
use rand::seq::index::sample;

/// How many deals Microsoft began with.
const MICROSOFT: usize = 32_000;

/// The one of them that cannot be solved.
const UNSOLVABLE: u32 = 11_982;

/// A thousand deals that were drawn once and for all, and the others.
pub(crate) static SETS: LazyLock<[ProblemSet; 2]> = LazyLock::new(|| {
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    let mut drawn = [false; MICROSOFT];
    sample(&mut rng, MICROSOFT, 1000).iter().for_each(|place| drawn[place] = true);
    let numbers = |is_drawn: bool| {
        let of_set = (1..).zip(drawn).filter(|(number, drawn)| *number != UNSOLVABLE && *drawn == is_drawn);
        of_set.map(|(number, _)| number).collect()
    };
    [
        ProblemSet {
            name: "training",
            meaning: "a thousand of the Microsoft deals 1 to 32000; for experiments",
            is_for_training: true,
            numbers: numbers(true),
        },
        ProblemSet {
            name: "test",
            meaning: "the other 31,000; for experiments",
            is_for_training: false,
            numbers: numbers(false),
        },
    ]
});
