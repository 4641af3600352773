//! Exact simplification: a program of the same language that is never larger and has the same value on every view.
//!
//! Equal means equal as f64, with both zeros the same, under total arithmetic: an infinity becomes the largest finite
//! number of its sign after each operation. Whatever rounds differently is left alone: `a + (b + c)` stays as it is
//! unless all are small whole numbers.

pub(crate) mod form;
pub(crate) mod knowledge;
mod local;
pub(crate) mod range;
mod reduce;
mod saturate;
mod write;

use egg::Id;

use crate::language::{Language, Type};
use crate::simplify::form::{Form, Forms, has_form};
use crate::simplify::reduce::reduce;
use crate::simplify::saturate::saturate;
use crate::simplify::write::Writer;
use crate::tree::{Node, Tree};

/// Larger forms are saturated in parts of at most this size.
const LARGEST_PART: usize = 300;

/// How often a form is saturated and reduced again at most.
const ROUNDS: usize = 3;

/// A tree of the same language with the same value on every view and at most as many nodes. `root` is the type that
/// the tree's place expects. The result depends on the arguments alone.
pub fn simplify(tree: &Tree, language: &Language, root: Type) -> Tree {
    let nodes = tree.nodes();
    if nodes.iter().all(|node| has_form(language.primitive(node.opcode))) {
        return simplify_whole(tree, language, root);
    }
    let mut simplified = Vec::with_capacity(nodes.len());
    simplify_subtree(tree, language, &Writer::new(language), root, 0, &mut simplified);
    let simplified = Tree::from_nodes(simplified);
    // What became smaller may have forms throughout now.
    if simplified.len() < tree.len() { simplify(&simplified, language, root) } else { simplified }
}

/// Simplifies the largest subtrees that have forms throughout, and what has no form node by node. Inside the former
/// nothing changes the view, so a reading is the same wherever it stands.
fn simplify_subtree(
    tree: &Tree,
    language: &Language,
    writer: &Writer,
    slot: Type,
    index: usize,
    into: &mut Vec<Node>,
) {
    let part = tree.subtree(index);
    if part.iter().all(|node| has_form(language.primitive(node.opcode))) {
        let part = Tree::from_nodes(part.to_vec());
        into.extend_from_slice(simplify_whole(&part, language, slot).nodes());
        return;
    }
    let place = into.len();
    into.push(part[0]);
    let takes = language.primitive(part[0].opcode).op.takes();
    for (argument, expected) in tree.arguments(language, index).zip(takes) {
        simplify_subtree(tree, language, writer, *expected, argument, into);
    }
    into[place].size = (into.len() - place) as u32;
    if let Some(smaller) = local::smaller(&into[place..], language, writer) {
        into.truncate(place);
        into.extend(smaller);
    }
}

fn simplify_whole(tree: &Tree, language: &Language, root: Type) -> Tree {
    let mut forms = Forms::new(language);
    let writer = Writer::new(language);
    let Some(start) = forms.read_tree(tree, language, root).and_then(|found| found[0]) else {
        return tree.clone();
    };
    let mut best = tree.clone();
    let mut keep = |forms: &Forms, id: Id| {
        let written = writer.write(forms, id).filter(|written| written.len() <= best.len());
        let is_smaller = written.as_ref().is_some_and(|written| written.len() < best.len());
        best = written.unwrap_or_else(|| best.clone());
        is_smaller
    };
    let is_truth = root == Type::Bool;
    let mut current = reduce(&mut forms, &writer, start, is_truth);
    keep(&forms, current);
    for _ in 0..ROUNDS {
        let saturated = saturate_parts(&mut forms, &writer, current);
        current = reduce(&mut forms, &writer, saturated, is_truth);
        if !keep(&forms, current) {
            break;
        }
    }
    best
}

/// Saturates a form, or each of its largest parts that are small enough.
fn saturate_parts(forms: &mut Forms, writer: &Writer, id: Id) -> Id {
    if forms.count(id) <= LARGEST_PART {
        return saturate(forms, writer, id);
    }
    let mut form: Form = forms[id];
    for child in egg::Language::children_mut(&mut form) {
        *child = saturate_parts(forms, writer, *child);
    }
    forms.add(form)
}
