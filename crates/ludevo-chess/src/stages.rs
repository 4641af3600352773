//! The language as it was before: the first two of the three stages that Figure 12.1 of "Evolved to Win" lists.
//!
//! The last stage is the language `final`. And4 and Or4 are what two And2 or Or2 make. Terminals that compare the moves of a
//! king with those before the last move are not there.

use ludevo_program::{Draw, Op, Primitive};

use super::features;
use super::language::{DEAREST, FUNCTIONS, TRUTH, Terminal, enemys_board, one_if, seen, their};

/// What these stages ask that the final one does not, as seen by the player who has just moved.
#[rustfmt::skip]
pub(crate) const TERMINALS: [Terminal; 12] = [
    ("IsMyKingInCheck", |view, _| one_if(seen(view).is_in_check()), TRUTH,
        "the player's king is in check"),
    ("IsMyPieceAttacked", |view, _| one_if(seen(view).attacked() > 0), TRUTH,
        "a piece of the player's is attacked"),
    ("IsOppPieceAttacked", |view, _| one_if(their(view).attacked() > 0), TRUTH,
        "a piece of the enemy's is attacked"),
    ("IsMyPieceProtected", |view, _| one_if(seen(view).protects()), TRUTH,
        "a piece of the player's is protected"),
    ("IsOppPieceProtected", |view, _| one_if(their(view).protects()), TRUTH,
        "a piece of the enemy's is protected"),
    ("IsMyQueenAttacked", |view, _| one_if(seen(view).is_queen_attacked()), TRUTH,
        "a queen of the player's is attacked"),
    ("NumMovesOppKing", |view, _| f64::from(their(view).king_moves().len()), (0.0, 8.0),
        "how many moves the enemy's king has"),
    ("MaterialCount", |view, _| seen(view).material(), (-DEAREST, DEAREST),
        "how much more the player's pieces are worth, a pawn being 1 and a queen 9"),
    ("NumOppPiecesNotAttacked", |view, _| { let their = their(view); f64::from(their.men() - their.attacked()) }, (0.0, 15.0),
        "how many pieces of the enemy's are not attacked"),
    ("IsMyPieceAttackedUnprotected", |view, _| one_if(their(view).attacks_unprotected()), TRUTH,
        "the enemy attacks a piece that the player does not protect"),
    ("IsStalemate", |view, _| one_if(enemys_board(view).is_some_and(|board| features::is_stalemate(&board))), TRUTH,
        "the enemy cannot move and is not in check"),
    ("IsAdvantage", |view, _| one_if(seen(view).material() > 0.0), TRUTH,
        "the player has more material"),
];

/// The terminals of the initial runs.
const INITIAL: [&str; 12] = [
    "IsMyKingInCheck",
    "IsOppKingInCheck",
    "IsMyPieceAttacked",
    "IsOppPieceAttacked",
    "MaterialCount",
    "NumMovesMyKing",
    "NumMovesOppKing",
    "IsMyPieceProtected",
    "IsOppPieceProtected",
    "IsMyQueenAttacked",
    "IsOppQueenAttacked",
    "IsMate",
];

/// Those of later runs, by which larger is better for the player but where a name says otherwise.
const LATER: [&str; 17] = [
    "NotMyKingInCheck",
    "IsOppKingInCheck",
    "MyKingDistEdges",
    "OppKingProximityToEdges",
    "EvaluateMaterial",
    "NumMovesMyKing",
    "NumNotMovesOppKing",
    "IsMyQueenNotAttacked",
    "IsOppQueenAttacked",
    "IsMate",
    "IsMaterialIncrease",
    "NumMyPiecesNotAttacked",
    "NumOppPiecesNotAttacked",
    "IsMyKingProtectingPiece",
    "IsMyPieceAttackedUnprotected",
    "IsOppKingBehindPiece",
    "IsStalemate",
];

/// What divides later programs into two calculations.
const DIVIDING: &str = "IsAdvantage";

#[rustfmt::skip]
const ARITHMETIC: [Primitive; 4] = [
    Primitive::float("Times", Op::Times, "the product"),
    Primitive::float("Plus", Op::Plus, "the sum"),
    Primitive::float("Minus", Op::Minus, "the first less the second"),
    Primitive::bool("Greater", Op::Greater, "the first number is greater than the second"),
];

const NEGATE: Primitive = Primitive::float("Negate", Op::Negate, "the number with the other sign");

const CONSTANT: Primitive =
    Primitive::float("ERC", Op::Ephemeral(Draw::Between(-1000.0, 1000.0)), "a constant drawn at creation");

/// The languages of the first two stages, made of these terminals.
pub(crate) fn languages(known: &[Primitive]) -> [(&'static str, Vec<Primitive>); 2] {
    let named = |names: &[&str]| -> Vec<Primitive> {
        let find = |name: &&str| known.iter().find(|terminal| terminal.name == *name).cloned();
        names.iter().map(|name| find(name).expect("a terminal of some stage")).collect()
    };
    let initial = [&FUNCTIONS[..], &ARITHMETIC, &named(&INITIAL), &[CONSTANT]].concat();
    let later = [&FUNCTIONS[..], &[NEGATE], &named(&LATER), &named(&[DIVIDING]), &[CONSTANT]].concat();
    [("initial", initial), ("later", later)]
}
