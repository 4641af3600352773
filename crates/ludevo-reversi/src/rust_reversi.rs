//! The alpha-beta search of `rust_reversi`, a package of PyPI, as an opponent that was not written here.
//!
//! It judges a position by the package's `LegalNumEvaluator`. Of the package's evaluators that and `PieceEvaluator`
//! come complete, and it is the stronger of the two; `MatrixEvaluator` wants weights, which would then be ours. The
//! search is deterministic and remembers nothing from one position to the next.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use ludevo_arena::{Player, PlayerFailed};
use ludevo_random::Stream;
use thiserror::Error;

use super::rules::{Board, Place, Reversi};
use ludevo_game::board::Maker;
use ludevo_game::player_name::{PlayerError, PlayerName};

/// The player's name.
pub(super) const NAME: &str = "rust-reversi";

/// Names the Python to use, unless the option `python` does.
const VARIABLE: &str = "LUDEVO_PYTHON";

const SCRIPT: &str = include_str!("rust_reversi.py");

/// How long the package may think about a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// The player that `name` asks for, if there is a Python that has the package.
pub(super) fn maker(name: &PlayerName) -> Result<Maker<Reversi>, PlayerError> {
    name.only(&["depth", "python"])?;
    let depth: u32 = name.option("depth", "1 to 10", |depth| (1..=10).contains(depth))?.unwrap_or(4);
    let python = python(name.option("python", "a path", |_| true)?)?;
    Ok(Arc::new(move || {
        let mut command = Command::new(&python);
        command.args(["-c", SCRIPT]).arg(depth.to_string());
        Box::new(Engine { command, running: None, patience: PATIENCE }) as Box<dyn Player<Reversi>>
    }))
}

/// The Python that was asked for; without one that of `cargo xtask peers`, or the one on the path.
fn python(asked: Option<PathBuf>) -> Result<PathBuf, PlayerError> {
    let asked = asked.or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    let places = match asked {
        Some(place) => vec![place],
        None => {
            let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
            vec![Path::new("target/peers/python").join(program), PathBuf::from("python3")]
        }
    };
    let tried = places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(" or ");
    places.into_iter().find(|place| has_package(place)).ok_or_else(|| PlayerError::NotInstalled {
        player: NAME.to_owned(),
        needs: format!("the package rust_reversi, which {tried} does not have"),
        how: format!(
            "run `cargo xtask peers` in the repository, or name a Python that has it by {VARIABLE} or the option python"
        ),
    })
}

fn has_package(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import rust_reversi"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Why there is no move.
#[derive(Debug, Error)]
enum EngineError {
    #[error("its Python did not start: {0}")]
    Start(std::io::Error),
    #[error("its Python ended in the middle of a game")]
    Ended,
    #[error("it gave no move within {} seconds; a smaller depth takes less", .0.as_secs())]
    Late(Duration),
    #[error("it answered `{0}`, which is no legal move")]
    Nonsense(String),
}

/// A player whose moves come from another process, started with the first move it is asked for.
struct Engine {
    command: Command,
    running: Option<Running>,
    patience: Duration,
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl Engine {
    fn answer(&mut self, board: &Board) -> Result<Place, EngineError> {
        if board.placements() == 0 {
            return Ok(Place::PASS);
        }
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&mut self.command).map_err(EngineError::Start)?),
        };
        writeln!(running.questions, "{} {}", board.own, board.opp).map_err(|_| EngineError::Ended)?;
        let answer = running.answers.recv_timeout(self.patience).map_err(|problem| match problem {
            RecvTimeoutError::Timeout => EngineError::Late(self.patience),
            RecvTimeoutError::Disconnected => EngineError::Ended,
        })?;
        let square = answer.trim().parse().ok().filter(|square| *square < 64);
        let legal = square.filter(|square| board.placements() >> square & 1 == 1);
        legal.and_then(Place::at).ok_or(EngineError::Nonsense(answer))
    }
}

impl Running {
    fn start(command: &mut Command) -> std::io::Result<Running> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let questions = child.stdin.take().expect("the input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let (sender, answers) = channel();
        // A thread of its own, because reading from a pipe cannot be given a limit of time. It ends with the process.
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Running { child, questions, answers })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player<Reversi> for Engine {
    fn choose(&mut self, _game: &Reversi, board: &Board, _rng: &mut Stream) -> Result<Place, PlayerFailed> {
        self.answer(board).map_err(|error| {
            // The next game starts it anew.
            self.running = None;
            PlayerFailed(format!("player `{NAME}`: {error}"))
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn answer_of(script: &str) -> Result<Place, EngineError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let mut engine = Engine { command, running: None, patience: Duration::from_secs(2) };
        engine.answer(&Board::START)
    }

    #[test]
    fn only_a_legal_square_is_a_move() {
        assert_eq!(answer_of("read line; echo 19").unwrap(), Place::at(19).unwrap());
        for nonsense in ["0", "64", "99999", "-1", "d3", ""] {
            let answer = answer_of(&format!("read line; echo '{nonsense}'"));
            assert!(matches!(answer, Err(EngineError::Nonsense(text)) if text == nonsense));
        }
    }

    #[test]
    fn a_process_that_ends_or_says_nothing_does_not_hang_the_game() {
        assert!(matches!(answer_of("exit 3"), Err(EngineError::Ended)));
        assert!(matches!(answer_of("read line"), Err(EngineError::Ended)));
        assert!(matches!(answer_of("exec sleep 30"), Err(EngineError::Late(_))));
        let mut missing = Engine { command: Command::new("/nowhere"), running: None, patience: PATIENCE };
        assert!(matches!(missing.answer(&Board::START), Err(EngineError::Start(_))));
    }

    #[test]
    fn without_the_package_the_player_is_refused_with_what_to_do() {
        let name = format!("{NAME}@python=/nowhere").parse().unwrap();
        let Err(error) = maker(&name) else { panic!("there is no such Python") };
        assert!(error.to_string().contains("cargo xtask peers"), "{error}");
    }
}
