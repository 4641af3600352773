//! A game at the table: a person, or anybody, against a seated player.

use std::sync::Arc;

use ludevo_arena::{Names, Player, Record, Replay, ReplayError};
use ludevo_program::text::label;
use ludevo_program::{Language, Tree, Type};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::{perft, sequences};
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::Maker;
use crate::game::{Explanation, Table};
use crate::scene::{Frame, Scene};

/// How a game is shown to people.
pub struct Looks<G: TurnBased> {
    /// A position as a picture in text.
    pub picture: fn(&G, &G::State) -> String,
    /// A position as a scene, with the move that led to it.
    pub scene: fn(&G, &G::State, Option<G::Move>) -> Scene,
    /// The spots of the scene that make a move.
    pub path: fn(&G, &G::State, G::Move) -> Vec<String>,
    /// The result of a finished game in words.
    pub result: fn(&G, &G::State) -> String,
    /// The moves from a position on, as people write them down.
    pub transcript: fn(&G, &G::State, &[G::Move]) -> String,
    /// A position in every notation of the game, a line each.
    pub notations: fn(&G, &G::State) -> String,
    /// The same moves as a whole document, with the names of the players.
    pub document: Document<G>,
    /// A position, or a whole game, that people wrote down.
    pub read: fn(&G, &str) -> Result<Written<G>, String>,
}

/// Writes moves from a position on as a document.
type Document<G> = fn(&G, &Names, &<G as TurnBased>::State, &[<G as TurnBased>::Move]) -> String;

/// What people wrote down: a position, and the moves from it on.
pub type Written<G> = (<G as TurnBased>::State, Vec<<G as TurnBased>::Move>);

/// What the seated player judges positions by, where that is one tree at a time.
pub struct Thoughts<G: TurnBased> {
    /// The trees with their languages.
    pub trees: Vec<(Tree, Arc<Language>)>,
    /// Which of them judges, given the position before the move and the position judged.
    pub judge: fn(&G::State, &G::State) -> usize,
    /// Fills the cells of a view of a position.
    pub fill: fn(&G, &G::State, &mut [u64]),
    /// Whether views show what is good for the player who moved last, not for the one to move.
    pub of_last_mover: bool,
    /// The position judged as the player sees it who moves now.
    pub shown: fn(&G::State) -> G::State,
}

/// A recorded game as pictures: the start, and the position after each move.
pub fn frames<G: TurnBased>(
    game: &G,
    scene: fn(&G, &G::State, Option<G::Move>) -> Scene,
    record: &Record,
) -> Result<Vec<Frame>, ReplayError> {
    let Replay { states, moves } = record.replay(game)?;
    let start = Frame { scene: scene(game, &states[0], None), caption: "start".to_owned() };
    let after = |(index, action): (usize, &G::Move)| Frame {
        scene: scene(game, &states[index + 1], Some(*action)),
        caption: game.move_text(&states[index], *action),
    };
    Ok(std::iter::once(start).chain(moves.iter().enumerate().map(after)).collect())
}

/// The mean number of moves in the states less than `plies` plies below the positions of recorded games.
pub fn branching<G: TurnBased>(game: &G, records: &[Record], plies: u32) -> Result<f64, ReplayError> {
    let (mut states, mut moves) = (0, 0);
    for record in records {
        for state in record.replay(game)?.states {
            states += (0..plies).map(|depth| sequences(game, &state, depth)).sum::<u64>();
            moves += (1..=plies).map(|depth| sequences(game, &state, depth)).sum::<u64>();
        }
    }
    Ok(moves as f64 / states.max(1) as f64)
}

/// The [`perft`] of the end of what people wrote down, or of the start.
pub fn counted<G: TurnBased>(
    game: &G,
    from: Option<&str>,
    read: fn(&G, &str) -> Result<Written<G>, String>,
    depth: u32,
) -> Result<u64, String> {
    let (start, moves) = match from {
        Some(text) => read(game, text)?,
        None => (game.initial(), Vec::new()),
    };
    let state = moves.into_iter().fold(start, |state, action| game.apply(&state, action));
    Ok(perft(game, &state, depth))
}

/// A game under way.
pub struct BoardTable<G: TurnBased> {
    game: G,
    looks: Looks<G>,
    thoughts: Option<Thoughts<G>>,
    player: Box<dyn Player<G>>,
    rng: Stream,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: TurnBased + Copy> BoardTable<G> {
    /// A new game with one player seated on `side`.
    pub fn new(
        game: G,
        looks: Looks<G>,
        thoughts: Option<Thoughts<G>>,
        maker: &Maker<G>,
        side: Side,
        seed: u64,
    ) -> Self {
        let mut rng = stream(seed, Purpose::Match, 0, 0);
        let mut player = maker.make();
        player.new_game(&game, side, &mut rng);
        let states = vec![game.initial()];
        let mut table = BoardTable { game, looks, thoughts, player, rng, states, moves: Vec::new() };
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

    fn reply(&mut self) -> Result<String, String> {
        let state = self.state().clone();
        let chosen = self.player.choose(&self.game, &state, &mut self.rng);
        let action = chosen.map_err(|failed| failed.to_string())?;
        self.make(action);
        Ok(self.game.move_text(&state, action))
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
        (self.looks.transcript)(&self.game, &self.states[0], &self.moves)
    }

    fn set_up(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = (self.looks.read)(&self.game, text)?;
        (self.states, self.moves) = (vec![start], Vec::new());
        moves.into_iter().for_each(|action| self.make(action));
        self.let_chance_move();
        Ok(())
    }

    fn notations(&self) -> String {
        (self.looks.notations)(&self.game, self.state())
    }

    fn document(&self, names: &Names) -> String {
        (self.looks.document)(&self.game, names, &self.states[0], &self.moves)
    }

    fn record(&self, names: &Names) -> Record {
        if self.states[0] == self.game.initial() {
            Record::from_initial(&self.game, names, 0, &self.moves)
        } else {
            Record::from_state(&self.game, names, &self.states[0], &self.moves)
        }
    }

    fn explain(&mut self, text: &str) -> Option<Explanation> {
        let Thoughts { trees, judge, fill, of_last_mover, shown } = self.thoughts.as_ref()?;
        let game = self.game;
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
        let opponents_view = !of_last_mover && game.mover(&state) != side;
        let (tree, language) = &trees[judge(&before, &state)];
        let mut view = vec![0; language.cells()];
        fill(&game, &state, &mut view);
        let values =
            if judged { tree.trace(language, Type::Float, &mut view) } else { vec![None; tree.len()] };
        let labels = tree.nodes().iter().map(|node| label(node, language));
        let shape = tree.shape(language, Type::Float);
        Some(Explanation {
            line,
            scene: (self.looks.scene)(&game, &shown(&state), expected.last().copied()),
            value: values[0].map(|value| if opponents_view { -value } else { value }),
            opponents_view,
            outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
            values,
        })
    }
}
