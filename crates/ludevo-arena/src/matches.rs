//! Matches: many games between two players, spread over threads, with a result that does not depend on the threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, TurnBased};
use serde::Serialize;
use thiserror::Error;

use crate::effort::EffortPerTurn;
use crate::game::{Played, play_until_stopped};
use crate::opening::{Opening, random_opening};
use crate::player::{MakePlayer, Player, PlayerFailed};
use crate::record::{Names, Record};
use crate::stats::{PairTally, PointTally, Sprt, SprtState, SprtVerdict, Tally, paired, wilson};

/// The confidence of every interval in a [`MatchResult`].
pub const CONFIDENCE: f64 = 0.95;

/// Games use the slots from 0 on, openings those from here on, so that no game shares its stream with an opening.
const OPENING_SLOTS: u64 = 1 << 63;

/// A match to be played. Sides alternate: FIRST has [`Side::First`] in the games of even index.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// How many games, at most if there is a sequential test. With openings or positions, an even number.
    pub games: u64,
    /// Without openings every game starts from the initial position. With `Some(plies)`, each pair of games starts
    /// with the same random opening of that many plies, and sides are swapped for the second game.
    pub openings: Option<u32>,
    /// Where games start if not from the initial position, by names that the game knows or as files. Each position is
    /// played twice with sides swapped.
    pub positions: Vec<String>,
    /// The seed of all games and openings.
    pub seed: u64,
    /// What the games are played for; a part of the names of their streams.
    pub purpose: Purpose,
    /// Tells apart matches of the same seed and purpose.
    pub generation: u64,
    /// Ends the match as soon as the test is decided. It is judged after every game, or pair, in their order, so
    /// where it ends does not depend on the threads.
    pub sprt: Option<Sprt>,
    /// Keeps a record of every game, under these names of the game, FIRST and SECOND.
    pub records: Option<Names>,
}

impl Match {
    /// A match of `games` games from the initial position, asked for by a person.
    pub fn new(games: u64, seed: u64) -> Match {
        Match {
            games,
            openings: None,
            positions: Vec::new(),
            seed,
            purpose: Purpose::Match,
            generation: 0,
            sprt: None,
            records: None,
        }
    }
}

/// Who looks on while a match is played.
#[derive(Default)]
pub struct Watch<'a> {
    /// Called after every game, or pair, in their order, with FIRST's games so far.
    pub progress: Option<&'a mut (dyn FnMut(&Tally) + Send)>,
    /// Called with the record of every game, in their order, if records are asked for; without it they are kept in the
    /// result.
    pub records: Option<&'a mut (dyn FnMut(Record) + Send)>,
    /// Ends the match when raised. The result is then of the games before the earliest unfinished one: the same
    /// games, with the same outcomes, that the whole match starts with.
    pub stop: Option<&'a AtomicBool>,
}

/// How a match went, as seen by FIRST.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// Games played.
    pub games: u64,
    /// Games that FIRST won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that SECOND won.
    pub losses: u64,
    /// (wins + draws / 2) / games.
    pub score: f64,
    /// The lower end of the 95 % interval of the score: [`wilson`] without openings, [`paired`] with them.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What the wins count, in games where they may count more than one point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointTally>,
    /// Of the draws, those in which somebody was better off at the end, in games that say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advantages: Option<Advantages>,
    /// With openings or positions, the pairs of games by their points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<PairTally>,
    /// States expanded per turn by FIRST.
    pub effort_first: EffortPerTurn,
    /// States expanded per turn by SECOND.
    pub effort_second: EffortPerTurn,
    /// The sequential test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// Whether the match was stopped before its last game and before any test was decided.
    pub stopped: bool,
    /// The records, if they were asked for, in the order of the games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Record>,
}

/// Draws in which somebody was better off at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Advantages {
    /// Those of FIRST.
    pub first: u64,
    /// Those of SECOND.
    pub second: u64,
}

impl MatchResult {
    /// FIRST's score if a draw counts three quarters for whoever is better off in the end, and `other` for the other; nothing
    /// where the game does not say who is.
    pub fn score_with_advantages(&self, other: f64) -> Option<f64> {
        let Advantages { first, second } = self.advantages?;
        let level = self.draws - first - second;
        let points = self.wins as f64 + 0.75 * first as f64 + 0.5 * level as f64 + other * second as f64;
        Some(points / self.games.max(1) as f64)
    }

    /// Wins, draws and losses of FIRST.
    pub fn tally(&self) -> Tally {
        Tally { wins: self.wins, draws: self.draws, losses: self.losses }
    }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// There is nothing to play.
    #[error("a match needs at least one game")]
    NoGames,
    /// A pair would lack its second game.
    #[error("each opening is played twice, once from each side: {0} games is not an even number")]
    OddGames(u64),
    /// No opening of that length was found.
    #[error("no opening of {plies} random plies was found that does not end the game: ask for fewer")]
    OpeningTooLong {
        /// The length asked for.
        plies: u32,
    },
    /// There are openings and positions.
    #[error("a match starts from openings or from positions, not from both")]
    TwoStarts,
    /// The game has no positions.
    #[error("games without turns have no positions to start from")]
    NoPositions,
    /// The game has no openings.
    #[error("games without turns have no openings")]
    NoOpenings,
    /// The sequential test cannot decide anything.
    #[error("a sequential test needs elo0 below elo1, and alpha and beta above 0 that add up to less than 1")]
    Sprt,
    /// A player stopped playing.
    #[error(transparent)]
    Player(#[from] PlayerFailed),
}

impl Match {
    /// Plays the match on the threads of the current rayon pool.
    pub fn play<G: TurnBased>(
        &self,
        game: &G,
        first: &dyn MakePlayer<G>,
        second: &dyn MakePlayer<G>,
        watch: Watch<'_>,
    ) -> Result<MatchResult, MatchError> {
        self.play_from(game, None, first, second, watch)
    }

    /// The same from the positions of [`positions`](Self::positions), which `starts` gives.
    pub fn play_from<G: TurnBased>(
        &self,
        game: &G,
        starts: Option<Positions<'_, G::State>>,
        first: &dyn MakePlayer<G>,
        second: &dyn MakePlayer<G>,
        watch: Watch<'_>,
    ) -> Result<MatchResult, MatchError> {
        self.check()?;
        let seats = || Seats { first: first.make(), second: second.make() };
        let round = |seats: &mut Seats<G>, round: u64, stop: &AtomicBool| {
            self.play_round(game, starts, round, seats, stop)
        };
        self.play_rounds(seats, round, watch)
    }

    /// Plays a match of games that have no turns, such as battles. `bout` plays the game of an index; sides are its own
    /// affair, and so is the stream that [`chance`](Self::chance) gives it.
    pub fn play_bouts(
        &self,
        bout: impl Fn(u64) -> Result<Bout, PlayerFailed> + Sync,
        watch: Watch<'_>,
    ) -> Result<MatchResult, MatchError> {
        self.check()?;
        if self.openings.is_some() {
            return Err(MatchError::NoOpenings);
        }
        if !self.positions.is_empty() {
            return Err(MatchError::NoPositions);
        }
        let round = |_: &mut (), round: u64, _: &AtomicBool| Ok(Some(vec![Finished::of_bout(&bout(round)?)]));
        self.play_rounds(|| (), round, watch)
    }

    /// The random numbers of the game of an index.
    pub fn chance(&self, index: u64) -> Stream {
        stream(self.seed, self.purpose, self.generation, index)
    }

    /// Plays all rounds on the threads of the current rayon pool, each thread with seats of its own.
    fn play_rounds<S>(
        &self,
        seats: impl Fn() -> S + Sync,
        play_round: impl Fn(&mut S, u64, &AtomicBool) -> Result<Option<Vec<Finished>>, MatchError> + Sync,
        watch: Watch<'_>,
    ) -> Result<MatchResult, MatchError> {
        let rounds = self.games / self.games_per_round();
        let never = AtomicBool::new(false);
        let stop = watch.stop.unwrap_or(&never);
        // Raised by the ledger: what is still being played does not count any more.
        let settled = AtomicBool::new(false);
        let next = AtomicU64::new(0);
        let ledger = Mutex::new(Ledger::new(self, watch.progress, watch.records));
        let worker = || {
            let mut seats = seats();
            while !stop.load(Ordering::Relaxed) && !settled.load(Ordering::Relaxed) {
                let round = next.fetch_add(1, Ordering::Relaxed);
                if round >= rounds {
                    break;
                }
                let Some(finished) = play_round(&mut seats, round, stop).transpose() else {
                    break;
                };
                let mut ledger = ledger.lock().expect("a thread panicked while it reported a game");
                ledger.hand_in(round, finished);
                settled.store(ledger.is_settled(), Ordering::Relaxed);
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(rounds);
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| worker());
            }
        });
        ledger.into_inner().expect("a thread panicked while it reported a game").result()
    }

    fn check(&self) -> Result<(), MatchError> {
        if self.games == 0 {
            Err(MatchError::NoGames)
        } else if !self.games.is_multiple_of(self.games_per_round()) {
            Err(MatchError::OddGames(self.games))
        } else if self.openings.is_some() && !self.positions.is_empty() {
            Err(MatchError::TwoStarts)
        } else if self.sprt.is_some_and(|sprt| !sprt.is_valid()) {
            Err(MatchError::Sprt)
        } else {
            Ok(())
        }
    }

    /// Whether games come in pairs from the same position.
    fn is_paired(&self) -> bool {
        self.openings.is_some() || !self.positions.is_empty()
    }

    fn games_per_round(&self) -> u64 {
        if self.is_paired() { 2 } else { 1 }
    }

    /// A game, or with openings a pair of games; nothing if it was stopped.
    fn play_round<G: TurnBased>(
        &self,
        game: &G,
        starts: Option<Positions<'_, G::State>>,
        round: u64,
        players: &mut Seats<G>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Finished>>, MatchError> {
        let opening = self.opening(game, starts, round)?;
        let per_round = self.games_per_round();
        (round * per_round..(round + 1) * per_round)
            .map(|index| self.play_game(game, index, &opening, players, stop).transpose())
            .collect::<Option<Result<_, _>>>()
            .transpose()
    }

    fn opening<G: TurnBased>(
        &self,
        game: &G,
        starts: Option<Positions<'_, G::State>>,
        round: u64,
    ) -> Result<Opening<G::State, G::Move>, MatchError> {
        let mut rng = stream(self.seed, self.purpose, self.generation, OPENING_SLOTS + round);
        if let Some(starts) = starts {
            return Ok(Opening { moves: Vec::new(), state: starts(round, &mut rng) });
        }
        let Some(plies) = self.openings else {
            return Ok(Opening { moves: Vec::new(), state: game.initial() });
        };
        random_opening(game, plies, &mut rng).ok_or(MatchError::OpeningTooLong { plies })
    }

    fn play_game<G: TurnBased>(
        &self,
        game: &G,
        index: u64,
        opening: &Opening<G::State, G::Move>,
        players: &mut Seats<G>,
        stop: &AtomicBool,
    ) -> Result<Option<Finished>, MatchError> {
        let mut rng = self.chance(index);
        let (side, one, other) = if index.is_multiple_of(2) {
            (Side::First, &mut players.first, &mut players.second)
        } else {
            (Side::Second, &mut players.second, &mut players.first)
        };
        let played = play_until_stopped(game, &opening.state, &mut **one, &mut **other, &mut rng, stop)?;
        let Some(played) = played else { return Ok(None) };
        let record = self.records.as_ref().map(|names| {
            let moves = [opening.moves.as_slice(), &played.moves].concat();
            let names = if side == Side::First { names.clone() } else { names.swapped() };
            if self.positions.is_empty() {
                Record::from_initial(game, &names, opening.moves.len(), &moves)
            } else {
                Record::from_state(game, &names, &opening.state, &moves)
            }
        });
        Ok(Some(Finished::new(&played, side, record)))
    }
}

/// The position that a round starts from; what it draws, it draws from the stream.
pub type Positions<'a, S> = &'a (dyn Fn(u64, &mut Stream) -> S + Sync);

/// The two players of one thread.
struct Seats<G: TurnBased> {
    first: Box<dyn Player<G>>,
    second: Box<dyn Player<G>>,
}

/// What comes of a game that has no turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bout {
    /// The points of FIRST: 1 if it won, one half if nobody did.
    pub points: f64,
    /// What winning it counts, where wins may count differently.
    pub win_points: Option<u32>,
}

/// What a match keeps of a game, as seen by FIRST.
struct Finished {
    points: f64,
    win_points: Option<u32>,
    /// Whether FIRST was the one who was better off in a draw.
    advantage: Option<bool>,
    effort_first: EffortPerTurn,
    effort_second: EffortPerTurn,
    record: Option<Record>,
}

impl Finished {
    fn of_bout(bout: &Bout) -> Finished {
        let effort = EffortPerTurn::default();
        let Bout { points, win_points } = *bout;
        Finished {
            points,
            win_points,
            advantage: None,
            effort_first: effort,
            effort_second: effort,
            record: None,
        }
    }

    fn new<M>(played: &Played<M>, side: Side, record: Option<Record>) -> Finished {
        let (effort_first, effort_second) = match side {
            Side::First => (played.effort_first, played.effort_second),
            Side::Second => (played.effort_second, played.effort_first),
        };
        Finished {
            points: played.outcome.points(side),
            win_points: played.win_points,
            advantage: played.advantage.map(|better| better == side),
            effort_first,
            effort_second,
            record,
        }
    }
}

type FinishedRound = Result<Vec<Finished>, MatchError>;

/// Counts rounds in their order, whatever the order in which threads finish them.
struct Ledger<'m, 'w> {
    plan: &'m Match,
    progress: Option<&'w mut (dyn FnMut(&Tally) + Send)>,
    keeper: Option<&'w mut (dyn FnMut(Record) + Send)>,
    /// Finished rounds that an earlier one is still missing for.
    waiting: BTreeMap<u64, FinishedRound>,
    counted: u64,
    tally: Tally,
    /// What wins count, in games that have points.
    win_points: Option<PointTally>,
    advantages: Option<Advantages>,
    pairs: PairTally,
    effort_first: EffortPerTurn,
    effort_second: EffortPerTurn,
    records: Vec<Record>,
    error: Option<MatchError>,
}

impl<'m, 'w> Ledger<'m, 'w> {
    fn new(
        plan: &'m Match,
        progress: Option<&'w mut (dyn FnMut(&Tally) + Send)>,
        keeper: Option<&'w mut (dyn FnMut(Record) + Send)>,
    ) -> Ledger<'m, 'w> {
        Ledger {
            plan,
            progress,
            keeper,
            waiting: BTreeMap::new(),
            counted: 0,
            tally: Tally::default(),
            win_points: None,
            advantages: None,
            pairs: PairTally::default(),
            effort_first: EffortPerTurn::default(),
            effort_second: EffortPerTurn::default(),
            records: Vec::new(),
            error: None,
        }
    }

    fn hand_in(&mut self, round: u64, finished: FinishedRound) {
        self.waiting.insert(round, finished);
        while !self.is_settled()
            && let Some(round) = self.waiting.remove(&self.counted)
        {
            self.counted += 1;
            match round {
                Ok(games) => self.count(games),
                Err(error) => self.error = Some(error),
            }
        }
    }

    fn count(&mut self, games: Vec<Finished>) {
        if self.plan.is_paired() {
            self.pairs.push(games.iter().map(|game| game.points).sum());
        }
        for game in games {
            self.tally.push(game.points);
            if let Some(points) = game.win_points {
                self.win_points.get_or_insert_default().push(game.points > 0.5, points);
            }
            if let Some(is_first) = game.advantage {
                let advantages = self.advantages.get_or_insert_default();
                *(if is_first { &mut advantages.first } else { &mut advantages.second }) += 1;
            }
            self.effort_first.push_game(&game.effort_first);
            self.effort_second.push_game(&game.effort_second);
            match (&mut self.keeper, game.record) {
                (Some(keep), Some(record)) => keep(record),
                (_, record) => self.records.extend(record),
            }
        }
        if let Some(progress) = &mut self.progress {
            progress(&self.tally);
        }
    }

    /// Whether later rounds do not count.
    fn is_settled(&self) -> bool {
        self.error.is_some() || self.sprt().is_some_and(|state| state.verdict != SprtVerdict::Undecided)
    }

    fn sprt(&self) -> Option<SprtState> {
        let sprt = self.plan.sprt?;
        Some(if self.plan.is_paired() { sprt.of_pairs(&self.pairs) } else { sprt.of_games(&self.tally) })
    }

    fn result(self) -> Result<MatchResult, MatchError> {
        let sprt = self.sprt();
        let decided = self.is_settled();
        if let Some(error) = self.error {
            return Err(error);
        }
        let is_paired = self.plan.is_paired();
        let interval =
            if is_paired { paired(&self.pairs, CONFIDENCE) } else { wilson(&self.tally, CONFIDENCE) };
        Ok(MatchResult {
            games: self.tally.games(),
            wins: self.tally.wins,
            draws: self.tally.draws,
            losses: self.tally.losses,
            score: self.tally.score(),
            low: interval.low,
            high: interval.high,
            points: self.win_points,
            advantages: self.advantages,
            pairs: is_paired.then_some(self.pairs),
            effort_first: self.effort_first,
            effort_second: self.effort_second,
            sprt,
            stopped: !decided && self.tally.games() < self.plan.games,
            records: self.records,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::{Nim, Perfect};
    use crate::player::RandomPlayer;

    fn perfect() -> Box<dyn Player<Nim>> {
        Box::new(Perfect::default())
    }

    fn random() -> Box<dyn Player<Nim>> {
        Box::new(RandomPlayer)
    }

    fn names() -> Names {
        Names { game: "nim".into(), first: "perfect".into(), second: "random".into() }
    }

    fn on_threads(threads: usize, plan: &Match, nim: &Nim) -> Result<MatchResult, MatchError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| plan.play(nim, &perfect, &random, Watch::default()))
    }

    /// Stands for a program outside this one that has gone.
    struct Gone;

    impl Player<Nim> for Gone {
        fn choose(&mut self, _: &Nim, _: &crate::nim::Pile, _: &mut Stream) -> Result<u8, PlayerFailed> {
            Err(PlayerFailed("gone".to_owned()))
        }
    }

    #[test]
    fn records_are_handed_over_in_the_order_of_the_games_or_kept() {
        let plan = Match { records: Some(names()), ..Match::new(20, 1) };
        let kept = plan.play(&Nim::new(9), &perfect, &random, Watch::default()).unwrap();
        let mut handed = Vec::new();
        let mut keep = |record: Record| handed.push(record);
        let watch = Watch { records: Some(&mut keep), ..Watch::default() };
        let streamed = plan.play(&Nim::new(9), &perfect, &random, watch).unwrap();
        assert!(streamed.records.is_empty(), "nothing is held in memory");
        assert_eq!(handed, kept.records);
    }

    #[test]
    fn a_player_that_fails_ends_the_match_with_its_error() {
        let gone = || Box::new(Gone) as Box<dyn Player<Nim>>;
        let ended = Match::new(20, 1).play(&Nim::new(9), &perfect, &gone, Watch::default());
        assert_eq!(ended, Err(MatchError::Player(PlayerFailed("gone".to_owned()))));
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let nim = Nim::with_truce(30, 15);
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let plain = Match { records: Some(names()), ..Match::new(300, 11) };
        let plans = [
            plain.clone(),
            Match { openings: Some(3), ..plain.clone() },
            Match { sprt: Some(sprt), ..plain.clone() },
            Match { sprt: Some(sprt), openings: Some(3), ..plain },
        ];
        for plan in plans {
            let alone = on_threads(1, &plan, &nim).unwrap();
            assert!(
                alone.wins > 0 && alone.draws > 0,
                "equal results would prove little if all games were alike"
            );
            for threads in [2, 3] {
                assert_eq!(alone, on_threads(threads, &plan, &nim).unwrap(), "{plan:?}");
            }
        }
    }

    #[test]
    fn sides_alternate_and_every_record_replays() {
        let nim = Nim::new(17);
        let plan = Match { records: Some(names()), ..Match::new(5, 2) };
        let result = on_threads(2, &plan, &nim).unwrap();
        let firsts: Vec<&str> = result.records.iter().map(|record| record.first.as_str()).collect();
        assert_eq!(firsts, ["perfect", "random", "perfect", "random", "perfect"]);
        for record in &result.records {
            record.replay(&nim).unwrap();
        }
    }

    #[test]
    fn each_opening_is_played_from_both_sides() {
        let nim = Nim::new(30);
        let plan = Match { openings: Some(4), records: Some(names()), ..Match::new(40, 2) };
        let result = on_threads(2, &plan, &nim).unwrap();
        assert_eq!(result.pairs.unwrap().pairs(), 20);
        let openings: Vec<&[String]> =
            result.records.iter().map(|record| &record.moves[..record.opening]).collect();
        for (pair, records) in openings.chunks(2).zip(result.records.chunks(2)) {
            assert_eq!(pair[0].len(), 4);
            assert_eq!(pair[0], pair[1]);
            assert_eq!(records[0].first, records[1].second);
        }
        assert!(openings.chunks(2).any(|pair| pair[0] != openings[0]), "openings differ between pairs");
    }

    #[test]
    fn the_result_adds_up() {
        let nim = Nim::with_truce(30, 15);
        let result = on_threads(2, &Match::new(200, 5), &nim).unwrap();
        assert_eq!(result.games, 200);
        assert_eq!(result.tally().games(), 200);
        assert_eq!(result.score, (result.wins as f64 + 0.5 * result.draws as f64) / 200.0);
        assert!(result.low < result.score && result.score < result.high);
        assert!(result.wins > 100 && result.draws > 0, "{:?}", result.tally());
        assert_eq!(result.effort_first.interior.mean(), 1.0);
        assert_eq!(result.effort_second.total.mean(), 0.0);
        assert!(!result.stopped);
    }

    #[test]
    fn a_stopped_match_is_a_prefix_of_the_whole() {
        let nim = Nim::new(40);
        let plan = Match { records: Some(names()), openings: Some(2), ..Match::new(400, 9) };
        let whole = on_threads(1, &plan, &nim).unwrap();
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let mut raise = |tally: &Tally| {
                if tally.games() >= 20 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let watch = Watch { progress: Some(&mut raise), records: None, stop: Some(&stop) };
            let part = pool.install(|| plan.play(&nim, &perfect, &random, watch)).unwrap();
            assert_eq!(part.records, whole.records[..part.games as usize]);
            assert!(part.games >= 20 && part.games.is_multiple_of(2));
            // On one thread the stop is seen before the next game; other threads may have finished more by then.
            assert!(threads > 1 || part.games == 20 && part.stopped);
        }
    }

    #[test]
    fn progress_is_told_in_the_order_of_the_games() {
        let nim = Nim::new(20);
        let mut told = Vec::new();
        let mut progress = |tally: &Tally| told.push(tally.games());
        let watch = Watch { progress: Some(&mut progress), ..Watch::default() };
        Match::new(50, 4).play(&nim, &perfect, &random, watch).unwrap();
        assert_eq!(told, (1..=50).collect::<Vec<u64>>());
    }

    #[test]
    fn a_decided_test_ends_the_match() {
        let nim = Nim::new(30);
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        let plan = Match { sprt: Some(sprt), ..Match::new(10_000, 1) };
        let result = on_threads(2, &plan, &nim).unwrap();
        assert_eq!(result.sprt.unwrap().verdict, SprtVerdict::Elo1);
        assert!(result.games < 1000 && !result.stopped);
    }

    #[test]
    fn impossible_matches_are_refused() {
        let nim = Nim::new(5);
        let openings = |plies| Match { openings: Some(plies), ..Match::new(4, 1) };
        assert_eq!(on_threads(2, &Match::new(0, 1), &nim), Err(MatchError::NoGames));
        assert_eq!(on_threads(2, &Match { games: 3, ..openings(1) }, &nim), Err(MatchError::OddGames(3)));
        assert_eq!(on_threads(2, &openings(9), &nim), Err(MatchError::OpeningTooLong { plies: 9 }));
        let sprt = Sprt { elo0: 5.0, elo1: 0.0, alpha: 0.05, beta: 0.05 };
        let plan = Match { sprt: Some(sprt), ..Match::new(4, 1) };
        assert_eq!(on_threads(2, &plan, &nim), Err(MatchError::Sprt));
    }
}
