//! Islands: determinism, migration as published, and failures that stay where they are.

use ludevo_evolve::{Archipelago, Contest, Failed, For, GenerationReport, IslandSettings, LostIsland, State};
use ludevo_random::Stream;

use crate::toy::{Larger, Toy, Weights, plan};

fn settings() -> IslandSettings {
    let neighbours = vec![1, 2];
    IslandSettings { islands: 4, from: 1, every: 2, migrants: 2, neighbours, tournament: 2, ahead: 1 }
}

fn islands(seed: u64) -> Archipelago<Toy, Larger> {
    islands_ahead(seed, 1)
}

/// Islands that wait for one another only every so many generations.
fn islands_ahead(seed: u64, ahead: u64) -> Archipelago<Toy, Larger> {
    let settings = IslandSettings { ahead, ..settings() };
    Archipelago::new(&Toy, Larger { luck: 1.0 }, plan(seed), settings, Vec::new()).expect("sound settings")
}

/// The reports of each step to the end.
fn steps<C: Contest<Genome = Weights>>(islands: &mut Archipelago<Toy, C>) -> Vec<Vec<GenerationReport>> {
    let step = || islands.step().expect("nobody fails");
    std::iter::repeat_with(step).take_while(|reports| !reports.is_empty()).collect()
}

fn all(mut islands: Archipelago<Toy, Larger>) -> (Vec<GenerationReport>, State<Weights>) {
    let reports = steps(&mut islands).concat();
    let state = islands.state();
    (reports, state)
}

#[test]
fn islands_do_not_depend_on_threads() {
    let on = |threads, ahead| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| all(islands_ahead(3, ahead)))
    };
    for ahead in [1, 4] {
        let alone = on(1, ahead);
        assert_eq!(alone.0.len(), 8);
        assert_eq!(alone, on(3, ahead));
    }
}

#[test]
fn islands_that_are_saved_and_restored_go_on_as_if_nothing_had_happened() {
    for ahead in [1, 2] {
        let (reports, whole) = all(islands_ahead(5, ahead));
        let mut run = islands_ahead(5, ahead);
        let mut resumed = Vec::new();
        loop {
            let reports = run.step().expect("nobody fails");
            if reports.is_empty() {
                break;
            }
            assert_eq!(reports.len() as u64, ahead);
            resumed.extend(reports);
            let state = run.state();
            run = islands_ahead(5, ahead);
            run.restore(state);
        }
        assert_eq!(resumed, reports);
        assert_eq!(run.state(), whole);
    }
}

#[test]
fn islands_that_wait_less_play_as_many_games_and_receive_migrants_later() {
    let ((_, waiting), (_, ahead)) = (all(islands(5)), all(islands_ahead(5, 4)));
    assert_eq!((waiting.generation, waiting.games), (ahead.generation, ahead.games));
    assert_ne!(waiting.islands, ahead.islands);
    let uneven = IslandSettings { ahead: 3, ..settings() };
    let refused = Archipelago::new(&Toy, Larger { luck: 1.0 }, plan(5), uneven, Vec::new());
    assert!(refused.err().expect("8 is no multiple of 3").to_string().contains("islands.ahead"));
}

#[test]
fn who_sends_migrants_is_as_published() {
    // Section 7.4 of Evolved to Win: from generation 10 on, island i in generation n if i mod 10 = n mod 10.
    let published = IslandSettings::default();
    assert_eq!((published.islands, published.migrants, published.neighbours.len()), (50, 4, 3));
    assert!((0..50).all(|island| published.neighbours_of(island, 9).is_empty()));
    let senders =
        |generation| (0..50).filter(move |island| !published.neighbours_of(*island, generation).is_empty());
    assert_eq!(senders.clone()(23).collect::<Vec<_>>(), [3, 13, 23, 33, 43]);
    let around = IslandSettings::default().neighbours_of(0, 10);
    assert_eq!(around, [49, 1, 2]);
}

#[test]
fn migrants_change_what_an_island_becomes() {
    let apart = IslandSettings { migrants: 0, ..settings() };
    let contest = Larger { luck: 1.0 };
    let apart = Archipelago::new(&Toy, contest, plan(3), apart, Vec::new()).expect("sound settings");
    assert_ne!(all(apart).1.islands, all(islands(3)).1.islands);
}

/// A contest that one genome breaks.
struct Breaking;

const BREAKS: f64 = 99.0;

impl Contest for Breaking {
    type Genome = Weights;
    type Entrant = f64;

    fn prepare(&self, genome: &Weights, _: For) -> f64 {
        assert!(genome.strength() != BREAKS, "this is too much");
        genome.strength()
    }

    fn opponent(&self, _name: &str) -> Result<f64, String> {
        Ok(0.0)
    }

    fn play(&self, [first, second]: [&f64; 2], _: For, _: &mut Stream) -> Result<f64, Failed> {
        Ok(f64::from(u8::from(first > second)))
    }
}

#[test]
fn an_island_that_breaks_does_not_stop_the_others_and_everybody_is_told() {
    for ahead in [1, 4] {
        let settings = IslandSettings { ahead, ..settings() };
        // Founders join the first island.
        let founders = vec![Weights::new(&[BREAKS])];
        let mut islands =
            Archipelago::new(&Toy, Breaking, plan(1), settings, founders).expect("sound settings");
        let reports = steps(&mut islands).concat();
        // Every generation is reported, by an island that did it.
        assert!(reports.iter().map(|report| report.generation).eq(0..8));
        let lost = [LostIsland { island: 0, generation: 0, problem: "this is too much".to_owned() }];
        assert_eq!(islands.lost(), lost);
        assert!(reports.iter().all(|report| report.lost == lost));
        let state = islands.state();
        assert_eq!(state.lost, lost);
        islands.restore(state.clone());
        assert_eq!(islands.lost(), lost);
        assert_eq!(islands.state(), state);
    }
}
