//! Simplification keeps every value, never grows a program, and gives the same result every time.

use crate::common::{Evaluator, conditional, languages, random_tree, random_view};
use ludevo_program::language::{Language, Type};
use ludevo_program::simplify::simplify;
use ludevo_program::text::{parse, print};
use ludevo_random::{Purpose, stream};

fn simplified(language: &Language, text: &str, root: Type) -> String {
    let tree = parse(text, language, root).expect("a program of the language");
    print(&simplify(&tree, language, root), language)
}

/// Simplifies random trees, checks their values, and says how many nodes they had before and after.
fn simplify_many(languages: &[Language]) -> (usize, usize) {
    let (mut before, mut after) = (0, 0);
    for (number, language) in languages.iter().enumerate() {
        for slot in 0..1000 {
            let mut rng = stream(11, Purpose::Sampling, number as u64, slot);
            let root = if slot % 4 == 3 { Type::Bool } else { Type::Float };
            let depth = 2 + slot as usize % 5;
            let tree = random_tree(language, &mut rng, root, depth);
            let small = simplify(&tree, language, root);
            assert!(small.is_well_formed(language, root));
            assert!(small.len() <= tree.len());
            before += tree.len();
            after += small.len();
            let again = simplify(&small, language, root);
            assert!(again.len() <= small.len());
            for _ in 0..20 {
                let view = random_view(language, &mut rng);
                let evaluator = Evaluator { language, view: &view };
                let (expected, found) = (evaluator.value(&tree, root), evaluator.value(&small, root));
                assert_eq!(
                    expected,
                    found,
                    "{}: {}\nbecame {}",
                    language.name(),
                    print(&tree, language),
                    print(&small, language)
                );
            }
            let printed = print(&small, language);
            assert_eq!(parse(&printed, language, root).as_ref(), Ok(&small));
        }
    }
    (before, after)
}

#[test]
fn values_are_kept_on_every_view_and_size_never_grows() {
    let (before, after) = simplify_many(&languages());
    assert!(after * 2 < before, "{after} of {before} nodes are left");
    let (before, after) = simplify_many(&[conditional()]);
    assert!(after < before, "{after} of {before} nodes are left");
}

#[test]
fn known_simplifications_are_found() {
    let language = &languages()[1];
    let float = |text: &str| simplified(language, text, Type::Float);
    let bool = |text: &str| simplified(language, text, Type::Bool);
    assert_eq!(float("2*NullJ(0.3*Mobility, Plus(One, One))"), "MultERC[2](0.3*Mobility)");
    assert_eq!(float("NullJ(3*Mobility, One)"), "3*Mobility");
    assert_eq!(
        float("IfTrue(NotG(Friendly(a1), True), One, Mobility)"),
        "IfTrue(Friendly(a1), Mobility, One)"
    );
    assert_eq!(float("IfTrue(LowerEqual(Mobility, 64.5), One, Zero)"), "One");
    assert_eq!(
        float("IfTrue(LowerEqual(Mobility, 3.5), IfTrue(LowerEqual(Mobility, 5), Lead, One), Zero)"),
        "IfTrue(LowerEqual(Mobility, 3.5), Lead, Zero)"
    );
    assert_eq!(float("IfTrue(Friendly(a1), Friendly(a1), Mobility)"), "IfTrue(Friendly(a1), One, Mobility)");
    assert_eq!(float("Minus(Plus(Mobility, Lead), Lead)"), "Mobility");
    assert_eq!(float("Plus(Weight, MultERC[-1](Lead))"), "Minus(Weight, Lead)");
    assert_eq!(float("Minus(Plus(Weight, Lead), Lead)"), "Minus(Plus(Weight, Lead), Lead)");
    assert_eq!(
        float("IfTrue(Friendly(a1), Plus(Weight, Lead), Plus(Mobility, Weight))"),
        "Plus(Weight, IfTrue(Friendly(a1), Lead, Mobility))"
    );
    assert_eq!(float("Plus(MultERC[2](Mobility), MultERC[3](Mobility))"), "5*Mobility");
    assert_eq!(
        bool("Nand(Nand(Friendly(a1), True), Nand(Friendly(b1), True))"),
        "Or(Friendly(a1), Friendly(b1))"
    );
    assert_eq!(bool("And(Or(Friendly(a1), LowerEqual(Lead, Mobility)), Friendly(a1))"), "Friendly(a1)");
    assert_eq!(bool("LowerEqual(Minus(Weight, Lead), Zero)"), "LowerEqual(Weight, Lead)");
    assert_eq!(bool("LowerEqual(IfTrue(Friendly(a1), 1.5, -2), Zero)"), "NotG(Friendly(a1), False)");
    assert_eq!(bool("Or(LowerEqual(Weight, Lead), LowerEqual(Lead, Weight))"), "True");
}

#[test]
fn the_result_does_not_depend_on_what_ran_before_or_beside() {
    let language = &languages()[1];
    let all = |slots: &mut dyn Iterator<Item = u64>| -> Vec<(u64, String)> {
        let one = |slot: u64| {
            let mut rng = stream(23, Purpose::Sampling, 0, slot);
            let tree = random_tree(language, &mut rng, Type::Float, 6);
            (slot, print(&simplify(&tree, language, Type::Float), language))
        };
        slots.map(one).collect()
    };
    let forwards = all(&mut (0..60));
    let backwards = std::thread::scope(|scope| {
        scope.spawn(|| all(&mut (0..60).rev())).join().expect("the thread ends well")
    });
    assert!(forwards.iter().eq(backwards.iter().rev()));
}
