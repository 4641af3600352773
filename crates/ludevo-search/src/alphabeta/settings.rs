//! How far and in which way to search, and what that took.

use serde::Serialize;

/// In which order siblings are searched. The result is the same, the time is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order in which the game lists moves, and windows as in the textbook. Published counts of expanded states
    /// are for this.
    Plain,
    /// The most promising first wherever that pays. In games without chance, where a test is cheaper than a search, the
    /// others are tested with windows that admit one value.
    #[default]
    Promising,
}

/// Which siblings are worth searching (Benbassat and Sipper 2012, section IV.J).
///
/// A sibling at ply p below the root competes if `full_depth < p < depth`. At ply `depth` nothing is expanded, so
/// nothing is pruned: all children there are evaluated. With `full_depth` 0 the moves at the root compete too, since the
/// text says "anywhere in the game tree". A sibling that wins the game ranks above all others and one that loses it below,
/// and equal siblings keep the order in which the game lists them. What chance does is never pruned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// The share of siblings that is searched, above 0 and at most 1; their number is rounded up.
    pub ratio: f64,
    /// The most siblings that are searched, at least 1.
    pub branching: usize,
    /// Down to this ply all siblings are searched.
    pub full_depth: u32,
}

impl Pruning {
    /// How many of `siblings` are searched: at least one.
    pub(super) fn kept(&self, siblings: usize) -> usize {
        ((siblings as f64 * self.ratio).ceil() as usize).min(self.branching).clamp(1, siblings)
    }
}

/// How far and in which way to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// How many plies, which are decisions of players; 1 judges the state after each move. At least 1.
    pub depth: u32,
    /// In which order.
    pub order: Order,
    /// Which siblings; all of them if `None`.
    pub pruning: Option<Pruning>,
    /// A defect on purpose, for opponents who are known to have had it: where the searching player chooses below the
    /// root, the best move so far is taken to be worth this much before any is looked at.
    pub floor: Option<f64>,
    /// Once a search has expanded so many states, those it still comes to are judged where they are.
    pub nodes: Option<u64>,
    /// By how many plies at most the search goes on from a state at the last ply whose player is
    /// [forced](crate::rules::TurnBased::is_forced), so that nothing is judged in the middle of an exchange.
    pub forced: u32,
    /// By how many plies at most the search goes on from a state at the last ply with
    /// [loud](crate::rules::TurnBased::is_loud) moves: a player may make one or be content with what the evaluator says,
    /// and who is forced makes any move. In games without chance.
    pub loud: u32,
    /// Whether a win is worth more the sooner it comes, and a loss the later. Without it players who see a win in every
    /// direction may never get there.
    pub sooner: bool,
}

impl SearchSettings {
    /// A full search of `depth` plies.
    pub const fn full(depth: u32) -> SearchSettings {
        SearchSettings {
            depth,
            order: Order::Promising,
            pruning: None,
            floor: None,
            nodes: None,
            forced: 0,
            loud: 0,
            sooner: false,
        }
    }
}

/// How many states a search visited. States that were only looked at to sort siblings do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// States whose moves, of a player or of chance, were tried.
    pub interior: u64,
    /// States that were evaluated, or where the game is over.
    pub leaves: u64,
}

impl Effort {
    /// Interior states and leaves together.
    pub fn total(self) -> u64 {
        self.interior + self.leaves
    }

    /// What was added since `earlier`, an earlier count of the same search.
    pub fn since(self, earlier: Effort) -> Effort {
        Effort { interior: self.interior - earlier.interior, leaves: self.leaves - earlier.leaves }
    }
}
