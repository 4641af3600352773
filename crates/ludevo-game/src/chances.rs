//! What a champion's values mean as chances to win, by how its own games ended.
//!
//! A value has no unit: programs put any numbers on positions. So the champion plays against itself, and of the positions with
//! about the same value, for whoever is to move, the share of the points that was made from there on is the chance. Chances
//! never fall where values rise; between the values that were seen they are read off straight lines.

use std::fmt::Write;

use thiserror::Error;

use crate::champion::ChampionFile;

/// The first line of a file of chances.
const FORMAT: &str = "ludevo chances 1";
/// With fewer games nothing is said.
pub const FEWEST_GAMES: u64 = 100;
/// Positions of about the same value are in one group; there are at most so many groups.
const GROUPS: usize = 24;
/// The fewest positions of a group.
const FEWEST_POSITIONS: usize = 40;

/// From values to chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// Which champion this is of: a checksum of what makes it play.
    pub champion: u64,
    /// In how many games it was measured.
    pub games: u64,
    /// In how many positions.
    pub positions: u64,
    /// Values and chances, both rising.
    points: Vec<(f64, f64)>,
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

/// A position of a game that is over: what it was worth to whoever was to move, and the points that side made.
pub type Seen = (f64, f64);

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
        let mut known: Vec<Seen> = seen.iter().copied().filter(|(value, _)| value.is_finite()).collect();
        if games < FEWEST_GAMES || known.len() < FEWEST_POSITIONS {
            return Err(ChancesError::TooFew { games, positions: known.len() });
        }
        known.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.total_cmp(&two.1)));
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
        let points = rising.iter().map(|group| (group.value(), group.chance())).collect();
        Ok(Chances { champion, games, positions: known.len() as u64, points })
    }

    /// The chance of a value, from 0 to 1; decided games are certain.
    pub fn chance(&self, value: f64) -> f64 {
        match value {
            f64::INFINITY => return 1.0,
            f64::NEG_INFINITY => return 0.0,
            _ => {}
        }
        let above = self.points.partition_point(|(known, _)| *known < value);
        match (above.checked_sub(1).map(|below| self.points[below]), self.points.get(above)) {
            (Some((low, from)), Some((high, to))) => from + (to - from) * (value - low) / (high - low),
            (Some((_, chance)), None) | (None, Some(&(_, chance))) => chance,
            (None, None) => 0.5,
        }
    }

    /// The file.
    pub fn print(&self) -> String {
        let mut text = format!(
            "{FORMAT}\nchampion = {:016x}\ngames = {}\npositions = {}\n\n",
            self.champion, self.games, self.positions
        );
        for (value, chance) in &self.points {
            let _ = writeln!(text, "{value} {chance:.4}");
        }
        text
    }

    /// Reads a file that [`print`](Self::print) wrote.
    pub fn parse(text: &str) -> Result<Self, ChancesError> {
        let wrong = |line: usize, problem: String| ChancesError::File { line, problem };
        let mut lines = (1..).zip(text.lines());
        let mut next = |key: &str| -> Result<(usize, String), ChancesError> {
            let (line, text) = lines.next().ok_or_else(|| wrong(1, format!("`{key}` is missing")))?;
            let value = text.strip_prefix(key).map(|value| value.trim_start_matches(" = ").to_owned());
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
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let numbers: Vec<f64> =
                text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
            let &[value, chance] = &numbers[..] else {
                return Err(wrong(line, format!("`{text}` is no value and chance")));
            };
            let rises = points.last().is_none_or(|last| last.0 < value && last.1 <= chance);
            if !rises || !value.is_finite() || !(0.0..=1.0).contains(&chance) {
                return Err(wrong(line, "values and chances must rise, chances from 0 to 1".to_owned()));
            }
            points.push((value, chance));
        }
        if games < FEWEST_GAMES {
            return Err(ChancesError::TooFew { games, positions: positions as usize });
        }
        Ok(Chances { champion, games, positions, points })
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
        Group { positions: seen.len() as f64, values: sum(|seen| seen.0), points: sum(|seen| seen.1) }
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

    /// Positions whose chance is 1 / (1 + e^-value), in a fixed order.
    fn seen() -> Vec<Seen> {
        let of = |index: u32| {
            let value = f64::from(index % 80) / 10.0 - 4.0;
            let chance = 1.0 / (1.0 + libm::exp(-value));
            let draw = f64::from(index.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
            (value, f64::from(u8::from(draw < chance)))
        };
        (0..8000).map(of).collect()
    }

    #[test]
    fn chances_are_those_that_the_games_were_made_with() {
        let chances = Chances::of(7, 200, &seen()).unwrap();
        for value in [-3.0, -1.0, 0.0, 0.5, 2.0] {
            let right = 1.0 / (1.0 + libm::exp(-value));
            // Four standard deviations of a group of 333 positions, and what a straight line is off between groups.
            assert!(
                (chances.chance(value) - right).abs() < 0.11 + 0.02,
                "{value}: {}",
                chances.chance(value)
            );
        }
        assert_eq!((chances.chance(f64::INFINITY), chances.chance(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn chances_never_fall_and_come_back_from_their_file() {
        let chances = Chances::of(7, 200, &seen()).unwrap();
        assert!(chances.points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        let again = Chances::parse(&chances.print()).unwrap();
        assert_eq!((again.champion, again.games, again.positions), (7, 200, 8000));
        assert!((-50..50).all(|tenth| {
            let value = f64::from(tenth) / 10.0;
            (again.chance(value) - chances.chance(value)).abs() < 1e-3
        }));
    }

    #[test]
    fn too_few_games_and_broken_files_are_refused() {
        assert!(matches!(Chances::of(7, 99, &seen()), Err(ChancesError::TooFew { games: 99, .. })));
        assert!(Chances::of(7, 100, &[(1.0, 1.0); 39]).is_err());
        let text = Chances::of(7, 200, &seen()).unwrap().print();
        for (from, to) in [("chances 1", "chances 2"), ("games = 200", "games = 20"), ("positions", "places")]
        {
            assert!(Chances::parse(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
        assert!(Chances::parse("").is_err());
        assert!(Chances::parse(&(text + "-100 0.9\n")).is_err());
    }
}
