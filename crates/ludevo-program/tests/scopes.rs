//! Programs that look ahead, in a language for noughts and crosses: every way to evaluate them enters the same views and
//! gives the bits that their meaning prescribes, whatever number of views is left.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludevo_program::text::{parse, print};
use ludevo_program::{
    Batch, Code, Compiled, Deed, Domain, Draw, Fold, Language, MOST_VIEWS, Method, Op, Primitive, Read,
    Scope, Tree, Type, UNSET, Views, count_introns, simplify,
};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    /// How many views the game has made.
    static MADE: Cell<u64> = const { Cell::new(0) };
    /// How often lines were counted.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: everything is left to the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The stones of the player to move and of the other one, what is left to choose from, how many lines are open, and a
/// number that deeds change.
const OWN: usize = 0;
const OTHER: usize = 1;
const REST: usize = 2;
const LINES: usize = 3;
const HELD: usize = 4;
const CELLS: usize = 5;

const BOARD: u64 = 0o777;
const ROWS: [u64; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
const SQUARES: Domain =
    Domain { name: "square", values: &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] };

fn is_row(stones: u64) -> bool {
    ROWS.iter().any(|row| stones & row == *row)
}

fn put(from: &[u64], to: &mut [u64], square: u64) -> bool {
    let rest = to[REST];
    to.copy_from_slice(from);
    (to[OWN], to[OTHER], to[REST]) = (from[OTHER], from[OWN] | square, rest);
    MADE.set(MADE.get() + 1);
    true
}

/// Every move, unless a row is complete. What is left to choose from is kept from choice to choice.
fn every_move(from: &[u64], to: &mut [u64], choice: u16) -> bool {
    if choice == 0 {
        assert!(to.iter().all(|cell| *cell == 0), "the first choice starts from nothing");
        to[REST] = BOARD & !(from[OWN] | from[OTHER]);
    }
    if to[REST] == 0 || is_row(from[OTHER]) {
        return false;
    }
    let square = to[REST] & to[REST].wrapping_neg();
    to[REST] ^= square;
    put(from, to, square)
}

/// Moves into corners, found anew for every choice.
fn corners(from: &[u64], to: &mut [u64], choice: u16) -> bool {
    let free =
        [1u64, 1 << 2, 1 << 6, 1 << 8].into_iter().filter(|corner| corner & (from[OWN] | from[OTHER]) == 0);
    free.clone().nth(usize::from(choice)).is_some_and(|corner| put(from, to, corner))
}

fn lines(view: &[u64], _: u16) -> f64 {
    COUNTED.set(COUNTED.get() + 1);
    ROWS.iter().filter(|row| view[OTHER] & **row == 0).count() as f64 / 3.0
}

fn wins(view: &[u64], _: u16) -> f64 {
    f64::from(u8::from(is_row(view[OTHER])))
}

fn add(view: &mut [u64], by: f64) -> f64 {
    view[HELD] = (f64::from_bits(view[HELD]) * 0.5 + by.clamp(-9.0, 9.0)).to_bits();
    f64::from_bits(view[HELD])
}

const NUMBERS: Draw = Draw::OneOf(&[-1e308, -2.5, -0.0, 0.5, 3.0, 1e308]);

fn primitives() -> Vec<Primitive> {
    let scope = |name, enter, fold| Op::Scope(Scope { name, enter, fold });
    vec![
        Primitive::bool("True", Op::Truth(true), ""),
        Primitive::bool("False", Op::Truth(false), ""),
        Primitive::float("Constant", Op::Ephemeral(NUMBERS), ""),
        Primitive::query("Own", Read::Count { cell: OWN as u16 }, ""),
        Primitive::query("Lead", Read::CountDifference { cell: OWN as u16, minus: OTHER as u16 }, ""),
        Primitive::query("Is", Read::Bit { cell: OTHER as u16, of: SQUARES }, ""),
        Primitive::float("Held", Op::Read(Read::Number { cell: HELD as u16, within: (-99.0, 99.0) }), ""),
        Primitive::query("Lines", Read::Once { compute: lines, memo: LINES as u16, within: (0.0, 3.0) }, ""),
        Primitive::query(
            "Won",
            Read::Of { compute: wins, of: Domain { name: "way", values: &["now"] }, within: (0.0, 1.0) },
            "",
        ),
        Primitive::bool("And", Op::And, ""),
        Primitive::bool("Or", Op::Or, ""),
        Primitive::bool("Not", Op::Not, ""),
        Primitive::bool("AtMost", Op::LowerEqual, ""),
        Primitive::bool("Less", Op::Smaller, ""),
        Primitive::float("If", Op::If, ""),
        Primitive::float("IfPositive", Op::IfPositive, ""),
        Primitive::float("Plus", Op::Plus, ""),
        Primitive::float("Minus", Op::Minus, ""),
        Primitive::float("Times", Op::Times, ""),
        Primitive::bool("Any", scope("move", every_move, Fold::Any), ""),
        Primitive::bool("All", scope("move", every_move, Fold::All), ""),
        Primitive::float("Count", scope("move", every_move, Fold::Count), ""),
        Primitive::float("Sum", scope("corner", corners, Fold::Sum), ""),
        Primitive::float("Most", scope("move", every_move, Fold::Most), ""),
        Primitive::float("Least", scope("corner", corners, Fold::Least), ""),
        Primitive::float("MostWhere", scope("corner", corners, Fold::MostWhere), ""),
        Primitive::float("LeastWhere", scope("move", every_move, Fold::LeastWhere), ""),
        Primitive::float("FirstWhere", scope("move", every_move, Fold::FirstWhere), ""),
        Primitive::float("First", scope("corner", corners, Fold::First), ""),
        Primitive::float("AllThen", scope("move", every_move, Fold::AllThen), ""),
    ]
}

fn language() -> Language {
    Language::new("noughts", CELLS, &primitives()).expect("every type closes")
}

fn with_deeds() -> Language {
    let deed = Deed { name: "add", act: add, takes_one: true, within: (-99.0, 99.0), is_pure: false };
    let deeds = [Primitive::float("Do", Op::Do(deed), "")];
    Language::new("noughts/deeds", CELLS, &[&primitives()[..], &deeds].concat()).expect("every type closes")
}

/// The position after random moves.
fn position(rng: &mut Stream) -> [u64; CELLS] {
    let (mut own, mut other) = (0, 0);
    for _ in 0..rng.random_range(0..8) {
        let square = 1 << rng.random_range(0..9);
        if (own | other) & square == 0 {
            (own, other) = (other, own | square);
        }
    }
    [own, other, 0, UNSET, rng.random_range(-9.0f64..9.0).to_bits()]
}

/// How many views are left, and how many were entered.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    left: u64,
    entered: u64,
}

/// The meaning of programs in its plainest form: the value of the node at `index` as its place reads it.
fn meaning(
    (tree, language): (&Tree, &Language),
    index: usize,
    slot: Type,
    view: &mut [u64],
    plain: &mut Plain,
) -> f64 {
    let finite = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(f64::MIN, f64::MAX) };
    let bool = |truth: bool| f64::from(u8::from(truth));
    let node = tree.nodes()[index];
    let primitive = language.primitive(node.opcode);
    let of = |place: usize, view: &mut [u64], plain: &mut Plain| {
        let index = tree.arguments(language, index).nth(place).expect("an argument");
        meaning((tree, language), index, primitive.op.takes()[place], view, plain)
    };
    let value = match primitive.op {
        Op::Truth(truth) => bool(truth),
        Op::Ephemeral(_) => node.constant,
        Op::Read(Read::Count { cell }) => f64::from(view[usize::from(cell)].count_ones()),
        Op::Read(Read::CountDifference { cell, minus }) => {
            f64::from(view[usize::from(cell)].count_ones()) - f64::from(view[usize::from(minus)].count_ones())
        }
        Op::Read(Read::Bit { cell, .. }) => bool(view[usize::from(cell)] & (1 << node.parameter) != 0),
        Op::Read(Read::Number { cell, .. }) => f64::from_bits(view[usize::from(cell)]),
        Op::Read(Read::Once { compute, .. } | Read::Of { compute, .. }) => compute(view, node.parameter),
        Op::And => bool(of(0, view, plain) == 1.0 && of(1, view, plain) == 1.0),
        Op::Or => bool(of(0, view, plain) == 1.0 || of(1, view, plain) == 1.0),
        Op::Not => bool(of(0, view, plain) == 0.0),
        Op::LowerEqual => bool(of(0, view, plain) <= of(1, view, plain)),
        Op::Smaller => bool(of(0, view, plain) < of(1, view, plain)),
        Op::If => {
            let taken = if of(0, view, plain) == 1.0 { 1 } else { 2 };
            of(taken, view, plain)
        }
        Op::IfPositive => {
            let taken = if of(0, view, plain) > 0.0 { 1 } else { 2 };
            of(taken, view, plain)
        }
        Op::Plus => of(0, view, plain) + of(1, view, plain),
        Op::Minus => of(0, view, plain) - of(1, view, plain),
        Op::Times => of(0, view, plain) * of(1, view, plain),
        Op::Do(deed) => {
            let argument = of(0, view, plain);
            finite((deed.act)(view, argument)).clamp(deed.within.0, deed.within.1)
        }
        Op::Scope(Scope { enter, fold, .. }) => {
            // Every view of its own, and what each says, until something is known.
            let is_filtered = matches!(fold, Fold::MostWhere | Fold::LeastWhere | Fold::FirstWhere);
            let mut said = Vec::new();
            let mut kept = [0; CELLS];
            let mut ended = false;
            for choice in 0.. {
                if plain.left == 0 {
                    break;
                }
                let mut next = kept;
                if !enter(view, &mut next, choice) {
                    ended = true;
                    break;
                }
                next[LINES] = UNSET;
                plain.left -= 1;
                plain.entered += 1;
                kept = next;
                if is_filtered && of(0, &mut kept, plain) == 0.0 {
                    continue;
                }
                let number = of(usize::from(is_filtered), &mut kept, plain);
                said.push(number);
                let decides = match fold {
                    Fold::Any => number == 1.0,
                    Fold::All | Fold::AllThen => number == 0.0,
                    Fold::FirstWhere | Fold::First => true,
                    _ => false,
                };
                if decides {
                    ended = true;
                    break;
                }
            }
            match fold {
                Fold::Any => bool(said.contains(&1.0)),
                Fold::All => bool(ended && !said.contains(&0.0)),
                Fold::AllThen if said.is_empty() && ended => of(1, view, plain),
                Fold::AllThen if ended && !said.contains(&0.0) && plain.left > 0 => {
                    let mut first = [0; CELLS];
                    enter(view, &mut first, 0);
                    first[LINES] = UNSET;
                    plain.left -= 1;
                    plain.entered += 1;
                    of(1, &mut first, plain)
                }
                Fold::AllThen => of(2, view, plain),
                Fold::First if said.is_empty() => of(1, view, plain),
                Fold::Count => said.iter().fold(0.0, |count, number| count + number),
                Fold::Sum => said.iter().fold(0.0, |sum, number| finite(sum + number)),
                _ if said.is_empty() => of(if is_filtered { 2 } else { 0 }, view, plain),
                Fold::Most | Fold::MostWhere => {
                    said.into_iter().reduce(|best, number| if number > best { number } else { best }).unwrap()
                }
                Fold::Least | Fold::LeastWhere => {
                    said.into_iter().reduce(|best, number| if number < best { number } else { best }).unwrap()
                }
                Fold::FirstWhere | Fold::First => said[0],
            }
        }
        _ => unreachable!("not in the language"),
    };
    let value = finite(value);
    let value = if node.factor == 1.0 { value } else { finite(value * node.factor) };
    if slot == Type::Bool { bool(value != 0.0) } else { value }
}

/// The bits of a value, the view without what is kept in it, and the views entered and left.
type Outcome = (u64, [u64; CELLS], Plain);

fn outcome(view: &[u64; CELLS], most: u64, evaluate: impl FnOnce(&mut [u64], &mut Views) -> f64) -> Outcome {
    let (mut view, mut views) = (*view, Views::new(most));
    let value = evaluate(&mut view, &mut views);
    view[LINES] = UNSET;
    (value.to_bits(), view, Plain { left: views.left(), entered: views.entered() })
}

#[test]
fn every_way_of_evaluating_enters_the_same_views_and_gives_the_same_bits() {
    let (mut looked, mut cut) = (0, 0);
    for language in [language(), with_deeds()] {
        let mut rng = stream(1, Purpose::Sampling, 0, 0);
        for round in 0..1200 {
            let slot = if round % 4 == 0 { Type::Bool } else { Type::Float };
            let method = if round % 2 == 0 { Method::Full } else { Method::Grow };
            let tree = language.random_tree(&mut rng, method, slot, 2 + round % 4);
            let program = print(&tree, &language);
            assert_eq!(parse(&program, &language, slot).as_ref(), Ok(&tree), "round trip");
            assert_eq!(count_introns(&tree, &language, slot).nodes(), tree.len());
            let code = Code::new(&tree, &language, slot);
            let compiled = Compiled::new(&code).expect("this machine is supported");
            let small = simplify(&tree, &language, slot);
            assert!(small.len() <= tree.len() && small.is_well_formed(&language, slot));
            let simplified = Code::new(&small, &language, slot);
            for most in [0, 1, 5, 40, 700] {
                let view = position(&mut rng);
                let mut expected_view = view;
                let mut plain = Plain { left: most, entered: 0 };
                MADE.set(0);
                let expected = meaning((&tree, &language), 0, slot, &mut expected_view, &mut plain);
                assert_eq!(plain.entered, MADE.get(), "what is counted is what the game made");
                looked += u32::from(plain.entered > 0);
                cut += u32::from(plain.entered > 0 && plain.left == 0);
                expected_view[LINES] = UNSET;
                let expected = (expected.to_bits(), expected_view, plain);
                let say = || format!("{program} of {view:?} in {most} views");
                let found = outcome(&view, most, |view, views| code.evaluate_within(view, views));
                assert_eq!(found, expected, "interpreted: {}", say());
                let found = outcome(&view, most, |view, views| compiled.evaluate_within(view, views));
                assert_eq!(found, expected, "compiled: {}", say());
                let found = outcome(&view, most, |view, views| {
                    tree.trace_within(&language, slot, view, views).values[0].expect("the root is evaluated")
                });
                assert_eq!(found, expected, "traced: {}", say());
                let mut found = outcome(&view, most, |view, views| simplified.evaluate_within(view, views));
                // Simplification does not tell one zero from the other.
                if f64::from_bits(found.0) == f64::from_bits(expected.0) {
                    found.0 = expected.0;
                }
                assert_eq!(found, expected, "simplified to {}: {}", print(&small, &language), say());
                if language.name() == "noughts" {
                    assert_eq!(expected.1, view, "looking ahead leaves the view alone");
                }
            }
        }
    }
    assert!(looked > 4_000 && cut > 1_500, "{looked} looked ahead, {cut} to the limit");
}

fn value(text: &str, view: [u64; CELLS], most: u64) -> (f64, u64) {
    let language = language();
    let tree = parse(text, &language, Type::Float).expect("a program");
    let mut views = Views::new(most);
    let value = Code::new(&tree, &language, Type::Float).evaluate_within(&mut view.clone(), &mut views);
    (value, views.entered())
}

/// The player to move has a1 and b1, the other one a2 and b2; c1 wins at once, c2 is the other one's threat.
const TWO_EACH: [u64; CELLS] = [0b000_000_011, 0b000_011_000, 0, UNSET, 0];

#[test]
fn folds_say_what_their_views_say() {
    let all = 1000;
    // c1 is the first of five moves.
    assert_eq!(value("If(Any(Won(now)), 1, 0)", TWO_EACH, all), (1.0, 1));
    assert_eq!(value("If(All(Won(now)), 1, 0)", TWO_EACH, all), (0.0, 2));
    assert_eq!(value("Count(Won(now))", TWO_EACH, all), (1.0, 5));
    assert_eq!(value("FirstWhere(Is(c2), Own, -1)", TWO_EACH, all), (2.0, 2));
    assert_eq!(value("FirstWhere(False, Own, -1)", TWO_EACH, all), (-1.0, 5));
    // Three corners are free; on the view that is entered the one who moved has three stones.
    assert_eq!(value("Sum(Lead)", TWO_EACH, all), (-3.0, 3));
    assert_eq!(value("MostWhere(Is(a3), -2*Lead, 7)", TWO_EACH, all), (2.0, 3));
    assert_eq!(value("MostWhere(Is(b3), -2*Lead, 7)", TWO_EACH, all), (7.0, 3));
    // After c1 nobody moves; after c2 the four replies are in vain; after the three others the second reply wins.
    assert_eq!(value("Count(Any(Won(now)))", TWO_EACH, all), (3.0, 5 + 4 + 3 * 2));
}

/// The position after a complete row: there is nothing to enter.
const OVER: [u64; CELLS] = [0b000_011_000, 0b000_000_111, 0, UNSET, 0];

#[test]
fn folds_of_nothing_and_folds_that_the_limit_ends_have_stated_values() {
    for (text, of_nothing, unseen) in [
        ("If(Any(True), 1, 0)", 0.0, 0.0),
        // Of nothing all is true; of what was not seen nothing is claimed.
        ("If(All(True), 1, 0)", 1.0, 0.0),
        ("Count(True)", 0.0, 0.0),
        ("Most(Own)", 2.0, 2.0),
        ("LeastWhere(True, Own, 9)", 9.0, 9.0),
        ("FirstWhere(True, Own, 9)", 9.0, 9.0),
    ] {
        assert_eq!(value(text, OVER, 1000), (of_nothing, 0), "{text}");
        assert_eq!(value(text, TWO_EACH, 0), (unseen, 0), "{text}");
    }
    // Five views are enough to see all five, and one more to know it.
    assert_eq!(value("If(All(True), 1, 0)", TWO_EACH, 5), (0.0, 5));
    assert_eq!(value("If(All(True), 1, 0)", TWO_EACH, 6), (1.0, 5));
    assert_eq!(value("Count(True)", TWO_EACH, 3), (3.0, 3));
    // The first scope leaves nothing for the second, which is never worked out before it.
    assert_eq!(value("Minus(Count(True), Count(Own))", TWO_EACH, 5), (5.0, 5));
}

#[test]
fn evaluation_ends_where_nobody_says_how_many_views_there_are() {
    let language = language();
    let text = "Most(".repeat(8) + "Own" + &")".repeat(8);
    let tree = parse(&text, &language, Type::Float).expect("a program");
    let code = Code::new(&tree, &language, Type::Float);
    let empty = [0, 0, 0, UNSET, 0];
    let mut views = Views::new(MOST_VIEWS);
    let expected = code.evaluate_within(&mut empty.clone(), &mut views);
    assert_eq!((views.left(), views.entered()), (0, MOST_VIEWS));
    assert_eq!(code.evaluate(&mut empty.clone()), expected);
    let compiled = Compiled::new(&code).expect("this machine is supported");
    assert_eq!(compiled.evaluate(&mut empty.clone()), expected);
    assert_eq!(tree.trace(&language, Type::Float, &mut empty.clone())[0], Some(expected));
}

#[test]
fn numbers_are_kept_for_each_view_alone() {
    let language = language();
    let tree = parse("Plus(Lines, Most(Plus(Lines, Lines)))", &language, Type::Float).expect("a program");
    let code = Code::new(&tree, &language, Type::Float);
    let compiled = Compiled::new(&code).expect("this machine is supported");
    for evaluate in
        [&|view: &mut [u64]| code.evaluate(view) as f64, &|view: &mut [u64]| compiled.evaluate(view)]
            as [&dyn Fn(&mut [u64]) -> f64; 2]
    {
        COUNTED.set(0);
        evaluate(&mut TWO_EACH.clone());
        assert_eq!(COUNTED.get(), 6, "once for the view at hand and for each of five others");
    }
}

#[test]
fn a_trace_shows_the_view_that_decided_and_the_choice_that_led_there() {
    let language = language();
    let text = "Plus(Most(If(Is(c2), Own, -1*Own)), FirstWhere(Won(now), 5, Own))";
    let tree = parse(text, &language, Type::Float).expect("a program");
    let trace = tree.trace_within(&language, Type::Float, &mut TWO_EACH.clone(), &mut Views::new(100));
    // Most: c2 is the second choice, and only there the first branch is taken. FirstWhere: c1 wins at once.
    let values = [7.0, 2.0, 2.0, 1.0, 2.0, f64::NAN, 5.0, 1.0, 5.0, f64::NAN];
    let shown: Vec<f64> = trace.values.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
    assert_eq!(format!("{shown:?}"), format!("{values:?}"));
    let found: Vec<(usize, u16)> =
        trace.choices.iter().enumerate().filter_map(|(node, choice)| Some((node, (*choice)?))).collect();
    assert_eq!(found, [(1, 1), (6, 0)]);
}

#[test]
fn what_looks_ahead_is_evaluated_a_view_at_a_time() {
    let language = language();
    let tree = parse("Most(Own)", &language, Type::Float).expect("a program");
    assert!(Batch::new(&tree, &language).is_none());
}

#[test]
fn views_that_were_used_before_make_room_for_nested_scopes() {
    let language = language();
    let tree = parse("Most(Least(Sum(Count(Lines))))", &language, Type::Float).expect("a program");
    let code = Code::new(&tree, &language, Type::Float);
    let compiled = Compiled::new(&code).expect("this machine is supported");
    let mut views = Views::new(u64::MAX);
    code.evaluate_within(&mut TWO_EACH.clone(), &mut views);
    let before = (ALLOCATED.get(), views.entered());
    code.evaluate_within(&mut TWO_EACH.clone(), &mut views);
    compiled.evaluate_within(&mut TWO_EACH.clone(), &mut views);
    assert_eq!(ALLOCATED.get(), before.0, "no memory is asked for");
    assert_eq!(views.entered(), 3 * before.1);
}
