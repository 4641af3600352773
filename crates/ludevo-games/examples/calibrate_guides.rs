//! Plays the guides of Reversi against each other for candidate corner bonuses, beside the published win ratios.
//!
//! Usage: `calibrate_guides GAMES_UP_TO_DEPTH_5 GAMES_OF_DEPTH_7 LOW/HIGH.. [-- LOW/HIGH..]`. Pairs before `--` are for
//! the guides of Table V, pairs after it for the stronger ones of Table VI, which play against the first pair before it.
#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use std::env;

use ludevo_games::reversi::opponents::Material;
use ludevo_games::reversi::{Board, Place, Reversi};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::{AlphaBeta, Settings};
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;

/// A player of the trial: depth 0 plays at random.
#[derive(Clone, Copy)]
struct Guide {
    depth: u32,
    bonuses: [f64; 2],
}

impl Guide {
    fn for_game(self, random: &mut Stream) -> impl FnMut(&Board, &mut Stream) -> Option<Place> + use<> {
        let mut evaluation = Material { corner: self.bonuses[usize::from(random.random_bool(0.5))] };
        let mut search = AlphaBeta::new(Settings::full(self.depth.max(1)));
        move |board, random| {
            if self.depth == 0 {
                let moves: Vec<_> = Reversi.moves(board).collect();
                return moves.get(random.random_range(0..moves.len())).copied();
            }
            search.choose(&Reversi, board, &mut evaluation, random)
        }
    }
}

/// The points of `first` over the number of games; it moves first in every other one.
fn score(first: Guide, second: Guide, games: u64) -> f64 {
    let mut points = 0.0;
    for number in 0..games {
        let mut random = stream(2012, Purpose::Tuning, u64::from(first.depth), number);
        let mut players = [first.for_game(&mut random), second.for_game(&mut random)];
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut board = Reversi.initial();
        let outcome = loop {
            match Reversi.turn(&board) {
                Turn::End(outcome) => break outcome,
                Turn::Player(mover) => {
                    let player = &mut players[usize::from(mover != side)];
                    let action = player(&board, &mut random).expect("an unfinished game has a move");
                    board = Reversi.apply(&board, action);
                }
            }
        };
        points += outcome.points(side);
    }
    points / games as f64
}

fn main() {
    let mut arguments = env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok()).expect("a number of games");
    let (games, deep_games) = (number(), number());
    let pair = |text: &str| {
        let (low, high) = text.split_once('/').expect("LOW/HIGH");
        [low.parse().expect("a bonus"), high.parse().expect("a bonus")]
    };
    let rest: Vec<String> = arguments.collect();
    let (plain, strong) = match rest.iter().position(|text| text == "--") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (&rest[..], &[][..]),
    };
    println!("bonuses      2-random 3-2      5-3      7-5      4-3      | published .8471 .6004 .7509 .7662");
    for text in plain {
        let guide = |depth| Guide { depth, bonuses: pair(text) };
        let row = [
            score(guide(2), guide(0), games),
            score(guide(3), guide(2), games),
            score(guide(5), guide(3), games),
            score(guide(7), guide(5), deep_games),
            score(guide(4), guide(3), games),
        ];
        println!("{text:12} {}", row.map(|score| format!("{score:.4}  ")).concat());
    }
    if strong.is_empty() {
        return;
    }
    println!("strong       5p-5     7p-5p    7p-7     | published .6342 .8418 .6286");
    for text in strong {
        let guide = |depth| Guide { depth, bonuses: pair(&plain[0]) };
        let strong = |depth| Guide { depth, bonuses: pair(text) };
        let row = [
            score(strong(5), guide(5), games),
            score(strong(7), strong(5), deep_games),
            score(strong(7), guide(7), deep_games),
        ];
        println!("{text:12} {}", row.map(|score| format!("{score:.4}  ")).concat());
    }
}
