//! Mate problems made whole: their facts, their solvers by name, their genomes.

use std::cell::RefCell;
use std::sync::Arc;

use arrayvec::ArrayString;
use cozy_chess::{Board, Color, Move};
use ludevo_chess::notation::san;
use ludevo_chess::{Moves, STANDARD, view};
use ludevo_evolve::{For, Forest, Policies, Policy, Species};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{Kind, NodeLimit, Outcome, Posed, ProblemSet, Searched, Variation};
use ludevo_game::scene::Scene;
use ludevo_program::{Code, Language};
use ludevo_search::puzzle::Limits;
use ludevo_search::rules::Side;
use serde::{Deserialize, Serialize};

use super::guide::Guide;
use super::language;
use super::meter::Meter;
use super::paper::Paper;
use super::plain::PlainSettings;
use super::problem::Problem;
use super::programs;
use super::proof_numbers::ProofNumbers;
use super::sets::BOOK;
use super::solver::{Method, Solution, Solver};

/// The puzzle as the layer of all puzzles takes it.
#[derive(Clone, Copy)]
pub(crate) struct Entry;

static FACTS: Facts = Facts {
    name: "mates",
    title: "Mate problems",
    kind: "puzzle for one, everything in view",
    summary: "Chess problems: whoever is to move mates in so many moves, whatever the other side replies. A problem is a FEN \
              and after a `;` the number of moves, or a FEN alone, for which the shortest mate is looked for. Solvers are \
              counted by nodes, which are moves made on a board for any purpose; every mate that they find is \
              followed through all replies by code that no search uses.",
    opponents: &[
        ("checks", "every attack in turn, checks first, positions known again; the last move gives check"),
        ("exhaustive", "every attack in turn to its end, as Algorithm 6.1 of Evolved to Win"),
        ("hand", "proof numbers by trees that we wrote by hand"),
    ],
};

/// Trees by hand for a search by proof numbers.
const HAND: &str = include_str!("hand.txt");

/// What is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Genome {
    Program,
    Numbers,
}

const GENOMES: [Kind<Genome>; 2] = [
    Kind {
        genome: Genome::Program,
        name: "program",
        meaning: "a program that scores every first move and makes moves itself, as published",
    },
    Kind {
        genome: Genome::Numbers,
        name: "numbers",
        meaning: "search by proof numbers, which four trees estimate for every attack and reply before it is made",
    },
];

/// A problem on the way: the attacker is to move, unless the game is over.
#[derive(Clone)]
pub(crate) struct Attacked {
    board: Board,
    attacker: Color,
    left: Option<u8>,
    /// What the defender moved last.
    reply: Option<Attack>,
}

/// A move as people write it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Attack {
    action: Move,
    san: ArrayString<8>,
}

fn attack(board: &Board, action: Move) -> Attack {
    Attack { action, san: ArrayString::from(&san(board, action)).expect("a move has eight letters at most") }
}

/// Nodes that are spent on choosing a reply for a person.
const REPLY_NODES: u64 = 100_000;

/// How far ahead a reply is chosen if nobody says in how many moves the mate is.
const REPLY_AHEAD: u8 = 3;

/// The reply that holds out longest, as far as the search by hand can tell.
fn reply(board: &Board, left: u8) -> Option<Move> {
    thread_local! {
        static SEARCH: RefCell<ProofNumbers> = RefCell::new(ProofNumbers::new(hand()));
    }
    SEARCH.with_borrow_mut(|search| {
        search.clear();
        let mut meter = Meter::new(Limits { expanded: REPLY_NODES, ..Limits::default() });
        for action in Moves::of(board) {
            let mut next = board.clone();
            next.play_unchecked(action);
            if left == 0 || !search.mates(&next, left, &mut meter).unwrap_or(false) {
                return Some(action);
            }
        }
        Paper::new(&search.table).longest_reply(board, left)
    })
}

impl Posed for Entry {
    type Problem = Problem;
    type Position = Attacked;
    type Play = Attack;

    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn sets(&self) -> &'static [ProblemSet] {
        BOOK.sets()
    }

    fn numbered(&self, number: u32) -> Result<Problem, String> {
        BOOK.numbered(number).cloned()
    }

    fn read(&self, text: &str) -> Result<Problem, String> {
        text.parse().map_err(|error: super::ProblemError| error.to_string())
    }

    /// A problem a line; empty lines and those that begin with `#` are passed over.
    fn problems_of(&self, text: &str) -> Vec<String> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
    }

    fn asks(&self, problem: &Problem) -> Option<String> {
        problem.moves.map(|moves| format!("mate in {moves}"))
    }

    fn text(&self, problem: &Problem) -> String {
        problem.to_string()
    }

    fn begin(&self, problem: &Problem) -> Attacked {
        let Problem { board, moves } = problem.clone();
        Attacked { attacker: board.side_to_move(), board, left: moves, reply: None }
    }

    fn rest(&self, position: &Attacked) -> Problem {
        Problem { board: position.board.clone(), moves: position.left }
    }

    fn plays(&self, position: &Attacked) -> Vec<Attack> {
        let Attacked { board, attacker, left, .. } = position;
        if *left == Some(0) || board.side_to_move() != *attacker {
            return Vec::new();
        }
        Moves::of(board).map(|action| attack(board, action)).collect()
    }

    /// Makes the attacker's move and the reply that holds out longest.
    fn play(&self, position: &mut Attacked, play: Attack) {
        position.board.play_unchecked(play.action);
        position.left = position.left.map(|left| left - 1);
        let action = reply(&position.board, position.left.unwrap_or(REPLY_AHEAD));
        position.reply = action.map(|action| attack(&position.board, action));
        if let Some(action) = action {
            position.board.play_unchecked(action);
        }
    }

    fn answer(&self, position: &Attacked) -> Option<String> {
        position.reply.map(|reply| self.play_text(reply))
    }

    fn is_solved(&self, position: &Attacked) -> bool {
        let Attacked { board, attacker, .. } = position;
        board.side_to_move() != *attacker && !board.checkers().is_empty() && !board.generate_moves(|_| true)
    }

    fn play_text(&self, play: Attack) -> String {
        play.san.to_string()
    }

    fn how_to_play(&self) -> &'static str {
        "a move is written as in `Nf7`, `exd8=Q+` or `O-O`"
    }

    fn picture(&self, position: &Attacked) -> String {
        let board = view::picture(&STANDARD, &STANDARD.set_up(position.board.clone()));
        match position.left {
            Some(left) if board_is_on(position) => {
                format!("{board}  {left} {} left to mate\n", if left == 1 { "move" } else { "moves" })
            }
            _ => board,
        }
    }

    fn scene(&self, position: &Attacked, last: Option<Attack>) -> Scene {
        view::scene(&STANDARD.set_up(position.board.clone()), last.map(|play| play.action), Side::First)
    }

    fn path(&self, position: &Attacked, play: Attack) -> Vec<String> {
        view::path(&STANDARD.set_up(position.board.clone()), play.action)
    }

    fn result(&self, plays: &[Attack]) -> String {
        format!("mate in {}", plays.len())
    }
}

/// Whether the attacker is to move.
fn board_is_on(position: &Attacked) -> bool {
    position.board.side_to_move() == position.attacker
}

/// The trees by hand.
pub(crate) fn hand() -> Guide {
    let species = species(Genome::Numbers, Variation::default());
    let policy = species.parse(HAND, 1).expect("the trees by hand are sound");
    Guide::new(&policy, &language::numbers())
}

fn species(genome: Genome, variation: Variation) -> Policies {
    let architecture = match genome {
        Genome::Program => programs::program(),
        Genome::Numbers => language::numbers(),
    };
    Policies::without_rules(Forest { architecture, settings: variation.trees })
}

impl Searched for Entry {
    type Genome = Genome;
    type Player = NodeLimit;
    type Method = Method;
    type Solver = Solver;
    type Solution = Solution;

    fn genomes(&self) -> Vec<Kind<Genome>> {
        GENOMES.to_vec()
    }

    fn species(&self, genome: Genome, variation: Variation) -> Policies {
        species(genome, variation)
    }

    fn hash(&self, genome: Genome) -> u64 {
        match genome {
            Genome::Program => programs::published().hash(),
            Genome::Numbers => language::attacks().hash() ^ language::replies().hash().rotate_left(1),
        }
    }

    fn languages(&self) -> Vec<Language> {
        [programs::published(), language::attacks(), language::replies()].map(|known| (*known).clone()).into()
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        language::views_of_random_play(count)
    }

    fn method(&self, genome: Genome, policy: &Policy, _player: &NodeLimit, _purpose: For) -> Method {
        match genome {
            Genome::Program => {
                let (tree, part) = (&policy.trees.trees[0], &programs::program().parts[0]);
                Method::Program(Arc::new(Code::new(tree, &part.language, part.root)), hand())
            }
            Genome::Numbers => Method::ProofNumbers(Guide::new(policy, &language::numbers())),
        }
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Method>, PlayerError> {
        let method = match name.name.as_str() {
            "checks" => Method::Plain(PlainSettings { checks: true, table: true }),
            "exhaustive" => Method::Plain(PlainSettings { checks: false, table: false }),
            "hand" => Method::ProofNumbers(hand()),
            _ => return Ok(None),
        };
        name.only(&[])?;
        Ok(Some(method))
    }

    fn baseline(&self) -> &'static str {
        "checks"
    }

    fn adviser(&self) -> &'static str {
        "hand"
    }

    fn solver(&self, method: &Method, limits: Limits) -> Solver {
        Solver::new(method, limits)
    }

    fn solve(&self, solver: &mut Solver, problem: &Problem) -> Outcome<Solution> {
        solver.solve(problem)
    }

    fn grade(&self, problem: &Problem) -> usize {
        problem.moves.map_or(1, usize::from)
    }

    fn nearness(&self, solver: &Solver) -> f64 {
        solver.nearness()
    }

    fn by_hand(&self, genome: Genome, name: &str) -> Option<&'static str> {
        (genome == Genome::Numbers && name == "hand").then_some(HAND)
    }

    fn plays_of(&self, solution: &Solution) -> Vec<Attack> {
        let mut board = solution.problem.board.clone();
        let play = |(ply, action): (usize, &Move)| {
            let play = attack(&board, *action);
            board.play_unchecked(*action);
            (ply % 2 == 0).then_some(play)
        };
        solution.line.iter().enumerate().filter_map(play).collect()
    }

    fn steps_of(&self, solution: &Solution) -> usize {
        solution.line.len()
    }

    fn by_steps(&self) -> &'static str {
        "plies"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["line", "uci"]
    }

    /// The line in which the defender holds out longest, as people write it and as engines do.
    fn written(&self, solution: &Solution) -> Vec<String> {
        let write = |text: fn(&Board, Move) -> String| {
            let mut board = solution.problem.board.clone();
            let words = solution.line.iter().map(|action| {
                let word = text(&board, *action);
                board.play_unchecked(*action);
                word
            });
            words.collect::<Vec<_>>().join(" ") + "\n"
        };
        vec![write(san), write(ludevo_chess::notation::uci)]
    }
}
