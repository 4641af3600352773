//! Scenes as SVG: one renderer for the positions of every game.

use ludevo_game::scene::{Look, Scene, Shape};
use maud::{Markup, html};

/// The picture of a scene. Where moves are made, its spots can be clicked and reached with the keyboard.
pub(crate) fn draw(scene: &Scene, with_spots: bool) -> Markup {
    let view = format!("0 0 {} {}", scene.width, scene.height);
    // A picture with buttons inside is a group; otherwise it is one picture to those who hear it.
    let role = if with_spots { "group" } else { "img" };
    html! {
        svg.board viewBox=(view) role=(role) aria-label=(scene.words) xmlns="http://www.w3.org/2000/svg" {
            @for shape in &scene.shapes { (draw_shape(shape)) }
            @if with_spots {
                @for spot in &scene.spots {
                    rect.spot x=(spot.x) y=(spot.y) width=(spot.width) height=(spot.height) tabindex="0" role="button"
                        data-spot=(spot.name) aria-label=(spot.name) {}
                }
            }
        }
    }
}

fn draw_shape(shape: &Shape) -> Markup {
    match shape {
        Shape::Rectangle { x, y, width, height, look } => html! {
            rect class=(class(*look)) x=(x) y=(y) width=(width) height=(height) {}
        },
        Shape::Disc { x, y, radius, look } => html! {
            circle class=(class(*look)) cx=(x) cy=(y) r=(radius) {}
        },
        Shape::Polygon { points, look } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            html! { polygon class=(class(*look)) points=(points.join(" ")) {} }
        }
        Shape::Label { x, y, size, text, look } => html! {
            text class=(class(*look)) x=(x) y=(y) font-size=(size) { (text) }
        },
    }
}

/// The class that the style sheet gives colours to: a look's name in scenes, such as `look-other-field`.
fn class(look: Look) -> String {
    let name = serde_json::to_value(look).ok();
    format!("look-{}", name.as_ref().and_then(serde_json::Value::as_str).unwrap_or("print"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_words_are_escaped_and_looks_are_classes() {
        let label =
            Shape::Label { x: 1.0, y: 1.0, size: 0.3, text: "<b>".to_owned(), look: Look::MarkOnFirst };
        let scene = Scene {
            width: 2.0,
            height: 1.0,
            words: "a \"b\"".to_owned(),
            shapes: vec![label],
            spots: vec![],
        };
        let svg = draw(&scene, false).into_string();
        assert!(svg.contains("&lt;b&gt;") && svg.contains("a &quot;b&quot;"), "{svg}");
        assert!(svg.contains("class=\"look-mark-on-first\""), "{svg}");
    }
}
