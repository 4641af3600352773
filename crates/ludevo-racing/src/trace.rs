//! Races that the original recorded step by step, and the comparison of the simulator with them.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use flate2::read::GzDecoder;
use thiserror::Error;

use crate::car::{Car, Command};
use crate::dice::Dice;
use crate::maths::Maths;
use crate::race::{Race, Rules, drawn_grid};
use crate::track::Track;
use crate::tyre::Surface;

/// A recorded race.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    /// The name of the track's file, without its ending.
    pub track: &'a str,
    /// The seed; 0 is a race without a random component.
    pub seed: u32,
    laps: i64,
    surface: Surface,
    /// The car of each slot of the grid.
    grid: Vec<usize>,
    is_drawn: bool,
    columns: Vec<&'a str>,
    rows: Vec<Row<'a>>,
}

#[derive(Clone, Debug)]
struct Row<'a> {
    line: usize,
    fields: Vec<&'a str>,
}

/// Why a trace cannot be read, or is not what the simulator does.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// A file that cannot be opened.
    #[error("cannot read it: {0}")]
    Unreadable(#[from] io::Error),
    /// A line that is no part of a trace.
    #[error("line {line}: {problem}")]
    Malformed {
        /// The line.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first difference.
    #[error(
        "step {step}, car {car}: {column} is {simulated} in the simulator and {recorded} in the trace (line {line})"
    )]
    Differs {
        /// The step.
        step: u64,
        /// The car.
        car: usize,
        /// The column.
        column: String,
        /// What the simulator has.
        simulated: String,
        /// What the trace has.
        recorded: String,
        /// The line of the trace.
        line: usize,
    },
}

/// How a trace is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// From the start by the drivers' commands alone.
    Open,
    /// Places, velocities, fuel and damage are set to the recorded ones after each comparison, so that what one step
    /// makes of them is compared. For other mathematics than the recorded one: collisions amplify the last bit. A car
    /// that the pits or a break-down drive is left alone: it rolls almost without slip, where a push of the last bit
    /// would be the larger error.
    Corrected,
}

/// How well the simulator agrees with a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Steps.
    pub steps: u64,
    /// Cars.
    pub cars: usize,
    /// The largest difference of any number of the trace.
    pub most: f64,
}

/// The text of a file, which may be compressed.
pub fn read(path: &Path) -> Result<String, TraceError> {
    let bytes = fs::read(path)?;
    let mut text = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(bytes.as_slice()).read_to_end(&mut text)?;
    } else {
        text = bytes;
    }
    let not_text = |_| TraceError::Malformed { line: 1, problem: "it is not text".to_owned() };
    String::from_utf8(text).map_err(not_text)
}

/// The columns of a trace of one car, and what a race calls them.
const ALONE: [(&str, &str); 2] = [("alpha_limited", "req_alpha"), ("vc_requested", "req_vc")];

/// The columns that a replay cannot do without.
const NEEDED: [&str; 8] = ["step", "x", "y", "xdot", "ydot", "fuel", "req_alpha", "req_vc"];

impl<'a> Trace<'a> {
    /// Reads a trace. One of a single car says in the name of its file which track and seed it has
    /// (`driver_track_seed1`), a race in its last line.
    pub fn parse(name: &'a str, text: &'a str) -> Result<Self, TraceError> {
        let malformed = |line: usize, problem: String| TraceError::Malformed { line, problem };
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let (_, head) = lines.next().ok_or_else(|| malformed(1, "the trace is empty".to_owned()))?;
        let columns: Vec<&str> = head
            .split(',')
            .map(|column| ALONE.iter().find(|(alone, _)| *alone == column).map_or(column, |(_, race)| race))
            .collect();
        if let Some(missing) = NEEDED.iter().find(|needed| !columns.contains(needed)) {
            let start: String = head.chars().take(40).collect();
            return Err(malformed(1, format!("the head `{start}` has no column {missing}")));
        }
        let mut rows = Vec::new();
        let mut stated = None;
        for (line, text) in lines {
            if let Some(note) = text.strip_prefix('#') {
                stated = Some((line, note)).filter(|(_, note)| note.trim_start().starts_with("track="));
            } else if !text.is_empty() {
                let fields: Vec<&str> = text.split(',').collect();
                if fields.len() != columns.len() {
                    let problem = format!("{} fields where the head has {}", fields.len(), columns.len());
                    return Err(malformed(line, problem));
                }
                rows.push(Row { line, fields });
            }
        }
        if rows.is_empty() {
            return Err(malformed(2, "the trace has no rows".to_owned()));
        }
        let mut trace = Trace {
            track: "",
            seed: 0,
            laps: i64::MAX,
            surface: Surface::Hard,
            grid: vec![0],
            is_drawn: false,
            columns,
            rows,
        };
        match stated {
            Some((line, note)) => trace.heed(line, note)?,
            None => trace.heed_name(name)?,
        }
        Ok(trace)
    }

    /// Takes track and seed from the file's name.
    fn heed_name(&mut self, name: &'a str) -> Result<(), TraceError> {
        let stem = name.split('.').next().unwrap_or(name);
        let mut parts = stem.rsplit('_');
        let seed = parts.next().and_then(|part| part.strip_prefix("seed")?.parse().ok());
        let (Some(seed), Some(track)) = (seed, parts.next()) else {
            let problem = format!("the file's name is `{name}`; allowed is DRIVER_TRACK_seedN");
            return Err(TraceError::Malformed { line: 1, problem });
        };
        (self.track, self.seed) = (track, seed);
        Ok(())
    }

    /// Takes what the race was from its last line.
    fn heed(&mut self, line: usize, note: &'a str) -> Result<(), TraceError> {
        let find = |key: &str| {
            note.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('=')).unwrap_or("")
        };
        let malformed =
            |key: &str| TraceError::Malformed { line, problem: format!("{key}= is missing or wrong") };
        let number = |key: &str| find(key).parse::<u32>().map_err(|_| malformed(key));
        self.track = find("track").trim_end_matches(".trk");
        self.seed = number("seed")?;
        self.laps = i64::from(number("laps")?);
        self.surface = Surface::numbered(number("surface")?).ok_or_else(|| malformed("surface"))?;
        self.is_drawn = find("order") == "random";
        let grid: Result<Vec<usize>, _> = find("grid").split('/').map(str::parse).collect();
        self.grid = grid.map_err(|_| malformed("grid"))?;
        let mut sorted = self.grid.clone();
        sorted.sort_unstable();
        let is_whole =
            sorted.iter().copied().eq(0..sorted.len()) && self.rows.len().is_multiple_of(sorted.len());
        if is_whole { Ok(()) } else { Err(malformed("grid")) }
    }

    /// Drives the race again and compares every number.
    pub fn check<M: Maths>(
        &self,
        track: &Track,
        tolerance: f64,
        replay: Replay,
    ) -> Result<Agreement, TraceError> {
        self.check_watched::<M>(track, tolerance, replay, |_| {})
    }

    /// The same, while somebody looks on after every step.
    pub fn check_watched<M: Maths>(
        &self,
        track: &Track,
        tolerance: f64,
        replay: Replay,
        mut watch: impl FnMut(&Race<'_, M>),
    ) -> Result<Agreement, TraceError> {
        let cars = self.grid.len();
        let mut dice = if self.seed == 0 { Dice::unseeded() } else { Dice::seeded(self.seed) };
        let grid = if self.is_drawn { drawn_grid(cars, &mut dice) } else { self.grid.clone() };
        let rules = Rules { laps: self.laps, surface: self.surface, noise: self.seed != 0 };
        let mut race: Race<'_, M> = Race::new(track, rules, &grid, dice);
        let mut comparison = Comparison { trace: self, most: 0.0, tolerance };
        for rows in self.rows.chunks(cars) {
            race.observe();
            for (index, row) in rows.iter().enumerate() {
                comparison.nearby(&race, index, row)?;
                race.command(index, self.command(row)?);
                comparison.state(&race, index, row)?;
                let car = &mut race.cars[index];
                if replay == Replay::Corrected && !car.pit.is_under_way() && !car.is_broken() {
                    self.correct(car, row)?;
                }
            }
            race.advance();
            for (index, row) in rows.iter().enumerate() {
                let alpha = race.cars[index].alpha;
                comparison.number(race.step - 1, index, row, "alpha_applied", alpha)?;
            }
            watch(&race);
        }
        Ok(Agreement { steps: race.step, cars, most: comparison.most })
    }

    /// A number of a row; nothing if the trace has none there.
    fn number(&self, row: &Row<'_>, column: &str) -> Result<Option<f64>, TraceError> {
        let Some(at) = self.columns.iter().position(|known| *known == column) else { return Ok(None) };
        let field = row.fields[at];
        if field.is_empty() {
            return Ok(None);
        }
        let problem = || format!("{column} is `{field}`, which is not a number");
        let wrong = |_| TraceError::Malformed { line: row.line, problem: problem() };
        field.parse().map(Some).map_err(wrong)
    }

    fn command(&self, row: &Row<'_>) -> Result<Command, TraceError> {
        let asked = |column: &str| self.number(row, column).map(Option::unwrap_or_default);
        let fuel = match self.number(row, "req_fuel")? {
            Some(fuel) => fuel,
            None => asked("fuel")?,
        };
        Ok(Command {
            alpha: asked("req_alpha")?,
            speed: asked("req_vc")?,
            fuel,
            pit: asked("req_pit")? == 1.0,
            repair: asked("req_repair")? as i64,
        })
    }

    fn correct(&self, car: &mut Car, row: &Row<'_>) -> Result<(), TraceError> {
        let fields = [("x", &mut car.x), ("y", &mut car.y), ("xdot", &mut car.vx), ("ydot", &mut car.vy)];
        for (column, held) in fields.into_iter().chain([("fuel", &mut car.fuel)]) {
            *held = self.number(row, column)?.unwrap_or(*held);
        }
        car.damage = self.number(row, "damage")?.map_or(car.damage, |damage| damage as i64);
        Ok(())
    }
}

/// What a column shows of a race, for one of its cars.
type Shown = fn(&Car) -> f64;

/// The columns that are compared, beside time, place and the cars that are seen.
const COLUMNS: [(&str, Shown); 22] = [
    ("x", |car| car.x),
    ("y", |car| car.y),
    ("xdot", |car| car.vx),
    ("ydot", |car| car.vy),
    ("v", |car| car.seen.speed),
    ("vn", |car| car.seen.drift),
    ("to_rgt", |car| car.seen.to_right),
    ("to_end", |car| car.seen.to_end),
    ("seg", |car| car.seen.segment as f64),
    ("distance", |car| car.seen.distance),
    ("laps", |car| car.laps as f64),
    ("fuel", |car| car.fuel),
    ("damage", |car| car.damage as f64),
    ("out", |car| car.standing.number() as f64),
    ("done", |car| is(car.is_done)),
    ("go_pits", |car| is(car.pit.is_going)),
    ("out_pits", |car| is(car.pit.is_leaving)),
    ("on_pit_lane", |car| is(car.pit.on_lane)),
    ("coming_from_pits", |car| is(car.pit.is_merging)),
    ("dead_ahead", |car| is(car.dead_ahead)),
    ("backward", |car| is(car.backward)),
    ("called", |car| is(car.standing.number() == 0)),
];

fn is(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// A comparison on its way.
struct Comparison<'a> {
    trace: &'a Trace<'a>,
    most: f64,
    tolerance: f64,
}

impl Comparison<'_> {
    fn state<M: Maths>(&mut self, race: &Race<'_, M>, index: usize, row: &Row<'_>) -> Result<(), TraceError> {
        let car = &race.cars[index];
        self.number(race.step, index, row, "step", race.step as f64)?;
        self.number(race.step, index, row, "car", index as f64)?;
        self.number(race.step, index, row, "t", race.time)?;
        for (column, shown) in COLUMNS {
            self.number(race.step, index, row, column, shown(car))?;
        }
        self.number(race.step, index, row, "position", race.place_of(index) as f64)
    }

    fn number(
        &mut self,
        step: u64,
        car: usize,
        row: &Row<'_>,
        column: &str,
        simulated: f64,
    ) -> Result<(), TraceError> {
        let Some(recorded) = self.trace.number(row, column)? else { return Ok(()) };
        let difference = (simulated - recorded).abs();
        // What is not a number is never near enough.
        if difference <= self.tolerance {
            self.most = self.most.max(difference);
            return Ok(());
        }
        Err(TraceError::Differs {
            step,
            car,
            column: column.to_owned(),
            simulated: simulated.to_string(),
            recorded: recorded.to_string(),
            line: row.line,
        })
    }

    /// Compares which cars the driver sees.
    fn nearby<M: Maths>(&self, race: &Race<'_, M>, index: usize, row: &Row<'_>) -> Result<(), TraceError> {
        let Some(at) = self.trace.columns.iter().position(|column| *column == "nearby") else {
            return Ok(());
        };
        let side_vision = self.trace.number(row, "side_vision")? == Some(1.0);
        let (cars, count) = race.nearby(index, side_vision);
        let seen: Vec<String> = cars[..count].iter().map(|other| other.car.to_string()).collect();
        let simulated = seen.join(" ");
        let recorded = row.fields[at].trim();
        if simulated == recorded {
            return Ok(());
        }
        Err(TraceError::Differs {
            step: race.step,
            car: index,
            column: "nearby".to_owned(),
            simulated: format!("`{simulated}`"),
            recorded: format!("`{recorded}`"),
            line: row.line,
        })
    }
}
