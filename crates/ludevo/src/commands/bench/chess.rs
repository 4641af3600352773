//! The rates of chess.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use cozy_chess::Board;
use ludevo_arena::{Match, Watch};

use super::{Rate, fastest};
use crate::commands::{asked, find_in_matches, find_player, on_threads};
use crate::failure::Failure;
use crate::output;

/// Sequences of five moves from the start of a game, beside the same count by the crate that lists the moves.
pub(super) fn perft() -> Result<Vec<Rate>, Failure> {
    const DEPTH: u32 = 5;
    let (game, _) = find_in_matches("chess")?;
    let table = game.at_table().expect("chess is played at tables");
    let ours = fastest(5, || table.perft(None, DEPTH).unwrap_or(0));
    let crates = fastest(5, || leaves(&Board::default(), DEPTH));
    let [ours, crates] = [ours, crates].map(|(nodes, time)| nodes as f64 / time.as_secs_f64() / 1e6);
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

/// Endgames of players that look one ply ahead: by mate, what hangs, and where the kings can go.
const PLAY: &str = "
import random, sys, time, chess
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
def value(board):
    if board.is_checkmate():
        return 1000.0
    player = not board.turn
    total = 0.0
    for square, piece in board.piece_map().items():
        worth = VALUES[piece.piece_type]
        if piece.color != player:
            worth = -worth
        elif board.is_attacked_by(board.turn, square) and not board.is_attacked_by(player, square):
            worth = -worth
        total += worth
    return total - 0.1 * sum(1 for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.KING)
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
            best.append((value(board), rng.random(), move))
            board.pop()
        board.push(max(best, key=lambda scored: scored[:2])[2])
print(games / (time.perf_counter() - begin))
";

/// Endgames of a program of one ply beside such games by python-chess, one thread each.
pub(super) fn games() -> Result<Vec<Rate>, Failure> {
    const GAMES: u64 = 400;
    const THEIRS: u64 = 8;
    let (game, facet) = find_in_matches("chess")?;
    let player = find_player(game, "champion:one-ply")?;
    let plan = Match { positions: vec!["KRKR".to_owned()], ..Match::new(GAMES, 1) };
    let mut rate = 0.0f64;
    for _ in 0..3 {
        let start = Instant::now();
        on_threads(Some(1), || facet.play_match(&player, &player, &plan, Watch::default()))?
            .map_err(asked)?;
        rate = rate.max(GAMES as f64 / start.elapsed().as_secs_f64());
    }
    let name = "chess, KRKR by a program of one ply";
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
