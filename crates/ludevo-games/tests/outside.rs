//! Rules compared with programs and tables that others made. Each test skips itself where its peer is missing.

use std::io::Write;
use std::process::{Command, Stdio};

use ludevo_arena::{Match, Names, Watch};
use ludevo_games::game::{Game, Kind, TurnBasedGame};
use ludevo_games::registry;
use ludevo_games::reversi::{Board, Reversi};
use ludevo_peers::needed_by;
use ludevo_random::{Purpose, stream};
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
    let mut peer = Command::new(python)
        .args(["-c", ANSWERS])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the peer starts");
    let mut stdin = peer.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = peer.wait_with_output().expect("the peer answers");
    writer.join().expect("no panic").expect("the peer listens");
    let answers = String::from_utf8(output.stdout).expect("text");
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
    let Some(python) = needed_by("rust_reversi_plays_whole_games_that_repeat") else { return };
    let reversi = turn_based("reversi");
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
    let game = turn_based("reversi");
    let counts = facts["othello"].as_array().expect("a list of counts");
    // Depth 9 has three million sequences; each level more takes eight times as long.
    for (depth, count) in (1..=9).zip(counts) {
        assert_eq!(Some(game.perft(depth)), count.as_u64(), "perft({depth})");
    }
}

fn turn_based(name: &str) -> &'static dyn TurnBasedGame {
    match registry::find(name).map(Game::kind) {
        Some(Kind::TurnBased(facet)) => facet,
        _ => panic!("{name} is a turn-based game"),
    }
}
