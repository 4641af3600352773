//! A game at the table: a person, or anybody, against a seated player.

use std::collections::BTreeMap;

use ludevo_arena::{Names, Player, Record, Replay, ReplayError};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::sequences;
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::thoughts::Thoughts;
use super::{Judged, Maker, Presented};
use crate::game::{Choice, SideShown, Table, Ways};
use crate::saved::{body, headed, record_of};
use crate::scene::{Frame, Scene};
use crate::why::{Comparison, Considered};

/// A recorded game as pictures: the start, and the position after each move.
pub(crate) fn frames<G: Presented>(game: &G, record: &Record) -> Result<Vec<Frame>, ReplayError> {
    let Replay { states, moves } = record.replay(game)?;
    // Whoever moves, the board stays as it lies.
    let seen = |state: &G::State, last| game.scene_from(state, last, Side::First);
    let start = Frame::new(seen(&states[0], None), "start".to_owned());
    let after = |(index, action): (usize, &G::Move)| {
        let scene = seen(&states[index + 1], Some(*action));
        Frame::new(scene, game.move_text(&states[index], *action))
    };
    Ok(std::iter::once(start).chain(moves.iter().enumerate().map(after)).collect())
}

/// How many half points [`Side::First`] and [`Side::Second`] threw away in a recorded game, by moves after which less can be
/// had with best play than before, where both is known; nothing where it is known nowhere in the game. A win that a rule makes
/// a draw is thrown away too.
pub(crate) fn thrown_away<G: Presented>(game: &G, record: &Record) -> Result<Option<[f64; 2]>, ReplayError> {
    let states = record.replay(game)?.states;
    let of = |state: &G::State, side: Side| match game.turn(state) {
        Turn::End(outcome) => Some(outcome.points(side)),
        Turn::Chance => None,
        Turn::Player(mover) => {
            game.truth(state).map(|points| if mover == side { points } else { 1.0 - points })
        }
    };
    let (mut thrown, mut is_known) = ([0.0; 2], false);
    for pair in states.windows(2) {
        let side = game.mover(&pair[0]);
        if let (Some(before), Some(after)) = (of(&pair[0], side), of(&pair[1], side)) {
            thrown[side as usize] += 2.0 * (before - after).max(0.0);
            is_known = true;
        }
    }
    Ok(is_known.then_some(thrown))
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
    /// Where the player sits.
    side: Side,
    /// Of the player's random choices.
    rng: Stream,
    seed: u64,
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    /// The player's values of the moves where they were asked for, by how many moves led there.
    valued: BTreeMap<usize, Vec<(G::Move, f64)>>,
}

impl<G: Judged> BoardTable<G> {
    /// A new game with one player seated on `side`.
    pub(crate) fn new(game: G, thoughts: Option<Thoughts>, maker: &Maker<G>, side: Side, seed: u64) -> Self {
        let mut rng = stream(seed, Purpose::Match, 0, 0);
        let mut player = maker.make();
        player.new_game(&game, side, &mut rng);
        let states = vec![game.initial()];
        let (moves, valued) = (Vec::new(), BTreeMap::new());
        let mut table = BoardTable { game, thoughts, player, side, rng, seed, states, moves, valued };
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

    /// The seated player's values of the moves after `ply` moves: found once, since they are asked for move by move.
    fn valued(&mut self, ply: usize) -> Option<Vec<(G::Move, f64)>> {
        if let Some(known) = self.valued.get(&ply) {
            return Some(known.clone());
        }
        let state = self.states.get(ply)?;
        if !matches!(self.game.turn(state), Turn::Player(_)) {
            return None;
        }
        let values = self.player.values(&self.game, state)?;
        self.valued.insert(ply, values.clone());
        Some(values)
    }

    /// A move with what the seated player expects of it.
    fn considered(&mut self, before: &G::State, (action, value): (G::Move, f64)) -> Considered {
        let game = self.game.clone();
        let expected = self.player.line(&game, before, action);
        // Whoever does not say what it expects is shown the position after the move.
        let is_told = expected.is_some();
        let (mut state, mut line) = (before.clone(), Vec::new());
        let expected = expected.unwrap_or_else(|| vec![action]);
        for next in &expected {
            line.push(game.move_text(&state, *next));
            state = game.apply(&state, *next);
        }
        // Seen by whoever sits opposite.
        let scene = game.scene_from(&state, expected.last().copied(), self.side.other());
        let is_judged = is_told && !matches!(game.turn(&state), Turn::End(_));
        let thoughts = self.thoughts.as_ref().filter(|_| is_judged);
        let judged = thoughts.map(|thoughts| thoughts.judge(&game, before, &state));
        Considered { text: game.move_text(before, action), value, line, scene, judged }
    }

    /// What chance does depends on the seed and on how many moves were made: neither taking a move back nor going on with a
    /// saved game brings other dice, or the same again.
    fn let_chance_move(&mut self) {
        while self.game.turn(self.state()) == Turn::Chance {
            let mut rng = stream(self.seed, Purpose::Match, 1, self.moves.len() as u64);
            let outcome = self.game.draw(self.state(), &mut rng);
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

    fn scene_from(&self, first_below: bool) -> Scene {
        let below = if first_below { Side::First } else { Side::Second };
        self.game.scene_from(self.state(), self.moves.last().copied(), below)
    }

    fn sides(&self) -> Vec<SideShown> {
        let side = |side: Side| {
            let (pieces, look) = self.game.pieces_of(side);
            SideShown { pieces, look, count: self.game.count(self.state(), side) }
        };
        [Side::First, Side::Second].map(side).to_vec()
    }

    fn path(&self, text: &str) -> Result<Vec<String>, String> {
        let action = self.game.parse_move(self.state(), text)?;
        Ok(self.game.path(self.state(), action))
    }

    fn paths(&self) -> Result<Vec<Ways>, String> {
        let state = self.state();
        let moves: Vec<G::Move> = self.game.moves(state).collect();
        let all: Vec<Vec<Vec<String>>> = moves.iter().map(|action| self.game.paths(state, *action)).collect();
        let mut makers: BTreeMap<&[String], usize> = BTreeMap::new();
        all.iter().flatten().for_each(|path| *makers.entry(path).or_default() += 1);
        let clear = |paths: &Vec<Vec<String>>| -> Vec<Vec<String>> {
            let others = paths.iter().skip(1).filter(|path| makers[&path[..]] == 1);
            paths.iter().take(1).chain(others).cloned().collect()
        };
        let text = |action: &G::Move| self.game.move_text(state, *action);
        Ok(moves.iter().map(text).zip(all.iter().map(clear)).collect())
    }

    fn half_way(&self, clicked: &[String]) -> Option<Scene> {
        self.game.half_way(self.state(), clicked)
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
        self.valued.retain(|ply, _| *ply <= last);
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
        self.values_at(self.moves.len())
    }

    fn values_at(&mut self, ply: usize) -> Option<Vec<(String, f64)>> {
        let mut values = self.valued(ply)?;
        let state = &self.states[ply];
        values.sort_by(|one, two| two.1.total_cmp(&one.1));
        Some(values.into_iter().map(|(action, value)| (self.game.move_text(state, action), value)).collect())
    }

    fn chance(&self) -> Option<String> {
        let is_drawn = |index: &usize| self.game.turn(&self.states[*index]) == Turn::Chance;
        let drawn: Vec<usize> = (0..self.moves.len()).rev().take_while(is_drawn).collect();
        let texts =
            drawn.iter().rev().map(|index| self.game.move_text(&self.states[*index], self.moves[*index]));
        (!drawn.is_empty()).then(|| texts.collect::<Vec<_>>().join(" "))
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
        if let Some(record) = record_of(text, 1) {
            return self.take_up(&record?);
        }
        let (start, moves) = self.game.read(&body(text))?;
        (self.states, self.moves) = (vec![start], Vec::new());
        self.valued.clear();
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

    fn take_up(&mut self, record: &Record) -> Result<(), String> {
        let Replay { states, moves } = record.replay(&self.game).map_err(|error| error.to_string())?;
        (self.states, self.moves) = (states, moves);
        self.valued.clear();
        self.let_chance_move();
        Ok(())
    }

    fn notations(&self) -> String {
        self.game.notations(self.state())
    }

    fn document(&self, names: &Names) -> String {
        headed(names, &self.game.document(names, &self.states[0], &self.moves))
    }

    fn record(&self, names: &Names) -> Record {
        if self.states[0] == self.game.initial() {
            Record::from_initial(&self.game, names, 0, &self.moves)
        } else {
            Record::from_state(&self.game, names, &self.states[0], &self.moves)
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let is_choice = |ply: &usize| matches!(self.game.turn(&self.states[*ply]), Turn::Player(_));
        let choice = |ply: usize| Choice {
            ply,
            text: self.game.move_text(&self.states[ply], self.moves[ply]),
            by_first: self.game.mover(&self.states[ply]) == Side::First,
        };
        (0..self.moves.len()).filter(is_choice).map(choice).collect()
    }

    fn compare(&mut self, ply: usize, text: &str) -> Option<Comparison> {
        let state = self.states.get(ply)?.clone();
        let action = self.game.parse_move(&state, text).ok()?;
        let values = self.valued(ply)?;
        let value =
            |wanted: G::Move| values.iter().find(|(known, _)| *known == wanted).map(|(_, value)| *value);
        // A move that a search with a narrow view left out has no number.
        let chosen = (action, value(action).unwrap_or(f64::NEG_INFINITY));
        let others = values.iter().copied().filter(|(known, _)| *known != action);
        let other = others.max_by(|one, two| one.1.total_cmp(&two.1));
        let chosen = self.considered(&state, chosen);
        let other = other.map(|other| self.considered(&state, other));
        Some(Comparison::new(chosen, other))
    }
}
