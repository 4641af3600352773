//! An engine outside this program as a player: its own process, asked for moves by UCI.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cozy_chess::Move;
use ludevo_arena::{Player, PlayerFailed};
use ludevo_game::board::Maker;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_random::Stream;
use ludevo_search::rules::{Side, TurnBased};
use thiserror::Error;

use crate::fen::fen;
use crate::notation;
use crate::position::Position;
use crate::rules::Chess;

/// What the names of such players begin with.
pub(crate) const PREFIX: &str = "uci:";

/// How long an engine may take to answer beyond the time that it was given.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long it may take to be ready.
const START: Duration = Duration::from_secs(20);

/// How long an engine that was told to quit may take for it.
const FAREWELL: Duration = Duration::from_millis(500);

/// What an engine is asked for.
#[derive(Clone, Debug)]
struct Settings {
    program: PathBuf,
    arguments: Vec<String>,
    /// UCI options, as (name, value).
    options: Vec<(String, String)>,
    /// What stands after `go`.
    go: String,
    /// How long it may think about a move.
    patience: Duration,
}

/// The player that `name` asks for, `uci:` and a program.
pub(crate) fn maker(name: &PlayerName) -> Result<Maker<Chess>, PlayerError> {
    let settings = settings(name)?;
    Ok(Arc::new(move || {
        Box::new(Engine { settings: settings.clone(), patience: START, running: None })
            as Box<dyn Player<Chess>>
    }))
}

fn settings(name: &PlayerName) -> Result<Settings, PlayerError> {
    // Options of the engine begin with a capital, as in `Hash=16`; an underscore stands for a space.
    let is_engines = |key: &str| key.starts_with(|first: char| first.is_ascii_uppercase());
    let (theirs, ours): (Vec<_>, Vec<_>) = name.options.iter().cloned().partition(|(key, _)| is_engines(key));
    let own = PlayerName { name: name.name.clone(), options: ours };
    own.only(&["depth", "nodes", "movetime", "arg"])?;
    let depth = own.option::<u32>("depth", "1 to 100", |depth| (1..=100).contains(depth))?;
    let nodes =
        own.option::<u64>("nodes", "1 to 1000000000000", |nodes| (1..=1_000_000_000_000).contains(nodes))?;
    let movetime =
        own.option::<u64>("movetime", "1 to 3600000 milliseconds", |time| (1..=3_600_000).contains(time))?;
    let asked = [("depth", depth.map(u64::from)), ("nodes", nodes), ("movetime", movetime)];
    let go: Vec<String> =
        asked.iter().filter_map(|(what, number)| Some(format!("{what} {}", (*number)?))).collect();
    if go.is_empty() {
        let which =
            "an engine must know when to stop: say so by `@depth=4`, `@nodes=100000` or `@movetime=100`";
        return Err(PlayerError::OptionMissing { player: name.name.clone(), which: which.to_owned() });
    }
    let program = program(name.name.trim_start_matches(PREFIX), name)?;
    let mut arguments: Vec<String> =
        own.option::<String>("arg", "an argument", |_| true)?.into_iter().collect();
    // GNU Chess speaks another language unless it is told.
    if arguments.is_empty() && program.file_stem().is_some_and(|stem| stem == "gnuchess") {
        arguments.push("--uci".to_owned());
    }
    Ok(Settings {
        program,
        arguments,
        options: theirs.into_iter().map(|(key, value)| (key.replace('_', " "), value)).collect(),
        go: go.join(" "),
        patience: PATIENCE + Duration::from_millis(movetime.unwrap_or(0)),
    })
}

/// Where the program is: a path, or a name on the path of commands or where Debian keeps games.
fn program(program: &str, name: &PlayerName) -> Result<PathBuf, PlayerError> {
    let asked = Path::new(program);
    let folders = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>());
    let folders = folders.unwrap_or_default().into_iter().chain([PathBuf::from("/usr/games")]);
    let is_path = asked.components().count() > 1;
    let places =
        if is_path { vec![asked.to_owned()] } else { folders.map(|folder| folder.join(asked)).collect() };
    let found = places.into_iter().find(|place| !program.is_empty() && place.is_file());
    found.ok_or_else(|| PlayerError::NotInstalled {
        player: name.name.clone(),
        needs: format!(
            "the program `{program}`, which is not {}",
            if is_path { "there" } else { "on the path" }
        ),
        how: "install a chess engine that speaks UCI, such as the package gnuchess, or name its file, as in \
              uci:/usr/games/gnuchess"
            .to_owned(),
    })
}

/// Why there is no move.
#[derive(Debug, Error)]
enum EngineError {
    #[error("it did not start: {0}")]
    Start(std::io::Error),
    #[error("it ended in the middle of a game{0}")]
    Ended(String),
    #[error("it did not say `{awaited}` within {} seconds: is it an engine that speaks UCI?", .patience.as_secs())]
    Late { awaited: &'static str, patience: Duration },
    #[error("it answered `{0}`, which is no legal move")]
    Nonsense(String),
}

/// A player whose moves come from an engine, started with the first game.
struct Engine {
    settings: Settings,
    /// How long it may take to be ready.
    patience: Duration,
    running: Option<Running>,
}

/// The process. Whatever becomes of the game, it does not outlive this value.
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    /// Whether a new game was announced.
    is_told: bool,
}

impl Engine {
    fn answer(&mut self, position: &Position) -> Result<Move, EngineError> {
        let Settings { options, go, patience, .. } = &self.settings;
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                let running = none.insert(Running::start(&self.settings).map_err(EngineError::Start)?);
                running.say("uci")?;
                running.wait("uciok", self.patience)?;
                for (key, value) in options {
                    running.say(&format!("setoption name {key} value {value}"))?;
                }
                running
            }
        };
        if !running.is_told {
            running.say("ucinewgame")?;
            running.say("isready")?;
            running.wait("readyok", self.patience)?;
            running.is_told = true;
        }
        running.say(&told(position))?;
        running.say(&format!("go {go}"))?;
        let answer = running.wait("bestmove", *patience)?;
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        notation::parse_uci(&position.board, text).map_err(|_| EngineError::Nonsense(answer.clone()))
    }
}

/// The position as engines are told it, with the moves since the last irreversible one, so that they see repetitions.
fn told(position: &Position) -> String {
    let (origin, moves) = position.origin();
    let mut text = format!("position fen {}", fen(&origin));
    let mut board = origin;
    for (number, action) in moves.into_iter().enumerate() {
        text += if number == 0 { " moves " } else { " " };
        text += &notation::uci(&board, action);
        board.play_unchecked(action);
    }
    text
}

impl Running {
    fn start(settings: &Settings) -> std::io::Result<Running> {
        let mut command = Command::new(&settings.program);
        command.args(&settings.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for us; we end it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        end_with_us(&mut command);
        let (sender, answers) = channel();
        let (born, birth) = channel();
        // A thread of its own, because reading from a pipe cannot be given a limit of time. It starts the engine, which on
        // Linux ends with the thread that started it, and lives as long as that.
        thread::spawn(move || {
            let started = command.spawn().map(|mut child| {
                let output = child.stdout.take().expect("the output is a pipe");
                (child, BufReader::new(output))
            });
            let output = match started {
                Ok((child, output)) => born.send(Ok(child)).map(|()| output).ok(),
                Err(error) => born.send(Err(error)).map(|()| None).unwrap_or_default(),
            };
            output.map(|output| output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)))
        });
        let mut child = birth.recv().expect("a thread that starts an engine says so")?;
        let questions = child.stdin.take().expect("the input is a pipe");
        Ok(Running { child, questions, answers, is_told: false })
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        writeln!(self.questions, "{line}")
            .and_then(|()| self.questions.flush())
            .map_err(|_| EngineError::Ended(self.how()))
    }

    /// How it ended, as far as the system says.
    fn how(&mut self) -> String {
        thread::sleep(Duration::from_millis(50));
        match self.child.try_wait() {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        }
    }

    /// The next line that begins with a word; others are passed over.
    fn wait(&mut self, awaited: &'static str, patience: Duration) -> Result<String, EngineError> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.answers.recv_timeout(left).map_err(|problem| match problem {
                RecvTimeoutError::Timeout => EngineError::Late { awaited, patience },
                RecvTimeoutError::Disconnected => EngineError::Ended(self.how()),
            })?;
            if line.split_whitespace().next() == Some(awaited) {
                return Ok(line);
            }
        }
    }
}

/// Lets the system end an engine when we are gone in whatever way, even killed: some run on for ever.
#[cfg(target_os = "linux")]
fn end_with_us(command: &mut Command) {
    let ask = || {
        // SAFETY: a plain system call with two numbers.
        match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    };
    // SAFETY: the call between fork and exec allocates nothing and takes no lock.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, ask) };
}

impl Drop for Running {
    fn drop(&mut self) {
        // Some engines run on for ever when their input closes, so they are told, waited for, and ended.
        let _ = self.say("quit");
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player<Chess> for Engine {
    fn new_game(&mut self, _game: &Chess, _side: Side, _rng: &mut Stream) {
        if let Some(running) = &mut self.running {
            running.is_told = false;
        }
    }

    fn choose(&mut self, game: &Chess, position: &Position, _rng: &mut Stream) -> Result<Move, PlayerFailed> {
        let chosen = self.answer(position).and_then(|action| {
            let is_legal = game.moves(position).any(|legal| legal == action);
            if is_legal { Ok(action) } else { Err(EngineError::Nonsense(action.to_string())) }
        });
        chosen.map_err(|error| {
            // The next game starts it anew.
            self.running = None;
            PlayerFailed(format!("player `{PREFIX}{}`: {error}", self.settings.program.display()))
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const POLITE: &str = "echo uciok; while read line; do case $line in isready) echo readyok;; go*) echo";

    fn engine(script: &str) -> Engine {
        let settings = Settings {
            program: PathBuf::from("/bin/sh"),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            options: vec![("Hash".to_owned(), "1".to_owned())],
            go: "depth 1".to_owned(),
            patience: Duration::from_secs(2),
        };
        Engine { settings, patience: Duration::from_secs(2), running: None }
    }

    fn answer(script: &str) -> Result<String, EngineError> {
        let start = Position::start();
        engine(script).answer(&start).map(|action| notation::uci(start.board(), action))
    }

    #[test]
    fn only_a_legal_move_is_a_move() {
        assert_eq!(answer(&format!("{POLITE} bestmove e2e4 ponder e7e5;; esac; done")).unwrap(), "e2e4");
        for nonsense in ["e2e9", "e7e5", "(none)", "0000", "e2e4q", ""] {
            let said = answer(&format!("{POLITE} \"bestmove {nonsense}\";; esac; done"));
            assert!(matches!(said, Err(EngineError::Nonsense(_))), "{nonsense}: {said:?}");
        }
    }

    #[test]
    fn an_engine_that_ends_or_says_nothing_does_not_hang_the_game() {
        assert!(matches!(answer("exit 3"), Err(EngineError::Ended(how)) if how.contains("exit status: 3")));
        assert!(matches!(answer("echo uciok; read line; exit 1"), Err(EngineError::Ended(_))));
        assert!(matches!(answer("exec sleep 30"), Err(EngineError::Late { awaited: "uciok", .. })));
        let silent = answer(&format!("{POLITE} info;; esac; done"));
        assert!(matches!(silent, Err(EngineError::Late { awaited: "bestmove", .. })));
    }

    #[test]
    fn an_engine_that_does_not_quit_is_ended() {
        let mut stubborn =
            engine("trap '' TERM; echo uciok; echo readyok; echo bestmove e2e4; while :; do sleep 1; done");
        stubborn.answer(&Position::start()).expect("a move");
        let process = stubborn.running.as_ref().expect("it runs").child.id();
        drop(stubborn);
        assert!(!Path::new(&format!("/proc/{process}")).exists() || cfg!(not(target_os = "linux")));
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        let refused = |text: &str| match maker(&text.parse().expect("a name")) {
            Ok(_) => panic!("{text}"),
            Err(error) => error.to_string(),
        };
        assert!(refused("uci:nosuch@depth=4").contains("the program `nosuch`, which is not on the path"));
        assert!(refused("uci:/bin/sh").contains("an engine must know when to stop"));
        assert!(refused("uci:/bin/sh@depth=0").contains("allowed is 1 to 100"));
        assert!(refused("uci:/bin/sh@nodes=0").contains("allowed is 1 to"));
        assert!(refused("uci:/bin/sh@deep=4").contains("depth"));
    }
}
