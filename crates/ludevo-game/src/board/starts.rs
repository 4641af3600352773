//! Positions that games start from: classes that a game draws from, and files.

use std::fs;
use std::io;
use std::sync::Arc;

use ludevo_random::Stream;
use rand::RngExt;
use thiserror::Error;

use super::Presented;

/// Draws a position.
pub type DrawPosition<S> = Arc<dyn Fn(&mut Stream) -> S + Send + Sync>;

/// Where games start: one or several sources of positions.
#[derive(Clone)]
pub struct Starts<S> {
    sources: Vec<Source<S>>,
}

#[derive(Clone)]
enum Source<S> {
    /// A class of positions.
    Drawn(DrawPosition<S>),
    /// The positions of a file, at least one.
    Listed(Vec<S>),
}

/// Why there are no such positions.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StartsError {
    /// It is neither a class nor a file.
    #[error("positions `{name}`: {problem}; there is no file of that name either. Classes: {classes}")]
    NoClass {
        /// What was asked for.
        name: String,
        /// Why it is no class.
        problem: String,
        /// The classes there are.
        classes: String,
    },
    /// The game has no classes, and there is no file.
    #[error("positions `{0}`: there is no file of that name, and the game has no classes of positions")]
    NoFile(String),
    /// A file that cannot be read.
    #[error("positions `{name}`: cannot be read: {problem}")]
    Unreadable {
        /// The file.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// A line that is no position in which the game goes on.
    #[error("{name}, line {line}: {problem}")]
    Line {
        /// The file.
        name: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A file without positions.
    #[error(
        "{0}: there is no position in it; one a line is expected, and lines that begin with # are passed over"
    )]
    Empty(String),
}

impl<S: Clone> Starts<S> {
    /// The positions of these names, each a class of the game or a file with a position a line; nothing if there is no
    /// name.
    pub fn find<G: Presented<State = S>>(game: &G, names: &[String]) -> Result<Option<Self>, StartsError> {
        let sources = names.iter().map(|name| source(game, name)).collect::<Result<Vec<_>, _>>()?;
        Ok((!sources.is_empty()).then_some(Starts { sources }))
    }

    /// The position of a round: sources take turns, and positions of a file come one after the other.
    pub fn of_round(&self, round: u64, rng: &mut Stream) -> S {
        let sources = self.sources.len() as u64;
        match &self.sources[(round % sources) as usize] {
            Source::Drawn(draw) => draw(rng),
            Source::Listed(all) => all[(round / sources % all.len() as u64) as usize].clone(),
        }
    }

    /// Any position, from each source as often.
    pub fn draw(&self, rng: &mut Stream) -> S {
        let source = if self.sources.len() == 1 { 0 } else { rng.random_range(0..self.sources.len()) };
        match &self.sources[source] {
            Source::Drawn(draw) => draw(rng),
            Source::Listed(all) => all[rng.random_range(0..all.len())].clone(),
        }
    }
}

fn source<G: Presented>(game: &G, name: &str) -> Result<Source<G::State>, StartsError> {
    let classes = game.classes();
    let refused = match game.class(name) {
        Ok(draw) => return Ok(Source::Drawn(draw)),
        Err(problem) => problem,
    };
    match fs::read_to_string(name) {
        Ok(text) => listed(game, name, &text).map(Source::Listed),
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(StartsError::Unreadable { name: name.to_owned(), problem: error.to_string() })
        }
        Err(_) if classes.is_empty() => Err(StartsError::NoFile(name.to_owned())),
        Err(_) => Err(StartsError::NoClass {
            name: name.to_owned(),
            problem: refused,
            classes: classes.iter().map(|(class, _)| *class).collect::<Vec<_>>().join(", "),
        }),
    }
}

fn listed<G: Presented>(game: &G, name: &str, text: &str) -> Result<Vec<G::State>, StartsError> {
    use ludevo_search::rules::Turn;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let position = |(line, text): (usize, &str)| {
        let wrong = |problem: String| StartsError::Line { name: name.to_owned(), line, problem };
        // Whatever else people write down leads to a position too, such as the moves of a game.
        let played = || {
            let (start, moves) = game.read(text).ok()?;
            Some(moves.into_iter().fold(start, |state, action| game.apply(&state, action)))
        };
        let state = game.read_position(text).or_else(|problem| played().ok_or(problem)).map_err(wrong)?;
        match game.turn(&state) {
            Turn::End(_) => Err(wrong("the game is over in this position".to_owned())),
            Turn::Player(_) | Turn::Chance => Ok(state),
        }
    };
    let all = lines.map(position).collect::<Result<Vec<_>, _>>()?;
    if all.is_empty() { Err(StartsError::Empty(name.to_owned())) } else { Ok(all) }
}
