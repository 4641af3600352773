//! GNU Backgammon as an opponent: its own process, asked for moves through its `external` socket.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludevo_arena::{Player, PlayerFailed};
use ludevo_random::Stream;
use thiserror::Error;

use crate::board::{Board, MEN};
use crate::notation::parse_play;
use crate::plays::{Dice, Play, Plays};
use crate::rules::{Action, Backgammon, Position};
use ludevo_game::board::Maker;
use ludevo_game::player_name::{PlayerError, PlayerName};

/// The player's name.
pub(crate) const NAME: &str = "gnubg";

/// How long it may take to start, and to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The player that `name` asks for, if GNU Backgammon is installed.
pub(crate) fn maker(name: &PlayerName) -> Result<Maker<Backgammon>, PlayerError> {
    name.only(&["plies", "program"])?;
    let plies: u32 = name.option("plies", "0 to 3", |plies| *plies <= 3)?.unwrap_or(0);
    let program = program(name.option("program", "a path", |_| true)?)?;
    Ok(Arc::new(move || {
        Box::new(Engine { program: program.clone(), plies, running: None }) as Box<dyn Player<Backgammon>>
    }))
}

/// The program that was asked for; without one, where Debian puts it or on the path.
fn program(asked: Option<PathBuf>) -> Result<PathBuf, PlayerError> {
    let places = asked.map_or_else(
        || vec![PathBuf::from("gnubg"), PathBuf::from("/usr/games/gnubg"), PathBuf::from("/usr/bin/gnubg")],
        |place| vec![place],
    );
    let tried = places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(" or ");
    places.into_iter().find(|place| runs(place)).ok_or_else(|| PlayerError::NotInstalled {
        player: NAME.to_owned(),
        needs: format!("GNU Backgammon, which is not at {tried}"),
        how: "install the package gnubg, or name the program by the option program".to_owned(),
    })
}

fn runs(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Why there is no move.
#[derive(Debug, Error)]
enum EngineError {
    #[error("it did not start: {0}")]
    Start(std::io::Error),
    #[error("it did not listen within {} seconds", PATIENCE.as_secs())]
    Deaf,
    #[error("it ended or gave no answer in time: {0}")]
    Silent(std::io::Error),
    #[error("it answered `{0}`")]
    Nonsense(String),
}

/// A player whose moves come from GNU Backgammon, started with the first move it is asked for.
struct Engine {
    program: PathBuf,
    plies: u32,
    running: Option<Running>,
}

struct Running {
    child: Child,
    answers: BufReader<TcpStream>,
}

impl Running {
    fn start(program: &Path, plies: u32) -> Result<Running, EngineError> {
        // The port may be taken by another program between asking for it and using it: then gnubg does not listen.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.map_err(EngineError::Start)?;
        let mut command = Command::new(program);
        command.args(["--tty", "--quiet", "--no-rc"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(EngineError::Start)?;
        let commands = format!(
            "set evaluation chequerplay evaluation plies {plies}\nset evaluation chequerplay evaluation cubeful off\nexternal {address}\n"
        );
        let input = child.stdin.as_mut().expect("the input is a pipe");
        if let Err(error) = input.write_all(commands.as_bytes()).and_then(|()| input.flush()) {
            end(&mut child);
            return Err(EngineError::Start(error));
        }
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Ok(stream) = TcpStream::connect(address) {
                let limited = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_nodelay(true));
                limited.map_err(EngineError::Start)?;
                return Ok(Running { child, answers: BufReader::new(stream) });
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        end(&mut child);
        Err(EngineError::Deaf)
    }

    fn ask(&mut self, board: Board, dice: Dice) -> Result<Play, EngineError> {
        let line = fibs_line(board, dice);
        let sent = self.answers.get_mut().write_all(line.as_bytes());
        let mut answer = String::new();
        sent.and_then(|()| self.answers.read_line(&mut answer)).map_err(EngineError::Silent)?;
        let text = answer.replace('\0', "");
        parse_play(board, dice, text.trim()).map_err(|_| EngineError::Nonsense(text.trim().to_owned()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// The FIBS board of a position in which the player with positive men has rolled.
fn fibs_line(board: Board, dice: Dice) -> String {
    let mut fields = vec!["You", "Enemy", "0", "0", "0"].into_iter().map(str::to_owned).collect::<Vec<_>>();
    fields.push(format!("-{}", board.opp.on(25)).replace("-0", "0"));
    for point in 1..=24 {
        let (own, opp) = (i64::from(board.own.on(point)), i64::from(board.opp_on(point)));
        fields.push((own - opp).to_string());
    }
    fields.push(board.own.on(25).to_string());
    let (high, low) = (dice.high(), dice.low());
    let (own_off, opp_off) = (board.own.on(0).min(MEN), board.opp.on(0).min(MEN));
    let rest = format!("1:{high}:{low}:{high}:{low}:1:1:1:0:1:-1:0:25:{own_off}:{opp_off}:0:0:0:0:0:0");
    format!("board:{}:{rest}\n", fields.join(":"))
}

impl Engine {
    fn answer(&mut self, position: &Position) -> Result<Play, EngineError> {
        let dice = position.dice.expect("a player moves after the roll");
        // It is asked only where there is something to decide.
        if let [(only, _)] = Plays::default().find(position.board, dice) {
            return Ok(*only);
        }
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.program, self.plies)?),
        };
        running.ask(position.board, dice)
    }
}

impl Player<Backgammon> for Engine {
    fn choose(
        &mut self,
        _game: &Backgammon,
        state: &Position,
        _rng: &mut Stream,
    ) -> Result<Action, PlayerFailed> {
        self.answer(state).map(Action::Play).map_err(|error| {
            // The next game starts it anew.
            self.running = None;
            PlayerFailed(format!("player `{NAME}`: {error}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fibs;

    #[test]
    fn the_line_sent_reads_back() {
        let dice = Dice::new(3, 1).unwrap();
        let (_, next) = Plays::default().find(Board::START, dice)[0];
        for board in [Board::START, next, next.flipped()] {
            let read = parse_fibs(&fibs_line(board, dice)).unwrap();
            assert_eq!((read.board, read.dice), (board, Some(dice)));
        }
    }

    #[test]
    fn without_the_program_the_player_is_refused_with_what_to_do() {
        let name = format!("{NAME}@program=/nowhere").parse().unwrap();
        let Err(error) = maker(&name) else { panic!("there is no such program") };
        assert!(error.to_string().contains("install the package gnubg"), "{error}");
    }
}
