//! Chess positions as text: Forsyth-Edwards notation.

use cozy_chess::{
    Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_king_moves, get_pawn_attacks,
};
use thiserror::Error;

use super::notation::{self, MoveError};
use super::position::Position;
use super::rules::{Chess, colour};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Not as many fields as a position has.
    #[error(
        "a position has 6 fields (board, w or b, castling, en passant, quiet plies, move number), or only the first 4; \
         found are {0}"
    )]
    Fields(usize),
    /// Not eight ranks.
    #[error("the board has {0} ranks, not 8; they are separated by `/`")]
    Ranks(usize),
    /// A rank that has not eight squares.
    #[error("rank {rank}: `{text}` has {found} squares, not 8")]
    Squares {
        /// The rank, from 8 down.
        rank: usize,
        /// What it says.
        text: String,
        /// How many squares that is.
        found: usize,
    },
    /// Something that is no piece.
    #[error("rank {rank}: `{found}` is neither a piece (one of PNBRQKpnbrqk) nor a number of empty squares")]
    Letter {
        /// The rank.
        rank: usize,
        /// What was found.
        found: char,
    },
    /// A player without a king, or with several.
    #[error("{colour} has {found} kings, not one")]
    Kings {
        /// The player.
        colour: &'static str,
        /// How many.
        found: usize,
    },
    /// More of a kind of piece than there can be.
    #[error("{colour} has {found} {what}; the most is {most}")]
    TooMany {
        /// The player.
        colour: &'static str,
        /// How many.
        found: usize,
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A pawn where none can be.
    #[error("there is a pawn on {0}, where it would have been promoted or never been")]
    Pawn(String),
    /// Kings side by side.
    #[error("the kings on {0} and {1} stand side by side")]
    Adjacent(String, String),
    /// Neither white nor black.
    #[error("`{0}` is not who is to move; `w` or `b` is")]
    Mover(String),
    /// The side not to move could be captured.
    #[error("{in_check} is in check although {mover} is to move")]
    InCheck {
        /// Who is in check.
        in_check: &'static str,
        /// Who is to move.
        mover: &'static str,
    },
    /// Castling rights that are none.
    #[error("`{0}` are not castling rights; these are `-` or letters of KQkq, each once")]
    Castling(String),
    /// Castling rights without king and rook.
    #[error("castling right `{right}`: there is no {colour} king on {king} with a rook on {rook}")]
    CannotCastle {
        /// The letter.
        right: char,
        /// Whose.
        colour: &'static str,
        /// Where the king must be.
        king: String,
        /// Where the rook must be.
        rook: String,
    },
    /// A square for capturing in passing where no pawn has passed.
    #[error("`{0}` is not the square that a pawn has just passed over")]
    EnPassant(String),
    /// A counter out of its range.
    #[error("`{found}` is not {what}; allowed is {allowed}")]
    Counter {
        /// What the counter counts.
        what: &'static str,
        /// What was found.
        found: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// More pieces give check than one move can bring about.
    #[error("{0} pieces give check, which no move brings about")]
    Checks(u32),
    /// What the rules refuse for another reason.
    #[error("no game leads to this position")]
    Unreachable,
    /// A move of the list after the position.
    #[error("move {number}: {problem}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
}

/// The FEN of a board.
pub fn fen(board: &Board) -> String {
    board.to_string()
}

/// A position as text: its FEN, and where earlier positions may come again, the moves since the first of them and the FEN
/// of that one. After a capture the word `captured` follows.
pub(crate) fn state_text(position: &Position) -> String {
    let (origin, moves) = position.origin();
    let mut text = String::new();
    let mut board = origin.clone();
    for action in moves {
        text = text + &notation::uci(&board, action) + " ";
        board.play_unchecked(action);
    }
    if !text.is_empty() {
        text += "from ";
    }
    text += &fen(&origin);
    if position.captured {
        text += " captured";
    }
    text
}

/// Reads what [`state_text`] writes, all of it: part of a text is no position.
pub(crate) fn parse_state(rules: &Chess, text: &str) -> Result<Position, FenError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (moves, words) = match words.iter().position(|word| *word == "from") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (&[][..], &words[..]),
    };
    let captured = words.last() == Some(&"captured");
    let fields = &words[..words.len() - usize::from(captured)];
    if fields.len() != 6 {
        return Err(FenError::Fields(fields.len()));
    }
    let mut position = rules.set_up(parse_fields(fields)?);
    position.captured = captured;
    for action in played(rules, &position, moves)? {
        position = position.after(action, rules.quiet, rules.times);
    }
    Ok(position)
}

/// A board from its FEN.
pub fn parse_fen(text: &str) -> Result<Board, FenError> {
    parse_fields(&text.split_whitespace().collect::<Vec<_>>())
}

fn parse_fields(fields: &[&str]) -> Result<Board, FenError> {
    let Some((&[squares, mover, castling, en_passant], clocks @ ([] | [_, _]))) = fields.split_first_chunk()
    else {
        return Err(FenError::Fields(fields.len()));
    };
    let mut builder = BoardBuilder::empty();
    place_pieces(squares, &mut builder)?;
    builder.side_to_move = match mover {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::Mover(mover.to_owned())),
    };
    check_placement(&builder)?;
    read_castling(castling, &mut builder)?;
    read_en_passant(en_passant, &mut builder)?;
    if let [quiet, number] = clocks {
        builder.halfmove_clock = counter("a number of quiet plies", quiet, "0 to 100", 0..=100)?;
        builder.fullmove_number = counter("a move number", number, "1 to 65535", 1..=u16::MAX)?;
    }
    let board = builder.build().map_err(|_| FenError::Unreachable)?;
    match board.checkers().len() {
        0..=2 => Ok(board),
        many => Err(FenError::Checks(many)),
    }
}

fn place_pieces(text: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (index, row) in ranks.iter().enumerate() {
        let rank = 8 - index;
        let mut found = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                found += empty as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase());
            let piece = piece.map_err(|_| FenError::Letter { rank, found: letter })?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::try_index(found) {
                *builder.square_mut(Square::new(file, Rank::index(rank - 1))) = Some((piece, color));
            }
            found += 1;
        }
        if found != 8 {
            return Err(FenError::Squares { rank, text: (*row).to_owned(), found });
        }
    }
    Ok(())
}

/// Checks that the pieces may stand so with this player to move.
pub(crate) fn check_placement(builder: &BoardBuilder) -> Result<(), FenError> {
    let kings = check_pieces(builder)?;
    check_kings(builder, kings)
}

/// Checks how many pieces there are and where pawns stand; where the kings of white and black are.
fn check_pieces(builder: &BoardBuilder) -> Result<[Square; 2], FenError> {
    let all = |color: Color, kind: Option<Piece>| {
        let fits = move |square: &Square| {
            builder
                .square(*square)
                .is_some_and(|(piece, of)| of == color && kind.is_none_or(|kind| kind == piece))
        };
        Square::ALL.into_iter().filter(fits)
    };
    let most = |color: Color, kind: Option<Piece>, what: &'static str, most: usize| {
        let found = all(color, kind).count();
        let colour = colour(color);
        if found > most { Err(FenError::TooMany { colour, found, what, most }) } else { Ok(()) }
    };
    let mut kings = [Square::A1; 2];
    for (color, place) in [Color::White, Color::Black].into_iter().zip(&mut kings) {
        let found: Vec<Square> = all(color, Some(Piece::King)).collect();
        let &[king] = &found[..] else {
            return Err(FenError::Kings { colour: colour(color), found: found.len() });
        };
        *place = king;
        most(color, Some(Piece::Pawn), "pawns", 8)?;
        most(color, None, "pieces", 16)?;
        let lost =
            all(color, Some(Piece::Pawn)).find(|pawn| matches!(pawn.rank(), Rank::First | Rank::Eighth));
        if let Some(pawn) = lost {
            return Err(FenError::Pawn(pawn.to_string()));
        }
    }
    Ok(kings)
}

fn check_kings(builder: &BoardBuilder, [white, black]: [Square; 2]) -> Result<(), FenError> {
    if get_king_moves(white).has(black) {
        return Err(FenError::Adjacent(white.to_string(), black.to_string()));
    }
    let mover = builder.side_to_move;
    if attacks_king(builder, [white, black]) {
        return Err(FenError::InCheck { in_check: colour(!mover), mover: colour(mover) });
    }
    Ok(())
}

/// Whether the player to move attacks the other's king.
fn attacks_king(builder: &BoardBuilder, kings: [Square; 2]) -> bool {
    let mover = builder.side_to_move;
    let king = kings[!mover as usize];
    let occupied = Square::ALL.into_iter().filter(|square| builder.square(*square).is_some()).collect();
    Square::ALL.into_iter().any(|square| match builder.square(square) {
        Some((piece, color)) if color == mover => {
            let attacked = match piece {
                Piece::Pawn => get_pawn_attacks(square, color),
                Piece::Knight => cozy_chess::get_knight_moves(square),
                Piece::Bishop => cozy_chess::get_bishop_moves(square, occupied),
                Piece::Rook => cozy_chess::get_rook_moves(square, occupied),
                Piece::Queen => {
                    cozy_chess::get_bishop_moves(square, occupied)
                        | cozy_chess::get_rook_moves(square, occupied)
                }
                Piece::King => get_king_moves(square),
            };
            attacked.has(king)
        }
        _ => false,
    })
}

fn read_castling(text: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let twice = |(index, letter): (usize, char)| text[..index].contains(letter);
    if text.is_empty()
        || !text.chars().all(|letter| "KQkq".contains(letter))
        || text.char_indices().any(twice)
    {
        return Err(FenError::Castling(text.to_owned()));
    }
    for right in text.chars() {
        let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let is_short = right.eq_ignore_ascii_case(&'k');
        let file = if is_short { File::H } else { File::A };
        let (king, rook) = (Square::new(File::E, rank), Square::new(file, rank));
        let has = |square, piece| builder.square(square) == Some((piece, color));
        if !has(king, Piece::King) || !has(rook, Piece::Rook) {
            let [king, rook] = [king, rook].map(|square| square.to_string());
            return Err(FenError::CannotCastle { right, colour: colour(color), king, rook });
        }
        let rights = builder.castle_rights_mut(color);
        *(if is_short { &mut rights.short } else { &mut rights.long }) = Some(file);
    }
    Ok(())
}

fn read_en_passant(text: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = || FenError::EnPassant(text.to_owned());
    let square: Square = text.parse().map_err(|_| wrong())?;
    builder.en_passant = Some(square);
    // The square must be empty, and so must the one behind it, with the pawn before it.
    if builder.build().is_err() {
        return Err(wrong());
    }
    Ok(())
}

fn counter<N: std::str::FromStr + PartialOrd>(
    what: &'static str,
    text: &str,
    allowed: &'static str,
    range: std::ops::RangeInclusive<N>,
) -> Result<N, FenError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| FenError::Counter { what, found: text.to_owned(), allowed })
}

/// The moves after a position in the notation of chess engines.
pub(crate) fn played(rules: &Chess, start: &Position, moves: &[&str]) -> Result<Vec<Move>, FenError> {
    let mut position = start.clone();
    let mut played = Vec::with_capacity(moves.len());
    for (number, word) in (1..).zip(moves) {
        let action = notation::parse_uci(&position.board, word)
            .map_err(|problem| FenError::Move { number, problem })?;
        position = position.after(action, rules.quiet, rules.times);
        played.push(action);
    }
    Ok(played)
}
