//! What every game offers to commands and the studio, whatever its kind.

use std::path::PathBuf;
use std::time::Duration;

use ludevo_arena::{
    Match, MatchError, MatchResult, Names, Record, ReplayError, RoundRobin, TournamentError,
    TournamentResult, TournamentWatch, Watch,
};
use ludevo_evolve::{
    Beyond, Failed, GenerationReport, Interrupt, IslandSettings, Measurement, Outcome, PlanError, State,
};
use ludevo_program::{Language, Nearest};
use ludevo_search::puzzle::Limits;
use ludevo_search::rules::Side;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::StartsError;
use crate::champion::{ChampionError, ChampionFile};
use crate::chances::Seen;
use crate::experiment::{Experiment, SettingsError};
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::{Frame, Look, Scene};
use crate::study::{Leagues, Races, Study};
use crate::why::Comparison;

/// What is fixed about a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What kind of game it is, in a few words.
    pub kind: &'static str,
    /// One paragraph on how it is played and what is here.
    pub summary: &'static str,
    /// The named opponents that are the game's own, and what each is. A `N` in a name stands for a search depth.
    pub opponents: &'static [(&'static str, &'static str)],
}

/// Why a game could not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// A player that cannot be had.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Positions that cannot be had.
    #[error(transparent)]
    Starts(#[from] StartsError),
    /// A tournament that cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// An experiment that cannot be run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Settings that cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A champion's file that cannot be used.
    #[error(transparent)]
    Champion(#[from] ChampionError),
    /// A name that the game does not know.
    #[error("`{key}` is `{value}`{nearest}. Allowed: {known}")]
    Unknown {
        /// The key of the experiment.
        key: String,
        /// What it says.
        value: String,
        /// The nearest valid name.
        nearest: Nearest,
        /// All valid names.
        known: String,
    },
    /// A player that failed in the middle of a game.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// A saved program that cannot be read.
    #[error("{0}")]
    Program(String),
}

impl GameError {
    /// A key says something that is none of the known names.
    pub fn unknown<'a>(key: &str, value: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        GameError::Unknown {
            key: key.to_owned(),
            value: value.to_owned(),
            nearest: Nearest::to(value, known.iter().copied()),
            known: known.join(", "),
        }
    }
}

/// A run of evolution behind an interface that does not depend on the game. Genomes are texts.
pub trait Evolution: Send {
    /// Works out what all generations need, if that was not done yet. The answer may be a text that spares the work when
    /// it is given again as `kept`, so that a run which goes on need not do it twice.
    fn prepare(&mut self, kept: Option<&str>) -> Result<Option<String>, GameError>;

    /// Evolves one generation, or as many as islands go on without waiting, and reports each; no reports once the run is
    /// over. After an error the run can only be restored.
    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError>;

    /// Lets the steps that come fail as soon as the interrupt is raised. A run whose steps are short need not listen.
    fn interrupt_by(&mut self, _interrupt: &Interrupt) {}

    /// Everything to be kept between two generations.
    fn save(&self) -> State<String>;

    /// Goes on from what was kept.
    fn restore(&mut self, state: State<String>) -> Result<(), GameError>;

    /// The guide fitted to random games, if any player of the run judges by it. Whoever goes on with the run, or does a part
    /// of it, needs it.
    fn fitted(&self) -> Option<&str> {
        None
    }

    /// The islands of the run, where it has some.
    fn islands(&self) -> Option<&IslandSettings> {
        None
    }

    /// A unit of the run, which another process may do: from a state before, the generations of one island up to the next
    /// arrival, or those of the one population until this one. A function of its arguments; the run itself is somewhere
    /// else afterwards and can only be restored, or do further units.
    fn unit(
        &mut self,
        _island: usize,
        state: State<String>,
        until: u64,
    ) -> Result<Outcome<String>, GameError> {
        self.restore(state)?;
        let mut reports = Vec::new();
        loop {
            let state = self.save();
            if state.generation >= until || state.end.is_some() {
                return Ok(Outcome { reports, migrants: Vec::new(), lost: None, state });
            }
            reports.extend(self.step()?);
        }
    }

    /// Goes on by what came of a unit of the one population, or of a unit of each island, and reports as
    /// [`step`](Self::step) does.
    fn join(&mut self, mut outcomes: Vec<Outcome<String>>) -> Result<Vec<GenerationReport>, GameError> {
        let Some(Outcome { reports, state, .. }) = outcomes.pop() else { return Ok(Vec::new()) };
        self.restore(state)?;
        Ok(reports)
    }

    /// Fails unless every genome of what came of a unit can be read.
    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError>;

    /// How long a game of the yardstick takes, as far as is known.
    fn seconds_a_measured_game(&self) -> Option<f64>;

    /// Chooses and measures the champion of what was evolved so far; nothing before the first generation is done, or
    /// once `go_on`, which hears how many games of how many are played, says no.
    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError>;

    /// The same, where somebody else measures: nothing once that somebody has nothing to say. A run whose measurements
    /// cannot be done apart measures itself.
    fn finish_by(&self, _measure: &mut MeasureAll<'_>) -> Result<Option<Finish>, GameError> {
        self.finish(&mut |_, _| true)
    }

    /// The share of the points that a measurement asks for.
    fn measurement(&self, _asked: Measurement<String>) -> Result<f64, GameError> {
        Err(GameError::Program("the measurements of this run cannot be done apart".to_owned()))
    }
}

/// Measures all that is asked for at once; nothing if it was stopped.
pub type MeasureAll<'a> = dyn FnMut(Vec<Measurement<String>>) -> Result<Option<Vec<f64>>, GameError> + 'a;

/// What a run ends with.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The champion as a file, all but how it was made.
    pub champion: ChampionFile,
    /// Its share of the points against the yardstick on fresh games.
    pub score: f64,
    /// How many fresh games that was.
    pub games: usize,
    /// Nodes of its program.
    pub nodes: usize,
    /// Size against score, smallest first.
    pub front: Vec<FrontEntry>,
    /// Games of each entry of the front, by which the champion was chosen; 0 if nothing was chosen by games.
    pub front_games: usize,
    /// What the run hands over beside its champion.
    pub files: Vec<HandedOver>,
    /// What it adds to what people wrote by hand, where they did.
    pub beyond: Option<Beyond>,
}

/// A file that a run hands over beside its champion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOver {
    /// Its name in the run's folder.
    pub name: &'static str,
    /// What it holds, in a few words.
    pub holds: String,
    /// Its text.
    pub text: String,
}

/// A program that none of its size or smaller beats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontEntry {
    /// Nodes.
    pub nodes: usize,
    /// Share of the points against the yardstick.
    pub score: f64,
    /// The generation in which it was found.
    pub generation: u64,
    /// The program.
    pub program: String,
}

/// A program as people read it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// How it plays, in words.
    pub plays: String,
    /// For each tree: its name, what it decides, and its forms.
    pub trees: Vec<ShownTree>,
}

/// One tree as people read it.
#[derive(Clone, Debug)]
pub struct ShownTree {
    /// The tree's name.
    pub name: String,
    /// What it decides.
    pub decides: String,
    /// The program text.
    pub text: String,
    /// Nodes of the program as it is.
    pub nodes: usize,
    /// The simplified program text, equal on every position.
    pub simplified: String,
    /// Nodes of the simplified program.
    pub simplified_nodes: usize,
    /// A form for reading, with rounded constants.
    pub reading: String,
    /// The largest difference between the reading form and the program on sampled positions, and the spread of the
    /// program's own values there.
    pub deviation: Option<(f64, f64)>,
    /// The terminals it uses, with their meaning.
    pub terminals: Vec<(&'static str, &'static str)>,
    /// How often it uses each of them and what that weighs, the heaviest first; nothing where that is not known.
    pub uses: Vec<TerminalUse>,
    /// The tree for drawing: label and parent of each node of the simplified program, in prefix order.
    pub outline: Vec<(String, Option<usize>)>,
}

/// How much a tree uses a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct TerminalUse {
    /// The terminal's name.
    pub name: &'static str,
    /// In how many nodes.
    pub nodes: usize,
    /// How far values move on average when the terminal is asked about another position instead, as a share of the same
    /// over all terminals.
    pub weight: f64,
}

/// A game being played by people and players.
pub trait Table: Send {
    /// The position as a picture in text, legal moves marked.
    fn picture(&self) -> String;
    /// The position as a scene.
    fn scene(&self) -> Scene;
    /// The spots of the scene that make a legal move when they are clicked one after the other.
    fn path(&self, text: &str) -> Result<Vec<String>, String>;
    /// The same with the side that moves first at the bottom, or the other one, in games whose boards have sides.
    fn scene_from(&self, _first_below: bool) -> Scene {
        self.scene()
    }
    /// Both sides, the one that moves first before the other; none where nobody sits opposite.
    fn sides(&self) -> Vec<SideShown> {
        Vec::new()
    }
    /// All sequences of clicks that make each legal move, the usual one first; no sequence makes two moves.
    fn paths(&self) -> Result<Vec<Ways>, String> {
        self.moves().into_iter().map(|text| self.path(&text).map(|path| (text, vec![path]))).collect()
    }
    /// What is to be seen once the first spots of a move were clicked, where a part of the move is made by then.
    fn half_way(&self, _clicked: &[String]) -> Option<Scene> {
        None
    }
    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Whether the side that moved first is to move.
    fn first_to_move(&self) -> bool;
    /// How the game ended: points of the first side; nothing while it goes on.
    fn outcome(&self) -> Option<f64>;
    /// The result in words, once the game is over.
    fn result(&self) -> String;
    /// Makes a move; the error says what is wrong with it.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// Lets the player that was seated move: what it moved, or why it has no move.
    fn reply(&mut self) -> Result<String, String>;
    /// The move that the seated player would make here, if it knows one.
    fn hint(&mut self) -> Option<String> {
        self.values()?.first().map(|(text, _)| text.clone())
    }
    /// How many moves are left by the seated player's plan, in puzzles that it finds a way out of.
    fn moves_left(&mut self) -> Option<usize> {
        None
    }
    /// The seated player's value of each move, best first, if it puts numbers on moves.
    fn values(&mut self) -> Option<Vec<(String, f64)>>;
    /// The same in the position after `ply` moves, those of chance included; nothing where nobody chooses.
    fn values_at(&mut self, ply: usize) -> Option<Vec<(String, f64)>>;
    /// What chance did last, if it is a player's turn because of it, such as a roll of dice.
    fn chance(&self) -> Option<String> {
        None
    }
    /// What moved after the person's last move, in puzzles in which something does.
    fn answered(&self) -> Option<String> {
        None
    }
    /// The last move that somebody chose, rolls of dice not counted.
    fn last_move(&self) -> Option<String>;
    /// The moves so far in the game's notation.
    fn transcript(&self) -> String;
    /// Goes on from a position, a game that people wrote down, or a record; the error says what is wrong with it, and nothing changes.
    fn set_up(&mut self, text: &str) -> Result<(), String>;
    /// Goes on from the end of a recorded game, whose moves are checked; on an error nothing changes.
    fn take_up(&mut self, record: &Record) -> Result<(), String>;
    /// The position in every notation of the game, a line each.
    fn notations(&self) -> String;
    /// The game so far as people keep it in a file.
    fn document(&self, names: &Names) -> String;
    /// The game so far as a record, under these names.
    fn record(&self, names: &Names) -> Record;
    /// The choices so far.
    fn choices(&self) -> Vec<Choice>;
    /// A move beside the best of the others, in the position after `ply` moves and in the eyes of the seated player; nothing if
    /// the move is none there, or for players that put no numbers on moves.
    fn compare(&mut self, ply: usize, text: &str) -> Option<Comparison>;
}

/// A legal move, and all sequences of clicks that make it, the usual one first.
pub type Ways = (String, Vec<Vec<String>>);

/// A side of a game under way, as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct SideShown {
    /// What its pieces are called.
    pub pieces: &'static str,
    /// How they look.
    pub look: Look,
    /// What people count of it, such as `12 discs`; empty where they count nothing.
    pub count: String,
}

/// A choice that a player made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many moves, those of chance included, were made before it.
    pub ply: usize,
    /// The move.
    pub text: String,
    /// Whether the side that moves first made it.
    pub by_first: bool,
}

/// A game as commands see it. What not every game can do stands behind an ability, which a game has or has not; it may have
/// several.
pub trait Game: Sync {
    /// What is fixed about it.
    fn facts(&self) -> &'static Facts;

    /// Everybody who can be named as a player beside champions, and what each is.
    fn opponents(&self) -> Vec<(&'static str, &'static str)> {
        self.facts().opponents.to_vec()
    }

    /// Its languages; the first is the published one.
    fn languages(&self) -> Vec<Language>;

    /// So many views of play at least, which all its languages can read.
    fn views(&self, count: usize) -> Vec<Vec<u64>>;

    /// Fails if there is no such player, or solver.
    fn check_player(&self, name: &PlayerName) -> Result<(), GameError>;

    /// The game's own sections of an experiment, checked and with every default written out.
    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError>;

    /// The same in words, as (what, how).
    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)>;

    /// What has to be done before the first generation, and again when a run goes on, if that takes long.
    fn preparation(&self, _experiment: &Experiment) -> Option<String> {
        None
    }

    /// A program of a run as a picture, for programs that are something to look at.
    fn picture_of(&self, _experiment: &Experiment, _program: &str) -> Option<String> {
        None
    }

    /// What is allowed but not wise in an experiment, a sentence each.
    fn warnings(&self, _experiment: &Experiment) -> Vec<String> {
        Vec::new()
    }

    /// Starts a run; `founders` are files whose programs join the first population.
    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError>;

    /// The same with the guide that was fitted when the run began, as [`Evolution::fitted`] gave it, if any of its players
    /// judges by one.
    fn evolve_by(
        &self,
        guide: Option<&str>,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        match guide {
            None => self.evolve(experiment, seed, founders),
            Some(_) => Err(GameError::Program("no player of this game judges by a fitted guide".to_owned())),
        }
    }

    /// A champion's program in all its forms.
    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError>;

    /// A program of a run that has no champion yet, as a champion file without provenance; nothing if the game cannot
    /// say how it would play.
    fn candidate(&self, _experiment: &Experiment, _program: &str) -> Option<ChampionFile> {
        None
    }

    /// A champion in which something that does not change stands for a terminal, to see what the terminal is worth; nothing
    /// if its language cannot say that.
    fn blinded(&self, _champion: &ChampionFile, _terminal: &str) -> Option<ChampionFile> {
        None
    }

    /// What published figures ask of it beside matches and solutions, where it has an answer.
    fn study(&self) -> Option<&dyn Study> {
        None
    }

    /// It has races whose figures are times and places.
    fn races(&self) -> Option<&dyn Races> {
        None
    }

    /// It has leagues in which players are rated.
    fn leagues(&self) -> Option<&dyn Leagues> {
        None
    }

    /// The formats in which champions can be handed to other programs.
    fn exports(&self) -> &'static [&'static str] {
        &[]
    }

    /// Those of them that there are for champions in a language.
    fn exports_of(&self, _language: &str) -> &'static [&'static str] {
        self.exports()
    }

    /// A champion in one of these formats, for a class or file of this name.
    fn export(&self, champion: &ChampionFile, format: &str, name: &str) -> Result<String, GameError> {
        let _ = (champion, name);
        Err(GameError::Program(format!("champions of {} have no format `{format}`", self.facts().name)))
    }

    /// People can play it at a table, against a player.
    fn at_table(&self) -> Option<&dyn TableGame> {
        None
    }

    /// Its players can be rated in matches.
    fn in_matches(&self) -> Option<&dyn MatchGame> {
        None
    }

    /// It has problems to be solved, by people and by solvers.
    fn as_puzzle(&self) -> Option<&dyn PuzzleGame> {
        None
    }

    /// It can be watched as it happens.
    fn to_watch(&self) -> Option<&dyn WatchedGame> {
        None
    }
}

/// What can be done with a game that is watched: agents act in it, in time steps.
pub trait WatchedGame: Sync {
    /// Who can be watched beside champions: their names and what each does.
    fn agents(&self) -> Vec<(&'static str, &'static str)>;

    /// A round between two, moment by moment. The same seed gives the same round.
    fn watch(&self, first: &PlayerName, second: &PlayerName, seed: u64) -> Result<Vec<Frame>, GameError>;

    /// A round of a champion as an animated picture (SVG), and whom it meets there.
    fn animation(&self, champion: &ChampionFile) -> Result<(String, &'static str), GameError>;
}

/// What can be done with a game that a person plays against a player, in turns.
pub trait TableGame: Sync {
    /// Plays random games and panics where the rules contradict themselves (see [`crate::conformance`]).
    fn conform(&self, games: u64);

    /// How many different games last `depth` moves or end before, from what people wrote down or from the start (see
    /// [`ludevo_search::perft::perft`]). What cannot be read is [`GameError::Program`].
    fn perft(&self, from: Option<&str>, depth: u32) -> Result<u64, GameError>;

    /// A new game with `player` seated on `side`.
    fn table(&self, player: &PlayerName, side: Side, seed: u64) -> Result<Box<dyn Table>, GameError>;

    /// Positions of games of a champion against itself, with what each was worth in its eyes and how the game ended; none for
    /// players that put no numbers on moves. The same seed gives the same games.
    fn own_games(&self, player: &PlayerName, games: u64, seed: u64) -> Result<Vec<Seen>, GameError>;

    /// A recorded game, checked move by move: its start and the position after every move.
    fn replay(&self, record: &Record) -> Result<Vec<Frame>, ReplayError>;
}

/// What can be done with a game whose players meet one another.
pub trait MatchGame: Sync {
    /// Classes of positions that matches may start from, as (name, what it is).
    fn classes(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How many half points each side threw away in a game; nothing where the truth is known about none of its positions.
    fn thrown_away(&self, _record: &Record) -> Result<Option<[f64; 2]>, ReplayError> {
        Ok(None)
    }

    /// The same game under other rules, where it leaves some open; the error says which.
    fn under(&self, rules: &str) -> Result<Box<dyn MatchGame>, String>;

    /// Plays a match.
    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError>;

    /// Plays a round robin.
    fn ladder(
        &self,
        players: &[PlayerName],
        settings: &RoundRobin,
        watch: TournamentWatch<'_>,
    ) -> Result<TournamentResult, GameError> {
        let names: Vec<String> = players.iter().map(PlayerName::to_string).collect();
        settings.play(&names, watch, |pairing, one, other, watch| {
            self.play_match(&players[one], &players[other], pairing, watch)
        })
    }
}

/// What can be done with a game that has problems to be solved.
pub trait PuzzleGame: Sync {
    /// The problem of a name, such as a number, or of a text that describes it; the error says what is wrong with it.
    fn check_problem(&self, problem: &Problem) -> Result<(), String>;

    /// The problems of a file, as texts.
    fn problems_of(&self, text: &str) -> Vec<String>;

    /// What a problem asks for, where they ask for different things, such as `mate in 3`.
    fn asks(&self, problem: &Problem) -> Option<String>;

    /// Problems that have a name together.
    fn levels(&self) -> Vec<Level>;

    /// Whether experiments train on the problem of this number.
    fn is_for_training(&self, number: u32) -> bool {
        let mut trained = self.levels().into_iter().filter(|level| level.is_for_training);
        trained.any(|level| level.numbers.binary_search(&number).is_ok())
    }

    /// How a solution is counted in single steps, where a move can be more than one, as in `17 card by card`.
    fn by_steps(&self) -> &'static str;

    /// The ways in which a solution can be written; the first is the default.
    fn formats(&self) -> &'static [&'static str];

    /// The solver that people ask for hints unless they name another.
    fn adviser(&self) -> &'static str;

    /// A problem that a person tries to solve, with a solver that can be asked for the next move.
    fn table(&self, problem: &Problem, solver: &PlayerName) -> Result<Box<dyn Table>, GameError>;

    /// Makes a solver ready to work, one for each thread.
    fn solver(&self, name: &PlayerName, limits: Limits) -> Result<Box<dyn ProblemSolver>, GameError>;
}

/// Problems of a puzzle that have a name together.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The name.
    pub name: &'static str,
    /// What they are.
    pub meaning: &'static str,
    /// Whether experiments train on them.
    pub is_for_training: bool,
    /// Their numbers, in rising order.
    pub numbers: &'static [u32],
}

/// A problem of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// One that has a number.
    Number(u32),
    /// One that is described by a text.
    Text(String),
}

/// Someone who solves problems of a puzzle, one after the other.
pub trait ProblemSolver: Send {
    /// Tries a problem, and writes the solution down if `write` says so. The solution was checked against the rules by
    /// code that the search does not use.
    fn solve(&mut self, problem: &Problem, write: bool) -> Result<Solved, String>;
}

/// How a problem came out.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How the search ended.
    pub verdict: SolverVerdict,
    /// States whose moves were asked for.
    pub expanded: u64,
    /// States that a move led to.
    pub generated: u64,
    /// Time of the search alone.
    pub time: Duration,
}

/// How a search for a solution ended.
#[derive(Clone, Debug)]
pub enum SolverVerdict {
    /// With a solution.
    Solution {
        /// Its length in moves.
        moves: usize,
        /// Its length in single steps, where a move can be more than one.
        steps: usize,
        /// Whether the search proves that none is shorter in moves.
        is_shortest: bool,
        /// The solution in the puzzle's formats, in their order; only where it was asked for.
        texts: Vec<String>,
    },
    /// With nothing left to try, by a search that throws nothing away: there is no solution.
    Unsolvable,
    /// With nothing left to try, by a search that throws things away, or at the limit of this name.
    Unsolved(&'static str),
}
