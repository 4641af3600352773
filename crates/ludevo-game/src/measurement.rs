//! Published figures and the measurements that stand beside them, declared as data.

/// A named set of measurements, such as the tables of one source.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about.
    pub summary: &'static str,
    /// The rows in the order of the source.
    pub rows: &'static [Row],
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The table of the source, or what the row belongs to.
    pub table: &'static str,
    /// The row within it.
    pub row: &'static str,
    /// What is measured.
    pub measure: Measure,
    /// What the source reports, if it does.
    pub published: Option<f64>,
    /// When the row counts as reached.
    pub goal: Goal,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// The first player's share of the points.
    Score {
        /// A player.
        first: &'static str,
        /// Its opponent.
        second: &'static str,
        /// How many games.
        games: u64,
        /// Random plies at the start of each pair of games.
        openings: Option<u32>,
    },
    /// The share of the points in a game under other rules than usual.
    ScoreUnder {
        /// The rules, as `match --rules` takes them.
        rules: &'static str,
        /// A player.
        first: &'static str,
        /// Its opponent.
        second: &'static str,
        /// How many games.
        games: u64,
    },
    /// The first player's share of what all wins count, where a win may count more than one point.
    Points {
        /// A player.
        first: &'static str,
        /// Its opponent.
        second: &'static str,
        /// How many games.
        games: u64,
    },
    /// How many plain games one game of another kind is worth: the variances of their results, one over the other.
    Worth {
        /// A player.
        first: &'static str,
        /// Its opponent.
        second: &'static str,
        /// How many games.
        games: u64,
        /// How the games are played or counted.
        steadied: Steadied,
    },
    /// States that a player expands in a turn, interior ones and leaves together.
    Effort {
        /// The player whose states are counted.
        player: &'static str,
        /// Its opponent.
        against: &'static str,
        /// How many games.
        games: u64,
    },
    /// States that one player expands in a turn over those of another, both against the same opponent.
    EffortRatio {
        /// The player whose states are counted.
        player: &'static str,
        /// The player they are compared with.
        than: &'static str,
        /// Their opponent.
        against: &'static str,
        /// How many games.
        games: u64,
    },
    /// How much more some players score on average than others, all against the same opponent.
    Compared {
        /// Those who are said to be better.
        better: &'static [&'static str],
        /// The others.
        worse: &'static [&'static str],
        /// Their opponent.
        against: &'static str,
        /// How many games of each.
        games: u64,
    },
    /// States that a player expands in a second on one thread, against itself.
    Pace {
        /// The player.
        player: &'static str,
        /// How many games.
        games: u64,
    },
    /// The share of the whole game tree that a player's search leaves out, 1 - n / s: n is the states it expands in a
    /// turn, s the size of a tree of its depth in which every state has as many moves as those below the positions of the
    /// games have on average (section 4.3 of "Evolution of heuristics for give-away checkers").
    Pruning {
        /// The player.
        player: &'static str,
        /// Its opponent.
        against: &'static str,
        /// The depth of its search.
        depth: u32,
        /// How many games.
        games: u64,
    },
    /// A number that a champion's file states about how it was made.
    Stated {
        /// The champion.
        champion: &'static str,
        /// The line of the file.
        key: &'static str,
    },
    /// A figure of a solver over numbered problems.
    Solve {
        /// The solver.
        solver: &'static str,
        /// The problems.
        problems: Problems,
        /// What is told of them.
        figure: Figure,
    },
    /// By how much, as a share, a solver's figure is below that of another.
    SolveReduction {
        /// The solver.
        solver: &'static str,
        /// The solver it is compared with.
        than: &'static str,
        /// The problems.
        problems: Problems,
        /// What is told of them.
        figure: Figure,
    },
    /// A figure of runs of an experiment with the seeds from 1 on.
    Runs {
        /// The experiment.
        experiment: &'static str,
        /// What of it is set otherwise.
        sets: &'static [&'static str],
        /// How many runs.
        runs: u64,
        /// What is told of them.
        figure: RunFigure,
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

/// Runs of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The experiment.
    pub experiment: &'static str,
    /// What of it is set otherwise.
    pub sets: &'static [&'static str],
}

/// What is told of runs of evolution. Where it is not said otherwise: the mean over the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFigure {
    /// The mean fitness of a generation.
    Mean(u64),
    /// The best fitness of a generation.
    Best(u64),
    /// The champion's share of the points against the yardstick, on fresh games.
    Champion,
    /// The highest of these shares.
    BestChampion,
    /// The median of these shares.
    MedianChampion,
}

/// How games of chance are played or counted so that their results vary less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steadied {
    /// In pairs with the same rolls and the sides swapped.
    DuplicateDice,
    /// With every opening roll as often as every other.
    FirstRolls,
    /// Less the luck of all rolls, as a value function says that is fixed beforehand.
    Luck,
}

/// Numbered problems of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problems {
    /// The first number.
    pub first: u32,
    /// The last number.
    pub last: u32,
    /// How many of them are tried, spread evenly.
    pub count: u32,
    /// States that a solver may expand for one.
    pub nodes: u64,
    /// Whether those are left out that experiments train on.
    pub unseen: bool,
}

impl Problems {
    /// The numbers, or `share` of them.
    pub fn numbers(&self, share: f64) -> Vec<u32> {
        let all = self.last - self.first + 1;
        let count = ((f64::from(self.count.min(all)) * share) as u32).clamp(1, all);
        (0..count)
            .map(|place| self.first + (u64::from(place) * u64::from(all) / u64::from(count)) as u32)
            .collect()
    }
}

/// What is told of problems that a solver tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The share that was solved.
    Solved,
    /// States expanded for a solved one, on average.
    Expanded,
    /// Length of a solution in moves, on average.
    Moves,
    /// Milliseconds for a solved one, on average.
    Milliseconds,
}

impl Measure {
    /// The players that take part.
    pub fn players(&self) -> Vec<&'static str> {
        match *self {
            Measure::Score { first, second, .. }
            | Measure::ScoreUnder { first, second, .. }
            | Measure::Points { first, second, .. }
            | Measure::Worth { first, second, .. } => vec![first, second],
            Measure::Effort { player, against, .. } => vec![player, against],
            Measure::EffortRatio { player, than, against, .. } => vec![player, than, against],
            Measure::Compared { better, worse, against, .. } => [better, worse, &[against]].concat(),
            Measure::Pace { player, .. } => vec![player],
            Measure::Pruning { player, against, .. } => vec![player, against],
            Measure::Stated { champion, .. } => vec![champion],
            Measure::Solve { solver, .. } => vec![solver],
            Measure::SolveReduction { solver, than, .. } => vec![solver, than],
            Measure::Runs { .. } | Measure::RunsCompared { .. } => Vec::new(),
        }
    }

    /// The runs that are made.
    pub fn series(&self) -> Vec<Series> {
        match *self {
            Measure::Runs { experiment, sets, .. } => vec![Series { experiment, sets }],
            Measure::RunsCompared { better, worse, .. } => vec![better, worse],
            _ => Vec::new(),
        }
    }
}

/// When a row counts as reached.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Within this distance of the published figure.
    Within(f64),
    /// At least the figure.
    AtLeast(f64),
    /// At least the figure even at the lower end of the interval.
    SurelyAtLeast(f64),
    /// At most the figure.
    AtMost(f64),
    /// A finding without a number of its own: it holds if the whole interval is above this, and fails if it is below.
    Above(f64),
    /// Printed for comparison only.
    None,
}

/// How a row came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is met.
    Reached,
    /// It is not.
    Short,
    /// The finding is confirmed.
    Holds,
    /// It is not.
    Fails,
    /// The interval leaves it open.
    Undecided,
    /// There is no goal.
    Shown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Reached => "reached",
            Verdict::Short => "short",
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
            Verdict::Shown => "",
        }
    }
}

impl Row {
    /// The verdict on a measured value with its interval from `low` to `high`.
    pub fn verdict(&self, measured: f64, low: f64, high: f64) -> Verdict {
        let reached = |met: bool| if met { Verdict::Reached } else { Verdict::Short };
        match self.goal {
            Goal::Within(distance) => {
                reached(self.published.is_some_and(|published| (measured - published).abs() <= distance))
            }
            Goal::AtLeast(bar) => reached(measured >= bar),
            Goal::SurelyAtLeast(bar) => reached(low >= bar),
            Goal::AtMost(bar) => reached(measured <= bar),
            Goal::Above(level) if low > level => Verdict::Holds,
            Goal::Above(level) if high <= level => Verdict::Fails,
            Goal::Above(_) => Verdict::Undecided,
            Goal::None => Verdict::Shown,
        }
    }
}
