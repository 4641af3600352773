//! Programs for endgames that we wrote by hand. They do not change once something was measured by them.

use ludevo_game::board::Written;
use ludevo_game::board::settings::Span;

use super::language::{PUBLISHED, RICH};

/// The name of the strategy in the published language, which evolved programs are measured by, as the authors of the
/// published ones wrote theirs with the help of strong players.
pub(crate) const MASTER: &str = "master";

/// The name of the program in our own language.
pub(crate) const HAND: &str = "hand";

/// A series of questions in the order of their importance. Trees without sums: what is not decided by a question is decided
/// by one number.
const MASTERS_TREES: &str = "tree advantage
If3(IsMateInOne, -1000, If3(Not(MyPieceCannotBeCaptured), -400, If3(And2(IsOppKingStuck, IsOppKingInCheck), 950, If3(Smaller(2, OppKingProximityToEdges), 110*NumNotMovesOppKing, 90*NumNotMovesOppKing))))

tree even
If3(IsMateInOne, -1000, If3(Not(MyPieceCannotBeCaptured), -500, If3(Not(IsMyKingNotBehindPiece), -300, If3(And2(IsOppKingInCheck, OppPieceCanBeCaptured), 480, If3(And2(IsOppKingInCheck, IsOppKingBehindPiece), 470, If3(IsMyFork, 460, If3(IsOppKingInCheck, 450, 20*NumMovesMyKing)))))))

tree disadvantage
If3(IsMateInOne, -1000, If3(Not(MyPieceCannotBeCaptured), -600, If3(Not(IsMyKingNotBehindPiece), -400, 10*MyKingDistEdges)))
";

/// Sums of what counts: material, what hangs, and where the kings are.
const HANDS_TREES: &str = "tree advantage
Plus(100*Material, Plus(-60*Loose, Plus(-2*EnemyKingRoom, Plus(-5*EnemyKingCentral, Plus(-4*KingsApart, Plus(-30*SeenBefore, Plus(-80*EnemySkewer, Plus(-80*EnemyFork, Mobility))))))))

tree even
Plus(100*Material, Plus(-60*Loose, Plus(40*Fork, Plus(40*Skewer, Plus(-80*EnemySkewer, Plus(-80*EnemyFork, Plus(Mobility, Plus(-2*EnemyKingRoom, 2*KingRoom))))))))

tree disadvantage
Plus(100*Material, Plus(-60*Loose, Plus(5*KingCentral, Plus(4*KingsApart, Plus(2*KingRoom, Plus(20*SeenBefore, Plus(-80*EnemySkewer, -80*EnemyFork)))))))
";

/// The programs.
pub(crate) fn written() -> Vec<Written> {
    let program = |name: &str, language, trees: &str| Written {
        name: name.to_owned(),
        language,
        tree: Some(trees.to_owned()),
        turn: Span::Move,
    };
    vec![program(MASTER, PUBLISHED, MASTERS_TREES), program(HAND, RICH, HANDS_TREES)]
}
