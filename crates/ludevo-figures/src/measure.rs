//! What a row measures, and what makes two measurements the same.

use std::collections::BTreeMap;

use ludevo_game::champions;
use ludevo_game::game::{Game, Level};
use ludevo_game::player_name::PlayerName;
use ludevo_game::study::VarianceReduction;
use ludevo_random::{Purpose, stream};
use ludevo_runs::load;
use ludevo_search::puzzle::Limits;
use rand::seq::index::sample;
use serde::{Deserialize, Serialize};

use crate::measurer::MeasurerSettings;
use crate::queue::NeededRun;

/// What is measured. Players, champions and solvers are named as on the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "measure", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Measure {
    /// The first player's share of the points.
    Score {
        /// A player.
        first: String,
        /// Its opponent.
        second: String,
        /// How many games.
        games: u64,
        /// Random plies at the start of each pair of games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        openings: Option<u32>,
        /// Where games start, as `match --positions` takes it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        positions: Vec<String>,
        /// Other rules than usual, as `match --rules` takes them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<String>,
    },
    /// The first player's share of the points where a draw counts three quarters for whoever is better off in the end and a
    /// quarter for the other. The interval is as wide as that of the plain share.
    Merit {
        /// A player.
        first: String,
        /// Its opponent.
        second: String,
        /// How many games.
        games: u64,
        /// Where games start, as `match --positions` takes it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        positions: Vec<String>,
    },
    /// The share of games of which something is true of the first player.
    Share {
        /// A player.
        first: String,
        /// Its opponent.
        second: String,
        /// How many games.
        games: u64,
        /// Where games start, as `match --positions` takes it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        positions: Vec<String>,
        /// What is true of them.
        of: GameShare,
    },
    /// The first player's share of what all wins count, where a win may count more than one point.
    Points {
        /// A player.
        first: String,
        /// Its opponent.
        second: String,
        /// How many games.
        games: u64,
    },
    /// How many plain games one of less variance is worth.
    Variance {
        /// A player.
        first: String,
        /// Its opponent.
        second: String,
        /// How many games.
        games: u64,
        /// How the games are played or counted.
        reduction: VarianceReduction,
    },
    /// States that a player expands in a turn, interior ones and leaves together.
    Effort {
        /// The player whose states are counted.
        player: String,
        /// Another player: then the figure is over that of the other, both against the same opponent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        than: Option<String>,
        /// The opponent.
        against: String,
        /// How many games.
        games: u64,
    },
    /// How much more some players score on average than others, all against the same opponent.
    Compared {
        /// Those who are said to be better.
        better: Vec<String>,
        /// The others.
        worse: Vec<String>,
        /// Their opponent.
        against: String,
        /// How many games of each.
        games: u64,
    },
    /// States that a player expands in a second on one thread, against itself.
    Pace {
        /// The player.
        player: String,
        /// How many games.
        games: u64,
    },
    /// The share of the whole game tree that a player's search leaves out, 1 - n / s: n is the states it expands in a
    /// turn, s the size of a tree of its depth in which every state has as many moves as those below the positions of the
    /// games have on average (section 4.3 of "Evolution of heuristics for give-away checkers").
    Pruning {
        /// The player.
        player: String,
        /// Its opponent.
        against: String,
        /// The depth of its search.
        depth: u32,
        /// How many games.
        games: u64,
    },
    /// A number that a champion's file states about how it was made.
    Stated {
        /// The champion.
        champion: String,
        /// The line of the file.
        key: String,
    },
    /// A figure of a solver over numbered problems.
    Solve {
        /// The solver.
        solver: String,
        /// Another solver: then it is by how much, as a share, the figure is below that of the other.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        than: Option<String>,
        /// Another solver: then it is the mean of the figure over that of the other, problem by problem; whoever does not
        /// solve one counts with all the positions that it may expand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<String>,
        /// The problems.
        problems: Problems,
        /// Other problems: then it is by how much the figure of the first ones is above that of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        less: Option<Problems>,
        /// What is told of them.
        figure: SolverFigure,
    },
    /// A figure of a driver's races on a course.
    Races {
        /// The driver.
        driver: String,
        /// The course.
        course: String,
        /// How many races.
        races: u64,
        /// Rounds of each.
        #[serde(default = "one_lap", skip_serializing_if = "is_one_lap")]
        laps: u16,
        /// Those who start before it, the first first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        behind: Vec<String>,
        /// What is told of them.
        figure: RaceFigure,
    },
    /// A figure of a driver's races on the courses of a season, beside times of others that were recorded elsewhere.
    Season {
        /// The driver.
        driver: String,
        /// How many races on each course.
        races: u64,
        /// Seconds of the others, course by course, in the order of `others`; 0 for whoever did not finish.
        season: BTreeMap<String, Vec<f64>>,
        /// Their names.
        others: Vec<String>,
        /// What is told of it.
        figure: SeasonFigure,
    },
    /// A figure of runs of an experiment with the seeds from 1 on.
    Runs {
        /// The experiment.
        experiment: String,
        /// What of it is set otherwise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<String>,
        /// How many runs.
        runs: u64,
        /// What is told of them.
        figure: RunFigure,
    },
    /// Seconds of races of the champions of runs of an experiment, with the seeds from 1 on.
    RunsRaced {
        /// The experiment.
        experiment: String,
        /// What of it is set otherwise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<String>,
        /// How many runs.
        runs: u64,
        /// The course.
        course: String,
        /// How many races of each champion. The fastest is chosen by its first half, and its figure is of the other.
        races: u64,
        /// Of which champions.
        of: ChampionsOfRuns,
    },
    /// Leagues of everybody who ships and one more: how it stands, on average over seeds from 1 on.
    League {
        /// Who joins.
        guest: String,
        /// How many leagues, a seed each.
        leagues: u64,
        /// Rounds of each meeting.
        rounds: u32,
        /// What is told of them.
        figure: LeagueFigure,
    },
    /// How much more the champions of some runs score on average than those of others, with the seeds from 1 on.
    RunsCompared {
        /// The runs that are said to be better.
        better: Series,
        /// The others.
        worse: Series,
        /// How many runs of each.
        runs: u64,
    },
}

/// Which champions of several runs a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChampionsOfRuns {
    /// The fastest.
    Best,
    /// All of them, on average.
    Mean,
}

/// What is told of leagues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeagueFigure {
    /// The rating.
    Rating,
    /// How far it is ahead of the one of the others who has the highest rating on average, league by league.
    Lead,
    /// The place.
    Rank,
}

/// What is true of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameShare {
    /// Won, of those in which it moves first: what becomes of won positions.
    Converted,
    /// Not lost: what becomes of drawn positions.
    Held,
    /// Won.
    Won,
    /// Drawn with something more in the end.
    Advantages,
    /// Drawn with as much in the end.
    Level,
}

/// What is told of races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaceFigure {
    /// Seconds of a finished one, on average.
    Seconds,
    /// The share that was finished.
    Finished,
    /// The share that was won.
    Won,
    /// Damage at the end, on average.
    Damage,
    /// Rounds done, on average.
    Laps,
}

/// What is told of a season. Whoever does not finish every race of a course has no time there and is last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeasonFigure {
    /// Courses that were finished.
    Finished,
    /// The place among all, on average.
    Rank,
    /// Courses on which it is first.
    First,
    /// Points of the IndyCar series for these places.
    Points,
    /// How many of the others have more points.
    Ahead,
    /// Its time over that of the last of the others, on average over the courses that both finished.
    OverLast,
}

fn one_lap() -> u16 {
    1
}

fn is_one_lap(laps: &u16) -> bool {
    *laps == 1
}

/// Runs of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The experiment.
    pub experiment: String,
    /// What of it is set otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
}

/// What is told of runs of evolution. Where it is not said otherwise: the mean over the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunFigure {
    /// The mean fitness of a generation.
    Mean(u64),
    /// The best fitness of a generation.
    Best(u64),
    /// The champion's share of the points against the yardstick, on fresh games.
    Champion,
    /// The share of the champion that has the highest of these, on as many games of its own: the highest of several is too
    /// high by chance.
    BestMeasuredAgain,
    /// The median of these shares.
    Median,
}

/// Problems of a puzzle: a range of numbers, or a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problems {
    /// The first number.
    #[serde(default)]
    pub first: u32,
    /// The last number.
    #[serde(default)]
    pub last: u32,
    /// A set in place of these, as `solve` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// How many of them are tried, spread evenly.
    pub count: u32,
    /// States that a solver may expand for one.
    pub nodes: u64,
    /// Megabytes that it may use for one.
    #[serde(default = "usual_memory", skip_serializing_if = "is_usual_memory")]
    pub memory: usize,
    /// Whether those are left out that experiments train on.
    #[serde(default)]
    pub unseen: bool,
    /// Whether the range is meant as it is, such as that of published deals: another seed then has others of it, where it does
    /// not have all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
}

fn usual_memory() -> usize {
    Limits::default().memory >> 20
}

fn is_usual_memory(memory: &usize) -> bool {
    *memory == usual_memory()
}

impl Problems {
    /// The numbers, or `share` of them, of a puzzle with these sets; none where the set is none of them. With another seed
    /// than the first they are others, as far as there are others: of a range those that follow on it, of a set or of a
    /// range that is `fixed` a sample.
    pub fn numbers(&self, sets: &[Level], share: f64, seed: u64) -> Vec<u32> {
        let Some(range) = self.range(sets) else { return Vec::new() };
        let (all, number) = match range {
            Range::Set(numbers) => (
                numbers.len() as u32,
                Box::new(|place: u32| numbers[place as usize]) as Box<dyn Fn(u32) -> u32>,
            ),
            Range::Numbers { first, count } => {
                // There is an end to numbers, and then they begin anew after the range.
                let ranges = u64::from((u32::MAX - first) / count).max(1);
                let later = if self.fixed { 0 } else { (seed - 1) % ranges };
                let first = first + later as u32 * count;
                (count, Box::new(move |place| first + place) as _)
            }
        };
        if all == 0 {
            return Vec::new();
        }
        let count = ((f64::from(self.count.min(all)) * share) as u32).clamp(1, all);
        let is_drawn = seed != 1 && (self.set.is_some() || self.fixed);
        let mut places: Vec<u32> = if is_drawn {
            let mut rng = stream(seed, Purpose::Problems, 0, 0);
            sample(&mut rng, all as usize, count as usize).iter().map(|place| place as u32).collect()
        } else {
            (0..count).map(|index| (u64::from(index) * u64::from(all) / u64::from(count)) as u32).collect()
        };
        places.sort_unstable();
        places.into_iter().map(number).collect()
    }

    /// Whether every seed has the same problems: all that there are.
    pub fn are_all(&self, sets: &[Level]) -> bool {
        match self.range(sets) {
            Some(Range::Set(numbers)) => self.count as usize >= numbers.len(),
            Some(Range::Numbers { count, .. }) => self.fixed && self.count >= count,
            None => true,
        }
    }

    fn range(&self, sets: &[Level]) -> Option<Range> {
        match &self.set {
            Some(name) => {
                sets.iter().find(|level| level.name == *name).map(|level| Range::Set(level.numbers))
            }
            None => Some(Range::Numbers {
                first: self.first,
                count: (self.last - self.first.min(self.last)).saturating_add(1),
            }),
        }
    }
}

/// What problems are taken from.
enum Range {
    Set(&'static [u32]),
    Numbers { first: u32, count: u32 },
}

/// What is told of problems that a solver tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverFigure {
    /// The share that was solved.
    Solved,
    /// States expanded for a solved one, on average.
    Expanded,
    /// Length of a solution in moves, on average.
    Moves,
    /// Milliseconds for a solved one, on average.
    Milliseconds,
    /// The share for which fewer states are expanded than by the other solver, which `over` names.
    Fewer,
}

impl Measure {
    /// What cannot be measured by anybody: the key that is to blame, and why.
    pub(crate) fn fault(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Measure::Solve { problems, less, .. }
                if [Some(problems), less.as_ref()]
                    .into_iter()
                    .flatten()
                    .any(|some| some.first > some.last) =>
            {
                Some(("problems", "the first problem comes after the last"))
            }
            Measure::League { leagues: ..=1, .. } => {
                Some(("leagues", "of one league nobody knows how much leagues differ: two at least"))
            }
            _ => None,
        }
    }

    /// The players that take part.
    pub fn players(&self) -> Vec<&str> {
        match self {
            Measure::Score { first, second, .. }
            | Measure::Merit { first, second, .. }
            | Measure::Share { first, second, .. }
            | Measure::Points { first, second, .. }
            | Measure::Variance { first, second, .. } => vec![first, second],
            Measure::Effort { player, than, against, .. } => [Some(player), than.as_ref(), Some(against)]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect(),
            Measure::Compared { better, worse, against, .. } => {
                better.iter().chain(worse).chain([against]).map(String::as_str).collect()
            }
            Measure::Pace { player, .. } => vec![player],
            Measure::Pruning { player, against, .. } => vec![player, against],
            Measure::Stated { champion, .. } => vec![champion],
            Measure::Solve { solver, than, over, .. } => [Some(solver), than.as_ref(), over.as_ref()]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect(),
            Measure::Races { driver, behind, .. } => {
                [driver].into_iter().chain(behind).map(String::as_str).collect()
            }
            Measure::Season { driver, .. } => vec![driver],
            Measure::League { guest, .. } => vec![guest],
            Measure::Runs { .. } | Measure::RunsRaced { .. } | Measure::RunsCompared { .. } => Vec::new(),
        }
    }

    /// The runs that are made, each series with how many.
    pub fn series(&self) -> Vec<(Series, u64)> {
        match self {
            Measure::Runs { experiment, set, runs, .. }
            | Measure::RunsRaced { experiment, set, runs, .. } => {
                vec![(Series { experiment: experiment.clone(), set: set.clone() }, *runs)]
            }
            Measure::RunsCompared { better, worse, runs } => {
                vec![(better.clone(), *runs), (worse.clone(), *runs)]
            }
            _ => Vec::new(),
        }
    }

    /// The same, as far as they are made with these settings: a quick look needs fewer.
    pub(crate) fn series_with(&self, settings: &MeasurerSettings) -> Vec<(Series, u64)> {
        // One run tells nothing about how much runs differ.
        let fewest = if matches!(self, Measure::RunsCompared { .. }) { 2 } else { 1 };
        let count = |runs: u64| if settings.quick { fewest.min(runs) } else { runs };
        self.series().into_iter().map(|(series, runs)| (series, count(runs))).collect()
    }

    /// Whether it is of problems, and every seed has the same.
    pub fn is_of_all_problems(&self, sets: &[Level]) -> bool {
        match self {
            Measure::Solve { problems, less, .. } => {
                problems.are_all(sets) && less.as_ref().is_none_or(|less| less.are_all(sets))
            }
            _ => false,
        }
    }

    /// What tells this measurement from others: the same text only if the same is measured, with champions that play the
    /// same and experiments that do the same. The text is hashed; it stands in files of kept rows.
    pub fn identity(&self, game: &dyn Game, settings: &MeasurerSettings) -> String {
        let mut text = serde_json::to_string(self).expect("a measure is plain values");
        if settings.first_seed() != 1 {
            text += &format!(" seed {}", settings.first_seed());
        }
        text += if settings.quick { " quick\n" } else { "\n" };
        for player in self.players() {
            let Ok(name) = player.parse::<PlayerName>() else { continue };
            text += &match name.shipped() {
                Some(short) if settings.evolve => {
                    let run = NeededRun::of_champion(game, short).and_then(|run| run.identity());
                    run.map(|run| format!("evolved anew\n{run}")).unwrap_or_default()
                }
                // A champion may be named by its path too; a file that happens to be called as a guide is none.
                _ if name.is_path() || champions::shipped_as(game.facts().name, &name).is_some() => {
                    champions::find(game.facts(), &name, &[])
                        .map(|found| found.file.playing())
                        .unwrap_or_default()
                }
                _ => continue,
            };
        }
        for (Series { experiment, set }, _) in self.series() {
            text += &load(&experiment, &set).map(|loaded| loaded.essence()).unwrap_or_default();
        }
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }
}
