//! Searches for the corner bonuses with which the guides of Reversi come closest to their published win ratios.
//!
//! Usage: `calibrate_guides GAMES DEEP_GAMES`, with games a match up to depth 5 and games a match with
//! depth 7. A guide draws one of its bonuses for a whole game, so the score of a match is a mean over matches with fixed
//! bonuses: every combination of a few bonuses is played once and every pair worked out from that, drawn evenly or the
//! larger one twice as often.
#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use std::env;

use ludevo_random::{Purpose, Stream, stream};
use ludevo_reversi::opponents::Material;
use ludevo_reversi::{Board, Place, Reversi};
use ludevo_search::alphabeta::{AlphaBeta, SearchSettings};
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;

const BONUSES: [f64; 6] = [-1.0, 0.0, 3.0, 6.0, 10.0, 20.0];

/// A score for every bonus of the first player (row) and of the second (column).
type Matrix = [[f64; BONUSES.len()]; BONUSES.len()];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number of games");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [games, deep_games] => grid(number(games), number(deep_games)),
        _ => panic!("usage: calibrate_guides GAMES DEEP_GAMES"),
    }
}

fn grid(games: u64, deep_games: u64) {
    let against_random = matrix("2 - random", 2, 0, games);
    let three_two = matrix("3 - 2", 3, 2, games);
    let five_three = matrix("5 - 3", 5, 3, games);
    let seven_five = matrix("7 - 5", 7, 5, deep_games);
    let published = [0.8471, 0.6004, 0.7509, 0.7662];
    println!("Table V: 2 - random, 3 - 2, 5 - 3, 7 - 5, published {published:.4?}");
    let plain = closest(&published, |draws| {
        let same = |matrix| mean(matrix, draws, draws);
        vec![same(&against_random), same(&three_two), same(&five_three), same(&seven_five)]
    });

    let five_five = matrix("5 - 5", 5, 5, games);
    let seven_seven = matrix("7 - 7", 7, 7, deep_games);
    let published = [0.6342, 0.8418, 0.62855];
    for plain in plain {
        println!("Table VI against {}: 5p - 5, 7p - 5p, 7p - 7, published {published:.4?}", name(&plain));
        closest(&published, |draws| {
            vec![
                mean(&five_five, draws, &plain),
                mean(&seven_five, draws, draws),
                mean(&seven_seven, draws, &plain),
            ]
        });
    }
    let four_three = matrix("4 - 3", 4, 3, games);
    let draws = [0, BONUSES.len() - 1];
    println!("4 - 3 with {}: {:.4}", name(&draws), mean(&four_three, &draws, &draws));
}

/// Prints the draws of bonuses whose largest deviation is smallest, and returns the best three.
fn closest(published: &[f64], scores: impl Fn(&[usize]) -> Vec<f64>) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for low in 0..BONUSES.len() {
        for high in low..BONUSES.len() {
            for draws in [vec![low, high], vec![low, high, high]] {
                let row = scores(&draws);
                let off = row.iter().zip(published).map(|(score, published)| (score - published).abs());
                found.push((off.fold(0.0, f64::max), draws, row));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (off, draws, row) in &found[..8] {
        println!("  {:10} {row:.4?} off by at most {off:.4}", name(draws));
    }
    found.into_iter().take(3).map(|(_, draws, _)| draws).collect()
}

fn name(draws: &[usize]) -> String {
    draws.iter().map(|&index| BONUSES[index].to_string()).collect::<Vec<_>>().join("/")
}

/// The score when each player draws one of its bonuses.
fn mean(matrix: &Matrix, first: &[usize], second: &[usize]) -> f64 {
    let all = first.iter().flat_map(|&row| second.iter().map(move |&column| matrix[row][column]));
    all.sum::<f64>() / (first.len() * second.len()) as f64
}

fn matrix(name: &str, first: u32, second: u32, games: u64) -> Matrix {
    let mut matrix = Matrix::default();
    println!("{name}, bonus of the first down and of the second across: {BONUSES:?}");
    for (row, &bonus) in BONUSES.iter().enumerate() {
        for (column, &other) in BONUSES.iter().enumerate() {
            matrix[row][column] = if first == second && row >= column {
                1.0 - matrix[column][row]
            } else {
                score((first, &[bonus]), (second, &[other]), games)
            };
        }
        if first == second {
            matrix[row][row] = 0.5;
        }
        println!("  {:.4?}", matrix[row]);
    }
    matrix
}

/// The points of `first` over the number of games, each player given as depth and bonuses to draw from. Depth 0 plays at
/// random. The first player moves first in every other game.
fn score(first: (u32, &[f64]), second: (u32, &[f64]), games: u64) -> f64 {
    let mut points = 0.0;
    for number in 0..games {
        let mut random = stream(2012, Purpose::Tuning, u64::from(first.0), number);
        let mut players = [first, second]
            .map(|(depth, bonuses)| player(depth, bonuses[random.random_range(0..bonuses.len())]));
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut board = Reversi.initial();
        let outcome = loop {
            match Reversi.turn(&board) {
                Turn::End(outcome) => break outcome,
                Turn::Chance => unreachable!("Reversi has no chance"),
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
    let mut search = AlphaBeta::new(SearchSettings::full(depth.max(1)));
    move |board, random| {
        if depth > 0 {
            return search.choose(&Reversi, board, &mut Material { corner }, random);
        }
        let moves: Vec<Place> = Reversi.moves(board).collect();
        moves.get(random.random_range(0..moves.len())).copied()
    }
}
