//! The pages in a real browser: a run from its start to its champion, whole games, replays, the keyboard, pictures.
//!
//! Every page is checked for fitting into its width; with LUDEVO_PICTURES set to a folder, Chromium's pictures of all are kept
//! there.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ludevo_arena::{Ending, Record};
use ludevo_game::registry;
use ludevo_peers::{FIREFOX, Peer};
use ludevo_random::{Purpose, stream};
use rand::RngExt;
use serde_json::{Value, json};

use crate::browser::{Browser, Look, PATIENCE};
use crate::server::Server;
use crate::{chromium, firefox};

in_every_browser! {
    a_run_is_started_watched_and_its_champion_read_in_a_browser,
    a_search_depth_is_asked_for_where_the_player_has_one,
    a_game_survives_a_reload_and_takes_keys_drags_and_undo,
    a_piece_and_a_stick_are_clicked_in_senet,
    a_ladder_and_a_match_are_played_from_the_page,
    a_puzzle_is_played_with_hints_and_its_solution_watched,
    a_board_of_rush_hour_is_solved_by_dragging,
    a_race_is_chosen_watched_and_says_what_the_trees_come_to,
    a_battle_is_chosen_watched_and_stepped_through,
}

// The longest of all; a few moves of every game are clicked in the others too.
in_browser!(in_chromium_alone: CHROMIUM, whole_games_are_played_by_clicking_and_end_as_the_rules_say);

const WIDTHS: [u32; 2] = [390, 1600];

/// A studio and a browser on its first page.
pub(crate) struct Visit {
    pub(crate) browser: Browser,
    pub(crate) studio: Server,
    /// Whether the browser scrolls when it is told of a moving finger; WebDriver's Firefox does not.
    pub(crate) can_scroll_by_finger: bool,
    /// Where pictures are kept.
    pictures: Option<PathBuf>,
    _runs: tempfile::TempDir,
}

impl Visit {
    pub(crate) fn start(mut browser: Browser) -> Visit {
        let runs = tempfile::tempdir().unwrap();
        let studio = Server::start(runs.path());
        browser.go(&studio.address);
        Visit { browser, studio, can_scroll_by_finger: true, pictures: None, _runs: runs }
    }

    pub(crate) fn go(&mut self, path: &str) {
        self.browser.go(&format!("{}{path}", self.studio.address));
    }

    /// Looks at the page narrow and wide, and keeps pictures of it, light and dark, where somebody wants them.
    pub(crate) fn pictures(&mut self, name: &str) {
        for width in WIDTHS {
            self.browser.fits(Look::light(width));
            let Some(folder) = &self.pictures else { continue };
            for (scheme, dark) in [("light", false), ("dark", true)] {
                self.browser.fits(Look { dark, ..Look::light(width) });
                self.browser.picture(&folder.join(format!("studio-{name}-{width}-{scheme}.png")));
            }
        }
        self.browser.look(Look::light(1200));
    }

    /// Starts a game on the page for that.
    pub(crate) fn start_game(&mut self, game: &str, against: &str, side: &str) {
        self.go(&format!("/play?game={game}"));
        self.browser.fill("select[name=against]", against);
        self.browser.fill("select[name=side]", side);
        self.browser.leave(|browser| browser.click("#start"));
        self.wait_for_turn();
    }

    pub(crate) fn wait_for_turn(&mut self) {
        self.browser.wait(
            "['you', 'over'].includes(document.querySelector('.game').dataset.turn) && \
             document.querySelector('#board').ariaBusy !== 'true'",
        );
    }

    /// What the studio says about the game on the page.
    pub(crate) fn state(&mut self) -> Value {
        self.browser
            .value("fetch(document.querySelector('.game').dataset.game + '/state').then(a => a.json())")
    }

    /// Makes a move by clicking its places on the board, or its name where it has none.
    pub(crate) fn click_move(&mut self, chosen: &Value) {
        let plies = self.browser.value("document.querySelector('.game').dataset.plies");
        let path = chosen["path"].as_array().unwrap();
        let spot = |place: &Value| format!("#board [data-spot={place}]");
        match &path[..] {
            // Every other time as a drag.
            [from, to] if plies.as_str().is_some_and(|plies| plies.ends_with(['0', '4', '8'])) => {
                self.browser.drag(&spot(from), &spot(to));
            }
            _ => {
                for place in path {
                    // A move that is clear before its last place is made at once, and another click would be one of the
                    // next move.
                    self.browser.wait("document.querySelector('#board').ariaBusy !== 'true'");
                    if self.browser.value("document.querySelector('.game').dataset.plies") != plies {
                        break;
                    }
                    self.browser.click(&spot(place));
                }
            }
        }
        let moved = format!("document.querySelector('.game').dataset.plies !== {plies}");
        if path.is_empty() {
            self.browser.click(&format!("#moves button[data-move={}]", chosen["text"]));
        } else {
            self.browser.wait("document.querySelector('#board').ariaBusy !== 'true'");
            // A longer move may begin with the same places: the last one again ends it here.
            if self.browser.value(&moved) != json!(true) {
                self.browser.click(&spot(&path[path.len() - 1]));
            }
        }
        self.browser.wait(&moved);
        self.wait_for_turn();
    }

    pub(crate) fn nothing_went_wrong(&mut self) {
        self.nothing_but("");
    }

    /// Fails if a page complained about anything but this.
    pub(crate) fn nothing_but(&mut self, expected: &str) {
        let mut complaints = self.browser.complaints();
        complaints.retain(|complaint| expected.is_empty() || !complaint.contains(expected));
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}

/// Gives a test a studio with a browser of this kind on its first page, if there is one.
pub(crate) fn visited(name: &str, kind: &Peer, test: fn(&mut Visit)) {
    let Some(program) = ludevo_peers::needed_of(kind, name) else { return };
    let is_firefox = kind.name == FIREFOX.name;
    let mut visit =
        Visit::start(if is_firefox { firefox::start(&program) } else { chromium::start(&program) });
    if is_firefox {
        visit.can_scroll_by_finger = false;
    } else {
        visit.pictures = std::env::var_os("LUDEVO_PICTURES").map(PathBuf::from);
    }
    test(&mut visit);
    visit.nothing_went_wrong();
}

fn a_run_is_started_watched_and_its_champion_read_in_a_browser(visit: &mut Visit) {
    visit.go("/new?experiment=reversi/quick");
    visit.pictures("new");
    // What is refused says why beside the field, and everything stays as it was typed.
    visit.browser.fill("input[name='evolution.population']", "99999999");
    visit.browser.fill("input[name=seed]", "1");
    visit.browser.click("#start");
    visit.browser.wait("document.querySelector('form.settings .problem') !== null");
    let typed = visit.browser.value("document.querySelector('[aria-invalid]').value");
    assert_eq!(typed, "99999999", "{}", visit.browser.text("form.settings .problem"));
    visit.nothing_but("400 (Bad Request)");
    visit.browser.fill("input[name='evolution.population']", "30");
    // More than are over before somebody stops it.
    visit.browser.fill("input[name='evolution.generations']", "4000");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.browser.wait("document.querySelector('#live')?.dataset.run === 'reversi-quick-s1'");
    visit.browser.wait("Number(document.querySelector('#live').dataset.updates) >= 3");
    assert!(visit.browser.value("document.querySelectorAll('#live figure svg').length").as_u64() >= Some(6));
    visit.pictures("run");
    // Lists and charts go on by themselves too.
    for page in ["/compare?run=reversi-quick-s1", "/runs", "/"] {
        visit.go(page);
        let shown = visit.browser.text("#fresh");
        visit.browser.wait(&format!("document.querySelector('#fresh').textContent !== {}", json!(shown)));
    }
    visit.go("/compare");
    assert!(visit.browser.text(".problem").starts_with("Tick from one to"), "nothing was chosen");
    visit.go("/runs/reversi-quick-s1");
    // A hand is slow: while it holds the button, generations come.
    let stop = "#live form[action$='/stop'] button";
    visit.browser.point_at(stop);
    let held = visit.browser.middle(stop);
    visit.browser.press(held, held);
    let done = "fetch('/runs/reversi-quick-s1/live').then(answer => answer.text())\
                .then(text => Number(text.match(/data-generations=\"(\\d+)\"/)[1]))";
    let before = visit.browser.value(done).as_u64().unwrap();
    let start = Instant::now();
    while visit.browser.value(done).as_u64().unwrap() < before + 3 {
        assert!(start.elapsed() < PATIENCE, "no generation came");
    }
    std::thread::sleep(Duration::from_millis(300));
    visit.browser.leave(|browser| browser.release(held));
    let said = visit.browser.text("#run-state");
    assert!(said.contains("stopping after this generation") || said.contains("champion"), "{said}");
    visit.browser.wait("document.querySelector('#live a.button') !== null");
    visit.browser.leave(|browser| browser.click("#live a.button"));
    assert_eq!(visit.browser.text("h1"), "Champion of reversi-quick-s1");

    // A shipped champion with a larger tree: fold, and light up.
    visit.go("/champions/reversi/champion");
    visit.browser.wait("document.querySelector('.tree-tools g[role=button]') !== null");
    visit.pictures("champion");
    let nodes = "document.querySelectorAll('.tree-tools g[data-node]').length";
    let before = visit.browser.value(nodes).as_u64().unwrap();
    visit.browser.value("document.querySelector('.tree-tools g[data-node=\"1\"][role=button], .tree-tools g[role=button]:not([data-node=\"0\"])').focus()");
    visit.browser.key("Enter");
    visit.browser.wait(&format!("{nodes} < {before}"));
    visit.browser.click("[data-fold=none]");
    visit.browser.wait(&format!("{nodes} === {before}"));
    visit.browser.point_at("[data-terminal]");
    visit.browser.wait("document.querySelector('.tree-tools .lit') !== null");
    visit.go("/champions");
    visit.browser.wait("document.querySelectorAll('[data-done=yes]').length >= 3");
    visit.pictures("champions");
    visit.go("/");
    visit.pictures("home");
    visit.go("/compare?run=reversi-quick-s1");
    visit.pictures("compare");
    visit.go("/runs");
    visit.pictures("runs");
}

fn whole_games_are_played_by_clicking_and_end_as_the_rules_say(visit: &mut Visit) {
    ludevo_games::open();
    let mut rng = stream(7, Purpose::Sampling, 0, 0);
    for game in registry::games() {
        let Some(facet) = game.at_table() else { continue };
        let name = game.facts().name;
        visit.start_game(name, "random", "first");
        if ["checkers", "backgammon"].contains(&name) {
            visit.pictures(name);
        }
        let last = loop {
            let state = visit.state();
            if state["turn"] == "over" {
                break state;
            }
            let moves = state["moves"].as_array().unwrap();
            let chosen = &moves[rng.random_range(0..moves.len())];
            visit.click_move(chosen);
        };
        let shown = visit.browser.text("#status");
        let result = last["result"].as_str().unwrap();
        assert!(shown.contains(result), "{name}: the page says {shown}");
        let address = visit.browser.value("document.querySelector('.game').dataset.game");
        visit.go(&address.as_str().unwrap().replace("/play/", "/replay/games/"));
        let moves =
            visit.browser.value("[...document.querySelectorAll('.record a')].map(a => a.textContent)");
        let ending = match last["points"].as_f64().unwrap() {
            1.0 => Ending::First,
            0.0 => Ending::Second,
            _ => Ending::Draw,
        };
        let record = Record {
            game: name.to_owned(),
            start: None,
            first: "you".to_owned(),
            second: "random".to_owned(),
            opening: 0,
            moves: serde_json::from_value(moves).unwrap(),
            outcome: Some(ending),
        };
        let frames = facet.replay(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(json!(frames.len() - 1), last["plies"], "{name}");
    }
}

fn a_search_depth_is_asked_for_where_the_player_has_one(visit: &mut Visit) {
    for (against, is_shown) in [("random", false), ("champion", true)] {
        visit.go(&format!("/play?game=backgammon&against={against}"));
        for (chosen, is_shown) in [(against, is_shown), ("pubeval", false), ("champion", true)] {
            visit.browser.fill("select[name=against]", chosen);
            let is_seen = "document.querySelector('#depth').checkVisibility()";
            visit.browser.wait(&format!("{is_seen} === {is_shown}"));
        }
    }
}

fn a_game_survives_a_reload_and_takes_keys_drags_and_undo(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "second");
    for _ in 0..4 {
        // Tab and arrows lead to places, Enter plays.
        let plies = visit.browser.value("document.querySelector('.game').dataset.plies");
        visit.browser.value("document.querySelector('#board .spot.can').focus()");
        for key in ["ArrowDown", "ArrowRight", "Enter"] {
            visit.browser.key(key);
        }
        visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== {plies}"));
        visit.wait_for_turn();
    }
    let before = visit.state();
    visit.browser.reload();
    visit.browser.wait("document.querySelector('.game').dataset.turn === 'you'");
    assert_eq!(visit.state(), before, "the game is as it was");

    // A position has one number, whichever way it is shown.
    visit.browser.wait(
        "document.querySelector('#reasons').dataset.plies === document.querySelector('.game').dataset.plies",
    );
    let chance = visit.browser.text("#chance .percent");
    visit.browser.click("#thinks");
    visit.browser.wait("document.querySelector('#moves meter') !== null");
    assert_eq!(visit.browser.text("#chance .percent"), chance);
    assert_eq!(visit.browser.text("#moves button.best .soft"), format!("{chance} to win"));
    visit.browser.point_at("#moves button");
    visit.browser.wait("document.querySelector('#why .comparison') !== null");
    let why = visit.browser.text("#why");
    assert!(why.contains("its choice") || why.contains("the only move"), "{why}");
    visit.pictures("play");

    visit.browser.click("#undo");
    let plies = before["plies"].as_u64().unwrap() - 2;
    visit.browser.wait(&format!("document.querySelector('.game').dataset.plies === '{plies}'"));

    // In another tab the game goes on: a click here is not taken for one there.
    let act = |what: &str| {
        format!(
            "fetch(document.querySelector('.game').dataset.game + '/{what}', {{ method: 'POST', body: new URLSearchParams() }}).then(answer => answer.ok)"
        )
    };
    visit.browser.value(&act("undo"));
    visit.browser.click("#moves button");
    visit.browser.wait("document.querySelector('#problem').textContent.includes('another tab')");
    visit.browser.wait(&format!("document.querySelector('.game').dataset.plies === '{}'", plies - 2));
    visit.nothing_but("409 (Conflict)");
    let plies = plies - 2;

    // The replay: keys, the scrubber's link to a moment, and the end.
    let address = visit.browser.value("document.querySelector('.game').dataset.game");
    let replay = address.as_str().unwrap().replace("/play/", "/replay/games/");
    visit.go(&replay);
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '0'");
    visit.browser.key("ArrowRight");
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '1'");
    visit.browser.click("#on");
    visit.browser.wait("location.hash === '#2'");
    visit.browser.click("#back");
    visit.browser.wait("location.hash === '#1'");
    visit.browser.click("#last");
    visit.browser.wait(&format!("location.hash === '#{plies}'"));
    visit.go("/replay");
    visit.go(&format!("{replay}#3"));
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '3'");
    visit.pictures("replay");
    visit.nothing_went_wrong();

    // Once the studio has ended the page says so, and keeps what is on it.
    visit.go(address.as_str().unwrap());
    visit.wait_for_turn();
    // What comes later would move the button away from under the hand.
    visit.browser.wait(
        "document.querySelector('#reasons').dataset.plies === document.querySelector('.game').dataset.plies",
    );
    visit.studio.child.kill().unwrap();
    visit.browser.click("#moves button");
    visit.browser.wait("document.querySelector('.gone')?.checkVisibility()");
    assert!(visit.browser.text(".gone").contains("start it again"));
    let places = visit.browser.value("document.querySelectorAll('#board .spot').length");
    assert!(places.as_u64() > Some(0));
    // Nobody answered, which browsers complain about.
    visit.browser.complaints();
}

/// In Senet a piece and then a stick make a move, and the rest of the throws stay for other moves of the same turn.
fn a_piece_and_a_stick_are_clicked_in_senet(visit: &mut Visit) {
    visit.start_game("senet", "champion", "first");
    // On until a piece can go by either of two throws.
    let (piece, moves) = loop {
        let state = visit.state();
        let moves = state["moves"].as_array().unwrap().clone();
        let by_piece = |piece: &Value| moves.iter().filter(|legal| &legal["path"][0] == piece).count();
        let pieces: Vec<&Value> = moves.iter().map(|legal| &legal["path"][0]).collect();
        if let Some(piece) = pieces.into_iter().find(|piece| by_piece(piece) > 1) {
            break (piece.clone(), moves);
        }
        visit.click_move(&moves[0]);
    };
    let of_piece: Vec<&Value> = moves.iter().filter(|legal| legal["path"][0] == piece).collect();
    let plies = visit.state()["plies"].clone();

    // The piece alone is chosen and nothing has moved; the sticks that move it can be clicked, and no other place.
    let spot = |name: &Value| format!("#board [data-spot={name}]");
    visit.browser.click(&spot(&piece));
    visit.browser.wait("document.querySelector('.spot.chosen') !== null");
    let can =
        visit.browser.value("[...document.querySelectorAll('#board .spot.can')].map(s => s.dataset.spot)");
    for legal in &of_piece {
        assert!(can.as_array().unwrap().contains(&legal["path"][1]), "{can} of {legal}");
    }
    assert_eq!(visit.state()["plies"], plies);

    let chosen = of_piece[of_piece.len() - 1];
    visit.browser.click(&spot(&chosen["path"][1]));
    visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== '{plies}'"));
    let after = visit.state();
    let text = chosen["text"].as_str().unwrap();
    assert!(after["transcript"].as_str().unwrap().trim_end().ends_with(text), "{after}");
    assert_eq!(after["turn"], "you", "a throw is left");

    visit.browser.click("#hint");
    visit.browser.wait("document.querySelector('#why').textContent.startsWith('It would play')");
    visit.browser.click("#thinks");
    visit.browser.wait("document.querySelector('#moves meter') !== null");
    visit.pictures("senet");
}

fn a_ladder_and_a_match_are_played_from_the_page(visit: &mut Visit) {
    visit.go("/ladder/reversi");
    visit.browser.value(
        "document.querySelectorAll('input[name=player]').forEach(box => \
         box.checked = ['random', 'ab1', 'champion:small'].includes(box.value))",
    );
    visit.browser.fill("form[action='/ladder/reversi'] input[name=games]", "4");
    visit.browser.leave(|browser| browser.click("form[action='/ladder/reversi'] button"));
    // As long as it is under way the page loads itself again, under whoever points at it.
    visit.browser.wait(
        "document.querySelectorAll('.payoff').length === 6 && !document.querySelector('[data-contest]')",
    );
    let told = "document.querySelector('#payoff').textContent.includes('of the points')";
    // Whoever points before the script of the page has run points again.
    for _ in 0..50 {
        visit.browser.point_at("h1");
        visit.browser.point_at(".payoff");
        if visit.browser.value(told) == json!(true) {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    visit.browser.wait(told);
    visit.pictures("ladder");
    visit.browser.fill("select[name=first]", "ab1");
    visit.browser.fill("select[name=second]", "random");
    visit.browser.fill("form[action='/matches'] input[name=games]", "4");
    visit.browser.leave(|browser| browser.click("form[action='/matches'] button"));
    visit.browser.wait("document.querySelectorAll('.record a').length === 4");
    visit.pictures("match");
    visit.browser.leave(|browser| browser.click(".record a"));
    visit.browser.wait("document.querySelector('.replay')?.dataset.moment === '0'");
    visit.go("/replay");
    let listed = visit.browser.text("main");
    assert!(listed.contains("Reversi: ab1 against random") && listed.contains("of the points"), "{listed}");
    // A long match is stopped with the games that it has.
    visit.go("/ladder/reversi");
    visit.browser.fill("select[name=first]", "champion");
    visit.browser.fill("select[name=second]", "champion:small");
    visit.browser.fill("form[action='/matches'] input[name=games]", "10000");
    visit.browser.leave(|browser| browser.click("form[action='/matches'] button"));
    visit.browser.wait("Number(document.querySelector('#done')?.textContent) > 2");
    visit.browser.leave(|browser| browser.click("form[action='/matches/stop'] button"));
    visit
        .browser
        .wait("document.querySelector('.score') !== null && !document.querySelector('[data-contest]')");
    let meanings = visit.browser.text("dl.who");
    assert!(meanings.contains("evolved by reversi/"), "{meanings}");
}

fn a_puzzle_is_played_with_hints_and_its_solution_watched(visit: &mut Visit) {
    visit.go("/play?game=freecell");
    visit.browser.fill("input[name=problem]", "617");
    visit.browser.fill("select[name=against]", "start");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    for _ in 0..5 {
        visit.browser.click("#hint");
        visit.browser.wait("document.querySelector('#why').textContent.startsWith('It would play')");
        let hint = visit.browser.text("#why .hint");
        let (hint, left) =
            hint.trim_start_matches("It would play ").split_once("; ").expect("how many are left");
        assert!(left.ends_with("moves are left."), "{left}");
        let state = visit.state();
        let chosen = state["moves"].as_array().unwrap().iter().find(|legal| legal["text"] == json!(hint));
        visit.click_move(chosen.expect("a hint is a legal move"));
    }
    visit.pictures("puzzle");
    visit.browser.leave(|browser| browser.click("a[href^='/replay/solutions']"));
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '0'");
    visit.browser.click("#last");
    visit.browser.wait(
        "document.querySelector('.replay').dataset.moment === document.querySelector('.replay').dataset.last",
    );
    let board = visit.browser.value("document.querySelector('#board svg').getAttribute('aria-label')");
    assert!(board.as_str().unwrap().starts_with("52 cards are home"), "{board}");
    // Why the solver made each of its moves.
    visit.browser.wait("document.querySelector('#why .comparison') !== null");
    // Solvers are ranked on a set of problems.
    visit.go("/ladder/rush-hour");
    visit.browser.value(
        "document.querySelectorAll('input[name=player]').forEach((box, index) => box.checked = index < 2)",
    );
    visit.browser.fill("input[name=problems]", "3");
    visit.browser.leave(|browser| browser.click("form[action='/ladder/rush-hour'] button"));
    visit.browser.wait("document.querySelectorAll('.records tbody tr').length === 2 && !document.querySelector('[data-contest]')");
    let standings = visit.browser.text(".records");
    assert!(standings.contains(" of 3"), "{standings}");
    visit.pictures("solvers");
}

/// In Rush Hour a vehicle is held in its middle and dragged along its line; hints count down to the way out, and the next board
/// follows.
fn a_board_of_rush_hour_is_solved_by_dragging(visit: &mut Visit) {
    visit.go("/play?game=rush-hour");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    let mut before = None;
    while visit.state()["turn"] == "you" {
        visit.browser.click("#hint");
        visit.browser.wait("document.querySelector('#why').textContent.startsWith('It would play')");
        let hint = visit.browser.text("#why .hint");
        let (hint, left) = hint.trim_start_matches("It would play ").split_once("; ").expect("how many");
        let left: u32 = left.split(' ').next().and_then(|left| left.parse().ok()).expect("a number");
        assert!(before.is_none_or(|before| left < before), "{left} are left after {before:?}");
        before = Some(left);
        let state = visit.state();
        let chosen = state["moves"].as_array().unwrap().iter().find(|legal| legal["text"] == json!(hint));
        let path = &chosen.expect("a hint is a legal move")["path"];
        let spot = |place: &Value| format!("#board [data-spot={place}]");
        visit.browser.slide(&spot(&path[0]), &spot(&path[1]));
        visit
            .browser
            .wait(&format!("document.querySelector('.game').dataset.plies !== '{}'", state["plies"]));
        if before == Some(3) {
            visit.pictures("rush-hour");
        }
    }
    let last = visit.state();
    assert!(last["result"].as_str().is_some_and(|result| !result.is_empty()), "{last}");
    visit.browser.leave(|browser| browser.click("#next"));
    visit.wait_for_turn();
    assert_eq!(visit.state()["plies"], 0);
}

fn a_race_is_chosen_watched_and_says_what_the_trees_come_to(visit: &mut Visit) {
    visit.go("/watch?game=racing");
    visit.browser.fill("select[name=first]", "gp-single-2");
    visit.browser.fill("select[name=second]", "planner");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '0'");
    visit.browser.key("ArrowRight");
    visit
        .browser
        .wait("document.querySelector('#board svg').getAttribute('aria-label').includes('gp-single-2')");
    let said = "document.querySelector('#why').textContent";
    visit.browser.wait("document.querySelector('#why').dataset.moment === '1'");
    let first = visit.browser.value(said);
    assert!(first.as_str().unwrap().contains("gp-single-2: steer = "), "{first}");
    let address = visit.browser.value("location.pathname");
    visit.go("/replay");
    visit.go(&format!("{}#90", address.as_str().unwrap()));
    visit.browser.wait("document.querySelector('#why').dataset.moment === '90'");
    assert_ne!(visit.browser.value(said), first);
    // Curves beside the board, with the moment on them.
    assert_eq!(visit.browser.value("document.querySelectorAll('.gauges .curve').length"), 3);
    let dot = "document.querySelector('.gauges .now').getAttribute('cx')";
    let before = visit.browser.value(dot);
    assert!(before.as_str().is_some_and(|at| at != "-9"), "{before}");
    visit.pictures("race");
    visit.browser.key("ArrowRight");
    visit.browser.wait(&format!("{dot} !== {before}"));
    visit.browser.click("#last");
    visit.browser.wait("document.querySelector('#status').textContent.includes(' wins in ')");
}

fn a_battle_is_chosen_watched_and_stepped_through(visit: &mut Visit) {
    visit.go("/watch?game=robocode");
    visit.browser.fill("select[name=first]", "OrbitHaiku");
    visit.browser.fill("select[name=second]", "RamFire");
    visit.browser.fill("input[name=seed]", "5");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '0'");
    visit.browser.key("ArrowRight");
    visit.browser.wait("document.querySelector('#board svg').getAttribute('aria-label').includes('turn 1:')");
    let address = visit.browser.value("location.pathname");
    visit.go("/replay");
    visit.go(&format!("{}#110", address.as_str().unwrap()));
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '110'");
    visit.pictures("battle");
    visit.browser.click("#run");
    visit.browser.wait("Number(document.querySelector('.replay').dataset.moment) > 130");
}
