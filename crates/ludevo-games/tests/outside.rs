//! Rules compared with programs and tables that others made. Each test skips itself where its peer is missing.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use ludevo_arena::{Match, Names, Watch};
use ludevo_checkers::fen::{fen, parse_fen};
use ludevo_checkers::moves::parse_move;
use ludevo_checkers::{Checkers8, Move, Position};
use ludevo_game::game::TableGame;
use ludevo_game::registry;
use ludevo_peers::needed_by;
use ludevo_random::{Purpose, stream};
use ludevo_reversi::{Board, Reversi};
use ludevo_search::rules::TurnBased;
use rand::seq::IteratorRandom;

/// For each line `own opp`: the legal squares, and both sides' pieces after each legal move from the highest bit to
/// the lowest. The package numbers squares from the highest bit.
const ANSWERS: &str = "
import sys
from rust_reversi import Board, Turn
for line in sys.stdin:
    own, opp = map(int, line.split())
    board = Board()
    board.set_board(own, opp, Turn.BLACK)
    answer = [board.get_legal_moves()]
    for square in board.get_legal_moves_vec():
        child = board.clone()
        child.do_move(square)
        answer += child.get_board()[:2]
    print(*answer)
";

/// What a Python script answers to lines on its standard input.
fn answers_of(python: &Path, script: &str, questions: String) -> String {
    let mut peer = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the peer starts");
    let mut stdin = peer.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = peer.wait_with_output().expect("the peer answers");
    writer.join().expect("no panic").expect("the peer listens");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn reversi_agrees_with_rust_reversi() {
    let Some(python) = needed_by("reversi_agrees_with_rust_reversi") else { return };
    let mut boards = Vec::new();
    for game in 0..100 {
        let mut rng = stream(8, Purpose::Sampling, 0, game);
        let mut board = Board::START;
        while let Some(action) = Reversi.moves(&board).choose(&mut rng) {
            board = Reversi.apply(&board, action);
            boards.push(board);
        }
    }
    let questions: String = boards.iter().map(|board| format!("{} {}\n", board.own, board.opp)).collect();
    let answers = answers_of(&python, ANSWERS, questions);
    assert_eq!(answers.lines().count(), boards.len());
    for (board, answer) in boards.iter().zip(answers.lines()) {
        let mut ours = vec![board.placements()];
        for square in (0..64).rev().filter(|square| board.placements() >> square & 1 == 1) {
            let child = board.placed(square);
            ours.extend([child.own, child.opp]);
        }
        let theirs: Vec<u64> = answer.split(' ').map(|number| number.parse().expect("a number")).collect();
        assert_eq!(ours, theirs, "{board:?}");
    }
}

/// The opponent promises the same move in the same position, whatever it was asked before.
#[test]
fn rust_reversi_plays_whole_games_that_repeat() {
    ludevo_games::open();
    let Some(python) = needed_by("rust_reversi_plays_whole_games_that_repeat") else { return };
    let reversi = registry::find("reversi").and_then(|game| game.in_matches()).expect("Reversi");
    let peer = format!("rust-reversi@depth=2,python={}", python.display()).parse().expect("a name");
    let random = "random".parse().expect("a name");
    let names = Names { game: "reversi".into(), first: "peer".into(), second: "random".into() };
    let plan = Match { records: Some(names), ..Match::new(2, 5) };
    let play = || reversi.play_match(&peer, &random, &plan, Watch::default()).expect("a match");
    let result = play();
    assert_eq!(result.games, 2);
    for record in &result.records {
        record.replay(&Reversi).expect("every move is legal and the game is over");
    }
    assert_eq!(result, play());
}

#[test]
fn reversi_agrees_with_the_collected_perft_counts() {
    let Some(facts) = needed_by("reversi_agrees_with_the_collected_perft_counts") else { return };
    let text = std::fs::read_to_string(facts.join("perft.json")).expect("the counts are there");
    let facts: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let game = at_table("reversi");
    let counts = facts["othello"].as_array().expect("a list of counts");
    // Each level more takes eight times as long. From depth 10 on some games have ended before.
    for (depth, count) in (1..=11).zip(counts) {
        assert_eq!(game.perft(None, depth).ok(), count.as_u64(), "perft({depth})");
    }
}

/// For each position: the squares of every legal move, and the position after it.
const CHECKERS_ANSWERS: &str = "
import sys
from draughts import Board
for line in sys.stdin:
    fen = line.strip()
    answer = []
    for move in Board(variant='english', fen=fen).legal_moves():
        board = Board(variant='english', fen=fen)
        board.push(move)
        answer.append('x'.join(map(str, move.steps_move)) + ' ' + board.fen)
    print(';'.join(answer))
";

#[test]
fn checkers_agrees_with_pydraughts() {
    let Some(python) = needed_by("checkers_agrees_with_pydraughts") else { return };
    let game = Checkers8::STANDARD;
    let mut positions: Vec<Position<4>> = Vec::new();
    for number in 0..8 {
        let mut rng = stream(8, Purpose::Sampling, 1, number);
        let mut position = Position::START;
        while let Some(action) = game.moves(&position).choose(&mut rng) {
            positions.push(position);
            position = game.apply(&position, action);
        }
    }
    let questions = positions.iter().map(|position| fen(position) + "\n").collect();
    let answers = answers_of(&python, CHECKERS_ANSWERS, questions);
    assert_eq!(answers.lines().count(), positions.len());
    for (position, answer) in positions.iter().zip(answers.lines()) {
        let mut theirs: Vec<Move> = Vec::new();
        for answer in answer.split(';') {
            let (squares, after) = answer.split_once(' ').expect("squares and a position");
            let step = squares.replacen('x', "-", 1);
            let action = parse_move(position, squares).or_else(|_| parse_move(position, &step));
            let action = action.unwrap_or_else(|error| panic!("{}: {error}", fen(position)));
            let after = parse_fen::<4>(after).expect("a position");
            assert_eq!(fen(&position.after(action)), fen(&after));
            if !theirs.contains(&action) {
                theirs.push(action);
            }
        }
        assert_eq!(theirs.len(), position.moves().len(), "{}", fen(position));
    }
}

#[test]
fn checkers_agrees_with_the_collected_perft_counts() {
    let Some(facts) = needed_by("checkers_agrees_with_the_collected_perft_counts") else { return };
    let text = std::fs::read_to_string(facts.join("perft.json")).expect("the counts are there");
    let facts: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for (name, counts, deepest) in [
        ("checkers", "american_8x8", 10),
        ("lose-checkers", "american_8x8", 10),
        ("checkers10", "american_rules_10x10_3rows", 6),
    ] {
        let game = at_table(name);
        for (depth, count) in (1..=deepest).zip(facts[counts].as_array().expect("a list of counts")) {
            assert_eq!(game.perft(None, depth).ok(), count.as_u64(), "{name}, perft({depth})");
        }
    }
}

fn at_table(name: &str) -> &'static dyn TableGame {
    ludevo_games::open();
    registry::find(name).and_then(|game| game.at_table()).expect("a turn-based game")
}

/// For each position the legal moves as engines write them and how the game stands; for those marked `all` also the moves as
/// people write them and the position after each.
const CHESS_ANSWERS: &str = "
import sys, chess
for line in sys.stdin:
    how, fen = line.strip().split(' ', 1)
    board = chess.Board(fen)
    moves = []
    for move in board.legal_moves:
        text = move.uci()
        if how == 'all':
            text += ' ' + board.san(move)
            board.push(move)
            text += ' ' + board.fen()
            board.pop()
        moves.append(text)
    standing = 'dead' if board.is_insufficient_material() else 'mate' if board.is_checkmate() else 'stalemate' \\
        if board.is_stalemate() else 'check' if board.is_check() else 'quiet'
    print(standing, *sorted(moves), sep=';')
";

#[test]
fn chess_agrees_with_python_chess() {
    let Some(python) = needed_by("chess_agrees_with_python_chess") else { return };
    let game = ludevo_chess::STANDARD;
    let mut positions = Vec::new();
    for number in 0.. {
        let mut rng = stream(8, Purpose::Sampling, 2, number);
        let mut position = game.initial();
        while let Some(action) = game.moves(&position).choose(&mut rng) {
            positions.push(position.clone());
            position = game.apply(&position, action);
        }
        // Whoever plays on after fifty quiet moves has counters of their own.
        if position.drawn() != Some(ludevo_chess::Drawn::Quiet) {
            positions.push(position);
        }
        if positions.len() >= 10_000 {
            break;
        }
    }
    let board = |position: &ludevo_chess::Position| ludevo_chess::fen::fen(position.board());
    let is_all = |number: usize| number.is_multiple_of(10);
    let question = |(number, position): (usize, &ludevo_chess::Position)| {
        format!("{} {}\n", if is_all(number) { "all" } else { "moves" }, board(position))
    };
    let questions = positions.iter().enumerate().map(question).collect();
    let answers = answers_of(&python, CHESS_ANSWERS, questions);
    assert_eq!(answers.lines().count(), positions.len());
    for ((number, position), answer) in positions.iter().enumerate().zip(answers.lines()) {
        let moves: Vec<_> = ludevo_chess::Moves::of(position.board()).collect();
        let text = |action| {
            let squares = ludevo_chess::notation::uci(position.board(), action);
            if !is_all(number) {
                return squares;
            }
            let after = board(&game.apply(position, action));
            format!("{squares} {} {after}", game.move_text(position, action))
        };
        let mut ours: Vec<String> = moves.iter().map(|action| text(*action)).collect();
        ours.sort();
        let is_check = !position.board().checkers().is_empty();
        let standing = match (position.drawn(), moves.is_empty(), is_check) {
            (Some(ludevo_chess::Drawn::DeadMaterial), ..) => "dead",
            (_, true, true) => "mate",
            (_, true, false) => "stalemate",
            (_, false, true) => "check",
            (_, false, false) => "quiet",
        };
        ours.insert(0, standing.to_owned());
        assert_eq!(ours.join(";"), answer, "{}", board(position));
    }
}

/// For each position: whether the player to move wins (1), draws (0) or loses (-1), or ? where a capture leads to men of which
/// there is no table.
const SYZYGY_ANSWERS: &str = "
import sys, chess, chess.syzygy
tables = chess.syzygy.open_tablebase(sys.stdin.readline().strip())
for line in sys.stdin:
    wdl = tables.get_wdl(chess.Board(line.strip()))
    print('?' if wdl is None else 1 if wdl == 2 else -1 if wdl == -2 else 0)
";

#[test]
fn endgame_tables_agree_with_syzygy() {
    let Some(folder) = needed_by("endgame_tables_agree_with_syzygy") else { return };
    let python = ludevo_peers::python();
    let game = ludevo_chess::STANDARD;
    let mut positions = Vec::new();
    // Of each class quiet positions and those that a few random moves lead to, with either player to move.
    let classes = [
        "KQK", "KRK", "KQKQ", "KQKR", "KRKR", "KRKQ", "KQQK", "KRRK", "KQRK", "KKRR", "KQKP", "KPKQ", "KRKP",
        "KPKR",
    ];
    for (number, class) in (0..).zip(classes) {
        let class = ludevo_chess::material::Class::parse(class).expect("a class");
        for slot in 0..200 {
            let mut rng = stream(8, Purpose::Sampling, 3 + number, slot);
            let mut position = class.draw(&game, &mut rng);
            for _ in 0..6 {
                positions.push(position.clone());
                let Some(action) = game.moves(&position).choose(&mut rng) else { break };
                position = game.apply(&position, action);
            }
        }
    }
    let board = |position: &ludevo_chess::Position| ludevo_chess::fen::fen(position.board());
    let questions: String = positions.iter().map(|position| board(position) + "\n").collect();
    let answers = answers_of(&python, SYZYGY_ANSWERS, format!("{}\n{questions}", folder.display()));
    assert_eq!(answers.lines().count(), positions.len());
    let mut seen = [0; 3];
    let known = positions.iter().zip(answers.lines()).filter(|(_, answer)| *answer != "?");
    assert!(known.clone().count() * 10 > positions.len() * 9);
    for (position, answer) in known {
        let truth = ludevo_chess::tables::truth(position.board()).expect("four men at most");
        let ours = (2.0 * truth.points()) as i32 - 1;
        assert_eq!(ours.to_string(), answer, "{}: {truth:?}", board(position));
        seen[(ours + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// The engine promises the same games whatever was played before, and nobody is left behind.
#[test]
fn gnuchess_plays_games_that_repeat_and_is_gone_afterwards() {
    let Some(program) = needed_by("gnuchess_plays_games_that_repeat_and_is_gone_afterwards") else { return };
    ludevo_games::open();
    let chess = registry::find("chess").and_then(|game| game.in_matches()).expect("chess");
    let engine = format!("uci:{}@depth=2", program.display()).parse().expect("a name");
    let master = "master".parse().expect("a name");
    let names = Names { game: "chess".into(), first: "engine".into(), second: "master".into() };
    let positions = vec!["KRKR".to_owned(), "KQKQ".to_owned()];
    let plan = Match { records: Some(names), positions, ..Match::new(8, 5) };
    let play = || chess.play_match(&engine, &master, &plan, Watch::default()).expect("a match");
    let result = play();
    assert_eq!(result.games, 8);
    for record in &result.records {
        record.replay(&ludevo_chess::STANDARD).expect("every move is legal and the game is over");
    }
    assert_eq!(result, play());
    let left = Command::new("ps").args(["-o", "ppid=,comm=", "-C", "gnuchess"]).output();
    let left = left.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
    let own = left.lines().filter(|line| line.trim().starts_with(&std::process::id().to_string()));
    assert_eq!(own.count(), 0, "{left}");
}
