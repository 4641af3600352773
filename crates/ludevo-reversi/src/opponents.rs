//! The hand-written evaluations behind the named opponents of Reversi.

use ludevo_random::Stream;
use ludevo_search::alphabeta::Evaluator;
use rand::RngExt;

use super::bits::{CORNERS, legal_moves};
use super::features::exposed_x;
use super::rules::{Board, Reversi};

/// More pieces and more corners than the opponent: the material evaluation of the published guides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// What a corner is worth beyond being a piece.
    pub corner: f64,
}

/// A published guide: [`Material`] whose corner bonus is drawn anew for every game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// The corner bonus is one of these for a whole game, each as likely.
    bonuses: &'static [f64],
    material: Material,
}

impl Guide {
    const fn new(bonuses: &'static [f64]) -> Self {
        Guide { bonuses, material: Material { corner: bonuses[0] } }
    }
}

impl Evaluator<Reversi> for Guide {
    fn new_game(&mut self, random: &mut Stream) {
        self.material.corner = self.bonuses[random.random_range(0..self.bonuses.len())];
    }

    #[inline]
    fn value(&mut self, game: &Reversi, board: &Board) -> f64 {
        self.material.value(game, board)
    }
}

/// The guides of Table V: in one game of three a corner counts as nothing, not even a piece; in the others as eleven
/// pieces.
///
/// The publication says only that the evaluation is material with a corner bonus, and that players alternate at random
/// between two bonuses. These bonuses and those of [`STRONGER_GUIDE`] are a fit to its ratios, frozen before anything
/// was bred against them; `examples/calibrate_guides.rs` compares bonuses. A wider spread lowers ab3 - ab2 towards the
/// published ratio, but takes ab7 - ab5 or the stronger guides away from theirs. `ludevo reproduce reversi-guides`
/// measures the ratios on games that none was chosen by.
pub const GUIDE: Guide = Guide::new(&[-1.0, 10.0, 10.0]);

/// The guides of Table VI always like corners, in every other game above everything else.
pub const STRONGER_GUIDE: Guide = Guide::new(&[6.0, 20.0]);

impl Evaluator<Reversi> for Material {
    #[inline]
    fn value(&mut self, _game: &Reversi, board: &Board) -> f64 {
        f64::from(piece_difference(board)) + self.corner * f64::from(corner_difference(board))
    }
}

/// Mobility difference, ten for each corner more, and minus three for each own piece diagonally beside an empty corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

impl Evaluator<Reversi> for Hand {
    #[inline]
    fn value(&mut self, _game: &Reversi, board: &Board) -> f64 {
        f64::from(
            mobility_difference(board) + 10 * corner_difference(board)
                - 3 * exposed_x(board.own, board.opp).count_ones() as i32,
        )
    }
}

/// A weight for every square, added for own pieces and subtracted for the opponent's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedPieces {
    /// By square, a1 first.
    pub weights: [f64; 64],
}

impl WeightedPieces {
    /// The standard heuristic weights of the Othello League (Lucas and Runarsson 2006; Szubert, Jaskowski and
    /// Krawiec 2009).
    pub const STANDARD: WeightedPieces = WeightedPieces::symmetric([
        [1.00, -0.25, 0.10, 0.05],
        [-0.25, -0.25, 0.01, 0.01],
        [0.10, 0.01, 0.05, 0.02],
        [0.05, 0.01, 0.02, 0.01],
    ]);

    /// The weights of a1 to d4 mirrored into the other three quarters.
    pub const fn symmetric(quarter: [[f64; 4]; 4]) -> WeightedPieces {
        let mut weights = [0.0; 64];
        let mut square = 0;
        while square < 64 {
            let (row, column) = (square / 8, square % 8);
            weights[square] =
                quarter[if row < 4 { row } else { 7 - row }][if column < 4 { column } else { 7 - column }];
            square += 1;
        }
        WeightedPieces { weights }
    }

    fn sum(&self, mut squares: u64) -> f64 {
        let mut sum = 0.0;
        while squares != 0 {
            sum += self.weights[squares.trailing_zeros() as usize];
            squares &= squares - 1;
        }
        sum
    }
}

impl Evaluator<Reversi> for WeightedPieces {
    fn value(&mut self, _game: &Reversi, board: &Board) -> f64 {
        self.sum(board.own) - self.sum(board.opp)
    }
}

/// Own minus opposing pieces.
#[inline]
pub fn piece_difference(board: &Board) -> i32 {
    board.own.count_ones() as i32 - board.opp.count_ones() as i32
}

/// Own minus opposing corners.
#[inline]
pub fn corner_difference(board: &Board) -> i32 {
    (board.own & CORNERS).count_ones() as i32 - (board.opp & CORNERS).count_ones() as i32
}

/// The mover's placements minus those that the opponent would have.
#[inline(always)]
pub fn mobility_difference(board: &Board) -> i32 {
    legal_moves(board.own, board.opp).count_ones() as i32
        - legal_moves(board.opp, board.own).count_ones() as i32
}
