//! A program as a flat array of plain nodes in prefix order.

use crate::language::{Language, Type};

/// One node. A node's first argument follows it, and each further argument follows the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Which primitive of the language.
    pub opcode: u8,
    /// The value drawn from the primitive's domain, or 0.
    pub parameter: u16,
    /// How many nodes its subtree has, itself included.
    pub size: u32,
    /// The constant drawn at creation, or 0.
    pub constant: f64,
    /// What the node's number is multiplied with; 1 unless local mutation changed it.
    pub factor: f64,
}

impl Node {
    /// A node with factor 1 and neither constant nor parameter.
    pub fn plain(opcode: u8, size: u32) -> Self {
        Node { opcode, parameter: 0, size, constant: 0.0, factor: 1.0 }
    }
}

/// A well-formed program: every argument is there, of the type its place expects, and sizes are right.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree from nodes that are known to be well formed.
    pub(crate) fn from_nodes(nodes: Vec<Node>) -> Self {
        Tree { nodes }
    }

    /// A function applied to trees. They must be as many and of such types as the function takes.
    pub fn applied(function: u8, arguments: &[&Tree]) -> Tree {
        let size = 1 + arguments.iter().map(|tree| tree.len()).sum::<usize>();
        let mut nodes = Vec::with_capacity(size);
        nodes.push(Node::plain(function, size as u32));
        arguments.iter().for_each(|tree| nodes.extend_from_slice(&tree.nodes));
        Tree { nodes }
    }

    /// The terminal of a node alone, without its factor.
    pub fn of_terminal(node: &Node) -> Self {
        Tree { nodes: vec![Node { factor: 1.0, size: 1, ..*node }] }
    }

    /// The same tree with another factor of its last terminal.
    pub fn with_last_factor(mut self, factor: f64) -> Self {
        self.nodes.last_mut().expect("a tree has a root").factor = factor;
        self
    }

    /// The nodes in prefix order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes, for changes that keep the tree well formed: factors, constants and parameters.
    pub(crate) fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many levels it has; a lone terminal has one.
    pub fn depth(&self, language: &Language) -> usize {
        self.shape(language, Type::Float)[0].height
    }

    /// The nodes of the subtree whose root is at `index`.
    pub fn subtree(&self, index: usize) -> &[Node] {
        &self.nodes[index..index + self.nodes[index].size as usize]
    }

    /// The subtree whose root is at `index` as a tree of its own.
    pub fn part(&self, index: usize) -> Tree {
        Tree { nodes: self.subtree(index).to_vec() }
    }

    /// Where the arguments of the node at `index` start.
    pub fn arguments<'a>(
        &'a self,
        language: &Language,
        index: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let arity = language.primitive(self.nodes[index].opcode).arity();
        arguments(&self.nodes, index, arity)
    }

    /// The same tree with the subtree at `index` replaced.
    pub fn with_subtree(&self, index: usize, replacement: &[Node]) -> Tree {
        let end = index + self.nodes[index].size as usize;
        let mut nodes = Vec::with_capacity(self.nodes.len() + replacement.len());
        nodes.extend_from_slice(&self.nodes[..index]);
        nodes.extend_from_slice(replacement);
        nodes.extend_from_slice(&self.nodes[end..]);
        let change = i64::from(replacement[0].size) - (end - index) as i64;
        // Exactly the ancestors span the place that changed.
        for (ancestor, node) in nodes[..index].iter_mut().enumerate() {
            if ancestor + node.size as usize > index {
                node.size = u32::try_from(i64::from(node.size) + change).expect("a subtree is never empty");
            }
        }
        Tree { nodes }
    }

    /// What each node's place expects, how deep it is and how tall its subtree, in a tree whose root must be `root`.
    pub fn shape(&self, language: &Language, root: Type) -> Vec<Place> {
        let mut places = vec![Place { slot: root, level: 1, height: 1, parent: None }; self.nodes.len()];
        for index in 0..self.nodes.len() {
            let slots = language.primitive(self.nodes[index].opcode).op.takes();
            let level = places[index].level + 1;
            for (argument, slot) in self.arguments(language, index).zip(slots) {
                places[argument] = Place { slot: *slot, level, height: 1, parent: Some(index) };
            }
        }
        for index in (1..self.nodes.len()).rev() {
            if let Some(parent) = places[index].parent {
                places[parent].height = places[parent].height.max(places[index].height + 1);
            }
        }
        places
    }

    /// Whether every argument is there with the right type and every size is right.
    pub fn is_well_formed(&self, language: &Language, root: Type) -> bool {
        fn check(nodes: &[Node], language: &Language, slot: Type) -> Option<usize> {
            let node = nodes.first()?;
            let primitive = language.primitives().get(usize::from(node.opcode))?;
            if !primitive.returns.fits(slot) {
                return None;
            }
            let mut next = 1;
            for argument in primitive.op.takes() {
                next += check(nodes.get(next..)?, language, *argument)?;
            }
            (next == node.size as usize).then_some(next)
        }
        check(&self.nodes, language, root) == Some(self.nodes.len())
    }
}

/// Where the `arity` arguments of the node at `index` start.
pub(crate) fn arguments(nodes: &[Node], index: usize, arity: usize) -> impl Iterator<Item = usize> {
    let mut next = index + 1;
    (0..arity).map(move |_| {
        let here = next;
        next += nodes[here].size as usize;
        here
    })
}

/// One node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The type expected there.
    pub slot: Type,
    /// The root's level is 1.
    pub level: usize,
    /// How many levels the subtree has.
    pub height: usize,
    /// The node it is an argument of.
    pub parent: Option<usize>,
}
