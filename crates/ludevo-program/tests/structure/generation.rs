//! Typed generation cannot fail and meets its depth limit; languages in which it could fail are refused.

use crate::languages::{languages, settings};
use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS};
use ludevo_program::{Domain, Draw, Language, LanguageError, Method, Op, Primitive, Read, Tree, Type};
use ludevo_random::{Purpose, stream};
use proptest::prelude::*;

fn methods() -> impl Strategy<Value = Method> {
    prop_oneof![Just(Method::Full), Just(Method::Grow), Just(Method::Branching)]
}

/// The levels at which the branches of a tree end.
fn ends(tree: &Tree, language: &Language, root: Type) -> Vec<usize> {
    let shape = tree.shape(language, root);
    tree.nodes().iter().zip(shape).filter(|(node, _)| node.size == 1).map(|(_, place)| place.level).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_tree_is_well_formed_and_within_its_limit(
        (language, root, depth) in settings(), method in methods(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Birth, 0, 0);
        let tree = language.random_tree(&mut rng, method, root, depth);
        prop_assert!(tree.is_well_formed(&language, root));
        let shallowest = language.levels_for(root).expect("the type closes");
        prop_assert!(tree.depth(&language) <= depth.max(shallowest));
        for node in tree.nodes() {
            let op = language.primitive(node.opcode).op;
            prop_assert_eq!(node.factor, 1.0);
            prop_assert!(usize::from(node.parameter) < op.domain().map_or(1, |domain| domain.values.len()));
            let is_drawn = match op.draw() {
                None => node.constant == 0.0,
                Some(Draw::Between(low, high)) => (low..high).contains(&node.constant),
                Some(Draw::OneOf(values)) => values.contains(&node.constant),
            };
            prop_assert!(is_drawn);
        }
    }

    #[test]
    fn full_trees_end_at_the_limit_wherever_a_function_still_fits(
        (language, root, depth) in settings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Birth, 0, 0);
        let tree = language.random_tree(&mut rng, Method::Full, root, depth);
        let limit = depth.max(language.levels_for(root).expect("the type closes"));
        for (node, place) in tree.nodes().iter().zip(tree.shape(&language, root)) {
            let room = limit - place.level + 1;
            let a_function_fits = language
                .opcodes_for(place.slot)
                .any(|opcode| language.primitive(opcode).arity() > 0 && language.levels(opcode) <= room);
            prop_assert!(!(node.size == 1 && a_function_fits), "a terminal with {} levels left", room);
        }
    }

    #[test]
    fn full_trees_of_the_published_language_are_full(root in 0..2usize, depth in 1..9usize, seed: u64) {
        // Both types have terminals, and functions of terminals: nothing keeps a branch from the last level.
        let language = &languages()[0];
        let root = [Type::Float, Type::Bool][root];
        let tree = language.random_tree(&mut stream(seed, Purpose::Birth, 0, 0), Method::Full, root, depth);
        prop_assert!(ends(&tree, language, root).iter().all(|level| *level == depth));
    }

    #[test]
    fn a_branching_root_has_two_arguments_where_that_fits(depth in 2..9usize, seed: u64) {
        let language = &languages()[1];
        let mut rng = stream(seed, Purpose::Birth, 0, 0);
        let tree = language.random_tree(&mut rng, Method::Branching, Type::Float, depth);
        prop_assert!(language.primitive(tree.nodes()[0].opcode).arity() >= 2);
    }

    #[test]
    fn ramped_trees_rise_in_depth_and_alternate_between_methods(
        low in 1..4usize, more in 0..4usize, index in 0..40usize, seed: u64
    ) {
        let language = &languages()[0];
        let mut rng = stream(seed, Purpose::Birth, 0, 0);
        let tree = language.ramped_tree(&mut rng, Type::Float, (low, low + more), index);
        let limit = low + index % (more + 1);
        prop_assert!(tree.is_well_formed(language, Type::Float));
        prop_assert!(tree.depth(language) <= limit);
        if (index / (more + 1)).is_multiple_of(2) {
            prop_assert!(ends(&tree, language, Type::Float).iter().all(|level| *level == limit));
        }
    }
}

#[test]
fn every_primitive_of_a_type_is_drawn_alike() {
    let language = &languages()[0];
    let draws = 20_000;
    let mut rng = stream(5, Purpose::Birth, 0, 0);
    let mut counts = vec![0u32; language.primitives().len()];
    for _ in 0..draws {
        let tree = language.random_tree(&mut rng, Method::Grow, Type::Float, 2);
        counts[usize::from(tree.nodes()[0].opcode)] += 1;
    }
    let kinds: Vec<u8> = language.opcodes_for(Type::Float).collect();
    let expected = f64::from(draws) / kinds.len() as f64;
    for opcode in kinds {
        // Five standard deviations of a count that is at most Poisson distributed.
        let count = f64::from(counts[usize::from(opcode)]);
        assert!((count - expected).abs() < 5.0 * expected.sqrt(), "{counts:?}");
    }
}

fn refusal(cells: usize, primitives: &[Primitive]) -> LanguageError {
    Language::new("test", cells, primitives).expect_err("the language is refused")
}

fn with(primitive: Primitive) -> String {
    refusal(2, &[&FUNCTIONS[..], &BASIC_TERMINALS[..], &[primitive]].concat()).to_string()
}

#[test]
fn a_language_that_cannot_close_a_type_is_refused_with_its_name() {
    let bools = [Primitive::bool("Not", Op::Not, ""), Primitive::float("One", Op::Number(1.0), "")];
    let error = refusal(0, &bools);
    assert!(matches!(error, LanguageError::NeverCloses { kind: Type::Bool, .. }), "{error:?}");
    assert!(error.to_string().starts_with("language `test`: no program of type Bool can ever be closed"));
    let circular = [
        Primitive::float("If", Op::If, ""),
        Primitive::bool("AtMost", Op::LowerEqual, ""),
        Primitive::bool("And", Op::And, ""),
    ];
    assert!(matches!(refusal(0, &circular), LanguageError::NeverCloses { .. }));
    // One terminal that serves as both closes both.
    let query = Primitive::query("Pieces", Read::Count { cell: 0 }, "");
    assert!(Language::new("test", 1, &[&circular[..], &[query]].concat()).is_ok());
}

#[test]
fn doubles_and_too_many_primitives_are_refused() {
    assert_eq!(with(BASIC_TERMINALS[0]), "language `test`: `ERC` is declared twice");
    let names: Vec<&'static str> = (0..257).map(|n| &*Box::leak(format!("T{n}").into_boxed_str())).collect();
    let terminals: Vec<Primitive> =
        names.iter().map(|name| Primitive::float(name, Op::Number(1.0), "")).collect();
    assert!(Language::new("test", 0, &terminals[..256]).is_ok());
    let message = refusal(0, &terminals).to_string();
    assert_eq!(message, "language `test`: 257 primitives, at most 256 are allowed");
}

#[test]
fn domains_that_cannot_be_told_apart_or_written_are_refused() {
    let bit = |values| {
        with(Primitive::query("P", Read::Bit { cell: 0, of: Domain { name: "square", values } }, ""))
    };
    assert_eq!(bit(&[]), "language `test`: `P` ranges over 0 values, from 1 to 64 are allowed");
    assert_eq!(bit(&["a"; 65]), "language `test`: `P` cannot be declared: its value `a` is given twice");
    assert_eq!(
        bit(&["a b"]),
        "language `test`: `P` cannot be declared: its value `a b` may have letters, digits, `_` and `-` only"
    );
    let names: Vec<&'static str> = (0..65).map(|n| &*Box::leak(format!("v{n}").into_boxed_str())).collect();
    assert_eq!(bit(names.leak()), "language `test`: `P` ranges over 65 values, from 1 to 64 are allowed");
    for name in ["", "2nd", "a b", "a(", "#a", "-a"] {
        let error = with(Primitive::float(name, Op::Number(1.0), ""));
        let expected = "a name has letters, digits and `_`, and does not start with a digit";
        assert!(error.ends_with(expected), "{name}: {error}");
    }
}

#[test]
fn constants_that_cannot_be_drawn_are_refused() {
    let erc = |draw| with(Primitive::float("E", Op::Ephemeral(draw), ""));
    let prefix = "language `test`: `E` cannot be declared: ";
    assert_eq!(erc(Draw::OneOf(&[])), format!("{prefix}there is no value to choose from"));
    assert!(erc(Draw::OneOf(&[1.0, f64::NAN])).starts_with(prefix));
    let wrong = [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (f64::MIN, f64::MAX)];
    for (low, high) in wrong {
        let range = "is not a range of finite numbers from a lower to a higher one";
        assert_eq!(erc(Draw::Between(low, high)), format!("{prefix}{low} to {high} {range}"));
    }
    let scale = with(Primitive::float("S", Op::Scale(Draw::OneOf(&[])), ""));
    assert!(scale.contains("no value to choose from"), "{scale}");
    let number = with(Primitive::float("N", Op::Number(f64::INFINITY), ""));
    assert_eq!(number, "language `test`: `N` cannot be declared: inf is not a finite number");
}

#[test]
fn cells_beyond_the_view_are_refused() {
    let reads = [
        Read::Count { cell: 2 },
        Read::CountDifference { cell: 0, minus: 2 },
        Read::Once { compute: |_, _| 0.0, memo: 2, within: (0.0, 0.0) },
        Read::Bit { cell: 2, of: Domain { name: "square", values: &["a1"] } },
    ];
    for read in reads {
        let error = with(Primitive::query("P", read, ""));
        assert_eq!(error, "language `test`: `P` uses cell 2 of a view of 2 cells");
    }
}
