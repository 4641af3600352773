//! A turn-based game behind the interface that commands use.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::{
    Entrant as Seat, Match, MatchResult, RoundRobin, TournamentResult, TournamentWatch, Watch,
};
use ludevo_evolve::{Forest, GenerationReport, Plan, Run, Species, State};
use ludevo_program::reading::read_approximately;
use ludevo_program::text::{label, print_wrapped};
use ludevo_program::{Architecture, Individual, Language, Op, Part, Primitive, Tree, nearest, simplify};
use ludevo_search::alphabeta::Order;
use ludevo_search::rules::{Side, perft};

use super::contest::{BoardContest, sample_views};
use super::evolved::{architecture, search_settings};
use super::settings::{BoardSettings, PlayerSettings};
use super::table::{BoardTable, Looks};
use super::{BoardGame, Entry, players};
use crate::champion::ChampionFile;
use crate::experiment::{Experiment, SettingsError};
use crate::game::{Evolution, Facts, Finish, FrontEntry, Game, GameError, Shown, ShownTree, Table};
use crate::measurement::Measurement;
use crate::player_name::{PlayerError, PlayerName};
use crate::provenance::Provenance;

/// On how many positions individuals are compared with each other.
const COMPARED_ON: usize = 64;

impl<G: BoardGame> Game for Entry<G> {
    fn facts(&self) -> &'static Facts {
        G::facts()
    }

    fn languages(&self) -> Vec<Language> {
        G::languages()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, &self.0.initial(), depth)
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        players::find(&self.0, name)?;
        Ok(())
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

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        let settings = BoardSettings::read(experiment)?;
        Ok(toml::Table::try_from(settings).expect("settings are tables of plain values"))
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        BoardSettings::read(experiment).map_or_else(|_| Vec::new(), |settings| settings.words())
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let BoardSettings { program, player, fitness } = BoardSettings::read(experiment)?;
        let language = find_language::<G>(&program.language)?;
        let architecture = Arc::new(architecture(Arc::clone(&language), program.depth, program.selector));
        let named = program.founders.iter().cloned();
        let join = named
            .chain(founders.iter().map(|path| path.display().to_string()))
            .map(|founder| read_founder::<G>(&founder, &architecture))
            .collect::<Result<Vec<_>, _>>()?;
        let bred_at = program.bred_at.unwrap_or(player.depth);
        let contest = BoardContest {
            game: self.0,
            samples: sample_views(&self.0, language.cells(), COMPARED_ON),
            architecture: Arc::clone(&architecture),
            bred: search_settings(PlayerSettings { depth: bred_at, ..player }, Order::Promising),
            measured: search_settings(player, Order::Promising),
            openings: program.openings,
        };
        let plan = Plan {
            name: "main".to_owned(),
            seed,
            evolution: experiment.evolution.clone(),
            rounds: fitness,
            yardstick: experiment.yardstick.clone(),
            stop: experiment.stop,
        };
        let forest = Forest { architecture, settings: program.trees };
        let run = Run::new(forest, contest, plan, join)?;
        Ok(Box::new(BoardEvolution { run, language, player, selector: program.selector }))
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        let (individual, language) = players::program::<G>(champion).map_err(GameError::Program)?;
        let plays = players::own_settings(champion).map_err(|error| GameError::Program(error.to_string()))?;
        let architecture = architecture(Arc::clone(&language), usize::MAX, plays.selector);
        let views = sample_views(&self.0, language.cells(), 1000);
        let trees = individual.trees.iter().zip(&architecture.parts);
        Ok(Shown {
            plays: plays.player.words(),
            trees: trees.map(|(tree, part)| show_tree(tree, part, &views)).collect(),
        })
    }

    fn measurements(&self) -> &'static [Measurement] {
        G::measurements()
    }

    fn table(&self, player: &PlayerName, side: Side, seed: u64) -> Result<Box<dyn Table>, GameError> {
        let maker = players::find(&self.0, player)?;
        let looks = Looks { picture: G::picture, result: G::result, transcript: G::transcript };
        Ok(Box::new(BoardTable::new(self.0, looks, &maker, side, seed)))
    }
}

/// The program of a champion as an individual of this architecture. Where the champion has no tree to select moves by,
/// its one tree does both.
fn read_founder<G: BoardGame>(name: &str, architecture: &Architecture) -> Result<Individual, GameError> {
    let (path, file) =
        players::champion_file(G::facts(), &PlayerName { name: name.to_owned(), options: Vec::new() })?;
    let at = |problem: String| PlayerError::File { path: path.clone(), problem };
    let of = players::language_of::<G>(&file).map_err(at)?;
    let language = &architecture.parts[0].language;
    if of.hash() != language.hash() {
        let (of, here) = (of.name(), language.name());
        let problem = format!("this champion is written in `{of}`, the experiment breeds `{here}`");
        return Err(at(problem).into());
    }
    let mut program = file.program.clone();
    if let [evaluate, select] = &architecture.parts[..]
        && !program.contains(&format!("tree {}", select.name))
    {
        let [evaluate, select] = [evaluate, select].map(|part| format!("tree {}", part.name));
        program += &file.program.replacen(&evaluate, &select, 1);
    }
    let individual = architecture.parse(&program, file.program_line);
    Ok(individual.map_err(|error| at(error.to_string()))?)
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

pub(crate) fn show_tree(tree: &Tree, part: &Part, views: &[Vec<u64>]) -> ShownTree {
    let language = &part.language;
    let simplified = simplify(tree, language, part.root);
    let reading = read_approximately(&simplified, language, part.root, 100, views);
    let used: BTreeMap<&str, &Primitive> = simplified
        .nodes()
        .iter()
        .map(|node| language.primitive(node.opcode))
        .filter(|primitive| matches!(primitive.op, Op::Read(_)))
        .map(|primitive| (primitive.name, primitive))
        .collect();
    let shape = simplified.shape(language, part.root);
    let labels = simplified.nodes().iter().map(|node| label(node, language));
    ShownTree {
        name: part.name.clone(),
        decides: part.decides.clone(),
        text: print_wrapped(tree, language, 100),
        nodes: tree.len(),
        simplified: print_wrapped(&simplified, language, 100),
        simplified_nodes: simplified.len(),
        reading: reading.text,
        deviation: reading.approximate.map(|deviation| (deviation.largest, deviation.spread)),
        terminals: used.values().map(|primitive| (primitive.name, primitive.meaning)).collect(),
        outline: labels.zip(shape).map(|(label, place)| (label, place.parent)).collect(),
    }
}

/// A run of a turn-based game.
struct BoardEvolution<G: BoardGame> {
    run: Run<Forest, BoardContest<G>>,
    language: Arc<Language>,
    player: PlayerSettings,
    selector: bool,
}

impl<G: BoardGame> Evolution for BoardEvolution<G> {
    fn step(&mut self) -> Option<GenerationReport> {
        self.run.next()
    }

    fn save(&self) -> State<String> {
        let species = self.run.species();
        let print = |genome| Ok::<_, std::convert::Infallible>(species.print(&genome));
        match self.run.state().clone().map(print) {
            Ok(state) => state,
            Err(never) => match never {},
        }
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        let species = self.run.species();
        let state = state
            .map(|text| species.parse(&text, 1))
            .map_err(|error| GameError::Program(error.to_string()))?;
        self.run.restore(state);
        Ok(())
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<Finish> {
        let champion = self.run.champion(go_on)?;
        let species = self.run.species();
        let yardstick = &self.run.plan().yardstick;
        let best = &champion.candidate;
        let file = ChampionFile {
            game: G::facts().name.to_owned(),
            language: self.language.name().to_owned(),
            hash: self.language.hash(),
            own: players::own_lines(self.player, self.selector),
            provenance: Provenance::default(),
            generation: best.generation,
            score: format!("{:.4} against {} in {} games", best.score, yardstick.player, champion.games),
            program: species.print(&best.genome),
            program_line: 0,
        };
        let entry = |candidate: &ludevo_evolve::Candidate<_>| FrontEntry {
            nodes: candidate.nodes,
            score: candidate.score,
            generation: candidate.generation,
            program: species.print(&candidate.genome),
        };
        Some(Finish {
            champion: file,
            score: best.score,
            games: champion.games,
            nodes: best.nodes,
            front: champion.front.iter().map(entry).collect(),
            front_games: yardstick.final_games,
        })
    }
}
