//! What evolved programs may ask about a position: the published policies, and estimates of our own.

use std::sync::{Arc, LazyLock};

use ludevo_program::functions::READABLE;
use ludevo_program::{Architecture, Draw, Language, Op, Part, Primitive, Read, Type};
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::{Puzzle, Step};
use rand::seq::IteratorRandom;

use super::board::Board;
use super::rules::{Metric, RushHour};
use super::sets::BOOK;
use super::survey::{READINGS, Surveyor};

/// How many rules a policy has, the default aside.
pub const RULES: usize = 5;

/// How deep the trees of a policy may be.
const POLICY_DEPTH: usize = 5;

/// How deep a tree of our own may be.
const ESTIMATE_DEPTH: usize = 10;

/// The readings of Table 10.1, which come first.
const PUBLISHED: usize = 10;

/// Those of them that value trees may use too, which come first.
const HEURISTICS: usize = 3;

/// Cells of a view: all readings, and then the published ones once more as shares of their usual most.
pub const CELLS: usize = READINGS.len() + PUBLISHED;

/// The numbers that value trees may use.
const DIGITS: [f64; 10] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];

fn is_truth(place: usize) -> bool {
    READINGS[place].name.starts_with("Is")
}

fn number(place: usize) -> Primitive {
    let reading = &READINGS[place];
    let within = (0.0, reading.most);
    Primitive::float(reading.name, Op::Read(Read::Number { cell: place as u16, within }), reading.meaning)
}

/// A published reading as conditions know it: between 0 and 1.
fn share(place: usize) -> Primitive {
    let reading = &READINGS[place];
    let read = Read::Number { cell: (READINGS.len() + place) as u16, within: (0.0, 1.0) };
    if is_truth(place) {
        return Primitive::query(reading.name, read, reading.meaning);
    }
    Primitive::float(reading.name, Op::Read(read), reading.meaning)
}

fn language(name: &str, primitives: &[Primitive]) -> Arc<Language> {
    Arc::new(Language::new(name, CELLS, primitives).expect("the language is sound"))
}

/// The language of the conditions of policies.
pub fn conditions() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        let mut primitives: Vec<Primitive> = (0..PUBLISHED).map(share).collect();
        primitives.extend([
            Primitive::float("Constant", Op::Ephemeral(Draw::Between(0.0, 1.0)), "a constant"),
            Primitive::bool("And", Op::And, "both are true"),
            Primitive::bool("Or", Op::Or, "one of them is true"),
            Primitive::bool("AtMost", Op::LowerEqual, "the first is not more than the second"),
            Primitive::bool("AtLeast", Op::GreaterEqual, "the first is not less than the second"),
        ]);
        language("conditions", &primitives)
    });
    LANGUAGE.clone()
}

/// The language of the values of policies.
pub fn values() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        let mut primitives: Vec<Primitive> = (0..HEURISTICS).map(number).collect();
        primitives.extend([
            Primitive::float("Digit", Op::Ephemeral(Draw::OneOf(&DIGITS)), "a number from 0 to 9"),
            Primitive::float("Plus", Op::Plus, "the sum"),
            Primitive::float("Times", Op::Times, "the product"),
        ]);
        language("values", &primitives)
    });
    LANGUAGE.clone()
}

/// The language of estimates of our own: all readings as numbers.
pub fn estimates() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        let numbers = (0..READINGS.len()).filter(|place| READINGS[*place].name != "DifficultyLevel");
        let primitives: Vec<Primitive> = READABLE.into_iter().chain(numbers.map(number)).collect();
        language("estimates", &primitives)
    });
    LANGUAGE.clone()
}

/// The trees of a policy: the conditions of all rules, their values, and the default's value (section 10.2.4 of Evolved to
/// Win).
pub fn policy() -> Arc<Architecture> {
    let condition = |rule: usize| Part {
        name: format!("rule{rule}"),
        decides: format!("whether value {rule} counts, if that of no rule before it does"),
        root: Type::Bool,
        language: conditions(),
        depth: POLICY_DEPTH,
    };
    let value = |name: String, decides: String| Part {
        name,
        decides,
        root: Type::Float,
        language: values(),
        depth: POLICY_DEPTH,
    };
    let ruled = (1..=RULES).map(|rule| {
        value(
            format!("value{rule}"),
            format!("how far the goal is where rule {rule} is the first that holds"),
        )
    });
    let default = value("default".to_owned(), "how far the goal is where no rule holds".to_owned());
    Arc::new(Architecture { parts: (1..=RULES).map(condition).chain(ruled).chain([default]).collect() })
}

/// So many empty cells make a board open. Few vehicles on much room leave millions of positions within a few moves, where a
/// search must not wander; crowded boards have long solutions and few positions.
const OPEN: u32 = 20;

/// Which tree of an estimate judges a board: 0 if it is crowded, 1 if it is open.
pub fn tree_of(board: &Board) -> usize {
    let taken = board.vehicles().iter().fold(board.walls(), |taken, vehicle| taken | vehicle.cells());
    let empty = (board.size() * board.size()) as u32 - taken.count_ones();
    usize::from(empty >= OPEN)
}

/// The trees of an estimate, in the order of [`tree_of`].
pub fn estimate() -> Arc<Architecture> {
    let part = |name: &str, boards: &str| Part {
        name: name.to_owned(),
        decides: format!("which position of {boards} is looked at next: the one of which it says least"),
        root: Type::Float,
        language: estimates(),
        depth: ESTIMATE_DEPTH,
    };
    let open = format!("an open board, one with {OPEN} empty cells or more,");
    Arc::new(Architecture { parts: vec![part("crowded", "a crowded board"), part("open", &open)] })
}

/// What a cell of a view says of the position that a surveyor looks at.
#[inline]
pub fn cell(surveyor: &mut Surveyor, cell: usize, puzzle: &RushHour, step: &Step<super::Slide>) -> f64 {
    match cell.checked_sub(READINGS.len()) {
        None => surveyor.read(cell, puzzle, step),
        Some(place) => (surveyor.read(place, puzzle, step) / READINGS[place].usual).clamp(0.0, 1.0),
    }
}

/// After so many moves random play goes on to the next board.
const PLIES: u32 = 60;

/// Views of the positions of random play, of one board after the other.
pub fn views_of_random_play(count: usize) -> Vec<Vec<u64>> {
    let mut views = Vec::with_capacity(count);
    let mut moves = Vec::new();
    let mut surveyor = Surveyor::default();
    for round in 0u64.. {
        let numbers = 1..=BOOK.count();
        for number in numbers {
            let puzzle = RushHour::new(
                BOOK.numbered(number).expect("a board of the book").board.clone(),
                Metric::Slides,
            );
            let mut rng = stream(round, Purpose::Sampling, 0, number.into());
            let mut lot = puzzle.start();
            let mut step = Step { length: 0, last: None, siblings: 0 };
            surveyor.begin(&puzzle);
            for _ in 0..PLIES {
                surveyor.look(&puzzle, &lot, step.last);
                views.push((0..CELLS).map(|at| cell(&mut surveyor, at, &puzzle, &step).to_bits()).collect());
                if views.len() == count {
                    return views;
                }
                moves.clear();
                puzzle.moves(&lot, &mut moves);
                let Some(slide) = moves.iter().copied().choose(&mut rng) else { break };
                puzzle.apply(&mut lot, slide);
                step = Step { length: step.length + 1, last: Some(slide), siblings: moves.len() as u32 };
            }
        }
    }
    views
}
