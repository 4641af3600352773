//! Evolved trees in the forms in which people read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludevo_program::reading::read_approximately;
use ludevo_program::text::{label, print_wrapped};
use ludevo_program::{Batch, Code, Node, Op, Part, Primitive, Tree, Type, simplify};

use crate::because;
use crate::game::{ShownTree, TerminalUse};
use crate::why::Decision;

/// A tree in all its forms, the approximate one measured on `views`.
pub fn show_tree(tree: &Tree, part: &Part, views: &[Vec<u64>]) -> ShownTree {
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
        uses: uses(&simplified, part, views),
        terminals: used.values().map(|primitive| (primitive.name, primitive.meaning)).collect(),
        outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
    }
}

/// A tree of an agent that people watch, ready to be asked what it comes to.
#[derive(Clone, Debug)]
pub struct Watched {
    who: String,
    tree: Tree,
    part: Part,
    outline: Arc<[(String, Option<usize>)]>,
    terms: Arc<[(&'static str, &'static str)]>,
    texts: Vec<Option<String>>,
}

impl Watched {
    /// All trees of an agent.
    pub fn all(who: &str, trees: &[Tree], parts: &[Part]) -> Vec<Watched> {
        let one = |(tree, part): (&Tree, &Part)| {
            let shape = tree.shape(&part.language, part.root);
            let labels = tree.nodes().iter().map(|node| label(node, &part.language));
            let outline = labels.zip(shape).map(|(label, place)| (label, place.parent)).collect();
            let asked = tree.nodes().iter().map(|node| part.language.primitive(node.opcode));
            let asked = asked.filter(|primitive| matches!(primitive.op, Op::Read(_)));
            let terms: BTreeMap<_, _> = asked.map(|asked| (asked.name, asked.meaning)).collect();
            Watched {
                who: who.to_owned(),
                tree: tree.clone(),
                part: part.clone(),
                outline,
                terms: terms.into_iter().collect(),
                texts: because::texts(tree, &part.language),
            }
        };
        trees.iter().zip(parts).map(one).collect()
    }

    /// What the tree comes to on a view; `when` says in words when it was asked, if that is not now.
    pub fn decision(&self, view: &mut [u64], when: String) -> Decision {
        let values = self.tree.trace(&self.part.language, self.part.root, view);
        let because = because::because(&self.tree, &self.part.language, &self.texts, &values);
        Decision {
            who: self.who.clone(),
            tree: self.part.name.clone(),
            decides: self.part.decides.clone(),
            when,
            outline: Arc::clone(&self.outline),
            values: values.into(),
            terms: Arc::clone(&self.terms),
            because,
            is_out: false,
        }
    }

    /// What there is to say of the tree once its agent is out.
    pub fn out(&self) -> Decision {
        Decision {
            who: self.who.clone(),
            tree: self.part.name.clone(),
            decides: self.part.decides.clone(),
            when: String::new(),
            outline: [].into(),
            values: [].into(),
            terms: [].into(),
            because: None,
            is_out: true,
        }
    }
}

/// How often a tree uses each terminal, and how far its values move on average when that terminal alone is asked about
/// another of the views.
fn uses(tree: &Tree, part: &Part, views: &[Vec<u64>]) -> Vec<TerminalUse> {
    let language = &part.language;
    let Some(mut batch) = Batch::new(tree, language).filter(|_| !views.is_empty()) else { return Vec::new() };
    let is_read = |node: &&Node| matches!(language.primitive(node.opcode).op, Op::Read(_));
    let mut nodes: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut columns: BTreeMap<(u8, u16), Vec<f32>> = BTreeMap::new();
    for node in tree.nodes().iter().filter(is_read) {
        *nodes.entry(language.primitive(node.opcode).name).or_default() += 1;
        columns.entry((node.opcode, node.parameter)).or_insert_with(|| {
            let code = Code::new(&Tree::of_terminal(node), language, Type::Float);
            views.iter().map(|view| code.evaluate(&mut view.clone()) as f32).collect()
        });
    }
    let mut evaluate = |moved: Option<&str>| {
        let mut values = vec![0.0; views.len()];
        let read = |node: &Node, out: &mut [f32]| {
            out.copy_from_slice(&columns[&(node.opcode, node.parameter)]);
            if moved == Some(language.primitive(node.opcode).name) {
                out.rotate_left(views.len() / 2);
            }
        };
        batch.evaluate(views.len(), read, &mut values);
        values
    };
    let values = evaluate(None);
    let moves = |name: &str, evaluate: &mut dyn FnMut(Option<&str>) -> Vec<f32>| -> f64 {
        evaluate(Some(name)).iter().zip(&values).map(|(moved, value)| f64::from((moved - value).abs())).sum()
    };
    let mut uses: Vec<TerminalUse> = nodes
        .into_iter()
        .map(|(name, nodes)| TerminalUse { name, nodes, weight: moves(name, &mut evaluate) })
        .collect();
    let all: f64 = uses.iter().map(|known| known.weight).sum();
    uses.iter_mut().for_each(|known| known.weight /= if all > 0.0 { all } else { 1.0 });
    uses.sort_by(|one, two| two.weight.total_cmp(&one.weight));
    uses
}
