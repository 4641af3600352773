//! How many games there are to a depth, by which rules are compared with those of other programs.
//!
//! Moves of chance and passes count as moves.

use crate::rules::TurnBased;

/// How many different games there are from `state` that last `depth` moves or end before: what published tables call
/// perft. A game that ends before counts once, at every depth from there on.
pub fn perft<G: TurnBased>(game: &G, state: &G::State, depth: u32) -> u64 {
    count::<G, 1>(game, state, depth)
}

/// How many different sequences of exactly `depth` moves there are from `state`. Games that end before do not count.
pub fn sequences<G: TurnBased>(game: &G, state: &G::State, depth: u32) -> u64 {
    count::<G, 0>(game, state, depth)
}

/// Sequences of `depth` moves, and for each game that ends before them `ENDED`.
fn count<G: TurnBased, const ENDED: u64>(game: &G, state: &G::State, depth: u32) -> u64 {
    let counted = match depth {
        0 => 1,
        1 => game.moves(state).count() as u64,
        _ => game
            .moves(state)
            .map(|action| count::<G, ENDED>(game, &game.apply(state, action), depth - 1))
            .sum(),
    };
    // Where games that end count, a move leads to one at least: then 0 says that there is no move.
    counted.max(ENDED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Side, Turn};

    /// Take one or two of what is left; who takes the last one wins.
    struct Taking;

    impl TurnBased for Taking {
        type State = u64;
        type Move = u64;
        type Moves = std::ops::RangeInclusive<u64>;

        fn initial(&self) -> u64 {
            4
        }

        fn moves(&self, left: &u64) -> Self::Moves {
            1..=(*left).min(2)
        }

        fn apply(&self, left: &u64, taken: u64) -> u64 {
            left - taken
        }

        fn mover(&self, _: &u64) -> Side {
            Side::First
        }

        fn turn(&self, left: &u64) -> Turn {
            if *left == 0 { Turn::End(Outcome::Draw) } else { Turn::Player(Side::First) }
        }

        fn move_text(&self, _: &u64, taken: u64) -> String {
            taken.to_string()
        }

        fn state_text(&self, left: &u64) -> String {
            left.to_string()
        }

        fn parse_state(&self, text: &str) -> Result<u64, String> {
            text.parse().map_err(|_| format!("`{text}` is not a number"))
        }
    }

    #[test]
    fn a_game_that_ends_early_is_one_game_at_every_depth_and_no_sequence_of_that_many_moves() {
        // Of four: 22 after two moves; 112, 121, 211 after three; 1111 after four.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| perft(&Taking, &4, depth)), [1, 2, 4, 5, 5, 5]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| sequences(&Taking, &4, depth)), [1, 2, 4, 4, 1, 0]);
    }
}
