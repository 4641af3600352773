//! What can be seen of a move before anybody makes it: the readings that evolved trees know attacks and replies by.
//!
//! Readings look at which squares are attacked when a piece stands elsewhere. No board is changed for them and no list of
//! replies is made, so they are no nodes; how many moves were looked at is counted apart.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The pieces of one player by kind, in the order of [`Piece::ALL`].
pub(crate) type Men = [BitBoard; 6];

/// What pieces are worth, in the order of [`Piece::ALL`].
pub(crate) const VALUES: [u32; 6] = [1, 3, 3, 5, 9, 0];

/// A reading: its name, the most it can be, and what it says.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Its name in programs.
    pub name: &'static str,
    /// The most it can be; the least is 0.
    pub most: f64,
    /// What it says.
    pub meaning: &'static str,
}

const fn reading(name: &'static str, most: f64, meaning: &'static str) -> Reading {
    Reading { name, most, meaning }
}

/// What is read of an attack, in the order of [`Survey::attack`].
#[rustfmt::skip]
pub const ATTACK: [Reading; 18] = [
    reading("MovesLeft", 20.0, "how many moves the attacker may still make, this one included"),
    reading("IsCheck", 1.0, "the move gives check"),
    reading("IsDouble", 1.0, "two pieces give check"),
    reading("IsUncovered", 1.0, "another piece than the one that moves gives check"),
    reading("Flights", 8.0, "how many squares the enemy's king can then go to"),
    reading("FlightsNow", 8.0, "how many squares it could go to before"),
    reading("Catchers", 15.0, "how many of the enemy's men, its king aside, attack the square where the piece lands"),
    reading("Blockers", 15.0, "how many of the enemy's men attack a square between a checking piece and the king"),
    reading("IsEaten", 1.0, "the enemy's king can capture the piece"),
    reading("Captured", 9.0, "what the captured piece is worth"),
    reading("Value", 9.0, "what the piece that moves is worth"),
    reading("Near", 7.0, "how many steps of a king the piece then is from the enemy's king"),
    reading("Nearer", 7.0, "how many steps nearer that is than before"),
    reading("IsPromotion", 1.0, "a pawn becomes a piece"),
    reading("IsKing", 1.0, "the king moves"),
    reading("IsInCheck", 1.0, "the attacker is in check and must answer it"),
    reading("Aims", 30.0, "how many squares that the enemy does not attack the piece could then give check from"),
    reading("Worked", 16.0, "how often the same move has led to a mate in this search: the logarithm of one more, to base 2"),
];

/// What is read of a reply, in the order of [`Survey::reply`].
#[rustfmt::skip]
pub const REPLY: [Reading; 13] = [
    reading("MovesLeft", 20.0, "how many moves the attacker may still make"),
    reading("Replies", 218.0, "how many replies there are"),
    reading("IsInCheck", 1.0, "the defender is in check"),
    reading("Captured", 9.0, "what the captured piece is worth"),
    reading("IsOfLast", 1.0, "the piece is captured that moved last"),
    reading("IsKing", 1.0, "the king moves"),
    reading("Freedom", 8.0, "how many squares the king then could go to next"),
    reading("IsCheck", 1.0, "the reply gives check"),
    reading("Value", 9.0, "what the piece that moves is worth"),
    reading("Near", 7.0, "how many steps of a king the piece then is from its own king"),
    reading("IsAttacked", 1.0, "the attacker attacks the square where the piece lands"),
    reading("IsKiller", 1.0, "this was the last reply that no mate was found against with as many moves left"),
    reading("Refuted", 16.0, "how often no mate was found against this reply: the logarithm of one more, to base 2"),
];

/// What is read of an attack.
pub type AttackReadings = [f64; ATTACK.len()];

/// What is read of a reply.
pub type ReplyReadings = [f64; REPLY.len()];

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

pub(crate) fn all(men: &Men) -> BitBoard {
    men.iter().fold(BitBoard::EMPTY, |all, kind| all | *kind)
}

pub(crate) fn distance(one: Square, two: Square) -> u32 {
    let files = (one.file() as u32).abs_diff(two.file() as u32);
    files.max((one.rank() as u32).abs_diff(two.rank() as u32))
}

/// The men of a colour that attack a square.
#[inline]
pub(crate) fn attackers(men: &Men, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    let [pawns, knights, bishops, rooks, queens, king] = *men;
    get_pawn_attacks(square, !color) & pawns
        | get_knight_moves(square) & knights
        | get_king_moves(square) & king
        | get_bishop_moves(square, occupied) & (bishops | queens)
        | get_rook_moves(square, occupied) & (rooks | queens)
}

pub(crate) fn attacks_of(piece: Piece, square: Square, color: Color, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// A position, looked at by whoever is to move.
#[derive(Clone, Debug)]
pub struct Survey {
    mover: Color,
    own: Men,
    enemy: Men,
    /// Where the king of the other side stands.
    king: Square,
    flights_now: u32,
    is_in_check: bool,
}

/// The men as they stand after a move.
pub(crate) struct After {
    pub(crate) own: Men,
    pub(crate) enemy: Men,
    pub(crate) occupied: BitBoard,
    /// What stands on the square where the piece lands.
    pub(crate) landed: Piece,
    /// Where it lands.
    pub(crate) at: Square,
    captured: u32,
}

/// An attack with what decides whether it may mate.
pub struct Looked {
    /// The readings.
    pub readings: AttackReadings,
    /// Whether it may be mate, for all that can be seen.
    pub may_mate: bool,
}

impl Survey {
    /// Looks at a board.
    pub fn new(board: &Board) -> Self {
        let mover = board.side_to_move();
        let men = |color: Color| Piece::ALL.map(|piece| board.colored_pieces(color, piece));
        let (own, enemy) = (men(mover), men(!mover));
        let king = board.king(!mover);
        let flights_now = flights(&own, mover, &enemy, king, board.occupied()).len();
        Survey { mover, own, enemy, king, flights_now, is_in_check: !board.checkers().is_empty() }
    }

    fn piece_on(&self, square: Square) -> Piece {
        let kind = self.own.iter().position(|kind| kind.has(square));
        Piece::ALL[kind.expect("somebody moves a piece of one's own")]
    }

    pub(crate) fn after(&self, action: Move) -> After {
        let Move { from, to, promotion } = action;
        let piece = self.piece_on(from);
        let (mut own, mut enemy) = (self.own, self.enemy);
        own[piece as usize] ^= from.bitboard();
        let mut captured = 0;
        let mut at = to;
        if own[Piece::Rook as usize].has(to) && piece == Piece::King {
            // Castling is written as the king's move to its rook.
            let [king_file, rook_file] =
                if from.file() < to.file() { [File::G, File::F] } else { [File::C, File::D] };
            at = Square::new(king_file, to.rank());
            own[Piece::Rook as usize] ^= to.bitboard();
            own[Piece::Rook as usize] |= Square::new(rook_file, to.rank()).bitboard();
        } else {
            // A pawn that goes to another file without a piece there captures in passing.
            let is_passing = piece == Piece::Pawn && from.file() != to.file() && !all(&enemy).has(to);
            let taken = if is_passing { Square::new(to.file(), from.rank()) } else { to };
            for (kind, value) in enemy.iter_mut().zip(VALUES) {
                if kind.has(taken) {
                    *kind ^= taken.bitboard();
                    captured = value;
                }
            }
        }
        let landed = promotion.unwrap_or(piece);
        own[landed as usize] |= at.bitboard();
        let occupied = all(&own) | all(&enemy);
        After { own, enemy, occupied, landed, at, captured }
    }

    /// What can be seen of an attack by the player to move, who may make so many moves, this one included.
    pub fn attack(&self, action: Move, left: u8, worked: u16) -> Looked {
        let After { own, enemy, occupied, landed, at, captured } = self.after(action);
        let (king, mover) = (self.king, self.mover);
        let checkers = attackers(&own, mover, king, occupied);
        let flights = flights(&own, mover, &enemy, king, occupied);
        let men = {
            let mut men = enemy;
            men[Piece::King as usize] = BitBoard::EMPTY;
            men
        };
        let catchers = attackers(&men, !mover, at, occupied);
        let between = checkers
            .into_iter()
            .fold(BitBoard::EMPTY, |squares, checker| squares | get_between_rays(king, checker));
        let blockers = between.into_iter().fold(BitBoard::EMPTY, |all, square| {
            all | attackers(&men, !mover, square, occupied) & !men[Piece::Pawn as usize]
        });
        let is_eaten = flights.has(at);
        // Whoever stands on no line of the king's can go where it attacks, for nothing pins it.
        let free = !(get_rook_rays(king) | get_bishop_rays(king));
        let answered = || match checkers.next_square() {
            Some(checker) if checkers.len() == 1 => {
                let catch = attackers(&men, !mover, checker, occupied);
                !((catch | blockers) & free).is_empty()
            }
            _ => false,
        };
        let may_mate = !checkers.is_empty() && flights.is_empty() && !answered();
        let aims = {
            let from = attacks_of(landed, king, !mover, occupied);
            let there = attacks_of(landed, at, mover, occupied) & from & !all(&own);
            there.into_iter().filter(|square| attackers(&men, !mover, *square, occupied).is_empty()).count()
        };
        let (near, before) = (distance(at, king), distance(action.from, king));
        let readings = [
            f64::from(left),
            one_if(!checkers.is_empty()),
            one_if(checkers.len() > 1),
            one_if(!checkers.is_empty() && !checkers.has(at)),
            f64::from(flights.len()),
            f64::from(self.flights_now),
            f64::from(catchers.len()),
            f64::from(blockers.len()),
            one_if(is_eaten),
            f64::from(captured),
            f64::from(VALUES[self.piece_on(action.from) as usize]),
            f64::from(near),
            f64::from(before.saturating_sub(near)),
            one_if(action.promotion.is_some()),
            one_if(landed == Piece::King),
            one_if(self.is_in_check),
            aims as f64,
            often(worked),
        ];
        Looked { readings, may_mate }
    }

    /// What can be seen of a reply by the player to move: `last` is where the attacker's piece has landed.
    pub fn reply(&self, action: Move, around: &Around) -> ReplyReadings {
        let After { own, enemy, occupied, landed, at, captured } = self.after(action);
        let own_king = own[Piece::King as usize].next_square().expect("a player has a king");
        let freedom = flights(&enemy, !self.mover, &own, own_king, occupied);
        let is_check = !attackers(&own, self.mover, self.king, occupied).is_empty();
        [
            f64::from(around.left),
            around.replies as f64,
            one_if(self.is_in_check),
            f64::from(captured),
            one_if(captured > 0 && around.last == Some(at)),
            one_if(landed == Piece::King),
            f64::from(freedom.len()),
            one_if(is_check),
            f64::from(VALUES[self.piece_on(action.from) as usize]),
            f64::from(distance(at, own_king)),
            one_if(!attackers(&enemy, !self.mover, at, occupied).is_empty()),
            one_if(around.is_killer),
            often(around.refuted),
        ]
    }
}

/// What is known of a reply besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// Moves that the attacker may still make.
    pub left: u8,
    /// How many replies there are.
    pub replies: usize,
    /// Where the attacker's last move ended.
    pub last: Option<Square>,
    /// Whether this reply was the last that refuted an attack with as many moves left.
    pub is_killer: bool,
    /// How often it refuted one.
    pub refuted: u16,
}

/// The logarithm of one more.
fn often(count: u16) -> f64 {
    libm::log2(1.0 + f64::from(count))
}

/// Where the king of the side that does not attack can go, `own` being the attacker's men.
#[inline]
pub(crate) fn flights(own: &Men, attacker: Color, enemy: &Men, king: Square, occupied: BitBoard) -> BitBoard {
    let without = occupied ^ king.bitboard();
    let near = get_king_moves(king) & !all(enemy);
    near.into_iter().fold(BitBoard::EMPTY, |free, square| {
        if attackers(own, attacker, square, without).is_empty() { free | square.bitboard() } else { free }
    })
}
