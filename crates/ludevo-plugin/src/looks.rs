//! How positions of a game of the user's own look: the board that its manifest describes, or its bytes, and its moves.

use ludevo_game::scene::{Look, Scene, Shape, Spot};
use ludevo_search::rules::{Outcome, Side, Turn};

use crate::drawn;
use crate::guest::{CHANCE, hex, mover_of, turn_of};
use crate::loaded::Loaded;
use crate::manifest::{Board, MoveKind, Owner, Piece, column_name};
use crate::puzzle::SOLVED;
use crate::rules::turn;

/// The room around a board.
const FRAME: f64 = 0.5;
/// Height of a row of the list of moves, and how wide it is.
const ROW: f64 = 0.6;
const LIST: f64 = 4.0;

/// What a place of a board shows.
struct Shown {
    owner: Option<Side>,
    mark: String,
}

/// The places that the code of a move names; none if it names none.
fn places_of(loaded: &Loaded, action: u32) -> Vec<usize> {
    let Some(board) = &loaded.manifest.board else { return Vec::new() };
    let count = loaded.places.len();
    let (from, to) = ((action & 0xff) as usize, (action >> 8) as usize);
    match board.moves {
        MoveKind::Square if (action as usize) < count => vec![action as usize],
        MoveKind::FromTo if from < count && to < count => vec![from, to],
        _ => Vec::new(),
    }
}

/// The column that the code of a move names.
fn column_of(loaded: &Loaded, action: u32) -> Option<usize> {
    let board = loaded.manifest.board.as_ref().filter(|board| board.moves == MoveKind::Column)?;
    board.sizes().map(|(columns, _)| columns).filter(|columns| (action as usize) < *columns)?;
    Some(action as usize)
}

/// A move as people write it.
pub(crate) fn move_text(loaded: &Loaded, state: &[u8], action: u32) -> String {
    let own = loaded.ask_or(None, state, |guest| guest.text(state, action));
    own.unwrap_or_else(|| match (column_of(loaded, action), &places_of(loaded, action)[..]) {
        (Some(column), _) => column_name(column).to_string(),
        (None, []) => action.to_string(),
        (None, places) => places.iter().map(|place| &loaded.places[*place][..]).collect::<Vec<_>>().join("-"),
    })
}

/// The spots that make a move when they are clicked one after the other.
pub(crate) fn path(loaded: &Loaded, state: &[u8], action: u32) -> Vec<String> {
    if loaded.draws {
        return vec![move_text(loaded, state, action)];
    }
    match (column_of(loaded, action), &places_of(loaded, action)[..]) {
        (Some(column), _) => vec![column_name(column).to_string()],
        (None, []) => vec![move_text(loaded, state, action)],
        (None, places) => places.iter().map(|place| loaded.places[*place].clone()).collect(),
    }
}

/// What stands on a place.
fn shown(board: &Board, state: &[u8], place: usize) -> Shown {
    let mover = if mover_of(state) == 0 { Side::First } else { Side::Second };
    let stands = |piece: &&Piece| match (piece.set, piece.byte) {
        (Some(at), _) => state[at + place / 8] >> (place % 8) & 1 == 1,
        (None, Some(at)) => Some(state[at + place]) == piece.is,
        (None, None) => false,
    };
    let piece = board.pieces.iter().find(stands);
    let owner = piece.map(|piece| match piece.of {
        Owner::First => Side::First,
        Owner::Second => Side::Second,
        Owner::Mover => mover,
        Owner::Enemy => mover.other(),
    });
    let number = board.numbers.map(|at| state[at + place].to_string());
    let mark = piece.map(|piece| piece.mark.clone()).filter(|mark| !mark.is_empty());
    Shown { owner, mark: mark.or(number).unwrap_or_default() }
}

/// Who is to move, or how the game ended; of a puzzle, whether it is solved.
pub(crate) fn standing(loaded: &Loaded, state: &[u8]) -> String {
    if loaded.manifest.puzzle.is_some() {
        let words = match turn_of(state) {
            0 => "not solved yet",
            SOLVED => "solved",
            _ => "stuck",
        };
        return words.to_owned();
    }
    match turn(state) {
        Turn::Player(Side::First) => "first to move".to_owned(),
        Turn::Player(Side::Second) => "second to move".to_owned(),
        Turn::Chance => "chance to move".to_owned(),
        Turn::End(outcome) => result(outcome).to_owned(),
    }
}

/// A result in words.
pub(crate) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first wins",
        Outcome::Win(Side::Second) => "second wins",
        Outcome::Draw => "a draw",
    }
}

/// The position as a picture in text.
pub(crate) fn picture(loaded: &Loaded, state: &[u8]) -> String {
    let standing = standing(loaded, state);
    let Some(board) = &loaded.manifest.board else { return format!("  {}\n  {standing}\n", bytes(state)) };
    let letter = |place: usize| {
        let Shown { owner, mark } = shown(board, state, place);
        match (owner, mark.is_empty()) {
            (_, false) => mark,
            (Some(Side::First), true) => "X".to_owned(),
            (Some(Side::Second), true) => "O".to_owned(),
            (None, true) => ".".to_owned(),
        }
    };
    let mut text = String::new();
    match board.sizes() {
        Some((columns, rows)) => {
            let order: Vec<usize> = if board.up { (0..rows).rev().collect() } else { (0..rows).collect() };
            for row in order {
                let shift = if board.hexagons.is_some() && row % 2 == 1 { " " } else { "" };
                text += &format!("{:>3} {shift}", row + 1);
                (0..columns).for_each(|column| text += &format!("{:>2}", letter(row * columns + column)));
                text.push('\n');
            }
            text += "    ";
            (0..columns).for_each(|column| text += &format!("{:>2}", column_name(column)));
            text.push('\n');
        }
        None => {
            let all = loaded.places.iter().enumerate();
            let places: Vec<String> = all.map(|(place, name)| format!("{name}: {}", letter(place))).collect();
            text += &format!("  {}\n", places.join("  "));
        }
    }
    let sides = if loaded.manifest.puzzle.is_some() { "" } else { "first X, second O; " };
    text + &format!("  {sides}{standing}\n")
}

/// The bytes of a state after those that every state has, in groups.
fn bytes(state: &[u8]) -> String {
    state[2..].chunks(8).map(hex).collect::<Vec<_>>().join(" ")
}

/// The centre of each place, and half its width.
fn centres(board: &Board) -> (Vec<(f64, f64)>, f64, f64) {
    let down = |row: usize, rows: usize| if board.up { rows - 1 - row } else { row } as f64;
    let centres: Vec<(f64, f64)> = match (board.sizes(), &board.places) {
        (Some((columns, rows)), _) if board.hexagons.is_some() => (0..columns * rows)
            .map(|place| {
                let (column, row) = (place % columns, place / columns);
                (column as f64 + 0.5 * (row % 2) as f64 + 0.5, 0.87 * down(row, rows) + 0.5)
            })
            .collect(),
        (Some((columns, rows)), _) => (0..columns * rows)
            .map(|place| ((place % columns) as f64 + 0.5, down(place / columns, rows) + 0.5))
            .collect(),
        (None, places) => places.iter().flatten().map(|(x, y)| (x + 0.5, y + 0.5)).collect(),
    };
    let furthest = |of: fn(&(f64, f64)) -> f64| centres.iter().map(of).fold(0.0, f64::max);
    let (width, height) = (furthest(|at| at.0) + 0.5, furthest(|at| at.1) + 0.5);
    (centres, width, height)
}

/// The position as a scene with places to click; `moves` are the legal ones, and `last` led here.
pub(crate) fn scene(loaded: &Loaded, state: &[u8], moves: &[u32], last: Option<u32>) -> Scene {
    let mut scene = Scene { words: standing(loaded, state), ..Scene::default() };
    let drawn = if loaded.draws { loaded.ask(|guest| drawn::scene(guest, state)) } else { Ok(None) };
    match (drawn, &loaded.manifest.board) {
        (Ok(Some(drawn)), _) => {
            let words = if drawn.words.is_empty() { scene.words } else { drawn.words };
            scene = Scene { words, ..drawn };
        }
        // A picture that failed is no reason to end a game.
        (Err(fault), _) => {
            (scene.width, scene.height) = (8.0, 2.0 * FRAME);
            scene.shapes.push(label(4.0, FRAME, 0.3, fault.within(state).to_string(), Look::Print));
        }
        (Ok(None), Some(board)) => draw_board(loaded, board, state, moves, last, &mut scene),
        (Ok(None), None) => {
            scene.width = 2.0 * FRAME;
            scene.height = 2.0 * FRAME;
            for (row, line) in state[2..].chunks(8).enumerate() {
                let y = FRAME + ROW * (row as f64 + 0.5);
                scene.shapes.push(label(FRAME + 2.5, y, 0.35, hex(line), Look::Print));
                (scene.width, scene.height) = (6.0, y + FRAME);
            }
        }
    }
    if turn_of(state) != CHANCE {
        list_moves(loaded, state, moves, &mut scene);
    }
    scene
}

fn label(x: f64, y: f64, size: f64, text: String, look: Look) -> Shape {
    Shape::Label { x, y, size, text, look }
}

fn draw_board(
    loaded: &Loaded,
    board: &Board,
    state: &[u8],
    moves: &[u32],
    last: Option<u32>,
    scene: &mut Scene,
) {
    let (centres, width, height) = centres(board);
    (scene.width, scene.height) = (width + 2.0 * FRAME, height + 2.0 * FRAME);
    scene.shapes.push(Shape::Rectangle {
        x: 0.0,
        y: 0.0,
        width: scene.width,
        height: scene.height,
        look: Look::Frame,
    });
    let last_places = last.map_or_else(Vec::new, |action| places_of(loaded, action));
    for (place, (x, y)) in centres.iter().map(|(x, y)| (x + FRAME, y + FRAME)).enumerate() {
        let look = if last_places.contains(&place) { Look::Last } else { Look::Field };
        scene.shapes.push(if board.hexagons.is_some() {
            let corner = |(dx, dy): (f64, f64)| (x + dx, y + dy);
            let corners = [(0.0, -0.58), (0.5, -0.29), (0.5, 0.29), (0.0, 0.58), (-0.5, 0.29), (-0.5, -0.29)];
            Shape::Polygon { points: corners.map(corner).to_vec(), look }
        } else {
            Shape::Rectangle { x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, look }
        });
        let Shown { owner, mark } = shown(board, state, place);
        let (disc, print) = match owner {
            Some(Side::First) => (Some(Look::First), Look::MarkOnFirst),
            Some(Side::Second) => (Some(Look::Second), Look::MarkOnSecond),
            None => (None, Look::Print),
        };
        scene.shapes.extend(disc.map(|look| Shape::Disc { x, y, radius: 0.38, look }));
        if !mark.is_empty() {
            scene.shapes.push(label(x, y, 0.4, mark, print));
        }
        if board.names.is_some() {
            scene.shapes.push(label(x, y + 0.34, 0.2, loaded.places[place].clone(), Look::Print));
        }
    }
    if let Some((columns, rows)) = board.sizes() {
        for column in 0..columns {
            let x = FRAME + column as f64 + 0.5;
            scene.shapes.push(label(x, FRAME / 2.0, 0.3, column_name(column).to_string(), Look::Print));
        }
        for row in 0..rows {
            let y = centres[row * columns].1 + FRAME;
            scene.shapes.push(label(FRAME / 2.0, y, 0.3, (row + 1).to_string(), Look::Print));
        }
    }
    let mut add = |name: String, x: f64, y: f64, width: f64, height: f64| {
        if scene.spots.iter().all(|known| known.name != name) {
            scene.spots.push(Spot { name, x, y, width, height });
        }
    };
    for action in moves {
        if let Some(column) = column_of(loaded, *action) {
            add(column_name(column).to_string(), FRAME + column as f64, FRAME, 1.0, height);
        }
        for place in places_of(loaded, *action) {
            let (x, y) = centres[place];
            add(loaded.places[place].clone(), x + FRAME - 0.5, y + FRAME - 0.5, 1.0, 1.0);
        }
    }
}

/// Moves that cannot be clicked on the board, as a list beside it.
fn list_moves(loaded: &Loaded, state: &[u8], moves: &[u32], scene: &mut Scene) {
    let has_spot = |name: &String| scene.spots.iter().any(|spot| spot.name == *name);
    let is_listed = |action: &&u32| !path(loaded, state, **action).iter().all(has_spot);
    let listed: Vec<u32> = moves.iter().filter(is_listed).copied().collect();
    let left = scene.width;
    for (row, action) in listed.iter().enumerate() {
        let (x, y) = (left, FRAME + ROW * row as f64);
        let name = move_text(loaded, state, *action);
        scene.shapes.push(Shape::Rectangle { x, y, width: LIST - 0.1, height: ROW - 0.1, look: Look::Field });
        scene.shapes.push(label(
            x + (LIST - 0.1) / 2.0,
            y + (ROW - 0.1) / 2.0,
            0.35,
            name.clone(),
            Look::Print,
        ));
        scene.spots.push(Spot { name, x, y, width: LIST - 0.1, height: ROW - 0.1 });
        scene.width = left + LIST;
        scene.height = scene.height.max(y + ROW + FRAME);
    }
    // The frame goes around the list too.
    if let Some(Shape::Rectangle { width, height, look: Look::Frame, .. }) = scene.shapes.first_mut() {
        (*width, *height) = (scene.width, scene.height);
    }
}
