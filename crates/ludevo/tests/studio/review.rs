//! Why it moved, and what to learn from a game: as somebody meets it who has only the studio's address.

use ludevo_peers::needed_by;
use serde_json::Value;

use crate::browser::Look;
use crate::pages::Visit;

in_every_browser! {
    a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake,
    a_paused_battle_says_what_every_tree_came_to,
    without_chances_there_is_no_empty_curve,
}

/// Play, hear why it moved, find the biggest mistake, and try another move from there.
fn a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake(visit: &mut Visit) {
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
                it_says_why_it_moved(visit);
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
    // On the whole screen, and back by the key that closes things.
    visit.browser.click("#reasons [data-full]");
    visit.browser.wait("document.querySelector('dialog[open] .outline li') !== null");
    let covers = visit.browser.value(
        "(() => { const b = document.querySelector('dialog').getBoundingClientRect(); return b.width >= innerWidth - 1 && b.height >= innerHeight - 1; })()",
    );
    assert_eq!(covers, Value::Bool(true));
    visit.browser.key("Escape");
    visit
        .browser
        .wait("!document.querySelector('dialog') && document.querySelector('#reasons .outline li') !== null");
}

/// A pause in a battle shows every tree of an evolved robot with its values.
fn a_paused_battle_says_what_every_tree_came_to(visit: &mut Visit) {
    visit.go("/replay/battles/robocode/champion/Walls/1#60");
    visit.browser.wait("document.querySelector('.replay').dataset.moment === '60'");
    visit.browser.wait("document.querySelectorAll('#why .decisions section').length === 3");
    let why = visit.browser.text("#why");
    assert!(["move", "turn", "gun"].iter().all(|tree| why.contains(&format!("{tree} = "))), "{why}");
    assert!(why.contains("so it takes") || why.contains("Its largest part is"), "a sentence of why: {why}");
    visit.pictures("battle-why");
    // From round to round.
    assert!(visit.browser.value("document.querySelectorAll('.rounds tbody tr').length").as_u64() >= Some(2));
    visit.browser.click(".rounds tbody tr:nth-child(2) a");
    visit.browser.wait("document.querySelector('#status').textContent.startsWith('round 2')");
    visit.browser.wait("document.querySelector('.rounds tbody tr:nth-child(2)').classList.contains('now')");
    visit.browser.click("#last");
    visit.browser.wait("document.querySelector('#status').textContent.includes('the battle')");
}

/// What axe-core, which is there already, calls serious or critical.
fn obstacles(visit: &mut Visit) -> impl Iterator<Item = String> + use<> {
    let serious = visit.browser.value(
        "axe.run().then(result => result.violations.filter(v => ['serious', 'critical'].includes(v.impact))\
         .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(', ')))",
    );
    let serious: Vec<String> = serde_json::from_value(serious).unwrap();
    serious.into_iter()
}

/// A judge that puts no numbers on moves draws no curve.
fn without_chances_there_is_no_empty_curve(visit: &mut Visit) {
    visit.start_game("reversi", "champion:small", "first");
    let legal = visit.state()["moves"][0].clone();
    visit.click_move(&legal);
    let game = visit.browser.value("document.querySelector('.game').dataset.game");
    visit.go(&game.as_str().unwrap().replace("/play/", "/replay/games/"));
    visit.browser.wait("document.querySelector('#review')?.dataset.done === 'yes'");
    let shown = "document.querySelector('figure.chances').checkVisibility()";
    assert_eq!(visit.browser.value(shown), Value::Bool(true));
    for judge in ["random", "ab1"] {
        visit.browser.fill("select[name=judge]", judge);
        visit.browser.wait("document.querySelector('#review').dataset.done === 'yes'");
        assert_eq!(visit.browser.value(shown), Value::Bool(false), "{judge}");
    }
}

/// What axe-core calls serious or critical is on no page.
#[test]
fn no_page_has_a_serious_obstacle() {
    let Some(script) = needed_by("no_page_has_a_serious_obstacle") else { return };
    let Some(program) = (ludevo_peers::CHROMIUM.locate)() else { return };
    let axe = std::fs::read_to_string(script).unwrap();
    let mut visit = Visit::start(crate::chromium::start(&program));
    visit.start_game("chess", "random", "first");
    let chess = visit.browser.value("location.pathname");
    let chess = chess.as_str().unwrap().to_owned();
    // A run that is under way, and a match that was played.
    visit
        .studio
        .post("/runs", "experiment=reversi/quick&evolution.population=30&evolution.generations=4000&seed=1");
    visit.studio.post("/matches", "game=reversi&first=ab1&second=random&games=2");
    crate::server::wait_for("the match", || visit.studio.get("/matches/1").contains("of the points"));
    crate::server::wait_for("the run", || visit.studio.get("/runs/reversi-quick-s1").contains("figure"));
    visit.start_game("reversi", "champion:small", "second");
    let legal = visit.state()["moves"][0].clone();
    visit.click_move(&legal);
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
        "/replay/matches/1/0",
        "/replay/battles/robocode/champion/Walls/1#60",
        "/watch?game=robocode",
        "/replay/battles/racing/gp-single-2/planner/1",
        "/replay/solutions/fifteen/1/start",
        "/ladder/reversi",
        "/ladder/freecell",
        "/matches/1",
        "/compare?run=reversi-quick-s1",
        "/runs/reversi-quick-s1",
        &chess,
        "/nothing",
    ];
    let mut found = Vec::new();
    for dark in [false, true] {
        for page in pages {
            visit.go(page);
            if page == replay || page.starts_with("/replay/matches") {
                visit.browser.wait("document.querySelector('#review')?.dataset.done === 'yes'");
            }
            visit.browser.look(Look { dark, ..Look::light(1200) });
            visit.browser.value(&format!("{axe}; true"));
            found.extend(obstacles(&mut visit).map(|one| format!("{page}, dark {dark}: {one}")));
            if page.ends_with("#60") {
                visit.browser.wait("document.querySelectorAll('#why .decisions section').length === 3");
                visit.browser.click("[data-full]");
                visit.browser.wait("document.querySelector('dialog[open] .outline li') !== null");
                found.extend(
                    obstacles(&mut visit).map(|one| format!("{page} as a dialog, dark {dark}: {one}")),
                );
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
