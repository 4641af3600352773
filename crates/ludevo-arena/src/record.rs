//! Records of games: enough to play a game again, move by move.

use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a record calls the game and the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The game.
    pub game: String,
    /// Who plays [`Side::First`].
    pub first: String,
    /// Who plays [`Side::Second`].
    pub second: String,
}

impl Names {
    /// The same players on each other's sides.
    pub fn swapped(&self) -> Names {
        Names { game: self.game.clone(), first: self.second.clone(), second: self.first.clone() }
    }
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game.
    pub game: String,
    /// The text of the state that the moves start from; without one, the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who played [`Side::First`].
    pub first: String,
    /// Who played [`Side::Second`].
    pub second: String,
    /// How many of the moves, from the start on, were drawn as an opening instead of chosen by a player.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// The moves as people write them, those of chance included.
    pub moves: Vec<String>,
    /// How the game ended; nothing if it was left unfinished.
    pub outcome: Option<Ending>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// An [`Outcome`] as records name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// [`Side::First`] won.
    First,
    /// [`Side::Second`] won.
    Second,
    /// Nobody won.
    Draw,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win(Side::First) => Ending::First,
            Outcome::Win(Side::Second) => Ending::Second,
            Outcome::Draw => Ending::Draw,
        }
    }
}

/// Why a record cannot be replayed. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The start is not a state of the game.
    #[error("the start `{text}` is not a position: {reason}")]
    Start {
        /// What the record says.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move is not legal where it was played.
    #[error("ply {ply}: the move `{text}` cannot be played: {reason}")]
    Move {
        /// Which move.
        ply: usize,
        /// What the record says.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There are moves after the end of the game.
    #[error("ply {ply}: the move `{text}` comes after the end of the game")]
    AfterEnd {
        /// Which move.
        ply: usize,
        /// What the record says.
        text: String,
    },
    /// The game ends otherwise than the record says.
    #[error("after {plies} plies the game is {found}, but the record says that it is {recorded}")]
    Ending {
        /// How many moves the record has.
        plies: usize,
        /// What the rules say.
        found: &'static str,
        /// What the record says.
        recorded: &'static str,
    },
}

/// A game played again: one state more than there are moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<S, M> {
    /// The start and the state after every move.
    pub states: Vec<S>,
    /// The moves.
    pub moves: Vec<M>,
}

impl Record {
    /// The record of `moves` from the initial position, of which the first `opening` were drawn.
    pub fn from_initial<G: TurnBased>(game: &G, names: &Names, opening: usize, moves: &[G::Move]) -> Record {
        Record { opening, ..Record::write(game, names, None, &game.initial(), moves) }
    }

    /// The record of `moves` from another position.
    pub fn from_state<G: TurnBased>(game: &G, names: &Names, start: &G::State, moves: &[G::Move]) -> Record {
        Record::write(game, names, Some(game.state_text(start)), start, moves)
    }

    fn write<G: TurnBased>(
        game: &G,
        names: &Names,
        start: Option<String>,
        state: &G::State,
        moves: &[G::Move],
    ) -> Record {
        let mut state = state.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &action in moves {
            texts.push(game.move_text(&state, action));
            state = game.apply(&state, action);
        }
        Record {
            game: names.game.clone(),
            start,
            first: names.first.clone(),
            second: names.second.clone(),
            opening: 0,
            moves: texts,
            outcome: ending(game.turn(&state)),
        }
    }

    /// Plays the record again and checks every move and the outcome.
    pub fn replay<G: TurnBased>(&self, game: &G) -> Result<Replay<G::State, G::Move>, ReplayError> {
        let start = match &self.start {
            None => game.initial(),
            Some(text) => {
                game.parse_state(text).map_err(|reason| ReplayError::Start { text: text.clone(), reason })?
            }
        };
        let mut state = start.clone();
        let mut states = vec![start];
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let ply = index + 1;
            if let Turn::End(_) = game.turn(&state) {
                return Err(ReplayError::AfterEnd { ply, text: text.clone() });
            }
            let action = game.parse_move(&state, text).map_err(|reason| ReplayError::Move {
                ply,
                text: text.clone(),
                reason,
            })?;
            state = game.apply(&state, action);
            states.push(state.clone());
            moves.push(action);
        }
        let found = ending(game.turn(&state));
        if found == self.outcome {
            Ok(Replay { states, moves })
        } else {
            Err(ReplayError::Ending {
                plies: moves.len(),
                found: described(found),
                recorded: described(self.outcome),
            })
        }
    }
}

fn ending(turn: Turn) -> Option<Ending> {
    match turn {
        Turn::End(outcome) => Some(outcome.into()),
        Turn::Player(_) | Turn::Chance => None,
    }
}

fn described(ending: Option<Ending>) -> &'static str {
    match ending {
        Some(Ending::First) => "won by the first side",
        Some(Ending::Second) => "won by the second side",
        Some(Ending::Draw) => "drawn",
        None => "not over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;

    fn names() -> Names {
        Names { game: "nim".into(), first: "ann".into(), second: "bob".into() }
    }

    #[test]
    fn a_record_survives_json_and_replays() {
        let nim = Nim::new(6);
        let record = Record::from_initial(&nim, &names(), 1, &[2, 1, 3]);
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(
            json,
            r#"{"game":"nim","first":"ann","second":"bob","opening":1,"moves":["take 2","take 1","take 3"],"outcome":"first"}"#
        );
        let read: Record = serde_json::from_str(&json).unwrap();
        assert_eq!(read, record);
        let replay = read.replay(&nim).unwrap();
        assert_eq!(replay.moves, [2, 1, 3]);
        assert_eq!(replay.states.len(), 4);
    }

    #[test]
    fn a_record_from_another_position_keeps_it() {
        let nim = Nim::new(6);
        let start = nim.apply(&nim.initial(), 3);
        let record = Record::from_state(&nim, &names(), &start, &[3]);
        assert_eq!(record.start.as_deref(), Some("3 Second 1"));
        assert_eq!(record.outcome, Some(Ending::Second));
        assert_eq!(record.replay(&nim).unwrap().states[0], start);
    }

    #[test]
    fn replay_names_the_ply_and_the_reason() {
        let nim = Nim::new(4);
        let good = Record::from_initial(&nim, &names(), 0, &[3, 1]);
        let said = |change: fn(&mut Record)| {
            let mut bad = good.clone();
            change(&mut bad);
            bad.replay(&nim).unwrap_err().to_string()
        };
        assert_eq!(
            said(|record| record.moves[1] = "take 2".into()),
            "ply 2: the move `take 2` cannot be played: `take 2` is no move here; the moves are take 1"
        );
        assert_eq!(
            said(|record| record.moves.push("take 1".into())),
            "ply 3: the move `take 1` comes after the end of the game"
        );
        assert_eq!(
            said(|record| record.outcome = None),
            "after 2 plies the game is won by the second side, but the record says that it is not over"
        );
        assert_eq!(
            said(|record| record.start = Some("x".into())),
            "the start `x` is not a position: `x` is not a pile, a side and a ply"
        );
    }
}
