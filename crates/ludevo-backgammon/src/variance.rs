//! Games whose results vary less: the same rolls for both sides, every first roll as often as every other, and luck
//! taken off. Each is compared with plain games of the same players.

use std::sync::LazyLock;

use ludevo_arena::stats::Moments;
use ludevo_random::{Purpose, Stream, stream};
use rayon::prelude::*;

use super::board::Board;
use super::evolved::{Chooser, game_after, quick_game};
use super::plays::{Dice, Plays};
use super::rules::throw;
use super::teacher::{Scratch, Teacher, Training};
use ludevo_game::study::VarianceReduction;

/// In how many blocks the games are played, so that it can be said how sure the result is.
const BLOCKS: u64 = 10;

/// Purposes of streams within a block.
const PLAIN: u64 = 0;
const REDUCED: u64 = 1;

/// How the value function is made that luck is measured with: once and for all, by games of its own.
const JUDGE: Training = Training { hidden: 12, games: 6000, seed: 7 };

/// How many plain games a game is worth, block by block.
pub(super) fn worth(first: &Chooser, second: &Chooser, games: u64, reduction: VarianceReduction) -> Vec<f64> {
    let players = Players { first, second };
    let in_block = (games / BLOCKS).max(60);
    let one = |block: u64| {
        let plain = players.variance(in_block, |game| players.plain(block, game));
        let other = match reduction {
            VarianceReduction::DuplicateDice => {
                2.0 * players.variance(in_block / 2, |pair| players.pair(block, pair))
            }
            VarianceReduction::FirstRolls => players.variance_within_first_rolls(block, in_block),
            VarianceReduction::Luck => players.variance(in_block, |game| players.without_luck(block, game)),
        };
        plain / other
    };
    (0..BLOCKS).map(one).collect()
}

struct Players<'a> {
    first: &'a Chooser,
    second: &'a Chooser,
}

impl Players<'_> {
    /// The players as they sit in a game of this number: sides alternate.
    fn seated(&self, game: u64) -> (&Chooser, &Chooser) {
        if game.is_multiple_of(2) { (self.first, self.second) } else { (self.second, self.first) }
    }

    /// What FIRST gets of a game of this number that the side to move first won or lost.
    fn points(game: u64, first_side_won: bool) -> f64 {
        f64::from(u8::from(first_side_won == game.is_multiple_of(2)))
    }

    fn variance(&self, count: u64, result: impl Fn(u64) -> f64 + Send + Sync) -> f64 {
        let results: Vec<f64> = (0..count).into_par_iter().map(result).collect();
        variance_of(&results)
    }

    fn plain(&self, block: u64, game: u64) -> f64 {
        let (one, two) = self.seated(game);
        Self::points(game, quick_game(one, two, &mut dice(block, PLAIN, game)))
    }

    /// The mean of two games with the same rolls and the sides swapped.
    fn pair(&self, block: u64, pair: u64) -> f64 {
        let game = |number: u64| {
            let (one, two) = self.seated(number);
            Self::points(number, quick_game(one, two, &mut dice(block, REDUCED, pair)))
        };
        (game(0) + game(1)) / 2.0
    }

    /// The mean over first rolls and sides of the variance of games that start alike.
    fn variance_within_first_rolls(&self, block: u64, games: u64) -> f64 {
        let openings: Vec<Dice> = Dice::ALL.into_iter().filter(|dice| !dice.is_double()).collect();
        let strata = 2 * openings.len() as u64;
        let each = (games / strata).max(2);
        let sum: f64 = (0..strata)
            .map(|stratum| {
                let (one, two) = self.seated(stratum);
                let opening = openings[(stratum / 2) as usize];
                self.variance(each, |game| {
                    let mut rng = dice(block, REDUCED, stratum * each + game);
                    Self::points(stratum, game_after(opening, one, two, &mut rng, |_, _, _| ()))
                })
            })
            .sum();
        sum / strata as f64
    }

    /// The result of a game less the luck of FIRST's rolls, plus that of SECOND's.
    fn without_luck(&self, block: u64, game: u64) -> f64 {
        let (one, two) = self.seated(game);
        let mut rng = dice(block, REDUCED, game);
        let opening = throw(true, &mut rng);
        let mut judge = Judge::new();
        let mut luck = 0.0;
        let won = game_after(opening, one, two, &mut rng, |turn, board, dice| {
            let of_mover = judge.luck(board, dice, turn == 0);
            luck += if (turn as u64 + game).is_multiple_of(2) { of_mover } else { -of_mover };
        });
        Self::points(game, won) - luck
    }
}

fn dice(block: u64, kind: u64, game: u64) -> Stream {
    stream(1, Purpose::Final, 2 * block + kind, game)
}

fn variance_of(results: &[f64]) -> f64 {
    let mut moments = Moments::default();
    results.iter().for_each(|result| moments.push(*result));
    moments.standard_deviation() * moments.standard_deviation()
}

/// Says how lucky a roll was.
struct Judge {
    plays: Plays,
    scratch: Scratch,
}

impl Judge {
    fn new() -> Self {
        Judge { plays: Plays::default(), scratch: JUDGES_VALUES.scratch() }
    }

    /// How much better the mover's chance is after the roll than it was before, with the best play by the value
    /// function in either case. Whatever that function says, luck is zero on average.
    fn luck(&mut self, board: Board, rolled: Dice, opening: bool) -> f64 {
        let (mut mean, mut after) = (0.0, 0.0);
        for dice in Dice::ALL.into_iter().filter(|dice| !(opening && dice.is_double())) {
            let found = self.plays.find(board, dice);
            let values = found.iter().map(|(_, next)| JUDGES_VALUES.value(*next, &mut self.scratch));
            let best = f64::from(values.fold(0.0, f32::max));
            mean += best * if opening { 1.0 / 15.0 } else { f64::from(dice.chances()) / 36.0 };
            if dice == rolled {
                after = best;
            }
        }
        after - mean
    }
}

static JUDGES_VALUES: LazyLock<Teacher> = LazyLock::new(|| Teacher::train(JUDGE));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_zero_on_average() {
        let mut judge = Judge::new();
        for (board, opening) in [(Board::START, true), (Board::START, false)] {
            let rolls = Dice::ALL.into_iter().filter(|dice| !(opening && dice.is_double()));
            let all: f64 = rolls
                .map(|dice| {
                    let chance = if opening { 1.0 / 15.0 } else { f64::from(dice.chances()) / 36.0 };
                    chance * judge.luck(board, dice, opening)
                })
                .sum();
            assert!(all.abs() < 1e-9, "{all}");
        }
    }

    #[test]
    fn games_without_luck_are_worth_more_than_plain_ones() {
        let worth = worth(&Chooser::Pubeval, &Chooser::Pubeval, 600, VarianceReduction::Luck);
        assert_eq!(worth.len(), BLOCKS as usize);
        assert!(worth.iter().sum::<f64>() > 1.5 * BLOCKS as f64, "{worth:?}");
    }
}
