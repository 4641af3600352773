//! Pubeval, the linear evaluation that Gerry Tesauro published in 1993 as a yardstick for backgammon programs.

use std::sync::LazyLock;

use super::board::{BAR, Board, OFF};
use super::plays::{Dice, Play, Plays};
use super::pubeval_weights::{ALL_OFF, CONTACT, RACE};

/// What men on the points add to a score, worked out for every number of men.
struct Weights {
    /// By point and by how many men we have there.
    own: [[f64; 16]; 26],
    /// By point: what a single man of theirs adds. Two or more are not seen.
    their_blot: [f64; 26],
    their_bar: f64,
    own_off: f64,
}

impl Weights {
    fn new(weights: &[f64; 122]) -> Self {
        let mut table = Weights {
            own: [[0.0; 16]; 26],
            their_blot: [0.0; 26],
            their_bar: weights[120] / 2.0,
            own_off: weights[121] / 15.0,
        };
        for point in 1..=24 {
            let of_point = &weights[5 * (24 - point)..][..5];
            table.their_blot[point] = of_point[0];
            table.own[point][1] = of_point[1];
            for men in 2..16 {
                let third = if men == 3 { of_point[3] } else { 0.0 };
                let spare = if men >= 4 { of_point[4] * (men as f64 - 3.0) / 2.0 } else { 0.0 };
                table.own[point][men] = of_point[2] + third + spare;
            }
        }
        table
    }
}

static RACING: LazyLock<Weights> = LazyLock::new(|| Weights::new(&RACE));
static IN_CONTACT: LazyLock<Weights> = LazyLock::new(|| Weights::new(&CONTACT));

/// Pubeval's score of a board as the player sees it who has just moved. `racing` says whether the players had passed
/// each other before that move: the choice between the two sets of weights is made once a turn.
pub fn score(board: Board, racing: bool) -> f64 {
    let weights: &Weights = if racing { &RACING } else { &IN_CONTACT };
    score_with(weights, board)
}

#[inline]
fn score_with(weights: &Weights, board: Board) -> f64 {
    if board.is_won() {
        return ALL_OFF;
    }
    let mut sum =
        weights.their_bar * f64::from(board.opp.on(BAR)) + weights.own_off * f64::from(board.own.on(OFF));
    for place in board.own.places() {
        sum += weights.own[place as usize][board.own.on(place) as usize];
    }
    for place in board.opp.places() {
        if board.opp.on(place) == 1 {
            sum += weights.their_blot[25 - place as usize];
        }
    }
    sum
}

/// The play that Pubeval makes: the first of those with the highest score.
pub fn choose(board: Board, dice: Dice, plays: &mut Plays) -> (Play, Board) {
    best(board, plays.find(board, dice))
}

/// The one of the plays found on `board` that Pubeval makes.
pub fn best(board: Board, found: &[(Play, Board)]) -> (Play, Board) {
    let weights: &Weights = if board.has_contact() { &IN_CONTACT } else { &RACING };
    let mut best = found[0];
    if found.len() == 1 {
        return best;
    }
    let mut highest = f64::NEG_INFINITY;
    for next in found {
        let score = score_with(weights, next.1);
        if score > highest {
            (highest, best) = (score, *next);
        }
    }
    best
}
