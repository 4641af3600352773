//! What can be done with a roll: all boards that one turn can lead to, each once.

use super::board::{BAR, Board};

/// Two dice, the higher one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The 21 rolls that differ.
    pub const ALL: [Dice; 21] = {
        let mut all = [Dice { high: 1, low: 1 }; 21];
        let (mut index, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[index] = Dice { high, low };
                index += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The roll of two dice, each from 1 to 6.
    pub fn new(one: u8, two: u8) -> Option<Dice> {
        let valid = (1..=6).contains(&one) && (1..=6).contains(&two);
        valid.then(|| Dice { high: one.max(two), low: one.min(two) })
    }

    /// The higher die.
    pub fn high(self) -> u32 {
        u32::from(self.high)
    }

    /// The lower die.
    pub fn low(self) -> u32 {
        u32::from(self.low)
    }

    /// Whether both are equal, so that each is played twice.
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// In how many of the 36 throws this roll comes up.
    pub fn chances(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

/// What a player does with a roll: up to four steps, each of one man by one die. All steps that change the board alike
/// are one play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Play {
    steps: [Step; 4],
}

/// One man moved by one die. Where `from` is 0 there is no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Step {
    /// The point that the man leaves; 25 is the bar.
    pub from: u8,
    /// The die.
    pub die: u8,
}

impl Play {
    /// Nothing can be moved.
    pub const PASS: Play = Play { steps: [Step { from: 0, die: 0 }; 4] };

    /// The steps, in an order in which they can be made.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().copied().take_while(|step| step.from > 0)
    }

    /// The board after the play.
    pub fn apply(self, board: Board) -> Board {
        self.steps().fold(board, |board, step| {
            board.step(u32::from(step.from), u32::from(step.die)).expect("a play is legal on its board")
        })
    }

    #[inline]
    fn with(mut self, index: usize, from: u32, die: u32) -> Play {
        self.steps[index] = Step { from: from as u8, die: die as u8 };
        self
    }
}

/// The plays of one turn with the boards they lead to, as the player who made them sees those. Kept from turn to turn,
/// it does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Plays {
    found: Vec<(Play, Board)>,
}

impl Plays {
    /// Finds all plays of `dice`. Both dice are played if that can be done in any way, else the higher one if it can;
    /// of a double as many steps as can be made. Where nothing can be moved there is one play, [`Play::PASS`].
    pub fn find(&mut self, board: Board, dice: Dice) -> &[(Play, Board)] {
        self.found.clear();
        if dice.is_double() {
            let mut most = 0;
            self.repeat(board, dice.high(), Play::PASS, 0, BAR, &mut most);
        } else {
            self.both(board, dice.high(), dice.low());
        }
        if self.found.is_empty() {
            self.found.push((Play::PASS, board));
        }
        &self.found
    }

    /// The plays found last.
    pub fn found(&self) -> &[(Play, Board)] {
        &self.found
    }

    /// Steps of a double in the order of the points they start from. Moving what is behind first is always legal if
    /// any order is, and different sets of starting points lead to different boards.
    fn repeat(&mut self, board: Board, die: u32, play: Play, made: usize, highest: u32, most: &mut usize) {
        let mut stuck = true;
        if made < 4 {
            let on_bar = board.own.on(BAR) > 0;
            for from in board.own.places() {
                if from > highest {
                    continue;
                }
                if on_bar && from < BAR {
                    break;
                }
                if let Some(next) = board.step(from, die) {
                    stuck = false;
                    self.repeat(next, die, play.with(made, from, die), made + 1, from, most);
                }
            }
        }
        if stuck && made > 0 && made >= *most {
            if made > *most {
                self.found.clear();
                *most = made;
            }
            self.found.push((play, board));
        }
    }

    fn both(&mut self, board: Board, high: u32, low: u32) {
        let on_bar = board.own.on(BAR) > 0;
        for (first, second) in [(high, low), (low, high)] {
            for from in board.own.places() {
                if on_bar && from < BAR {
                    break;
                }
                let Some(between) = board.step(from, first) else { continue };
                let still_on_bar = between.own.on(BAR) > 0;
                for then in between.own.places() {
                    if still_on_bar && then < BAR {
                        break;
                    }
                    // Two men that do not meet and stay on the board, none of them from the bar: the order of the
                    // dice does not matter, and no other pair of steps leads to the same board.
                    let plain = !on_bar
                        && from > first
                        && then > second
                        && then + first != from
                        && from + second != then;
                    if plain && first == low {
                        continue;
                    }
                    let Some(after) = between.step(then, second) else { continue };
                    if plain || !self.found.iter().any(|(_, known)| *known == after) {
                        let play = Play::PASS.with(0, from, first).with(1, then, second);
                        self.found.push((play, after));
                    }
                }
            }
        }
        if self.found.is_empty() {
            self.one(board, high);
        }
        if self.found.is_empty() {
            self.one(board, low);
        }
    }

    fn one(&mut self, board: Board, die: u32) {
        let on_bar = board.own.on(BAR) > 0;
        for from in board.own.places() {
            if on_bar && from < BAR {
                break;
            }
            if let Some(next) = board.step(from, die) {
                self.found.push((Play::PASS.with(0, from, die), next));
            }
        }
    }
}
