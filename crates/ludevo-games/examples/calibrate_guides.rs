//! Searches for the corner bonuses with which the guides of Reversi come closest to their published win ratios.
//!
//! Usage: `calibrate_guides grid GAMES DEEP_GAMES`, with games a match up to depth 5 and games a match with
//! depth 7. A guide draws one of two bonuses for a whole game, so the score of a match is the mean over the four
//! combinations of fixed bonuses: `grid` plays every combination of a few bonuses once and works out every pair from
//! that.
#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use std::env;

use ludevo_games::reversi::opponents::Material;
use ludevo_games::reversi::{Board, Place, Reversi};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::{AlphaBeta, Settings};
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;

const BONUSES: [f64; 6] = [0.0, 1.0, 3.0, 7.0, 20.0, 50.0];

/// A score for every bonus of the first player (row) and of the second (column).
type Matrix = [[f64; BONUSES.len()]; BONUSES.len()];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number of games");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["grid", games, deep_games] => grid(number(games), number(deep_games)),
        _ => panic!("usage: calibrate_guides grid GAMES DEEP_GAMES"),
    }
}

fn grid(games: u64, deep_games: u64) {
    let against_random = matrix("2 - random", 2, 0, games);
    let three_two = matrix("3 - 2", 3, 2, games);
    let five_three = matrix("5 - 3", 5, 3, games);
    let seven_five = matrix("7 - 5", 7, 5, deep_games);
    let published = [0.8471, 0.6004, 0.7509, 0.7662];
    println!("Table V: 2 - random, 3 - 2, 5 - 3, 7 - 5, published {published:.4?}");
    let plain = closest(&published, |pair| {
        let same = |matrix| mean(matrix, pair, pair);
        vec![same(&against_random), same(&three_two), same(&five_three), same(&seven_five)]
    });

    let five_five = matrix("5 - 5", 5, 5, games);
    let seven_seven = matrix("7 - 7", 7, 7, deep_games);
    let published = [0.6342, 0.8418, 0.62855];
    for plain in plain {
        println!("Table VI against {}: 5p - 5, 7p - 5p, 7p - 7, published {published:.4?}", name(plain));
        closest(&published, |pair| {
            vec![
                mean(&five_five, pair, plain),
                mean(&seven_five, pair, pair),
                mean(&seven_seven, pair, plain),
            ]
        });
    }
    let four_three = matrix("4 - 3", 4, 3, games);
    println!("4 - 3 with 0 or 20: {:.4}", mean(&four_three, [0, 4], [0, 4]));
}

/// Prints the pairs of bonuses whose largest deviation is smallest, and returns the best three.
fn closest(published: &[f64], scores: impl Fn([usize; 2]) -> Vec<f64>) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for low in 0..BONUSES.len() {
        for high in low..BONUSES.len() {
            let row = scores([low, high]);
            let off = row.iter().zip(published).map(|(score, published)| (score - published).abs());
            pairs.push((off.fold(0.0, f64::max), [low, high], row));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (off, pair, row) in &pairs[..8] {
        println!("  {:8} {row:.4?} off by at most {off:.4}", name(*pair));
    }
    pairs[..3].iter().map(|&(_, pair, _)| pair).collect()
}

fn name(pair: [usize; 2]) -> String {
    format!("{}/{}", BONUSES[pair[0]], BONUSES[pair[1]])
}

/// The score when each player draws one of two bonuses.
fn mean(matrix: &Matrix, first: [usize; 2], second: [usize; 2]) -> f64 {
    first.iter().flat_map(|&row| second.iter().map(move |&column| matrix[row][column])).sum::<f64>() / 4.0
}

fn matrix(name: &str, first: u32, second: u32, games: u64) -> Matrix {
    let mut matrix = Matrix::default();
    println!("{name}, bonus of the first down and of the second across: {BONUSES:?}");
    for (row, &bonus) in BONUSES.iter().enumerate() {
        for (column, &other) in BONUSES.iter().enumerate() {
            matrix[row][column] = if first == second && row >= column {
                1.0 - matrix[column][row]
            } else {
                score((first, bonus), (second, other), games)
            };
        }
        if first == second {
            matrix[row][row] = 0.5;
        }
        println!("  {:.4?}", matrix[row]);
    }
    matrix
}

/// The points of `first` over the number of games, each player given as depth and corner bonus. Depth 0 plays at random.
/// The first player moves first in every other game.
fn score(first: (u32, f64), second: (u32, f64), games: u64) -> f64 {
    let mut players = [first, second].map(|(depth, corner)| player(depth, corner));
    let mut points = 0.0;
    for number in 0..games {
        let mut random = stream(2012, Purpose::Tuning, u64::from(first.0), number);
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut board = Reversi.initial();
        let outcome = loop {
            match Reversi.turn(&board) {
                Turn::End(outcome) => break outcome,
                Turn::Player(mover) => {
                    let action = players[usize::from(mover != side)](&board, &mut random);
                    board = Reversi.apply(&board, action.expect("an unfinished game has a move"));
                }
            }
        };
        points += outcome.points(side);
    }
    points / games as f64
}

fn player(depth: u32, corner: f64) -> impl FnMut(&Board, &mut Stream) -> Option<Place> {
    let mut search = AlphaBeta::new(Settings::full(depth.max(1)));
    move |board, random| {
        if depth > 0 {
            return search.choose(&Reversi, board, &mut Material { corner }, random);
        }
        let moves: Vec<Place> = Reversi.moves(board).collect();
        moves.get(random.random_range(0..moves.len())).copied()
    }
}
