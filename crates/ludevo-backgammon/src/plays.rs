//! What can be done with a roll: all boards that one turn can lead to, each once.

use std::cell::RefCell;

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

    /// The 15 throws that can open a game: dice that differ.
    pub const OPENING: [Dice; 15] = {
        let mut opening = [Dice { high: 1, low: 1 }; 15];
        let (mut index, mut roll) = (0, 0);
        while roll < Self::ALL.len() {
            if Self::ALL[roll].high != Self::ALL[roll].low {
                opening[index] = Self::ALL[roll];
                index += 1;
            }
            roll += 1;
        }
        opening
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
        let outline = Outline::of(board);
        if dice.is_double() {
            let mut most = 0;
            self.repeat(board, outline, dice.high(), Play::PASS, 0, &mut most);
        } else {
            self.both(board, outline, dice.high(), dice.low());
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
    fn repeat(
        &mut self,
        board: Board,
        outline: Outline,
        die: u32,
        play: Play,
        made: usize,
        most: &mut usize,
    ) {
        let mut stuck = true;
        if made < 4 {
            let highest = if made > 0 { u32::from(play.steps[made - 1].from) } else { BAR };
            for from in outline.starts(die, highest) {
                stuck = false;
                let (next, after) = (board.stepped(from, die), outline.stepped(board, from, die));
                self.repeat(next, after, die, play.with(made, from, die), made + 1, most);
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

    fn both(&mut self, board: Board, outline: Outline, high: u32, low: u32) {
        let on_bar = board.own.on(BAR) > 0;
        for (first, second) in [(high, low), (low, high)] {
            for from in outline.starts(first, BAR) {
                let between = board.stepped(from, first);
                for then in outline.stepped(board, from, first).starts(second, BAR) {
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
                    let after = between.stepped(then, second);
                    if plain || !self.found.iter().any(|(_, known)| *known == after) {
                        let play = Play::PASS.with(0, from, first).with(1, then, second);
                        self.found.push((play, after));
                    }
                }
            }
        }
        if self.found.is_empty() {
            self.one(board, outline, high);
        }
        if self.found.is_empty() {
            self.one(board, outline, low);
        }
    }

    fn one(&mut self, board: Board, outline: Outline, die: u32) {
        for from in outline.starts(die, BAR) {
            self.found.push((Play::PASS.with(0, from, die), board.stepped(from, die)));
        }
    }
}

thread_local! {
    /// Lists of plays that nobody uses.
    static SPARE: RefCell<Vec<Plays>> = const { RefCell::new(Vec::new()) };
}

/// The plays of one turn, one after the other. Its list is the thread's again once it is dropped, so that a search, which
/// asks for plays at every node, does not allocate.
#[derive(Debug)]
pub struct EachPlay {
    plays: Plays,
    next: usize,
}

impl EachPlay {
    /// All plays of `dice` (see [`Plays::find`]).
    pub fn of(board: Board, dice: Dice) -> Self {
        let mut plays = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
        plays.find(board, dice);
        EachPlay { plays, next: 0 }
    }
}

impl Iterator for EachPlay {
    type Item = Play;

    #[inline]
    fn next(&mut self) -> Option<Play> {
        let (play, _) = self.plays.found.get(self.next)?;
        self.next += 1;
        Some(*play)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.plays.found.len() - self.next;
        (left, Some(left))
    }
}

impl Drop for EachPlay {
    fn drop(&mut self) {
        let plays = std::mem::take(&mut self.plays);
        // A thread that ends has no use for it.
        let _ = SPARE.try_with(|spare| spare.borrow_mut().push(plays));
    }
}

/// The places of a board as bits, so that legal steps are found without trying them.
#[derive(Clone, Copy)]
struct Outline {
    /// Places of the mover's men, the bar included.
    own: u32,
    /// Points that two or more enemies hold, as the mover counts them. Nothing that the mover does changes these.
    blocked: u32,
}

impl Outline {
    fn of(board: Board) -> Outline {
        let own = board.own.places().fold(0, |own, place| own | 1 << place);
        let held = |blocked, place| blocked | u32::from(board.opp.on(place) > 1) << (BAR - place);
        Outline { own, blocked: board.opp.places().fold(0, held) & !1 }
    }

    /// From where a man may be moved by `die`, from `highest` or the next place below it downwards.
    #[inline]
    fn starts(self, die: u32, highest: u32) -> Starts {
        let open = self.own & !(self.blocked << die);
        // The bar comes first.
        if self.own >> BAR & 1 == 1 {
            return Starts(open & 1 << BAR);
        }
        let stays = open & !((2 << die) - 1);
        let is_home = self.own >> 7 == 0;
        // A man may leave with more steps than it needs only if none is behind it.
        let leaves = match self.own >> die {
            0 => 1u32 << self.own.checked_ilog2().unwrap_or(0) & self.own,
            _ => self.own & 1 << die,
        };
        Starts((stays | if is_home { leaves } else { 0 }) & ((2 << highest) - 1))
    }

    /// The outline after a step on `board`, whose outline this is.
    #[inline]
    fn stepped(self, board: Board, from: u32, die: u32) -> Outline {
        let emptied = u32::from(board.own.on(from) == 1) << from;
        // Men that are off have no place.
        let reached = (1 << from >> die) & !1;
        Outline { own: self.own & !emptied | reached, ..self }
    }
}

/// Places as bits, from the highest to the lowest.
struct Starts(u32);

impl Iterator for Starts {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.checked_ilog2()?;
        self.0 ^= 1 << place;
        Some(place)
    }
}
