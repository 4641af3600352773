//! Champion files: an evolved genome as readable text, with where it comes from and how it plays.
//!
//! A first line names the format, then come lines `KEY = VALUE`: first the game, its language and the language's hash,
//! then what only the game itself reads, then how the champion was made; then an empty line and the genome. The line
//! `check` is a checksum of what makes the champion play and of its score, so that one edited by hand is known as such.

use std::fmt::Write;
use std::str::FromStr;

use ludevo_program::{Nearest, ParseError};
use thiserror::Error;

use crate::provenance::Provenance;
use crate::registry;

/// The first line of every champion file.
const FORMAT: &str = "ludevo champion 1";

/// A champion file that was read but whose genome is not parsed yet: that takes the game's language.
#[derive(Clone, Debug, PartialEq)]
pub struct ChampionFile {
    /// The game.
    pub game: String,
    /// The language of the genome.
    pub language: String,
    /// The language's hash when the genome was written.
    pub hash: u64,
    /// What the game itself reads, such as how deep the champion searches.
    pub own: Vec<Line>,
    /// How it was made.
    pub provenance: Provenance,
    /// The generation in which it was found.
    pub generation: u64,
    /// What it scored, in words.
    pub score: String,
    /// The genome.
    pub program: String,
    /// Where its file says what.
    pub places: Places,
    /// Whether it is as its run wrote it.
    pub seal: Seal,
}

/// Whether a champion is as its run wrote it, by the line `check` of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Seal {
    /// It is.
    #[default]
    Whole,
    /// It is not: the file has the checksum of something else.
    Broken {
        /// What the line says.
        check: String,
    },
    /// The file has no such line.
    Absent,
}

impl Seal {
    /// What a reader of the champion's score must know; nothing of a champion as its run wrote it.
    pub fn caution(&self) -> Option<&'static str> {
        match self {
            Seal::Whole => None,
            Seal::Broken { .. } => {
                Some("edited by hand: its score is that of the champion before, not its own")
            }
            Seal::Absent => {
                Some("not sealed: nothing tells whether it was edited since its score was measured")
            }
        }
    }
}

/// The text of a champion file without its line `check`, which says nothing that the rest does not.
pub fn unsealed(text: &str) -> String {
    let (header, program) = text.split_once("\n\n").unwrap_or((text, ""));
    let lines: Vec<&str> = header.lines().filter(|line| !line.starts_with("check = ")).collect();
    format!("{}\n\n{program}", lines.join("\n"))
}

/// Where a champion's file says what: (line, column), counted from 1; all 0 for one that was not read from a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    game: (usize, usize),
    language: (usize, usize),
    hash: (usize, usize),
    /// The line on which the genome starts.
    pub program: usize,
}

/// Where something stands is no part of what it says.
impl PartialEq for Places {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

/// A line `KEY = VALUE`.
#[derive(Clone, Debug)]
pub struct Line {
    key: String,
    value: String,
    /// Where the value stands; 0 for a line that was not read from a file.
    line: usize,
    column: usize,
}

impl Line {
    /// A line to be written.
    pub fn new(key: &str, value: impl ToString) -> Self {
        Line { key: key.to_owned(), value: value.to_string(), line: 0, column: 0 }
    }
}

/// Where a line stands is no part of what it says.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

/// What is wrong with a champion file, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {problem}")]
pub struct ChampionError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what is allowed.
    pub problem: String,
}

/// The keys of every champion file. The first three come first, in this order; all others are the game's own.
const KEYS: [&str; 12] = [
    "game",
    "language",
    "hash",
    "experiment",
    "set",
    "from",
    "seed",
    "generation",
    "version",
    "stopped",
    "score",
    "check",
];

/// The keys that may be given more than once.
const REPEATED: [&str; 2] = ["set", "from"];

impl ChampionFile {
    /// A champion before it is known how it was made, and what it is.
    pub fn new(game: &str, language: &str, hash: u64, own: Vec<Line>) -> Self {
        ChampionFile {
            game: game.to_owned(),
            language: language.to_owned(),
            hash,
            own,
            provenance: Provenance::default(),
            generation: 0,
            score: String::new(),
            program: String::new(),
            places: Places::default(),
            seal: Seal::Whole,
        }
    }

    /// What a line says that the game itself reads.
    pub fn own_value(&self, key: &str) -> Option<&str> {
        self.own.iter().find(|line| line.key == key).map(|line| &line.value[..])
    }

    /// Which of these languages of a game, each a name and what changes whenever the language does, it is written in.
    pub fn written_in(&self, game: &str, languages: &[(&str, u64)]) -> Result<usize, ChampionError> {
        let at = |(line, column): (usize, usize), problem: String| Err(error(line, column, problem));
        if self.game != game {
            let problem = format!("this is a champion of {}, not of {game}", self.game);
            return at(self.places.game, problem);
        }
        let Some(index) = languages.iter().position(|(name, _)| *name == self.language) else {
            let known: Vec<&str> = languages.iter().map(|(name, _)| *name).collect();
            let problem = format!("{game} has no language `{}`; it has {}", self.language, known.join(", "));
            return at(self.places.language, problem);
        };
        let (name, hash) = languages[index];
        let is_brought = !registry::files(game).is_empty();
        if hash != self.hash && !(is_brought && registry::accepts_other_builds()) {
            let hint = if is_brought { "; --other-build reads it all the same" } else { "" };
            let problem = format!(
                "the program was written in another version of the language {name} ({:016x}, now {hash:016x}){hint}",
                self.hash
            );
            return at(self.places.hash, problem);
        }
        Ok(index)
    }

    /// Fails unless it may join a run of a game that breeds this language, given with what changes whenever that does.
    pub fn joins(&self, game: &str, language: &str, hash: u64) -> Result<(), ChampionError> {
        if self.game == game && self.language != language {
            let (line, column) = self.places.language;
            let of = &self.language;
            let problem = format!("this champion is written in `{of}`, the experiment breeds `{language}`");
            return Err(error(line, column, problem));
        }
        self.written_in(game, &[(language, hash)]).map(drop)
    }

    /// The genome, as `parse` reads a text that starts at a line of the file.
    pub fn genome<T>(
        &self,
        parse: impl FnOnce(&str, usize) -> Result<T, ParseError>,
    ) -> Result<T, ChampionError> {
        let place = |ParseError { line, column, problem }| error(line, column, problem);
        parse(&self.program, self.places.program).map_err(place)
    }

    /// The text of the file.
    pub fn print(&self) -> String {
        let mut text = format!("{FORMAT}\n");
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("game", &self.game);
        line("language", &self.language);
        line("hash", &format!("{:016x}", self.hash));
        for own in &self.own {
            line(&own.key, &own.value);
        }
        let made = &self.provenance;
        line("experiment", &made.experiment);
        made.sets.iter().for_each(|set| line("set", &set.replace(['\n', '\r'], " ")));
        made.founders.iter().for_each(|founder| line("from", founder));
        line("seed", &made.seed.to_string());
        line("generation", &self.generation.to_string());
        line("version", &made.version);
        made.stopped.iter().for_each(|stopped| line("stopped", stopped));
        line("score", &self.score);
        match &self.seal {
            Seal::Whole => line("check", &self.checksum()),
            Seal::Broken { check } => line("check", check),
            Seal::Absent => {}
        }
        text.push('\n');
        text.push_str(&self.program);
        text
    }

    /// What makes the champion play, as text: the same for two that play alike. How lines end does not matter.
    pub fn playing(&self) -> String {
        self.text_with(None)
    }

    /// The checksum of what makes the champion play, and of its score.
    fn checksum(&self) -> String {
        blake3::hash(self.text_with(Some(&self.score)).as_bytes()).to_hex()[..16].to_owned()
    }

    fn text_with(&self, score: Option<&str>) -> String {
        let own = self.own.iter().map(|line| (line.key.as_str(), line.value.as_str()));
        let hash = format!("{:016x}", self.hash);
        let common = [("game", self.game.as_str()), ("language", &self.language), ("hash", &hash)];
        let mut text = String::new();
        for (key, value) in common.into_iter().chain(own).chain(score.map(|score| ("score", score))) {
            let _ = writeln!(text, "{key} = {}", value.trim());
        }
        for line in self.program.lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, ChampionError> {
        let text = text.trim_start_matches('\u{feff}');
        let Header { lines, program_line } = Header::parse(text)?;
        let all = |key: &'static str| lines.iter().filter(move |line| line.key == key);
        let need = |key: &'static str| {
            let problem = || format!("`{key}` is missing from the lines above");
            all(key).next().ok_or_else(|| error(program_line - 1, 1, problem()))
        };
        let hash = need("hash")?;
        let Ok(bits) = u64::from_str_radix(&hash.value, 16) else {
            return Err(hash.refused("16 hexadecimal digits"));
        };
        // Cut inside its last line, a program may still read as a shorter one: `1.5*Plus(` as `1.5`.
        if !text.ends_with(['\n', ')']) {
            let last = text.lines().last().unwrap_or_default();
            let problem = "the last line does not end: was the file cut short?".to_owned();
            return Err(error(text.lines().count(), last.chars().count() + 1, problem));
        }
        let whole = "a whole number";
        let words = |key: &'static str| need(key).map(|line| line.value.clone());
        let list = |key: &'static str| all(key).map(|line| line.value.clone()).collect();
        let skipped: usize = text.split_inclusive('\n').take(program_line - 1).map(str::len).sum();
        let place = |key: &'static str| need(key).map(|line| (line.line, line.column));
        let places = Places {
            game: place("game")?,
            language: place("language")?,
            hash: place("hash")?,
            program: program_line,
        };
        let check = all("check").next().map(|line| line.value.clone());
        let mut file = ChampionFile {
            game: words("game")?,
            language: words("language")?,
            hash: bits,
            provenance: Provenance {
                experiment: words("experiment")?,
                sets: list("set"),
                founders: list("from"),
                seed: need("seed")?.number(whole)?,
                version: words("version")?,
                stopped: all("stopped").next().map(|line| line.value.clone()),
            },
            generation: need("generation")?.number(whole)?,
            score: words("score")?,
            program: text[skipped..].to_owned(),
            places,
            seal: Seal::Absent,
            own: lines.into_iter().filter(|line| !KEYS.contains(&line.key.as_str())).collect(),
        };
        file.seal = match check {
            Some(check) if check == file.checksum() => Seal::Whole,
            Some(check) => Seal::Broken { check },
            None => Seal::Absent,
        };
        Ok(file)
    }

    /// The number that one of the game's own lines states, if there is such a line.
    pub fn stated(&self, key: &str) -> Option<f64> {
        self.own.iter().find(|line| line.key == key)?.value.parse().ok()
    }

    /// The game's own lines, whatever their keys.
    pub(crate) fn lines(&self) -> Own<'_> {
        Own { file: self }
    }

    /// The same without the game's own lines of these keys.
    pub(crate) fn without(&self, keys: &[&str]) -> ChampionFile {
        let mut file = self.clone();
        file.own.retain(|line| !keys.contains(&line.key.as_str()));
        file
    }

    /// A refusal at the line of its language.
    pub(crate) fn refused(&self, problem: &str) -> ChampionError {
        let (line, column) = self.places.language;
        error(line, column, problem.to_owned())
    }

    /// The game's own lines, which may have these keys and no others.
    pub fn own<'a>(&'a self, keys: &[&str]) -> Result<Own<'a>, ChampionError> {
        match self.own.iter().find(|line| !keys.contains(&line.key.as_str())) {
            Some(line) => {
                let known = keys.iter().copied().chain(KEYS);
                let nearest = Nearest::to(&line.key, known);
                let key = &line.key;
                let problem = format!("`{key}` is not a key of a champion file{nearest}");
                Err(error(line.line, 1, problem))
            }
            None => Ok(Own { file: self }),
        }
    }
}

/// The lines of a champion file that only its game reads.
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    file: &'a ChampionFile,
}

impl<'a> Own<'a> {
    /// What a key says, if it is given.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.find(key).map(|line| line.value.as_str())
    }

    /// What a key says, read as a number, if it is given.
    pub fn number<T: FromStr>(&self, key: &str, allowed: &str) -> Result<Option<T>, ChampionError> {
        self.find(key).map(|line| line.number(allowed)).transpose()
    }

    /// What a key says, which must be given.
    pub fn need(&self, key: &str) -> Result<&'a str, ChampionError> {
        let problem = || format!("`{key}` is missing from the lines above");
        self.get(key).ok_or_else(|| error(self.file.places.program.saturating_sub(1), 1, problem()))
    }

    /// The refusal of what a key says.
    pub fn refused(&self, key: &str, allowed: &str) -> ChampionError {
        match self.find(key) {
            Some(line) => line.refused(allowed),
            None => error(1, 1, format!("`{key}` is missing, expected {allowed}")),
        }
    }

    fn find(&self, key: &str) -> Option<&'a Line> {
        self.file.own.iter().find(|line| line.key == key)
    }
}

fn error(line: usize, column: usize, problem: String) -> ChampionError {
    ChampionError { line, column, problem }
}

impl Line {
    fn refused(&self, allowed: &str) -> ChampionError {
        let problem = format!("`{}` is `{}`, expected {allowed}", self.key, self.value);
        error(self.line, self.column, problem)
    }

    fn number<T: FromStr>(&self, allowed: &str) -> Result<T, ChampionError> {
        self.value.parse().map_err(|_| self.refused(allowed))
    }
}

/// The lines before the genome.
struct Header {
    lines: Vec<Line>,
    program_line: usize,
}

impl Header {
    fn parse(text: &str) -> Result<Self, ChampionError> {
        let mut rest = (1..).zip(text.lines());
        match rest.next() {
            Some((_, first)) if first.trim_end() == FORMAT => {}
            Some((_, first)) => {
                let found: String = first.chars().take(40).collect();
                let problem = format!("expected `{FORMAT}`, found `{found}`: this is not a champion file");
                return Err(error(1, 1, problem));
            }
            None => return Err(error(1, 1, "the file is empty".to_owned())),
        }
        let mut lines: Vec<Line> = Vec::new();
        for (number, line) in rest {
            if line.trim().is_empty() {
                return Ok(Header { lines, program_line: number + 1 });
            }
            let Some((key, value)) = line.split_once('=') else {
                let problem = format!("expected `KEY = VALUE` or an empty line, found `{line}`");
                return Err(error(number, 1, problem));
            };
            let column = line.chars().count() - value.trim_start().chars().count() + 1;
            let key = key.trim();
            // What a file is comes before what it says.
            if let Some(expected) = KEYS[..3].get(number - 2).filter(|expected| **expected != key) {
                return Err(error(number, 1, format!("expected `{expected}`, found `{key}`")));
            }
            if !REPEATED.contains(&key) && lines.iter().any(|line| line.key == key) {
                return Err(error(number, 1, format!("`{key}` is given twice")));
            }
            lines.push(Line { key: key.to_owned(), value: value.trim().to_owned(), line: number, column });
        }
        let end = text.lines().count() + 1;
        Err(error(end, 1, "the file ends before its program: was it cut short?".to_owned()))
    }
}
