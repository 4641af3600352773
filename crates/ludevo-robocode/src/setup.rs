//! Robocode made whole: its facts, its evolution, its champions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludevo_arena::{Bout, Match, MatchResult, Watch};
use ludevo_evolve::{Forest, any_contest};
use ludevo_program::Language;
use rand::RngExt;

use super::contest::RobotContest;
use super::film::Film;
use super::league::Arena;
use super::players::{self, Champion, Contestant, GAME, own_lines};
use super::settings::RobotSettings;
use super::{contest, language, league, view};
use crate::robots::{self, ROBOTS};
use ludevo_game::bred::Breed;
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::{Experiment, OwnSections, SettingsError};
use ludevo_game::game::{Evolution, Facts, Game, GameError, MatchGame, Shown, WatchedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::scene::Frame;
use ludevo_game::shown::show_tree;
use ludevo_game::study::{LeagueRatings, Leagues};
use ludevo_game::words::told_apart;

pub(crate) static FACTS: Facts = Facts {
    name: GAME,
    title: "Robocode",
    kind: "simulation: two tanks fight in a field",
    summary: "Robocode: robots written in Java drive, turn their guns and fire at each other; points are for damage and \
              survival. The simulator does what the engine 1.9.3.9 does, to the bit, and runs the robots' Java sources \
              themselves. Evolved robots have three trees (drive, turn, gun) as in chapter 8 of Evolved to Win, and are \
              written out as HaikuBots: Java of four semicolons.",
    opponents: &[
        ("NAME", "a robot that ships; `ludevo robocode robots` lists them"),
        (
            "NAME+NAME",
            "several, of which each battle draws one; `samples` and `haikus` stand for all of a kind",
        ),
        ("FILE.java", "a robot's source, within the part of Java that the simulator runs"),
    ],
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Robocode;

impl Game for Robocode {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn languages(&self) -> Vec<Language> {
        language::NAMES.iter().filter_map(|name| language::named(name).as_deref().cloned()).collect()
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        contest::views_of_battles(count)
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        for one in robots::group(&name.to_string()) {
            players::find(&one.parse()?)?;
        }
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        RobotSettings::table_of(experiment)
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        RobotSettings::words_of(experiment)
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let RobotSettings { program, battle, fitness } = RobotSettings::read(experiment)?;
        let language = language::known(&program.language)?;
        let architecture = Arc::new(language::architecture(&language, program.depth));
        let contest = RobotContest::new(Arc::clone(&architecture), program.layout, battle)?;
        let species = Forest { architecture, settings: program.trees };
        let blank = ChampionFile::new(GAME, language.name(), language.hash(), own_lines(program.layout));
        let mut breed = Breed::of_trees(species, any_contest(contest), fitness, blank);
        breed.found(&FACTS, &program.founders, founders)?;
        breed.start(experiment, seed)
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        let champion = Champion::read(champion)?;
        let trees = champion.individual.trees.iter().zip(&champion.architecture.parts);
        Ok(Shown {
            plays: champion.layout.words().to_owned(),
            trees: trees.map(|(tree, part)| show_tree(tree, part, &[])).collect(),
        })
    }

    fn exports(&self) -> &'static [&'static str] {
        &["robocode-java"]
    }

    fn export(&self, champion: &ChampionFile, format: &str, name: &str) -> Result<String, GameError> {
        let champion = Champion::read(champion)?;
        match format {
            "robocode-java" if !players::is_class_name(name) => Err(GameError::Program(format!(
                "`{name}` is no name for the class of a robot: letters and digits are expected, the first a letter, and no word \
                 that Java or Robocode uses"
            ))),
            "robocode-java" => Ok(champion.java(name)),
            other => Err(GameError::unknown("--to", other, self.exports().iter().copied())),
        }
    }

    fn leagues(&self) -> Option<&dyn Leagues> {
        Some(self)
    }

    fn in_matches(&self) -> Option<&dyn MatchGame> {
        Some(self)
    }

    fn to_watch(&self) -> Option<&dyn WatchedGame> {
        Some(self)
    }
}

/// Whom a champion meets in the picture of its report, and the seed of that battle.
const SPARRING: (&str, i64) = ("Walls", 1);

/// Rounds of a battle that people watch.
const ROUNDS_WATCHED: u32 = 5;

impl Leagues for Robocode {
    fn ratings(&self, guest: &PlayerName, rounds: u32, seed: u64) -> Result<LeagueRatings, GameError> {
        let guest = players::find(guest)?;
        let others = ROBOTS.iter().filter(|robot| robot.name != guest.name);
        let others =
            others.map(|robot| players::find(&robot.name.parse()?)).collect::<Result<Vec<_>, _>>()?;
        let everybody: Vec<Contestant> = [guest].into_iter().chain(others).collect();
        let standings =
            league::play(&everybody, rounds, seed, Arena::Simulator, &|_| (), &AtomicBool::new(false));
        let standings = standings.map_err(|error| GameError::Program(error.to_string()))?;
        let rating = |robot: &Contestant| {
            standings
                .iter()
                .find(|standing| standing.name == robot.name)
                .map_or(0.0, |standing| standing.rating)
        };
        let (guest, others) = everybody.split_first().expect("the guest is there");
        Ok(LeagueRatings { guest: rating(guest), others: others.iter().map(rating).collect() })
    }
}

impl WatchedGame for Robocode {
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        ROBOTS.iter().map(|robot| (robot.name, robot.about)).collect()
    }

    fn watch(&self, first: &PlayerName, second: &PlayerName, seed: u64) -> Result<Vec<Frame>, GameError> {
        let mut robots = [players::find(first)?, players::find(second)?];
        let names = told_apart(robots.each_ref().map(|one| one.name.clone()));
        robots.iter_mut().zip(names).for_each(|(one, name)| one.name = name);
        Ok(view::watched(&robots, ROUNDS_WATCHED, seed as i64))
    }

    fn animation(&self, champion: &ChampionFile) -> Result<(String, &'static str), GameError> {
        let champion = Champion::read(champion)?;
        let (adversary, seed) = SPARRING;
        let adversary_name = PlayerName { name: adversary.to_owned(), options: Vec::new() };
        let robots = [champion.contestant("Champion"), players::find(&adversary_name)?];
        Ok((view::animation(&Film::of(&robots, 1, seed)), adversary))
    }
}

/// Rounds of a battle that counts as a game of a match.
const ROUNDS_A_GAME: u32 = 10;

impl MatchGame for Robocode {
    fn under(&self, _rules: &str) -> Result<Box<dyn MatchGame>, String> {
        Err("robocode leaves no rules open".to_owned())
    }

    /// A match of battles. Whoever has more points in a battle wins it.
    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let robots = [players::find(first)?, players::find(second)?];
        if settings.records.is_some() {
            let problem = "battles leave no records of moves: `ludevo robocode battle` records one";
            return Err(GameError::Program(problem.to_owned()));
        }
        let bout = |index: u64| {
            // Who is entered first is drawn first: both are, in turn.
            let first = (index % 2) as usize;
            let programs = [first, 1 - first].map(|robot| Arc::clone(&robots[robot].program));
            let scores = contest::fight(&programs, ROUNDS_A_GAME, settings.chance(index).random());
            let share = league::fraction(&scores[first], &scores[1 - first]);
            let points = if share == 0.5 { 0.5 } else { f64::from(u8::from(share > 0.5)) };
            Ok(Bout { points, win_points: None })
        };
        Ok(settings.play_bouts(bout, watch)?)
    }
}
