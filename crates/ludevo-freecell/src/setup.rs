//! FreeCell made whole: its facts, its solvers by name, its experiments and champions.

use std::path::PathBuf;

use ludevo_evolve::settings::{RangeError, check_rounds, positive, within};
use ludevo_evolve::{Policy, Round, RuleSettings, Species, TreeSettings, WeightSettings};
use ludevo_program::Language;
use ludevo_search::puzzle::{Bound, DeepeningSettings, Limits};
use serde::{Deserialize, Serialize};

use super::contest::{DEALS, DealContest, Deals, Worth};
use super::deal::Deal;
use super::genome::{GENOMES, Genome, Variation};
use super::heuristics::PUBLISHED;
use super::policy;
use super::solution::Solution;
use super::solver::{DealOutcome, Method, Solver};
use super::table::DealTable;
use ludevo_game::bred::{self, Breed};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::champions;
use ludevo_game::decode::decode;
use ludevo_game::experiment::{Experiment, SettingsError};
use ludevo_game::game::{
    Evolution, Facts, Game, GameError, Problem, ProblemSolver, PuzzleGame, Shown, ShownTree, Solved,
    SolverVerdict, Table,
};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::words;

/// The game behind the interface that commands use.
pub(crate) struct Entry;

static FACTS: Facts = Facts {
    name: "freecell",
    title: "FreeCell",
    kind: "puzzle for one, everything in view",
    summary: "FreeCell: eight cascades of cards, four cells that hold a card each; bring all cards home, suit by suit \
              from the ace up. Solvers are searches whose heuristics are evolved: the published staged deepening over \
              nine heuristics, and best-first and beam searches over counts of their own.",
    opponents: &[
        ("hsdh", "staged deepening with Heineman's heuristic (Algorithm 11.1)"),
        ("ga-freecell", "staged deepening with the evolved weights printed in section 11.3"),
        ("staged", "staged deepening with one of the nine heuristics: option by"),
        ("deepening", "iterative deepening over single cards"),
        (
            "ida-star",
            "iterative deepening in the order of Heineman's heuristic, which section 11.2.1 calls IDA*",
        ),
        ("start", "two best-first searches with the weights that evolution starts from"),
        ("beam", "a beam search with hand-written weights; option width (300)"),
        (DEALS[0].1, DEALS[0].2),
        (DEALS[1].1, DEALS[1].2),
    ],
};

/// The weights of "one of our best solvers" in section 11.3 of Evolved to Win, in the order of [`PUBLISHED`].
const GA_FREECELL: [f64; 9] = [0.01, 0.01, 0.09, 0.0, 0.77, 0.01, 0.08, 0.01, 0.02];

/// Positions that a solver at the table may expand before it gives up: seconds at most.
const PATIENCE: u64 = 1_000_000;

/// The width of a beam unless something else is said.
const WIDTH: usize = 300;

/// The sections of an experiment that FreeCell reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FreeCellSettings {
    program: ProgramSettings,
    #[serde(default)]
    player: PlayerSettings,
    worth: Worth,
    #[serde(default)]
    fitness: Vec<Round>,
}

/// What is bred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramSettings {
    genome: Genome,
    #[serde(default)]
    weights: WeightSettings,
    /// How the conditions of a policy are made and varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trees: Option<TreeSettings>,
    /// How its rules are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RuleSettings>,
    /// Champions that join the first population.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    founders: Vec<String>,
}

impl ProgramSettings {
    fn variation(&self) -> Variation {
        Variation {
            weights: self.weights,
            trees: self.trees.unwrap_or_default(),
            rules: self.rules.unwrap_or_default(),
        }
    }
}

/// How solvers work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PlayerSettings {
    /// Positions that a solver may expand for a deal of an experiment.
    nodes: u64,
    /// The width of a beam.
    width: usize,
    /// The width of a beam on deals of fitness and tuning, if it differs: a narrower one solves more deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    bred_width: Option<usize>,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        PlayerSettings { nodes: 100_000, width: WIDTH, bred_width: None }
    }
}

impl FreeCellSettings {
    fn read(experiment: &Experiment) -> Result<Self, SettingsError> {
        let settings: Self = decode(&experiment.own)?;
        settings.check()?;
        check_rounds(&settings.fitness, &experiment.evolution)?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), RangeError> {
        let Variation { weights, trees, rules } = self.program.variation();
        weights.check("program.weights")?;
        trees.check()?;
        rules.check("program.rules")?;
        let PlayerSettings { nodes, width, bred_width } = self.player;
        within("player.nodes", nodes, 1..=1_000_000_000)?;
        for (key, width) in [("player.width", width), ("player.bred_width", bred_width.unwrap_or(width))] {
            within(key, width, 1..=1_000_000)?;
        }
        match self.worth {
            Worth::Cost { cap, length } => {
                within("worth.length", length, 0.0..=1e9)?;
                positive("worth.cap", cap, 1e12)
            }
            Worth::Length { cap } => positive("worth.cap", cap, 1e12),
            Worth::Reduction { penalty, baseline } => {
                within("worth.baseline", baseline, 1..=1_000_000_000)?;
                positive("worth.penalty", penalty, 1e12)
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits { expanded: self.player.nodes, ..Limits::default() }
    }
}

/// The method of a solver's name; sets of deals are no solvers.
fn method(name: &PlayerName) -> Result<Method, PlayerError> {
    let plain = |method: Method| name.only(&[]).map(|()| method);
    match name.name.as_str() {
        "hsdh" => plain(Method::Hsdh),
        "ga-freecell" => plain(Method::Staged(GA_FREECELL)),
        "deepening" => plain(Method::Deepening(DeepeningSettings::PLAIN)),
        "ida-star" => {
            plain(Method::Deepening(DeepeningSettings { bound: Bound::Length, order: true, step: 1 }))
        }
        "start" => plain(Genome::Portfolio.started(WIDTH)),
        "beam" => {
            name.only(&["width"])?;
            Ok(Genome::Beam.started(width(name)?.unwrap_or(WIDTH)))
        }
        "staged" => {
            name.only(&["by"])?;
            let names = PUBLISHED.map(|heuristic| heuristic.name);
            let allowed = names.join(", ");
            let by: String = name
                .option("by", &allowed, |by: &String| names.contains(&by.as_str()))?
                .ok_or_else(|| PlayerError::BadValue {
                    player: name.name.clone(),
                    option: "by".to_owned(),
                    value: String::new(),
                    allowed: allowed.clone(),
                })?;
            Ok(Method::Staged(names.map(|known| f64::from(u8::from(known == by)))))
        }
        known if DEALS.iter().any(|(_, set, _)| *set == known) => Err(PlayerError::File {
            path: known.to_owned(),
            problem: "a set of deals for experiments, not a solver".to_owned(),
        }),
        _ => {
            let Champion { genome, policy, width: own } = find_champion(name)?;
            name.only(if genome == Genome::Beam { &["width"] } else { &[] })?;
            Ok(genome.method(&policy, width(name)?.unwrap_or(own)))
        }
    }
}

fn width(name: &PlayerName) -> Result<Option<usize>, PlayerError> {
    name.option("width", "1 to 1000000", |width| (1..=1_000_000).contains(width))
}

fn find_champion(name: &PlayerName) -> Result<Champion, PlayerError> {
    let others: Vec<&str> = FACTS.opponents.iter().map(|(known, _)| *known).collect();
    champions::find(&FACTS, name, &others)?.read(champion)
}

/// A champion file that was read to its end.
struct Champion {
    genome: Genome,
    policy: Policy,
    width: usize,
}

fn champion(file: &ChampionFile) -> Result<Champion, ChampionError> {
    let names = GENOMES.map(|(genome, name, _)| (name, genome.hash()));
    let (genome, ..) = GENOMES[file.written_in(FACTS.name, &names)?];
    let width = file.own(&["width"])?.number("width", "a whole number")?.unwrap_or(WIDTH);
    let species = genome.species(Variation::default());
    let policy = file.genome(|text, line| species.parse(text, line))?;
    Ok(Champion { genome, policy, width })
}

impl Game for Entry {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn languages(&self) -> Vec<Language> {
        vec![(*policy::language()).clone()]
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        policy::views_of_random_play(count)
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        if DEALS.iter().any(|(_, known, _)| *known == name.name) {
            return Ok(name.only(&[])?);
        }
        method(name)?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        let settings = FreeCellSettings::read(experiment)?;
        Ok(toml::Table::try_from(settings).expect("settings are tables of plain values"))
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        let Ok(settings) = FreeCellSettings::read(experiment) else { return Vec::new() };
        let (_, name, meaning) = GENOMES[settings.program.genome as usize];
        let worth = match settings.worth {
            Worth::Cost { cap, length } => format!(
                "1 - cost / {cap}: positions generated, six for each expanded, {length} for each move that is not home"
            ),
            Worth::Length { cap } => format!("1 - moves / {cap}, moves home aside"),
            Worth::Reduction { penalty, baseline } => format!(
                "positions saved against Heineman's heuristic, {penalty} for a deal that it does not solve within \
                 {baseline}; 1 for a test deal"
            ),
        };
        vec![
            ("genome", format!("{name}: {meaning}")),
            ("limit", format!("{} positions a deal", settings.player.nodes)),
            ("a solved deal is worth", worth),
            ("fitness", words::rounds(&settings.fitness)),
        ]
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let settings = FreeCellSettings::read(experiment)?;
        let genome = settings.program.genome;
        let language = (genome.name(), genome.hash());
        let founders = bred::founders(&FACTS, language, (&settings.program.founders, founders), |file| {
            champion(file).map(|champion| champion.policy)
        })?;
        let PlayerSettings { width, bred_width, .. } = settings.player;
        let widths = (bred_width.unwrap_or(width), width);
        let contest = DealContest::new(genome, widths, settings.limits(), settings.worth);
        let own = (genome == Genome::Beam).then(|| Line::new("width", width));
        let breed = Breed {
            species: genome.species(settings.program.variation()).starting_at(genome.start()),
            contest,
            rounds: settings.fitness,
            founders,
            blank: ChampionFile::new(FACTS.name, genome.name(), genome.hash(), own.into_iter().collect()),
            measured_on: |deals, count| format!("on {count} {deals} deals"),
        };
        breed.start(experiment, seed)
    }

    fn show(&self, file: &ChampionFile) -> Result<Shown, GameError> {
        let Champion { genome, policy, width } = champion(file)?;
        let species = genome.species(Variation::default());
        let values = &policy.values;
        let (_, name, meaning) = GENOMES[genome as usize];
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|one, two| values[*two].abs().total_cmp(&values[*one].abs()));
        let reading = order.iter().map(|place| {
            format!(
                "{:>9.3}  {:<22} {}\n",
                values[*place],
                species.weights()[*place].name,
                genome.meanings()[*place]
            )
        });
        let text = species.print(&policy);
        let plays = match genome {
            Genome::Beam => format!("{meaning}, {width} wide"),
            _ => meaning.to_owned(),
        };
        let tree = ShownTree {
            name: name.to_owned(),
            decides: "how near the goal a position is; less is nearer".to_owned(),
            nodes: species.measure(&policy).nodes,
            simplified: species.print(&species.simplify(&policy)),
            simplified_nodes: species.measure(&species.simplify(&policy)).nodes,
            text,
            reading: reading.collect(),
            deviation: None,
            uses: Vec::new(),
            terminals: Vec::new(),
            outline: Vec::new(),
        };
        Ok(Shown { plays, trees: vec![tree] })
    }

    fn as_puzzle(&self) -> Option<&dyn PuzzleGame> {
        Some(self)
    }
}

impl PuzzleGame for Entry {
    fn check_problem(&self, problem: &Problem) -> Result<(), String> {
        deal(problem).map(|_| ())
    }

    fn is_for_training(&self, number: u32) -> bool {
        Deals::Training.numbers().binary_search(&number).is_ok()
    }

    fn formats(&self) -> &'static [&'static str] {
        &["moves", "fc-solve", "cards"]
    }

    fn table(&self, problem: &Problem, solver: &PlayerName) -> Result<Box<dyn Table>, GameError> {
        let deal = deal(problem).map_err(GameError::Program)?;
        let limits = Limits { expanded: PATIENCE, ..Limits::default() };
        Ok(Box::new(DealTable::new(&deal, method(solver)?, limits)))
    }

    fn solver(&self, name: &PlayerName, limits: Limits) -> Result<Box<dyn ProblemSolver>, GameError> {
        Ok(Box::new(DealSolver(Solver::new(&method(name)?, limits))))
    }
}

fn deal(problem: &Problem) -> Result<Deal, String> {
    match problem {
        Problem::Number(number) => Deal::microsoft(*number),
        Problem::Text(text) => text.parse(),
    }
    .map_err(|error| error.to_string())
}

struct DealSolver(Solver);

impl ProblemSolver for DealSolver {
    fn solve(&mut self, problem: &Problem, write: bool) -> Result<Solved, String> {
        let deal = deal(problem)?;
        let DealOutcome { solution, limit, effort, time } = self.0.solve(&deal);
        let verdict = match (solution, limit) {
            (Some(solution), _) => SolverVerdict::Solution {
                moves: solution.plays().len(),
                steps: solution.singles().len(),
                texts: if write { texts(&solution) } else { Vec::new() },
            },
            (None, Some(limit)) => SolverVerdict::Unsolved(limit.word()),
            (None, None) => SolverVerdict::Unsolved("nothing left to try"),
        };
        Ok(Solved { verdict, expanded: effort.expanded, generated: effort.generated, time })
    }
}

/// A solution in all formats: in words, in the standard notation with runs as one move, and card by card.
fn texts(solution: &Solution) -> Vec<String> {
    let words = (1..).zip(solution.plays()).map(|(number, play)| format!("{number:>3}. {}\n", play.words()));
    let tokens = |plays: &[super::solution::Play]| {
        let lines = plays.chunks(10).map(|line| {
            let tokens: Vec<String> = line.iter().map(ToString::to_string).collect();
            tokens.join(" ") + "\n"
        });
        lines.collect::<String>()
    };
    vec![words.collect(), tokens(solution.plays()), tokens(solution.singles())]
}
