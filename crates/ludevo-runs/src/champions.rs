//! Champions that have no file of their own: the best of a run that is not over, and programs typed by hand.

use ludevo_game::champion::{ChampionError, ChampionFile};
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{Game, GameError};
use ludevo_game::registry;
use thiserror::Error;

use crate::folder::{Folder, FolderError};
use crate::load::load;

/// What a champion's file says of one that no run made.
pub const BY_HAND: &str = "by-hand";

/// Why a run has no champion to show.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunChampionError {
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The champion's file is damaged.
    #[error("{path}: {source}")]
    Champion {
        /// The file.
        path: String,
        /// What is wrong.
        source: ChampionError,
    },
    /// No generation is done, or the game cannot say how its best would play.
    #[error("{path}: this run has no champion yet")]
    None {
        /// The folder.
        path: String,
    },
}

/// The champion of a run, or the best of its last generation if it has none yet.
pub fn of_run(folder: &Folder) -> Result<ChampionFile, RunChampionError> {
    let path = folder.path().display().to_string();
    if let Some(text) = folder.champion()? {
        let path = folder.file(crate::folder::CHAMPION).display().to_string();
        return ChampionFile::parse(&text).map_err(|source| RunChampionError::Champion { path, source });
    }
    let (provenance, loaded) = folder.experiment()?;
    let log = folder.log()?;
    let best = log.last().and_then(|report| {
        let game = registry::find(&loaded.experiment.game)?;
        Some((report, game.candidate(&loaded.experiment, &report.best_program)?))
    });
    let (report, file) = best.ok_or(RunChampionError::None { path })?;
    let score =
        format!("not measured: the best of generation {}, of a run that is not over", report.generation);
    Ok(ChampionFile { provenance, generation: report.generation, score, ..file })
}

/// A program without a header: the contents of a file, or the name itself.
pub fn typed(name: &str) -> Option<String> {
    let text = match std::fs::read_to_string(name) {
        Ok(text) => text,
        Err(_) if name.contains('(') => name.to_owned(),
        Err(_) => return None,
    };
    let is_champion = text.trim_start().starts_with("ludevo champion");
    let is_program = text.contains('(') || text.trim_start().starts_with("tree ");
    (is_program && !is_champion).then_some(text)
}

/// A program in one of the languages of a game, which plays as the game's default experiment lets programs play; the error
/// is about the language of that experiment. Nothing where the game has no such programs.
pub fn by_hand(game: &dyn Game, text: &str) -> Option<Result<ChampionFile, GameError>> {
    let name = game.facts().name;
    let usual = load(&format!("{name}/default"), &[]).ok()?;
    let language =
        usual.experiment.own.get("program")?.get("language").and_then(|language| language.as_str());
    let others = game.languages().into_iter().map(|language| language.name().to_owned());
    let sets = others
        .filter(|other| Some(other.as_str()) != language)
        .map(|other| vec![format!("program.language={other}")]);
    let mut refusal = None;
    for sets in [Vec::new()].into_iter().chain(sets) {
        let Ok(loaded) = load(&format!("{name}/default"), &sets) else { continue };
        match of_experiment(game, &loaded.experiment, text) {
            Some(Err(error)) => {
                refusal.get_or_insert(error);
            }
            Some(read) => return Some(read),
            None => {}
        }
    }
    refusal.map(Err)
}

/// The same as an experiment lets programs play.
pub(crate) fn of_experiment(
    game: &dyn Game,
    experiment: &Experiment,
    text: &str,
) -> Option<Result<ChampionFile, GameError>> {
    let mut refusal = None;
    for program in spelled_out(text, &experiment.own) {
        let Some(file) = game.candidate(experiment, &program) else { continue };
        let mut file = ChampionFile { score: "not measured".to_owned(), ..file };
        file.provenance.experiment = BY_HAND.to_owned();
        file.provenance.version = crate::VERSION.to_owned();
        match game.show(&file) {
            Ok(_) => return Some(Ok(file)),
            Err(error) => {
                refusal.get_or_insert(error);
            }
        }
    }
    refusal.map(Err)
}

/// The text as it stands in champion files: as it is, or as the only tree of an individual.
fn spelled_out(text: &str, own: &toml::Table) -> Vec<String> {
    let text = text.trim();
    let whole = format!("{text}\n");
    let has_name = text.starts_with("tree ") || own.contains_key("worth");
    if has_name { vec![whole] } else { vec![format!("tree evaluate\n{whole}"), whole] }
}
