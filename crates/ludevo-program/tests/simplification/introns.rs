//! The introns of Figure 3.3 of "Evolved to Win" and their kin are told apart.

use crate::common::{conditional, languages, random_tree};
use ludevo_program::introns::{IntronCounts, count_introns};
use ludevo_program::language::Type;
use ludevo_program::text::parse;
use ludevo_random::{Purpose, stream};

/// Explicit, dead, live and effective nodes of a program of the rich test language.
fn counts(text: &str) -> [usize; 4] {
    let language = &languages()[1];
    let tree = parse(text, language, Type::Float).expect("a program of the language");
    let IntronCounts { explicit, dead, live, effective } = count_introns(&tree, language, Type::Float);
    [explicit, dead, live, effective]
}

#[test]
fn the_published_examples_are_told_apart() {
    assert_eq!(counts("IfTrue(Or(LowerEqual(Lead, One), True), Mobility, Zero)"), [0, 1, 3, 4]);
    assert_eq!(counts("IfTrue(True, Mobility, Plus(Lead, One))"), [0, 3, 0, 3]);
    assert_eq!(counts("NullJ(Mobility, Plus(Lead, One))"), [3, 0, 0, 2]);
}

#[test]
fn known_conditions_and_ranges_make_dead_code() {
    assert_eq!(counts("IfTrue(LowerEqual(Mobility, 70*One), One, Lead)"), [0, 1, 0, 5]);
    assert_eq!(counts("IfTrue(Friendly(a1), IfTrue(Friendly(a1), One, Lead), Zero)"), [0, 1, 0, 6]);
    assert_eq!(counts("IfTrue(And(False, Friendly(a1)), One, Zero)"), [0, 2, 0, 4]);
}

#[test]
fn code_that_runs_without_effect_is_live() {
    assert_eq!(counts("IfTrue(Friendly(a1), Lead, Lead)"), [0, 0, 1, 3]);
    assert_eq!(counts("0*Plus(Lead, Mobility)"), [0, 0, 2, 1]);
    assert_eq!(counts("MultERC[0](Plus(Lead, NullJ(One, Zero)))"), [1, 0, 4, 1]);
    // Replacing the first operand changes the second's meaning, so neither is an intron.
    assert_eq!(counts("IfTrue(Or(Friendly(a1), NotG(Friendly(a1), True)), One, Zero)"), [1, 1, 0, 6]);
}

#[test]
fn every_node_counts_once() {
    for (number, language) in languages().iter().chain([&conditional()]).enumerate() {
        for slot in 0..300 {
            let mut rng = stream(5, Purpose::Sampling, number as u64, slot);
            let tree = random_tree(language, &mut rng, Type::Float, 6);
            let counts = count_introns(&tree, language, Type::Float);
            assert_eq!(counts.nodes(), tree.len());
            assert!(counts.effective > 0);
        }
    }
}
