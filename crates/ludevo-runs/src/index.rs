//! The index of runs: what was read of their folders, kept in a file beside them that can always be made again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ludevo_evolve::End;
use ludevo_game::provenance::quoted;
use ludevo_program::Nearest;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::folder::{CHECKPOINT, EXPERIMENT, Folder, FolderError, RESULT};

/// The file of the index, in the folder of runs.
pub const INDEX: &str = "index.json";

/// Held by whoever writes the index.
const LOCK: &str = "index.lock";

/// Changes whenever what is kept does: an index of another format is made anew.
const FORMAT: u32 = 3;

/// Why the index could not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// A folder failed.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// No such run or experiment.
    #[error("there is no run or experiment `{name}` in {runs}{nearest}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The folder of runs.
        runs: PathBuf,
        /// The nearest name.
        nearest: Nearest,
    },
    /// A name that leads out of the folder of runs.
    #[error("`{name}` is not the name of a run's folder in {runs}: nothing else is ever deleted")]
    Outside {
        /// What was asked for.
        name: String,
        /// The folder of runs.
        runs: PathBuf,
    },
}

/// A run as the index knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunEntry {
    /// The folder's name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The experiment.
    pub experiment: String,
    /// The experiment with its settings: runs of one title differ in their seed only.
    pub title: String,
    /// Identifies what the experiment says with its settings: a file may have changed since another run of its title.
    pub says: String,
    /// The seed.
    pub seed: u64,
    /// The version of Ludevo.
    pub version: String,
    /// Generations done.
    pub generations: u64,
    /// Generations planned.
    pub planned: u64,
    /// Why it is over; nothing while it can go on.
    pub end: Option<End>,
    /// The yardstick.
    pub yardstick: String,
    /// The champion's score on fresh games; nothing before there is a champion.
    pub score: Option<f64>,
    /// The 95 % interval of the score.
    pub low: Option<f64>,
    /// The 95 % interval of the score.
    pub high: Option<f64>,
    /// Fresh games.
    pub fresh_games: Option<u64>,
    /// Nodes of the champion.
    pub champion_nodes: Option<u64>,
    /// Games of evolution.
    pub games: u64,
    /// Seconds of evolution.
    pub seconds: f64,
}

/// Which runs are wanted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this game only.
    pub game: Option<String>,
    /// Of this experiment only: `GAME/NAME`, with or without its settings.
    pub experiment: Option<String>,
}

/// What the file holds.
#[derive(Default, Serialize, Deserialize)]
struct Kept<Runs> {
    format: u32,
    runs: Runs,
}

/// A run as it was when its folder had this stamp.
#[derive(Debug, Serialize, Deserialize)]
struct Known {
    stamp: String,
    entry: RunEntry,
}

/// The index of a folder of runs.
#[derive(Debug)]
pub struct Index {
    runs: PathBuf,
    /// By the name of the folder.
    known: BTreeMap<String, Known>,
}

impl RunEntry {
    /// What differs from the experiment, as on the command line.
    pub fn settings(&self) -> &str {
        self.title.strip_prefix(&self.experiment).unwrap_or_default().trim()
    }

    /// Whether two are the same run made twice.
    fn is_equal(&self, other: &RunEntry) -> bool {
        let made = |run: &RunEntry| (run.title.clone(), run.says.clone(), run.seed, run.version.clone());
        let found = |run: &RunEntry| (run.generations, run.games, run.score, run.champion_nodes);
        made(self) == made(other) && found(self) == found(other)
    }

    /// The runs without those that are equal to an earlier one.
    pub fn distinct(runs: Vec<RunEntry>) -> Vec<RunEntry> {
        let mut kept: Vec<RunEntry> = Vec::new();
        for run in runs {
            if !kept.iter().any(|known| known.is_equal(&run)) {
                kept.push(run);
            }
        }
        kept
    }
}

impl Index {
    /// The index of a folder of runs; where there is no folder, there are no runs. Call [`Index::refresh`] to see what changed.
    pub fn open(runs: &Path) -> Result<Self, IndexError> {
        // The folders are the truth: an index that is none, or is damaged, is made anew.
        let text = fs::read_to_string(runs.join(INDEX)).unwrap_or_default();
        let kept: Kept<BTreeMap<String, Known>> = serde_json::from_str(&text).unwrap_or_default();
        let known = if kept.format == FORMAT { kept.runs } else { BTreeMap::new() };
        Ok(Index { runs: runs.to_owned(), known })
    }

    /// The folder of runs.
    pub fn runs(&self) -> &Path {
        &self.runs
    }

    /// Reads the folders that changed. What is wrong with a folder is returned; such a folder is left out.
    pub fn refresh(&mut self) -> Result<Vec<FolderError>, IndexError> {
        let read = |source| FolderError::Io { action: "read", path: self.runs.clone(), source };
        let entries = match fs::read_dir(&self.runs) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.known.clear();
                return Ok(Vec::new());
            }
            entries => entries.map_err(read)?,
        };
        let mut names = BTreeSet::new();
        for entry in entries {
            let entry = entry.map_err(read)?;
            if entry.path().join(EXPERIMENT).is_file() {
                names.insert(entry.file_name().to_string_lossy().into_owned());
            }
        }
        let mut problems = Vec::new();
        let count = self.known.len();
        self.known.retain(|name, _| names.contains(name));
        let mut changed = self.known.len() < count;
        for name in names {
            let folder = self.runs.join(&name);
            let stamp = stamp(&folder);
            if self.known.get(&name).is_some_and(|known| known.stamp == stamp) {
                continue;
            }
            changed |= match read_entry(&folder, name.clone()) {
                Ok(entry) => {
                    self.known.insert(name, Known { stamp, entry });
                    true
                }
                Err(problem) => {
                    problems.push(problem);
                    self.known.remove(&name).is_some()
                }
            };
        }
        if changed {
            let _ = self.keep();
        }
        Ok(problems)
    }

    /// Writes the file. Whoever reads it meanwhile sees the one before; of those who write at once the last one stays,
    /// and what it does not know yet its stamps will tell. If it cannot be written the index is slower the next time,
    /// and nothing else.
    fn keep(&self) -> io::Result<()> {
        let lock = File::create(self.runs.join(LOCK))?;
        lock.lock()?;
        let path = self.runs.join(INDEX);
        let beside = path.with_extension("new");
        fs::write(&beside, serde_json::to_string(&Kept { format: FORMAT, runs: &self.known })?)?;
        fs::rename(&beside, &path)
    }

    /// The runs that are wanted, by game, experiment and seed.
    pub fn list(&self, filter: &Filter) -> Vec<RunEntry> {
        let is_wanted = |run: &&RunEntry| {
            filter.game.as_ref().is_none_or(|game| run.game == *game)
                && filter
                    .experiment
                    .as_ref()
                    .is_none_or(|wanted| [&run.experiment, &run.title].contains(&wanted))
        };
        let mut runs: Vec<RunEntry> =
            self.known.values().map(|known| &known.entry).filter(is_wanted).cloned().collect();
        let order = |run: &RunEntry| (run.game.clone(), run.title.clone(), run.seed, run.name.clone());
        runs.sort_by_cached_key(order);
        runs
    }

    /// The runs that names stand for: of runs, of their folders, of folders that have runs in them, of experiments with or
    /// without settings (all their runs), of a setting alone, such as `player.depth=3`, or several of them with commas.
    pub fn find(&self, names: &str) -> Result<Vec<RunEntry>, IndexError> {
        let all = self.list(&Filter::default());
        let mut found: Vec<RunEntry> = Vec::new();
        let exact = all.iter().any(|run| run.name == names || run.title == names || run.experiment == names);
        let parts = if exact { vec![names] } else { names.split(',').map(str::trim).collect() };
        for name in parts {
            let of =
                |key: fn(&RunEntry) -> &str| all.iter().filter(|run| key(run) == name).collect::<Vec<_>>();
            let in_folder = |run: &&RunEntry| self.is_folder_of(name, run);
            let set = format!(" --set {}", quoted(name));
            let with_setting = |run: &&RunEntry| {
                name.contains('=')
                    && run.title.match_indices(&set).any(|(at, found)| {
                        let rest = &run.title[at + found.len()..];
                        rest.is_empty() || rest.starts_with(' ')
                    })
            };
            let matches = [
                of(|run| &run.name),
                all.iter().filter(in_folder).collect(),
                of(|run| &run.title),
                of(|run| &run.experiment),
                all.iter().filter(with_setting).collect(),
            ];
            let elsewhere = self.elsewhere(name);
            let matches = matches.into_iter().chain([elsewhere.iter().collect()]);
            let Some(runs) = matches.into_iter().find(|runs: &Vec<&RunEntry>| !runs.is_empty()) else {
                let known = all.iter().flat_map(|run| [run.name.as_str(), run.title.as_str()]);
                return Err(IndexError::Unknown {
                    name: name.to_owned(),
                    runs: self.runs.clone(),
                    nearest: Nearest::to(name, known),
                });
            };
            for run in runs {
                if !found.contains(run) {
                    found.push(run.clone());
                }
            }
        }
        Ok(found)
    }

    /// The runs that names stand for, as [`Index::find`] finds them, in groups that differ in their seeds only, each with
    /// its name. Runs that are listed one by one stay together, as they were asked for.
    pub fn groups(&self, names: &str) -> Result<Vec<(String, Vec<RunEntry>)>, IndexError> {
        let found = self.find(names)?;
        let is_listed = |run: &RunEntry| {
            names.split(',').map(str::trim).any(|name| {
                name == run.name || self.is_folder_of(name, run) || Path::new(&run.name).is_absolute()
            })
        };
        if found.iter().all(is_listed) {
            return Ok(vec![(names.to_owned(), found)]);
        }
        let mut groups: Vec<Vec<RunEntry>> = Vec::new();
        for run in found {
            let same = |group: &&mut Vec<RunEntry>| group[0].title == run.title && group[0].says == run.says;
            match groups.iter_mut().find(same) {
                Some(group) => group.push(run),
                None => groups.push(vec![run]),
            }
        }
        let titles: Vec<String> = groups.iter().map(|group| group[0].title.clone()).collect();
        let name = |group: &[RunEntry]| {
            let RunEntry { title, name, .. } = &group[0];
            let is_alone = titles.iter().filter(|known| *known == title).count() == 1;
            if is_alone { title.clone() } else { format!("{title} (as in {name})") }
        };
        Ok(groups.into_iter().map(|group| (name(&group), group)).collect())
    }

    /// The run in a folder that is not among these, by its path, or all runs directly in a folder.
    fn elsewhere(&self, path: &str) -> Vec<RunEntry> {
        let Ok(path) = Path::new(path).canonicalize() else { return Vec::new() };
        let inside = || fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_run = |path: &PathBuf| path.join(EXPERIMENT).is_file();
        let mut folders =
            if is_run(&path) { vec![path.clone()] } else { inside().filter(is_run).collect::<Vec<_>>() };
        folders.sort();
        let entry = |path: &PathBuf| read_entry(path, path.display().to_string()).ok();
        folders.iter().filter_map(entry).collect()
    }

    /// Whether this is the path of the run's folder.
    fn is_folder_of(&self, path: &str, run: &RunEntry) -> bool {
        let path = Path::new(path);
        let is_named = path.file_name().is_some_and(|name| name == run.name.as_str());
        is_named && path.canonicalize().ok() == self.runs.join(&run.name).canonicalize().ok()
    }

    /// The folder of a run.
    pub fn folder(&self, name: &str) -> Result<Folder, IndexError> {
        Ok(Folder::open(&self.runs.join(name))?)
    }

    /// Deletes a run's folder and its row. Refuses whatever is not a run's folder directly inside the folder of runs.
    pub fn delete(&mut self, name: &str) -> Result<(), IndexError> {
        let by_folder =
            self.known.values().map(|known| &known.entry).find(|run| self.is_folder_of(name, run));
        let name = &by_folder.map_or_else(|| name.to_owned(), |run| run.name.clone());
        let outside = || IndexError::Outside { name: name.to_owned(), runs: self.runs.clone() };
        let path = self.runs.join(name);
        let is_plain = Path::new(name).components().eq([std::path::Component::Normal(name.as_ref())]);
        if !is_plain {
            return Err(outside());
        }
        let Ok(metadata) = fs::symlink_metadata(&path) else {
            let all = self.list(&Filter::default());
            return Err(IndexError::Unknown {
                name: name.to_owned(),
                runs: self.runs.clone(),
                nearest: Nearest::to(name, all.iter().map(|run| run.name.as_str())),
            });
        };
        if !metadata.is_dir() {
            return Err(outside());
        }
        let locked = Folder::open(&path)?.lock()?;
        let removed = fs::remove_dir_all(locked.path());
        removed.map_err(|source| FolderError::Io { action: "delete", path, source })?;
        self.known.remove(name);
        let _ = self.keep();
        Ok(())
    }
}

/// Changes whenever a run does.
fn stamp(folder: &Path) -> String {
    let time = |name: &str| {
        let metadata = fs::metadata(folder.join(name)).ok()?;
        let since = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        Some(format!("{}-{}", since.as_nanos(), metadata.len()))
    };
    [EXPERIMENT, CHECKPOINT, RESULT].map(|name| time(name).unwrap_or_default()).join(" ")
}

fn read_entry(path: &Path, name: String) -> Result<RunEntry, FolderError> {
    let folder = Folder::open(path)?;
    let (provenance, loaded) = folder.experiment()?;
    let log = folder.log()?;
    let result = folder.result()?;
    let generations = log.last().map_or(0, |report| report.generation + 1);
    // A result of fewer generations than are logged is that of a run which went on since.
    let end =
        result.as_ref().filter(|result| result.generations == generations).and_then(|result| result.end);
    let result = result.as_ref();
    Ok(RunEntry {
        name,
        game: loaded.experiment.game.clone(),
        title: provenance.title(),
        experiment: provenance.experiment,
        says: blake3::hash(loaded.resolved.as_bytes()).to_hex()[..16].to_owned(),
        seed: provenance.seed,
        version: provenance.version,
        generations,
        planned: loaded.experiment.evolution.generations,
        end,
        yardstick: loaded.experiment.yardstick.player.clone(),
        score: result.map(|result| result.score),
        low: result.map(|result| result.low),
        high: result.map(|result| result.high),
        fresh_games: result.map(|result| result.fresh_games as u64),
        champion_nodes: result.map(|result| result.champion_nodes as u64),
        games: log.last().map_or(0, |report| report.games_total),
        seconds: folder.timing()?.iter().fold(0.0, |all, timing| all + timing.seconds),
    })
}
