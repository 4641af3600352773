//! The rates of chess.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cozy_chess::Board;
use ludevo_arena::{Match, Watch};

use super::{Rate, fastest};
use crate::commands::{asked, find_in_matches, find_player, on_threads};
use crate::failure::Failure;
use crate::output;

/// Sequences of five moves from the start of a game, beside the same count by the crate that lists the moves.
pub(super) fn perft() -> Result<Vec<Rate>, Failure> {
    const DEPTH: u32 = 5;
    const SEQUENCES: u64 = 4_865_609;
    let (game, _) = find_in_matches("chess")?;
    let table = game.at_table().expect("chess is played at tables");
    let mut shortest = [Duration::MAX; 2];
    // In turns, so that both meet the same machine.
    for _ in 0..20 {
        let counts = [
            fastest(1, || table.perft(None, DEPTH).unwrap_or(0)),
            fastest(1, || leaves(&Board::default(), DEPTH)),
        ];
        for (known, (nodes, time)) in shortest.iter_mut().zip(counts) {
            assert_eq!(nodes, SEQUENCES, "both count what is published");
            *known = time.min(*known);
        }
    }
    let [ours, crates] = shortest.map(|time| SEQUENCES as f64 / time.as_secs_f64() / 1e6);
    Ok(vec![Rate::new("chess, perft 5, one core", ours, "million moves/s", "cozy-chess itself", crates)])
}

/// The count with nothing between, the last moves counted in place of made.
fn leaves(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for action in moves {
                let mut next = board.clone();
                next.play_unchecked(action);
                count += leaves(&next, depth - 1);
            }
        }
        false
    });
    count
}

/// Endgames of the strategy by hand: the two questions that make moves, and then where the kings can go.
const PLAY: &str = "
import random, sys, time, chess
def mates(board):
    for move in list(board.legal_moves):
        board.push(move)
        is_mate = board.is_checkmate()
        board.pop()
        if is_mate:
            return True
    return False
def captures_freely(board):
    for move in list(board.generate_legal_captures()):
        board.push(move)
        is_free = not any(reply.to_square == move.to_square for reply in board.legal_moves)
        board.pop()
        if is_free:
            return True
    return False
def value(board):
    if mates(board):
        return -1000.0
    if captures_freely(board):
        return -500.0
    if board.is_check():
        return 450.0
    king = board.king(board.turn)
    return 90.0 * (8 - sum(1 for move in board.legal_moves if move.from_square == king))
def start(rng):
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), 4)
        for square, symbol in zip(squares, 'KRkr'):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and not any(board.is_attacked_by(not board.color_at(square), square) for square in squares):
            return board
rng, games, begin = random.Random(1), int(sys.argv[1]), time.perf_counter()
for _ in range(games):
    board = start(rng)
    while not board.is_game_over() and not board.is_repetition(3) and not board.is_fifty_moves():
        best = []
        for move in list(board.legal_moves):
            board.push(move)
            best.append((1000.0 if board.is_checkmate() else value(board), rng.random(), move))
            board.pop()
        board.push(max(best, key=lambda scored: scored[:2])[2])
print(games / (time.perf_counter() - begin))
";

/// Endgames of a program of one ply beside such games by python-chess, one thread each.
pub(super) fn games() -> Result<Vec<Rate>, Failure> {
    const GAMES: u64 = 400;
    const THEIRS: u64 = 4;
    let (game, facet) = find_in_matches("chess")?;
    let player = find_player(game, "master")?;
    let plan = Match { positions: vec!["KRKR".to_owned()], ..Match::new(GAMES, 1) };
    let mut rate = 0.0f64;
    for _ in 0..3 {
        let start = Instant::now();
        on_threads(Some(1), || facet.play_match(&player, &player, &plan, Watch::default()))?
            .map_err(asked)?;
        rate = rate.max(GAMES as f64 / start.elapsed().as_secs_f64());
    }
    let name = "chess, KRKR by the strategy by hand";
    let Some(theirs) = python_chess(THEIRS) else {
        output::remark(format!(
            "{name}: its baseline, chess from PyPI, is not there; `cargo xtask peers` installs it"
        ));
        return Ok(vec![Rate::new(name, rate, "games/s", "itself", rate)]);
    };
    Ok(vec![Rate::new(name, rate, "games/s", "python-chess", theirs)])
}

/// Games a second by the Python that has python-chess, if there is one.
fn python_chess(games: u64) -> Option<f64> {
    let installed = Path::new("target/peers/python/bin/python");
    let python = if installed.is_file() { installed } else { Path::new("python3") };
    let played = Command::new(python).args(["-c", PLAY, &games.to_string()]).stderr(Stdio::null()).output();
    String::from_utf8(played.ok()?.stdout).ok()?.trim().parse().ok()
}
