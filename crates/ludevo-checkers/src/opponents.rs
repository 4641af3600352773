//! The evaluations behind the named opponents of the checkers games.

use ludevo_random::Stream;
use ludevo_search::alphabeta::Evaluator;
use rand::RngExt;

use super::features;
use super::rules::{Checkers, Position};

/// The evaluation of the published guides of lose checkers: a random number for every position, from -10 to 10, drawn
/// anew for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomValues {
    salt: u64,
}

impl<const ROW: u32, const LOSE: bool> Evaluator<Checkers<ROW, LOSE>> for RandomValues {
    fn new_game(&mut self, random: &mut Stream) {
        self.salt = random.random();
    }

    #[inline]
    fn value(&mut self, _game: &Checkers<ROW, LOSE>, position: &Position<ROW>) -> f64 {
        let mut hash = self.salt;
        for set in [position.own, position.opp, position.kings] {
            hash = (hash ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        }
        // The high half of a product spreads the number evenly over 21 values.
        ((u128::from(hash) * 21) >> 64) as f64 - 10.0
    }

    /// Random leaves make it good to have many moves and to leave few.
    #[inline]
    fn promise(&mut self, _game: &Checkers<ROW, LOSE>, position: &Position<ROW>) -> f64 {
        features::promise(position)
    }
}

/// The evaluation of the published guides of 10x10 checkers: men and kings, a king's worth being drawn from two for
/// every game. The publication says no more; 1.4 is its king factor.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    king: f64,
}

/// What a king may be worth to [`Material`].
pub const KINGS: [f64; 2] = [1.4, 2.0];

impl Default for Material {
    fn default() -> Self {
        Material { king: KINGS[0] }
    }
}

impl<const ROW: u32, const LOSE: bool> Evaluator<Checkers<ROW, LOSE>> for Material {
    fn new_game(&mut self, random: &mut Stream) {
        self.king = KINGS[random.random_range(0..KINGS.len())];
    }

    #[inline]
    fn value(&mut self, _game: &Checkers<ROW, LOSE>, position: &Position<ROW>) -> f64 {
        let difference = |set: u64| {
            f64::from((position.own & set).count_ones()) - f64::from((position.opp & set).count_ones())
        };
        difference(!position.kings) + self.king * difference(position.kings)
    }
}

/// What the running maximum of the published search seems to have started from instead of minus infinity: the smallest
/// positive number, which is what Java's `Double.MIN_VALUE` is. Nothing documents it; the published ratios of Table 3.5
/// say so, since players of even depth are far weaker there than a correct search makes them.
pub const FLOOR: f64 = f64::from_bits(1);
