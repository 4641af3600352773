//! A game of the user's own as the rules that searches, matches and evolution ask.

use std::fmt;

use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use crate::guest::{CHANCE, DRAWN, Moves, check_turn, hex, turn_of};
use crate::loaded::Loaded;
use crate::looks;
use crate::state::State;

/// A game of the user's own; with `CHANCE`, one in which chance has turns.
#[derive(Clone, Copy)]
pub(crate) struct Plugin<const HAS_CHANCE: bool>(pub(crate) &'static Loaded);

impl<const HAS_CHANCE: bool> fmt::Debug for Plugin<HAS_CHANCE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plugin({})", self.0.manifest.name)
    }
}

/// After so many times the usual number of plies a game is a draw.
const LONGEST: usize = 20;

/// No game is longer.
const MOST_PLIES: usize = 20_000;

/// How many plies a game may last.
pub(crate) fn most_plies(usual: u32) -> usize {
    (LONGEST * usual as usize).min(MOST_PLIES)
}

/// Where a game ends whose module failed: nobody's win, and so that nothing is asked any more.
fn ended(state: State) -> State {
    state.with_turn(DRAWN)
}

/// The move of a position whose moves could not be had.
const NO_MOVE: u32 = u32::MAX;

fn side(number: u8) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

/// What happens next in a state.
#[inline]
pub(crate) fn turn(state: &[u8]) -> Turn {
    turn_by(turn_of(state))
}

#[inline]
fn turn_by(byte: u8) -> Turn {
    match byte {
        player @ 0..=1 => Turn::Player(side(player)),
        CHANCE => Turn::Chance,
        3 => Turn::End(Outcome::Win(Side::First)),
        4 => Turn::End(Outcome::Win(Side::Second)),
        _ => Turn::End(Outcome::Draw),
    }
}

impl<const HAS_CHANCE: bool> TurnBased for Plugin<HAS_CHANCE> {
    type State = State;
    type Move = u32;
    type Moves = smallvec::IntoIter<[u32; 32]>;

    const HAS_CHANCE: bool = HAS_CHANCE;

    fn initial(&self) -> State {
        let nothing = State::zeros(self.0.manifest.state);
        let failed = ended(nothing.clone());
        self.0.ask_or(failed, &nothing, |guest| guest.initial())
    }

    #[inline]
    fn moves(&self, state: &State) -> Self::Moves {
        let mut moves = Moves::new();
        if state.turn() > CHANCE {
            return moves.into_iter();
        }
        if let Err(fault) = self.0.ask(|guest| guest.list_moves(state, &mut moves)) {
            self.0.fail(fault.within(state));
            moves.push(NO_MOVE);
        }
        moves.into_iter()
    }

    #[inline]
    fn apply(&self, state: &State, action: u32) -> State {
        if action == NO_MOVE {
            return ended(state.clone());
        }
        match self.0.ask(|guest| guest.apply(state, action)) {
            Ok(next) if HAS_CHANCE || next.turn() != CHANCE => next,
            Ok(next) => {
                let problem = " gives chance the turn, but the manifest does not say `chance = true`";
                self.0.fail(crate::guest::Fault::new(format!("apply({action})"), problem).within(state));
                ended(next)
            }
            Err(fault) => {
                self.0.fail(fault.within(state));
                ended(state.clone())
            }
        }
    }

    #[inline]
    fn mover(&self, state: &State) -> Side {
        side(if state.turn() < CHANCE { state.turn() } else { state.mover() })
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        turn_by(state.turn())
    }

    fn likelihood(&self, state: &State, outcome: u32) -> f64 {
        let stated = self.0.ask_or(None, state, |guest| guest.likelihood(state, outcome));
        stated.unwrap_or_else(|| 1.0 / self.moves(state).count() as f64)
    }

    fn adjudicate(&self, _state: &State, moves: usize) -> Option<Outcome> {
        (moves >= most_plies(self.0.manifest.plies)).then_some(Outcome::Draw)
    }

    fn failure(&self) -> Option<String> {
        self.0.failure().map(str::to_owned)
    }

    fn move_text(&self, state: &State, action: u32) -> String {
        looks::move_text(self.0, state, action)
    }

    fn state_text(&self, state: &State) -> String {
        hex(state)
    }

    fn parse_state(&self, text: &str) -> Result<State, String> {
        read_state(text, self.0.manifest.state)
    }
}

/// A state from its bytes as [`hex`] writes them.
pub(crate) fn read_state(text: &str, size: usize) -> Result<State, String> {
    let text = text.trim();
    if text.len() != 2 * size || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(format!("a state is {} hexadecimal digits, two for each of its {size} bytes", 2 * size));
    }
    let byte = |place: usize| u8::from_str_radix(&text[2 * place..2 * place + 2], 16).unwrap_or(0);
    let bytes: Vec<u8> = (0..size).map(byte).collect();
    let state = State::from_slice(&bytes);
    check_turn(&state).map_err(|problem| format!("the text{problem}"))?;
    Ok(state)
}
