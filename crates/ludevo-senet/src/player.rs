//! Players that judge what comes of their moves: move by move, as published, or whole turns in every order of the throws.

use ludevo_arena::{Effort, Player, PlayerFailed};
use ludevo_game::board::Brain;
use ludevo_random::Stream;
use rand::RngExt;

use super::board::Board;
use super::language::{fill, view_cells};
use super::rules::{Action, Position, Senet, Step, Throws};

/// Turns with more throws than this are played a move at a time: they are rare, and have too many orders.
const MOST_THROWS: u32 = 4;

/// A player that judges boards.
pub struct Seat {
    brain: Brain,
    view: Vec<u64>,
    known: Known,
    /// The moves of the last decision, and what each is worth.
    worths: Vec<(Action, f64)>,
    effort: Effort,
}

impl Seat {
    /// A player with this brain, which judges whole turns or single moves.
    pub fn new(brain: &Brain) -> Self {
        let (brain, view) = (brain.clone(), vec![0; view_cells()]);
        Seat { brain, view, known: Known::default(), worths: Vec::new(), effort: Effort::default() }
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

    /// What the program says of the board after a move.
    fn worth_of_move(&mut self, position: &Position, action: Action, choices: usize) -> f64 {
        let next = position.after(action);
        let board = if next.mover == position.mover { next.board } else { next.board.flipped() };
        self.value(board, step(action, choices))
    }

    /// What a move is worth by the best board that the turn can end with. Which of the moves came last is not for the program
    /// to see, since all orders that lead to a board are one.
    fn worth_of_turn(&mut self, game: &Senet, position: &Position, action: Action) -> f64 {
        let next = position.after(action);
        let ends = next.mover != position.mover;
        let board = if ends { next.board.flipped() } else { next.board };
        if let Some(worth) = self.known.get(board, next.throws) {
            return worth;
        }
        let worth = if ends {
            self.value(board, Step::default())
        } else {
            self.effort.interior += 1;
            let moves = game.moves_of_pieces(&next);
            moves.map(|action| self.worth_of_turn(game, &next, action)).fold(f64::NEG_INFINITY, f64::max)
        };
        self.known.keep(board, next.throws, worth);
        worth
    }

    /// Every move with what it is worth.
    fn judge(&mut self, game: &Senet, position: &Position) {
        let moves = game.moves_of_pieces(position);
        let choices = moves.len();
        let whole = self.brain.manner().whole_turns && position.throws.len() <= MOST_THROWS;
        if whole {
            self.known.forget();
        }
        self.worths.clear();
        for action in moves {
            let worth = if whole {
                self.worth_of_turn(game, position, action)
            } else {
                self.worth_of_move(position, action, choices)
            };
            self.worths.push((action, worth));
        }
    }
}

/// What is known of positions within a turn while all its orders are tried, each in the one slot where its key belongs: a later one takes the place of an
/// earlier one, which then has to be worked out again.
#[derive(Default)]
struct Known {
    /// None before the first whole turn.
    slots: Vec<Slot>,
    /// The decision that this is for; slots of earlier ones are empty.
    decision: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    throws: Throws,
    decision: u64,
    worth: f64,
}

/// So few that they stay in fast memory. A power of two.
const SLOTS: usize = 1 << 10;

impl Known {
    /// A new decision, of which nothing is known.
    fn forget(&mut self) {
        let empty = Slot { board: Board::START, throws: Throws::default(), decision: 0, worth: 0.0 };
        self.slots.resize(SLOTS, empty);
        self.decision += 1;
    }

    fn place(board: Board, throws: Throws) -> usize {
        // Multiplicative hashing: the highest bits depend on all others.
        let mixed = u64::from(board.own)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(u64::from(board.opp).wrapping_mul(0xd1b5_4a32_d192_ed03))
            .wrapping_add(throws.key().wrapping_mul(0x8cb9_2ba7_2f3d_8dd7));
        (mixed >> (64 - SLOTS.ilog2())) as usize
    }

    fn get(&self, board: Board, throws: Throws) -> Option<f64> {
        let slot = &self.slots[Known::place(board, throws)];
        let fits = slot.decision == self.decision && slot.board == board && slot.throws == throws;
        fits.then_some(slot.worth)
    }

    fn keep(&mut self, board: Board, throws: Throws, worth: f64) {
        self.slots[Known::place(board, throws)] = Slot { board, throws, decision: self.decision, worth };
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
        self.judge(game, position);
        let highest = self.worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
        let equal = || self.worths.iter().filter(|(_, worth)| *worth == highest);
        let count = equal().count();
        let chosen = if count == 1 { 0 } else { rng.random_range(0..count) };
        Ok(equal().nth(chosen).expect("one of them").0)
    }

    fn values(&mut self, game: &Senet, position: &Position) -> Option<Vec<(Action, f64)>> {
        self.judge(game, position);
        Some(self.worths.clone())
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
