//! What a run promises: the same bytes on any number of threads and after any interruption, and settings that do what
//! they say.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use crate::toy::{Born, Larger, Toy, Weights, plan, plans, start};
use ludevo_evolve::settings::HallSettings;
use ludevo_evolve::{
    AnyContest, Candidate, Contest, End, Failed, FinalChoice, For, GenerationReport, PlanError, Round, Run,
    Selection, State, Stop, any_contest,
};
use ludevo_random::Stream;
use rand::RngExt;

type Whole = (Vec<GenerationReport>, State<Weights>, Option<FinalChoice<Weights>>);

fn whole<C: Contest<Genome = Weights> + ?Sized>(mut run: Run<Toy, C>) -> Whole {
    let reports = run.by_ref().map(played).collect();
    (reports, run.state().clone(), played(run.champion(|_, _| true)))
}

/// What came of games in which nobody fails.
fn played<T>(result: Result<T, Failed>) -> T {
    result.expect("nobody fails")
}

/// The strengths of a population from strongest to weakest.
fn strengths(population: &[Weights]) -> Vec<f64> {
    let mut all: Vec<f64> = population.iter().map(Weights::strength).collect();
    all.sort_by(|one, two| two.total_cmp(one));
    all
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for plan in plans() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| whole(start(plan.clone(), 1.0)))
        };
        let one = on(1);
        assert_eq!(one, on(2), "{plan:?}");
        assert_eq!(one.0.len(), 8);
    }
}

#[test]
fn a_contest_behind_a_veil_is_the_same_contest() {
    for plan in plans() {
        let plain = whole(start(plan.clone(), 1.0));
        let contest: Box<AnyContest<Weights>> = any_contest(Larger { luck: 1.0 });
        let veiled = Run::<Toy, AnyContest<Weights>>::new(Toy, contest, plan.clone(), Vec::new());
        assert_eq!(whole(veiled.expect("a sound plan")), plain, "{plan:?}");
    }
}

#[test]
fn a_run_restored_from_json_at_any_generation_goes_on_as_if_nothing_had_happened() {
    for plan in plans() {
        let uninterrupted = whole(start(plan.clone(), 1.0));
        for done in 0..=uninterrupted.0.len() {
            let mut first = start(plan.clone(), 1.0);
            let mut reports: Vec<GenerationReport> = first.by_ref().take(done).map(played).collect();
            let saved = serde_json::to_string(first.state()).expect("a state is JSON");
            drop(first);
            let mut second = start(plan.clone(), 1.0);
            second.restore(serde_json::from_str(&saved).expect("a state reads back"));
            let (rest, state, champion) = whole(second);
            reports.extend(rest);
            assert_eq!((reports, state, champion), uninterrupted, "interrupted after {done} of {plan:?}");
        }
    }
}

#[test]
fn a_shorter_run_is_an_exact_prefix_of_a_longer_one_and_can_be_extended() {
    for plan in plans() {
        let longer = whole(start(plan.clone(), 1.0));
        for generations in 1..8 {
            let mut short = plan.clone();
            short.evolution.generations = generations;
            let mut run = start(short, 1.0);
            let mut reports: Vec<GenerationReport> = run.by_ref().map(played).collect();
            assert_eq!(run.state().end, Some(End::Generations));
            let mut extended = start(plan.clone(), 1.0);
            extended.restore(run.state().clone());
            let (rest, state, champion) = whole(extended);
            reports.extend(rest);
            assert_eq!((reports, state, champion), longer, "{generations} generations of {plan:?}");
        }
    }
}

#[test]
fn scores_read_back_from_json_to_the_bit() {
    for games in 1..=400u32 {
        for points in 0..=2 * games {
            let score = f64::from(points) / 2.0 / f64::from(games);
            let candidate = Candidate { genome: 0, generation: 0, score, nodes: 1 };
            let text = serde_json::to_string(&candidate).expect("a candidate is JSON");
            let read: Candidate<i32> = serde_json::from_str(&text).expect("a candidate reads back");
            assert_eq!(read.score.to_bits(), score.to_bits(), "{text}");
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    assert_ne!(whole(start(plan(1), 1.0)).0, whole(start(plan(2), 1.0)).0);
}

#[test]
fn evolution_makes_the_population_stronger() {
    let mut plan = plan(7);
    plan.evolution.generations = 30;
    plan.evolution.population = 40;
    let mut run = start(plan, 0.5);
    let mean = |run: &Run<Toy, Larger>| {
        strengths(&run.state().population).iter().sum::<f64>() / run.state().population.len() as f64
    };
    let before = mean(&run);
    run.by_ref().for_each(drop);
    // Random individuals have a mean of 0; eight weights of 1 are the most there is.
    assert!(mean(&run) > before + 2.0, "{before} to {}", mean(&run));
}

#[test]
fn steady_state_replaces_only_the_worst() {
    let mut plan = plan(3);
    plan.evolution.replaced = Some(5);
    plan.rounds = vec![Round::RoundRobin { games: 2, points: 1.0 }];
    let mut run = start(plan, 0.0);
    loop {
        let before = strengths(&run.state().population);
        if run.next().is_none() {
            break;
        }
        let survivors: Vec<f64> = run.state().population[..11].iter().map(Weights::strength).collect();
        assert_eq!(survivors, before[..11]);
        assert_eq!(run.state().population.len(), 16);
    }
}

#[test]
fn the_elite_goes_on_unchanged_even_beside_a_tuned_individual_and_twins() {
    let mut plan = plans().swap_remove(3);
    plan.evolution.elite = 3;
    plan.rounds = vec![Round::RoundRobin { games: 2, points: 1.0 }];
    // Without luck a ladder of opponents rewards every gain.
    let tuning = plan.evolution.tuning.as_mut().expect("this plan tunes");
    tuning.opponents = (20..32).map(|quarter| (f64::from(quarter) / 4.0).to_string()).collect();
    (tuning.every, tuning.iterations) = (1, 10);
    // Three of a kind, each of them a twin that must not be varied.
    let founders = vec![Weights::new(&[0.8; 8]); 3];
    let mut run = Run::new(Toy, Larger { luck: 0.0 }, plan, founders).expect("a sound plan");
    let mut tuned = 0;
    loop {
        let before = strengths(&run.state().population);
        if run.next().is_none() {
            break;
        }
        let population = &run.state().population;
        let first = usize::from(population[0].born == Born::Tuning && population[0].strength() > before[0]);
        tuned += first;
        let elite: Vec<f64> = population[first..first + 3].iter().map(Weights::strength).collect();
        assert_eq!(elite, before[..3]);
    }
    assert!(tuned > 0, "the run was meant to tune");
}

#[test]
fn children_that_act_alike_are_varied() {
    let mut plan = plan(3);
    plan.evolution.reject_twins = 50;
    let mut run = start(plan, 1.0);
    while run.next().is_some() {
        let mut acts = strengths(&run.state().population);
        acts.dedup();
        assert_eq!(acts.len(), 16);
    }
}

#[test]
fn founders_take_the_first_places() {
    let founders = vec![Weights::new(&[0.25]), Weights::new(&[0.5, 0.5])];
    let run = Run::new(Toy, Larger { luck: 0.0 }, plan(1), founders.clone()).expect("a sound plan");
    let unseeded = start(plan(1), 0.0);
    assert_eq!(run.state().population[..2], founders);
    assert_eq!(
        run.state().population[2..],
        unseeded.state().population[2..],
        "the others are as without founders"
    );
    let crowd = vec![Weights::new(&[0.0]); 17];
    let error = Run::new(Toy, Larger { luck: 0.0 }, plan(1), crowd).err().expect("too many founders");
    assert_eq!(error, PlanError::TooManyFounders { given: 17, population: 16 });
}

#[test]
fn unknown_opponents_are_refused_before_the_first_game() {
    let refused = |change: fn(&mut ludevo_evolve::Plan)| {
        let mut plan = plans().swap_remove(3);
        change(&mut plan);
        Run::new(Toy, Larger { luck: 0.0 }, plan, Vec::new()).err().expect("refused").to_string()
    };
    let message = "there is no player `nobody`: a player is a number";
    assert_eq!(refused(|plan| plan.yardstick.player = "nobody".to_owned()), message);
    assert_eq!(
        refused(|plan| {
            plan.rounds[0] =
                Round::Guide { player: "nobody".to_owned(), games: 1, rounds: 1, cutoff: None, points: 1.0 };
        }),
        message
    );
    let tuning = |plan: &mut ludevo_evolve::Plan| {
        plan.evolution.tuning.as_mut().expect("this plan tunes").opponents = vec!["nobody".to_owned()];
    };
    assert_eq!(refused(tuning), message);
}

/// Rock, paper, scissors: the strength, rounded, modulo three.
#[derive(Clone, Copy)]
struct Circle;

impl Contest for Circle {
    type Genome = Weights;
    type Entrant = i64;
    fn prepare(&self, genome: &Weights, _: For) -> i64 {
        (genome.strength() * 3.0).round() as i64
    }
    fn opponent(&self, _: &str) -> Result<i64, String> {
        Ok(0)
    }
    fn play(&self, [first, second]: [&i64; 2], _: For, _: &mut Stream) -> Result<f64, Failed> {
        Ok([0.5, 1.0, 0.0][(first - second).rem_euclid(3) as usize])
    }
}

#[test]
fn duels_need_no_order_and_count_their_games() {
    let mut plan = plan(5);
    plan.evolution.selection = Selection::Duel { size: 3, games: 4 };
    plan.rounds = Vec::new();
    let reports: Vec<GenerationReport> =
        Run::new(Toy, Circle, plan, Vec::new()).expect("a sound plan").map(played).collect();
    for report in &reports {
        let measured = report.yardstick.as_ref().map_or(0, |_| 2 * 11);
        assert_eq!(report.games, 16 * 2 * 4 + measured, "16 knock-outs of 3, 4 games a pair");
        // The points are the share of knock-outs won, of those entered.
        assert!(report.best <= 1.0 && report.mean > 0.0);
    }
}

#[test]
fn duels_breed_from_the_winners_of_knock_outs() {
    let mut plan = plan(5);
    plan.evolution.selection = Selection::Duel { size: 16, games: 2 };
    plan.evolution.breeding = ludevo_evolve::Breeding::OneOf { crossover: 0.0, mutation: 0.0 };
    let mut run = start(plan, 0.0);
    let best = strengths(&run.state().population)[0];
    run.next();
    assert_eq!(strengths(&run.state().population), [best; 16]);
}

#[test]
fn a_run_stops_at_its_target() {
    let mut plan = plan(7);
    plan.evolution.generations = 200;
    plan.stop = Stop { target: Some(0.9), plateau: None };
    let (reports, state, _) = whole(start(plan, 0.5));
    assert_eq!(state.end, Some(End::Target));
    assert!(state.best.is_some_and(|(score, _)| score >= 0.9), "{:?}", state.best);
    assert!(reports.len() < 200);
}

#[test]
fn a_run_stops_after_its_plateau() {
    let mut plan = plan(7);
    plan.evolution.generations = 200;
    // Nobody can beat ten with eight weights of at most one: the first measurement stays the best.
    plan.yardstick.player = "10".to_owned();
    plan.stop = Stop { target: None, plateau: Some(6) };
    let (reports, state, _) = whole(start(plan, 0.5));
    assert_eq!(state.end, Some(End::Plateau));
    assert_eq!(state.best, Some((0.0, 0)));
    assert_eq!(reports.len(), 7, "the generation of the best and six without a better one");
}

#[test]
fn a_run_that_is_over_stays_over() {
    let mut run = start(plan(1), 1.0);
    assert_eq!(run.by_ref().count(), 8);
    let state = run.state().clone();
    assert_eq!(state.end, Some(End::Generations));
    assert!(run.next().is_none());
    assert_eq!(run.state(), &state);
}

#[test]
fn the_hall_of_fame_takes_the_best_of_its_generations_and_keeps_its_size() {
    let mut plan = plan(4);
    plan.evolution.hall_of_fame = HallSettings { size: 3, every: 2 };
    plan.rounds = vec![Round::RoundRobin { games: 2, points: 1.0 }];
    let mut run = start(plan, 0.0);
    let mut entered = Vec::new();
    for generation in 0..8 {
        let best = strengths(&run.state().population)[0];
        run.next();
        if generation % 2 == 0 {
            entered.push(best);
        }
        let hall = &run.state().hall;
        assert_eq!(hall.len(), entered.len().min(3));
        assert!(hall.iter().all(|member| entered.contains(&member.strength())));
        assert!(hall.iter().any(|member| Some(&member.strength()) == entered.last()), "the newest is in");
    }
}

/// Whether every candidate is larger than the one before and scores more.
fn rises(front: &[Candidate<Weights>]) -> bool {
    front.windows(2).all(|pair| pair[0].nodes < pair[1].nodes && pair[0].score < pair[1].score)
}

#[test]
fn nobody_on_the_front_is_dominated() {
    let mut longest = 0;
    for seed in 0..40 {
        let mut plan = plan(seed);
        plan.yardstick.best = 6;
        plan.yardstick.every = 1;
        plan.yardstick.player = "1.5".to_owned();
        let mut run = start(plan, 2.0);
        while run.next().is_some() {
            assert!(rises(&run.state().front), "{:?}", run.state().front);
            longest = longest.max(run.state().front.len());
        }
        let champion = played(run.champion(|_, _| true)).expect("a champion");
        assert!(rises(&champion.front), "{:?}", champion.front);
        assert!(!champion.front.is_empty());
    }
    assert!(longest >= 3, "the fronts were meant to be longer than {longest}");
}

#[test]
fn finalists_are_the_best_measured_and_the_champion_is_measured_on_fresh_games() {
    let mut run = start(plan(9), 1.0);
    assert_eq!(run.champion(|_, _| true), Ok(None), "no generation is done yet");
    run.by_ref().for_each(drop);
    let finalists = &run.state().finalists;
    assert_eq!(finalists.len(), 3);
    assert!(finalists.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut heard = Vec::new();
    let mut listen = |done, all| {
        heard.push((done, all));
        true
    };
    let champion = played(run.champion(&mut listen)).expect("a champion");
    assert_eq!(champion.games, 50);
    let last = run.state().unmeasured.iter();
    let mut eligible = finalists.iter().map(|known| &known.genome).chain(last);
    assert!(eligible.any(|genome| *genome == champion.candidate.genome));
    assert!(heard.is_sorted() && heard.last().is_some_and(|(done, all)| all - done == 50), "{heard:?}");
    assert_eq!(run.champion(|done, _| done == 0), Ok(None), "it was told to stop");
    // Half points over 50 games.
    let half_points = champion.candidate.score * 100.0;
    assert!((half_points - half_points.round()).abs() < 1e-9, "{half_points}");
}

/// The game of the toy, which remembers with which chance each game was played.
#[derive(Clone, Default)]
struct Remembering {
    games: Arc<Mutex<Vec<u64>>>,
}

impl Contest for Remembering {
    type Genome = Weights;
    type Entrant = f64;
    fn prepare(&self, genome: &Weights, _: For) -> f64 {
        genome.strength()
    }
    fn opponent(&self, name: &str) -> Result<f64, String> {
        name.parse().map_err(|_| "a player is a number".to_owned())
    }
    fn play(&self, both: [&f64; 2], purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        self.games.lock().expect("nobody fails").push(rng.clone().random());
        Larger { luck: 1.0 }.play(both, purpose, rng)
    }
}

/// The best of many looks better than it is: what chose a champion says nothing about how strong it is.
#[test]
fn the_fresh_games_of_a_champion_are_none_that_it_was_bred_or_chosen_on() {
    // The last plan asks for problems, which this game has not, nor can it tell who acts alike.
    for mut plan in plans().into_iter().take(4) {
        plan.evolution.reject_twins = Default::default();
        let games = Remembering::default();
        let mut run = Run::new(Toy, games.clone(), plan.clone(), Vec::new()).expect("a sound plan");
        run.by_ref().for_each(drop);
        let played = || -> Vec<u64> { games.games.lock().expect("nobody fails").clone() };
        let bred = played().len();
        let mut before_fresh = 0;
        let champion = run
            .champion(|done, all| {
                if all - done == plan.yardstick.fresh_games {
                    before_fresh = played().len();
                }
                true
            })
            .expect("nobody fails")
            .expect("a champion");
        let all = played();
        let (before, fresh) = all.split_at(before_fresh);
        assert!(before_fresh > bred, "finalists meet before the champion is measured");
        assert_eq!(fresh.len(), champion.games);
        let before: BTreeSet<&u64> = before.iter().collect();
        let again = fresh.iter().filter(|game| before.contains(game)).count();
        assert_eq!(again, 0, "games that were played before: {plan:?}");
        assert_eq!(fresh.iter().collect::<BTreeSet<_>>().len(), fresh.len(), "each is another");
    }
}

/// A game that one player never finishes.
struct Unfinished;

impl Contest for Unfinished {
    type Genome = Weights;
    type Entrant = bool;
    fn prepare(&self, _: &Weights, _: For) -> bool {
        true
    }
    fn opponent(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
    fn play(&self, [first, second]: [&bool; 2], _: For, _: &mut Stream) -> Result<f64, Failed> {
        if *first && *second { Ok(0.5) } else { Err(Failed("the program ended".to_owned())) }
    }
    fn genomes_meet(&self) -> bool {
        false
    }
}

#[test]
fn a_player_that_fails_is_told_to_whoever_runs_and_nothing_is_lost() {
    let mut plan = plan(1);
    plan.rounds = vec![Round::Guide { player: "it".into(), games: 2, rounds: 1, cutoff: None, points: 1.0 }];
    let mut run = Run::new(Toy, Unfinished, plan, Vec::new()).expect("a sound plan");
    let before = run.state().clone();
    assert_eq!(run.next(), Some(Err(Failed("the program ended".to_owned()))));
    assert_eq!(*run.state(), before);
}

#[test]
fn what_a_game_does_not_have_is_refused_when_a_run_is_planned() {
    let refused = |change: &dyn Fn(&mut ludevo_evolve::Plan)| {
        let mut plan = plan(1);
        plan.rounds =
            vec![Round::Guide { player: "it".into(), games: 2, rounds: 1, cutoff: None, points: 1.0 }];
        change(&mut plan);
        let refused = Run::new(Toy, Unfinished, plan, Vec::new()).err();
        refused.expect("something is missing").to_string()
    };
    let round = |round: Round| refused(&|plan| plan.rounds = vec![round.clone()]);
    let points = 1.0;
    let alone = "needs individuals that can meet in a game, and here each plays alone";
    assert_eq!(round(Round::CoPlay { games: 2, points }), format!("`fitness.round = co-play` {alone}"));
    assert_eq!(
        round(Round::RoundRobin { games: 2, points }),
        format!("`fitness.round = round-robin` {alone}")
    );
    assert!(round(Round::RandomOpponents { games: 2, points }).ends_with(alone));
    assert!(round(Round::SingleElimination { games: 2, points }).ends_with(alone));
    assert!(round(Round::HallOfFame { games: 2, points }).ends_with(alone));
    let foresight = Round::Foresight { player: "it".into(), games: 2, positions: 8, points };
    assert!(round(foresight).starts_with("`fitness.round = foresight` needs positions"));
    assert!(round(Round::Problems { count: 2, points }).contains("needs problems whose answers are known"));
    let rivals = Round::Rivals { population: 4, problems: 2, sets: 1, every: 1, points };
    assert!(round(rivals).starts_with("`fitness.round = rivals` needs problems"));
    assert!(refused(&|plan| plan.evolution.lessons = 3).contains("needs a teacher"));
    assert!(refused(&|plan| plan.evolution.reject_twins = 3).contains("`evolution.reject_twins` needs"));
    let duels = |plan: &mut ludevo_evolve::Plan| {
        plan.evolution.selection = Selection::Duel { size: 2, games: 2 };
    };
    assert!(refused(&duels).ends_with(alone));
    let mut plan = plan(1);
    plan.rounds = vec![Round::HallOfFame { games: 2, points }];
    let no_hall = Run::new(Toy, Larger { luck: 1.0 }, plan, Vec::new()).err().expect("no hall");
    assert!(no_hall.to_string().ends_with("evolution.hall_of_fame.size above 0"), "{no_hall}");
}
