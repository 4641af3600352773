//! A session with the real GNU Backgammon over its socket, where it is installed.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

use ludevo_backgammon::gnubg::Session;
use ludevo_backgammon::notation::{parse_dice, parse_play, play_text};
use ludevo_backgammon::{Board, Play, Plays, player};

const GAMES: usize = 100;

#[test]
fn gnubg_plays_a_hundred_games_with_our_champion_and_no_turn_is_forfeited() {
    let test = "gnubg_plays_a_hundred_games_with_our_champion_and_no_turn_is_forfeited";
    let Some(gnubg) = ludevo_peers::needed_by(test) else { return };
    ludevo_games::open();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let player = player(&"champion".parse().unwrap()).unwrap();
        Session::new(stream, player, 1, Duration::from_secs(60)).unwrap().run()
    });
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("session.mat");
    let mut script = format!(
        "set rng mersenne\nset seed 1\nset automatic game off\nset automatic roll on\nset confirm new off\n\
         set cube use off\nset jacoby off\nset player 0 gnubg\nset player 0 chequerplay evaluation plies 0\n\
         set player 1 external {address}\nnew session\n"
    );
    script += &"new game\n".repeat(GAMES - 1);
    script += &format!("export match mat {}\nquit\ny\n", written.display());
    let mut child = Command::new(gnubg)
        .args(["--tty", "--quiet", "--no-rc"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let done = server.join().unwrap().unwrap();
    let text = std::fs::read_to_string(&written).unwrap();
    let (games, turns) = check_session(&text);
    assert_eq!(games, GAMES);
    assert!(done.plays > 500 && turns as u64 > 2 * done.plays - 200, "{done:?}, {turns} turns");
}

/// Replays what gnubg wrote down: games finished, and turns. Every turn must be a legal play, and an empty one is legal
/// only where nothing can be moved: gnubg writes a forfeited turn as an empty one.
fn check_session(text: &str) -> (usize, usize) {
    let (mut games, mut turns) = (0, 0);
    let mut board = Board::START;
    // Whose turn the board is seen by: the left or the right column.
    for line in text.lines() {
        if line.trim_start().starts_with("Game ") {
            board = Board::START;
            games += 1;
            continue;
        }
        for (roll, play) in turns_of(line) {
            let dice = parse_dice(&roll).unwrap();
            let chosen = if play.is_empty() { "pass" } else { &play };
            let play = parse_play(board, dice, chosen)
                .unwrap_or_else(|error| panic!("game {games}: {line}: {error}"));
            assert!(
                play != Play::PASS || Plays::default().find(board, dice).len() == 1,
                "game {games}: {line}: forfeited, {} was possible",
                play_text(board, Plays::default().find(board, dice)[0].0)
            );
            board = play.apply(board).flipped();
            turns += 1;
        }
    }
    (games, turns)
}

/// The turns of a line such as ` 12) 31: 8/5 6/5              42: 8/4 6/4`.
fn turns_of(line: &str) -> Vec<(String, String)> {
    let Some((number, rest)) = line.split_once(')') else { return Vec::new() };
    if number.trim().parse::<u32>().is_err() {
        return Vec::new();
    }
    let mut turns: BTreeMap<usize, (String, String)> = BTreeMap::new();
    let mut current = None;
    for word in rest.split_whitespace() {
        if let Some(roll) = word.strip_suffix(':').filter(|roll| roll.len() == 2) {
            current = Some(turns.len());
            turns.insert(turns.len(), (roll.to_owned(), String::new()));
        } else if let Some(index) = current
            && word.contains('/')
        {
            let play = &mut turns.get_mut(&index).expect("the current turn").1;
            // It writes the bar as 25 and men off as 0.
            let word = word.replace("25/", "bar/").replace("/0", "/off");
            *play += if play.is_empty() { "" } else { " " };
            *play += &word;
        }
    }
    turns.into_values().collect()
}
