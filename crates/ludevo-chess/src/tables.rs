//! The truth about positions of at most four men: who wins with best play, and in how many plies.
//!
//! A table is made by retrograde analysis, from mates backwards; captures and promotions are looked up in the tables of the men
//! that are left. It knows neither the fifty-move rule, which no win of four men comes near, nor repetitions.
//!
//! A pawn that can be captured in passing is written down on the first rank of its player, where no pawn stands.

mod disk;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use cozy_chess::{
    BitBoard, Board, CastleRights, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// How a position ends with best play of both, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The player to move mates in so many plies.
    Won(u8),
    /// Nobody mates.
    Drawn,
    /// The player to move is mated in so many plies.
    Lost(u8),
}

impl Truth {
    /// The points of the player to move.
    pub fn points(self) -> f64 {
        match self {
            Truth::Won(_) => 1.0,
            Truth::Drawn => 0.5,
            Truth::Lost(_) => 0.0,
        }
    }
}

/// Pieces besides the kings.
type Men = Vec<(Piece, Color)>;

/// No table has more men, kings included.
pub const MOST_MEN: u32 = 4;

/// Every position of some men. The white king stands in the quarter of the board around a1, or in its half where there are pawns;
/// other positions are mirrored.
pub(crate) struct Table {
    men: Men,
    /// For each position one more than the plies to the mate, odd plies if the player to move mates; or one of the
    /// following.
    plies: Vec<u8>,
}

const DRAWN: u8 = 0;
const ILLEGAL: u8 = 255;

/// Where everybody stands, and whether white is to move.
#[derive(Clone, Copy)]
struct Place {
    is_white: bool,
    kings: [Square; 2],
    men: [Square; 2],
}

impl Place {
    /// The square of a piece: the kings first, white's before black's.
    fn square(&self, piece: usize) -> Square {
        if piece < 2 { self.kings[piece] } else { self.men[piece - 2] }
    }

    fn with(mut self, piece: usize, square: Square) -> Place {
        *(if piece < 2 { &mut self.kings[piece] } else { &mut self.men[piece - 2] }) = square;
        self
    }
}

impl Table {
    fn has_pawns(&self) -> bool {
        self.men.iter().any(|(kind, _)| *kind == Piece::Pawn)
    }

    /// On how many squares the white king stands.
    fn kings(&self) -> usize {
        if self.has_pawns() { 32 } else { 16 }
    }

    /// How many numbers the squares of the men take.
    fn spread(&self) -> usize {
        64usize.pow(self.men.len() as u32)
    }

    fn len(&self) -> usize {
        2 * self.kings() * 64 * self.spread()
    }

    /// The number of a position, mirrored so that the white king is near a1.
    #[inline]
    fn index(&self, place: &Place) -> usize {
        let king = place.kings[0];
        let from_above = king.rank() as u8 > 3 && !self.has_pawns();
        let mirror = if king.file() as u8 > 3 { 7 } else { 0 } | if from_above { 56 } else { 0 };
        let at = |square: Square| square as usize ^ mirror;
        let king = at(king);
        let part = king / 8 * 4 + king % 8;
        let mut index = (usize::from(place.is_white) * self.kings() + part) * 64 + at(place.kings[1]);
        for man in &place.men[..self.men.len()] {
            index = index * 64 + at(*man);
        }
        index
    }

    fn place(&self, mut index: usize) -> Place {
        let mut men = [Square::A1; 2];
        for man in men[..self.men.len()].iter_mut().rev() {
            *man = Square::index(index % 64);
            index /= 64;
        }
        let black = Square::index(index % 64);
        let part = index / 64 % self.kings();
        let white = Square::index(part / 4 * 8 + part % 4);
        Place { is_white: index / 64 / self.kings() == 1, kings: [white, black], men }
    }

    /// The position with every pawn where it really stands, and the one that can be captured in passing; nothing if a pawn
    /// stands where none can.
    fn real(&self, written: &Place) -> Option<(Place, Option<usize>)> {
        let (mut place, mut passing) = (*written, None);
        for (number, (_, owner)) in self.pawns() {
            let square = place.square(number);
            match square.rank().relative_to(owner) {
                Rank::Eighth => return None,
                Rank::First if passing.is_none() => {
                    place = place.with(number, square.with_rank(Rank::Fourth, owner));
                    passing = Some(number);
                }
                Rank::First => return None,
                _ => {}
            }
        }
        let is_real = passing.is_none_or(|pawn| self.can_be_passed(&place, pawn));
        is_real.then_some((place, passing))
    }

    /// Whether a pawn may just have made two steps, beside one that may capture it in passing.
    fn can_be_passed(&self, place: &Place, pawn: usize) -> bool {
        let (square, (_, owner)) = (place.square(pawn), self.piece(pawn));
        let Some(occupied) = self.occupied(place) else { return false };
        let way = square.with_rank(Rank::Second, owner).bitboard()
            | square.with_rank(Rank::Third, owner).bitboard();
        owner != color(place.is_white)
            && square.rank() == Rank::Fourth.relative_to(owner)
            && occupied.is_disjoint(way)
            && self.is_beside_pawn(place, square, owner)
    }

    /// Whether a pawn of the other player stands beside a square.
    fn is_beside_pawn(&self, place: &Place, square: Square, owner: Color) -> bool {
        let beside = square.file().adjacent() & square.rank().bitboard();
        self.pawns().any(|(number, (_, color))| color != owner && beside.has(place.square(number)))
    }

    /// The pawns by their numbers.
    fn pawns(&self) -> impl Iterator<Item = (usize, (Piece, Color))> + '_ {
        (2..self.count())
            .map(|number| (number, self.piece(number)))
            .filter(|(_, (kind, _))| *kind == Piece::Pawn)
    }

    /// The kind and colour of a piece.
    fn piece(&self, number: usize) -> (Piece, Color) {
        match number {
            0 => (Piece::King, Color::White),
            1 => (Piece::King, Color::Black),
            _ => self.men[number - 2],
        }
    }

    fn count(&self) -> usize {
        2 + self.men.len()
    }

    /// All squares that are taken; nothing if a square is taken twice.
    fn occupied(&self, place: &Place) -> Option<BitBoard> {
        (0..self.count()).try_fold(BitBoard::EMPTY, |taken, piece| {
            let square = place.square(piece).bitboard();
            taken.is_disjoint(square).then_some(taken | square)
        })
    }

    /// Whether a square is attacked by a colour, of whose pieces one may be off the board.
    #[inline]
    fn is_attacked(&self, place: &Place, square: Square, by: Color, occupied: BitBoard, gone: usize) -> bool {
        (0..self.count()).any(|number| {
            let (piece, color) = self.piece(number);
            color == by
                && number != gone
                && attacks((piece, color), place.square(number), occupied).has(square)
        })
    }
}

/// Nobody is off the board.
const NOBODY: usize = usize::MAX;

#[inline]
fn attacks((piece, color): (Piece, Color), square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::King => get_king_moves(square),
        Piece::Queen => get_rook_moves(square, occupied) | get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Knight => get_knight_moves(square),
        Piece::Pawn => get_pawn_attacks(square, color),
    }
}

/// Where a pawn goes without capturing: one step, or two from where it began.
fn steps(square: Square, color: Color, occupied: BitBoard) -> BitBoard {
    let ahead = |square: Square| square.try_offset(0, if color == Color::White { 1 } else { -1 });
    let free = |square: &Square| !occupied.has(*square);
    let Some(one) = ahead(square).filter(free) else { return BitBoard::EMPTY };
    let is_first = square.rank() == Rank::Second.relative_to(color);
    let two = ahead(one).filter(|two| is_first && free(two));
    one.bitboard() | two.map_or(BitBoard::EMPTY, Square::bitboard)
}

/// Squares on other ranks of the same file.
trait WithRank {
    /// The square on the rank that this is for a player.
    fn with_rank(self, rank: Rank, player: Color) -> Square;
}

impl WithRank for Square {
    fn with_rank(self, rank: Rank, player: Color) -> Square {
        Square::new(self.file(), rank.relative_to(player))
    }
}

fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// What is known of a position before anything is worked back.
struct Start {
    /// Moves that do not lose by what is known so far: those within the table, and captures and promotions that draw or win.
    open: u8,
    /// If its moves all lose, it lasts so many plies at least.
    lasts: u8,
    /// Plies to the end if that is known: a mate, or a capture or promotion that wins.
    known: Option<u8>,
    is_legal: bool,
}

/// The table that a capture or a promotion leads to, and whether colours have changed there.
struct Other {
    table: Arc<Table>,
    swapped: bool,
    /// Which man of the table that leads there each man is.
    order: Vec<usize>,
}

impl Other {
    /// What the table says of a position of the table that leads there, after the move.
    fn plies(&self, place: &Place) -> u8 {
        let at = |square: Square| if self.swapped { square.flip_rank() } else { square };
        let Place { is_white, kings: [white, black], men } = *place;
        let kings = if self.swapped { [black, white] } else { [white, black] };
        let mut there =
            Place { is_white: is_white != self.swapped, kings: kings.map(at), men: [Square::A1; 2] };
        for (square, man) in there.men.iter_mut().zip(&self.order) {
            *square = at(men[*man]);
        }
        self.table.plies[self.table.index(&there)]
    }
}

/// A move that leaves a table: the man it captures, and what the man that moves becomes.
type Leaving = (Option<usize>, Option<(usize, Piece)>);

/// What a pawn may become.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl Table {
    /// Makes the table of these men, of whom there are two at most.
    fn make(men: &[(Piece, Color)]) -> Table {
        let mut table = Table { men: men.to_vec(), plies: Vec::new() };
        let others = table.others();
        let starts = on_all_cores(table.len(), |index| table.start(&table.place(index), &others));
        table.plies = starts.iter().map(|start| if start.is_legal { DRAWN } else { ILLEGAL }).collect();
        table.work_back(starts);
        table
    }

    /// Where moves lead that leave the table.
    fn others(&self) -> Vec<(Leaving, Other)> {
        let men = || 0..self.men.len();
        let pawns = men().filter(|man| self.men[*man].0 == Piece::Pawn);
        let promotions = pawns.flat_map(|pawn| PROMOTIONS.map(|kind| Some((pawn, kind))));
        let promotions: Vec<Option<(usize, Piece)>> = promotions.chain([None]).collect();
        let leaving = men().map(Some).chain([None]).flat_map(|captured| {
            promotions.iter().map(move |promoted| (captured, *promoted)).filter(|leaving| match leaving {
                (None, None) => false,
                (captured, promoted) => promoted.is_none_or(|(pawn, _)| *captured != Some(pawn)),
            })
        });
        let other = |(captured, promoted): Leaving| {
            let (numbers, left): (Vec<usize>, Men) = men()
                .filter(|man| Some(*man) != captured)
                .map(|man| match (promoted, self.men[man]) {
                    (Some((pawn, kind)), (_, color)) if pawn == man => (man, (kind, color)),
                    (_, known) => (man, known),
                })
                .unzip();
            let (order, swapped) = canonical_order(&left);
            let table = of(&canonical(&left).0);
            Other { table, swapped, order: order.into_iter().map(|place| numbers[place]).collect() }
        };
        leaving.map(|leaving| (leaving, other(leaving))).collect()
    }

    fn start(&self, written: &Place, others: &[(Leaving, Other)]) -> Start {
        let mut start = Start { open: 0, lasts: 0, known: None, is_legal: false };
        let Some((place, passing)) = self.real(written) else { return start };
        let Some(occupied) = self.occupied(&place) else { return start };
        let (mover, other) = (color(place.is_white), color(!place.is_white));
        let [own_king, other_king] =
            if place.is_white { place.kings } else { [place.kings[1], place.kings[0]] };
        if self.is_attacked(&place, other_king, mover, occupied, NOBODY) {
            return start;
        }
        start.is_legal = true;
        let mut has_move = false;
        let mut try_move = |number: usize, to: Square, captured: Option<usize>| {
            let (piece, from) = (self.piece(number).0, place.square(number));
            let after = Place { is_white: !place.is_white, ..place.with(number, to) };
            let victim = captured.map_or(BitBoard::EMPTY, |captured| place.square(captured).bitboard());
            let now = (occupied ^ from.bitboard()) & !victim | to.bitboard();
            let king = if piece == Piece::King { to } else { own_king };
            if self.is_attacked(&after, king, other, now, captured.unwrap_or(NOBODY)) {
                return;
            }
            has_move = true;
            let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(mover);
            if captured.is_none() && !promotes {
                start.open += 1;
                return;
            }
            let captured = captured.map(|captured| captured - 2);
            let is_made = |(taken, promoted): &Leaving| {
                *taken == captured && promoted.map(|(pawn, _)| pawn + 2) == promotes.then_some(number)
            };
            for (_, other) in others.iter().filter(|(leaving, _)| is_made(leaving)) {
                match other.plies(&after) {
                    DRAWN => start.open += 1,
                    // The other is mated in an even number of plies.
                    plies if plies % 2 == 1 => {
                        start.open += 1;
                        start.known = Some(start.known.map_or(plies, |known| known.min(plies)));
                    }
                    plies => start.lasts = start.lasts.max(plies),
                }
            }
        };
        for number in (0..self.count()).filter(|number| self.piece(*number).1 == mover) {
            let (piece, from) = (self.piece(number).0, place.square(number));
            let is_pawn = piece == Piece::Pawn;
            for to in attacks((piece, mover), from, occupied) {
                let captured = (0..self.count()).find(|number| place.square(*number) == to);
                match captured {
                    Some(captured) if self.piece(captured).1 == mover => {}
                    None if is_pawn => {
                        let passed =
                            passing.filter(|pawn| place.square(*pawn).with_rank(Rank::Third, other) == to);
                        if passed.is_some() {
                            try_move(number, to, passed);
                        }
                    }
                    captured => try_move(number, to, captured),
                }
            }
            if is_pawn {
                for to in steps(from, mover, occupied) {
                    try_move(number, to, None);
                }
            }
        }
        if !has_move && self.is_attacked(&place, own_king, other, occupied, NOBODY) {
            start.known = Some(0);
        }
        // All moves lead to other tables and lose there.
        if has_move && start.open == 0 {
            start.known = Some(start.lasts);
        }
        start
    }

    /// From what is known to what follows from it, ply by ply.
    fn work_back(&mut self, mut starts: Vec<Start>) {
        let mut levels: Vec<Vec<u32>> = vec![Vec::new(); usize::from(ILLEGAL) + 1];
        for (index, start) in starts.iter().enumerate() {
            if let Some(plies) = start.known {
                levels[usize::from(plies)].push(index as u32);
            }
        }
        for level in 0..levels.len() - 2 {
            for index in std::mem::take(&mut levels[level]) {
                let index = index as usize;
                if self.plies[index] != DRAWN {
                    continue;
                }
                self.plies[index] = level as u8 + 1;
                let place = self.place(index);
                self.each_before(&place, |table, before| {
                    if table.plies[before] != DRAWN {
                        return;
                    }
                    if level % 2 == 0 {
                        levels[level + 1].push(before as u32);
                        return;
                    }
                    let start = &mut starts[before];
                    start.open -= 1;
                    if start.open == 0 {
                        levels[(level + 1).max(usize::from(start.lasts))].push(before as u32);
                    }
                });
            }
        }
    }

    /// The positions from which a move within the table leads to this one.
    fn each_before(&self, written: &Place, mut visit: impl FnMut(&Table, usize)) {
        let (place, passing) = self.real(written).expect("a legal position");
        let occupied = self.occupied(&place).expect("a legal position");
        let mover = color(!place.is_white);
        let mut undo = |number: usize, from: Square| {
            let before = Place { is_white: !place.is_white, ..place.with(number, from) };
            let mut try_place = |place: &Place| {
                let index = self.index(place);
                if self.plies[index] != ILLEGAL {
                    visit(self, index);
                }
            };
            try_place(&before);
            for (pawn, (_, owner)) in self.pawns().filter(|(pawn, _)| self.can_be_passed(&before, *pawn)) {
                try_place(&before.with(pawn, before.square(pawn).with_rank(Rank::First, owner)));
            }
        };
        if let Some(pawn) = passing {
            return undo(pawn, place.square(pawn).with_rank(Rank::Second, mover));
        }
        for number in (0..self.count()).filter(|number| self.piece(*number).1 == mover) {
            let (piece, square) = (self.piece(number).0, place.square(number));
            if piece != Piece::Pawn {
                for from in attacks((piece, mover), square, occupied) & !occupied {
                    undo(number, from);
                }
                continue;
            }
            let rank = square.rank().relative_to(mover);
            let free = |to: Rank| Some(square.with_rank(to, mover)).filter(|from| !occupied.has(*from));
            let one = (rank > Rank::Second).then(|| Rank::index(rank as usize - 1));
            let Some(one) = one.and_then(free) else { continue };
            undo(number, one);
            // After two steps beside a pawn it could be captured in passing, which is another position.
            if rank == Rank::Fourth
                && !self.is_beside_pawn(&place, square, mover)
                && let Some(two) = free(Rank::Second)
            {
                undo(number, two);
            }
        }
    }
}

/// What `work` gives for each number below `count`, on threads of its own: whoever waits for a table on a thread of a pool
/// must not be given other work meanwhile that waits for the same table.
fn on_all_cores<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let part = |from: usize| {
            let work = &work;
            scope.spawn(move || (from..count.min(from + share)).map(work).collect::<Vec<T>>())
        };
        let parts: Vec<_> = (0..count).step_by(share).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().expect("the work does not panic")).collect()
    })
}

/// The men as the name of a table has them, the stronger side being white, and whether colours changed for that.
fn canonical(men: &[(Piece, Color)]) -> (Men, bool) {
    let (order, swapped) = canonical_order(men);
    let named = |man: usize| (men[man].0, if swapped { !men[man].1 } else { men[man].1 });
    (order.into_iter().map(named).collect(), swapped)
}

/// Which of the men comes where in the name of their table, and whether colours changed for that.
fn canonical_order(men: &[(Piece, Color)]) -> (Vec<usize>, bool) {
    let of = |side: Color| {
        let mut numbers: Vec<usize> = (0..men.len()).filter(|man| men[*man].1 == side).collect();
        numbers.sort_by_key(|man| std::cmp::Reverse(men[*man].0));
        numbers
    };
    let kinds = |numbers: &[usize]| numbers.iter().map(|man| men[*man].0).collect::<Vec<Piece>>();
    let (white, black) = (of(Color::White), of(Color::Black));
    let swapped = (black.len(), kinds(&black)) > (white.len(), kinds(&white));
    let (strong, weak) = if swapped { (black, white) } else { (white, black) };
    ([strong, weak].concat(), swapped)
}

/// The name of a table, such as `KQKR`.
fn name(men: &[(Piece, Color)]) -> String {
    let of = |side: Color| {
        let kinds = men.iter().filter(move |(_, color)| *color == side);
        kinds.map(|(kind, _)| char::from(*kind).to_ascii_uppercase()).collect::<String>()
    };
    format!("K{}K{}", of(Color::White), of(Color::Black))
}

/// A table that somebody is making, or has made.
type Shelf = Mutex<BTreeMap<String, Arc<OnceLock<Arc<Table>>>>>;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::default);

/// The table of these men, which are in canonical order: from memory, from disk, or made now.
fn of(men: &[(Piece, Color)]) -> Arc<Table> {
    let name = name(men);
    let place = {
        let mut shelf = SHELF.lock().expect("nobody panics with the shelf in hand");
        Arc::clone(shelf.entry(name.clone()).or_default())
    };
    let found = place.get_or_init(|| {
        let blank = Table { men: men.to_vec(), plies: Vec::new() };
        let plies = disk::read(&name, blank.len());
        let table = plies.map_or_else(|| Table::make(men), |plies| Table { plies, ..blank });
        disk::write(&name, &table.plies);
        Arc::new(table)
    });
    Arc::clone(found)
}

/// Whether tables can know positions of so many men, kings not counted.
pub fn covers(men: usize) -> bool {
    men + 2 <= MOST_MEN as usize
}

/// What is true of a position of at most four men; nothing for others, or where somebody may castle. The first question about
/// some men takes seconds, while their table is made, unless it was made before.
pub fn truth(board: &Board) -> Option<Truth> {
    if board.occupied().len() > MOST_MEN {
        return None;
    }
    if [Color::White, Color::Black].iter().any(|color| *board.castle_rights(*color) != CastleRights::EMPTY) {
        return None;
    }
    let (mut men, mut squares): (Men, Vec<Square>) = (Vec::new(), Vec::new());
    for square in board.occupied() ^ board.pieces(Piece::King) {
        men.push((board.piece_on(square)?, board.color_on(square)?));
        squares.push(square);
    }
    // A pawn that can be captured in passing is written on its first rank.
    let owner = !board.side_to_move();
    if let Some(file) = board.en_passant() {
        let pawn = Square::new(file, Rank::Fourth.relative_to(owner));
        let number = squares.iter().position(|square| *square == pawn)?;
        squares[number] = pawn.with_rank(Rank::First, owner);
    }
    let (order, swapped) = canonical_order(&men);
    let table = of(&canonical(&men).0);
    let at = |square: Square| if swapped { square.flip_rank() } else { square };
    let mut place = Place {
        is_white: (board.side_to_move() == Color::White) != swapped,
        kings: [Color::White, Color::Black].map(|color| at(board.king(if swapped { !color } else { color }))),
        men: [Square::A1; 2],
    };
    for (square, man) in place.men.iter_mut().zip(order) {
        *square = at(squares[man]);
    }
    match table.plies[table.index(&place)] {
        ILLEGAL => None,
        DRAWN => Some(Truth::Drawn),
        plies if plies % 2 == 0 => Some(Truth::Won(plies - 1)),
        plies => Some(Truth::Lost(plies - 1)),
    }
}

/// The plies of the longest mate with one man.
#[cfg(test)]
pub(crate) fn longest(kinds: &[Piece]) -> u8 {
    let men: Men = kinds.iter().map(|kind| (*kind, Color::White)).collect();
    let table = of(&canonical(&men).0);
    let wins = table.plies.iter().filter(|plies| **plies != ILLEGAL && **plies % 2 == 0 && **plies > 0);
    wins.max().map_or(0, |plies| plies - 1)
}
