//! Racing made whole: its facts, its evolution, its champions.

use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::{Bout, Match, MatchResult, Watch};
use ludevo_evolve::{Forest, any_contest};
use ludevo_game::bred::Breed;
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::{Experiment, OwnSections, SettingsError};
use ludevo_game::game::{Evolution, Facts, Game, GameError, MatchGame, Shown, WatchedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::scene::Frame;
use ludevo_game::shown::show_tree;
use ludevo_game::study::Races;
use ludevo_game::words::told_apart;
use ludevo_program::Language;
use rand::RngExt;

use crate::contest::RacingContest;
use crate::drivers::WRITTEN;
use crate::lap::{self, Limits};
use crate::maths::Portable;
use crate::picture::{Drawn, picture};
use crate::players::{self, Champion, GAME, PRINTED, own_lines};
use crate::sensors::views_of_lap;
use crate::settings::RacingSettings;
use crate::track::{Layout, Track, find, shipped, shipped_names};
use crate::{export, film, language, telemetry};

pub(crate) static FACTS: Facts = Facts {
    name: GAME,
    title: "Car racing",
    kind: "simulation: cars on a track, against the clock or each other",
    summary: "Car racing on the physics of RARS 0.91.2, to the bit: drivers are asked eighteen times a second for the angle \
              and the speed of the wheels. Evolved drivers have two trees (steer, speed) as in chapter 9 of Evolved to Win. \
              Tracks are made by seed, a dozen to train on and a dozen to test on; those of RARS can be read.",
    opponents: &[
        ("cruise", "keeps to the middle of the road at 40 ft/s"),
        ("bends", "keeps to the middle of the road and brakes for the bends it sees"),
        ("sight", "steers to where the view is longest, as fast as it can stop within it"),
        ("apex", "takes bends from the outside to the inside and out again"),
        ("planner", "follows a line that is planned for the whole track before the race"),
        (PRINTED, "the driver that chapter 9 of Evolved to Win prints, its sensors as fitted"),
    ],
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Racing;

/// The words for what a score was measured on.
fn laps_against(player: &str, games: usize) -> String {
    format!("of the time of both, against {player} in {games} races, each alone")
}

impl Game for Racing {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn languages(&self) -> Vec<Language> {
        language::NAMES.iter().filter_map(|name| language::named(name).as_deref().cloned()).collect()
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        let mut views = Vec::with_capacity(count);
        for (name, driver) in shipped_names().iter().cycle().zip(WRITTEN.iter().cycle()) {
            let track = Track::new::<Portable>(&shipped(name).expect("it ships"));
            // Drivers see much the same from one step to the next.
            views.extend(views_of_lap(&track, &mut *driver.on(&track), 60.0).into_iter().step_by(7));
            if views.len() >= count {
                views.truncate(count);
                return views;
            }
        }
        views
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        players::find(name)?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        RacingSettings::table_of(experiment)
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        RacingSettings::words_of(experiment)
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let RacingSettings { program, sensors, race, fitness } = RacingSettings::read(experiment)?;
        let language = language::known(&program.language)?;
        let name = language.name();
        let architecture = Arc::new(language::architecture(&language, program.depth));
        let (contest, bred_on) =
            RacingContest::new(Arc::clone(&architecture), sensors, race).map_err(GameError::Program)?;
        let own = own_lines(&sensors, language::class(name), &bred_on);
        let mut breed = Breed {
            measured_on: laps_against,
            ..Breed::of_trees(
                Forest { architecture: Arc::clone(&architecture), settings: program.trees },
                any_contest(contest),
                fitness,
                ChampionFile::new(GAME, name, language.hash(), own),
            )
        };
        let (by_hand, named): (Vec<String>, Vec<String>) =
            program.founders.iter().cloned().partition(|founder| founder == language::BY_HAND);
        breed.found(&FACTS, &named, founders)?;
        if !by_hand.is_empty() {
            let Some(text) = language::by_hand(name) else {
                let problem = format!("program.founders: there is no formula by hand in the language {name}");
                return Err(GameError::Program(problem));
            };
            let founder =
                architecture.parse(text, 1).map_err(|error| GameError::Program(error.to_string()))?;
            breed.founders.push(founder);
        }
        breed.start(experiment, seed)
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        let champion = Champion::read(champion)?;
        let trees = champion.individual.trees.iter().zip(&champion.architecture.parts);
        let views = self.views(200);
        Ok(Shown {
            plays: format!("{} driver", champion.class.name()),
            trees: trees.map(|(tree, part)| show_tree(tree, part, &views)).collect(),
        })
    }

    fn exports(&self) -> &'static [&'static str] {
        &["rars-cpp"]
    }

    fn exports_of(&self, language: &str) -> &'static [&'static str] {
        if export::EXPORTED.contains(&language) { self.exports() } else { &[] }
    }

    fn export(&self, champion: &ChampionFile, format: &str, name: &str) -> Result<String, GameError> {
        if format != "rars-cpp" {
            return Err(GameError::unknown("--to", format, self.exports().iter().copied()));
        }
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && !export::TAKEN.contains(&format!(" {name} "));
        if !is_name {
            return Err(GameError::Program(format!(
                "`{name}` is no name for a driver in C++: letters, digits and _ are expected, the first a letter, and no word that \
                 C++ or the source uses"
            )));
        }
        export::cpp(&Champion::read(champion)?, name).ok_or_else(|| {
            let problem = "this driver follows a line that Ludevo plans, and RARS plans none: drivers of the languages \
                           `published` and `free` can be exported";
            GameError::Program(problem.to_owned())
        })
    }

    fn races(&self) -> Option<&dyn Races> {
        Some(self)
    }

    fn in_matches(&self) -> Option<&dyn MatchGame> {
        Some(self)
    }

    fn to_watch(&self) -> Option<&dyn WatchedGame> {
        Some(self)
    }
}

/// The track of a champion's report, and whose ghost drives there.
const SHOWN: (&str, &str) = ("train5", "bends");

impl WatchedGame for Racing {
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        players::known()
    }

    /// A race of one lap on one of the tracks that ship, which the seed chooses.
    fn watch(&self, first: &PlayerName, second: &PlayerName, seed: u64) -> Result<Vec<Frame>, GameError> {
        let mut drivers = [players::find(first)?, players::find(second)?];
        let names = told_apart(drivers.each_ref().map(|one| one.name.clone()));
        drivers.iter_mut().zip(names).for_each(|(one, name)| one.name = name);
        let names = shipped_names();
        let name = &names[seed as usize % names.len()];
        let track = Track::new::<Portable>(&shipped(name).expect("it ships"));
        Ok(film::frames(&track, &drivers, seed as u32))
    }

    fn animation(&self, champion: &ChampionFile) -> Result<(String, &'static str), GameError> {
        let champion = Champion::read(champion)?.contestant("champion");
        let (track, other) = SHOWN;
        let track = Track::new::<Portable>(&shipped(track).expect("it ships"));
        let ghost = players::find(&other.parse()?)?;
        let [own, others] = [&champion, &ghost].map(|driver| telemetry::lap(&track, driver, 1));
        let drawn = Drawn { name: &champion.name, lap: &own };
        Ok((picture(&track, drawn, Some(Drawn { name: other, lap: &others })), other))
    }
}

/// A match on given tracks.
struct OnTracks(Vec<Layout>);

impl MatchGame for Racing {
    fn under(&self, rules: &str) -> Result<Box<dyn MatchGame>, String> {
        let layouts: Result<Vec<Layout>, _> = rules.split('+').map(|name| find(name, None)).collect();
        Ok(Box::new(OnTracks(layouts.map_err(|error| error.to_string())?)))
    }

    /// On all the tracks that ship.
    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let layouts = shipped_names().iter().filter_map(|name| shipped(name)).collect();
        OnTracks(layouts).play_match(first, second, settings, watch)
    }
}

impl MatchGame for OnTracks {
    fn under(&self, rules: &str) -> Result<Box<dyn MatchGame>, String> {
        Racing.under(rules)
    }

    /// A game is a lap from the grid, which both drive alone with the same disturbances; the faster one wins.
    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let drivers = [players::find(first)?, players::find(second)?];
        if settings.records.is_some() {
            let problem = "laps leave no records of moves: `ludevo racing lap --svg FILE` draws one";
            return Err(GameError::Program(problem.to_owned()));
        }
        let tracks: Vec<Track> = self.0.iter().map(Track::new::<Portable>).collect();
        let bout = |index: u64| {
            let track = &tracks[index as usize % tracks.len()];
            let seed = settings.chance(index).random();
            let limits = Limits::laps(1, track);
            let [one, two] = [0, 1].map(|who: usize| {
                lap::drive(track, &mut *drivers[who].on(track), limits, true, seed, |_, _| {})
            });
            let points = one.against(&two);
            Ok(Bout { points, win_points: None })
        };
        Ok(settings.play_bouts(bout, watch)?)
    }
}
