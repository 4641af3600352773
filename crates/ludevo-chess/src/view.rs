//! A chess position as people see it.

use cozy_chess::{Color, File, Move, Piece, Rank, Square};
use ludevo_game::scene::{Look, Scene, Shape, Spot};
use ludevo_game::words::count;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use super::pieces;
use super::position::Position;
use super::rules::{Chess, Moves, colour, side};

/// The letter of a piece, a capital for white.
fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn piece_on(position: &Position, square: Square) -> Option<(Piece, Color)> {
    position.board.piece_on(square).zip(position.board.color_on(square))
}

/// The board with capitals for white, who is to move, and what threatens to end the game.
pub fn picture(game: &Chess, position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text += &format!("  {rank} ");
        for file in File::ALL {
            let piece = piece_on(position, Square::new(file, rank));
            text.push(' ');
            text.push(piece.map_or('.', |(piece, color)| letter(piece, color)));
        }
        text.push('\n');
    }
    text += "\n     a b c d e f g h\n";
    text += &format!("  {} to move", colour(position.board.side_to_move()));
    if !position.board.checkers().is_empty() {
        text += " and in check";
    }
    let quiet = position.board.halfmove_clock();
    if quiet * 2 >= game.quiet {
        text += &format!("; a draw after {} more quiet plies", game.quiet.saturating_sub(quiet));
    }
    text + "\n"
}

/// The name of a piece in paths and words.
fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// Where a move ends as people see it: castling is a step of the king.
fn target(position: &Position, action: Move) -> Square {
    let board = &position.board;
    if board.colors(board.side_to_move()).has(action.to) {
        let file = if action.from.file() < action.to.file() { File::G } else { File::C };
        return Square::new(file, action.to.rank());
    }
    action.to
}

/// What a side has beside its king.
pub fn material(position: &Position, of: Side) -> String {
    let color = [Color::White, Color::Black].into_iter().find(|color| side(*color) == of);
    let kinds = [
        (Piece::Queen, "queen", "queens"),
        (Piece::Rook, "rook", "rooks"),
        (Piece::Bishop, "bishop", "bishops"),
        (Piece::Knight, "knight", "knights"),
        (Piece::Pawn, "pawn", "pawns"),
    ];
    let of_kind = |(piece, one, many): (Piece, &str, &str)| {
        let number = color.map_or(0, |color| position.board.colored_pieces(color, piece).len());
        (number > 0).then(|| count(number, one, many))
    };
    let words: Vec<String> = kinds.into_iter().filter_map(of_kind).collect();
    if words.is_empty() { "the king alone".to_owned() } else { words.join(", ") }
}

/// The board, squares of size 1 inside a frame of one third; beside it the pieces that a pawn may become. The men of `below`
/// start at the bottom.
pub fn scene(position: &Position, last: Option<Move>, below: Side) -> Scene {
    const FRAME: f64 = 0.33;
    let moves: Vec<Move> =
        if position.drawn.is_some() { Vec::new() } else { Moves::of(&position.board).collect() };
    let promotes = moves.iter().any(|action| action.promotion.is_some());
    let side = 8.0 + 2.0 * FRAME;
    let width = side + if promotes { 1.0 + FRAME } else { 0.0 };
    let mut shapes = vec![Shape::Rectangle { x: 0.0, y: 0.0, width, height: side, look: Look::Frame }];
    let mut spots = Vec::new();
    let touched = |square: Square| last.is_some_and(|action| action.from == square || action.to == square);
    let used = |square: Square| {
        moves.iter().any(|action| action.from == square || target(position, *action) == square)
    };
    let line = |line: usize| (if below == Side::First { line } else { 7 - line }) as f64;
    for square in Square::ALL {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (x, y) = (line(file) + FRAME, line(7 - rank) + FRAME);
        let look = match (touched(square), (file + rank).is_multiple_of(2)) {
            (true, _) => Look::Last,
            (_, true) => Look::Field,
            (_, false) => Look::OtherField,
        };
        shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look });
        if let Some((piece, color)) = piece_on(position, square) {
            shapes.extend(pieces::shapes(piece, color, (x, y)));
        }
        if used(square) {
            spots.push(Spot { name: square.to_string(), x, y, width: 1.0, height: 1.0 });
        }
    }
    let label = |x, y, text: String| Shape::Label { x, y, size: 0.22, text, look: Look::Print };
    for file in File::ALL {
        shapes.push(label(line(file as usize) + FRAME + 0.5, side - FRAME / 2.0, file.to_string()));
    }
    for rank in Rank::ALL {
        shapes.push(label(FRAME / 2.0, line(7 - rank as usize) + FRAME + 0.5, rank.to_string()));
    }
    if promotes {
        for (index, piece) in super::rules::PROMOTIONS.into_iter().enumerate() {
            let (x, y) = (side, index as f64 + FRAME);
            shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look: Look::OtherField });
            shapes.extend(pieces::shapes(piece, position.board.side_to_move(), (x, y)));
            spots.push(Spot { name: name(piece).to_owned(), x, y, width: 1.0, height: 1.0 });
        }
    }
    Scene { width, height: side, words: words(position), shapes, spots }
}

/// Where the pieces of each side stand, and who is to move.
fn words(position: &Position) -> String {
    let of_side = |color: Color| {
        let kinds = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
        let of_kind = |piece: Piece| {
            let squares = position.board.colored_pieces(color, piece);
            let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            (!squares.is_empty()).then(|| format!("{} {}", name(piece), squares.join(" ")))
        };
        kinds.into_iter().filter_map(of_kind).collect::<Vec<_>>().join(", ")
    };
    let mover = colour(position.board.side_to_move());
    format!("White: {}. Black: {}. {mover} is to move.", of_side(Color::White), of_side(Color::Black))
}

/// A piece, where it goes, and for a pawn that is promoted what it becomes.
pub fn path(position: &Position, action: Move) -> Vec<String> {
    let squares = [action.from, target(position, action)].map(|square| square.to_string());
    squares.into_iter().chain(action.promotion.map(|piece| name(piece).to_owned())).collect()
}

/// Who won, and why.
pub fn result(game: &Chess, position: &Position) -> String {
    match (game.turn(position), game.why_drawn(position)) {
        (Turn::End(Outcome::Win(winner)), _) => {
            let mated = position.board.side_to_move();
            debug_assert!(side(mated) != winner);
            format!("{} mates {}", colour(!mated), colour(mated))
        }
        (_, Some(why)) => format!("a draw: {why}"),
        _ => format!("{} is to move", colour(position.board.side_to_move())),
    }
}
