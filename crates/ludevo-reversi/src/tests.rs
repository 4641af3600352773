//! What Reversi promises, checked against oracles that others wrote.

use ludevo_random::{Purpose, stream};
use ludevo_search::alphabeta::{AlphaBeta, Order, SearchSettings};
use ludevo_search::perft::perft;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use magpie::othello::{Board as Peer, Position, Stone};
use proptest::prelude::*;
use rand::RngExt;

use super::bits::{can_move, flips, flips_anywhere, legal_moves, legal_moves_anywhere};
use super::notation::{self, BoardError, MoveError};
use super::opponents::{Hand, Material, WeightedPieces, mobility_difference};
use super::rules::{Board, Place, Reversi, random_playout};
use ludevo_arena::Names;
use ludevo_game::board::Presented;
use ludevo_game::conformance;

#[test]
fn counts_the_published_numbers_of_move_sequences() {
    // The shortest games take nine moves, so that depth 10 is the first that tells how finished games count.
    let published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284];
    for (depth, count) in (0..).zip(published) {
        assert_eq!(perft(&Reversi, &Board::START, depth), count, "perft({depth})");
    }
}

/// A game that does not begin at the start is kept as the rows of a board, who is to move, and then its moves.
#[test]
fn games_from_a_position_read_back() {
    let game = Reversi;
    let first = game.moves(&Board::START).next().expect("a move");
    let start = game.apply(&Board::START, first);
    let second = game.moves(&start).next().expect("a move");
    let names = Names { game: "Reversi".to_owned(), first: "one".to_owned(), second: "two".to_owned() };
    let text = game.document(&names, &start, &[second]);
    assert_eq!(game.read(&text), Ok((start, vec![second])));
    assert_eq!(game.read(&game.notations(&start)), Ok((start, Vec::new())));
}

#[test]
fn keeps_the_promises_of_a_turn_based_game() {
    // 60 placements, and never two passes in a row.
    conformance::check(&Reversi, 200, 121);
}

/// magpie counts squares from h8 down.
fn peer_squares(squares: u64) -> u64 {
    squares.reverse_bits()
}

#[test]
fn agrees_with_magpie_in_random_games() {
    for number in 0..300 {
        let mut random = stream(1, Purpose::Sampling, 0, number);
        let mut board = Board::START;
        let mut peer = Peer::standard();
        loop {
            let stone = if board.mover == Side::First { Stone::Black } else { Stone::White };
            let moves: Vec<Place> = Reversi.moves(&board).collect();
            let placements =
                moves.iter().filter_map(|action| action.square()).fold(0, |set, square| set | 1 << square);
            assert_eq!(
                peer_squares(placements),
                peer.moves_for(stone).raw(),
                "{}",
                notation::board_text(&board)
            );
            if moves.is_empty() {
                assert!(peer.moves_for(stone.flip()).is_empty());
                break;
            }
            let action = moves[random.random_range(0..moves.len())];
            board = Reversi.apply(&board, action);
            if let Some(square) = action.square() {
                peer.play(stone, Position::try_from(peer_squares(1 << square)).expect("one square"));
            }
            assert_eq!(peer_squares(board.pieces(Side::First)), peer.bits_for(Stone::Black).raw());
            assert_eq!(peer_squares(board.pieces(Side::Second)), peer.bits_for(Stone::White).raw());
        }
    }
}

/// Turned pieces by walking from the square, one step at a time.
fn walked_flips(own: u64, opp: u64, square: i32) -> u64 {
    let holds = |set: u64, column: i32, row: i32| {
        (0..8).contains(&column) && (0..8).contains(&row) && set >> (row * 8 + column) & 1 == 1
    };
    let mut turned = 0;
    for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut column, mut row) = (square % 8 + right, square / 8 + down);
        let mut line = 0;
        while holds(opp, column, row) {
            line |= 1 << (row * 8 + column);
            column += right;
            row += down;
        }
        if holds(own, column, row) {
            turned |= line;
        }
    }
    turned
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bit_operations_agree_with_walking_on_this_processor_and_on_any(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        // About three quarters of the squares are taken, in any arrangement.
        let (own, opp) = (a & (b | c), !a & (b | c));
        let mut legal = 0;
        for square in 0..64 {
            let walked = walked_flips(own, opp, i32::from(square));
            prop_assert_eq!(flips(own, opp, square), walked);
            prop_assert_eq!(flips_anywhere(own, opp, square), walked);
            if (own | opp) >> square & 1 == 0 && walked != 0 {
                legal |= 1 << square;
            }
        }
        prop_assert_eq!(legal_moves(own, opp), legal);
        prop_assert_eq!(legal_moves_anywhere(own, opp), legal);
        prop_assert_eq!(can_move(own, opp), legal != 0);
    }

    #[test]
    fn search_finds_the_same_in_any_order(seed in any::<u64>(), plies in 0..58_usize, depth in 1..5_u32) {
        let mut random = stream(seed, Purpose::Sampling, 0, 0);
        let mut board = Board::START;
        for _ in 0..plies {
            let moves: Vec<Place> = Reversi.moves(&board).collect();
            if moves.is_empty() {
                break;
            }
            board = Reversi.apply(&board, moves[random.random_range(0..moves.len())]);
        }
        let search = |order| {
            let mut search = AlphaBeta::new(SearchSettings { order, ..SearchSettings::full(depth) });
            let material = search.best_moves(&Reversi, &board, &mut Material { corner: 10.0 });
            let hand = search.best_moves(&Reversi, &board, &mut Hand);
            (material, hand)
        };
        prop_assert_eq!(search(Order::Plain), search(Order::Promising));
    }
}

/// The moves, the board after every tenth of them and the last board of one game, as text.
fn playthrough(moves: &[Place]) -> String {
    let mut board = Board::START;
    let mut text = format!("{}\n\n", notation::transcript(moves));
    for (number, &action) in (1..).zip(moves) {
        board = Reversi.apply(&board, action);
        if number % 10 == 0 || number == moves.len() {
            text += &format!("after {number} moves, the last {action}\n{}\n", notation::board_text(&board));
        }
    }
    text + &format!("{:?}\n", Reversi.turn(&board))
}

#[test]
fn replays_the_golden_game() {
    let golden = include_str!("golden.txt");
    let transcript = golden.lines().next().expect("the first line is the transcript");
    let moves = notation::parse_transcript(transcript).expect("the transcript is legal");
    assert!(moves.contains(&Place::PASS), "the golden game shows a pass");
    assert_eq!(playthrough(&moves), golden);
}

#[test]
fn transcripts_name_what_is_wrong_and_where() {
    let error = |text| notation::parse_transcript(text).expect_err(text).to_string();
    assert_eq!(
        error("f5d6z3"),
        "character 5 of the transcript, move 3: `z3` is not a move; write a square from a1 to h8, or -- to pass"
    );
    assert_eq!(error("f5 f5"), "character 4 of the transcript, move 2: f5 is occupied");
    assert_eq!(error("a1"), "character 1 of the transcript, move 1: a1 turns over none of white's pieces");
    assert_eq!(error("F5--"), "character 3 of the transcript, move 2: white cannot pass: f4 is a legal move");
    assert_eq!(
        error("f5é3"),
        "character 3 of the transcript, move 2: `é3` is not a move; write a square from a1 to h8, or -- to pass"
    );
}

#[test]
fn transcripts_read_back_with_passes_left_out_or_named() {
    for number in 0..50 {
        let mut random = stream(2, Purpose::Sampling, 0, number);
        let mut board = Board::START;
        let mut moves = Vec::new();
        while let Turn::Player(_) = Reversi.turn(&board) {
            let choices: Vec<Place> = Reversi.moves(&board).collect();
            moves.push(choices[random.random_range(0..choices.len())]);
            board = Reversi.apply(&board, moves[moves.len() - 1]);
        }
        let named: Vec<String> = moves.iter().map(Place::to_string).collect();
        assert_eq!(notation::parse_transcript(&notation::transcript(&moves)), Ok(moves.clone()));
        assert_eq!(notation::parse_transcript(&named.join(" ")), Ok(moves));
    }
}

#[test]
fn boards_name_what_is_wrong_and_where() {
    let start = notation::board_text(&Board::START);
    assert_eq!(notation::parse_board(&start), Ok(Board::START));
    let error = |text: &str| notation::parse_board(text).expect_err(text);
    assert_eq!(error(&start.replacen("OX", "O?", 1)), BoardError::Square { row: 4, column: 'e', found: '?' });
    assert_eq!(error(&start.replacen("OX", "OXX", 1)), BoardError::RowLength { row: 4, found: 9 });
    assert_eq!(error("........\n"), BoardError::MissingRow(2));
    assert_eq!(error(&start.replace("black", "red")), BoardError::Mover("red to move".into()));
    assert_eq!(error(&format!("{start}\nmore")), BoardError::Surplus { line: 11, found: "more".into() });
}

#[test]
fn a_pass_is_a_move_only_when_the_mover_alone_is_stuck() {
    // White cannot enclose a1; black can enclose b1.
    let stuck = format!("XO......\n{}white to move", "........\n".repeat(7));
    let stuck = notation::parse_board(&stuck).expect("a board");
    assert_eq!(Reversi.moves(&stuck).collect::<Vec<_>>(), [Place::PASS]);
    for pass in ["--", "pa", "pass", "PASS"] {
        assert_eq!(Reversi.parse_move(&stuck, pass), Ok(Place::PASS));
    }
    assert_eq!(
        notation::parse_move(&Board::START, "--"),
        Err(MoveError::MustPlace("black", Place::at(19).expect("d3")))
    );
    let over = Reversi.apply(&Reversi.apply(&stuck, Place::PASS), Place::at(2).expect("c1"));
    assert_eq!(Reversi.turn(&over), Turn::End(Outcome::Win(Side::First)));
    assert_eq!(notation::parse_move(&over, "d3"), Err(MoveError::Over));
}

#[test]
fn evaluations_are_worth_what_their_words_say() {
    let board = notation::parse_board(
        "X.......\n.X......\n........\n...OX...\n...XO...\n........\n.X......\n.......O\nblack to move",
    )
    .expect("a board");
    let value =
        |evaluator: &mut dyn ludevo_search::alphabeta::Evaluator<Reversi>| evaluator.value(&Reversi, &board);
    // Five black pieces with one corner against three white pieces with one corner.
    assert_eq!(value(&mut Material { corner: 10.0 }), 2.0);
    // b7 stands beside the empty corner a8; b2 beside a1, which is taken.
    assert_eq!(value(&mut Hand), f64::from(mobility_difference(&board)) - 3.0);
    let weighted = (1.0 - 0.25 - 0.25 + 2.0 * 0.01) - (2.0 * 0.01 + 1.0);
    let mut standard = WeightedPieces::STANDARD;
    assert!((value(&mut standard) - weighted).abs() < 1e-12);
}

#[test]
fn random_playouts_end() {
    let mut random = stream(1, Purpose::Sampling, 0, 0);
    for _ in 0..100 {
        assert!(random_playout(&mut random).is_over());
    }
}
