//! Players that judge what comes of their moves: move by move, as published, or whole turns in every order of the throws.

use ludevo_arena::{Effort, Player, PlayerFailed};
use ludevo_game::board::Brain;
use ludevo_random::Stream;
use rand::RngExt;

use super::board::Board;
use super::language::{fill, view_cells};
use super::rules::{Action, Position, Senet, Step};

/// Turns with more throws than this are played a move at a time: they are rare, and have too many orders.
const MOST_THROWS: u32 = 4;

/// A player that judges boards.
pub struct Seat {
    brain: Brain,
    view: Vec<u64>,
    /// Positions within the turn that were looked at.
    seen: Vec<Position>,
    effort: Effort,
}

impl Seat {
    /// A player with this brain, which judges whole turns or single moves.
    pub fn new(brain: &Brain) -> Self {
        let view = vec![0; view_cells()];
        Seat { brain: brain.clone(), view, seen: Vec::new(), effort: Effort::default() }
    }

    /// What the program says of a board after the move `step`, as who moved sees it.
    fn value(&mut self, board: Board, step: Step) -> f64 {
        self.effort.leaves += 1;
        if board.own == 0 {
            return f64::INFINITY;
        }
        fill(board, step, &mut self.view);
        self.brain.value(0, &mut self.view)
    }

    /// What a move is worth: the board after it, or the best that the rest of the turn can make of it.
    fn worth(
        &mut self,
        game: &Senet,
        position: &Position,
        action: Action,
        choices: usize,
        whole: bool,
    ) -> f64 {
        let next = ludevo_search::rules::TurnBased::apply(game, position, action);
        let ends = next.mover != position.mover;
        if whole && !ends {
            return self.best_of_rest(game, &next);
        }
        let board = if ends { next.board.flipped() } else { next.board };
        self.value(board, step(action, choices))
    }

    /// The best board at the end of the turn. Orders of the throws that lead to the same position are looked at once.
    fn best_of_rest(&mut self, game: &Senet, position: &Position) -> f64 {
        if self.seen.contains(position) {
            return f64::NEG_INFINITY;
        }
        self.seen.push(*position);
        self.effort.interior += 1;
        let moves = game.moves_of_pieces(position);
        let choices = moves.len();
        moves
            .map(|action| self.worth(game, position, action, choices, true))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Every move with what it is worth.
    fn worths(&mut self, game: &Senet, position: &Position) -> Vec<(Action, f64)> {
        let moves = game.moves_of_pieces(position);
        let choices = moves.len();
        let whole = self.brain.manner().whole_turns && position.throws.len() <= MOST_THROWS;
        self.seen.clear();
        moves.map(|action| (action, self.worth(game, position, action, choices, whole))).collect()
    }
}

/// A move as programs ask about it.
pub(crate) fn step(action: Action, choices: usize) -> Step {
    let choices = choices.min(255) as u8;
    match action {
        Action::Move { from, throw, back } => {
            let distance = if back { -(throw as i8) } else { throw as i8 };
            Step { from, distance, choices }
        }
        Action::Throw(_) | Action::Pass => Step { choices, ..Step::default() },
    }
}

impl Player<Senet> for Seat {
    /// Of equal moves one is drawn, which is what makes a constant a random player.
    fn choose(
        &mut self,
        game: &Senet,
        position: &Position,
        rng: &mut Stream,
    ) -> Result<Action, PlayerFailed> {
        let mut moves = game.moves_of_pieces(position);
        if moves.len() == 1 {
            return Ok(moves.next().expect("one move"));
        }
        let worths = self.worths(game, position);
        let highest = worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
        let equal = || worths.iter().filter(|(_, worth)| *worth == highest);
        let count = equal().count();
        let chosen = if count == 1 { 0 } else { rng.random_range(0..count) };
        Ok(equal().nth(chosen).expect("one of them").0)
    }

    fn values(&mut self, game: &Senet, position: &Position) -> Option<Vec<(Action, f64)>> {
        Some(self.worths(game, position))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
