//! Runs in their folders: the promises about bytes, kills, prefixes and refusals.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludevo_evolve::GenerationReport;
use ludevo_game::champion::ChampionFile;
use ludevo_game::registry;
use ludevo_runs::folder::write_whole;
use ludevo_runs::{
    Destination, Folder, FolderError, Loaded, Observer, RunError, RunLimits, Runner, Timing, Why, load,
};

/// An experiment small enough for a test: generations between yardsticks, a hall of fame, twins rejected.
fn tiny(generations: u64) -> Loaded {
    ludevo_games::open();
    let sets = [
        &format!("evolution.generations={generations}"),
        "evolution.population=6",
        "evolution.hall_of_fame={size=2, every=2}",
        "player.depth=1",
        "fitness=[{round=\"co-play\", games=2}]",
        "yardstick={player=\"random\", games=4, every=3, finalists=2, final_games=4, fresh_games=10}",
    ];
    load("reversi/default", &sets.map(str::to_owned)).unwrap()
}

fn start(at: &Path, generations: u64) -> Runner {
    Runner::start(tiny(generations), 7, &[], &Destination::At(at.to_owned())).unwrap()
}

/// Stops the run after a generation, as Ctrl-C does.
struct StopAfter {
    generation: u64,
    stop: Arc<AtomicBool>,
}

impl Observer for StopAfter {
    fn generation(&mut self, report: &GenerationReport, _: &Timing, _: Duration) {
        if report.generation == self.generation {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn run_until(runner: Runner, generation: u64) -> Why {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = RunLimits { stop: Some(Arc::clone(&stop)), ..RunLimits::default() };
    runner.run(&mut StopAfter { generation, stop }, &limits).unwrap().why
}

/// The bytes that must not depend on a clock or on how often a run was stopped.
fn bytes(path: &Path) -> BTreeMap<&'static str, String> {
    ["experiment.toml", "log.jsonl", "checkpoint", "champion", "result.json"]
        .into_iter()
        .map(|name| (name, fs::read_to_string(path.join(name)).unwrap()))
        .collect()
}

fn uninterrupted(folder: &Path, generations: u64) -> PathBuf {
    let path = folder.join(format!("whole-{generations}"));
    let outcome = start(&path, generations).run(&mut (), &RunLimits::default()).unwrap();
    assert_eq!(outcome.why, Why::Ended(ludevo_evolve::End::Generations));
    path
}

#[test]
fn stopping_and_going_on_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = uninterrupted(folder.path(), 5);
    let parts = folder.path().join("parts");
    assert_eq!(run_until(start(&parts, 5), 1), Why::Stopped);
    let so_far = fs::read_to_string(parts.join("log.jsonl")).unwrap();
    assert_eq!(so_far.lines().count(), 2);
    assert!(fs::read_to_string(whole.join("log.jsonl")).unwrap().starts_with(&so_far), "an exact prefix");
    let of_what_there_is = fs::read_to_string(parts.join("champion")).unwrap();
    let caution = ChampionFile::parse(&of_what_there_is).unwrap().provenance.caution().unwrap();
    assert!(caution.contains("stopped after 2 of 5 generations"), "{caution}");
    assert_eq!(run_until(Runner::resume(&parts, None).unwrap(), 2), Why::Stopped);
    Runner::resume(&parts, None).unwrap().run(&mut (), &RunLimits::default()).unwrap();
    assert_eq!(bytes(&whole), bytes(&parts));
}

#[test]
fn lines_that_the_checkpoint_does_not_know_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let whole = uninterrupted(folder.path(), 4);
    let killed = folder.path().join("killed");
    run_until(start(&killed, 4), 1);
    let checkpoint = fs::read(killed.join("checkpoint")).unwrap();
    run_until(Runner::resume(&killed, None).unwrap(), 2);
    // A kill after the log's line and before the checkpoint, and another in the middle of a line.
    fs::write(killed.join("checkpoint"), checkpoint).unwrap();
    let mut log = fs::OpenOptions::new().append(true).open(killed.join("log.jsonl")).unwrap();
    log.write_all(b"{\"population\":\"main\",\"gener").unwrap();
    Runner::resume(&killed, None).unwrap().run(&mut (), &RunLimits::default()).unwrap();
    assert_eq!(bytes(&whole), bytes(&killed));
    let timing = Folder::open(&killed).unwrap().timing().unwrap();
    assert_eq!(timing.iter().map(|timing| timing.generation).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn a_finished_run_has_nothing_to_do_and_can_be_extended_to_the_bytes_of_the_longer_run() {
    let folder = tempfile::tempdir().unwrap();
    let (short, long) = (uninterrupted(folder.path(), 3), uninterrupted(folder.path(), 6));
    let before = bytes(&short);
    let outcome = Runner::resume(&short, None).unwrap().run(&mut (), &RunLimits::default()).unwrap();
    assert_eq!(outcome.why, Why::NothingToDo);
    assert!(outcome.result.is_some());
    assert_eq!(before, bytes(&short));
    let outcome = Runner::resume(&short, Some(6)).unwrap().run(&mut (), &RunLimits::default()).unwrap();
    assert_eq!(outcome.why, Why::Ended(ludevo_evolve::End::Generations));
    assert_eq!(bytes(&short), bytes(&long));
    let fewer = Runner::resume(&short, Some(2)).err().expect("more are done");
    assert!(matches!(fewer, RunError::TooFew { done: 6, asked: 2, .. }));
}

#[test]
fn a_champion_says_how_to_make_it_again() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let path = uninterrupted(folder.path(), 1);
    let text = Folder::open(&path).unwrap().champion().unwrap().unwrap();
    let champion = ChampionFile::parse(&text).unwrap();
    assert!(champion.provenance.title().starts_with("reversi/default --set evolution.generations=1 --set "));
    assert_eq!(champion.provenance.seed, 7);
    registry::find("reversi").unwrap().show(&champion).expect("its program can be read");
    let (provenance, loaded) = Folder::open(&path).unwrap().experiment().unwrap();
    assert_eq!(loaded.experiment, tiny(1).experiment);
    assert!(provenance.command().starts_with("ludevo evolve reversi/default --set evolution.generations=1"));
    assert!(provenance.command().contains("--set 'evolution.hall_of_fame={size=2, every=2}'"));
    assert!(provenance.command().ends_with(" --seed 7"));
}

#[test]
fn time_that_is_up_stops_before_the_next_generation() {
    let folder = tempfile::tempdir().unwrap();
    let limits = RunLimits { minutes: Some(0.0), ..RunLimits::default() };
    let outcome = start(&folder.path().join("run"), 3).run(&mut (), &limits).unwrap();
    assert_eq!(outcome.why, Why::TimeUp);
    assert!(outcome.result.is_none(), "no generation, no champion");
}

/// A generation of minutes is not waited for. That what comes after is the same is in the suite of all games.
#[test]
fn a_long_generation_is_given_up_when_somebody_stops_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut sets: Vec<String> = tiny(3).sets.clone();
    sets.push("evolution.population=8".to_owned());
    sets.push(
        "fitness=[{round=\"co-play\", games=2}, {round=\"guide\", player=\"ab7\", games=4000}]".to_owned(),
    );
    let begun = std::time::Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = RunLimits { stop: Some(Arc::clone(&stop)), ..RunLimits::default() };
    let loaded = load("reversi/default", &sets).unwrap();
    let runner = Runner::start(loaded, 7, &[], &Destination::At(path.clone())).unwrap();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
    });
    let outcome = runner.run(&mut (), &limits).unwrap();
    assert_eq!(outcome.why, Why::Stopped);
    assert!(begun.elapsed() < Duration::from_secs(30), "32,000 games at depth 7 take longer");
    assert_eq!(fs::read_to_string(path.join("log.jsonl")).unwrap(), "");
}

#[test]
fn folders_are_named_after_the_run_and_never_overwritten() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let runs = Destination::In(folder.path().join("runs"));
    let name = |runner: &Runner| runner.folder().path().file_name().unwrap().to_str().unwrap().to_owned();
    let first = Runner::start(tiny(1), 7, &[], &runs).unwrap();
    let second = Runner::start(tiny(1), 7, &[], &runs).unwrap();
    assert_eq!(name(&first), "reversi-default-s7");
    assert_eq!(name(&second), "reversi-default-s7-2");
    let taken = first.folder().path().to_owned();
    let again = Runner::start(tiny(1), 7, &[], &Destination::At(taken)).err().unwrap();
    assert!(matches!(again, RunError::Folder(FolderError::NotEmpty { .. })));
}

#[test]
fn only_one_process_runs_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let runner = start(&path, 1);
    let second = Runner::resume(&path, None).err().unwrap();
    assert!(matches!(second, RunError::Folder(FolderError::InUse { .. })));
    drop(runner);
    Runner::resume(&path, None).unwrap();
}

#[test]
fn what_was_changed_or_damaged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = uninterrupted(folder.path(), 2);
    let refused = || {
        let resumed =
            Runner::resume(&path, None).and_then(|runner| runner.run(&mut (), &RunLimits::default()));
        let text = resumed.expect_err("refused").to_string();
        text.replace(&format!("{}/", path.display()), "")
    };
    let change = |name: &str, from: &str, to: &str| {
        let file = path.join(name);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from));
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
    };
    change("experiment.toml", "population = 6", "population = 8");
    insta::assert_snapshot!(refused(), @"experiment.toml: the experiment or its seed was changed since the run started; only evolution.generations may be, by --generations");
    change("experiment.toml", "population = 8", "populaton = 6");
    insta::assert_snapshot!(refused(), @"experiment.toml, line 45: `evolution.populaton` is not a setting; the nearest is `evolution.population`. Allowed: population, generations, selection, breeding, elite, replaced, parsimony, reject_twins, lessons, hall_of_fame, tuning");
    change("experiment.toml", "populaton = 6", "population = 6");
    let whole = fs::read_to_string(path.join("checkpoint")).unwrap();
    reseal(&path, |body| body.replacen("\"format\":2", "\"format\":9", 1));
    insta::assert_snapshot!(refused(), @"checkpoint: the checkpoint is of format 9, this version of Ludevo reads format 2: start the run anew, or use the version that began it");
    fs::write(path.join("checkpoint"), r#"{"format":1,"version":"0.1.0"}"#).unwrap();
    let older = refused();
    assert!(older.starts_with("checkpoint: the checkpoint is of format 1"), "{older}");
    fs::write(path.join("checkpoint"), &whole).unwrap();
    reseal(&path, |body| body.replacen("\"version\":\"0.", "\"version\":\"99.", 1));
    let version = refused();
    assert!(version.contains("was made by Ludevo 99."), "{version}");
    fs::write(path.join("checkpoint"), &whole).unwrap();
    reseal(&path, |body| body.replacen('(', "[", 1));
    let program = refused();
    assert!(program.starts_with("checkpoint: "), "{program}");
    fs::write(path.join("checkpoint"), "{").unwrap();
    insta::assert_snapshot!(refused(), @"checkpoint, line 1: this is not a checkpoint: EOF while parsing an object at line 1 column 1");
    fs::remove_file(path.join("experiment.toml")).unwrap();
    assert!(refused().ends_with("is not a run: it has no experiment.toml"));
}

/// Writes a checkpoint that was changed with a checksum that fits.
fn reseal(path: &Path, change: impl Fn(&str) -> String) {
    let file = path.join("checkpoint");
    let text = fs::read_to_string(&file).unwrap();
    let (body, _) = text.rsplit_once(",\"check\":\"").expect("a checksum");
    let changed = change(body);
    assert_ne!(changed, body);
    fs::write(file, format!("{changed},\"check\":\"{}\"}}\n", blake3::hash(changed.as_bytes()))).unwrap();
}

#[test]
fn a_checkpoint_with_one_digit_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    run_until(start(&path, 3), 1);
    let file = path.join("checkpoint");
    let whole = fs::read_to_string(&file).unwrap();
    let digits: Vec<usize> = whole.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    assert!(digits.len() > 50, "the checkpoint is full of numbers");
    for at in digits {
        let mut bytes = whole.clone().into_bytes();
        bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
        fs::write(&file, bytes).unwrap();
        let refused = Runner::resume(&path, None).err().expect("a changed checkpoint").to_string();
        assert!(
            refused.contains("was changed or damaged") && refused.contains("start the run anew"),
            "{refused}"
        );
    }
    fs::write(&file, whole).unwrap();
    Runner::resume(&path, None).expect("the checkpoint as it was written");
}

#[test]
fn an_experiment_that_the_game_refuses_leaves_no_folder() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let loaded = load("reversi/base", &["program.language=publisht".to_owned()]).unwrap();
    let error = Runner::start(loaded, 1, &[], &Destination::At(path.clone())).err().unwrap();
    insta::assert_snapshot!(error, @"--set program.language=publisht: `program.language` is `publisht`; the nearest is `published`. Allowed: published, rich");
    let loaded = load("reversi/base", &["yardstick.player=abx".to_owned()]).unwrap();
    let error = Runner::start(loaded, 1, &[], &Destination::At(path.clone())).err().unwrap();
    // The list of players, which follows, grows with every champion that ships.
    let start = "--set yardstick.player=abx: `yardstick.player`: there is no player `abx` in reversi; the nearest is `abN`.";
    assert!(error.to_string().starts_with(start), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_failed_write_names_the_path_and_keeps_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    write_whole(&path, b"old").unwrap();
    // The place of the new file is taken by a folder: it can be neither written nor renamed, whoever the user is.
    fs::create_dir(folder.path().join("checkpoint.new")).unwrap();
    let error = write_whole(&path, b"new").unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot write {}", path.display())), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    fs::remove_dir(folder.path().join("checkpoint.new")).unwrap();
    write_whole(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

/// What the teacher of backgammon learned before the first generation belongs to the run.
#[test]
fn what_was_prepared_is_kept_and_read_again() {
    ludevo_games::open();
    let sets = [
        "teacher={hidden=2, games=20, decisions=1000}",
        "fitness=[{round=\"problems\", count=200}]",
        "evolution.population=4",
        "evolution.generations=3",
        "evolution.lessons=0",
        "yardstick={player=\"random\", games=4, finalists=1, final_games=4, fresh_games=10}",
    ];
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let start = |name: &str| {
        let loaded = load("backgammon/best", &sets.map(str::to_owned)).unwrap();
        Runner::start(loaded, 7, &[], &Destination::At(at(name))).unwrap()
    };
    let go_on = |name: &str| Runner::resume(&at(name), None).unwrap().run(&mut (), &RunLimits::default());
    for name in ["kept", "other"] {
        assert_eq!(run_until(start(name), 0), Why::Stopped);
    }
    let kept = fs::read_to_string(at("kept").join("prepared")).unwrap();

    // A teacher that values everything alike leaves nothing to give away.
    let (_, net) = kept.split_once('\n').unwrap();
    let indifferent: String =
        net.lines().map(|line| vec!["0"; line.split(' ').count()].join(" ") + "\n").collect();
    let sealed = format!("{}\n{indifferent}", blake3::hash(indifferent.as_bytes()).to_hex());
    fs::write(at("other").join("prepared"), &sealed).unwrap();
    for name in ["kept", "other"] {
        go_on(name).unwrap();
    }
    assert_eq!(fs::read_to_string(at("kept").join("prepared")).unwrap(), kept);
    assert_eq!(fs::read_to_string(at("other").join("prepared")).unwrap(), sealed);
    let log = |name: &str| fs::read_to_string(at(name).join("log.jsonl")).unwrap();
    assert_ne!(log("kept"), log("other"), "the kept teacher is the one that marks");

    assert_eq!(run_until(start("damaged"), 0), Why::Stopped);
    fs::write(at("damaged").join("prepared"), kept.replacen('0', "1", 1)).unwrap();
    assert!(matches!(go_on("damaged"), Err(RunError::Folder(FolderError::Damaged { .. }))));
}

/// The files of a folder, in a folder beside it.
fn copied(from: &Path, name: &str) -> PathBuf {
    let to = from.with_file_name(name);
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    to
}

#[test]
fn a_fitted_guide_belongs_to_its_run_whatever_else_the_process_does() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let sets = [
        "evolution.generations=3",
        "evolution.population=6",
        "fitness=[{round=\"guide\", player=\"ab1\", games=8}]",
        "yardstick={player=\"random\", games=4, every=3, finalists=2, final_games=4, fresh_games=10}",
    ];
    let loaded = load("senet/default", &sets.map(str::to_owned)).unwrap();
    let start = |name: &str| {
        let at = folder.path().join(name);
        Runner::start(loaded.clone(), 7, &[], &Destination::At(at.clone())).unwrap()
    };
    start("whole").run(&mut (), &RunLimits::default()).unwrap();
    let own = folder.path().join("own");
    let runner = start("own");
    let guide = fs::read_to_string(own.join("game.guide")).expect("it is there before the first generation");
    assert_eq!(run_until(runner, 0), Why::Stopped);
    let other = copied(&own, "other");
    let wrong = copied(&own, "wrong");
    fs::write(other.join("game.guide"), format!("-1*{guide}")).unwrap();
    fs::write(wrong.join("game.guide"), "Nonsense(").unwrap();
    let resume =
        |path: &Path| Runner::resume(path, None).map(|runner| runner.run(&mut (), &RunLimits::default()));
    let problem = resume(&wrong).expect_err("it is no program").to_string();
    assert!(problem.contains("game.guide"), "{problem}");
    for path in [&own, &other] {
        resume(path).unwrap().unwrap();
    }
    let log = |name: &str| fs::read_to_string(folder.path().join(name).join("log.jsonl")).unwrap();
    assert_eq!(log("own"), log("whole"));
    assert_ne!(log("own"), log("other"), "the other run has another opponent");
    assert!(log("own").lines().next() == log("other").lines().next());
}
