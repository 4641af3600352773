//! A puzzle behind the interface that commands use.

use std::path::PathBuf;

use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{Policies, Policy, Species, any_contest};
use ludevo_program::{Language, Nearest, ParseError};
use ludevo_search::puzzle::Limits;

use super::changed::Changed;
use super::contest::ProblemContest;
use super::settings::{PuzzleSettings, RivalKind, Worth};
use super::table::PuzzleTable;
use super::{Ended, Kind, Outcome, Searched, SearchedPuzzle, Variation};
use crate::ablation;
use crate::bred::{self, Breed, OtherGenome};
use crate::champion::{ChampionError, ChampionFile};
use crate::champions;
use crate::experiment::{Experiment, SettingsError};
use crate::fitting::Fitted;
use crate::game::{
    Evolution, Facts, Game, GameError, Level, Problem, ProblemSolver, PuzzleGame, Shown, ShownTree, Solved,
    SolverVerdict, Table,
};
use crate::knowledge::{self, Knowledge};
use crate::player_name::{PlayerError, PlayerName};
use crate::shown::show_tree;

/// On how many positions the form of a tree for reading is compared with the tree.
const READ_ON: usize = 1000;

/// What an experiment that breeds solvers states about its puzzle.
type Stated<P> = PuzzleSettings<<P as Searched>::Genome, <P as Searched>::Player>;

/// A champion file that was read to its end.
struct Champion<P: Searched> {
    kind: Kind<P::Genome>,
    changed: Changed,
    policy: Policy,
    player: P::Player,
}

impl<P: Searched> SearchedPuzzle<P> {
    fn kind(&self, genome: P::Genome) -> Kind<P::Genome> {
        let kinds = self.0.genomes();
        *kinds.iter().find(|kind| kind.genome == genome).expect("every kind of genome is listed")
    }

    fn champion(&self, file: &ChampionFile) -> Result<Champion<P>, ChampionError> {
        let kinds = self.0.genomes();
        let names: Vec<(&str, u64)> =
            kinds.iter().map(|kind| (kind.name, self.0.hash(kind.genome))).collect();
        let knowledge = Knowledge::read(&file.lines())?;
        let with_own: Vec<(&str, u64)> =
            names.iter().map(|(name, hash)| (*name, hash ^ knowledge.hash())).collect();
        let kind = kinds[file.written_in(self.0.facts().name, &with_own)?];
        let player = self.0.read_lines(&file.without(&knowledge::KEYS))?;
        let species = self.0.species(kind.genome, Variation::default());
        let changed = Changed::new(species, &knowledge)
            .map_err(|range| file.refused(&format!("{}: {}", range.key, range.allowed)))?;
        let policy = file.genome(|text, line| changed.species.parse(text, line))?;
        Ok(Champion { kind, changed, policy, player })
    }

    fn find_champion(&self, name: &PlayerName) -> Result<champions::Found, PlayerError> {
        let facts = self.0.facts();
        let others: Vec<&str> = facts.opponents.iter().map(|(known, _)| *known).collect();
        champions::find(facts, name, &others)
    }

    /// A refusal for whoever may name a set of problems too, as yardsticks do.
    fn or_a_set(&self, error: PlayerError) -> PlayerError {
        let sets: Vec<&str> = self.0.sets().iter().map(|set| set.name).collect();
        match error {
            PlayerError::Unknown { name, game, nearest, known } => {
                let near_set = Nearest::to(&name, sets.iter().copied());
                let nearest = if nearest.name().is_none() { near_set } else { nearest };
                let known = format!("{known}; sets of problems: {}", sets.join(", "));
                PlayerError::Unknown { name, game, nearest, known }
            }
            other => other,
        }
    }

    /// The method of a solver's name; sets of problems are no solvers.
    fn method(&self, name: &PlayerName) -> Result<P::Method, PlayerError> {
        if let Some(method) = self.0.opponent(name)? {
            return Ok(method);
        }
        let no_solver = |what: &str| PlayerError::File { path: name.name.clone(), problem: what.to_owned() };
        if self.0.sets().iter().any(|set| set.name == name.name) {
            return Err(no_solver("a set of problems, not a solver"));
        }
        let found = self.find_champion(name)?;
        if self.other_of(&found.file).is_some() {
            return Err(no_solver("made of problems, not a solver"));
        }
        let Champion { kind, changed, policy, player } = found.read(|file| self.champion(file))?;
        let player = self.0.with_options(kind.genome, player, name)?;
        Ok(self.0.method(kind.genome, &changed.solving(&policy), &player, ludevo_evolve::For::Measuring))
    }

    /// What an experiment breeds if it does not breed solvers.
    fn other_bred_by(&self, experiment: &Experiment) -> Option<&'static dyn OtherGenome<P>> {
        self.0.other_genome().filter(|other| other.is_bred_by(experiment))
    }

    /// The kind of genome of a champion file of this puzzle, if it is no solver.
    fn other_of(&self, file: &ChampionFile) -> Option<&'static dyn OtherGenome<P>> {
        let is_own = file.game == self.0.facts().name;
        self.0.other_genome().filter(|other| is_own && file.language == other.language())
    }

    fn blank(&self, settings: &Stated<P>) -> ChampionFile {
        let genome = settings.program.genome;
        let knowledge = settings.program.knowledge();
        let mut own = self.0.lines(genome, &settings.player);
        own.extend(knowledge.lines());
        let hash = self.0.hash(genome) ^ knowledge.hash();
        ChampionFile::new(self.0.facts().name, self.kind(genome).name, hash, own)
    }

    /// What an experiment breeds: the puzzle's trees with what it changes in their languages and what it fixes of them.
    fn changed(&self, settings: &Stated<P>) -> Result<Changed, RangeError> {
        let species = self.0.species(settings.program.genome, settings.program.variation());
        Changed::new(species, &settings.program.knowledge())?.fixing(&settings.program.fixed)
    }

    /// How a solver works by the program that an experiment states by hand, which may use what is struck.
    fn guide(&self, settings: &Stated<P>) -> Result<Option<P::Method>, RangeError> {
        let Some(text) = &settings.program.guide else { return Ok(None) };
        let genome = settings.program.genome;
        let species = self.0.species(genome, settings.program.variation());
        let changed = Changed::new(species, &settings.program.knowledge().unstruck())?;
        let policy = read_typed(text, &changed.species).map_err(|error| RangeError {
            key: "program.guide".to_owned(),
            value: text.clone(),
            allowed: format!("a program of what is bred: column {}: {}", error.column, error.problem),
        })?;
        let purpose = ludevo_evolve::For::Measuring;
        Ok(Some(self.0.method(genome, &changed.solving(&policy), &settings.player, purpose)))
    }

    /// A founder that somebody typed.
    fn typed(&self, text: &str, species: &Policies) -> Result<Policy, GameError> {
        read_typed(text, species).map_err(|error| {
            GameError::Program(format!(
                "program.founders, `{text}`, column {}: {}",
                error.column, error.problem
            ))
        })
    }

    fn read_problem(&self, problem: &Problem) -> Result<P::Problem, String> {
        match problem {
            Problem::Number(number) => self.0.numbered(*number),
            Problem::Text(text) => self.0.read(text),
        }
    }

    /// Weights as people read them, the heaviest first.
    fn show_weights(&self, kind: Kind<P::Genome>, policy: &Policy) -> ShownTree {
        let species = self.0.species(kind.genome, Variation::default());
        let (values, meanings) = (&policy.values, self.0.meanings(kind.genome));
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|one, two| values[*two].abs().total_cmp(&values[*one].abs()));
        let reading = order.iter().map(|place| {
            let name = &species.weights()[*place].name;
            format!("{:>9.3}  {name:<22} {}\n", values[*place], meanings[*place])
        });
        let simplified = species.simplify(policy);
        ShownTree {
            name: kind.name.to_owned(),
            decides: "how near the goal a position is; less is nearer".to_owned(),
            nodes: species.measure(policy).nodes,
            simplified: species.print(&simplified),
            simplified_nodes: species.measure(&simplified).nodes,
            text: species.print(policy),
            reading: reading.collect(),
            deviation: None,
            uses: Vec::new(),
            terminals: Vec::new(),
            outline: Vec::new(),
        }
    }
}

/// A program that somebody typed; a tree alone need not be named.
fn read_typed(text: &str, species: &Policies) -> Result<Policy, ParseError> {
    let parts = species.forest().map(|forest| &forest.architecture.parts[..]);
    let whole = match parts {
        Some([part]) if !text.trim_start().starts_with("tree ") => {
            format!("tree {}\n{text}\n", part.name)
        }
        _ => text.to_owned(),
    };
    species.parse(&whole, 0)
}

impl<P: Searched> Game for SearchedPuzzle<P> {
    fn facts(&self) -> &'static Facts {
        self.0.facts()
    }

    fn opponents(&self) -> Vec<(&'static str, &'static str)> {
        let sets = self.0.sets().iter().map(|set| (set.name, set.meaning));
        self.0.facts().opponents.iter().copied().chain(sets).collect()
    }

    fn languages(&self) -> Vec<Language> {
        self.0.languages()
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        self.0.views(count)
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        if self.0.sets().iter().any(|set| set.name == name.name) {
            return Ok(name.only(&[])?);
        }
        let is_other = self.find_champion(name).is_ok_and(|found| self.other_of(&found.file).is_some());
        if is_other {
            return Ok(name.only(&[])?);
        }
        self.method(name).map_err(|error| self.or_a_set(error))?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        if let Some(other) = self.other_bred_by(experiment) {
            return other.settings(experiment);
        }
        let settings = Stated::<P>::read(experiment)?;
        self.changed(&settings)?;
        self.guide(&settings)?;
        Ok(toml::Table::try_from(settings).expect("settings are tables of plain values"))
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        match self.other_bred_by(experiment) {
            Some(other) => other.words(experiment),
            None => Stated::<P>::read(experiment).map_or_else(|_| Vec::new(), |stated| stated.words(&self.0)),
        }
    }

    fn picture_of(&self, experiment: &Experiment, program: &str) -> Option<String> {
        self.other_bred_by(experiment)?.picture(program)
    }

    fn warnings(&self, experiment: &Experiment) -> Vec<String> {
        self.other_bred_by(experiment).map_or_else(Vec::new, |other| other.warnings(experiment))
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        if let Some(other) = self.other_bred_by(experiment) {
            return other.evolve(&self.0, experiment, seed, founders);
        }
        let settings = Stated::<P>::read(experiment)?;
        let genome = settings.program.genome;
        let knowledge = settings.program.knowledge();
        let language = (self.kind(genome).name, self.0.hash(genome) ^ knowledge.hash());
        let changed = self.changed(&settings).map_err(SettingsError::from)?;
        let guide = self.guide(&settings).map_err(SettingsError::from)?;
        let species = changed.species.clone();
        let (mut joining, mut named) = (Vec::new(), Vec::new());
        for name in &settings.program.founders {
            match self.0.by_hand(genome, name) {
                Some(trees) => joining.push(species.parse(trees, 1).expect("trees by hand are sound")),
                None if name.contains('(') || name.contains('*') => {
                    joining.push(self.typed(name, &species)?);
                }
                None => named.push(name.clone()),
            }
        }
        joining.extend(bred::founders(self.0.facts(), language, (&named, founders), |file| {
            let whole = self.champion(file)?.policy;
            let problem = "this champion does not have the parts that the experiment fixes";
            changed.within(whole).ok_or_else(|| file.refused(problem))
        })?);
        if settings.rivals == RivalKind::Bred && self.0.bred_problems(1).is_none() {
            return Err(GameError::unknown("rivals", "bred", ["known"]));
        }
        let baseline = match &settings.worth {
            Worth::Cost { .. } | Worth::Length { .. } | Worth::Parts(_) => None,
            Worth::Reduction { against, .. } => Some(against.as_deref().unwrap_or(self.0.baseline())),
            Worth::Orders { against, .. } => Some(&against[..]),
        };
        let baseline = baseline.map(|name| self.method(&name.parse()?)).transpose()?;
        let contest = ProblemContest::new(
            self.0.clone(),
            (genome, changed, settings.player.clone()),
            settings.limits(),
            settings.worth.clone(),
            (settings.training(self.0.sets())?, settings.rivals),
            (baseline, guide),
        );
        let breed = Breed {
            species,
            contest: any_contest(contest),
            blank: self.blank(&settings),
            rounds: settings.fitness,
            founders: joining,
            measured_on: |set, count| format!("on {count} {set} problems"),
            fitted: Fitted::default(),
        };
        breed.start(experiment, seed)
    }

    fn show(&self, file: &ChampionFile) -> Result<Shown, GameError> {
        if let Some(other) = self.other_of(file) {
            return Ok(other.show(file)?);
        }
        let Champion { kind, changed, policy, player } = self.champion(file)?;
        let species = &changed.species;
        let mut trees = Vec::new();
        if !policy.values.is_empty() {
            trees.push(self.show_weights(kind, &policy));
        } else if let Some(forest) = species.forest() {
            let views = self.0.views(READ_ON);
            let parts = policy.trees.trees.iter().zip(&forest.architecture.parts);
            trees.extend(parts.map(|(tree, part)| show_tree(tree, part, &views)));
        }
        Ok(Shown { plays: self.0.how(kind, &player), trees })
    }

    fn candidate(&self, experiment: &Experiment, program: &str) -> Option<ChampionFile> {
        if self.other_bred_by(experiment).is_some() {
            return None;
        }
        let settings = Stated::<P>::read(experiment).ok()?;
        let changed = self.changed(&settings).ok()?;
        let bred = changed.species.parse(program, 1).ok();
        let whole = bred.and_then(|bred| changed.whole(&bred));
        let program = whole.map_or_else(|| program.to_owned(), |whole| changed.species.print(&whole));
        Some(ChampionFile { program, ..self.blank(&settings) })
    }

    fn blinded(&self, file: &ChampionFile, terminal: &str) -> Option<ChampionFile> {
        let Champion { changed, policy, .. } = self.champion(file).ok()?;
        let parts = &changed.species.forest()?.architecture.parts;
        let trees = ablation::blinded(&policy.trees, parts, &self.0.views(READ_ON), terminal)?;
        let program = changed.species.print(&Policy { trees, ..policy });
        Some(ChampionFile { program, ..file.clone() })
    }

    fn as_puzzle(&self) -> Option<&dyn PuzzleGame> {
        Some(self)
    }
}

impl<P: Searched> PuzzleGame for SearchedPuzzle<P> {
    fn check_problem(&self, problem: &Problem) -> Result<(), String> {
        self.read_problem(problem).map(|_| ())
    }

    fn problems_of(&self, text: &str) -> Vec<String> {
        self.0.problems_of(text)
    }

    fn asks(&self, problem: &Problem) -> Option<String> {
        self.0.asks(&self.read_problem(problem).ok()?)
    }

    fn levels(&self) -> Vec<Level> {
        let level = |set: &'static super::ProblemSet| Level {
            name: set.name,
            meaning: set.meaning,
            is_for_training: set.is_for_training,
            numbers: &set.numbers,
        };
        self.0.sets().iter().map(level).collect()
    }

    fn formats(&self) -> &'static [&'static str] {
        self.0.formats()
    }

    fn by_steps(&self) -> &'static str {
        self.0.by_steps()
    }

    fn adviser(&self) -> &'static str {
        self.0.adviser()
    }

    fn table(&self, problem: &Problem, solver: &PlayerName) -> Result<Box<dyn Table>, GameError> {
        let problem = self.read_problem(problem).map_err(GameError::Program)?;
        let limits = Limits { expanded: self.0.patience(), ..Limits::default() };
        Ok(Box::new(PuzzleTable::new(self.0.clone(), problem, self.method(solver)?, limits)))
    }

    fn solver(&self, name: &PlayerName, limits: Limits) -> Result<Box<dyn ProblemSolver>, GameError> {
        let solver = self.0.solver(&self.method(name)?, limits);
        let puzzle = SearchedPuzzle(self.0.clone());
        Ok(Box::new(SolverAtWork { puzzle, solver }))
    }
}

/// A solver behind the interface that commands use.
struct SolverAtWork<P: Searched> {
    puzzle: SearchedPuzzle<P>,
    solver: P::Solver,
}

impl<P: Searched> ProblemSolver for SolverAtWork<P> {
    fn solve(&mut self, problem: &Problem, write: bool) -> Result<Solved, String> {
        let problem = self.puzzle.read_problem(problem)?;
        let puzzle = &self.puzzle.0;
        let Outcome { ending, effort, time } = puzzle.solve(&mut self.solver, &problem);
        if let Some(failure) = puzzle.failure() {
            return Err(failure);
        }
        let verdict = match ending {
            Ended::Solved { solution, is_shortest } => SolverVerdict::Solution {
                moves: puzzle.plays_of(&solution).len(),
                steps: puzzle.steps_of(&solution),
                is_shortest,
                texts: if write { puzzle.written(&solution) } else { Vec::new() },
            },
            Ended::Unsolvable => SolverVerdict::Unsolvable,
            Ended::Unsolved(limit) => SolverVerdict::Unsolved(limit),
        };
        Ok(Solved { verdict, expanded: effort.expanded, generated: effort.generated, time })
    }
}
