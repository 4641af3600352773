//! Marks on boards, and how pages look: what can be read stays readable.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Look;
use crate::pages::Visit;

in_every_browser! {
    marks_go_around_pieces_and_leave_print_to_be_read,
    what_moved_last_keeps_its_colour,
    pages_have_one_scale_of_type_and_fill_large_screens,
    pages_take_print_of_twice_the_size,
}

/// What is wrong with the marks of the board on the page, in units of the board: rings around less than a piece, and rings or
/// dots over print.
const MARKS: &str = "(() => { const wrong = []; \
    const texts = [...document.querySelectorAll('#board svg > text')].map(text => { \
        const b = text.getBBox(), h = 0.25 * b.height; \
        return { words: text.textContent, left: b.x, right: b.x + b.width, top: b.y + h, bottom: b.y + b.height - h }; }); \
    document.querySelectorAll('#board .spot.can').forEach(spot => { \
        const name = spot.dataset.spot, area = spot.querySelector('.area').getBBox(); \
        const least = Math.min(area.width, area.height); \
        const ring = spot.querySelector('.ring'), halo = spot.querySelector('.halo'), dot = spot.querySelector('.dot'); \
        const isRing = getComputedStyle(ring).stroke !== 'none', isDot = getComputedStyle(dot).fill !== 'none'; \
        if (isRing === isDot) wrong.push(name + ' has both or neither'); \
        const around = ring.getBBox(); \
        if (isRing && Math.min(around.width, around.height) < 0.5 * least) wrong.push(name + ': a ring around a part'); \
        texts.forEach(text => { \
            const x = (text.left + text.right) / 2, y = (text.top + text.bottom) / 2, d = dot.getBBox(); \
            if (isDot && x > d.x && x < d.x + d.width && y > d.y && y < d.y + d.height) wrong.push(name + ': a dot on ' + text.words); \
            if (!isRing || ring.tagName !== 'rect') return; \
            const half = parseFloat(getComputedStyle(halo).strokeWidth) / 2; \
            const crosses = (line, low, high) => line + half > low && line - half < high; \
            const isAcross = text.right > around.x && text.left < around.x + around.width; \
            const isBeside = text.bottom > around.y && text.top < around.y + around.height; \
            if (isAcross && [around.y, around.y + around.height].some(line => crosses(line, text.top, text.bottom))) wrong.push(name + ': a ring through ' + text.words); \
            if (isBeside && [around.x, around.x + around.width].some(line => crosses(line, text.left, text.right))) wrong.push(name + ': a ring through ' + text.words); \
        }); }); \
    return wrong; })()";

fn marks_go_around_pieces_and_leave_print_to_be_read(visit: &mut Visit) {
    ludevo_games::open();
    for game in ludevo_game::registry::games() {
        let name = game.facts().name;
        if game.at_table().is_none() && game.as_puzzle().is_none() {
            continue;
        }
        visit.go(&format!("/play?game={name}"));
        if game.at_table().is_some() {
            visit.browser.fill("select[name=against]", "random");
        }
        visit.browser.leave(|browser| browser.click("#start"));
        for step in 0..6 {
            visit.wait_for_turn();
            if step == 0 {
                what_is_needed_is_seen(visit, name);
            }
            let wrong = visit.browser.value(MARKS);
            assert_eq!(wrong, json!([]), "{name}, step {step}");
            let state = visit.state();
            let Some(legal) =
                state["moves"].as_array().and_then(|moves| moves.get(step % moves.len().max(1)))
            else {
                break;
            };
            // Once a piece is chosen the places that it goes to are marked.
            if legal["path"].as_array().is_some_and(|path| path.len() > 1) {
                visit.browser.click(&format!("#board [data-spot={}]", legal["path"][0]));
                let chosen = "document.querySelector('.spot.chosen, .spot.can.to') !== null";
                visit.browser.wait(chosen);
                assert_eq!(visit.browser.value(MARKS), json!([]), "{name}, step {step}, chosen");
                visit.browser.value("document.querySelector('.spot.chosen')?.focus()");
                visit.browser.key("Escape");
            }
            let legal = legal.clone();
            visit.click_move(&legal);
        }
        if ["chess", "mates", "fifteen"].contains(&name) {
            visit.pictures(name);
        }
    }
}

/// In a low window the status and the first buttons are on the screen, the place that the keyboard is at looks like no other,
/// and a mate problem says what it asks for without giving it away.
fn what_is_needed_is_seen(visit: &mut Visit, name: &str) {
    visit.browser.look(Look { height: 720, ..Look::light(1280) });
    let seen = "['#status', '#undo', '#hint'].filter(one => document.querySelector(one).getBoundingClientRect().bottom > innerHeight)";
    assert_eq!(visit.browser.value(seen), json!([]), "{name}: below the screen");
    visit.browser.look(Look::light(1200));
    let frames = "[...document.querySelectorAll('#board .focus')].filter(frame => getComputedStyle(frame).stroke !== 'none').map(frame => frame.parentElement.dataset.spot)";
    assert_eq!(visit.browser.value(frames), json!([]), "{name}: nobody is there yet");
    visit.browser.key("Tab");
    let there = visit.browser.value("(() => { const spot = document.querySelector('#board .spot.can'); spot?.focus(); return spot?.dataset.spot; })()");
    if !there.is_null() {
        assert_eq!(visit.browser.value(frames), json!([there]), "{name}");
    }
    visit.browser.value("document.activeElement.blur()");
    if name == "mates" {
        let status = visit.browser.text("#status");
        assert!(status.contains(" to move: mate in "), "{status}");
        let moves = visit.browser.text("#moves");
        assert!(!moves.contains(['+', '#']), "{moves}");
    }
}

/// A card that moved last has the colour of a card.
fn what_moved_last_keeps_its_colour(visit: &mut Visit) {
    visit.go("/play?game=freecell");
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    let cards = "document.querySelectorAll('#board rect.look-card').length";
    let before = visit.browser.value(cards);
    let legal = visit.state()["moves"][0].clone();
    visit.click_move(&legal);
    assert_eq!(visit.browser.value(cards), before);
    assert_eq!(visit.browser.value("document.querySelectorAll('#board rect.look-last').length"), 1);
}

/// The sizes of all print on a page that is not in a picture.
const SIZES: &str = "[...new Set([...document.querySelectorAll('body *')].filter(e => !e.closest('svg') && \
    [...e.childNodes].some(c => c.nodeType === 3 && c.textContent.trim())).map(e => getComputedStyle(e).fontSize))]";

const PAGES: [&str; 7] =
    ["/", "/champions", "/champions/reversi/small", "/new", "/runs", "/play", "/ladder/reversi"];

fn pages_have_one_scale_of_type_and_fill_large_screens(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "second");
    let game = visit.browser.value("location.pathname");
    let game = game.as_str().unwrap().to_owned();
    let mut sizes: Vec<Value> = Vec::new();
    for page in PAGES.into_iter().chain([&*game]) {
        visit.go(page);
        std::thread::sleep(Duration::from_millis(200));
        for size in visit.browser.value(SIZES).as_array().unwrap() {
            if !sizes.contains(size) {
                sizes.push(size.clone());
            }
        }
    }
    assert!(sizes.len() <= 4, "{sizes:?}");
    visit.go(&game);
    visit.browser.look(Look::light(3840));
    let wide = visit.browser.value("document.querySelector('main').getBoundingClientRect().width");
    assert!(wide.as_f64() > Some(2600.0), "{wide} of 3840 pixels");
    visit.browser.look(Look::light(390));
    // The moves come first on a phone.
    visit.browser.wait(
        "document.querySelector('.reasons').getBoundingClientRect().top > document.querySelector('.choices').getBoundingClientRect().top",
    );
}

/// Whoever needs large print sets it once in the browser: no page becomes wider than the window, and no button or field loses
/// a part of its words.
fn pages_take_print_of_twice_the_size(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "second");
    let game = visit.browser.value("location.pathname");
    let replay = game.as_str().unwrap().replace("/play/", "/replay/games/");
    let battle = "/replay/battles/robocode/champion/Walls/1#60";
    let cut = "[...document.querySelectorAll('button, a.button, summary, th, label')].filter(e => e.checkVisibility() && \
               e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map(e => e.textContent.trim())";
    for page in PAGES.into_iter().chain([game.as_str().unwrap(), &replay, battle]) {
        visit.go(page);
        if page == "/champions" {
            visit.browser.wait("document.querySelectorAll('[data-done=yes]').length >= 3");
        }
        visit.browser.value("document.documentElement.style.fontSize = '200%'");
        for width in [1200, 640] {
            visit.browser.fits(Look::light(width));
            assert_eq!(visit.browser.value(cut), json!([]), "{page}, {width} wide");
        }
    }
}
