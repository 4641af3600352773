//! Heuristics as a kind of genome beside trees: their experiments, their champion files, and how they play.

use std::path::PathBuf;

use ludevo_evolve::{Species, State, WeightSettings};
use ludevo_search::alphabeta::SearchSettings;

use super::factors::{FACTORS, Factor};
use super::heuristic::{Form, Heuristic};
use super::run::{FIGURES, HeuristicRun};
use super::settings::{HeuristicSettings, SECTION, named};
use super::specimen::{Specimen, species};
use crate::rules::LoseCheckers;
use ludevo_game::board::{Maker, OtherPlayers, Presented, find_player, searching};
use ludevo_game::bred::{self, OtherGenome};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::champions::Found;
use ludevo_game::experiment::{Experiment, OwnSections, SettingsError};
use ludevo_game::game::{Evolution, GameError, Shown, ShownTree};
use ludevo_game::player_name::{PlayerError, PlayerName};

/// The kind of genome.
pub(crate) struct Heuristics;

/// What champion files state as their language.
const LANGUAGE: &str = "heuristic";

/// A champion file that was read to its end.
struct Champion {
    heuristic: Heuristic,
    depth: u32,
}

impl OtherPlayers<LoseCheckers> for Heuristics {
    fn player(&self, found: &Found, name: &PlayerName) -> Result<Maker<LoseCheckers>, PlayerError> {
        let Champion { heuristic, depth } = found.read(champion)?;
        name.only(&["depth", "order"])?;
        let depth = name.option("depth", "1 to 20", |depth| (1..=20).contains(depth))?.unwrap_or(depth);
        searching(name, SearchSettings::full(depth), heuristic)
    }
}

impl OtherGenome<LoseCheckers> for Heuristics {
    fn language(&self) -> &'static str {
        LANGUAGE
    }

    fn is_bred_by(&self, experiment: &Experiment) -> bool {
        experiment.own.contains_key(SECTION)
    }

    fn settings(&self, experiment: &Experiment) -> Result<toml::Table, SettingsError> {
        HeuristicSettings::table_of(experiment)
    }

    fn words(&self, experiment: &Experiment) -> Vec<(&'static str, String)> {
        HeuristicSettings::words_of(experiment)
    }

    fn warnings(&self, experiment: &Experiment) -> Vec<String> {
        let Ok(settings) = HeuristicSettings::read(experiment) else { return Vec::new() };
        let warning = |overlap: &super::heuristic::Overlap| {
            format!("{overlap}: weights of phases that overlap are hard to learn, since many do the same")
        };
        settings.heuristic.form().overlaps().iter().map(warning).collect()
    }

    fn evolve(
        &self,
        game: &LoseCheckers,
        experiment: &Experiment,
        seed: u64,
        founders: &[PathBuf],
    ) -> Result<Box<dyn Evolution>, GameError> {
        let HeuristicSettings { heuristic, player, learning } = HeuristicSettings::read(experiment)?;
        let form = heuristic.form();
        let species = species(&form, heuristic.range, heuristic.weights);
        let yardstick = experiment.yardstick.clone();
        let opponent = find_player(game, &yardstick.player.parse()?)?;
        let mut population = HeuristicRun::born(&species, &learning, experiment.evolution.population, seed);
        let language = (LANGUAGE, hash(&form));
        let joining = bred::founders(LoseCheckers::STANDARD.facts(), language, (&[], founders), founder)?;
        population.iter_mut().zip(joining).for_each(|(place, founder)| *place = founder);
        let own = own_lines(&form, player.depth);
        let blank = ChampionFile::new(LoseCheckers::STANDARD.facts().name, LANGUAGE, hash(&form), own);
        Ok(Box::new(HeuristicRun {
            game: *game,
            form,
            species,
            learning,
            evolution: experiment.evolution.clone(),
            yardstick,
            stop: experiment.stop,
            opponent,
            measured: SearchSettings::full(player.depth),
            seed,
            blank,
            state: State::new(population),
            boards: None,
            measuring: None,
        }))
    }

    fn show(&self, file: &ChampionFile) -> Result<Shown, ChampionError> {
        let Champion { heuristic, depth } = champion(file)?;
        let form = heuristic.form();
        let mut reading = String::new();
        let mut weights = heuristic.weights().iter();
        let always = (!form.linear.is_empty()).then(|| "always".to_owned());
        let headings = always.into_iter().chain(form.phases.iter().map(ToString::to_string));
        for (heading, names) in headings.zip(form.names()) {
            reading += &format!("{heading}\n");
            for (name, weight) in names.iter().zip(&mut weights) {
                reading += &format!("  {weight:>22}  {name}\n");
            }
        }
        let counts: Vec<Factor> = form.combinations().flatten().map(|parameter| parameter.factor).collect();
        let terminals = FACTORS.iter().filter(|(factor, _)| counts.contains(factor));
        let nodes = heuristic.weights().len();
        let tree = ShownTree {
            name: LANGUAGE.to_owned(),
            decides: "how good a position is for the player to move".to_owned(),
            text: file.program.clone(),
            nodes,
            simplified: file.program.clone(),
            simplified_nodes: nodes,
            reading,
            deviation: None,
            terminals: terminals.map(|(factor, name)| (*name, factor.meaning())).collect(),
            uses: Vec::new(),
            outline: Vec::new(),
        };
        let plays = format!("alpha-beta search of depth {depth}, the heuristic judges its leaves");
        Ok(Shown { plays, trees: vec![tree] })
    }
}

/// The lines of a champion's file that say what its weights weigh and how it plays.
fn own_lines(form: &Form, depth: u32) -> Vec<Line> {
    vec![Line::new("form", form_text(form)), Line::new("depth", depth)]
}

/// A form in one line: its name in the paper, or written out.
fn form_text(form: &Form) -> String {
    let known = super::heuristic::published::NAMES.iter().find(|(_, known)| known() == *form);
    match known {
        Some((name, _)) => (*name).to_owned(),
        None => toml::Value::try_from(form).expect("a form is a table of plain values").to_string(),
    }
}

fn parse_form(text: &str) -> Result<Form, String> {
    if let Some(form) = named(text) {
        return Ok(form);
    }
    #[derive(serde::Deserialize)]
    struct Line {
        form: Form,
    }
    let Line { form } =
        toml::from_str(&format!("form = {text}")).map_err(|error| error.message().to_owned())?;
    form.check().map_err(|error| error.to_string())?;
    Ok(form)
}

/// A number that changes when weights written before mean something else (FNV-1a).
fn hash(form: &Form) -> u64 {
    let names = form.names().concat().join("\n");
    let text = format!("{names}\n{}", form_text(form));
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn champion(file: &ChampionFile) -> Result<Champion, ChampionError> {
    let keys = [&["form", "depth"][..], &FIGURES].concat();
    let own = file.own(&keys)?;
    let form = parse_form(own.need("form")?)
        .map_err(|problem| own.refused("form", &format!("a form ({problem})")))?;
    file.written_in(LoseCheckers::STANDARD.facts().name, &[(LANGUAGE, hash(&form))])?;
    own.need("depth")?;
    let depth = own.number("depth", "a whole number")?.unwrap_or(1);
    if !(1..=20).contains(&depth) {
        return Err(own.refused("depth", "1 to 20"));
    }
    let species = species(&form, f64::MAX, WeightSettings::default());
    let weights = file.genome(|text, line| species.parse(text, line))?;
    let heuristic = Heuristic::new(form, weights).map_err(|error| own.refused("form", &error.to_string()))?;
    Ok(Champion { heuristic, depth })
}

/// The weights of a champion; what they weigh is part of its language's hash.
fn founder(file: &ChampionFile) -> Result<Specimen, ChampionError> {
    let Champion { heuristic, .. } = champion(file)?;
    Ok(Specimen::new(heuristic.weights().to_vec()))
}
