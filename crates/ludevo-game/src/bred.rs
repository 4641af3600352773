//! Evolution of any kind of genome in any contest, behind the interface that does not depend on the game.

use std::path::PathBuf;

use ludevo_evolve::{
    AnyContest, Archipelago, Candidate, FinalChoice, Forest, GenerationReport, Interrupt, IslandSettings,
    Measurement, Outcome, Plan, Policies, Populations, Round, Run, Species, State,
};

use crate::champion::{ChampionError, ChampionFile};
use crate::champions::{self, Found};
use crate::experiment::{Experiment, SettingsError};
use crate::fitting::Fitted;
use crate::game::{Evolution, Facts, Finish, FrontEntry, GameError, MeasureAll, Shown};
use crate::player_name::{PlayerError, PlayerName};

/// Games at most of a champion against a program by hand.
const BEYOND: usize = 200;

/// What a game brings to a run.
pub struct Breed<S: Species> {
    /// What is bred.
    pub species: S,
    /// What it is judged by.
    pub contest: Box<AnyContest<S::Genome>>,
    /// What fitness is made of.
    pub rounds: Vec<Round>,
    /// Who joins the first population.
    pub founders: Vec<S::Genome>,
    /// A champion's file, all but what the run finds out.
    pub blank: ChampionFile,
    /// What a score was measured on, in words: the yardstick's player and the number of games.
    pub measured_on: fn(&str, usize) -> String,
    /// The guide by which players of a run judge, where it is fitted to random games.
    pub fitted: Fitted,
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

/// Runs of the usual species are compiled here and not in every game.
macro_rules! compile_here {
    ($($species:ty),*) => {$(
        impl Breed<$species> {
            /// Starts a run of an experiment.
            pub fn start(self, experiment: &Experiment, seed: u64) -> Result<Box<dyn Evolution>, GameError> {
                self.start_own(experiment, seed)
            }
        }
    )*};
}

compile_here!(Forest, Policies);

impl<S> Breed<S>
where
    S: Species + Clone + 'static,
    S::Genome: 'static,
{
    /// Starts a run of a species that only one game has.
    pub fn start_own(self, experiment: &Experiment, seed: u64) -> Result<Box<dyn Evolution>, GameError> {
        let Breed { species, contest, rounds, founders, blank, measured_on, fitted } = self;
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
        Ok(Box::new(BredRun { run, is_prepared: false, blank, measured_on, fitted }))
    }
}

impl Breed<Forest> {
    /// A run of programs whose trees act by themselves, with nobody among the first that was there before.
    pub fn of_trees(
        species: Forest,
        contest: Box<AnyContest<<Forest as Species>::Genome>>,
        rounds: Vec<Round>,
        blank: ChampionFile,
    ) -> Self {
        let fitted = Fitted::default();
        Breed { species, contest, rounds, founders: Vec::new(), blank, measured_on: games_against, fitted }
    }

    /// Lets champions join the first population, named by the experiment or files.
    pub fn found(&mut self, facts: &Facts, named: &[String], files: &[PathBuf]) -> Result<(), GameError> {
        let language = (&*self.blank.language, self.blank.hash);
        let architecture = &self.species.architecture;
        self.founders = founders(facts, language, (named, files), |file| {
            file.genome(|text, line| architecture.parse_simplified(text, line))
        })?;
        Ok(())
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
struct BredRun<S: Species> {
    run: Populations<S, AnyContest<S::Genome>>,
    is_prepared: bool,
    blank: ChampionFile,
    measured_on: fn(&str, usize) -> String,
    fitted: Fitted,
}

impl<S: Species> BredRun<S> {
    /// A champion with everything that a run ends with.
    fn finished(&self, champion: &FinalChoice<S::Genome>) -> Result<Finish, GameError> {
        let (first, best) = (self.run.first(), &champion.candidate);
        let (species, contest, yardstick) = (first.species(), first.contest(), &first.plan().yardstick);
        let whole = |genome: &S::Genome| match contest.whole(genome) {
            Some(whole) => species.print(&whole),
            None => species.print(genome),
        };
        let beyond = contest.beyond(&best.genome, champion.games.min(BEYOND), first.plan().seed)?;
        let file = ChampionFile {
            generation: best.generation,
            score: format!("{:.4} {}", best.score, (self.measured_on)(&yardstick.player, champion.games)),
            program: whole(&best.genome),
            ..self.blank.clone()
        };
        let entry = |candidate: &Candidate<_>| FrontEntry {
            nodes: candidate.nodes,
            score: candidate.score,
            generation: candidate.generation,
            program: whole(&candidate.genome),
        };
        Ok(Finish {
            champion: file,
            score: best.score,
            games: champion.games,
            nodes: best.nodes,
            front: champion.front.iter().map(entry).collect(),
            front_games: yardstick.final_games,
            files: Vec::new(),
            beyond,
        })
    }

    /// Reads genomes.
    fn reader(&self) -> impl Fn(String) -> Result<S::Genome, GameError> {
        let species = self.run.first().species();
        |text| species.parse(&text, 1).map_err(|error| GameError::Program(error.to_string()))
    }
}

impl<S: Species> Evolution for BredRun<S> {
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

    fn interrupt_by(&mut self, interrupt: &Interrupt) {
        self.run.interrupt_by(interrupt);
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
        let state = state.map(self.reader())?;
        self.run.restore(state);
        Ok(())
    }

    fn fitted(&self) -> Option<&str> {
        self.fitted.known()
    }

    fn islands(&self) -> Option<&IslandSettings> {
        match &self.run {
            Populations::One(_) => None,
            Populations::Islands(islands) => Some(islands.settings()),
        }
    }

    fn unit(
        &mut self,
        island: usize,
        state: State<String>,
        until: u64,
    ) -> Result<Outcome<String>, GameError> {
        self.prepare(None)?;
        let state = state.map(self.reader())?;
        let outcome = self.run.unit(island, state, until)?;
        let species = self.run.first().species();
        outcome.map(|genome| Ok(species.print(&genome)))
    }

    fn join(&mut self, outcomes: Vec<Outcome<String>>) -> Result<Vec<GenerationReport>, GameError> {
        let outcomes = outcomes.into_iter().map(|outcome| outcome.map(self.reader()));
        let outcomes = outcomes.collect::<Result<_, _>>()?;
        Ok(self.run.join(outcomes))
    }

    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError> {
        outcome.clone().map(self.reader()).map(drop)
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.first().seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        self.run.champion(go_on)?.map(|champion| self.finished(&champion)).transpose()
    }

    fn finish_by(&self, measure: &mut MeasureAll<'_>) -> Result<Option<Finish>, GameError> {
        let species = self.run.first().species();
        let choice = self.run.champion_by(|asked| {
            let print = |asked: Measurement<S::Genome>| {
                let Measurement { genome, games, generation, slot } = asked;
                Measurement { genome: species.print(&genome), games, generation, slot }
            };
            measure(asked.into_iter().map(print).collect())
        })?;
        choice.map(|champion| self.finished(&champion)).transpose()
    }

    fn measurement(&self, asked: Measurement<String>) -> Result<f64, GameError> {
        let Measurement { genome, games, generation, slot } = asked;
        let genome = self.reader()(genome)?;
        Ok(self.run.first().measurement(&Measurement { genome, games, generation, slot })?)
    }
}
