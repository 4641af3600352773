//! Evolution of any kind of genome in any contest, behind the interface that does not depend on the game.

use std::path::PathBuf;

use ludevo_evolve::{
    Archipelago, Candidate, Contest, GenerationReport, Plan, Populations, Round, Run, Species, State,
};

use crate::champion::{ChampionError, ChampionFile};
use crate::champions::{self, Found};
use crate::experiment::{Experiment, SettingsError};
use crate::game::{Evolution, Facts, Finish, FrontEntry, GameError, Shown};
use crate::player_name::{PlayerError, PlayerName};

/// What a game brings to a run.
pub struct Breed<S: Species, C: Contest<Genome = S::Genome>> {
    /// What is bred.
    pub species: S,
    /// What it is judged by.
    pub contest: C,
    /// What fitness is made of.
    pub rounds: Vec<Round>,
    /// Who joins the first population.
    pub founders: Vec<S::Genome>,
    /// A champion's file, all but what the run finds out.
    pub blank: ChampionFile,
    /// What a score was measured on, in words: the yardstick's player and the number of games.
    pub measured_on: fn(&str, usize) -> String,
}

/// A kind of genome that a game breeds beside its usual ones, with experiments and champion files of its own.
pub trait OtherGenome<G>: Sync {
    /// What its champion files state as their language.
    fn language(&self) -> &'static str;

    /// Whether an experiment breeds it.
    fn is_bred_by(&self, experiment: &Experiment) -> bool;

    /// The game's own sections of an experiment, checked and with every default written out.
    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError>;

    /// The same in words, as (what, how).
    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)>;

    /// A genome as a picture, if it is something to look at.
    fn picture(&self, _program: &str) -> Option<String> {
        None
    }

    /// What is allowed but not wise in an experiment.
    fn warnings(&self, _experiment: &Experiment) -> Vec<String> {
        Vec::new()
    }

    /// Starts a run; `founders` are files whose genomes join the first population.
    fn evolve(
        &self,
        game: &G,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError>;

    /// A champion in all its forms.
    fn show(&self, champion: &ChampionFile) -> Result<Shown, ChampionError>;
}

/// The words for scores that come from games against an opponent.
pub fn games_against(player: &str, games: usize) -> String {
    format!("against {player} in {games} games")
}

impl<S, C> Breed<S, C>
where
    S: Species + Clone + 'static,
    S::Genome: 'static,
    C: Contest<Genome = S::Genome> + 'static,
{
    /// Starts a run of an experiment.
    pub fn start(self, experiment: &Experiment, seed: u64) -> Result<Box<dyn Evolution>, GameError> {
        let Breed { species, contest, rounds, founders, blank, measured_on } = self;
        let plan = Plan {
            name: "main".to_owned(),
            seed,
            evolution: experiment.evolution.clone(),
            rounds,
            yardstick: experiment.yardstick.clone(),
            stop: experiment.stop,
        };
        let run = match &experiment.islands {
            None => Run::new(species, contest, plan, founders)?.into(),
            Some(islands) => {
                let islands = Archipelago::new(&species, contest, plan, islands.clone(), founders)?;
                Populations::Islands(Box::new(islands))
            }
        };
        Ok(Box::new(BredRun { run, is_prepared: false, blank, measured_on }))
    }
}

/// The genomes of champions that join the first population: those that the experiment names and those of files. `read`
/// is given files of this language only, as it is now.
pub fn founders<T>(
    facts: &Facts,
    language: (&str, u64),
    names: (&[String], &[PathBuf]),
    read: impl Fn(&ChampionFile) -> Result<T, ChampionError>,
) -> Result<Vec<T>, GameError> {
    founders_among(|name| champions::find(facts, name, &[]), facts, language, names, read)
}

/// The same in a game that has more to find than champions.
pub(crate) fn founders_among<T>(
    find: impl Fn(&PlayerName) -> Result<Found, PlayerError>,
    facts: &Facts,
    (language, hash): (&str, u64),
    (named, files): (&[String], &[PathBuf]),
    read: impl Fn(&ChampionFile) -> Result<T, ChampionError>,
) -> Result<Vec<T>, GameError> {
    let one = |name: String| -> Result<T, PlayerError> {
        let found = find(&PlayerName { name, options: Vec::new() })?;
        found.read(|file| file.joins(facts.name, language, hash).and_then(|()| read(file)))
    };
    let files = files.iter().map(|path| path.display().to_string());
    Ok(named.iter().cloned().chain(files).map(one).collect::<Result<_, _>>()?)
}

/// A run on its way.
struct BredRun<S: Species, C: Contest<Genome = S::Genome>> {
    run: Populations<S, C>,
    is_prepared: bool,
    blank: ChampionFile,
    measured_on: fn(&str, usize) -> String,
}

impl<S: Species, C: Contest<Genome = S::Genome>> Evolution for BredRun<S, C> {
    fn prepare(&mut self, kept: Option<&str>) -> Result<Option<String>, GameError> {
        if self.is_prepared {
            return Ok(None);
        }
        self.is_prepared = true;
        Ok(self.run.first().contest().set_up(kept)?)
    }

    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError> {
        self.prepare(None)?;
        Ok(self.run.step()?)
    }

    fn save(&self) -> State<String> {
        let species = self.run.first().species();
        let print = |genome| Ok::<_, std::convert::Infallible>(species.print(&genome));
        match self.run.state().map(print) {
            Ok(state) => state,
            Err(never) => match never {},
        }
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        let species = self.run.first().species();
        let state = state
            .map(|text| species.parse(&text, 1))
            .map_err(|error| GameError::Program(error.to_string()))?;
        self.run.restore(state);
        Ok(())
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.first().seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        let Some(champion) = self.run.champion(go_on)? else { return Ok(None) };
        let species = self.run.first().species();
        let yardstick = &self.run.first().plan().yardstick;
        let best = &champion.candidate;
        let file = ChampionFile {
            generation: best.generation,
            score: format!("{:.4} {}", best.score, (self.measured_on)(&yardstick.player, champion.games)),
            program: species.print(&best.genome),
            ..self.blank.clone()
        };
        let entry = |candidate: &Candidate<_>| FrontEntry {
            nodes: candidate.nodes,
            score: candidate.score,
            generation: candidate.generation,
            program: species.print(&candidate.genome),
        };
        Ok(Some(Finish {
            champion: file,
            score: best.score,
            games: champion.games,
            nodes: best.nodes,
            front: champion.front.iter().map(entry).collect(),
            front_games: yardstick.final_games,
            files: Vec::new(),
        }))
    }
}
