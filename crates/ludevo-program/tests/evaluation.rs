//! Interpreter, compiled code and trace give the bits that the meaning of a program prescribes.

use std::cell::Cell;

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS};
use ludevo_program::text::{parse, print};
use ludevo_program::{
    Code, Compiled, Domain, Draw, Function, Language, Method, Op, Primitive, Read, Tree, Type, UNSET,
};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;
use rand::seq::IndexedRandom;

const CELLS: usize = 8;
const MEMOS: [u16; 2] = [4, 5];
const SQUARES: Domain = Domain { name: "square", values: &["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"] };
const EXTREMES: Draw = Draw::OneOf(&[1e300, -1e300, 5e-324, -0.0, f64::MAX, f64::MIN, 1e-300, 0.5, 3.0]);

thread_local! {
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

/// Sometimes NaN, infinite, or beyond what the terminal declares.
fn wild(view: &[u64], parameter: u16) -> f64 {
    match (view[0] ^ u64::from(parameter)) % 7 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 => -0.0,
        kind => (view[1] as f64) * (kind as f64 - 5.0),
    }
}

fn counted(view: &[u64], _: u16) -> f64 {
    ASKED.set(ASKED.get() + 1);
    f64::from(view[2].count_ones()) / 3.0
}

/// A function that overflows.
const SQUARE: Function =
    Function { name: "square", apply: |x| x * x, within: |low, high| (0.0, (low * low).max(high * high)) };

fn primitives() -> Vec<Primitive> {
    let once = |compute, memo, within| Op::Read(Read::Once { compute, memo, within });
    let mut primitives = [FUNCTIONS.as_slice(), BASIC_TERMINALS.as_slice()].concat();
    primitives.extend([
        Primitive::bool("Not", Op::Not, ""),
        Primitive::bool("Greater", Op::Greater, ""),
        Primitive::bool("Smaller", Op::Smaller, ""),
        Primitive::bool("GreaterEqual", Op::GreaterEqual, ""),
        Primitive::bool("Equal", Op::Equal, ""),
        Primitive::bool("And3", Op::And3, ""),
        Primitive::bool("Or3", Op::Or3, ""),
        Primitive::float("Times", Op::Times, ""),
        Primitive::float("Div", Op::Divide, ""),
        Primitive::float("Negate", Op::Negate, ""),
        Primitive::float("IfGreater", Op::IfGreater, ""),
        Primitive::float("IfPositive", Op::IfPositive, ""),
        Primitive::float("Square", Op::Apply(SQUARE), ""),
        Primitive::float("Large", Op::Scale(EXTREMES), ""),
        Primitive::float("Extreme", Op::Ephemeral(EXTREMES), ""),
        Primitive::float("Stones", Op::Read(Read::Count { cell: 0 }), ""),
        Primitive::query("Corners", Read::Count { cell: 1 }, ""),
        Primitive::query("Lead", Read::CountDifference { cell: 2, minus: 3 }, ""),
        Primitive::bool("AnyLeft", Op::Read(Read::Count { cell: 6 }), ""),
        Primitive::query("IsMine", Read::Bit { cell: 0, of: SQUARES }, ""),
        Primitive::bool("IsTheirs", Op::Read(Read::Bit { cell: 7, of: SQUARES }), ""),
        Primitive::float("Mobility", once(counted, MEMOS[0], (0.0, 64.0)), ""),
        Primitive::query("Wild", Read::Once { compute: wild, memo: MEMOS[1], within: (-3.0, f64::MAX) }, ""),
        Primitive::query("WildOf", Read::Of { compute: wild, of: SQUARES, within: (-1e308, 2.0) }, ""),
        Primitive::float(
            "Unbounded",
            Op::Read(Read::Of { compute: wild, of: SQUARES, within: (f64::NEG_INFINITY, f64::INFINITY) }),
            "",
        ),
    ]);
    primitives
}

fn language() -> Language {
    Language::new("test/everything", CELLS, &primitives()).expect("every type closes")
}

fn random_view(rng: &mut Stream) -> [u64; CELLS] {
    let mut view = [0; CELLS];
    for cell in &mut view {
        *cell = match rng.random_range(0..4) {
            0 => 0,
            1 => rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>(),
            2 => u64::MAX,
            _ => rng.random(),
        };
    }
    for memo in MEMOS {
        view[usize::from(memo)] = UNSET;
    }
    view
}

/// A random tree, some of whose nodes have factors, as text so that factors need no access to its nodes.
fn random_tree(rng: &mut Stream, language: &Language, slot: Type) -> Tree {
    let method = *[Method::Full, Method::Grow, Method::Branching].choose(rng).expect("three methods");
    let depth = rng.random_range(1..8);
    let tree = language.random_tree(rng, method, slot, depth);
    let mut text = String::new();
    with_factors(rng, &tree, language, 0, &mut text);
    parse(&text, language, slot).expect("a printed tree with factors is a tree")
}

fn with_factors(rng: &mut Stream, tree: &Tree, language: &Language, index: usize, text: &mut String) {
    let node = tree.nodes()[index];
    if language.primitive(node.opcode).returns.is_numeric() && rng.random_bool(0.2) {
        let factor = [-1.0, 0.0, 1e200, -1e-200, 1.5, -0.0].choose(rng).expect("some factors");
        text.push_str(&format!("{factor:?}*"));
    }
    let lone = print(&tree.with_subtree(0, tree.subtree(index)), language);
    let arguments: Vec<usize> = tree.arguments(language, index).collect();
    if arguments.is_empty() {
        return text.push_str(&lone);
    }
    text.push_str(lone.split('(').next().expect("a head"));
    for (position, argument) in arguments.into_iter().enumerate() {
        text.push_str(if position == 0 { "(" } else { ", " });
        with_factors(rng, tree, language, argument, text);
    }
    text.push(')');
}

/// The meaning of programs in its plainest form: the value of the node at `index` as its place reads it.
fn meaning(tree: &Tree, language: &Language, index: usize, slot: Type, view: &[u64]) -> f64 {
    let finite = |value: f64| match value {
        value if value.is_nan() => 0.0,
        value if value == f64::INFINITY => f64::MAX,
        value if value == f64::NEG_INFINITY => f64::MIN,
        value => value,
    };
    let node = tree.nodes()[index];
    let primitive = language.primitive(node.opcode);
    let argument = |position: usize| {
        let index = tree.arguments(language, index).nth(position).expect("an argument");
        meaning(tree, language, index, primitive.op.takes()[position], view)
    };
    let holds = |position: usize| argument(position) == 1.0;
    let bool = |truth: bool| f64::from(u8::from(truth));
    let count = |cell: u16| f64::from(view[usize::from(cell)].count_ones());
    let host = |value: f64, (low, high): (f64, f64)| finite(value).max(finite(low)).min(finite(high));
    let value = match primitive.op {
        Op::And => bool(holds(0) && holds(1)),
        Op::Or => bool(holds(0) || holds(1)),
        Op::And3 => bool(holds(0) && holds(1) && holds(2)),
        Op::Or3 => bool(holds(0) || holds(1) || holds(2)),
        Op::Equal => bool(argument(0) == argument(1)),
        Op::Nand => bool(!holds(0) || !holds(1)),
        Op::Nor => bool(!holds(0) && !holds(1)),
        Op::Not | Op::NotFirst => bool(!holds(0)),
        Op::LowerEqual => bool(argument(0) <= argument(1)),
        Op::Greater => bool(argument(0) > argument(1)),
        Op::Smaller => bool(argument(0) < argument(1)),
        Op::GreaterEqual => bool(argument(0) >= argument(1)),
        Op::If => {
            if holds(0) {
                argument(1)
            } else {
                argument(2)
            }
        }
        Op::Plus => argument(0) + argument(1),
        Op::Minus => argument(0) - argument(1),
        Op::Times => argument(0) * argument(1),
        Op::Divide => {
            let (left, right) = (argument(0), argument(1));
            if right == 0.0 { 0.0 } else { left / right }
        }
        Op::Negate => -argument(0),
        Op::IfGreater => {
            if argument(0) > argument(1) {
                argument(2)
            } else {
                argument(3)
            }
        }
        Op::IfPositive => {
            if argument(0) > 0.0 {
                argument(1)
            } else {
                argument(2)
            }
        }
        Op::Apply(function) => (function.apply)(argument(0)),
        Op::Do(_) | Op::Read(Read::Number { .. }) => unreachable!("`effects.rs` has these"),
        Op::Scope(_) => unreachable!("`scopes.rs` has these"),
        Op::Call { .. } => unreachable!("`calls.rs` has these"),
        Op::Read(Read::Defined { .. }) => unreachable!("`definition.rs` has these"),
        Op::Scale(_) => node.constant * argument(0),
        Op::First => argument(0),
        Op::Number(number) => number,
        Op::Truth(truth) => bool(truth),
        Op::Ephemeral(_) => node.constant,
        Op::Read(Read::Count { cell }) => count(cell),
        Op::Read(Read::CountDifference { cell, minus }) => count(cell) - count(minus),
        Op::Read(Read::Bit { cell, .. }) => bool(view[usize::from(cell)] & (1 << node.parameter) != 0),
        Op::Read(Read::Once { compute, within, .. }) => host(compute(view, 0), within),
        Op::Read(Read::Of { compute, within, .. }) => host(compute(view, node.parameter), within),
    };
    let value = finite(value);
    let value = if node.factor == 1.0 { value } else { finite(value * node.factor) };
    if slot == Type::Bool { bool(value != 0.0) } else { value }
}

#[test]
fn every_way_of_evaluating_gives_the_same_bits() {
    let language = language();
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    let mut overflows = 0;
    for round in 0..4000 {
        let slot = if round % 4 == 0 { Type::Bool } else { Type::Float };
        let tree = random_tree(&mut rng, &language, slot);
        let code = Code::new(&tree, &language, slot);
        let compiled = Compiled::new(&code).expect("this machine is supported");
        for _ in 0..8 {
            let view = random_view(&mut rng);
            let expected = meaning(&tree, &language, 0, slot, &view);
            overflows += u32::from(expected.abs() == f64::MAX);
            let say = || format!("{} of {view:?}: expected {expected:?}", print(&tree, &language));
            let interpreted = code.evaluate(&mut view.clone());
            assert_eq!(interpreted.to_bits(), expected.to_bits(), "interpreted {interpreted:?}, {}", say());
            let ran = compiled.evaluate(&mut view.clone());
            assert_eq!(ran.to_bits(), expected.to_bits(), "compiled {ran:?}, {}", say());
            let traced = tree.trace(&language, slot, &mut view.clone());
            assert_eq!(traced[0].map(f64::to_bits), Some(expected.to_bits()), "traced {traced:?}, {}", say());
        }
    }
    assert!(overflows > 100, "only {overflows} results were at the edge of the numbers");
}

#[test]
fn a_trace_has_what_each_evaluated_node_means_and_nothing_else() {
    let language = language();
    let text = "IfTrue(Or(IsMine(a1), LowerEqual(Mobility, 2)), Plus(-2*Stones, NullJ(1, 2)), Zero)";
    let tree = parse(text, &language, Type::Float).expect("a program");
    let mut view = [0b1011, 0, 0b111, 0, UNSET, UNSET, 0, 0];
    let trace = tree.trace(&language, Type::Float, &mut view);
    let expected = [
        Some(-5.0),
        Some(1.0),
        Some(1.0),
        None,
        None,
        None,
        Some(-5.0),
        Some(-6.0),
        Some(1.0),
        Some(1.0),
        None,
        None,
    ];
    assert_eq!(trace, expected);
    assert_eq!(view[4], UNSET, "Mobility was not asked for");
}

/// A costly reading is asked at most once a view, and not at all where its branch is not taken.
#[test]
fn a_costly_reading_is_lazy_and_kept() {
    let language = language();
    let tree = parse("IfTrue(IsMine(a1), Plus(Mobility, Mobility), One)", &language, Type::Float);
    let tree = tree.expect("a program");
    let code = Code::new(&tree, &language, Type::Float);
    let compiled = Compiled::new(&code).expect("this machine is supported");
    type Way<'a> = (&'a str, &'a dyn Fn(&mut [u64]) -> f64);
    let ways: [Way; 3] = [
        ("interpreted", &|view| code.evaluate(view)),
        ("compiled", &|view| compiled.evaluate(view)),
        ("traced", &|view| tree.trace(&language, Type::Float, view)[0].expect("a value")),
    ];
    for (name, evaluate) in ways {
        for (mine, asked) in [(0, 0), (1, 1)] {
            let mut view = [mine, 0, 7, 0, UNSET, UNSET, 0, 0];
            ASKED.set(0);
            let values = [evaluate(&mut view), evaluate(&mut view)];
            assert_eq!(ASKED.get(), asked, "{name}");
            assert_eq!(values, if mine == 1 { [2.0, 2.0] } else { [1.0, 1.0] }, "{name}");
        }
    }
}

/// A new operation or reading fails to compile here until it has its place in the test language.
#[test]
fn every_operation_is_in_the_language_that_the_tests_use() {
    let mut seen = [false; 32];
    for primitive in primitives() {
        let place = match primitive.op {
            Op::And => 0,
            Op::Or => 1,
            Op::Nand => 2,
            Op::Nor => 3,
            Op::Not => 4,
            Op::NotFirst => 5,
            Op::LowerEqual => 6,
            Op::If => 7,
            Op::Plus => 8,
            Op::Minus => 9,
            Op::Times => 10,
            Op::Scale(_) => 11,
            Op::First => 12,
            Op::Number(_) => 13,
            Op::Truth(_) => 14,
            Op::Ephemeral(_) => 15,
            Op::Read(Read::Count { .. }) => 16,
            Op::Read(Read::CountDifference { .. }) => 17,
            Op::Read(Read::Bit { .. }) => 18,
            Op::Read(Read::Once { .. }) => 19,
            Op::Read(Read::Of { .. }) => 20,
            Op::Divide => 21,
            Op::IfGreater => 22,
            Op::IfPositive => 23,
            Op::Apply(_) => 24,
            Op::Greater => 25,
            Op::Smaller => 26,
            Op::Negate => 27,
            Op::And3 => 28,
            Op::Or3 => 29,
            Op::Equal => 30,
            Op::GreaterEqual => 31,
            Op::Do(_) | Op::Read(Read::Number { .. }) => unreachable!("`effects.rs` has these"),
            Op::Scope(_) => unreachable!("`scopes.rs` has these"),
            Op::Call { .. } => unreachable!("`calls.rs` has these"),
            Op::Read(Read::Defined { .. }) => unreachable!("`definition.rs` has these"),
        };
        seen[place] = true;
    }
    assert_eq!(seen, [true; 32]);

    // Each one has a text, a lowered form and machine code.
    let language = language();
    let mut rng = stream(2, Purpose::Sampling, 0, 0);
    let mut missing: Vec<u8> = (0..language.primitives().len() as u8).collect();
    while !missing.is_empty() {
        let slot = *[Type::Bool, Type::Float].choose(&mut rng).expect("two types");
        let tree = language.random_tree(&mut rng, Method::Grow, slot, 3);
        missing.retain(|opcode| *opcode != tree.nodes()[0].opcode);
        assert_eq!(parse(&print(&tree, &language), &language, slot), Ok(tree.clone()));
        let code = Code::new(&tree, &language, slot);
        let mut view = random_view(&mut rng);
        let compiled = Compiled::new(&code).expect("this machine is supported");
        assert_eq!(compiled.evaluate(&mut view).to_bits(), code.evaluate(&mut view).to_bits());
    }
}

/// Compound operands on both sides everywhere need the most registers, long chains the most steps.
#[test]
fn large_programs_are_interpreted_like_small_ones() {
    let language = language();
    let sum = |left: &str, right: &str| format!("Minus({left}, {right})");
    let balanced = (0..13).fold("Mobility".to_owned(), |half, _| sum(&half, &format!("Plus({half}, Lead)")));
    let leaning_left = (0..900).fold("Stones".to_owned(), |left, _| sum(&left, "WildOf(b1)"));
    let leaning_right = (0..900).fold("Stones".to_owned(), |right, _| sum("WildOf(b1)", &right));
    let mut rng = stream(3, Purpose::Sampling, 0, 0);
    for text in [balanced, leaning_left, leaning_right] {
        let tree = parse(&text, &language, Type::Float).expect("a program");
        let view = random_view(&mut rng);
        let expected = meaning(&tree, &language, 0, Type::Float, &view);
        let value = Code::new(&tree, &language, Type::Float).evaluate(&mut view.clone());
        assert_eq!(value.to_bits(), expected.to_bits(), "{} nodes", tree.len());
    }
}

#[test]
#[should_panic(expected = "a view of 3 cells, but the language has 8")]
fn a_view_that_is_too_short_is_refused_by_the_interpreter() {
    let tree = parse("Stones", &language(), Type::Float).expect("a program");
    Code::new(&tree, &language(), Type::Float).evaluate(&mut [0; 3]);
}

#[test]
#[should_panic(expected = "a view of 3 cells, but the language has 8")]
fn a_view_that_is_too_short_is_refused_by_compiled_code() {
    let tree = parse("Stones", &language(), Type::Float).expect("a program");
    let compiled = Compiled::new(&Code::new(&tree, &language(), Type::Float)).expect("a supported machine");
    compiled.evaluate(&mut [0; 3]);
}

#[test]
fn compiled_programs_may_be_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Compiled>();
    check::<Code>();
}

/// A view is sound if what it holds, and what is worked out from it, is finite and within what was declared.
#[test]
fn a_terminal_beyond_its_declaration_is_noticed() {
    const SIDES: Domain = Domain { name: "side", values: &["near", "far"] };
    fn doubled(view: &[u64], parameter: u16) -> f64 {
        f64::from_bits(view[0]) * f64::from(1 + parameter)
    }
    let held = Op::Read(Read::Number { cell: 0, within: (-1.0, 2.0) });
    let doubled = Op::Read(Read::Of { compute: doubled, of: SIDES, within: (-4.0, 3.0) });
    let primitives = [Primitive::float("Held", held, ""), Primitive::float("Doubled", doubled, "")];
    let language = Language::new("two", 1, &primitives).unwrap();
    let check = |number: f64| language.check_view(&[number.to_bits()]).map_err(|error| error.to_string());
    for sound in [-1.0, 0.0, 1.5] {
        assert_eq!(check(sound), Ok(()));
    }
    for (number, says) in [
        (f64::NAN, "`Held` is NaN, declared is -1 to 2"),
        (-1.5, "`Held` is -1.5, declared is -1 to 2"),
        (2.0, "`Doubled(far)` is 4, declared is -4 to 3"),
    ] {
        assert_eq!(check(number), Err(format!("language `two`: {says}")));
    }
}
