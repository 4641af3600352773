//! A turn-based game behind the interface that commands use.

use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::{
    Entrant as Seat, Match, MatchResult, Record, ReplayError, RoundRobin, TournamentResult, TournamentWatch,
    Watch,
};
use ludevo_evolve::{Forest, Round};
use ludevo_program::{Architecture, Individual, Language, nearest};
use ludevo_search::alphabeta::Order;
use ludevo_search::rules::Side;

use super::contest::{BoardContest, sample_views};
use super::evolved::{architecture, search_settings};
use super::foresight::Foresight;
use super::settings::{BoardSettings, PlayerSettings};
use super::table::{BoardTable, Looks, Thoughts, branching, counted, frames};
use super::{BoardGame, Entry, OtherGenome, players};
use crate::bred::{self, Breed, games_against};
use crate::champion::{ChampionError, ChampionFile};
use crate::conformance;
use crate::experiment::{Experiment, SettingsError};
use crate::game::{Evolution, Facts, Game, GameError, Kind, Shown, Table, TurnBasedGame};
use crate::measurement::Measurement;
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::Frame;
use crate::shown::show_tree;

/// On how many positions individuals are compared with each other.
const COMPARED_ON: usize = 64;

impl<G: BoardGame> Game for Entry<G> {
    fn facts(&self) -> &'static Facts {
        G::facts()
    }

    fn languages(&self) -> Vec<Language> {
        G::languages()
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        players::find(&self.0, name)?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        if let Some(other) = other_bred_by::<G>(experiment) {
            return other.settings(experiment);
        }
        let settings = BoardSettings::read(experiment)?;
        Ok(toml::Table::try_from(settings).expect("settings are tables of plain values"))
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        match other_bred_by::<G>(experiment) {
            Some(other) => other.words(experiment),
            None => BoardSettings::read(experiment).map_or_else(|_| Vec::new(), |settings| settings.words()),
        }
    }

    fn preparation(&self, experiment: &Experiment) -> Option<String> {
        let rounds = BoardSettings::read(experiment).ok()?.fitness;
        let games =
            rounds.iter().map(|round| if let Round::Foresight { games, .. } = round { *games } else { 0 });
        let games: usize = games.sum();
        (games > 0).then(|| format!("first {games} games are played whose positions will be judged"))
    }

    fn warnings(&self, experiment: &Experiment) -> Vec<String> {
        other_bred_by::<G>(experiment).map_or_else(Vec::new, |other| other.warnings(experiment))
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        if let Some(other) = other_bred_by::<G>(experiment) {
            return other.evolve(&self.0, experiment, seed, founders);
        }
        let BoardSettings { program, player, fitness } = BoardSettings::read(experiment)?;
        let language = find_language::<G>(&program.language)?;
        let architecture = Arc::new(architecture(Arc::clone(&language), program.depth, program.layout()));
        let (name, hash) = (language.name(), language.hash());
        let founders = bred::founders(G::facts(), (name, hash), (&program.founders, founders), |file| {
            read_founder(file, &architecture)
        })?;
        let foresight = fitness
            .iter()
            .filter_map(|round| match round {
                Round::Foresight { player, games, positions, .. } => Some((player, (*games, *positions))),
                _ => None,
            })
            .enumerate()
            .map(|(number, (name, size))| {
                let maker = players::find(&self.0, &name.parse()?)?;
                Ok(Foresight::new(&self.0, &maker, size, language.cells(), (seed, number)))
            })
            .collect::<Result<_, PlayerError>>()?;
        let bred_at = program.bred_at.unwrap_or(player.depth);
        let contest = BoardContest {
            game: self.0,
            samples: sample_views(&self.0, language.cells(), COMPARED_ON),
            architecture: Arc::clone(&architecture),
            bred: search_settings(PlayerSettings { depth: bred_at, ..player }, Order::Promising),
            measured: search_settings(player, Order::Promising),
            openings: program.openings,
            foresight,
        };
        let own = players::own_lines(player, program.layout());
        let breed = Breed {
            species: Forest { architecture, settings: program.trees },
            contest,
            rounds: fitness,
            founders,
            blank: ChampionFile::new(G::facts().name, name, hash, own),
            measured_on: games_against,
        };
        breed.start(experiment, seed)
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        if let Some(other) = players::other_genome::<G>(champion) {
            return Ok(other.show(champion)?);
        }
        let (individual, language) = players::program::<G>(champion)?;
        let plays = players::own_settings(champion)?;
        let architecture = architecture(Arc::clone(&language), usize::MAX, plays.layout);
        let views = sample_views(&self.0, language.cells(), 1000);
        let trees = individual.trees.iter().zip(&architecture.parts);
        Ok(Shown {
            plays: plays.player.words(),
            trees: trees.map(|(tree, part)| show_tree(tree, part, &views)).collect(),
        })
    }

    fn candidate(&self, experiment: &Experiment, program: &str) -> Option<ChampionFile> {
        let settings = BoardSettings::read(experiment).ok()?;
        let language = find_language::<G>(&settings.program.language).ok()?;
        let own = players::own_lines(settings.player, settings.program.layout());
        let blank = ChampionFile::new(G::facts().name, language.name(), language.hash(), own);
        Some(ChampionFile { program: program.to_owned(), ..blank })
    }

    fn measurements(&self) -> &'static [Measurement] {
        G::measurements()
    }

    fn kind(&self) -> Kind<'_> {
        Kind::TurnBased(self)
    }
}

impl<G: BoardGame> TurnBasedGame for Entry<G> {
    fn under(&self, rules: &str) -> Result<Box<dyn TurnBasedGame>, String> {
        Ok(Box::new(Entry(self.0.under(rules)?)))
    }

    fn conform(&self, games: u64) {
        conformance::check(&self.0, games, conformance::MOST_PLIES);
    }

    fn perft(&self, from: Option<&str>, depth: u32) -> Result<u64, String> {
        counted(&self.0, from, G::read, depth)
    }

    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let (first, second) = (players::find(&self.0, first)?, players::find(&self.0, second)?);
        Ok(settings.play(&self.0, &*first, &*second, watch)?)
    }

    fn ladder(
        &self,
        names: &[PlayerName],
        settings: &RoundRobin,
        watch: TournamentWatch<'_>,
    ) -> Result<TournamentResult, GameError> {
        let makers = names.iter().map(|name| players::find(&self.0, name)).collect::<Result<Vec<_>, _>>()?;
        let titles: Vec<String> = names.iter().map(PlayerName::to_string).collect();
        let seats: Vec<Seat<'_, G>> =
            titles.iter().zip(&makers).map(|(name, maker)| Seat { name, player: &**maker }).collect();
        Ok(settings.play(&self.0, &seats, watch)?)
    }

    fn table(&self, player: &PlayerName, side: Side, seed: u64) -> Result<Box<dyn Table>, GameError> {
        let maker = players::find(&self.0, player)?;
        let looks = Looks {
            picture: G::picture,
            scene: G::scene,
            path: G::path,
            result: G::result,
            transcript: G::transcript,
            notations: G::notations,
            document: G::document,
            read: G::read,
        };
        let thoughts = players::judging_tree::<G>(player).map(|judging| Thoughts {
            trees: vec![judging],
            judge: |_, _| 0,
            fill: G::fill,
            of_last_mover: false,
            shown: Clone::clone,
        });
        Ok(Box::new(BoardTable::new(self.0, looks, thoughts, &maker, side, seed)))
    }

    fn branching(&self, records: &[Record], plies: u32) -> Result<f64, ReplayError> {
        branching(&self.0, records, plies)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Frame>, ReplayError> {
        frames(&self.0, G::scene, record)
    }
}

/// What an experiment breeds if it does not breed trees.
fn other_bred_by<G: BoardGame>(experiment: &Experiment) -> Option<&'static dyn OtherGenome<G>> {
    G::other_genome().filter(|other| other.is_bred_by(experiment))
}

/// The program of a champion as an individual of this architecture. Where the champion has no tree to select moves by,
/// its one tree does both.
fn read_founder(file: &ChampionFile, architecture: &Architecture) -> Result<Individual, ChampionError> {
    let mut program = file.program.clone();
    if let [evaluate, select] = &architecture.parts[..]
        && !program.contains(&format!("tree {}", select.name))
    {
        let [evaluate, select] = [evaluate, select].map(|part| format!("tree {}", part.name));
        program += &file.program.replacen(&evaluate, &select, 1);
    }
    file.genome(|_, line| architecture.parse(&program, line))
}

fn find_language<G: BoardGame>(name: &str) -> Result<Arc<Language>, GameError> {
    let languages = G::languages();
    let known: Vec<&str> = languages.iter().map(Language::name).collect();
    match languages.iter().find(|language| language.name() == name) {
        Some(language) => Ok(Arc::new(language.clone())),
        None => Err(GameError::Unknown {
            key: "program.language".to_owned(),
            value: name.to_owned(),
            nearest: nearest(name, known.iter().copied()).unwrap_or_default().to_owned(),
            known: known.join(", "),
        }),
    }
}
