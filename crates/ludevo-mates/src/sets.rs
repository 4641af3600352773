//! The problems that ship, in sets: what experiments train on, and what they are tested on.

use std::sync::LazyLock;

use ludevo_game::puzzle::ProblemSet;

use super::problem::Problem;

/// A set by its name, what it is, whether experiments train on it, and its text: a problem a line.
struct Listed {
    name: &'static str,
    meaning: &'static str,
    is_for_training: bool,
    text: &'static str,
}

const LISTED: [Listed; COUNT] = [
    Listed {
        name: "training",
        meaning: "mates in 2 to 5 from drawn positions and from games; for experiments",
        is_for_training: true,
        text: include_str!("../sets/training.txt"),
    },
    Listed {
        name: "mates1",
        meaning: "mates in 1",
        is_for_training: false,
        text: include_str!("../sets/mates1.txt"),
    },
    Listed {
        name: "mates2",
        meaning: "mates in 2",
        is_for_training: false,
        text: include_str!("../sets/mates2.txt"),
    },
    Listed {
        name: "mates3",
        meaning: "mates in 3",
        is_for_training: false,
        text: include_str!("../sets/mates3.txt"),
    },
    Listed {
        name: "mates4",
        meaning: "mates in 4",
        is_for_training: false,
        text: include_str!("../sets/mates4.txt"),
    },
    Listed {
        name: "mates5",
        meaning: "mates in 5",
        is_for_training: false,
        text: include_str!("../sets/mates5.txt"),
    },
    Listed {
        name: "choice",
        meaning: "mates in 2 to 5 to choose a champion on",
        is_for_training: false,
        text: include_str!("../sets/choice.txt"),
    },
    Listed {
        name: "pool",
        meaning: "mates in 1 to 5, twenty of each; for experiments as published",
        is_for_training: true,
        text: include_str!("../sets/pool.txt"),
    },
    Listed {
        name: "quiet",
        meaning: "mates in 2 to 4 with quiet first moves; for experiments",
        is_for_training: true,
        text: include_str!("../sets/quiet.txt"),
    },
    Listed {
        name: "choice-quiet",
        meaning: "mates in 2 to 4 with quiet first moves to choose a champion on",
        is_for_training: false,
        text: include_str!("../sets/choice-quiet.txt"),
    },
];

const COUNT: usize = 10;

/// All problems, and the numbers of each set: problems are numbered from 1 through all sets.
struct Book {
    entries: Vec<Problem>,
    numbers: [Vec<u32>; COUNT],
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut entries = Vec::new();
    let numbers = LISTED.map(|listed| {
        let before = entries.len() as u32;
        let lines = listed.text.lines().filter(|line| !line.starts_with('#'));
        entries.extend(lines.map(|line| line.parse::<Problem>().expect("a problem that ships")));
        (before + 1..=entries.len() as u32).collect()
    });
    Book { entries, numbers }
});

const fn set<const PLACE: usize>() -> ProblemSet {
    let Listed { name, meaning, is_for_training, .. } = LISTED[PLACE];
    ProblemSet { name, meaning, is_for_training, numbers: || &BOOK.numbers[PLACE] }
}

/// The sets.
pub static SETS: [ProblemSet; COUNT] = [
    set::<0>(),
    set::<1>(),
    set::<2>(),
    set::<3>(),
    set::<4>(),
    set::<5>(),
    set::<6>(),
    set::<7>(),
    set::<8>(),
    set::<9>(),
];

/// How many problems there are.
pub fn count() -> u32 {
    BOOK.entries.len() as u32
}

/// The problem of a number.
pub fn numbered(number: u32) -> Option<&'static Problem> {
    BOOK.entries.get((number as usize).checked_sub(1)?)
}
