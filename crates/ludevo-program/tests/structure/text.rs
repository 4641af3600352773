//! A program is text: printing and parsing round-trip exactly, and a text that is no program gets an error that says
//! what is wrong and where.

use std::sync::Arc;

use crate::languages::{languages, settings};
use ludevo_program::Nearest;
use ludevo_program::text::{parse, parse_from, print, print_wrapped};
use ludevo_program::{Architecture, Birth, Language, Method, Part, Tree, Type};
use ludevo_random::{Purpose, Stream, stream};
use proptest::prelude::*;
use rand::RngExt;

fn finite(rng: &mut Stream) -> f64 {
    match rng.random_range(0..4) {
        0 => [0.0, -0.0, 1.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324][rng.random_range(0..7)],
        1 => rng.random_range(-5.0..5.0),
        _ => Some(f64::from_bits(rng.random())).filter(|value| value.is_finite()).unwrap_or(0.1),
    }
}

/// A random tree in which every number is any finite one.
fn any_tree(rng: &mut Stream, language: &Language, root: Type, depth: usize) -> Tree {
    let tree = language.random_tree(rng, Method::Grow, root, depth);
    let mut nodes = tree.nodes().to_vec();
    for node in &mut nodes {
        let primitive = language.primitive(node.opcode);
        if primitive.returns.is_numeric() && rng.random_bool(0.5) {
            node.factor = finite(rng);
        }
        if primitive.op.draw().is_some() {
            node.constant = finite(rng);
        }
    }
    tree.with_subtree(0, &nodes)
}

/// Everything a tree is, bit by bit: equality of numbers would not tell 0 from -0.
fn bits(tree: &Tree) -> Vec<(u8, u16, u32, u64, u64)> {
    let all = tree.nodes().iter();
    all.map(|n| (n.opcode, n.parameter, n.size, n.constant.to_bits(), n.factor.to_bits())).collect()
}

fn architecture() -> Architecture {
    let [published, all, deep] = languages().map(Arc::new);
    let part = |name: &str, root, language: &Arc<Language>| Part {
        name: name.to_owned(),
        decides: String::new(),
        root,
        language: Arc::clone(language),
        depth: 7,
    };
    let parts = vec![
        part("evaluate", Type::Float, &all),
        part("select", Type::Float, &published),
        part("stop", Type::Bool, &deep),
    ];
    Architecture { parts }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn printed_trees_read_back_to_the_bit(
        (language, root, depth) in settings(), width in 0..120usize, seed: u64
    ) {
        let tree = any_tree(&mut stream(seed, Purpose::Sampling, 0, 0), &language, root, depth);
        let flat = print(&tree, &language);
        prop_assert!(!flat.contains('\n'));
        for text in [print_wrapped(&tree, &language, width), flat] {
            let read = parse(&text, &language, root);
            prop_assert_eq!(read.as_ref().map(bits), Ok(bits(&tree)), "{}", text);
        }
    }

    #[test]
    fn wrapped_text_is_the_flat_text_with_other_blanks(
        (language, root, depth) in settings(), width in 0..120usize, seed: u64
    ) {
        let tree = any_tree(&mut stream(seed, Purpose::Sampling, 0, 0), &language, root, depth);
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let (flat, wrapped) = (print(&tree, &language), print_wrapped(&tree, &language, width));
        prop_assert_eq!(squeezed(&wrapped), squeezed(&flat));
        if flat.len() <= width {
            prop_assert_eq!(wrapped, flat);
        }
    }

    #[test]
    fn individuals_read_back_to_the_bit(width in 1..120usize, index in 0..20usize, seed: u64) {
        let architecture = architecture();
        let mut rng = stream(seed, Purpose::Birth, 0, 0);
        let mut individual = architecture.random(&mut rng, Birth::Ramped(1, 7), index);
        let constants = architecture.constants(&individual).iter().map(|_| finite(&mut rng)).collect::<Vec<_>>();
        individual = architecture.with_constants(&individual, &constants);
        let read = architecture.parse(&architecture.print(&individual, width), 1).expect("what was printed reads");
        let all = |individual: &ludevo_program::Individual| individual.trees.iter().map(bits).collect::<Vec<_>>();
        prop_assert_eq!(all(&read), all(&individual));
        prop_assert_eq!(architecture.constants(&read).len(), constants.len());
    }

    #[test]
    fn a_text_cut_anywhere_inside_its_brackets_is_an_error((language, root, depth) in settings(), seed: u64) {
        let tree = any_tree(&mut stream(seed, Purpose::Sampling, 0, 0), &language, root, depth.clamp(2, 4));
        let text = print_wrapped(&tree, &language, 40);
        let Some(open) = text.find('(') else { return Ok(()) };
        for (cut, _) in text.char_indices().filter(|(cut, _)| *cut > open) {
            let error = parse(&text[..cut], &language, root).expect_err("a cut program");
            prop_assert!(error.line <= text[..cut].matches('\n').count() + 1, "{} after {}", error, &text[..cut]);
        }
    }

    #[test]
    fn a_text_changed_anywhere_gives_a_program_or_an_error_inside_it(
        (language, root, depth) in settings(), seed: u64, with in any::<char>()
    ) {
        let mut rng = stream(seed, Purpose::Sampling, 0, 0);
        let tree = any_tree(&mut rng, &language, root, depth);
        let mut characters: Vec<char> = print_wrapped(&tree, &language, 40).chars().collect();
        let at = rng.random_range(0..characters.len());
        match rng.random_range(0..3) {
            0 => characters[at] = with,
            1 => characters.insert(at, with),
            _ => drop(characters.remove(at)),
        }
        let text: String = characters.into_iter().collect();
        match parse_from(&text, 10, &language, root) {
            Ok(tree) => prop_assert!(tree.is_well_formed(&language, root)),
            Err(error) => {
                prop_assert!((10..=10 + text.matches('\n').count()).contains(&error.line));
                let line = text.split('\n').nth(error.line - 10).unwrap_or("");
                prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}\n{}", error, text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "(?s).{0,80}") {
        for language in languages() {
            let _ = parse(&text, &language, Type::Float);
        }
        let _ = architecture().parse(&text, 1);
        let _ = architecture().parse(&format!("tree evaluate\n{text}\ntree select\n{text}"), 1);
    }

    #[test]
    fn no_words_of_the_language_make_the_parser_panic(words in prop::collection::vec(
        prop::sample::select(vec![
            "IfTrue", "Plus", "MultERC", "Piece", "True", "One", "ERC", "(", ")", "[", "]", ",", "*", "-", "+", ".",
            "1e", "1e400", "-0.5", "e", "a1", "a-2", "#", "\n", " ", "é", "tree ",
        ]), 0..30))
    {
        let text = words.concat();
        for root in [Type::Float, Type::Bool, Type::Query] {
            if let Ok(tree) = parse(&text, &languages()[1], root) {
                prop_assert!(tree.is_well_formed(&languages()[1], root));
            }
        }
    }
}

#[test]
fn errors_name_the_line_the_column_and_what_is_allowed() {
    let [_, all, deep] = &languages();
    let wrong = [
        ("", "line 1, column 1: expected a number or a name, found `the end of the text`"),
        ("# only a comment", "line 1, column 17: expected a number or a name, found `the end of the text`"),
        ("Plus(One,\n  Zera)", "line 2, column 3: `Zera` is not in language all; the nearest is `Zero`"),
        ("Plus(One)", "line 1, column 9: expected `,` before argument 2 of 2 of Plus, found `)`"),
        (
            "Plus",
            "line 1, column 5: expected `(` before argument 1 of 2 of Plus, found `the end of the text`",
        ),
        ("Plus(One, One, One)", "line 1, column 14: expected `)` after the last argument of Plus, found `,`"),
        ("Plus(One, True)", "line 1, column 11: True returns Bool, but Float is expected here"),
        ("IfTrue(1, One, One)", "line 1, column 8: ERC returns Float, but Bool is expected here"),
        ("IfTrue(2*True, One, One)", "line 1, column 10: True returns Bool and cannot have a factor"),
        ("One One", "line 1, column 5: the program is complete, but `One` follows"),
        ("Plusé(One, One)", "line 1, column 1: `Plusé` is not in language all; the nearest is `Plus`"),
        // Columns count characters: the blank before the name has three bytes.
        ("\u{3000}Zera", "line 1, column 2: `Zera` is not in language all; the nearest is `Zero`"),
        ("1e400", "line 1, column 1: `1e400` is not a finite number"),
        ("Plus(1, --2)", "line 1, column 9: `-` is not a finite number"),
        ("MultERC(One)", "line 1, column 8: expected `[` and a number after MultERC, found `(`"),
        ("MultERC[x](One)", "line 1, column 9: expected a number, found `x`"),
        ("MultERC[2(One)", "line 1, column 10: expected `]` after the constant of MultERC, found `(`"),
        ("Far", "line 1, column 4: expected `(` and a square after Far, found `the end of the text`"),
        ("Far(z9)", "line 1, column 5: `z9` is not a square: `a1` to `b_2`"),
        ("Far()", "line 1, column 5: `)` is not a square: `a1` to `b_2`"),
        ("Far(a1", "line 1, column 7: expected `)` after the square of Far, found `the end of the text`"),
        ("2*3*4", "line 1, column 4: the program is complete, but `*` follows"),
        ("2*", "line 1, column 3: expected a number or a name, found `the end of the text`"),
    ];
    for (text, expected) in wrong {
        let error = parse(text, all, Type::Float).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let error = parse("1.5", deep, Type::Float).expect_err("no constants");
    assert_eq!(error.to_string(), "line 1, column 1: language deep has no constants");
}

#[test]
fn comments_and_blanks_are_skipped_anywhere_between_words() {
    let all = &languages()[1];
    let spread = "# a player\n Plus ( # the sum\n\t2 * One,\r\n MultERC [ 3 ] ( Far ( a-2 ) ) ) # done";
    let tree = parse(spread, all, Type::Float).expect("a program");
    assert_eq!(print(&tree, all), "Plus(2*One, MultERC[3](Far(a-2)))");
}

#[test]
fn depth_is_limited_by_an_error_not_by_the_stack() {
    let all = &languages()[1];
    let nested = |depth: usize| format!("{}True{}", "Not(".repeat(depth), ")".repeat(depth));
    let deepest = parse(&nested(999), all, Type::Bool).expect("1000 levels are allowed");
    assert_eq!(parse(&print_wrapped(&deepest, all, 100), all, Type::Bool), Ok(deepest));
    let error = parse(&nested(1_000_000), all, Type::Bool).expect_err("too deep");
    assert_eq!(error.problem, "nested more than 1000 deep");
}

#[test]
fn errors_of_individuals_name_the_tree_and_the_line_of_the_file() {
    let architecture = architecture();
    let wrong = [
        ("", "line 5, column 1: `tree evaluate` is missing: the text ends here"),
        ("One", "line 5, column 1: expected `tree evaluate`, found `One`"),
        ("tree select\nOne", "line 5, column 1: expected `tree evaluate`, found `tree select`"),
        ("tree evaluate\nOne\n", "line 7, column 1: `tree select` is missing: the text ends here"),
        (
            "tree evaluate\nOne\n\ntree select\nPlus(One, Nix)",
            "line 9, column 11: `Nix` is not in language published",
        ),
        ("tree evaluate\n\ntree select\nOne", "line 7, column 1: expected a number or a name, found"),
        (
            "tree evaluate\nOne\ntree select\nOne\ntree stop\nAtMost(Two, Two)\ntree more\nOne",
            "line 11, column 1: `tree more` is one too many: 3 are expected",
        ),
    ];
    for (text, expected) in wrong {
        let error = architecture.parse(text, 5).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
}

#[test]
fn depth_limits_hold_for_what_is_bred_and_not_for_what_was_simplified() {
    let architecture = architecture();
    let sum = |levels: usize| format!("{}One{}", "Plus(One, ".repeat(levels - 1), ")".repeat(levels - 1));
    let text =
        |levels| format!("tree evaluate\n{}\ntree select\nOne\ntree stop\nAtMost(Two, Two)\n", sum(levels));
    architecture.parse(&text(7), 1).expect("as deep as is allowed");
    let error = architecture.parse(&text(8), 1).expect_err("too deep");
    assert_eq!(error.to_string(), "line 1, column 1: `tree evaluate` has 8 levels, at most 7 are allowed");
    let read = architecture.parse_simplified(&text(8), 1).expect("any depth");
    assert_eq!(architecture.measure(&read).depth, 8);
}

#[test]
fn the_nearest_name_forgives_case_and_slips() {
    let known = ["EnemyManCount", "FriendlyManCount", "Mobility"];
    assert_eq!(Nearest::to("mobilty", known).name(), Some("Mobility"));
    assert_eq!(Nearest::to("enemymancount", known).to_string(), "; the nearest is `EnemyManCount`");
    assert_eq!(Nearest::to("anything", []).name(), None);
    assert_eq!(Nearest::to("nosuch", known).to_string(), "", "nothing is near");
}
