//! A run that learns the weights of a heuristic, behind the interface of all evolution.

use std::time::Instant;

use ludevo_arena::{SearchPlayer, play};
use ludevo_evolve::{
    Convergence, End, EvolutionSettings, Failed, GenerationReport, Outcome, Selection, Species, State, Stop,
    Weights, Yardstick, YardstickScore, describe,
};
use ludevo_random::{Purpose, stream};
use ludevo_search::alphabeta::SearchSettings;
use ludevo_search::rules::{Side, TurnBased};
use rayon::prelude::*;

use super::boards::{Boards, Source};
use super::duels::{Duels, normalise};
use super::generator::{Breeding, Judged};
use super::heuristic::{Form, Heuristic};
use super::settings::{Games, Learning, Positions};
use super::specimen::Specimen;
use super::temporal::Lessons;
use crate::rules::LoseCheckers;
use ludevo_game::board::{Maker, failed};
use ludevo_game::champion::{ChampionFile, Line};
use ludevo_game::game::{Evolution, Finish, GameError};

/// A population of heuristics on its way.
pub(super) struct HeuristicRun {
    pub(super) game: LoseCheckers,
    pub(super) form: Form,
    pub(super) species: Weights,
    pub(super) learning: Learning,
    pub(super) evolution: EvolutionSettings,
    pub(super) yardstick: Yardstick,
    pub(super) stop: Stop,
    /// The player behind the yardstick.
    pub(super) opponent: Maker<LoseCheckers>,
    /// How heuristics search when they are measured.
    pub(super) measured: SearchSettings,
    pub(super) seed: u64,
    /// A champion's file, all but what the run finds out.
    pub(super) blank: ChampionFile,
    /// Everything there is to keep. The hall holds the best heuristic of each phase that is over, and `unmeasured` the
    /// best of the generation just done.
    pub(super) state: State<Specimen>,
    /// The test positions of a phase, once they are there.
    pub(super) boards: Option<(u64, Boards)>,
    pub(super) measuring: Option<(f64, usize)>,
}

/// What a generation comes to.
struct Learned {
    points: Vec<f64>,
    best: usize,
    convergence: Option<Convergence>,
    games: u64,
}

impl HeuristicRun {
    /// The first population.
    pub(super) fn born(species: &Weights, learning: &Learning, size: usize, seed: u64) -> Vec<Specimen> {
        (0..size).map(|index| newborn(species, learning, seed, 0, index)).collect()
    }

    fn step_generation(&mut self) -> Result<GenerationReport, Failed> {
        let generation = self.state.generation;
        let learned = match self.learning.clone() {
            Learning::Positions(positions) => self.by_positions(positions),
            Learning::Games(games) => self.by_games(games),
            Learning::TemporalDifference(_) => self.by_differences(),
        };
        let Learned { points, best, mut convergence, mut games } = learned;
        let genomes: Vec<Vec<f64>> =
            self.state.population.iter().map(|specimen| specimen.weights.clone()).collect();
        let chosen = self.state.population[best].clone();
        if let Some(convergence) = &mut convergence {
            convergence.best_is_mutated = chosen.mutated;
        }
        let mut report = describe(&self.species, &genomes, &points, best);
        if generation.is_multiple_of(self.yardstick.every) {
            games += self.yardstick.games as u64;
            report.yardstick = Some(self.measure_best(&chosen)?);
        }
        self.state.games += games;
        report.population = "main".to_owned();
        report.generation = generation;
        report.games = games;
        report.games_total = self.state.games;
        report.convergence.clone_from(&convergence);
        self.state.convergence.extend(convergence);
        self.state.unmeasured = vec![chosen];
        self.state.generation += 1;
        self.begin_phase(&points);
        self.state.end = self.reason_to_end();
        Ok(report)
    }

    fn breeding(&self, crossovers: u64) -> Breeding<'_> {
        let tournament = match self.evolution.selection {
            Selection::Tournament { size, .. } => size,
            _ => 2,
        };
        let (ludevo_evolve::Breeding::Both { mutation, .. }
        | ludevo_evolve::Breeding::OneOf { mutation, .. }
        | ludevo_evolve::Breeding::Shares { mutation, .. }) = self.evolution.breeding;
        Breeding { species: &self.species, tournament, mutation, crossovers }
    }

    fn by_positions(&mut self, positions: Positions) -> Learned {
        let generation = self.state.generation;
        let boards = self.take_boards(positions);
        let mut population = std::mem::take(&mut self.state.population);
        let mut judged = Judged::new(&mut population, &boards, positions.similarity);
        let mut rng = stream(self.seed, Purpose::Breeding, generation, 0);
        let convergence = judged.breed(&mut rng, &self.breeding(positions.crossovers));
        let (best, points) = (judged.best(), judged.fitness().to_vec());
        self.state.population = population;
        self.boards = Some((positions.phase_of(generation), boards));
        Learned { points, best, convergence: Some(convergence), games: 0 }
    }

    /// Where the generation that comes next begins a phase: remembers the best of the phase that is over, who judges the
    /// positions of the next, and makes the weakest anew.
    fn begin_phase(&mut self, points: &[f64]) {
        let Learning::Positions(positions) = self.learning else { return };
        if positions.phase_of(self.state.generation) as usize == self.state.hall.len() {
            return;
        }
        self.state.hall.extend(self.state.unmeasured.iter().cloned());
        let mut weakest_first: Vec<usize> = (0..points.len()).collect();
        weakest_first.sort_by(|one, two| points[*one].total_cmp(&points[*two]));
        let renewed = (positions.renewed * points.len() as f64) as usize;
        for place in weakest_first.into_iter().take(renewed) {
            self.state.population[place] =
                newborn(&self.species, &self.learning, self.seed, self.state.generation, place);
        }
    }

    /// The test positions of the present phase, made now unless they are there.
    fn take_boards(&mut self, positions: Positions) -> Boards {
        let phase = positions.phase_of(self.state.generation);
        if let Some((_, boards)) = self.boards.take().filter(|(known, _)| *known == phase) {
            return boards;
        }
        let newest = if phase == 0 {
            positions.boards
        } else {
            (positions.newest * positions.boards as f64).round() as usize
        };
        let mut boards = self.boards_of(positions, phase, phase, newest);
        let rest = positions.boards - newest;
        for earlier in 0..phase {
            // What does not divide evenly goes to the first ones.
            let count = rest / phase as usize + usize::from((earlier as usize) < rest % phase as usize);
            boards.extend(self.boards_of(positions, phase, earlier, count));
        }
        boards
    }

    /// Positions of the stage of the game that phase `stage` began with, as they are used in `phase`.
    fn boards_of(&self, positions: Positions, phase: u64, stage: u64, count: usize) -> Boards {
        let valued_in = if positions.reuse { stage } else { phase };
        let judge = match valued_in.checked_sub(1) {
            None => vec![0.0; self.form.weights()],
            Some(before) => self.state.hall[before as usize].weights.clone(),
        };
        let source = Source {
            game: &self.game,
            form: &self.form,
            judge: &self.heuristic(judge),
            depth: positions.depth,
            plies: positions.plies(stage),
            stream: (self.seed, (valued_in << 32) + stage),
        };
        source.boards(count)
    }

    fn by_games(&mut self, games: Games) -> Learned {
        let generation = self.state.generation;
        let search = SearchSettings { nodes: Some(games.nodes), ..SearchSettings::full(games.depth) };
        let mut population = std::mem::take(&mut self.state.population);
        let duels = Duels { game: &self.game, form: &self.form, search };
        let mut rng = stream(self.seed, Purpose::Breeding, generation, 0);
        let breeding = self.breeding(games.crossovers);
        let convergence = duels.breed(&mut rng, &mut population, &breeding);
        let best = duels.best(&mut rng, &population);
        // Three tournaments and the newcomer's duel, two games each, and the knock-out of all.
        let duels =
            games.crossovers * (3 * (breeding.tournament as u64 - 1) + 1) + population.len() as u64 - 1;
        let points = vec![0.0; population.len()];
        self.state.population = population;
        Learned { points, best, convergence: Some(convergence), games: 2 * duels }
    }

    fn by_differences(&mut self) -> Learned {
        let Learning::TemporalDifference(settings) = self.learning else { unreachable!("asked of others") };
        let lessons = Lessons {
            game: &self.game,
            form: &self.form,
            settings,
            seed: self.seed,
            generation: self.state.generation,
        };
        for (learner, specimen) in (0..).zip(&mut self.state.population) {
            let learned = lessons.learn(learner, &specimen.weights);
            specimen.weights = self.species.with_constants(&specimen.weights, &learned);
        }
        let learners = self.state.population.len();
        Learned {
            points: vec![0.0; learners],
            best: 0,
            convergence: None,
            games: settings.games * learners as u64,
        }
    }

    fn heuristic(&self, weights: Vec<f64>) -> Heuristic {
        Heuristic::new(self.form.clone(), weights)
            .expect("the form was checked, and specimens have its weights")
    }

    fn measure(&self, specimen: &Specimen, games: usize, purpose: Purpose) -> Result<f64, Failed> {
        let heuristic = self.heuristic(specimen.weights.clone());
        let one = |number: usize| {
            let mut rng = stream(self.seed, purpose, self.state.generation, number as u64);
            let mut own = SearchPlayer::new(self.measured, heuristic.clone());
            let mut other = self.opponent.make();
            let start = self.game.initial();
            let (played, side) = if number.is_multiple_of(2) {
                (play(&self.game, &start, &mut own, &mut *other, &mut rng), Side::First)
            } else {
                (play(&self.game, &start, &mut *other, &mut own, &mut rng), Side::Second)
            };
            Ok(played.map_err(failed)?.outcome.points(side))
        };
        let points: Vec<f64> = (0..games).into_par_iter().map(one).collect::<Result<_, Failed>>()?;
        Ok(points.iter().sum::<f64>() / games as f64)
    }

    fn measure_best(&mut self, best: &Specimen) -> Result<YardstickScore, Failed> {
        let games = self.yardstick.games;
        let clock = Instant::now();
        let score = self.measure(best, games, Purpose::Yardstick)?;
        self.measuring = Some((clock.elapsed().as_secs_f64(), games));
        if self.state.best.is_none_or(|(known, _)| score > known) {
            self.state.best = Some((score, self.state.generation));
        }
        Ok(YardstickScore { player: self.yardstick.player.clone(), score, games })
    }

    fn reason_to_end(&self) -> Option<End> {
        let reached = |target: f64| self.state.best.is_some_and(|(score, _)| score >= target);
        if self.stop.target.is_some_and(reached) {
            Some(End::Target)
        } else {
            (self.state.generation >= self.evolution.generations).then_some(End::Generations)
        }
    }
}

/// A random specimen; for learners by games of length 1, and for learners by differences without any opinion.
fn newborn(species: &Weights, learning: &Learning, seed: u64, generation: u64, index: usize) -> Specimen {
    let mut rng = stream(seed, Purpose::Birth, generation, index as u64);
    let mut weights = species.random(&mut rng, index);
    match learning {
        Learning::Positions(_) => {}
        Learning::Games(_) => normalise(&mut weights),
        Learning::TemporalDifference(_) => weights.fill(0.0),
    }
    Specimen::new(weights)
}

/// What a champion's file tells of how its population converged.
pub(super) const FIGURES: [&str; 3] = ["effective-crossovers", "mutated-among-best", "variance-fall"];

/// The figures of a run, in the order of [`FIGURES`]: the share of crossovers whose child joined the population, the
/// share of generations whose best was mutated, and how many times smaller the variance of the middle weight became.
fn figures(generations: &[Convergence]) -> Vec<Line> {
    let (Some(first), Some(last)) = (generations.first(), generations.last()) else { return Vec::new() };
    let sum = |of: fn(&Convergence) -> u64| generations.iter().map(of).sum::<u64>() as f64;
    let effective = sum(|generation| generation.effective) / sum(|generation| generation.crossovers);
    let mutated = sum(|generation| generation.best_is_mutated.into()) / generations.len() as f64;
    let mut falls: Vec<f64> = first
        .before
        .iter()
        .zip(&last.after)
        .map(|(before, after)| before / after.max(before * 1e-12))
        .collect();
    falls.sort_by(f64::total_cmp);
    let fall = falls[falls.len() / 2];
    let [one, two, three] = FIGURES;
    vec![
        Line::new(one, format!("{effective:.3}")),
        Line::new(two, format!("{mutated:.3}")),
        Line::new(three, format!("{fall:.0}")),
    ]
}

impl Evolution for HeuristicRun {
    fn prepare(&mut self, _kept: Option<&str>) -> Result<Option<String>, GameError> {
        Ok(None)
    }

    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError> {
        if self.state.end.is_some() {
            return Ok(Vec::new());
        }
        Ok(vec![self.step_generation()?])
    }

    fn save(&self) -> State<String> {
        let print = |specimen: Specimen| Ok::<_, std::convert::Infallible>(specimen.print(&self.species));
        match self.state.clone().map(print) {
            Ok(state) => state,
            Err(never) => match never {},
        }
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        let state = state.map(|text| Specimen::parse(&text, &self.species));
        self.state = state.map_err(|error| GameError::Program(error.to_string()))?;
        if matches!(self.state.end, None | Some(End::Generations)) {
            self.state.end = None;
            self.state.end = self.reason_to_end();
        }
        Ok(())
    }

    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError> {
        let read = |text: String| Specimen::parse(&text, &self.species);
        outcome.clone().map(read).map(drop).map_err(|error| GameError::Program(error.to_string()))
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.measuring.map(|(seconds, games)| seconds / games as f64)
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        let games = self.yardstick.fresh_games;
        let Some(best) = self.state.unmeasured.first().filter(|_| go_on(0, games)) else { return Ok(None) };
        let score = self.measure(best, games, Purpose::Final)?;
        let program = self.species.print(&best.weights);
        let (nodes, generation) = (best.weights.len(), self.state.generation - 1);
        let mut champion = self.blank.clone();
        champion.own.extend(figures(&self.state.convergence));
        champion.generation = generation;
        champion.score = format!("{score:.4} against {} in {games} games", self.yardstick.player);
        champion.program = program;
        // As published: whoever is best in the end is the result, and nothing is chosen by further games.
        Ok(Some(Finish {
            champion,
            score,
            games,
            nodes,
            front: Vec::new(),
            front_games: 0,
            files: Vec::new(),
            beyond: None,
        }))
    }
}
