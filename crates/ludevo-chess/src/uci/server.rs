//! A player of ours as a chess engine, for any program that speaks UCI.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Color, GameStatus, Move};
use ludevo_arena::Player;
use ludevo_game::board::find_player;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_random::{Purpose, Stream, stream};

use crate::fen::parse_fen;
use crate::position::Position;
use crate::rules::{Chess, INTERRUPTED, Moves, STANDARD};
use crate::{notation, pgn};

/// Nobody claims a draw for the programs that we play in: a game goes on until they say that it is over.
const PATIENT: Chess = Chess { times: usize::MAX, is_interruptible: true, ..STANDARD };

/// Answers the lines of `input` until it closes or says `quit`. Lines that are not understood are passed over, as the
/// protocol demands.
pub fn serve(
    name: &PlayerName,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<io::Result<()>, PlayerError> {
    let player = find_player(&PATIENT, name)?.make();
    let (sender, heard) = channel();
    // A thread of its own, so that `stop` is heard while a search is under way.
    let lines = sender.clone();
    thread::spawn(move || {
        let all = input.lines().map_while(Result::ok);
        // Nobody listens any more after `quit`.
        let _ = all.map(Heard::Line).chain([Heard::Closed]).try_for_each(|heard| lines.send(heard));
    });
    let thinker = Thinker { name: name.clone(), player, rng: stream(seed, Purpose::Match, 0, 0) };
    let server = Server {
        thinker,
        position: Some(Position::start()),
        games: 0,
        seed,
        sender,
        heard,
        waiting: VecDeque::new(),
        is_closed: false,
        output,
    };
    Ok(server.run())
}

/// What the server hears while it waits.
enum Heard {
    /// A line of the program that we play in.
    Line(String),
    /// That program is gone or says no more.
    Closed,
    /// The search has looked a ply further.
    Found(Found),
    /// The search is over.
    Done,
}

/// What a search came to.
struct Found {
    action: Move,
    /// What is said about it.
    info: String,
    nodes: u64,
    /// Whether it ends the game.
    is_decided: bool,
}

struct Server<W> {
    thinker: Thinker,
    /// Nothing after a position that could not be read.
    position: Option<Position>,
    games: u64,
    seed: u64,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
    /// Lines that came during a search and are not for it.
    waiting: VecDeque<String>,
    is_closed: bool,
    output: W,
}

/// What `go` asks for.
#[derive(Clone, Debug, Default)]
struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    is_infinite: bool,
    /// The only moves that may be made; any if there are none.
    only: Vec<Move>,
}

/// The deepest search that anybody asks for.
const DEEPEST: u32 = 20;

/// How many times as much a ply more takes where nothing else is known.
const GROWTH: f64 = 8.0;

impl Go {
    /// What the words ask of the player to move: of a clock a thirtieth part is used, and half of what each move adds.
    fn parse(words: &[&str], board: &Board) -> Go {
        let after = |key: &str| -> Option<i64> {
            let place = words.iter().position(|word| *word == key)?;
            words.get(place + 1)?.parse().ok()
        };
        let (clock, added) = match board.side_to_move() {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        let of_clock = after(clock).map(|left| left / 30 + after(added).unwrap_or(0) / 2);
        let milliseconds = after("movetime").or(of_clock);
        let of_mate = after("mate").map(|moves| moves.saturating_mul(2) - 1);
        let only = words.iter().skip_while(|word| **word != "searchmoves").skip(1);
        Go {
            depth: after("depth").or(of_mate).map(|depth| depth.clamp(1, DEEPEST.into()) as u32),
            nodes: after("nodes").map(|nodes| nodes.max(1) as u64),
            time: milliseconds.map(|time| Duration::from_millis(time.max(1) as u64)),
            is_infinite: words.contains(&"infinite") || words.contains(&"ponder"),
            only: only.map_while(|word| notation::parse_uci(board, word).ok()).collect(),
        }
    }

    /// The depths to look to in turn; none where the player looks as far as it always does.
    fn depths(&self) -> Vec<Option<u32>> {
        let is_limited = self.nodes.is_some() || self.time.is_some() || self.is_infinite;
        let most = self.depth.or(is_limited.then_some(DEEPEST));
        most.map_or(vec![None], |most| (1..=most).map(Some).collect())
    }

    /// Whether so many nodes more may be spent, after so many.
    fn allows(&self, spent: u64, more: u64) -> bool {
        self.nodes.is_none_or(|nodes| spent.saturating_add(more) <= nodes)
    }
}

fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

impl<W: Write> Server<W> {
    fn run(mut self) -> io::Result<()> {
        while let Some(line) = self.next_line() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first().copied() {
                Some("uci") => {
                    say(&mut self.output, &format!("id name Ludevo {}", self.thinker.name))?;
                    say(&mut self.output, "id author the Ludevo project")?;
                    say(&mut self.output, "uciok")?;
                }
                Some("isready") => say(&mut self.output, "readyok")?,
                Some("ucinewgame") => self.start_game(),
                Some("position") => match pgn::read(&PATIENT, &line) {
                    Ok((start, moves)) => {
                        let after = |position: Position, action| {
                            ludevo_search::rules::TurnBased::apply(&PATIENT, &position, action)
                        };
                        self.position = Some(moves.into_iter().fold(start, after));
                    }
                    Err(problem) => {
                        self.position = None;
                        // Text that is no FEN is read as moves of a game, which nobody meant here.
                        let fen = line.split_once(" fen ").map(|(_, rest)| rest.split(" moves ").next());
                        let problem = match fen.flatten().map(parse_fen) {
                            Some(Err(error)) => error.to_string(),
                            _ => problem.to_string(),
                        };
                        say(&mut self.output, &format!("info string {problem}"))?;
                    }
                },
                Some("go") => {
                    let goes_on = self.go(&words)?;
                    if !goes_on {
                        break;
                    }
                }
                Some("quit") => break,
                _ => {}
            }
        }
        Ok(())
    }

    /// The next line; nothing at the end of the input.
    fn next_line(&mut self) -> Option<String> {
        while self.waiting.is_empty() && !self.is_closed {
            match self.heard.recv() {
                Ok(Heard::Line(line)) => return Some(line),
                Ok(Heard::Closed) | Err(_) => self.is_closed = true,
                Ok(Heard::Found(_) | Heard::Done) => {}
            }
        }
        self.waiting.pop_front()
    }

    fn start_game(&mut self) {
        self.games += 1;
        self.thinker.rng = stream(self.seed, Purpose::Match, 0, self.games);
        self.position = Some(Position::start());
    }

    /// Searches and answers; false if it was told to quit meanwhile.
    fn go(&mut self, words: &[&str]) -> io::Result<bool> {
        let Some(position) = self.position.clone() else {
            say(&mut self.output, "bestmove 0000")?;
            return Ok(true);
        };
        // Whoever plays on after a draw wants a move.
        let position = if position.drawn().is_some() {
            let mut board = position.board().clone();
            board.set_halfmove_clock(0);
            Position { drawn: None, ..Position::new(board) }
        } else {
            position
        };
        let go = Go::parse(words, position.board());
        let first = go.only.first().copied().or_else(|| Moves::of(position.board()).next());
        let (best, is_quitting) = match first {
            Some(first) => self.look_ahead(&position, &go, first)?,
            None if go.is_infinite => (None, !self.waits_for_stop()?),
            None => (None, false),
        };
        let text = best.map_or("0000".to_owned(), |action| notation::uci(position.board(), action));
        say(&mut self.output, &format!("bestmove {text}"))?;
        Ok(!is_quitting)
    }

    /// Where there is nothing to search, `infinite` ends with `stop` all the same; false if it was told to quit.
    fn waits_for_stop(&mut self) -> io::Result<bool> {
        while let Some(line) = self.next_line() {
            match line.split_whitespace().next() {
                Some("stop" | "ponderhit") => return Ok(true),
                Some("quit") => return Ok(false),
                Some("isready") => say(&mut self.output, "readyok")?,
                _ => {}
            }
        }
        Ok(false)
    }

    /// Lets the player think until it is done or told to stop, and listens meanwhile: the move, and whether it was told to
    /// quit. However soon that is, it has looked once.
    fn look_ahead(&mut self, position: &Position, go: &Go, first: Move) -> io::Result<(Option<Move>, bool)> {
        let Server { thinker, sender, heard, waiting, is_closed, output, .. } = self;
        let end = go.time.and_then(|time| Instant::now().checked_add(time));
        let (mut best, mut is_done) = (None, false);
        let (mut is_stopped, mut is_quitting) = (false, false);
        let written = thread::scope(|scope| -> io::Result<()> {
            scope.spawn(|| {
                // Somebody listens until it is done.
                thinker.think(position, go, &mut |found| drop(sender.send(Heard::Found(found))));
                let _ = sender.send(Heard::Done);
            });
            let mut written = Ok(());
            // A search that nothing limits is over only when somebody says so.
            while !is_done || (go.is_infinite && !is_stopped) {
                is_stopped |= end.is_some_and(|end| Instant::now() >= end) || written.is_err();
                INTERRUPTED.store(is_stopped && best.is_some(), Ordering::Relaxed);
                let at_hand = waiting.front().is_some_and(|line| is_for_a_search(line));
                let next = match (at_hand, end) {
                    (true, _) => waiting.pop_front().map(Heard::Line).ok_or(RecvTimeoutError::Disconnected),
                    (false, Some(end)) if !is_stopped => {
                        heard.recv_timeout(end.saturating_duration_since(Instant::now()))
                    }
                    _ => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match next {
                    Ok(Heard::Found(found)) => {
                        best = Some(found.action);
                        written = written.and_then(|()| say(output, &found.info));
                    }
                    Ok(Heard::Done) => is_done = true,
                    Ok(Heard::Closed) => {
                        *is_closed = true;
                        is_stopped |= go.is_infinite;
                    }
                    Ok(Heard::Line(line)) if waiting.is_empty() && is_for_a_search(&line) => {
                        match line.split_whitespace().next() {
                            Some("isready") => written = written.and_then(|()| say(output, "readyok")),
                            word => {
                                is_stopped = true;
                                is_quitting = word == Some("quit");
                            }
                        }
                    }
                    Ok(Heard::Line(line)) => waiting.push_back(line),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => is_stopped = true,
                }
            }
            written
        });
        INTERRUPTED.store(false, Ordering::Relaxed);
        written?;
        Ok((best.or(Some(first)), is_quitting))
    }
}

/// Whether a line is heeded while a search is under way.
fn is_for_a_search(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("stop" | "ponderhit" | "quit" | "isready"))
}

/// The player, and its random choices.
struct Thinker {
    name: PlayerName,
    player: Box<dyn Player<Chess>>,
    rng: Stream,
}

impl Thinker {
    /// Looks a ply further again and again, and says what it finds.
    fn think(&mut self, position: &Position, go: &Go, found: &mut dyn FnMut(Found)) {
        let start = Instant::now();
        let (mut spent, mut last) = (0, None);
        for depth in go.depths() {
            if !self.look_to(depth) {
                continue;
            }
            let Some(searched) = self.search(position, (depth, &go.only), start) else { return };
            if INTERRUPTED.load(Ordering::Relaxed) {
                return;
            }
            let (nodes, is_decided) = (searched.nodes, searched.is_decided);
            found(searched);
            let growth =
                last.map_or(GROWTH, |last: u64| (nodes as f64 / last.max(1) as f64).clamp(2.0, 50.0));
            (spent, last) = (spent + nodes, Some(nodes));
            if is_decided || !go.allows(spent, (nodes as f64 * growth) as u64) {
                return;
            }
        }
    }

    /// Makes the player look so far, or as far as it always does; false if it cannot.
    fn look_to(&mut self, depth: Option<u32>) -> bool {
        let mut name = self.name.clone();
        if let Some(depth) = depth {
            name.options.retain(|(key, _)| key != "depth");
            name.options.push(("depth".to_owned(), depth.to_string()));
        }
        match find_player(&PATIENT, &name) {
            Ok(maker) => {
                self.player = maker.make();
                true
            }
            // Some players always look as far; they are asked once.
            Err(_) => depth == Some(1),
        }
    }

    /// Searches to a depth among some moves, or all if there are none; nothing if the player cannot go on.
    fn search(
        &mut self,
        position: &Position,
        (depth, only): (Option<u32>, &[Move]),
        start: Instant,
    ) -> Option<Found> {
        let before = self.player.effort().total();
        let chosen = self.player.choose(&PATIENT, position, &mut self.rng).ok()?;
        let nodes = self.player.effort().total() - before;
        let values = self.player.values(&PATIENT, position).unwrap_or_default();
        let chosen = if only.is_empty() || only.contains(&chosen) {
            chosen
        } else {
            let allowed = values.iter().filter(|(action, _)| only.contains(action));
            allowed.max_by(|one, two| one.1.total_cmp(&two.1)).map_or(only[0], |(action, _)| *action)
        };
        let line = self.player.line(&PATIENT, position, chosen).unwrap_or_else(|| vec![chosen]);
        let value = values.into_iter().find(|(action, _)| *action == chosen).map(|(_, value)| value);
        let mut board = position.board().clone();
        let mut moves = String::new();
        for action in &line {
            moves += &format!(" {}", notation::uci(&board, *action));
            board.play_unchecked(*action);
        }
        let is_mate = board.status() == GameStatus::Won;
        let is_own = line.len() % 2 == 1;
        let score = value.map(|value| match value {
            f64::INFINITY => format!(" score mate {}", line.len().div_ceil(2)),
            f64::NEG_INFINITY => format!(" score mate -{}", line.len() / 2),
            _ if is_mate && is_own => format!(" score mate {}", line.len().div_ceil(2)),
            _ if is_mate => format!(" score mate -{}", line.len() / 2),
            value => format!(" score cp {}", value.clamp(-29_000.0, 29_000.0).round() as i32),
        });
        let (depth, time) = (depth.unwrap_or(line.len() as u32), start.elapsed().as_millis());
        Some(Found {
            action: chosen,
            info: format!(
                "info depth {depth}{} nodes {nodes} time {time} pv{moves}",
                score.unwrap_or_default()
            ),
            nodes,
            is_decided: value.is_some_and(f64::is_infinite) || is_mate,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KRK: &str = "8/8/8/4k3/8/8/R7/4K3 w - - 0 1";

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
        let board = parse_fen(board).expect("a board");
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
        // What comes during a search is done after it, in its order.
        let other = "7k/8/6K1/8/8/8/8/1R6 w - - 0 1";
        let queue = format!("position fen {mate}\ngo depth 2\nposition fen {other}\ngo depth 1\nquit\n");
        let said = answers("master", &queue);
        let moves: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(moves, ["bestmove a1a8", "bestmove b1b8"], "{said:?}");
        // A depth that was asked for once is not that of later searches.
        let again = answers("hand", &format!("position fen {KRK}\ngo depth 1\ngo\n"));
        let alone = answers("hand", &format!("position fen {KRK}\ngo\n"));
        let without_time = |line: &String| line.split(" time ").next().unwrap_or_default().to_owned();
        assert_eq!(again[2..].iter().map(without_time).collect::<Vec<_>>()[0], without_time(&alone[0]));
        assert_eq!(
            best("hand", &format!("position fen {KRK}\ngo depth 2 searchmoves a2a3 a2a4\n"), KRK).get(..2),
            Some("a2")
        );
        let said = answers("master", &format!("position fen {mate}\ngo depth 1\n"));
        assert!(said[0].starts_with("info depth 1 score mate 1 nodes "), "{said:?}");
        // Moves after a position, and a game that others play on after a draw.
        let shuffled = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\ngo\n";
        best("master", shuffled, &Board::default().to_string());
        let late = "7k/8/6K1/8/8/8/8/R7 w - - 100 90";
        best("master", &format!("position fen {late}\ngo\n"), late);
        // Nobody can move.
        let stuck = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n";
        assert_eq!(answers("master", stuck), ["bestmove 0000"]);
        // What is no position is said, and nobody moves in another one instead.
        let said = answers("random", "position fen 8/8/8/8/8/8/2k5/2K5 w - - 0 1\ngo\n");
        assert!(said[0].starts_with("info string the kings on c1 and c2"), "{said:?}");
        assert_eq!(said[1..], ["bestmove 0000"]);
    }

    #[test]
    fn a_further_ply_is_begun_only_if_its_nodes_are_likely_to_fit() {
        let go = |text: &str| Go::parse(&text.split(' ').collect::<Vec<_>>(), &Board::default());
        let nodes = go("go nodes 200");
        assert_eq!(nodes.depths().len(), DEEPEST as usize);
        assert!(nodes.allows(100, 100) && !nodes.allows(100, 101));
        assert_eq!(go("go wtime 3000 btime 1 winc 100").time, Some(Duration::from_millis(150)));
        assert_eq!(go("go").depths(), [None]);
        assert_eq!(go("go depth 2").depths(), [Some(1), Some(2)]);
        assert_eq!(go("go mate 2").depths().len(), 3);
        assert_eq!(go("go searchmoves e2e4 d2d4 depth 3").only.len(), 2);
    }
}
