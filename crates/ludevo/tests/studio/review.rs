//! Why it moved, and what to learn from a game: as somebody meets it who has only the studio's address.

use ludevo_peers::needed_by;
use serde_json::Value;

use crate::pages::Visit;

/// Play, hear why it moved, find the biggest mistake, and try another move from there.
#[test]
fn a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake() {
    let Some(program) = needed_by("a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake")
    else {
        return;
    };
    let mut visit = Visit::start(&program);
    // A pass that cannot be avoided is said in words.
    visit.go("/play?game=reversi");
    visit.browser.fill("select[name=against]", "random");
    visit.browser.value("document.querySelector('details.from').open = true");
    visit.browser.fill("#from", PASS);
    visit.browser.leave(|browser| browser.click("#start"));
    visit.wait_for_turn();
    assert!(
        visit.browser.text("#status").starts_with("You cannot move: pass."),
        "{}",
        visit.browser.text("#status")
    );
    assert_eq!(visit.browser.text("#moves button"), "Pass (--)");
    visit.pictures("pass");

    // A whole game, badly played: always the first move of the list.
    visit.start_game("reversi", "champion:small", "first");
    let mut told = false;
    loop {
        let state = visit.state();
        if state["turn"] == "over" {
            break;
        }
        let chosen = state["moves"][0].clone();
        visit.click_move(&chosen);
        if !told && state["plies"].as_u64() >= Some(8) {
            visit.browser.wait(
                "document.querySelector('#reasons').dataset.plies === document.querySelector('.game').dataset.plies",
            );
            // Where both moves are worth the same there is no difference to tell about.
            told = visit.browser.value("document.querySelector('#reasons .bars li') !== null")
                == Value::Bool(true);
            if told {
                it_says_why_it_moved(&mut visit);
            }
        }
    }
    assert!(told, "it never said why it moved");
    assert!(visit.browser.text("#status").starts_with("You "), "{}", visit.browser.text("#status"));
    visit.browser.wait("document.querySelector('#rematch').checkVisibility()");
    visit.pictures("over");
    visit.browser.leave(|browser| browser.click("#over a.button"));
    visit.browser.wait("document.querySelector('#review')?.dataset.done === 'yes'");
    let words = visit.browser.text("#curve-words");
    assert!(words.contains("chance to win"), "{words}");
    assert!(visit.browser.value("document.querySelectorAll('.mistakes a').length").as_u64() >= Some(1));
    visit.browser.click(".mistakes a");
    visit.browser.wait("document.querySelector('#compared .comparison') !== null");
    let moment = visit.browser.value("Number(document.querySelector('.replay').dataset.moment)");
    visit.pictures("review");
    visit.browser.leave(|browser| browser.click("#try button"));
    visit.wait_for_turn();
    assert_eq!(
        visit.state()["plies"].as_u64().unwrap() + 1,
        moment.as_u64().unwrap(),
        "the move is tried anew"
    );
    assert_eq!(visit.state()["turn"], "you");
    visit.nothing_went_wrong();
}

/// Black has to pass here.
const PASS: &str =
    "OOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOOOOOOO\n.XOOOOOO\nblack to move";

fn it_says_why_it_moved(visit: &mut Visit) {
    visit.browser.wait("document.querySelector('#reasons .comparison') !== null");
    let headline = visit.browser.text("#reasons .headline");
    assert!(headline.starts_with("It played ") && headline.contains("% to win"), "{headline}");
    assert_eq!(
        visit.browser.value("document.querySelectorAll('#reasons .pair svg').length"),
        2,
        "{headline}"
    );
    // For a sum the parts add up to the difference, exactly.
    visit.browser.wait("document.querySelector('#reasons .bars li') !== null");
    let part = visit.browser.text("#reasons .bars .part");
    assert!(part.contains(" times "), "{part}");
    let bar = visit.browser.value("document.querySelector('#chance').checkVisibility()");
    assert_eq!(bar, Value::Bool(true), "the chance stands beside the board");
    // The whole tree is there, folded, and nothing of it is cut off.
    visit.browser.click("#reasons details.full > summary");
    visit.browser.wait("document.querySelector('#reasons .outline li') !== null");
    let cut = visit.browser.value(
        "[...document.querySelectorAll('#reasons .outline, #reasons .bars')].some(e => e.scrollWidth > e.clientWidth + 1)",
    );
    assert_eq!(cut, Value::Bool(false));
    visit.pictures("why");
}

/// A pause in a battle shows every tree of an evolved robot with its values.
#[test]
fn a_paused_battle_says_what_every_tree_came_to() {
    let Some(program) = needed_by("a_paused_battle_says_what_every_tree_came_to") else { return };
    let mut visit = Visit::start(&program);
    visit.go("/replay/battles/robocode/champion/Walls/1#60");
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '60'");
    visit.browser.wait("document.querySelectorAll('#why .decisions section').length === 3");
    let why = visit.browser.text("#why");
    assert!(["move", "turn", "gun"].iter().all(|tree| why.contains(&format!("{tree} = "))), "{why}");
    visit.pictures("battle-why");
    visit.browser.click("#last");
    visit.browser.wait("document.querySelector('#status').textContent.includes('the battle')");
    visit.nothing_went_wrong();
}

/// What axe-core calls serious or critical is on no page.
#[test]
fn no_page_has_a_serious_obstacle() {
    let Some(script) = needed_by("no_page_has_a_serious_obstacle") else { return };
    let Some(program) = (ludevo_peers::CHROMIUM.locate)() else { return };
    let axe = std::fs::read_to_string(script).unwrap();
    let mut visit = Visit::start(&program);
    visit.start_game("reversi", "champion:small", "second");
    let game = visit.browser.value("document.querySelector('.game').dataset.game");
    let game = game.as_str().unwrap().to_owned();
    let replay = game.replace("/play/", "/replay/games/");
    let pages = [
        "/",
        "/champions",
        "/champions/reversi/small",
        "/new",
        "/runs",
        "/play?game=backgammon",
        "/play?game=freecell",
        &game,
        "/replay",
        &replay,
        "/watch?game=robocode",
        "/replay/battles/racing/gp-single-2/planner/1",
        "/ladder/reversi",
        "/nothing",
    ];
    let mut found = Vec::new();
    for dark in [false, true] {
        for page in pages {
            visit.go(page);
            visit.browser.look(crate::browser::Look { width: 1200, dark });
            visit.browser.value(&format!("{axe}; true"));
            let serious = visit.browser.value(
                "axe.run().then(result => result.violations.filter(v => ['serious', 'critical'].includes(v.impact))\
                 .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(', ')))",
            );
            let serious = serious.as_array().unwrap().iter().map(|one| format!("{page}, dark {dark}: {one}"));
            found.extend(serious);
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
