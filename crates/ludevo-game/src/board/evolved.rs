//! Evolved programs as judges of positions.

use std::sync::Arc;

use ludevo_arena::{Player, SearchPlayer};
use ludevo_program::{Architecture, Code, Compiled, Individual, Language, Op, Part, Tree, Type};
use ludevo_search::alphabeta::{Evaluator, Order, Pruning, Ranked, Settings};

use super::BoardGame;
use super::settings::{Judges, PlayerSettings};

/// A tree ready to be evaluated millions of times.
#[derive(Debug)]
pub enum Program {
    /// Machine code.
    Compiled(Compiled),
    /// For machines without a compiler.
    Interpreted(Code),
}

impl Program {
    /// Compiles the tree of one part.
    pub fn new(tree: &Tree, part: &Part) -> Self {
        let code = Code::new(tree, &part.language, part.root);
        match Compiled::new(&code) {
            Ok(compiled) => Program::Compiled(compiled),
            Err(_) => Program::Interpreted(code),
        }
    }

    /// What the tree says of a view.
    #[inline]
    pub fn evaluate(&self, view: &mut [u64]) -> f64 {
        match self {
            Program::Compiled(compiled) => compiled.evaluate(view),
            Program::Interpreted(code) => code.evaluate(view),
        }
    }
}

/// Judges states by a program.
pub(crate) struct Judge {
    program: Arc<Program>,
    view: Vec<u64>,
}

impl Judge {
    fn new(program: &Arc<Program>, cells: usize) -> Self {
        Judge { program: Arc::clone(program), view: vec![0; cells] }
    }
}

impl<G: BoardGame> Evaluator<G> for Judge {
    #[inline]
    fn value(&mut self, game: &G, state: &G::State) -> f64 {
        game.fill(state, &mut self.view);
        self.program.evaluate(&mut self.view)
    }

    #[inline]
    fn promise(&mut self, game: &G, state: &G::State) -> f64 {
        game.promise(state)
    }
}

/// An evolved individual, compiled: from it any number of players is made.
#[derive(Clone, Debug)]
pub(crate) struct Brain {
    evaluate: Arc<Program>,
    select: Option<Arc<Program>>,
    cells: usize,
    settings: Settings,
}

impl Brain {
    /// Compiles an individual of [`architecture`].
    pub(crate) fn new(individual: &Individual, architecture: &Architecture, settings: Settings) -> Self {
        let part = &architecture.parts[0];
        let (evaluate, rest) = judging(individual, &part.language);
        let compile = |tree: &Tree| Arc::new(Program::new(tree, part));
        let select = rest.first().map(compile);
        Brain { evaluate: compile(&evaluate), select, cells: part.language.cells(), settings }
    }

    /// The value of the position of a view. Numbers that are worked out on the way are kept in the view.
    pub(crate) fn judge(&self, view: &mut [u64]) -> f64 {
        self.evaluate.evaluate(view)
    }

    /// A player that searches with this brain at the leaves.
    pub(crate) fn player<G: BoardGame>(&self) -> Box<dyn Player<G>> {
        let value = Judge::new(&self.evaluate, self.cells);
        match &self.select {
            Some(select) => {
                let rank = Judge::new(select, self.cells);
                Box::new(SearchPlayer::<G, _>::new(self.settings, Ranked { value, rank }))
            }
            None => Box::new(SearchPlayer::<G, _>::new(self.settings, value)),
        }
    }
}

/// The one tree that judges positions, and the individual's trees beside those it is made of.
pub(crate) fn judging<'a>(individual: &'a Individual, language: &Language) -> (Tree, &'a [Tree]) {
    match individual.trees.len() {
        ..TEN => (individual.trees[0].clone(), &individual.trees[1..]),
        _ => (under_fixed_top(&individual.trees[..TEN], language), &individual.trees[TEN..]),
    }
}

/// Which trees an individual has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How positions are judged.
    pub judges: Judges,
    /// Whether a tree chooses the moves forward pruning keeps.
    pub selector: bool,
}

/// How many trees judge under [`Judges::Ten`].
const TEN: usize = 10;

impl Layout {
    /// Every layout there is.
    pub const ALL: [Layout; 4] = [
        Layout { judges: Judges::One, selector: false },
        Layout { judges: Judges::One, selector: true },
        Layout { judges: Judges::Ten, selector: false },
        Layout { judges: Judges::Ten, selector: true },
    ];

    /// The names of its trees, as champion files have them.
    pub fn names(self) -> &'static str {
        match (self.judges, self.selector) {
            (Judges::One, false) => "evaluate",
            (Judges::One, true) => "evaluate, select",
            (Judges::Ten, false) => "t1 to t10",
            (Judges::Ten, true) => "t1 to t10, select",
        }
    }

    /// The name of each tree, and what it decides.
    fn parts(self) -> Vec<(String, String)> {
        let mut parts = match self.judges {
            Judges::One => vec![(
                "evaluate".to_owned(),
                "how good a position is for the player to move, at the end of the search".to_owned(),
            )],
            Judges::Ten => {
                let decides = [
                    "which values count: t5 or t6 if this is at most t2, otherwise t9 or t10",
                    "what t1 is compared with",
                    "if t1 <= t2: the value is t5 if this is at most t4",
                    "if t1 <= t2: what t3 is compared with",
                    "the value if t1 <= t2 and t3 <= t4",
                    "the value if t1 <= t2 and t3 > t4",
                    "if t1 > t2: the value is t9 if this is at most t8",
                    "if t1 > t2: what t7 is compared with",
                    "the value if t1 > t2 and t7 <= t8",
                    "the value if t1 > t2 and t7 > t8",
                ];
                (1..)
                    .zip(decides)
                    .map(|(number, decides)| (format!("t{number}"), decides.to_owned()))
                    .collect()
            }
        };
        if self.selector {
            let decides =
                "how good a position looks for the player to move, when choosing which moves to search";
            parts.push(("select".to_owned(), decides.to_owned()));
        }
        parts
    }
}

/// Ten trees as one: if t1 <= t2 then (if t3 <= t4 then t5 else t6) else (if t7 <= t8 then t9 else t10).
///
/// "Evolved to Win" says that ten trees simulate one with conditional expressions at its top and shows it in Figure
/// 3.4, which its text does not describe; three conditions with two trees each and four values make ten.
fn under_fixed_top(trees: &[Tree], language: &Language) -> Tree {
    let function = |is: fn(&Op) -> bool| {
        let place = language.primitives().iter().position(|primitive| is(&primitive.op));
        place.expect("every language of a turn-based game compares and chooses") as u8
    };
    let at_most = function(|op| matches!(op, Op::LowerEqual));
    let choose = function(|op| matches!(op, Op::If));
    let condition = |[left, right]: [&Tree; 2], yes: &Tree, no: &Tree| {
        Tree::applied(choose, &[&Tree::applied(at_most, &[left, right]), yes, no])
    };
    let yes = condition([&trees[2], &trees[3]], &trees[4], &trees[5]);
    let no = condition([&trees[6], &trees[7]], &trees[8], &trees[9]);
    condition([&trees[0], &trees[1]], &yes, &no)
}

/// The trees of an individual, each at most `depth` levels deep.
pub(crate) fn architecture(language: Arc<Language>, depth: usize, layout: Layout) -> Architecture {
    let part = |(name, decides): (String, String)| Part {
        name,
        decides,
        root: Type::Float,
        language: Arc::clone(&language),
        depth,
    };
    Architecture { parts: layout.parts().into_iter().map(part).collect() }
}

/// The search that settings of an experiment or champion ask for.
pub(crate) fn search_settings(player: PlayerSettings, order: Order) -> Settings {
    let prunes = player.branching.is_some() || player.ratio.is_some();
    let pruning = prunes.then(|| Pruning {
        ratio: player.ratio.unwrap_or(1.0),
        branching: player.branching.unwrap_or(usize::MAX),
        full_depth: player.full_depth,
    });
    Settings { order, pruning, forced: player.forced, ..Settings::full(player.depth) }
}
