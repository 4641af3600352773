//! A game of the user's own made whole: its looks, its language, its guide.

use ludevo_game::board::settings::Span;
use ludevo_game::board::{
    GameLanguage, JudgeNames, Judged, Maker, Presented, Written, find_player, guide_depth,
};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::Scene;
use ludevo_search::rules::{Turn, TurnBased};

use crate::loaded::{GUIDE, LANGUAGE};
use crate::looks;
use crate::rules::Plugin;
use crate::state::State;

impl<const CHANCE: bool> Presented for Plugin<CHANCE> {
    fn facts(&self) -> &'static Facts {
        self.0.facts
    }

    fn picture(&self, state: &State) -> String {
        looks::picture(self.0, state)
    }

    fn scene(&self, state: &State, last: Option<u32>) -> Scene {
        let moves: Vec<u32> = self.moves(state).collect();
        looks::scene(self.0, state, &moves, last)
    }

    fn path(&self, state: &State, action: u32) -> Vec<String> {
        looks::path(self.0, state, action)
    }

    fn result(&self, state: &State) -> String {
        match self.turn(state) {
            Turn::End(outcome) => looks::result(outcome).to_owned(),
            _ => "not over".to_owned(),
        }
    }
}

impl<const CHANCE: bool> Judged for Plugin<CHANCE> {
    fn languages(&self) -> Vec<GameLanguage> {
        vec![self.0.language.clone()]
    }

    #[inline]
    fn fill(&self, state: &State, view: &mut [u64]) {
        self.0.fill(state, u64::MAX, view);
    }

    #[inline]
    fn fill_wanted(&self, state: &State, wanted: u64, view: &mut [u64]) {
        self.0.fill(state, wanted, view);
    }

    fn judges(&self) -> JudgeNames {
        self.0.judges
    }

    #[inline]
    fn judge(&self, state: &State) -> usize {
        match &self.0.manifest.trees {
            Some(trees) => usize::from(state[trees.byte]).min(self.0.judges.len() - 1),
            None => 0,
        }
    }

    fn promise(&self, state: &State) -> f64 {
        if self.0.promises { self.0.ask_or(0.0, state, |guest| guest.promise(state)) } else { 0.0 }
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        let Some(digits) = name.name.strip_prefix("ab") else { return Ok(None) };
        let Some(depth) = guide_depth(name, digits)? else { return Ok(None) };
        name.only(&["order"])?;
        if self.0.manifest.guide.is_none() {
            // Every game has players by a fitted guide.
            return Ok(None);
        }
        let mut options = name.options.clone();
        options.push(("depth".to_owned(), depth.to_string()));
        find_player(self, &PlayerName { name: GUIDE.to_owned(), options }).map(Some)
    }

    fn written(&self) -> Vec<Written> {
        let tree = self.0.manifest.guide.as_ref().map(|guide| guide.program.clone());
        vec![Written { name: GUIDE.to_owned(), language: LANGUAGE, tree, turn: Span::Move }]
    }

    fn plies(&self) -> u32 {
        self.0.manifest.plies
    }
}
