//! A game at the table: a person, or anybody, against a seated player.

use ludevo_arena::Player;
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::Maker;
use crate::game::Table;
use crate::scene::Scene;

/// How a game is shown to people.
pub(crate) struct Looks<G: TurnBased> {
    /// A position as a picture in text.
    pub(crate) picture: fn(&G, &G::State) -> String,
    /// A position as a scene, with the move that led to it.
    pub(crate) scene: fn(&G, &G::State, Option<G::Move>) -> Scene,
    /// The spots of the scene that make a move.
    pub(crate) path: fn(&G, &G::State, G::Move) -> Vec<String>,
    /// The result of a finished game in words.
    pub(crate) result: fn(&G, &G::State) -> String,
    /// A whole game as people write it down.
    pub(crate) transcript: fn(&G, &[G::Move]) -> String,
}

/// A game under way.
pub(crate) struct BoardTable<G: TurnBased> {
    game: G,
    looks: Looks<G>,
    player: Box<dyn Player<G>>,
    rng: Stream,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: TurnBased + Copy> BoardTable<G> {
    /// A new game with one player seated on `side`.
    pub(crate) fn new(game: G, looks: Looks<G>, maker: &Maker<G>, side: Side, seed: u64) -> Self {
        let mut rng = stream(seed, Purpose::Match, 0, 0);
        let mut player = maker.make();
        player.new_game(&game, side, &mut rng);
        let mut table =
            BoardTable { game, looks, player, rng, states: vec![game.initial()], moves: Vec::new() };
        table.let_chance_move();
        table
    }

    fn state(&self) -> &G::State {
        self.states.last().expect("a game has a start")
    }

    /// Makes a move, and those of chance that follow.
    fn make(&mut self, action: G::Move) {
        let next = self.game.apply(self.state(), action);
        self.states.push(next);
        self.moves.push(action);
        self.let_chance_move();
    }

    fn let_chance_move(&mut self) {
        let state = self.state().clone();
        if self.game.turn(&state) == Turn::Chance {
            let outcome = self.game.draw(&state, &mut self.rng);
            self.make(outcome);
        }
    }
}

impl<G: TurnBased + Copy> Table for BoardTable<G> {
    fn picture(&self) -> String {
        (self.looks.picture)(&self.game, self.state())
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves(self.state()).map(|action| self.game.move_text(self.state(), action)).collect()
    }

    fn scene(&self) -> Scene {
        (self.looks.scene)(&self.game, self.state(), self.moves.last().copied())
    }

    fn path(&self, text: &str) -> Result<Vec<String>, String> {
        let action = self.game.parse_move(self.state(), text)?;
        Ok((self.looks.path)(&self.game, self.state(), action))
    }

    fn first_to_move(&self) -> bool {
        self.game.mover(self.state()) == Side::First
    }

    fn outcome(&self) -> Option<f64> {
        match self.game.turn(self.state()) {
            Turn::End(outcome) => Some(outcome.points(Side::First)),
            Turn::Player(_) | Turn::Chance => None,
        }
    }

    fn result(&self) -> String {
        (self.looks.result)(&self.game, self.state())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let action = self.game.parse_move(self.state(), text)?;
        self.make(action);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        // What chance did after a player's move goes back with it.
        let is_choice = |index: &usize| matches!(self.game.turn(&self.states[*index]), Turn::Player(_));
        let Some(last) = (0..self.moves.len()).rev().find(is_choice) else { return false };
        self.moves.truncate(last);
        self.states.truncate(last + 1);
        true
    }

    fn reply(&mut self) -> String {
        let state = self.state().clone();
        let action = self.player.choose(&self.game, &state, &mut self.rng);
        self.make(action);
        self.game.move_text(&state, action)
    }

    fn values(&mut self) -> Option<Vec<(String, f64)>> {
        let state = self.state().clone();
        let mut values = self.player.values(&self.game, &state)?;
        values.sort_by(|one, two| two.1.total_cmp(&one.1));
        Some(values.into_iter().map(|(action, value)| (self.game.move_text(&state, action), value)).collect())
    }

    fn transcript(&self) -> String {
        (self.looks.transcript)(&self.game, &self.moves)
    }
}
