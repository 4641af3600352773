//! Evolved programs as judges of positions.

use std::sync::Arc;

use ludevo_arena::{Player, SearchPlayer};
use ludevo_program::{Architecture, Code, Compiled, Individual, Language, Part, Type};
use ludevo_search::alphabeta::{Evaluator, Order, Pruning, Ranked, Settings};

use super::BoardGame;
use super::settings::PlayerSettings;

/// A tree ready to be evaluated millions of times.
#[derive(Debug)]
pub(crate) enum Program {
    /// Machine code.
    Compiled(Compiled),
    /// For machines without a compiler.
    Interpreted(Code),
}

impl Program {
    /// Compiles the tree of one part.
    pub(crate) fn new(tree: &ludevo_program::Tree, part: &Part) -> Self {
        let code = Code::new(tree, &part.language, part.root);
        match Compiled::new(&code) {
            Ok(compiled) => Program::Compiled(compiled),
            Err(_) => Program::Interpreted(code),
        }
    }

    /// What the tree says of a view.
    #[inline]
    pub(crate) fn evaluate(&self, view: &mut [u64]) -> f64 {
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
        let mut programs = individual
            .trees
            .iter()
            .zip(&architecture.parts)
            .map(|(tree, part)| Arc::new(Program::new(tree, part)));
        let evaluate = programs.next().expect("an individual has a tree that evaluates");
        Brain { evaluate, select: programs.next(), cells: architecture.parts[0].language.cells(), settings }
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

/// The trees of an individual: one that evaluates positions, and perhaps one that selects moves to search.
pub(crate) fn architecture(language: Arc<Language>, depth: usize, selector: bool) -> Architecture {
    let part = |name: &str, decides: &str| Part {
        name: name.to_owned(),
        decides: decides.to_owned(),
        root: Type::Float,
        language: Arc::clone(&language),
        depth,
    };
    let mut parts =
        vec![part("evaluate", "how good a position is for the player to move, at the end of the search")];
    if selector {
        parts.push(part(
            "select",
            "how good a position looks for the player to move, when choosing which moves to search",
        ));
    }
    Architecture { parts }
}

/// The search that settings of an experiment or champion ask for.
pub(crate) fn search_settings(player: PlayerSettings, order: Order) -> Settings {
    let prunes = player.branching.is_some() || player.ratio.is_some();
    let pruning = prunes.then(|| Pruning {
        ratio: player.ratio.unwrap_or(1.0),
        branching: player.branching.unwrap_or(usize::MAX),
        full_depth: player.full_depth,
    });
    Settings { depth: player.depth, order, pruning }
}
