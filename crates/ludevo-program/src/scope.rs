//! Looking ahead: operations whose arguments are evaluated on other views, which the game makes from the one at hand,
//! such as the positions after each legal move.
//!
//! Nothing is undone: each view that is entered is a new one, filled by the game, and numbers that are kept for a view are
//! worked out anew for it. Every way to evaluate a program folds by `Scope::evaluate` alone, so all of them enter the
//! same views in the same order.
//!
//! How many views may be entered is limited by [`Views`], so that evaluation ends whatever a program asks for. Once none
//! is left no scope enters another, and each ends with what it has seen: see [`Fold`]. The limit is the reason why scopes
//! are never dropped, repeated or moved, though they have no effect: it would change what is left for others.

use crate::language::{Type, UNSET};
use crate::lower::Range;
use crate::operation::total;

/// An operation that looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Its name, by which a language's hash knows it.
    pub name: &'static str,
    /// Fills `to` with the view that choice number `choice` leads to from the view `from`, and says whether there is such
    /// a choice. Choices are counted from 0 and asked for in turn until there is none; there are at most 65,536. At
    /// choice 0 all cells of `to` are 0; then they are as the choice before left them, so that a game may keep in them how
    /// far it has come. Cells that keep numbers ([`Read::Once`](crate::Read::Once)) become [`UNSET`] afterwards.
    pub enter: fn(from: &[u64], to: &mut [u64], choice: u16) -> bool,
    /// What is made of the answers.
    pub fold: Fold,
}

/// What a scope makes of what its arguments say on the views that it enters.
///
/// "If there is none" includes that no view could be entered because the limit was reached, and a fold that the limit
/// ends early is that of the views entered until then. `All` is the exception: of what was not seen nothing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Whether the argument is true on one of the views; after the first such view no other is entered.
    Any,
    /// Whether the argument is true on all of the views; after the first where it is not no other is entered. True if
    /// there is none to enter, false if the limit kept any from being seen.
    All,
    /// On how many of the views the argument is true.
    Count,
    /// The sum of the argument over the views.
    Sum,
    /// The highest number that the argument has on the views; if there is none, the argument on the view at hand.
    Most,
    /// The lowest number that the argument has on the views; if there is none, the argument on the view at hand.
    Least,
    /// The highest number that the second argument has on the views on which the first is true; if there is none, the
    /// third argument on the view at hand.
    MostWhere,
    /// The lowest number that the second argument has on the views on which the first is true; if there is none, the third
    /// argument on the view at hand.
    LeastWhere,
    /// The second argument on the first view on which the first is true; if there is none, the third argument on the view
    /// at hand.
    FirstWhere,
    /// The first argument on the first view; if there is none, the second argument on the view at hand.
    First,
    /// The second argument on the first view, which is entered once more for it, if the first is true on all of the views;
    /// on the view at hand if there is none to enter. The third argument on the view at hand if the first is not true on
    /// all, or if the limit kept any from being seen.
    AllThen,
}

impl Fold {
    /// What the arguments must be.
    pub fn takes(self) -> &'static [Type] {
        match self {
            Fold::Any | Fold::All | Fold::Count => &[Type::Bool],
            Fold::Sum | Fold::Most | Fold::Least => &[Type::Float],
            Fold::First => &[Type::Float, Type::Float],
            Fold::MostWhere | Fold::LeastWhere | Fold::FirstWhere | Fold::AllThen => {
                &[Type::Bool, Type::Float, Type::Float]
            }
        }
    }

    /// Where the argument stands that is folded; one before it says whether it is.
    fn folded(self) -> usize {
        usize::from(matches!(self, Fold::MostWhere | Fold::LeastWhere | Fold::FirstWhere))
    }

    /// What it gives, if its arguments lie in these ranges.
    pub(crate) fn range(self, arguments: [Option<Range>; 3]) -> Range {
        let all = Range::UNBOUNDED;
        let argument = arguments[self.folded()].unwrap_or(all);
        match self {
            Fold::Any | Fold::All => Range { low: 0.0, high: 1.0 },
            Fold::Count => Range { low: 0.0, high: MOST_CHOICES },
            // Twice as much as there can be leaves room for what sums round.
            Fold::Sum => Range {
                low: (2.0 * MOST_CHOICES * argument.low).min(0.0),
                high: (2.0 * MOST_CHOICES * argument.high).max(0.0),
            },
            Fold::Most | Fold::Least => argument,
            Fold::First => argument.or(arguments[1].unwrap_or(all)),
            Fold::MostWhere | Fold::LeastWhere | Fold::FirstWhere => argument.or(arguments[2].unwrap_or(all)),
            Fold::AllThen => arguments[1].unwrap_or(all).or(arguments[2].unwrap_or(all)),
        }
    }

    /// What it has made of the views so far, with one more number; whether that view decided it; and whether it is done.
    fn with(self, so_far: Option<f64>, number: f64) -> (f64, bool, bool) {
        let holds = f64::from(u8::from(number != 0.0));
        let better = |is_better: fn(&f64, &f64) -> bool| match so_far {
            Some(best) if !is_better(&number, &best) => (best, false, false),
            _ => (number, true, false),
        };
        match self {
            Fold::Any => (holds, true, holds == 1.0),
            Fold::All | Fold::AllThen => (holds, true, holds == 0.0),
            Fold::Count => (so_far.unwrap_or(0.0) + holds, true, false),
            Fold::Sum => (total(so_far.unwrap_or(0.0) + number), true, false),
            Fold::Most | Fold::MostWhere => better(f64::gt),
            Fold::Least | Fold::LeastWhere => better(f64::lt),
            Fold::FirstWhere | Fold::First => (number, true, true),
        }
    }
}

/// How many choices a scope has at most.
const MOST_CHOICES: f64 = 65_536.0;

/// How many views a program may enter where nobody says how many.
pub const MOST_VIEWS: u64 = 100_000;

/// How many views programs may still enter, how many they did, and room for those that they are in. One is good for many
/// evaluations in turn, which then need no memory of their own.
#[derive(Clone, Debug)]
pub struct Views {
    left: u64,
    entered: u64,
    spare: Vec<Vec<u64>>,
}

impl Views {
    /// At most so many views.
    pub fn new(most: u64) -> Self {
        Views { left: most, entered: 0, spare: Vec::new() }
    }

    /// How many may still be entered.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// How many have been entered.
    pub fn entered(&self) -> u64 {
        self.entered
    }
}

/// Whoever evaluates the arguments of a scope.
pub(crate) trait Arguments {
    /// The argument at `place` on a view; truth values are 1 and 0.
    fn evaluate(&mut self, place: usize, view: &mut [u64], views: &mut Views) -> f64;

    /// The view of this choice, on which the arguments were evaluated last, decides as far as is known yet.
    fn decide(&mut self, _choice: u16) {}
}

impl Scope {
    /// What the scope gives for a view. `memos` are the cells in which the language keeps numbers.
    pub(crate) fn evaluate(
        &self,
        memos: &[u16],
        view: &mut [u64],
        views: &mut Views,
        arguments: &mut impl Arguments,
    ) -> f64 {
        let mut to = views.spare.pop().unwrap_or_default();
        to.clear();
        to.resize(view.len(), 0);
        let (folded, fold) = (self.fold.folded(), self.fold);
        let mut so_far = None;
        let mut decided = None;
        let mut is_cut = false;
        for choice in 0..=u16::MAX {
            is_cut = views.left == 0;
            if is_cut || !(self.enter)(view, &mut to, choice) {
                break;
            }
            memos.iter().for_each(|memo| to[usize::from(*memo)] = UNSET);
            views.left -= 1;
            views.entered += 1;
            if folded > 0 && arguments.evaluate(0, &mut to, views) == 0.0 {
                continue;
            }
            let (next, decides, is_done) = fold.with(so_far, arguments.evaluate(folded, &mut to, views));
            so_far = Some(next);
            if decides {
                arguments.decide(choice);
                decided = Some(choice);
            }
            if is_done {
                break;
            }
        }
        let number = match (fold, so_far) {
            (Fold::AllThen, None) if !is_cut => arguments.evaluate(1, view, views),
            (Fold::AllThen, Some(1.0)) if !is_cut && views.left > 0 => {
                to.fill(0);
                (self.enter)(view, &mut to, 0);
                memos.iter().for_each(|memo| to[usize::from(*memo)] = UNSET);
                views.left -= 1;
                views.entered += 1;
                let number = arguments.evaluate(1, &mut to, views);
                arguments.decide(0);
                number
            }
            (Fold::AllThen, _) => {
                let number = arguments.evaluate(2, view, views);
                if let Some(choice) = decided {
                    arguments.decide(choice);
                }
                number
            }
            (Fold::First, None) => arguments.evaluate(1, view, views),
            (Fold::All, _) if is_cut => 0.0,
            (_, Some(number)) => number,
            (Fold::Any | Fold::Count | Fold::Sum, None) => 0.0,
            (Fold::All, None) => 1.0,
            (Fold::Most | Fold::Least, None) => arguments.evaluate(0, view, views),
            (Fold::MostWhere | Fold::LeastWhere | Fold::FirstWhere, None) => {
                arguments.evaluate(2, view, views)
            }
        };
        views.spare.push(to);
        number
    }
}
