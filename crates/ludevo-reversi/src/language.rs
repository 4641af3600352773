//! What programs may ask about a Reversi position, always as seen by the player to move.

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS, READABLE};
use ludevo_program::{Domain, Draw, Language, Op, Primitive, Read, UNSET};
use ludevo_search::tuned;

use super::bits::{CORNERS, legal_moves};
use super::features;
use super::rules::Board;

/// The squares, as parameters of terminals.
pub const SQUARES: Domain = Domain {
    name: "square",
    values: &[
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "a3",
        "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5",
        "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7",
        "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
    ],
};

/// The ten kinds of squares that the symmetries of the board leave, each named by one of its squares.
pub const SQUARE_KINDS: Domain =
    Domain { name: "kind of square", values: &["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"] };

// The cells of a view.
const OWN: u16 = 0;
const OPP: u16 = 1;
const EMPTY: u16 = 2;
const OCCUPIED: u16 = 3;
const OWN_CORNERS: u16 = 4;
const OPP_CORNERS: u16 = 5;
/// The first of the cells that keep numbers.
const KEPT: u16 = 6;
const CELLS: usize = 15;

/// Fills a view of `board`.
#[inline]
pub fn fill(board: &Board, view: &mut [u64]) {
    let view: &mut [u64; CELLS] = view.try_into().expect("a view of Reversi has its own size");
    let occupied = board.own | board.opp;
    view[usize::from(OWN)] = board.own;
    view[usize::from(OPP)] = board.opp;
    view[usize::from(EMPTY)] = !occupied;
    view[usize::from(OCCUPIED)] = occupied;
    view[usize::from(OWN_CORNERS)] = board.own & CORNERS;
    view[usize::from(OPP_CORNERS)] = board.opp & CORNERS;
    view[usize::from(KEPT)..].fill(UNSET);
}

const fn once(offset: u16, compute: ludevo_program::Reading, within: (f64, f64)) -> Op {
    Op::Read(Read::Once { compute, memo: KEPT + offset, within })
}

tuned! {
    fn mobility(view: &[u64], _parameter: u16) -> f64 {
        f64::from(legal_moves(view[0], view[1]).count_ones())
    }

    fn enemy_mobility(view: &[u64], _parameter: u16) -> f64 {
        f64::from(legal_moves(view[1], view[0]).count_ones())
    }

    fn corner_moves(view: &[u64], _parameter: u16) -> f64 {
        difference(view, |own, opp| legal_moves(own, opp) & CORNERS)
    }

    fn x_squares(view: &[u64], _parameter: u16) -> f64 {
        difference(view, features::exposed_x)
    }

    fn c_squares(view: &[u64], _parameter: u16) -> f64 {
        difference(view, features::exposed_c)
    }

    fn frontier(view: &[u64], _parameter: u16) -> f64 {
        difference(view, features::frontier)
    }

    fn potential(view: &[u64], _parameter: u16) -> f64 {
        difference(view, features::potential)
    }

    fn stable(view: &[u64], _parameter: u16) -> f64 {
        difference(view, features::stable)
    }

    fn edges(view: &[u64], _parameter: u16) -> f64 {
        difference(view, |own, _| own & features::EDGES)
    }
}

/// Own less opposing count of something that `count` finds for one side.
#[inline(always)]
fn difference(view: &[u64], count: impl Fn(u64, u64) -> u64) -> f64 {
    let (own, opp) = (view[0], view[1]);
    f64::from(count(own, opp).count_ones()) - f64::from(count(opp, own).count_ones())
}

/// Tables II and III of Benbassat and Sipper: what a board shows at a glance.
const PUBLISHED: [Primitive; 10] = [
    Primitive::float("EnemyManCount", Op::Read(Read::Count { cell: OPP }), "the enemy's men"),
    Primitive::float("FriendlyManCount", Op::Read(Read::Count { cell: OWN }), "the player's men"),
    Primitive::float(
        "ManCount",
        Op::Read(Read::CountDifference { cell: OWN, minus: OPP }),
        "the player's men less the enemy's",
    ),
    Primitive::float("Mobility", once(0, mobility, (0.0, 64.0)), "the moves available to the player"),
    Primitive::float(
        "FriendlyCornerCount",
        Op::Read(Read::Count { cell: OWN_CORNERS }),
        "corners the player holds",
    ),
    Primitive::float(
        "EnemyCornerCount",
        Op::Read(Read::Count { cell: OPP_CORNERS }),
        "corners the enemy holds",
    ),
    Primitive::float(
        "CornerCount",
        Op::Read(Read::CountDifference { cell: OWN_CORNERS, minus: OPP_CORNERS }),
        "corners the player holds less the enemy's",
    ),
    Primitive::bool("IsEmptySquare", Op::Read(Read::Bit { cell: EMPTY, of: SQUARES }), "the square is empty"),
    Primitive::bool(
        "IsFriendlyPiece",
        Op::Read(Read::Bit { cell: OWN, of: SQUARES }),
        "the player has a piece on the square",
    ),
    Primitive::bool(
        "IsManPiece",
        Op::Read(Read::Bit { cell: OCCUPIED, of: SQUARES }),
        "there is a piece on the square",
    ),
];

/// What strong players look at, each as the player's less the enemy's where both have it.
const RICH: [Primitive; 15] = [
    Primitive::float(
        "Men",
        Op::Read(Read::CountDifference { cell: OWN, minus: OPP }),
        "the player's pieces less the enemy's",
    ),
    Primitive::float(
        "Empties",
        Op::Read(Read::Count { cell: EMPTY }),
        "empty squares: how far the game has to go",
    ),
    Primitive::float("Mobility", once(0, mobility, (0.0, 64.0)), "the moves available to the player"),
    Primitive::float("EnemyMobility", once(1, enemy_mobility, (0.0, 64.0)), "the moves the enemy would have"),
    Primitive::float(
        "Corners",
        Op::Read(Read::CountDifference { cell: OWN_CORNERS, minus: OPP_CORNERS }),
        "corners held, less the enemy's",
    ),
    Primitive::float(
        "CornerMoves",
        once(2, corner_moves, (-4.0, 4.0)),
        "corners that can be taken at once, less the enemy's",
    ),
    Primitive::float(
        "XSquares",
        once(3, x_squares, (-4.0, 4.0)),
        "pieces diagonally beside an empty corner, less the enemy's",
    ),
    Primitive::float(
        "CSquares",
        once(4, c_squares, (-8.0, 8.0)),
        "edge pieces right beside an empty corner, less the enemy's",
    ),
    Primitive::float(
        "Frontier",
        once(5, frontier, (-64.0, 64.0)),
        "pieces that touch an empty square, less the enemy's",
    ),
    Primitive::float(
        "Potential",
        once(6, potential, (-64.0, 64.0)),
        "empty squares beside an enemy piece, less those beside an own one",
    ),
    Primitive::float(
        "Stable",
        once(7, stable, (-64.0, 64.0)),
        "pieces that can never be turned as far as a quick look from the corners tells, less the enemy's",
    ),
    Primitive::float("Edges", once(8, edges, (-28.0, 28.0)), "pieces on the edges, less the enemy's"),
    Primitive::float(
        "Kind",
        Op::Read(Read::Of { compute: features::kind_difference, of: SQUARE_KINDS, within: (-8.0, 8.0) }),
        "pieces on one kind of square, less the enemy's",
    ),
    Primitive::bool(
        "Mine",
        Op::Read(Read::Bit { cell: OWN, of: SQUARES }),
        "the player has a piece on the square",
    ),
    Primitive::bool(
        "Theirs",
        Op::Read(Read::Bit { cell: OPP, of: SQUARES }),
        "the enemy has a piece on the square",
    ),
];

/// A constant for comparisons with counts.
const COUNT: Primitive = Primitive::float(
    "Count",
    Op::Ephemeral(Draw::Between(0.0, 60.0)),
    "a constant as large as a number of squares",
);

/// The published language and the rich one.
pub fn languages() -> Vec<Language> {
    let published = [&FUNCTIONS[..], &BASIC_TERMINALS, &PUBLISHED].concat();
    let rich = [&READABLE[..], &[COUNT], &RICH].concat();
    [("published", published), ("rich", rich)]
        .map(|(name, primitives)| {
            Language::new(name, CELLS, &primitives).expect("the languages of Reversi are closed")
        })
        .into()
}
