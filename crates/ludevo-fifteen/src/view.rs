//! Tiles as people see them.

use ludevo_game::scene::{Look, Scene, Shape, Spot};

use super::tiles::{CELLS, SIDE, Slide, Tiles};

/// The rows, with a dot for the empty cell.
pub fn picture(tiles: Tiles) -> String {
    let number = |cell: usize| match tiles.tile(cell) {
        0 => "  .".to_owned(),
        tile => format!("{tile:>3}"),
    };
    let row = |row: usize| (0..SIDE).map(|column| number(SIDE * row + column)).collect::<String>() + "\n";
    (0..SIDE).map(row).collect()
}

/// The spot at a cell, as `c4`.
pub fn spot_name(cell: usize) -> String {
    format!("{}{}", (b'a' + (cell % SIDE) as u8) as char, cell / SIDE + 1)
}

/// The tiles as squares of size 1.
pub fn scene(tiles: Tiles, last: Option<Slide>, slides: &[Slide]) -> Scene {
    const FRAME: f64 = 0.3;
    const GAP: f64 = 0.05;
    let side = SIDE as f64 + 2.0 * FRAME;
    let corner = |cell: usize| ((cell % SIDE) as f64 + FRAME, (cell / SIDE) as f64 + FRAME);
    let mut shapes = vec![Shape::Rectangle { x: 0.0, y: 0.0, width: side, height: side, look: Look::Frame }];
    for cell in 0..CELLS {
        let (x, y) = corner(cell);
        let is_left = last.is_some_and(|slide| usize::from(slide.from) == cell);
        let look = if is_left { Look::Last } else { Look::Field };
        shapes.push(Shape::Rectangle { x, y, width: 1.0, height: 1.0, look });
        let tile = tiles.tile(cell);
        if tile > 0 {
            let size = 1.0 - 2.0 * GAP;
            shapes.push(Shape::Rectangle {
                x: x + GAP,
                y: y + GAP,
                width: size,
                height: size,
                look: Look::Second,
            });
            shapes.push(Shape::Label {
                x: x + 0.5,
                y: y + 0.5,
                size: 0.45,
                text: tile.to_string(),
                look: Look::MarkOnSecond,
            });
        }
    }
    let spots = slides.iter().map(|slide| {
        let (x, y) = corner(slide.from.into());
        Spot { name: spot_name(slide.from.into()), x, y, width: 1.0, height: 1.0 }
    });
    let spots = spots.collect();
    let numbers: Vec<String> = (0..CELLS).map(|cell| tiles.tile(cell).to_string()).collect();
    let words = format!("Row by row, 0 for the empty cell: {}.", numbers.join(" "));
    Scene { width: side, height: side, words, shapes, spots }
}
