//! A game at the table: a person, or anybody, against a seated player.

use std::sync::Arc;

use ludevo_arena::{Names, Player, Record, Replay, ReplayError};
use ludevo_program::text::label;
use ludevo_program::{Language, Tree, Type};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::sequences;
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::{Judged, Maker, Presented};
use crate::game::{Explanation, Table};
use crate::scene::{Frame, Scene};

/// What the seated player judges positions by: its trees with their languages, one of which judges at a time.
pub(crate) struct Thoughts {
    /// The trees with their languages.
    pub(crate) trees: Vec<(Tree, Arc<Language>)>,
    /// Whether the position before the move decides which of them judges.
    pub(crate) by_turn: bool,
}

/// A recorded game as pictures: the start, and the position after each move.
pub(crate) fn frames<G: Presented>(game: &G, record: &Record) -> Result<Vec<Frame>, ReplayError> {
    let Replay { states, moves } = record.replay(game)?;
    let start = Frame::new(game.scene(&states[0], None), "start".to_owned());
    let after = |(index, action): (usize, &G::Move)| {
        let scene = game.scene(&states[index + 1], Some(*action));
        Frame::new(scene, game.move_text(&states[index], *action))
    };
    Ok(std::iter::once(start).chain(moves.iter().enumerate().map(after)).collect())
}

/// How many half points [`Side::First`] and [`Side::Second`] threw away in a recorded game, by moves after which less can be
/// had with best play than before, where both is known. A win that a rule makes a draw is thrown away too.
pub(crate) fn thrown_away<G: Presented>(game: &G, record: &Record) -> Result<[f64; 2], ReplayError> {
    let states = record.replay(game)?.states;
    let of = |state: &G::State, side: Side| match game.turn(state) {
        Turn::End(outcome) => Some(outcome.points(side)),
        Turn::Chance => None,
        Turn::Player(mover) => {
            game.truth(state).map(|points| if mover == side { points } else { 1.0 - points })
        }
    };
    let mut thrown = [0.0; 2];
    for pair in states.windows(2) {
        let side = game.mover(&pair[0]);
        if let (Some(before), Some(after)) = (of(&pair[0], side), of(&pair[1], side)) {
            thrown[side as usize] += 2.0 * (before - after).max(0.0);
        }
    }
    Ok(thrown)
}

/// The mean number of moves in the states less than `plies` plies below the positions of recorded games.
pub(crate) fn branching<G: TurnBased>(game: &G, records: &[Record], plies: u32) -> Result<f64, ReplayError> {
    let (mut states, mut moves) = (0, 0);
    for record in records {
        for state in record.replay(game)?.states {
            states += (0..plies).map(|depth| sequences(game, &state, depth)).sum::<u64>();
            moves += (1..=plies).map(|depth| sequences(game, &state, depth)).sum::<u64>();
        }
    }
    Ok(moves as f64 / states.max(1) as f64)
}

/// The [`perft`](Presented::perft) of the end of what people wrote down, or of the start.
pub(crate) fn counted<G: Presented>(game: &G, from: Option<&str>, depth: u32) -> Result<u64, String> {
    let (start, moves) = match from {
        Some(text) => game.read(text)?,
        None => (game.initial(), Vec::new()),
    };
    let state = moves.into_iter().fold(start, |state, action| game.apply(&state, action));
    Ok(game.perft(&state, depth))
}

/// A game under way.
pub(crate) struct BoardTable<G: Judged> {
    game: G,
    thoughts: Option<Thoughts>,
    player: Box<dyn Player<G>>,
    rng: Stream,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Judged> BoardTable<G> {
    /// A new game with one player seated on `side`.
    pub(crate) fn new(game: G, thoughts: Option<Thoughts>, maker: &Maker<G>, side: Side, seed: u64) -> Self {
        let mut rng = stream(seed, Purpose::Match, 0, 0);
        let mut player = maker.make();
        player.new_game(&game, side, &mut rng);
        let states = vec![game.initial()];
        let mut table = BoardTable { game, thoughts, player, rng, states, moves: Vec::new() };
        table.let_chance_move();
        table
    }

    fn state(&self) -> &G::State {
        self.states.last().expect("a game has a start")
    }

    /// Makes a move, and those of chance that follow.
    fn make(&mut self, action: G::Move) {
        self.add(action);
        self.let_chance_move();
    }

    fn add(&mut self, action: G::Move) {
        let next = self.game.apply(self.state(), action);
        self.states.push(next);
        self.moves.push(action);
    }

    fn let_chance_move(&mut self) {
        while self.game.turn(self.state()) == Turn::Chance {
            let outcome = self.game.draw(self.states.last().expect("a game has a start"), &mut self.rng);
            self.add(outcome);
        }
    }
}

impl<G: Judged> Table for BoardTable<G> {
    fn picture(&self) -> String {
        self.game.picture(self.state())
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves(self.state()).map(|action| self.game.move_text(self.state(), action)).collect()
    }

    fn scene(&self) -> Scene {
        self.game.scene(self.state(), self.moves.last().copied())
    }

    fn path(&self, text: &str) -> Result<Vec<String>, String> {
        let action = self.game.parse_move(self.state(), text)?;
        Ok(self.game.path(self.state(), action))
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
        self.game.result(self.state())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let action = self.game.parse_move(self.state(), text)?;
        self.make(action);
        self.game.failure().map_or(Ok(()), Err)
    }

    fn undo(&mut self) -> bool {
        // What chance did after a player's move goes back with it.
        let is_choice = |index: &usize| matches!(self.game.turn(&self.states[*index]), Turn::Player(_));
        let Some(last) = (0..self.moves.len()).rev().find(is_choice) else { return false };
        self.moves.truncate(last);
        self.states.truncate(last + 1);
        true
    }

    fn reply(&mut self) -> Result<String, String> {
        let state = self.state().clone();
        let chosen = self.player.choose(&self.game, &state, &mut self.rng);
        let action = chosen.map_err(|failed| failed.to_string())?;
        self.make(action);
        let text = self.game.move_text(&state, action);
        self.game.failure().map_or(Ok(text), Err)
    }

    fn values(&mut self) -> Option<Vec<(String, f64)>> {
        let state = self.state().clone();
        let mut values = self.player.values(&self.game, &state)?;
        values.sort_by(|one, two| two.1.total_cmp(&one.1));
        Some(values.into_iter().map(|(action, value)| (self.game.move_text(&state, action), value)).collect())
    }

    fn chance(&self) -> Option<String> {
        let last = self.moves.len().checked_sub(1)?;
        let drawn = self.game.turn(&self.states[last]) == Turn::Chance;
        drawn.then(|| self.game.move_text(&self.states[last], self.moves[last]))
    }

    fn last_move(&self) -> Option<String> {
        let is_choice = |index: &usize| matches!(self.game.turn(&self.states[*index]), Turn::Player(_));
        let last = (0..self.moves.len()).rev().find(is_choice)?;
        Some(self.game.move_text(&self.states[last], self.moves[last]))
    }

    fn transcript(&self) -> String {
        self.game.transcript(&self.states[0], &self.moves)
    }

    fn set_up(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = self.game.read(text)?;
        (self.states, self.moves) = (vec![start], Vec::new());
        for action in moves {
            // Some people write down what chance did, others only what was chosen.
            if self.game.moves(self.state()).all(|legal| legal != action) {
                self.let_chance_move();
            }
            self.add(action);
        }
        self.let_chance_move();
        Ok(())
    }

    fn notations(&self) -> String {
        self.game.notations(self.state())
    }

    fn document(&self, names: &Names) -> String {
        self.game.document(names, &self.states[0], &self.moves)
    }

    fn record(&self, names: &Names) -> Record {
        if self.states[0] == self.game.initial() {
            Record::from_initial(&self.game, names, 0, &self.moves)
        } else {
            Record::from_state(&self.game, names, &self.states[0], &self.moves)
        }
    }

    fn explain(&mut self, text: &str) -> Option<Explanation> {
        let Thoughts { trees, by_turn } = self.thoughts.as_ref()?;
        let game = self.game.clone();
        let before = self.state().clone();
        let mut state = before.clone();
        let side = game.mover(&state);
        let action = game.parse_move(&state, text).ok()?;
        let mut line = Vec::new();
        let expected = self.player.line(&game, &state, action)?;
        for next in &expected {
            line.push(game.move_text(&state, *next));
            state = game.apply(&state, *next);
        }
        let judged = !matches!(game.turn(&state), Turn::End(_));
        let opponents_view = game.seen_by(&state) != side;
        let judge = game.judge(if *by_turn { &before } else { &state }).min(trees.len() - 1);
        let (tree, language) = &trees[judge];
        let mut view = vec![0; language.cells()];
        game.fill(&state, &mut view);
        let values =
            if judged { tree.trace(language, Type::Float, &mut view) } else { vec![None; tree.len()] };
        let labels = tree.nodes().iter().map(|node| label(node, language));
        let shape = tree.shape(language, Type::Float);
        Some(Explanation {
            line,
            scene: if game.seen_by(&state) == game.mover(&state) || opponents_view {
                game.scene(&state, expected.last().copied())
            } else {
                game.scene_after(&state, expected.last().copied())
            },
            value: values[0].map(|value| if opponents_view { -value } else { value }),
            opponents_view,
            outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
            values,
        })
    }
}
