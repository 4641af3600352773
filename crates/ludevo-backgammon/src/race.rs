//! Races: how many throws a player needs to bear off all men, and who will be first.

use std::sync::LazyLock;

use super::board::{Board, MEN, Men};
use super::plays::{Dice, Plays};

/// The steps of a throw on average.
const STEPS_A_THROW: f64 = 49.0 / 6.0;

/// How much the number of throws that a player needs varies, for each throw: the variance of the steps of a throw over
/// the square of their mean.
const VARIANCE_A_THROW: f64 = 0.28;

/// The throws that a player needs on average who wants to bear off all men quickly and meets no resistance. Exact where
/// all men are at home; men outside are taken to walk to point 6 first, without a step lost.
pub fn throws_to_bear_off(men: Men) -> f64 {
    let mut home = [0; 6];
    let mut outside = 0;
    for place in men.places() {
        home[place.min(6) as usize - 1] += men.on(place);
        outside += men.on(place) * place.saturating_sub(6);
    }
    f64::from(THROWS[index_of(home)]) + f64::from(outside) / STEPS_A_THROW
}

/// The chance of the player who has just moved to win if nobody is hit any more.
pub fn chance_of_race(board: Board) -> f64 {
    let (own, other) = (throws_to_bear_off(board.own), throws_to_bear_off(board.opp));
    // The other player throws first, which is worth half a throw.
    let lead = other - own - 0.5;
    let deviation = (VARIANCE_A_THROW * (own + other)).max(0.1).sqrt();
    // The logistic curve closest to the normal distribution.
    1.0 / (1.0 + libm::exp(-1.7 * lead / deviation))
}

/// By [`index_of`]: the throws needed on average.
static THROWS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let mut positions = Vec::new();
    add_positions([0; 6], 0, MEN, &mut positions);
    let pips = |home: &[u32; 6]| home.iter().zip(1..).map(|(men, place)| men * place).sum::<u32>();
    // Every play leads to a position of fewer pips.
    positions.sort_by_key(pips);
    let mut throws = vec![0.0; positions.len()];
    let mut plays = Plays::default();
    for home in &positions[1..] {
        let men = home.iter().zip(1..).fold(Men::default(), |men, (count, place)| men.with(place, *count));
        let board = Board { own: men, opp: Men::default() };
        let mut sum = 0.0;
        for dice in Dice::ALL {
            let after = plays.find(board, dice).iter().map(|(_, next)| {
                throws[index_of(std::array::from_fn(|point| next.own.on(point as u32 + 1)))]
            });
            sum += dice.chances() as f32 * after.fold(f32::INFINITY, f32::min);
        }
        throws[index_of(*home)] = 1.0 + sum / 36.0;
    }
    throws
});

/// Adds all ways to put at most `left` more men on the points from `point` on.
fn add_positions(home: [u32; 6], point: usize, left: u32, positions: &mut Vec<[u32; 6]>) {
    if point == home.len() {
        positions.push(home);
        return;
    }
    for men in 0..=left {
        let mut next = home;
        next[point] = men;
        add_positions(next, point + 1, left - men, positions);
    }
}

/// The number of a position at home, men by point, among all with at most 15 men: its rank as a combination of six out of
/// 21, the men and five bars between the points in a row.
fn index_of(home: [u32; 6]) -> usize {
    let (mut index, mut before) = (0, 0);
    for (men, bars) in home.into_iter().zip(0..) {
        before += men as usize;
        index += CHOOSE[before + bars][bars + 1];
    }
    index
}

/// Binomial coefficients up to those of 21.
const CHOOSE: [[usize; 7]; 22] = {
    let mut choose = [[0; 7]; 22];
    let mut of = 0;
    while of < 22 {
        choose[of][0] = 1;
        let mut count = 1;
        while count < 7 && of > 0 {
            choose[of][count] = choose[of - 1][count - 1] + choose[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    choose
};

#[cfg(test)]
mod tests {
    use super::*;

    fn men(home: &[(u32, u32)]) -> Men {
        home.iter().fold(Men::default(), |men, (place, count)| men.with(*place, *count))
    }

    #[test]
    fn every_position_at_home_has_its_own_place_in_the_table() {
        let mut positions = Vec::new();
        add_positions([0; 6], 0, MEN, &mut positions);
        let mut indices: Vec<usize> = positions.into_iter().map(index_of).collect();
        indices.sort_unstable();
        assert!(indices.into_iter().eq(0..54_264));
    }

    #[test]
    fn known_positions_take_the_throws_that_can_be_counted_by_hand() {
        let throws = |home: &[(u32, u32)]| throws_to_bear_off(men(home));
        assert_eq!(throws(&[]), 0.0);
        assert_eq!(throws(&[(1, 2)]), 1.0);
        // Any throw but 1-1 to 1-4 and 2-3, 9 of 36 with the double 1, takes a man off from point 6.
        let misses = 9.0 / 36.0;
        assert!((throws(&[(6, 1)]) - (1.0 + misses)).abs() < 1e-6);
        // Three men on point 1: a double, or a second throw.
        assert!((throws(&[(1, 3)]) - (1.0 + 30.0 / 36.0)).abs() < 1e-6);
    }

    #[test]
    fn who_is_ahead_wins_the_race_more_often_and_the_turn_counts() {
        let level = Board { own: men(&[(6, 5), (5, 5)]), opp: men(&[(6, 5), (5, 5)]) };
        assert!(chance_of_race(level) < 0.5);
        let ahead = Board { own: men(&[(6, 2), (5, 5)]), ..level };
        assert!(chance_of_race(ahead) > 0.5 && chance_of_race(ahead) < 1.0);
    }
}
