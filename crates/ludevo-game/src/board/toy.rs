//! A game for tests: a loaded coin falls, a player says a word, eight times each.

use super::{GameLanguage, Judged, Maker, Presented};
use crate::game::Facts;
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::Scene;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

/// How likely the coin shows heads.
pub(super) const HEADS: f64 = 0.125;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadedCoin;

/// What fell and what was said so far, as the first letters of the words; the last one is at the end.
pub(super) type Said = String;

const WORDS: [&str; 4] = ["heads", "tails", "yes", "no"];

impl TurnBased for LoadedCoin {
    type State = Said;
    type Move = &'static str;
    type Moves = std::array::IntoIter<&'static str, 2>;

    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Said {
        Said::new()
    }

    fn moves(&self, said: &Said) -> Self::Moves {
        let [heads, tails, yes, no] = WORDS;
        let mut moves = if said.len().is_multiple_of(2) { [heads, tails] } else { [yes, no] }.into_iter();
        if said.len() == 16 {
            moves.by_ref().for_each(drop);
        }
        moves
    }

    fn apply(&self, said: &Said, word: &'static str) -> Said {
        format!("{said}{}", &word[..1])
    }

    fn mover(&self, said: &Said) -> Side {
        if said.len() % 4 < 2 { Side::First } else { Side::Second }
    }

    fn turn(&self, said: &Said) -> Turn {
        match said.len() {
            16 => Turn::End(Outcome::Draw),
            even if even % 2 == 0 => Turn::Chance,
            _ => Turn::Player(self.mover(said)),
        }
    }

    fn likelihood(&self, _: &Said, side: &'static str) -> f64 {
        if side == "heads" { HEADS } else { 1.0 - HEADS }
    }

    fn move_text(&self, _: &Said, word: &'static str) -> String {
        word.to_owned()
    }

    fn state_text(&self, said: &Said) -> String {
        said.clone()
    }

    fn parse_state(&self, text: &str) -> Result<Said, String> {
        Ok(text.to_owned())
    }
}

impl Presented for LoadedCoin {
    fn facts(&self) -> &'static Facts {
        &Facts { name: "coin", title: "Coin", kind: "toy", summary: "For tests.", opponents: &[] }
    }

    fn picture(&self, said: &Said) -> String {
        said.clone()
    }

    fn scene(&self, _: &Said, _: Option<&'static str>) -> Scene {
        Scene::default()
    }

    fn path(&self, _: &Said, word: &'static str) -> Vec<String> {
        vec![word.to_owned()]
    }

    fn result(&self, _: &Said) -> String {
        "nobody wins".to_owned()
    }

    fn transcript(&self, _: &Said, words: &[&'static str]) -> String {
        words.join(" ")
    }

    fn read(&self, text: &str) -> Result<(Said, Vec<&'static str>), String> {
        let word =
            |text| WORDS.into_iter().find(|word| *word == text).ok_or_else(|| format!("what is {text}?"));
        Ok((self.initial(), text.split_whitespace().map(word).collect::<Result<_, _>>()?))
    }
}

impl Judged for LoadedCoin {
    fn languages(&self) -> Vec<GameLanguage> {
        Vec::new()
    }

    /// How often the coin fell, and how often it showed heads.
    fn fill(&self, said: &Said, view: &mut [u64]) {
        view[0] = said.len().div_ceil(2) as u64;
        view[1] = said.matches('h').count() as u64;
    }

    fn promise(&self, _: &Said) -> f64 {
        0.0
    }

    fn opponent(&self, _: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        Ok(None)
    }

    fn plies(&self) -> u32 {
        16
    }
}

mod tests {
    use std::sync::Arc;

    use super::super::table::BoardTable;
    use super::*;
    use crate::game::Table;
    use ludevo_arena::{Player, RandomPlayer, random_opening};
    use ludevo_random::{Purpose, stream};

    /// Fails by chance once in some ten thousand seeds; a coin that is not loaded is a hundred deviations off.
    fn assert_is_loaded(heads: u64, throws: u64) {
        let deviation = (throws as f64 * HEADS * (1.0 - HEADS)).sqrt();
        let expected = throws as f64 * HEADS;
        assert!((heads as f64 - expected).abs() < 4.0 * deviation, "{heads} heads in {throws} throws");
    }

    #[test]
    fn chance_moves_by_its_likelihood_in_the_positions_on_which_programs_are_compared() {
        let views = LoadedCoin.views(2, 5000);
        assert_is_loaded(views.iter().map(|view| view[1]).sum(), views.iter().map(|view| view[0]).sum());
    }

    #[test]
    fn chance_moves_by_its_likelihood_in_openings() {
        let openings = (0..5000).map(|number| {
            random_opening(&LoadedCoin, 5, &mut stream(1, Purpose::Sampling, 0, number)).unwrap()
        });
        let mut counts = [0; 2];
        for opening in openings {
            let mut view = [0; 2];
            LoadedCoin.fill(&opening.state, &mut view);
            (0..2).for_each(|cell| counts[cell] += view[cell]);
        }
        assert_is_loaded(counts[1], counts[0]);
    }

    fn table() -> BoardTable<LoadedCoin> {
        let maker: Maker<LoadedCoin> = Arc::new(|| Box::new(RandomPlayer) as Box<dyn Player<LoadedCoin>>);
        BoardTable::new(LoadedCoin, None, &maker, Side::First, 1)
    }

    #[test]
    fn what_chance_did_in_a_recorded_game_is_not_drawn_again() {
        let mut table = table();
        let recorded = "heads yes heads no heads";
        table.set_up(recorded).unwrap();
        assert_eq!(table.transcript(), recorded);
    }

    #[test]
    fn chance_moves_where_a_recorded_game_does_not_say_what_it_did() {
        let mut table = table();
        table.set_up("yes no").unwrap();
        let words = table.transcript();
        let chosen: Vec<&str> = words.split(' ').skip(1).step_by(2).collect();
        assert_eq!(chosen, ["yes", "no"], "in {words}");
        assert_eq!(words.split(' ').count(), 5, "{words}: the next player has a coin to look at");
    }
}
