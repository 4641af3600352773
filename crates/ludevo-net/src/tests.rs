//! Workers that lie or fail and disks that ail, which no command makes.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use ludevo_evolve::GenerationReport;
use ludevo_runs::{Destination, Observer, RunLimits, Runner, Timing, load};
use tempfile::TempDir;

use crate::message::Answer;
use crate::queue::Presence;
use crate::{FolderQueue, Queue, SILENCE, Served, Serving, Ticket, Worker, work};

const SETS: [&str; 11] = [
    "islands.islands=3",
    "islands.from=1",
    "islands.every=1",
    "islands.migrants=1",
    "islands.neighbours=[1]",
    "evolution.population=8",
    "evolution.generations=4",
    "fitness.0.games=2",
    "yardstick.games=4",
    "yardstick.final_games=4",
    "yardstick.fresh_games=4",
];

fn start(path: &Path) -> Runner {
    let sets: Vec<String> = SETS.map(str::to_owned).into();
    let loaded = load("reversi/quick", &sets).expect("a sound experiment");
    Runner::start(loaded, 5, &[], &Destination::At(path.to_owned())).expect("an empty folder")
}

/// Serves a run to workers, of whom one says something else than the truth; what was heard.
fn with_one_who(lies: fn(&mut Answer), check: f64) -> (TempDir, Vec<String>) {
    ludevo_games::open();
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    start(&path("alone")).run(&mut (), &Default::default()).expect("a run");
    let queue = Arc::new(FolderQueue::open(&path("queue"), Some(SILENCE)).expect("a folder"));
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let hear = Box::new(move |words: &str| ear.lock().expect("nobody panics").push(words.to_owned()));
    let serving = Serving { queue: queue.clone(), check, silence: SILENCE, hear };
    let runner = Served::hand_over(start(&path("served")), serving);
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for name in ["liar", "first", "second"] {
            let mut worker = Worker::new(Some(name), Arc::clone(&stop));
            worker.lies = (name == "liar").then_some(lies);
            let queue = Arc::clone(&queue);
            scope.spawn(move || {
                if name != "liar" {
                    wait_for_the_liar(&queue);
                }
                work(&*queue, &worker, &mut |_| {}).expect("the queue is there")
            });
        }
        let run = runner.run(&mut (), &Default::default());
        stop.store(true, Ordering::Relaxed);
        run.expect("the run goes on without the liar");
    });
    for file in ["log.jsonl", "checkpoint", "champion"] {
        let read = |run: &str| fs::read(path(run).join(file)).expect("a file of the run");
        assert!(read("alone") == read("served"), "{file} differs");
    }
    let heard = heard.lock().expect("nobody panics").clone();
    (folder, heard)
}

/// The others are so quick that the liar might get nothing to lie about.
fn wait_for_the_liar(queue: &FolderQueue) {
    let is_at_work =
        |presence: &Presence| presence.worker == "liar" && (presence.unit.is_some() || presence.units > 0);
    for _ in 0..1000 {
        let workers = queue.workers().expect("the queue is there");
        if workers.iter().any(|(presence, _)| is_at_work(presence)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits in vain for nobody: workers say that they are there before they take anything.
fn is_left_out(heard: &[String]) -> bool {
    heard.iter().any(|words| words.starts_with("liar is left out"))
}

#[test]
fn a_worker_who_lies_is_found_by_comparison_and_left_out() {
    let lies = |answer: &mut Answer| {
        std::thread::sleep(Duration::from_millis(5));
        match answer {
            Answer::Outcome(outcome) => outcome.state.games += 1,
            Answer::Score(score) => *score = 1.0 - *score / 2.0,
            Answer::Failed(_) => {}
        }
    };
    let (folder, heard) = with_one_who(lies, 1.0);
    assert!(is_left_out(&heard), "{heard:?}");
    let news = fs::read_to_string(folder.path().join("served/workers.json")).expect("who worked");
    assert!(news.contains("\"left_out\":{\"liar\""), "{news}");
}

#[test]
fn genomes_that_cannot_be_read_are_refused_without_a_comparison() {
    let lies = |answer: &mut Answer| {
        if let Answer::Outcome(outcome) = answer {
            outcome.state.population[0] = "Plus(".repeat(100_000);
        }
    };
    let (_, heard) = with_one_who(lies, 0.0);
    assert!(is_left_out(&heard), "{heard:?}");
}

#[test]
fn a_unit_that_one_machine_cannot_do_is_done_by_another() {
    let fails = |answer: &mut Answer| *answer = Answer::Failed("no memory here".to_owned());
    let (_, heard) = with_one_who(fails, 0.0);
    assert!(heard.iter().any(|words| words.contains("no memory here")), "{heard:?}");
}

/// Stops the run, and then the worker, after its first generation.
struct StopBoth {
    run: Arc<AtomicBool>,
    worker: Arc<AtomicBool>,
}

impl Observer for StopBoth {
    fn generation(&mut self, _: &GenerationReport, _: &Timing, _: Duration) {
        self.run.store(true, Ordering::Relaxed);
        self.worker.store(true, Ordering::Relaxed);
    }
}

/// An island that is ahead of the others has a unit open when the run stops; nobody does that unit. Whoever is there for other
/// runs is no reason to wait.
#[test]
fn a_run_that_stops_while_islands_have_units_open_chooses_its_champion_alone() {
    ludevo_games::open();
    let folder = TempDir::new().expect("a temporary folder");
    let silence = Duration::from_secs(2);
    let queue = FolderQueue::open(&folder.path().join("queue"), Some(silence)).expect("a folder");
    let queue = Arc::new(queue);
    let serving = Serving { queue: queue.clone(), check: 0.0, silence, hear: Box::new(|_| {}) };
    let runner = Served::hand_over(start(&folder.path().join("served")), serving);
    let [run, worker] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let mut slow = Worker::new(Some("slow"), Arc::clone(&worker));
    // One outcome after the other.
    slow.lies = Some(|_| std::thread::sleep(Duration::from_millis(500)));
    let place = Arc::clone(&queue);
    std::thread::spawn(move || work(&*place, &slow, &mut |_| {}));
    std::thread::spawn(move || {
        let other = |beat| Presence {
            worker: "other".to_owned(),
            build: "another".to_owned(),
            beat,
            ..Presence::default()
        };
        // Until the folder is gone.
        (1..).find(|beat| {
            std::thread::sleep(silence / 4);
            queue.present(&other(*beat)).is_err()
        })
    });
    let (say, hear) = mpsc::channel();
    std::thread::spawn(move || {
        let limits = RunLimits { stop: Some(Arc::clone(&run)), ..RunLimits::default() };
        let outcome = runner.run(&mut StopBoth { run, worker }, &limits).expect("the queue is there");
        say.send(outcome.result.is_some()).expect("the test waits");
    });
    let has_champion = hear.recv_timeout(Duration::from_secs(60)).expect("it ends");
    assert!(has_champion);
}

#[test]
fn a_unit_that_cannot_be_read_now_waits_for_somebody_and_one_that_is_none_is_removed() {
    let folder = TempDir::new().expect("a temporary folder");
    let queue = FolderQueue::open(folder.path(), Some(SILENCE)).expect("a folder");
    queue.announce("run", b"text").expect("a run");
    let ticket = Ticket { run: "run".to_owned(), unit: "00000000-0000-0".to_owned(), not_by: None };
    let take = || queue.take("one", &BTreeSet::new(), Duration::ZERO);
    for kind in [ErrorKind::Other, ErrorKind::PermissionDenied, ErrorKind::TimedOut] {
        queue.publish(&ticket, b"work").expect("a unit");
        *queue.ails.lock().expect("nobody panics") = Some(kind);
        assert!(take().is_err(), "a disk that ails is said");
        let taken = take().expect("it is well again").expect("the unit is still there");
        assert_eq!((&taken.ticket, &taken.body[..]), (&ticket, &b"work"[..]));
        queue.give_back(&taken).expect("a unit");
    }
    for kind in [ErrorKind::InvalidData, ErrorKind::FileTooLarge] {
        queue.publish(&ticket, b"work").expect("a unit");
        *queue.ails.lock().expect("nobody panics") = Some(kind);
        assert!(take().expect("a queue").is_none() && take().expect("a queue").is_none());
    }
}
