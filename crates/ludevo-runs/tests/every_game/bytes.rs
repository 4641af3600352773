//! The same bytes of log, checkpoint and champion, on any number of threads and however often a run is stopped between two
//! generations, in one of them, or while its champion is chosen, and goes on from a checkpoint's text.

use std::sync::atomic::{AtomicU64, Ordering};

use ludevo_evolve::{Due, GenerationReport, Interrupt, Measurement, Outcome, Schedule, State, Waiting};
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Evolution, Finish, GameError};

use crate::Verdict;
use crate::subject::Tiny;

/// What a run leaves behind that must not depend on how it was run.
#[derive(Clone, PartialEq)]
pub(crate) struct Bytes {
    /// A line a generation.
    pub(crate) log: String,
    /// The last checkpoint.
    pub(crate) state: String,
    /// The champion's file, without how it was made.
    pub(crate) champion: String,
}

impl Bytes {
    /// Fails with the first line that is not the same in `other`.
    pub(crate) fn equal(&self, other: &Bytes, when: &str) -> Verdict {
        let parts = [
            ("log", &self.log, &other.log),
            ("state", &self.state, &other.state),
            ("champion", &self.champion, &other.champion),
        ];
        for (part, one, two) in parts {
            if one != two {
                let lines = one.lines().zip(two.lines()).position(|(one, two)| one != two);
                let line = lines.unwrap_or_else(|| one.lines().count().min(two.lines().count()));
                let of = |text: &str| text.lines().nth(line).unwrap_or("nothing").to_owned();
                let line = line + 1;
                return Err(format!("{part} differs {when}, line {line}:\n  {}\n  {}", of(one), of(two)));
            }
        }
        Ok(())
    }
}

/// Plans the run under test, always the same one.
pub(crate) type Start<'a> = dyn Fn() -> Result<Box<dyn Evolution>, String> + Sync + 'a;

/// What a run gives on so many threads; `in_pieces` if after each step another process might go on with it.
pub(crate) fn play_out(
    start: &Start<'_>,
    threads: usize,
    in_pieces: bool,
) -> Result<(Bytes, ChampionFile), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let text = |state: &State<String>| serde_json::to_string(state).map_err(|error| error.to_string());
        let mut run = start()?;
        let mut log = String::new();
        loop {
            if in_pieces {
                give_up(&mut *run).map_err(|error| error.to_string())?;
            }
            let reports = run.step().map_err(|error| error.to_string())?;
            if reports.is_empty() {
                break;
            }
            for report in &reports {
                log += &serde_json::to_string(report).map_err(|error| error.to_string())?;
                log.push('\n');
            }
            if in_pieces {
                let kept = serde_json::from_str(&text(&run.save())?).map_err(|error| error.to_string())?;
                run = start()?;
                run.restore(kept).map_err(|error| error.to_string())?;
            }
        }
        if in_pieces {
            let mut asked = 0;
            let mut go_on = |_, _| {
                asked += 1;
                asked < 2
            };
            if run.finish(&mut go_on).map_err(|error| error.to_string())?.is_some() && asked >= 2 {
                return Err("the choice of a champion goes on when it is told to stop".to_owned());
            }
        }
        let finish = run.finish(&mut |_, _| true).map_err(|error| error.to_string())?;
        let champion = finish.ok_or("the run has no champion")?.champion;
        let bytes = Bytes { log, state: text(&run.save())?, champion: champion.print() };
        Ok((bytes, champion))
    })
}

/// Begins the next step, gives it up after some games, and goes back to where it began.
fn give_up(run: &mut dyn Evolution) -> Result<(), GameError> {
    let before = run.save();
    let games = before.generation % 3 + 2;
    let asked = AtomicU64::new(0);
    run.interrupt_by(&Interrupt::when(move || asked.fetch_add(1, Ordering::Relaxed) >= games));
    // A run whose steps are short may have ended this one.
    let _ = run.step();
    run.interrupt_by(&Interrupt::default());
    run.restore(before)
}

/// Fails unless the run gives the same bytes on two threads in pieces; `one` is what it gives on one thread. Which of the two
/// makes a difference is looked into only where there is one.
pub(crate) fn same_bytes(one: &Bytes, start: &Start<'_>) -> Verdict {
    let in_pieces = one.equal(&play_out(start, 2, true)?.0, "in pieces");
    if in_pieces.is_err() {
        one.equal(&play_out(start, 2, false)?.0, "on two threads")?;
    }
    in_pieces
}

/// Fails unless the run gives the same bytes when its units are done apart, by somebody who knows no more of it than the
/// texts of states, and joined.
pub(crate) fn same_by_units(one: &Bytes, start: &Start<'_>, generations: u64, seed: u64) -> Verdict {
    let told = |error: GameError| error.to_string();
    let (mut joining, mut worker) = (start()?, start()?);
    let islands = joining.islands().cloned();
    let islands = islands.as_ref().map(|settings| (settings, seed));
    let mut schedule = Schedule::new(joining.save(), generations, islands, Waiting::Neighbours);
    schedule.set_stride(2);
    let mut log = String::new();
    loop {
        let mut due = schedule.due();
        // The last first: some islands are ahead of others.
        let Some(Due { island, state, until }) = due.pop() else { break };
        for Due { island, state, until } in std::iter::once(Due { island, state, until }).chain(due) {
            let generation = state.generation;
            let outcome = worker.unit(island, state, until).map_err(told)?;
            let text = serde_json::to_string(&outcome).map_err(|error| error.to_string())?;
            let outcome = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            joining.check_unit(&outcome).map_err(told)?;
            schedule.accept(island, generation, outcome).map_err(|error| error.to_string())?;
        }
        while let Some(outcomes) = schedule.joined() {
            for report in joining.join(outcomes).map_err(told)? {
                log += &serde_json::to_string(&report).map_err(|error| error.to_string())?;
                log.push('\n');
            }
        }
    }
    let mut measure = |asked: Vec<Measurement<String>>| {
        asked.into_iter().map(|asked| worker.measurement(asked)).collect::<Result<_, _>>().map(Some)
    };
    let finish = joining.finish_by(&mut measure).map_err(told)?;
    let champion = finish.ok_or("the run has no champion")?.champion.print();
    let state = serde_json::to_string(&joining.save()).map_err(|error| error.to_string())?;
    one.equal(&Bytes { log, state, champion }, "by units")
}

/// A run that is not what it should be.
struct Fake {
    run: Box<dyn Evolution>,
    /// What a report tells beside the truth, given the steps that this very value has done.
    noise: fn(u64) -> u64,
    steps: u64,
}

impl Evolution for Fake {
    fn prepare(&mut self, kept: Option<&str>) -> Result<Option<String>, GameError> {
        self.run.prepare(kept)
    }

    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError> {
        let mut reports = self.run.step()?;
        self.steps += 1;
        reports.iter_mut().for_each(|report| report.games += (self.noise)(self.steps));
        Ok(reports)
    }

    fn interrupt_by(&mut self, interrupt: &Interrupt) {
        self.run.interrupt_by(interrupt);
    }

    fn save(&self) -> State<String> {
        self.run.save()
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        self.run.restore(state)
    }

    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError> {
        self.run.check_unit(outcome)
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.run.seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        self.run.finish(go_on)
    }
}

/// What the check says of an experiment whose runs tell this beside the truth.
fn verdict_on(noise: fn(u64) -> u64) -> Verdict {
    let (name, _) = ludevo_game::registry::experiments()[0];
    let tiny = Tiny::of(name, &[], |_| {})?;
    let start = || Ok(Box::new(Fake { run: tiny.start(&[])?, noise, steps: 0 }) as Box<dyn Evolution>);
    same_bytes(&play_out(&start, 1, false)?.0, &start)
}

fn expect_refusal(noise: fn(u64) -> u64, words: &str) -> Verdict {
    match verdict_on(noise) {
        Err(problem) if problem.starts_with(words) => Ok(()),
        other => Err(format!("the suite says {other:?}, not `{words}`")),
    }
}

/// The suite fails for a game whose runs depend on the number of threads.
pub(crate) fn check_threads_are_noticed() -> Verdict {
    verdict_on(|_| 0)?;
    expect_refusal(|_| rayon::current_num_threads() as u64, "log differs on two threads")
}

/// The suite fails for a game whose runs depend on something that a checkpoint does not hold.
pub(crate) fn check_loss_is_noticed() -> Verdict {
    expect_refusal(|steps| steps, "log differs in pieces")
}
