//! Measures rows: a method a kind of measure.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, Tally, of_mean, share_of_points, wilson};
use ludevo_arena::{EffortPerTurn, Ending, Match, MatchResult, Names, Watch};
use ludevo_game::champions;
use ludevo_game::game::{Game, MatchGame, PuzzleGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::study::{Study, VarianceReduction};
use ludevo_random::Purpose;
use ludevo_runs::runs_folder;

use crate::error::FigureError;
use crate::kept::{Kept, KeptRow, What};
use crate::leagues;
use crate::measure::{GameShare, Measure, Problems, RunFigure, Series, SolverFigure};
use crate::racing::{self, figure_of_races};
use crate::series::figure_of_runs;
use crate::solving::{Memory, figure_of_solved, ratio, reduction};
use crate::table::Table;
use crate::verdict::{Goal, Measured};

/// How many games a quick measurement leaves of each row's, and at least how many.
pub(crate) const QUICK: u64 = 10;
const QUICK_AT_LEAST: u64 = 20;

/// How rows are measured.
#[derive(Clone, Debug, Default)]
pub struct MeasurerSettings {
    /// With fewer games: wider intervals, sooner done.
    pub quick: bool,
    /// With champions evolved anew, each by the experiment and seed that its shipped file states.
    pub evolve: bool,
    /// With the games, races and runs of this seed; 1 if it is not said.
    pub seed: Option<u64>,
    /// On so many threads; on all cores if it is not said.
    pub threads: Option<u16>,
    /// With the runs in this folder; in the usual one if it is not said.
    pub runs: Option<PathBuf>,
    /// Ends the work when raised.
    pub stop: Arc<AtomicBool>,
}

/// Looks on while a row is measured.
pub trait Observer: Sync {
    /// Something of so many games, problems or generations begins.
    fn begins(&self, what: &str, parts: u64) {
        let _ = (what, parts);
    }

    /// So many of them are done, with this score so far where there is one.
    fn advances(&self, done: u64, score: Option<f64>) {
        let _ = (done, score);
    }

    /// It is done.
    fn ends(&self) {}
}

impl Observer for () {}

/// Measures rows one after the other, none twice.
pub struct Measurer<'a> {
    pub(crate) settings: MeasurerSettings,
    pub(crate) observer: &'a dyn Observer,
    kept: Kept,
    pub(crate) solved: RefCell<Memory>,
    pub(crate) raced: RefCell<racing::Memory>,
    pub(crate) leagues: RefCell<leagues::Memory>,
}

impl MeasurerSettings {
    pub(crate) fn runs(&self) -> PathBuf {
        self.runs.clone().unwrap_or_else(runs_folder)
    }

    pub(crate) fn first_seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// So many seeds in a row; those of another seed are others.
    pub(crate) fn seeds(&self, count: u64) -> impl Iterator<Item = u64> + use<> {
        let first = (self.first_seed() - 1).saturating_mul(count).saturating_add(1);
        (0..count).map(move |number| first.saturating_add(number))
    }
}

impl<'a> Measurer<'a> {
    /// One that knows the kept rows and keeps others with them.
    pub fn new(settings: MeasurerSettings, kept: Kept, observer: &'a dyn Observer) -> Self {
        let (solved, raced, leagues) = Default::default();
        Measurer { settings, observer, kept, solved, raced, leagues }
    }

    /// Measures the row of this number unless it is known, and keeps it. One that cannot be measured as things are is
    /// kept without figures; the second part then says why.
    pub fn measure(
        &mut self,
        table: &Table,
        number: usize,
    ) -> Result<(KeptRow, Option<FigureError>), FigureError> {
        let game = game_of(table)?;
        let row = &table.rows[number];
        let what = What::of(game, &row.measure, &self.settings);
        let result = match self.kept.find(&what) {
            _ if row.goal == Goal::Lost => Ok(None),
            Some(measured) => Ok(Some(measured)),
            None => Work { of: self, game, number: number as u64 }.measure(&row.measure).map(Some),
        };
        let (measured, missing) = match result {
            Ok(measured) => (measured, None),
            Err(error) if error.is_of_the_row() => (None, Some(error)),
            Err(error) => return Err(error),
        };
        let kept = KeptRow::new(row, measured, what);
        self.kept.push(kept.clone())?;
        Ok((kept, missing))
    }

    /// The rows that were measured.
    pub fn rows(&self) -> &[KeptRow] {
        self.kept.rows()
    }
}

/// The game that a table is about.
pub(crate) fn game_of(table: &Table) -> Result<&'static dyn Game, FigureError> {
    let unknown = || FigureError::Refused(format!("{} is about no game that there is", table.name));
    registry::find(&table.game).ok_or_else(unknown)
}

/// One row being measured.
pub(crate) struct Work<'a> {
    pub(crate) of: &'a Measurer<'a>,
    pub(crate) game: &'static dyn Game,
    pub(crate) number: u64,
}

impl Work<'_> {
    /// Measures.
    pub(crate) fn measure(&self, measure: &Measure) -> Result<Measured, FigureError> {
        match measure {
            Measure::Score { first, second, games, openings, positions, rules } => {
                let positions = positions.clone();
                let plan = Match { openings: *openings, positions, ..self.plan(*games) };
                Ok(score(&self.play_under(
                    rules.as_deref(),
                    [first, second],
                    plan,
                    self.of.settings.threads,
                )?))
            }
            Measure::Merit { first, second, games, positions } => {
                let plan = Match { positions: positions.clone(), ..self.plan(*games) };
                let result = self.play([first, second], plan)?;
                let plain = score(&result);
                let value = result.score_with_advantages(0.25).unwrap_or(plain.value);
                let moved = |bound: f64| (bound + value - plain.value).clamp(0.0, 1.0);
                Ok(Measured { value, low: moved(plain.low), high: moved(plain.high), ..plain })
            }
            Measure::Share { first, second, games, positions, of } => {
                let plan = Match { positions: positions.clone(), ..self.plan(*games) };
                self.share([first, second], plan, *of)
            }
            Measure::Points { first, second, games } => self.points(first, second, *games),
            Measure::Variance { first, second, games, reduction } => {
                self.variance([first, second], *games, *reduction)
            }
            Measure::Effort { player, than: None, against, games } => self.effort(player, against, *games),
            Measure::Effort { player, than: Some(than), against, games } => {
                let (one, two) = (self.effort(player, against, *games)?, self.effort(than, against, *games)?);
                let (value, low, high) = (one.value / two.value, one.low / two.high, one.high / two.low);
                Ok(Measured { value, low, high, games: one.games, deviation: None })
            }
            Measure::Compared { better, worse, against, games } => {
                let scores = |players: &[String]| -> Result<Vec<Measured>, FigureError> {
                    players.iter().map(|player| self.known_score(player, against, *games)).collect()
                };
                Ok(difference(&scores(better)?, &scores(worse)?))
            }
            Measure::Pace { player, games } => self.pace(player, *games),
            Measure::Pruning { player, against, depth, games } => {
                self.pruning(player, against, *depth, *games)
            }
            Measure::Stated { champion, key } => self.stated(champion, key),
            Measure::Solve { solver, than, over, problems, less, figure } => {
                let told = |problems: &Problems| {
                    let one = self.solve(solver, problems)?;
                    let own = figure_of_solved(&one, *figure);
                    Ok(match (than, over) {
                        (Some(than), _) => {
                            reduction(&own, &figure_of_solved(&self.solve(than, problems)?, *figure))
                        }
                        (None, Some(over)) => ratio(&one, &self.solve(over, problems)?, *figure, problems),
                        (None, None) if *figure == SolverFigure::Fewer => {
                            return Err(self.cannot("be told without `over`: fewer than whose"));
                        }
                        (None, None) => own.of_amounts(),
                    })
                };
                let of_problems = told(problems)?;
                match less {
                    Some(others) => Ok(difference(&[of_problems], &[told(others)?])),
                    None => Ok(of_problems),
                }
            }
            Measure::Races { driver, course, races, laps, behind, figure } => {
                let raced = self.race(driver, course, *races, *laps, behind)?;
                Ok(figure_of_races(&raced, *figure))
            }
            Measure::Season { driver, races, season, others, figure } => {
                self.season(driver, *races, (others, season), *figure)
            }
            Measure::Runs { experiment, set, runs, figure } => {
                let series = Series { experiment: experiment.clone(), set: set.clone() };
                let runs = measure.series_with(&self.of.settings).first().map_or(*runs, |(_, runs)| *runs);
                let finished = self.series(&series, runs)?;
                match figure {
                    RunFigure::BestMeasuredAgain => self.best_measured_again(&series, &finished),
                    figure => Ok(figure_of_runs(&finished, *figure)),
                }
            }
            Measure::RunsRaced { experiment, set, runs, course, races, of } => {
                let series = Series { experiment: experiment.clone(), set: set.clone() };
                let runs = measure.series_with(&self.of.settings).first().map_or(*runs, |(_, runs)| *runs);
                self.champions_raced(&self.series(&series, runs)?, course, *races, *of)
            }
            Measure::League { guest, leagues, rounds, figure } => {
                self.league(guest, *leagues, *rounds, *figure)
            }
            Measure::RunsCompared { better, worse, runs } => {
                let runs = measure.series_with(&self.of.settings).first().map_or(*runs, |(_, runs)| *runs);
                let champions = |series: &Series| -> Result<[Measured; 1], FigureError> {
                    Ok([figure_of_runs(&self.series(series, runs)?, RunFigure::Champion)])
                };
                Ok(difference(&champions(better)?, &champions(worse)?))
            }
        }
    }

    fn share(&self, players: [&str; 2], plan: Match, of: GameShare) -> Result<Measured, FigureError> {
        // Who moved first is told by the records, in which players are called by their places.
        let [first, second] = ["first", "second"].map(str::to_owned);
        let names = Names { game: self.game.facts().name.to_owned(), first: first.clone(), second };
        let result = self.play(players, Match { records: Some(names), ..plan })?;
        let advantages = result.advantages.unwrap_or_default();
        let (wins, games) = match of {
            GameShare::Converted => {
                let moved_first = result.records.iter().filter(|record| record.first == first);
                let games = moved_first.clone().count() as u64;
                (moved_first.filter(|record| record.outcome == Some(Ending::First)).count() as u64, games)
            }
            GameShare::Held => (result.games - result.losses, result.games),
            GameShare::Won => (result.wins, result.games),
            GameShare::Advantages => (advantages.first, result.games),
            GameShare::Level => (result.draws - advantages.first - advantages.second, result.games),
        };
        let tally = Tally { wins, draws: 0, losses: games - wins };
        let Interval { low, high } = wilson(&tally, CONFIDENCE);
        Ok(Measured { value: tally.score(), low, high, games, deviation: None })
    }

    fn points(&self, first: &str, second: &str, games: u64) -> Result<Measured, FigureError> {
        let result = self.play([first, second], self.plan(games))?;
        let points = result.points.unwrap_or_default();
        let Interval { low, high } = share_of_points(&points, result.games, CONFIDENCE);
        Ok(Measured { value: points.share(), low, high, games: result.games, deviation: None })
    }

    fn variance(
        &self,
        [first, second]: [&str; 2],
        games: u64,
        reduction: VarianceReduction,
    ) -> Result<Measured, FigureError> {
        let cannot = || self.cannot("say how the results of its games vary");
        let variance = self.study()?.variance().ok_or_else(cannot)?;
        let (first, second) = (self.player(first)?, self.player(second)?);
        let games = self.fewer(games);
        let blocks =
            self.on_threads(self.of.settings.threads, || variance.worth(&first, &second, games, reduction))??;
        let mut worth = Moments::default();
        blocks.into_iter().for_each(|block| worth.push(block));
        let Interval { low, high } = of_mean(&worth, CONFIDENCE);
        Ok(Measured { value: worth.mean(), low, high, games, deviation: None })
    }

    fn effort(&self, player: &str, against: &str, games: u64) -> Result<Measured, FigureError> {
        let result = self.play([player, against], self.plan(games))?;
        Ok(states(&result.effort_first, result.games))
    }

    /// The score of a match that may stand in another row.
    fn known_score(&self, first: &str, second: &str, games: u64) -> Result<Measured, FigureError> {
        let (first, second) = (first.to_owned(), second.to_owned());
        let alone =
            Measure::Score { first, second, games, openings: None, positions: Vec::new(), rules: None };
        let known = self.of.kept.find(&What::of(self.game, &alone, &self.of.settings));
        known.map_or_else(|| self.measure(&alone), Ok)
    }

    fn pace(&self, player: &str, games: u64) -> Result<Measured, FigureError> {
        let clock = Instant::now();
        let result = self.play_under(None, [player, player], self.plan(games), Some(1))?;
        let seconds = clock.elapsed().as_secs_f64();
        let states = [&result.effort_first, &result.effort_second]
            .map(|effort| effort.total.mean() * effort.total.count() as f64);
        Ok(Measured::exact(states.iter().sum::<f64>() / seconds, result.games))
    }

    fn pruning(&self, player: &str, against: &str, depth: u32, games: u64) -> Result<Measured, FigureError> {
        let names = Names {
            game: self.game.facts().name.to_owned(),
            first: player.to_owned(),
            second: against.to_owned(),
        };
        let plan = Match { records: Some(names), ..self.plan(games) };
        let result = self.play([player, against], plan)?;
        let branching = self.study()?.branching(&result.records, depth)?;
        let levels = std::iter::successors(Some(1.0), |states| Some(states * branching));
        let size: f64 = levels.take(depth as usize + 1).sum();
        let Measured { value, low, high, games, .. } = states(&result.effort_first, result.games);
        let saved = |states: f64| 1.0 - states / size;
        Ok(Measured { value: saved(value), low: saved(high), high: saved(low), games, deviation: None })
    }

    fn stated(&self, champion: &str, key: &str) -> Result<Measured, FigureError> {
        let found = champions::find(self.game.facts(), &self.player(champion)?, &[])?;
        let not_stated = || FigureError::NotStated { champion: found.place.clone(), key: key.to_owned() };
        Ok(Measured::exact(found.file.stated(key).ok_or_else(not_stated)?, 0))
    }

    /// A match of so many games, or fewer, of which no champion that ships was chosen.
    pub(crate) fn plan(&self, games: u64) -> Match {
        Match {
            purpose: Purpose::Final,
            generation: self.number,
            ..Match::new(self.fewer(games), self.of.settings.first_seed())
        }
    }

    pub(crate) fn fewer(&self, games: u64) -> u64 {
        if self.of.settings.quick { (games / QUICK).max(QUICK_AT_LEAST) } else { games }
    }

    pub(crate) fn play(&self, players: [&str; 2], plan: Match) -> Result<MatchResult, FigureError> {
        self.play_under(None, players, plan, self.of.settings.threads)
    }

    fn play_under(
        &self,
        rules: Option<&str>,
        [first, second]: [&str; 2],
        plan: Match,
        threads: Option<u16>,
    ) -> Result<MatchResult, FigureError> {
        let facet = self.in_matches()?;
        let changed = rules.map(|rules| facet.under(rules)).transpose().map_err(FigureError::Refused)?;
        let facet = changed.as_deref().unwrap_or(facet);
        let (one, two) = (self.player(first)?, self.player(second)?);
        let observer = self.of.observer;
        observer.begins(&format!("{first} - {second}"), plan.games);
        let mut progress = |tally: &Tally| observer.advances(tally.games(), Some(tally.score()));
        let watch =
            Watch { progress: Some(&mut progress), records: None, stop: Some(&self.of.settings.stop) };
        let result = self.on_threads(threads, || facet.play_match(&one, &two, &plan, watch));
        observer.ends();
        let result = result??;
        if result.stopped { Err(FigureError::Stopped) } else { Ok(result) }
    }

    /// The player of this name; a champion evolved anew in the place of one that ships, if that was asked for.
    pub(crate) fn player(&self, name: &str) -> Result<PlayerName, FigureError> {
        let mut name: PlayerName = name.parse()?;
        if self.of.settings.evolve
            && let Some(short) = name.shipped().map(str::to_owned)
        {
            name.name = self.evolved_anew(&short)?.display().to_string();
        }
        self.game.check_player(&name)?;
        Ok(name)
    }

    fn in_matches(&self) -> Result<&'static dyn MatchGame, FigureError> {
        self.game.in_matches().ok_or_else(|| self.cannot("be played in matches"))
    }

    pub(crate) fn puzzle(&self) -> Result<&'static dyn PuzzleGame, FigureError> {
        self.game.as_puzzle().ok_or_else(|| self.cannot("be solved"))
    }

    fn study(&self) -> Result<&'static dyn Study, FigureError> {
        self.game.study().ok_or_else(|| self.cannot("be studied so"))
    }

    pub(crate) fn cannot(&self, what: &str) -> FigureError {
        FigureError::Refused(format!("{} cannot {what}", self.game.facts().name))
    }

    /// Works on so many threads, or on all cores.
    pub(crate) fn on_threads<T: Send>(
        &self,
        threads: Option<u16>,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, FigureError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
        Ok(pool.install(work))
    }
}

pub(crate) fn score(result: &MatchResult) -> Measured {
    let &MatchResult { score, low, high, games, .. } = result;
    Measured { value: score, low, high, games, deviation: None }
}

/// The mean of some scores less that of others. Matches are independent, so the squares of their errors add up; runs with
/// the same seeds may be alike, which makes this interval too wide rather than too narrow.
fn difference(better: &[Measured], worse: &[Measured]) -> Measured {
    let mean =
        |scores: &[Measured]| scores.iter().map(|score| score.value).sum::<f64>() / scores.len() as f64;
    let reach = |scores: &[Measured]| -> f64 {
        let square = |number: f64| number * number;
        let half = |score: &Measured| square((score.high - score.low) / 2.0 / scores.len() as f64);
        scores.iter().map(half).sum()
    };
    let (value, reach) = (mean(better) - mean(worse), (reach(better) + reach(worse)).sqrt());
    let games = better.iter().chain(worse).map(|score| score.games).sum();
    Measured { value, low: value - reach, high: value + reach, games, deviation: None }
}

fn states(effort: &EffortPerTurn, games: u64) -> Measured {
    let total: &Moments = &effort.total;
    let (value, reach) = (total.mean(), 1.96 * effort.standard_error());
    let deviation = Some(total.standard_deviation());
    Measured { value, low: value - reach, high: value + reach, games, deviation }
}
