//! Pointing, tapping and dragging: what a hand means, and nothing of the position before.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Look;
use crate::pages::Visit;

in_every_browser! {
    a_click_at_once_asks_nothing_of_the_next_position,
    pointing_at_a_place_explains_its_move_and_a_finger_taps_twice,
    the_board_is_turned_and_a_game_is_played_again,
    a_dragged_piece_follows_the_hand_and_others_glide,
    a_piece_that_is_let_go_outside_the_board_leaves_the_hand,
    vehicles_of_every_kind_follow_the_hand_and_glide,
    the_keyboard_explains_and_a_tap_that_was_left_is_asked_for_again,
    a_file_is_picked_by_mouse,
    what_takes_long_says_that_it_is_being_worked_on,
}

fn spot(place: &Value) -> String {
    format!("#board [data-spot={place}]")
}

fn think(visit: &mut Visit) {
    visit
        .browser
        .value("document.querySelector('#thinks').checked || document.querySelector('#thinks').click()");
    visit.browser.wait("document.querySelectorAll('#moves meter').length > 0");
}

/// Whoever clicks at once what is pointed at asks nothing about it once the move is made.
fn a_click_at_once_asks_nothing_of_the_next_position(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "first");
    think(visit);
    for _ in 0..3 {
        let plies = visit.browser.value("document.querySelector('.game').dataset.plies");
        visit.browser.click("#moves button");
        visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== {plies}"));
        visit.wait_for_turn();
        std::thread::sleep(Duration::from_millis(400));
        visit.nothing_went_wrong();
    }
}

/// A place that is a move explains it as its button does; with a finger a first tap explains and a second one plays.
fn pointing_at_a_place_explains_its_move_and_a_finger_taps_twice(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "first");
    think(visit);
    let legal = visit.state()["moves"][1].clone();
    let explained = format!(
        "document.querySelector('#why').dataset.move === {} && document.querySelector('#why .comparison')",
        legal["text"]
    );
    visit.browser.point_at(&spot(&legal["path"][0]));
    visit.browser.wait(&explained);
    // A finger, on a phone: first the place of another move, then its button, then the same place twice.
    visit.browser.look(Look::light(390));
    let other = visit.state()["moves"][0].clone();
    visit.browser.touch(&spot(&other["path"][0]), (0.0, 0.0));
    visit.browser.wait(&format!("document.querySelector('#why').dataset.move === {}", other["text"]));
    assert_eq!(visit.state()["plies"], 0, "a first tap plays nothing");
    let status = visit.browser.text("#status");
    assert!(status.contains("% to win") && status.contains("Tap again"), "{status}");
    visit.browser.touch(&format!("#moves button[data-move={}]", legal["text"]), (0.0, 0.0));
    visit.browser.wait(&explained);
    assert_eq!(visit.state()["plies"], 0, "another first tap plays nothing");
    visit.browser.touch(&spot(&other["path"][0]), (0.0, 0.0));
    visit.browser.wait(&format!("document.querySelector('#why').dataset.move === {}", other["text"]));
    visit.browser.touch(&spot(&other["path"][0]), (0.0, 0.0));
    visit.browser.wait("Number(document.querySelector('.game').dataset.plies) >= 2");
    visit.wait_for_turn();
    // Who is not shown what moves are worth plays at once.
    visit.browser.value("document.querySelector('#thinks').click()");
    let next = visit.state()["moves"][0].clone();
    let plies = visit.browser.value("document.querySelector('.game').dataset.plies");
    visit.browser.touch(&spot(&next["path"][0]), (0.0, 0.0));
    visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== {plies}"));
}

/// The side at the bottom changes, the game is played again, and what was rolled before one's first move cannot be taken back.
fn the_board_is_turned_and_a_game_is_played_again(visit: &mut Visit) {
    visit.start_game("backgammon", "random", "first");
    let can = "!document.querySelector('#undo').disabled";
    assert_eq!(visit.browser.value(can), json!(false), "only dice were rolled");
    let legal = visit.state()["moves"][0].clone();
    visit.click_move(&legal);
    assert_eq!(visit.browser.value(can), json!(true));
    visit.browser.click("#undo");
    visit.browser.wait(&format!("!({can})"));
    // Pieces of the side at the bottom change places with the others.
    let picture = |visit: &mut Visit| visit.browser.seen("#board svg");
    let before = picture(visit);
    let top = "document.querySelector('.panel.yours').getBoundingClientRect().top";
    let yours = visit.browser.value(top).as_f64().unwrap();
    visit.browser.click("#flip");
    visit.browser.wait(&format!("{top} < {yours}"));
    std::thread::sleep(Duration::from_millis(400));
    let after = picture(visit);
    assert!(visit.browser.difference(&before, &after) > 0.01, "the board was not turned");

    // A position in which the first move wins.
    visit.go("/play?game=reversi&against=random");
    visit.browser.value("document.querySelector('details.from').open = true");
    visit.browser.fill("#from", ALMOST);
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    let legal = visit.state()["moves"][0].clone();
    visit.click_move(&legal);
    visit.browser.wait("document.querySelector('#rematch').checkVisibility()");
    let links = "[...document.querySelectorAll('.board-side a')].filter(a => a.checkVisibility() && a.textContent.includes('Review')).length";
    assert_eq!(visit.browser.value(links), 1, "one way to the review");
    visit.browser.leave(|browser| browser.click("#rematch"));
    visit.wait_for_turn();
    assert_eq!(visit.state()["plies"], 0);
    assert_eq!(visit.state()["turn"], "you");
}

/// Black fills the last square.
const ALMOST: &str =
    "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\n.OXXXXXX\nblack to move";

/// A piece follows the hand that drags it, and pieces glide when they are moved otherwise.
fn a_dragged_piece_follows_the_hand_and_others_glide(visit: &mut Visit) {
    visit.start_game("checkers", "random", "first");
    let legal = visit.state()["moves"][0].clone();
    let (from, to) = (spot(&legal["path"][0]), spot(&legal["path"][1]));
    count_glides(visit);
    visit.browser.point_at(&from);
    let start = visit.browser.middle(&from);
    let end = visit.browser.middle(&to);
    visit.browser.press(start, end);
    visit.browser.wait("document.querySelector('#board .held') !== null");
    let held = visit.browser.middle("#board .held");
    let off = (held[0] - end[0]).abs().max((held[1] - end[1]).abs());
    assert!(off < 12.0, "the piece is {off} pixels from the hand");
    visit.browser.release(end);
    visit.browser.wait("Number(document.querySelector('.game').dataset.plies) >= 2");
    visit.wait_for_turn();
    assert_eq!(visit.browser.value("document.querySelector('#board .held')"), Value::Null);
    // The answer glided, and so does the next move by its button.
    visit.browser.wait("window.glides >= 1");
}

/// From now on the page counts the shapes that glide from one place to another.
fn count_glides(visit: &mut Visit) {
    visit.browser.value(
        "window.glides = 0; const animate = Element.prototype.animate; \
         Element.prototype.animate = function (frames, ...rest) { \
         window.glides += Number('transform' in frames[0]); return animate.call(this, frames, ...rest); }",
    );
}

/// A piece that is let go outside the board goes back to its place, and no other button than the first one plays.
fn a_piece_that_is_let_go_outside_the_board_leaves_the_hand(visit: &mut Visit) {
    visit.start_game("checkers", "random", "first");
    let legal = visit.state()["moves"][0].clone();
    let (from, to) = (spot(&legal["path"][0]), spot(&legal["path"][1]));
    visit.browser.point_at(&from);
    let start = visit.browser.middle(&from);
    let outside = visit.browser.middle(".mind-side h2");
    visit.browser.press(start, outside);
    visit.browser.wait("document.querySelector('#board .held') !== null");
    visit.browser.release(outside);
    visit.browser.wait("document.querySelector('#board .held') === null");
    // Nothing follows the pointer any more, and its other button does nothing.
    visit.browser.point_at(&to);
    visit.browser.click_right(&to);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(visit.browser.value("document.querySelector('#board .held')"), Value::Null);
    assert_eq!(visit.state()["plies"], 0, "nobody played");
    visit.browser.click(&from);
    visit.browser.wait("document.querySelector('.spot.chosen') !== null");
    visit.browser.click(&to);
    visit.browser.wait("Number(document.querySelector('.game').dataset.plies) >= 1");
}

/// Pieces of every kind follow the hand and glide: in Rush Hour long vehicles, short ones and the target.
fn vehicles_of_every_kind_follow_the_hand_and_glide(visit: &mut Visit) {
    visit.go("/play?game=rush-hour");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    for look in ["third", "second", "target"] {
        // The vehicle of a look whose place can be moved from, if it stands in one.
        let movable = format!(
            "[...document.querySelectorAll('#board rect.look-{look}')].map(body => {{ const b = body.getBBox(); \
             return [...document.querySelectorAll('#board .spot.from')].find(spot => {{ const a = spot.querySelector('.area').getBBox(); \
             return a.x < b.x && a.y < b.y && a.x + a.width > b.x + b.width && a.y + a.height > b.y + b.height; }}); }}).find(Boolean)?.dataset.spot"
        );
        let vehicle = visit.browser.value(&movable);
        if look == "target" && vehicle == Value::Null {
            continue;
        }
        let place = spot(&vehicle);
        visit.browser.point_at(&place);
        let [x, y] = visit.browser.middle(&place);
        visit.browser.press([x, y], [x + 30.0, y + 30.0]);
        visit.browser.wait("document.querySelectorAll('#board .held').length === 2");
        let body = format!("document.querySelector('#board rect.held')?.matches('.look-{look}')");
        assert_eq!(visit.browser.value(&body), json!(true), "{look}");
        visit.browser.release([x, y]);
        visit.browser.wait("document.querySelector('#board .held') === null");
        assert_eq!(visit.state()["plies"], 0);
        visit.browser.key("Escape");
    }
    // By its button a long vehicle glides with its letter.
    let long = visit.browser.value(
        "[...document.querySelectorAll('#board rect.look-third')].flatMap(body => { const b = body.getBBox(); \
         return [...document.querySelectorAll('#board text')].filter(letter => letter.getBBox().x > b.x && letter.getBBox().x < b.x + b.width \
         && letter.getBBox().y > b.y && letter.getBBox().y < b.y + b.height).map(letter => letter.textContent); })",
    );
    let state = visit.state();
    let by_long = |legal: &&Value| long.as_array().unwrap().contains(&legal["path"][0]);
    let legal = state["moves"].as_array().unwrap().iter().find(by_long).expect("a long vehicle can move");
    count_glides(visit);
    visit.browser.click(&format!("#moves button[data-move={}]", legal["text"]));
    visit.browser.wait("document.querySelector('.game').dataset.plies === '1'");
    assert_eq!(visit.browser.value("window.glides"), 2, "the vehicle and its letter");
}

/// What a place would play is explained to whoever comes there with the keyboard, and a tap that was left is asked for again.
fn the_keyboard_explains_and_a_tap_that_was_left_is_asked_for_again(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "first");
    think(visit);
    visit.browser.key("Tab");
    visit.browser.value("document.querySelector('#board .spot.can').focus()");
    visit.browser.wait("document.querySelector('#why .comparison') !== null");
    visit.browser.look(Look::light(390));
    let tapped = visit.state()["moves"][0].clone();
    let place = spot(&tapped["path"][0]);
    visit.browser.touch(&place, (0.0, 0.0));
    visit.browser.wait("document.querySelector('#status').textContent.includes('Tap again')");
    visit.browser.value(&format!("document.querySelector({}).focus()", json!(place)));
    visit.browser.key("Escape");
    visit.browser.wait("document.querySelector('#status').textContent.startsWith('Your turn.')");
    visit.browser.touch(&place, (0.0, 0.0));
    visit.browser.wait("document.querySelector('#status').textContent.includes('Tap again')");
    assert_eq!(visit.state()["plies"], 0, "the tap before was left");
    // One's own moves come first to the eye and to the keyboard.
    let order =
        "document.querySelector('.choices').compareDocumentPosition(document.querySelector('.reasons'))";
    assert_eq!(visit.browser.value(order), 4, "the reasons follow");
    let top = |what: &str| format!("document.querySelector('.{what}').getBoundingClientRect().top");
    assert_eq!(visit.browser.value(&format!("{} < {}", top("choices"), top("reasons"))), json!(true));
    visit.browser.look(Look::light(1200));
    visit.browser.wait(&format!("{order} === 2"));
}

/// A file is chosen by a real click on the field for files, and the game goes on from it.
fn a_file_is_picked_by_mouse(visit: &mut Visit) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("position.txt");
    std::fs::write(&file, ALMOST).unwrap();
    visit.go("/play?game=reversi&against=random");
    visit.browser.click("details.from summary");
    visit.browser.choose_file("#file", &file);
    visit.browser.wait("document.querySelector('#from').value.includes('black to move')");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    assert_eq!(visit.state()["moves"].as_array().unwrap().len(), 1);
}

/// What takes long says so before the next page is there.
fn what_takes_long_says_that_it_is_being_worked_on(visit: &mut Visit) {
    visit.go("/watch?game=racing&one=planner");
    // The page stays, as it does while a long race is worked out.
    visit.browser.value("document.querySelector('#start').form.target = 'elsewhere'");
    visit.browser.click("#start");
    let height = "document.querySelector('.waiting').getBoundingClientRect().height";
    visit.browser.wait("document.querySelector('.waiting').textContent === 'Working on it…'");
    assert!(visit.browser.value(height).as_f64() > Some(20.0), "it is seen");
    visit.start_game("reversi", "champion:small", "first");
    visit.browser.value(
        "window.slow = fetch; window.hold = new Promise(go => window.release = go); \
         window.fetch = async (...what) => { if (String(what[0]).includes('/hint')) await window.hold; return window.slow(...what); }",
    );
    visit.browser.click("#hint");
    visit.browser.wait("document.querySelector('#why').textContent.startsWith('Thinking')");
    visit.browser.value("window.release()");
    visit.browser.wait("document.querySelector('#why').textContent.startsWith('It would play')");
}
