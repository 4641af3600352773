//! Random programs. Generation cannot fail and never exceeds its depth limit.

use rand::RngExt;
use rand::seq::IndexedRandom;

use ludevo_random::Stream;

use crate::language::{Domain, Draw, Language, Type};
use crate::tree::{Node, Tree};

/// How a random tree takes its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every branch is as deep as the limit allows.
    Full,
    /// Functions and terminals are drawn alike, so branches end at different depths.
    Grow,
    /// The root is a function of at least two arguments, and below it functions and terminals are drawn alike until
    /// terminals end every branch (Ferrer and Martin 1995, section 3). Unlike the published growth, it is bounded.
    Branching,
}

impl Language {
    /// A random tree for `slot` of at most `depth` levels, or of as few as the language can do if that is more.
    pub fn random_tree(&self, rng: &mut Stream, method: Method, slot: Type, depth: usize) -> Tree {
        let shallowest = self.levels_for(slot).expect("a language closes every type that is asked of it");
        let mut nodes = Vec::new();
        self.push_random(rng, method, slot, depth.max(shallowest), true, &mut nodes);
        Tree::from_nodes(nodes)
    }

    /// Ramped half-and-half: tree number `index` of a population, depths rising from the first to the second of
    /// `depths` in turn, every other round full and grown.
    pub fn ramped_tree(&self, rng: &mut Stream, slot: Type, depths: (usize, usize), index: usize) -> Tree {
        let steps = depths.1 - depths.0 + 1;
        let method = if (index / steps).is_multiple_of(2) { Method::Full } else { Method::Grow };
        self.random_tree(rng, method, slot, depths.0 + index % steps)
    }

    fn push_random(
        &self,
        rng: &mut Stream,
        method: Method,
        slot: Type,
        depth: usize,
        is_root: bool,
        nodes: &mut Vec<Node>,
    ) {
        let preferred = |opcode: &u8| match method {
            Method::Full => self.primitive(*opcode).arity() > 0,
            Method::Branching if is_root => self.primitive(*opcode).arity() > 1,
            Method::Grow | Method::Branching => true,
        };
        // Reservoir sampling: a uniform draw in one pass, first among the preferred, else among all that close in time.
        let mut chosen = (0u8, 0u32);
        let mut fallback = (0u8, 0u32);
        for opcode in self.opcodes_for(slot).filter(|opcode| self.levels(*opcode) <= depth) {
            let seen = if preferred(&opcode) { &mut chosen } else { &mut fallback };
            seen.1 += 1;
            if rng.random_range(0..seen.1) == 0 {
                seen.0 = opcode;
            }
        }
        let opcode = if chosen.1 > 0 { chosen.0 } else { fallback.0 };
        let primitive = self.primitive(opcode);
        let index = nodes.len();
        nodes.push(Node {
            parameter: primitive.op.domain().map_or(0, |domain| draw_parameter(rng, domain)),
            constant: primitive.op.draw().map_or(0.0, |draw| draw_constant(rng, draw)),
            ..Node::plain(opcode, 1)
        });
        for argument in primitive.op.takes() {
            self.push_random(rng, method, *argument, depth - 1, false, nodes);
        }
        nodes[index].size = (nodes.len() - index) as u32;
    }
}

/// A value of a domain.
pub(crate) fn draw_parameter(rng: &mut Stream, domain: Domain) -> u16 {
    rng.random_range(0..domain.values.len() as u16)
}

/// A constant for a new node.
pub(crate) fn draw_constant(rng: &mut Stream, draw: Draw) -> f64 {
    match draw {
        Draw::Between(low, high) => rng.random_range(low..high),
        Draw::OneOf(values) => *values.choose(rng).expect("a value set is not empty"),
    }
}
