//! Evolved trees in the forms in which people read them.

use std::collections::BTreeMap;

use ludevo_program::reading::read_approximately;
use ludevo_program::text::{label, print_wrapped};
use ludevo_program::{Op, Part, Primitive, Tree, simplify};

use crate::game::ShownTree;

/// A tree in all its forms, the approximate one measured on `views`.
pub(crate) fn show_tree(tree: &Tree, part: &Part, views: &[Vec<u64>]) -> ShownTree {
    let language = &part.language;
    let simplified = simplify(tree, language, part.root);
    let reading = read_approximately(&simplified, language, part.root, 100, views);
    let used: BTreeMap<&str, &Primitive> = simplified
        .nodes()
        .iter()
        .map(|node| language.primitive(node.opcode))
        .filter(|primitive| matches!(primitive.op, Op::Read(_)))
        .map(|primitive| (primitive.name, primitive))
        .collect();
    let shape = simplified.shape(language, part.root);
    let labels = simplified.nodes().iter().map(|node| label(node, language));
    ShownTree {
        name: part.name.clone(),
        decides: part.decides.clone(),
        text: print_wrapped(tree, language, 100),
        nodes: tree.len(),
        simplified: print_wrapped(&simplified, language, 100),
        simplified_nodes: simplified.len(),
        reading: reading.text,
        deviation: reading.approximate.map(|deviation| (deviation.largest, deviation.spread)),
        terminals: used.values().map(|primitive| (primitive.name, primitive.meaning)).collect(),
        outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
    }
}
