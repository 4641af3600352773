//! Our players in a chess program that others wrote, and programs that others wrote as our players.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ludevo_peers::needed_by;

/// Plays whole games between two of our engines, with every kind of limit, and says how each ended.
const PLAY: &str = "
import sys, chess, chess.engine
limits = [chess.engine.Limit(depth=1), chess.engine.Limit(time=0.01), chess.engine.Limit(nodes=100),
          chess.engine.Limit(white_clock=1, black_clock=1)]
starts = [chess.STARTING_FEN, '8/8/8/8/8/4k3/R7/4K3 w - - 0 1', '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1',
          '4k3/8/8/8/8/8/1P6/4K3 b - - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1']
one, two = [chess.engine.SimpleEngine.popen_uci([sys.argv[1], 'uci', '--player', name]) for name in ('master', 'hand')]
for number in range(20):
    board = chess.Board(starts[number % len(starts)])
    while not board.is_game_over(claim_draw=number % 2 == 0):
        engine = one if (board.turn == chess.WHITE) == (number % 2 == 0) else two
        played = engine.play(board, limits[number % len(limits)], game=number)
        assert played.move in board.legal_moves
        board.push(played.move)
    print(board.result(claim_draw=True))
one.quit()
two.quit()
";

#[test]
fn python_chess_plays_whole_games_with_our_players() {
    let Some(python) = needed_by("python_chess_plays_whole_games_with_our_players") else { return };
    let played = Command::new(python)
        .args(["-c", PLAY, env!("CARGO_BIN_EXE_ludevo")])
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success(), "{said}{}", String::from_utf8_lossy(&played.stderr));
    assert_eq!(said.lines().count(), 20);
}

/// Our engine as a process of its own.
struct Engine {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludevo"))
            .args(["uci", "--player", "hand"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ludevo starts");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, answers }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}").expect("it listens");
    }

    /// The lines up to the one that begins with this word, and how long they took.
    fn until(&mut self, word: &str) -> (Vec<String>, Duration) {
        let start = Instant::now();
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(word)) {
            let mut line = String::new();
            assert!(self.answers.read_line(&mut line).expect("text") > 0, "it ended after {lines:?}");
            lines.push(line);
        }
        (lines, start.elapsed())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The numbers after a word of all lines of `info`.
fn told(lines: &[String], word: &str) -> Vec<u64> {
    let number = |line: &String| {
        let mut words = line.split_whitespace().skip_while(|said| *said != word);
        words.nth(1).and_then(|number| number.parse().ok())
    };
    lines.iter().filter_map(number).collect()
}

#[test]
fn limits_of_a_search_are_kept_to_and_stop_is_heard() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    engine.say("position fen 3qk3/4r3/8/8/8/8/3R4/3QK3 w - - 0 1");
    engine.say("go nodes 5000");
    let (lines, _) = engine.until("bestmove");
    let (plies, nodes) = (told(&lines, "depth").len(), told(&lines, "nodes").into_iter().sum::<u64>());
    assert!(plies >= 2 && nodes <= 5000, "{lines:?}");
    engine.say("go movetime 300");
    // A ply that was likely to fit may take longer; ten times the time it never takes.
    assert!(engine.until("bestmove").1 < Duration::from_secs(3));
    engine.say("go infinite");
    thread::sleep(Duration::from_millis(300));
    engine.say("isready");
    engine.say("stop");
    let (lines, _) = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("readyok")), "{lines:?}");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

/// Processes of this name whose parent is this one.
fn children_of(parent: u32, name: &str) -> Vec<u32> {
    let listed = Command::new("ps").args(["-e", "-o", "pid=,ppid=,comm="]).output().expect("ps is there");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let (pid, ppid) = (words.next()?.parse::<u32>().ok()?, words.next()?.parse::<u32>().ok()?);
        (ppid == parent && words.next() == Some(name)).then_some(pid)
    };
    text.lines().filter_map(line).collect()
}

/// Sends a signal to a process while it plays a long match against GNU Chess; what it says in the end, and the engines that it
/// had.
fn interrupted(signal: &str, of_engine: bool, program: &str) -> (Output, Vec<u32>) {
    let engine = format!("uci:{program}@depth=6");
    let playing = Command::new(env!("CARGO_BIN_EXE_ludevo"))
        .args(["match", "chess", "master", &engine, "--positions", "KQRKQR", "--games", "100000"])
        .args(["--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ludevo starts");
    let end = Instant::now() + Duration::from_secs(20);
    let engines = loop {
        let engines = children_of(playing.id(), "gnuchess");
        if !engines.is_empty() {
            break engines;
        }
        assert!(Instant::now() < end, "no engine was started");
        thread::sleep(Duration::from_millis(20));
    };
    thread::sleep(Duration::from_millis(300));
    let target = if of_engine { engines[0] } else { playing.id() };
    let sent = Command::new("kill").args([signal, &target.to_string()]).status().expect("kill is there");
    assert!(sent.success());
    (playing.wait_with_output().expect("ludevo ends"), engines)
}

fn is_running(process: &u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
}

#[test]
fn no_engine_is_left_after_an_interrupt_or_when_it_is_killed() {
    let Some(program) = needed_by("no_engine_is_left_after_an_interrupt_or_when_it_is_killed") else {
        return;
    };
    let program = program.display().to_string();
    let (said, engines) = interrupted("-INT", false, &program);
    assert_eq!(engines.iter().filter(|engine| is_running(engine)).count(), 0, "{said:?}");
    let (said, engines) = interrupted("-KILL", true, &program);
    let message = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(!said.status.success() && message.contains("it ended in the middle of a game"), "{message}");
    assert_eq!(engines.iter().filter(|engine| is_running(engine)).count(), 0, "{message}");
    // Nor when we are killed ourselves: the system ends it then, in its own time.
    let (_, engines) = interrupted("-KILL", false, &program);
    let end = Instant::now() + Duration::from_secs(10);
    while cfg!(target_os = "linux") && engines.iter().any(is_running) {
        assert!(Instant::now() < end, "an engine outlives us");
        thread::sleep(Duration::from_millis(20));
    }
}
