//! Trees that other trees of the same individual call: functions that evolution defines by itself (Koza 1994).

use crate::individual::{Architecture, Individual};
use crate::operation::Op;
use crate::tree::{Node, Tree};

/// Why no call is left where trees are evaluated.
pub(crate) const EXPANDED: &str = "calls are replaced before a tree is evaluated";

impl Architecture {
    /// The individual with every call replaced by the tree that is called: only such trees are evaluated.
    ///
    /// The language of a part that is called declares the same primitives as those of its callers, and in the same
    /// order, up to their first call. No tree may call itself, be it through others.
    pub fn expanded(&self, individual: &Individual) -> Individual {
        Individual { trees: (0..self.parts.len()).map(|part| self.expanded_tree(individual, part)).collect() }
    }

    fn expanded_tree(&self, individual: &Individual, part: usize) -> Tree {
        let language = &self.parts[part].language;
        let mut tree = individual.trees[part].clone();
        let mut index = 0;
        while index < tree.len() {
            let node = tree.nodes()[index];
            index += match language.primitive(node.opcode).op {
                Op::Call { part } => {
                    let called = self.expanded_tree(individual, part);
                    let mut nodes = called.nodes().to_vec();
                    nodes[0] = Node { factor: node.factor * nodes[0].factor, ..nodes[0] };
                    tree = tree.with_subtree(index, &nodes);
                    nodes.len()
                }
                _ => 1,
            };
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::individual::Part;
    use crate::interpret::Code;
    use crate::language::{Language, Primitive, Read, Type};

    const OWN: [Primitive; 3] = [
        Primitive::float("Add", Op::Plus, "the sum"),
        Primitive::float("Mul", Op::Times, "the product"),
        Primitive::query("Bits", Read::Count { cell: 0 }, "bits"),
    ];

    fn part(name: &str, calls: &[Primitive]) -> Part {
        let language = Language::new(name, 1, &[&OWN[..], calls].concat()).unwrap();
        let (name, decides) = (name.to_owned(), String::new());
        Part { name, decides, root: Type::Float, language: Arc::new(language), depth: 9 }
    }

    #[test]
    fn calls_of_calls_give_what_the_called_trees_give() {
        let double = Primitive::float("Double", Op::Call { part: 1 }, "twice the bits");
        let square = Primitive::float("Square", Op::Call { part: 2 }, "the square of Double");
        let parts = vec![part("main", &[double, square]), part("double", &[]), part("square", &[double])];
        let architecture = Architecture { parts };
        let text = "tree main\nAdd(3*Square, Add(Double, Bits))\ntree double\nAdd(Bits, Bits)\ntree square\n\
                    Mul(Double, 0.5*Double)\n";
        let individual = architecture.parse(text, 1).unwrap();
        let expanded = architecture.expanded(&individual);
        let main = &architecture.parts[0];
        let code = Code::new(&expanded.trees[0], &main.language, main.root);
        // Five bits: 3 * (10 * 5) + 10 + 5.
        assert_eq!(code.evaluate(&mut [0b1_1111]), 165.0);
        assert_eq!(architecture.measure(&individual).nodes, 11);
    }
}
