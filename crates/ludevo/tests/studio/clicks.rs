//! Every click right: boards under a real mouse, keyboard and finger, and what is to be seen of them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Look;
use crate::pages::Visit;

in_every_browser! {
    boards_stay_clear_under_mouse_keys_and_fingers,
    a_replay_asks_for_what_is_looked_at_and_shows_who_is_there,
    dice_are_played_in_either_order_and_half_moves_are_drawn,
    a_puzzle_is_not_told_about_values_and_names_its_places,
}

fn spot(place: &Value) -> String {
    format!("#board [data-spot={place}]")
}

fn moves(state: &Value) -> Vec<Value> {
    state["moves"].as_array().unwrap().clone()
}

fn places(way: &Value) -> Vec<Value> {
    way.as_array().unwrap().clone()
}

const FOCUSED: &str =
    "document.activeElement.closest('#board .spot')?.dataset.spot ?? document.activeElement.tagName";

/// What a board looks like under the mouse, and where the keyboard is after a move.
fn boards_stay_clear_under_mouse_keys_and_fingers(visit: &mut Visit) {
    a_click_marks_a_man_and_leaves_the_board_to_be_seen(visit);
    a_man_that_can_move_has_the_colour_of_one_that_cannot(visit);
    the_keyboard_stays_where_it_played(visit);
    buttons_stay_where_they_are_when_values_arrive(visit);
    if visit.can_scroll_by_finger {
        a_finger_scrolls_from_a_board_and_a_tap_plays(visit);
    }
    a_running_replay_leaves_the_address_alone(visit);
}

fn a_click_marks_a_man_and_leaves_the_board_to_be_seen(visit: &mut Visit) {
    visit.start_game("checkers", "random", "first");
    let from = moves(&visit.state())[0]["path"][0].clone();
    visit.browser.value("document.activeElement.blur()");
    let before = visit.browser.seen("#board svg");
    visit.browser.click(&spot(&from));
    visit.browser.wait("document.querySelector('.spot.chosen') !== null");
    let after = visit.browser.seen("#board svg");
    let differs = visit.browser.difference(&before, &after);
    // Rings and dots on a dozen of 64 squares; the outline of a browser in units of the board hid most of it.
    assert!(differs > 0.0005 && differs < 0.06, "{differs} of the board changed by a click");
    let outline = "getComputedStyle(document.querySelector('.spot.chosen')).outlineStyle";
    assert_eq!(visit.browser.value(outline), "none");
}

fn a_man_that_can_move_has_the_colour_of_one_that_cannot(visit: &mut Visit) {
    visit.start_game("checkers", "random", "first");
    // All men of black; those of the front row can move.
    let men = "[...document.querySelectorAll('#board circle.look-first')].map(man => { \
               const box = man.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })";
    let can = visit.browser.value("document.querySelectorAll('#board .spot.can.from').length");
    assert!((1..12).contains(&can.as_u64().unwrap()), "{can} of twelve men can move");
    let picture = visit.browser.seen("body");
    let colours = visit.browser.value(&format!(
        "(async () => {{ const image = new Image(); image.src = 'data:image/png;base64,{picture}'; \
         await image.decode(); const canvas = document.createElement('canvas'); \
         [canvas.width, canvas.height] = [image.width, image.height]; const context = canvas.getContext('2d'); \
         context.drawImage(image, 0, 0); \
         return [...new Set(({men}).map(([x, y]) => [...context.getImageData(x + scrollX, y + scrollY, 1, 1).data].join()))]; }})()"
    ));
    assert_eq!(colours.as_array().unwrap().len(), 1, "the middles of the men have the colours {colours}");
}

fn the_keyboard_stays_where_it_played(visit: &mut Visit) {
    visit.start_game("reversi", "random", "first");
    for _ in 0..3 {
        let place = moves(&visit.state())[0]["path"][0].clone();
        let plies = visit.browser.value("document.querySelector('.game').dataset.plies");
        visit.browser.value(&format!("document.querySelector({}).focus()", json!(spot(&place))));
        visit.browser.key("Enter");
        visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== {plies}"));
        visit.wait_for_turn();
        assert_eq!(visit.browser.value(FOCUSED), place, "the keyboard is elsewhere after a move");
        if visit.state()["turn"] == "over" {
            break;
        }
    }
}

fn buttons_stay_where_they_are_when_values_arrive(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "first");
    visit.browser.value("sessionStorage.setItem('thinks', 'yes')");
    // Looked at before and after the values are there.
    let buttons = "[...document.querySelectorAll('#moves button')].map(button => { \
                   const box = button.getBoundingClientRect(); return [button.dataset.move, box.x, box.y, box.width, box.height]; })";
    visit.browser.value(
        "window.slow = fetch; window.hold = new Promise(go => window.release = go); \
         window.fetch = async (...what) => { if (String(what[0]).includes('/values')) await window.hold; return window.slow(...what); }",
    );
    visit
        .browser
        .value("document.querySelector('#thinks').checked || document.querySelector('#thinks').click()");
    let before = visit.browser.value(buttons);
    assert!(before.as_array().unwrap().len() > 3, "{before}");
    visit.browser.value("window.release()");
    visit.browser.wait("document.querySelectorAll('#moves meter').length > 3");
    assert_eq!(visit.browser.value(buttons), before, "buttons moved under the pointer");
    assert!(
        visit.browser.value("document.querySelectorAll('#moves button.best').length").as_u64() >= Some(1)
    );
    // Every number that is shown first has a unit.
    let words = visit.browser.value("[...document.querySelectorAll('#moves .soft, #board .worth')].map(w => w.textContent).filter(w => w)");
    for word in words.as_array().unwrap() {
        let word = word.as_str().unwrap();
        assert!(word.contains('%') || ["wins", "loses"].contains(&word), "`{word}` has no unit");
    }
}

fn a_finger_scrolls_from_a_board_and_a_tap_plays(visit: &mut Visit) {
    visit.browser.value("sessionStorage.setItem('thinks', 'no')");
    visit.start_game("reversi", "random", "first");
    visit.browser.look(Look::light(390));
    let place = moves(&visit.state())[0]["path"][0].clone();
    visit.browser.touch(&spot(&place), (0.0, -160.0));
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(visit.state()["plies"], 0, "a finger that scrolls plays nothing");
    assert!(visit.browser.value("scrollY").as_f64() > Some(60.0), "the board swallowed the finger");
    visit.browser.touch(&spot(&place), (0.0, 0.0));
    visit.browser.wait("Number(document.querySelector('.game').dataset.plies) >= 2");
    visit.browser.look(Look::light(1200));
}

fn a_running_replay_leaves_the_address_alone(visit: &mut Visit) {
    visit.go("/replay/battles/robocode/RamFire/Walls/3");
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '0'");
    visit.browser.value(
        "window.calls = 0; const replace = history.replaceState.bind(history); \
         history.replaceState = (...what) => { window.calls += 1; replace(...what); }",
    );
    visit.browser.click("#run");
    visit.browser.wait("Number(document.querySelector('.replay').dataset.moment) > 20");
    assert_eq!(visit.browser.value("window.calls"), 0, "the address changes while the replay runs");
    visit.browser.click("#run");
    visit.browser.wait("location.hash === '#' + document.querySelector('.replay').dataset.moment");
}

/// Whoever steps on quickly asks why for the moment where they stop alone; and on the curves nobody stands who is out.
fn a_replay_asks_for_what_is_looked_at_and_shows_who_is_there(visit: &mut Visit) {
    visit.go("/replay/battles/racing/gp-single-2/planner/1#20");
    visit.browser.wait("document.querySelector('#why').dataset.moment === '20'");
    visit.browser.value(
        "window.asked = []; const real = fetch; window.fetch = async (...what) => { \
         if (String(what[0]).includes('/why/')) window.asked.push(String(what[0]).split('/').pop()); \
         const answer = await real(...what); if (!String(what[0]).includes('/frames/')) return answer; \
         const frames = await answer.json(); frames.forEach(frame => { frame.gauges = frame.gauges.filter(([, who]) => who === 'planner'); }); \
         return new Response(JSON.stringify(frames)); }",
    );
    for _ in 0..5 {
        visit.browser.value("document.querySelector('#on').click()");
    }
    visit.browser.wait("document.querySelector('#why').dataset.moment === '25'");
    let asked = visit.browser.value("window.asked");
    assert!(asked.as_array().unwrap().len() <= 3, "{asked}");
    let dots = "[...document.querySelectorAll('.gauges .now')].map(dot => [dot.dataset.who, dot.getAttribute('cx')])";
    // The frames from here on know of one car only.
    visit.browser.value("location.hash = '#90'");
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '90'");
    let dots: Vec<(String, String)> = serde_json::from_value(visit.browser.value(dots)).unwrap();
    assert!(dots.len() > 3, "{dots:?}");
    assert!(dots.iter().all(|(who, at)| (who == "planner") != (at == "-9")), "{dots:?}");
}

/// In backgammon dice are played in either order, half moves are drawn, and one man may go both ways by one click.
fn dice_are_played_in_either_order_and_half_moves_are_drawn(visit: &mut Visit) {
    visit.start_game("backgammon", "random", "first");
    let (mut either, mut at_once) = (false, false);
    while !either || !at_once {
        let state = visit.state();
        assert_eq!(state["turn"], "you", "the game was over before both could be tried");
        let plies = state["plies"].clone();
        let all = moves(&state);
        let ways = |legal: &Value| -> Vec<Vec<Value>> {
            legal["ways"].as_array().unwrap().iter().map(places).collect()
        };
        // Another man first than in the move's text.
        let swapped = all.iter().find_map(|legal| {
            let usual = places(&legal["path"]);
            let way = ways(legal)
                .into_iter()
                .find(|way| way.len() == 4 && way[0] == usual[2] && way[0] != usual[1]);
            way.filter(|_| usual.len() == 4 && usual[0] != usual[2]).map(|way| (legal, way))
        });
        let short = all.iter().find_map(|legal| {
            let way = ways(legal).into_iter().find(|way| way.len() == 2);
            way.filter(|_| places(&legal["path"]).len() == 4).map(|way| (legal, way))
        });
        let men = "[...document.querySelectorAll('#board circle.look-first')].map(man => [man.cx.baseVal.value, man.cy.baseVal.value].join()).sort().join(';')";
        let chosen = match (swapped, short) {
            (Some((legal, way)), _) if !either => {
                either = true;
                let before = visit.browser.value(men);
                visit.browser.click(&spot(&way[0]));
                visit.browser.click(&spot(&way[1]));
                // Where that makes the move clear it is played; otherwise the man stands where it went.
                let drawn = format!("{men} !== {before}");
                visit.browser.wait(&drawn);
                let now = visit.browser.value("Number(document.querySelector('.game').dataset.plies)");
                if now.as_u64() == plies.as_u64() {
                    visit.browser.click(&spot(&way[2]));
                    visit.browser.click(&spot(&way[3]));
                }
                Some(legal)
            }
            (_, Some((legal, way))) if !at_once => {
                at_once = true;
                way.iter().for_each(|place| visit.browser.click(&spot(place)));
                Some(legal)
            }
            _ => None,
        };
        match chosen {
            Some(legal) => {
                visit.browser.wait(&format!("document.querySelector('.game').dataset.plies !== '{plies}'"));
                visit.wait_for_turn();
                let text = legal["text"].as_str().unwrap();
                let record = visit.state()["record"].clone();
                let played = &record[plies.as_u64().unwrap() as usize];
                assert_eq!(played, text, "{record}");
            }
            None => visit.click_move(&all[0]),
        }
    }
}

/// A puzzle says nothing about what another game's player thinks, and its places have the names that moves have.
fn a_puzzle_is_not_told_about_values_and_names_its_places(visit: &mut Visit) {
    visit.browser.value("sessionStorage.setItem('thinks', 'yes')");
    visit.go("/play?game=freecell");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    let first = moves(&visit.state())[0].clone();
    visit.click_move(&first);
    std::thread::sleep(Duration::from_millis(300));
    assert!(!visit.browser.text("main").contains("no numbers"), "{}", visit.browser.text("main"));
    let names = visit
        .browser
        .value("[...document.querySelectorAll('#board text.look-print')].map(name => name.textContent)");
    for name in ["a", "d", "1", "8", "h"] {
        assert!(names.as_array().unwrap().contains(&json!(name)), "{name} is not among {names}");
    }
    // Why the solver would play what it would play: its weights, and what each adds.
    visit.browser.click("#hint");
    visit.browser.wait("document.querySelector('#why .bars li') !== null");
    let part = visit.browser.text("#why .bars .part");
    assert!(part.contains(" times "), "{part}");
    visit.pictures("puzzle-why");
}
