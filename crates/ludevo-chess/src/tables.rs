//! The truth about positions of at most four men without pawns: who wins with best play, and in how many plies.
//!
//! A table is made by retrograde analysis, from mates backwards; captures are looked up in the tables of fewer men. It
//! knows neither the fifty-move rule, which no win of four men comes near, nor repetitions.

mod disk;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use cozy_chess::{
    BitBoard, Board, CastleRights, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
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

/// Every position of some men. The white king stands in the quarter of the board around a1; other positions are mirrored.
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
    /// How many numbers the squares of the men take.
    fn spread(&self) -> usize {
        64usize.pow(self.men.len() as u32)
    }

    fn len(&self) -> usize {
        2 * 16 * 64 * self.spread()
    }

    /// The number of a position, mirrored so that the white king is near a1.
    #[inline]
    fn index(&self, place: &Place) -> usize {
        let king = place.kings[0];
        let mirror = if king.file() as u8 > 3 { 7 } else { 0 } | if king.rank() as u8 > 3 { 56 } else { 0 };
        let at = |square: Square| square as usize ^ mirror;
        let king = at(king);
        let quarter = king / 8 * 4 + king % 8;
        let mut index = (usize::from(place.is_white) * 16 + quarter) * 64 + at(place.kings[1]);
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
        let quarter = index / 64 % 16;
        let white = Square::index(quarter / 4 * 8 + quarter % 4);
        Place { is_white: index / 64 / 16 == 1, kings: [white, black], men }
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
            color == by && number != gone && attacks(piece, place.square(number), occupied).has(square)
        })
    }
}

/// Nobody is off the board.
const NOBODY: usize = usize::MAX;

#[inline]
fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::King => get_king_moves(square),
        Piece::Queen => get_rook_moves(square, occupied) | get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Knight => get_knight_moves(square),
        Piece::Pawn => BitBoard::EMPTY,
    }
}

fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// What is known of a position before anything is worked back.
struct Start {
    /// Moves that do not lose by what is known so far: moves without a capture, and captures that draw or win.
    open: u8,
    /// If its moves all lose, it lasts so many plies at least.
    lasts: u8,
    /// Plies to the end if that is known: a mate, or a capture that wins.
    known: Option<u8>,
    is_legal: bool,
}

/// A table of one man less, and whether colours have changed there.
struct Smaller {
    table: Arc<Table>,
    swapped: bool,
    /// The man that is left, if one is.
    left: Option<usize>,
}

impl Smaller {
    /// What the table says of a position of the larger table without the captured man.
    fn plies(&self, place: &Place) -> u8 {
        let Place { is_white, kings: [white, black], .. } = *place;
        let man = self.left.map_or(Square::A1, |man| place.men[man]);
        let kings = if self.swapped { [black, white] } else { [white, black] };
        let smaller = Place { is_white: is_white != self.swapped, kings, men: [man, Square::A1] };
        self.table.plies[self.table.index(&smaller)]
    }
}

impl Table {
    /// Makes the table of these men, of whom there are two at most and none is a pawn.
    fn make(men: &[(Piece, Color)]) -> Table {
        let mut table = Table { men: men.to_vec(), plies: Vec::new() };
        let smaller: Vec<Smaller> = (0..men.len())
            .map(|captured| {
                let left = (0..men.len()).find(|man| *man != captured);
                let remaining: Men = left.map(|man| men[man]).into_iter().collect();
                let (key, swapped) = canonical(&remaining);
                Smaller { table: of(&key), swapped, left }
            })
            .collect();
        let starts = on_all_cores(table.len(), |index| table.start(&table.place(index), &smaller));
        table.plies = starts.iter().map(|start| if start.is_legal { DRAWN } else { ILLEGAL }).collect();
        table.work_back(starts);
        table
    }

    fn start(&self, place: &Place, smaller: &[Smaller]) -> Start {
        let mut start = Start { open: 0, lasts: 0, known: None, is_legal: false };
        let Some(occupied) = self.occupied(place) else { return start };
        let (mover, other) = (color(place.is_white), color(!place.is_white));
        let [own_king, other_king] =
            if place.is_white { place.kings } else { [place.kings[1], place.kings[0]] };
        if self.is_attacked(place, other_king, mover, occupied, NOBODY) {
            return start;
        }
        start.is_legal = true;
        let mut has_move = false;
        for number in (0..self.count()).filter(|number| self.piece(*number).1 == mover) {
            let (piece, _) = self.piece(number);
            let from = place.square(number);
            for to in attacks(piece, from, occupied) {
                let captured = (0..self.count()).find(|number| place.square(*number) == to);
                if captured.is_some_and(|captured| self.piece(captured).1 == mover) {
                    continue;
                }
                let after = Place { is_white: !place.is_white, ..place.with(number, to) };
                let now = occupied ^ from.bitboard() | to.bitboard();
                let king = if piece == Piece::King { to } else { own_king };
                if self.is_attacked(&after, king, other, now, captured.unwrap_or(NOBODY)) {
                    continue;
                }
                has_move = true;
                let Some(captured) = captured else {
                    start.open += 1;
                    continue;
                };
                match smaller[captured - 2].plies(&after) {
                    DRAWN => start.open += 1,
                    // The other is mated in an even number of plies.
                    plies if plies % 2 == 1 => {
                        start.open += 1;
                        start.known = Some(start.known.map_or(plies, |known| known.min(plies)));
                    }
                    plies => start.lasts = start.lasts.max(plies),
                }
            }
        }
        if !has_move && self.is_attacked(place, own_king, other, occupied, NOBODY) {
            start.known = Some(0);
        }
        // All moves are captures that lose.
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

    /// The positions from which a move without capture leads to this one.
    fn each_before(&self, place: &Place, mut visit: impl FnMut(&Table, usize)) {
        let occupied = self.occupied(place).expect("a legal position");
        let mover = color(!place.is_white);
        for number in (0..self.count()).filter(|number| self.piece(*number).1 == mover) {
            let (piece, _) = self.piece(number);
            for from in attacks(piece, place.square(number), occupied) & !occupied {
                let before = self.index(&Place { is_white: !place.is_white, ..place.with(number, from) });
                if self.plies[before] != ILLEGAL {
                    visit(self, before);
                }
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
    let of = |side: Color| {
        let mut kinds: Vec<Piece> =
            men.iter().filter(|(_, color)| *color == side).map(|(kind, _)| *kind).collect();
        kinds.sort_unstable_by(|one, two| two.cmp(one));
        kinds
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    let swapped = (black.len(), &black) > (white.len(), &white);
    let (strong, weak) = if swapped { (black, white) } else { (white, black) };
    let strong = strong.into_iter().map(|kind| (kind, Color::White));
    (strong.chain(weak.into_iter().map(|kind| (kind, Color::Black))).collect(), swapped)
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

/// Whether tables can know positions of these men, kings not counted.
pub fn covers(kinds: impl IntoIterator<Item = Piece>) -> bool {
    let kinds: Vec<Piece> = kinds.into_iter().collect();
    kinds.len() + 2 <= MOST_MEN as usize && !kinds.contains(&Piece::Pawn)
}

/// What is true of a position of at most four men without pawns; nothing for others. The first question about some men
/// takes seconds, while their table is made, unless it was made before.
pub fn truth(board: &Board) -> Option<Truth> {
    if board.occupied().len() > MOST_MEN || !board.pieces(Piece::Pawn).is_empty() {
        return None;
    }
    if [Color::White, Color::Black].iter().any(|color| *board.castle_rights(*color) != CastleRights::EMPTY) {
        return None;
    }
    let squares = |color: Color, kind: Piece| board.colored_pieces(color, kind).into_iter();
    let mut men: Men = Vec::new();
    for color in [Color::White, Color::Black] {
        for kind in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            men.extend(squares(color, kind).map(|_| (kind, color)));
        }
    }
    let (key, swapped) = canonical(&men);
    let table = of(&key);
    let real = |color: Color| if swapped { !color } else { color };
    let mut place = Place {
        is_white: (board.side_to_move() == Color::White) != swapped,
        kings: [Color::White, Color::Black].map(|color| board.king(real(color))),
        men: [Square::A1; 2],
    };
    for (index, (kind, color)) in key.iter().enumerate() {
        // Men of a kind come one after the other.
        let earlier = key[..index].iter().filter(|known| **known == (*kind, *color)).count();
        place.men[index] = squares(real(*color), *kind).nth(earlier)?;
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
