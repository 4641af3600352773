//! Boards as a kind of genome beside solvers: their experiments, their champion files, and the sets that runs hand over.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{
    GenerationReport, Interrupt, IslandSettings, Measurement, Outcome, Round, Species, State, any_contest,
};
use ludevo_game::bred::{self, Breed, OtherGenome};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::experiment::{Experiment, OwnSections, SettingsError};
use ludevo_game::fitting::Fitted;
use ludevo_game::game::{Evolution, Finish, GameError, HandedOver, MeasureAll, Shown, ShownTree};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{Posed, Searched};
use ludevo_search::puzzle::Limits;
use serde::{Deserialize, Serialize};

use super::contest::{BoardContest, FULL, Hardness, Judge, Nodes, Proved};
use super::settings::{BoardSettings, Start, WorthBy};
use super::species::{Boards, difference};
use crate::board::Board;
use crate::component::Analyst;
use crate::rules::{Metric, RushHour};
use crate::setup::Entry;
use crate::solver::Solver;
use crate::view;

/// The kind of genome.
pub(crate) struct BoardGenome;

/// What champion files state as their language.
const LANGUAGE: &str = "boards";

/// Changes when boards written before mean something else.
const HASH: u64 = 1;

/// The section whose presence says that an experiment breeds boards and not solvers.
const SECTION: &str = "board";

/// The set that a run hands over.
const SET: &str = "boards.txt";

/// What a champion file says of its board.
const FIGURES: [&str; 4] = ["slides", "cells", "positions", "nodes"];

/// The sections of an experiment that breeds boards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BredSettings {
    board: BoardSettings,
    /// One question, how hard a board is, for as many points as makes them slides.
    #[serde(default = "hardness")]
    fitness: Vec<Round>,
}

fn hardness() -> Vec<Round> {
    vec![Round::Problems { count: 1, points: FULL }]
}

impl OwnSections for BredSettings {
    fn check(&self, _experiment: &Experiment) -> Result<(), RangeError> {
        self.board.check()
    }

    fn fitness(&self) -> Option<&[Round]> {
        Some(&self.fitness)
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let board = &self.board;
        let BoardSettings { size, walls, vehicles, component, set, unlike, .. } = board;
        let worth = match &board.worth {
            WorthBy::Optimum => format!(
                "the slides of the shortest solution, proved, from the hardest of at most {component} positions"
            ),
            WorthBy::Nodes { solver, most } => {
                format!("the positions that {solver} looks at, nothing if more than {most}")
            }
        };
        let start = match board.start {
            Start::Random => "vehicles wherever there is room",
            Start::SixInTheMiddle => "solvable boards of 6x6 in the middle",
        };
        vec![
            ("boards", format!("{size}x{size}, at most {vehicles} vehicles and {walls} walls")),
            ("first boards", start.to_owned()),
            ("worth", worth),
            ("set", format!("{set} boards, any two of which differ in {unlike} vehicles or more")),
        ]
    }
}

/// What counts the positions that a solver of a name looks at.
fn nodes_of(solver: &str, most: u64) -> Result<Nodes, GameError> {
    let name: PlayerName = solver.parse()?;
    let unknown = || PlayerError::File {
        path: name.name.clone(),
        problem: "no solver that boards can be bred for: name one of those that `ludevo games` lists"
            .to_owned(),
    };
    let method = Entry.opponent(&name)?.ok_or_else(unknown)?;
    let spare: Mutex<Vec<Solver>> = Mutex::default();
    Ok(Arc::new(move |board: &Board| {
        let spares = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = spares().pop();
        let limits = Limits { expanded: most, ..Limits::default() };
        let mut solver = taken.unwrap_or_else(|| Solver::new(&method, limits));
        let outcome = solver.solve(board);
        spares().push(solver);
        outcome.solution().map(|_| outcome.effort.expanded)
    }))
}

impl OtherGenome<Entry> for BoardGenome {
    fn language(&self) -> &'static str {
        LANGUAGE
    }

    fn is_bred_by(&self, experiment: &Experiment) -> bool {
        experiment.own.contains_key(SECTION)
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        BredSettings::table_of(experiment)
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        BredSettings::words_of(experiment)
    }

    fn picture(&self, program: &str) -> Option<String> {
        Some(view::picture(&program.parse().ok()?))
    }

    fn evolve(
        &self,
        game: &Entry,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let BredSettings { board: settings, fitness } = BredSettings::read(experiment)?;
        let judge = match &settings.worth {
            WorthBy::Optimum => Judge::Optimum,
            WorthBy::Nodes { solver, most } => Judge::Nodes { solver: nodes_of(solver, *most)?, most: *most },
        };
        let species = Boards::new(settings.clone());
        let read = |file: &ChampionFile| file.genome(|text, line| species.parse(text, line));
        let joining = bred::founders(game.facts(), (LANGUAGE, HASH), (&[], founders), read)?;
        let breed = Breed {
            species: species.clone(),
            contest: any_contest(BoardContest::new(settings.clone(), judge.clone())),
            rounds: fitness,
            founders: joining,
            blank: ChampionFile::new(game.facts().name, LANGUAGE, HASH, Vec::new()),
            measured_on: |_, _| String::new(),
            fitted: Fitted::default(),
        };
        let run = breed.start_own(experiment, seed)?;
        let contest = BoardContest::new(settings.clone(), judge);
        Ok(Box::new(BoardRun { run, settings, species, contest }))
    }

    fn show(&self, file: &ChampionFile) -> Result<Shown, ChampionError> {
        file.own(&FIGURES)?;
        file.written_in(Entry.facts().name, &[(LANGUAGE, HASH)])?;
        let species = Boards::new(BoardSettings::default());
        let board = file.genome(|text, line| species.parse(text, line))?;
        let nodes = species.measure(&board).nodes;
        let tree = ShownTree {
            name: "board".to_owned(),
            decides: "what is to be solved".to_owned(),
            text: file.program.clone(),
            nodes,
            simplified: file.program.clone(),
            simplified_nodes: nodes,
            reading: view::picture(&board),
            deviation: None,
            terminals: Vec::new(),
            uses: Vec::new(),
            outline: Vec::new(),
        };
        Ok(Shown { plays: format!("a board to be solved: {}", file.score), trees: vec![tree] })
    }
}

/// A run that hands over a set of boards beside its champion.
struct BoardRun {
    run: Box<dyn Evolution>,
    settings: BoardSettings,
    species: Boards,
    /// By which the boards of the set are judged once more.
    contest: BoardContest,
}

impl BoardRun {
    /// The hardest boards found, of which no two are alike, the hardest first.
    fn set(&self) -> Vec<Hardness> {
        let state = self.run.save();
        let states = std::iter::once(&state).chain(&state.islands);
        let measured = states.flat_map(|state| &state.finalists).filter(|candidate| candidate.score > 0.0);
        let read = |text: &String| self.species.parse(text, 1).ok();
        let mut found: Vec<(f64, Board)> =
            measured.filter_map(|candidate| Some((candidate.score, read(&candidate.genome)?))).collect();
        found.sort_by(|(one, _), (two, _)| two.total_cmp(one));
        let mut set: Vec<Board> = Vec::new();
        for (_, board) in found {
            let is_unlike = |other: &Board| difference(&board, other) >= self.settings.unlike;
            if set.len() < self.settings.set && set.iter().all(is_unlike) {
                set.push(board);
            }
        }
        set.iter().map(|board| self.contest.judged(board)).collect()
    }

    /// What the run ends with, with what there is to say about its board.
    fn finished(&self, mut finish: Finish) -> Result<Finish, GameError> {
        let board = self.species.parse(&finish.champion.program, 1);
        let board = board.map_err(|error| GameError::Program(error.to_string()))?;
        let Hardness { points, proved, hardest } = self.contest.judged(&board);
        let champion = &mut finish.champion;
        champion.program = self.species.print(&hardest);
        match (&self.settings.worth, proved) {
            (WorthBy::Nodes { solver, .. }, _) => {
                champion.score = format!("{points} positions by {solver}");
                champion.own = vec![Line::new("nodes", points)];
            }
            (WorthBy::Optimum, None) => champion.score = "no board that can be solved".to_owned(),
            (WorthBy::Optimum, Some(Proved { optimum, states })) => {
                champion.score = format!("{optimum} slides, proved; {states} positions");
                champion.own = vec![Line::new("slides", optimum), Line::new("positions", states)];
                let in_cells = RushHour::new(hardest, Metric::Cells);
                let component = Analyst::default().analyse(&in_cells, self.settings.component);
                let cells = component.and_then(|component| component.distance);
                champion.own.extend(cells.map(|cells| Line::new("cells", cells)));
            }
        }
        finish.files.push(self.set_file());
        Ok(finish)
    }

    fn set_file(&self) -> HandedOver {
        let set = self.set();
        let mut text = match &self.settings.worth {
            WorthBy::Optimum => {
                String::from("# slides of the shortest solution, positions that can be reached, board\n")
            }
            WorthBy::Nodes { solver, .. } => format!("# positions that {solver} looks at, board\n"),
        };
        for Hardness { points, proved, hardest } in &set {
            text += &match proved {
                Some(Proved { optimum, states }) => format!("{optimum} {states} {hardest}\n"),
                None => format!("{points} {hardest}\n"),
            };
        }
        HandedOver { name: SET, holds: format!("a set of {} unlike boards", set.len()), text }
    }
}

impl Evolution for BoardRun {
    fn prepare(&mut self, kept: Option<&str>) -> Result<Option<String>, GameError> {
        self.run.prepare(kept)
    }

    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError> {
        self.run.step()
    }

    fn interrupt_by(&mut self, interrupt: &Interrupt) {
        self.run.interrupt_by(interrupt);
    }

    fn save(&self) -> State<String> {
        self.run.save()
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        self.run.restore(state)
    }

    fn islands(&self) -> Option<&IslandSettings> {
        self.run.islands()
    }

    fn unit(
        &mut self,
        island: usize,
        state: State<String>,
        until: u64,
    ) -> Result<Outcome<String>, GameError> {
        self.run.unit(island, state, until)
    }

    fn join(&mut self, outcomes: Vec<Outcome<String>>) -> Result<Vec<GenerationReport>, GameError> {
        self.run.join(outcomes)
    }

    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError> {
        self.run.check_unit(outcome)
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        self.run.finish(go_on)?.map(|finish| self.finished(finish)).transpose()
    }

    fn finish_by(&self, measure: &mut MeasureAll<'_>) -> Result<Option<Finish>, GameError> {
        self.run.finish_by(measure)?.map(|finish| self.finished(finish)).transpose()
    }

    fn measurement(&self, asked: Measurement<String>) -> Result<f64, GameError> {
        self.run.measurement(asked)
    }
}
