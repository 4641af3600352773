//! Players that choose the best of all next boards: evolved programs and Pubeval.

use ludevo_arena::{Effort, Player, PlayerFailed};
use ludevo_game::board::Brain;
use ludevo_random::Stream;
use rand::RngExt;

use super::board::Board;
use super::language::{fill, view_cells};
use super::plays::{Dice, Play, Plays};
use super::pubeval;
use super::rules::{Action, Backgammon, LONGEST, Position, throw};

/// Which tree judges a board: that for contact or that for races.
#[inline]
pub fn own_judge(board: Board) -> usize {
    usize::from(!board.has_contact())
}

/// The tree that judges a whole turn from `board` on, where the turn decides.
#[inline]
fn judge_of_turn(brain: &Brain, board: Board) -> Option<usize> {
    brain.is_decided_by_turn().then(|| own_judge(board))
}

/// What a program says of one next board; `judge` is the tree of the turn, where the turn decides.
#[inline]
fn value(brain: &Brain, board: Board, judge: Option<usize>, view: &mut [u64]) -> f64 {
    if board.is_won() {
        return f64::INFINITY;
    }
    fill(board, view);
    let judge = judge.unwrap_or_else(|| brain.judge(|| own_judge(board), view));
    brain.value(judge, view)
}

/// The first of the plays found on `board` that a program values most.
pub fn best(brain: &Brain, board: Board, found: &[(Play, Board)], view: &mut [u64]) -> (Play, Board) {
    let mut best = found[0];
    if found.len() == 1 {
        return best;
    }
    let judge = judge_of_turn(brain, board);
    let mut highest = f64::NEG_INFINITY;
    for next in found {
        let value = value(brain, next.1, judge, view);
        if value > highest {
            (highest, best) = (value, *next);
        }
    }
    best
}

/// Who chooses a play.
#[derive(Clone, Debug)]
pub enum Chooser {
    /// An evolved program.
    Evolved(Brain),
    /// Pubeval.
    Pubeval,
    /// Any next board, each as likely.
    Random,
}

/// A [`Chooser`] at work.
pub struct Seat {
    chooser: Chooser,
    plays: Plays,
    view: Vec<u64>,
    effort: Effort,
}

impl Seat {
    /// A player that chooses like `chooser`.
    pub fn new(chooser: Chooser) -> Self {
        Seat { chooser, plays: Plays::default(), view: vec![0; view_cells()], effort: Effort::default() }
    }

    #[inline]
    fn play(&mut self, position: &Position, rng: &mut Stream) -> (Play, Board) {
        let dice = position.dice.expect("a player moves after the roll");
        let found = self.plays.find(position.board, dice);
        match &self.chooser {
            Chooser::Evolved(brain) => best(brain, position.board, found, &mut self.view),
            Chooser::Pubeval => pubeval::best(position.board, found),
            Chooser::Random => found[rng.random_range(0..found.len())],
        }
    }
}

impl Player<Backgammon> for Seat {
    fn choose(
        &mut self,
        _game: &Backgammon,
        state: &Position,
        rng: &mut Stream,
    ) -> Result<Action, PlayerFailed> {
        let (play, _) = self.play(state, rng);
        if !matches!(self.chooser, Chooser::Random) {
            self.effort.leaves += self.plays.found().len() as u64;
        }
        Ok(Action::Play(play))
    }

    fn values(&mut self, _game: &Backgammon, state: &Position) -> Option<Vec<(Action, f64)>> {
        let found = self.plays.find(state.board, state.dice?);
        let racing = !state.board.has_contact();
        let judge = match &self.chooser {
            Chooser::Evolved(brain) => judge_of_turn(brain, state.board),
            _ => None,
        };
        let mut valued = |board: Board| match &self.chooser {
            Chooser::Evolved(brain) => Some(value(brain, board, judge, &mut self.view)),
            Chooser::Pubeval => Some(pubeval::score(board, racing)),
            Chooser::Random => None,
        };
        found.iter().map(|(play, board)| Some((Action::Play(*play), valued(*board)?))).collect()
    }

    fn line(&mut self, _game: &Backgammon, _state: &Position, action: Action) -> Option<Vec<Action>> {
        // A program judges the board right after the play.
        matches!(self.chooser, Chooser::Evolved(_)).then(|| vec![action])
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// Plays a game without keeping it; whether the first player won. Players who draw nothing at random themselves get the
/// same dice from the same stream.
pub fn quick_game(first: &Chooser, second: &Chooser, rng: &mut Stream) -> bool {
    let opening = throw(true, rng);
    game_after(opening, first, second, rng, |_, _, _| ())
}

/// The same after this opening roll. `look` is told the number of each turn, the board as the mover sees it and the roll.
pub fn game_after(
    opening: Dice,
    first: &Chooser,
    second: &Chooser,
    rng: &mut Stream,
    mut look: impl FnMut(usize, Board, Dice),
) -> bool {
    let mut seats = [Seat::new(first.clone()), Seat::new(second.clone())];
    let mut dice = opening;
    let mut position =
        Position { board: Board::START, mover: ludevo_search::rules::Side::First, dice: Some(dice) };
    for turn in 0..LONGEST {
        look(turn, position.board, dice);
        let (_, next) = seats[turn % 2].play(&position, rng);
        if next.is_won() {
            return turn % 2 == 0;
        }
        position.board = next.flipped();
        dice = throw(false, rng);
        position.dice = Some(dice);
    }
    // An even number of turns is over: the first player is to move.
    position.board.own.pips() < position.board.opp.pips()
}
