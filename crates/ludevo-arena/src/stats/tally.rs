//! Wins, draws and losses, counted by game and by pair of games.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Games of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Adds a game worth 1, one half or 0 points.
    pub fn push(&mut self, points: f64) {
        if points > 0.5 {
            self.wins += 1;
        } else if points < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win is one point, a draw one half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game; one half before any game, when nothing speaks for either player.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the opponent.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// What wins count in games where they may count more than one point, such as a gammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointTally {
    /// What the player's wins count together.
    pub won: u64,
    /// What the opponent's wins count together.
    pub lost: u64,
    /// The squares of what each of the player's wins counts, added up.
    pub won_squares: u64,
    /// The same of the opponent's wins.
    pub lost_squares: u64,
}

impl PointTally {
    /// Adds a game that was won or lost by so many points.
    pub fn push(&mut self, won: bool, points: u32) {
        let (sum, squares) = if won {
            (&mut self.won, &mut self.won_squares)
        } else {
            (&mut self.lost, &mut self.lost_squares)
        };
        *sum += u64::from(points);
        *squares += u64::from(points).pow(2);
    }

    /// The same games seen by the opponent.
    pub fn reversed(&self) -> PointTally {
        PointTally {
            won: self.lost,
            lost: self.won,
            won_squares: self.lost_squares,
            lost_squares: self.won_squares,
        }
    }

    /// The player's share of all points; one half before any game.
    pub fn share(&self) -> f64 {
        let all = self.won + self.lost;
        if all == 0 { 0.5 } else { self.won as f64 / all as f64 }
    }
}

impl AddAssign for PointTally {
    fn add_assign(&mut self, other: PointTally) {
        self.won += other.won;
        self.lost += other.lost;
        self.won_squares += other.won_squares;
        self.lost_squares += other.lost_squares;
    }
}

/// Pairs of games from the same start with sides swapped, counted by the points that the two games gave together: 0,
/// one half, 1, one and a half, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTally(pub [u64; 5]);

impl PairTally {
    /// Adds a pair worth 0 to 2 points.
    pub fn push(&mut self, points: f64) {
        self.0[(2.0 * points).round() as usize] += 1;
    }

    /// How many pairs there were.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points per game; one half before any game.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.sum_of_powers(1) / self.pairs() as f64 }
    }

    /// The sum over pairs of the power of the points per game.
    pub(crate) fn sum_of_powers(&self, power: i32) -> f64 {
        let power_of = |share: f64| (0..power).fold(1.0, |product, _| product * share);
        (0..5_u8)
            .zip(self.0)
            .map(|(quarters, count)| power_of(f64::from(quarters) / 4.0) * count as f64)
            .sum()
    }
}
