//! Puzzles made whole: from problems, looks and searches to solvers, evolution and tables.

mod book;
mod changed;
mod contest;
mod entry;
mod parts;
mod settings;
mod table;

use std::time::Duration;

use ludevo_evolve::{
    Bundles, For, Policies, Policy, RuleSettings, Species, Standing, TreeSettings, WeightSettings, rivals,
};
use ludevo_program::Language;
use ludevo_random::Stream;
use ludevo_search::puzzle::{Effort, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bred::OtherGenome;
use crate::champion::{ChampionError, ChampionFile, Line};
use crate::game::Facts;
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::Scene;
use crate::why::Judgement;

pub use book::{Book, Listed};
pub use parts::Parts;
pub use settings::{NodeLimit, PlayerKeys, RivalKind, Worth};

/// A puzzle as people see it: its problems, and how they are tried by hand.
pub trait Posed: Clone + Send + Sync + 'static {
    /// What is to be solved, such as a deal or a board.
    type Problem: Clone + Send + Sync;
    /// A problem on the way.
    type Position: Clone + Send;
    /// What a person does at once, and what solutions consist of.
    type Play: Copy + PartialEq + Send;

    /// What is fixed about it.
    fn facts(&self) -> &'static Facts;

    /// Problems that have a name together; experiments train on the first unless they say otherwise.
    fn sets(&self) -> &'static [ProblemSet];

    /// The problem of a number.
    fn numbered(&self, number: u32) -> Result<Self::Problem, String>;

    /// The problem of a text.
    fn read(&self, text: &str) -> Result<Self::Problem, String>;

    /// The problems of a file, as texts; one unless the puzzle says otherwise.
    fn problems_of(&self, text: &str) -> Vec<String> {
        vec![text.to_owned()]
    }

    /// What a problem asks for, where they ask for different things, such as `mate in 3`.
    fn asks(&self, _problem: &Self::Problem) -> Option<String> {
        None
    }

    /// The problem as a text that reads back.
    fn text(&self, problem: &Self::Problem) -> String;

    /// The problem before the first play.
    fn begin(&self, problem: &Self::Problem) -> Self::Position;

    /// What is left to be solved.
    fn rest(&self, position: &Self::Position) -> Self::Problem;

    /// What can be done; a person sees it in this order.
    fn plays(&self, position: &Self::Position) -> Vec<Self::Play>;

    /// Does it.
    fn play(&self, position: &mut Self::Position, play: Self::Play);

    /// What somebody else moved after the last play, as people write it; what was planned before that may no longer fit.
    fn answer(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Whether the goal is reached.
    fn is_solved(&self, position: &Self::Position) -> bool;

    /// A play as people type it.
    fn play_text(&self, play: Self::Play) -> String;

    /// How people type a play, for those who mistyped one.
    fn how_to_play(&self) -> &'static str;

    /// Whether a play does what a solver wanted, which need not tell apart what makes no difference.
    fn is_wanted(&self, wanted: Self::Play, play: Self::Play) -> bool {
        wanted == play
    }

    /// The position as a picture in text.
    fn picture(&self, position: &Self::Position) -> String;

    /// The position as a scene; `last` led to it.
    fn scene(&self, position: &Self::Position, last: Option<Self::Play>) -> Scene;

    /// The spots of the scene that make a play when they are clicked one after the other.
    fn path(&self, position: &Self::Position, play: Self::Play) -> Vec<String>;

    /// Plays as people write them down.
    fn transcript(&self, plays: &[Self::Play]) -> String {
        let words: Vec<String> = plays.iter().map(|play| self.play_text(*play)).collect();
        words.join(" ")
    }

    /// The result in words, once the goal is reached by these plays.
    fn result(&self, plays: &[Self::Play]) -> String;

    /// What went wrong, where rules are somebody else's program and can fail. Nothing since then counts.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Problems that have a name together.
pub struct ProblemSet {
    /// The name.
    pub name: &'static str,
    /// What they are.
    pub meaning: &'static str,
    /// Whether experiments may train on them.
    pub is_for_training: bool,
    /// Their numbers, in rising order.
    pub numbers: Vec<u32>,
}

/// How a puzzle is solved by searches, and what is bred for them.
pub trait Searched: Posed {
    /// The kinds of genome, as experiments name them.
    type Genome: Copy + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// How solvers work, as experiments state it.
    type Player: PlayerKeys;
    /// How problems are solved.
    type Method: Clone + Send + Sync;
    /// A method with its memory, which it keeps from one problem to the next.
    type Solver: Send;
    /// A solution.
    type Solution: Send;

    /// The kinds of genome.
    fn genomes(&self) -> Vec<Kind<Self::Genome>>;

    /// The species of a kind.
    fn species(&self, genome: Self::Genome, variation: Variation) -> Policies;

    /// What each weight weighs, for kinds that have weights, in their order.
    fn meanings(&self, _genome: Self::Genome) -> Vec<&'static str> {
        Vec::new()
    }

    /// A number that changes when genomes written before mean something else.
    fn hash(&self, genome: Self::Genome) -> u64;

    /// The languages of all trees.
    fn languages(&self) -> Vec<Language>;

    /// So many views of play at least, which all languages can read.
    fn views(&self, count: usize) -> Vec<Vec<u64>>;

    /// How a genome solves.
    fn method(
        &self,
        genome: Self::Genome,
        policy: &Policy,
        player: &Self::Player,
        purpose: For,
    ) -> Self::Method;

    /// How a champion of a kind solves, in words.
    fn how(&self, kind: Kind<Self::Genome>, _player: &Self::Player) -> String {
        kind.meaning.to_owned()
    }

    /// The lines of a champion's file that say how it solves.
    fn lines(&self, _genome: Self::Genome, _player: &Self::Player) -> Vec<Line> {
        Vec::new()
    }

    /// How a champion solves, by the lines of its file.
    fn read_lines(&self, file: &ChampionFile) -> Result<Self::Player, ChampionError> {
        file.own(&[])?;
        Ok(Self::Player::default())
    }

    /// The same with the options of a player's name; those that there are not are refused.
    fn with_options(
        &self,
        _genome: Self::Genome,
        player: Self::Player,
        name: &PlayerName,
    ) -> Result<Self::Player, PlayerError> {
        name.only(&[])?;
        Ok(player)
    }

    /// How a solver works that is no champion, or nothing if the name is none of the puzzle's.
    fn opponent(&self, name: &PlayerName) -> Result<Option<Self::Method>, PlayerError>;

    /// The solver of which savings are counted unless an experiment names another.
    fn baseline(&self) -> &'static str;

    /// How the estimate of a method judges a position, the higher the better; nothing for methods without one that people
    /// can read.
    fn appraise(&self, _method: &Self::Method, _position: &Self::Position) -> Option<Judgement> {
        None
    }

    /// Solvers that people wrote, with which champions are compared on fresh problems.
    fn beside(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Makes a method ready.
    fn solver(&self, method: &Self::Method, limits: Limits) -> Self::Solver;

    /// Tries a problem. A solution was checked against the rules by code that the search does not use.
    fn solve(&self, solver: &mut Self::Solver, problem: &Self::Problem) -> Outcome<Self::Solution>;

    /// How hard a problem is known to be, from 1 on, such as in how many moves there is a mate.
    fn grade(&self, _problem: &Self::Problem) -> usize {
        1
    }

    /// How near the last answer of a solver came to a right one, from 0 to 1, where it was wrong.
    fn nearness(&self, _solver: &Self::Solver) -> f64 {
        0.0
    }

    /// The trees of this name that come with the puzzle, which may join a first population as champions do.
    fn by_hand(&self, _genome: Self::Genome, _name: &str) -> Option<&'static str> {
        None
    }

    /// The plays of a solution.
    fn plays_of(&self, solution: &Self::Solution) -> Vec<Self::Play>;

    /// The single steps of a solution, where a play can be more than one.
    fn steps_of(&self, solution: &Self::Solution) -> usize;

    /// What is counted as its length where solutions are to be short.
    fn length_of(&self, solution: &Self::Solution) -> usize {
        self.plays_of(solution).len()
    }

    /// What a step is called, as in `12 moves, 17 card by card`.
    fn by_steps(&self) -> &'static str;

    /// The ways in which a solution can be written; the first is the default.
    fn formats(&self) -> &'static [&'static str];

    /// A solution in these formats.
    fn written(&self, solution: &Self::Solution) -> Vec<String>;

    /// The solver that people ask for hints unless they name another.
    fn adviser(&self) -> &'static str {
        "champion"
    }

    /// Positions that a solver at the table may expand before it gives up: seconds at most.
    fn patience(&self) -> u64 {
        1_000_000
    }

    /// Sets of so many problems that can be bred against solvers, if problems of this puzzle can.
    fn bred_problems(&self, _problems: usize) -> Option<Box<dyn BredProblems>> {
        None
    }

    /// What is bred for this puzzle beside solvers, if anything.
    fn other_genome(&self) -> Option<&'static dyn OtherGenome<Self>> {
        None
    }
}

/// Sets of problems that can be bred, by their texts (see [`rivals::bundled`]).
pub trait BredProblems: Send + Sync {
    /// A random set.
    fn born(&self, rng: &mut Stream, index: usize) -> String;

    /// As many children of these as there are parents.
    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String>;
}

impl<S: Species> BredProblems for Bundles<S> {
    fn born(&self, rng: &mut Stream, index: usize) -> String {
        self.print(&self.random(rng, index))
    }

    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String> {
        rivals::children(self, rng, texts, standings, parents)
    }
}

/// A kind of genome.
#[derive(Clone, Copy)]
pub struct Kind<G> {
    /// The kind.
    pub genome: G,
    /// Its name in experiments and champion files.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

/// How genomes are made and varied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variation {
    /// Weights.
    pub weights: WeightSettings,
    /// Trees.
    pub trees: TreeSettings,
    /// Whole rules.
    pub rules: RuleSettings,
}

/// How a problem came out.
#[derive(Clone, Debug)]
pub struct Outcome<S> {
    /// How the search ended.
    pub ending: Ended<S>,
    /// What all searches took together.
    pub effort: Effort,
    /// Their time.
    pub time: Duration,
}

/// How a search for a solution ended.
#[derive(Clone, Debug)]
pub enum Ended<S> {
    /// With a solution.
    Solved {
        /// The solution.
        solution: S,
        /// Whether the search proves that none is shorter.
        is_shortest: bool,
    },
    /// There is none, which is proved.
    Unsolvable,
    /// At the limit of this name, or with nothing left to try by a search that throws things away.
    Unsolved(&'static str),
}

impl<S> Outcome<S> {
    /// What comes of a problem that could not be posed.
    pub(crate) fn nothing() -> Self {
        Outcome { ending: Ended::Unsolved("nothing"), effort: Effort::default(), time: Duration::ZERO }
    }

    /// The solution, if one was found.
    pub fn solution(&self) -> Option<&S> {
        match &self.ending {
            Ended::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }
}

/// A puzzle as an entry of the registry.
pub struct SearchedPuzzle<P>(pub P);
