//! How busy many workers are kept: units of an experiment are done and timed here, then a schedule is played through in
//! virtual time with workers who do nothing for as long as a unit took. Prints the table of docs/islands.md.
//!
//!     cargo run --release -p ludevo-net --example simulate

use std::collections::BinaryHeap;
use std::io::Write;
use std::time::Instant;

use ludevo_evolve::{Due, IslandSettings, Migrants, Outcome, Schedule, State, Waiting};
use ludevo_game::registry;
use ludevo_runs::load;

/// What is timed: small enough for a minute, with units as uneven as those of the whole experiment.
const EXPERIMENT: &str = "backgammon/islands-ahead";
const SETS: [&str; 7] = [
    "islands.islands=5",
    "islands.ahead=2",
    "evolution.generations=8",
    "evolution.population=12",
    "yardstick.every=4",
    "yardstick.games=10",
    "islands.migrants=1",
];
/// Between a result and the next unit, as a share of a mean unit: a hundredth of a second where units take ten.
const JOURNEY: f64 = 0.001;
/// How many arrivals a simulated run has.
const EPOCHS: u64 = 40;

fn main() {
    ludevo_games::open();
    let lengths = measured();
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    let lengths: Vec<f64> = lengths.iter().map(|length| length / mean).collect();
    let variance =
        lengths.iter().map(|length| (length - 1.0) * (length - 1.0)).sum::<f64>() / lengths.len() as f64;
    let mut text = format!(
        "{} units of {EXPERIMENT}, mean {mean:.2} s, standard deviation {:.0} % of it\n\n\
         | islands | workers | sends | all wait for all | neighbours only |\n|---|---|---|---|---|\n",
        lengths.len(),
        variance.sqrt() * 100.0
    );
    for islands in [50, 200] {
        for workers in [10, 25, 100] {
            for (sends, every) in [("one island in ten an epoch", 10), ("all islands every epoch", 1)] {
                let settings =
                    IslandSettings { islands, from: 0, every, migrants: 0, ..IslandSettings::default() };
                let busy = |waiting| 100.0 * busy(&settings, workers, waiting, &lengths);
                text += &format!(
                    "| {islands} | {workers} | {sends} | {:.0} % | {:.0} % |\n",
                    busy(Waiting::All),
                    busy(Waiting::Neighbours)
                );
            }
        }
    }
    // Nothing can be done if nobody reads.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// How long units take, in seconds on one thread.
fn measured() -> Vec<f64> {
    let sets: Vec<String> = SETS.map(str::to_owned).into();
    let loaded = load(EXPERIMENT, &sets).expect("an experiment that ships");
    let game = registry::find(&loaded.experiment.game).expect("a game that ships");
    let start = || game.evolve(&loaded.experiment, 1, &[]).expect("a sound experiment");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        let (mut joining, mut worker) = (start(), start());
        let generations = loaded.experiment.evolution.generations;
        let settings = joining.islands().cloned();
        let islands = settings.as_ref().map(|settings| (settings, 1));
        let mut schedule = Schedule::new(joining.save(), generations, islands, Waiting::All);
        let mut lengths = Vec::new();
        loop {
            let due = schedule.due();
            if due.is_empty() {
                return lengths;
            }
            for Due { island, state, until } in due {
                let (generation, clock) = (state.generation, Instant::now());
                let outcome = worker.unit(island, state, until).expect("a unit");
                lengths.push(clock.elapsed().as_secs_f64());
                schedule.accept(island, generation, outcome).expect("what was asked for");
            }
            while let Some(outcomes) = schedule.joined() {
                joining.join(outcomes).expect("what was asked for");
            }
        }
    })
}

/// A unit in progress, the first to be done being the greatest.
#[derive(PartialEq)]
struct Doing {
    done: f64,
    island: usize,
    generation: u64,
}

impl Eq for Doing {}

impl PartialOrd for Doing {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Doing {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.done.total_cmp(&self.done).then(other.island.cmp(&self.island))
    }
}

/// The share of their time that workers work.
fn busy(settings: &IslandSettings, workers: usize, waiting: Waiting, lengths: &[f64]) -> f64 {
    let blank = || State::<String>::new(Vec::new());
    let state = State { islands: (0..settings.islands).map(|_| blank()).collect(), ..blank() };
    let mut schedule = Schedule::new(state, EPOCHS, Some((settings, 1)), waiting);
    let neighbours = settings.neighbours(1);
    let (mut now, mut worked) = (0.0_f64, 0.0);
    let mut open: Vec<Due<String>> = Vec::new();
    let mut doing: BinaryHeap<Doing> = BinaryHeap::new();
    // The lengths are drawn from those measured, the same ones whoever waits for whom.
    let length = |island: usize, generation: u64| {
        let mixed = (island as u64 * 7919 + generation * 104_729 + 13).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lengths[(mixed >> 33) as usize % lengths.len()]
    };
    loop {
        open.extend(schedule.due());
        open.sort_by_key(|due| (due.state.generation, due.island));
        while doing.len() < workers && !open.is_empty() {
            let Due { island, state, .. } = open.remove(0);
            let length = length(island, state.generation);
            worked += length;
            doing.push(Doing { done: now + JOURNEY + length, island, generation: state.generation });
        }
        let Some(Doing { done, island, generation }) = doing.pop() else { break };
        now = done;
        let mut state = blank();
        state.generation = generation + 1;
        let report = ludevo_evolve::GenerationReport { generation, ..Default::default() };
        let is_due = settings.is_due(island, generation);
        let migrants = neighbours[island].iter().filter(|_| is_due).map(|to| {
            let genomes = Vec::new();
            Migrants { from: island, to: *to, generation, genomes }
        });
        let migrants = migrants.collect();
        let outcome = Outcome { reports: vec![report], migrants, lost: None, state };
        schedule.accept(island, generation, outcome).expect("what was asked for");
        while schedule.joined().is_some() {}
    }
    worked / (now * workers as f64)
}
