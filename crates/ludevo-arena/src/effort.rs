//! How many states a player expands, in all and per turn.

use serde::Serialize;

use crate::stats::Moments;

pub use ludevo_search::alphabeta::Effort;

/// Mean and spread of the states expanded per turn. Every turn counts, also one with a single legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EffortPerTurn {
    /// Interior states per turn.
    pub interior: Moments,
    /// Leaves per turn.
    pub leaves: Moments,
    /// Both together, per turn.
    pub total: Moments,
    /// Of each game added: its states squared, its states times its turns, and its turns squared.
    #[serde(skip)]
    squares: [f64; 3],
    #[serde(skip)]
    games: u64,
}

impl EffortPerTurn {
    /// Adds one turn.
    pub fn push(&mut self, turn: Effort) {
        self.interior.push(turn.interior as f64);
        self.leaves.push(turn.leaves as f64);
        self.total.push(turn.total() as f64);
    }

    /// Adds the turns of a game. The order of the games changes the last bits, so add them in a fixed order.
    pub fn push_game(&mut self, game: &EffortPerTurn) {
        self.interior.merge(&game.interior);
        self.leaves.merge(&game.leaves);
        self.total.merge(&game.total);
        let turns = game.total.count() as f64;
        let states = game.total.mean() * turns;
        for (sum, square) in self.squares.iter_mut().zip([states * states, states * turns, turns * turns]) {
            *sum += square;
        }
        self.games += 1;
    }

    /// The standard error of the states a turn. The turns of one game resemble each other, so it is the games that
    /// count as independent: the usual error of a ratio of two sums, states over turns.
    pub fn standard_error(&self) -> f64 {
        if self.games < 2 {
            return f64::INFINITY;
        }
        let [states, mixed, turns] = self.squares;
        let (mean, games) = (self.total.mean(), self.games as f64);
        let spread = (states - 2.0 * mean * mixed + mean * mean * turns).max(0.0);
        (spread * games / (games - 1.0)).sqrt() / self.total.count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(turns: &[u64]) -> EffortPerTurn {
        let mut effort = EffortPerTurn::default();
        turns.iter().for_each(|states| effort.push(Effort { interior: *states, leaves: 0 }));
        effort
    }

    #[test]
    fn games_and_not_turns_are_independent() {
        // Two games of equal turns: however many turns there are, only two numbers are known.
        let mut effort = EffortPerTurn::default();
        effort.push_game(&game(&[10; 30]));
        effort.push_game(&game(&[20; 30]));
        assert_eq!(effort.total.mean(), 15.0);
        // The standard error of the mean of 10 and 20.
        assert!((effort.standard_error() - 5.0).abs() < 1e-9);
        assert!(game(&[1, 2]).standard_error().is_infinite());
    }
}
