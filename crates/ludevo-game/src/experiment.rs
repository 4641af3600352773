//! What an experiment states, once inheritance and settings from the command line are resolved.
//!
//! Some sections mean the same for every game; all others are the game's own, which decodes and checks them itself.

use std::collections::BTreeMap;

use ludevo_evolve::settings::{RangeError, check, check_rounds, within};
use ludevo_evolve::{EvolutionSettings, IslandSettings, Round, Stop, Yardstick};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::decode::{DecodeError, DecodeProblem, decode};

/// A whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Experiment {
    /// The game.
    pub game: String,
    /// What it is for, in a line.
    pub summary: String,
    /// The sections that the game itself reads, such as `program` and `fitness`.
    #[serde(flatten)]
    pub own: toml::Table,
    /// How the population evolves.
    pub evolution: EvolutionSettings,
    /// How progress is measured.
    pub yardstick: Yardstick,
    /// When it ends early.
    pub stop: Stop,
    /// Islands instead of one population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub islands: Option<IslandSettings>,
    /// What the source document reports for this setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// The sections that mean the same for every game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    game: String,
    summary: String,
    evolution: EvolutionSettings,
    yardstick: Yardstick,
    #[serde(default)]
    stop: Stop,
    #[serde(default)]
    islands: Option<IslandSettings>,
    #[serde(default)]
    published: Option<Published>,
}

/// The keys of [`Common`]: serde names them all when it meets one that it does not know.
fn common_keys() -> Vec<&'static str> {
    let unknown = toml::Table::from_iter([(String::new(), toml::Value::Boolean(true))]);
    match decode::<Common>(&unknown).map_err(|error| error.problem) {
        Err(DecodeProblem::UnknownKey { allowed, .. }) => allowed,
        _ => unreachable!("a struct without unknown fields has no empty key"),
    }
}

/// What the source document reports for a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Where, such as a table.
    pub source: String,
    /// The score by opponent, as a share of the points.
    pub scores: BTreeMap<String, f64>,
}

/// Why the settings of an experiment cannot be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// A value that cannot be read.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A value out of its range.
    #[error(transparent)]
    Range(#[from] RangeError),
}

/// The sections of an experiment that a game, or another kind of genome in it, has for itself.
pub trait OwnSections: Serialize + DeserializeOwned {
    /// Whether every value is in its range, as far as fitness does not say so by itself.
    fn check(&self, experiment: &Experiment) -> Result<(), RangeError>;

    /// What fitness is made of; nothing where the genome learns by other means.
    fn fitness(&self) -> Option<&[Round]>;

    /// Everything in words, as (what, how).
    fn words(&self) -> Vec<(&'static str, String)>;

    /// Those that an experiment states.
    fn read(experiment: &Experiment) -> Result<Self, SettingsError> {
        let sections: Self = decode(&experiment.own)?;
        sections.check(experiment)?;
        sections.fitness().map_or(Ok(()), |rounds| check_rounds(rounds, &experiment.evolution))?;
        Ok(sections)
    }

    /// The same with every default written out.
    fn table_of(experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        let sections = Self::read(experiment)?;
        Ok(toml::Table::try_from(sections).expect("settings are tables of plain values"))
    }

    /// The same in words; none where they cannot be read.
    fn words_of(experiment: &Experiment) -> Vec<(&'static str, String)> {
        Self::read(experiment).map_or_else(|_| Vec::new(), |sections| sections.words())
    }
}

impl Experiment {
    /// Reads the common sections of a document and keeps the others for the game.
    pub fn decode(document: &toml::Table) -> Result<Self, DecodeError> {
        let keys = common_keys();
        let (common, own): (toml::Table, toml::Table) = document
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .partition(|(key, _)| keys.contains(&key.as_str()));
        let Common { game, summary, evolution, yardstick, stop, islands, published } = decode(&common)?;
        Ok(Experiment { game, summary, own, evolution, yardstick, stop, islands, published })
    }

    /// Checks what does not depend on the game.
    pub fn check(&self) -> Result<(), RangeError> {
        self.evolution.check()?;
        self.yardstick.check()?;
        self.stop.check(self.yardstick.every)?;
        if let Some(islands) = &self.islands {
            islands.check(&self.evolution)?;
            let stops = self.stop.target.is_some() || self.stop.plateau.is_some();
            check(!stops, "stop", "given", "nothing where there are islands: all do every generation")?;
        }
        let scores = self.published.iter().flat_map(|published| &published.scores);
        let mut shares = scores.map(|(opponent, score)| (format!("published.scores.{opponent}"), *score));
        shares.try_for_each(|(key, share)| within(&key, share, 0.0..=1.0))
    }
}

impl SettingsError {
    /// The same error of a whole document, where the common sections are allowed beside the game's own.
    pub fn with_common_keys(mut self) -> Self {
        if let SettingsError::Decode(DecodeError { path, problem: DecodeProblem::UnknownKey { allowed, .. } }) =
            &mut self
            && path.is_empty()
        {
            allowed.splice(0..0, common_keys());
        }
        self
    }
}
