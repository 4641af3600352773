//! A turn-based game behind the interface that commands use.

use std::path::PathBuf;
use std::sync::Arc;

use ludevo_arena::{
    Ending, Match, MatchResult, Names, Player, Positions, Record, Replay, ReplayError, Watch,
};
use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{Failed, Forest, Round, any_contest};
use ludevo_program::{Architecture, Individual, Language, ParseError};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::Order;
use ludevo_search::rules::{Side, Turn};

use super::contest::{BoardContest, views_of_random_play};
use super::evolved::{Brain, Manner};
use super::foresight::Foresight;
use super::language::GameLanguage;
use super::layout::Layout;
use super::players::{self, Champion};
use super::school::Lessons;
use super::settings::{BoardSettings, PlayerSettings, ProgramSettings};
use super::starts::Starts;
use super::table::{BoardTable, branching, counted, frames, thrown_away};
use super::thoughts::Thoughts;
use super::{BoardGame, Judged, OtherPlayers};
use crate::ablation;
use crate::bred::{self, Breed, games_against};
use crate::champion::{ChampionError, ChampionFile};
use crate::chances::Seen;
use crate::conformance;
use crate::experiment::{Experiment, SettingsError};
use crate::fitting::Fitted;
use crate::fixed::Fixed;
use crate::game::{Evolution, Facts, Game, GameError, MatchGame, Shown, Table, TableGame};
use crate::player_name::PlayerName;
use crate::scene::Frame;
use crate::shown::show_tree;
use crate::study::{Study, Variance};

/// On how many positions individuals are compared with each other.
const COMPARED_ON: usize = 64;

/// On how many positions the form of a program for reading is compared with the program.
const READ_ON: usize = 1000;

/// Plies of random play before a champion's own games.
const OWN_OPENINGS: u32 = 4;

/// Of every so many pairs of positions of a champion's own games one is valued: those in between are nearly the same.
const APART: usize = 2;

/// The section of an experiment that says who teaches.
const TEACHER: &str = "teacher";

/// What an experiment that breeds trees states about its game.
struct Stated<S> {
    settings: BoardSettings,
    starts: Option<Starts<S>>,
    lessons: Option<Box<dyn Lessons>>,
}

impl<G: Judged> BoardGame<G> {
    fn read(&self, experiment: &Experiment) -> Result<Stated<G::State>, SettingsError> {
        let mut own = experiment.own.clone();
        let lessons = self.0.lessons(&own)?;
        if lessons.is_some() {
            own.remove(TEACHER);
        }
        let settings = BoardSettings::read(&own, &experiment.evolution, self.0.judges(), self.0.reach())?;
        if let Some(lessons) = &lessons {
            lessons.check(&settings.program)?;
        }
        if let Ok(language) = self.find_language(&settings.program.language) {
            let knowledge = settings.program.knowledge();
            let changed =
                knowledge.applied_to(&language).map_err(|error| knowledge.refused(&language.name, &error))?;
            let architecture =
                settings.program.layout().architecture(self.0.judges(), &changed, settings.program.depth);
            let fixed = &settings.program.fixed;
            Fixed::read(fixed, &architecture).map_err(|error| RangeError {
                key: "program.fixed".to_owned(),
                value: fixed.join(", "),
                allowed: format!("an expression with one `Evolved`: {error}"),
            })?;
            if let Some(guide) = &settings.program.guide {
                self.guide_of(&settings.program, &language, &Fitted::default()).map_err(|error| {
                    RangeError {
                        key: "program.guide".to_owned(),
                        value: guide.clone(),
                        allowed: format!("a program of the language {}: {error}", language.name),
                    }
                })?;
            }
        }
        let positions = &settings.program.positions;
        let starts = Starts::find(&self.0, positions).map_err(|error| RangeError {
            key: "program.positions".to_owned(),
            value: positions.join(", "),
            allowed: format!("classes of positions and files with positions: {error}"),
        })?;
        Ok(Stated { settings, starts, lessons })
    }

    /// The program by hand that champions of an experiment are compared with: its own, or the game's. It may use what is
    /// struck. The error is in words.
    fn guide_of(
        &self,
        program: &ProgramSettings,
        base: &GameLanguage,
        fitted: &Fitted,
    ) -> Result<Option<ByHand>, String> {
        let (name, tree) = match &program.guide {
            Some(tree) => ("the experiment's guide".to_owned(), tree.clone()),
            None => match self.0.guide(&base.name) {
                Some(written) => {
                    let name = match &written.tree {
                        Some(_) => format!("the program by hand `{}`", written.name),
                        None => "a sum that was fitted to random games and that nobody wrote".to_owned(),
                    };
                    (name, written.program(&self.0, Some(fitted)))
                }
                None => return Ok(None),
            },
        };
        let language = program.knowledge().unstruck().applied_to(base).map_err(|error| error.to_string())?;
        let architecture = Layout::PLAIN.architecture(self.0.judges(), &language, DEEPEST_GUIDE);
        let individual = parse_text(&tree, &architecture)
            .map_err(|error| format!("line {}, column {}: {}", error.line, error.column, error.problem))?;
        Ok(Some(ByHand { name, individual, architecture }))
    }

    /// What was worked out, unless the rules failed on the way.
    fn unfailed<T>(&self, found: T) -> Result<T, GameError> {
        self.0.failure().map_or(Ok(found), |failure| Err(GameError::Failed(Failed(failure))))
    }

    /// What an experiment breeds if it does not breed trees.
    fn other_bred_by(&self, experiment: &Experiment) -> Option<&'static dyn OtherPlayers<G>> {
        self.0.other_genome().filter(|other| other.is_bred_by(experiment))
    }

    fn find_language(&self, name: &str) -> Result<GameLanguage, GameError> {
        let mut languages = self.0.languages();
        if let Some(place) = languages.iter().position(|language| language.name == name) {
            return Ok(languages.swap_remove(place));
        }
        Err(GameError::unknown("program.language", name, languages.iter().map(|language| &language.name[..])))
    }

    /// The language of an experiment: that of the game with what the experiment changes in it.
    fn language_of(&self, program: &ProgramSettings) -> Result<GameLanguage, GameError> {
        let language = self.find_language(&program.language)?;
        program.knowledge().applied_to(&language).map_err(|error| GameError::Program(error.to_string()))
    }

    fn blank(&self, settings: &BoardSettings, language: &GameLanguage) -> ChampionFile {
        let own = players::own_lines(
            settings.player,
            settings.program.layout(),
            self.0.judges(),
            &settings.program.knowledge(),
        );
        ChampionFile::new(self.0.facts().name, &language.name, language.hash(), own)
    }
}

impl<G: Judged> Game for BoardGame<G> {
    fn facts(&self) -> &'static Facts {
        self.0.facts()
    }

    fn opponents(&self) -> Vec<(&'static str, &'static str)> {
        players::opponents(self.0.facts())
    }

    fn languages(&self) -> Vec<Language> {
        let mut all: Vec<Language> = Vec::new();
        for language in self.0.languages() {
            for judge in 0..self.0.judges().len() {
                let language = language.of_judge(judge);
                if all.iter().all(|known| known.name() != language.name()) {
                    all.push((**language).clone());
                }
            }
        }
        all
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        let cells = self.0.languages().iter().map(|language| language.cells()).max().unwrap_or(0);
        let mut views = self.0.views(cells, count);
        // Games may compare programs on better play, which does not lead everywhere.
        views.extend(views_of_random_play(&self.0, None, cells, count));
        views
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        players::find(&self.0, name)?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        if let Some(other) = self.other_bred_by(experiment) {
            return other.settings(experiment);
        }
        let Stated { settings, lessons, .. } = self.read(experiment)?;
        let mut table = toml::Table::try_from(settings).expect("settings are tables of plain values");
        table.extend(lessons.map(|lessons| (TEACHER.to_owned(), lessons.settings().into())));
        Ok(table)
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        if let Some(other) = self.other_bred_by(experiment) {
            return other.words(experiment);
        }
        let Ok(Stated { settings, lessons, .. }) = self.read(experiment) else { return Vec::new() };
        let mut words = settings.words(self.0.judges());
        words.extend(lessons.iter().flat_map(|lessons| lessons.words()));
        words
    }

    fn preparation(&self, experiment: &Experiment) -> Option<String> {
        let Stated { settings, lessons, .. } = self.read(experiment).ok()?;
        let games = |round: &Round| if let Round::Foresight { games, .. } = round { *games } else { 0 };
        let games: usize = settings.fitness.iter().map(games).sum();
        let foresight =
            (games > 0).then(|| format!("first {games} games are played whose positions will be judged"));
        lessons.map(|lessons| lessons.preparation()).or(foresight)
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
        self.evolve_by(None, experiment, seed, founders)
    }

    fn evolve_by(
        &self,
        guide: Option<&str>,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        if let Some(other) = self.other_bred_by(experiment) {
            return other.evolve(&self.0, experiment, seed, founders);
        }
        let fitted = match guide {
            Some(guide) => players::kept_guide(&self.0, guide)?,
            None => Fitted::default(),
        };
        let Stated { settings, starts, lessons } = self.read(experiment)?;
        let BoardSettings { program, player, fitness } = &settings;
        let language = self.language_of(program)?;
        let layout = program.layout();
        let mut architecture = layout.architecture(self.0.judges(), &language, program.depth);
        if layout == (Layout { by_turn: layout.by_turn, selector: layout.selector, ..Layout::PLAIN }) {
            for (judge, part) in architecture.parts[..self.0.judges().len()].iter_mut().enumerate() {
                part.depth = self.0.depth_of_judge(judge, program.depth);
            }
        }
        let architecture = Arc::new(architecture);
        let fixed = Fixed::read(&program.fixed, &architecture).map_err(GameError::Program)?;
        // A guide of the game that uses what the experiment's functions are not is none to compare with.
        let guide = self
            .find_language(&program.language)
            .and_then(|base| self.guide_of(program, &base, &fitted).map_err(GameError::Program));
        let guide = guide.ok().flatten();
        let (typed, named): (Vec<String>, Vec<String>) =
            program.founders.iter().cloned().partition(|founder| is_program(founder));
        let mut joining = Vec::new();
        for text in &typed {
            let founder = parse_text(text, &architecture).map_err(|error| {
                GameError::Program(format!(
                    "program.founders, `{text}`, column {}: {}",
                    error.column, error.problem
                ))
            })?;
            joining.push(founder);
        }
        let founders = bred::founders_among(
            |name| players::champion_in_run(&self.0, name, &fitted),
            self.0.facts(),
            (&language.name, language.hash()),
            (&named, founders),
            |file| read_founder(file, &architecture, &fixed),
        )?;
        joining.extend(founders);
        let foresight = |round: &Round| match round {
            Round::Foresight { player, games, positions, .. } => {
                let name = player.parse();
                let player = name.and_then(|name| players::find_in_run(&self.0, &name, &fitted));
                Some(player.map(|player| Foresight::new(player, *games, *positions)))
            }
            _ => None,
        };
        let bred_at = program.bred_at.unwrap_or(player.depth);
        let contest = BoardContest {
            game: self.0.clone(),
            samples: match &starts {
                Some(_) => views_of_random_play(&self.0, starts.as_ref(), language.cells(), COMPARED_ON),
                None => self.0.views(language.cells(), COMPARED_ON),
            },
            architecture: Arc::clone(&architecture),
            layout,
            bred: Manner::new(PlayerSettings { depth: bred_at, ..*player }, Order::Promising),
            measured: Manner::new(*player, Order::Promising),
            openings: program.openings,
            starts,
            advantage: program.advantage,
            foresight: fitness.iter().filter_map(foresight).collect::<Result<_, _>>()?,
            school: lessons.map(|lessons| lessons.school(Arc::clone(&architecture), program)),
            guide: guide.map(|guide| {
                let manner = Manner::new(*player, Order::Promising);
                let brain = Brain::new(&guide.individual, &guide.architecture, Layout::PLAIN, manner);
                (guide.name, brain)
            }),
            fixed,
            fitted: fitted.clone(),
            seed,
        };
        let breed = Breed {
            species: Forest { architecture, settings: program.trees },
            contest: any_contest(contest),
            rounds: fitness.clone(),
            founders: joining,
            blank: self.blank(&settings, &language),
            measured_on: games_against,
            fitted,
        };
        breed.start(experiment, seed)
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        if let Some(other) = players::other_genome(&self.0, champion) {
            return Ok(other.show(champion)?);
        }
        let Champion { individual, architecture, layout, player } = Champion::read(&self.0, champion)?;
        let cells = architecture.parts.iter().map(|part| part.language.cells()).max().unwrap_or(0);
        let views = self.0.views(cells, READ_ON);
        let trees = individual.trees.iter().zip(&architecture.parts);
        let mut plays = player.words();
        if layout.by_turn {
            plays += "; the position before the move decides which tree judges";
        }
        Ok(Shown { plays, trees: trees.map(|(tree, part)| show_tree(tree, part, &views)).collect() })
    }

    fn candidate(&self, experiment: &Experiment, program: &str) -> Option<ChampionFile> {
        let Stated { settings, .. } = self.read(experiment).ok()?;
        let language = self.language_of(&settings.program).ok()?;
        let architecture =
            settings.program.layout().architecture(self.0.judges(), &language, settings.program.depth);
        let fixed = Fixed::read(&settings.program.fixed, &architecture).ok()?;
        let program = match fixed.is_nothing() {
            true => program.to_owned(),
            false => architecture.print(&fixed.around(&architecture.parse(program, 1).ok()?), WIDTH),
        };
        Some(ChampionFile { program, ..self.blank(&settings, &language) })
    }

    fn blinded(&self, champion: &ChampionFile, terminal: &str) -> Option<ChampionFile> {
        let Champion { individual, architecture, .. } = Champion::read(&self.0, champion).ok()?;
        let cells = architecture.parts.iter().map(|part| part.language.cells()).max().unwrap_or(0);
        let views = self.0.views(cells, READ_ON);
        let blind = ablation::blinded(&individual, &architecture.parts, &views, terminal)?;
        Some(ChampionFile { program: architecture.print(&blind, WIDTH), ..champion.clone() })
    }

    fn study(&self) -> Option<&dyn Study> {
        Some(self)
    }

    fn at_table(&self) -> Option<&dyn TableGame> {
        Some(self)
    }

    fn in_matches(&self) -> Option<&dyn MatchGame> {
        Some(self)
    }
}

impl<G: Judged> TableGame for BoardGame<G> {
    fn conform(&self, games: u64) {
        conformance::check(&self.0, games, conformance::MOST_PLIES);
    }

    fn perft(&self, from: Option<&str>, depth: u32) -> Result<u64, GameError> {
        let count = counted(&self.0, from, depth).map_err(GameError::Program)?;
        self.unfailed(count)
    }

    fn table(&self, player: &PlayerName, side: Side, seed: u64) -> Result<Box<dyn Table>, GameError> {
        let maker = players::find(&self.0, player)?;
        let champion = players::champion(&self.0, player).ok();
        let champion = champion.and_then(|found| Champion::read(&self.0, &found.file).ok());
        let thoughts = champion.map(|champion| Thoughts {
            trees: champion.judging(),
            by_turn: champion.layout.by_turn,
            stages: champion.layout.stages,
        });
        Ok(Box::new(BoardTable::new(self.0.clone(), thoughts, &maker, side, seed)))
    }

    fn own_games(&self, player: &PlayerName, games: u64, seed: u64) -> Result<Vec<Seen>, GameError> {
        let maker = players::find(&self.0, player)?;
        let who = || player.to_string();
        let records = Some(Names { game: self.0.facts().name.to_owned(), first: who(), second: who() });
        // Where chance plays along no two games are alike; elsewhere openings must tell them apart.
        let openings = (!G::HAS_CHANCE).then_some(OWN_OPENINGS);
        let plan = Match { records, openings, purpose: Purpose::Foresight, ..Match::new(games, seed) };
        let played = plan.play(&self.0, &*maker, &*maker, Watch::default())?;
        let mut mind = maker.make();
        mind.new_game(&self.0, Side::First, &mut stream(seed, Purpose::Foresight, 0, 0));
        let mut seen = Vec::new();
        for record in &played.records {
            seen.extend(seen_in(&self.0, &mut *mind, record));
        }
        self.unfailed(seen)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Frame>, ReplayError> {
        frames(&self.0, record)
    }
}

impl<G: Judged> MatchGame for BoardGame<G> {
    fn classes(&self) -> &'static [(&'static str, &'static str)] {
        self.0.classes()
    }

    fn thrown_away(&self, record: &Record) -> Result<Option<[f64; 2]>, ReplayError> {
        thrown_away(&self.0, record)
    }

    fn under(&self, rules: &str) -> Result<Box<dyn MatchGame>, String> {
        Ok(Box::new(BoardGame(self.0.under(rules)?)))
    }

    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let (first, second) = (players::find(&self.0, first)?, players::find(&self.0, second)?);
        let starts = Starts::find(&self.0, &settings.positions)?;
        let of_round =
            starts.as_ref().map(|starts| |round: u64, rng: &mut Stream| starts.of_round(round, rng));
        let of_round = of_round.as_ref().map(|of_round| of_round as Positions<'_, G::State>);
        Ok(settings.play_from(&self.0, of_round, &*first, &*second, watch)?)
    }
}

impl<G: Judged> Study for BoardGame<G> {
    fn branching(&self, records: &[Record], plies: u32) -> Result<f64, ReplayError> {
        branching(&self.0, records, plies)
    }

    fn variance(&self) -> Option<&dyn Variance> {
        self.0.variance()
    }
}

/// Positions of a game that is over, valued by `mind` for whoever was to move, each with the points that side made.
fn seen_in<G: Judged>(game: &G, mind: &mut dyn Player<G>, record: &Record) -> Vec<Seen> {
    let Ok(Replay { states, .. }) = record.replay(game) else { return Vec::new() };
    let first = match record.outcome {
        Some(Ending::First) => 1.0,
        Some(Ending::Second) => 0.0,
        Some(Ending::Draw) => 0.5,
        None => return Vec::new(),
    };
    let choices = states.iter().enumerate().skip(record.opening);
    let choices = choices.filter(|(_, state)| matches!(game.turn(state), Turn::Player(_)));
    let choices: Vec<_> = choices.collect();
    // Two choices that follow one another are mostly one of each side; the remainder differs from game to game, so that
    // every part of a game is seen.
    let shift = choices.len() / 2;
    let some = (0..).zip(choices).filter(|(number, _)| (number / 2 + shift).is_multiple_of(APART));
    some.filter_map(|(_, (ply, state))| {
        let values = mind.values(game, state)?;
        let value = values.iter().map(|(_, value)| *value).max_by(f64::total_cmp)?;
        let by_first = game.mover(state) == Side::First;
        Some(Seen { value, points: if by_first { first } else { 1.0 - first }, ply, by_first })
    })
    .collect()
}

/// Characters of a line of a program.
const WIDTH: usize = 100;

/// The most levels a guide may have.
const DEEPEST_GUIDE: usize = 1000;

/// A program by hand that was read.
struct ByHand {
    name: String,
    individual: Individual,
    architecture: Architecture,
}

/// Whether a text is a program rather than the name of one.
fn is_program(text: &str) -> bool {
    text.contains('(') || text.contains('*') || text.trim_start().starts_with("tree ")
}

/// Trees that somebody wrote; one alone need not be named.
fn parse_text(text: &str, architecture: &Architecture) -> Result<Individual, ParseError> {
    match &architecture.parts[..] {
        [part] if !text.trim_start().starts_with("tree ") => {
            architecture.parse(&format!("tree {}\n{text}\n", part.name), 0)
        }
        _ => architecture.parse(text, 1),
    }
}

/// The program of a champion as an individual of this architecture. Where the champion has no tree to select moves by,
/// its one tree does both.
fn read_founder(
    file: &ChampionFile,
    architecture: &Architecture,
    fixed: &Fixed,
) -> Result<Individual, ChampionError> {
    if !fixed.is_nothing() {
        return file.genome(|text, line| {
            let whole = architecture.parse_simplified(text, line)?;
            let problem = "this champion does not have the parts that the experiment fixes".to_owned();
            fixed.within(&whole).ok_or(ParseError { line, column: 1, problem })
        });
    }
    let mut program = file.program.clone();
    if let [evaluate, select] = &architecture.parts[..]
        && select.name == "select"
        && !program.contains("tree select")
    {
        program += &file.program.replacen(&format!("tree {}", evaluate.name), "tree select", 1);
    }
    file.genome(|_, line| architecture.parse_simplified(&program, line))
}
