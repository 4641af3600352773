//! Runs on many machines: whoever is killed and whenever, log, checkpoint and champion are those of one process; what is wrong
//! is said and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Islands small enough for a test and long enough to be killed.
const ISLANDS: [&str; 8] = [
    "--set=islands.islands=3",
    "--set=islands.from=1",
    "--set=islands.every=1",
    "--set=islands.migrants=1",
    "--set=islands.neighbours=[1]",
    "--set=islands.ahead=2",
    "--set=evolution.population=10",
    "--set=yardstick.games=10",
];
const SHORT: [&str; 3] =
    ["--set=yardstick.final_games=10", "--set=yardstick.fresh_games=20", "--set=yardstick.finalists=2"];

/// A laboratory: processes that are gone when it is.
struct Lab {
    folder: TempDir,
    over: String,
    more: Vec<String>,
}

impl Lab {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let over = folder.path().join("queue").display().to_string();
        Lab { folder, over, more: Vec::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn ludevo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
        command.args(arguments).current_dir(self.folder.path()).env("LUDEVO_RUNS", self.path("runs"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A command over the queue, whose words go to a file.
    fn island(&self, words: &str, arguments: &[&str]) -> Started {
        let more: Vec<&str> = self.more.iter().map(String::as_str).collect();
        let arguments = [&["island"], arguments, &["--over", &self.over], &more].concat();
        let file = fs::OpenOptions::new().create(true).append(true).open(self.path(words)).expect("a file");
        let mut command = self.ludevo(&arguments);
        command.stdout(Stdio::null()).stderr(file);
        Started(command.spawn().expect("ludevo starts"))
    }

    fn serve(&self, experiment: &[&str], out: &str) -> Started {
        let run = self.path(out);
        let rest = ["--silence", "2"];
        if run.join("experiment.toml").exists() {
            return self.island("serve.txt", &[&["serve", "--resume", out], &rest[..]].concat());
        }
        self.island("serve.txt", &[&["serve"], experiment, &["--out", out], &rest[..]].concat())
    }

    fn join(&self, name: &str) -> Started {
        // Folders are made by whoever serves.
        self.until("the queue is there", || self.over.contains("://") || self.path("queue/runs").is_dir());
        self.island(&format!("{name}.txt"), &["join", "--threads", "1", "--name", name])
    }

    fn alone(&self, experiment: &[&str], out: &str) {
        let output = self
            .ludevo(&[&["evolve"], experiment, &["--out", out]].concat())
            .output()
            .expect("ludevo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let started = Instant::now();
        while !is_so() {
            assert!(
                started.elapsed() < Duration::from_secs(100),
                "not within a hundred seconds: {what}\n{}",
                self.said("serve.txt")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn said(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_default()
    }

    fn assert_same(&self, one: &str, two: &str) {
        for file in ["log.jsonl", "checkpoint", "champion"] {
            let read = |run: &str| fs::read(self.path(run).join(file)).expect("a file of the run");
            assert!(read(one) == read(two), "{file} of {one} and {two} differ\n{}", self.said("serve.txt"));
        }
    }

    /// Waits until the served run is over.
    fn ends(&self, serve: &mut Started) {
        let mut status = None;
        self.until("the run is over", || {
            status = serve.ended();
            status.is_some()
        });
        assert!(status.is_some_and(|status| status.success()), "{}", self.said("serve.txt"));
    }
}

/// A process that does not outlive the test.
struct Started(Child);

impl Started {
    fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("a child can be asked")
    }

    fn kill(mut self) {
        self.0.kill().expect("a child can be killed");
        self.0.wait().expect("a child ends");
    }

    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill starts").success());
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn experiment<'a>(name: &'a str, generations: &'a str) -> Vec<&'a str> {
    [&[name, "--seed", "3"], &ISLANDS[..], &SHORT[..], &["--generations", generations]].concat()
}

/// One that lasts long enough for many kills.
fn long<'a>() -> Vec<&'a str> {
    let generations = if kills_for().is_some() { "1000" } else { "40" };
    [&experiment("reversi/quick", generations)[..], &["--set=evolution.population=80"]].concat()
}

/// For how many seconds somebody is killed every five seconds, where the long form of the test is asked for.
fn kills_for() -> Option<u64> {
    std::env::var("LUDEVO_CHAOS_SECONDS").ok()?.parse().ok()
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).join(name).with_extension("wasm")
}

fn own_game() -> String {
    example("connect4").display().to_string()
}

type Settings = &'static [&'static str];

/// A game of each kind, with what makes its run short where that is not asked to be long.
fn games_of_every_kind(own: &str) -> [(&str, Settings); 4] {
    let backgammon: Settings = &["--set=fitness.0.games=4"];
    let freecell: Settings = &[
        "--set=fitness.0.games=20",
        "--set=evolution.tuning.games=8",
        "--set=evolution.tuning.iterations=2",
    ];
    let few = |few: Settings| -> Settings { if kills_for().is_some() { &[] } else { few } };
    [("reversi/quick", &[]), ("backgammon/islands", few(backgammon)), ("freecell", few(freecell)), (own, &[])]
}

#[test]
fn over_a_folder_three_workers_give_the_bytes_of_one_process() {
    let own = own_game();
    for (game, few) in games_of_every_kind(&own) {
        let lab = Lab::new();
        let experiment = [&experiment(game, "4")[..], few].concat();
        let mut serve = lab.serve(&experiment, "served");
        let _workers: Vec<Started> = ["one", "two", "three"].map(|name| lab.join(name)).into();
        lab.alone(&experiment, "alone");
        lab.ends(&mut serve);
        lab.assert_same("alone", "served");
        assert_eq!(
            fs::read_dir(lab.path("queue/runs")).expect("a folder").count(),
            0,
            "nothing is left behind"
        );
        let news = fs::read_to_string(lab.path("served/workers.json")).expect("who worked");
        assert!(news.contains("\"one\"") && news.contains("\"done\""), "{news}");
    }
}

/// The game has no guide by hand, so that its opponents judge by one that is fitted.
#[test]
fn workers_judge_by_the_guide_that_the_run_keeps() {
    let lab = Lab::new();
    let own = example("tictactoe").display().to_string();
    let begun = [&experiment(&own, "2")[..], &["--set=fitness.0.games=8"]].concat();
    for run in ["plain", "alone", "served"] {
        lab.alone(&begun, run);
    }
    let resume = |run: &str| {
        let output = lab.ludevo(&["evolve", "--resume", run, "--generations", "6"]).output();
        assert!(output.expect("ludevo starts").status.success());
    };
    for run in ["alone", "served"] {
        fs::write(lab.path(run).join("game.guide"), "-1*Centre").expect("a file");
    }
    resume("plain");
    resume("alone");
    let serve = ["serve", "--resume", "served", "--generations", "6", "--silence", "2"];
    let mut serve = lab.island("serve.txt", &serve);
    let _worker = lab.join("one");
    lab.ends(&mut serve);
    lab.assert_same("alone", "served");
    let log = |run: &str| fs::read(lab.path(run).join("log.jsonl")).expect("a log");
    assert!(log("plain") != log("alone"), "another guide is another opponent");
}

#[test]
fn a_worker_of_another_build_of_a_game_is_refused_with_both() {
    let lab = Lab::new();
    let games = lab.path("games");
    fs::create_dir(&games).expect("a folder");
    let (module, manifest) = (example("tictactoe"), example("tictactoe").with_extension("toml"));
    fs::copy(&module, games.join("tictactoe.wasm")).expect("a module");
    let text = fs::read_to_string(manifest).expect("a manifest");
    fs::write(games.join("tictactoe.toml"), format!("{text}\n# another one\n")).expect("a manifest");
    let own = module.display().to_string();
    let _serve = lab.serve(&experiment(&own, "4"), "served");
    let runs = lab.path("queue/runs");
    let run = || fs::read_dir(&runs).ok()?.flatten().next().map(|run| run.path());
    lab.until("units wait", || {
        let units = run().and_then(|run| fs::read_dir(run.join("units")).ok());
        units.is_some_and(|units| units.count() > 0)
    });
    let mut join = lab.ludevo(&["island", "join", "--over", &lab.over]);
    let refused = join.env("LUDEVO_GAMES", &games).output().expect("ludevo starts");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    let build = |before: &str| {
        let (_, rest) = said.split_once(before).unwrap_or_else(|| panic!("no `{before}`: {said}"));
        rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>()
    };
    let (served, here) = (build("is of the game `tictactoe`, build "), build("here it is the build "));
    assert!(served.len() == 12 && here.len() == 12 && served != here, "{said}");
    // One that has no such game is given it.
    let _worker = lab.join("one");
    lab.until("somebody works", || {
        run().and_then(|run| fs::read_dir(run.join("done")).ok()).is_some_and(|done| done.count() > 0)
            || fs::metadata(lab.path("served/log.jsonl")).is_ok_and(|log| log.len() > 0)
    });
}

/// Kills a random one again and again, and stops one for a while, until the run is over; how many were killed.
fn chaos(lab: &Lab, experiment: &[&str], server: Option<&dyn Fn() -> Started>) -> usize {
    let mut nats = server.map(|start| start());
    let mut serve = lab.serve(experiment, "served");
    let mut workers = vec![lab.join("one"), lab.join("two")];
    let mut stopped: Option<(Started, Instant)> = Some((lab.join("lazy"), Instant::now()));
    std::thread::sleep(Duration::from_millis(400));
    if let Some((worker, _)) = &stopped {
        worker.signal("-STOP");
    }
    let started = Instant::now();
    let mut kills = 0;
    let mut random = 12345_u64;
    loop {
        if let Some(status) = serve.ended() {
            assert!(status.success(), "{}", lab.said("serve.txt"));
            return kills;
        }
        let (most, pause, stop) = match kills_for() {
            Some(seconds) => (seconds + 900, 5000, 60),
            None => (100, 1200, 6),
        };
        assert!(started.elapsed() < Duration::from_secs(most), "{}", lab.said("serve.txt"));
        if stopped.as_ref().is_some_and(|(_, since)| since.elapsed() > Duration::from_secs(stop))
            && let Some((worker, _)) = stopped.take()
        {
            worker.signal("-CONT");
            workers.push(worker);
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Calm comes after a while, so that a test ends.
        if kills_for().map_or(kills < 8, |seconds| started.elapsed().as_secs() < seconds) {
            match random >> 60 {
                0..6 => {
                    workers.remove(0).kill();
                    workers.push(lab.join(&format!("late-{kills}")));
                }
                6..11 if server.is_some() => {
                    nats.take().expect("a server").kill();
                    std::thread::sleep(Duration::from_millis(300));
                    nats = server.map(|start| start());
                }
                _ => {
                    serve.kill();
                    serve = lab.serve(experiment, "served");
                }
            }
            kills += 1;
        }
        std::thread::sleep(Duration::from_millis(pause));
    }
}

#[test]
fn over_a_folder_with_kills_of_everybody_the_bytes_are_those_of_one_process() {
    let lab = Lab::new();
    let experiment = long();
    let kills = chaos(&lab, &experiment, None);
    lab.alone(&experiment, "alone");
    lab.assert_same("alone", "served");
    assert!(kills >= 2, "only {kills} were killed");
}

#[test]
fn a_series_over_workers_equals_separate_runs_also_after_a_kill() {
    let lab = Lab::new();
    let small = [&["reversi/quick"], &ISLANDS[6..], &SHORT[..], &["--generations", "6"]].concat();
    let series = [&["serve"], &small[..], &["--seeds", "1-8", "--out", "series", "--silence", "2"]].concat();
    let serve = lab.island("serve.txt", &series);
    let _workers = [lab.join("one"), lab.join("two")];
    lab.until("something is done", || {
        fs::read_dir(lab.path("series"))
            .into_iter()
            .flatten()
            .flatten()
            .any(|run| fs::metadata(run.path().join("log.jsonl")).is_ok_and(|log| log.len() > 0))
    });
    serve.kill();
    lab.ends(&mut lab.island("serve.txt", &series));
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        lab.alone(&[&small[..], &["--seed", seed]].concat(), &format!("alone-{seed}"));
        lab.assert_same(&format!("alone-{seed}"), &format!("series/reversi-quick-s{seed}"));
    }
}

/// A script of `examples/cluster` as the task of an array.
fn task(lab: &Lab, script: &str, number: &str, experiment: &str, settings: &[&str]) -> Started {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cluster");
    let program = Path::new(env!("CARGO_BIN_EXE_ludevo")).parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.arg(scripts.join(script)).current_dir(lab.folder.path());
    command.env("PATH", format!("{program}:{path}")).env("LUDEVO_RUNS", lab.path("runs"));
    command.env("EXPERIMENT", experiment).env("SETTINGS", settings.join(" ")).env("OVER", &lab.over);
    command.env("SLURM_ARRAY_TASK_ID", number).env("SEED", "3").env("IDLE", "3");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Started(command.spawn().expect("sh starts"))
}

#[test]
#[cfg(unix)]
fn the_files_for_clusters_run_and_go_on_after_preemption() {
    let lab = Lab::new();
    let small = [&ISLANDS[..], &SHORT[..], &["--generations=4"]].concat();
    let name = "reversi/quick";
    let preempted = task(&lab, "slurm-series.sh", "3", name, &small);
    lab.until("something is done", || lab.path("runs/reversi-quick-s3/log.jsonl").exists());
    preempted.kill();
    let mut again = task(&lab, "slurm-series.sh", "3", name, &small);
    lab.ends(&mut again);
    fs::rename(lab.path("runs/reversi-quick-s3"), lab.path("series")).expect("a run");
    let mut first = task(&lab, "slurm-islands.sh", "0", name, &small);
    let mut others = ["1", "2"].map(|number| task(&lab, "slurm-islands.sh", number, name, &small));
    lab.ends(&mut first);
    others.iter_mut().for_each(|other| lab.ends(other));
    lab.assert_same("series", "runs/reversi-quick-s3");
    lab.alone(&[&[name, "--seed", "3"], &small[..]].concat(), "alone");
    lab.assert_same("series", "alone");
}

#[test]
fn a_worker_of_another_version_or_without_a_queue_is_refused_by_name() {
    let lab = Lab::new();
    let none = lab.ludevo(&["island", "join", "--over", "nowhere"]).output().expect("ludevo starts");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("island serve"), "{none:?}");
    let _serve = lab.serve(&experiment("reversi/quick", "4"), "served");
    let runs = lab.path("queue/runs");
    let entry = || fs::read_dir(&runs).ok()?.flatten().next().map(|run| run.path());
    lab.until("it is announced", || entry().is_some_and(|run| run.join("announcement").exists()));
    let path = entry().expect("a run").join("announcement");
    // The same from another version.
    let bytes = fs::read(&path).expect("an announcement");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::DeflateDecoder::new(&bytes[..]), &mut text)
        .expect("a text");
    let other =
        text.replacen(&format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"version\":\"9.9.9\"", 1);
    assert_ne!(text, other);
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, other.as_bytes()).expect("memory is enough");
    fs::write(&path, encoder.finish().expect("memory is enough")).expect("a file");
    let refused = lab.ludevo(&["island", "join", "--over", &lab.over]).output().expect("ludevo starts");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("9.9.9") && said.contains(env!("CARGO_PKG_VERSION")), "{said}");
}

#[test]
fn junk_among_results_is_named_and_status_tells_who_works() {
    let lab = Lab::new();
    let experiment = experiment("reversi/quick", "4");
    let mut serve = lab.serve(&experiment, "served");
    let runs = lab.path("queue/runs");
    let entry = || fs::read_dir(&runs).ok()?.flatten().next().map(|run| run.path());
    let units =
        |run: PathBuf| fs::read_dir(run.join("units")).ok()?.flatten().next().map(|unit| unit.file_name());
    lab.until("a unit waits", || entry().and_then(units).is_some());
    let run = entry().expect("a run");
    let unit = units(run.clone()).expect("a unit").into_string().expect("a plain name");
    fs::write(run.join("done").join(format!("{unit}@villain")), "junk").expect("a file");
    fs::create_dir_all(run.join("done").join(format!("{unit}@folder/in-it"))).expect("a folder");
    for name in ["villain", "folder"] {
        lab.until("it is named", || lab.said("serve.txt").contains(&format!("junk from {name}")));
    }
    #[cfg(unix)]
    {
        // A pipe that nobody writes to, and a file without end.
        let pipe = run.join("done").join(format!("{unit}@pipe"));
        assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo starts").success());
        std::os::unix::fs::symlink("/dev/zero", run.join("done").join(format!("{unit}@endless")))
            .expect("a link");
        for name in ["pipe", "endless"] {
            lab.until("it is named", || lab.said("serve.txt").contains(&format!("junk from {name}")));
        }
    }
    let _worker = lab.join("honest");
    lab.until("somebody works", || {
        let mut status = lab.ludevo(&["island", "status", "--over", &lab.over, "--json"]);
        let text = String::from_utf8_lossy(&status.output().expect("ludevo starts").stdout).into_owned();
        text.contains("\"honest\"") && text.contains("\"waiting\"") || serve.ended().is_some()
    });
    lab.ends(&mut serve);
    lab.alone(&experiment, "alone");
    lab.assert_same("alone", "served");
}

#[test]
fn a_run_that_nobody_serves_any_more_keeps_no_worker_from_another() {
    let lab = Lab::new();
    let experiment = experiment("reversi/quick", "4");
    let mut serve = lab.serve(&experiment, "served");
    // A worker that finds nothing but the dead one gives up.
    let is_announced = || fs::read_dir(lab.path("queue/runs")).is_ok_and(|mut runs| runs.next().is_some());
    lab.until("the run is announced", is_announced);
    // Its name comes first, and so do its units.
    let dead = lab.path("queue/runs/a-dead-one");
    for kind in ["units", "taken", "done", "again"] {
        fs::create_dir_all(dead.join(kind)).expect("a folder");
    }
    fs::write(dead.join("announcement"), "of another time").expect("a file");
    fs::write(dead.join("units/00000000-0000-0000"), "work").expect("a file");
    let _worker = lab.join("one");
    lab.ends(&mut serve);
    assert!(lab.said("one.txt").contains("passed over"), "{}", lab.said("one.txt"));
    lab.alone(&experiment, "alone");
    lab.assert_same("alone", "served");
}

#[test]
#[cfg(unix)]
fn a_run_that_is_stopped_after_its_workers_ends() {
    let lab = Lab::new();
    let experiment = experiment("reversi/quick", "1000");
    let mut serve = lab.serve(&experiment, "served");
    let worker = lab.join("one");
    let log = lab.path("served/log.jsonl");
    lab.until("something is done", || fs::metadata(&log).is_ok_and(|log| log.len() > 0));
    worker.kill();
    serve.signal("-INT");
    let mut status = None;
    lab.until("it ends", || {
        status = serve.ended();
        status.is_some()
    });
    assert_eq!(status.and_then(|status| status.code()), Some(130), "{}", lab.said("serve.txt"));
    assert!(lab.path("served/champion").exists(), "{}", lab.said("serve.txt"));
}

#[cfg(feature = "nats")]
mod nats {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// A server on a free port of this machine, whose streams outlive it.
    fn server(lab: &Lab, program: &Path, port: u16, settings: &str) -> Started {
        let file = lab.path("nats.conf");
        let store = lab.path("nats").display().to_string();
        let text =
            format!("listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{store}\" }}\n{settings}\n");
        fs::write(&file, text).expect("a file");
        let mut command = Command::new(program);
        command.arg("-c").arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = Started(command.spawn().expect("nats-server starts"));
        lab.until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        server
    }

    fn free_port() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address").port()
    }

    #[test]
    fn over_nats_with_kills_of_everybody_the_bytes_are_those_of_one_process() {
        let name = "over_nats_with_kills_of_everybody_the_bytes_are_those_of_one_process";
        let Some(program) = ludevo_peers::needed_by(name) else { return };
        let (mut lab, port) = (Lab::new(), free_port());
        lab.over = format!("nats://127.0.0.1:{port}");
        let experiment = long();
        let kills = chaos(&lab, &experiment, Some(&|| server(&lab, &program, port, "")));
        lab.alone(&experiment, "alone");
        lab.assert_same("alone", "served");
        assert!(kills >= 2, "only {kills} were killed");
    }

    #[test]
    fn over_nats_three_workers_give_the_bytes_of_one_process() {
        let name = "over_nats_three_workers_give_the_bytes_of_one_process";
        let Some(program) = ludevo_peers::needed_by(name) else { return };
        let own = own_game();
        for (game, few) in games_of_every_kind(&own) {
            let (mut lab, port) = (Lab::new(), free_port());
            lab.over = format!("nats://127.0.0.1:{port}");
            let _server = server(&lab, &program, port, "");
            let experiment = [&experiment(game, "4")[..], few].concat();
            let mut serve = lab.serve(&experiment, "served");
            let _workers: Vec<Started> = ["one", "two", "three"].map(|name| lab.join(name)).into();
            lab.alone(&experiment, "alone");
            lab.ends(&mut serve);
            lab.assert_same("alone", "served");
        }
    }

    /// Publishes something as anybody could who has the token.
    fn publish(port: u16, token: &str, subject: &str, text: &str) {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
        lines.next().expect("a line").expect("the server says who it is");
        let words = format!(
            "CONNECT {{\"verbose\":false,\"auth_token\":\"{token}\"}}\r\nPUB {subject} {}\r\n{text}\r\nPING\r\n",
            text.len()
        );
        (&stream).write_all(words.as_bytes()).expect("the server reads");
        assert_eq!(lines.next().expect("a line").expect("an answer"), "PONG");
    }

    #[test]
    fn nats_wrong_tokens_junk_and_small_messages_are_met_with_words() {
        let name = "nats_wrong_tokens_junk_and_small_messages_are_met_with_words";
        let Some(program) = ludevo_peers::needed_by(name) else { return };
        let (mut lab, port) = (Lab::new(), free_port());
        lab.over = format!("nats://127.0.0.1:{port}");
        // Messages of 16 kB: states and games go in parts.
        let _server = server(&lab, &program, port, "max_payload: 16384\nauthorization { token: \"right\" }");
        fs::write(lab.path("wrong"), "wrong\n").expect("a file");
        fs::write(lab.path("right"), "right\n").expect("a file");
        let clock = Instant::now();
        let refused = lab.ludevo(&["island", "join", "--over", &lab.over, "--token", "wrong"]).output();
        let refused = refused.expect("ludevo starts");
        assert!(clock.elapsed() < Duration::from_secs(5));
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--token"), "{refused:?}");
        lab.more = vec!["--token".to_owned(), "right".to_owned()];
        let own = own_game();
        let experiment = experiment(&own, "4");
        let mut serve = lab.serve(&experiment, "served");
        let status = || {
            let mut command =
                lab.ludevo(&["island", "status", "--over", &lab.over, "--token", "right", "--json"]);
            String::from_utf8_lossy(&command.output().expect("ludevo starts").stdout).into_owned()
        };
        let run = || {
            let text = status();
            let (_, rest) = text.split_once("\"run\":\"")?;
            rest.split_once('"').map(|(run, _)| run.to_owned())
        };
        lab.until("it is announced", || run().is_some());
        let run = run().expect("a run");
        publish(port, "right", &format!("ludevo.done.{run}.00000000-0000-x.villain.0"), "junk");
        publish(port, "right", &format!("ludevo.done.{run}.nonsense"), "junk");
        lab.until("both are named", || {
            let said = lab.said("serve.txt");
            said.contains("junk from villain") && said.contains("nonsense")
        });
        let _workers = [lab.join("one"), lab.join("two")];
        lab.ends(&mut serve);
        lab.alone(&experiment, "alone");
        lab.assert_same("alone", "served");
        assert!(status().contains("\"runs\":[]"), "{}", status());
    }
}
