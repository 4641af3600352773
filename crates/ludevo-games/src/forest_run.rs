//! Evolution of trees behind the interface that does not depend on the game.

use ludevo_evolve::{Contest, Forest, GenerationReport, Populations, Species, State};
use ludevo_program::Individual;

use crate::champion::{ChampionFile, Line, Seal};
use crate::game::{Evolution, Finish, FrontEntry, GameError};
use crate::provenance::Provenance;

/// A run of individuals that are trees.
pub(crate) struct ForestRun<C: Contest<Genome = Individual>> {
    /// The run itself.
    pub(crate) run: Populations<Forest, C>,
    /// The name of the game.
    pub(crate) game: &'static str,
    /// The name of the language of the trees, or of their languages together.
    pub(crate) language: String,
    /// What changes whenever the language does.
    pub(crate) hash: u64,
    /// What the game itself reads in a champion's file.
    pub(crate) own: Vec<Line>,
}

impl<C: Contest<Genome = Individual>> Evolution for ForestRun<C> {
    fn step(&mut self) -> Vec<GenerationReport> {
        self.run.step()
    }

    fn save(&self) -> State<String> {
        let species = self.run.first().species();
        let print = |genome| Ok::<_, std::convert::Infallible>(species.print(&genome));
        match self.run.state().map(print) {
            Ok(state) => state,
            Err(never) => match never {},
        }
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        let species = self.run.first().species();
        let state = state
            .map(|text| species.parse(&text, 1))
            .map_err(|error| GameError::Program(error.to_string()))?;
        self.run.restore(state);
        Ok(())
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.first().seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<Finish> {
        let champion = self.run.champion(go_on)?;
        let species = self.run.first().species();
        let yardstick = &self.run.first().plan().yardstick;
        let best = &champion.candidate;
        let file = ChampionFile {
            game: self.game.to_owned(),
            language: self.language.clone(),
            hash: self.hash,
            own: self.own.clone(),
            provenance: Provenance::default(),
            generation: best.generation,
            score: format!("{:.4} against {} in {} games", best.score, yardstick.player, champion.games),
            program: species.print(&best.genome),
            program_line: 0,
            seal: Seal::Whole,
        };
        let entry = |candidate: &ludevo_evolve::Candidate<_>| FrontEntry {
            nodes: candidate.nodes,
            score: candidate.score,
            generation: candidate.generation,
            program: species.print(&candidate.genome),
        };
        Some(Finish {
            champion: file,
            score: best.score,
            games: champion.games,
            nodes: best.nodes,
            front: champion.front.iter().map(entry).collect(),
            front_games: yardstick.final_games,
        })
    }
}
