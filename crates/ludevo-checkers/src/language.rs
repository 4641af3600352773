//! What programs may ask about a checkers position, always as seen by the player to move.
//!
//! The board is turned so that the player's men start on the squares from 1 on and go towards higher numbers.

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS, READABLE};
use ludevo_program::{Domain, Draw, Language, Op, Primitive, Read, UNSET};
use ludevo_search::rules::Side;

use super::bits::Grid;
use super::features;
use super::rules::Position;

const NUMBERS: [&str; 50] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
    "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36",
    "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50",
];

/// What a king is worth in men, in the counts of pieces (section 3.2.2 of "Evolved to Win").
pub const KING_FACTOR: f64 = 1.4;

// The cells of a view. First sets as the rules keep them, then sets whose bits are the squares in order.
const OWN: u16 = 0;
const OPP: u16 = 1;
const KINGS: u16 = 2;
const OWN_MEN: u16 = 3;
const OPP_MEN: u16 = 4;
const OWN_KINGS: u16 = 5;
const OPP_KINGS: u16 = 6;
const PIECES: u16 = 7;
const OWN_SIDES: u16 = 8;
const OPP_SIDES: u16 = 9;
const OWN_CENTRE: u16 = 10;
const OPP_CENTRE: u16 = 11;
const OWN_SQUARES: u16 = 12;
const OPP_SQUARES: u16 = 13;
const EMPTY_SQUARES: u16 = 14;
const MAN_SQUARES: u16 = 15;
const KING_SQUARES: u16 = 16;
/// The first of the cells that keep numbers.
const KEPT: u16 = 17;
const CELLS: usize = KEPT as usize + 22;

/// Fills a view of a position.
#[inline]
pub fn fill<const ROW: u32>(position: &Position<ROW>, view: &mut [u64]) {
    let view: &mut [u64; CELLS] = view.try_into().expect("a view of checkers has its own size");
    let Position { own, opp, kings, .. } = features::seen_by_mover(position);
    let packed = Grid::<ROW>::packed;
    let (own_squares, opp_squares, king_squares) = (packed(own), packed(opp), packed(kings));
    let all = packed(Grid::<ROW>::ALL);
    let cells = [
        own,
        opp,
        kings,
        own & !kings,
        opp & !kings,
        own & kings,
        opp & kings,
        own | opp,
        own & Grid::<ROW>::SIDES,
        opp & Grid::<ROW>::SIDES,
        own & Grid::<ROW>::CENTRE,
        opp & Grid::<ROW>::CENTRE,
        own_squares,
        opp_squares,
        all & !(own_squares | opp_squares),
        (own_squares | opp_squares) & !king_squares,
        king_squares,
    ];
    view[..cells.len()].copy_from_slice(&cells);
    view[cells.len()..].fill(UNSET);
}

/// The position that a view is of, the player to move going down.
#[inline]
fn position<const ROW: u32>(view: &[u64]) -> Position<ROW> {
    Position { own: view[0], opp: view[1], kings: view[2], mover: Side::First, quiet: 0 }
}

const fn once(offset: u16, compute: ludevo_program::Reading, within: (f64, f64)) -> Read {
    Read::Once { compute, memo: KEPT + offset, within }
}

const fn count(cell: u16) -> Op {
    Op::Read(Read::Count { cell })
}

const fn less(cell: u16, minus: u16) -> Op {
    Op::Read(Read::CountDifference { cell, minus })
}

/// Men and kings of two cells, kings counting as [`KING_FACTOR`].
fn weighed(view: &[u64], men: u16, kings: u16) -> f64 {
    let count = |cell: u16| f64::from(view[usize::from(cell)].count_ones());
    count(men) + KING_FACTOR * count(kings)
}

fn friendly_pieces(view: &[u64], _: u16) -> f64 {
    weighed(view, OWN_MEN, OWN_KINGS)
}

fn enemy_pieces(view: &[u64], _: u16) -> f64 {
    weighed(view, OPP_MEN, OPP_KINGS)
}

fn piece_difference(view: &[u64], _: u16) -> f64 {
    friendly_pieces(view, 0) - enemy_pieces(view, 0)
}

/// The languages of the game on a board with `ROW` squares a row.
struct Terms<const ROW: u32>;

impl<const ROW: u32> Terms<ROW> {
    const SQUARES: Domain =
        Domain { name: "square", values: NUMBERS.split_at(Grid::<ROW>::SQUARES as usize).0 };
    /// As many as a player can have of anything.
    const PIECES: f64 = (3 * ROW) as f64;
    /// Four for every piece; captures can be more, but no game gets near.
    const MOVES: f64 = 4.0 * 3.0 * Self::PIECES;

    const fn is(cell: u16) -> Op {
        Op::Read(Read::Bit { cell, of: Self::SQUARES })
    }

    /// Tables 3.2 and 3.3 of "Evolved to Win".
    const PUBLISHED: [Primitive; 15] = [
        Primitive::float("EnemyKingCount", count(OPP_KINGS), "the enemy's kings"),
        Primitive::float("EnemyManCount", count(OPP_MEN), "the enemy's men"),
        Primitive::float(
            "EnemyPieceCount",
            Op::Read(once(0, enemy_pieces, (0.0, KING_FACTOR * Self::PIECES))),
            "the enemy's men, and 1.4 for each of its kings",
        ),
        Primitive::float("FriendlyKingCount", count(OWN_KINGS), "the player's kings"),
        Primitive::float("FriendlyManCount", count(OWN_MEN), "the player's men"),
        Primitive::float(
            "FriendlyPieceCount",
            Op::Read(once(1, friendly_pieces, (0.0, KING_FACTOR * Self::PIECES))),
            "the player's men, and 1.4 for each of its kings",
        ),
        Primitive::float("KingCount", less(OWN_KINGS, OPP_KINGS), "the player's kings less the enemy's"),
        Primitive::float("ManCount", less(OWN_MEN, OPP_MEN), "the player's men less the enemy's"),
        Primitive::float(
            "PieceCount",
            Op::Read(once(2, piece_difference, (-KING_FACTOR * Self::PIECES, KING_FACTOR * Self::PIECES))),
            "the player's pieces less the enemy's, a king counting as 1.4 men",
        ),
        Primitive::float("KingFactor", Op::Number(KING_FACTOR), "1.4, what a king is worth in men"),
        Primitive::float(
            "Mobility",
            Op::Read(once(3, |view, _| position::<ROW>(view).moves().len() as f64, (0.0, Self::MOVES))),
            "the moves available to the player",
        ),
        Primitive::bool("IsEmptySquare", Self::is(EMPTY_SQUARES), "the square is empty"),
        Primitive::bool("IsFriendlyPiece", Self::is(OWN_SQUARES), "the player has a piece on the square"),
        Primitive::bool("IsKingPiece", Self::is(KING_SQUARES), "there is a king on the square"),
        Primitive::bool("IsManPiece", Self::is(MAN_SQUARES), "there is a man on the square"),
    ];

    /// What strong players look at, for the player and for the enemy.
    const RICH: [Primitive; 34] = [
        Primitive::float("Men", count(OWN_MEN), "the player's men"),
        Primitive::float("EnemyMen", count(OPP_MEN), "the enemy's men"),
        Primitive::query(
            "Kings",
            Read::Count { cell: OWN_KINGS },
            "the player's kings; true if there are any",
        ),
        Primitive::query(
            "EnemyKings",
            Read::Count { cell: OPP_KINGS },
            "the enemy's kings; true if there are any",
        ),
        Primitive::float("Own", count(OWN), "the player's pieces"),
        Primitive::float("Enemy", count(OPP), "the enemy's pieces"),
        Primitive::float("Pieces", count(PIECES), "pieces on the board: how far the game has to go"),
        Primitive::query(
            "AllKings",
            Read::Count { cell: KINGS },
            "kings on the board; true if there are any",
        ),
        Primitive::float(
            "Moves",
            Op::Read(once(3, |view, _| position::<ROW>(view).moves().len() as f64, (0.0, Self::MOVES))),
            "the moves available to the player",
        ),
        Primitive::float(
            "EnemyMoves",
            Op::Read(once(
                4,
                |view, _| position::<ROW>(view).passed().moves().len() as f64,
                (0.0, Self::MOVES),
            )),
            "the moves the enemy would have",
        ),
        Primitive::float(
            "Steps",
            Op::Read(once(5, |view, _| features::steps(&position::<ROW>(view)).into(), (0.0, Self::MOVES))),
            "steps the player could make if nothing had to be captured",
        ),
        Primitive::float(
            "EnemySteps",
            Op::Read(once(
                6,
                |view, _| features::steps(&position::<ROW>(view).passed()).into(),
                (0.0, Self::MOVES),
            )),
            "steps the enemy could make if nothing had to be captured",
        ),
        Primitive::float(
            "Movable",
            Op::Read(once(
                7,
                |view, _| f64::from(features::movable(&position::<ROW>(view)).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the player's pieces that can step",
        ),
        Primitive::float(
            "EnemyMovable",
            Op::Read(once(
                8,
                |view, _| f64::from(features::movable(&position::<ROW>(view).passed()).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the enemy's pieces that can step",
        ),
        Primitive::query(
            "Capturing",
            once(
                9,
                |view, _| f64::from(features::capturing(&position::<ROW>(view)).count_ones()),
                (0.0, Self::PIECES),
            ),
            "the player's pieces that can capture; true if the player must",
        ),
        Primitive::query(
            "EnemyCapturing",
            once(
                10,
                |view, _| f64::from(features::capturing(&position::<ROW>(view).passed()).count_ones()),
                (0.0, Self::PIECES),
            ),
            "the enemy's pieces that could capture; true if it would have to",
        ),
        Primitive::query(
            "Offers",
            once(11, |view, _| features::offers(&position::<ROW>(view)).into(), (0.0, Self::MOVES)),
            "steps by which the player would offer the piece that steps",
        ),
        Primitive::query(
            "EnemyOffers",
            once(12, |view, _| features::offers(&position::<ROW>(view).passed()).into(), (0.0, Self::MOVES)),
            "steps by which the enemy would offer the piece that steps",
        ),
        Primitive::float(
            "Stuck",
            Op::Read(once(
                13,
                |view, _| f64::from(features::stuck(&position::<ROW>(view)).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the player's pieces that can neither step nor capture",
        ),
        Primitive::float(
            "EnemyStuck",
            Op::Read(once(
                14,
                |view, _| f64::from(features::stuck(&position::<ROW>(view).passed()).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the enemy's pieces that can neither step nor capture",
        ),
        Primitive::float(
            "Advance",
            Op::Read(once(
                15,
                |view, _| features::advance(&position::<ROW>(view)).into(),
                (0.0, 10.0 * Self::PIECES),
            )),
            "rows that the player's men have advanced",
        ),
        Primitive::float(
            "EnemyAdvance",
            Op::Read(once(
                16,
                |view, _| features::advance(&position::<ROW>(view).passed()).into(),
                (0.0, 10.0 * Self::PIECES),
            )),
            "rows that the enemy's men have advanced",
        ),
        Primitive::float(
            "Home",
            Op::Read(once(
                17,
                |view, _| f64::from(features::home(&position::<ROW>(view)).count_ones()),
                (0.0, 5.0),
            )),
            "the player's men on their first row",
        ),
        Primitive::float(
            "EnemyHome",
            Op::Read(once(
                18,
                |view, _| f64::from(features::home(&position::<ROW>(view).passed()).count_ones()),
                (0.0, 5.0),
            )),
            "the enemy's men on their first row",
        ),
        Primitive::float(
            "Sides",
            count(OWN_SIDES),
            "the player's pieces in the leftmost and rightmost columns",
        ),
        Primitive::float(
            "EnemySides",
            count(OPP_SIDES),
            "the enemy's pieces in the leftmost and rightmost columns",
        ),
        Primitive::float(
            "Centre",
            count(OWN_CENTRE),
            "the player's pieces at least two steps from every edge",
        ),
        Primitive::float(
            "EnemyCentre",
            count(OPP_CENTRE),
            "the enemy's pieces at least two steps from every edge",
        ),
        Primitive::float(
            "Backed",
            Op::Read(once(
                19,
                |view, _| f64::from(features::backed(&position::<ROW>(view)).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the player's pieces with a friend right behind them",
        ),
        Primitive::float(
            "EnemyBacked",
            Op::Read(once(
                20,
                |view, _| f64::from(features::backed(&position::<ROW>(view).passed()).count_ones()),
                (0.0, Self::PIECES),
            )),
            "the enemy's pieces with a friend right behind them",
        ),
        Primitive::query(
            "Opposition",
            once(21, |view, _| f64::from(u8::from(features::opposition(&position::<ROW>(view)))), (0.0, 1.0)),
            "the player has the move: an odd number of pieces in the columns of its first row",
        ),
        Primitive::bool("Mine", Self::is(OWN_SQUARES), "the player has a piece on the square"),
        Primitive::bool("Theirs", Self::is(OPP_SQUARES), "the enemy has a piece on the square"),
        Primitive::bool("KingOn", Self::is(KING_SQUARES), "there is a king on the square"),
    ];
}

/// A constant for comparisons with counts.
const COUNT: Primitive = Primitive::float(
    "Count",
    Op::Ephemeral(Draw::Between(0.0, 20.0)),
    "a constant as large as a number of pieces or moves",
);

/// The published language and the rich one.
pub fn languages<const ROW: u32>() -> Vec<Language> {
    let published = [&FUNCTIONS[..], &BASIC_TERMINALS, &Terms::<ROW>::PUBLISHED].concat();
    let rich = [&READABLE[..], &[COUNT], &Terms::<ROW>::RICH].concat();
    [("published", published), ("rich", rich)]
        .map(|(name, primitives)| {
            Language::new(name, CELLS, &primitives).expect("the languages of checkers are closed")
        })
        .into()
}
