//! Who judges the states that a search does not look beyond.

use ludevo_random::Stream;

use crate::rules::TurnBased;

/// Judges unfinished states. A pure function of the state while one search lasts.
pub trait Evaluator<G: TurnBased> {
    /// Called before the first move of a game, for evaluators that differ from game to game.
    fn new_game(&mut self, _random: &mut Stream) {}

    /// Called before each search with the state that it starts from, for evaluators that depend on it.
    fn new_turn(&mut self, _game: &G, _root: &G::State) {}

    /// How good the state is for the player to move. Finite.
    fn value(&mut self, game: &G, state: &G::State) -> f64;

    /// How good the state is for the player to move, as forward pruning judges it when it keeps the best siblings.
    fn rank(&mut self, game: &G, state: &G::State) -> f64 {
        self.value(game, state)
    }

    /// How good the state promises to be for the player to move. [`Order::Promising`](super::Order::Promising) searches by it; it changes how
    /// long a search takes, never what it finds.
    fn promise(&mut self, game: &G, state: &G::State) -> f64 {
        self.value(game, state)
    }

    /// What the game that a player has won in `ended` is worth to that player where chance came before: an expectation
    /// weighs it against values, so it is best what a state as good as won is worth. Finite.
    ///
    /// Unless an evaluator says otherwise it is far above what evaluators say, but not above [`bound`](Self::bound).
    fn win(&self, _game: &G, _ended: &G::State) -> f64 {
        FAR_ABOVE.min(self.bound())
    }

    /// What neither [`value`](Self::value) nor [`win`](Self::win) ever passes, of either sign; infinity if that is not
    /// known. Where it is, expectations are cut short as soon as the rest cannot matter, with the same result.
    fn bound(&self) -> f64 {
        f64::INFINITY
    }
}

/// The worth of a win for evaluators that state none.
pub const FAR_ABOVE: f64 = 1e6;

/// One evaluator for the last ply and another for choosing the siblings that forward pruning keeps.
#[derive(Clone, Debug)]
pub struct Ranked<V, R> {
    /// Judges states at the last ply.
    pub value: V,
    /// Judges siblings.
    pub rank: R,
}

impl<G: TurnBased, V: Evaluator<G>, R: Evaluator<G>> Evaluator<G> for Ranked<V, R> {
    fn new_game(&mut self, random: &mut Stream) {
        self.value.new_game(random);
        self.rank.new_game(random);
    }

    fn new_turn(&mut self, game: &G, root: &G::State) {
        self.value.new_turn(game, root);
        self.rank.new_turn(game, root);
    }

    fn value(&mut self, game: &G, state: &G::State) -> f64 {
        self.value.value(game, state)
    }

    fn rank(&mut self, game: &G, state: &G::State) -> f64 {
        self.rank.value(game, state)
    }

    fn promise(&mut self, game: &G, state: &G::State) -> f64 {
        self.value.promise(game, state)
    }

    fn win(&self, game: &G, ended: &G::State) -> f64 {
        self.value.win(game, ended)
    }

    fn bound(&self) -> f64 {
        self.value.bound()
    }
}
