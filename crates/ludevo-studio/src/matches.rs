//! Ladders and matches that were asked for: played in the background, one at a time, and kept on disk.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::SystemTime;

use ludevo_arena::stats::Tally;
use ludevo_arena::{Match, MatchResult, Names, Record, RoundRobin, TournamentResult, TournamentWatch, Watch};
use ludevo_game::game::{Game, MatchGame};
use ludevo_runs::write_whole;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::lock::lock;
use crate::players;
use crate::refusal::Refusal;
use crate::studio::App;

/// Records of so many games of a match are kept.
const RECORDS: u64 = 200;

/// The ladder of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ladder {
    /// The strongest first.
    pub(crate) standings: Vec<Standing>,
    /// By place in the standings: wins, draws and losses of each against each.
    pub(crate) payoffs: Vec<Vec<[u64; 3]>>,
    /// Games of each pair.
    pub(crate) games: u64,
    /// Whether draws had to be added for the ratings to be finite.
    pub(crate) draws_added: bool,
}

/// A place in a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) player: String,
    pub(crate) elo: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) score: f64,
    pub(crate) games: u64,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Played {
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) score: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// The first games.
    pub(crate) records: Vec<Record>,
}

/// How far a match or a ladder is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Status {
    pub(crate) done: u64,
    pub(crate) of: u64,
    pub(crate) over: bool,
    pub(crate) problem: Option<String>,
}

/// All ladders and matches.
#[derive(Debug)]
pub(crate) struct Matches {
    ladders: PathBuf,
    matches: PathBuf,
    /// By the name of the file that each ends in.
    statuses: Mutex<BTreeMap<PathBuf, Status>>,
    /// Raised when what is being played shall end with the games it has.
    pub(crate) stop: AtomicBool,
}

impl Matches {
    pub(crate) fn open(own: &Path) -> io::Result<Matches> {
        let (ladders, matches) = (own.join("ladders"), own.join("matches"));
        fs::create_dir_all(&ladders)?;
        fs::create_dir_all(&matches)?;
        Ok(Matches { ladders, matches, statuses: Mutex::default(), stop: AtomicBool::new(false) })
    }

    fn statuses(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Status>> {
        lock(&self.statuses)
    }

    pub(crate) fn ladder_file(&self, game: &dyn Game) -> PathBuf {
        self.ladders.join(format!("{}.json", game.facts().name))
    }

    fn match_file(&self, id: u64) -> PathBuf {
        self.matches.join(format!("{id}.json"))
    }

    /// The ladder of a game, if one was played.
    pub(crate) fn ladder(&self, game: &dyn Game) -> Result<Option<Ladder>, Refusal> {
        read(&self.ladder_file(game))
    }

    /// How far the ladder of a game is, if it is being played or failed.
    pub(crate) fn ladder_status(&self, game: &dyn Game) -> Option<Status> {
        self.statuses().get(&self.ladder_file(game)).cloned()
    }

    /// A match that was played.
    pub(crate) fn played(&self, id: u64) -> Result<Option<Played>, Refusal> {
        read(&self.match_file(id))
    }

    /// When a match was played.
    pub(crate) fn played_at(&self, id: u64) -> Option<SystemTime> {
        fs::metadata(self.match_file(id)).and_then(|metadata| metadata.modified()).ok()
    }

    /// How far a match is.
    pub(crate) fn match_status(&self, id: u64) -> Option<Status> {
        self.statuses().get(&self.match_file(id)).cloned()
    }

    /// The numbers of all matches on disk, the newest first.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let entries = fs::read_dir(&self.matches).into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_suffix(".json")?.parse().ok();
        let mut ids: Vec<u64> = entries.filter_map(number).collect();
        ids.sort_unstable_by(|one, two| two.cmp(one));
        ids
    }

    /// Takes the one place there is for a match or a ladder.
    pub(crate) fn begin(&self, file: &Path, of: u64) -> Result<(), Refusal> {
        let mut statuses = self.statuses();
        if statuses.values().any(|status| !status.over) {
            return Err(Refusal::conflict("Another match or ladder is being played: wait until it is over."));
        }
        statuses.retain(|_, status| status.problem.is_some());
        statuses.insert(file.to_owned(), Status { of, ..Status::default() });
        self.stop.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Lets what is being played end with the games it has.
    pub(crate) fn stop(&self) -> Result<(), Refusal> {
        if self.statuses().values().all(|status| status.over) {
            return Err(Refusal::conflict("Nothing is being played."));
        }
        self.stop.store(true, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn note(&self, file: &Path, note: impl FnOnce(&mut Status)) {
        self.statuses().get_mut(file).map(note);
    }
}

/// What a file holds; nothing if there is none.
pub(crate) fn read<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, Refusal> {
    match fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| Refusal::failed(format!("{} cannot be read: {error}", file.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Refusal::failed(error)),
    }
}

fn in_matches(game: &'static dyn Game) -> Result<&'static dyn MatchGame, Refusal> {
    let refusal = || Refusal::bad(format!("{} is not played by one against another.", game.facts().title));
    game.in_matches().ok_or_else(refusal)
}

/// Plies of random play that tell games apart; battles and races differ by themselves.
fn openings(game: &dyn Game) -> Option<u32> {
    game.to_watch().is_none().then_some(4)
}

/// Plays on a thread of its own, on one core, and keeps what comes of it. Where nothing does, since it was stopped at once, what
/// was kept before stays.
pub(crate) fn play<T: Serialize>(
    app: &App,
    file: PathBuf,
    work: impl FnOnce() -> Result<Option<T>, String> + Send + 'static,
) {
    let app = Arc::clone(app);
    std::thread::spawn(move || {
        // A panic of a player ends this match and nothing else.
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let result = alone
                .map_err(|error| error.to_string())?
                .install(|| work().map(|value| value.map(|value| serde_json::to_vec(&value))))?;
            let Some(text) = result.transpose().map_err(|error| error.to_string())? else { return Ok(()) };
            write_whole(&file, &text).map_err(|error| error.to_string())
        }));
        let problem = match done {
            Ok(Ok(())) => None,
            Ok(Err(problem)) => Some(problem),
            Err(_) => Some("a player failed".to_owned()),
        };
        app.matches.note(&file, |status| {
            status.over = true;
            status.problem = problem;
        });
    });
}

/// Everybody once, in their order.
pub(crate) fn distinct(ids: &[String]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for id in ids {
        if !known.contains(id) {
            known.push(id.clone());
        }
    }
    known
}

/// Starts a ladder among players of a game.
pub(crate) fn start_ladder(
    app: &App,
    game: &'static dyn Game,
    ids: &[String],
    games: u64,
) -> Result<(), Refusal> {
    let facet = in_matches(game)?;
    let ids = &distinct(ids);
    if ids.len() < 2 {
        return Err(Refusal::bad("A ladder needs at least two players."));
    }
    let names = ids.iter().map(|id| players::find(app, game, id, None)).collect::<Result<Vec<_>, _>>()?;
    let file = app.matches.ladder_file(game);
    app.matches.begin(&file, (ids.len() * (ids.len() - 1) / 2) as u64 * games)?;
    let (ids, watching, watching_too, at) = (ids.to_vec(), Arc::clone(app), Arc::clone(app), file.clone());
    play(app, file, move || {
        let plan =
            RoundRobin { games, openings: openings(game), positions: Vec::new(), seed: 1, records: None };
        let mut progress = |progress: ludevo_arena::tournament::Progress<'_>| {
            let done = (progress.pairing as u64 - 1) * games + progress.tally.games();
            watching.matches.note(&at, |status| status.done = done);
        };
        let watch = TournamentWatch { progress: Some(&mut progress), stop: Some(&watching_too.matches.stop) };
        let result = facet.ladder(&names, &plan, watch).map_err(|error| error.to_string())?;
        let called: Vec<String> = names.iter().map(ToString::to_string).collect();
        let is_played = result.standings.iter().any(|standing| standing.tally.games() > 0);
        Ok(is_played.then(|| ladder_of(&result, &ids, &called, games)))
    });
    Ok(())
}

/// The tables of a tournament, by place; players are called what requests call them.
fn ladder_of(result: &TournamentResult, ids: &[String], names: &[String], games: u64) -> Ladder {
    let place = |name: &str| names.iter().position(|known| known == name).unwrap_or(0);
    let order: Vec<usize> = result.standings.iter().map(|standing| place(&standing.name)).collect();
    let standings = result.standings.iter().zip(&order).map(|(standing, place)| Standing {
        player: ids[*place].clone(),
        elo: standing.rating.elo,
        low: standing.rating.low,
        high: standing.rating.high,
        score: standing.score,
        games: standing.tally.games(),
    });
    let cell = |one: usize, other: usize| {
        let Tally { wins, draws, losses } = result.payoffs.get(one, other);
        [wins, draws, losses]
    };
    let row = |one: &usize| {
        order.iter().map(|other| if one == other { [0; 3] } else { cell(*one, *other) }).collect()
    };
    Ladder {
        standings: standings.collect(),
        payoffs: order.iter().map(row).collect(),
        games,
        draws_added: result.draws_added,
    }
}

/// Starts a match between two players; its number.
pub(crate) fn start_match(
    app: &App,
    game: &'static dyn Game,
    [first, second]: [&str; 2],
    games: u64,
) -> Result<u64, Refusal> {
    let facet = in_matches(game)?;
    let names = [players::find(app, game, first, None)?, players::find(app, game, second, None)?];
    let id = app.matches.numbers().first().map_or(1, |newest| newest + 1);
    let file = app.matches.match_file(id);
    app.matches.begin(&file, games)?;
    let called =
        Names { game: game.facts().name.to_owned(), first: first.to_owned(), second: second.to_owned() };
    let (watching, watching_too, at) = (Arc::clone(app), Arc::clone(app), file.clone());
    play(app, file, move || {
        // Battles and races leave no records of moves: their seeds are enough.
        let records = game.to_watch().is_none().then(|| called.clone());
        let plan = Match { records, openings: openings(game), ..Match::new(games, id) };
        let mut progress = |tally: &Tally| watching.matches.note(&at, |status| status.done = tally.games());
        let stop = Some(&watching_too.matches.stop);
        let watch = Watch { progress: Some(&mut progress), stop, ..Watch::default() };
        let result =
            facet.play_match(&names[0], &names[1], &plan, watch).map_err(|error| error.to_string())?;
        let MatchResult { wins, draws, losses, score, low, high, mut records, .. } = result;
        records.truncate(RECORDS as usize);
        let Names { game, first, second } = called;
        Ok(Some(Played { game, first, second, wins, draws, losses, score, low, high, records }))
    });
    Ok(id)
}
