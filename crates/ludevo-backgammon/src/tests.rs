//! The rules of backgammon against themselves and against another program.

use std::process::Command;

use ludevo_arena::Names;
use ludevo_random::{Purpose, stream};
use ludevo_search::perft::perft;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use super::board::{BAR, Board, Men};
use super::notation::mat;
use super::notation::{
    NotationError, board_of, gnu_id, parse_fibs, parse_gnu_id, parse_play, parse_xgid, play_text, xgid,
};
use super::plays::{Dice, Plays};
use super::rules::{Action, Backgammon, Position, throw};
use super::{pubeval, random_playout};
use ludevo_game::conformance;

/// The board with these (place, men) of the player to move and of the other player, each by that player's points.
fn board(own: &[(usize, u32)], opp: &[(usize, u32)]) -> Board {
    let counts = |men: &[(usize, u32)]| {
        let mut counts = [0; 26];
        men.iter().for_each(|(place, count)| counts[*place] = *count);
        counts
    };
    board_of(&counts(own), &counts(opp)).unwrap()
}

fn dice(one: u8, two: u8) -> Dice {
    Dice::new(one, two).unwrap()
}

fn texts(board: Board, roll: Dice) -> Vec<String> {
    let mut texts: Vec<String> =
        Plays::default().find(board, roll).iter().map(|(play, _)| play_text(board, *play)).collect();
    texts.sort();
    texts
}

#[test]
fn backgammon_keeps_to_the_rules_of_games() {
    conformance::check(&Backgammon, 6, 4000);
}

#[test]
fn perft_counts_rolls_and_plays() {
    // Fifteen opening throws, the boards they lead to, 21 rolls for each, the boards these lead to: counted by another
    // program, which tries every step of every order of the dice and keeps the boards that differ.
    for (depth, count) in (1..).zip([15, 190, 190 * 21, 89_153]) {
        assert_eq!(perft(&Backgammon, &Backgammon.initial(), depth), count, "perft({depth})");
    }
}

/// Checks lines that `recorder.py` printed; how many turns they have.
fn agrees_with_gnubg(lines: &str) -> usize {
    let mut plays = Plays::default();
    let mut turns = 0;
    for line in lines.lines() {
        let mut now = Board::START;
        for turn in line.split(' ') {
            let fields: Vec<&str> = turn.split(',').collect();
            let [roll, count, hash, best, chosen] = fields.as_slice() else { panic!("{turn}") };
            let roll = super::notation::parse_dice(roll).unwrap();
            let found = plays.find(now, roll);
            let mut next: Vec<(String, Board)> =
                found.iter().map(|(_, board)| (gnu_id(*board), *board)).collect();
            next.sort_by(|one, two| one.0.cmp(&two.0));
            assert_eq!(next.len(), count.parse::<usize>().unwrap(), "{} {roll:?}", gnu_id(now));
            let ids = next.iter().flat_map(|(id, _)| id.bytes().chain([b'\n']));
            let found_hash = ids.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            assert_eq!(format!("{found_hash:016x}"), *hash, "{} {roll:?}", gnu_id(now));
            let racing = !now.has_contact();
            let of = |index: &str| next[index.parse::<usize>().unwrap()].1;
            let (_, ours) = pubeval::choose(now, roll, &mut plays);
            let scores = [ours, of(best)].map(|board| pubeval::score(board, racing));
            // The other program adds up in single precision.
            assert!((scores[0] - scores[1]).abs() < 1e-4, "{} {roll:?}: {scores:?}", gnu_id(now));
            now = of(chosen).flipped();
            turns += 1;
        }
        assert!(now.flipped().is_won(), "the game is not over");
    }
    turns
}

#[test]
fn legal_plays_and_pubeval_agree_with_recorded_games_of_gnubg() {
    assert!(agrees_with_gnubg(include_str!("recorded_games.txt")) >= 5000);
}

#[test]
fn backgammon_agrees_with_gnubg_nn() {
    let Some(python) = ludevo_peers::needed_by("backgammon_agrees_with_gnubg_nn") else { return };
    let seed = 20_261_115.to_string();
    let output =
        Command::new(python).args(["-c", include_str!("recorder.py"), &seed, "8000"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(agrees_with_gnubg(&String::from_utf8(output.stdout).unwrap()) >= 8000);
}

#[test]
fn both_dice_are_played_if_they_can_be() {
    // 13/7 is blocked: the 6 can only be played after the 5.
    let open = board(&[(13, 1), (4, 1)], &[(18, 2), (1, 2)]);
    assert_eq!(open.opp_on(7), 2);
    assert_eq!(texts(open, dice(6, 5)), ["13/8 8/2"]);
}

#[test]
fn if_only_one_die_can_be_played_it_is_the_higher() {
    let now = board(&[(20, 1)], &[(16, 2), (1, 2)]);
    assert_eq!(now.opp_on(9), 2);
    assert_eq!(texts(now, dice(6, 5)), ["20/14"]);
    // The higher one is blocked: then the lower one.
    let blocked = board(&[(20, 1)], &[(16, 2), (11, 2)]);
    assert_eq!(texts(blocked, dice(6, 5)), ["20/15"]);
}

#[test]
fn men_on_the_bar_enter_first() {
    let now = board(&[(BAR as usize, 2), (13, 5)], &[(6, 2), (1, 2)]);
    assert_eq!(texts(now, dice(6, 6)), ["pass"]);
    assert_eq!(texts(now, dice(6, 4)), ["bar/21"]);
    assert_eq!(texts(now, dice(5, 4)), ["bar/20 bar/21"]);
}

#[test]
fn men_are_borne_off_from_behind_only() {
    let now = board(&[(5, 1), (3, 2), (1, 1)], &[(1, 2)]);
    assert_eq!(texts(now, dice(6, 3)), ["5/2 3/off", "5/off 3/off"]);
    assert_eq!(texts(now, dice(4, 4)), ["5/1 3/off(2) 1/off"]);
    let outside = board(&[(7, 1), (3, 2)], &[(1, 2)]);
    assert_eq!(texts(outside, dice(6, 3)), ["7/1 3/off", "7/4 4/off"]);
}

#[test]
fn gammons_and_backgammons_count() {
    let worth = |opp: &[(usize, u32)]| board(&[], opp).won_points();
    assert_eq!(worth(&[(3, 14)]), 1);
    assert_eq!(worth(&[(18, 15)]), 2);
    assert_eq!(worth(&[(3, 14), (19, 1)]), 3);
    assert_eq!(worth(&[(3, 14), (BAR as usize, 1)]), 3);
    let over = Position { board: board(&[(18, 15)], &[]), mover: Side::Second, dice: None };
    assert_eq!(Backgammon.turn(&over), Turn::End(Outcome::Win(Side::First)));
    assert_eq!(Backgammon.win_points(&over), Some(2));
}

#[test]
fn known_ids_are_read_and_written() {
    assert_eq!(gnu_id(Board::START), "4HPwATDgc/ABMA");
    assert_eq!(parse_gnu_id("4HPwATDgc/ABMA"), Ok(Board::START));
    let start = Backgammon.initial();
    assert_eq!(xgid(&start), "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    assert_eq!(parse_xgid("-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:3:0:10").unwrap().dice, Some(dice(5, 2)));
    let fibs = "board:You:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:4:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
    let read = parse_fibs(fibs).unwrap();
    assert_eq!((read.board, read.dice, read.is_doubled), (Board::START, Some(dice(6, 4)), false));
}

#[test]
fn positions_from_play_read_back() {
    let mut rng = stream(5, Purpose::Sampling, 0, 0);
    let mut plays = Plays::default();
    let mut now = Board::START;
    for turn in 0..2000 {
        assert_eq!(parse_gnu_id(&gnu_id(now)), Ok(now));
        let roll = throw(now == Board::START, &mut rng);
        for side in [Side::First, Side::Second] {
            let position = Position { board: now, mover: side, dice: Some(roll) };
            assert_eq!(parse_xgid(&xgid(&position)), Ok(position));
        }
        let found = plays.find(now, roll);
        now = found[turn % found.len()].1.flipped();
        if now.flipped().is_won() {
            now = Board::START;
        }
    }
}

#[test]
fn impossible_boards_are_refused() {
    let refused = |text: &str| parse_xgid(text).unwrap_err().to_string();
    let rest = ":0:0:1:52:0:0:0:0:10";
    assert!(refused(&format!("-b----E-C---eE---c-e----BA{rest}")).contains("has 16 men"));
    assert!(refused(&format!("-----------------------P--{rest}")).contains("has 16 men"));
    assert!(refused(&format!("--------------------------{rest}")).contains("borne off all"));
    assert!(refused("-b----E-C---eE---c-e----B-:0:0:1:72:0:0:0:0:10").contains("is not an XGID"));
    assert!(refused("XGID=").contains("is not an XGID"));
    for id in ["", "4HPwATDgc/ABM", "4HPwATDgc/ABM!", "//////////////", "4HPwATDgc/ABMAA", "äöüäöüäöüäöüäö"]
    {
        assert!(parse_gnu_id(id).is_err(), "{id}");
    }
    // Both players hold the point that is 6 for one and 19 for the other.
    let mut both = Board::START;
    both.opp = Men::default().with(19, 2).with(0, 13);
    assert!(matches!(parse_gnu_id(&gnu_id(both)), Err(NotationError::Board(_))));
    let fibs = "board:You:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:4:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
    for (from, to) in [
        (":6:4", ":7:4"),
        ("board:", "bord:"),
        (":-5:5:", ":-5:6:"),
        (":25:0:0", ":25:3:0"),
        ("2:0:1:", "2:0:3:"),
    ] {
        assert!(parse_fibs(&fibs.replacen(from, to, 1)).is_err(), "{from} {to}");
    }
    for length in 0..fibs.len() {
        assert!(parse_fibs(&fibs[..length]).is_err() || length + 1 >= fibs.len(), "{length}");
    }
}

#[test]
fn plays_are_read_as_people_write_them() {
    let read =
        |text: &str| parse_play(Board::START, dice(6, 4), text).map(|play| play_text(Board::START, play));
    assert_eq!(read("24/14").unwrap(), "24/18 18/14");
    assert_eq!(read("24/18/14").unwrap(), "24/18 18/14");
    assert_eq!(read("13/9 24/18").unwrap(), "24/18 13/9");
    for wrong in [
        "24/17",
        "24/18",
        "pass",
        "8/2 6/2 6/2",
        "18/24",
        "24",
        "24/",
        "25/19",
        "24/18(9) 13/9",
        "x/y",
        "0/6",
        "99/5",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    // As GNU Backgammon writes the bar and men off.
    let numbers = board(&[(BAR as usize, 1), (6, 1)], &[(1, 2)]);
    assert!(parse_play(numbers, dice(6, 2), "25/23 23/17").is_ok());
    let home = board(&[(6, 2)], &[(1, 2)]);
    assert_eq!(parse_play(home, dice(6, 2), "6/0 6/4"), parse_play(home, dice(6, 2), "6/off 6/4"));
    // The same man hits on the way or not.
    let two_ways = board(&[(24, 1)], &[(7, 1), (3, 2)]);
    let read = |text: &str| parse_play(two_ways, dice(6, 4), text).map(|play| play_text(two_ways, play));
    assert_eq!(two_ways.opp_on(18), 1);
    assert_eq!(read("24/14").unwrap(), "24/20 20/14");
    assert!(read("24/14*").unwrap_err().to_string().contains("hits are not clear"));
    assert_eq!(read("24/18*/14").unwrap(), "24/18* 18/14");
}

#[test]
fn random_games_end() {
    let mut plays = Plays::default();
    let turns: u32 =
        (0..50).map(|slot| random_playout(&mut stream(3, Purpose::Sampling, 0, slot), &mut plays)).sum();
    assert!((50 * 40..50 * 300).contains(&turns), "{turns} turns");
}

/// So many turns of a random game.
fn random_game(seed: u64, turns: usize) -> (Position, Vec<Action>) {
    let mut rng = stream(seed, Purpose::Sampling, 0, 0);
    let (mut position, mut moves) = (Backgammon.initial(), Vec::new());
    while moves.len() < 2 * turns + 1 && !position.is_over() {
        let action = match Backgammon.turn(&position) {
            Turn::Chance => Backgammon.draw(&position, &mut rng),
            _ => Backgammon.moves(&position).next().expect("a play, if only a pass"),
        };
        moves.push(action);
        position = Backgammon.apply(&position, action);
    }
    (position, moves)
}

fn names() -> Names {
    Names { game: "backgammon".to_owned(), first: "one".to_owned(), second: "two".to_owned() }
}

#[test]
fn games_in_columns_read_back() {
    for seed in 0..40 {
        let (_, moves) = random_game(seed, 10 * seed as usize);
        let text = mat::write(&names(), &moves);
        assert_eq!(mat::read(&text), Ok((Backgammon.initial(), moves)), "{text}");
    }
    let second = " 0 point match\n\n Game 1\n a : 0  b : 0\n  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4\n";
    let (start, moves) = mat::read(second).expect("the second player begins");
    assert_eq!((start.mover, moves.len()), (Side::Second, 4));
    let wrong = mat::read("Game 1\n 1) 31: 8/5 6/5  66: 24/1\n").expect_err("no such play");
    assert!(wrong.starts_with("line 2: "), "{wrong}");
}

/// GNU Backgammon is shown a saved game and says where it stands, in its own notation.
#[test]
fn gnu_backgammon_reads_saved_games() {
    let Some(gnubg) = ludevo_peers::needed_by("gnu_backgammon_reads_saved_games") else { return };
    let folder = std::env::temp_dir().join(format!("ludevo-mat-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut script = String::new();
    let mut expected = Vec::new();
    for (seed, turns) in [(1, 5), (2, 12), (3, 30)] {
        let (position, moves) = random_game(seed, turns);
        let file = folder.join(format!("{seed}.mat"));
        std::fs::write(&file, mat::write(&names(), &moves)).unwrap();
        script += &format!("import mat {}\nshow board\n", file.display());
        expected.push(gnu_id(position.board));
    }
    std::fs::write(folder.join("script"), script).unwrap();
    let output = Command::new(gnubg).args(["-t", "-q", "-c"]).arg(folder.join("script")).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let ids = said.lines().filter_map(|line| line.split_once("Position ID: ")).map(|(_, id)| id.trim());
    let found: Vec<&str> = ids.collect();
    for id in expected {
        assert!(found.contains(&id.as_str()), "{id} is none of {found:?}: {said}");
    }
}
