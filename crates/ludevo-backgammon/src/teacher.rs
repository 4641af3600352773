//! A teacher of our own making: a small neural net that learns the chance to win by playing, and then says which of the
//! next boards of a turn are good. It only serves to mark programs; it does not play in matches.

use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

use super::board::{BAR, Board};
use super::language::{RICH_COUNT, fill, rich_numbers, view_cells};
use super::plays::Plays;
use super::pubeval;
use super::race;
use super::rules::throw;

/// Inputs: the numbers of the rich language; for each player and point whether there are one, two, three men or more
/// and how many beyond; the player's men on the bar.
const INPUTS: usize = RICH_COUNT + 2 * 24 * 4 + 1;

/// How much of a later estimate goes into an earlier one: TD(lambda).
const LAMBDA: f32 = 0.6;

/// A net with one hidden layer that estimates the chance to win of the player who has just moved, as long as there is
/// contact.
#[derive(Clone, Debug)]
pub struct Teacher {
    hidden: usize,
    /// What the numbers are multiplied with to be of size 1.
    scales: [f32; RICH_COUNT],
    /// Input by input, a row of hidden units each.
    first: Vec<f32>,
    bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: f32,
}

/// The inputs that are not zero, and what the hidden units make of them. Kept from board to board.
#[derive(Clone, Debug)]
pub struct Scratch {
    view: Vec<u64>,
    active: Vec<(u16, f32)>,
    sums: Vec<f32>,
}

impl Scratch {
    fn new(hidden: usize) -> Self {
        Scratch { view: vec![0; view_cells()], active: Vec::with_capacity(INPUTS), sums: vec![0.0; hidden] }
    }
}

/// How a teacher is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Hidden units.
    pub hidden: usize,
    /// Games: a tenth watched between two Pubevals, half against itself, the others against Pubeval.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

impl Teacher {
    /// Makes a teacher from nothing by games.
    pub fn train(training: Training) -> Self {
        let mut rng = stream(training.seed, Purpose::Teaching, 0, 0);
        let hidden = training.hidden;
        let mut weights = |count: usize, reach: f32| -> Vec<f32> {
            (0..count).map(|_| rng.random_range(-reach..=reach)).collect()
        };
        let mut teacher = Teacher {
            hidden,
            scales: scales(training.seed),
            first: weights(INPUTS * hidden, 0.1),
            bias: weights(hidden, 0.1),
            second: weights(hidden, 0.1),
            second_bias: 0.0,
        };
        let mut scratch = teacher.scratch();
        for game in 0..training.games {
            let mut rng = stream(training.seed, Purpose::Teaching, 1, game);
            let done = game as f32 / training.games as f32;
            let rate = 0.03 * (1.0 - done) + 0.002;
            let (learner, other) = match done {
                done if done < 0.1 => (Mover::Pubeval, Mover::Pubeval),
                done if done < 0.6 => (Mover::Teacher, Mover::Teacher),
                _ => (Mover::Teacher, Mover::Pubeval),
            };
            teacher.learn_from_game(learner, other, rate, &mut scratch, &mut rng);
        }
        teacher
    }

    /// Its weights as a text that [`parse`](Self::parse) reads back to the bit.
    pub fn print(&self) -> String {
        let row = |numbers: &[f32]| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            words.join(" ") + "\n"
        };
        let rows = [&self.scales[..], &self.first, &self.bias, &self.second, &[self.second_bias]];
        rows.map(row).concat()
    }

    /// A teacher that was made by this training, from its text.
    pub fn parse(text: &str, training: Training) -> Result<Self, String> {
        let hidden = training.hidden;
        let mut lines = (1..).zip(text.lines());
        let mut row = |count: usize| -> Result<Vec<f32>, String> {
            let (number, line) = lines.next().ok_or("the teacher's text ends too early")?;
            let numbers: Result<Vec<f32>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|error| format!("line {number} of the teacher: {error}"))?;
            if numbers.len() == count {
                return Ok(numbers);
            }
            Err(format!("line {number} of the teacher: {} numbers, expected {count}", numbers.len()))
        };
        let scales = row(RICH_COUNT)?.try_into().map_err(|_| "the scales are not complete")?;
        let (first, bias, second) = (row(INPUTS * hidden)?, row(hidden)?, row(hidden)?);
        Ok(Teacher { hidden, scales, first, bias, second, second_bias: row(1)?[0] })
    }

    /// Room for evaluations.
    pub fn scratch(&self) -> Scratch {
        Scratch::new(self.hidden)
    }

    /// The chance to win of the player who has just moved.
    pub fn value(&self, board: Board, scratch: &mut Scratch) -> f32 {
        if board.is_won() {
            return 1.0;
        }
        // Nothing is left to learn about a race.
        if !board.has_contact() {
            return race::chance_of_race(board) as f32;
        }
        self.activate(board, scratch);
        let sum: f32 = scratch.sums.iter().zip(&self.second).map(|(sum, weight)| squash(*sum) * weight).sum();
        1.0 / (1.0 + libm::expf(-(sum + self.second_bias)))
    }

    fn activate(&self, board: Board, scratch: &mut Scratch) {
        let Scratch { view, active, sums } = scratch;
        fill(board, view);
        active.clear();
        let mut numbers = [0.0; RICH_COUNT];
        rich_numbers(view, &mut numbers);
        for (index, (number, scale)) in (0..).zip(numbers.iter().zip(&self.scales)) {
            if *number != 0.0 {
                active.push((index, number * scale));
            }
        }
        let mut start = RICH_COUNT as u16;
        for men in [board.own, board.opp] {
            for point in men.places().filter(|place| *place < BAR) {
                let count = men.on(point);
                let at = start + 4 * (point as u16 - 1);
                for least in 1..=count.min(3) as u16 {
                    active.push((at + least - 1, 1.0));
                }
                if count > 3 {
                    active.push((at + 3, (count - 3) as f32 / 2.0));
                }
            }
            start += 96;
        }
        if board.own.on(BAR) > 0 {
            active.push((start, board.own.on(BAR) as f32));
        }
        sums.copy_from_slice(&self.bias);
        for (index, input) in active.iter() {
            let row = &self.first[usize::from(*index) * self.hidden..][..self.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
        }
    }

    /// Moves the estimate of a board towards `target`.
    fn learn(&mut self, board: Board, target: f32, rate: f32, scratch: &mut Scratch) {
        let error = rate * (target - self.value(board, scratch));
        let Scratch { active, sums, .. } = scratch;
        for (sum, weight) in sums.iter_mut().zip(&mut self.second) {
            let (unit, slope) = (squash(*sum), slope(*sum));
            let owed = error * *weight * slope;
            *weight += error * unit;
            *sum = owed;
        }
        self.second_bias += error;
        self.bias.iter_mut().zip(&*sums).for_each(|(bias, owed)| *bias += owed);
        for (index, input) in active.iter() {
            let row = &mut self.first[usize::from(*index) * self.hidden..][..self.hidden];
            row.iter_mut().zip(&*sums).for_each(|(weight, owed)| *weight += input * owed);
        }
    }

    fn learn_from_game(
        &mut self,
        learner: Mover,
        other: Mover,
        rate: f32,
        scratch: &mut Scratch,
        rng: &mut Stream,
    ) {
        // Against another player only the learner's own boards are estimated, from one of its turns to the next.
        let apart = learner != other;
        let mut boards = Vec::with_capacity(128);
        let mut plays = Plays::default();
        let mut now = Board::START;
        let mut learners_turn = rng.random_bool(0.5);
        let mut target = loop {
            let found = plays.find(now, throw(now == Board::START, rng));
            let mover = if learners_turn { learner } else { other };
            let next = match mover {
                Mover::Teacher => self.best(found, scratch),
                Mover::Pubeval => pubeval::best(now, found).1,
            };
            if !apart || learners_turn {
                boards.push(next);
            }
            // A race decides itself.
            if !next.has_contact() {
                let chance = self.value(next, scratch);
                break if !apart || learners_turn { chance } else { 1.0 - chance };
            }
            now = next.flipped();
            learners_turn = !learners_turn;
        };
        for board in boards.iter().rev() {
            let estimate = self.value(*board, scratch);
            if board.has_contact() {
                self.learn(*board, target, rate, scratch);
            }
            target = LAMBDA * target + (1.0 - LAMBDA) * estimate;
            if !apart {
                target = 1.0 - target;
            }
        }
    }

    /// The board with the highest estimate.
    pub fn best(&self, found: &[(super::plays::Play, Board)], scratch: &mut Scratch) -> Board {
        let mut best = (f32::NEG_INFINITY, found[0].1);
        if found.len() > 1 {
            for (_, board) in found {
                let value = self.value(*board, scratch);
                if value > best.0 {
                    best = (value, *board);
                }
            }
        }
        best.1
    }
}

/// Who moves in a game that a teacher learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Teacher,
    Pubeval,
}

#[inline]
fn squash(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

#[inline]
fn slope(sum: f32) -> f32 {
    let width = 1.0 + sum.abs();
    1.0 / (width * width)
}

/// One over the usual size of each number, on boards of games between two Pubevals.
fn scales(seed: u64) -> [f32; RICH_COUNT] {
    let mut squares = [1e-3; RICH_COUNT];
    let mut seen = 0.0;
    let mut view = vec![0; view_cells()];
    let mut plays = Plays::default();
    for game in 0..30 {
        let mut rng = stream(seed, Purpose::Teaching, 2, game);
        let mut now = Board::START;
        loop {
            let found = plays.find(now, throw(now == Board::START, &mut rng));
            let next = pubeval::best(now, found).1;
            if next.is_won() {
                break;
            }
            fill(next, &mut view);
            let mut numbers = [0.0f32; RICH_COUNT];
            rich_numbers(&view, &mut numbers);
            squares.iter_mut().zip(numbers).for_each(|(square, number)| *square += number * number);
            seen += 1.0;
            now = next.flipped();
        }
    }
    squares.map(|square| 1.0 / (square / seen).sqrt().max(0.05))
}
