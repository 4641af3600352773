//! A puzzle of the user's own: numbered problems, searches, and an estimate of the way left that is bred.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use ludevo_evolve::{For, Forest, Policies, Policy};
use ludevo_game::board::Program;
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{Ended, Kind, NodeLimit, Outcome, Posed, ProblemSet, Searched, Variation};
use ludevo_game::scene::Scene;
use ludevo_program::{Architecture, Language, Part, Tree, Type, text};
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::{AStar, Attempt, BestFirst, Ending, Heuristic, Limits, Puzzle, Step, Uniform};
use rand::seq::IteratorRandom;
use serde::{Deserialize, Serialize};

use crate::guest::hex;
use crate::loaded::Loaded;
use crate::looks;
use crate::manifest::Problems;
use crate::rules::read_state;

/// The most bytes of a puzzle's state, which searches copy at every node.
pub(crate) const MOST_STATE: usize = 64;

/// The solvers of every puzzle; the last two only where the manifest has a guide.
pub(crate) const SOLVERS: [(&str, &str); 3] = [
    ("breadth", "breadth-first search, which knows nothing and finds shortest solutions"),
    ("guide", "best-first search by the game's own guide"),
    ("a-star", "A* by the game's own guide"),
];

/// A puzzle of the user's own.
#[derive(Clone, Copy)]
pub(crate) struct PluginPuzzle(pub(crate) &'static Loaded);

/// A position, in as many bytes as searches may copy.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Packed([u8; MOST_STATE]);

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// What the turn of a state says once the goal is reached.
pub(crate) const SOLVED: u8 = 3;

impl PluginPuzzle {
    fn bytes<'a>(&self, state: &'a Packed) -> &'a [u8] {
        &state.0[..self.0.manifest.state]
    }

    fn pack(state: &[u8]) -> Packed {
        let mut bytes = [0; MOST_STATE];
        bytes[..state.len()].copy_from_slice(state);
        Packed(bytes)
    }

    /// Fills all cells of a view.
    pub(crate) fn see(&self, state: &Packed, view: &mut [u64]) {
        self.0.fill(self.bytes(state), u64::MAX, view);
    }

    fn architecture(&self) -> Arc<Architecture> {
        let part = Part {
            name: "estimate".to_owned(),
            decides: "how far the goal is; less is nearer".to_owned(),
            root: Type::Float,
            language: Arc::clone(self.0.language.of_judge(0)),
            depth: 12,
        };
        Arc::new(Architecture { parts: vec![part] })
    }

    fn estimate(&self, tree: &Tree) -> Estimate {
        let part = &self.architecture().parts[0];
        Estimate { program: Arc::new(Program::new(tree, part)), wanted: part.language.cells_read(tree) }
    }

    fn problem_count(&self) -> (u32, u32) {
        self.0.manifest.puzzle.as_ref().map_or((0, 0), |Problems { training, test }| (*training, *test))
    }
}

impl Puzzle for PluginPuzzle {
    type State = Packed;
    type Move = u32;

    fn moves(&self, state: &Packed, moves: &mut Vec<u32>) {
        // A position from which nothing leads on is where the search turns back.
        if state.0[0] == 0 {
            let bytes = self.bytes(state);
            moves.extend(self.0.ask_or(Default::default(), bytes, |guest| guest.moves(bytes)));
        }
    }

    fn apply(&self, state: &mut Packed, action: u32) {
        let bytes = self.bytes(state);
        match self.0.ask(|guest| guest.apply(bytes, action)) {
            Ok(next) => *state = Self::pack(&next),
            Err(fault) => {
                self.0.fail(fault.within(bytes));
                state.0[0] = SOLVED + 1;
            }
        }
    }

    fn is_solved(&self, state: &Packed) -> bool {
        state.0[0] == SOLVED
    }

    /// FNV-1a over words of eight bytes, mixed at the end.
    fn key(&self, state: &Packed) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for word in self.bytes(state).chunks(8) {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            hash = (hash ^ u64::from_le_bytes(bytes)).wrapping_mul(0x0000_0100_0000_01b3);
            hash ^= hash >> 29;
        }
        hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// An estimate of how far the goal is, compiled.
#[derive(Clone)]
pub(crate) struct Estimate {
    program: Arc<Program>,
    wanted: u64,
}

/// How problems are solved.
#[derive(Clone)]
pub(crate) enum Method {
    /// By breadth-first search.
    Breadth,
    /// By best-first search.
    BestFirst(Estimate),
    /// By A*.
    AStar(Estimate),
}

/// What is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Genome {
    /// A tree that estimates how far the goal is.
    Estimate,
}

/// A solver with its memory.
pub(crate) struct Solver {
    method: Method,
    limits: Limits,
    breadth: Uniform<PluginPuzzle>,
    best_first: BestFirst<PluginPuzzle>,
    a_star: AStar<PluginPuzzle>,
    view: Vec<u64>,
}

struct Eyes<'a> {
    estimate: &'a Estimate,
    view: &'a mut [u64],
}

impl Heuristic<PluginPuzzle> for Eyes<'_> {
    fn value(&mut self, puzzle: &PluginPuzzle, state: &Packed, _step: &Step<u32>) -> f64 {
        puzzle.0.fill(puzzle.bytes(state), self.estimate.wanted, self.view);
        self.estimate.program.evaluate(self.view)
    }
}

impl Posed for PluginPuzzle {
    type Problem = Packed;
    type Position = Packed;
    type Play = u32;

    fn facts(&self) -> &'static Facts {
        self.0.facts
    }

    fn sets(&self) -> &'static [ProblemSet] {
        let (training, test) = self.problem_count();
        let set = |name, meaning, is_for_training, numbers: std::ops::RangeInclusive<u32>| ProblemSet {
            name,
            meaning,
            is_for_training,
            numbers: numbers.collect(),
        };
        self.0.sets.get_or_init(|| {
            vec![
                set("training", "the problems that experiments train on", true, 1..=training),
                set("test", "the problems after them, for measuring", false, training + 1..=training + test),
            ]
        })
    }

    fn numbered(&self, number: u32) -> Result<Packed, String> {
        let (training, test) = self.problem_count();
        if !(1..=training + test).contains(&number) {
            return Err(format!("there is no problem {number}: they go from 1 to {}", training + test));
        }
        let state = self.0.ask(|guest| guest.problem(number)).map_err(|fault| fault.to_string())?;
        Ok(Self::pack(&state))
    }

    fn read(&self, text: &str) -> Result<Packed, String> {
        read_state(text, self.0.manifest.state).map(|state| Self::pack(&state))
    }

    fn problems_of(&self, text: &str) -> Vec<String> {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect()
    }

    fn text(&self, problem: &Packed) -> String {
        hex(self.bytes(problem))
    }

    fn begin(&self, problem: &Packed) -> Packed {
        *problem
    }

    fn rest(&self, position: &Packed) -> Packed {
        *position
    }

    fn plays(&self, position: &Packed) -> Vec<u32> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    fn play(&self, position: &mut Packed, play: u32) {
        self.apply(position, play);
    }

    fn is_solved(&self, position: &Packed) -> bool {
        Puzzle::is_solved(self, position)
    }

    fn play_text(&self, play: u32) -> String {
        looks::move_text(self.0, &vec![0; self.0.manifest.state], play)
    }

    fn how_to_play(&self) -> &'static str {
        "a move is one of those that `moves` lists"
    }

    fn picture(&self, position: &Packed) -> String {
        looks::picture(self.0, self.bytes(position))
    }

    fn scene(&self, position: &Packed, last: Option<u32>) -> Scene {
        looks::scene(self.0, self.bytes(position), &self.plays(position), last)
    }

    fn path(&self, position: &Packed, play: u32) -> Vec<String> {
        looks::path(self.0, self.bytes(position), play)
    }

    fn result(&self, plays: &[u32]) -> String {
        format!("solved in {} moves", plays.len())
    }

    fn failure(&self) -> Option<String> {
        self.0.failure().map(str::to_owned)
    }
}

impl Searched for PluginPuzzle {
    type Genome = Genome;
    type Player = NodeLimit;
    type Method = Method;
    type Solver = Solver;
    type Solution = Vec<u32>;

    fn genomes(&self) -> Vec<Kind<Genome>> {
        let meaning = "best-first search by a tree that estimates how far the goal is";
        vec![Kind { genome: Genome::Estimate, name: "estimate", meaning }]
    }

    fn species(&self, _genome: Genome, variation: Variation) -> Policies {
        Policies::without_rules(Forest { architecture: self.architecture(), settings: variation.trees })
    }

    fn hash(&self, _genome: Genome) -> u64 {
        self.0.language.hash()
    }

    fn languages(&self) -> Vec<Language> {
        vec![(**self.0.language.of_judge(0)).clone()]
    }

    /// Random walks from the problems for training, a view a step.
    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        let mut views = Vec::with_capacity(count);
        let (training, _) = self.problem_count();
        for number in 0.. {
            let mut rng = stream(0, Purpose::Sampling, 0, number);
            let Ok(mut state) = self.numbered(1 + (number % u64::from(training)) as u32) else { break };
            for _ in 0..self.0.manifest.plies {
                if views.len() == count {
                    return views;
                }
                let mut view = vec![0; self.0.manifest.cells];
                self.see(&state, &mut view);
                views.push(view);
                let Some(action) = self.plays(&state).into_iter().choose(&mut rng) else { break };
                self.apply(&mut state, action);
            }
        }
        views.resize(count, vec![0; self.0.manifest.cells]);
        views
    }

    fn method(&self, _genome: Genome, policy: &Policy, _player: &NodeLimit, _purpose: For) -> Method {
        Method::BestFirst(self.estimate(&policy.trees.trees[0]))
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Method>, PlayerError> {
        let guide = || {
            let guide = self.0.manifest.guide.as_ref()?;
            let tree = text::parse(&guide.program, self.0.language.of_judge(0), Type::Float).ok()?;
            Some(self.estimate(&tree))
        };
        let method = match name.name.as_str() {
            "breadth" => Some(Method::Breadth),
            "guide" => guide().map(Method::BestFirst),
            "a-star" => guide().map(Method::AStar),
            _ => None,
        };
        if method.is_some() {
            name.only(&[])?;
        }
        Ok(method)
    }

    fn beside(&self) -> Vec<&'static str> {
        let count = if self.0.manifest.guide.is_some() { SOLVERS.len() } else { 1 };
        SOLVERS[..count].iter().map(|(name, _)| *name).collect()
    }

    fn baseline(&self) -> &'static str {
        SOLVERS[0].0
    }

    fn adviser(&self) -> &'static str {
        if self.0.manifest.guide.is_some() { SOLVERS[1].0 } else { SOLVERS[0].0 }
    }

    fn solver(&self, method: &Method, limits: Limits) -> Solver {
        Solver {
            method: method.clone(),
            limits,
            breadth: Uniform::default(),
            best_first: BestFirst::default(),
            a_star: AStar::default(),
            view: vec![0; self.0.manifest.cells],
        }
    }

    fn solve(&self, solver: &mut Solver, problem: &Packed) -> Outcome<Vec<u32>> {
        let started = Instant::now();
        let Solver { method, limits, breadth, best_first, a_star, view } = solver;
        let Attempt { ending, effort } = match method {
            Method::Breadth => breadth.solve(self, problem, *limits),
            Method::BestFirst(estimate) => {
                best_first.solve(self, problem, &mut Eyes { estimate, view }, *limits)
            }
            Method::AStar(estimate) => a_star.solve(self, problem, &mut Eyes { estimate, view }, *limits),
        };
        let ending = match ending {
            _ if self.0.failure().is_some() => Ended::Unsolved("failed"),
            Ending::Solved(solution) => {
                Ended::Solved { solution, is_shortest: matches!(method, Method::Breadth) }
            }
            Ending::Exhausted => Ended::Unsolvable,
            Ending::Stopped(limit) => Ended::Unsolved(limit.word()),
        };
        Outcome { ending, effort, time: started.elapsed() }
    }

    fn plays_of(&self, solution: &Vec<u32>) -> Vec<u32> {
        solution.clone()
    }

    fn steps_of(&self, solution: &Vec<u32>) -> usize {
        solution.len()
    }

    fn by_steps(&self) -> &'static str {
        "step by step"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["moves"]
    }

    fn written(&self, solution: &Vec<u32>) -> Vec<String> {
        vec![self.transcript(solution) + "\n"]
    }
}
