//! The rules of backgammon as a turn-based game: rolls are moves of chance.

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};
use rand::RngExt;

use super::board::{Board, MEN, OFF};
use super::notation;
use super::plays::{Dice, EachPlay, Play, Plays};

/// Backgammon without the doubling cube. A win counts 1 point, a gammon 2, a backgammon 3.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backgammon;

/// A position. [`Side::First`] won the opening throw and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board as the player sees it whose turn it is, to roll or to move.
    pub board: Board,
    /// Whose turn it is.
    pub mover: Side,
    /// What was rolled; nothing before the roll.
    pub dice: Option<Dice>,
}

/// What happens: chance rolls the dice, a player moves men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A roll.
    Roll(Dice),
    /// A play of the roll.
    Play(Play),
}

impl Position {
    /// Whether the opening throw comes next. Both players throw one die, and equal dice are thrown again, so it is
    /// never a double.
    fn is_opening(&self) -> bool {
        self.board == Board::START
    }

    /// Whether the player who moved last has borne off all men.
    pub fn is_over(&self) -> bool {
        self.board.opp.on(OFF) == MEN
    }
}

/// After so many turns the race decides.
pub const LONGEST: usize = 2000;

/// A throw of two dice, as the opening throw or as any other.
#[inline]
pub fn throw(opening: bool, rng: &mut Stream) -> Dice {
    loop {
        // One number for both dice costs half as much as two.
        let both: u8 = rng.random_range(0..36);
        let (one, two) = (both / 6 + 1, both % 6 + 1);
        if one != two || !opening {
            return Dice::new(one, two).expect("dice show 1 to 6");
        }
    }
}

/// What can happen in a position, one after the other.
#[derive(Debug)]
pub enum Moves {
    /// Chance rolls, or nothing happens any more.
    Rolls(std::slice::Iter<'static, Dice>),
    /// The player moves.
    Plays(EachPlay),
}

impl Iterator for Moves {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        match self {
            Moves::Rolls(rolls) => rolls.next().copied().map(Action::Roll),
            Moves::Plays(plays) => plays.next().map(Action::Play),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Moves::Rolls(rolls) => rolls.size_hint(),
            Moves::Plays(plays) => plays.size_hint(),
        }
    }
}

impl TurnBased for Backgammon {
    type State = Position;
    type Move = Action;
    type Moves = Moves;

    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Position {
        Position { board: Board::START, mover: Side::First, dice: None }
    }

    fn moves(&self, state: &Position) -> Moves {
        match state.dice {
            _ if state.is_over() => Moves::Rolls([].iter()),
            Some(dice) => Moves::Plays(EachPlay::of(state.board, dice)),
            None if state.is_opening() => Moves::Rolls(const { &Dice::OPENING }.iter()),
            None => Moves::Rolls(const { &Dice::ALL }.iter()),
        }
    }

    fn apply(&self, state: &Position, action: Action) -> Position {
        match action {
            Action::Roll(dice) => Position { dice: Some(dice), ..*state },
            Action::Play(play) => {
                Position { board: play.apply(state.board).flipped(), mover: state.mover.other(), dice: None }
            }
        }
    }

    fn mover(&self, state: &Position) -> Side {
        state.mover
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.is_over() {
            Turn::End(Outcome::Win(state.mover.other()))
        } else if state.dice.is_none() {
            Turn::Chance
        } else {
            Turn::Player(state.mover)
        }
    }

    fn likelihood(&self, state: &Position, outcome: Action) -> f64 {
        match outcome {
            Action::Roll(_) if state.is_opening() => 1.0 / 15.0,
            Action::Roll(dice) => f64::from(dice.chances()) / 36.0,
            Action::Play(_) => 0.0,
        }
    }

    fn draw(&self, state: &Position, rng: &mut Stream) -> Action {
        Action::Roll(throw(state.is_opening(), rng))
    }

    /// Programs that like to be hit and to hit can go on practically forever: the race decides then, and whoever has
    /// fewer pips to go counts as the winner. Games of sensible players take fifty or sixty turns.
    fn adjudicate(&self, state: &Position, moves: usize) -> Option<Outcome> {
        // A roll and a play are two moves of a turn.
        (moves >= 2 * LONGEST && state.dice.is_none() && !state.is_over()).then(|| {
            let leads = state.board.own.pips() < state.board.opp.pips();
            Outcome::Win(if leads { state.mover } else { state.mover.other() })
        })
    }

    fn win_points(&self, ended: &Position) -> Option<u32> {
        Some(ended.board.flipped().won_points())
    }

    fn move_text(&self, state: &Position, action: Action) -> String {
        match action {
            Action::Roll(dice) => format!("{}{}", dice.high(), dice.low()),
            Action::Play(play) => notation::play_text(state.board, play),
        }
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Action, String> {
        match state.dice {
            Some(dice) => notation::parse_play(state.board, dice, text)
                .map(Action::Play)
                .map_err(|error| error.to_string()),
            None => {
                let dice = notation::parse_dice(text).map_err(|error| error.to_string())?;
                if state.is_opening() && dice.is_double() {
                    return Err(format!("the opening throw is never a double, found `{text}`"));
                }
                Ok(Action::Roll(dice))
            }
        }
    }

    fn state_text(&self, state: &Position) -> String {
        notation::xgid(state)
    }

    fn parse_state(&self, text: &str) -> Result<Position, String> {
        notation::parse_xgid(text).map_err(|error| error.to_string())
    }
}

/// Plays a game in which both sides choose among the next boards with equal chances; how many turns it took.
pub fn random_playout(rng: &mut Stream, plays: &mut Plays) -> u32 {
    let mut board = Board::START;
    for turn in 0.. {
        let found = plays.find(board, throw(turn == 0, rng));
        let next = if found.len() == 1 { found[0].1 } else { found[rng.random_range(0..found.len())].1 };
        if next.is_won() {
            return turn + 1;
        }
        board = next.flipped();
    }
    unreachable!("a game ends")
}
