//! The problems that ship, in sets: what experiments train on, and what they are tested on.

use std::sync::LazyLock;

use ludevo_game::puzzle::{Book, Listed};

use super::problem::Problem;

const LISTED: [Listed; 10] = [
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

/// All problems.
pub static BOOK: LazyLock<Book<Problem>> =
    LazyLock::new(|| Book::new(&LISTED, |line| line.parse().expect("a problem that ships")));
