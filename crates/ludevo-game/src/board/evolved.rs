//! Evolved programs as judges of positions.

use std::sync::Arc;

use ludevo_arena::{Player, SearchPlayer};
use ludevo_program::{Architecture, Code, Compiled, Individual, Part, Tree};
use ludevo_search::alphabeta::{Evaluator, FAR_ABOVE, Order, Pruning, Ranked, SearchSettings};

use super::Judged;
use super::layout::Layout;
use super::settings::{PlayerSettings, Span};

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

/// An evolved individual, compiled: from it any number of players is made.
#[derive(Clone, Debug)]
pub struct Brain {
    judges: Arc<[Program]>,
    select: Option<Arc<[Program]>>,
    layout: Layout,
    cells: usize,
    /// The cells that its trees read.
    wanted: u64,
    manner: Manner,
}

/// How a program plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// How it searches.
    pub search: SearchSettings,
    /// Whether it judges the end of whole turns.
    pub whole_turns: bool,
}

impl Manner {
    /// What settings of an experiment or champion ask for.
    pub(crate) fn new(player: PlayerSettings, order: Order) -> Self {
        let prunes = player.branching.is_some() || player.ratio.is_some();
        let pruning = prunes.then(|| Pruning {
            ratio: player.ratio.unwrap_or(1.0),
            branching: player.branching.unwrap_or(usize::MAX),
            full_depth: player.full_depth,
        });
        let search = SearchSettings {
            order,
            pruning,
            forced: player.forced,
            loud: player.loud,
            sooner: player.sooner,
            ..SearchSettings::full(player.depth)
        };
        Manner { search, whole_turns: player.turn == Span::Whole }
    }
}

impl Brain {
    /// Compiles an individual of this layout.
    pub fn new(individual: &Individual, architecture: &Architecture, layout: Layout, manner: Manner) -> Self {
        let parts = &architecture.parts;
        let (judging, select) = layout.roles(&individual.trees, &parts[0].language);
        let read = |(tree, part): (&Tree, &Part)| part.language.cells_read(tree);
        Brain {
            wanted: individual.trees.iter().zip(parts).map(read).fold(0, |all, cells| all | cells),
            judges: judging.iter().zip(parts).map(|(tree, part)| Program::new(tree, part)).collect(),
            select: select.map(|tree| Arc::from([Program::new(&tree, &parts[0])])),
            layout,
            cells: parts.iter().map(|part| part.language.cells()).max().unwrap_or(0),
            manner,
        }
    }

    /// How it plays.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Whether the position before the move decides which tree judges in a whole turn.
    pub fn is_decided_by_turn(&self) -> bool {
        self.layout.by_turn
    }

    /// Which tree judges a position that `view` shows, if `own` is what the game says.
    #[inline]
    pub fn judge(&self, own: impl FnOnce() -> usize, view: &mut [u64]) -> usize {
        match (self.layout.stages, self.judges.len()) {
            (0, 1) => 0,
            (0, _) => own(),
            (stages, _) => 1 + (self.judges[0].evaluate(view) as i64).clamp(0, stages as i64 - 1) as usize,
        }
    }

    /// What a tree says of the position of a view. Numbers that are worked out on the way are kept in the view.
    #[inline]
    pub fn value(&self, judge: usize, view: &mut [u64]) -> f64 {
        self.judges[judge].evaluate(view)
    }

    /// A player that searches with this brain at the leaves.
    pub(crate) fn player<G: Judged>(&self, game: &G) -> Box<dyn Player<G>> {
        if let Some(player) =
            game.quick_player(self).filter(|_| self.manner.search == SearchSettings::full(1))
        {
            return player;
        }
        let value = Judge { brain: self.clone(), view: vec![0; self.cells], of_turn: None };
        match &self.select {
            Some(select) => {
                let brain = Brain { judges: Arc::clone(select), layout: Layout::PLAIN, ..self.clone() };
                let rank = Judge { brain, view: vec![0; self.cells], of_turn: None };
                Box::new(SearchPlayer::<G, _>::new(self.manner.search, Ranked { value, rank }))
            }
            None => Box::new(SearchPlayer::<G, _>::new(self.manner.search, value)),
        }
    }
}

/// Judges states by a brain.
struct Judge {
    brain: Brain,
    view: Vec<u64>,
    /// Which tree judges in this turn, where the turn decides.
    of_turn: Option<usize>,
}

/// How one of the players sees a state: what the view shows, and which tree judges it.
struct Eyes<G: Judged> {
    fill: fn(&G, &G::State, u64, &mut [u64]),
    judge: fn(&G, &G::State) -> usize,
}

impl Judge {
    /// What the program says of a state as one of the players sees it.
    #[inline]
    fn seen<G: Judged>(&mut self, game: &G, state: &G::State, eyes: Eyes<G>) -> f64 {
        (eyes.fill)(game, state, self.brain.wanted, &mut self.view);
        let judge = match self.of_turn {
            Some(judge) => judge,
            None => self.brain.judge(|| (eyes.judge)(game, state), &mut self.view),
        };
        self.brain.value(judge, &mut self.view)
    }
}

impl<G: Judged> Evaluator<G> for Judge {
    fn new_turn(&mut self, game: &G, state: &G::State) {
        self.of_turn = self.brain.layout.by_turn.then(|| game.judge(state));
    }

    #[inline]
    fn value(&mut self, game: &G, state: &G::State) -> f64 {
        let value = <Self as Evaluator<G>>::rank(self, game, state);
        if game.seen_by(state) == game.mover(state) || self.brain.manner.search.depth == 1 {
            return value;
        }
        // Who is bred to compare what comes of a move knows little of what the other side has: both are asked.
        let fill = |game: &G, state: &G::State, _: u64, view: &mut [u64]| game.fill_for_mover(state, view);
        let mover = Eyes { fill, judge: G::judge_for_mover };
        0.5 * (self.seen(game, state, mover) + value)
    }

    /// Moves are compared as the program was bred to compare them.
    #[inline]
    fn rank(&mut self, game: &G, state: &G::State) -> f64 {
        let value = self.seen(game, state, Eyes { fill: G::fill_wanted, judge: G::judge });
        if game.seen_by(state) == game.mover(state) { value } else { -value }
    }

    #[inline]
    fn promise(&mut self, game: &G, state: &G::State) -> f64 {
        game.promise(state)
    }

    /// What the program itself says of a game that was won by the last move, where its views are those of who moved: on
    /// its own scale that is what a position as good as won is worth.
    fn win(&self, game: &G, ended: &G::State) -> f64 {
        if game.seen_by(ended) == game.mover(ended) {
            return FAR_ABOVE;
        }
        let mut asked =
            Judge { brain: self.brain.clone(), view: vec![0; self.view.len()], of_turn: self.of_turn };
        -asked.value(game, ended)
    }
}
