//! A board as people see it.

use ludevo_game::scene::{Look, Scene, Shape, Spot};

use super::board::{Board, Vehicle, exit_row, letter};
use super::rules::Slide;

/// The rows of a board, with an arrow at the exit.
pub fn picture(board: &Board) -> String {
    let size = board.size();
    let text: Vec<char> = board.to_string().chars().collect();
    let mut picture = String::new();
    for (row, cells) in text.chunks(size).enumerate() {
        let cells: Vec<String> = cells.iter().map(char::to_string).collect();
        picture += &format!("  {}{}\n", cells.join(" "), if row == exit_row(size) { "  >" } else { "" });
    }
    picture
}

/// The spot at a cell of the board, as `c4`.
fn spot_name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// The cells of a vehicle with its first cell at `place`: rows and columns.
fn cells(vehicle: Vehicle, place: u8) -> impl Iterator<Item = (usize, usize)> {
    (0..vehicle.length).map(move |part| {
        let (line, at) = (usize::from(vehicle.line), usize::from(place + part));
        if vehicle.is_vertical { (at, line) } else { (line, at) }
    })
}

/// The spots that make a slide: the vehicle, and the cell that its leading end comes to.
pub fn path(board: &Board, slide: Slide) -> Vec<String> {
    let vehicle = board.vehicles()[usize::from(slide.vehicle)];
    let mut cells = cells(vehicle, slide.to);
    let leading = if slide.by() < 0 { cells.next() } else { cells.last() };
    let (row, column) = leading.expect("a vehicle has cells");
    vec![letter(usize::from(slide.vehicle)).to_string(), spot_name(row, column)]
}

/// The board with its cells as squares of size 1.
pub fn scene(board: &Board, last: Option<Slide>, slides: &[Slide], is_solved: bool) -> Scene {
    const FRAME: f64 = 0.3;
    let size = board.size();
    let side = size as f64;
    let mut shapes = vec![
        Shape::Rectangle {
            x: 0.0,
            y: 0.0,
            width: side + 2.0 * FRAME,
            height: side + 2.0 * FRAME,
            look: Look::Frame,
        },
        Shape::Rectangle { x: FRAME, y: FRAME, width: side, height: side, look: Look::Field },
        // The way out.
        Shape::Rectangle {
            x: FRAME + side,
            y: FRAME + exit_row(size) as f64,
            width: FRAME,
            height: 1.0,
            look: Look::Field,
        },
    ];
    for row in 0..size {
        for column in 0..size {
            if board.walls() >> (8 * row + column) & 1 == 1 {
                let (x, y) = (FRAME + column as f64, FRAME + row as f64);
                shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look: Look::Frame });
            }
        }
    }
    let mut names: Vec<String> = slides.iter().flat_map(|slide| path(board, *slide)).collect();
    names.sort_unstable();
    names.dedup();
    let mut spots = Vec::new();
    let mut add_spot = |name: String, (x, y): (f64, f64), (width, height): (f64, f64)| {
        if names.binary_search(&name).is_ok() {
            spots.push(Spot { name, x, y, width, height });
        }
    };
    let moved = last.map(|slide| usize::from(slide.vehicle));
    for (number, vehicle) in board.vehicles().iter().enumerate() {
        const GAP: f64 = 0.08;
        let (row, column) = cells(*vehicle, vehicle.place).next().expect("a vehicle has cells");
        let (x, y, length) = (FRAME + column as f64, FRAME + row as f64, f64::from(vehicle.length));
        let (width, height) = if vehicle.is_vertical { (1.0, length) } else { (length, 1.0) };
        // Long vehicles have another colour than short ones.
        let (look, mark) = match (number, vehicle.length) {
            (0, _) => (Look::Target, Look::Card),
            (_, ..=2) => (Look::Second, Look::MarkOnSecond),
            _ => (Look::Third, Look::MarkOnSecond),
        };
        add_spot(letter(number).to_string(), (x, y), (width, height));
        if moved == Some(number) {
            shapes.push(Shape::Rectangle { x, y, width, height, look: Look::Last });
        }
        shapes.push(Shape::Rectangle {
            x: x + GAP,
            y: y + GAP,
            width: width - 2.0 * GAP,
            height: height - 2.0 * GAP,
            look,
        });
        shapes.push(Shape::Label {
            x: x + width / 2.0,
            y: y + height / 2.0,
            size: 0.4,
            text: letter(number).to_string(),
            look: mark,
        });
    }
    for row in 0..size {
        for column in 0..size {
            let corner = (FRAME + column as f64, FRAME + row as f64);
            add_spot(spot_name(row, column), corner, (1.0, 1.0));
        }
    }
    let words = if is_solved { "The target is out.".to_owned() } else { words(board) };
    Scene { width: side + 2.0 * FRAME, height: side + 2.0 * FRAME, words, shapes, spots }
}

fn words(board: &Board) -> String {
    let vehicle = |(number, vehicle): (usize, &Vehicle)| {
        let (row, column) = cells(*vehicle, vehicle.place).next().expect("a vehicle has cells");
        let direction = if vehicle.is_vertical { "down" } else { "across" };
        format!("{} {} long {direction} from {}", letter(number), vehicle.length, spot_name(row, column))
    };
    let vehicles: Vec<String> = board.vehicles().iter().enumerate().map(vehicle).collect();
    format!("{}; the exit is right of row {}.", vehicles.join(", "), exit_row(board.size()) + 1)
}
