//! How much of a program matters: the explicit, dead-code and live-code introns of section 3.2.6 of "Evolved to Win",
//! as far as ranges and known conditions prove them.

use std::ops::AddAssign;

use egg::Id;

use crate::language::{Language, Type};
use crate::operation::{Arithmetic, Condition, Meaning, Structure, Value};
use crate::simplify::form::Forms;
use crate::simplify::knowledge::Knowledge;
use crate::tree::Tree;

/// How many nodes of each kind a program has. Every node counts once, as the first of these that it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntronCounts {
    /// Inside an explicitly defined intron.
    pub explicit: usize,
    /// Never evaluated, because a condition is decided.
    pub dead: usize,
    /// Sometimes evaluated, but no other subtree in its place could change the program's value.
    pub live: usize,
    /// All the others.
    pub effective: usize,
}

impl IntronCounts {
    /// How many nodes there are in all.
    pub fn nodes(&self) -> usize {
        self.explicit + self.dead + self.live + self.effective
    }

    /// The introns' share of all nodes, from 0 to 1.
    pub fn share(&self) -> f64 {
        let introns = self.nodes() - self.effective;
        introns as f64 / self.nodes().max(1) as f64
    }
}

impl AddAssign for IntronCounts {
    fn add_assign(&mut self, other: Self) {
        self.explicit += other.explicit;
        self.dead += other.dead;
        self.live += other.live;
        self.effective += other.effective;
    }
}

/// The introns of a tree whose place expects `root`. One walk, cheap enough for every individual of a generation.
pub fn count_introns(tree: &Tree, language: &Language, root: Type) -> IntronCounts {
    let mut forms = Forms::new(language);
    let found = forms.read_tree(tree, language, root).unwrap_or_else(|| vec![None; tree.len()]);
    let mut census = Census {
        tree,
        language,
        forms,
        found,
        knowledge: Knowledge::default(),
        counts: IntronCounts::default(),
    };
    census.walk(0, true);
    census.counts
}

struct Census<'a> {
    tree: &'a Tree,
    language: &'a Language,
    forms: Forms,
    /// The form of each node that is not in an explicit intron.
    found: Vec<Option<Id>>,
    knowledge: Knowledge,
    counts: IntronCounts,
}

impl Census<'_> {
    fn walk(&mut self, index: usize, matters: bool) {
        *(if matters { &mut self.counts.effective } else { &mut self.counts.live }) += 1;
        let node = self.tree.nodes()[index];
        let op = self.language.primitive(node.opcode).op;
        let mut places = [0; 4];
        for (place, argument) in places.iter_mut().zip(self.tree.arguments(self.language, index)) {
            *place = argument;
        }
        let [a, b, c, _] = places;
        // Nothing times zero is anything but zero.
        let matters = matters && node.factor != 0.0;
        match op.structure(node.constant) {
            Structure::Kernel(kernel) => match kernel.meaning {
                Meaning::Truth(Condition::Both(..) | Condition::Not(Condition::Both(..))) => {
                    self.walk_row(&places[..kernel.takes.len()], true, matters);
                }
                Meaning::Truth(Condition::Either(..) | Condition::Not(Condition::Either(..))) => {
                    self.walk_row(&places[..kernel.takes.len()], false, matters);
                }
                Meaning::Number(Value::Choose(Condition::Argument(_), ..)) => {
                    self.walk_choice([a, b, c], matters);
                }
                Meaning::Number(Value::Compute(Arithmetic::Times, Value::Argument(_), _)) => {
                    let (a_is_zero, b_is_zero) = (self.is_zero(a), self.is_zero(b));
                    self.walk(a, matters && !b_is_zero);
                    self.walk(b, matters && !a_is_zero);
                }
                Meaning::Number(Value::Compute(Arithmetic::Times, Value::Constant, _)) => {
                    self.walk(a, matters && node.constant != 0.0);
                }
                _ => {
                    for (position, place) in places[..kernel.takes.len()].iter().enumerate() {
                        if op.intron() == Some(position) {
                            self.counts.explicit += self.tree.subtree(*place).len();
                        } else {
                            self.walk(*place, matters);
                        }
                    }
                }
            },
            Structure::Apply(_) => self.walk(a, matters),
            Structure::Scope(scope) => {
                places[..scope.fold.takes().len()].iter().for_each(|place| self.walk(*place, matters));
            }
            // What acts matters whatever becomes of its number.
            Structure::Do(deed) if deed.takes_one => self.walk(a, matters || !deed.is_pure),
            Structure::Number(_)
            | Structure::Truth(_)
            | Structure::Read(_)
            | Structure::Do(_)
            | Structure::Call => {}
        }
    }

    /// Operands each of which is evaluated only if those before it are `all`, and matters only while the others are `all`.
    fn walk_row(&mut self, operands: &[usize], all: bool, matters: bool) {
        let [first, later @ ..] = operands else { return };
        let is_decided = self.decided(*first) == Some(!all);
        let by_later = later.iter().any(|operand| self.decided(*operand) == Some(!all));
        self.walk(*first, matters && !by_later);
        if is_decided {
            later.iter().for_each(|operand| self.skip(*operand));
        } else {
            self.assuming(*first, all, |census| census.walk_row(later, all, matters));
        }
    }

    fn walk_choice(&mut self, [condition, yes, no]: [usize; 3], matters: bool) {
        let is_idle = self.found[yes].is_some() && self.found[yes] == self.found[no];
        let decided = self.decided(condition);
        self.walk(condition, matters && !is_idle);
        for (branch, value) in [(yes, true), (no, false)] {
            if decided == Some(!value) {
                self.skip(branch);
            } else {
                self.assuming(condition, value, |census| census.walk(branch, matters));
            }
        }
    }

    fn assuming(&mut self, condition: usize, value: bool, walk: impl FnOnce(&mut Self)) {
        let mark = self.knowledge.mark();
        if let Some(id) = self.found[condition] {
            self.knowledge.learn(&mut self.forms, id, value);
        }
        walk(self);
        self.knowledge.forget(mark);
    }

    fn decided(&mut self, index: usize) -> Option<bool> {
        self.found[index].and_then(|id| self.knowledge.decide(&mut self.forms, id))
    }

    fn is_zero(&mut self, index: usize) -> bool {
        let range = self.found[index].map(|id| self.knowledge.bounds(&mut self.forms, id));
        range.is_some_and(|range| range.is_nonzero() == Some(false))
    }

    /// Counts a subtree that is never evaluated.
    fn skip(&mut self, index: usize) {
        for form in &self.found[index..index + self.tree.subtree(index).len()] {
            *(if form.is_some() { &mut self.counts.dead } else { &mut self.counts.explicit }) += 1;
        }
    }
}
