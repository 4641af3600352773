//! What published figures ask of a game beside matches and solutions.

use ludevo_arena::{Record, ReplayError};
use serde::{Deserialize, Serialize};

use crate::game::GameError;
use crate::player_name::{PlayerError, PlayerName};

/// A game whose tree and results can be studied.
pub trait Study: Sync {
    /// The mean number of moves in the states less than `plies` plies below the positions of recorded games.
    fn branching(&self, records: &[Record], plies: u32) -> Result<f64, ReplayError>;

    /// How the results of its games vary; nothing if there is no chance in it, or it cannot say.
    fn variance(&self) -> Option<&dyn Variance>;
}

/// A game of chance that can be played or counted so that results vary less.
pub trait Variance: Sync {
    /// How many plain games one such game is worth, the variances of their results one over the other, in blocks of the
    /// games.
    fn worth(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        games: u64,
        reduction: VarianceReduction,
    ) -> Result<Vec<f64>, PlayerError>;
}

/// How games of chance are played or counted so that their results vary less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VarianceReduction {
    /// In pairs with the same rolls and the sides swapped.
    DuplicateDice,
    /// With every opening roll as often as every other.
    FirstRolls,
    /// Less the luck of all rolls, as a value function says that is fixed beforehand.
    Luck,
}

/// A game of races on courses, whose figures are times and places.
pub trait Races: Sync {
    /// Makes an entry ready: what comes of it, race by race, by the seed of each.
    fn enter(&self, entry: &Entry<'_>) -> Result<Box<dyn Fn(u32) -> Raced + Send + Sync>, GameError>;
}

/// A game whose players are rated in leagues, everybody against everybody.
pub trait Leagues: Sync {
    /// The ratings in a league of everybody who ships and a guest.
    fn ratings(&self, guest: &PlayerName, rounds: u32, seed: u64) -> Result<LeagueRatings, GameError>;
}

/// Ratings in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueRatings {
    /// That of the guest.
    pub guest: f64,
    /// Those of the others, in the same order in every league.
    pub others: Vec<f64>,
}

/// Someone in races.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Who.
    pub driver: &'a PlayerName,
    /// Who starts before it, the first first; nobody for races against the clock.
    pub behind: &'a [PlayerName],
    /// Where.
    pub course: &'a str,
    /// How many rounds.
    pub laps: u16,
}

/// What came of a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raced {
    /// Seconds from the start to the line after the last round, for whoever got there.
    pub seconds: Option<f64>,
    /// Rounds done.
    pub laps: u32,
    /// Damage at the end.
    pub damage: f64,
    /// Whether nobody was before it.
    pub is_won: bool,
}
