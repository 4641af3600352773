//! Scenes as SVG: one renderer for the positions of every game.

use ludevo_game::scene::{Look, Scene, Shape, Spot};
use maud::{Markup, html};

/// The picture of a scene. Where moves are made, its spots can be clicked and reached with the keyboard.
pub(crate) fn draw(scene: &Scene, with_spots: bool) -> Markup {
    let view = format!("0 0 {} {}", scene.width, scene.height);
    // A picture with buttons inside is a group; otherwise it is one picture to those who hear it.
    let role = if with_spots { "group" } else { "img" };
    html! {
        svg.board viewBox=(view) role=(role) aria-label=(scene.words) xmlns="http://www.w3.org/2000/svg" {
            @for (index, shape) in scene.shapes.iter().enumerate() { (draw_shape(shape, &scene.shapes[..index])) }
            @if with_spots { @for spot in &scene.spots { (draw_spot(scene, spot)) } }
        }
    }
}

/// A piece alone, as a sign of a side.
pub(crate) fn piece(look: Look) -> Markup {
    html! { svg.piece viewBox="0 0 1 1" aria-hidden="true" { circle class=(class(look)) cx="0.5" cy="0.5" r="0.45" {} } }
}

/// A spot: where to click, and what marks it as a place to move from or to. A mark goes around what lies there and leaves
/// its colour and its print alone, so that what can move never looks as if it could not; a dot is only where it covers nothing.
/// The focus of the keyboard has a frame of its own, inside the marks.
fn draw_spot(scene: &Scene, spot: &Spot) -> Markup {
    let Spot { name, x, y, width, height } = spot;
    let breadth = width.min(*height);
    let piece = piece_in(scene, spot);
    let free = free_place(scene, spot);
    let (dot_x, dot_y) = piece.map(|(x, y, _)| (x, y)).or(free).unwrap_or_else(|| middle(spot));
    // Print in the middle leaves room below for what a move is worth.
    let is_printed =
        piece.is_none() && scene.shapes.iter().any(|shape| is_print_at(shape, middle(spot), 0.0));
    let (worth_y, worth_size) = if is_printed { (y + height - 0.14 * breadth, 0.22) } else { (dot_y, 0.3) };
    // On the edge of the place, where nothing is printed.
    let frame = |part: &str, outset: f64| {
        html! {
            rect class=(part) x=(x - outset) y=(y - outset) width=(width + 2.0 * outset) height=(height + 2.0 * outset)
                rx=(0.06 * breadth) {}
        }
    };
    html! {
        g.spot tabindex="0" role="button" data-spot=(name) data-held[piece.is_some() || free.is_none()] aria-label=(name) {
            rect.area x=(x) y=(y) width=(width) height=(height) {}
            @for part in ["halo", "ring"] {
                @match piece {
                    Some((x, y, radius)) => circle class=(part) cx=(x) cy=(y) r=(radius) {},
                    None => (frame(part, 0.02 * breadth)),
                }
            }
            @for part in ["rim", "focus"] { (frame(part, -0.03 * breadth)) }
            circle.dot cx=(dot_x) cy=(dot_y) r=(DOT * breadth) {}
            text.worth x=(dot_x) y=(worth_y) font-size=(worth_size * breadth) {}
        }
    }
}

/// The radius of a dot as a part of the breadth of its spot.
const DOT: f64 = 0.17;

fn middle(spot: &Spot) -> (f64, f64) {
    (spot.x + spot.width / 2.0, spot.y + spot.height / 2.0)
}

/// Where a dot covers nothing that lies in a spot: the middle of a field there, the nearest to its own middle; its own middle if
/// it has no fields.
fn free_place(scene: &Scene, spot: &Spot) -> Option<(f64, f64)> {
    let (x, y) = middle(spot);
    let reach = DOT * spot.width.min(spot.height);
    let is_in = |(x, y): &(f64, f64)| {
        (spot.x..=spot.x + spot.width).contains(x) && (spot.y..=spot.y + spot.height).contains(y)
    };
    let field = |shape: &Shape| match *shape {
        Shape::Rectangle { x, y, width, height, look } => {
            (look.is_of_board() && width <= spot.width && height <= spot.height)
                .then_some((x + width / 2.0, y + height / 2.0))
        }
        Shape::Disc { x, y, look, .. } => look.is_of_board().then_some((x, y)),
        Shape::Polygon { .. } | Shape::Label { .. } => None,
    };
    let mut places: Vec<(f64, f64)> = scene.shapes.iter().filter_map(field).filter(is_in).collect();
    if places.is_empty() {
        places.push((x, y));
    }
    let far = |place: &(f64, f64)| square(place.0 - x) + square(place.1 - y);
    places.retain(|place| {
        !scene.shapes.iter().any(|shape| covers(shape, *place) || is_print_at(shape, *place, reach))
    });
    places.into_iter().min_by(|one, two| far(one).total_cmp(&far(two)))
}

/// A disc is a piece if its radius is at least this part of the breadth of its spot; smaller ones are parts of pieces.
const PIECE: f64 = 0.25;

/// The piece that lies on top in a spot, where pieces are discs: its centre and radius.
fn piece_in(scene: &Scene, spot: &Spot) -> Option<(f64, f64, f64)> {
    let is_in = |at: f64, from: f64, length: f64| at >= from && at <= from + length;
    let least = PIECE * spot.width.min(spot.height);
    scene.shapes.iter().rev().find_map(|shape| match *shape {
        Shape::Disc { x, y, radius, look }
            if !look.is_of_board()
                && radius >= least
                && is_in(x, spot.x, spot.width)
                && is_in(y, spot.y, spot.height) =>
        {
            Some((x, y, radius))
        }
        _ => None,
    })
}

fn square(number: f64) -> f64 {
    number * number
}

/// Whether a piece or a part of one lies at a place.
fn covers(shape: &Shape, (x, y): (f64, f64)) -> bool {
    match shape {
        Shape::Rectangle { x: left, y: top, width, height, look } => {
            !look.is_of_board() && (*left..=left + width).contains(&x) && (*top..=top + height).contains(&y)
        }
        Shape::Disc { x: middle, y: height, radius, look } => {
            !look.is_of_board() && square(middle - x) + square(height - y) <= square(*radius)
        }
        Shape::Polygon { points, look } => {
            let spans = |at: f64, part: fn(&(f64, f64)) -> f64| {
                points.iter().any(|point| part(point) <= at) && points.iter().any(|point| part(point) >= at)
            };
            !look.is_of_board() && spans(x, |point| point.0) && spans(y, |point| point.1)
        }
        Shape::Label { .. } => false,
    }
}

/// Whether a shape is print that comes so near to a place. A letter is about as broad as half its height.
fn is_print_at(shape: &Shape, (x, y): (f64, f64), reach: f64) -> bool {
    let Shape::Label { x: middle, y: height, size, text, .. } = shape else { return false };
    let (half_width, half_height) = (0.25 * size * text.chars().count() as f64, 0.4 * size);
    (middle - x).abs() < half_width + reach && (height - y).abs() < half_height + reach
}

/// A shape over others. Small print takes its colour from what it lies on, so that it can be read on light fields too.
fn draw_shape(shape: &Shape, below: &[Shape]) -> Markup {
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
            text class=(class(*look)) data-on=[(*look == Look::Print && is_light(below, (*x, *y))).then_some("light")] x=(x) y=(y) font-size=(size) { (text) }
        },
    }
}

/// Whether the field at a place is one of the light ones.
fn is_light(below: &[Shape], (x, y): (f64, f64)) -> bool {
    let field = |shape: &Shape| match *shape {
        Shape::Rectangle { x: left, y: top, width, height, look } => {
            ((left..=left + width).contains(&x) && (top..=top + height).contains(&y)).then_some(look)
        }
        _ => None,
    };
    below
        .iter()
        .rev()
        .find_map(field)
        .is_some_and(|look| matches!(look, Look::OtherField | Look::Last | Look::Card))
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

    #[test]
    fn what_stays_where_it_is_and_what_has_colours_is_known_for_every_look() {
        let quoted: Vec<String> = Look::ALL
            .into_iter()
            .filter(|look| look.is_of_board())
            .map(|look| format!("\"{}\"", class(look)))
            .collect();
        let still = format!("const STILL = [{}];", quoted.join(", "));
        assert!(include_str!("../assets/glide.js").contains(&still), "{still}");
        for look in Look::ALL {
            let rule = format!("\n.{} {{ fill: ", class(look));
            assert!(include_str!("../assets/studio.css").contains(&rule), "{rule}");
        }
    }

    #[test]
    fn pieces_of_every_look_are_held() {
        let spot = Spot { name: "a".to_owned(), x: 0.0, y: 0.0, width: 3.0, height: 1.0 };
        for look in Look::ALL {
            let body = Shape::Rectangle { x: 0.1, y: 0.1, width: 2.8, height: 0.8, look };
            let scene = Scene { width: 3.0, height: 1.0, shapes: vec![body], ..Scene::default() };
            assert_eq!(free_place(&scene, &spot).is_none(), !look.is_of_board(), "{look:?}");
        }
    }

    #[test]
    fn a_spot_is_marked_around_the_piece_that_lies_on_top() {
        let disc = |y| Shape::Disc { x: 0.5, y, radius: 0.4, look: Look::First };
        let spot = Spot { name: "8".to_owned(), x: 0.0, y: 0.0, width: 1.0, height: 6.0 };
        let scene = Scene { width: 1.0, height: 6.0, shapes: vec![disc(0.5), disc(1.5)], ..Scene::default() };
        assert_eq!(piece_in(&scene, &spot), Some((0.5, 1.5, 0.4)));
        let scene = Scene { shapes: vec![disc(7.0)], ..scene };
        assert_eq!(piece_in(&scene, &spot), None);
    }

    #[test]
    fn parts_of_pieces_are_not_marked_as_if_they_were_pieces() {
        let disc = |radius| Shape::Disc { x: 0.5, y: 0.4, radius, look: Look::First };
        let body = Shape::Polygon { points: vec![(0.3, 0.4), (0.7, 0.4), (0.5, 0.9)], look: Look::First };
        let spot = Spot { name: "a2".to_owned(), x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let scene =
            Scene { width: 1.0, height: 1.0, shapes: vec![body.clone(), disc(0.13)], ..Scene::default() };
        assert_eq!(piece_in(&scene, &spot), None, "the head of a pawn is no piece");
        assert_eq!(free_place(&scene, &spot), None, "a dot would hide the pawn");
        let field = Shape::Rectangle { x: 0.0, y: 0.0, width: 1.0, height: 1.0, look: Look::Field };
        let scene = Scene { shapes: vec![field.clone(), disc(0.4)], ..scene };
        assert_eq!(piece_in(&scene, &spot), Some((0.5, 0.4, 0.4)));
        let scene = Scene { shapes: vec![field], ..scene };
        assert_eq!(free_place(&scene, &spot), Some((0.5, 0.5)), "nothing but a field");
    }

    #[test]
    fn small_print_is_dark_on_light_fields() {
        let field = |x, look| Shape::Rectangle { x, y: 0.0, width: 1.0, height: 1.0, look };
        let print = |x| Shape::Label { x, y: 0.2, size: 0.2, text: "26".to_owned(), look: Look::Print };
        let shapes = vec![field(0.0, Look::Field), field(1.0, Look::OtherField), print(0.5), print(1.5)];
        let svg = draw(&Scene { width: 2.0, height: 1.0, shapes, ..Scene::default() }, false).into_string();
        let dark: Vec<bool> =
            svg.split("<text").skip(1).map(|text| text.contains("data-on=\"light\"")).collect();
        assert_eq!(dark, [false, true], "{svg}");
    }

    #[test]
    fn a_dot_covers_no_number_and_no_line_between_fields() {
        let field = |y| Shape::Rectangle { x: 0.05, y: y + 0.05, width: 0.9, height: 0.9, look: Look::Field };
        let seeds = |y| Shape::Label { x: 0.5, y, size: 0.4, text: "4".to_owned(), look: Look::Print };
        let scene = |shapes| Scene { width: 1.0, height: 2.0, shapes, ..Scene::default() };
        let pit = Spot { name: "1".to_owned(), x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        assert_eq!(free_place(&scene(vec![field(0.0), seeds(0.5)]), &pit), None);
        let corner = Shape::Label { x: 0.12, y: 0.12, size: 0.2, text: "9".to_owned(), look: Look::Print };
        assert!(free_place(&scene(vec![field(0.0), corner]), &pit).is_some());
        let column = Spot { height: 2.0, ..pit };
        assert_eq!(free_place(&scene(vec![field(0.0), field(1.0), seeds(0.5)]), &column), Some((0.5, 1.5)));
    }
}
