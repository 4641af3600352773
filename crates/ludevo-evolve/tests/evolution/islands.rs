//! Islands: determinism, migration as published, and failures that stay where they are.

use ludevo_evolve::{
    Archipelago, Contest, Due, Failed, For, GenerationReport, IslandSettings, LostIsland, Outcome, Refused,
    Schedule, State, Topology, Waiting,
};
use ludevo_random::Stream;

use crate::toy::{Larger, Toy, Weights, plan};

fn settings() -> IslandSettings {
    let neighbours = vec![1, 2];
    let topology = Topology::Ring;
    IslandSettings {
        islands: 4,
        from: 1,
        every: 2,
        migrants: 2,
        topology,
        neighbours,
        tournament: 2,
        ahead: 1,
    }
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
    assert!((0..50).all(|island| !published.is_due(island, 9)));
    let senders = |generation| (0..50).filter(move |island| published.is_due(*island, generation));
    assert_eq!(senders.clone()(23).collect::<Vec<_>>(), [3, 13, 23, 33, 43]);
    assert_eq!(IslandSettings::default().neighbours(1)[0], [49, 1, 2]);
}

#[test]
fn islands_lie_as_their_topology_says() {
    let of = |topology, islands| IslandSettings { topology, islands, ..settings() };
    assert_eq!(of(Topology::Torus, 12).neighbours(1)[0], [1, 3, 4, 8], "three rows of four");
    assert_eq!(of(Topology::Torus, 4).neighbours(1)[3], [1, 2], "two rows meet on both sides");
    assert_eq!(of(Topology::Full, 4).neighbours(1)[1], [0, 2, 3]);
    let random = |seed| of(Topology::Random, 20).neighbours(seed);
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
    // Nobody sends to more than two, nobody receives from more than two, and none is left out.
    for island in 0..20 {
        let senders = random(1).iter().filter(|to| to.contains(&island)).count();
        assert!((1..=2).contains(&senders) && (1..=2).contains(&random(1)[island].len()));
        assert!(!random(1)[island].contains(&island));
    }
    let prime = of(Topology::Torus, 7).check(&plan(1).evolution).expect_err("7 has no rows");
    assert_eq!(prime.key, "islands.islands");
    let crowded = of(Topology::Full, 900).check(&plan(1).evolution).expect_err("too many arrive at once");
    assert_eq!(crowded.key, "islands.migrants");
}

/// Does a run by its units, as others would who know nothing but the plan; `pick` says which unit is done next. Gives the
/// reports, the state, and how many generations lay between two islands at most.
fn apart(
    make: impl Fn() -> Archipelago<Toy, Larger>,
    settings: &IslandSettings,
    waiting: Waiting,
    pick: impl Fn(usize) -> usize,
) -> (Vec<GenerationReport>, State<Weights>, u64) {
    let mut joining = make();
    let mut schedule = Schedule::new(joining.state(), 8, Some((settings, 3)), waiting);
    let (mut reports, mut open, mut gap): (_, Vec<Due<Weights>>, _) = (Vec::new(), Vec::new(), 0);
    loop {
        open.extend(schedule.due());
        if open.is_empty() {
            break;
        }
        let Due { island, state, until } = open.remove(pick(open.len()) % open.len());
        assert!(until > state.generation);
        let generation = state.generation;
        gap = gap.max(generation - schedule.current());
        let outcome = make().unit(island, state).expect("nobody fails");
        schedule.accept(island, generation, outcome.clone()).expect("it is what was asked for");
        assert_eq!(
            schedule.accept(island, generation, outcome),
            Err(Refused::NotAsked),
            "nothing counts twice"
        );
        while let Some(outcomes) = schedule.joined() {
            reports.extend(joining.join(outcomes));
        }
    }
    (reports, joining.state(), gap)
}

#[test]
fn units_done_apart_in_any_order_are_the_same_run() {
    for topology in [Topology::Ring, Topology::Torus, Topology::Full, Topology::Random] {
        for ahead in [1, 2] {
            let settings = IslandSettings { topology, ahead, migrants: 1, ..settings() };
            let contest = || Larger { luck: 1.0 };
            let make = || {
                Archipelago::new(&Toy, contest(), plan(3), settings.clone(), Vec::new())
                    .expect("sound settings")
            };
            let (reports, state) = all(make());
            let first = apart(make, &settings, Waiting::All, |_| 0);
            assert_eq!((&first.0, &first.1), (&reports, &state));
            // One island is as far ahead of the others as it can be.
            let last = apart(make, &settings, Waiting::Neighbours, |open| open - 1);
            assert_eq!((&last.0, &last.1), (&reports, &state));
            assert!(first.2 == 0 && (last.2 > 0 || topology == Topology::Full && ahead == 2));
        }
    }
}

#[test]
fn what_cannot_come_of_a_unit_is_refused_and_says_why() {
    let settings = settings();
    let mut run = islands(3);
    let mut schedule = Schedule::new(run.state(), 8, Some((&settings, 3)), Waiting::Neighbours);
    let Due { island, state, .. } = schedule.due().remove(0);
    let good = run.unit(island, state).expect("nobody fails");
    let mut refuse = |change: fn(&mut Outcome<Weights>), words: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        match schedule.accept(island, 0, bad) {
            Err(Refused::Wrong(said)) => assert!(said.contains(words), "{said}"),
            other => panic!("{other:?} instead of {words}"),
        }
    };
    refuse(|bad| bad.reports.clear(), "state is of generation 1");
    refuse(|bad| bad.reports[0].generation = 7, "reports");
    refuse(|bad| bad.state.generation = 3, "generation 3");
    refuse(|bad| drop(bad.state.population.pop()), "population is");
    refuse(
        |bad| bad.migrants.push(ludevo_evolve::Migrants { from: 0, to: 0, generation: 0, genomes: vec![] }),
        "migrants",
    );
    assert_eq!(schedule.accept(island, 5, good.clone()), Err(Refused::NotAsked));
    assert_eq!(schedule.accept(99, 0, good.clone()), Err(Refused::NotAsked));
    schedule.accept(island, 0, good).expect("it is what comes of the unit");
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
        // The same done apart.
        let make = || {
            let founders = vec![Weights::new(&[BREAKS])];
            let settings = IslandSettings { ahead, ..self::settings() };
            Archipelago::new(&Toy, Breaking, plan(1), settings, founders).expect("sound settings")
        };
        let mut apart = make();
        let settings = apart.settings().clone();
        let mut schedule = Schedule::new(apart.state(), 8, Some((&settings, 1)), Waiting::Neighbours);
        let mut again = Vec::new();
        loop {
            let due = schedule.due();
            if due.is_empty() {
                break;
            }
            for Due { island, state, .. } in due {
                let generation = state.generation;
                let outcome = make().unit(island, state).expect("nobody fails");
                schedule.accept(island, generation, outcome).expect("it is what was asked for");
            }
            while let Some(outcomes) = schedule.joined() {
                again.extend(apart.join(outcomes));
            }
        }
        assert_eq!((again, apart.state()), (reports, state));
    }
}
