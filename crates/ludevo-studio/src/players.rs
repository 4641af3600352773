//! Who can be asked to play: the opponents of a game, its champions that ship, and those of runs.
//!
//! The command line takes a file as a player. A request never does: it can only name somebody on this list.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::SystemTime;

use ludevo_game::board::MONTE_CARLO;
use ludevo_game::champion::ChampionFile;
use ludevo_game::chances::{Chances, checksum};
use ludevo_game::game::{Game, WatchedGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::words::{count, percent};
use ludevo_runs::RunEntry;
use ludevo_runs::folder::CHAMPION;
use ludevo_search::puzzle::Limits;

use crate::lock::lock;
use crate::pages::champion::measured;
use crate::refusal::Refusal;
use crate::sought::Sought;
use crate::studio::Studio;

/// The prefix of a run's champion.
const OF_RUN: &str = "run:";
/// The option of a player that says how deep it searches.
const DEPTH: &str = "depth";
/// The search depths that stand for the `N` of a name.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 5, 6];
/// The random games a move that stand for the `N` of Monte Carlo tree search.
const PLAYOUTS: [u32; 3] = [50, 200, 800];

/// Somebody who can be asked to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    /// What requests call it: `ab3`, `champion:small`, `run:NAME`.
    pub(crate) id: String,
    /// Who it is, in words.
    pub(crate) words: String,
    /// Whether it can be asked to search to another depth.
    pub(crate) takes_depth: bool,
}

/// The game of this name. For one that is not known yet the runs are looked at: no work for the threads that answer.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Refusal> {
    let found = registry::look_up(name).map_err(Refusal::conflict)?;
    found.ok_or_else(|| Refusal::missing("There is no such game."))
}

/// Those who are offered as players.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offer {
    /// The champion first, then others that were evolved, then hand-written ones.
    pub(crate) seats: Vec<Seat>,
    /// So many champions of runs are not among them.
    pub(crate) more: usize,
}

impl Offer {
    /// Whether this one is among them.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.seats.iter().any(|seat| seat.id == id)
    }
}

/// So many champions of runs are offered at once, those of the newest change.
const RUNS: usize = 40;

/// Everybody who can play a game here, of the champions of runs those whose names hold what was looked for, and those that
/// were chosen already.
pub(crate) fn offered(
    studio: &Studio,
    game: &'static dyn Game,
    wanted: &str,
    chosen: &[&str],
) -> Result<Offer, Refusal> {
    let facts = game.facts();
    // Programs judge positions at a table, and a search asks them.
    let takes_depth = game.at_table().is_some();
    let prefix = format!("{}/", facts.name);
    let shipped = registry::champions().iter().filter(|(name, _)| name.starts_with(&prefix));
    let mut seats: Vec<Seat> = shipped
        .map(|(name, text)| Seat {
            id: PlayerName::of_shipped(&name[prefix.len()..]),
            words: meaning_of_shipped(name, text),
            takes_depth,
        })
        .collect();
    let listing = studio.list_runs()?;
    let sought = Sought::new(wanted);
    let mut room = RUNS;
    let mut more = 0;
    for run in listing.runs.iter().filter(|run| run.game == facts.name && run.score.is_some()) {
        let is_chosen = || chosen.iter().any(|id| id.strip_prefix(OF_RUN) == Some(run.name.as_str()));
        let is_wanted = sought.is_wanted(&[&run.name, &run.title, facts.title]);
        if (is_wanted && room > 0) || is_chosen() {
            room = room.saturating_sub(usize::from(is_wanted));
            let id = format!("{OF_RUN}{}", run.name);
            seats.push(Seat { id, words: meaning_of_run(run), takes_depth });
        } else {
            more += 1;
        }
    }
    seats.extend(hand_written(game));
    Ok(Offer { seats, more })
}

/// What a player is, in a few words: how it was evolved and what it scored, or what it does.
pub(crate) fn meaning(studio: &Studio, game: &'static dyn Game, id: &str) -> Option<String> {
    if let Some(run) = id.strip_prefix(OF_RUN) {
        let listing = studio.list_runs().ok()?;
        return listing.runs.iter().find(|known| known.name == run).map(meaning_of_run);
    }
    let name: Option<PlayerName> = id.parse().ok();
    if let Some(short) = name.as_ref().and_then(|name| name.shipped()) {
        let name = format!("{}/{short}", game.facts().name);
        let text = registry::text(registry::champions(), &name)?;
        return Some(meaning_of_shipped(&name, text));
    }
    hand_written(game).into_iter().find(|seat| seat.id == id).map(|seat| seat.words)
}

/// How a champion that ships came about, read once from its file.
fn meaning_of_shipped(name: &str, text: &str) -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    if let Some(known) = lock(&KNOWN).get(name) {
        return known.clone();
    }
    let words = match ChampionFile::parse(text) {
        Ok(file) => {
            let depth = file.own_value(DEPTH).and_then(|depth| depth.parse().ok());
            let depth = depth.map_or(String::new(), |depth| {
                format!(", looks {}", count(depth, "move ahead", "moves ahead"))
            });
            let score = match measured(&file.score) {
                Some((share, against, _)) => format!("{} against {against}", percent(share)),
                None if file.score.is_empty() => String::new(),
                None => format!("score {}", file.score),
            };
            let score = if score.is_empty() { score } else { format!("; {score}") };
            format!("ships with Ludevo; evolved by {}{depth}{score}", file.provenance.experiment)
        }
        Err(_) => "ships with Ludevo".to_owned(),
    };
    lock(&KNOWN).insert(name.to_owned(), words.clone());
    words
}

fn meaning_of_run(run: &RunEntry) -> String {
    let score =
        run.score.map_or(String::new(), |score| format!("; {} against {}", percent(score), run.yardstick));
    format!("evolved here by {}{score}", run.title)
}

/// What a player is, with its number in the place of the N.
fn numbered(words: &str, number: u32) -> String {
    let word = |word: &str| match word.trim_end_matches([',', ';', '.']) {
        "N" => word.replacen('N', &number.to_string(), 1),
        _ => word.to_owned(),
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The opponents that are installed, found once.
fn hand_written(game: &'static dyn Game) -> Vec<Seat> {
    static KNOWN: Mutex<BTreeMap<&'static str, Vec<Seat>>> = Mutex::new(BTreeMap::new());
    let mut known = lock(&KNOWN);
    let list = || {
        let expand = |(name, words): (&'static str, &'static str)| {
            let numbers: &[u32] = match name {
                _ if name == MONTE_CARLO.0 => &PLAYOUTS,
                _ if name.contains('N') => &DEPTHS,
                _ => &[],
            };
            let mut depths: Vec<Option<u32>> = numbers.iter().copied().map(Some).collect();
            if depths.is_empty() {
                depths.push(None);
            }
            depths.into_iter().map(move |depth| {
                let id = depth.map_or(name.to_owned(), |depth| name.replace('N', &depth.to_string()));
                let deeper = format!("{id}@{DEPTH}=1").parse();
                let takes_depth = deeper.is_ok_and(|name| game.check_player(&name).is_ok());
                Seat {
                    id,
                    words: depth.map_or(words.to_owned(), |depth| numbered(words, depth)),
                    takes_depth,
                }
            })
        };
        let is_here = |seat: &Seat| {
            let Ok(name) = seat.id.parse::<PlayerName>() else { return false };
            match game.as_puzzle().filter(|_| game.at_table().is_none()) {
                // Experiments of a puzzle also name sets of problems, which solve nothing.
                Some(puzzle) => puzzle.solver(&name, Limits::default()).is_ok(),
                None => game.check_player(&name).is_ok(),
            }
        };
        game.opponents().into_iter().flat_map(expand).filter(is_here).collect()
    };
    let agents = |facet: &dyn WatchedGame| {
        let seat = |(name, words): (&str, &str)| Seat {
            id: name.to_owned(),
            words: words.to_owned(),
            takes_depth: false,
        };
        facet.agents().into_iter().map(seat).collect()
    };
    let find = || game.to_watch().map_or_else(list, agents);
    known.entry(game.facts().name).or_insert_with(find).clone()
}

/// What to know about the champion of a run that is asked to play: whether its file was edited.
pub(crate) fn caution(studio: &Studio, id: &str) -> Option<&'static str> {
    let text = studio.folder(id.strip_prefix(OF_RUN)?).ok()?.champion().ok()??;
    ChampionFile::parse(&text).ok()?.seal.caution()
}

/// When the champion of a run was written; nothing of other players, who are always the same.
pub(crate) fn made(studio: &Studio, id: &str) -> Option<SystemTime> {
    let folder = studio.folder(id.strip_prefix(OF_RUN)?).ok()?;
    std::fs::metadata(folder.file(CHAMPION)).and_then(|metadata| metadata.modified()).ok()
}

/// The name of the file of chances in a run's folder.
const CHANCES: &str = "chances";

/// What the values of a champion mean as chances, where that was measured for just this champion.
pub(crate) fn chances(studio: &Studio, game: &'static dyn Game, id: &str) -> Option<Chances> {
    let (champion, measured) = match id.strip_prefix(OF_RUN) {
        Some(run) => {
            let folder = studio.folder(run).ok()?;
            (folder.champion().ok()??, std::fs::read_to_string(folder.file(CHANCES)).ok()?)
        }
        None => {
            let name: PlayerName = id.parse().ok()?;
            let name = format!("{}/{}", game.facts().name, name.shipped().unwrap_or(id));
            let text = |texts| registry::text(texts, &name).map(str::to_owned);
            (text(registry::champions())?, text(registry::chances())?)
        }
    };
    let of = checksum(&ChampionFile::parse(&champion).ok()?);
    Chances::parse(&measured).ok().filter(|chances| chances.champion == of)
}

/// Some solver of a puzzle, for tables at which nobody asks it.
pub(crate) fn any_solver(game: &'static dyn Game) -> Option<PlayerName> {
    hand_written(game).first().and_then(|seat| seat.id.parse().ok())
}

/// Whether a request may name this player.
fn is_offered(studio: &Studio, game: &'static dyn Game, id: &str) -> Result<bool, Refusal> {
    if let Some(run) = id.strip_prefix(OF_RUN) {
        let listing = studio.list_runs()?;
        let is_it = |known: &RunEntry| known.name == run && known.game == game.facts().name;
        return Ok(listing.runs.iter().any(|known| is_it(known) && known.score.is_some()));
    }
    let name: Option<PlayerName> = id.parse().ok();
    if let Some(short) = name.as_ref().and_then(|name| name.shipped()) {
        let name = format!("{}/{short}", game.facts().name);
        return Ok(
            PlayerName::of_shipped(short) == id && registry::text(registry::champions(), &name).is_some()
        );
    }
    Ok(hand_written(game).iter().any(|seat| seat.id == id))
}

/// The player that a request names, with another search depth if it asks for one.
pub(crate) fn find(
    studio: &Studio,
    game: &'static dyn Game,
    id: &str,
    depth: Option<u32>,
) -> Result<PlayerName, Refusal> {
    if !is_offered(studio, game, id)? {
        return Err(Refusal::bad(format!("There is no such player of {}.", game.facts().title)));
    }
    let mut name = match id.strip_prefix(OF_RUN) {
        Some(run) => {
            let path = studio.folder(run)?.file(CHAMPION);
            PlayerName { name: path.display().to_string(), options: Vec::new() }
        }
        None => id.parse().map_err(Refusal::bad)?,
    };
    if let Some(depth) = depth {
        name.options.push((DEPTH.to_owned(), depth.to_string()));
    }
    game.check_player(&name).map_err(Refusal::bad)?;
    Ok(name)
}
