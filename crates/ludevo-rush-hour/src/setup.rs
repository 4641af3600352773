//! Rush Hour made whole: its facts, its boards, its solvers by name, its genomes.

use ludevo_evolve::settings::{RangeError, within};
use ludevo_evolve::{Bundles, For, Forest, Policies, Policy, Species};
use ludevo_program::Language;
use ludevo_search::puzzle::{Bound, DeepeningSettings, Limits, Puzzle};
use serde::{Deserialize, Serialize};

use ludevo_game::bred::OtherGenome;
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{BredProblems, Kind, Outcome, PlayerKeys, Posed, ProblemSet, Searched, Variation};
use ludevo_game::scene::Scene;

use super::board::Board;
use super::breeding::{BoardGenome, BoardSettings, Boards};
use super::guide::{Guide, Trees};
use super::language;
use super::rules::{Metric, RushHour, Slide};
use super::sets::BOOK;
use super::solver::{Method, Search, Solution, Solver};
use super::survey::READINGS;
use super::view;

/// The puzzle as the layer of all puzzles takes it.
#[derive(Clone, Copy)]
pub(crate) struct Entry;

static FACTS: Facts = Facts {
    name: "rush-hour",
    title: "Rush Hour",
    kind: "puzzle for one, everything in view",
    summary: "Rush Hour: cars and trucks on a square, each of which slides along its own line; let the target X out to the \
              right. A move is a slide of any length; solutions are counted in single cells too. Solvers are searches whose \
              heuristics are evolved: the published policies for iterative deepening, and estimates for best-first search.",
    opponents: &[
        ("optimal", "A*, which proves that no solution is shorter; option metric (slides, cells)"),
        (
            "breadth-first",
            "breadth-first search, whose solutions are shortest ones; option metric (slides, cells)",
        ),
        ("deepening", "iterative deepening as published, no heuristic; option step (4)"),
        (
            "deepening-by",
            "iterative deepening with a heuristic: options by (BlockersLowerBound, GoalDistance, Hybrid), step (4), \
             factor (1), order-only",
        ),
        ("hand", "iterative deepening with a policy by hand; options step (4), order-only"),
        ("blockers", "best-first search by BlockersLowerBound; option factor of it beside the length (none)"),
    ],
};

/// By how much the published deepening raises its bound, as far as its text tells.
const STEP: u32 = 4;

/// The policy by hand that stands in for the one of Table 10.2, which is not published.
const HAND: &str = include_str!("hand.txt");

/// What is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Genome {
    Policy,
    Estimate,
}

const GENOMES: [Kind<Genome>; 2] = [
    Kind {
        genome: Genome::Policy,
        name: "policy",
        meaning: "iterative deepening by a policy: five rules and a default, conditions and values as trees",
    },
    Kind {
        genome: Genome::Estimate,
        name: "estimate",
        meaning: "best-first search by a tree for crowded boards and one for open ones",
    },
];

/// How solvers work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PlayerSettings {
    /// Positions that a solver may expand for a board of an experiment.
    nodes: u64,
    /// By how much deepening raises its bound.
    step: u32,
    /// Whether the policy only orders moves, and is no part of the bound.
    order_only: bool,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        PlayerSettings { nodes: 1_500_000, step: STEP, order_only: false }
    }
}

impl PlayerKeys for PlayerSettings {
    fn check(&self) -> Result<(), RangeError> {
        within("player.nodes", self.nodes, 1..=1_000_000_000)?;
        within("player.step", self.step, 1..=1000)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl PlayerSettings {
    fn deepening(self) -> DeepeningSettings {
        let bound = if self.order_only { Bound::Length } else { Bound::Estimate };
        DeepeningSettings { bound, order: true, step: self.step }
    }

    fn with_options(self, name: &PlayerName) -> Result<Self, PlayerError> {
        let step = name.option("step", "1 to 1000", |step| (1..=1000).contains(step))?.unwrap_or(self.step);
        Ok(PlayerSettings { step, order_only: self.order_only || name.flag("order-only")?, ..self })
    }
}

impl Posed for Entry {
    type Problem = Board;
    type Position = Board;
    type Play = Slide;

    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn sets(&self) -> &'static [ProblemSet] {
        BOOK.sets()
    }

    fn numbered(&self, number: u32) -> Result<Board, String> {
        Ok(BOOK.numbered(number)?.board.clone())
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        text.parse().map_err(|error: super::BoardError| error.to_string())
    }

    /// A board a line, after whatever else stands in the line before it; or one board in several lines.
    fn problems_of(&self, text: &str) -> Vec<String> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let longest = |line: &str| -> String {
            line.split_whitespace().max_by_key(|word| word.len()).unwrap_or_default().to_owned()
        };
        let boards: Vec<String> = lines().map(longest).collect();
        let is_in_rows = boards.iter().all(|board| board.len() < 16);
        if is_in_rows { vec![lines().collect()] } else { boards }
    }

    fn text(&self, board: &Board) -> String {
        board.to_string()
    }

    fn begin(&self, board: &Board) -> Board {
        board.clone()
    }

    fn rest(&self, board: &Board) -> Board {
        board.clone()
    }

    fn plays(&self, board: &Board) -> Vec<Slide> {
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        let mut slides = Vec::new();
        puzzle.moves(&puzzle.start(), &mut slides);
        slides
    }

    fn play(&self, board: &mut Board, slide: Slide) {
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        let mut lot = puzzle.start();
        puzzle.apply(&mut lot, slide);
        *board = puzzle.board_of(&lot);
    }

    fn is_solved(&self, board: &Board) -> bool {
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        puzzle.is_solved(&puzzle.start())
    }

    fn play_text(&self, slide: Slide) -> String {
        slide.to_string()
    }

    fn how_to_play(&self) -> &'static str {
        "a move is a vehicle and by how many cells it slides, such as `C+3` (right or down) or `A-1` (left or up)"
    }

    fn picture(&self, board: &Board) -> String {
        view::picture(board)
    }

    fn scene(&self, board: &Board, last: Option<Slide>) -> Scene {
        let is_solved = self.is_solved(board);
        let slides = if is_solved { Vec::new() } else { self.plays(board) };
        view::scene(board, last, &slides, is_solved)
    }

    fn path(&self, board: &Board, slide: Slide) -> Vec<String> {
        view::path(board, slide)
    }

    fn result(&self, slides: &[Slide]) -> String {
        format!("the target is out after {} slides, {} cells", slides.len(), cells(slides))
    }
}

/// Single cells of slides.
fn cells(slides: &[Slide]) -> usize {
    slides.iter().map(|slide| usize::from(slide.by().unsigned_abs())).sum()
}

/// The policy by hand.
fn hand() -> Trees {
    let species = species(Genome::Policy, Variation::default());
    let policy = species.parse(HAND, 1).expect("the policy by hand is sound");
    Trees::new(&policy, &language::policy())
}

fn species(genome: Genome, variation: Variation) -> Policies {
    let forest = |architecture| Forest { architecture, settings: variation.trees };
    match genome {
        Genome::Policy => Policies::of_trees(forest(language::policy()), variation.rules),
        Genome::Estimate => Policies::without_rules(forest(language::estimate())),
    }
}

fn metric(name: &PlayerName) -> Result<Metric, PlayerError> {
    let text: Option<String> =
        name.option("metric", "slides, cells", |metric: &String| ["slides", "cells"].contains(&&metric[..]))?;
    Ok(if text.as_deref() == Some("cells") { Metric::Cells } else { Metric::Slides })
}

fn factor(name: &PlayerName) -> Result<Option<f64>, PlayerError> {
    name.option("factor", "0 to 1000", |factor: &f64| (0.0..=1000.0).contains(factor))
}

impl Searched for Entry {
    type Genome = Genome;
    type Player = PlayerSettings;
    type Method = Method;
    type Solver = Solver;
    type Solution = Solution;

    fn genomes(&self) -> Vec<Kind<Genome>> {
        GENOMES.to_vec()
    }

    fn species(&self, genome: Genome, variation: Variation) -> Policies {
        species(genome, variation)
    }

    fn hash(&self, genome: Genome) -> u64 {
        match genome {
            Genome::Policy => language::conditions().hash() ^ language::values().hash().rotate_left(1),
            Genome::Estimate => language::estimates().hash(),
        }
    }

    fn languages(&self) -> Vec<Language> {
        [language::conditions(), language::values(), language::estimates()]
            .map(|known| (*known).clone())
            .into()
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        language::views_of_random_play(count)
    }

    fn method(&self, genome: Genome, policy: &Policy, player: &PlayerSettings, _purpose: For) -> Method {
        let search = match genome {
            Genome::Policy => {
                let guide = Guide::Policy(Trees::new(policy, &language::policy()));
                Search::Deepening(player.deepening(), Some(guide))
            }
            Genome::Estimate => {
                let trees = Trees::new(policy, &language::estimate());
                Search::BestFirst(Guide::Estimates(trees))
            }
        };
        Method { metric: Metric::Slides, search }
    }

    fn how(&self, kind: Kind<Genome>, player: &PlayerSettings) -> String {
        let PlayerSettings { step, order_only, .. } = *player;
        let bound = if order_only { "only orders moves" } else { "is part of the bound" };
        match kind.genome {
            Genome::Policy => format!("{}; the bound is raised by {step}, the policy {bound}", kind.meaning),
            Genome::Estimate => kind.meaning.to_owned(),
        }
    }

    fn lines(&self, genome: Genome, player: &PlayerSettings) -> Vec<Line> {
        match genome {
            Genome::Policy => {
                vec![Line::new("step", player.step), Line::new("order_only", player.order_only)]
            }
            Genome::Estimate => Vec::new(),
        }
    }

    fn read_lines(&self, file: &ChampionFile) -> Result<PlayerSettings, ChampionError> {
        let own = file.own(&["step", "order_only"])?;
        let step = own.number("step", "a whole number from 1 to 1000")?.unwrap_or(STEP);
        let order_only = own.number("order_only", "true or false")?.unwrap_or(false);
        Ok(PlayerSettings { step, order_only, ..PlayerSettings::default() })
    }

    fn with_options(
        &self,
        genome: Genome,
        player: PlayerSettings,
        name: &PlayerName,
    ) -> Result<PlayerSettings, PlayerError> {
        name.only(if genome == Genome::Policy { &["step", "order-only"] } else { &[] })?;
        player.with_options(name)
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Method>, PlayerError> {
        let settings = PlayerSettings::default();
        let in_slides = |search: Search| Method { metric: Metric::Slides, search };
        let method = match name.name.as_str() {
            "optimal" => {
                name.only(&["metric"])?;
                Method { metric: metric(name)?, search: Search::AStar }
            }
            "breadth-first" => {
                name.only(&["metric"])?;
                Method { metric: metric(name)?, search: Search::BreadthFirst }
            }
            "deepening" => {
                name.only(&["step"])?;
                let PlayerSettings { step, .. } = settings.with_options(name)?;
                in_slides(Search::Deepening(DeepeningSettings { step, ..DeepeningSettings::PLAIN }, None))
            }
            "deepening-by" => {
                name.only(&["by", "step", "factor", "order-only"])?;
                let names: Vec<&str> = READINGS[..3].iter().map(|reading| reading.name).collect();
                let allowed = names.join(", ");
                let by: Option<String> =
                    name.option("by", &allowed, |by: &String| names.contains(&&by[..]))?;
                let by = by.and_then(|by| names.iter().position(|known| *known == by)).unwrap_or(0);
                let guide = Guide::Reading(by, factor(name)?.unwrap_or(1.0));
                in_slides(Search::Deepening(settings.with_options(name)?.deepening(), Some(guide)))
            }
            "hand" => {
                name.only(&["step", "order-only"])?;
                let deepening = settings.with_options(name)?.deepening();
                in_slides(Search::Deepening(deepening, Some(Guide::Policy(hand()))))
            }
            "blockers" => {
                name.only(&["factor"])?;
                in_slides(Search::BestFirst(match factor(name)? {
                    None => Guide::Reading(0, 1.0),
                    Some(factor) => Guide::WithLength(0, factor),
                }))
            }
            _ => return Ok(None),
        };
        Ok(Some(method))
    }

    fn baseline(&self) -> &'static str {
        "deepening"
    }

    fn adviser(&self) -> &'static str {
        "optimal"
    }

    fn solver(&self, method: &Method, limits: Limits) -> Solver {
        Solver::new(method, limits)
    }

    fn solve(&self, solver: &mut Solver, board: &Board) -> Outcome<Solution> {
        solver.solve(board)
    }

    fn plays_of(&self, solution: &Solution) -> Vec<Slide> {
        solution.slides.clone()
    }

    fn steps_of(&self, solution: &Solution) -> usize {
        cells(&solution.slides)
    }

    fn by_steps(&self) -> &'static str {
        "cell by cell"
    }

    /// Boards of six, as the published ones were.
    fn bred_problems(&self, problems: usize) -> Option<Box<dyn BredProblems>> {
        let settings = BoardSettings { size: 6, vehicles: 13, ..BoardSettings::default() };
        Some(Box::new(Bundles::new(Boards::new(settings), problems)))
    }

    fn other_genome(&self) -> Option<&'static dyn OtherGenome<Entry>> {
        Some(&BoardGenome)
    }

    fn formats(&self) -> &'static [&'static str] {
        &["moves", "boards"]
    }

    /// The slides in a row, and every board on the way.
    fn written(&self, solution: &Solution) -> Vec<String> {
        let Solution { board, slides } = solution;
        let lines = slides.chunks(12).map(|line| self.transcript(line) + "\n");
        let mut at = board.clone();
        let mut boards = view::picture(&at);
        for slide in slides {
            self.play(&mut at, *slide);
            boards += &format!("\n{slide}\n{}", view::picture(&at));
        }
        vec![lines.collect(), boards]
    }
}
