//! A position as a picture of shapes, labels and places to click, which one renderer draws for every game.
//!
//! Units are the game's own; x runs to the right and y downwards from the scene's upper left corner. Shapes say what
//! they are and not which colour they have: the renderer knows light and dark.

use serde::{Deserialize, Serialize};

use crate::why::Decision;

/// What is to be seen of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// The position in words, for those who cannot see it.
    #[serde(default)]
    pub words: String,
    /// In the order in which they are drawn.
    pub shapes: Vec<Shape>,
    /// Where moves are made. A move is a path from spot to spot.
    #[serde(default)]
    pub spots: Vec<Spot>,
}

/// A moment of a recorded game, battle or solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What is to be seen.
    pub scene: Scene,
    /// What happened last, in a few words: the move that led here.
    pub caption: String,
    /// What evolved programs came to at this moment, tree by tree; empty where nobody says.
    pub why: Vec<Decision>,
    /// The round that it belongs to, counted from 1, in what has several.
    pub round: Option<usize>,
    /// How a round, a battle or a race ended, at its last moment.
    pub ending: Option<String>,
    /// What is measured at this moment; empty where nothing is.
    pub gauges: Vec<Gauge>,
}

/// A number that is measured at a moment, one of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// Of whom.
    pub who: String,
    /// How whoever it is looks.
    pub look: Look,
    /// What it is, with its unit, such as `speed, ft/s`; those of the same name are curves of one picture.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// Where on the way it was measured, from 0 to 1.
    pub at: f64,
}

impl Frame {
    /// A moment without reasons.
    pub fn new(scene: Scene, caption: String) -> Self {
        Frame { scene, caption, why: Vec::new(), round: None, ending: None, gauges: Vec::new() }
    }
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shape {
    /// A rectangle by its upper left corner.
    Rectangle {
        /// Its left edge.
        x: f64,
        /// Its upper edge.
        y: f64,
        /// From left to right.
        width: f64,
        /// From top to bottom.
        height: f64,
        /// What it is.
        look: Look,
    },
    /// A disc by its centre.
    Disc {
        /// The centre.
        x: f64,
        /// The centre.
        y: f64,
        /// The radius.
        radius: f64,
        /// What it is.
        look: Look,
    },
    /// A polygon by its corners.
    Polygon {
        /// The corners.
        points: Vec<(f64, f64)>,
        /// What it is.
        look: Look,
    },
    /// A text by its centre.
    Label {
        /// The centre.
        x: f64,
        /// The centre.
        y: f64,
        /// The height of its letters.
        size: f64,
        /// What it says.
        text: String,
        /// What it is.
        look: Look,
    },
}

/// What a shape is; the renderer gives each its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// The frame around a board.
    Frame,
    /// A field that pieces stand on.
    Field,
    /// A field of the other colour.
    OtherField,
    /// A dark piece, in most games of the side that moved first.
    First,
    /// A light piece.
    Second,
    /// A piece of a third kind, where two do not tell apart what there is.
    Third,
    /// The piece that a puzzle is about.
    Target,
    /// A mark on a dark piece.
    MarkOnFirst,
    /// A mark on a light piece.
    MarkOnSecond,
    /// A playing card.
    Card,
    /// Print on a card of a red suit.
    RedOnCard,
    /// Print on a card of a black suit.
    BlackOnCard,
    /// What a radar sweeps over; what lies below it shines through.
    Beam,
    /// Where the last move was made, or something happened.
    Last,
    /// A coordinate or other small print.
    Print,
}

impl Look {
    /// All of them.
    pub const ALL: [Look; 15] = [
        Look::Frame,
        Look::Field,
        Look::OtherField,
        Look::First,
        Look::Second,
        Look::Third,
        Look::Target,
        Look::MarkOnFirst,
        Look::MarkOnSecond,
        Look::Card,
        Look::RedOnCard,
        Look::BlackOnCard,
        Look::Beam,
        Look::Last,
        Look::Print,
    ];

    /// Whether it belongs to the board, and stays where it is when pieces move.
    pub fn is_of_board(self) -> bool {
        use Look::{Beam, Field, Frame, Last, OtherField, Print};
        matches!(self, Frame | Field | OtherField | Beam | Last | Print)
    }
}

/// A place to click.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Its name in paths, such as `d3`.
    pub name: String,
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}
