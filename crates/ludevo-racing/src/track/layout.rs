//! Track files (`.trk`): what they state, read with the line of every mistake, and written.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use thiserror::Error;

/// What a track file states: the road as a row of straights and bends along its right wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// How far the display must reach, in feet.
    pub extent: (f64, f64),
    /// Width of the road, in feet.
    pub width: f64,
    /// Where the right wall of the first segment begins, and its direction in radians.
    pub start: (f64, f64, f64),
    /// Which part of the first segment lies before the line.
    pub finish: f64,
    /// How many cars stand side by side on the grid.
    pub rows: u32,
    /// The pits.
    pub pits: Pits,
    /// The segments, first that with the line.
    pub pieces: Vec<Piece>,
    /// Whether the file gives the angles of bends in degrees.
    pub in_degrees: bool,
}

/// The pits of a track; distances are in feet from the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pits {
    /// On the right side: 1; on the left: -1.
    pub side: f64,
    /// From where a request is heard.
    pub entry: f64,
    /// Where the lane begins.
    pub lane_start: f64,
    /// Where the lane ends.
    pub lane_end: f64,
    /// Where cars are back on the road.
    pub exit: f64,
    /// The speed on the lane, in feet a second.
    pub speed: f64,
}

/// A straight or a bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Radius of the right wall in feet: 0 for a straight, positive for a left bend, negative for a right one.
    pub radius: f64,
    /// Length of a straight in feet, or angle of a bend in degrees or radians.
    pub length: f64,
}

/// Why a track cannot be driven on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrackError {
    /// A file that cannot be opened.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Nothing is known under this name.
    #[error("there is no track `{name}`{nearest}; {place}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        nearest: ludevo_program::Nearest,
        /// Where it was looked for, or could be.
        place: String,
    },
    /// A line that says something else than is expected there.
    #[error("{file}, line {line}: {problem}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What was found and what is expected.
        problem: String,
    },
}

/// Half a turn as the original has it: eight decimals, to which all that it recorded is faithful.
#[expect(clippy::approx_constant, reason = "the original's own")]
pub(crate) const PI: f64 = 3.14159265;

/// A bend whose first number of the file is at least this is in degrees, and so are all others.
const LEAST_DEGREES: f64 = 5.0;
const MOST_PIECES: f64 = 10_000.0;
/// Numbers beyond this are no places, lengths or speeds of a race on earth.
const FAR: f64 = 1e7;

impl Layout {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, TrackError> {
        let shown = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| TrackError::Unreadable { path: shown.clone(), error })?;
        let name = path.file_stem().map_or_else(|| shown.clone(), |stem| stem.to_string_lossy().into_owned());
        Layout::parse(&name, &shown, &String::from_utf8_lossy(&bytes))
    }

    /// Reads the text of a file; errors speak of it as `file`.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Self, TrackError> {
        let mut lines = Lines { file, lines: text.lines().enumerate(), line: 0 };
        let [count] = lines.numbers(["the number of segments"])?;
        let whole = count.fract() == 0.0 && (2.0..=MOST_PIECES).contains(&count);
        lines
            .need(whole, || format!("{count} segments; allowed is a whole number from 2 to {MOST_PIECES}"))?;
        let [width_shown, height_shown] = lines.numbers(["the width of the display", "its height"])?;
        let [width] = lines.numbers(["the width of the road"])?;
        lines.need(width > 0.0, || format!("a road {width} ft wide; allowed is more than 0"))?;
        let [x, y, angle] = lines.numbers(["the start's x", "its y", "its angle in radians"])?;
        for board in ["scoreboard", "leaderboard", "instrument panel", "message of the length"] {
            lines.numbers([&*format!("the {board}'s x"), "its y"])?;
        }
        let [finish, rows] =
            lines.numbers(["the part of segment 1 before the line", "the rows of the grid"])?;
        let inside = (0.0..=1.0).contains(&finish);
        lines.need(inside, || format!("the line after {finish} of segment 1; allowed is 0 to 1"))?;
        let some = rows.fract() == 0.0 && (1.0..=100.0).contains(&rows);
        lines.need(some, || format!("{rows} rows of the grid; allowed is a whole number from 1 to 100"))?;
        let [side] = lines.numbers(["the side of the pits"])?;
        lines
            .need(side.abs() == 1.0, || format!("pits on side {side}; allowed is 1 (right) or -1 (left)"))?;
        let [entry, lane_start] = lines.numbers(["the entry of the pits", "the start of their lane"])?;
        let [lane_end, exit] = lines.numbers(["the end of the pit lane", "the exit of the pits"])?;
        let [speed] = lines.numbers(["the speed on the pit lane"])?;
        lines.need(speed > 0.0, || format!("{speed} ft/s on the pit lane; allowed is more than 0"))?;
        let mut layout = Layout {
            name: name.to_owned(),
            extent: (width_shown, height_shown),
            width,
            start: (x, y, angle),
            finish,
            rows: rows as u32,
            pits: Pits { side, entry, lane_start, lane_end, exit, speed },
            pieces: Vec::with_capacity(count as usize),
            in_degrees: false,
        };
        lines.pieces(count as usize, &mut layout)?;
        Ok(layout)
    }

    /// The text of its file, which reads back to the bit.
    pub fn write(&self) -> String {
        let Layout { extent, width, start, finish, rows, pits, .. } = self;
        let mut text = format!(
            "{} segments of {}\n{} {} extent\n{width} width\n{} {} {} start\n0 0 scoreboard\n0 0 leaderboard\n\
             0 0 instruments\n0 0 length\n{finish} {rows} line and rows\n{} pit side\n{} {} pit entry and lane start\n\
             {} {} lane end and pit exit\n{} lane speed\n",
            self.pieces.len(),
            self.name,
            extent.0,
            extent.1,
            start.0,
            start.1,
            start.2,
            pits.side,
            pits.entry,
            pits.lane_start,
            pits.lane_end,
            pits.exit,
            pits.speed,
        );
        for Piece { radius, length } in &self.pieces {
            let _ = writeln!(text, "{radius} {length}");
        }
        text
    }

    /// A number that tells tracks apart, whatever they are called: FNV-1a over all that is driven on.
    pub fn fingerprint(&self) -> u32 {
        let text = Layout { name: String::new(), ..self.clone() }.write();
        text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Length of a straight in feet, or angle of a bend in radians.
    pub fn length_of(&self, piece: &Piece) -> f64 {
        if piece.radius != 0.0 && self.in_degrees { piece.length / DEGREES } else { piece.length }
    }
}

/// Degrees of a radian, with the original's half turn.
const DEGREES: f64 = 360.0 / (2.0 * PI);

/// The lines of a file as they are read.
struct Lines<'a> {
    file: &'a str,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The line that was read last, from 1.
    line: usize,
}

impl Lines<'_> {
    fn wrong(&self, problem: String) -> TrackError {
        TrackError::Line { file: self.file.to_owned(), line: self.line.max(1), problem }
    }

    fn need(&self, holds: bool, problem: impl FnOnce() -> String) -> Result<(), TrackError> {
        if holds { Ok(()) } else { Err(self.wrong(problem())) }
    }

    /// The numbers that the next line with something on it begins with; what follows them is a comment.
    fn numbers<const N: usize>(&mut self, what: [&str; N]) -> Result<[f64; N], TrackError> {
        let Some((at, line)) = self.lines.by_ref().find(|(_, line)| !line.trim().is_empty()) else {
            self.line += 1;
            return Err(self.wrong(format!("the file ends where {} is expected", what[0])));
        };
        self.line = at + 1;
        let mut words = line.split_whitespace();
        let mut read = [0.0; N];
        for (number, what) in read.iter_mut().zip(what) {
            *number = self.number(words.next().unwrap_or_default(), what)?;
        }
        Ok(read)
    }

    fn number(&self, word: &str, what: &str) -> Result<f64, TrackError> {
        // What is no track may be one long word, or bytes of any kind.
        let shown: String = word
            .chars()
            .take(24)
            .map(|letter| if letter.is_ascii_graphic() { letter } else { '?' })
            .collect();
        // The original reads the number that a word begins with: a comma or a comment may stand right behind it.
        let end = word.find(|letter: char| !(letter.is_ascii_digit() || "+-.eE".contains(letter)));
        let digits = &word[..end.unwrap_or(word.len())];
        match digits.parse::<f64>() {
            Ok(number) if number.abs() <= FAR => Ok(number),
            Ok(_) => Err(self.wrong(format!("{what} is {shown}; allowed is -{FAR} to {FAR}"))),
            Err(_) if shown.is_empty() => Err(self.wrong(format!("{what} is missing"))),
            Err(_) => Err(self.wrong(format!("{what} is `{shown}`, which is not a number"))),
        }
    }

    fn pieces(&mut self, count: usize, layout: &mut Layout) -> Result<(), TrackError> {
        let mut bends = 0;
        for number in 1..=count {
            let names = [&*format!("the radius of segment {number} of {count}"), "its length"];
            let [radius, length] = self.numbers(names)?;
            self.need(length > 0.0, || format!("segment {number} is {length} long; allowed is more than 0"))?;
            self.need(number > 1 || radius == 0.0, || {
                format!("segment 1 has the radius {radius}; it must be straight (radius 0), since the line is on it")
            })?;
            if radius == 0.0 {
                layout.pieces.push(Piece { radius, length });
                continue;
            }
            let width = layout.width;
            self.need(radius < 0.0 || radius > width, || {
                format!("a left bend with the radius {radius}, not wider than the road ({width}): its left wall would have none")
            })?;
            bends += 1;
            if bends == 1 {
                layout.in_degrees = length >= LEAST_DEGREES;
            }
            let piece = Piece { radius, length };
            self.need(layout.length_of(&piece) <= 2.0 * PI + 1e-6, || {
                let unit = if layout.in_degrees { "degrees" } else { "radians" };
                format!("segment {number} turns by {length} {unit}; allowed is one whole turn")
            })?;
            layout.pieces.push(piece);
        }
        Ok(())
    }
}
