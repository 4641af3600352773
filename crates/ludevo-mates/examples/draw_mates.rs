//! Draws the problems of the sets that ship:
//! `cargo run --release -p ludevo-mates --example draw_mates -- KIND MOVES FIRST LAST`
//! prints a mate in MOVES for each seed from FIRST to LAST for which one is found. KIND is `placed`, pieces put on the board
//! at random, `played`, positions from games of careless players, or `quiet`, more pieces put on the board at random, where no
//! first move that mates gives check or captures. A mate is proved, and so is that none is shorter; of placed ones up to three
//! moves that no other first move mates as soon.

use std::io::{Write, stdout};
use std::ops::Range;

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Rank, Square};
use ludevo_chess::Moves;
use ludevo_chess::fen::parse_fen;
use ludevo_game::game::{Problem as Posed, SolverVerdict};
use ludevo_mates::Problem;
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::Limits;
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Attempts for a seed.
const ATTEMPTS: usize = 4000;

/// Nodes that the proof of a mate may take.
const NODES: u64 = 30_000;

/// Nodes that the proof may take that there is no shorter one.
const NODES_WITHOUT: u64 = 300_000;

fn put(builder: &mut BoardBuilder, rng: &mut Stream, piece: Piece, color: Color) {
    for _ in 0..100 {
        let square = Square::index(rng.random_range(0..64));
        let at_end = matches!(square.rank(), Rank::First | Rank::Eighth);
        let place = builder.square_mut(square);
        if place.is_none() && !(piece == Piece::Pawn && at_end) {
            *place = Some((piece, color));
            return;
        }
    }
}

/// Where positions come from.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Placed,
    Played,
    Quiet,
}

impl Kind {
    /// Which streams are its own.
    fn number(self) -> u64 {
        match self {
            Kind::Played => 78,
            Kind::Placed => 79,
            Kind::Quiet => 80,
        }
    }
}

/// A few pieces on random squares, so many of the attacker's and of the defender's, white to move.
fn placed(rng: &mut Stream, [attackers, defenders]: [Range<usize>; 2]) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for color in [Color::White, Color::Black] {
        put(&mut builder, rng, Piece::King, color);
    }
    let kinds = [
        Piece::Queen,
        Piece::Rook,
        Piece::Rook,
        Piece::Bishop,
        Piece::Bishop,
        Piece::Knight,
        Piece::Knight,
        Piece::Pawn,
        Piece::Pawn,
        Piece::Pawn,
    ];
    for _ in 0..rng.random_range(attackers) {
        let piece = *kinds.choose(rng)?;
        put(&mut builder, rng, piece, Color::White);
    }
    for _ in 0..rng.random_range(defenders) {
        let piece = *kinds[1..].choose(rng)?;
        put(&mut builder, rng, piece, Color::Black);
    }
    let board = builder.build().ok()?;
    // What the library lets pass, the rules refuse.
    parse_fen(&board.to_string()).ok().filter(|board| board.checkers().is_empty())
}

/// What a careless player makes of a move: what it captures, and some luck.
fn worth(board: &Board, action: Move, rng: &mut Stream) -> f64 {
    let taken = board.piece_on(action.to).filter(|_| board.color_on(action.to) != Some(board.side_to_move()));
    let value = taken.map_or(0.0, |piece| [1.0, 3.0, 3.0, 5.0, 9.0, 0.0][piece as usize]);
    let promoted = if action.promotion == Some(Piece::Queen) { 8.0 } else { 0.0 };
    value + promoted + 4.0 * rng.random::<f64>()
}

/// A position of a game between careless players.
fn played(rng: &mut Stream) -> Option<Board> {
    let mut board = Board::default();
    for _ in 0..rng.random_range(20..90) {
        let mut best: Option<(f64, Move)> = None;
        for action in Moves::of(&board) {
            let worth = worth(&board, action, rng);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        board.play_unchecked(best?.1);
    }
    Some(board)
}

/// Whether there is a mate in so many moves at most; nothing if so many nodes do not suffice.
fn mates_in(board: &Board, moves: u8, nodes: u64) -> Option<bool> {
    let limits = Limits { expanded: nodes, ..Limits::default() };
    let puzzle = ludevo_mates::GAME.as_puzzle().expect("a puzzle");
    let mut solver = puzzle.solver(&"hand".parse().expect("a name"), limits).expect("a solver");
    let problem = Problem { board: board.clone(), moves: Some(moves) };
    let solved = solver.solve(&Posed::Text(problem.to_string()), false).expect("a problem");
    match solved.verdict {
        SolverVerdict::Solution { .. } => Some(true),
        SolverVerdict::Unsolvable => Some(false),
        SolverVerdict::Unsolved(_) => None,
    }
}

/// The first moves that mate in so many.
fn keys(board: &Board, moves: u8) -> impl Iterator<Item = Move> {
    Moves::of(board).filter(move |action| {
        let mut next = board.clone();
        next.play_unchecked(*action);
        let mut replies = Moves::of(&next).peekable();
        if replies.peek().is_none() {
            return !next.checkers().is_empty();
        }
        moves > 1
            && replies.all(|reply| {
                let mut after = next.clone();
                after.play_unchecked(reply);
                Moves::of(&after).next().is_some() && mates_in(&after, moves - 1, NODES) == Some(true)
            })
    })
}

/// Whether a move neither captures nor gives check.
fn is_quiet(board: &Board, action: Move) -> bool {
    let mut next = board.clone();
    next.play_unchecked(action);
    next.checkers().is_empty() && next.occupied().len() == board.occupied().len()
}

/// A mate in exactly so many moves, if one is soon found.
fn found(rng: &mut Stream, kind: Kind, moves: u8) -> Option<Board> {
    (0..ATTEMPTS).find_map(|_| {
        let board = match kind {
            Kind::Placed => placed(rng, [2..8, 0..9]),
            Kind::Played => played(rng),
            Kind::Quiet => placed(rng, [3..10, 3..13]),
        }?;
        let is_it = Moves::of(&board).next().is_some()
            && mates_in(&board, moves, NODES) == Some(true)
            && (moves == 1 || mates_in(&board, moves - 1, NODES_WITHOUT) == Some(false))
            && match kind {
                Kind::Placed => moves > 3 || keys(&board, moves).count() == 1,
                Kind::Played => true,
                Kind::Quiet => keys(&board, moves).all(|action| is_quiet(&board, action)),
            };
        is_it.then_some(board)
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, moves, first, last] = &arguments[..] else {
        panic!("say the kind, the number of moves, the first seed and the last")
    };
    let kind = match &kind[..] {
        "placed" => Kind::Placed,
        "played" => Kind::Played,
        "quiet" => Kind::Quiet,
        other => panic!("`{other}` is no kind of problems: placed, played or quiet"),
    };
    let moves: u8 = moves.parse().expect("a number of moves");
    let seed = |text: &String| text.parse::<u64>().expect("a seed is a whole number");
    for seed in seed(first)..=seed(last) {
        let mut rng = stream(seed, Purpose::Sampling, kind.number(), moves.into());
        if let Some(board) = found(&mut rng, kind, moves) {
            let problem = Problem { board, moves: Some(moves) };
            writeln!(stdout(), "{problem}").expect("standard output takes what is printed");
        }
    }
}
