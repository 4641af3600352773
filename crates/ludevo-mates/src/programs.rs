//! Programs that look for mates by making moves themselves: the language of Tables 6.2 to 6.4 of "Evolved to Win".
//!
//! A view is a board as it stands after the player's move, or after moves that a program made from there. "The player" is
//! who is to mate. Functions that make a move of a player go to their last argument where the other is to move, as
//! published. `MakeBestMove` and `MakeAllMovesSuchThat`, which mean the highest number or the lowest by whose turn it is,
//! are two functions each, and `MyMoveIter` is what `IfMyMoveExistsSuchThat` and `IfForAllOpponentMoves` make together. Of
//! several moves that fit, the first in the order of the rules is made. "Close to" the king is within two steps of it.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_rays,
    get_king_moves, get_rook_rays,
};
use ludevo_chess::Moves;
use ludevo_chess::language::FUNCTIONS;
use ludevo_program::{Architecture, Draw, Fold, Language, Op, Part, Primitive, Read, Scope, Type, UNSET};

use super::survey::{self, After, Men, Survey, VALUES, all, attackers, attacks_of, distance};

/// How deep a program may be.
const DEPTH: usize = 8;

/// Cells of a view: pieces by kind, those of white, what is around them, what the last move did, and kept numbers.
const WHITE: usize = 6;
const AROUND: usize = 7;
const LAST: usize = 8;
pub(crate) const KEPT: usize = 9;

/// Bits of what is around.
const PLAYER_IS_WHITE: u64 = 1;
const WHITE_MOVES: u64 = 2;
const RIGHTS: u32 = 2;
const EN_PASSANT: u32 = 8;

/// Bits of what the last move did, and numbers of before it.
const CAPTURED: u64 = 1;
const UNCOVERED: u64 = 2;
const UNCOVERED_PROTECTED: u64 = 4;
const FLIGHTS_BEFORE: u32 = 8;
const AIMING_BEFORE: u32 = 16;

/// Cells of a view.
pub const CELLS: usize = KEPT + TERMINALS.len();

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Moves that programs have made on this thread, whatever for.
pub fn made() -> u64 {
    MADE.get()
}

fn make(board: &Board, action: Move) -> Board {
    MADE.set(MADE.get() + 1);
    let mut next = board.clone();
    next.play_unchecked(action);
    next
}

/// Fills a view with the board after the player's move.
pub fn fill(before: &Board, action: Move, after: &Board, view: &mut [u64]) {
    let player = before.side_to_move();
    write(before, action, after, player, view);
    view[KEPT..CELLS].fill(UNSET);
}

fn write(before: &Board, action: Move, after: &Board, player: Color, view: &mut [u64]) {
    for piece in Piece::ALL {
        view[piece as usize] = after.pieces(piece).0;
    }
    view[WHITE] = after.colors(Color::White).0;
    let mut around = u64::from(player == Color::White) * PLAYER_IS_WHITE;
    around |= u64::from(after.side_to_move() == Color::White) * WHITE_MOVES;
    for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let rights = after.castle_rights(color);
        around |= u64::from(rights.short.is_some()) << (RIGHTS + 2 * index as u32);
        around |= u64::from(rights.long.is_some()) << (RIGHTS + 1 + 2 * index as u32);
    }
    around |= after.en_passant().map_or(0, |file| file as u64 + 1) << EN_PASSANT;
    view[AROUND] = around;
    let mut last = u64::from(after.occupied().len() < before.occupied().len()) * CAPTURED;
    if before.side_to_move() == player {
        let checkers = after.checkers();
        let uncovered = checkers & !action.to.bitboard();
        last |= u64::from(!uncovered.is_empty()) * UNCOVERED;
        let men = men(after, player);
        let is_protected = |square: Square| !attackers(&men, player, square, after.occupied()).is_empty();
        last |= u64::from(uncovered.into_iter().any(is_protected)) * UNCOVERED_PROTECTED;
    }
    last |= u64::from(Sight::new(before, player).flights) << FLIGHTS_BEFORE;
    last |= u64::from(Sight::new(before, player).aiming()) << AIMING_BEFORE;
    view[LAST] = last;
}

fn men(board: &Board, color: Color) -> Men {
    Piece::ALL.map(|piece| board.colored_pieces(color, piece))
}

/// The board of a view, and who the player is.
fn board(view: &[u64]) -> Option<(Board, Color)> {
    let mut builder = BoardBuilder::empty();
    let white = BitBoard(view[WHITE]);
    for piece in Piece::ALL {
        for square in BitBoard(view[piece as usize]) {
            let color = if white.has(square) { Color::White } else { Color::Black };
            *builder.square_mut(square) = Some((piece, color));
        }
    }
    let around = view[AROUND];
    let color = |bit: u64| if around & bit != 0 { Color::White } else { Color::Black };
    builder.side_to_move = color(WHITE_MOVES);
    for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let has = |offset: u32| around >> (RIGHTS + 2 * index as u32 + offset) & 1 != 0;
        let rights = builder.castle_rights_mut(color);
        rights.short = has(0).then_some(File::H);
        rights.long = has(1).then_some(File::A);
    }
    builder.en_passant = (around >> EN_PASSANT)
        .checked_sub(1)
        .map(|file| Square::new(File::index(file as usize), Rank::Sixth.relative_to(builder.side_to_move)));
    Some((builder.build().ok()?, color(PLAYER_IS_WHITE)))
}

/// A board as the player sees it, whoever is to move.
struct Sight {
    own: Men,
    enemy: Men,
    player: Color,
    king: Square,
    occupied: BitBoard,
    flights: u32,
}

impl Sight {
    fn new(board: &Board, player: Color) -> Self {
        Sight::of(men(board, player), men(board, !player), player)
    }

    fn of(own: Men, enemy: Men, player: Color) -> Self {
        let king = enemy[Piece::King as usize].next_square().expect("a player has a king");
        let occupied = all(&own) | all(&enemy);
        let flights = survey::flights(&own, player, &enemy, king, occupied).len();
        Sight { own, enemy, player, king, occupied, flights }
    }

    /// The enemy's men within two steps of its king.
    fn near(&self) -> BitBoard {
        let close = all(&self.enemy).into_iter().filter(|square| distance(*square, self.king) <= 2);
        close.fold(BitBoard::EMPTY, |all, square| all | square.bitboard()) & !self.king.bitboard()
    }

    /// How many of the player's men attack the enemy's king or a square beside it.
    fn aiming(&self) -> u32 {
        let area = get_king_moves(self.king) | self.king.bitboard();
        let aims = |piece: Piece, square: Square| {
            !attacks_of(piece, square, self.player, self.occupied).is_disjoint(area)
        };
        let of_kind = |piece: Piece| {
            self.own[piece as usize].into_iter().filter(|square| aims(piece, *square)).count() as u32
        };
        Piece::ALL.into_iter().map(of_kind).sum()
    }

    /// The enemy's men that are pinned to its king.
    fn pinned(&self) -> BitBoard {
        let [_, _, bishops, rooks, queens, _] = self.own;
        let straight = (rooks | queens) & get_rook_rays(self.king);
        let oblique = (bishops | queens) & get_bishop_rays(self.king);
        (straight | oblique).into_iter().fold(BitBoard::EMPTY, |pinned, pinner| {
            let between = get_between_rays(self.king, pinner) & self.occupied;
            if between.len() == 1 { pinned | between & all(&self.enemy) } else { pinned }
        })
    }

    /// How many of the player's men, but one, can go where they give check.
    fn can_check(&self, but: Option<Square>) -> u32 {
        let free = !all(&self.own);
        let of_kind = |piece: Piece| {
            let aims = attacks_of(piece, self.king, !self.player, self.occupied) & free;
            let can = |square: &Square| {
                Some(*square) != but
                    && !attacks_of(piece, *square, self.player, self.occupied).is_disjoint(aims)
            };
            self.own[piece as usize].into_iter().filter(can).count() as u32
        };
        Piece::ALL.into_iter().filter(|piece| *piece != Piece::King).map(of_kind).sum()
    }

    fn after(&self, after: &After) -> Self {
        Sight::of(after.own, after.enemy, self.player)
    }
}

/// Whether a move of the player's is one that a function looks for.
type Fits = fn(&Sight, &Survey, Move) -> bool;

fn every(_: &Sight, _: &Survey, _: Move) -> bool {
    true
}

fn captures_close(sight: &Sight, _: &Survey, action: Move) -> bool {
    all(&sight.enemy).has(action.to) && distance(action.to, sight.king) <= 2
}

fn pins_close(sight: &Sight, survey: &Survey, action: Move) -> bool {
    let next = sight.after(&survey.after(action));
    !(next.pinned() & next.near() & !sight.pinned()).is_empty()
}

fn attacks_king(sight: &Sight, survey: &Survey, action: Move) -> bool {
    let After { landed, at, occupied, .. } = survey.after(action);
    !attacks_of(landed, at, sight.player, occupied).is_disjoint(get_king_moves(sight.king))
}

fn gives_check(sight: &Sight, survey: &Survey, action: Move) -> bool {
    let After { own, occupied, .. } = survey.after(action);
    !attackers(&own, sight.player, sight.king, occupied).is_empty()
}

fn sacrifices_with_check(sight: &Sight, survey: &Survey, action: Move) -> bool {
    let After { enemy, at, occupied, .. } = survey.after(action);
    gives_check(sight, survey, action) && !attackers(&enemy, !sight.player, at, occupied).is_empty()
}

fn clears_way(sight: &Sight, survey: &Survey, action: Move) -> bool {
    let after = survey.after(action);
    sight.after(&after).can_check(Some(after.at)) > sight.can_check(Some(action.from))
}

/// Whether every legal move is one of the king's.
fn must_move_king(board: &Board) -> bool {
    let king = board.king(board.side_to_move());
    let mut moves = Moves::of(board).peekable();
    moves.peek().is_some() && moves.all(|action| action.from == king)
}

/// Enters the view after the move of this number, if the player is to move, or if the opponent is.
fn enter(from: &[u64], to: &mut [u64], choice: u16, mine: bool, fits: Fits) -> bool {
    let Some((board, player)) = board(from) else { return false };
    if (board.side_to_move() == player) != mine {
        return false;
    }
    let (sight, survey) = (Sight::new(&board, player), Survey::new(&board));
    let mut fitting = Moves::of(&board).filter(|action| fits(&sight, &survey, *action));
    let Some(action) = fitting.nth(choice.into()) else { return false };
    write(&board, action, &make(&board, action), player, to);
    true
}

/// Enters the view at hand, without a move, if the player is to move and has one that fits.
fn stay(from: &[u64], to: &mut [u64], choice: u16, fits: Fits) -> bool {
    let Some((board, player)) = board(from).filter(|_| choice == 0) else { return false };
    let (sight, survey) = (Sight::new(&board, player), Survey::new(&board));
    let has = board.side_to_move() == player && Moves::of(&board).any(|action| fits(&sight, &survey, action));
    to.copy_from_slice(from);
    has
}

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// What a terminal says of the player's sight of a board.
fn seen(view: &[u64], say: impl FnOnce(&Board, &Sight) -> f64) -> f64 {
    board(view).map_or(0.0, |(board, player)| say(&board, &Sight::new(&board, player)))
}

fn is_mated(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// Whether the opponent is mated, or the player could mate now; where the opponent is to move, it is as if it passed.
fn is_mate_in_one_or_less(board: &Board, sight: &Sight) -> bool {
    if is_mated(board) {
        return board.side_to_move() != sight.player;
    }
    let turned;
    let board = if board.side_to_move() == sight.player {
        board
    } else {
        let Some(passed) = board.null_move() else { return false };
        MADE.set(MADE.get() + 1);
        turned = passed;
        &turned
    };
    let survey = Survey::new(board);
    Moves::of(board).any(|action| survey.attack(action, 1, 0).may_mate && is_mated(&make(board, action)))
}

fn is_forced(board: &Board, sight: &Sight) -> bool {
    board.side_to_move() != sight.player && Moves::of(board).count() == 1
}

/// How far a king is from the nearest edge.
fn edge_distance(square: Square) -> u32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    file.min(7 - file).min(rank).min(7 - rank)
}

fn edges_distance(square: Square) -> u32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    file.min(7 - file) + rank.min(7 - rank)
}

fn material(men: &Men) -> f64 {
    men.iter().zip(VALUES).map(|(kind, value)| f64::from(kind.len() * value)).sum()
}

fn is_stuck(sight: &Sight) -> bool {
    let Sight { own, enemy, player, king, occupied, .. } = sight;
    let now = edges_distance(*king);
    survey::flights(own, *player, enemy, *king, *occupied)
        .into_iter()
        .all(|square| edges_distance(square) < now)
}

fn forks_with_check(sight: &Sight) -> bool {
    let enemies = all(&sight.enemy);
    Piece::ALL.into_iter().any(|piece| {
        sight.own[piece as usize].into_iter().any(|square| {
            let aims = attacks_of(piece, square, sight.player, sight.occupied) & enemies;
            aims.has(sight.king) && aims.len() > 1
        })
    })
}

/// A terminal: its name, how it is worked out, between what it lies, and what it says.
type Terminal = (&'static str, fn(&[u64], u16) -> f64, (f64, f64), &'static str);

const TRUTH: (f64, f64) = (0.0, 1.0);

#[rustfmt::skip]
const TERMINALS: [Terminal; 19] = [
    ("IsCheck", |view, _| seen(view, |_, sight| one_if(!attackers(&sight.own, sight.player, sight.king, sight.occupied).is_empty())), TRUTH,
        "the opponent is in check"),
    ("OppKingProximityToEdges", |view, _| seen(view, |_, sight| f64::from(3 - edge_distance(sight.king))), (0.0, 3.0),
        "3 less how far the opponent's king is from the nearest edge"),
    ("NumOppPiecesAttacked", |view, _| seen(view, |_, sight| sight.near().into_iter().filter(|square| !attackers(&sight.own, sight.player, *square, sight.occupied).is_empty()).count() as f64), (0.0, 15.0),
        "how many of the opponent's pieces close to its king are attacked"),
    ("IsCheckFork", |view, _| seen(view, |_, sight| one_if(forks_with_check(sight))), TRUTH,
        "a piece of the player's attacks the opponent's king and something else"),
    ("NumNotMovesOppKing", |view, _| seen(view, |_, sight| 8.0 - f64::from(sight.flights)), (0.0, 8.0),
        "8 less the moves that the opponent's king has"),
    ("NumNotMovesOppBigger", |view, _| seen(view, |_, sight| one_if(u64::from(sight.flights) < view[LAST] >> FLIGHTS_BEFORE & 0xff)), TRUTH,
        "the opponent's king has fewer moves than before the last move"),
    ("IsOppKingProtectingPiece", |view, _| seen(view, |_, sight| one_if(!get_king_moves(sight.king).is_disjoint(all(&sight.enemy)))), TRUTH,
        "the opponent's king protects one of its pieces"),
    ("EvaluateMaterial", |view, _| seen(view, |_, sight| material(&sight.own) - material(&sight.enemy)), (-103.0, 103.0),
        "how much more the player's pieces are worth, a pawn being 1 and a queen 9"),
    ("IsMaterialChange", |view, _| one_if(view[LAST] & CAPTURED != 0), TRUTH,
        "the last move captured something"),
    ("IsMateInOneOrLess", |view, _| seen(view, |board, sight| one_if(is_mate_in_one_or_less(board, sight))), TRUTH,
        "the opponent is mated, or the player can mate by its next move"),
    ("IsOppKingStuck", |view, _| seen(view, |_, sight| one_if(is_stuck(sight))), TRUTH,
        "every move of the opponent's king leads nearer to the edges"),
    ("IsOppPiecePinned", |view, _| seen(view, |_, sight| one_if(!sight.pinned().is_empty())), TRUTH,
        "a piece of the opponent's is pinned to its king"),
    ("IsNextMoveForced", |view, _| seen(view, |board, sight| one_if(is_forced(board, sight))), TRUTH,
        "the opponent has a single move"),
    ("IsNextMoveForcedWithKing", |view, _| seen(view, |board, sight| one_if(board.side_to_move() != sight.player && must_move_king(board))), TRUTH,
        "the opponent must move its king"),
    ("IsPinCloseToKing", |view, _| seen(view, |_, sight| one_if(!(sight.pinned() & sight.near()).is_empty())), TRUTH,
        "a piece of the opponent's close to its king is pinned"),
    ("NumMyPiecesCanCheck", |view, _| seen(view, |_, sight| f64::from(sight.can_check(None))), (0.0, 15.0),
        "how many of the player's pieces can go where they give check"),
    ("DidNumAttackingKingIncrease", |view, _| seen(view, |_, sight| one_if(u64::from(sight.aiming()) > view[LAST] >> AIMING_BEFORE & 0xff)), TRUTH,
        "more of the player's pieces attack the squares around the opponent's king than before the last move"),
    ("IsDiscoveredCheck", |view, _| one_if(view[LAST] & UNCOVERED != 0), TRUTH,
        "the player's last move opened the way for another piece to give check"),
    ("IsDiscoveredProtectedCheck", |view, _| one_if(view[LAST] & UNCOVERED_PROTECTED != 0), TRUTH,
        "the same, and the piece that gives check is protected"),
];

/// The constants of the endgame players, and what a mate is worth.
const CONSTANTS: [f64; 8] = [1000.0, -1000.0, 500.0, -500.0, 250.0, -250.0, 0.0, 100.0];

const fn scope(name: &'static str, enter: fn(&[u64], &mut [u64], u16) -> bool, fold: Fold) -> Op {
    Op::Scope(Scope { name, enter, fold })
}

/// Table 6.2.
#[rustfmt::skip]
fn functions() -> Vec<Primitive> {
    vec![
        Primitive::float("IfMyMoveExistsSuchThat", scope("mine", |f, t, c| enter(f, t, c, true, every), Fold::FirstWhere),
            "the second after the first of the player's moves after which the first is true, otherwise the third"),
        Primitive::float("IfForAllOpponentMoves", scope("theirs", |f, t, c| enter(f, t, c, false, every), Fold::AllThen),
            "the second after a move of the opponent's if the first is true after all of them, otherwise the third"),
        Primitive::float("MakeMyBestMove", scope("mine", |f, t, c| enter(f, t, c, true, every), Fold::Most),
            "the most that it is after a move of the player's"),
        Primitive::float("MakeOppBestMove", scope("theirs", |f, t, c| enter(f, t, c, false, every), Fold::Least),
            "the least that it is after a move of the opponent's"),
        Primitive::float("MakeAllMyMovesSuchThat", scope("mine", |f, t, c| enter(f, t, c, true, every), Fold::MostWhere),
            "the most that the second is after those moves of the player's after which the first is true, otherwise the third"),
        Primitive::float("MakeAllOppMovesSuchThat", scope("theirs", |f, t, c| enter(f, t, c, false, every), Fold::LeastWhere),
            "the least that the second is after those moves of the opponent's after which the first is true, otherwise the third"),
        Primitive::float("IfExistsCheckingMove", scope("checking", |f, t, c| stay(f, t, c, gives_check), Fold::First),
            "the first if the player can give check, otherwise the second; no move is made"),
        Primitive::float("IfKingMustMove", scope("king must move", |f, t, c| board(f).is_some_and(|(board, _)| must_move_king(&board)) && enter(f, t, c, false, every), Fold::First),
            "the first after a move of the opponent's if its king must move, otherwise the second"),
        Primitive::float("IfCaptureCloseToKingMove", scope("captures close", |f, t, c| enter(f, t, c, true, captures_close), Fold::First),
            "the first after the player's capture close to the opponent's king, otherwise the second"),
        Primitive::float("IfPinCloseToKingMove", scope("pins close", |f, t, c| enter(f, t, c, true, pins_close), Fold::First),
            "the first after a move that pins a piece close to the opponent's king, otherwise the second"),
        Primitive::float("IfAttackingKingMove", scope("attacks king", |f, t, c| enter(f, t, c, true, attacks_king), Fold::First),
            "the first after a move of a piece to where it attacks a square beside the opponent's king, otherwise the second"),
        Primitive::float("IfClearingWayMove", scope("clears way", |f, t, c| stay(f, t, c, clears_way), Fold::First),
            "the first if the player can open the way for another piece to give check, otherwise the second; no move is made"),
        Primitive::float("IfSuicideCheck", scope("sacrifice", |f, t, c| enter(f, t, c, true, sacrifices_with_check), Fold::FirstWhere),
            "the second after a check by a piece that can be captured and after which the first is true, otherwise the third"),
    ]
}

/// The language of the published programs.
pub fn published() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| {
        let kept = TERMINALS.into_iter().enumerate().map(|(place, (name, compute, within, meaning))| {
            let memo = (KEPT + place) as u16;
            Primitive {
                name,
                returns: Type::Query,
                op: Op::Read(Read::Once { compute, memo, within }),
                meaning,
            }
        });
        let erc = Op::Ephemeral(Draw::OneOf(&CONSTANTS));
        let plain =
            FUNCTIONS.into_iter().chain([Primitive::float("ERC", erc, "a constant drawn at creation")]);
        let primitives: Vec<Primitive> = functions().into_iter().chain(plain).chain(kept).collect();
        Arc::new(Language::new("published", CELLS, &primitives).expect("the language is sound"))
    });
    LANGUAGE.clone()
}

/// The one tree of a program.
pub fn program() -> Arc<Architecture> {
    let part = Part {
        name: "score".to_owned(),
        decides: "how good a move of the player's looks after it was made; the best one is the answer"
            .to_owned(),
        root: Type::Float,
        language: published(),
        depth: DEPTH,
    };
    Arc::new(Architecture { parts: vec![part] })
}
