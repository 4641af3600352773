//! The fifteen puzzle made whole: its facts, its problems, its solvers by name, its genome.

use std::sync::LazyLock;

use ludevo_evolve::{For, Forest, Policies, Policy};
use ludevo_program::Language;
use ludevo_search::puzzle::{Limits, Puzzle};
use serde::{Deserialize, Serialize};

use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{Kind, NodeLimit, Outcome, Posed, ProblemSet, Searched, Variation};
use ludevo_game::scene::Scene;

use super::language;
use super::solver::{Method, Solution, Solver};
use super::tiles::{CELLS, Fifteen, Slide, Tiles};
use super::view;

/// The puzzle as the layer of all puzzles takes it.
#[derive(Clone, Copy)]
pub(crate) struct Entry;

static FACTS: Facts = Facts {
    name: "fifteen",
    title: "Fifteen puzzle",
    kind: "puzzle for one, everything in view",
    summary: "The fifteen puzzle: tiles 1 to 15 and an empty cell on 4x4 cells; put them in order, the empty cell first. \
              Evolved are combinations of lower bounds for IDA*, in a language in which every program is a bound itself, \
              so that all solutions are proved to be shortest ones.",
    opponents: &[
        ("manhattan", "IDA* by the Manhattan distance"),
        ("conflicts", "IDA* by the Manhattan distance with linear conflicts"),
        ("walking", "IDA* by the walking distance"),
        ("patterns", "IDA* by an additive pattern database of three times five tiles"),
        ("all", "IDA* by the greatest of all bounds"),
    ],
};

/// The bounds of the solvers by name, in the order of their names.
const BY_NAME: [&[usize]; 5] = [&[0], &[1], &[2], &[3], &[1, 3, 2, 4, 5]];

/// Problems of the sets for experiments.
const OF_SET: u32 = 500;

static SETS: LazyLock<[ProblemSet; 3]> = LazyLock::new(|| {
    let set = |name, meaning, is_for_training, numbers: std::ops::RangeInclusive<u32>| ProblemSet {
        name,
        meaning,
        is_for_training,
        numbers: numbers.collect(),
    };
    [
        set(
            "training",
            "problems 1 to 500, 31 to 90 random moves from the goal; for experiments",
            true,
            1..=OF_SET,
        ),
        set("easy", "problems 501 to 1000, likewise", false, OF_SET + 1..=2 * OF_SET),
        set("test", "problems 1001 to 1500, drawn from all arrangements", false, 2 * OF_SET + 1..=3 * OF_SET),
    ]
});

/// What is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Genome {
    Bounds,
}

impl Posed for Entry {
    type Problem = Tiles;
    type Position = Tiles;
    type Play = Slide;

    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn sets(&self) -> &'static [ProblemSet] {
        &*SETS
    }

    fn numbered(&self, number: u32) -> Result<Tiles, String> {
        Ok(if number <= 2 * OF_SET { Tiles::walked(number, 31 + number % 60) } else { Tiles::drawn(number) })
    }

    fn read(&self, text: &str) -> Result<Tiles, String> {
        text.parse().map_err(|error: super::TilesError| error.to_string())
    }

    /// A puzzle a line, after whatever else stands in the line before it; or one in several lines.
    fn problems_of(&self, text: &str) -> Vec<String> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let last = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[words.len().saturating_sub(CELLS)..].join(" ")
        };
        let is_in_rows = lines().all(|line| line.split_whitespace().count() < CELLS);
        if is_in_rows { vec![lines().collect::<Vec<_>>().join(" ")] } else { lines().map(last).collect() }
    }

    fn text(&self, tiles: &Tiles) -> String {
        tiles.to_string()
    }

    fn begin(&self, tiles: &Tiles) -> Tiles {
        *tiles
    }

    fn rest(&self, tiles: &Tiles) -> Tiles {
        *tiles
    }

    fn plays(&self, tiles: &Tiles) -> Vec<Slide> {
        let mut slides = Vec::new();
        Fifteen.moves(tiles, &mut slides);
        slides
    }

    fn play(&self, tiles: &mut Tiles, slide: Slide) {
        Fifteen.apply(tiles, slide);
    }

    fn is_solved(&self, tiles: &Tiles) -> bool {
        Fifteen.is_solved(tiles)
    }

    fn play_text(&self, slide: Slide) -> String {
        slide.direction().to_owned()
    }

    fn how_to_play(&self) -> &'static str {
        "a move is where a tile goes: `left`, `right`, `up` or `down`"
    }

    fn picture(&self, tiles: &Tiles) -> String {
        view::picture(*tiles)
    }

    fn scene(&self, tiles: &Tiles, last: Option<Slide>) -> Scene {
        let slides = if self.is_solved(tiles) { Vec::new() } else { self.plays(tiles) };
        view::scene(*tiles, last, &slides)
    }

    fn path(&self, _tiles: &Tiles, slide: Slide) -> Vec<String> {
        vec![view::spot_name(slide.from.into())]
    }

    fn result(&self, slides: &[Slide]) -> String {
        format!("all tiles are in order after {} moves", slides.len())
    }
}

impl Searched for Entry {
    type Genome = Genome;
    type Player = NodeLimit;
    type Method = Method;
    type Solver = Solver;
    type Solution = Solution;

    fn genomes(&self) -> Vec<Kind<Genome>> {
        let meaning = "IDA* by three trees that choose between bounds, asked one after the other";
        vec![Kind { genome: Genome::Bounds, name: "bounds", meaning }]
    }

    fn species(&self, _genome: Genome, variation: Variation) -> Policies {
        let forest = Forest { architecture: language::architecture(), settings: variation.trees };
        Policies::without_rules(forest)
    }

    fn hash(&self, _genome: Genome) -> u64 {
        language::language().hash()
    }

    fn languages(&self) -> Vec<Language> {
        vec![(*language::language()).clone()]
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        language::views_of_random_play(count)
    }

    fn method(&self, _genome: Genome, policy: &Policy, _player: &NodeLimit, _purpose: For) -> Method {
        Method::of_trees(policy, &language::architecture())
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Method>, PlayerError> {
        let place = FACTS.opponents.iter().position(|(known, _)| *known == name.name);
        let Some(place) = place else { return Ok(None) };
        name.only(&[])?;
        Ok(Some(Method::Bounds(BY_NAME[place].to_vec())))
    }

    fn baseline(&self) -> &'static str {
        "conflicts"
    }

    fn adviser(&self) -> &'static str {
        "all"
    }

    /// Tables are worked out before the clock of the first problem starts.
    fn solver(&self, method: &Method, limits: Limits) -> Solver {
        let mut solver = Solver::new(method, limits);
        solver.solve(Tiles::GOAL);
        solver
    }

    fn solve(&self, solver: &mut Solver, tiles: &Tiles) -> Outcome<Solution> {
        solver.solve(*tiles)
    }

    fn plays_of(&self, solution: &Solution) -> Vec<Slide> {
        solution.slides.clone()
    }

    fn steps_of(&self, solution: &Solution) -> usize {
        solution.slides.len()
    }

    fn by_steps(&self) -> &'static str {
        "tile by tile"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["moves", "tiles"]
    }

    /// Where tiles go, and the numbers of the tiles that move.
    fn written(&self, solution: &Solution) -> Vec<String> {
        let lines = solution.slides.chunks(12).map(|line| self.transcript(line) + "\n");
        let mut tiles = solution.tiles;
        let moved = solution.slides.iter().map(|slide| {
            let number = tiles.tile(slide.from.into()).to_string();
            Fifteen.apply(&mut tiles, *slide);
            number
        });
        let numbers: Vec<String> = moved.collect();
        let numbers: Vec<String> = numbers.chunks(20).map(|line| line.join(" ") + "\n").collect();
        vec![lines.collect(), numbers.concat()]
    }
}
