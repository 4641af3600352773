//! Programs without what a terminal says: its mean stands in its place.

use ludevo_program::{Code, Individual, Node, Part, Tree, Type};

/// The trees of a program in which a terminal always says what it says on average in these views; nothing if a language cannot say
/// that.
pub(crate) fn blinded(
    individual: &Individual,
    parts: &[Part],
    views: &[Vec<u64>],
    terminal: &str,
) -> Option<Individual> {
    let blind = |(tree, part): (&Tree, &Part)| {
        let Some(opcode) = part.language.opcode(terminal) else { return Some(tree.clone()) };
        let alone = Code::new(&Tree::of_terminal(&Node::plain(opcode, 1)), &part.language, Type::Float);
        let sum: f64 = views.iter().map(|view| alone.evaluate(&mut view.clone())).sum();
        part.language.blinded(tree, part.root, terminal, sum / views.len().max(1) as f64)
    };
    let trees: Option<Vec<Tree>> = individual.trees.iter().zip(parts).map(blind).collect();
    Some(Individual { trees: trees? })
}
