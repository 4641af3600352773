//! What a champion's values mean as chances to win, by how its own games ended.
//!
//! A value has no unit: programs put any numbers on positions, and the same number means less at the beginning of a game than
//! at its end. So the champion plays against itself, and of the positions of about the same part of the game, with the same
//! side to move and with about the same value, the share of the points that was made from there on is the chance. Chances
//! never fall where values rise; between the values and the parts of a game that were seen they are read off straight lines.

use std::fmt::Write;

use thiserror::Error;

use crate::champion::ChampionFile;

/// The first line of a file of chances.
const FORMAT: &str = "ludevo chances 2";
/// With fewer games nothing is said.
pub const FEWEST_GAMES: u64 = 100;
/// Positions of about the same value are in one group; there are at most so many groups in a table.
const GROUPS: usize = 16;
/// The fewest positions of a group.
const FEWEST_POSITIONS: usize = 40;
/// A game has at most so many parts.
const PARTS: usize = 4;
/// The fewest positions of a part.
const FEWEST_OF_PART: usize = 12 * FEWEST_POSITIONS;

/// From values to chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// Which champion this is of: a checksum of what makes it play.
    pub champion: u64,
    /// In how many games it was measured.
    pub games: u64,
    /// In how many positions.
    pub positions: u64,
    /// Of any part of a game, whoever is to move.
    whole: Rising,
    /// The parts of a game, the first one first.
    parts: Vec<GamePart>,
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq)]
struct GamePart {
    /// The middle of it: how many moves were made, those of chance included.
    ply: f64,
    /// Where the side that moves first is to move, and where the other one is.
    sides: [Rising; 2],
}

/// Values and chances, both rising.
#[derive(Clone, Debug, PartialEq)]
struct Rising(Vec<(f64, f64)>);

/// Chances at a moment of a game.
#[derive(Clone, Copy, Debug)]
pub struct ChancesAt<'a> {
    chances: &'a Chances,
    ply: Option<usize>,
    by_first: bool,
}

impl ChancesAt<'_> {
    /// The chance of whoever is to move if that side puts this value on the position, from 0 to 1; decided games are certain.
    pub fn chance(&self, value: f64) -> f64 {
        match value {
            f64::INFINITY => return 1.0,
            f64::NEG_INFINITY => return 0.0,
            _ => {}
        }
        let Chances { whole, parts, .. } = self.chances;
        let Some(ply) = self.ply.map(|ply| ply as f64) else { return whole.chance(value) };
        let of = |part: &GamePart| part.sides[usize::from(!self.by_first)].chance(value);
        let above = parts.partition_point(|part| part.ply < ply);
        match (above.checked_sub(1).map(|below| &parts[below]), parts.get(above)) {
            (Some(before), Some(after)) => {
                let share = (ply - before.ply) / (after.ply - before.ply);
                (1.0 - share) * of(before) + share * of(after)
            }
            (Some(part), None) | (None, Some(part)) => of(part),
            (None, None) => whole.chance(value),
        }
    }
}

/// Why nothing can be said.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ChancesError {
    /// Too few games.
    #[error(
        "{games} games with {positions} positions are too few: chances take {FEWEST_GAMES} games and {FEWEST_POSITIONS} positions at least"
    )]
    TooFew {
        /// How many there were.
        games: u64,
        /// Positions in them.
        positions: usize,
    },
    /// A file that cannot be read.
    #[error("line {line}: {problem}")]
    File {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// A position of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// What it was worth to whoever was to move.
    pub value: f64,
    /// The points that side made.
    pub points: f64,
    /// How many moves had been made, those of chance included.
    pub ply: usize,
    /// Whether the side that moves first was to move.
    pub by_first: bool,
}

/// The middle of a part of a game as its file has it, so that two parts that are one there are one from the beginning.
fn as_written(ply: f64) -> f64 {
    format!("{ply:.1}").parse().unwrap_or(ply)
}

/// The checksum of what makes a champion play.
pub fn checksum(champion: &ChampionFile) -> u64 {
    let bytes = champion.playing().into_bytes();
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Chances {
    /// Chances by the positions of so many games of a champion. Positions in which the game is decided are left out: their
    /// chances are known.
    pub fn of(champion: u64, games: u64, seen: &[Seen]) -> Result<Self, ChancesError> {
        let mut known: Vec<Seen> = seen.iter().copied().filter(|seen| seen.value.is_finite()).collect();
        if games < FEWEST_GAMES || known.len() < FEWEST_POSITIONS {
            return Err(ChancesError::TooFew { games, positions: known.len() });
        }
        let whole = Rising::of(known.iter().copied());
        known.sort_by_key(|seen| seen.ply);
        let count = (known.len() / FEWEST_OF_PART).clamp(1, PARTS);
        let mut parts: Vec<GamePart> = Vec::new();
        let middle = |some: &[Seen]| {
            as_written(some.iter().map(|seen| seen.ply as f64).sum::<f64>() / some.len() as f64)
        };
        let chunks: Vec<&[Seen]> = known.chunks(known.len().div_ceil(count)).collect();
        let mut rest = &known[..];
        // Those that have the same middle are one part.
        for same in chunks.chunk_by(|one, two| middle(one) == middle(two)) {
            let some = rest.split_off(..same.iter().map(|chunk| chunk.len()).sum()).unwrap_or_default();
            let side = |by_first: bool| {
                let own = some.iter().copied().filter(|seen| seen.by_first == by_first);
                let is_enough = own.clone().count() >= FEWEST_POSITIONS;
                if is_enough { Rising::of(own) } else { Rising::of(some.iter().copied()) }
            };
            parts.push(GamePart { ply: middle(some), sides: [side(true), side(false)] });
        }
        Ok(Chances { champion, games, positions: known.len() as u64, whole, parts })
    }

    /// Chances after so many moves of a game, those of chance included, for the side that is to move there. Of a position
    /// that was set up nobody knows how many moves led to it: then they are those of any part of a game.
    pub fn at(&self, ply: Option<usize>, by_first: bool) -> ChancesAt<'_> {
        ChancesAt { chances: self, ply, by_first }
    }

    /// The file.
    pub fn print(&self) -> String {
        let mut text = format!(
            "{FORMAT}\nchampion = {:016x}\ngames = {}\npositions = {}\n",
            self.champion, self.games, self.positions
        );
        let _ = write!(text, "\nwhole\n{}", self.whole.print());
        for GamePart { ply, sides: [first, second] } in &self.parts {
            let _ = write!(text, "\npart {ply:.1}\nfirst\n{}second\n{}", first.print(), second.print());
        }
        text
    }

    /// Reads a file that [`print`](Self::print) wrote.
    pub fn parse(text: &str) -> Result<Self, ChancesError> {
        let wrong = |line: usize, problem: String| ChancesError::File { line, problem };
        let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()).peekable();
        let mut next = |key: &str| -> Result<(usize, String), ChancesError> {
            let (line, text) = lines.next().ok_or_else(|| wrong(1, format!("`{key}` is missing")))?;
            let value = text.strip_prefix(key).map(|value| value.trim_start_matches(" = ").trim().to_owned());
            value
                .map(|value| (line, value))
                .ok_or_else(|| wrong(line, format!("`{text}` where `{key}` belongs")))
        };
        next(FORMAT)?;
        let (line, champion) = next("champion")?;
        let champion = u64::from_str_radix(&champion, 16).map_err(|error| wrong(line, error.to_string()))?;
        let mut number = |key: &str| {
            let (line, text) = next(key)?;
            text.parse::<u64>().map_err(|error| wrong(line, error.to_string()))
        };
        let (games, positions) = (number("games")?, number("positions")?);
        if games < FEWEST_GAMES {
            return Err(ChancesError::TooFew { games, positions: positions as usize });
        }
        let mut tables: Vec<(usize, String, Rising)> = Vec::new();
        for (line, text) in lines {
            let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            match tables.last_mut().filter(|_| is_number) {
                Some((.., table)) => {
                    table.add(text).map_err(|problem| wrong(line, problem))?;
                }
                None => tables.push((line, text.trim().to_owned(), Rising(Vec::new()))),
            }
        }
        let empty = |(line, name, table): &(usize, String, Rising)| {
            let is_heading = name.starts_with("part ");
            (table.0.is_empty() != is_heading)
                .then(|| wrong(*line, format!("`{name}` where a table belongs")))
        };
        if let Some(problem) = tables.iter().find_map(empty) {
            return Err(problem);
        }
        let Some(((line, name, whole), rest)) = tables.split_first() else {
            return Err(wrong(1, "`whole` is missing".to_owned()));
        };
        if name != "whole" {
            return Err(wrong(*line, format!("`{name}` where `whole` belongs")));
        }
        let mut parts: Vec<GamePart> = Vec::new();
        for some in rest.chunks(3) {
            let line = some[0].0;
            let [(_, part, _), (_, first, one), (_, second, two)] = some else {
                return Err(wrong(line, "a part has two tables, `first` and `second`".to_owned()));
            };
            let ply: Option<f64> = part.strip_prefix("part ").and_then(|ply| ply.parse().ok());
            let rises = |ply: &f64| parts.last().is_none_or(|last| last.ply < *ply);
            match ply.filter(rises).filter(|ply| ply.is_finite() && first == "first" && second == "second") {
                Some(ply) => parts.push(GamePart { ply, sides: [one.clone(), two.clone()] }),
                None => {
                    let problem = "parts are `part PLY` in rising order, with `first` and `second`";
                    return Err(wrong(line, problem.to_owned()));
                }
            }
        }
        Ok(Chances { champion, games, positions, whole: whole.clone(), parts })
    }
}

impl Rising {
    /// By positions in any order.
    fn of(seen: impl Iterator<Item = Seen>) -> Rising {
        let mut known: Vec<Seen> = seen.collect();
        known.sort_by(|one, two| one.value.total_cmp(&two.value).then(one.points.total_cmp(&two.points)));
        let size = known.len().div_ceil(GROUPS).max(FEWEST_POSITIONS);
        let mut groups: Vec<Group> = known.chunks(size).map(Group::of).collect();
        // A last group that is too small would say more than it knows.
        if let [.., one, last] = &groups[..]
            && last.positions < FEWEST_POSITIONS as f64
        {
            let both = one.with(last);
            groups.truncate(groups.len() - 2);
            groups.push(both);
        }
        let mut rising: Vec<Group> = Vec::new();
        for group in groups {
            rising.push(group);
            // Neighbours in the wrong order are one group.
            while let [.., one, two] = &rising[..]
                && (one.chance() >= two.chance() || one.value() >= two.value())
            {
                let both = one.with(two);
                rising.truncate(rising.len() - 2);
                rising.push(both);
            }
        }
        Rising(rising.iter().map(|group| (group.value(), group.chance())).collect())
    }

    fn chance(&self, value: f64) -> f64 {
        let Rising(points) = self;
        let above = points.partition_point(|(known, _)| *known < value);
        match (above.checked_sub(1).map(|below| points[below]), points.get(above)) {
            (Some((low, from)), Some((high, to))) => from + (to - from) * (value - low) / (high - low),
            (Some((_, chance)), None) | (None, Some(&(_, chance))) => chance,
            (None, None) => 0.5,
        }
    }

    fn print(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, (value, chance)| {
            let _ = writeln!(text, "{value} {chance:.4}");
            text
        })
    }

    /// Adds a line of a file.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let &[value, chance] = &numbers[..] else {
            return Err(format!("`{text}` is no value and chance"));
        };
        let rises = self.0.last().is_none_or(|last| last.0 < value && last.1 <= chance);
        if !rises || !value.is_finite() || !(0.0..=1.0).contains(&chance) {
            return Err("values and chances must rise, chances from 0 to 1".to_owned());
        }
        self.0.push((value, chance));
        Ok(())
    }
}

/// Positions of about the same value.
#[derive(Clone, Copy, Debug)]
struct Group {
    positions: f64,
    values: f64,
    points: f64,
}

impl Group {
    fn of(seen: &[Seen]) -> Group {
        let sum = |part: fn(&Seen) -> f64| seen.iter().map(part).sum();
        Group {
            positions: seen.len() as f64,
            values: sum(|seen| seen.value),
            points: sum(|seen| seen.points),
        }
    }

    fn with(&self, other: &Group) -> Group {
        Group {
            positions: self.positions + other.positions,
            values: self.values + other.values,
            points: self.points + other.points,
        }
    }

    fn value(&self) -> f64 {
        self.values / self.positions
    }

    /// One win and one loss more than there were: nothing that was only seen is certain.
    fn chance(&self) -> f64 {
        (self.points + 1.0) / (self.positions + 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance behind a value: the same value means more late in a game, and the second side's values are half as large.
    fn right(value: f64, ply: usize, by_first: bool) -> f64 {
        let scale = if ply < 30 { 0.5 } else { 2.0 } * if by_first { 1.0 } else { 2.0 };
        1.0 / (1.0 + libm::exp(-scale * value))
    }

    fn seen() -> Vec<Seen> {
        let draw = |index: u32| f64::from(index.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
        let of = |index: u32| {
            let value = f64::from(index % 80) / 10.0 - 4.0;
            let (ply, by_first) = ((index / 80 % 2) as usize * 40, (index / 160).is_multiple_of(2));
            let points = f64::from(u8::from(draw(index) < right(value, ply, by_first)));
            Seen { value, points, ply, by_first }
        };
        (0..32_000).map(of).collect()
    }

    #[test]
    fn chances_are_those_that_the_games_were_made_with_in_each_part_and_for_each_side() {
        let chances = Chances::of(7, 200, &seen()).unwrap();
        for value in [-3.0, -1.0, 0.0, 0.5, 2.0] {
            for (ply, by_first) in [(0, true), (0, false), (40, true), (40, false)] {
                let (found, right) =
                    (chances.at(Some(ply), by_first).chance(value), right(value, ply, by_first));
                // Four standard deviations of a group of 250 positions, and what a straight line is off between groups.
                assert!(
                    (found - right).abs() < 0.13 + 0.05,
                    "{value} at {ply}, {by_first}: {found}, {right}"
                );
            }
        }
        let at = chances.at(Some(10), true);
        assert_eq!((at.chance(f64::INFINITY), at.chance(f64::NEG_INFINITY)), (1.0, 0.0));
        // Between two parts chances go over from one to the other.
        let of = |ply| chances.at(Some(ply), true).chance(1.0);
        assert!(of(0) < of(20) && of(20) < of(40), "{} {} {}", of(0), of(20), of(40));
    }

    #[test]
    fn chances_never_fall_and_come_back_from_their_file() {
        let chances = Chances::of(7, 200, &seen()).unwrap();
        let tables = || chances.parts.iter().flat_map(|part| &part.sides).chain([&chances.whole]);
        assert!(tables().count() > 4);
        for Rising(points) in tables() {
            assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        }
        let again = Chances::parse(&chances.print()).unwrap();
        assert_eq!((again.champion, again.games, again.positions), (7, 200, 32_000));
        for ply in [None, Some(3), Some(25), Some(60)] {
            assert!((-50..50).all(|tenth| {
                let value = f64::from(tenth) / 10.0;
                let of = |chances: &Chances| chances.at(ply, true).chance(value);
                (of(&again) - of(&chances)).abs() < 3e-3
            }));
        }
    }

    /// Most positions are of the same ply, and the middle of the second part is 0.02 plies after that of the first; all of the first
    /// are lost, and all of the second won.
    #[test]
    fn parts_of_a_game_that_are_one_in_the_file_are_one() {
        let few = 2 * FEWEST_OF_PART as u32;
        let of = |index: u32| Seen {
            value: f64::from(index % 7),
            points: f64::from(u8::from(index >= few / 2)),
            ply: if index < few - 10 { 10 } else { 11 },
            by_first: index.is_multiple_of(3),
        };
        let seen: Vec<Seen> = (0..few).map(of).collect();
        let chances = Chances::of(7, 200, &seen).unwrap();
        let text = chances.print();
        assert_eq!(text.matches("part ").count(), 1, "{text}");
        let chance = chances.at(Some(10), true).chance(3.0);
        assert!((0.3..0.7).contains(&chance), "{chance}: the positions of both count");
        assert_eq!(Chances::parse(&text).unwrap().print(), text);
    }

    #[test]
    fn too_few_games_and_broken_files_are_refused() {
        assert!(matches!(Chances::of(7, 99, &seen()), Err(ChancesError::TooFew { games: 99, .. })));
        assert!(Chances::of(7, 100, &seen()[..39]).is_err());
        let text = Chances::of(7, 200, &seen()).unwrap().print();
        for (from, to) in [
            ("chances 2", "chances 1"),
            ("games = 200", "games = 20"),
            ("positions", "places"),
            ("whole", "half"),
            ("part ", "piece "),
            ("second", "third"),
            ("first\n", "first\nfirst\n"),
        ] {
            assert!(Chances::parse(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
        assert!(Chances::parse("").is_err());
        assert!(Chances::parse(&(text + "-100 0.9\n")).is_err());
    }
}
