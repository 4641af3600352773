//! The rules of chess against published counts, against slower ways of counting, and against what people know of them.

use cozy_chess::{Board, Color, Move, Piece};
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use rand::RngExt;
use rand::seq::IteratorRandom;

use super::features;
use super::fen::{fen, parse_fen};
use super::notation::{parse, san, uci};
use super::position::{Drawn, Position};
use super::rules::{Moves, STANDARD, perft};

fn position(text: &str) -> Position {
    STANDARD.parse_state(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

fn after(position: &Position, moves: &[&str]) -> Position {
    moves.iter().fold(position.clone(), |position, text| {
        let action = STANDARD.parse_move(&position, text).unwrap_or_else(|problem| panic!("{problem}"));
        STANDARD.apply(&position, action)
    })
}

/// The six positions by which programs are usually compared, and how many sequences of moves there are ("Perft Results" of the
/// Chess Programming Wiki).
#[test]
fn sequences_of_moves_are_as_many_as_published() {
    let start = Board::default().to_string();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (text, depth, count) in [
        (&start[..], 5, 4_865_609),
        (kiwipete, 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    ] {
        assert_eq!(perft(&parse_fen(text).unwrap(), depth), count, "{text}");
    }
    // Through the interface that games are played by.
    for (text, depth, count) in [(&start[..], 4, 197_281), (kiwipete, 3, 97_862)] {
        assert_eq!(ludevo_search::perft::sequences(&STANDARD, &position(text), depth), count);
    }
}

/// Mates and captures are looked for among few of the moves; all of them say the same, in games with every kind of move and in
/// endgames.
#[test]
fn mates_and_free_captures_are_those_among_all_moves() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1n2k3/P1P5/8/8/8/8/p1p5/1N2K3 w - - 0 1",
        "8/8/8/3k4/8/8/1QR5/K5qr w - - 0 1",
        "7k/5K2/8/8/8/8/8/R6r w - - 0 1",
        "k7/8/1K6/8/3BN3/8/q7/2n5 w - - 0 1",
        "7k/8/5K2/8/8/8/6q1/R3Q3 w - - 0 1",
    ];
    let mut found = [0; 2];
    for (slot, text) in (0..).zip(starts.repeat(40)) {
        let mut rng = stream(1, Purpose::Sampling, 7, slot);
        let mut board = parse_fen(text).unwrap();
        for _ in 0..60 {
            let moves: Vec<Move> = Moves::of(&board).collect();
            let nexts: Vec<Board> = moves
                .iter()
                .map(|action| {
                    let mut next = board.clone();
                    next.play_unchecked(*action);
                    next
                })
                .collect();
            let is_free_capture = |(next, action): (&Board, &Move)| {
                next.occupied().len() < board.occupied().len()
                    && !Moves::of(next).any(|reply| reply.to == action.to)
            };
            let expected =
                [nexts.iter().any(features::is_mate), nexts.iter().zip(&moves).any(is_free_capture)];
            assert_eq!([features::mates(&board), features::captures_freely(&board)], expected, "{board}");
            let seen = Position::new(board.clone());
            assert_eq!(read(&seen, "IsMateInOne"), f64::from(u8::from(expected[0])), "{board}");
            assert_eq!(read(&seen, "IsMate"), f64::from(u8::from(features::is_mate(&board))), "{board}");
            for (found, is_there) in found.iter_mut().zip(expected) {
                *found += usize::from(is_there);
            }
            let Some(next) = nexts.into_iter().choose(&mut rng) else { break };
            board = next;
        }
    }
    assert!(found.iter().all(|found| *found > 50), "too few were met: {found:?}");
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1n2k3/P1P5/8/8/8/8/p1p5/1N2K3 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    ] {
        let board = parse_fen(text).unwrap();
        let listed: Vec<Move> = Moves::of(&board).collect();
        for taken in 0..=listed.len() {
            let mut moves = Moves::of(&board);
            moves.by_ref().take(taken).for_each(drop);
            assert_eq!(moves.count(), listed.len() - taken, "{text}");
        }
        assert!(listed.iter().all(|action| board.is_legal(*action)));
    }
}

#[test]
fn mate_and_stalemate_end_a_game() {
    let mated = after(&Position::start(), &["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(STANDARD.turn(&mated), Turn::End(Outcome::Win(Side::Second)));
    assert!(mated.is_mate());
    assert_eq!(STANDARD.moves(&mated).count(), 0);
    let stuck = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(STANDARD.turn(&stuck), Turn::End(Outcome::Draw));
    assert_eq!(STANDARD.why_drawn(&stuck).as_deref(), Some("stalemate"));
}

#[test]
fn fifty_quiet_moves_draw_but_a_mate_on_the_last_of_them_wins() {
    let nearly = position("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    assert_eq!(STANDARD.turn(&after(&nearly, &["Ra8"])), Turn::End(Outcome::Win(Side::First)));
    let drawn = after(&nearly, &["Ra7"]);
    assert_eq!((STANDARD.turn(&drawn), drawn.drawn()), (Turn::End(Outcome::Draw), Some(Drawn::Quiet)));
    assert_eq!(STANDARD.moves(&drawn).count(), 0);
}

#[test]
fn nobody_mates_with_these_pieces() {
    for text in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/5B2/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/5n2/8 w - - 0 1",
        "8/8/4k1b1/8/8/3K4/4B3/8 w - - 0 1",
    ] {
        assert_eq!(STANDARD.turn(&position(text)), Turn::End(Outcome::Draw), "{text}");
    }
    for text in [
        "8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1",
        "8/8/4k3/8/8/n2K4/4N3/8 b - - 0 1",
        "8/8/4k2b/8/8/3K4/4B3/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/5R2/8 w - - 0 1",
    ] {
        assert!(matches!(STANDARD.turn(&position(text)), Turn::Player(_)), "{text}");
    }
}

#[test]
fn a_position_that_comes_three_times_draws() {
    let to_and_fro = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let twice = after(&Position::start(), &to_and_fro);
    assert_eq!(twice.drawn(), None);
    assert_eq!(after(&twice, &to_and_fro).drawn(), Some(Drawn::Repeated));
    // The king has moved, and may not castle when it is back: another position.
    let castling = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let walk = ["Kd1", "Kd8", "Ke1", "Ke8"];
    let back = after(&castling, &walk);
    assert_eq!(after(&back, &walk).drawn(), None);
    assert_eq!(after(&after(&back, &walk), &walk[..1]).drawn(), Some(Drawn::Repeated));
    // A pawn can be captured in passing the first time only.
    let passing = after(&position("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1"), &["e4"]);
    let walk = ["Kd7", "Kd2", "Ke8", "Ke1"];
    assert_eq!(after(&after(&passing, &walk), &walk).drawn(), None);
    // Where no pawn can capture in passing, the first time counts.
    let idle = after(&position("4k3/8/8/8/7p/8/4P3/4K3 w - - 0 1"), &["e4"]);
    assert_eq!(after(&after(&idle, &walk), &walk).drawn(), Some(Drawn::Repeated));
    // Two rooks that have changed places are the same position.
    let rooks = position("7k/8/8/8/8/8/8/RR5K w - - 0 1");
    let swap = ["Ra2", "Kg8", "Rba1", "Kh8", "Rb2", "Kg8", "Rbb1", "Kh8"];
    assert_eq!(after(&after(&rooks, &swap), &swap).drawn(), Some(Drawn::Repeated));
}

/// The count that looks at every earlier position of the game.
#[test]
fn repetitions_are_those_of_comparing_whole_boards() {
    let key = |position: &Position| {
        let text = fen(position.board());
        text.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    let mut repeated = 0;
    for (number, text) in (0..).zip(
        [
            "8/8/8/4k3/8/8/8/R3K2R w KQ - 0 1",
            "k7/8/8/8/8/8/8/K6R w - - 0 1",
            "kr6/8/8/8/8/8/8/1R5K b - - 0 1",
        ]
        .iter()
        .cycle()
        .take(300),
    ) {
        let mut rng = stream(1, Purpose::Sampling, 0, number);
        let mut now = position(text);
        let mut keys = vec![key(&now)];
        let mut last: Vec<Move> = Vec::new();
        while let Some(any) = STANDARD.moves(&now).choose(&mut rng) {
            // Every other move goes back where it came from, if it can.
            let back = last.len().checked_sub(2).map(|ply| last[ply]);
            let back = back.map(|action| Move { from: action.to, to: action.from, promotion: None });
            let back = back.filter(|action| now.board().is_legal(*action) && rng.random_bool(0.5));
            let action = back.unwrap_or(any);
            now = STANDARD.apply(&now, action);
            last.push(action);
            keys.push(key(&now));
            let times = keys.iter().filter(|known| *known == keys.last().unwrap()).count();
            assert_eq!(
                now.drawn() == Some(Drawn::Repeated),
                times >= 3 && now.board().halfmove_clock() < 100
            );
            repeated += usize::from(times >= 3);
        }
    }
    assert!(repeated > 100, "only {repeated} games were drawn by repetition");
}

#[test]
fn texts_of_moves_are_those_of_the_standard() {
    let board = parse_fen("3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1").unwrap();
    for (text, squares) in [
        ("hxg8=R+", "h7g8r"),
        ("h8=N", "h7h8n"),
        ("O-O-O+", "e1c1"),
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("fxg6", "f5g6"),
        ("Bd4", "e5d4"),
        ("Qa4b3", "a4b3"),
        ("hg8R", "h7g8r"),
        ("e1g1", "e1g1"),
        ("Bf2xh4+", "f2h4"),
    ] {
        assert_eq!(parse(&board, text).map(|action| uci(&board, action)).as_deref(), Ok(squares), "{text}");
    }
    for text in ["", "Qb3", "e1h1", "Ke3", "h8", "Nf3", "hxg8=K", "a6a6", "Qz9", "O-O-O-O", "Bd4?!", "é"] {
        assert!(parse(&board, text).is_err(), "{text}");
    }
    for action in Moves::of(&board) {
        assert_eq!(parse(&board, &san(&board, action)), Ok(action));
        assert_eq!(parse(&board, &uci(&board, action)), Ok(action));
    }
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_reason() {
    for (text, reason) in [
        ("8/8/8/8/8/8/2k5/2K5 w - - 0 1", "the kings on c1 and c2 stand side by side"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check although white is to move"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings, not one"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 7 ranks, not 8"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5: `9` is neither a piece"),
        ("4k3/8/8/ppp/8/8/8/4K3 w - - 0 1", "rank 5: `ppp` has 3 squares, not 8"),
        ("4k2x/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: `x` is neither a piece"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
        ("4k3/8/pppppppp/8/8/8/p7/4K3 w - - 0 1", "black has 9 pawns; the most is 8"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "`x` is not who is to move"),
        ("4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "`KK` are not castling rights"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "castling right `K`: there is no white king on e1 with a rook on h1",
        ),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling right `K`"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "`e6` is not the square that a pawn has just passed over"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "`101` is not a number of quiet plies; allowed is 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "`0` is not a move number"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "found are 3"),
        ("e1e9 from 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "move 1: `e1e9` is no move of white's here"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "found are 4"),
        ("4k3/8/8/8/4r2b/8/2n5/4K3 w - - 0 1", "3 pieces give check"),
    ] {
        let problem = STANDARD.parse_state(text).expect_err(text);
        assert!(problem.contains(reason), "{text}: {problem}");
    }
    assert_eq!(parse_fen("4k3/8/8/8/8/8/8/4K2R w K -"), parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
}

#[test]
fn a_position_is_read_back_with_what_may_come_again() {
    let passing = after(&position("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1"), &["e4", "Kd7", "Kd2", "Ke8", "Ke1"]);
    let text = STANDARD.state_text(&passing);
    assert_eq!(text, "e8d7 e1d2 d7e8 d2e1 from 4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1");
    assert_eq!(position(&text), passing);
    let captured = after(&position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 3 9"), &["exd5"]);
    assert_eq!(STANDARD.state_text(&captured), "4k3/8/8/3P4/8/8/8/4K3 b - - 0 9 captured");
    assert_eq!(position(&STANDARD.state_text(&captured)), captured);
}

/// The lengths of the longest mates are those of the literature: ten moves with a queen, sixteen with a
/// rook, twenty-eight with a pawn.
#[test]
fn tables_know_the_longest_mates() {
    for (kind, plies) in [(Piece::Queen, 19), (Piece::Rook, 31), (Piece::Bishop, 0), (Piece::Pawn, 55)] {
        assert_eq!(super::tables::longest(&[kind]), plies, "{kind}");
    }
}

/// Whatever a table says of a position follows from what it says of the positions after each move.
#[test]
fn tables_agree_with_the_moves_of_the_rules() {
    use super::tables::{Truth, truth};
    for name in ["KRK", "KQK", "KRKR", "KRBK", "KPK", "KRKP", "KPKP"] {
        let class = super::material::Class::parse(name).expect(name);
        let mut checked = 0;
        for number in 0..40 {
            let mut rng = stream(3, Purpose::Sampling, 1, number);
            let mut now = class.draw(&STANDARD, &mut rng);
            for _ in 0..10 {
                let after = |action| truth(STANDARD.apply(&now, action).board()).expect("few men");
                let moves: Vec<Truth> = Moves::of(now.board()).map(after).collect();
                let lost = moves
                    .iter()
                    .filter_map(|truth| if let Truth::Lost(plies) = truth { Some(*plies) } else { None });
                let won = moves
                    .iter()
                    .filter_map(|truth| if let Truth::Won(plies) = truth { Some(*plies) } else { None });
                let expected = match (lost.min(), won.clone().count() == moves.len(), won.max()) {
                    (Some(plies), ..) => Truth::Won(plies + 1),
                    (None, true, Some(plies)) => Truth::Lost(plies + 1),
                    (None, true, None) if !now.board().checkers().is_empty() => Truth::Lost(0),
                    _ => Truth::Drawn,
                };
                assert_eq!(truth(now.board()), Some(expected), "{name}: {}", fen(now.board()));
                checked += 1;
                let Some(action) = STANDARD.moves(&now).choose(&mut rng) else { break };
                now = STANDARD.apply(&now, action);
            }
        }
        assert!(checked > 40, "{name}: {checked}");
    }
}

#[test]
fn classes_are_quiet_positions_of_their_pieces_and_what_is_none_is_refused() {
    use super::material::Class;
    for name in ["KRKR", "KQRKQR", "KRKR:won", "KPPKNB", "KRKR:drawn"] {
        let class = Class::parse(name).expect(name);
        for number in 0..20 {
            let position = class.draw(&STANDARD, &mut stream(1, Purpose::Match, 0, number));
            assert_eq!(fen(position.board()).split(' ').nth(1), Some("w"));
            assert_eq!(STANDARD.turn(&position), Turn::Player(Side::First));
            let pieces = name.split(':').next().unwrap().len() as u32;
            assert_eq!(position.board().occupied().len(), pieces, "{name}");
            let truth = super::tables::truth(position.board()).map(|truth| truth.points());
            assert!(!name.ends_with("won") || truth == Some(1.0));
            assert!(!name.ends_with("drawn") || truth == Some(0.5));
        }
    }
    for (name, reason) in [
        ("KXKR", "`KXKR` are not the pieces of two players"),
        ("RKR", "are not the pieces"),
        ("K", "are not the pieces"),
        ("KRKRK", "are not the pieces"),
        ("krkr", "are not the pieces"),
        ("", "are not the pieces"),
        ("KRKR:lost", "`lost` is none of `won`, `drawn` and `judged`"),
        ("KQRKQR:won", "at most four men"),
        ("KPPKR:won", "at most four men"),
        ("KPPPPPPPPPKR", "white has 9 pawns"),
        ("KKB", "no position was found"),
        ("KKR:won", "no position was found"),
    ] {
        let error = Class::parse(name).expect_err(name).to_string();
        assert!(error.contains(reason), "{name}: {error}");
    }
}

#[test]
fn games_are_written_and_read_as_others_do() {
    let read = |text: &str| super::pgn::read(&STANDARD, text);
    let text = "[Event \"a game\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 {a\nremark} 8. e4! (8. e3 Ke6 (8... Kd6)) 8... Ke6 $1 9.Kd2 ; the end\n*\n";
    let (start, moves) = read(text).expect("a game");
    assert_eq!((fen(start.board()), moves.len()), ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7".to_owned(), 4));
    let (_, moves) = read("startpos moves e2e4 e7e5 g1f3").expect("a position as engines are told it");
    assert_eq!(moves.len(), 3);
    for (text, reason) in [
        ("1. e4 e5 2. Ke3", "line 1: move 2 (white): `Ke3` is no move of white's here"),
        ("1. e4 { no end", "line 1: a comment begins here"),
        ("1. e4 ) e5", "line 1: a variation"),
        ("[FEN \"8/8/8/8/8/8/2k5/2K5 w - - 0 1\"]", "line 1: the FEN tag: the kings on c1 and c2"),
        ("1. e4 1-0 e5", "`e5` stands after the result"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// Where black sees a position with colours changed and turned round as white sees it, it reads the same.
#[test]
fn terminals_say_the_same_to_both_players() {
    use ludevo_game::board::Judged;
    let languages = super::language::languages();
    let cells = languages[0].cells();
    for number in 0..300 {
        let mut rng = stream(5, Purpose::Sampling, 0, number);
        let class = ["KRKR", "KQRKQR", "KRPKBN"][number as usize % 3];
        let mut now = super::material::Class::parse(class).unwrap().draw(&STANDARD, &mut rng);
        for _ in 0..rng.random_range(0..6) {
            let Some(action) = STANDARD.moves(&now).choose(&mut rng) else { break };
            now = STANDARD.apply(&now, action);
        }
        let text = fen(now.board());
        let fields: Vec<&str> = text.split(' ').collect();
        let swapped: String = fields[0]
            .chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        let turned = swapped.split('/').rev().collect::<Vec<_>>().join("/");
        let mover = if fields[1] == "w" { "b" } else { "w" };
        let Ok(other) = STANDARD.parse_state(&format!("{turned} {mover} - - 0 1")) else { continue };
        if now.board().en_passant().is_some() {
            continue;
        }
        let mut views = [vec![0; cells], vec![0; cells]];
        STANDARD.fill(&now, &mut views[0]);
        STANDARD.fill(&other, &mut views[1]);
        for language in &languages {
            for primitive in language.primitives() {
                let ludevo_program::Op::Read(ludevo_program::Read::Once { compute, .. }) = primitive.op
                else {
                    continue;
                };
                // What a move did is not part of the board.
                if ["IsMaterialIncrease", "SeenBefore"].contains(&primitive.name) {
                    continue;
                }
                let [one, two] = [&views[0], &views[1]].map(|view| compute(view, 0));
                assert_eq!(one, two, "{} in {text}", primitive.name);
            }
        }
    }
}

/// What a terminal says to the player who has just moved.
fn read(position: &Position, name: &str) -> f64 {
    use ludevo_game::board::Judged;
    let languages = super::language::languages();
    let mut view = vec![0; languages[0].cells()];
    STANDARD.fill(position, &mut view);
    let mut primitives = languages.iter().flat_map(|language| language.primitives());
    let primitive = primitives.find(|primitive| primitive.name == name).expect(name);
    let ludevo_program::Op::Read(ludevo_program::Read::Once { compute, .. }) = primitive.op else {
        panic!("{name} is no terminal")
    };
    compute(&view, 0)
}

/// Positions worked out by hand: what the player who has just moved sees.
#[test]
fn terminals_say_what_their_names_say() {
    // White has just moved. The rook on e1 checks the king on e5, behind which a rook stands on e8.
    let skewer = "4r3/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    // The king on g1 can be mated on the first rank; black is to move.
    let back_rank = "3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    // The queen on d5 attacks the rooks on a8 and h1 and is attacked by nobody.
    let fork = "r7/6k1/8/3Q4/8/1K6/8/7r b - - 0 1";
    // The knight on c3 is pinned to its king on e1 by the bishop on a5.
    let pin = "4k3/8/8/b7/8/2N5/8/4K3 b - - 0 1";
    for (text, name, value) in [
        (skewer, "IsOppKingInCheck", 1.0),
        (skewer, "IsOppKingBehindPiece", 1.0),
        (skewer, "IsMyKingNotBehindPiece", 0.0),
        (skewer, "Skewer", 1.0),
        (skewer, "MyKingDistEdges", 0.0),
        (skewer, "OppKingProximityToEdges", 0.0),
        (skewer, "EvaluateMaterial", 0.0),
        (skewer, "NumMovesMyKing", 3.0),
        (skewer, "MyKingProxRook", 3.0),
        (skewer, "OppKingDistRook", 3.0),
        (skewer, "KingsApart", 4.0),
        (back_rank, "IsMateInOne", 1.0),
        (back_rank, "IsMate", 0.0),
        (back_rank, "MyPieceCannotBeCaptured", 1.0),
        (back_rank, "EvaluateMaterial", -2.0),
        ("3r2k1/8/8/8/8/7P/5PP1/6K1 b - - 0 1", "IsMateInOne", 0.0),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "IsMate", 1.0),
        (fork, "IsMyFork", 1.0),
        (fork, "NumOppPiecesAttacked", 2.0),
        (fork, "ValueMyPiecesAttacking", 9.0),
        (fork, "OppPieceCanBeCaptured", 1.0),
        (fork, "IsOppNotFork", 1.0),
        (fork, "EnemyLoose", 10.0),
        (pin, "IsMyPieceNotPinned", 0.0),
        (pin, "IsOppPiecePinned", 0.0),
        (pin, "NumMyPiecesNotAttacked", 0.0),
        // The bishop can take the knight, and nobody can take it back.
        (pin, "MyPieceCannotBeCaptured", 0.0),
        ("7k/8/8/8/8/8/R7/R6K b - - 0 1", "MyPiecesSameLine", 1.0),
        ("7k/8/8/8/8/8/R7/1R5K b - - 0 1", "MyPiecesSameLine", 0.0),
        ("7k/8/8/8/8/8/6R1/7K b - - 0 1", "IsMyKingProtectingPiece", 1.0),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "NumNotMovesOppKing", 7.0),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "IsOppKingStuck", 0.0),
        ("7k/R7/6K1/8/8/8/8/8 b - - 0 1", "EnemyKingRoom", 7.0),
        ("8/8/8/4k3/8/8/8/K3R3 b - - 0 1 captured", "IsMaterialIncrease", 1.0),
        ("8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "IsMaterialIncrease", 0.0),
    ] {
        assert_eq!(read(&position(text), name), value, "{name} in {text}");
    }
}

#[test]
fn judged_positions_are_of_their_class_and_others_are_refused() {
    use crate::material::{Class, ClassError};
    let class = Class::parse("KQRKQR:judged").expect("a class");
    for slot in 0..100 {
        let board = class.draw(&STANDARD, &mut stream(2, Purpose::Sampling, 0, slot)).board().clone();
        assert!(board.side_to_move() == Color::White && board.checkers().is_empty(), "{board}");
        for color in [Color::White, Color::Black] {
            assert_eq!(Piece::ALL.map(|piece| board.colored_pieces(color, piece).len()), [0, 0, 0, 1, 1, 1]);
        }
    }
    assert_eq!(Class::parse("KRKR:judged"), Err(ClassError::Unjudged("KRKR:judged".to_owned())));
}
