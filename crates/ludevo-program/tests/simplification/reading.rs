//! Reading forms: what people are shown of a program, and how far off the approximate form may be.

use crate::common::{Evaluator, languages, random_tree, random_view};
use insta::assert_snapshot;
use ludevo_program::language::Type;
use ludevo_program::reading::{ReadableText, read_approximately, read_exactly};
use ludevo_program::simplify::simplify;
use ludevo_program::text::parse;
use ludevo_random::{Purpose, stream};

fn exact(text: &str, root: Type, width: usize) -> String {
    let language = &languages()[1];
    let tree = parse(text, language, root).expect("a program of the language");
    let reading = read_exactly(&tree, language, root, width);
    assert_eq!(reading.approximate, None);
    reading.text
}

fn loose(text: &str, root: Type, width: usize) -> ReadableText {
    let language = &languages()[1];
    let tree = parse(text, language, root).expect("a program of the language");
    let mut rng = stream(2, Purpose::Sampling, 0, 0);
    let views: Vec<Vec<u64>> = (0..200).map(|_| random_view(language, &mut rng)).collect();
    read_approximately(&tree, language, root, width, &views)
}

const LONG: &str = "IfTrue(And(Friendly(a1), LowerEqual(Mobility, 3.5)),
    Plus(2.5*Mobility, IfTrue(Or(Friendly(b1), Nand(Friendly(a2), Friendly(b2))), 1.25*Weight, -3)),
    IfTrue(LowerEqual(Lead, -2), Minus(Lead, MultERC[-0.5](Plus(Mobility, Weight))), Minus(Zero, Distance(b2))))";

#[test]
fn exact_forms_read_as_infix_with_few_parentheses() {
    let float = |text: &str| exact(text, Type::Float, 80);
    assert_snapshot!(
        float("IfTrue(Friendly(a1), Plus(2.5*Mobility, 3), Minus(Lead, One))"),
        @"if Friendly(a1) then 2.5*Mobility + 3 else Lead - 1"
    );
    assert_snapshot!(
        float("Minus(Plus(Lead, -2), Minus(Mobility, 0.1*MultERC[3](Weight)))"),
        @"Lead - 2 - (Mobility - 0.1*(3*Weight))"
    );
    assert_snapshot!(float("-1*Plus(Mobility, -1*Lead)"), @"-(Mobility - Lead)");
    assert_snapshot!(
        float("Plus(One, IfTrue(NotG(LowerEqual(Lead, 1e300), True), One, NullJ(Zero, Lead)))"),
        @"1 + (if Lead > 1e300 then 1 else 0)"
    );
    assert_snapshot!(
        exact("Nor(And(Friendly(a1), Or(Pieces, 2*Friendly(b1))), LowerEqual(Lead, One))", Type::Bool, 80),
        @"not (Friendly(a1) and (Pieces != 0 or 2*Friendly(b1) != 0) or Lead <= 1)"
    );
}

#[test]
fn long_forms_are_broken_and_indented() {
    assert_snapshot!(exact(LONG, Type::Float, 40));
}

#[test]
fn approximate_forms_collect_round_and_drop() {
    let reading =
        loose("Plus(Plus(1.23456*Mobility, 2.5), Minus(0.65432*Mobility, 0.0001*Lead))", Type::Float, 80);
    assert_snapshot!(reading.text, @"1.89*Mobility + 2.5");
    let deviation = reading.approximate.expect("an approximate form");
    assert!(
        deviation.largest > 0.0 && deviation.relative().is_some_and(|part| part < 0.005),
        "{deviation:?}"
    );
    let text = |text: &str| loose(text, Type::Float, 100).text;
    assert_snapshot!(text("IfTrue(LowerEqual(2*Mobility, 7.123), Plus(Weight, Lead), Plus(Lead, 3.14159))"), @"Lead + (if Mobility <= 3 then Weight else 3.14)");
    assert_snapshot!(text("2*IfTrue(LowerEqual(-1*Weight, Lead), 1.23456, Minus(Mobility, -1))"), @"if Weight + Lead >= 0 then 2.47 else 2*Mobility + 2");
    assert_snapshot!(text("IfTrue(LowerEqual(Plus(Weight, Lead), Minus(Mobility, 3.33333)), Weight, 1.00001*Weight)"), @"Weight");
    assert_snapshot!(loose(LONG, Type::Float, 40).text);
}

#[test]
fn deviation_is_what_a_reader_would_measure() {
    for (number, language) in languages().iter().enumerate() {
        for slot in 0..200 {
            let mut rng = stream(17, Purpose::Sampling, number as u64, slot);
            let root = if slot % 3 == 0 { Type::Bool } else { Type::Float };
            let tree = random_tree(language, &mut rng, root, 6);
            let small = simplify(&tree, language, root);
            let views: Vec<Vec<u64>> = (0..10).map(|_| random_view(language, &mut rng)).collect();
            let reading = read_approximately(&small, language, root, 80, &views);
            let deviation = reading.approximate.expect("an approximate form");
            let values: Vec<f64> =
                views.iter().map(|view| Evaluator { language, view }.value(&tree, root)).collect();
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(deviation.spread, high - low, "the exact phrase computes what the tree does");
            assert!(deviation.largest >= 0.0);
        }
    }
}
