//! The boards that ship, in sets: what people play, what experiments train on, and what they are tested on.

use std::sync::LazyLock;

use ludevo_game::puzzle::{Book, Listed};

use super::board::Board;

/// A board that ships, with what is proved of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The board.
    pub board: Board,
    /// Slides of a shortest solution.
    pub optimum: u32,
}

const LISTED: [Listed; 9] = [
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

/// All boards.
pub static BOOK: LazyLock<Book<Entry>> = LazyLock::new(|| Book::new(&LISTED, entry));

fn entry(line: &'static str) -> Entry {
    let (optimum, board) = line.split_once(' ').expect("an optimum and a board");
    Entry { optimum: optimum.parse().expect("an optimum"), board: board.parse().expect("a board that ships") }
}
