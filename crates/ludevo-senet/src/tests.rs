//! The rules against counts of an implementation of their own, and against the lengths of games that the paper states;
//! positions as text; whole turns against every order of their moves.

use ludevo_arena::Player;
use ludevo_game::board::{Brain, Judged, find_brain};
use ludevo_game::player_name::PlayerName;
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::perft;
use ludevo_search::rules::{Turn, TurnBased};
use proptest::prelude::*;
use rand::RngExt;

use crate::language::{fill, view_cells};
use crate::notation::{parse_position, position_text};
use crate::player::Seat;
use crate::rules::{Action, Backward, Position, Senet, Step, random_playout};

/// Counts of an implementation that was written from the appendix of the paper alone.
#[test]
fn perft_counts_agree() {
    for (depth, count) in (1..).zip([5, 37, 218, 1561, 8979, 62671, 365_483]) {
        assert_eq!(perft(&Senet::default(), &Senet::default().initial(), depth), count, "depth {depth}");
    }
    let other = Senet { backward: Backward::Throw };
    for (depth, count) in [(6, 62836), (7, 366_323)] {
        assert_eq!(perft(&other, &other.initial(), depth), count, "depth {depth}");
    }
}

/// The paper: about 158 turns a game. The other reading of backward moves has 169.
#[test]
fn random_games_last_as_long_as_published() {
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    let turns: u32 = (0..20_000).map(|_| random_playout(&Senet::default(), &mut rng)).sum();
    let mean = f64::from(turns) / 20_000.0;
    assert!((mean - 158.9).abs() < 1.0, "{mean} turns");
}

/// A position in which somebody moves a piece, some way into a random game.
fn somewhere(rng: &mut Stream) -> Position {
    let game = Senet::default();
    let mut left = rng.random_range(0..300);
    let mut position = game.initial();
    loop {
        position = match game.turn(&position) {
            Turn::End(_) => game.initial(),
            Turn::Player(_) if left <= 0 => return position,
            Turn::Player(_) => {
                let choices: Vec<Action> = game.moves(&position).collect();
                game.apply(&position, choices[rng.random_range(0..choices.len())])
            }
            Turn::Chance => game.apply(&position, game.draw(&position, rng)),
        };
        left -= 1;
    }
}

/// What a program says of the best end of a turn, by trying every order of its moves.
fn best_end(brain: &Brain, position: &Position, action: Action) -> f64 {
    let next = Senet::default().apply(position, action);
    if next.mover != position.mover {
        let board = next.board.flipped();
        let mut view = vec![0; view_cells()];
        fill(board, Step::default(), &mut view);
        return if board.own == 0 { f64::INFINITY } else { brain.value(0, &mut view) };
    }
    let ends = Senet::default().moves(&next).map(|action| best_end(brain, &next, action));
    ends.fold(f64::NEG_INFINITY, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn positions_read_back(seed: u64) {
        let position = somewhere(&mut stream(seed, Purpose::Sampling, 0, 0));
        prop_assert_eq!(parse_position(&position_text(&position)), Ok(position));
    }

    #[test]
    fn the_move_chosen_for_a_whole_turn_leads_to_its_best_end(seed: u64) {
        let mut rng = stream(seed, Purpose::Sampling, 0, 0);
        let position = somewhere(&mut rng);
        prop_assume!(position.throws.len() <= 4);
        let brain = find_brain(&Senet::default(), &"hand".parse().expect("a name")).expect("a program");
        let chosen = Seat::new(&brain).choose(&Senet::default(), &position, &mut rng);
        let chosen = chosen.expect("programs do not fail");
        let ends = Senet::default().moves(&position).map(|action| best_end(&brain, &position, action));
        prop_assert_eq!(best_end(&brain, &position, chosen), ends.fold(f64::NEG_INFINITY, f64::max));
    }

    /// Hints show them all: a later move that leads to positions which an earlier one led to is worth as much.
    #[test]
    fn every_move_is_worth_the_best_end_of_its_turn(seed: u64) {
        let position = somewhere(&mut stream(seed, Purpose::Sampling, 0, 0));
        prop_assume!(position.throws.len() <= 4);
        let brain = find_brain(&Senet::default(), &"hand".parse().expect("a name")).expect("a program");
        let worths = Seat::new(&brain).values(&Senet::default(), &position).expect("programs have values");
        for (action, worth) in worths {
            prop_assert_eq!(worth, best_end(&brain, &position, action), "{:?}", action);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[cs0-9,+ -]{0,60}") {
        let _ = parse_position(&text);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let refused = |text: &str| parse_position(text).unwrap_err().to_string();
    assert_eq!(refused("c1,2,3,4,5,6,7,8 s9 c 1 0"), "there are 8 cones, at most 7 are allowed");
    assert_eq!(refused("c1,2 s2,9 c 1 0"), "house 2 has two pieces: there is room for one");
    assert_eq!(refused("c1,31 s2 c 1 0"), "`31` is no house: houses are numbered 1 to 30");
    assert_eq!(refused("c s2 c 1 0"), "the player to move has no piece left, so the game was over before");
    assert_eq!(
        refused("c1 s2 c 6 0"),
        "`6` are no throws: write digits from 1 to 5, and `+` if the sticks are thrown next"
    );
}

/// Programs of the game are found by name, and are in the language that they say.
#[test]
fn what_is_written_plays() {
    let game = Senet::default();
    let written = game.written();
    assert_eq!(written.len(), 18);
    for written in written {
        let name: PlayerName = written.name.parse().expect("a name");
        let maker = ludevo_game::board::find_player(&game, &name).expect("a player");
        let mut rng = stream(1, Purpose::Sampling, 0, 0);
        let position = somewhere(&mut rng);
        let chosen = maker.make().choose(&game, &position, &mut rng).expect("programs do not fail");
        assert!(game.moves(&position).any(|action| action == chosen), "{}", written.name);
    }
}
