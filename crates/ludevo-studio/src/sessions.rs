//! Games that people play: kept in memory while they are played, and on disk as the steps that were taken.
//!
//! A step is a move of the person, an answer of the seated player or a move taken back. Randomness comes from the
//! game's seed alone, so taking the same steps again gives the same game, dice included.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::SystemTime;

use ludevo_arena::{Names, Record};
use ludevo_game::chances::Chances;
use ludevo_game::game::{Game, Problem, Table};
use ludevo_runs::write_whole;
use ludevo_search::rules::Side;
use serde::{Deserialize, Serialize};

use crate::lock::lock;
use crate::odds::{self, Odds};
use crate::players;
use crate::refusal::Refusal;
use crate::studio::Studio;

/// How many games stay in memory; the others are played again from their steps when somebody comes back.
const IN_MEMORY: usize = 24;
/// The most steps of a game.
const STEPS: usize = 4000;
/// The most games on disk; the oldest make room.
const ON_DISK: usize = 1000;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) game: String,
    /// Who is seated, as [`players::find`] takes it.
    pub(crate) against: String,
    /// The search depth, if it is not the player's own.
    pub(crate) depth: Option<u32>,
    /// Whether the person moves first.
    pub(crate) person_first: bool,
    pub(crate) seed: u64,
    /// Which problem of a puzzle.
    #[serde(default)]
    pub(crate) problem: Option<u32>,
    /// The position or the game that it goes on from, as people wrote it down; from the start if there is none.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// How it ended, once it is over.
    #[serde(default)]
    pub(crate) ended: Option<String>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Step {
    /// The person's move.
    Play(String),
    /// The seated player's move.
    Reply(String),
    /// The last move taken back.
    Undo,
}

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) against: String,
    pub(crate) depth: Option<u32>,
    pub(crate) person_first: bool,
    pub(crate) problem: Option<u32>,
    pub(crate) start: Option<String>,
}

/// A game under way.
pub(crate) struct Session {
    file: PathBuf,
    pub(crate) kept: Kept,
    pub(crate) game: &'static dyn Game,
    pub(crate) table: Box<dyn Table>,
    /// What the seated player's values mean as chances, where that was measured.
    pub(crate) chances: Option<Arc<Chances>>,
    /// So many of its moves were made before the game went on here.
    pub(crate) taken_up: usize,
}

/// All games.
#[derive(Debug)]
pub(crate) struct Sessions {
    folder: PathBuf,
    /// The greatest number that was given to a game.
    claimed: Mutex<u64>,
    open: Mutex<BTreeMap<u64, Arc<Mutex<Session>>>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("kept", &self.kept).finish_non_exhaustive()
    }
}

impl Sessions {
    pub(crate) fn open(folder: &Path) -> io::Result<Sessions> {
        fs::create_dir_all(folder)?;
        Ok(Sessions { folder: folder.to_owned(), claimed: Mutex::default(), open: Mutex::default() })
    }

    fn file(&self, id: u64) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// The numbers of all games on disk, the newest first.
    pub(crate) fn list(&self) -> Vec<u64> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_suffix(".json")?.parse().ok();
        let mut ids: Vec<u64> = entries.filter_map(number).collect();
        ids.sort_unstable_by(|one, two| two.cmp(one));
        ids
    }

    /// When a game was played last.
    pub(crate) fn played(&self, id: u64) -> Option<SystemTime> {
        fs::metadata(self.file(id)).and_then(|metadata| metadata.modified()).ok()
    }

    /// What is kept of a game.
    pub(crate) fn kept(&self, id: u64) -> Result<Kept, Refusal> {
        let missing = |_| Refusal::missing(format!("There is no game {id}."));
        let text = fs::read_to_string(self.file(id)).map_err(missing)?;
        serde_json::from_str(&text)
            .map_err(|error| Refusal::failed(format!("Game {id} cannot be read: {error}")))
    }

    /// Starts a game; its number.
    pub(crate) fn start(
        &self,
        studio: &Studio,
        game: &'static dyn Game,
        asked: Asked,
    ) -> Result<u64, Refusal> {
        let id = self.claim();
        let kept = Kept {
            game: game.facts().name.to_owned(),
            against: asked.against,
            depth: asked.depth,
            // A puzzle is played alone.
            person_first: asked.person_first || asked.problem.is_some(),
            seed: id,
            problem: asked.problem,
            start: asked.start,
            ended: None,
            steps: Vec::new(),
        };
        // Laying a table may take long, and games that are under way do not wait for it.
        let mut session = Session::seat(studio, self.file(id), kept)?;
        let mut open = lock(&self.open);
        session.keep()?;
        for old in self.list().iter().skip(ON_DISK) {
            let _ = fs::remove_file(self.file(*old));
            open.remove(old);
        }
        make_room(&mut open);
        open.insert(id, Arc::new(Mutex::new(session)));
        Ok(id)
    }

    /// A number that no game has, and that nobody else is given.
    fn claim(&self) -> u64 {
        let mut claimed = lock(&self.claimed);
        *claimed = (*claimed).max(self.list().first().copied().unwrap_or(0)) + 1;
        *claimed
    }

    /// The game of this number, played again from its steps if it is not in memory.
    pub(crate) fn find(&self, studio: &Studio, id: u64) -> Result<Arc<Mutex<Session>>, Refusal> {
        loop {
            match lock(&self.open).get(&id) {
                Some(session) if !session.is_poisoned() => return Ok(Arc::clone(session)),
                _ => {}
            }
            let kept = self.kept(id)?;
            let session = Session::played_again(studio, self.file(id), kept.clone())?;
            let mut open = lock(&self.open);
            // A table at which something panicked is not what its steps say: it is laid anew from them.
            open.retain(|known, session| *known != id || !session.is_poisoned());
            if let Some(known) = open.get(&id) {
                return Ok(Arc::clone(known));
            }
            // Somebody may have played on and left since the steps were read.
            if self.kept(id)? == kept {
                make_room(&mut open);
                let session = Arc::new(Mutex::new(session));
                open.insert(id, Arc::clone(&session));
                return Ok(session);
            }
        }
    }
}

/// Drops the oldest game that nobody is at.
fn make_room(open: &mut BTreeMap<u64, Arc<Mutex<Session>>>) {
    if open.len() >= IN_MEMORY {
        let oldest = open.iter().find(|(_, session)| Arc::strong_count(session) == 1).map(|(id, _)| *id);
        oldest.map(|id| open.remove(&id));
    }
}

/// Somebody's turn to use a game. A panic in the middle of a move leaves the steps on disk as they were.
pub(crate) fn at(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    lock(session)
}

impl Session {
    fn seat(studio: &Studio, file: PathBuf, kept: Kept) -> Result<Session, Refusal> {
        let game = players::find_game(&kept.game)?;
        let player = players::find(studio, game, &kept.against, kept.depth)?;
        let side = if kept.person_first { Side::Second } else { Side::First };
        let mut table = match (kept.problem, game.at_table(), game.as_puzzle()) {
            (None, Some(facet), _) => facet.table(&player, side, kept.seed).map_err(Refusal::bad)?,
            (Some(number), _, Some(facet)) => {
                facet.table(&Problem::Number(number), &player).map_err(Refusal::bad)?
            }
            _ => return Err(Refusal::bad(format!("{} cannot be played here.", game.facts().title))),
        };
        if let Some(start) = &kept.start {
            table.set_up(start).map_err(Refusal::bad)?;
        }
        let chances = players::chances(studio, game, &kept.against).map(Arc::new);
        // Dice that were rolled for the first move here are nobody's choice.
        let taken_up = table.choices().last().map_or(0, |last| last.ply + 1);
        Ok(Session { file, kept, game, table, chances, taken_up })
    }

    /// A game as its steps leave it.
    fn played_again(studio: &Studio, file: PathBuf, kept: Kept) -> Result<Session, Refusal> {
        let steps = kept.steps.clone();
        let mut session = Session::seat(studio, file, Kept { steps: Vec::new(), ..kept })?;
        steps.into_iter().try_for_each(|step| session.take(step))?;
        Ok(session)
    }

    fn keep(&mut self) -> Result<(), Refusal> {
        let points =
            self.table.outcome().map(|first| if self.kept.person_first { first } else { 1.0 - first });
        self.kept.ended = points.map(|points| match points {
            0.0 if self.kept.problem.is_some() => "not solved".to_owned(),
            _ if self.kept.problem.is_some() => self.table.result(),
            1.0 => format!("you won: {}", self.table.result()),
            0.0 => format!("you lost: {}", self.table.result()),
            _ => self.table.result(),
        });
        let text = serde_json::to_string(&self.kept).map_err(Refusal::failed)?;
        write_whole(&self.file, text.as_bytes()).map_err(Refusal::failed)
    }

    /// Takes a step that was taken before.
    fn take(&mut self, step: Step) -> Result<(), Refusal> {
        match &step {
            Step::Play(text) => self.table.play(text).map_err(Refusal::failed)?,
            Step::Reply(text) => {
                let found = self.table.reply().map_err(Refusal::failed)?;
                if found != *text {
                    let now = format!("the player now moves {found} where it moved {text}");
                    return Err(Refusal::conflict(format!(
                        "This game was played with other players: {now}."
                    )));
                }
            }
            Step::Undo => {
                self.take_back();
            }
        }
        self.kept.steps.push(step);
        Ok(())
    }

    /// Whose turn it is: the person's or, if not, the seated player's.
    pub(crate) fn is_persons_turn(&self) -> bool {
        self.table.outcome().is_none() && self.table.first_to_move() == self.kept.person_first
    }

    /// What the problem asks for, where problems ask for different things, such as `mate in 3`.
    pub(crate) fn asked(&self) -> Option<String> {
        self.kept.problem?;
        self.game.as_puzzle()?.asks(&Problem::Text(self.record().start?))
    }

    /// The same from the position on the table, with who is to do it, to follow `Your turn`; empty where problems do not differ.
    pub(crate) fn goal(&self) -> String {
        let rest = || self.game.as_puzzle()?.asks(&Problem::Text(self.table.notations()));
        let Some(rest) = self.kept.problem.and_then(|_| rest()) else { return String::new() };
        // The words of a position end with who is to move.
        let words = self.table.scene().words;
        let mover = words.trim_end_matches('.').rsplit(". ").next().filter(|last| last.ends_with("to move"));
        mover.map_or(format!(": {rest}"), |mover| format!(", {}: {rest}", mover.to_lowercase()))
    }

    fn room(&self) -> Result<(), Refusal> {
        if self.kept.steps.len() < STEPS { Ok(()) } else { Err(Refusal::conflict("This game is too long.")) }
    }

    /// The person moves.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.room()?;
        if !self.is_persons_turn() {
            return Err(Refusal::conflict("It is not your turn."));
        }
        self.table.play(text).map_err(Refusal::bad)?;
        self.kept.steps.push(Step::Play(text.to_owned()));
        self.keep()
    }

    /// The seated player moves.
    pub(crate) fn reply(&mut self) -> Result<(), Refusal> {
        self.room()?;
        if self.table.outcome().is_some() || self.is_persons_turn() {
            return Err(Refusal::conflict("It is your turn."));
        }
        let moved = self.table.reply().map_err(Refusal::failed)?;
        self.kept.steps.push(Step::Reply(moved));
        self.keep()
    }

    /// Whether the person made a choice that can be taken back.
    pub(crate) fn can_undo(&self) -> bool {
        self.table.choices().iter().any(|choice| choice.by_first == self.kept.person_first)
    }

    /// Back to the person's last decision.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        self.room()?;
        if !self.can_undo() {
            return Err(Refusal::conflict("There is no move to take back."));
        }
        let mut undone = self.take_back();
        while undone {
            self.kept.steps.push(Step::Undo);
            undone = !self.is_persons_turn() && self.take_back();
        }
        self.keep()
    }

    /// Takes one move back. What is played anew from before the place where the game was taken up is played here.
    fn take_back(&mut self) -> bool {
        let undone = self.table.undo();
        self.taken_up = self.taken_up.min(self.record().moves.len());
        undone
    }

    /// What the seated player's values mean after so many moves for the side that is to move there.
    pub(crate) fn odds_at(&mut self, ply: usize) -> Option<Odds> {
        let was_set_up = self.record().start.is_some();
        self.chances.as_ref().map(|chances| Odds::at(chances, &mut *self.table, was_set_up, ply))
    }

    /// The same for whoever is to move now.
    pub(crate) fn odds_now(&mut self) -> Option<Odds> {
        self.odds_at(self.record().moves.len())
    }

    /// The person's chance to win in the position on the table, where that is known.
    pub(crate) fn chance(&mut self) -> Option<f64> {
        let Record { start, moves, .. } = self.record();
        let first = odds::of_first(self.chances.as_ref()?, &mut *self.table, start.is_some(), moves.len())?;
        Some(if self.kept.person_first { first } else { 1.0 - first })
    }

    /// Who plays on which side.
    pub(crate) fn names(&self) -> Names {
        let (you, other) = ("you".to_owned(), self.kept.against.clone());
        let (first, second) = if self.kept.person_first { (you, other) } else { (other, you) };
        Names { game: self.kept.game.clone(), first, second }
    }

    /// The game so far.
    pub(crate) fn record(&self) -> Record {
        self.table.record(&self.names())
    }
}
