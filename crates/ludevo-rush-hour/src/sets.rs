//! The boards that ship, in sets: what people play, what experiments train on, and what they are tested on.

use std::sync::LazyLock;

use ludevo_game::puzzle::ProblemSet;

use super::board::Board;

/// A board that ships, with what is proved of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The board.
    pub board: Board,
    /// Slides of a shortest solution.
    pub optimum: u32,
}

/// A set by its name, what it is, whether experiments train on it, and its text: a line a board, the optimum first.
struct Listed {
    name: &'static str,
    meaning: &'static str,
    is_for_training: bool,
    text: &'static str,
}

const LISTED: [Listed; COUNT] = [
    Listed {
        name: "training",
        meaning: "6x6 boards of 25 slides and more; for experiments",
        is_for_training: true,
        text: include_str!("../sets/training.txt"),
    },
    Listed {
        name: "easy",
        meaning: "6x6 boards of 6 to 14 slides",
        is_for_training: false,
        text: include_str!("../sets/easy.txt"),
    },
    Listed {
        name: "medium",
        meaning: "6x6 boards of 15 to 29 slides",
        is_for_training: false,
        text: include_str!("../sets/medium.txt"),
    },
    Listed {
        name: "hard",
        meaning: "6x6 boards of 30 to 39 slides",
        is_for_training: false,
        text: include_str!("../sets/hard.txt"),
    },
    Listed {
        name: "expert",
        meaning: "6x6 boards of 40 slides and more",
        is_for_training: false,
        text: include_str!("../sets/expert.txt"),
    },
    Listed {
        name: "dense8-training",
        meaning: "8x8 boards of 30 slides and more, with tens of thousands of positions; for experiments",
        is_for_training: true,
        text: include_str!("../sets/dense8-training.txt"),
    },
    Listed {
        name: "dense8",
        meaning: "8x8 boards of 30 slides and more, with tens of thousands of positions",
        is_for_training: false,
        text: include_str!("../sets/dense8.txt"),
    },
    Listed {
        name: "wide8-training",
        meaning: "8x8 boards with millions of positions; for experiments",
        is_for_training: true,
        text: include_str!("../sets/wide8-training.txt"),
    },
    Listed {
        name: "wide8",
        meaning: "8x8 boards with millions of positions",
        is_for_training: false,
        text: include_str!("../sets/wide8.txt"),
    },
];

const COUNT: usize = 9;

/// All boards, and the numbers of each set: boards are numbered from 1 through all sets.
struct Book {
    entries: Vec<Entry>,
    numbers: [Vec<u32>; COUNT],
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut entries = Vec::new();
    let numbers = LISTED.map(|listed| {
        let before = entries.len() as u32;
        entries.extend(listed.text.lines().filter(|line| !line.starts_with('#')).map(entry));
        (before + 1..=entries.len() as u32).collect()
    });
    Book { entries, numbers }
});

fn entry(line: &'static str) -> Entry {
    let (optimum, board) = line.split_once(' ').expect("an optimum and a board");
    Entry { optimum: optimum.parse().expect("an optimum"), board: board.parse().expect("a board that ships") }
}

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
];

/// How many boards there are.
pub fn count() -> u32 {
    BOOK.entries.len() as u32
}

/// The board of a number, with what is proved of it.
pub fn numbered(number: u32) -> Option<&'static Entry> {
    BOOK.entries.get((number as usize).checked_sub(1)?)
}
