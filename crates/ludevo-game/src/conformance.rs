//! What every turn-based game must keep to, checked by random play.

use ludevo_random::{Purpose, stream};
use ludevo_search::rules::{Turn, TurnBased};
use rand::RngExt;

/// No game of the registry lasts longer.
pub const MOST_PLIES: usize = 30_000;

/// Plays `games` random games from the initial position and panics where the rules contradict themselves. A game that
/// lasts longer than `most_plies` is such a contradiction.
pub fn check<G: TurnBased>(game: &G, games: u64, most_plies: usize) {
    for number in 0..games {
        let mut random = stream(1, Purpose::Sampling, 0, number);
        let mut state = game.initial();
        let mut plies = 0;
        loop {
            check_text_of_state(game, &state);
            let moves: Vec<_> = game.moves(&state).collect();
            let turn = game.turn(&state);
            match (turn, moves.len()) {
                (Turn::Player(_), 1) => assert!(game.is_forced(&state), "a single move forces in\n{state:?}"),
                (Turn::Player(_), _) => {}
                _ => assert!(!game.is_forced(&state), "nobody is to move in\n{state:?}"),
            }
            let drawn = match turn {
                Turn::End(_) => {
                    assert!(
                        moves.is_empty(),
                        "the game is over, yet there are moves {moves:?} in\n{state:?}"
                    );
                    break;
                }
                Turn::Player(side) => {
                    assert_eq!(game.mover(&state), side, "mover and turn disagree in\n{state:?}");
                    None
                }
                Turn::Chance => {
                    assert!(G::HAS_CHANCE, "the game does not say that it has chance");
                    check_likelihoods(game, &state, &moves);
                    Some(game.draw(&state, &mut random))
                }
            };
            assert!(!moves.is_empty(), "the game is not over, yet there is no move in\n{state:?}");
            assert!(plies < most_plies, "game {number} is not over after {most_plies} plies");
            for (index, &action) in moves.iter().enumerate() {
                assert!(!moves[..index].contains(&action), "{action:?} is listed twice in\n{state:?}");
                check_text_of_move(game, &state, action);
                assert_ne!(game.apply(&state, action), state, "{action:?} changes nothing");
            }
            let action = drawn.unwrap_or_else(|| moves[random.random_range(0..moves.len())]);
            assert!(moves.contains(&action), "chance made {action:?}, which it cannot in\n{state:?}");
            state = game.apply(&state, action);
            plies += 1;
        }
    }
}

fn check_likelihoods<G: TurnBased>(game: &G, state: &G::State, outcomes: &[G::Move]) {
    let likelihoods: Vec<f64> = outcomes.iter().map(|outcome| game.likelihood(state, *outcome)).collect();
    assert!(likelihoods.iter().all(|likelihood| *likelihood > 0.0), "{likelihoods:?} in\n{state:?}");
    let sum: f64 = likelihoods.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "likelihoods add up to {sum} in\n{state:?}");
}

fn check_text_of_state<G: TurnBased>(game: &G, state: &G::State) {
    let text = game.state_text(state);
    assert_eq!(
        game.parse_state(&text).as_ref(),
        Ok(state),
        "the text of a state does not read back:\n{text}"
    );
    for wrong in ["", "?!", &text[..text.floor_char_boundary(text.len() / 2)], &format!("{text}?!")] {
        let error = game.parse_state(wrong).expect_err(wrong);
        assert!(!error.is_empty(), "the error for the state `{wrong}` says nothing");
    }
}

fn check_text_of_move<G: TurnBased>(game: &G, state: &G::State, action: G::Move) {
    let text = game.move_text(state, action);
    assert_eq!(game.parse_move(state, &text), Ok(action), "the text of a move does not read back: {text}");
    for wrong in ["", "?!", &format!("{text}?!")] {
        let error = game.parse_move(state, wrong).expect_err(wrong);
        assert!(!error.is_empty(), "the error for the move `{wrong}` says nothing");
    }
}
