//! What a program that is seated at a table judges positions by, opened up.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludevo_program::reading::read_exactly;
use ludevo_program::text::label;
use ludevo_program::{Code, Language, Op, Term, Tree, Type};

use super::Judged;
use crate::why::{Judgement, ValuePart};

/// The trees of the seated player with their languages, one of which judges at a time.
pub(crate) struct Thoughts {
    /// The trees, each with its name and its language.
    pub(crate) trees: Vec<(String, Tree, Arc<Language>)>,
    /// Whether the position before the move decides which of them judges.
    pub(crate) by_turn: bool,
    /// So many of them judge, and the first says which; 0 if the game says which.
    pub(crate) stages: usize,
}

impl Thoughts {
    /// How the program judges a position for whoever was to move in `before`.
    pub(crate) fn judge<G: Judged>(&self, game: &G, before: &G::State, state: &G::State) -> Judgement {
        let cells = self.trees.iter().map(|(.., language)| language.cells()).max().unwrap_or(0);
        let mut view = vec![0; cells];
        game.fill(state, &mut view);
        let judge = match self.stages {
            0 => game.judge(if self.by_turn { before } else { state }).min(self.trees.len() - 1),
            stages => {
                let (_, tree, language) = &self.trees[0];
                let stage = Code::new(tree, language, Type::Float).evaluate(&mut view) as i64;
                1 + stage.clamp(0, stages as i64 - 1) as usize
            }
        };
        let (name, tree, language) = &self.trees[judge];
        let values = tree.trace(language, Type::Float, &mut view);
        let opponents_view = game.seen_by(state) != game.mover(before);
        let sign = if opponents_view { -1.0 } else { 1.0 };
        let part = |term: &Term| value_part(term, sign, language, &mut view.clone());
        let labels = tree.nodes().iter().map(|node| label(node, language));
        let shape = tree.shape(language, Type::Float);
        Judgement {
            judge: name.clone(),
            value: sign * values[0].unwrap_or(0.0),
            opponents_view,
            parts: tree.terms(language, &values).iter().map(part).collect(),
            outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
            values,
        }
    }
}

/// A term of a sum in words, `sign` times.
pub(crate) fn value_part(term: &Term, sign: f64, language: &Language, view: &mut [u64]) -> ValuePart {
    let Term { part, times, number } = term;
    let plain = |name: String, meaning: Option<String>, inside| ValuePart {
        name,
        meaning,
        number: *number,
        times: sign * times,
        inside,
    };
    let Some(part) = part else { return plain("a constant".to_owned(), None, Vec::new()) };
    if let [node] = part.nodes() {
        let meaning = language.primitive(node.opcode).meaning.to_owned();
        return plain(label(node, language), Some(meaning), Vec::new());
    }
    let reads = part.nodes().iter().filter(|node| matches!(language.primitive(node.opcode).op, Op::Read(_)));
    let inside: BTreeMap<String, f64> = reads
        .map(|node| {
            let alone = Tree::of_terminal(node);
            let value = Code::new(&alone, language, Type::Float).evaluate(view);
            (label(&alone.nodes()[0], language), value)
        })
        .collect();
    let text = read_exactly(part, language, Type::Float, usize::MAX).text;
    plain(text, None, inside.into_iter().collect())
}
