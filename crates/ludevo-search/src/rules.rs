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

    /// A move as people write it.
    fn move_text(&self, state: &Self::State, action: Self::Move) -> String;

    /// A legal move from what a person wrote; the error says what is wrong with it.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String>;

    /// The position as a text that [`parse_state`](Self::parse_state) reads back.
    fn state_text(&self, state: &Self::State) -> String;

    /// A position from its text; the error says where and why it is wrong.
    fn parse_state(&self, text: &str) -> Result<Self::State, String>;
}
