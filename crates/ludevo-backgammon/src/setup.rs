//! Backgammon made whole: its facts, its opponents by name, its players, and how programs for it are bred.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use ludevo_arena::{
    Entrant as Competitor, Match, MatchResult, Player, Record, ReplayError, RoundRobin, TournamentResult,
    TournamentWatch, Watch, play,
};
use ludevo_evolve::{Contest, Forest};
use ludevo_program::{Architecture, Code, Individual, Language, nearest};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, TurnBased};

use super::board::Board;
use super::evolved::{Brain, Chooser, LANGUAGES, Seat, Stages, architecture, languages_of, quick_game};
use super::language::{fill, languages, view_cells};
use super::plays::Plays;
use super::rules::{Backgammon, Position, throw};
use super::school::{Curriculum, School};
use super::settings::{BackgammonSettings, TeacherSettings};
use super::{gnubg, notation, pubeval, steadied, tables, view};
use ludevo_game::board::{BoardTable, Looks, Maker, Thoughts, Written, branching, counted, frames, or_end};
use ludevo_game::bred::{self, Breed, games_against};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::champions;
use ludevo_game::conformance;
use ludevo_game::experiment::{Experiment, SettingsError};
use ludevo_game::game::{Evolution, Facts, Game, GameError, Kind, Shown, Table, TurnBasedGame};
use ludevo_game::measurement::{Measurement, Steadied};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::Frame;
use ludevo_game::shown::show_tree;

static FACTS: Facts = Facts {
    name: "backgammon",
    title: "Backgammon",
    kind: "board game for two with dice, everything in view",
    summary: "Backgammon without the doubling cube: two dice, fifteen men a side, single men may be hit; a gammon counts \
              two points, a backgammon three. Programs value every board that a roll can lead to, with a tree for \
              contact and one for races, as Azaria and Sipper evolved GP-Gammon.",
    opponents: &[
        ("random", "moves to any next board"),
        ("pubeval", "the linear evaluation that Tesauro published in 1993, the usual yardstick"),
        (
            gnubg::NAME,
            "GNU Backgammon without the cube; only where it is installed; options plies (0), program",
        ),
    ],
};

/// The most levels a tree of a champion may have.
const DEEPEST_CHAMPION: usize = 1000;

/// On how many boards individuals are compared with each other.
const COMPARED_ON: usize = 64;

impl Game for Backgammon {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn languages(&self) -> Vec<Language> {
        languages()
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), GameError> {
        find(name)?;
        Ok(())
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        let settings = BackgammonSettings::read(experiment)?;
        Ok(toml::Table::try_from(settings).expect("settings are tables of plain values"))
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        BackgammonSettings::read(experiment).map_or_else(|_| Vec::new(), |settings| settings.words())
    }

    fn preparation(&self, experiment: &Experiment) -> Option<String> {
        let teacher = BackgammonSettings::read(experiment).ok()?.teacher?;
        Some(format!("first a teacher learns from {} games; generations go faster than that", teacher.games))
    }

    fn evolve(
        &self,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let settings = BackgammonSettings::read(experiment)?;
        let stages = settings.stages();
        let BackgammonSettings { program, fitness, teacher } = settings;
        let Some((pair, hash)) = languages_of(&program.language) else {
            return Err(GameError::Unknown {
                key: "program.language".to_owned(),
                nearest: nearest(&program.language, LANGUAGES).unwrap_or_default().to_owned(),
                value: program.language,
                known: LANGUAGES.join(", "),
            });
        };
        let architecture = Arc::new(architecture(&pair, stages, program.depth));
        let language = (&program.language[..], hash);
        let founders = bred::founders(&FACTS, language, (&program.founders, founders), |file| {
            file.genome(|text, line| architecture.parse(text, line))
        })?;
        let contest = BackgammonContest {
            samples: sample_views(COMPARED_ON),
            architecture: Arc::clone(&architecture),
            stages,
            teacher,
            most_nodes: program.trees.nodes.unwrap_or(usize::MAX),
            school: OnceLock::new(),
        };
        let breed = Breed {
            species: Forest { architecture, settings: program.trees },
            contest,
            rounds: fitness,
            founders,
            blank: ChampionFile::new(FACTS.name, &program.language, hash, stage_lines(stages)),
            measured_on: games_against,
        };
        breed.start(experiment, seed)
    }

    fn show(&self, champion: &ChampionFile) -> Result<Shown, GameError> {
        let champion = Champion::read(champion)?;
        let views = sample_views(1000);
        let trees = champion.individual.trees.iter().zip(&champion.architecture.parts);
        Ok(Shown {
            plays: champion.stages.words(),
            trees: trees.map(|(tree, part)| show_tree(tree, part, &views)).collect(),
        })
    }

    fn measurements(&self) -> &'static [Measurement] {
        tables::MEASUREMENTS
    }

    fn kind(&self) -> Kind<'_> {
        Kind::TurnBased(self)
    }
}

impl TurnBasedGame for Backgammon {
    fn under(&self, _rules: &str) -> Result<Box<dyn TurnBasedGame>, String> {
        Err("backgammon leaves no rules open".to_owned())
    }

    fn has_depth(&self) -> bool {
        false
    }

    fn conform(&self, games: u64) {
        conformance::check(self, games, conformance::MOST_PLIES);
    }

    fn perft(&self, from: Option<&str>, depth: u32) -> Result<u64, String> {
        counted(self, from, read_position, depth)
    }

    fn play_match(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        settings: &Match,
        watch: Watch<'_>,
    ) -> Result<MatchResult, GameError> {
        let (first, second) = (maker(first)?, maker(second)?);
        Ok(settings.play(self, &*first, &*second, watch)?)
    }

    fn ladder(
        &self,
        names: &[PlayerName],
        settings: &RoundRobin,
        watch: TournamentWatch<'_>,
    ) -> Result<TournamentResult, GameError> {
        let makers = names.iter().map(maker).collect::<Result<Vec<_>, _>>()?;
        let titles: Vec<String> = names.iter().map(PlayerName::to_string).collect();
        let seats: Vec<Competitor<'_, Self>> =
            titles.iter().zip(&makers).map(|(name, maker)| Competitor { name, player: &**maker }).collect();
        Ok(settings.play(self, &seats, watch)?)
    }

    fn worth(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        games: u64,
        steadied: Steadied,
    ) -> Result<Vec<f64>, GameError> {
        match (find(first)?, find(second)?) {
            (Found::Chooser(first), Found::Chooser(second)) => {
                Ok(steadied::worth(&first, &second, games, steadied))
            }
            _ => Ok(Vec::new()),
        }
    }

    fn table(&self, player: &PlayerName, side: Side, seed: u64) -> Result<Box<dyn Table>, GameError> {
        let maker = maker(player)?;
        let looks = Looks {
            picture: |_, position| view::picture(position),
            scene: |_, position, _| view::scene(position),
            path: |_, _, action| view::path(action),
            result: |_, position| view::result(position),
            transcript: |_, start, moves| view::transcript(start, moves),
            notations: |_, position| notation::all(position),
            document: |_, _, start, moves| view::transcript(start, moves),
            read: read_position,
        };
        Ok(Box::new(BoardTable::new(*self, looks, thoughts(player), &maker, side, seed)))
    }

    fn branching(&self, records: &[Record], plies: u32) -> Result<f64, ReplayError> {
        branching(self, records, plies)
    }

    fn replay(&self, record: &Record) -> Result<Vec<Frame>, ReplayError> {
        frames(self, |_, position, _| view::scene(position), record)
    }
}

/// A position that people wrote down. They keep games of backgammon in no notation that we read.
fn read_position(_: &Backgammon, text: &str) -> Result<Written<Backgammon>, String> {
    let position = notation::parse(text.trim()).map_err(|error| error.to_string())?;
    Ok((position, Vec::new()))
}

/// What the champion of this name judges boards by, if contact and race decide which of its trees does.
fn thoughts(player: &PlayerName) -> Option<Thoughts<Backgammon>> {
    let champion = find_champion(player).ok().filter(|champion| champion.stages.evolved == 0)?;
    let languages = champion.architecture.parts.into_iter().map(|part| part.language);
    Some(Thoughts {
        trees: champion.individual.trees.into_iter().zip(languages).collect(),
        judge: if champion.stages.by_turn {
            |before, _| usize::from(!before.board.has_contact())
        } else {
            |_, next| usize::from(!next.board.has_contact())
        },
        fill: |_, position, view| fill(position.board.flipped(), view),
        of_last_mover: true,
        shown: |next| Position { board: next.board.flipped(), mover: next.mover.other(), dice: None },
    })
}

impl Stages {
    /// How a program plays, in words.
    pub fn words(self) -> String {
        let decides = if self.by_turn { "the board before the move" } else { "each next board itself" };
        format!("it moves to the next board that it values most; {decides} decides which tree values it")
    }
}

/// Someone to be found by a name.
enum Found {
    /// A player of ours.
    Chooser(Chooser),
    /// Another program.
    Other(Maker<Backgammon>),
}

fn find(name: &PlayerName) -> Result<Found, PlayerError> {
    let plain = |chooser| name.only(&[]).map(|()| Found::Chooser(chooser));
    match name.name.as_str() {
        "random" => plain(Chooser::Random),
        "pubeval" => plain(Chooser::Pubeval),
        gnubg::NAME => gnubg::maker(name).map(Found::Other),
        _ => plain(Chooser::Evolved(find_champion(name)?.brain())),
    }
}

fn find_champion(name: &PlayerName) -> Result<Champion, PlayerError> {
    let others: Vec<&str> = FACTS.opponents.iter().map(|(known, _)| *known).collect();
    champions::find(&FACTS, name, &others)?.read(Champion::read)
}

/// Makes the players of this name.
fn maker(name: &PlayerName) -> Result<Maker<Backgammon>, PlayerError> {
    Ok(match find(name)? {
        Found::Chooser(chooser) => {
            Arc::new(move || Box::new(Seat::new(chooser.clone())) as Box<dyn Player<Backgammon>>)
        }
        Found::Other(maker) => maker,
    })
}

/// The player of this name, ready to sit at one table.
pub fn player(name: &PlayerName) -> Result<Box<dyn Player<Backgammon>>, PlayerError> {
    Ok(maker(name)?.make())
}

/// A champion file that was understood.
struct Champion {
    individual: Individual,
    architecture: Architecture,
    stages: Stages,
}

impl Champion {
    fn read(file: &ChampionFile) -> Result<Self, ChampionError> {
        let known: Vec<_> =
            LANGUAGES.into_iter().filter_map(|name| Some((name, languages_of(name)?))).collect();
        let names: Vec<(&str, u64)> = known.iter().map(|(name, (_, hash))| (*name, *hash)).collect();
        let (_, (pair, _)) = &known[file.written_in(FACTS.name, &names)?];
        let stages = read_stages(file)?;
        let architecture = architecture(pair, stages, DEEPEST_CHAMPION);
        let individual = file.genome(|text, line| architecture.parse(text, line))?;
        Ok(Champion { individual, architecture, stages })
    }

    fn brain(&self) -> Brain {
        Brain::new(&self.individual, &self.architecture, self.stages)
    }
}

fn read_stages(file: &ChampionFile) -> Result<Stages, ChampionError> {
    let own = file.own(&["stages", "stage-of"])?;
    let evolved = match own.need("stages")? {
        "contact, race" => 0,
        number => match number.parse() {
            Ok(stages) if (2..=16).contains(&stages) => stages,
            _ => return Err(own.refused("stages", "`contact, race` or a number from 2 to 16")),
        },
    };
    let by_turn = match own.need("stage-of")? {
        "turn" => true,
        "board" => false,
        _ => return Err(own.refused("stage-of", "`turn` or `board`")),
    };
    Ok(Stages { evolved, by_turn })
}

fn stage_lines(stages: Stages) -> Vec<Line> {
    let trees = if stages.evolved == 0 { "contact, race".to_owned() } else { stages.evolved.to_string() };
    vec![Line::new("stages", trees), Line::new("stage-of", if stages.by_turn { "turn" } else { "board" })]
}

/// Views of boards from games between two Pubevals, a few from each part of the game.
fn sample_views(count: usize) -> Vec<Vec<u64>> {
    let mut plays = Plays::default();
    let mut views = Vec::with_capacity(count);
    for number in 0.. {
        let mut rng = stream(0, Purpose::Sampling, 0, number);
        let mut now = Board::START;
        for turn in 0u64.. {
            let (_, next) = pubeval::choose(now, throw(turn == 0, &mut rng), &mut plays);
            if next.is_won() {
                break;
            }
            if (turn + number).is_multiple_of(7) {
                let mut view = vec![0; view_cells()];
                fill(next, &mut view);
                views.push(view);
                if views.len() == count {
                    return views;
                }
            }
            now = next.flipped();
        }
    }
    views
}

/// Backgammon as evolution sees it.
struct BackgammonContest {
    architecture: Arc<Architecture>,
    stages: Stages,
    samples: Vec<Vec<u64>>,
    teacher: Option<TeacherSettings>,
    /// The nodes that a program may have.
    most_nodes: usize,
    school: OnceLock<School>,
}

/// Someone ready to play.
struct Entrant {
    player: Found,
    /// The program as it is, to be marked.
    individual: Option<Individual>,
}

impl BackgammonContest {
    fn school(&self) -> &School {
        self.school.get_or_init(|| {
            let teacher = self.teacher.expect("a run without a teacher has no problems");
            School::open(teacher.training(), teacher.decisions)
        })
    }
}

impl Contest for BackgammonContest {
    type Genome = Individual;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Individual) -> Entrant {
        let brain = Brain::new(genome, &self.architecture, self.stages);
        Entrant { player: Found::Chooser(Chooser::Evolved(brain)), individual: Some(genome.clone()) }
    }

    fn opponent(&self, name: &str) -> Result<Entrant, String> {
        let name = name.parse().map_err(|error: PlayerError| error.to_string())?;
        let player = find(&name).map_err(|error| error.to_string())?;
        Ok(Entrant { player, individual: None })
    }

    fn play(&self, first: &Entrant, second: &Entrant, rng: &mut Stream) -> f64 {
        if let (Found::Chooser(first), Found::Chooser(second)) = (&first.player, &second.player) {
            return f64::from(u8::from(quick_game(first, second, rng)));
        }
        let seat = |entrant: &Entrant| match &entrant.player {
            Found::Chooser(chooser) => Box::new(Seat::new(chooser.clone())) as Box<dyn Player<Backgammon>>,
            Found::Other(maker) => maker.make(),
        };
        let (mut first, mut second) = (seat(first), seat(second));
        let played = play(&Backgammon, &Backgammon.initial(), &mut *first, &mut *second, rng);
        or_end(played).outcome.points(Side::First)
    }

    fn has_problems(&self) -> bool {
        self.teacher.is_some()
    }

    fn collect_problems(&self) {
        self.school();
    }

    fn mark(&self, entrant: &Entrant, count: usize, rng: &mut Stream) -> f64 {
        let individual = entrant.individual.as_ref().expect("only individuals are marked");
        self.school().mark(individual, &self.architecture, count, rng)
    }

    fn teach(&self, genome: &Individual, lessons: usize, rng: &mut Stream) -> Individual {
        let suggestions = self.teacher.map_or(0, |teacher| teacher.suggestions);
        let curriculum = Curriculum { lessons, suggestions, nodes: self.most_nodes };
        self.school().teach(genome, &self.architecture, curriculum, rng)
    }

    fn behaviour(&self, genome: &Individual) -> Option<u64> {
        // FNV-1a over the values on the sampled views.
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut view = Vec::new();
        for (tree, part) in genome.trees.iter().zip(&self.architecture.parts) {
            let code = Code::new(tree, &part.language, part.root);
            for sample in &self.samples {
                view.clone_from(sample);
                hash = (hash ^ code.evaluate(&mut view).to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Some(hash)
    }
}
