//! The language of evolved bounds. It has no numbers but bounds, and chooses between them: whatever is written in it is a
//! bound too, so that every program proves its solutions to be shortest ones.

use std::sync::{Arc, LazyLock};

use ludevo_program::{Architecture, Language, Op, Part, Primitive, Read, Reading, Type, UNSET};
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::Puzzle;
use rand::seq::IteratorRandom;

use super::bounds::BOUNDS;
use super::tiles::{Fifteen, Tiles};

/// How many trees an individual has.
pub const TREES: usize = 3;

/// How deep a tree may be.
const DEPTH: usize = 6;

/// The most moves that any arrangement needs (Bruengger et al. 1999).
const FARTHEST: f64 = 80.0;

/// Cells of a view: the tiles, and what each bound said of them.
pub const CELLS: usize = 1 + BOUNDS.len();

/// Fills a view of tiles.
#[inline]
pub fn fill(tiles: Tiles, view: &mut [u64; CELLS]) {
    *view = [UNSET; CELLS];
    view[0] = tiles.packed();
}

const COMPUTE: [Reading; BOUNDS.len()] = [
    |view, _| f64::from((BOUNDS[0].value)(view[0])),
    |view, _| f64::from((BOUNDS[1].value)(view[0])),
    |view, _| f64::from((BOUNDS[2].value)(view[0])),
    |view, _| f64::from((BOUNDS[3].value)(view[0])),
    |view, _| f64::from((BOUNDS[4].value)(view[0])),
    |view, _| f64::from((BOUNDS[5].value)(view[0])),
];

/// The language.
pub fn language() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        let bounds = BOUNDS.iter().zip(COMPUTE).zip(1..).map(|((bound, compute), memo)| {
            let read = Read::Once { compute, memo, within: (0.0, FARTHEST) };
            Primitive::float(bound.name, Op::Read(read), bound.meaning)
        });
        let functions = [
            Primitive::float("If", Op::If, "the second if the first is true, otherwise the third"),
            Primitive::bool("AtMost", Op::LowerEqual, "the first number is at most the second"),
            Primitive::bool("And", Op::And, "both are true"),
            Primitive::bool("Not", Op::Not, "it is false"),
        ];
        let primitives: Vec<Primitive> = functions.into_iter().chain(bounds).collect();
        Arc::new(Language::new("bounds", CELLS, &primitives).expect("the language is sound"))
    });
    LANGUAGE.clone()
}

/// The trees of an individual.
pub fn architecture() -> Arc<Architecture> {
    let part = |number: usize| Part {
        name: format!("bound{number}"),
        decides: match number {
            1 => "how many moves are left at least; asked of every position".to_owned(),
            _ => format!("the same, asked of positions that bound{} lets pass", number - 1),
        },
        root: Type::Float,
        language: language(),
        depth: DEPTH,
    };
    Arc::new(Architecture { parts: (1..=TREES).map(part).collect() })
}

/// Moves of a random walk between two views.
const APART: usize = 20;

/// Views of random walks from the goal.
pub fn views_of_random_play(count: usize) -> Vec<Vec<u64>> {
    let mut rng = stream(0, Purpose::Sampling, 0, 15);
    let mut tiles = Tiles::GOAL;
    let mut moves = Vec::new();
    let mut view = [0; CELLS];
    let mut next = || {
        fill(tiles, &mut view);
        for _ in 0..APART {
            moves.clear();
            Fifteen.moves(&tiles, &mut moves);
            let slide = moves.iter().copied().choose(&mut rng).expect("a tile beside the hole");
            Fifteen.apply(&mut tiles, slide);
        }
        view.to_vec()
    };
    (0..count).map(|_| next()).collect()
}
