//! Tournaments in which everybody plays everybody, and the ratings that come of them.

use std::sync::atomic::{AtomicBool, Ordering};

use ludevo_random::Purpose;
use serde::Serialize;
use thiserror::Error;

use crate::matches::{CONFIDENCE, Match, MatchError, MatchResult, Watch};
use crate::record::Names;
use crate::stats::{PayoffTable, PointTally, Rating, Tally, bradley_terry};

/// A tournament to be played. Each pairing is a [`Match`], whose generation is the number of the pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRobin {
    /// Games of each pairing.
    pub games: u64,
    /// The plies of random openings, as in [`Match::openings`].
    pub openings: Option<u32>,
    /// Where games start, as in [`Match::positions`].
    pub positions: Vec<String>,
    /// The seed of all games.
    pub seed: u64,
    /// Keeps a record of every game, under this name of the game.
    pub records: Option<String>,
}

/// What a tournament tells those who look on.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Which pairing is being played, from 1.
    pub pairing: usize,
    /// How many pairings there are.
    pub pairings: usize,
    /// The first player of the pairing.
    pub first: &'a str,
    /// The second player of the pairing.
    pub second: &'a str,
    /// The games of the pairing so far, as the first player sees them.
    pub tally: Tally,
}

/// Who looks on while a tournament is played.
#[derive(Default)]
pub struct TournamentWatch<'a> {
    /// Called after every game, or pair, in their order.
    pub progress: Option<&'a mut (dyn FnMut(Progress<'_>) + Send)>,
    /// Ends the tournament when raised, with the games that the whole would start with.
    pub stop: Option<&'a AtomicBool>,
}

/// How a tournament went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentResult {
    /// The players, the strongest first.
    pub standings: Vec<Standing>,
    /// The names of the players in the order in which they were entered, which is that of the payoffs.
    pub players: Vec<String>,
    /// What everybody did against everybody.
    pub payoffs: PayoffTable,
    /// The matches, in the order in which they were played.
    pub pairings: Vec<Pairing>,
    /// Whether draws had to be added for the ratings to be finite; see [`bradley_terry`].
    pub draws_added: bool,
    /// Whether the tournament was stopped before its last game.
    pub stopped: bool,
}

/// A player's place in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player.
    pub name: String,
    /// Its strength, with the 95 % interval.
    #[serde(flatten)]
    pub rating: Rating,
    /// Its games against everybody.
    #[serde(flatten)]
    pub tally: Tally,
    /// Points per game.
    pub score: f64,
    /// Its share of what all its games counted, where wins may count more than one point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_of_points: Option<f64>,
}

/// A match of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Who was FIRST.
    pub first: String,
    /// Who was SECOND.
    pub second: String,
    /// How it went.
    #[serde(flatten)]
    pub result: MatchResult,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// There is nobody to play against.
    #[error("a tournament needs at least two players")]
    TooFewPlayers,
    /// Its matches cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl RoundRobin {
    /// Plays the tournament among players of these names, one pairing after the other; `play` plays the match between
    /// those at two places.
    pub fn play<E>(
        &self,
        names: &[impl AsRef<str>],
        mut watch: TournamentWatch<'_>,
        mut play: impl FnMut(&Match, usize, usize, Watch<'_>) -> Result<MatchResult, E>,
    ) -> Result<TournamentResult, E>
    where
        E: From<TournamentError>,
    {
        if names.len() < 2 {
            return Err(TournamentError::TooFewPlayers.into());
        }
        let mut payoffs = PayoffTable::new(names.len());
        let mut points: Vec<Option<PointTally>> = vec![None; names.len()];
        let mut pairings = Vec::new();
        let mut stopped = false;
        let schedule = schedule(names.len());
        for (index, &(one, other)) in schedule.iter().enumerate() {
            stopped |= watch.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if stopped {
                break;
            }
            let (first, second) = (names[one].as_ref(), names[other].as_ref());
            let mut report = |tally: &Tally| {
                if let Some(progress) = &mut watch.progress {
                    progress(Progress {
                        pairing: index + 1,
                        pairings: schedule.len(),
                        first,
                        second,
                        tally: *tally,
                    });
                }
            };
            let watch = Watch { progress: Some(&mut report), records: None, stop: watch.stop };
            let plan = self.pairing(index, first, second);
            let result = play(&plan, one, other, watch)?;
            stopped |= result.stopped;
            payoffs.add(one, other, &result.tally());
            if let Some(won) = result.points {
                *points[one].get_or_insert_default() += won;
                *points[other].get_or_insert_default() += won.reversed();
            }
            pairings.push(Pairing { first: first.into(), second: second.into(), result });
        }
        let rated = bradley_terry(&payoffs, CONFIDENCE);
        let mut standings: Vec<Standing> = names
            .iter()
            .zip(rated.ratings)
            .enumerate()
            .map(|(index, (name, rating))| {
                let tally = payoffs.total(index);
                Standing {
                    name: name.as_ref().into(),
                    rating,
                    tally,
                    score: tally.score(),
                    share_of_points: points[index].map(|points| points.share()),
                }
            })
            .collect();
        standings.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
        Ok(TournamentResult {
            standings,
            players: names.iter().map(|name| name.as_ref().into()).collect(),
            payoffs,
            pairings,
            draws_added: rated.draws_added,
            stopped,
        })
    }

    fn pairing(&self, index: usize, first: &str, second: &str) -> Match {
        Match {
            games: self.games,
            openings: self.openings,
            positions: self.positions.clone(),
            seed: self.seed,
            purpose: Purpose::Match,
            generation: index as u64,
            sprt: None,
            records: self.records.as_ref().map(|game| Names {
                game: game.clone(),
                first: first.into(),
                second: second.into(),
            }),
        }
    }
}

/// Every two players once.
fn schedule(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::{Nim, Perfect};
    use crate::player::{Player, RandomPlayer};

    fn perfect() -> Box<dyn Player<Nim>> {
        Box::new(Perfect::default())
    }

    fn random() -> Box<dyn Player<Nim>> {
        Box::new(RandomPlayer)
    }

    type Entry = (&'static str, fn() -> Box<dyn Player<Nim>>);

    const PLAYERS: [Entry; 3] = [("random", random), ("perfect", perfect), ("also random", random)];

    const PLAN: RoundRobin =
        RoundRobin { games: 100, openings: Some(2), positions: Vec::new(), seed: 6, records: None };

    fn play(
        plan: &RoundRobin,
        players: &[Entry],
        watch: TournamentWatch<'_>,
    ) -> Result<TournamentResult, TournamentError> {
        let names: Vec<&str> = players.iter().map(|(name, _)| *name).collect();
        plan.play(&names, watch, |plan, one, other, watch| {
            Ok(plan.play(&Nim::new(21), &players[one].1, &players[other].1, watch)?)
        })
    }

    #[test]
    fn the_stronger_player_stands_first() {
        let result = play(&PLAN, &PLAYERS, TournamentWatch::default()).unwrap();
        assert_eq!(result.standings[0].name, "perfect");
        assert!(result.standings[0].rating.low > result.standings[1].rating.elo);
        assert_eq!(result.pairings.len(), 3);
        assert!(result.standings.iter().all(|standing| standing.tally.games() == 200));
        assert_eq!(result.payoffs.get(0, 1), result.payoffs.get(1, 0).reversed());
        let mean: f64 = result.standings.iter().map(|standing| standing.rating.elo).sum();
        assert!(mean.abs() < 1e-6);
    }

    #[test]
    fn pairings_of_the_same_players_play_different_games() {
        let plan = RoundRobin { records: Some("nim".into()), ..PLAN };
        let result = play(&plan, &[PLAYERS[0]; 3], TournamentWatch::default()).unwrap();
        assert_ne!(result.pairings[0].result.records, result.pairings[1].result.records);
    }

    #[test]
    fn a_stopped_tournament_keeps_what_was_played() {
        let whole = play(&PLAN, &PLAYERS, TournamentWatch::default()).unwrap();
        let stop = AtomicBool::new(false);
        let mut raise = |progress: Progress<'_>| {
            assert_eq!(progress.pairings, 3);
            if progress.pairing == 2 && progress.tally.games() == 10 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = TournamentWatch { progress: Some(&mut raise), stop: Some(&stop) };
        // On one thread the stop is seen before the next game.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let part = pool.install(|| play(&PLAN, &PLAYERS, watch)).unwrap();
        assert!(part.stopped && !whole.stopped);
        assert_eq!(part.pairings.len(), 2);
        assert_eq!(part.pairings[0], whole.pairings[0]);
        assert_eq!(part.pairings[1].result.games, 10);
    }

    #[test]
    fn one_player_is_no_tournament() {
        let alone = play(&PLAN, &PLAYERS[..1], TournamentWatch::default());
        assert_eq!(alone, Err(TournamentError::TooFewPlayers));
    }
}
