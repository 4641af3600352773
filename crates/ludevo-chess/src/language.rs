//! What programs may ask about a position of chess, as seen by the player who has just moved.

use cozy_chess::{BitBoard, Board, Color, Piece};
use ludevo_program::functions::READABLE;
use ludevo_program::{Draw, Language, Op, Primitive, Read, Reading, Type, UNSET};

use super::features::{self, Seen, Surroundings};
use super::position::Position;
use super::stages;

// The cells of a view: the player's pieces by kind, the enemy's, what else the board shows, and numbers that are kept.
const OWN: usize = 0;
const OPP: usize = 6;
const AROUND: usize = 12;
/// The first of the cells that keep numbers.
const KEPT: usize = 13;
const CELLS: usize = KEPT + TERMINALS.len() + RICH_TERMINALS.len() + stages::TERMINALS.len();

// The bits of the cell AROUND.
const OWN_TURN: u64 = 1;
const CAPTURED: u64 = 2;
const REPEATED: u64 = 4;
const RIGHTS: u32 = 3;
const EN_PASSANT: u32 = 8;

/// Fills a view of a position as the player of this colour sees it.
#[inline]
pub(crate) fn fill(position: &Position, viewer: Color, view: &mut [u64]) {
    let board = &position.board;
    let view: &mut [u64] = &mut view[..CELLS];
    let turned = |squares: BitBoard| if viewer == Color::White { squares } else { squares.flip_ranks() };
    let (own, opp) = (turned(board.colors(viewer)), turned(board.colors(!viewer)));
    for (index, piece) in Piece::ALL.into_iter().enumerate() {
        let pieces = turned(board.pieces(piece));
        view[OWN + index] = (pieces & own).0;
        view[OPP + index] = (pieces & opp).0;
    }
    let mut around = 0;
    if board.side_to_move() == viewer {
        around |= OWN_TURN;
    }
    if position.captured && board.side_to_move() != viewer {
        around |= CAPTURED;
    }
    if position.has_been_before() {
        around |= REPEATED;
    }
    let (mine, theirs) = (board.castle_rights(viewer), board.castle_rights(!viewer));
    let rights = [mine.short, mine.long, theirs.short, theirs.long];
    for (index, right) in (0..).zip(rights) {
        around |= u64::from(right.is_some()) << (RIGHTS + index);
    }
    around |= board.en_passant().map_or(0, |file| file as u64 + 1) << EN_PASSANT;
    view[AROUND] = around;
    view[KEPT..].fill(UNSET);
}

pub(crate) fn seen(view: &[u64]) -> Seen {
    let army = |from: usize| std::array::from_fn(|kind| BitBoard(view[from + kind]));
    Seen::new(army(OWN), army(OPP))
}

/// The enemy's eyes.
pub(crate) fn their(view: &[u64]) -> Seen {
    seen(view).turned()
}

/// The board, on which the player is white.
fn board(view: &[u64]) -> Option<Board> {
    let around = view[AROUND];
    let surroundings = Surroundings {
        is_own_turn: around & OWN_TURN != 0,
        rights: std::array::from_fn(|index| around >> (RIGHTS as usize + index) & 1 != 0),
        en_passant: (around >> EN_PASSANT).checked_sub(1).map(|file| file as u8),
    };
    features::board(&seen(view), surroundings)
}

/// The same after the players have changed turns, if the enemy is to move and may pass.
pub(crate) fn enemys_board(view: &[u64]) -> Option<Board> {
    let board = board(view)?;
    if view[AROUND] & OWN_TURN == 0 { Some(board) } else { board.null_move() }
}

/// Whether the enemy is mated. Without a board where its king can go somewhere.
fn is_mate(view: &[u64]) -> bool {
    their(view).king_moves().is_empty() && enemys_board(view).is_some_and(|board| features::is_mate(&board))
}

/// Whether the enemy can mate by its next move. Without a board where no piece of its can.
fn is_mate_in_one(view: &[u64]) -> bool {
    // Castling of the enemy's, or a pawn of its.
    let otherwise = view[AROUND] >> (RIGHTS + 2) & 0b11 != 0 || view[OPP + Piece::Pawn as usize] != 0;
    (otherwise || seen(view).might_be_mated_by_a_piece())
        && enemys_board(view).is_some_and(|board| features::mates(&board))
}

/// Whether the enemy can capture something that cannot be captured back. Without moves made: what nobody attacks is captured
/// in passing if at all.
fn can_be_captured(view: &[u64]) -> bool {
    let is_attacked = seen(view).attacked() > 0 || view[AROUND] >> EN_PASSANT != 0;
    is_attacked && enemys_board(view).is_some_and(|board| features::captures_freely(&board))
}

pub(crate) fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// A terminal: its name, how it is worked out, the largest and smallest it can be, and what it says.
pub(crate) type Terminal = (&'static str, Reading, (f64, f64), &'static str);

pub(crate) const TRUTH: (f64, f64) = (0.0, 1.0);
/// What fifteen men can be worth: nine queens, two rooks, two bishops, two knights.
pub(crate) const DEAREST: f64 = 103.0;

/// Tables 4.2 and 4.3 of "Evolved to Win", in their order. "Pieces" are those besides the king.
#[rustfmt::skip]
const TERMINALS: [Terminal; 33] = [
    ("NotMyKingInCheck", |view, _| one_if(!seen(view).is_in_check()), TRUTH,
        "the player's king is not in check"),
    ("IsOppKingInCheck", |view, _| one_if(their(view).is_in_check()), TRUTH,
        "the enemy's king is in check"),
    ("MyKingDistEdges", |view, _| f64::from(seen(view).king_edge_distance()), (0.0, 3.0),
        "how far the player's king is from the nearest edge"),
    ("OppKingProximityToEdges", |view, _| f64::from(3 - their(view).king_edge_distance()), (0.0, 3.0),
        "3 less how far the enemy's king is from the nearest edge"),
    ("NumMyPiecesNotAttacked", |view, _| { let seen = seen(view); f64::from(seen.men() - seen.attacked()) }, (0.0, 15.0),
        "how many pieces of the player's are not attacked"),
    ("NumOppPiecesAttacked", |view, _| f64::from(their(view).attacked()), (0.0, 15.0),
        "how many pieces of the enemy's are attacked"),
    ("ValueMyPiecesAttacking", |view, _| f64::from(seen(view).attacking_value()), (0.0, DEAREST),
        "what the pieces of the player's are worth that attack something, a pawn being 1 and a queen 9"),
    ("ValueOppPiecesAttacking", |view, _| f64::from(their(view).attacking_value()), (0.0, DEAREST),
        "what the pieces of the enemy's are worth that attack something"),
    ("IsMyQueenNotAttacked", |view, _| one_if(!seen(view).is_queen_attacked()), TRUTH,
        "no queen of the player's is attacked"),
    ("AreMyPiecesUnattacked", |view, _| one_if(seen(view).attacked() == 0), TRUTH,
        "no piece of the player's is attacked"),
    ("IsOppQueenAttacked", |view, _| one_if(their(view).is_queen_attacked()), TRUTH,
        "a queen of the enemy's is attacked"),
    ("IsMyFork", |view, _| one_if(seen(view).forks()), TRUTH,
        "one of the player's, which nobody attacks, attacks two or more of the enemy's, kings included"),
    ("IsOppNotFork", |view, _| one_if(!their(view).forks()), TRUTH,
        "none of the enemy's does that to the player"),
    ("NumMovesMyKing", |view, _| f64::from(seen(view).king_moves().len()), (0.0, 8.0),
        "how many moves the player's king would have"),
    ("NumNotMovesOppKing", |view, _| 8.0 - f64::from(their(view).king_moves().len()), (0.0, 8.0),
        "8 less the moves that the enemy's king has"),
    ("MyKingProxRook", |view, _| seen(view).rook_distance().map_or(0.0, |far| 7.0 - f64::from(far)), (0.0, 7.0),
        "7 less how far the player's king is from its nearest rook; 0 without one"),
    ("OppKingDistRook", |view, _| their(view).rook_distance().map_or(7.0, f64::from), (0.0, 7.0),
        "how far the enemy's king is from its nearest rook; 7 without one"),
    ("MyPiecesSameLine", |view, _| one_if(seen(view).protect_each_other()), TRUTH,
        "two pieces of the player's protect each other"),
    ("OppPiecesNotSameLine", |view, _| one_if(!their(view).protect_each_other()), TRUTH,
        "no two pieces of the enemy's protect each other"),
    ("IsOppKingProtectingPiece", |view, _| one_if(their(view).king_protects()), TRUTH,
        "the enemy's king protects one of its pieces"),
    ("IsMyKingProtectingPiece", |view, _| one_if(seen(view).king_protects()), TRUTH,
        "the player's king protects one of its pieces"),
    ("EvaluateMaterial", |view, _| seen(view).material(), (-DEAREST, DEAREST),
        "how much more the player's pieces are worth, a pawn being 1 and a queen 9"),
    ("IsMaterialIncrease", |view, _| one_if(view[AROUND] & CAPTURED != 0), TRUTH,
        "the player's move captured something"),
    ("IsMate", |view, _| one_if(is_mate(view)), TRUTH,
        "the enemy is mated"),
    ("IsMateInOne", |view, _| one_if(is_mate_in_one(view)), TRUTH,
        "the enemy can mate by its next move"),
    ("OppPieceCanBeCaptured", |view, _| one_if(seen(view).attacks_unprotected()), TRUTH,
        "the player attacks a piece that the enemy does not protect"),
    ("MyPieceCannotBeCaptured",
        |view, _| one_if(!can_be_captured(view)), TRUTH,
        "the enemy cannot capture anything without being captured in turn"),
    ("IsOppKingStuck", |view, _| one_if(their(view).is_king_stuck()), TRUTH,
        "every move of the enemy's king leads nearer to the edges"),
    ("IsMyKingNotStuck", |view, _| one_if(!seen(view).is_king_stuck()), TRUTH,
        "not every move of the player's king would lead nearer to the edges"),
    ("IsOppKingBehindPiece", |view, _| one_if(their(view).is_king_behind_piece()), TRUTH,
        "the enemy's king stands two squares or more behind one of its pieces, on a line that the player can attack along"),
    ("IsMyKingNotBehindPiece", |view, _| one_if(!seen(view).is_king_behind_piece()), TRUTH,
        "the player's king does not stand so"),
    ("IsOppPiecePinned", |view, _| one_if(their(view).is_pinned()), TRUTH,
        "a piece of the enemy's is pinned to its king"),
    ("IsMyPieceNotPinned", |view, _| one_if(!seen(view).is_pinned()), TRUTH,
        "no piece of the player's is pinned to its king"),
];

/// The constants that the text of section 4.2.4 states.
const TEXT_CONSTANTS: [f64; 6] = [500.0, 1000.0 / 3.0, 250.0, -500.0, -1000.0 / 3.0, -250.0];

/// What our own language counts, of the player's and of the enemy's.
#[rustfmt::skip]
const RICH_TERMINALS: [Terminal; 20] = [
    ("Material", |view, _| seen(view).material(), (-DEAREST, DEAREST),
        "how much more the player's pieces are worth, a pawn being 1 and a queen 9"),
    ("Pieces", |view, _| f64::from(seen(view).own.all().len()), (1.0, 16.0),
        "how many pieces the player has, the king included"),
    ("EnemyPieces", |view, _| f64::from(seen(view).opp.all().len()), (1.0, 16.0),
        "how many pieces the enemy has, the king included"),
    ("Loose", |view, _| f64::from(seen(view).loose_value()), (0.0, DEAREST),
        "what the player's pieces are worth that are attacked and unprotected, or attacked by something cheaper"),
    ("EnemyLoose", |view, _| f64::from(their(view).loose_value()), (0.0, DEAREST),
        "what the enemy's pieces are worth that are attacked and unprotected, or attacked by something cheaper"),
    ("Mobility", |view, _| f64::from(seen(view).mobility()), (0.0, 400.0),
        "how many squares the player's pieces attack, each for itself"),
    ("EnemyMobility", |view, _| f64::from(their(view).mobility()), (0.0, 400.0),
        "how many squares the enemy's pieces attack, each for itself"),
    ("KingRoom", |view, _| f64::from(seen(view).king_room()), (1.0, 64.0),
        "how many squares the player's king could walk to if nobody else moved"),
    ("EnemyKingRoom", |view, _| f64::from(their(view).king_room()), (1.0, 64.0),
        "how many squares the enemy's king could walk to if nobody else moved"),
    ("KingMoves", |view, _| f64::from(seen(view).king_moves().len()), (0.0, 8.0),
        "how many moves the player's king would have"),
    ("EnemyKingMoves", |view, _| f64::from(their(view).king_moves().len()), (0.0, 8.0),
        "how many moves the enemy's king has"),
    ("KingCentral", |view, _| f64::from(seen(view).king_edges_distance()), (0.0, 6.0),
        "how far the player's king is from the edges, 0 in a corner and 6 in the middle"),
    ("EnemyKingCentral", |view, _| f64::from(their(view).king_edges_distance()), (0.0, 6.0),
        "how far the enemy's king is from the edges, 0 in a corner and 6 in the middle"),
    ("KingsApart", |view, _| f64::from(seen(view).kings_apart()), (1.0, 7.0),
        "how many moves the kings are apart"),
    ("Check", |view, _| one_if(their(view).is_in_check()), TRUTH,
        "the enemy is in check"),
    ("Fork", |view, _| one_if(seen(view).forks()), TRUTH,
        "one of the player's, which nobody attacks, attacks two or more of the enemy's, kings included"),
    ("EnemyFork", |view, _| one_if(their(view).forks()), TRUTH,
        "one of the enemy's, which nobody attacks, attacks two or more of the player's, kings included"),
    ("Skewer", |view, _| one_if(their(view).can_be_skewered()), TRUTH,
        "the player attacks, or can come to attack, the enemy's king with a piece behind it"),
    ("EnemySkewer", |view, _| one_if(seen(view).can_be_skewered()), TRUTH,
        "the enemy attacks, or can come to attack, the player's king with a piece behind it"),
    ("SeenBefore", |view, _| one_if(view[AROUND] & REPEATED != 0), TRUTH,
        "the position has been on the board before"),
];

/// The constants that Figure 12.1 states for the final runs.
const FIGURE_CONSTANTS: [f64; 6] = [250.0, 500.0, 1000.0, -250.0, -500.0, -1000.0];

/// The functions of Table 4.1, which chapter 6 has too.
#[rustfmt::skip]
pub const FUNCTIONS: [Primitive; 8] = [
    Primitive::float("If3", Op::If, "the second if the first is true, otherwise the third"),
    Primitive::bool("Or2", Op::Or, "at least one of two is true"),
    Primitive::bool("Or3", Op::Or3, "at least one of three is true"),
    Primitive::bool("And2", Op::And, "both are true"),
    Primitive::bool("And3", Op::And3, "all three are true"),
    Primitive::bool("Not", Op::Not, "it is false"),
    Primitive::bool("Smaller", Op::Smaller, "the first number is smaller than the second"),
    Primitive::bool("Equal", Op::Equal, "the numbers are equal"),
];

/// Terminals whose numbers are kept from this cell on.
fn terminals(all: &[Terminal], returns: Type, from: usize) -> Vec<Primitive> {
    let primitive = |(index, (name, compute, within, meaning)): (usize, Terminal)| {
        let memo = (from + index) as u16;
        Primitive { name, returns, op: Op::Read(Read::Once { compute, memo, within }), meaning }
    };
    all.iter().copied().enumerate().map(primitive).collect()
}

/// The name of the language of section 4.2, with the constants that its text states.
pub(crate) const PUBLISHED: &str = "published";

/// The same with the constants that Figure 12.1 states for the final runs.
const FINAL: &str = "final";

/// Our own, with arithmetic.
pub(crate) const RICH: &str = "rich";

/// Constants as large as what pieces are worth in hundredths.
const LARGE: Primitive =
    Primitive::float("Large", Op::Ephemeral(Draw::Between(-1000.0, 1000.0)), "a large constant");

/// The languages, the published one first and those of earlier stages last.
pub fn languages() -> Vec<Language> {
    let constant = |values: &'static [f64]| {
        Primitive::float("ERC", Op::Ephemeral(Draw::OneOf(values)), "a constant drawn at creation")
    };
    let published = terminals(&TERMINALS, Type::Query, KEPT);
    let rich = terminals(&RICH_TERMINALS, Type::Query, KEPT + TERMINALS.len());
    let with = |constants: &'static [f64]| [&FUNCTIONS[..], &published, &[constant(constants)]].concat();
    let rich = [&READABLE[..], &rich, &[LARGE]].concat();
    let earlier = terminals(&stages::TERMINALS, Type::Query, KEPT + TERMINALS.len() + RICH_TERMINALS.len());
    let known = [&published[..], &earlier].concat();
    let [(initial, first), (later, second)] = stages::languages(&known);
    let all = [
        (PUBLISHED, with(&TEXT_CONSTANTS)),
        (FINAL, with(&FIGURE_CONSTANTS)),
        (RICH, rich),
        (initial, first),
        (later, second),
    ];
    all.map(|(name, primitives)| Language::new(name, CELLS, &primitives).expect("a sound language")).to_vec()
}

/// How much more the pieces of a colour are worth than the others'.
#[inline]
pub(crate) fn lead(board: &Board, color: Color) -> i32 {
    let worth = |color: Color| -> i32 {
        let men = Piece::ALL.into_iter().zip(features::VALUES);
        men.map(|(piece, value)| (board.colored_pieces(color, piece).len() * value) as i32).sum()
    };
    worth(color) - worth(!color)
}
