//! Turn-based games made whole: from rules, a view and opponents to players, evolution and tables.

mod contest;
mod entry;
mod evolved;
mod foresight;
mod players;
pub use contest::{behaviour, failed};
pub use evolved::Program;
pub use players::{champion, find as find_player, order};
pub use table::{BoardTable, Looks, Thoughts, Written, branching, counted, frames};
pub mod settings;
mod table;

use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::{MakePlayer, Names};
use ludevo_program::Language;
use ludevo_search::rules::TurnBased;

use crate::champion::{ChampionError, ChampionFile};
use crate::champions::Found;
use crate::experiment::{Experiment, SettingsError};
use crate::game::{Evolution, Facts, GameError, Shown};
use crate::measurement::Measurement;
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::Scene;

/// Makes players of one kind, shared by threads.
pub type Maker<G> = Arc<dyn MakePlayer<G> + Send + Sync>;

/// What a turn-based game adds to its rules so that programs can be bred for it.
pub trait BoardGame: TurnBased + Copy + 'static {
    /// How many plies a game usually lasts. Positions on which programs are compared are drawn from all of them.
    const PLIES: u32;

    /// What is fixed about it.
    fn facts() -> &'static Facts;

    /// Its languages, the published one first. All read the same view.
    fn languages() -> Vec<Language>;

    /// Fills the cells of a view of `state`, as seen by the player to move. Called for every state that is judged.
    fn fill(&self, state: &Self::State, view: &mut [u64]);

    /// How promising a state is for the player to move, where the game knows a cheap and good guess.
    fn promise(&self, state: &Self::State) -> f64;

    /// A hand-written opponent, or nothing if the name is none of the game's.
    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError>;

    /// The position as a picture in text, legal moves marked.
    fn picture(&self, state: &Self::State) -> String;

    /// The position as a scene; `last` led to it.
    fn scene(&self, state: &Self::State, last: Option<Self::Move>) -> Scene;

    /// The spots that make a move when they are clicked one after the other; none for a move without a choice of place,
    /// such as a pass. No two moves of a state have the same path.
    fn path(&self, state: &Self::State, action: Self::Move) -> Vec<String>;

    /// The result of a finished game in words.
    fn result(&self, state: &Self::State) -> String;

    /// Its published figures and what is measured beside them.
    fn measurements() -> &'static [Measurement];

    /// The moves from a position on, as people write them down.
    fn transcript(&self, start: &Self::State, moves: &[Self::Move]) -> String;

    /// A position in every notation of the game, a line each.
    fn notations(&self, state: &Self::State) -> String {
        self.state_text(state)
    }

    /// Moves from a position on as people keep a game in a file.
    fn document(&self, _names: &Names, start: &Self::State, moves: &[Self::Move]) -> String {
        self.transcript(start, moves)
    }

    /// A position, or a game as [`document`](Self::document) writes it; the error says what is wrong with it.
    fn read(&self, text: &str) -> Result<(Self::State, Vec<Self::Move>), String> {
        Ok((self.parse_state(text)?, Vec::new()))
    }

    /// The same game under other rules, such as `draw=40`, where it leaves some open; the error says which.
    fn under(&self, _rules: &str) -> Result<Self, String> {
        Err(format!("{} leaves no rules open", Self::facts().name))
    }

    /// What is bred for this game beside trees, if anything.
    fn other_genome() -> Option<&'static dyn OtherGenome<Self>> {
        None
    }
}

/// A kind of genome that a game breeds beside trees, with experiments and champion files of its own.
pub trait OtherGenome<G: BoardGame>: Sync {
    /// What its champion files state as their language.
    fn language(&self) -> &'static str;

    /// Whether an experiment breeds it.
    fn is_bred_by(&self, experiment: &Experiment) -> bool;

    /// The game's own sections of an experiment, checked and with every default written out.
    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError>;

    /// The same in words, as (what, how).
    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)>;

    /// What is allowed but not wise in an experiment.
    fn warnings(&self, experiment: &Experiment) -> Vec<String>;

    /// Starts a run; `founders` are files whose genomes join the first population.
    fn evolve(
        &self,
        game: &G,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError>;

    /// The player that a champion file describes; `name` may carry options.
    fn player(&self, found: &Found, name: &PlayerName) -> Result<Maker<G>, PlayerError>;

    /// A champion in all its forms.
    fn show(&self, champion: &ChampionFile) -> Result<Shown, ChampionError>;
}

/// A turn-based game as an entry of the registry.
pub struct Entry<G>(pub G);
