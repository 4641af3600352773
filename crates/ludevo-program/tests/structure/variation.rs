//! Types, depth limits and donors survive every operator.

use crate::languages::settings;
use ludevo_program::vary::{
    cross_one_way, cross_two_way, mutate_add, mutate_constant, mutate_insert, mutate_node, mutate_split,
    mutate_subtree,
};
use ludevo_program::{Code, Draw, Language, Method, Node, Picking, Tree, TreeLimits, Type, tidy_sums};
use ludevo_random::{Purpose, Stream, stream};
use proptest::prelude::*;

fn pickings() -> impl Strategy<Value = Picking> {
    prop_oneof![
        Just(Picking::Uniform),
        (0.0..=1.0).prop_map(|internal| Picking::ByKind { internal }),
        Just(Picking::ByKind { internal: 1.0 }),
        (0.0..=1.0).prop_map(|stop| Picking::Descent { stop }),
    ]
}

/// A limit that the language can meet, and a grown tree within it.
fn parent(rng: &mut Stream, language: &Language, root: Type, depth: usize) -> (usize, Tree) {
    let depth = depth.max(language.levels_for(root).expect("the type closes"));
    (depth, language.random_tree(rng, Method::Grow, root, depth))
}

fn holds(limits: TreeLimits<'_>, tree: &Tree) -> bool {
    tree.is_well_formed(limits.language, limits.root) && tree.depth(limits.language) <= limits.depth
}

/// Nodes that differ, in trees of the same form.
fn differences<'a>(one: &'a Tree, two: &'a Tree) -> Vec<(&'a Node, &'a Node)> {
    assert_eq!(one.len(), two.len());
    one.nodes().iter().zip(two.nodes()).filter(|(old, new)| old != new).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn one_way_crossover_keeps_the_rules_and_only_borrows_from_the_donor(
        (language, root, depth) in settings(), picking in pickings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, donor) = parent(&mut rng, &language, root, depth);
        let (_, receiver) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let before = donor.clone();
        let child = cross_one_way(&mut rng, limits, picking, &donor, &receiver);
        prop_assert_eq!(&donor, &before);
        prop_assert!(holds(limits, &child));
        // The child is the receiver with exactly one subtree exchanged for one of the donor's.
        let is_exchange = (0..receiver.len()).any(|at| {
            (0..donor.len()).any(|from| receiver.with_subtree(at, donor.subtree(from)) == child)
        });
        prop_assert!(is_exchange || child == receiver);
    }

    #[test]
    fn two_way_crossover_keeps_the_rules_and_every_node(
        (language, root, depth) in settings(), picking in pickings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, one) = parent(&mut rng, &language, root, depth);
        let (_, two) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let (first, second) = cross_two_way(&mut rng, limits, picking, &one, &two);
        prop_assert!(holds(limits, &first) && holds(limits, &second));
        let sorted = |trees: [&Tree; 2]| {
            let mut nodes: Vec<_> = trees
                .iter()
                .flat_map(|tree| tree.nodes())
                .map(|node| (node.opcode, node.parameter, node.constant.to_bits()))
                .collect();
            nodes.sort_unstable();
            nodes
        };
        prop_assert_eq!(sorted([&one, &two]), sorted([&first, &second]));
    }

    #[test]
    fn subtree_mutation_keeps_the_rules_and_its_bound_on_growth(
        (language, root, depth) in settings(), picking in pickings(), growth in 1..6usize, seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, tree) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let child = mutate_subtree(&mut rng, limits, picking, growth, &tree);
        prop_assert!(holds(limits, &child));
        let least = [Type::Float, Type::Bool].map(|slot| language.levels_for(slot).expect("both types close"));
        let most = growth.max(least[0]).max(least[1]);
        let is_regrown = (0..tree.len().min(child.len())).any(|at| {
            tree.with_subtree(at, child.subtree(at)) == child
                && child.shape(&language, root)[at].height <= most
        });
        prop_assert!(is_regrown || child == tree);
    }

    #[test]
    fn local_mutation_changes_the_factor_of_one_number_by_at_most_the_step(
        (language, root, depth) in settings(), picking in pickings(), step in 0.0..2.0, seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, mut tree) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        for times in 1..=5 {
            let child = mutate_node(&mut rng, limits, picking, 3, 1.0, step, &tree);
            prop_assert!(holds(limits, &child));
            let changed: Vec<&Node> = child.nodes().iter().filter(|node| node.factor != 1.0).collect();
            prop_assert!(changed.len() <= times);
            for node in changed {
                prop_assert!(language.primitive(node.opcode).returns.is_numeric());
                prop_assert!((node.factor - 1.0).abs() <= times as f64 * step + 1e-9);
            }
            tree = child;
        }
    }

    #[test]
    fn node_mutation_without_local_changes_never_sets_a_factor(
        (language, root, depth) in settings(), picking in pickings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, tree) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let child = mutate_node(&mut rng, limits, picking, 4, 0.0, 1.0, &tree);
        prop_assert!(holds(limits, &child));
        prop_assert!(child.nodes().iter().all(|node| node.factor == 1.0));
    }

    #[test]
    fn insertion_keeps_a_subtree_whole_below_a_new_function(
        (language, root, depth) in settings(), picking in pickings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, tree) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let child = mutate_insert(&mut rng, limits, picking, 2, &tree);
        prop_assert!(holds(limits, &child));
        let is_inserted = (0..tree.len()).any(|at| {
            let arguments: Vec<usize> = match at < child.len() && child.nodes()[at].size > 1 {
                true => child.arguments(&language, at).collect(),
                false => Vec::new(),
            };
            arguments.iter().any(|argument| child.subtree(*argument) == tree.subtree(at))
                && child.with_subtree(at, tree.subtree(at)) == tree
        });
        prop_assert!(is_inserted || child == tree);
    }

    #[test]
    fn additions_and_cases_keep_the_rules_and_say_the_same_at_first(
        (language, root, depth) in settings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (depth, tree) = parent(&mut rng, &language, root, depth);
        let limits = TreeLimits { language: &language, root, depth };
        let value = |tree: &Tree| Code::new(tree, &language, root).evaluate(&mut vec![0; language.cells()]);
        for child in [mutate_add(&mut rng, limits, &tree), mutate_split(&mut rng, limits, &tree)] {
            prop_assert!(holds(limits, &child));
            prop_assert_eq!(value(&child), value(&tree));
        }
    }

    #[test]
    fn tidy_sums_are_well_formed_and_stay_as_they_are(
        (language, root, depth) in settings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (_, tree) = parent(&mut rng, &language, root, depth);
        let tidy = tidy_sums(&tree, &language);
        prop_assert!(tidy.is_well_formed(&language, root));
        prop_assert!(tidy.len() <= tree.len());
        prop_assert_eq!(tidy_sums(&tidy, &language).len(), tidy.len());
    }

    #[test]
    fn constant_mutation_moves_a_little_or_draws_anew(
        (language, root, depth) in settings(), seed: u64
    ) {
        let mut rng = stream(seed, Purpose::Breeding, 0, 0);
        let (_, tree) = parent(&mut rng, &language, root, depth);
        let child = mutate_constant(&mut rng, &language, &tree);
        prop_assert!(child.is_well_formed(&language, root));
        let changed = differences(&tree, &child);
        prop_assert!(changed.len() <= 1);
        for (old, new) in changed {
            prop_assert_eq!((old.opcode, old.size, old.factor), (new.opcode, new.size, new.factor));
            let op = language.primitive(new.opcode).op;
            prop_assert!(usize::from(new.parameter) < op.domain().map_or(1, |domain| domain.values.len()));
            let is_drawn = match op.draw() {
                None => new.constant == old.constant,
                Some(Draw::Between(low, high)) => {
                    (low..=high).contains(&new.constant)
                        || (new.constant - old.constant).abs() <= (high - low) / 10.0
                }
                Some(Draw::OneOf(values)) => values.contains(&new.constant),
            };
            prop_assert!(is_drawn);
        }
    }
}
