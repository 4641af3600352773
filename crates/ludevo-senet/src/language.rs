//! What programs may ask about a board of Senet and the move that led to it, always as seen by the player who moved.

use ludevo_program::functions::READABLE;
use ludevo_program::{Deed, Draw, Language, Op, Primitive, Read, Reading, Type, UNSET};

use super::board::{Board, HOUSES};
use super::features;
use super::rules::Step;

// The cells of a view.
const OWN: u16 = 0;
const OPP: u16 = 1;
const FROM: u16 = 2;
const DISTANCE: u16 = 3;
const CHOICES: u16 = 4;
/// The first of the cells that keep numbers.
const KEPT: u16 = 5;
const CELLS: usize = KEPT as usize + NUMBERS.len();

/// The cells of a view.
pub fn view_cells() -> usize {
    CELLS
}

/// Fills a view of `board`, as the player sees it whose move `step` led to it.
#[inline]
pub fn fill(board: Board, step: Step, view: &mut [u64]) {
    let view: &mut [u64; CELLS] = view.try_into().expect("a view of Senet has its own size");
    view[usize::from(OWN)] = u64::from(board.own);
    view[usize::from(OPP)] = u64::from(board.opp);
    view[usize::from(FROM)] = f64::from(step.from).to_bits();
    view[usize::from(DISTANCE)] = f64::from(step.distance).to_bits();
    view[usize::from(CHOICES)] = f64::from(step.choices).to_bits();
    view[usize::from(KEPT)..].fill(UNSET);
}

#[inline]
fn board(view: &[u64]) -> Board {
    Board { own: view[usize::from(OWN)] as u32, opp: view[usize::from(OPP)] as u32 }
}

const fn untyped(name: &'static str, op: Op, meaning: &'static str) -> Primitive {
    Primitive { name, returns: Type::Query, op, meaning }
}

const fn cell(cell: u16, within: (f64, f64)) -> Op {
    Op::Read(Read::Number { cell, within })
}

const fn lookup(name: &'static str, look: fn(&mut [u64], f64) -> f64, most: f64) -> Op {
    Op::Do(Deed { name, act: look, takes_one: true, within: (0.0, most), is_pure: true })
}

/// Whether a house, given as any number, is one of `pieces`.
fn holds(pieces: u32, house: f64) -> f64 {
    let is_house = (1.0..f64::from(HOUSES) + 1.0).contains(&house);
    f64::from(u8::from(is_house && pieces >> house as u32 & 1 != 0))
}

/// The house of the n-th own piece from the rear; 0 if there are fewer.
fn nth(mut pieces: u32, n: f64) -> f64 {
    if !(1.0..8.0).contains(&n) {
        return 0.0;
    }
    for _ in 1..n as u32 {
        pieces &= pieces.wrapping_sub(1);
    }
    if pieces == 0 { 0.0 } else { f64::from(pieces.trailing_zeros()) }
}

/// The numbers from 1 to 30.
const TO_30: [f64; HOUSES as usize] = {
    let mut numbers = [0.0; HOUSES as usize];
    let mut at = 0;
    while at < numbers.len() {
        numbers[at] = (at + 1) as f64;
        at += 1;
    }
    numbers
};

/// The language of section 3: whatever is not 0 counts as true, and every function takes everything.
const UNTYPED: [Primitive; 15] = [
    untyped("If", Op::If, "the second if the first is not 0, otherwise the third"),
    untyped("And", Op::And, "1 if neither is 0, otherwise 0"),
    untyped("Or", Op::Or, "0 if both are 0, otherwise 1"),
    untyped("Not", Op::Not, "1 if it is 0, otherwise 0"),
    untyped("Add", Op::Plus, "the sum"),
    untyped("Sub", Op::Minus, "the first less the second"),
    untyped("Mul", Op::Times, "the product"),
    untyped(
        "Mine",
        lookup("mine", |view, house| holds(board(view).own, house), 1.0),
        "1 if the player has a piece in that house, otherwise 0",
    ),
    untyped(
        "Theirs",
        lookup("theirs", |view, house| holds(board(view).opp, house), 1.0),
        "1 if the enemy has a piece in that house, otherwise 0",
    ),
    untyped(
        "Vacant",
        lookup("vacant", |view, house| holds(!(board(view).own | board(view).opp), house), 1.0),
        "1 if that house is empty, otherwise 0",
    ),
    untyped(
        "Piece",
        lookup("piece", |view, n| nth(board(view).own, n), 30.0),
        "the house of the player's piece of that number, counted from the rear; 0 if there is none",
    ),
    untyped("Moves", cell(CHOICES, (0.0, 255.0)), "how many moves there were to choose from"),
    untyped("From", cell(FROM, (0.0, 30.0)), "the house that the piece left"),
    untyped("Distance", cell(DISTANCE, (-5.0, 5.0)), "how far it went, negative if back"),
    untyped(
        "Number",
        Op::Ephemeral(Draw::OneOf(&TO_30)),
        "a number from 1 to 30, for a house or for a preference",
    ),
];

type Number = (&'static str, Reading, (f64, f64), &'static str);

/// What the rich language counts, at most once a board.
#[rustfmt::skip]
const NUMBERS: [Number; 28] = [
    ("Off", |view, _| f64::from(features::off(board(view))), (0.0, 7.0),
        "the player's pieces that left the board"),
    ("EnemyOff", |view, _| f64::from(features::off(board(view).flipped())), (0.0, 7.0),
        "the enemy's pieces that left the board"),
    ("Progress", |view, _| f64::from(features::progress(board(view))), (0.0, 217.0),
        "how far the player's pieces have come, added up; 31 for each that left the board"),
    ("EnemyProgress", |view, _| f64::from(features::progress(board(view).flipped())), (0.0, 217.0),
        "how far the enemy's pieces have come, added up; 31 for each that left the board"),
    ("Drowned", |view, _| f64::from(features::drowned(board(view))), (0.0, 1.0),
        "1 if a piece of the player's is in the water"),
    ("EnemyDrowned", |view, _| f64::from(features::drowned(board(view).flipped())), (0.0, 1.0),
        "1 if a piece of the enemy's is in the water"),
    ("Defended", |view, _| f64::from(features::defended(board(view))), (0.0, 7.0),
        "the player's pieces that cannot be hit"),
    ("EnemyDefended", |view, _| f64::from(features::defended(board(view).flipped())), (0.0, 7.0),
        "the enemy's pieces that cannot be hit"),
    ("Row", |view, _| f64::from(features::row(board(view))), (0.0, 7.0),
        "the player's longest row of pieces in neighbouring houses"),
    ("EnemyRow", |view, _| f64::from(features::row(board(view).flipped())), (0.0, 7.0),
        "the enemy's longest row of pieces in neighbouring houses"),
    ("Exposed", |view, _| f64::from(features::exposed(board(view))), (0.0, 112.0),
        "ways of sixteen in which the enemy's first throw hits, over all pieces of the player's"),
    ("Targets", |view, _| f64::from(features::exposed(board(view).flipped())), (0.0, 112.0),
        "ways of sixteen in which the player's throw would hit, over all pieces of the enemy's"),
    ("Endangered", |view, _| f64::from(features::endangered(board(view))), (0.0, 16.0),
        "ways of sixteen in which the enemy's first throw puts a piece of the player's into the water"),
    ("Drownable", |view, _| f64::from(features::endangered(board(view).flipped())), (0.0, 16.0),
        "ways of sixteen in which the player's throw would put a piece of the enemy's into the water"),
    ("Beautiful", |view, _| f64::from(features::beautiful(board(view))), (0.0, 1.0),
        "1 if a piece of the player's is on house 26"),
    ("EnemyBeautiful", |view, _| f64::from(features::beautiful(board(view).flipped())), (0.0, 1.0),
        "1 if a piece of the enemy's is on house 26"),
    ("Ending", |view, _| f64::from(features::ending(board(view))), (0.0, 3.0),
        "the player's pieces on houses 28 to 30"),
    ("EnemyEnding", |view, _| f64::from(features::ending(board(view).flipped())), (0.0, 3.0),
        "the enemy's pieces on houses 28 to 30"),
    ("FirstTen", |view, _| f64::from(features::first_ten(board(view))), (0.0, 7.0),
        "the player's pieces in the first ten houses, which keep all others from leaving"),
    ("EnemyFirstTen", |view, _| f64::from(features::first_ten(board(view).flipped())), (0.0, 7.0),
        "the enemy's pieces in the first ten houses"),
    ("Near", |view, _| f64::from(features::near(board(view))), (0.0, 5.0),
        "the player's pieces within one throw of house 26"),
    ("EnemyNear", |view, _| f64::from(features::near(board(view).flipped())), (0.0, 5.0),
        "the enemy's pieces within one throw of house 26"),
    ("Rear", |view, _| f64::from(features::rear(board(view))), (0.0, 31.0),
        "the house of the player's rearmost piece"),
    ("EnemyRear", |view, _| f64::from(features::rear(board(view).flipped())), (0.0, 31.0),
        "the house of the enemy's rearmost piece"),
    ("Mobility", |view, _| f64::from(features::mobility(board(view))), (0.0, 16.0),
        "ways of sixteen in which a throw lets the player move forward"),
    ("EnemyMobility", |view, _| f64::from(features::mobility(board(view).flipped())), (0.0, 16.0),
        "ways of sixteen in which a throw lets the enemy move forward"),
    ("Choices", |view, _| f64::from(features::choices(board(view))), (0.0, 112.0),
        "the player's moves forward by each throw, times its ways of sixteen"),
    ("EnemyChoices", |view, _| f64::from(features::choices(board(view).flipped())), (0.0, 112.0),
        "the enemy's moves forward by each throw, times its ways of sixteen"),
];

/// The name of the published language.
pub const PUBLISHED: &str = "published";

/// The name of ours.
pub const RICH: &str = "rich";

/// The languages of Senet, the published one first.
pub fn languages() -> Vec<Language> {
    let kept = (KEPT..).zip(NUMBERS);
    let rich = READABLE.into_iter().chain(kept.map(|(memo, (name, compute, within, meaning))| {
        Primitive::float(name, Op::Read(Read::Once { compute, memo, within }), meaning)
    }));
    [(PUBLISHED, UNTYPED.to_vec()), (RICH, rich.collect::<Vec<_>>())]
        .map(|(name, primitives)| Language::new(name, CELLS, &primitives).expect("a language of Senet"))
        .into()
}
