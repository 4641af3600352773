//! Variation of trees: crossover and the mutations. Types and depth limits hold in every child.

use rand::RngExt;
use rand::seq::IteratorRandom;

use ludevo_random::Stream;

use crate::generate::{Method, draw_constant, draw_parameter};
use crate::language::{Draw, Language, Type};
use crate::operation::Op;
use crate::tree::{Place, Tree};

/// How a node is chosen for variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Picking {
    /// A function with this probability, otherwise a terminal.
    ByKind {
        /// The probability of a function.
        internal: f64,
    },
    /// Every node alike.
    Uniform,
    /// In a tree that receives a subtree, from the root down: to one of its arguments, and on from there unless it is a
    /// terminal or chance stops (Ferrer and Martin). Elsewhere every node alike.
    Descent {
        /// The probability of stopping at a function.
        stop: f64,
    },
}

/// What holds for every tree of one part of an individual.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits<'a> {
    /// The language it is written in.
    pub language: &'a Language,
    /// What its root returns.
    pub root: Type,
    /// How many levels it may have.
    pub depth: usize,
}

/// How often a pair of places that does not fit is drawn again before the parents are kept as they are.
const TRIES: usize = 8;

/// Draws one of the nodes that `accept` allows.
fn pick(rng: &mut Stream, tree: &Tree, picking: Picking, accept: impl Fn(usize) -> bool) -> Option<usize> {
    let is_internal = |index: &usize| tree.nodes()[*index].size > 1;
    let accepted = || (0..tree.len()).filter(|index| accept(*index));
    match picking {
        Picking::Uniform | Picking::Descent { .. } => accepted().choose(rng),
        Picking::ByKind { internal } => {
            let wanted = rng.random_bool(internal);
            accepted()
                .filter(|index| is_internal(index) == wanted)
                .choose(rng)
                .or_else(|| accepted().choose(rng))
        }
    }
}

/// Where a tree receives a subtree.
fn pick_receiving(rng: &mut Stream, language: &Language, tree: &Tree, picking: Picking) -> Option<usize> {
    let Picking::Descent { stop } = picking else { return pick(rng, tree, picking, |_| true) };
    let mut at = 0;
    loop {
        let Some(argument) = tree.arguments(language, at).choose(rng) else { return Some(at) };
        at = argument;
        if tree.nodes()[at].size > 1 && rng.random_bool(stop) {
            return Some(at);
        }
    }
}

/// One-way crossover: a copy of a random subtree of the donor replaces one of the receiver's. The donor is unchanged.
pub fn cross_one_way(
    rng: &mut Stream,
    limits: TreeLimits<'_>,
    picking: Picking,
    donor: &Tree,
    receiver: &Tree,
) -> Tree {
    let given = donor.shape(limits.language, limits.root);
    let taken = receiver.shape(limits.language, limits.root);
    for _ in 0..TRIES {
        let Some(at) = pick_receiving(rng, limits.language, receiver, picking) else { break };
        let fits = |from: usize| fits(limits, donor, &given, from, &taken[at]);
        if let Some(from) = pick(rng, donor, picking, fits) {
            return receiver.with_subtree(at, donor.subtree(from));
        }
    }
    receiver.clone()
}

/// Two-way crossover: the trees swap a subtree each.
pub fn cross_two_way(
    rng: &mut Stream,
    limits: TreeLimits<'_>,
    picking: Picking,
    one: &Tree,
    two: &Tree,
) -> (Tree, Tree) {
    let ones = one.shape(limits.language, limits.root);
    let twos = two.shape(limits.language, limits.root);
    for _ in 0..TRIES {
        let Some(at) = pick(rng, one, picking, |_| true) else { break };
        let swaps = |from: usize| {
            fits(limits, two, &twos, from, &ones[at]) && fits(limits, one, &ones, at, &twos[from])
        };
        if let Some(from) = pick(rng, two, picking, swaps) {
            return (one.with_subtree(at, two.subtree(from)), two.with_subtree(from, one.subtree(at)));
        }
    }
    (one.clone(), two.clone())
}

/// Whether the subtree at `from` may stand in `place` of another tree.
fn fits(limits: TreeLimits<'_>, tree: &Tree, shape: &[Place], from: usize, place: &Place) -> bool {
    limits.language.primitive(tree.nodes()[from].opcode).returns.fits(place.slot)
        && place.level + shape[from].height - 1 <= limits.depth
}

/// Subtree mutation: a random node's subtree is deleted and a new one of at most `growth` levels grown in its stead.
pub fn mutate_subtree(
    rng: &mut Stream,
    limits: TreeLimits<'_>,
    picking: Picking,
    growth: usize,
    tree: &Tree,
) -> Tree {
    let at = pick(rng, tree, picking, |_| true).expect("a tree has a root");
    regrow(rng, limits, growth, tree, at)
}

fn regrow(rng: &mut Stream, limits: TreeLimits<'_>, growth: usize, tree: &Tree, at: usize) -> Tree {
    let place = tree.shape(limits.language, limits.root)[at];
    let room = (limits.depth + 1).saturating_sub(place.level).max(1);
    // A place close to the limit may have room for less than the shallowest subtree; then it stays as it was.
    if limits.language.levels_for(place.slot).is_none_or(|levels| levels > room) {
        return tree.clone();
    }
    let grown = limits.language.random_tree(rng, Method::Grow, place.slot, growth.min(room));
    if place.level + grown.depth(limits.language) - 1 > limits.depth {
        return tree.clone();
    }
    tree.with_subtree(at, grown.nodes())
}

/// The mutation of Benbassat and Sipper: a node is chosen; if it returns a number, then with probability `local` its
/// factor changes by at most `step` either way, otherwise its subtree is grown anew.
pub fn mutate_node(
    rng: &mut Stream,
    limits: TreeLimits<'_>,
    picking: Picking,
    growth: usize,
    local: f64,
    step: f64,
    tree: &Tree,
) -> Tree {
    let at = pick(rng, tree, picking, |_| true).expect("a tree has a root");
    let is_numeric = limits.language.primitive(tree.nodes()[at].opcode).returns.is_numeric();
    if is_numeric && rng.random_bool(local) {
        let mut mutant = tree.clone();
        mutant.nodes_mut()[at].factor += rng.random_range(-step..=step);
        mutant
    } else {
        regrow(rng, limits, growth, tree, at)
    }
}

/// Insertion: a random function takes the place of a node, the node's subtree becomes one of its arguments and new
/// subtrees of at most `growth` levels the others. What the tree has learnt is kept; a tree without room stays as it was.
pub fn mutate_insert(
    rng: &mut Stream,
    limits: TreeLimits<'_>,
    picking: Picking,
    growth: usize,
    tree: &Tree,
) -> Tree {
    let language = limits.language;
    let at = pick(rng, tree, picking, |_| true).expect("a tree has a root");
    let place = tree.shape(language, limits.root)[at];
    let kind = language.primitive(tree.nodes()[at].opcode).returns;
    let room = limits.depth.saturating_sub(place.level);
    let takes = |opcode: &u8| language.primitive(*opcode).op.takes();
    let has_place = |opcode: &u8| takes(opcode).iter().any(|slot| kind.fits(*slot));
    let fills = |opcode: &u8| {
        takes(opcode).iter().all(|slot| language.levels_for(*slot).is_some_and(|levels| levels <= room))
    };
    let chosen = language.opcodes_for(place.slot).filter(has_place).filter(fills).choose(rng);
    let (Some(function), true) = (chosen, place.height <= room) else { return tree.clone() };
    let slots = takes(&function);
    let kept = (0..slots.len()).filter(|index| kind.fits(slots[*index])).choose(rng);
    let mut arguments = Vec::with_capacity(slots.len());
    for (index, slot) in slots.iter().enumerate() {
        let argument = if Some(index) == kept {
            Tree::from_nodes(tree.subtree(at).to_vec())
        } else {
            language.random_tree(rng, Method::Grow, *slot, growth.min(room))
        };
        arguments.push(argument);
    }
    let mut inserted = Tree::applied(function, &arguments.iter().collect::<Vec<_>>());
    if let Some(draw) = language.primitive(function).op.draw() {
        inserted.nodes_mut()[0].constant = draw_constant(rng, draw);
    }
    if place.level + inserted.depth(language) - 1 > limits.depth {
        return tree.clone();
    }
    tree.with_subtree(at, inserted.nodes())
}

/// Addition: to a number in the tree another one that the game tells is added, with factor 0, so that the tree says the
/// same until the factor is learnt. A tree without room, or a language that cannot add, leaves it as it was.
pub fn mutate_add(rng: &mut Stream, limits: TreeLimits<'_>, tree: &Tree) -> Tree {
    let language = limits.language;
    let shape = tree.shape(language, limits.root);
    let has_room = |at: usize| {
        let Place { level, height, .. } = shape[at];
        counts(language, tree, &shape, at) && level + height <= limits.depth
    };
    let plus = language.find(Type::Float, |op| matches!(op, Op::Plus));
    let (Some(at), Some(plus)) = (pick(rng, tree, Picking::Uniform, has_room), plus) else {
        return tree.clone();
    };
    // What the tree does not know yet is worth more than what it knows.
    let is_known = |number: &Tree| {
        let (opcode, parameter) = (number.nodes()[0].opcode, number.nodes()[0].parameter);
        tree.nodes().iter().any(|node| node.opcode == opcode && node.parameter == parameter)
    };
    let mut drawn = (0..TRIES).filter_map(|_| language.random_number(rng, Type::Float));
    let Some(first) = drawn.next() else { return tree.clone() };
    let mut added =
        if is_known(&first) { drawn.find(|number| !is_known(number)).unwrap_or(first) } else { first };
    added.nodes_mut()[0].factor = 0.0;
    let kept = Tree::from_nodes(tree.subtree(at).to_vec());
    tree.with_subtree(at, Tree::applied(plus, &[&kept, &added]).nodes())
}

/// Division into cases: a function of numbers becomes a choice between two copies of itself by a random condition, so
/// that the tree says the same until the copies drift apart. A tree without such a function or without room stays as
/// it was.
pub fn mutate_split(rng: &mut Stream, limits: TreeLimits<'_>, tree: &Tree) -> Tree {
    let language = limits.language;
    let shape = tree.shape(language, limits.root);
    let condition = language.random_condition(rng);
    let levels = condition.depth(language);
    let has_room = |at: usize| {
        let Place { level, height, .. } = shape[at];
        counts(language, tree, &shape, at) && height > 1 && level + height.max(levels) <= limits.depth
    };
    let choice = language.find(Type::Float, |op| matches!(op, Op::If));
    let (Some(at), Some(choice)) = (pick(rng, tree, Picking::Uniform, has_room), choice) else {
        return tree.clone();
    };
    let case = Tree::from_nodes(tree.subtree(at).to_vec());
    tree.with_subtree(at, Tree::applied(choice, &[&condition, &case, &case]).nodes())
}

/// Whether the node is a number that is no part of a condition.
fn counts(language: &Language, tree: &Tree, shape: &[Place], at: usize) -> bool {
    let mut above = Some(at);
    while let Some(node) = above {
        if shape[node].slot != Type::Float
            || language.primitive(tree.nodes()[node].opcode).returns == Type::Bool
        {
            return false;
        }
        above = shape[node].parent;
    }
    true
}

/// Constant mutation: one constant or parameter that was drawn at creation changes. Half of the time a constant moves
/// by at most a tenth of the range it was drawn from, and may leave it; otherwise it is drawn anew. A tree without any is returned as it is.
pub fn mutate_constant(rng: &mut Stream, language: &Language, tree: &Tree) -> Tree {
    let is_drawn = |index: &usize| {
        let op = language.primitive(tree.nodes()[*index].opcode).op;
        op.draw().is_some() || op.domain().is_some()
    };
    let mut mutant = tree.clone();
    let Some(at) = (0..tree.len()).filter(is_drawn).choose(rng) else { return mutant };
    let node = &mut mutant.nodes_mut()[at];
    let op = language.primitive(node.opcode).op;
    if let Some(domain) = op.domain() {
        node.parameter = draw_parameter(rng, domain);
    }
    if let Some(draw) = op.draw() {
        node.constant = match draw {
            Draw::Between(low, high) if rng.random_bool(0.5) => {
                let reach = (high - low) / 10.0;
                node.constant + rng.random_range(-reach..=reach)
            }
            _ => draw_constant(rng, draw),
        };
    }
    mutant
}

/// Shrinking: a random function is replaced by one of its own arguments that fits its place. A tree without one is
/// returned as it is.
pub fn mutate_shrink(rng: &mut Stream, limits: TreeLimits<'_>, tree: &Tree) -> Tree {
    let language = limits.language;
    let shape = tree.shape(language, limits.root);
    let fits = |at: usize, argument: usize| {
        language.primitive(tree.nodes()[argument].opcode).returns.fits(shape[at].slot)
    };
    let pairs = (0..tree.len()).flat_map(|at| {
        tree.arguments(language, at)
            .filter(move |argument| fits(at, *argument))
            .map(move |argument| (at, argument))
    });
    match pairs.choose(rng) {
        Some((at, argument)) => tree.with_subtree(at, tree.subtree(argument)),
        None => tree.clone(),
    }
}
