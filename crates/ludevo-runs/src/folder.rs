//! Run folders: where they are, what is in them, and writing that a kill cannot spoil.
//!
//! A whole file is written beside its place, synced and renamed. Lines are only appended; a run that goes on cuts the
//! lines which its checkpoint does not know, so that the files end as if it had never stopped.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::wilson_of_score;
use ludevo_evolve::{Beyond, End, GenerationReport, LostIsland, State, Tried};
use ludevo_game::game::FrontEntry;
use ludevo_game::provenance::Provenance;
use ludevo_game::registry;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::error::ExperimentError;
use crate::load::{Loaded, load_resolved};

/// The resolved experiment.
pub const EXPERIMENT: &str = "experiment.toml";
/// A line a generation.
pub const LOG: &str = "log.jsonl";
/// A line a generation, from the clock.
pub const TIMING: &str = "timing.jsonl";
/// The state between two generations.
pub const CHECKPOINT: &str = "checkpoint";
/// What is said of a run that lost its folder.
pub const DELETED: &str = "the folder of this run was deleted while it ran";
/// What was worked out before the first generation, where that takes long.
pub const PREPARED: &str = "prepared";
/// The champion.
pub const CHAMPION: &str = "champion";
/// What the run ended with.
pub const RESULT: &str = "result.json";
/// The report for readers.
pub const REPORT: &str = "report.html";
const LOCK: &str = "lock";

/// The format of checkpoints.
const CHECKPOINT_FORMAT: u32 = 2;

/// What stands in a checkpoint before the checksum of all that stands before it.
const CHECK: &str = ",\"check\":\"";

/// Why a run folder could not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What came of it.
        source: io::Error,
    },
    /// A folder that has something else in it.
    #[error("{path} is not empty: choose another folder, or go on with the run in it by --resume")]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// A folder without a run.
    #[error("{path} is not a run: it has no {EXPERIMENT}")]
    NotARun {
        /// The folder.
        path: PathBuf,
    },
    /// Another process works on it.
    #[error("{path} is in use: another process runs it")]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A file that is damaged or was changed.
    #[error("{path}{}: {problem}", .line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, where there is one.
        line: Option<usize>,
        /// What is wrong and what to do.
        problem: String,
    },
    /// The experiment of the run cannot be read.
    #[error(transparent)]
    Experiment(Box<ExperimentError>),
}

impl From<ExperimentError> for FolderError {
    fn from(error: ExperimentError) -> Self {
        FolderError::Experiment(Box::new(error))
    }
}

/// The folder that holds the runs: `LUDEVO_RUNS`, or `runs` here.
pub fn runs_folder() -> PathBuf {
    std::env::var_os("LUDEVO_RUNS")
        .filter(|value| !value.is_empty())
        .map_or_else(|| PathBuf::from("runs"), PathBuf::from)
}

/// Where a run comes from, as its experiment.toml says in its first lines.
fn print_provenance(provenance: &Provenance) -> String {
    let mut text = format!("# experiment: {}\n", provenance.experiment);
    for set in &provenance.sets {
        text += &format!("# set: {}\n", set.replace(['\n', '\r'], " "));
    }
    for founder in &provenance.founders {
        text += &format!("# from: {founder}\n");
    }
    text + &format!("# seed: {}\n# version: {}\n\n", provenance.seed, provenance.version)
}

fn parse_provenance(text: &str) -> Option<Provenance> {
    let mut provenance = Provenance::default();
    let mut seed = None;
    for line in text.lines().map_while(|line| line.strip_prefix("# ")) {
        match line.split_once(": ")? {
            ("experiment", value) => provenance.experiment = value.to_owned(),
            ("set", value) => provenance.sets.push(value.to_owned()),
            ("from", value) => provenance.founders.push(value.to_owned()),
            ("seed", value) => seed = value.parse().ok(),
            ("version", value) => provenance.version = value.to_owned(),
            _ => return None,
        }
    }
    provenance.seed = seed?;
    Some(provenance)
}

/// How long a generation took. Kept apart from the log, which holds nothing from a clock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Which generation.
    pub generation: u64,
    /// Seconds.
    pub seconds: f64,
    /// Games a second, of all kinds.
    pub games_per_second: f64,
}

/// A state on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    format: u32,
    pub(crate) version: String,
    pub(crate) experiment_hash: String,
    pub(crate) seed: u64,
    pub(crate) state: State<String>,
}

impl Checkpoint {
    pub(crate) fn new(experiment_hash: &str, seed: u64, state: State<String>) -> Self {
        Checkpoint {
            format: CHECKPOINT_FORMAT,
            version: crate::VERSION.to_owned(),
            experiment_hash: experiment_hash.to_owned(),
            seed,
            state,
        }
    }

    /// Its text, with its checksum as the last key.
    fn print(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string(self)?;
        let body = text.strip_suffix('}').unwrap_or(&text);
        Ok(format!("{body}{CHECK}{}\"}}\n", blake3::hash(body.as_bytes())))
    }
}

/// What a run ended with, or has so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// The experiment with its settings.
    pub experiment: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The version of Ludevo.
    pub version: String,
    /// Generations done.
    pub generations: u64,
    /// Why it is over; nothing if it was stopped and can go on.
    pub end: Option<End>,
    /// Games of evolution.
    pub games_total: u64,
    /// The yardstick.
    pub yardstick: String,
    /// The champion's share of the points against it, on fresh games.
    pub score: f64,
    /// The 95 % interval of that score.
    pub low: f64,
    /// The 95 % interval of that score.
    pub high: f64,
    /// Fresh games.
    pub fresh_games: usize,
    /// The generation in which the champion was found.
    pub champion_generation: u64,
    /// Nodes of the champion.
    pub champion_nodes: usize,
    /// Games of each entry of the front, by which the champion was chosen; 0 if nothing was chosen by games.
    pub front_games: usize,
    /// Size against score, smallest first.
    pub front: Vec<FrontEntry>,
    /// The files that the run hands over beside its champion, and what each holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(String, String)>,
    /// The islands that broke on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostIsland>,
    /// What the champion adds to what people wrote by hand, where they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Beyond>,
}

impl RunResult {
    /// What evolution added to what people put in, a sentence each; nothing where nobody wrote anything by hand.
    pub fn added(&self) -> Vec<String> {
        match &self.beyond {
            None => Vec::new(),
            Some(Beyond::Games { guide, games, score }) => {
                let interval = wilson_of_score(*score, *games as u64, CONFIDENCE);
                vec![format!(
                    "what evolution added: {score:.3} ({:.3} to {:.3}) against {guide} in the same \
                     terminals, at the same depth, in {games} games",
                    interval.low, interval.high
                )]
            }
            Some(Beyond::Problems { problems, solvers }) => {
                let one = |Tried { solver, solved, expanded, moves }: &Tried| {
                    format!(
                        "{solver}: {solved} of {problems} fresh problems solved, {expanded:.0} positions each, {moves:.1} moves"
                    )
                };
                solvers.iter().map(one).collect()
            }
        }
    }

    /// How the champion was chosen, in words that go with its score.
    pub fn chosen(&self) -> String {
        let generation = self.champion_generation;
        match self.front_games {
            0 => format!(
                "It was the best of generation {generation} by what it learned from; the games of this table chose nothing."
            ),
            games => format!(
                "It was found in generation {generation} and chosen among the finalists on {games} games each; the games \
                 of this table were played afterwards and chose nothing."
            ),
        }
    }
}

fn at<T>(action: &'static str, path: &Path, result: io::Result<T>) -> Result<T, FolderError> {
    result.map_err(|source| FolderError::Io { action, path: path.to_owned(), source })
}

/// Writes a whole file so that after a kill there is either the old one or the new one.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), FolderError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder(path)
    };
    let written = write();
    if written.is_err() {
        // On a full disk the half-written file must not keep what little room there is.
        let _ = fs::remove_file(&beside);
    }
    at("write", path, written)
}

/// Makes a rename in the folder of `path` survive a power failure, where the system lets a folder be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// A run's folder, for reading.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of a run that exists.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let folder = Folder { path: path.to_owned() };
        if !folder.file(EXPERIMENT).is_file() {
            return Err(FolderError::NotARun { path: path.to_owned() });
        }
        Ok(folder)
    }

    /// A new folder in `runs`, named after the run; a number follows the name if it is taken.
    pub fn create_in(
        runs: &Path,
        game: &str,
        experiment: &str,
        seed: u64,
    ) -> Result<LockedFolder, FolderError> {
        at("make", runs, fs::create_dir_all(runs))?;
        let stem = Path::new(experiment).file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{game}-{stem}-s{seed}");
        for number in 1_u64.. {
            let path = runs.join(if number == 1 { name.clone() } else { format!("{name}-{number}") });
            // A folder that a run left behind which was killed before it was one is as good as none.
            match Folder::create_at(&path) {
                Err(FolderError::NotEmpty { .. } | FolderError::InUse { .. }) => {}
                made => return made,
            }
        }
        unreachable!("there are more numbers than folders")
    }

    /// A folder at a place that was asked for, which must be empty if it exists.
    pub fn create_at(path: &Path) -> Result<LockedFolder, FolderError> {
        at("make", path, fs::create_dir_all(path))?;
        Folder::check_unused(path)?;
        let folder = Folder { path: path.to_owned() }.lock()?;
        // Somebody else may have been quicker, and done.
        Folder::check_unused(path)?;
        Ok(folder)
    }

    fn check_unused(path: &Path) -> Result<(), FolderError> {
        let entries = at("read", path, fs::read_dir(path))?;
        let names =
            at("read", path, entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>())?;
        // What a run leaves behind that is killed before it is one: the experiment's file is written last.
        let is_left_behind = |name: &OsString| {
            [LOCK, CHECKPOINT].iter().any(|file| name == file || *name == *format!("{file}.new"))
                || *name == *format!("{EXPERIMENT}.new")
                || name.to_str().is_some_and(|name| name.starts_with(registry::KEPT))
        };
        if !names.iter().all(is_left_behind) {
            return Err(FolderError::NotEmpty { path: path.to_owned() });
        }
        Ok(())
    }

    /// Takes the folder for this process, until the value is dropped or the process ends in whatever way.
    pub fn lock(self) -> Result<LockedFolder, FolderError> {
        let path = self.file(LOCK);
        let file =
            at("open", &path, OpenOptions::new().create(true).truncate(false).write(true).open(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(LockedFolder { folder: self, _lock: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse { path: self.path }),
            Err(TryLockError::Error(source)) => Err(FolderError::Io { action: "lock", path, source }),
        }
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The place of one of its files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What was worked out before the first generation, if it was kept.
    pub(crate) fn prepared(&self) -> Result<Option<String>, FolderError> {
        if !self.file(PREPARED).is_file() {
            return Ok(None);
        }
        let text = self.read(PREPARED)?;
        match text.split_once('\n') {
            Some((sum, kept)) if sum == blake3::hash(kept.as_bytes()).to_hex().as_str() => {
                Ok(Some(kept.to_owned()))
            }
            _ => Err(FolderError::Damaged {
                path: self.file(PREPARED),
                line: None,
                problem: "it was changed or cut short; without it, it is made again".to_owned(),
            }),
        }
    }

    fn read(&self, name: &str) -> Result<String, FolderError> {
        let path = self.file(name);
        at("read", &path, fs::read_to_string(&path))
    }

    fn read_if_there(&self, name: &str) -> Result<Option<String>, FolderError> {
        match self.read(name) {
            Err(FolderError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            text => text.map(Some),
        }
    }

    fn damaged(&self, name: &str, line: Option<usize>, problem: impl Into<String>) -> FolderError {
        FolderError::Damaged { path: self.file(name), line, problem: problem.into() }
    }

    /// The guide that was fitted to random games for the opponents of the run, if there was one.
    pub(crate) fn fitted(&self) -> Result<Option<String>, FolderError> {
        self.read_if_there(registry::FITTED)
    }

    /// Where the run comes from, and its experiment.
    pub fn experiment(&self) -> Result<(Provenance, Loaded), FolderError> {
        registry::bring_kept(&self.path)
            .map_err(|error| self.damaged(registry::MODULE, None, error.to_string()))?;
        let text = self.read(EXPERIMENT)?;
        let provenance = parse_provenance(&text).ok_or_else(|| {
            self.damaged(
                EXPERIMENT,
                Some(1),
                "expected the lines `# experiment: ..`, `# seed: ..` and `# version: ..`",
            )
        })?;
        let (name, sets) = (provenance.experiment.clone(), provenance.sets.clone());
        let loaded = load_resolved(name, sets, &self.file(EXPERIMENT), &text)?;
        Ok((provenance, loaded))
    }

    /// The generations that are logged.
    pub fn log(&self) -> Result<Vec<GenerationReport>, FolderError> {
        self.lines(LOG)
    }

    /// How long each generation took.
    pub fn timing(&self) -> Result<Vec<Timing>, FolderError> {
        self.lines(TIMING)
    }

    /// Whole lines only: the last one may still be on its way.
    fn lines<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, FolderError> {
        let text = self.read_if_there(name)?.unwrap_or_default();
        let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let parse = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| self.damaged(name, Some(index + 1), error.to_string()))
        };
        whole.enumerate().map(parse).collect()
    }

    /// What the run ended with; nothing before it was finished or stopped for the first time.
    pub fn result(&self) -> Result<Option<RunResult>, FolderError> {
        let Some(text) = self.read_if_there(RESULT)? else { return Ok(None) };
        let result = serde_json::from_str(&text);
        result.map(Some).map_err(|error| self.damaged(RESULT, Some(error.line()), error.to_string()))
    }

    /// The text of the champion's file; nothing before there is one.
    pub fn champion(&self) -> Result<Option<String>, FolderError> {
        self.read_if_there(CHAMPION)
    }

    pub(crate) fn checkpoint(&self) -> Result<Checkpoint, FolderError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let text = self.read(CHECKPOINT)?;
        let unreadable = |error: serde_json::Error| {
            self.damaged(CHECKPOINT, Some(error.line()), format!("this is not a checkpoint: {error}"))
        };
        let format = || serde_json::from_str(&text).map(|Format { format }| format).map_err(unreadable);
        let is_whole = match text.rsplit_once(CHECK) {
            Some((body, end)) => end == format!("{}\"}}\n", blake3::hash(body.as_bytes())),
            // An older format has no checksum.
            None => format()? != CHECKPOINT_FORMAT,
        };
        if !is_whole {
            let problem = "the checkpoint was changed or damaged since it was written, and a run that goes on from it \
                           would be another one: put back a copy of the file, or start the run anew, which gives the \
                           same run";
            return Err(self.damaged(CHECKPOINT, None, problem));
        }
        let format = format()?;
        if format != CHECKPOINT_FORMAT {
            let problem = format!(
                "the checkpoint is of format {format}, this version of Ludevo reads format {CHECKPOINT_FORMAT}: \
                 start the run anew, or use the version that began it"
            );
            return Err(self.damaged(CHECKPOINT, None, problem));
        }
        serde_json::from_str(&text).map_err(unreadable)
    }
}

/// A run's folder that this process alone may write to.
#[derive(Debug)]
pub struct LockedFolder {
    folder: Folder,
    _lock: File,
}

impl std::ops::Deref for LockedFolder {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl LockedFolder {
    /// Keeps what was worked out before the first generation.
    pub(crate) fn write_prepared(&self, text: &str) -> Result<(), FolderError> {
        let sum = blake3::hash(text.as_bytes()).to_hex();
        self.write(PREPARED, &format!("{sum}\n{text}"))
    }

    pub(crate) fn write(&self, name: &str, content: &str) -> Result<(), FolderError> {
        write_whole(&self.file(name), content.as_bytes())
    }

    pub(crate) fn write_checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), FolderError> {
        let text = at("write", &self.file(CHECKPOINT), checkpoint.print().map_err(io::Error::from))?;
        self.write(CHECKPOINT, &text)
    }

    pub(crate) fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<(), FolderError> {
        let path = self.file(name);
        let mut text = at("write", &path, serde_json::to_string(value).map_err(io::Error::from))?;
        text.push('\n');
        self.write(name, &text)
    }

    pub(crate) fn write_experiment(
        &self,
        provenance: &Provenance,
        loaded: &Loaded,
    ) -> Result<(), FolderError> {
        self.write(EXPERIMENT, &(print_provenance(provenance) + &loaded.resolved))
    }

    /// Opens a file of lines at the end of the line of the last of `generations`, and cuts what follows.
    pub(crate) fn appender(&self, name: &'static str, generations: u64) -> Result<Appender, FolderError> {
        #[derive(Deserialize)]
        struct Line {
            generation: u64,
        }
        let path = self.file(name);
        // A run that has done something has the file.
        let is_new = generations == 0;
        let options = OpenOptions::new().create(is_new).truncate(false).read(true).write(true).open(&path);
        let mut file = at("open", &path, options)?;
        let mut text = Vec::new();
        at("read", &path, file.read_to_end(&mut text))?;
        let mut kept = 0;
        let mut done = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            match serde_json::from_slice::<Line>(line) {
                Ok(Line { generation }) if generation < generations && line.ends_with(b"\n") => {
                    kept += line.len();
                    done = generation + 1;
                }
                _ => break,
            }
        }
        if done < generations {
            let problem = format!(
                "the checkpoint has done {generations} generations, but here are {done}: put back a copy, or start the run anew"
            );
            return Err(self.damaged(name, None, problem));
        }
        at("cut", &path, file.set_len(kept as u64))?;
        at("read", &path, file.seek(SeekFrom::End(0)))?;
        Ok(Appender { path, file })
    }
}

/// A file of lines that only grows.
pub(crate) struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Adds a line and waits until it is on the disk.
    pub(crate) fn push<T: Serialize>(&mut self, value: &T) -> Result<(), FolderError> {
        let write = |file: &mut File| {
            let mut line = serde_json::to_string(value)?;
            line.push('\n');
            file.write_all(line.as_bytes())?;
            file.sync_data()
        };
        at("write", &self.path, write(&mut self.file))
    }
}
