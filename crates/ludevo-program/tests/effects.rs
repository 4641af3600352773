//! Operations with effects: their order, and that nothing is dropped, repeated or moved.

use ludevo_program::{
    Birth, Code, Compiled, Deed, Domain, Draw, Function, Language, Method, Op, Primitive, Read, Type,
    simplify, text,
};
use ludevo_random::{Purpose, stream};

const BITS: Domain = Domain { name: "bit", values: &["first", "second"] };

/// Cell 0 is a number that deeds change, cell 1 counts deeds. Its bits are read as well, so that a reading that is moved
/// across a deed shows.
fn language() -> Language {
    fn add(view: &mut [u64], by: f64) -> f64 {
        view[0] = (f64::from_bits(view[0]) * 0.5 + by.clamp(-10.0, 10.0)).to_bits();
        view[1] += 1;
        f64::from_bits(view[0])
    }
    fn count(view: &mut [u64], _: f64) -> f64 {
        view[1] += 1;
        view[1] as f64
    }
    let within = (-100.0, 100.0);
    let sine = Function { name: "sin", apply: libm::sin, within: |_, _| (-1.0, 1.0) };
    Language::new(
        "effects",
        2,
        &[
            Primitive::float("Held", Op::Read(Read::Number { cell: 0, within }), "a number"),
            Primitive::query("Deeds", Read::Count { cell: 1 }, "the bits of the number of deeds"),
            Primitive::query("Ahead", Read::CountDifference { cell: 1, minus: 0 }, "bits compared"),
            Primitive::query("Odd", Read::Bit { cell: 1, of: BITS }, "a bit of the number of deeds"),
            Primitive::bool("True", Op::Truth(true), "true"),
            Primitive::bool("False", Op::Truth(false), "false"),
            Primitive::float("C", Op::Ephemeral(Draw::Between(-1.0, 1.0)), "a constant"),
            Primitive::float("Add", Op::Plus, "the sum"),
            Primitive::float("Sub", Op::Minus, "the difference"),
            Primitive::float("Mul", Op::Times, "the product"),
            Primitive::float("Div", Op::Divide, "the quotient"),
            Primitive::float("Sin", Op::Apply(sine), "the sine"),
            Primitive::bool("And", Op::And, "logic"),
            Primitive::bool("Or", Op::Or, "logic"),
            Primitive::bool("Nand", Op::Nand, "logic"),
            Primitive::bool("Nor", Op::Nor, "logic"),
            Primitive::bool("Not", Op::Not, "logic"),
            Primitive::bool("NotFirst", Op::NotFirst, "logic"),
            Primitive::bool("LowerEqual", Op::LowerEqual, "a comparison"),
            Primitive::bool("Greater", Op::Greater, "a comparison"),
            Primitive::bool("Smaller", Op::Smaller, "a comparison"),
            Primitive::float("If", Op::If, "a choice"),
            Primitive::float("First", Op::First, "the first"),
            Primitive::float("Scale", Op::Scale(Draw::Between(-1.0, 1.0)), "a product"),
            Primitive::float("IfGreater", Op::IfGreater, "a choice"),
            Primitive::float("IfPositive", Op::IfPositive, "a choice"),
            Primitive::float(
                "Do",
                Op::Do(Deed { name: "add", act: add, takes_one: true, within, is_pure: false }),
                "acts",
            ),
            Primitive::float(
                "Count",
                Op::Do(Deed {
                    name: "count",
                    act: count,
                    takes_one: false,
                    within: (0.0, 1e9),
                    is_pure: false,
                }),
                "acts",
            ),
        ],
    )
    .expect("the language can be declared")
}

#[test]
fn all_ways_to_evaluate_act_alike_and_so_does_the_simplified_program() {
    let language = language();
    for number in 0..3_000 {
        let mut rng = stream(11, Purpose::Sampling, 0, number);
        let method = if number % 2 == 0 { Method::Full } else { Method::Grow };
        let architecture = ludevo_program::Architecture {
            parts: vec![ludevo_program::Part {
                name: "only".to_owned(),
                decides: "nothing".to_owned(),
                root: Type::Float,
                language: language.clone().into(),
                depth: 9,
            }],
        };
        let individual = architecture.random(&mut rng, Birth::All(method, 2 + number as usize % 6), 0);
        let tree = &individual.trees[0];
        let start = [3.25f64.to_bits(), 0];
        let outcome = |act: &dyn Fn(&mut [u64]) -> f64| {
            let mut view = start;
            let value = act(&mut view);
            (value.to_bits(), view)
        };
        let traced =
            outcome(&|view| tree.trace(&language, Type::Float, view)[0].expect("the root is evaluated"));
        let code = Code::new(tree, &language, Type::Float);
        let program = text::print(tree, &language);
        assert_eq!(outcome(&|view| code.evaluate(view)), traced, "interpreted: {program}");
        let compiled = Compiled::new(&code).expect("this machine has a compiler");
        assert_eq!(outcome(&|view| compiled.evaluate(view)), traced, "compiled: {program}");
        let simplified = simplify(tree, &language, Type::Float);
        assert!(simplified.len() <= tree.len() && simplified.is_well_formed(&language, Type::Float));
        let (value, view) = outcome(&|view| Code::new(&simplified, &language, Type::Float).evaluate(view));
        assert_eq!(view, traced.1, "simplified: {program}");
        assert!(f64::from_bits(value) == f64::from_bits(traced.0), "simplified: {program}");
    }
}

/// What is known of one operand does not excuse the other from acting.
#[test]
fn a_deed_beside_a_known_truth_value_is_done() {
    let language = language();
    for (text, expected, deeds) in [
        ("If(And(Greater(Do(1), 50), False), 1, 2)", 2.0, 1),
        ("If(Or(Greater(Do(1), 50), True), 1, 2)", 1.0, 1),
        ("If(Nand(Greater(Do(1), 50), False), 1, 2)", 1.0, 1),
        ("If(And(False, Greater(Do(1), 50)), 1, 2)", 2.0, 0),
        ("If(Or(True, Greater(Do(1), 50)), 1, 2)", 1.0, 0),
        // The first deed comes first: 1 is smaller than 2.
        ("If(Smaller(Count, Count), 1, 2)", 1.0, 2),
    ] {
        let tree = text::parse(text, &language, Type::Float).expect("a program");
        let code = Code::new(&tree, &language, Type::Float);
        let compiled = Compiled::new(&code).expect("this machine has a compiler");
        for (way, evaluate) in [
            ("interpreted", &(|view: &mut [u64]| code.evaluate(view)) as &dyn Fn(&mut [u64]) -> f64),
            ("compiled", &|view| compiled.evaluate(view)),
        ] {
            let mut view = [3.25f64.to_bits(), 0];
            assert_eq!((evaluate(&mut view), view[1]), (expected, deeds), "{way}: {text}");
        }
    }
}

#[test]
fn a_long_chain_of_effects_has_room() {
    let language = language();
    let depth = 600;
    let chain = "Add(Held, ".repeat(depth) + "Do(1)" + &")".repeat(depth);
    let tree = text::parse(&chain, &language, Type::Float).expect("the chain is a program");
    let mut view = [1f64.to_bits(), 0];
    assert_eq!(Code::new(&tree, &language, Type::Float).evaluate(&mut view), depth as f64 + 1.5);
}
