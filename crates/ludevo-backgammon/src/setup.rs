//! Backgammon made whole: its facts, its looks, its opponents by name, and how programs judge its boards.

use std::sync::Arc;

use ludevo_arena::{Names, Player};
use ludevo_game::board::{
    Brain, GameLanguage, JudgeNames, Judged, Lessons, Maker, Presented, find_brain, find_player,
    lines_of_game, read_lines_of_game,
};
use ludevo_game::decode::decode;
use ludevo_game::experiment::SettingsError;
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::Scene;
use ludevo_game::study::{Variance, VarianceReduction};
use ludevo_game::words::count;
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::{Side, TurnBased};
use serde::Deserialize;

use super::board::Board;
use super::evolved::{Chooser, Seat, own_judge};
use super::language::{fill, languages, view_cells};
use super::notation::mat;
use super::plays::Plays;
use super::rules::{Action, Backgammon, Position, throw};
use super::settings::TeacherSettings;
use super::{gnubg, notation, pubeval, variance, view};

static FACTS: Facts = Facts {
    name: "backgammon",
    title: "Backgammon",
    kind: "board game for two with dice, everything in view",
    summary: "Backgammon without the doubling cube: two dice, fifteen men a side, single men may be hit; a gammon counts \
              two points, a backgammon three. Programs value every board that a roll can lead to, with a tree for \
              contact and one for races, as Azaria and Sipper evolved GP-Gammon.",
    opponents: &[
        ("pubeval", "the linear evaluation that Tesauro published in 1993, the usual yardstick"),
        (
            gnubg::NAME,
            "GNU Backgammon without the cube; only where it is installed; options plies (0), program",
        ),
    ],
};

impl Presented for Backgammon {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn picture(&self, position: &Position) -> String {
        view::picture(position)
    }

    fn scene(&self, position: &Position, _last: Option<Action>) -> Scene {
        view::scene(position)
    }

    fn scene_from(&self, position: &Position, _last: Option<Action>, below: Side) -> Scene {
        let board = if position.mover == below { position.board } else { position.board.flipped() };
        view::scene(&Position { board, mover: below, ..*position })
    }

    fn count(&self, position: &Position, side: Side) -> String {
        let men = if position.mover == side { position.board.own } else { position.board.opp };
        count(men.pips(), "pip", "pips")
    }

    fn scene_after(&self, next: &Position, _last: Option<Action>) -> Scene {
        view::scene(&Position { board: next.board.flipped(), mover: next.mover.other(), dice: None })
    }

    fn path(&self, _position: &Position, action: Action) -> Vec<String> {
        view::path(action)
    }

    fn paths(&self, position: &Position, action: Action) -> Vec<Vec<String>> {
        view::paths(position, action)
    }

    fn half_way(&self, position: &Position, clicked: &[String]) -> Option<Scene> {
        view::half_way(position, clicked)
    }

    fn result(&self, position: &Position) -> String {
        view::result(position)
    }

    fn transcript(&self, start: &Position, moves: &[Action]) -> String {
        view::transcript(start, moves)
    }

    fn notations(&self, position: &Position) -> String {
        notation::all(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        notation::parse(text).map_err(|error| error.to_string())
    }

    fn document(&self, names: &Names, start: &Position, moves: &[Action]) -> String {
        // The format of other programs has no place for another position.
        if *start == self.initial() { mat::write(names, moves) } else { lines_of_game(self, start, moves) }
    }

    fn read(&self, text: &str) -> Result<(Position, Vec<Action>), String> {
        if mat::is_game(text) { mat::read(text) } else { read_lines_of_game(self, text) }
    }
}

impl Judged for Backgammon {
    fn languages(&self) -> Vec<GameLanguage> {
        let all: Vec<_> = languages().into_iter().map(Arc::new).collect();
        let named =
            |name: &str| Arc::clone(all.iter().find(|known| known.name() == name).expect("a language"));
        vec![
            GameLanguage::of_judges("published", vec![named("contact"), named("race")]),
            GameLanguage::of_judges("rich", vec![named("rich"), named("rich")]),
        ]
    }

    #[inline]
    fn fill(&self, position: &Position, view: &mut [u64]) {
        fill(position.board.flipped(), view);
    }

    #[inline]
    fn seen_by(&self, position: &Position) -> Side {
        position.mover.other()
    }

    #[inline]
    fn fill_for_mover(&self, position: &Position, view: &mut [u64]) {
        fill(position.board, view);
    }

    fn judges(&self) -> JudgeNames {
        &[
            ("contact", "how good a board is while men may still be hit"),
            ("race", "how good a board is once the players have passed each other"),
        ]
    }

    #[inline]
    fn judge(&self, position: &Position) -> usize {
        own_judge(position.board)
    }

    fn promise(&self, position: &Position) -> f64 {
        let (own, opp) = (position.board.own.pips(), position.board.opp.pips());
        f64::from(opp) - f64::from(own)
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        match name.name.as_str() {
            gnubg::NAME => return gnubg::maker(name).map(Some),
            "random" | "pubeval" => name.only(&[])?,
            _ => return Ok(None),
        }
        let chooser = chooser(name)?;
        Ok(Some(Arc::new(move || Box::new(Seat::new(chooser.clone())) as Box<dyn Player<Self>>)))
    }

    fn plies(&self) -> u32 {
        120
    }

    fn views(&self, _cells: usize, count: usize) -> Vec<Vec<u64>> {
        views_of_play(count)
    }

    fn quick_player(&self, brain: &Brain) -> Option<Box<dyn Player<Self>>> {
        Some(Box::new(Seat::new(Chooser::Evolved(brain.clone()))))
    }

    fn lessons(&self, own: &toml::Table) -> Result<Option<Box<dyn Lessons>>, SettingsError> {
        #[derive(Deserialize)]
        struct Section {
            teacher: TeacherSettings,
        }
        if !own.contains_key("teacher") {
            return Ok(None);
        }
        let Section { teacher } = decode(own)?;
        Ok(Some(Box::new(teacher)))
    }

    fn variance(&self) -> Option<&dyn Variance> {
        Some(self)
    }
}

impl Variance for Backgammon {
    fn worth(
        &self,
        first: &PlayerName,
        second: &PlayerName,
        games: u64,
        reduction: VarianceReduction,
    ) -> Result<Vec<f64>, PlayerError> {
        Ok(variance::worth(&chooser(first)?, &chooser(second)?, games, reduction))
    }
}

/// How the player of this name chooses, if it is one of ours.
fn chooser(name: &PlayerName) -> Result<Chooser, PlayerError> {
    match name.name.as_str() {
        "pubeval" => Ok(Chooser::Pubeval),
        "random" => Ok(Chooser::Random),
        _ => find_brain(&Backgammon, name).map(Chooser::Evolved),
    }
}

/// The player of this name, ready to sit at one table.
pub fn player(name: &PlayerName) -> Result<Box<dyn Player<Backgammon>>, PlayerError> {
    Ok(find_player(&Backgammon, name)?.make())
}

/// Views of boards from games between two Pubevals, a few from each part of the game.
fn views_of_play(count: usize) -> Vec<Vec<u64>> {
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
