//! The hand-written evaluations behind the named opponents of Reversi.

use ludevo_random::Stream;
use ludevo_search::alphabeta::Evaluator;
use rand::RngExt;

use super::bits::{CORNERS, legal_moves};
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
    pub bonuses: [f64; 2],
    material: Material,
}

impl Guide {
    /// A guide that plays with either bonus.
    pub const fn new(bonuses: [f64; 2]) -> Self {
        Guide { bonuses, material: Material { corner: bonuses[0] } }
    }
}

impl Evaluator<Reversi> for Guide {
    fn new_game(&mut self, random: &mut Stream) {
        self.material.corner = self.bonuses[usize::from(random.random_bool(0.5))];
    }

    #[inline]
    fn value(&mut self, game: &Reversi, board: &Board) -> f64 {
        self.material.value(game, board)
    }
}

/// The guides of Table V.
pub const GUIDE: Guide = Guide::new([0.0, 10.0]);

/// The stronger guides of Table VI.
pub const STRONGER_GUIDE: Guide = Guide::new([5.0, 10.0]);

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
    fn value(&mut self, _game: &Reversi, board: &Board) -> f64 {
        f64::from(mobility_difference(board) + 10 * corner_difference(board) - 3 * exposed_x_squares(board))
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
#[inline]
pub fn mobility_difference(board: &Board) -> i32 {
    legal_moves(board.own, board.opp).count_ones() as i32
        - legal_moves(board.opp, board.own).count_ones() as i32
}

/// How many of the mover's pieces stand on b2, g2, b7 or g7 beside an empty corner.
#[inline]
pub fn exposed_x_squares(board: &Board) -> i32 {
    let empty = CORNERS & !(board.own | board.opp);
    let beside = (empty << 9) | (empty << 7) | (empty >> 7) | (empty >> 9);
    (board.own & beside & X_SQUARES).count_ones() as i32
}

/// b2, g2, b7 and g7.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
