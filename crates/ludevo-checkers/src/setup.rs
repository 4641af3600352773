//! The checkers games made whole: their facts, their views, their opponents by name.

use ludevo_arena::Names;
use ludevo_search::alphabeta::{Evaluator, SearchSettings};
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::giveaway::Heuristics;
use super::opponents::{FLOOR, Material, RandomValues};
use super::pdn::Recorded;
use super::rules::{Checkers, Checkers8, Checkers10, LoseCheckers, Move, Position, QUIET_AT_MOST};
use super::{features, fen, language, moves, pdn, view};
use ludevo_game::board::{GameLanguage, Judged, Maker, OtherPlayers, Presented, guide_depth, searching};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::Scene;
use ludevo_game::words::count;

const KIND: &str = "board game for two, no chance, everything in view";

const MATERIAL: &[(&str, &str)] = &[(
    "abN",
    "alpha-beta of depth N, material with a worth of kings that changes from game to game; option floor, as for \
         lose-checkers",
)];

static CHECKERS: Facts = Facts {
    name: "checkers",
    title: "Checkers",
    kind: KIND,
    summary: "American checkers on 8x8 squares: men step and capture forward, kings any way, capturing is compulsory; \
              whoever cannot move loses. Drawn after 80 plies without a capture or a move by a man. Squares have \
              numbers from 1 at the top left; 11-15 is a step, 15x22x31 a capture with every landing.",
    opponents: MATERIAL,
};

static LOSE_CHECKERS: Facts = Facts {
    name: "lose-checkers",
    title: "Lose checkers",
    kind: KIND,
    summary: "American checkers on 8x8 squares in which the aim is to lose: whoever has no piece or no move wins. Drawn \
              after 80 plies without a capture or a move by a man. It has no obvious evaluation, and even the inverse \
              of material is worse than none, which makes it a game for evolution: Benbassat and Sipper bred programs \
              that judge positions at the end of an alpha-beta search.",
    opponents: &[
        ("abN", "alpha-beta of depth N that gives random values to positions in which nothing is decided"),
        (
            "abN@floor",
            "the same with a defect that was inferred from the published scores, and which makes even depths weak: \
             where it moves itself, further down, it takes something above 0 for granted",
        ),
    ],
};

static CHECKERS10: Facts = Facts {
    name: "checkers10",
    title: "Checkers on 10x10",
    kind: KIND,
    summary: "American checkers on 10x10 squares with 15 men a side, which makes it a game with many more moves. Drawn \
              after 80 plies without a capture or a move by a man. Squares have numbers from 1 to 50.",
    opponents: MATERIAL,
};

/// What the three games do not share.
trait Variant: Sized {
    const FACTS: &'static Facts;
    type Guide: Default + Clone + Send + Sync + 'static;

    fn other_genome() -> Option<&'static dyn OtherPlayers<Self>>
    where
        Self: Judged,
    {
        None
    }
}

impl Variant for Checkers8 {
    const FACTS: &'static Facts = &CHECKERS;
    type Guide = Material;
}

impl Variant for LoseCheckers {
    const FACTS: &'static Facts = &LOSE_CHECKERS;
    type Guide = RandomValues;

    fn other_genome() -> Option<&'static dyn OtherPlayers<Self>> {
        Some(&Heuristics)
    }
}

impl Variant for Checkers10 {
    const FACTS: &'static Facts = &CHECKERS10;
    type Guide = Material;
}

impl<const ROW: u32, const LOSE: bool> Judged for Checkers<ROW, LOSE>
where
    Self: Variant<Guide: Evaluator<Self>>,
{
    fn languages(&self) -> Vec<GameLanguage> {
        language::languages::<ROW>().into_iter().map(GameLanguage::one).collect()
    }

    fn plies(&self) -> u32 {
        20 * ROW
    }

    #[inline]
    fn fill(&self, position: &Position<ROW>, view: &mut [u64]) {
        language::fill(position, view);
    }

    #[inline]
    fn promise(&self, position: &Position<ROW>) -> f64 {
        features::promise(position)
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        let Some(digits) = name.name.strip_prefix("ab") else { return Ok(None) };
        let Some(depth) = guide_depth(name, digits)? else { return Ok(None) };
        name.only(&["floor", "order"])?;
        let floor = name.flag("floor")?.then_some(FLOOR);
        let settings = SearchSettings { floor, ..SearchSettings::full(depth) };
        searching(name, settings, <Self as Variant>::Guide::default()).map(Some)
    }

    fn other_genome(&self) -> Option<&'static dyn OtherPlayers<Self>> {
        <Self as Variant>::other_genome()
    }
}

impl<const ROW: u32, const LOSE: bool> Presented for Checkers<ROW, LOSE>
where
    Self: Variant<Guide: Evaluator<Self>>,
{
    fn facts(&self) -> &'static Facts {
        Self::FACTS
    }

    fn picture(&self, position: &Position<ROW>) -> String {
        view::picture(self, position)
    }

    fn scene(&self, position: &Position<ROW>, last: Option<Move>) -> Scene {
        view::scene(position, last, Side::Second)
    }

    fn scene_from(&self, position: &Position<ROW>, last: Option<Move>, below: Side) -> Scene {
        view::scene(position, last, below)
    }

    fn count(&self, position: &Position<ROW>, side: Side) -> String {
        let [all, kings] = [u64::MAX, position.kings].map(|mask| (position.pieces(side) & mask).count_ones());
        match kings {
            0 => count(all, "man", "men"),
            kings => format!("{}, {}", count(all - kings, "man", "men"), count(kings, "king", "kings")),
        }
    }

    fn path(&self, position: &Position<ROW>, action: Move) -> Vec<String> {
        moves::squares(position, action).iter().map(u32::to_string).collect()
    }

    fn result(&self, position: &Position<ROW>) -> String {
        view::result(self, position)
    }

    fn under(&self, rules: &str) -> Result<Self, String> {
        let plies = rules.strip_prefix("draw=").and_then(|plies| plies.parse().ok());
        match plies.filter(|plies| (1..=QUIET_AT_MOST).contains(plies)) {
            Some(draw_after) => Ok(Checkers { draw_after }),
            None => Err(format!(
                "`{rules}` is no rule of {}; allowed is draw=N, the plies without a capture or a move by a man that \
                 draw a game, from 1 to {QUIET_AT_MOST}",
                Self::FACTS.name
            )),
        }
    }

    fn transcript(&self, start: &Position<ROW>, moves: &[Move]) -> String {
        let end = moves.iter().fold(*start, |position, action| self.apply(&position, *action));
        let outcome = match self.turn(&end) {
            Turn::End(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        };
        pdn::movetext(self, start, moves, outcome)
    }

    fn notations(&self, position: &Position<ROW>) -> String {
        fen::fen(position)
    }

    fn document(&self, names: &Names, start: &Position<ROW>, moves: &[Move]) -> String {
        let tags = [("Event", Self::FACTS.title), ("Black", &names.first), ("White", &names.second)];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.replace('"', "'")));
        pdn::write(self, &Recorded { tags: tags.into(), start: *start, moves: moves.to_vec(), outcome: None })
    }

    fn read(&self, text: &str) -> Result<(Position<ROW>, Vec<Move>), String> {
        // A position begins with whose turn it is, as `B:`; a game begins with a tag or a move.
        if text.trim_start().get(1..2) == Some(":") {
            return Ok((fen::parse_fen(text.trim()).map_err(|error| error.to_string())?, Vec::new()));
        }
        let Recorded { start, moves, .. } = pdn::read(self, text).map_err(|error| error.to_string())?;
        Ok((start, moves))
    }
}
