//! Which trees a program has, and which of them judges a position.

use std::sync::Arc;

use ludevo_program::{Architecture, Language, Op, Part, Tree, Type};

use super::language::GameLanguage;
use super::settings::Judges;

/// Which trees an individual has. The trees that judge are the game's own, usually one, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Whether other trees stand in for the game's own.
    pub judges: Judges,
    /// So many trees judge, and a further one says which; 0 if the game says which.
    pub stages: usize,
    /// Whether the position before the move decides which tree judges in a whole turn, rather than each position itself.
    pub by_turn: bool,
    /// Whether a tree chooses the moves that forward pruning keeps.
    pub selector: bool,
}

/// A tree's name, and what it decides.
pub type JudgeNames = &'static [(&'static str, &'static str)];

/// The trees of a game with one judge.
pub const ONE_JUDGE: JudgeNames =
    &[("evaluate", "how good a position is for the player to move, at the end of the search")];

/// What the tree of [`Judges::Single`] decides.
const ANY_POSITION: &str = "how good a position is, whatever the game's own judges tell apart";

/// How many trees judge under [`Judges::Ten`].
const TEN: usize = 10;

/// How many trees may judge in stages of their own.
pub(crate) const STAGES: std::ops::RangeInclusive<usize> = 2..=16;

impl Layout {
    /// The game's own judges and nothing else.
    pub const PLAIN: Layout = Layout { judges: Judges::One, stages: 0, by_turn: false, selector: false };

    /// Every layout that programs of a game with these judges can have, but for when a turn decides.
    pub fn all(own: JudgeNames) -> Vec<Layout> {
        let ten = (own.len() == 1).then_some(Layout { judges: Judges::Ten, ..Layout::PLAIN });
        let single = (own.len() > 1).then_some(Layout { judges: Judges::Single, ..Layout::PLAIN });
        let staged = STAGES.map(|stages| Layout { stages, ..Layout::PLAIN });
        let all = std::iter::once(Layout::PLAIN).chain(ten).chain(single).chain(staged);
        all.flat_map(|layout| [layout, Layout { selector: true, ..layout }]).collect()
    }

    /// The names of its trees, as champion files have them.
    pub fn names(self, own: JudgeNames) -> String {
        let mut names = match (self.stages, self.judges) {
            (0, Judges::One) => own.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
            (0, Judges::Single) => ONE_JUDGE[0].0.to_owned(),
            (0, Judges::Ten) => "t1 to t10".to_owned(),
            (stages, _) => format!("stage, stage1 to stage{stages}"),
        };
        if self.selector {
            names += ", select";
        }
        names
    }

    /// The trees of an individual, each at most `depth` levels deep.
    pub fn architecture(self, own: JudgeNames, language: &GameLanguage, depth: usize) -> Architecture {
        let part = |name: String, decides: &str, language: &Arc<Language>| Part {
            name,
            decides: decides.to_owned(),
            root: Type::Float,
            language: Arc::clone(language),
            depth,
        };
        let first = language.of_judge(0);
        let mut parts: Vec<Part> = match (self.stages, self.judges) {
            (0, Judges::One) => {
                let judges = own.iter().enumerate();
                judges
                    .map(|(judge, (name, decides))| {
                        part((*name).to_owned(), decides, language.of_judge(judge))
                    })
                    .collect()
            }
            (0, Judges::Single) => vec![part(ONE_JUDGE[0].0.to_owned(), ANY_POSITION, first)],
            (0, Judges::Ten) => {
                let names = (1..).map(|number| format!("t{number}"));
                names.zip(UNDER_THE_TOP).map(|(name, decides)| part(name, decides, first)).collect()
            }
            (stages, _) => {
                let decides =
                    "which stage a position belongs to: its whole part, kept within the number of stages";
                let stage =
                    |number| part(format!("stage{number}"), "how good a position of this stage is", first);
                std::iter::once(part("stage".to_owned(), decides, first))
                    .chain((1..=stages).map(stage))
                    .collect()
            }
        };
        if self.selector {
            let decides =
                "how good a position looks for the player to move, when choosing which moves to search";
            parts.push(part("select".to_owned(), decides, first));
        }
        Architecture { parts }
    }

    /// The trees that judge, and the one that selects moves.
    pub(super) fn roles(self, trees: &[Tree], language: &Language) -> (Vec<Tree>, Option<Tree>) {
        let (judging, selecting) = trees.split_at(trees.len() - usize::from(self.selector));
        let judging = match self.judges {
            Judges::Ten => vec![under_fixed_top(judging, language)],
            Judges::One | Judges::Single => judging.to_vec(),
        };
        (judging, selecting.first().cloned())
    }
}

/// What the ten trees decide.
const UNDER_THE_TOP: [&str; TEN] = [
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

/// Ten trees as one: if t1 <= t2 then (if t3 <= t4 then t5 else t6) else (if t7 <= t8 then t9 else t10).
///
/// "Evolved to Win" says that ten trees simulate one with conditional expressions at its top and shows it in Figure
/// 3.4, which its text does not describe; three conditions with two trees each and four values make ten.
fn under_fixed_top(trees: &[Tree], language: &Language) -> Tree {
    let function = |is: fn(&Op) -> bool| {
        let place = language.primitives().iter().position(|primitive| is(&primitive.op));
        place.expect("every language of a game with one judge compares and chooses") as u8
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
