//! A player of ours as a chess engine, for any program that speaks UCI.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cozy_chess::{Color, Move};
use ludevo_arena::Player;
use ludevo_game::board::find_player;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_random::{Purpose, Stream, stream};

use crate::position::Position;
use crate::rules::{Chess, Moves, STANDARD};
use crate::{notation, pgn};

/// Nobody claims a draw for the programs that we play in: a game goes on until they say that it is over.
const PATIENT: Chess = Chess { times: usize::MAX, ..STANDARD };

/// Answers the lines of `input` until it closes or says `quit`. Lines that are not understood are passed over, as the
/// protocol demands.
pub fn serve(
    name: &PlayerName,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<io::Result<()>, PlayerError> {
    let player = find_player(&PATIENT, name)?.make();
    let (sender, lines) = channel();
    // A thread of its own, so that `stop` is heard while a search is under way.
    thread::spawn(move || input.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let server = Server {
        name: name.clone(),
        player,
        position: Position::start(),
        games: 0,
        rng: stream(seed, Purpose::Match, 0, 0),
        seed,
        lines,
        output,
    };
    Ok(server.run())
}

struct Server<W> {
    name: PlayerName,
    player: Box<dyn Player<Chess>>,
    position: Position,
    games: u64,
    rng: Stream,
    seed: u64,
    lines: Receiver<String>,
    output: W,
}

/// What `go` asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    is_infinite: bool,
}

/// The deepest search that anybody asks for.
const DEEPEST: u32 = 20;

/// A search that nobody limits but `stop` goes a ply further only if it is likely to be done so soon, for it is not heard
/// in the middle of a ply.
const SOON: Duration = Duration::from_secs(2);

/// How many times as much a ply more takes where nothing else is known.
const GROWTH: f64 = 8.0;

impl Go {
    /// What the words ask of the player of this colour: of a clock a thirtieth part is used, and half of what each move
    /// adds.
    fn parse(words: &[&str], mover: Color) -> Go {
        let after = |key: &str| -> Option<i64> {
            let place = words.iter().position(|word| *word == key)?;
            words.get(place + 1)?.parse().ok()
        };
        let (clock, added) = match mover {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        let of_clock = after(clock).map(|left| left / 30 + after(added).unwrap_or(0) / 2);
        let milliseconds = after("movetime").or(of_clock);
        Go {
            depth: after("depth").map(|depth| depth.clamp(1, DEEPEST.into()) as u32),
            nodes: after("nodes").map(|nodes| nodes.max(1) as u64),
            time: milliseconds.map(|time| Duration::from_millis(time.max(1) as u64)),
            is_infinite: words.contains(&"infinite") || words.contains(&"ponder"),
        }
    }

    /// The depths to look to in turn; none where the player looks as far as it always does.
    fn depths(&self) -> Vec<Option<u32>> {
        let is_limited = self.nodes.is_some() || self.time.is_some() || self.is_infinite;
        let most = self.depth.or(is_limited.then_some(DEEPEST));
        most.map_or(vec![None], |most| (1..=most).map(Some).collect())
    }

    /// Whether there is room for a search that takes so much more than was spent.
    fn allows(&self, spent: Spent, more: Spent) -> bool {
        let time = self.time.or((self.is_infinite && self.depth.is_none()).then_some(spent.time + SOON));
        self.nodes.is_none_or(|nodes| spent.nodes + more.nodes <= nodes)
            && time.is_none_or(|time| spent.time + more.time <= time)
    }
}

/// What a search came to.
struct Searched {
    action: Move,
    nodes: u64,
    /// Whether it ends the game.
    is_decided: bool,
}

/// What searches took.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    nodes: u64,
    time: Duration,
}

impl Spent {
    /// So many times as much.
    fn times(self, factor: f64) -> Spent {
        Spent { nodes: (self.nodes as f64 * factor) as u64, time: self.time.mul_f64(factor) }
    }
}

impl<W: Write> Server<W> {
    fn run(mut self) -> io::Result<()> {
        while let Ok(line) = self.lines.recv() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first().copied() {
                Some("uci") => {
                    self.say(&format!("id name Ludevo {}", self.name))?;
                    self.say("id author the Ludevo project")?;
                    self.say("uciok")?;
                }
                Some("isready") => self.say("readyok")?,
                Some("ucinewgame") => self.start_game(),
                Some("position") => match pgn::read(&PATIENT, &line) {
                    Ok((start, moves)) => {
                        let after = |position: Position, action| {
                            ludevo_search::rules::TurnBased::apply(&PATIENT, &position, action)
                        };
                        self.position = moves.into_iter().fold(start, after);
                    }
                    Err(problem) => self.say(&format!("info string {problem}"))?,
                },
                Some("go") => {
                    let go = Go::parse(&words, self.position.board().side_to_move());
                    if !self.go(go)? {
                        break;
                    }
                }
                Some("quit") => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn start_game(&mut self) {
        self.games += 1;
        self.rng = stream(self.seed, Purpose::Match, 0, self.games);
        self.position = Position::start();
    }

    /// Searches and answers; false if it was told to quit meanwhile.
    fn go(&mut self, go: Go) -> io::Result<bool> {
        let position = if self.position.drawn().is_some() {
            // Whoever plays on wants a move.
            let mut board = self.position.board().clone();
            board.set_halfmove_clock(0);
            Position { drawn: None, ..Position::new(board) }
        } else {
            self.position.clone()
        };
        let mut best = Moves::of(position.board()).next();
        // What it was told meanwhile: to stop, or to quit as well.
        let mut told = None;
        if best.is_some() {
            let start = Instant::now();
            let (mut spent, mut last) = (Spent::default(), None);
            // A player looks one ply further again and again, and can be stopped in between.
            for depth in go.depths() {
                if let Some(depth) = depth
                    && !self.set_depth(depth)
                {
                    continue;
                }
                let Some(Searched { action, nodes, is_decided }) = self.search(&position, start)? else {
                    break;
                };
                best = Some(action);
                told = self.told_to_stop(false)?;
                if told.is_some() {
                    break;
                }
                let now = Spent { nodes: spent.nodes + nodes, time: start.elapsed() };
                let took = Spent { nodes, time: now.time - spent.time };
                let growth = last.map_or(GROWTH, |last: Spent| {
                    (took.nodes as f64 / last.nodes.max(1) as f64).clamp(2.0, 50.0)
                });
                (spent, last) = (now, Some(took));
                if is_decided || !go.allows(spent, took.times(growth)) {
                    break;
                }
            }
        }
        if go.is_infinite && told.is_none() {
            told = self.told_to_stop(true)?;
        }
        let text = best.map_or("0000".to_owned(), |action| notation::uci(position.board(), action));
        self.say(&format!("bestmove {text}"))?;
        Ok(told != Some(true))
    }

    /// Makes the player look so far; false if it cannot.
    fn set_depth(&mut self, depth: u32) -> bool {
        let mut name = self.name.clone();
        name.options.retain(|(key, _)| key != "depth");
        name.options.push(("depth".to_owned(), depth.to_string()));
        match find_player(&PATIENT, &name) {
            Ok(maker) => {
                self.player = maker.make();
                true
            }
            // Some players always look as far; they are asked once.
            Err(_) => depth == 1,
        }
    }

    /// Searches and says what was found; nothing if the player cannot go on.
    fn search(&mut self, position: &Position, start: Instant) -> io::Result<Option<Searched>> {
        let before = self.player.effort().total();
        let Ok(chosen) = self.player.choose(&PATIENT, position, &mut self.rng) else { return Ok(None) };
        let nodes = self.player.effort().total() - before;
        let line = self.player.line(&PATIENT, position, chosen).unwrap_or_else(|| vec![chosen]);
        let values = self.player.values(&PATIENT, position);
        let value = values.and_then(|all| all.into_iter().find(|(action, _)| *action == chosen));
        let mut board = position.board().clone();
        let mut moves = String::new();
        for action in &line {
            moves += &format!(" {}", notation::uci(&board, *action));
            board.play_unchecked(*action);
        }
        let score = value.map_or(String::new(), |(_, value)| {
            let mate = line.len().div_ceil(2);
            match value {
                f64::INFINITY => format!(" score mate {mate}"),
                f64::NEG_INFINITY => format!(" score mate -{}", line.len() / 2),
                value => format!(" score cp {}", value.clamp(-29_000.0, 29_000.0).round() as i32),
            }
        });
        let time = start.elapsed().as_millis();
        self.say(&format!("info depth {}{score} nodes {nodes} time {time} pv{moves}", line.len()))?;
        let is_decided = value.is_some_and(|(_, value)| value.is_infinite());
        Ok(Some(Searched { action: chosen, nodes, is_decided }))
    }

    /// Whether `stop`, or then true `quit` or the end of the input, came; waits for it if asked to. Meanwhile it says that
    /// it is ready to whoever asks.
    fn told_to_stop(&mut self, waits: bool) -> io::Result<Option<bool>> {
        loop {
            let line = match self.lines.try_recv() {
                Ok(line) => line,
                Err(TryRecvError::Disconnected) => return Ok(Some(true)),
                Err(TryRecvError::Empty) if !waits => return Ok(None),
                Err(TryRecvError::Empty) => match self.lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok(Some(true)),
                },
            };
            match line.split_whitespace().next() {
                Some("stop" | "ponderhit") => return Ok(Some(false)),
                Some("quit") => return Ok(Some(true)),
                Some("isready") => self.say("readyok")?,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is answered to these lines.
    fn answers(player: &str, lines: &str) -> Vec<String> {
        let name = player.parse().expect("a name");
        let mut output = Vec::new();
        let input = io::Cursor::new(lines.to_owned());
        serve(&name, 1, input, &mut output).expect("a player").expect("it writes to memory");
        String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
    }

    /// The legal move that is answered last.
    fn best(player: &str, lines: &str, board: &str) -> String {
        let all = answers(player, lines);
        let text = all.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_owned();
        let board = crate::fen::parse_fen(board).expect("a board");
        assert!(notation::parse_uci(&board, &text).is_ok(), "{all:?}");
        text
    }

    #[test]
    fn the_protocol_is_kept_to() {
        let said = answers("master", "uci\nisready\nxyzzy\nsetoption name Hash value 1\nquit\nisready\n");
        assert_eq!(said, ["id name Ludevo master", "id author the Ludevo project", "uciok", "readyok"]);
        let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
        for go in
            ["go depth 2", "go nodes 100", "go movetime 50", "go wtime 1000 btime 1000", "go infinite\nstop"]
        {
            assert_eq!(best("master", &format!("position fen {mate}\n{go}\n"), mate), "a1a8", "{go}");
        }
        // Whoever was stopped in the middle of a search goes on to the next.
        let twice = format!("position fen {mate}\ngo infinite\nstop\nisready\ngo depth 1\nquit\n");
        let said = answers("master", &twice);
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove a1a8")).count(), 2, "{said:?}");
        let said = answers("master", &format!("position fen {mate}\ngo depth 1\n"));
        assert!(said[0].starts_with("info depth 1 score mate 1 nodes "), "{said:?}");
        // Moves after a position, and a game that others play on after a draw.
        let shuffled = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\ngo\n";
        best("master", shuffled, &cozy_chess::Board::default().to_string());
        let late = "7k/8/6K1/8/8/8/8/R7 w - - 100 90";
        best("master", &format!("position fen {late}\ngo\n"), late);
        // Nobody can move.
        let stuck = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n";
        assert_eq!(answers("master", stuck), ["bestmove 0000"]);
        // What is no position is said, and the last one stays.
        let said = answers("random", "position fen 8/8/8/8/8/8/2k5/2K5 w - - 0 1\ngo\n");
        assert!(said[0].starts_with("info string the kings on c1 and c2"), "{said:?}");
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")));
    }

    #[test]
    fn a_further_ply_is_begun_only_if_it_is_likely_to_fit() {
        let go = |text: &str| Go::parse(&text.split(' ').collect::<Vec<_>>(), Color::White);
        let spent = |nodes: u64, time: u64| Spent { nodes, time: Duration::from_millis(time) };
        let nodes = go("go nodes 200");
        assert_eq!(nodes.depths().len(), DEEPEST as usize);
        assert!(nodes.allows(spent(100, 0), spent(100, 9000)) && !nodes.allows(spent(100, 0), spent(101, 0)));
        let time = go("go movetime 50");
        assert!(time.allows(spent(0, 20), spent(0, 30)) && !time.allows(spent(0, 20), spent(0, 31)));
        assert_eq!(go("go wtime 3000 btime 1 winc 100").time, Some(Duration::from_millis(150)));
        assert_eq!(go("go").depths(), [None]);
        assert_eq!(go("go depth 2").depths(), [Some(1), Some(2)]);
    }
}
