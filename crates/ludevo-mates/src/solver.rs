//! Solvers: a search for mates, ready to solve one problem after the other.

use std::sync::Arc;
use std::time::Instant;

use cozy_chess::{Board, Move};
use ludevo_game::puzzle::{Ended, Outcome};
use ludevo_program::Code;
use ludevo_search::puzzle::{Limit, Limits};

use super::guide::Guide;
use super::meter::{Meter, Stopped};
use super::paper::Paper;
use super::plain::{Plain, PlainSettings};
use super::problem::Problem;
use super::proof_numbers::{LONGEST, ProofNumbers};
use super::scored::Scored;
use super::table::Table;

/// How problems are solved.
#[derive(Clone, Debug)]
pub enum Method {
    /// Every attack in turn.
    Plain(PlainSettings),
    /// By proof numbers, which trees estimate.
    ProofNumbers(Guide),
    /// By a program that scores every first move and makes moves itself; what it answers is then proved or not with the help
    /// of a search that another guide leads, whose nodes do not count.
    Program(Arc<Code>, Guide),
}

/// A search with its memory.
enum Engine {
    Plain(Box<Plain>),
    ProofNumbers(Box<ProofNumbers>),
    Program(Box<Scored>),
}

/// A solver that keeps its memory from one problem to the next.
pub struct Solver {
    engine: Engine,
    limits: Limits,
}

/// A mate that was followed through all replies.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The problem.
    pub problem: Problem,
    /// The attacker's first move.
    pub key: Move,
    /// Moves of the attacker at most.
    pub length: u8,
    /// What is played if the defender holds out as long as it can, both sides.
    pub line: Vec<Move>,
}

impl Engine {
    fn mates(&mut self, board: &Board, left: u8, meter: &mut Meter) -> Result<bool, Stopped> {
        if left == 0 {
            return Ok(false);
        }
        match self {
            Engine::Plain(search) => search.mates(board, left, meter),
            Engine::ProofNumbers(search) => search.mates(board, left, meter),
            Engine::Program(program) => program.mates(board, left, meter),
        }
    }

    fn table(&self) -> &Table {
        match self {
            Engine::Plain(search) => &search.table,
            Engine::ProofNumbers(search) => &search.table,
            Engine::Program(program) => &program.judge.table,
        }
    }

    fn clear(&mut self) {
        match self {
            Engine::Plain(search) => search.table.clear(),
            Engine::ProofNumbers(search) => search.clear(),
            Engine::Program(program) => program.clear(),
        }
    }
}

impl Solver {
    /// A solver.
    pub fn new(method: &Method, limits: Limits) -> Self {
        let engine = match method {
            Method::Plain(settings) => Engine::Plain(Box::new(Plain::new(*settings))),
            Method::ProofNumbers(guide) => Engine::ProofNumbers(Box::new(ProofNumbers::new(guide.clone()))),
            Method::Program(code, guide) => {
                Engine::Program(Box::new(Scored::new(code.clone(), guide.clone())))
            }
        };
        Solver { engine, limits }
    }

    /// Looks for a mate in as many moves as the problem says, or for the shortest.
    ///
    /// # Panics
    ///
    /// If a mate that was found is none on paper: then the search is wrong.
    pub fn solve(&mut self, problem: &Problem) -> Outcome<Solution> {
        let started = Instant::now();
        let mut meter = Meter::new(self.limits);
        self.engine.clear();
        let lengths = problem.moves.map_or(1..=LONGEST, |moves| moves..=moves);
        let mut ending = Ended::Unsolvable;
        for left in lengths {
            match self.engine.mates(&problem.board, left, &mut meter) {
                Ok(false) => {}
                Ok(true) => {
                    let solution = self.followed(problem, left);
                    ending = Ended::Solved { solution, is_shortest: problem.moves.is_none() || left == 1 };
                    break;
                }
                Err(Stopped(limit)) => {
                    ending = Ended::Unsolved(Limit::word(limit));
                    break;
                }
            }
        }
        // A program that answers wrong proves nothing.
        if matches!((&self.engine, &ending), (Engine::Program(..), Ended::Unsolvable)) {
            ending = Ended::Unsolved("wrong move");
        }
        // That there is no mate of any length is not proved by looking for one of so many moves.
        if problem.moves.is_none() && matches!(ending, Ended::Unsolvable) {
            ending = Ended::Unsolved("length");
        }
        Outcome { ending, effort: meter.effort(), time: started.elapsed() }
    }

    /// How near a program's last answer came to a right one: 0 for searches, which do not guess.
    pub fn nearness(&self) -> f64 {
        match &self.engine {
            Engine::Program(program) => program.nearness,
            Engine::Plain(_) | Engine::ProofNumbers(_) => 0.0,
        }
    }

    /// Follows what was found on paper.
    fn followed(&self, problem: &Problem, left: u8) -> Solution {
        let mut paper = Paper::new(self.engine.table());
        let length = paper.length(&problem.board, left);
        let length = length.unwrap_or_else(|| panic!("a mate that was found is none: {problem}, in {left}"));
        let mut line = Vec::new();
        let mut board = problem.board.clone();
        let mut left = left;
        while let Some(action) = paper.attack(&board, left) {
            board.play(action);
            line.push(action);
            left -= 1;
            let Some(reply) = paper.longest_reply(&board, left) else { break };
            board.play(reply);
            line.push(reply);
        }
        Solution { problem: problem.clone(), key: line[0], length, line }
    }
}
