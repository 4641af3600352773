//! What a turn-based game promises to search, matches and players.

use std::fmt::Debug;

use ludevo_random::Stream;
use rand::RngExt;

/// One of the two players, named by who moves first in the initial position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first in the initial position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The points of `side`: 1 for a win, one half for a draw, 0 for a loss.
    pub fn points(self, side: Side) -> f64 {
        match self {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// What happens next in a state. That players alternate is never assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player chooses a move.
    Player(Side),
    /// Chance makes a move, such as a roll of dice: nobody chooses, and some moves may be likelier than others.
    Chance,
    /// The game is over.
    End(Outcome),
}

/// The rules of a turn-based game for two players. The value of the type itself holds what is fixed for a whole game
/// (board size, draw rule), the state what moves change.
pub trait TurnBased: Send + Sync {
    /// A position with everything that the rules depend on.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// A legal action, small; text only at the edge. Where a player must pass, passing is a move.
    type Move: Copy + Debug + PartialEq + Send + Sync;
    /// The legal moves of one state, in a fixed order.
    type Moves: Iterator<Item = Self::Move>;

    /// Whether it is ever chance's turn.
    const HAS_CHANCE: bool = false;

    /// The position that a game starts from.
    fn initial(&self) -> Self::State;

    /// The legal moves, of chance where it is chance's turn. There are none exactly when [`turn`](Self::turn) says that
    /// the game is over.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// The state after a legal move.
    fn apply(&self, state: &Self::State, action: Self::Move) -> Self::State;

    /// Who is to move; where it is chance's turn, who moves after it. Meaningless once the game is over, and cheap:
    /// search asks it at every node.
    fn mover(&self, state: &Self::State) -> Side;

    /// What happens next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Whether the player to move has no real choice, so that the state is better judged by what comes of it: a single
    /// move, or whatever else a game compels. Never for chance, nor once the game is over.
    fn is_forced(&self, state: &Self::State) -> bool {
        let mut moves = self.moves(state);
        moves.next().is_some()
            && moves.next().is_none()
            && (!Self::HAS_CHANCE || self.turn(state) != Turn::Chance)
    }

    /// Whether a legal move may change at once what a state is worth, such as a capture or a check, so that a search goes on
    /// with it where it would otherwise end; see [`loud`](crate::alphabeta::SearchSettings::loud).
    fn is_loud(&self, _state: &Self::State, _action: Self::Move) -> bool {
        false
    }

    /// How likely chance makes this move of its own. The likelihoods of all its moves in a state add up to 1; unless a
    /// game says otherwise they are equal.
    fn likelihood(&self, state: &Self::State, _outcome: Self::Move) -> f64 {
        1.0 / self.moves(state).count() as f64
    }

    /// A move of chance, drawn by [`likelihood`](Self::likelihood).
    fn draw(&self, state: &Self::State, rng: &mut Stream) -> Self::Move {
        let mut left: f64 = rng.random();
        let mut last = None;
        for outcome in self.moves(state) {
            last = Some(outcome);
            left -= self.likelihood(state, outcome);
            if left < 0.0 {
                break;
            }
        }
        last.expect("chance has a move wherever it is its turn")
    }

    /// How a game is decided after so many moves, those of chance included, where it could go on practically forever;
    /// usually not at all.
    fn adjudicate(&self, _state: &Self::State, _moves: usize) -> Option<Outcome> {
        None
    }

    /// What the win of a finished game counts, for games whose wins count differently.
    fn win_points(&self, _ended: &Self::State) -> Option<u32> {
        None
    }

    /// Who was better off when a game ended, or was about to end, without a winner; nothing in games that do not say.
    fn advantage(&self, _drawn: &Self::State) -> Option<Side> {
        None
    }

    /// What went wrong, where rules are somebody else's program and can fail. No game since then counts.
    fn failure(&self) -> Option<String> {
        None
    }

    /// A move as people write it.
    fn move_text(&self, state: &Self::State, action: Self::Move) -> String;

    /// A legal move from what a person wrote; the error says what is wrong with it. Unless a game reads more, that is the
    /// move of this text, in whatever case if that leaves one move only.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String> {
        let text = text.trim();
        let (texts, moves): (Vec<String>, Vec<Self::Move>) =
            self.moves(state).map(|action| (self.move_text(state, action), action)).unzip();
        let alike = |known: &&String| known.to_lowercase() == text.to_lowercase();
        let is_clear = texts.iter().filter(alike).count() == 1;
        let meant = texts.iter().position(|known| known == text || is_clear && alike(&known));
        match meant {
            Some(place) => Ok(moves[place]),
            None if moves.is_empty() => Err("the game is over".to_owned()),
            None => Err(format!("`{text}` is no move here; the moves are {}", texts.join(", "))),
        }
    }

    /// The position as a text that [`parse_state`](Self::parse_state) reads back.
    fn state_text(&self, state: &Self::State) -> String;

    /// A position from its text; the error says where and why it is wrong.
    fn parse_state(&self, text: &str) -> Result<Self::State, String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One move, which is a letter of the state; the game is over where there is none.
    struct Letters;

    impl TurnBased for Letters {
        type State = String;
        type Move = char;
        type Moves = std::vec::IntoIter<char>;

        fn initial(&self) -> String {
            "aAb".to_owned()
        }

        fn moves(&self, state: &String) -> Self::Moves {
            state.chars().collect::<Vec<_>>().into_iter()
        }

        fn apply(&self, _: &String, _: char) -> String {
            String::new()
        }

        fn mover(&self, _: &String) -> Side {
            Side::First
        }

        fn turn(&self, state: &String) -> Turn {
            if state.is_empty() { Turn::End(Outcome::Draw) } else { Turn::Player(Side::First) }
        }

        fn move_text(&self, _: &String, letter: char) -> String {
            letter.to_string()
        }

        fn state_text(&self, state: &String) -> String {
            state.clone()
        }

        fn parse_state(&self, text: &str) -> Result<String, String> {
            Ok(text.to_owned())
        }
    }

    #[test]
    fn a_move_is_read_in_any_case_that_leaves_one_move() {
        let read = |text: &str| Letters.parse_move(&Letters.initial(), text);
        for (text, letter) in [("a", 'a'), ("A", 'A'), ("b", 'b'), (" B ", 'b')] {
            assert_eq!(read(text), Ok(letter));
        }
        assert_eq!(read("c"), Err("`c` is no move here; the moves are a, A, b".to_owned()));
        assert_eq!(Letters.parse_move(&String::new(), "a"), Err("the game is over".to_owned()));
        assert!(Letters.parse_move(&"éÉ".to_owned(), "É").is_ok());
    }
}
