//! A position of chess with everything that the rules depend on: the board, and the moves since the last one that cannot
//! be taken back.

use std::fmt;

use cozy_chess::{Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

/// The most moves since the last irreversible one: after so many quiet plies a game is drawn.
pub const LONGEST_PAST: usize = 100;

/// Why nobody can win any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// So many plies without a capture or a move of a pawn.
    Quiet,
    /// The same position, with the same player to move, so often.
    Repeated,
    /// No moves whatever lead to a mate.
    DeadMaterial,
}

/// A position. Its text is a FEN, with the moves since the last irreversible one where there are some.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) past: Past,
    /// Whether the last move captured something.
    pub(crate) captured: bool,
    /// Why the game is drawn although there may be moves.
    pub(crate) drawn: Option<Drawn>,
}

/// The moves that led here since the last one after which no earlier position can come again.
///
/// A state is copied for every move that a search tries, so it is small: of each position that may come again its move
/// and a byte of its hash. The byte says which positions may be equal, and the moves decide exactly.
#[derive(Clone, PartialEq)]
pub(crate) struct Past {
    moves: [Step; LONGEST_PAST],
    hashes: [u8; LONGEST_PAST],
    len: u8,
    /// The file on which a pawn could be captured in passing in the first position, which never comes again then.
    en_passant: Option<File>,
}

impl fmt::Debug for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, hashes) = (&self.moves[..self.len()], &self.hashes[..self.len()]);
        f.debug_struct("Past")
            .field("moves", &moves)
            .field("hashes", &hashes)
            .field("en_passant", &self.en_passant)
            .finish()
    }
}

/// A move that captures nothing, promotes nothing and leaves the castling rights alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: u8,
    to: u8,
}

impl Past {
    /// No moves.
    pub(crate) const NONE: Past = Past {
        moves: [Step { from: 0, to: 0 }; LONGEST_PAST],
        hashes: [0; LONGEST_PAST],
        len: 0,
        en_passant: None,
    };

    fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The past with the position on the board, which `action` leaves behind.
    #[inline]
    fn and(&self, board: &Board, action: Move) -> Past {
        // Only where somebody plays on after a draw.
        let mut past = if self.len() == LONGEST_PAST { Past::NONE } else { self.clone() };
        let end = past.len();
        past.moves[end] = Step { from: action.from as u8, to: action.to as u8 };
        past.hashes[end] = board.hash() as u8;
        if end == 0 {
            past.en_passant = board.en_passant();
        }
        past.len += 1;
        past
    }

    /// Whether `enough` positions of the past equal the one on the board.
    #[inline]
    fn repeats(&self, board: &Board, enough: usize) -> bool {
        // Four plies at least lead back to a position.
        let Some(last) = self.len().checked_sub(4) else { return false };
        let hash = board.hash() as u8;
        let alike = (0..=last).rev().step_by(2).filter(|ply| self.hashes[*ply] == hash).count();
        alike >= enough && self.count_equal(board) >= enough
    }

    /// How many positions of the past equal the one on the board: the moves are taken back one by one.
    fn count_equal(&self, board: &Board) -> usize {
        // Pieces that stood elsewhere: where each stands on the board, and where it stood.
        let mut moved: Vec<(u8, u8)> = Vec::new();
        let kind = |square: u8| {
            let square = Square::index(usize::from(square));
            (board.piece_on(square), board.color_on(square))
        };
        let mut equal = 0;
        for (plies, step) in (1..).zip(self.moves[..self.len()].iter().rev()) {
            match moved.iter().position(|(_, stood)| *stood == step.to) {
                Some(place) if moved[place].0 == step.from => {
                    moved.swap_remove(place);
                }
                Some(place) => moved[place].1 = step.from,
                None => moved.push((step.to, step.from)),
            }
            // Pieces of a kind that have changed places make no difference.
            let is_equal = plies % 2 == 0
                && (plies < self.len() || self.en_passant.is_none())
                && moved.iter().all(|(stands, stood)| kind(*stands) == kind(*stood));
            equal += usize::from(is_equal);
        }
        equal
    }
}

impl Position {
    /// The position that games start from.
    pub fn start() -> Position {
        Position::new(Board::default())
    }

    /// A position of which nothing is known but what the board shows.
    pub(crate) fn new(board: Board) -> Position {
        let board = without_idle_en_passant(board);
        Position { board, past: Past::NONE, captured: false, drawn: None }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the last move captured something.
    pub fn captured(&self) -> bool {
        self.captured
    }

    /// Whether the position has been on the board before, as far as moves can lead back to it.
    #[inline]
    pub fn has_been_before(&self) -> bool {
        self.past.repeats(&self.board, 1)
    }

    /// Why the game is drawn, if it is although there may be moves.
    pub fn drawn(&self) -> Option<Drawn> {
        self.drawn
    }

    /// The position after a move, which must be legal on the board, under rules by which a game is drawn after `quiet` quiet plies
    /// or when a position has been there `times` times.
    #[inline]
    pub(crate) fn after(&self, action: Move, quiet: u8, times: usize) -> Position {
        let mut board = self.board.clone();
        board.play_unchecked(action);
        let mover = self.board.side_to_move();
        let is_reversible = board.halfmove_clock() > 0
            && [Color::White, Color::Black]
                .iter()
                .all(|color| board.castle_rights(*color) == self.board.castle_rights(*color));
        if board.en_passant().is_some() {
            board = without_idle_en_passant(board);
        }
        let past = if is_reversible { self.past.and(&self.board, action) } else { Past::NONE };
        let captured = board.colors(!mover).len() < self.board.colors(!mover).len();
        let mut next = Position { board, past, captured, drawn: None };
        next.drawn = next.look_for_draw(quiet, times);
        next
    }

    /// Why the game is drawn, if it is.
    #[inline]
    pub(crate) fn look_for_draw(&self, quiet: u8, times: usize) -> Option<Drawn> {
        if self.board.halfmove_clock() >= quiet && !self.is_mate() {
            Some(Drawn::Quiet)
        } else if self.past.repeats(&self.board, times - 1) {
            Some(Drawn::Repeated)
        } else if is_dead(&self.board) {
            Some(Drawn::DeadMaterial)
        } else {
            None
        }
    }

    /// Whether the player to move is mated.
    #[inline]
    pub fn is_mate(&self) -> bool {
        !self.board.checkers().is_empty() && !self.has_move()
    }

    /// Whether the player to move has a legal move, drawn or not.
    #[inline]
    pub(crate) fn has_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// The position before the first move of the past, and these moves.
    pub(crate) fn origin(&self) -> (Board, Vec<Move>) {
        let steps = &self.past.moves[..self.past.len()];
        let mut builder = BoardBuilder::from_board(&self.board);
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps.iter().rev() {
            let [from, to] = [step.from, step.to].map(|square| Square::index(usize::from(square)));
            *builder.square_mut(from) = builder.square_mut(to).take();
            builder.side_to_move = !builder.side_to_move;
            builder.halfmove_clock -= 1;
            builder.fullmove_number -= u16::from(builder.side_to_move == Color::Black);
            builder.en_passant = None;
            moves.push(Move { from, to, promotion: None });
        }
        moves.reverse();
        if let Some(file) = self.past.en_passant {
            let rank = Rank::Sixth.relative_to(builder.side_to_move);
            builder.en_passant = Some(Square::new(file, rank));
        }
        (builder.build().expect("a position of a game is one when its moves are taken back"), moves)
    }
}

/// The board without a square for capturing in passing that no pawn can capture on, since it makes no difference.
fn without_idle_en_passant(board: Board) -> Board {
    let Some(file) = board.en_passant() else { return board };
    let mover = board.side_to_move();
    let square = Square::new(file, Rank::Sixth.relative_to(mover));
    let pawns = get_pawn_attacks(square, !mover) & board.colored_pieces(mover, Piece::Pawn);
    let mut is_idle = true;
    board.generate_moves_for(pawns, |moves| {
        is_idle &= !moves.to.has(square);
        false
    });
    if !is_idle {
        return board;
    }
    let builder = BoardBuilder { en_passant: None, ..BoardBuilder::from_board(&board) };
    builder.build().expect("a board without a square for capturing in passing is a board")
}

/// Whether no moves whatever lead to a mate: kings alone, or with one knight, or with bishops of one colour of squares.
#[inline]
fn is_dead(board: &Board) -> bool {
    let light = board.pieces(Piece::Bishop) | board.pieces(Piece::Knight);
    let heavy = board.occupied() ^ light ^ board.pieces(Piece::King);
    if !heavy.is_empty() {
        return false;
    }
    let bishops = board.pieces(Piece::Bishop);
    let is_of_one_colour = bishops.is_disjoint(cozy_chess::BitBoard::DARK_SQUARES)
        || bishops.is_disjoint(cozy_chess::BitBoard::LIGHT_SQUARES);
    light.len() <= 1 || (light == bishops && is_of_one_colour)
}
