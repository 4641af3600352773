//! Scenes that a module draws itself: JSON of shapes and places to click, checked before anybody sees them.

use ludevo_game::scene::{Scene, Shape, Spot};

use crate::guest::{Fault, Guest};

/// The most shapes and places to click of a scene.
const MOST_SHAPES: usize = 5000;
/// How far a scene may reach, in its own units.
const LARGEST: f64 = 10_000.0;

/// What a module draws of a position; nothing if it leaves that to the manifest. Its texts are shown as texts.
pub(crate) fn scene(guest: &mut Guest, state: &[u8]) -> Result<Option<Scene>, Fault> {
    let Some(text) = guest.scene(state)? else { return Ok(None) };
    let wrong = |problem: String| Fault::new("scene()", format!(" gives what is no scene: {problem}"));
    let scene: Scene = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    check(&scene).map_err(wrong)?;
    Ok(Some(scene))
}

fn check(scene: &Scene) -> Result<(), String> {
    let size = |what: &str, size: f64| match size {
        0.1..=LARGEST => Ok(()),
        _ => Err(format!("`{what}` is {size}, allowed is 0.1 to {LARGEST}")),
    };
    size("width", scene.width)?;
    size("height", scene.height)?;
    let count = scene.shapes.len() + scene.spots.len();
    if count > MOST_SHAPES {
        return Err(format!("{count} shapes and spots, allowed are {MOST_SHAPES}"));
    }
    let of_spot = |spot: &Spot| [spot.x, spot.y, spot.width, spot.height];
    let numbers = scene.shapes.iter().flat_map(numbers).chain(scene.spots.iter().flat_map(of_spot));
    match numbers.into_iter().find(|number| number.abs() > LARGEST) {
        Some(number) => Err(format!("a shape or spot reaches to {number}, allowed is {LARGEST}")),
        None => Ok(()),
    }
}

fn numbers(shape: &Shape) -> Vec<f64> {
    match shape {
        Shape::Rectangle { x, y, width, height, .. } => vec![*x, *y, *width, *height],
        Shape::Disc { x, y, radius, .. } => vec![*x, *y, *radius],
        Shape::Polygon { points, .. } => points.iter().flat_map(|(x, y)| [*x, *y]).collect(),
        Shape::Label { x, y, size, .. } => vec![*x, *y, *size],
    }
}
