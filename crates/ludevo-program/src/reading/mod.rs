//! Programs as people read them: infix text, exact or approximate.
//!
//! The exact form computes, operation by operation and from left to right, what the program computes, and has every
//! digit. The approximate form collects like terms, rounds constants to three digits and drops terms that hardly matter
//! on sample views; it says by how much it was seen to be off. Both read best for a program that was simplified.

mod approximate;
mod layout;
mod phrase;

use crate::language::{Language, Type};
use crate::reading::approximate::Approximation;
use crate::reading::layout::Layout;
use crate::reading::phrase::{Evaluator, Phrase, phrase};
use crate::simplify::form::Forms;
use crate::text;
use crate::tree::Tree;

/// A program as text for people. It cannot be parsed back; [`text::print`] gives what can.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadableText {
    /// The text.
    pub text: String,
    /// Nothing if the text says exactly what the program computes; otherwise how far off it was.
    pub approximate: Option<Deviation>,
}

/// How far an approximate form was from the exact one, as measured on sample views.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The largest difference between the exact and the approximate value; true counts as 1, false as 0.
    pub largest: f64,
    /// The difference between the highest and the lowest exact value.
    pub spread: f64,
    /// On how many views this was measured; if on none, nothing is known.
    pub views: usize,
}

impl Deviation {
    /// The largest difference as a part of the spread, or nothing if the exact value was always the same.
    pub fn relative(&self) -> Option<f64> {
        (self.spread > 0.0).then_some(self.largest / self.spread)
    }
}

/// The exact form of a tree whose place expects `root`, in lines of at most `width` characters where that can be had.
pub fn read_exactly(tree: &Tree, language: &Language, root: Type, width: usize) -> ReadableText {
    let mut forms = Forms::new(language);
    let id = forms.read_tree(tree, language, root).and_then(|found| found[0]);
    let text = match id {
        Some(id) => Layout { language, width }.text(&phrase(&forms, id)),
        None => text::print_wrapped(tree, language, width),
    };
    ReadableText { text, approximate: None }
}

/// The approximate form of a tree, measured on `views` of the game, each as the game fills it. Views should be those
/// that the program meets: what hardly matters is judged by them too.
pub fn read_approximately(
    tree: &Tree,
    language: &Language,
    root: Type,
    width: usize,
    views: &[Vec<u64>],
) -> ReadableText {
    let mut forms = Forms::new(language);
    let Some(id) = forms.read_tree(tree, language, root).and_then(|found| found[0]) else {
        return read_exactly(tree, language, root, width);
    };
    let exact = phrase(&forms, id);
    let loose = Approximation { language, forms: &forms, views }.phrase(id, root == Type::Bool);
    let deviation = measure(language, views, &exact, &loose, root == Type::Bool);
    ReadableText { text: Layout { language, width }.text(&loose), approximate: Some(deviation) }
}

fn measure(
    language: &Language,
    views: &[Vec<u64>],
    exact: &Phrase,
    loose: &Phrase,
    is_truth: bool,
) -> Deviation {
    let (mut largest, mut low, mut high) = (0.0f64, f64::INFINITY, f64::NEG_INFINITY);
    for view in views {
        let evaluator = Evaluator { language, view };
        let value = |phrase: &Phrase| {
            if is_truth { f64::from(u8::from(evaluator.truth(phrase))) } else { evaluator.number(phrase) }
        };
        let expected = value(exact);
        largest = largest.max((expected - value(loose)).abs());
        low = low.min(expected);
        high = high.max(expected);
    }
    Deviation { largest, spread: (high - low).max(0.0), views: views.len() }
}
