//! Whether a module keeps to the rules of all games, found out by random play: what `ludevo check` reports, and what
//! every game is tried by before it is accepted.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use ludevo_game::board::{GameLanguage, Judged};
use ludevo_game::fitting::guide;
use ludevo_program::{Op, Read};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::perft::perft;
use rand::RngExt;

use crate::guest::{CHANCE, Fault, Guest, Moves, Told, hex, turn_of};
use crate::loaded::Loaded;
use crate::puzzle::PluginPuzzle;
use crate::rules::{Plugin, most_plies};
use crate::state::State;
use crate::{Source, drawn, looks, solved};

/// A fresh instance is asked the same once in so many plies.
const ASKED_AGAIN: usize = 3;
/// Steps that a random game may take in all: what takes longer is no game to search.
const MOST_STEPS: u64 = 1_000_000_000;
/// How often a position is asked the same, and in how many steps at most, to find memory that is never given back.
const REPEATED: usize = 300;
const REPEATED_STEPS: u64 = 100_000_000;
/// Findings that are told apart.
const MOST_FINDINGS: usize = 50;
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

/// What was found so far: all of it, or nothing but what ends the walk.
enum Found<'a> {
    /// The first thing that is wrong ends the walk.
    First,
    /// Whatever does not keep the game from going on is noted, one of a kind.
    All(&'a mut Vec<Finding>),
}

/// What a finding is about, whatever the numbers in it: those of names stay.
fn kind(finding: &Finding) -> String {
    let parts = finding.what.split('`').enumerate();
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => part.chars().filter(|c| !c.is_ascii_digit() && !".-".contains(*c)).collect(),
        _ => part.to_owned(),
    };
    parts.map(part).collect::<Vec<String>>().join("`")
}

/// Notes a finding unless there is one of its kind.
fn note(findings: &mut Vec<Finding>, finding: Finding) {
    let known = findings.iter().any(|known| kind(known) == kind(&finding));
    if !known && findings.len() < MOST_FINDINGS {
        findings.push(finding);
    }
}

/// One random game or problem, step by step.
struct Walk<'a, 'f> {
    loaded: &'a Loaded,
    guest: Guest,
    rng: Stream,
    /// What its calls took so far.
    steps: u64,
    found: Found<'f>,
}

/// What a random game came to.
struct Walked {
    plies: usize,
    /// All moves that there were on the way.
    moves: usize,
    last: State,
    /// Whether it came to an end of its own.
    is_over: bool,
}

impl<'a, 'f> Walk<'a, 'f> {
    fn new(loaded: &'a Loaded, number: u64, found: Found<'f>) -> Result<Self, Finding> {
        let rng = stream(1, Purpose::Sampling, 0, number);
        Ok(Walk { loaded, guest: loaded.fresh()?, rng, steps: 0, found })
    }

    /// Goes on after what does not keep the game from going on, where everything is wanted. What a module that failed left
    /// half done is not asked any more.
    fn go_on(&mut self, checked: Result<(), Finding>) -> Result<(), Finding> {
        match (checked, &mut self.found) {
            (Err(finding), Found::All(findings)) => {
                note(findings, finding);
                self.guest = self.loaded.fresh()?;
                Ok(())
            }
            (checked, _) => checked,
        }
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
            let within = self.check_view(&state, &cells);
            self.go_on(within)?;
            visit(&cells);
            let drawn = self.draw(&state);
            self.go_on(drawn)?;
            if turn_of(&state) > CHANCE {
                return Ok(Walked { plies: ply, moves: all_moves, last: state, is_over: true });
            }
            let moves = self.guest.moves(&state).map_err(|fault| fault.within(&state))?;
            all_moves += moves.len();
            self.spend(&state)?;
            let checked = self.check_moves(&state, &moves);
            self.go_on(checked)?;
            let action = match self.choose(&state, &moves) {
                Ok(action) => action,
                Err(finding) => {
                    self.go_on(Err(finding))?;
                    moves[self.rng.random_range(0..moves.len())]
                }
            };
            let promised = self.guest.promise(&state).map_err(|fault| fault.within(&state).into());
            self.go_on(promised.map(|_| ()))?;
            self.spend(&state)?;
            let next = self.apply(&state, action)?;
            self.spend(&state)?;
            if number == 0 && ply == 0 {
                let repeated = self.repeat(&state, &moves, &cells);
                self.go_on(repeated)?;
            }
            if ply % ASKED_AGAIN == 0 {
                let asked = self.ask_again(&state, &moves, action, &next, &cells);
                self.go_on(asked)?;
            }
            state = next;
        }
        Ok(Walked { plies: longest, moves: all_moves, last: state, is_over: is_puzzle })
    }

    /// Asks the same again and again: memory that grows with every call runs out, and what is counted makes a difference some
    /// time.
    fn repeat(&mut self, state: &State, moves: &Moves, cells: &[u64]) -> Result<(), Finding> {
        let mut again = vec![0; cells.len()];
        let mut led_to: Vec<State> = Vec::new();
        let mut steps = 0;
        for (round, &action) in (0..REPEATED).zip(moves.iter().cycle()) {
            let Walk { guest, .. } = self;
            let mut asked = || -> Result<(bool, bool, State), Fault> {
                guest.view(state, u64::MAX, &mut again)?;
                steps += guest.steps();
                let same_moves = guest.moves(state)? == *moves;
                steps += guest.steps();
                let next = guest.apply(state, action)?;
                steps += guest.steps();
                Ok((again == cells, same_moves, next))
            };
            let (same_view, same_moves, next) = asked().map_err(|fault| fault.within(state))?;
            let is_same = led_to.get(round % moves.len()).is_none_or(|known| *known == next);
            let culprit = [("view()", same_view), ("moves()", same_moves), ("apply()", is_same)];
            if let Some((culprit, _)) = culprit.iter().find(|(_, is_same)| !is_same) {
                let what = "depends on more than the state: asked once more it says something else";
                return wrong(format!("{culprit} {what}"), state);
            }
            if led_to.len() < moves.len() {
                led_to.push(next);
            }
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
        Ok(cells)
    }

    /// Whether every number lies in the range that is declared for it; where everything is wanted, each that does not is noted.
    fn check_view(&mut self, state: &State, cells: &[u64]) -> Result<(), Finding> {
        let loaded = self.loaded;
        for (cell, name, (low, high)) in &loaded.numbers {
            let number = f64::from_bits(cells[*cell]);
            if !(low..=high).contains(&&number) {
                let what = format!("view() gives {number} for `{name}`, declared is {low} to {high}");
                self.go_on(wrong(what, state))?;
            }
        }
        Ok(())
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
    let (mut over, mut last) = (0, None);
    for number in 0..games {
        let walked = Walk::new(loaded, number, Found::First)?.play(number, |_| {})?;
        over += u64::from(walked.is_over);
        last = Some(walked.last);
    }
    match last {
        Some(last) if over == 0 => Err(never_over(loaded, games, &last)),
        _ => Ok(()),
    }
}

/// Games that are never over are no games: some may be, and count as drawn.
fn never_over(loaded: &Loaded, games: u64, last: &State) -> Finding {
    let (usual, most) = (loaded.manifest.plies, most_plies(loaded.manifest.plies));
    let what = format!(
        "of {games} random games none is over after {most} plies, which is for how long they go on where `plies` is {usual}"
    );
    Finding { what, position: Some(hex(last)) }
}

/// What `ludevo check` says of a game.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whether it is a puzzle.
    pub is_puzzle: bool,
    /// Random games, or problems, that were played.
    pub games: u64,
    /// Plies of a game on average.
    pub plies: f64,
    /// Moves of a position on average.
    pub branching: f64,
    /// How many were won by the first player, or solved by luck, and how many by the second.
    pub won: [u64; 2],
    /// What is wrong, one of a kind; of a game of which something is, nothing after this is measured.
    pub findings: Vec<Finding>,
    /// What is allowed but of no use, a sentence each.
    pub remarks: Vec<String>,
    /// How many different games last so many plies, from one ply on; nothing for puzzles.
    pub perft: Vec<u64>,
    /// Random plies a second.
    pub speed: f64,
    /// A first guess at a guide; nothing for puzzles none of whose problems breadth-first search solves soon.
    pub guide: Option<String>,
}

/// Looks at the game of a module as closely as random play can; the error says why it cannot be played at all.
pub fn survey(path: &Path, games: u64) -> Result<Survey, String> {
    surveyed(&Source::read(path)?, games)
}

/// The same of the bytes of a module and the text of its manifest.
pub fn survey_from(bytes: Vec<u8>, manifest: String, games: u64) -> Result<Survey, String> {
    surveyed(&Source { bytes, manifest, place: "manifest".to_owned(), experiment: None }, games)
}

fn surveyed(source: &Source, games: u64) -> Result<Survey, String> {
    let loaded: &'static Loaded = Box::leak(Box::new(source.load()?));
    let is_puzzle = loaded.manifest.puzzle.is_some();
    let (name, title) = (loaded.manifest.name.clone(), loaded.manifest.title.clone());
    let mut survey = Survey { name, title, is_puzzle, games, ..Survey::default() };
    let (mut plies, mut moves, mut given_up) = (0, 0, 0);
    let mut said = Said::of(&loaded.language);
    for number in 0..games {
        let walk = Walk::new(loaded, number, Found::All(&mut survey.findings));
        let walked = walk.and_then(|mut walk| walk.play(number, |cells| said.hear(cells)));
        match walked {
            Ok(walked) => {
                plies += walked.plies;
                moves += walked.moves;
                given_up += u64::from(!walked.is_over);
                if given_up == games {
                    note(&mut survey.findings, never_over(loaded, games, &walked.last));
                }
                match turn_of(&walked.last) {
                    3 => survey.won[0] += 1,
                    4 => survey.won[1] += 1,
                    _ => {}
                }
            }
            Err(finding) => note(&mut survey.findings, finding),
        }
    }
    survey.plies = plies as f64 / games.max(1) as f64;
    survey.branching = moves as f64 / plies.max(1) as f64;
    if !survey.findings.is_empty() {
        return Ok(survey);
    }
    survey.speed = speed(loaded).map_err(|fault| fault.to_string())?;
    (survey.perft, survey.guide) = match (is_puzzle, loaded.manifest.chance) {
        (true, _) => (Vec::new(), solved::guide(&PluginPuzzle(loaded))),
        (false, true) => (counted(&Plugin::<true>(loaded)), Some(guide(&Plugin::<true>(loaded)))),
        (false, false) => (counted(&Plugin::<false>(loaded)), Some(guide(&Plugin::<false>(loaded)))),
    };
    survey.remarks = said.remarks();
    if given_up > 0 {
        let (usual, most) = (loaded.manifest.plies, most_plies(loaded.manifest.plies));
        survey.remarks.push(format!(
            "{given_up} random games were not over after {most} plies and count as drawn: `plies` is {usual}"
        ));
    }
    match loaded.failure() {
        Some(failure) => Err(failure.to_owned()),
        None => Ok(survey),
    }
}

/// What terminals said of all views so far. Games may be as long as their modules like, so that no view is kept.
struct Said {
    terminals: Vec<Terminal>,
    positions: u64,
}

/// A terminal that is compared with those before it.
struct Terminal {
    name: &'static str,
    read: Read,
    /// What it said first, as bits, and last.
    first: u64,
    last: u64,
    has_changed: bool,
    /// The terminals before it that always said the same.
    twins: Vec<usize>,
}

impl Said {
    fn of(language: &GameLanguage) -> Self {
        let mut terminals: Vec<Terminal> = Vec::new();
        for primitive in language.of_judge(0).primitives() {
            let Op::Read(read) = &primitive.op else { continue };
            if primitive.op.domain().is_none() {
                let twins = (0..terminals.len()).collect();
                let (name, read) = (primitive.name, *read);
                terminals.push(Terminal { name, read, first: 0, last: 0, has_changed: false, twins });
            }
        }
        Said { terminals, positions: 0 }
    }

    fn hear(&mut self, view: &[u64]) {
        for place in 0..self.terminals.len() {
            let (before, rest) = self.terminals.split_at_mut(place);
            let terminal = &mut rest[0];
            terminal.last = terminal.read.value(view).to_bits();
            if self.positions == 0 {
                terminal.first = terminal.last;
            }
            terminal.has_changed |= terminal.last != terminal.first;
            terminal.twins.retain(|twin| before[*twin].last == terminal.last);
        }
        self.positions += 1;
    }

    /// Terminals that never change, and those that always say the same as another.
    fn remarks(&self) -> Vec<String> {
        let remark = |terminal: &Terminal| match (terminal.has_changed, terminal.twins.first()) {
            (false, _) => {
                let value = f64::from_bits(terminal.first);
                Some(format!(
                    "the terminal `{}` was {value} in all {} positions",
                    terminal.name, self.positions
                ))
            }
            (true, Some(twin)) => {
                let other = self.terminals[*twin].name;
                Some(format!("the terminal `{}` always said the same as `{other}`", terminal.name))
            }
            (true, None) => None,
        };
        self.terminals.iter().filter_map(remark).collect()
    }
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
            let action = guest.moves(&state).map(|moves| moves[rng.random_range(0..moves.len())]);
            let next = action.and_then(|action| guest.apply(&state, action));
            state = next.map_err(|fault| fault.within(&state))?;
            plies += 1;
        }
    }
    Ok(plies as f64 / started.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use ludevo_program::{Language, Primitive};

    use super::*;

    /// However many positions there are, what is kept of them is as much as of one.
    #[test]
    fn what_terminals_say_is_compared_without_keeping_views() {
        let count =
            |name: &'static str, cell| Primitive::float(name, Op::Read(Read::Count { cell }), "a count");
        let primitives = [count("One", 0), count("Other", 1), count("Again", 2), count("Still", 3)];
        let language = GameLanguage::one(Language::new("own", 4, &primitives).unwrap());
        let mut said = Said::of(&language);
        for number in 0..1000_u32 {
            let cells = [number.count_ones(), number.trailing_ones(), number.count_ones(), 3];
            said.hear(&cells.map(|bits| (1_u64 << bits) - 1));
        }
        assert_eq!(said.terminals.iter().map(|terminal| terminal.twins.len()).max(), Some(1));
        assert_eq!(
            said.remarks(),
            [
                "the terminal `Again` always said the same as `One`",
                "the terminal `Still` was 3 in all 1000 positions"
            ]
        );
    }
}
