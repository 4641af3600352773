//! The side that GNU Backgammon connects to with `set player 1 external HOST:PORT`: it sends boards, we answer moves.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use ludevo_arena::{Player, PlayerFailed};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::Side;
use thiserror::Error;

use crate::notation::{FibsBoard, NotationError, parse_fibs};
use crate::plays::Play;
use crate::rules::{Action, Backgammon, Position};

/// The longest line that is read. A board of GNU Backgammon has about 200 letters.
const LONGEST_LINE: usize = 4096;

/// One connection of GNU Backgammon, with the player who answers.
pub struct Session {
    stream: TcpStream,
    player: Box<dyn Player<Backgammon>>,
    rng: Stream,
    unread: Vec<u8>,
    patience: Duration,
}

/// What was done in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionSummary {
    /// Boards that were answered.
    pub answered: u64,
    /// Plays among the answers.
    pub plays: u64,
}

/// Why a session ended before the other side closed it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A line that is no board.
    #[error("after {answered} answers: {problem}")]
    Line {
        /// Boards answered before.
        answered: u64,
        /// What is wrong with the line.
        problem: NotationError,
    },
    /// A line without an end.
    #[error("after {answered} answers: a line of more than {LONGEST_LINE} letters")]
    TooLong {
        /// Boards answered before.
        answered: u64,
    },
    /// The other side left in the middle of a line.
    #[error("after {answered} answers the other side left in the middle of a line")]
    HalfLine {
        /// Boards answered before.
        answered: u64,
    },
    /// Nothing was heard for too long.
    #[error("after {answered} answers nothing was heard for {} seconds", .patience.as_secs())]
    Silence {
        /// Boards answered before.
        answered: u64,
        /// How long was waited.
        patience: Duration,
    },
    /// The connection broke.
    #[error("after {answered} answers the connection broke: {problem}")]
    Broken {
        /// Boards answered before.
        answered: u64,
        /// What the system says.
        problem: std::io::Error,
    },
    /// Our own player has no move.
    #[error("after {answered} answers: {problem}")]
    Player {
        /// Boards answered before.
        answered: u64,
        /// What the player says.
        problem: PlayerFailed,
    },
}

impl Session {
    /// A session over an accepted connection, which ends if nothing is heard for `patience`.
    pub fn new(
        stream_to: TcpStream,
        mut player: Box<dyn Player<Backgammon>>,
        seed: u64,
        patience: Duration,
    ) -> std::io::Result<Self> {
        stream_to.set_read_timeout(Some(patience))?;
        stream_to.set_write_timeout(Some(patience))?;
        stream_to.set_nodelay(true)?;
        let mut rng = stream(seed, Purpose::Match, 0, 0);
        player.new_game(&Backgammon, Side::First, &mut rng);
        Ok(Session { stream: stream_to, player, rng, unread: Vec::new(), patience })
    }

    /// Answers boards until the other side closes the connection.
    pub fn run(mut self) -> Result<SessionSummary, SessionError> {
        let mut done = SessionSummary::default();
        while let Some(line) = self.line(done.answered)? {
            let board = parse_fibs(&line)
                .map_err(|problem| SessionError::Line { answered: done.answered, problem })?;
            let answered = done.answered;
            let answer = self.answer(&board).map_err(|problem| SessionError::Player { answered, problem })?;
            done.plays += u64::from(board.dice.is_some());
            let sent = self.stream.write_all(answer.as_bytes());
            sent.map_err(|problem| SessionError::Broken { answered: done.answered, problem })?;
            done.answered += 1;
        }
        Ok(done)
    }

    /// The next line without its end; nothing if the other side closed the connection after a whole line.
    fn line(&mut self, answered: u64) -> Result<Option<String>, SessionError> {
        let mut buffer = [0; 1024];
        loop {
            if let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                // A NUL byte follows the end of each line.
                let text = String::from_utf8_lossy(&line).replace('\0', "");
                match text.trim() {
                    "" => continue,
                    text => return Ok(Some(text.to_owned())),
                }
            }
            if self.unread.len() > LONGEST_LINE {
                return Err(SessionError::TooLong { answered });
            }
            match self.stream.read(&mut buffer) {
                Ok(0) if self.unread.iter().all(|byte| *byte == 0) => return Ok(None),
                Ok(0) => return Err(SessionError::HalfLine { answered }),
                Ok(count) => self.unread.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Err(SessionError::Silence { answered, patience: self.patience });
                }
                // A program that ends at once resets the connection instead of closing it.
                Err(error) if error.kind() == ErrorKind::ConnectionReset && self.unread.is_empty() => {
                    return Ok(None);
                }
                Err(problem) => return Err(SessionError::Broken { answered, problem }),
            }
        }
    }

    /// The line that answers a board: a double is taken, never offered.
    fn answer(&mut self, board: &FibsBoard) -> Result<String, PlayerFailed> {
        if board.is_doubled {
            return Ok("take\n".to_owned());
        }
        let Some(dice) = board.dice else { return Ok("roll\n".to_owned()) };
        let position = Position { board: board.board, mover: Side::First, dice: Some(dice) };
        Ok(match self.player.choose(&Backgammon, &position, &mut self.rng)? {
            Action::Play(play) => steps(play) + "\n",
            Action::Roll(_) => "roll\n".to_owned(),
        })
    }
}

/// A play as GNU Backgammon reads it: every step on its own, nothing where nothing can be moved.
fn steps(play: Play) -> String {
    let texts: Vec<String> = play
        .steps()
        .map(|step| {
            let from = if step.from == 25 { "bar".to_owned() } else { step.from.to_string() };
            let to = if step.from > step.die { (step.from - step.die).to_string() } else { "off".to_owned() };
            format!("{from}/{to}")
        })
        .collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::evolved::{Chooser, Seat};

    const START: &str = "board:You:gnubg:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0\n\0";

    /// What a session makes of these bytes, after which the other side leaves or, if `stays`, says no more.
    fn after(sent: &[u8], stays: bool) -> (Result<SessionSummary, SessionError>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        peer.write_all(sent).unwrap();
        if !stays {
            peer.shutdown(std::net::Shutdown::Write).unwrap();
        }
        let (accepted, _) = listener.accept().unwrap();
        let player = Box::new(Seat::new(Chooser::Pubeval));
        let session = Session::new(accepted, player, 1, Duration::from_millis(300)).unwrap();
        let result = session.run();
        let mut heard = String::new();
        // A session that ends with bytes unread resets the connection.
        let end = peer.read_to_string(&mut heard).map_err(|error| error.kind());
        assert!(matches!(end, Ok(_) | Err(ErrorKind::ConnectionReset)), "{end:?}");
        (result, heard)
    }

    #[test]
    fn boards_are_answered_until_the_other_side_leaves() {
        let to_roll = START.replace(":3:1:3:1:", ":0:0:0:0:");
        let doubled = START.replace(":1:1:1:0:1:-1", ":1:1:1:1:1:-1");
        let (result, heard) = after(format!("{START}{to_roll}{doubled}").as_bytes(), false);
        assert_eq!(result.unwrap(), SessionSummary { answered: 3, plays: 2 });
        assert_eq!(heard, "8/5 6/5\nroll\ntake\n");
    }

    #[test]
    fn garbage_half_lines_and_silence_end_the_session_with_a_reason() {
        assert!(matches!(after(b"hello\n", false).0, Err(SessionError::Line { .. })));
        assert!(matches!(after(&[0xff, 0xfe, b'\n'], false).0, Err(SessionError::Line { .. })));
        assert!(matches!(after(&START.as_bytes()[..80], false).0, Err(SessionError::HalfLine { .. })));
        assert!(matches!(after(&START.as_bytes()[..80], true).0, Err(SessionError::Silence { .. })));
        assert!(matches!(after(&[b'x'; 9000], true).0, Err(SessionError::TooLong { .. })));
        assert_eq!(after(b"", false).0.unwrap().answered, 0);
        let impossible = START.replace(":-5:5:", ":-5:6:");
        assert!(matches!(after(impossible.as_bytes(), false).0, Err(SessionError::Line { .. })));
    }
}
