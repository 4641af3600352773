//! The index of runs: a database beside the folders, which can always be made again from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ludevo_evolve::End;
use ludevo_program::nearest;
use rusqlite::{Connection, Row, params};
use serde::Serialize;
use thiserror::Error;

use crate::folder::{CHECKPOINT, EXPERIMENT, Folder, FolderError, RESULT};

/// The file of the database, in the folder of runs.
pub const INDEX: &str = "index.sqlite";

/// Changes whenever the table does: an index of another format is made anew.
const FORMAT: i64 = 1;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS run (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, game TEXT NOT NULL, experiment TEXT NOT NULL, title TEXT NOT NULL,
    seed TEXT NOT NULL, version TEXT NOT NULL, generations INTEGER NOT NULL, planned INTEGER NOT NULL, end TEXT,
    yardstick TEXT NOT NULL, score REAL, low REAL, high REAL, fresh_games INTEGER, champion_nodes INTEGER,
    games INTEGER NOT NULL, seconds REAL NOT NULL)";

/// Why the index could not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The database failed.
    #[error("{path}: {source}. The index can be deleted: it is made again from the runs")]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// A folder failed.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// No such run or experiment.
    #[error("there is no run or experiment `{name}` in {runs}{}", .nearest.as_ref().map(|nearest| format!("; the nearest is `{nearest}`")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// The folder of runs.
        runs: PathBuf,
        /// The nearest name.
        nearest: Option<String>,
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunEntry {
    /// The folder's name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The experiment.
    pub experiment: String,
    /// The experiment with its settings: runs of one title differ in their seed only.
    pub title: String,
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

/// The index of a folder of runs.
pub struct Index {
    runs: PathBuf,
    path: PathBuf,
    database: Connection,
}

impl Index {
    /// The index of a folder of runs, which is made if there is none. Call [`Index::refresh`] to see what changed.
    pub fn open(runs: &Path) -> Result<Self, IndexError> {
        let make = fs::create_dir_all(runs);
        make.map_err(|source| FolderError::Io { action: "make", path: runs.to_owned(), source })?;
        let path = runs.join(INDEX);
        let database = connect(&path).or_else(|error| {
            // The folders are the truth: an index that is none, or is damaged, is made anew.
            use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
            if !matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)) {
                return Err(error);
            }
            let _ = fs::remove_file(&path);
            connect(&path)
        });
        let database = database.map_err(|source| IndexError::Database { path: path.clone(), source })?;
        Ok(Index { runs: runs.to_owned(), path, database })
    }

    /// The folder of runs.
    pub fn runs(&self) -> &Path {
        &self.runs
    }

    fn failed(&self, source: rusqlite::Error) -> IndexError {
        IndexError::Database { path: self.path.clone(), source }
    }

    /// Reads the folders that changed. What is wrong with a folder is returned; such a folder is left out.
    pub fn refresh(&mut self) -> Result<Vec<FolderError>, IndexError> {
        let path = self.path.clone();
        let failed = |source| IndexError::Database { path: path.clone(), source };
        let mut problems = Vec::new();
        let mut names = Vec::new();
        let read = |source| FolderError::Io { action: "read", path: self.runs.clone(), source };
        for entry in fs::read_dir(&self.runs).map_err(read)? {
            let entry = entry.map_err(read)?;
            if entry.path().join(EXPERIMENT).is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort_unstable();
        let transaction = self.database.transaction().map_err(failed)?;
        let known: Vec<(String, String)> = {
            let mut select = transaction.prepare("SELECT name, stamp FROM run").map_err(failed)?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
            rows.collect::<Result<_, _>>().map_err(failed)?
        };
        for (name, _) in known.iter().filter(|(name, _)| !names.contains(name)) {
            transaction.execute("DELETE FROM run WHERE name = ?1", [name]).map_err(failed)?;
        }
        for name in names {
            let folder = self.runs.join(&name);
            let stamp = stamp(&folder);
            if known.iter().any(|(known, old)| *known == name && *old == stamp) {
                continue;
            }
            match read_entry(&folder, name.clone()) {
                Ok(entry) => insert(&transaction, &entry, &stamp).map_err(failed)?,
                Err(problem) => {
                    transaction.execute("DELETE FROM run WHERE name = ?1", [&name]).map_err(failed)?;
                    problems.push(problem);
                }
            }
        }
        transaction.commit().map_err(failed)?;
        Ok(problems)
    }

    /// The runs that are wanted, by game, experiment and seed.
    pub fn list(&self, filter: &Filter) -> Result<Vec<RunEntry>, IndexError> {
        let query = "SELECT name, game, experiment, title, seed, version, generations, planned, end, yardstick, \
                     score, low, high, fresh_games, champion_nodes, games, seconds FROM run \
                     WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR experiment = ?2 OR title = ?2) \
                     ORDER BY game, title, length(seed), seed, name";
        let failed = |source| self.failed(source);
        let mut select = self.database.prepare(query).map_err(failed)?;
        let rows = select.query_map(params![filter.game, filter.experiment], entry_of).map_err(failed)?;
        rows.collect::<Result<_, _>>().map_err(failed)
    }

    /// The runs that names stand for: of folders, of experiments (all their runs), or several of them with commas.
    pub fn find(&self, names: &str) -> Result<Vec<RunEntry>, IndexError> {
        let all = self.list(&Filter::default())?;
        let mut found: Vec<RunEntry> = Vec::new();
        let exact = all.iter().any(|run| run.name == names || run.title == names || run.experiment == names);
        let parts = if exact { vec![names] } else { names.split(',').map(str::trim).collect() };
        for name in parts {
            let of =
                |key: fn(&RunEntry) -> &str| all.iter().filter(|run| key(run) == name).collect::<Vec<_>>();
            let matches = [of(|run| &run.name), of(|run| &run.title), of(|run| &run.experiment)];
            let Some(runs) = matches.into_iter().find(|runs| !runs.is_empty()) else {
                let known = all.iter().flat_map(|run| [run.name.as_str(), run.title.as_str()]);
                return Err(IndexError::Unknown {
                    name: name.to_owned(),
                    runs: self.runs.clone(),
                    nearest: nearest(name, known).map(str::to_owned),
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

    /// The folder of a run.
    pub fn folder(&self, name: &str) -> Result<Folder, IndexError> {
        Ok(Folder::open(&self.runs.join(name))?)
    }

    /// Deletes a run's folder and its row. Refuses whatever is not a run's folder directly inside the folder of runs.
    pub fn delete(&mut self, name: &str) -> Result<(), IndexError> {
        let outside = || IndexError::Outside { name: name.to_owned(), runs: self.runs.clone() };
        let path = self.runs.join(name);
        let is_plain = Path::new(name).components().eq([std::path::Component::Normal(name.as_ref())]);
        if !is_plain {
            return Err(outside());
        }
        let Ok(metadata) = fs::symlink_metadata(&path) else {
            let all = self.list(&Filter::default())?;
            return Err(IndexError::Unknown {
                name: name.to_owned(),
                runs: self.runs.clone(),
                nearest: nearest(name, all.iter().map(|run| run.name.as_str())).map(str::to_owned),
            });
        };
        if !metadata.is_dir() {
            return Err(outside());
        }
        let locked = Folder::open(&path)?.lock()?;
        let removed = fs::remove_dir_all(locked.path());
        removed.map_err(|source| FolderError::Io { action: "delete", path, source })?;
        self.database
            .execute("DELETE FROM run WHERE name = ?1", [name])
            .map_err(|source| self.failed(source))?;
        Ok(())
    }
}

fn connect(path: &Path) -> Result<Connection, rusqlite::Error> {
    let database = Connection::open(path)?;
    database.busy_timeout(Duration::from_secs(10))?;
    let format: i64 = database.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if format != FORMAT {
        database.execute("DROP TABLE IF EXISTS run", [])?;
        database.pragma_update(None, "user_version", FORMAT)?;
    }
    database.execute(TABLE, [])?;
    database.query_row("SELECT count(*) FROM run", [], |_| Ok(()))?;
    Ok(database)
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
        seconds: folder.timing()?.iter().map(|timing| timing.seconds).sum(),
    })
}

fn insert(database: &Connection, run: &RunEntry, stamp: &str) -> Result<(), rusqlite::Error> {
    let end = run.end.and_then(|end| serde_json::to_string(&end).ok());
    let statement = "INSERT OR REPLACE INTO run VALUES \
                     (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
    let values = params![
        run.name,
        stamp,
        run.game,
        run.experiment,
        run.title,
        // A seed may be larger than the largest integer of the database.
        run.seed.to_string(),
        run.version,
        run.generations as i64,
        run.planned as i64,
        end,
        run.yardstick,
        run.score,
        run.low,
        run.high,
        run.fresh_games.map(|games| games as i64),
        run.champion_nodes.map(|nodes| nodes as i64),
        run.games as i64,
        run.seconds,
    ];
    database.execute(statement, values).map(|_| ())
}

fn entry_of(row: &Row<'_>) -> Result<RunEntry, rusqlite::Error> {
    let count = |column: &str| row.get::<_, i64>(column).map(|value| value as u64);
    let some_count =
        |column: &str| row.get::<_, Option<i64>>(column).map(|value| value.map(|value| value as u64));
    let end: Option<String> = row.get("end")?;
    let seed: String = row.get("seed")?;
    Ok(RunEntry {
        name: row.get("name")?,
        game: row.get("game")?,
        experiment: row.get("experiment")?,
        title: row.get("title")?,
        seed: seed.parse().unwrap_or_default(),
        version: row.get("version")?,
        generations: count("generations")?,
        planned: count("planned")?,
        end: end.and_then(|end| serde_json::from_str(&end).ok()),
        yardstick: row.get("yardstick")?,
        score: row.get("score")?,
        low: row.get("low")?,
        high: row.get("high")?,
        fresh_games: some_count("fresh_games")?,
        champion_nodes: some_count("champion_nodes")?,
        games: count("games")?,
        seconds: row.get("seconds")?,
    })
}
