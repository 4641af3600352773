//! What the checkers games promise, checked against oracles that others wrote.

use ludevo_random::{Purpose, stream};
use ludevo_search::perft::perft;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use proptest::prelude::*;
use rand::seq::IteratorRandom;

use super::bits::Grid;
use super::fen::{fen, parse_fen};
use super::moves::parse_move;
use super::pdn::{self, Recorded};
use super::rules::{Checkers, Checkers8, Checkers10, LoseCheckers, Move, Position, random_playout};
use ludevo_game::conformance;

fn position(fen: &str) -> Position<4> {
    parse_fen(fen).expect("a position")
}

fn moves_of(fen: &str) -> Vec<String> {
    let position = position(fen);
    let game = Checkers8::STANDARD;
    let mut moves: Vec<String> =
        game.moves(&position).map(|action| game.move_text(&position, action)).collect();
    moves.sort();
    moves
}

/// Published counts for 8x8 (Aart Bik); for 10x10 with three rows, counted by another program.
#[test]
fn counts_the_known_numbers_of_move_sequences() {
    let published = [1, 7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (0..).zip(published) {
        assert_eq!(perft(&Checkers8::STANDARD, &Position::START, depth), count, "perft({depth})");
    }
    assert_eq!(perft(&LoseCheckers::STANDARD, &Position::START, 8), 845_931);
    let known = [1, 9, 81, 810, 8100, 88_900, 957_965];
    for (depth, count) in (0..).zip(known) {
        assert_eq!(perft(&Checkers10::STANDARD, &Position::START, depth), count, "perft({depth})");
    }
}

#[test]
fn keeps_the_promises_of_a_turn_based_game() {
    // Each man of either side makes at most 7 steps (9 on 10x10), each piece is taken once, and between two of these
    // lie at most 80 plies.
    conformance::check(&Checkers8::STANDARD, 100, (24 * 7 + 24) * 80);
    conformance::check(&LoseCheckers::STANDARD, 50, (24 * 7 + 24) * 80);
    conformance::check(&Checkers10::STANDARD, 50, (30 * 9 + 30) * 80);
}

#[test]
fn capturing_is_compulsory_free_in_choice_and_finished() {
    // 10 could step, 14 must jump; both ways on from 23 are open, and one may not stop there.
    assert_eq!(moves_of("B:W18,26,27:B10,14"), ["14x23x30", "14x23x32"]);
    // The longer capture is not compulsory.
    assert_eq!(moves_of("B:W18,26,6:BK2,14"), ["14x23x30", "2x9"]);
}

#[test]
fn men_capture_forward_only_and_kings_any_way() {
    assert_eq!(moves_of("B:W11:B16"), ["16-19", "16-20"]);
    assert_eq!(moves_of("B:W11:BK16"), ["16x7"]);
    assert_eq!(moves_of("W:W15:B18"), ["15-10", "15-11"]);
}

#[test]
fn promotion_ends_the_move() {
    // A king on 31 could go on over 26; the man that has just reached it may not.
    assert_eq!(moves_of("B:W26,27:B24"), ["24x31"]);
    let after =
        position("B:W26,27:B24").after(parse_move(&position("B:W26,27:B24"), "24x31").expect("legal"));
    assert_eq!(fen(&after), "W:W26:BK31");
}

#[test]
fn a_king_that_jumps_in_a_circle_has_one_move() {
    let round = position("B:W9,10,17,18:BK6");
    let moves: Vec<Move> = round.moves().collect();
    assert_eq!(moves.len(), 1);
    assert_eq!(fen(&round.after(moves[0])), "W:W:BK6");
    for text in ["6x15x22x13x6", "6x13x22x15x6", "6x6"] {
        assert_eq!(parse_move(&round, text), Ok(moves[0]), "{text}");
    }
}

#[test]
fn captures_and_single_moves_force() {
    let is_forced = |fen: &str| Checkers8::STANDARD.is_forced(&position(fen));
    assert!(is_forced("B:W18,26,6:BK2,14"), "a choice of captures");
    assert!(is_forced("B:W32:B28,12") && moves_of("B:W32:B28,12").len() == 1, "a single step");
    assert!(!is_forced("B:W11:B16"), "two steps");
    let drawn = Position { quiet: Checkers8::STANDARD.draw_after, ..position("B:W18,26,6:BK2,14") };
    assert!(!Checkers8::STANDARD.is_forced(&drawn), "the game is over");
}

#[test]
fn who_cannot_move_loses_or_wins() {
    for fen in ["B:W9,14:B5", "B:W9,14:B"] {
        assert_eq!(Checkers8::STANDARD.turn(&position(fen)), Turn::End(Outcome::Win(Side::Second)));
        assert_eq!(LoseCheckers::STANDARD.turn(&position(fen)), Turn::End(Outcome::Win(Side::First)));
    }
}

#[test]
fn quiet_plies_draw_as_the_rule_says() {
    let quiet = |plies| position(&format!("B:WK32:BK1,5:H{plies}"));
    assert_eq!(Checkers8::STANDARD.turn(&quiet(79)), Turn::Player(Side::First));
    assert_eq!(Checkers8::STANDARD.turn(&quiet(80)), Turn::End(Outcome::Draw));
    assert_eq!(Checkers8 { draw_after: 40 }.turn(&quiet(40)), Turn::End(Outcome::Draw));
    let after = |text| quiet(7).after(parse_move(&quiet(7), text).expect("legal")).quiet;
    assert_eq!((after("1-6"), after("5-9")), (8, 0));
}

/// The legal moves by walking from square to square on rows and columns, each as where it starts, ends and takes.
fn walked<const ROW: u32>(position: &Position<ROW>) -> Vec<(u32, u32, u64)> {
    let place = |number: u32| {
        let row = ((number - 1) / ROW) as i32;
        (row, 2 * ((number - 1) % ROW) as i32 + i32::from(row % 2 == 0))
    };
    let number = |row: i32, column: i32| {
        let inside = (0..2 * ROW as i32).contains(&row) && (0..2 * ROW as i32).contains(&column);
        inside.then(|| row as u32 * ROW + column as u32 / 2 + 1)
    };
    let holds = |set: u64, number: u32| set >> Grid::<ROW>::index(number) & 1 == 1;
    let forward = if position.mover == Side::First { 1 } else { -1 };
    let mut steps = Vec::new();
    let mut captures: Vec<(u32, u32, u64)> = Vec::new();
    for from in (1..=Grid::<ROW>::SQUARES).filter(|number| holds(position.own, *number)) {
        let ways: Vec<(i32, i32)> = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)]
            .into_iter()
            .filter(|(down, _)| *down == forward || holds(position.kings, from))
            .collect();
        let free = |number: u32| number == from || !holds(position.own | position.opp, number);
        let mut open = vec![(from, 0_u64)];
        while let Some((at, taken)) = open.pop() {
            let (row, column) = place(at);
            let mut ended = true;
            for (down, right) in &ways {
                let over = number(row + down, column + right);
                let to = number(row + 2 * down, column + 2 * right);
                if let (Some(over), Some(to)) = (over, to)
                    && holds(position.opp & !taken, over)
                    && free(to)
                {
                    open.push((to, taken | 1 << Grid::<ROW>::index(over)));
                    ended = false;
                }
            }
            if ended && taken != 0 && !captures.contains(&(from, at, taken)) {
                captures.push((from, at, taken));
            }
        }
        let (row, column) = place(from);
        let near = ways.iter().filter_map(|(down, right)| number(row + down, column + right));
        steps.extend(near.filter(|to| !holds(position.own | position.opp, *to)).map(|to| (from, to, 0)));
    }
    let mut moves = if captures.is_empty() { steps } else { captures };
    moves.sort_unstable();
    moves
}

/// Any position that the notation allows: each square by two bits, of which some are left empty.
fn any_position<const ROW: u32>(a: u64, b: u64, c: u64, mover: Side) -> Position<ROW> {
    let (all, far) = (Grid::<ROW>::ALL, Grid::<ROW>::TOP | Grid::<ROW>::BOTTOM);
    let mut sets = [a & b & all, a & !b & all];
    for set in &mut sets {
        while set.count_ones() > Position::<ROW>::PIECES {
            *set &= *set - 1;
        }
    }
    Position { own: sets[0], opp: sets[1], kings: (sets[0] | sets[1]) & (c | far), mover, quiet: 0 }
}

fn agrees_with_walking<const ROW: u32>(position: &Position<ROW>) {
    let mut ours: Vec<(u32, u32, u64)> = position
        .moves()
        .map(|action| {
            let [from, to] = [action.from, action.to].map(|bit| Grid::<ROW>::number(bit.into()));
            (from, to, action.captured)
        })
        .collect();
    ours.sort_unstable();
    assert_eq!(ours, walked(position), "{}", fen(position));
    assert_eq!(position.can_move(), !ours.is_empty());
    assert_eq!(position.moves().len(), ours.len());
    assert_eq!(parse_fen(&fen(position)), Ok(*position));
    let game = Checkers::<ROW, false>::STANDARD;
    for action in position.moves() {
        assert_eq!(game.parse_move(position, &game.move_text(position, action)), Ok(action));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_of_any_position_agree_with_walking(a in any::<u64>(), b in any::<u64>(), c in any::<u64>(), d in any::<u64>()) {
        // Sparse boards have long captures, full ones have few.
        for (a, mover) in [(a, Side::First), (a & d, Side::Second)] {
            agrees_with_walking(&any_position::<4>(a, b, c, mover));
            agrees_with_walking(&any_position::<5>(a, b, c, mover));
        }
    }

    #[test]
    fn turning_the_board_changes_nothing_but_the_view(set in any::<u64>()) {
        let set = set & Grid::<5>::ALL;
        prop_assert_eq!(Grid::<5>::turned(Grid::<5>::turned(set)), set);
        prop_assert_eq!(Grid::<5>::packed(set).count_ones(), set.count_ones());
        prop_assert_eq!(Grid::<5>::packed(Grid::<5>::turned(set)), Grid::<5>::packed(set).reverse_bits() >> 14);
    }
}

fn random_game<const ROW: u32, const LOSE: bool>(
    game: &Checkers<ROW, LOSE>,
    start: Position<ROW>,
    number: u64,
) -> Recorded<ROW> {
    let mut random = stream(2, Purpose::Sampling, 0, number);
    let mut recorded = Recorded { tags: Vec::new(), start, moves: Vec::new(), outcome: None };
    let mut position = start;
    loop {
        match game.turn(&position) {
            Turn::End(outcome) => {
                recorded.outcome = Some(outcome);
                return recorded;
            }
            Turn::Player(_) | Turn::Chance => {
                let action = game.moves(&position).choose(&mut random).expect("the game is not over");
                position = game.apply(&position, action);
                recorded.moves.push(action);
            }
        }
    }
}

#[test]
fn games_read_back_from_portable_draughts_notation() {
    for number in 0..20 {
        let game = LoseCheckers::STANDARD;
        let recorded = random_game(&game, Position::START, number);
        let text = pdn::write(&game, &recorded);
        let read = pdn::read(&game, &text).expect("what was written reads back");
        assert_eq!((&read.moves, read.outcome), (&recorded.moves, recorded.outcome), "{text}");
        assert_eq!(pdn::write(&game, &read), text);
        let game = Checkers10::STANDARD;
        let start = parse_fen("W:WK1,47,48:BK50,2,3,K24:H5").expect("a position");
        let text = pdn::write(&game, &random_game(&game, start, number));
        assert!(text.contains("\n\n1... "), "{text}");
        assert_eq!(pdn::write(&game, &pdn::read(&game, &text).expect("it reads back")), text);
    }
}

#[test]
fn games_that_others_wrote_are_read() {
    // Multi-jumps by their ends, comments over lines, annotations, numbers with and without a space.
    let text = "[Event \"a game\"]\n[Result \"*\"]\n\n1. 11-15 23-19! {the\nusual reply} 2.8-11 22-17 $1 3. 11-16 24-20 *\n";
    let read = pdn::read(&Checkers8::STANDARD, text).expect("a game");
    assert_eq!(read.moves.len(), 6);
    assert_eq!(read.outcome, None);
    assert_eq!(read.tags[0], ("Event".to_owned(), "a game".to_owned()));
}

#[test]
fn wrong_games_say_where_and_why() {
    let error = |text: &str| pdn::read(&Checkers8::STANDARD, text).expect_err(text).to_string();
    assert_eq!(error("1. 11-15 22-18\n2. 8-11"), "line 2: move 2 (black): black must capture: 15x22");
    assert_eq!(
        error("1. 11-16 33-30"),
        "line 1: move 1 (white): `33-30` is not a move; write a step as 11-15 and a capture as 15x22 or 15x22x31, \
         squares from 1 to 32"
    );
    assert_eq!(
        error("[FEN \"B:W5:B5\"]"),
        "line 1: the FEN tag: black's pieces, entry 1: there is a piece on 5 already"
    );
    assert_eq!(error("[Event]\n"), "line 1: `[Event]` is not a tag; write [Name \"value\"]");
    assert_eq!(error("1. 11-15\n{ no end"), "line 2: a comment begins here and has no closing brace");
    assert_eq!(error("1. 11-15 * 22-18"), "line 1: `22-18` stands after the result of the game");
}

#[test]
fn wrong_positions_say_where_and_why() {
    let error = |text: &str| parse_fen::<4>(text).expect_err(text).to_string();
    assert_eq!(error("R:W1:B2"), "a position begins with `B:` or `W:`, black or white to move, not with `R`");
    assert_eq!(error("B:W21,4:B1"), "white's pieces, entry 2: a man on 4 would have become a king: write K4");
    assert_eq!(
        error("B:W21:B1,K33"),
        "black's pieces, entry 2: `K33` is not a square from 1 to 32, with a K before it for a king"
    );
    assert_eq!(error("B:W21-32:B1-13"), "black has 13 pieces; the most is 12");
    assert_eq!(error("B:W21:W22"), "the pieces of black are listed 0 times, not once");
    assert_eq!(
        error("B:X21"),
        "part 2: `X21` is not a list of pieces; it begins with `W` or `B` for whose they are"
    );
    assert_eq!(
        error("B:W21:B1,"),
        "black's pieces, entry 2: `` is not a square from 1 to 32, with a K before it for a king"
    );
}

#[test]
fn wrong_moves_say_why() {
    let error = |fen, text| parse_move(&position(fen), text).expect_err(text).to_string();
    assert_eq!(
        error("B:W18,26,27:B10,14", "14x23"),
        "`14x23` is not finished; it goes on as 14x23x30 or 14x23x32"
    );
    assert_eq!(error("B:W18,26,27:B10,14", "10-15"), "black must capture: 14x23x30 or 14x23x32");
    assert_eq!(error("B:W18:B10", "11-15"), "there is no piece of black on 11");
    assert_eq!(error("B:W18:B10", "10-17"), "`10-17` is not legal; the piece on 10 can play 10-14, 10-15");
    assert_eq!(error("B:W9,10,17,18:B6", "6x22"), "`6x22` may be 6x13x22 or 6x15x22; write every square");
}

/// One game as text: moves, positions after every tenth ply, and how it ended.
fn playthrough(moves: &[Move]) -> String {
    let game = LoseCheckers::STANDARD;
    let mut position = Position::START;
    let recorded = Recorded { tags: Vec::new(), start: position, moves: moves.to_vec(), outcome: None };
    let mut text = pdn::write(&game, &recorded) + "\n";
    for (ply, &action) in (1..).zip(moves) {
        position = game.apply(&position, action);
        if ply % 10 == 0 || ply == moves.len() {
            text += &format!("after {ply} plies: {}\n", game.state_text(&position));
        }
    }
    text + &format!("{:?}\n", game.turn(&position))
}

#[test]
fn replays_the_golden_game() {
    let golden = include_str!("golden.txt");
    let (game, _) = golden.split_once("after ").expect("the game comes before its positions");
    let recorded = pdn::read(&LoseCheckers::STANDARD, game).expect("the game is legal");
    assert_eq!(playthrough(&recorded.moves), golden);
}

#[test]
fn random_playouts_end() {
    let mut random = stream(1, Purpose::Sampling, 0, 0);
    for _ in 0..50 {
        let end = random_playout(&Checkers10::STANDARD, &mut random);
        assert!(matches!(Checkers10::STANDARD.turn(&end), Turn::End(_)));
    }
}
