//! Whether a module keeps to the rules of all games, found out by random play: what `ludevo check` reports, and what
//! every game is tried by before it is accepted.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use ludevo_game::board::Judged;
use ludevo_program::Op;
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::perft;
use rand::RngExt;

use crate::guest::{CHANCE, Fault, Guest, Moves, Told, hex, turn_of};
use crate::loaded::Loaded;
use crate::rules::{Plugin, most_plies};
use crate::state::State;
use crate::{Source, drawn, fit, looks};

/// A fresh instance is asked the same once in so many plies.
const ASKED_AGAIN: usize = 3;
/// Steps that a random game may take in all: what takes longer is no game to search.
const MOST_STEPS: u64 = 1_000_000_000;
/// How often a position is asked the same, and in how many steps at most, to find memory that is never given back.
const REPEATED: usize = 300;
const REPEATED_STEPS: u64 = 100_000_000;
/// How long perft goes on.
const PERFT: Duration = Duration::from_millis(500);
/// The most plies of perft.
const DEEPEST: u32 = 12;
/// How long speed is measured.
const MEASURED: Duration = Duration::from_millis(400);

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub what: String,
    /// In which position, as bytes.
    pub position: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.position.as_ref().map_or(Ok(()), |position| write!(f, ", in the state {position}"))
    }
}

impl std::error::Error for Finding {}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        let Told { call, problem, state } = fault.told();
        Finding { what: format!("{call}{problem}"), position: state }
    }
}

fn wrong<T>(what: impl Into<String>, state: &[u8]) -> Result<T, Finding> {
    Err(Finding { what: what.into(), position: Some(hex(state)) })
}

/// One random game or problem, step by step.
struct Walk<'a> {
    loaded: &'a Loaded,
    guest: Guest,
    rng: Stream,
    /// What its calls took so far.
    steps: u64,
}

/// What a random game came to.
struct Walked {
    plies: usize,
    /// All moves that there were on the way.
    moves: usize,
    last: State,
}

impl<'a> Walk<'a> {
    fn new(loaded: &'a Loaded, number: u64) -> Result<Self, Finding> {
        Ok(Walk { loaded, guest: loaded.fresh()?, rng: stream(1, Purpose::Sampling, 0, number), steps: 0 })
    }

    fn start(&mut self, number: u64) -> Result<State, Finding> {
        let state = match self.loaded.manifest.puzzle {
            Some(_) => self.guest.problem(number as u32 + 1)?,
            None => self.guest.initial()?,
        };
        if turn_of(&state) > CHANCE && self.loaded.manifest.puzzle.is_none() {
            return wrong("the game is over before it begins", &state);
        }
        Ok(state)
    }

    /// Plays to the end and shows each view on the way.
    fn play(&mut self, number: u64, mut visit: impl FnMut(&[u64])) -> Result<Walked, Finding> {
        let is_puzzle = self.loaded.manifest.puzzle.is_some();
        let longest = if is_puzzle {
            3 * self.loaded.manifest.plies as usize
        } else {
            most_plies(self.loaded.manifest.plies)
        };
        let mut state = self.start(number)?;
        let mut all_moves = 0;
        for ply in 0..longest {
            let cells = self.view(&state)?;
            self.spend(&state)?;
            visit(&cells);
            self.draw(&state)?;
            if turn_of(&state) > CHANCE {
                return Ok(Walked { plies: ply, moves: all_moves, last: state });
            }
            let moves = self.guest.moves(&state).map_err(|fault| fault.within(&state))?;
            all_moves += moves.len();
            self.spend(&state)?;
            self.check_moves(&state, &moves)?;
            let action = self.choose(&state, &moves)?;
            self.guest.promise(&state).map_err(|fault| fault.within(&state))?;
            self.spend(&state)?;
            let next = self.apply(&state, action)?;
            self.spend(&state)?;
            if number == 0 && ply == 0 {
                self.repeat(&state, action)?;
            }
            if ply % ASKED_AGAIN == 0 {
                self.ask_again(&state, &moves, action, &next, &cells)?;
            }
            state = next;
        }
        if is_puzzle {
            return Ok(Walked { plies: longest, moves: all_moves, last: state });
        }
        wrong(format!("a random game is not over after {longest} plies"), &state)
    }

    /// Asks the same again and again: memory that grows with every call runs out.
    fn repeat(&mut self, state: &State, action: u32) -> Result<(), Finding> {
        let mut cells = vec![0; self.loaded.manifest.cells];
        let mut steps = 0;
        for _ in 0..REPEATED {
            let Walk { guest, .. } = self;
            let mut asked = || -> Result<(), Fault> {
                guest.view(state, u64::MAX, &mut cells)?;
                steps += guest.steps();
                guest.moves(state)?;
                steps += guest.steps();
                guest.apply(state, action)?;
                steps += guest.steps();
                Ok(())
            };
            asked().map_err(|fault| fault.within(state))?;
            if steps > REPEATED_STEPS {
                break;
            }
        }
        Ok(())
    }

    /// Looks at the scene, if the module draws one.
    fn draw(&mut self, state: &State) -> Result<(), Finding> {
        drawn::scene(&mut self.guest, state).map_err(|fault| fault.within(state))?;
        self.spend(state)
    }

    /// Counts the steps of the last call.
    fn spend(&mut self, state: &State) -> Result<(), Finding> {
        self.steps += self.guest.steps();
        if self.steps <= MOST_STEPS {
            return Ok(());
        }
        wrong(format!("a random game takes more than {MOST_STEPS} steps"), state)
    }

    fn view(&mut self, state: &State) -> Result<Vec<u64>, Finding> {
        let mut cells = vec![0; self.loaded.manifest.cells];
        self.guest.view(state, u64::MAX, &mut cells).map_err(|fault| fault.within(state))?;
        match self.loaded.language.of_judge(0).check_view(&cells) {
            Ok(()) => Ok(cells),
            Err(range) => wrong(
                format!(
                    "view() gives {} for `{}`, declared is {} to {}",
                    range.number, range.terminal, range.within.0, range.within.1
                ),
                state,
            ),
        }
    }

    fn apply(&mut self, state: &State, action: u32) -> Result<State, Finding> {
        let next = self.guest.apply(state, action).map_err(|fault| fault.within(state))?;
        if next == *state {
            return wrong(format!("apply({action}) changes nothing"), state);
        }
        let is_allowed = match self.loaded.manifest.puzzle {
            Some(_) => matches!(turn_of(&next), 0 | 3 | 4),
            None => turn_of(&next) != CHANCE || self.loaded.manifest.chance,
        };
        if !is_allowed {
            let turn = turn_of(&next);
            let hint = if turn == CHANCE { ": the manifest does not say `chance = true`" } else { "" };
            return wrong(format!("apply({action}) gives the turn {turn}{hint}"), state);
        }
        Ok(next)
    }

    fn check_moves(&mut self, state: &State, moves: &Moves) -> Result<(), Finding> {
        let mut texts = BTreeSet::new();
        for (place, &action) in moves.iter().enumerate() {
            if moves[..place].contains(&action) {
                return wrong(format!("moves() gives {action} twice"), state);
            }
            let own = self.guest.text(state, action).map_err(|fault| fault.within(state))?;
            let text = own.unwrap_or_else(|| looks::move_text(self.loaded, state, action));
            if !texts.insert(text.clone()) {
                return wrong(format!("two moves have the text `{text}`"), state);
            }
            if self.loaded.manifest.puzzle.is_some() {
                let nowhere = vec![0; state.len()];
                let again = self.guest.text(&nowhere, action).map_err(|fault| fault.within(&nowhere))?;
                let again = again.unwrap_or_else(|| text.clone());
                if again != text {
                    let what = "in a puzzle the text of a move depends on the move alone";
                    return wrong(
                        format!("text({action}) gives `{text}` here and `{again}` elsewhere: {what}"),
                        state,
                    );
                }
            }
        }
        Ok(())
    }

    /// A move at random; of chance by its likelihoods, which must add up.
    fn choose(&mut self, state: &State, moves: &Moves) -> Result<u32, Finding> {
        if turn_of(state) != CHANCE {
            return Ok(moves[self.rng.random_range(0..moves.len())]);
        }
        if !self.guest.weighs_chance() {
            return Ok(moves[self.rng.random_range(0..moves.len())]);
        }
        let mut sum = 0.0;
        let drawn: f64 = self.rng.random();
        let mut chosen = None;
        for &action in moves {
            let likelihood = self.guest.likelihood(state, action).map_err(|fault| fault.within(state))?;
            let likelihood = likelihood.unwrap_or(0.0);
            if !(likelihood > 0.0 && likelihood <= 1.0) {
                return wrong(
                    format!("likelihood({action}) is {likelihood}, allowed is more than 0, at most 1"),
                    state,
                );
            }
            sum += likelihood;
            if drawn < sum {
                chosen.get_or_insert(action);
            }
        }
        if (sum - 1.0).abs() > 1e-9 {
            return wrong(format!("the likelihoods of chance add up to {sum}, not to 1"), state);
        }
        Ok(chosen.unwrap_or(moves[0]))
    }

    /// An instance that knows nothing of the game so far must say the same.
    fn ask_again(
        &mut self,
        state: &State,
        moves: &Moves,
        action: u32,
        next: &State,
        cells: &[u64],
    ) -> Result<(), Finding> {
        let mut fresh = self.loaded.fresh()?;
        let mut again = vec![0; cells.len()];
        fresh.view(state, u64::MAX, &mut again).map_err(|fault| fault.within(state))?;
        let same_moves = fresh.moves(state).map_err(|fault| fault.within(state))?;
        let same_next = fresh.apply(state, action).map_err(|fault| fault.within(state))?;
        let told = |guest: &mut Guest| -> Result<_, Fault> {
            let likelihood = if turn_of(state) == CHANCE { guest.likelihood(state, action)? } else { None };
            Ok((guest.text(state, action)?, guest.promise(state)?.to_bits(), likelihood.map(f64::to_bits)))
        };
        let (own, other) = (told(&mut self.guest), told(&mut fresh));
        let (own, other) =
            (own.map_err(|fault| fault.within(state))?, other.map_err(|fault| fault.within(state))?);
        let culprit = if same_moves != *moves {
            "moves()"
        } else if same_next != *next {
            "apply()"
        } else if again != cells {
            "view()"
        } else if own.0 != other.0 {
            "text()"
        } else if own.1 != other.1 {
            "promise()"
        } else if own.2 != other.2 {
            "likelihood()"
        } else {
            return Ok(());
        };
        wrong(
            format!("{culprit} depends on more than the state: a fresh instance says something else"),
            state,
        )
    }
}

/// Plays so many random games, or problems, and stops at the first thing that is wrong.
pub(crate) fn try_out(loaded: &Loaded, games: u64) -> Result<(), Finding> {
    for number in 0..games {
        Walk::new(loaded, number)?.play(number, |_| {})?;
    }
    Ok(())
}

/// What `ludevo check` says of a game that keeps to the rules.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Its name for people.
    pub title: String,
    /// Random games, or problems, that were played.
    pub games: u64,
    /// Plies of a game on average.
    pub plies: f64,
    /// Moves of a position on average.
    pub branching: f64,
    /// How many were won by the first player, or solved by luck, and how many by the second.
    pub won: [u64; 2],
    /// What is allowed but of no use, a sentence each.
    pub remarks: Vec<String>,
    /// How many different games last so many plies, from one ply on; nothing for puzzles.
    pub perft: Vec<u64>,
    /// Random plies a second.
    pub speed: f64,
    /// A first guess at a guide; nothing for puzzles.
    pub guide: Option<String>,
}

/// Looks at the game of a module as closely as random play can.
pub fn survey(path: &Path, games: u64) -> Result<Survey, String> {
    let loaded: &'static Loaded = Box::leak(Box::new(Source::read(path)?.load()?));
    let (mut plies, mut moves, mut won) = (0, 0, [0; 2]);
    let mut views: Vec<Vec<u64>> = Vec::new();
    for number in 0..games {
        let mut walk = Walk::new(loaded, number).map_err(|finding| finding.to_string())?;
        let walked =
            walk.play(number, |cells| views.push(cells.to_vec())).map_err(|finding| finding.to_string())?;
        plies += walked.plies;
        moves += walked.moves;
        match turn_of(&walked.last) {
            3 => won[0] += 1,
            4 => won[1] += 1,
            _ => {}
        }
    }
    let is_puzzle = loaded.manifest.puzzle.is_some();
    let speed = speed(loaded).map_err(|fault| fault.to_string())?;
    let (perft, guide) = match (is_puzzle, loaded.manifest.chance) {
        (true, _) => (Vec::new(), None),
        (false, true) => (counted(&Plugin::<true>(loaded)), Some(fit::guide(&Plugin::<true>(loaded)))),
        (false, false) => (counted(&Plugin::<false>(loaded)), Some(fit::guide(&Plugin::<false>(loaded)))),
    };
    if let Some(failure) = loaded.failure() {
        return Err(failure.to_owned());
    }
    Ok(Survey {
        title: loaded.manifest.title.clone(),
        games,
        plies: plies as f64 / games.max(1) as f64,
        branching: moves as f64 / plies.max(1) as f64,
        won,
        remarks: remarks(loaded, &views),
        perft,
        speed,
        guide,
    })
}

/// Terminals that never change, and those that always say the same as another.
fn remarks(loaded: &Loaded, views: &[Vec<u64>]) -> Vec<String> {
    let language = loaded.language.of_judge(0);
    let mut remarks = Vec::new();
    let mut known: Vec<(&str, Vec<u64>)> = Vec::new();
    for primitive in language.primitives() {
        let Op::Read(read) = &primitive.op else { continue };
        if primitive.op.domain().is_some() {
            continue;
        }
        let said: Vec<u64> = views.iter().map(|view| read.value(view).to_bits()).collect();
        let name = primitive.name;
        if said.windows(2).all(|pair| pair[0] == pair[1]) {
            let value = said.first().map_or(0.0, |bits| f64::from_bits(*bits));
            remarks.push(format!("the terminal `{name}` was {value} in all {} positions", views.len()));
        } else if let Some((other, _)) = known.iter().find(|(_, other)| *other == said) {
            remarks.push(format!("the terminal `{name}` always said the same as `{other}`"));
        }
        known.push((name, said));
    }
    remarks
}

/// Perft, as deep as half a second allows.
fn counted<G: Judged>(game: &G) -> Vec<u64> {
    let started = Instant::now();
    let mut counts = Vec::new();
    let start = game.initial();
    for depth in 1..=DEEPEST {
        let clock = Instant::now();
        counts.push(perft(game, &start, depth));
        if started.elapsed() + 8 * clock.elapsed() > PERFT {
            break;
        }
    }
    counts
}

/// Random plies a second: the moves of a position, and the position after one of them.
fn speed(loaded: &Loaded) -> Result<f64, Fault> {
    let mut guest = loaded.fresh()?;
    let mut rng = stream(1, Purpose::Sampling, 1, 0);
    let (started, mut plies) = (Instant::now(), 0u64);
    while started.elapsed() < MEASURED {
        let mut state = if loaded.manifest.puzzle.is_some() { guest.problem(1)? } else { guest.initial()? };
        for _ in 0..most_plies(loaded.manifest.plies) {
            if turn_of(&state) > CHANCE {
                break;
            }
            let moves = guest.moves(&state)?;
            state = guest.apply(&state, moves[rng.random_range(0..moves.len())])?;
            plies += 1;
        }
    }
    Ok(plies as f64 / started.elapsed().as_secs_f64())
}
