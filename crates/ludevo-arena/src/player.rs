//! What chooses moves.

use ludevo_random::Stream;
use ludevo_search::alphabeta::{AlphaBeta, Evaluator, SearchSettings};
use ludevo_search::rules::{Side, TurnBased};
use rand::seq::IteratorRandom;
use thiserror::Error;

use crate::effort::Effort;

/// Why a player has no move where one is to be made: a program outside this one that plays has failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PlayerFailed(pub String);

/// Something that chooses a move in any state in which its side is to move.
///
/// A match hands one player many games, and which ones depends on the threads. So that results do not, a move may
/// depend on the game being played and on the random stream, but on nothing remembered from earlier games:
/// whatever a player remembers, [`new_game`](Self::new_game) must forget.
pub trait Player<G: TurnBased>: Send {
    /// Called before the first move of a game.
    fn new_game(&mut self, _game: &G, _side: Side, _rng: &mut Stream) {}

    /// A legal move of `state`, which is not over.
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Stream) -> Result<G::Move, PlayerFailed>;

    /// The player's value of every move it considers in `state`, for players that put numbers on moves.
    fn values(&mut self, _game: &G, _state: &G::State) -> Option<Vec<(G::Move, f64)>> {
        None
    }

    /// The moves that the player expects from `action` on, itself included, to the position that it judged `action` by;
    /// for players that look ahead.
    fn line(&mut self, _game: &G, _state: &G::State, _action: G::Move) -> Option<Vec<G::Move>> {
        None
    }

    /// States expanded since the player was made; zero for players that do not search. It never shrinks.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// Makes players that behave alike, one for each thread of a match. Closures that return a boxed player do.
pub trait MakePlayer<G: TurnBased>: Sync {
    /// A new player.
    fn make(&self) -> Box<dyn Player<G>>;
}

impl<G: TurnBased, F> MakePlayer<G> for F
where
    F: Fn() -> Box<dyn Player<G>> + Sync,
{
    fn make(&self) -> Box<dyn Player<G>> {
        self()
    }
}

/// Any legal move of a state that is not over, each as likely.
pub(crate) fn random_move<G: TurnBased>(game: &G, state: &G::State, rng: &mut Stream) -> G::Move {
    game.moves(state).choose(rng).expect("a state that is not over has a legal move")
}

/// Plays every legal move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<G: TurnBased> Player<G> for RandomPlayer {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Stream) -> Result<G::Move, PlayerFailed> {
        Ok(random_move(game, state, rng))
    }
}

/// Searches ahead with alpha-beta and chooses at random among the best moves.
#[derive(Debug)]
pub struct SearchPlayer<G: TurnBased, E> {
    search: AlphaBeta<G>,
    evaluator: E,
}

impl<G: TurnBased, E> SearchPlayer<G, E> {
    /// A player that judges states by `evaluator`.
    pub fn new(settings: SearchSettings, evaluator: E) -> Self {
        SearchPlayer { search: AlphaBeta::new(settings), evaluator }
    }
}

impl<G: TurnBased, E: Evaluator<G> + Send> Player<G> for SearchPlayer<G, E> {
    fn new_game(&mut self, _game: &G, _side: Side, rng: &mut Stream) {
        self.evaluator.new_game(rng);
    }

    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Stream) -> Result<G::Move, PlayerFailed> {
        self.evaluator.new_turn(game, state);
        let chosen = self.search.choose(game, state, &mut self.evaluator, rng);
        Ok(chosen.expect("a state that is not over has a legal move"))
    }

    fn values(&mut self, game: &G, state: &G::State) -> Option<Vec<(G::Move, f64)>> {
        self.evaluator.new_turn(game, state);
        Some(self.search.root_values(game, state, &mut self.evaluator))
    }

    fn line(&mut self, game: &G, state: &G::State, action: G::Move) -> Option<Vec<G::Move>> {
        self.evaluator.new_turn(game, state);
        Some(self.search.line(game, state, action, &mut self.evaluator))
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;
    use crate::nim::Nim;

    /// Chi-squared with two degrees of freedom: a value above 13.8 has probability 0.001.
    #[test]
    fn random_player_is_uniform() {
        let nim = Nim::new(9);
        let mut rng = stream(1, Purpose::Match, 0, 0);
        let mut counts = [0.0_f64; 3];
        for _ in 0..3000 {
            let taken: u8 = random_move(&nim, &nim.initial(), &mut rng);
            counts[usize::from(taken) - 1] += 1.0;
        }
        let chi_squared: f64 = counts.iter().map(|count| (count - 1000.0) * (count - 1000.0) / 1000.0).sum();
        assert!(chi_squared < 13.8, "{counts:?}");
    }
}
