//! Loading experiments: built-in ones and files, what they inherit, and settings from the command line.

use std::path::{Path, PathBuf};

use ludevo_evolve::settings::RangeError;
use ludevo_game::decode::{DecodeError, DecodeProblem, kind_in_words};
use ludevo_game::document::{Node, Origin, Value};
use ludevo_game::experiment::{Experiment, SettingsError};
use ludevo_game::registry;
use ludevo_program::Nearest;

pub use crate::error::{ExperimentError, Place};

/// A text of TOML that knows where it says what.
pub struct Document(Node);

impl Document {
    /// The document that a text is, or the line on which it is none, and why.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        Node::parse(text, 0).map(Document).map_err(|error| (error.line, error.message))
    }

    /// What it says.
    pub fn to_toml(&self) -> toml::Table {
        self.0.to_toml()
    }

    /// The line of what keys and indices lead to, if they lead to something.
    pub fn line(&self, path: &[&str]) -> Option<u32> {
        let (node, depth) = self.0.deepest(path);
        (depth == path.len()).then_some(node.origin.line)
    }
}

/// An experiment with everything resolved.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// `GAME/NAME`, or the path of the file.
    pub name: String,
    /// The settings of the command line, in order.
    pub sets: Vec<String>,
    /// What it states.
    pub experiment: Experiment,
    /// The same as TOML, with every default written out.
    pub resolved: String,
    sources: Vec<String>,
    document: Node,
}

/// What a document has under the first key of a path.
fn value_of<'a>(document: &'a Node, path: &[String]) -> Option<&'a Value> {
    document.get(path.first()?).map(|node| &node.value)
}

/// Whether it is a section, or a text that means to be one; what is wrong with that is said by others.
fn is_section(value: Option<&Value>) -> bool {
    match value {
        Some(Value::String(text)) => text.trim_start().starts_with('{'),
        value => matches!(value, Some(Value::Table(_))),
    }
}

/// Loads an experiment. `name` is `GAME/NAME`, `GAME` for `GAME/default`, or a file; each of `sets` is `KEY=VALUE`.
pub fn load(name: &str, sets: &[String]) -> Result<Loaded, ExperimentError> {
    let mut layers = Layers::default();
    let source = Source::find(name, None, "")?;
    let title = source.title();
    let mut document = layers.read(source)?;
    for text in sets {
        let (path, change) = parse_set(text, layers.add(format!("--set {text}")))?;
        if let Some((count, depth)) = document.beyond_list(&path) {
            let key = path[..depth].join(".");
            return Err(ExperimentError::NoEntry { text: text.clone(), key, count });
        }
        if let ([section], Some(Value::Table(keys))) = (&path[..], value_of(&document, &path))
            && let Some((key, _)) = keys.first()
            && !is_section(value_of(&change, &path))
        {
            let (section, key) = (section.clone(), key.clone());
            return Err(ExperimentError::Section { text: text.clone(), section, key });
        }
        document = document.changed_by(change);
    }
    resolve(title, sets.to_vec(), layers.names, document)
}

/// Reads a resolved experiment back from a run's folder.
pub(crate) fn load_resolved(
    name: String,
    sets: Vec<String>,
    path: &Path,
    text: &str,
) -> Result<Loaded, ExperimentError> {
    let mut layers = Layers::default();
    let document = layers.parse(&path.display().to_string(), text)?;
    resolve(name, sets, layers.names, document)
}

fn resolve(
    name: String,
    sets: Vec<String>,
    sources: Vec<String>,
    document: Node,
) -> Result<Loaded, ExperimentError> {
    let experiment = Experiment::decode(&document.to_toml())
        .map_err(|error| explain_decode(error, &document, &sources))?;
    let mut loaded = Loaded { name, sets, resolved: String::new(), experiment, sources, document };
    loaded.bring_module()?;
    let experiment = &loaded.experiment;
    let Some(game) = registry::find(&experiment.game) else {
        let games: Vec<&str> = registry::games().iter().map(|game| game.facts().name).collect();
        return Err(loaded.unknown_value("game", &experiment.game, &games));
    };
    experiment.check().map_err(|error| loaded.out_of_range(error))?;
    let own = game.settings(experiment).map_err(|error| match error.with_common_keys() {
        SettingsError::Decode(error) => explain_decode(error, &loaded.document, &loaded.sources),
        SettingsError::Range(error) => loaded.out_of_range(error),
    })?;
    loaded.experiment.own = own;
    loaded.resolved = print(&loaded.experiment);
    loaded.check_variants()?;
    Ok(loaded)
}

fn print(experiment: &Experiment) -> String {
    toml::to_string(experiment).expect("settings are tables of plain values")
}

impl Loaded {
    /// An experiment as [`Loaded::resolved`] states it; `source` is where that text comes from.
    pub fn read(name: String, sets: Vec<String>, source: &str, text: &str) -> Result<Self, ExperimentError> {
        load_resolved(name, sets, Path::new(source), text)
    }

    /// Where the game is stated by the path of its module, from the folder of the file that says so, it stands for its name.
    fn bring_module(&mut self) -> Result<(), ExperimentError> {
        let stated = &self.experiment.game;
        if !registry::is_module(stated) {
            return Ok(());
        }
        let at = self.place("game", stated);
        let folder = Path::new(&*at.source).parent().map_or_else(PathBuf::new, Path::to_owned);
        let game = registry::bring(&folder.join(stated))
            .map_err(|source| ExperimentError::Game { by: format!("{at}: "), source })?;
        self.experiment.game = game.facts().name.to_owned();
        Ok(())
    }

    /// Where a key such as `program.language` says `value`, or the nearest table around it.
    pub fn place(&self, key: &str, value: &str) -> Place {
        let path: Vec<&str> = key.split('.').collect();
        let (node, depth) = self.document.deepest(&path);
        // A key inside an array of tables is in one of them: the value tells which.
        let node = match &node.value {
            Value::Array(items) if depth < path.len() => {
                let inner = || items.iter().filter_map(|item| item.get(path[depth]));
                inner().find(|node| node.says(value)).or_else(|| inner().next()).unwrap_or(node)
            }
            _ => node,
        };
        place(&self.sources, node.origin)
    }

    /// The same experiment with another number of generations.
    pub(crate) fn with_generations(mut self, generations: u64) -> Self {
        const KEY: &str = "evolution.generations=";
        let set = format!("{KEY}{generations}");
        match self.sets.iter_mut().find(|set| set.starts_with(KEY)) {
            Some(known) => *known = set,
            None => self.sets.push(set),
        }
        self.experiment.evolution.generations = generations;
        self.resolved = print(&self.experiment);
        self
    }

    /// What the experiment does, without what it says about itself: its summary and what is published. Two that do the same
    /// make the same runs.
    pub fn essence(&self) -> String {
        let mut experiment = self.experiment.clone();
        (experiment.summary, experiment.published) = Default::default();
        print(&experiment)
    }

    /// What identifies the experiment whatever its number of generations: a longer run continues a shorter one.
    pub(crate) fn hash(&self) -> String {
        let mut experiment = self.experiment.clone();
        experiment.evolution.generations = 0;
        blake3::hash(print(&experiment).as_bytes()).to_hex()[..16].to_owned()
    }

    pub(crate) fn out_of_range(&self, error: RangeError) -> ExperimentError {
        let RangeError { key, value, allowed } = error;
        let first = key.split(' ').next().unwrap_or_default();
        ExperimentError::Range { place: self.place(first, &value), key, value, allowed }
    }

    fn unknown_value(&self, key: &str, value: &str, known: &[&str]) -> ExperimentError {
        ExperimentError::UnknownValue {
            place: self.place(key, value),
            key: key.to_owned(),
            value: value.to_owned(),
            nearest: Nearest::to(value, known.iter().copied()),
            allowed: known.join(", "),
        }
    }

    /// Refuses keys of another variant, which serde overlooks where a variant has no keys of its own.
    fn check_variants(&self) -> Result<(), ExperimentError> {
        let understood =
            toml::Value::try_from(&self.experiment).expect("settings are tables of plain values");
        let mut open = vec![(String::new(), &self.document, &understood)];
        while let Some((path, node, value)) = open.pop() {
            let children: Vec<(String, &Node)> = match &node.value {
                Value::Table(entries) => entries.iter().map(|(key, child)| (key.clone(), child)).collect(),
                Value::Array(items) => {
                    items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
                }
                _ => continue,
            };
            for (key, child) in children {
                let inner = match value {
                    toml::Value::Array(items) => key.parse().ok().and_then(|index: usize| items.get(index)),
                    _ => value.get(&key),
                };
                let full = if path.is_empty() { key } else { format!("{path}.{key}") };
                match (inner, node.tag()) {
                    (Some(inner), _) => open.push((full, child, inner)),
                    (None, Some((tag, variant))) => {
                        return Err(ExperimentError::Pointless {
                            place: place(&self.sources, child.origin),
                            key: full,
                            with: format!("{tag} = \"{variant}\""),
                        });
                    }
                    (None, None) => {}
                }
            }
        }
        Ok(())
    }
}

fn place(sources: &[String], origin: Origin) -> Place {
    Place { source: sources[origin.layer].as_str().into(), line: (origin.line > 0).then_some(origin.line) }
}

/// One text of the chain of inheritance.
enum Source {
    Library { name: String, text: &'static str },
    File(PathBuf),
}

impl Source {
    /// What a name stands for; `folder` is that of the file which says so.
    fn find(name: &str, folder: Option<&Path>, by: &str) -> Result<Self, ExperimentError> {
        // A module stands for the default experiment of its game.
        let beside = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let of_module = registry::is_module(name).then(|| registry::bring(&beside)).transpose();
        let of_module = of_module.map_err(|source| ExperimentError::Game { by: by.to_owned(), source })?;
        let name = of_module.map_or(name, |game| game.facts().name);
        if !name.ends_with(".toml") {
            // Games of the user's folder bring their experiments along.
            registry::find(name.split('/').next().unwrap_or_default());
        }
        let list = registry::experiments();
        for candidate in [name.to_owned(), format!("{name}/default")] {
            if let Some(text) = registry::text(list, &candidate) {
                return Ok(Source::Library { name: candidate, text });
            }
        }
        let path = beside;
        let is_path =
            Path::new(name).extension().is_some_and(|extension| extension == "toml") || path.is_file();
        if is_path {
            return Ok(Source::File(path));
        }
        let games = registry::games().iter().map(|game| game.facts().name);
        let known = list.iter().map(|(name, _)| *name);
        let nearest = if name.contains('/') { Nearest::to(name, known) } else { Nearest::to(name, games) };
        Err(ExperimentError::UnknownExperiment { name: name.to_owned(), nearest, by: by.to_owned() })
    }

    fn title(&self) -> String {
        match self {
            Source::Library { name, .. } => name.clone(),
            Source::File(path) => path.display().to_string(),
        }
    }
}

/// The texts an experiment is made of, by number.
#[derive(Default)]
struct Layers {
    names: Vec<String>,
}

impl Layers {
    fn add(&mut self, name: String) -> usize {
        self.names.push(name);
        self.names.len() - 1
    }

    fn parse(&mut self, name: &str, text: &str) -> Result<Node, ExperimentError> {
        let layer = self.add(name.to_owned());
        Node::parse(text, layer).map_err(|error| ExperimentError::Syntax {
            place: place(&self.names, Origin { layer, line: error.line }),
            message: error.message,
        })
    }

    /// Reads a source and what it extends, merged.
    fn read(&mut self, source: Source) -> Result<Node, ExperimentError> {
        let mut chain: Vec<String> = Vec::new();
        let mut documents = Vec::new();
        let mut next = Some(source);
        while let Some(source) = next.take() {
            let identity = match &source {
                Source::Library { name, .. } => name.clone(),
                Source::File(path) => {
                    path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string()
                }
            };
            let known = chain.contains(&identity);
            chain.push(identity);
            if known {
                return Err(ExperimentError::Cycle { chain: chain.join(" -> ") });
            }
            let (mut document, folder) = match source {
                Source::Library { name, text } => {
                    let game = name.split('/').next().unwrap_or_default();
                    let whose = match registry::files(game) {
                        [] => "built in".to_owned(),
                        _ => format!("{game}.experiment.toml beside its module"),
                    };
                    (self.parse(&format!("{name} ({whose})"), text)?, None)
                }
                Source::File(path) => {
                    let shown = path.display().to_string();
                    let text = std::fs::read_to_string(&path)
                        .map_err(|source| ExperimentError::Read { path: shown.clone(), source })?;
                    (self.parse(&shown, &text)?, path.parent().map(Path::to_owned))
                }
            };
            if let Some(parent) = document.remove("extends") {
                let at = place(&self.names, parent.origin);
                let Value::String(name) = &parent.value else {
                    return Err(ExperimentError::Type {
                        place: at,
                        key: "extends".to_owned(),
                        found: kind_in_words(&parent.to_value()),
                        expected: "the name of an experiment or a file".to_owned(),
                    });
                };
                next = Some(Source::find(name, folder.as_deref(), &format!("{at}: "))?);
            }
            documents.push(document);
        }
        let inherit = |parent: Node, child: Node| parent.inherited_by(child);
        Ok(documents.into_iter().rev().reduce(inherit).expect("a source is a document"))
    }
}

/// The keys of `KEY=VALUE`, and the document that it stands for. A value that is not TOML is a string.
fn parse_set(text: &str, layer: usize) -> Result<(Vec<String>, Node), ExperimentError> {
    let problem = || ExperimentError::Setting { text: text.to_owned() };
    let (key, value) = text.split_once('=').ok_or_else(problem)?;
    let path: Vec<String> = key.trim().split('.').map(str::to_owned).collect();
    if path.iter().any(String::is_empty) {
        return Err(problem());
    }
    let instead = match path[0].as_str() {
        "game" => Some("name an experiment of that game"),
        "extends" => Some("write a file that extends it, and name that"),
        _ => None,
    };
    if let Some(instead) = instead {
        return Err(ExperimentError::Fixed { text: text.to_owned(), key: path[0].clone(), instead });
    }
    let origin = Origin { layer, line: 0 };
    let value = value.trim();
    let parsed = Node::parse(&format!("value = {value}"), layer).ok();
    let mut inner = parsed
        .and_then(|mut document| document.remove("value"))
        .unwrap_or_else(|| Node { origin, value: Value::String(value.to_owned()) });
    forget_lines(&mut inner, origin);
    let node = Node::nested(&path, inner);
    Ok((path, node))
}

fn forget_lines(node: &mut Node, origin: Origin) {
    node.origin = origin;
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| forget_lines(item, origin)),
        Value::Table(entries) => entries.iter_mut().for_each(|(_, child)| forget_lines(child, origin)),
        _ => {}
    }
}

/// The key that may be meant: one that is allowed there, or else one that stands anywhere in the experiment.
fn nearest_key(key: &str, allowed: &[&str], full: impl Fn(&str) -> String, document: &Node) -> Nearest {
    let here = Nearest::to(key, allowed.iter().copied());
    if here.name().is_some() {
        return here.said(full);
    }
    let paths = document.paths();
    let last = |path: &String| path.rsplit('.').next().unwrap_or_default().to_owned();
    let names: Vec<String> = paths.iter().map(last).collect();
    let others = names.iter().map(String::as_str).filter(|name| *name != key);
    Nearest::to(key, others).said(|found| {
        let place = names.iter().position(|name| name == found);
        place.map_or_else(String::new, |place| paths[place].clone())
    })
}

fn explain_decode(error: DecodeError, document: &Node, sources: &[String]) -> ExperimentError {
    let path: Vec<&str> = error.path.iter().map(String::as_str).collect();
    let (node, _) = document.deepest(&path);
    let full = |key: &str| path.iter().copied().chain([key]).collect::<Vec<_>>().join(".");
    let here = || path.join(".");
    let at = |key: &str| place(sources, node.get(key).unwrap_or(node).origin);
    match error.problem {
        DecodeProblem::UnknownKey { key, mut allowed } => {
            if path.is_empty() {
                allowed.insert(0, "extends");
            }
            ExperimentError::UnknownKey {
                place: at(&key),
                nearest: nearest_key(&key, &allowed, full, document),
                key: full(&key),
                allowed: allowed.join(", "),
            }
        }
        DecodeProblem::UnknownVariant { variant, allowed } => {
            let tag = node.tag().map(|(tag, _)| tag);
            ExperimentError::UnknownValue {
                place: tag.map_or_else(|| place(sources, node.origin), at),
                key: tag.map_or_else(here, full),
                nearest: Nearest::to(&variant, allowed.iter().copied()),
                value: variant,
                allowed: allowed.join(", "),
            }
        }
        DecodeProblem::Missing { key } => {
            ExperimentError::Missing { place: place(sources, node.origin), key: full(key) }
        }
        DecodeProblem::Type { found, expected } => {
            // Inside a table with variants serde has lost the key; the value tells which it was.
            let culprit = match &node.value {
                Value::Table(entries) => {
                    entries.iter().find(|(_, child)| kind_in_words(&child.to_value()) == found)
                }
                _ => None,
            };
            let (place, key) = match culprit {
                Some((key, child)) => (place(sources, child.origin), full(key)),
                None => (place(sources, node.origin), here()),
            };
            ExperimentError::Type { place, key, found, expected }
        }
        DecodeProblem::Other(problem) => {
            ExperimentError::Value { place: place(sources, node.origin), key: here(), problem }
        }
    }
}
