//! Random openings, so that players who always answer alike do not play the same game over and over.

use ludevo_random::Stream;
use ludevo_search::rules::{Turn, TurnBased};

use crate::player::random_move;

/// How often an opening that ends the game is drawn anew before giving up.
const DRAWS: u32 = 1000;

/// An opening: moves from the initial position and where they lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<S, M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The position after them, in which the game is not over.
    pub state: S,
}

/// An opening of exactly `plies` random plies after which the game goes on; nothing if a thousand draws found none.
/// A move of chance is a ply, drawn by its likelihood; players' moves are all as likely.
pub fn random_opening<G: TurnBased>(
    game: &G,
    plies: u32,
    rng: &mut Stream,
) -> Option<Opening<G::State, G::Move>> {
    (0..DRAWS).find_map(|_| draw(game, plies, rng))
}

fn draw<G: TurnBased>(game: &G, plies: u32, rng: &mut Stream) -> Option<Opening<G::State, G::Move>> {
    let mut opening = Opening { moves: Vec::with_capacity(plies as usize), state: game.initial() };
    loop {
        let turn = game.turn(&opening.state);
        if let Turn::End(_) = turn {
            return None;
        }
        if opening.moves.len() == plies as usize {
            return Some(opening);
        }
        let action = match turn {
            Turn::Chance => game.draw(&opening.state, rng),
            _ => random_move(game, &opening.state, rng),
        };
        opening.state = game.apply(&opening.state, action);
        opening.moves.push(action);
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;
    use crate::nim::Nim;

    #[test]
    fn an_opening_has_the_plies_asked_for_and_leaves_a_game_to_play() {
        let nim = Nim::new(5);
        for slot in 0..100 {
            let opening = random_opening(&nim, 4, &mut stream(1, Purpose::Match, 0, slot)).unwrap();
            assert_eq!(opening.moves, [1, 1, 1, 1]);
        }
    }

    #[test]
    fn there_is_no_opening_longer_than_the_game() {
        assert_eq!(random_opening(&Nim::new(5), 5, &mut stream(1, Purpose::Match, 0, 0)), None);
    }
}
