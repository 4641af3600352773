//! FreeCell made whole: its facts, its deals, its solvers by name, its champions.

use ludevo_evolve::settings::{RangeError, within};
use ludevo_evolve::{For, Policies, Policy};
use ludevo_program::Language;
use ludevo_search::puzzle::{Bound, DeepeningSettings, Limits};
use serde::{Deserialize, Serialize};

use super::appraisal;
use super::deal::Deal;
use super::genome::{GENOMES, Genome};
use super::heuristics::PUBLISHED;
use super::policy;
use super::rules::Position;
use super::sets::SETS;
use super::solution::{Play, Solution};
use super::solver::{Method, Solver};
use super::table::{is_same, legal, move_text};
use super::view::{self, Spread};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::puzzle::{Kind, Outcome, PlayerKeys, Posed, ProblemSet, Searched, Variation};
use ludevo_game::scene::Scene;
use ludevo_game::why::Judgement;

/// The game as the layer of all puzzles takes it.
#[derive(Clone, Copy)]
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
    ],
};

/// The weights of "one of our best solvers" in section 11.3 of Evolved to Win, in the order of [`PUBLISHED`].
const GA_FREECELL: [f64; 9] = [0.01, 0.01, 0.09, 0.0, 0.77, 0.01, 0.08, 0.01, 0.02];

/// The width of a beam unless something else is said.
const WIDTH: usize = 300;

/// How solvers work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PlayerSettings {
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

impl PlayerKeys for PlayerSettings {
    fn check(&self) -> Result<(), RangeError> {
        let PlayerSettings { nodes, width, bred_width } = *self;
        within("player.nodes", nodes, 1..=1_000_000_000)?;
        for (key, width) in [("player.width", width), ("player.bred_width", bred_width.unwrap_or(width))] {
            within(key, width, 1..=1_000_000)?;
        }
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Posed for Entry {
    type Problem = Deal;
    type Position = Spread;
    type Play = Play;

    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn sets(&self) -> &'static [ProblemSet] {
        &*SETS
    }

    fn numbered(&self, number: u32) -> Result<Deal, String> {
        Deal::microsoft(number).map_err(|error| error.to_string())
    }

    fn read(&self, text: &str) -> Result<Deal, String> {
        text.parse().map_err(|error: super::DealError| error.to_string())
    }

    fn text(&self, deal: &Deal) -> String {
        deal.to_string()
    }

    fn begin(&self, deal: &Deal) -> Spread {
        Spread::new(deal)
    }

    fn rest(&self, spread: &Spread) -> Deal {
        spread.deal()
    }

    fn plays(&self, spread: &Spread) -> Vec<Play> {
        legal(spread)
    }

    fn play(&self, spread: &mut Spread, play: Play) {
        spread.play(&play);
    }

    fn is_solved(&self, spread: &Spread) -> bool {
        spread.is_won()
    }

    fn play_text(&self, play: Play) -> String {
        move_text(&play)
    }

    fn how_to_play(&self) -> &'static str {
        "a move is a card and where it goes, such as `TH 3`, `TH a` or `TH h`"
    }

    fn is_wanted(&self, wanted: Play, play: Play) -> bool {
        is_same(&wanted, &play)
    }

    fn picture(&self, spread: &Spread) -> String {
        spread.deal().to_string()
    }

    fn scene(&self, spread: &Spread, last: Option<Play>) -> Scene {
        view::scene(spread, last.as_ref(), &legal(spread))
    }

    fn path(&self, spread: &Spread, play: Play) -> Vec<String> {
        vec![play.card.to_string(), view::target(spread, &play)]
    }

    fn transcript(&self, plays: &[Play]) -> String {
        let words: Vec<String> = plays.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn result(&self, plays: &[Play]) -> String {
        format!("all cards are home in {} moves", plays.len())
    }
}

fn width(name: &PlayerName) -> Result<Option<usize>, PlayerError> {
    name.option("width", "1 to 1000000", |width| (1..=1_000_000).contains(width))
}

impl Searched for Entry {
    type Genome = Genome;
    type Player = PlayerSettings;
    type Method = Method;
    type Solver = Solver;
    type Solution = Solution;

    fn genomes(&self) -> Vec<Kind<Genome>> {
        GENOMES.map(|(genome, name, meaning)| Kind { genome, name, meaning }).to_vec()
    }

    fn species(&self, genome: Genome, variation: Variation) -> Policies {
        genome.species(variation).starting_at(genome.start())
    }

    fn meanings(&self, genome: Genome) -> Vec<&'static str> {
        genome.meanings()
    }

    fn hash(&self, genome: Genome) -> u64 {
        genome.hash()
    }

    fn languages(&self) -> Vec<Language> {
        vec![(*policy::language()).clone()]
    }

    fn views(&self, count: usize) -> Vec<Vec<u64>> {
        policy::views_of_random_play(count)
    }

    fn method(&self, genome: Genome, policy: &Policy, player: &PlayerSettings, purpose: For) -> Method {
        let width = if purpose == For::Breeding { player.bred_width } else { None };
        genome.method(policy, width.unwrap_or(player.width))
    }

    fn how(&self, kind: Kind<Genome>, player: &PlayerSettings) -> String {
        match kind.genome {
            Genome::Beam => format!("{}, {} wide", kind.meaning, player.width),
            _ => kind.meaning.to_owned(),
        }
    }

    fn lines(&self, genome: Genome, player: &PlayerSettings) -> Vec<Line> {
        (genome == Genome::Beam).then(|| Line::new("width", player.width)).into_iter().collect()
    }

    fn read_lines(&self, file: &ChampionFile) -> Result<PlayerSettings, ChampionError> {
        let width = file.own(&["width"])?.number("width", "a whole number")?.unwrap_or(WIDTH);
        Ok(PlayerSettings { width, ..PlayerSettings::default() })
    }

    fn with_options(
        &self,
        genome: Genome,
        player: PlayerSettings,
        name: &PlayerName,
    ) -> Result<PlayerSettings, PlayerError> {
        name.only(if genome == Genome::Beam { &["width"] } else { &[] })?;
        Ok(PlayerSettings { width: width(name)?.unwrap_or(player.width), ..player })
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Method>, PlayerError> {
        let plain = |method: Method| name.only(&[]).map(|()| method);
        let method = match name.name.as_str() {
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
            _ => return Ok(None),
        };
        method.map(Some)
    }

    fn baseline(&self) -> &'static str {
        "hsdh"
    }

    fn appraise(&self, method: &Method, spread: &Spread) -> Option<Judgement> {
        appraisal::appraise(method, &Position::new(&spread.deal()))
    }

    fn solver(&self, method: &Method, limits: Limits) -> Solver {
        Solver::new(method, limits)
    }

    fn solve(&self, solver: &mut Solver, deal: &Deal) -> Outcome<Solution> {
        solver.solve(deal)
    }

    fn plays_of(&self, solution: &Solution) -> Vec<Play> {
        solution.plays().to_vec()
    }

    fn steps_of(&self, solution: &Solution) -> usize {
        solution.singles().len()
    }

    /// Moves that are not home: all cards get there.
    fn length_of(&self, solution: &Solution) -> usize {
        solution.plays().len() - 52
    }

    fn by_steps(&self) -> &'static str {
        "card by card"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["moves", "fc-solve", "cards"]
    }

    /// In words, in the standard notation with runs as one move, and card by card.
    fn written(&self, solution: &Solution) -> Vec<String> {
        let words =
            (1..).zip(solution.plays()).map(|(number, play)| format!("{number:>3}. {}\n", play.words()));
        let tokens = |plays: &[Play]| {
            let lines = plays.chunks(10).map(|line| {
                let tokens: Vec<String> = line.iter().map(ToString::to_string).collect();
                tokens.join(" ") + "\n"
            });
            lines.collect::<String>()
        };
        vec![words.collect(), tokens(solution.plays()), tokens(solution.singles())]
    }
}
