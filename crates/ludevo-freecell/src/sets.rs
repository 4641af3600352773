//! Sets of deals for experiments.

use std::sync::OnceLock;

use ludevo_game::puzzle::ProblemSet;
use ludevo_random::{Purpose, stream};
use rand::seq::index::sample;

/// The sets.
pub(crate) static SETS: [ProblemSet; 2] = [
    ProblemSet {
        name: "training",
        meaning: "a thousand of the Microsoft deals 1 to 32000; for experiments",
        is_for_training: true,
        numbers: || &sets()[0],
    },
    ProblemSet {
        name: "test",
        meaning: "the other 31,000; for experiments",
        is_for_training: false,
        numbers: || &sets()[1],
    },
];

/// How many deals Microsoft began with.
const MICROSOFT: usize = 32_000;

/// The one of them that cannot be solved.
const UNSOLVABLE: u32 = 11_982;

/// A thousand deals that were drawn once and for all, and the others.
fn sets() -> &'static [Vec<u32>; 2] {
    static SETS: OnceLock<[Vec<u32>; 2]> = OnceLock::new();
    SETS.get_or_init(|| {
        let mut rng = stream(1, Purpose::Sampling, 0, 0);
        let mut drawn = [false; MICROSOFT];
        sample(&mut rng, MICROSOFT, 1000).iter().for_each(|place| drawn[place] = true);
        let numbers = (1..).zip(drawn).filter(|(number, _)| *number != UNSOLVABLE);
        let (training, test): (Vec<_>, Vec<_>) = numbers.partition(|(_, drawn)| *drawn);
        [training, test].map(|set| set.into_iter().map(|(number, _)| number).collect())
    })
}
